#!/bin/bash
# Proves what happens when the wall clock of a machine jumps by a day or ten years, ahead or back,
# while the daemon runs or between two runs: it is said within five seconds and by doctor; nobody is
# warned, claimed against or reminded for it, no turn is lost; what is kept for others and an
# invitation that is open are not thrown away; chat and moves go on.
# shellcheck source=tests/faults/faults.inc disable=SC2046
. "$(dirname "$0")/faults.inc"

DAY=86400 YEARS=315360000
mkdir -m 700 "$WORK/ann"
printf '%s\n' 'listen = 127.0.0.1:0' 'nick = ann' 'relay = yes' >"$WORK/ann/numbridge.conf"
with ann start ann && start ben && start carl || exit 1
befriend ann ben && befriend ann carl && befriend ben carl || exit 1
check "a game" propose ann ben bridge clock=claim per-move=1h per-game=none
late=$(first_of ann ben 1)
[ "$late" = ben ] || insist ann 1 $(pick ann 1 swap) >/dev/null
check "ben thinks, ann waits" within 20 turn_of ben 1
nb ann play ben bridge clock=claim per-move=1h per-game=none >/dev/null
within 10 has ben 2 '"state":"OFFERED_TO_ME"' && nb ben accept 2 >/dev/null
check "a second game, the other way" within 20 dealt ann 2
[ "$(first_of ann ben 2)" = ann ] || insist ben 2 $(pick ben 2 swap) >/dev/null
check "ann thinks, ben waits" within 20 turn_of ann 2

# Ann keeps a letter of ben's for carl, and has an invitation open.
halt carl
nb ben road carl relay ann >/dev/null
nb ben play carl bridge >/dev/null
kept() { [ "$(sqlite3 "$WORK/ann/numbridge.db" 'SELECT count(*) FROM parcels')" -ge 1 ]; }
check "ann keeps a letter" within 30 kept
line=$(nb ann --plain invite)

# What a prompt that is open shows.
follow() {
    with ann "$BIN/numbridge" --home "$WORK/ann" events --follow >"$WORK/heard" 2>/dev/null &
}
heard() { [ "$(grep -c -- "$1" "$WORK/heard")" -ge "${2:-1}" ]; }
told() { nb ann events --since 1 | grep -q "clock jumped $1"; }
hears_ben() { nb ben events --since 1 | grep -qF -- "ann: $1"; }
quiet() { ! nb ann events --since 1 | grep -qE "your clock runs|lost a turn|used his time"; }

# settled WHEN: nothing has come of the jump.
settled() {
    look ann 1
    expect "$1: ben is not late" 6 "not up yet" ann warn --game 1
    look ben 2
    expect "$1: ann is not late" 6 "not up yet" ben warn --game 2
    check "$1: no reminder, no lost turn" quiet
    check "$1: her turn is young" test "$(used ann 2)" -lt 3600000
    check "$1: the letter is still kept" kept
    expect "$1: the invitation stands" 0 "open|still" ann invites
    check "$1: chat" nb ann say "$1"
    check "$1: arrives" within 40 hears_ben "$1"
}
used() {
    nb "$1" --json show "$2" | python3 -c 'import json, sys
print(max(c.get("move_used_ms", 0) for c in json.load(sys.stdin)["show"]["seats"]))'
}

# jump NAME SECONDS WORDS: while the daemon runs.
jump() {
    trouble ann clock "$2"
    check "$1: it is said" within 5 heard "clock jumped $3"
    soon "$1: doctor says it" 1 "clock jumped $3" ann doctor
    settled "$1"
}

follow
jump "a day ahead" "$DAY" "ahead by"
jump "ten years ahead" "$YEARS" "ahead by 364[89] days"
jump "and back to today" 0 "back by 36[45][0-9] days"
jump "a day back" "-$DAY" "back by"
jump "ten years back" "-$YEARS" "back by 36[45][0-9] days"

# Between two runs.
with ann halt ann
trouble ann clock "$YEARS"
with ann start ann
check "a start twenty years later: it is said" within 5 told "ahead by 7[23][0-9][0-9] days"
check "both are here" within 20 linked ben ann
settled "after a start"
with ann halt ann
well ann
with ann start ann
check "a start ten years before: it is said" within 5 told "back by 36[45][0-9] days"
check "both are here" within 20 linked ben ann
settled "after another start"

# All goes on.
start carl
check "the letter arrives" within 60 has carl ben '"state":"OFFERED_TO_ME"'
check "the invitation is good" nb dora join "$line"
check "a move" insist ben 1 $(pick ben 1 swap)
check "its answer" within 20 turn_of ann 1
check "to its end" play_out 1 ann ben
check "proven" proven 1 ann ben
finish
