#!/bin/bash
# Proves what a person is told when the disk is full or can only be read: within five seconds a
# true sentence for every kind of command, exit code 12; nothing is half done, nothing is sent, the
# daemon lives on, the game goes on by itself when there is room again; and a daemon that cannot
# write at its start says so.
# shellcheck source=tests/faults/faults.inc disable=SC2046,SC2086
. "$(dirname "$0")/faults.inc"

with ann start ann && start ben && befriend ann ben || exit 1
check "a game" propose ann ben bridge first=proposer clock=claim per-move=1h per-game=none
check "ann's turn" within 20 turn_of ann 1
nb ben export 1 "$WORK/before.nblog" --yes >/dev/null
pid=$(pid_of ann)
move=$(pick ann 1 swap)
look ann 1

# Everything that has to be written, with this word in the sentence.
refused() {
    local word=$1
    soon "$word: a move" 12 "$word" ann $move --game 1
    soon "$word: chat" 12 "$word" ann say ben hello
    soon "$word: a proposal" 12 "$word" ann play ben bridge
    soon "$word: an invitation" 12 "$word" ann invite
    nb ben mail ann >"$WORK/letter" 2>/dev/null
    soon "$word: a message" 12 "$word" ann import "$WORK/letter"
    soon "$word: a backup" 12 "$word" ann backup "$WORK/ann/b.nbbackup"
    soon "a folder that is not there" 4 "no such folder.*$WORK/none" ann export 1 "$WORK/none/x"
    soon "$word: an export" 12 "$word" ann export 1 "$WORK/ann/x.nblog"
    soon "$word: resigning" 12 "$word" ann resign --yes --game 1
    soon "$word: looking works" 0 "" ann show 1
    soon "$word: so does the list" 0 "" ann games
    soon "$word: doctor says it" 1 "$word" ann doctor
}

unchanged() {
    nb ben export 1 "$WORK/after.nblog" --yes >/dev/null
    cmp "$WORK/before.nblog" "$WORK/after.nblog"
}
nothing_made() {
    [ "$(nb ann --json games | grep -o '"number":' | wc -l)" = 1 ] &&
        [ -z "$(find "$WORK/ann" -name 'x.nblog*' -o -name 'b.nbbackup*')" ]
}

# What a prompt that is open shows.
with ann "$BIN/numbridge" --home "$WORK/ann" events --follow >"$WORK/heard" 2>/dev/null &
heard_often() { [ "$(grep -c -- "$1" "$WORK/heard")" -ge "$2" ]; }
heard() { grep -q -- "$1" "$WORK/heard"; }

trouble ann disk full
nb ben say ann "are you there" >/dev/null
check "a prompt says it" within 5 heard "disk is full"
refused full
check "nothing was sent" unchanged
check "nothing is half done" nothing_made
check "the daemon lives on" test "$(pid_of ann)" = "$pid"
trouble ann disk readonly
refused "only be read"
check "nothing was sent" unchanged
check "nothing is half done" nothing_made
check "the daemon lives on" test "$(pid_of ann)" = "$pid"
check "a prompt says it" within 5 heard "only be read"

well ann
check "and when it is over" within 5 heard "takes files again"
check "the chat comes again" within 60 says ann ben "are you there"
look ann 1
soon "with room again the move is made" 0 "" ann $move --game 1
check "ben has it" within 20 turn_of ben 1
check "no turn was lost" test "$(nb ann log 1 | grep -c 'lost a turn')" = 0

# --- what the friend sends meanwhile ---
trouble ann disk full
insist ben 1 $(pick ben 1 swap) >/dev/null
check "ben's move is made" test "$(moves ben 1)" = 2
check "ann cannot keep it" test "$(moves ann 1)" = 1
check "and is told" within 5 heard_often "disk is full" 2
well ann
check "with room it comes by itself" within 5 turn_of ann 1

# --- at the start ---
with ann halt ann
trouble ann disk readonly
soon "a start where nothing can be written" 12 "only be read" ann games
trouble ann disk full
soon "or on a full disk" 12 "full" ann games
well ann
with ann start ann
check "then it starts" turn_of ann 1
check "and the game goes to its end" play_out 1 ann ben
check "proven" proven 1 ann ben
finish
