#!/bin/bash
# Proves that Domains is played to its end on regular and irregular boards: turns of two moves after
# a single first one, the table of blocks, an end that cannot be caught up, no pie; and that the
# verifier accepts what both exported.
# shellcheck disable=SC2317  # functions are called through check and within
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

start ann && start ben
check "friends" befriend ann ben

expect "an even board is refused, with what is allowed" 2 "size may be 5, 7, 9" \
    ann play ben domains size=6
expect "so is a number of givens" 2 "givens may be 22 to 34" ann play ben domains givens=21
expect "a proposal" 0 "proposed" ann play ben domains blocks=irregular givens=26 first=proposer
within 10 has ben ann '"state":"OFFERED_TO_ME"'
expect "the other side sees all terms in words" 0 "each player holds 5 tiles" ben show ann
expect "with what differs" 0 "\* givens +26 digits .*usually 30" ben show ann
expect "by name" 0 "\* blocks +the blocks are irregular .*usually regular" ben show ann
expect "is accepted" 0 "" ben accept ann
within 20 dealt ann 1 && within 20 dealt ben 1
check "who proposed begins" turn_of ann 1
expect "nothing is decided" 0 "Undecided blocks: [a-i][1-9]( [a-i][1-9]){8}\." ann show 1 --reader
expect "no pie here" 5 "no such move" ann pie --game 1

expect "the first turn is one move" 0 "" ann hint --play --game 1
check "then the other's" within 20 turn_of ben 1
expect "whose turn is two moves" 0 '"pair_left":2' ben --json show 1
expect "the first" 0 "" ben hint --play --game 1
expect "leaves one more" 0 "One more move in this pair" ben show 1 --color=never
look ann 1
expect "the first player waits" 6 "not your turn" ann swap all --game 1
expect "the second" 0 "" ben hint --play --game 1
check "gives the turn back" within 20 turn_of ann 1
expect "for two moves" 0 '"pair_left":2' ann --json show 1

check "to the end" play_out 1 ann ben
check "proven" proven 1 ann ben
expect "by blocks" 0 "cannot be caught up" ann show 1
expect "the table says which" 0 "these decided the game" ben show 1 --reader
expect "in the list" 0 "domains .* won" ann games

check "a small one" propose ben ann domains size=5 per-move=none per-game=none
check "to the end" play_out 2 ann ben
check "proven" proven 2 ann ben
expect "three blocks of five" 0 "\* (Blue|Red ) 3" ann show 2 --color=never
finish
