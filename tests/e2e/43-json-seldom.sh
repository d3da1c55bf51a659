#!/bin/bash
# Proves for commands that are seldom done, and news that seldom come, what 43-json.sh does for the
# others: their JSON fits the schema.  A warning after the time is up, a ruling given, taken and told,
# a game that catches up and one that is adopted, a passphrase typed, news that are forgotten.
# shellcheck disable=SC2317  # functions are called through check and within
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/json.inc
. "$(dirname "$0")/json.inc"

other_of() { if [ "$1" = ann ]; then echo ben; else echo ann; fi; }
held() { has "$1" "$2" "\"hold\":\"$3\""; }
kind() { grep -q "$1" "$LINES_FILE"; }

start ann && start ben && start carl || exit 1
befriend ann ben && befriend carl ann && befriend carl ben || exit 1

# ---- time that is up; a ruling ----
check "a game" propose ann ben bridge clock=claim per-move=5s per-game=none arbiter=carl
late=$(first_of ann ben 1) waits=$(other_of "$late")
halt "$late"
check "time is up" within 30 eval 'look "$waits" 1 && nb "$waits" warn --dry-run --game 1'
look "$waits" 1
yes warn "$waits" warn --game 1
nb "$waits" export 1 "$WORK/one.nblog" >/dev/null
yes rule carl rule "$WORK/one.nblog" "$waits" --yes --dry-run
check "what would be signed" grep -q '"dry_run":true' "$WORK/out"
halt "$waits" # carl's notes would bring it
yes rule carl rule "$WORK/one.nblog" none --yes
no rule 1 carl rule "$WORK/one.nblog" "$waits" --yes --dry-run
line=$(sed -n 's/.*"ruling":"\([^"]*\)".*/\1/p' "$WORK/lines" | head -n 1)
halt carl
start "$waits"
yes ruling "$waits" ruling "$line"
yes events "$waits" events --since 1
check "the news of it" kind '"RULED"'

# ---- two machines ----
start "$late" && within 20 linked ann ben
check "a second game" propose ann ben bridge first=proposer
nb ann backup "$WORK/old" >/dev/null
# shellcheck disable=SC2046
check "ann moves" insist ann 2 $(pick ann 2 swap)
halt ben
halt ann
mkdir -m 700 "$WORK/two"
cp "$WORK/ann/numbridge.conf" "$WORK/two/"
yes restore two restore "$WORK/old"
start two
check "it waits" held two 2 CATCHING_UP
yes catch-up two catch-up 2 --dry-run
check "it still waits" held two 2 CATCHING_UP
no adopt 6 two adopt 2 --yes --dry-run
halt two
mkdir -m 700 "$WORK/three"
cp "$WORK/ann/numbridge.conf" "$WORK/three/"
nb three restore "$WORK/old" >/dev/null
start three
check "it waits there, too" held three 2 CATCHING_UP
start ben
check "ben is heard" within 20 eval '! held three 2 CATCHING_UP'
# shellcheck disable=SC2046
check "ben moves" insist ben 2 $(pick ben 2 swap)
check "three has it" within 20 turn_of three 2
# shellcheck disable=SC2046
check "three moves" insist three 2 $(pick three 2 swap)
check "ben has that" within 20 turn_of ben 2
halt three
start ann
check "ann is told" within 20 held ann 2 ELSEWHERE
no catch-up 6 ann catch-up 2 --yes --dry-run
yes adopt ann adopt 2 --dry-run
check "still elsewhere" held ann 2 ELSEWHERE
yes adopt ann adopt 2 --yes
halt ann
halt ben
start two
yes catch-up two catch-up 2 --yes
halt two

# ---- news that are forgotten ----
sqlite3 "$WORK/ben/numbridge.db" "DELETE FROM events WHERE number < (SELECT max(number) FROM events)"
start ben
yes events ben events --since 1
check "the gap is told" kind '"gap":'

# ---- a passphrase, which is typed ----
# asked_json COMMAND NAME QUESTION ANSWER... -- WORDS...
asked_json() {
    local command=$1 who=$2 questions=()
    shift 2
    while [ "$1" != -- ]; do
        questions+=("$1")
        shift
    done
    shift
    note "$command" done
    python3 "$ROOT/tests/e2e/type.py" "${questions[@]}" -- \
        "$BIN/numbridge" --home "$WORK/$who" --json "$@" >"$WORK/out" 2>&1
    local code=$?
    tr -d '\r' <"$WORK/out" | grep -o '{.*}' | sed "s|^|$command	|" >>"$LINES_FILE"
    check "$who $* is done" test "$code" -eq 0
    check "$who $* says so" grep -q '"verdict":"OK"' "$WORK/out"
}
asked_json passphrase ben "New passphrase" "open sesame" "again" "open sesame" -- passphrase

check "every line is in the schema" python3 "$ROOT/tests/e2e/schema.py" \
    "$ROOT/docs/numbridge.schema.json" "$LINES_FILE" any
finish
