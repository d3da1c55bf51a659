#!/bin/bash
# Proves that a person who sees no board can play whole games: a program that gets nothing but the
# sentences of reader mode plays Bridge, Domains and dominoes to the end, at the prompt of a dumb
# terminal and by single commands, and all its moves are accepted; and that one question at a time
# is answered.
# shellcheck disable=SC2317  # functions are called through check and within
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

start ann && start ben
check "friends" befriend ann ben
export BIN
listens() { python3 "$ROOT/tests/e2e/listener.py" "$1" "$WORK/ann" "$WORK/ben" >"$WORK/said" 2>&1; }
plays() { # plays WHAT GAME LEAST-MOVES
    listens "$2"
    came "$1, heard and played to its end" 0 "^[0-9]+ moves" $?
    check "  ... in at least $3 moves" test "$(sed -n 's/ moves$//p' "$WORK/said")" -ge "$3"
    check "  ... and it proves itself" proven "$2" ann ben
}
check "Bridge" propose ann ben bridge size=6
plays "Bridge" 1 6
check "Domains" propose ben ann domains
plays "Domains" 2 10
check "dominoes" propose ann ben dominoes rounds=2
plays "dominoes" 3 6

# One question at a time.
check "a game to ask about" propose ann ben domains first=proposer
nb ann place "$(pick ann 4 wrong | cut -d' ' -f2)" "$(pick ann 4 wrong | cut -d' ' -f3)" \
    --game 4 >/dev/null
ask() { expect "read $2" 0 "$1" ann --game 4 read $2; }
ask '^Row 3: a3 is .*i3 is [^;]*\.$' "row 3"
ask '^Column e: e1 is .*e9 is [^;]*\.$' "column e"
ask '^Block 5, undecided: d4 is .*f6 is [^;]*\.$' "block e5"
ask '^Block 1, undecided: cells a1 b1 c1 a2 b2 c2 a3 b3 c3; Blue has 0, Red has 0\.$' blocks
ask '^Your hand: .*\.$' hand
ask '^ben holds 5 tiles\.$' hand
ask '^In the bag: [0-9]+\. Discards: 1\.$' hand
ask '^Time left, you: [0-9:]+' clocks
ask '^you placed .* wrong' last
ask '^you placed .* wrong' l
ask '^Nothing has happened since your last move\.$' changes
within 20 turn_of ben 4
expect "the other hears what changed" 0 '^ann placed .* wrong' ben --game 4 read changes
expect "a cell that is none" 2 'no such cell' ann --game 4 read row 12
expect "a question that is none" 2 'It is written: read' ann --game 4 read nonsense
check "an offer" insist ben 4 draw
within 10 offered ann 4
ask "^ben offers a draw: 'accept draw' takes it" offers
expect "  ... as JSON" 0 '^\{"answer":"ben offers a draw' ann --json --game 4 read offers
expect "dominoes have no rows" 5 'no such move' ann --game 3 read row 1
finish
