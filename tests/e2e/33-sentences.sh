#!/bin/bash
# Small slips get the sentence that helps: an invitation that is none, a digit that is none, a move
# without its verb, half a command, one of two proposals; nobody is asked whether to do what would be
# refused; and resigning does not mind tiles that have come meanwhile.
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
expect "other words" 2 "no such command; 'help'" ann 5 beers
expect "half a command" 2 "^pa: more than one command begins so: pass, pause, passphrase" ann pa
expect "a question mark" 0 "'help rules' tells" ann '?'
expect "no time for oneself" 6 "only somebody else can give you" ann add-time 5m --game 1

# No question comes before a refusal; a pipe would be told to add --yes.
expect "no claim without a warning" 6 "The clock of this game decides nothing" ann claim time --game 1
check "  ... and nothing was asked" sh -c "! grep -q 'Claim the game' '$WORK/said'"
expect "what may be done is asked about" 1 "Resign. Nothing was done: add --yes" ann resign --game 1

# Two proposals: which one? And what was declined is not the game at hand.
check "a second proposal" nb ben play ann blitz
check "a third one" nb ben play ann bridge
check "both came" within 10 has ann 3 OFFERED_TO_ME
expect "accept says that a number is missing" 4 "More than one proposal.*'accept 2'" ann accept
expect "decline too" 4 "More than one proposal" ann decline
printf 'show 1\ndecline 3\nresign\nshow\n' | "$BIN/numbridge" --home "$WORK/ann" >"$WORK/said" 2>&1
came "the game at hand stays it" 1 "Game 1 with ben: you lose" $?
check "  ... and is what is shown" test "$(grep -c 'Game 1 Bridge' "$WORK/said")" = 2
expect "nothing is done in a game declined" 7 "was declined" ann place 7 e5 --game 3

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
expect "nobody is asked whether to resign what is over" 6 "The game is over" ann resign --game 1
finish
