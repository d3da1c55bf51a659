#!/bin/bash
# Proves games with a witness, with three daemons: the other side is told who it is before he
# accepts; a claim needs what the witness signed and is graded witnessed; a move made while the
# other was away reaches him from the witness, though its author is away by then.
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

start ann && start ben && start carl || exit 1
befriend ann ben && befriend ann carl && befriend ben carl || exit 1

other_of() { if [ "$1" = ann ]; then echo ben; else echo ann; fi; }
ended() { has "$1" "$2" '"ending":"CLOCK"' && has "$1" "$2" '"state":"FINISHED"'; }

expect "a witness is needed" 6 "" ann play ben bridge clock=witness
expect "he must be a friend" 4 "" ann play ben bridge clock=witness witness=nobody
check "proposed" nb ann play ben bridge clock=witness witness=carl per-move=10s per-game=none
check "ben hears of it" within 10 has ben 1 '"state":"OFFERED_TO_ME"'
check "and who the witness is" grep -q "carl" <(nb ben show 1)
check "ben accepts" nb ben accept 1
check "dealt" within 20 dealt ann 1
check "for both" within 20 dealt ben 1
late=$(first_of ann ben 1) waits=$(other_of "$late")
crash "$late"
check "warned when the time is up" within 30 look_and_do "$waits" 1 warn
check "claimed with the witness's word" within 40 look_and_do "$waits" 1 claim time --yes
check "witnessed" has "$waits" 1 '"grade":"WITNESSED"'
nb "$waits" export 1 "$WORK/first.nblog" --yes >/dev/null
check "the verifier says so" grep -q '"grade":"witnessed"' \
    <("$BIN/numbridge-verify" --json "$WORK/first.nblog")
check "he comes back" start "$late"
check "and gives way" within 20 ended "$late" 1
check "both files hold" proven 1 ann ben

# --- a move while the other is away, and away when he comes back ---
check "a second game" propose ann ben bridge clock=witness witness=carl per-move=15m
turn=$(first_of ann ben 2) away=$(other_of "$turn")
halt "$away"
check "a move" insist "$turn" 2 hint --play
n=$(moves "$turn" 2)
signed() { nb "$1" --plain log "$2" | tail -1 | cut -f1; }
check "there is one" test "$n" -ge 1
# The witness has it when its author has his word for it: ask the database of the witness.
marked() { python3 - "$WORK/carl" "$1" <<'PY'
import sqlite3, sys
db = sqlite3.connect("file:%s/numbridge.db?mode=ro" % sys.argv[1], uri=True)
top = db.execute("SELECT max(number) FROM witnessed WHERE time_ms = (SELECT max(time_ms) FROM witnessed)").fetchone()[0]
sys.exit(0 if top and top >= int(sys.argv[2]) else 1)
PY
}
check "the witness has signed it" within 10 marked "$(signed "$turn" 2)"
halt "$turn"
check "the other comes back" start "$away"
far() { [ "$(moves "$1" "$2")" -ge "$3" ]; }
check "and has the move" within 15 far "$away" 2 "$n"

finish
