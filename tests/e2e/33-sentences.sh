#!/bin/bash
# Small slips get the sentence that helps: an invitation that is none, a digit that is none, a move
# without its verb; and resigning does not mind tiles that have come meanwhile.
# shellcheck source=tests/e2e/lib.sh disable=SC2046
. "$(dirname "$0")/lib.sh"

start ann && start ben && befriend ann ben || exit 1
expect "no invitation has the number 0" 4 "'invites' lists them" ann revoke 0
expect "nor 99" 4 "'invites' lists them" ann revoke 99
check "a game" propose ann ben bridge first=proposer
check "ann's turn" within 20 turn_of ann 1
look ann 1
expect "x is no digit" 2 "no such tile" ann place x b3 --game 1
expect "z99 is no cell" 2 "no such cell" ann place 7 z99 --game 1
expect "a digit and a cell" 2 "place 5 b1" ann 5 b1
expect "other words" 2 "no such command" ann 5 beers

# ann has seen the board before her move; then she gives up.
look ann 1
cp "$WORK/ann/seen" "$WORK/seen"
check "ann moves" insist ann 1 $(pick ann 1 swap)
check "ben has it" within 20 turn_of ben 1
cp "$WORK/seen" "$WORK/ann/seen"
expect "a board that has moved on is not resigned on" 6 "moved on" ann resign --yes --game 1
look ann 1
sed -i 's/\(^1 .* \)[0-9a-f]*$/\1000000000000/' "$WORK/ann/seen"
expect "tiles that have come do not matter" 0 "" ann resign --yes --game 1
check "it is over" within 20 has ben 1 '"ending":"RESIGNED"'
finish
