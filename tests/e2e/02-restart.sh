#!/bin/bash
# Proves that a game survives its daemons: each of them is stopped and killed in the middle of it,
# one after the other and both at once; nothing acknowledged is lost, and the finished game holds.
# shellcheck disable=SC2317  # functions are called through check and within
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

start ann && start ben
check "friends" befriend ann ben
check "a game begins" propose ann ben bridge

# The practice player plays for NAME; whenever his daemon goes away, the command that finds it gone
# starts it again.
play_on() {
    local end=$((SECONDS + 120))
    until [ "$(state "$1" 1)" = FINISHED ] || [ $SECONDS -gt $end ]; do
        nb "$1" auto 1
    done >/dev/null 2>&1
}
play_on ann &
anns=$!
play_on ben &
bens=$!

reached() { [ "$(moves "$1" 1)" -ge "$2" ]; }
reached_second() { [ "$(moves "$1" 2)" -ge "$2" ]; }

# disturb MOVES WHAT WHO...: as soon as the game has come so far.
disturb() {
    local at=$1 what=$2 who
    shift 2
    within 60 reached ann "$at" || return 1
    for who in "$@"; do $what "$who"; done
}
check "ann's daemon is killed" disturb 2 crash ann
check "ben's daemon is killed" disturb 5 crash ben
check "ann's daemon is stopped" disturb 8 halt ann
check "both are killed" disturb 11 crash ann ben
check "ben's daemon is stopped" disturb 14 halt ben
wait "$anns" "$bens"
check "ann's game is finished" test "$(state ann 1)" = FINISHED
check "ben's game is finished" test "$(state ben 1)" = FINISHED
check "ann exports" nb ann export 1 "$WORK/ann.nblog"
check "ben exports" nb ben export 1 "$WORK/ben.nblog"
check "both games hold" "$BIN/numbridge-verify" --both "$WORK/ann.nblog" "$WORK/ben.nblog"
check "both are the same" cmp "$WORK/ann.nblog" "$WORK/ben.nblog"

# ---- the other is away while I move ----
check "a second game" propose ann ben bridge first=proposer
halt ben
# shellcheck disable=SC2046
expect "a move with nobody there to see it" 0 "" ann $(pick ann 2 swap) --game 2
crash ann
start ann
check "is not forgotten" test "$(moves ann 2)" = 1
start ben
check "and arrives when he comes back" within 20 reached_second ben 1
finish
