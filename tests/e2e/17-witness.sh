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
look "$waits" 1
expect "a claim before the witness's word is late enough" 0 "is kept" \
    "$waits" claim time --yes --game 1
crash "$waits"
check "outlives a crash" start "$waits"
check "and is signed when it is" within 60 has "$waits" 1 '"grade":"WITNESSED"'
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

# --- a claim that waits, and a late move before it ---
check "both are here" start "$turn"
nb ann play ben bridge clock=witness witness=carl per-move=10s per-game=none >/dev/null
within 10 has ben 3 '"state":"OFFERED_TO_ME"' && nb ben accept 3 >/dev/null
check "a third game" within 20 dealt ann 3
check "for both" within 20 dealt ben 3
late=$(first_of ann ben 3) waits=$(other_of "$late")
n=$(moves "$late" 3)
halt "$late"
check "warned when the time is up" within 30 look_and_do "$waits" 3 warn
look "$waits" 3
expect "claimed at once" 0 "is kept" "$waits" claim time --yes --game 3
check "he comes back" start "$late"
check "and moves late" insist "$late" 3 hint --play
check "it arrives" within 15 far "$waits" 3 $((n + 1))
check "and stands" turn_of "$waits" 3
check "the claim is forgotten" test \
    "$(sqlite3 "$WORK/$waits/numbridge.db" 'SELECT wish FROM games WHERE number = 3')" = 0
# --- a witness whom only one of them knows ---
check "dora comes" start dora
check "ann knows her" befriend ann dora
expect "she is completed" 0 "witness=dora" ann complete play ben bridge witness=d
expect "and is in the help" 0 "witness.*keeps the time" ann help settings
nb ann play ben bridge clock=witness witness=dora >/dev/null
check "ben is asked" within 10 has ben 4 '"state":"OFFERED_TO_ME"'
expect "but cannot accept" 6 "friend of all who play" ben accept 4
check "they become friends" befriend ben dora
check "now he can" nb ben accept 4
finish
