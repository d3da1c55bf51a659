#!/bin/bash
# Conditional moves with real daemons: a reply given beforehand is made by the daemon alone, after
# exactly the predicted move; a line that is left is cancelled and told; what needs a tile not held,
# or comes at the wrong moment, is refused; nothing of it ever reaches the other side.
# shellcheck source=tests/e2e/lib.sh disable=SC2317,SC1010,SC2046,SC2086
. "$(dirname "$0")/lib.sh"

played() { [ "$(moves "$1" "$2")" -ge "$3" ]; }
waits() { has "$1" "$2" "\"conditions\":$3"; }
told() { nb "$1" events --since 1 | grep -qE -- "$2"; }

start ann && start ben || exit 1
befriend ann ben || exit 1
check "a game begins" propose ann ben bridge first=proposer claim=1

# What each will do: claims of different givens, and a swap.
bens=$(pick ben 1 claim)
cell=$(echo "$bens" | cut -d' ' -f2)
tile=$(pick ben 1 swap)
hand() { pick "$1" "$2" swap | cut -d' ' -f2; }
other=$(nb ann --json show 1 | python3 -c '
import json, sys
view = json.load(sys.stdin)["show"]["view"]
print([c["cell"] for c in view["cells"] if c["given"] and c["owner"] is None][1])')

check "ann waits for her own turn first" turn_of ann 1
expect "no line begins with a move of one's own turn" 6 "begins with a move of the other" \
    ann "if" claim "$cell" then swap 1 --game 1
expect "no such game" 4 "" ann "if" claim "$cell" then swap 1 --game 99
expect "half a line" 2 "" ben "if" claim "$cell" then --game 1
expect "an uneven line" 2 "at most five" ben "if" claim "$cell" then $tile then pie --game 1
absent=$(pick ben 1 absent)
expect "a tile that is not held" 5 "do not hold now" ben "if" claim "$other" then $absent --game 1
expect "ben answers beforehand" 0 "if claim $other then" ben "if" claim "$other" then $tile --game 1
expect "another answer to the same move" 1 "stored already" ben "if" claim "$other" then pie --game 1
expect "a second line" 0 "if claim $cell then" ben "if" claim "$cell" then $tile --game 1
expect "both are listed" 0 "Condition 2" ben conditions
expect "also below the board" 0 "if claim $other" ben show 1
check "two are counted" waits ben 1 2

# ann makes the predicted move; nobody types anything for ben.
insist ann 1 claim "$other" with "$(hand ann 1)" >/dev/null
check "the daemon answers" within 20 played ann 1 2
check "the made one and the left one are gone" within 10 waits ben 1 0
check "what was made is told" told ben "conditional move was made: swap"
check "what was left is told" told ben "cancelled, if claim $cell.*another course"
check "ann hears of none of it" test -z "$(nb ann events --since 1 | grep -i condition)"

# A line that survives a kill, and one that is cancelled by hand.
within 20 turn_of ann 1
tile=$(pick ben 1 swap)
expect "a line for a swap" 0 "" ben "if" swap 1 then $tile --game 1
crash ben
start ben
check "is there after a kill" waits ben 1 1
insist ann 1 swap "$(hand ann 1)" >/dev/null
check "and is played" within 20 played ann 1 4
within 20 turn_of ann 1
expect "another" 0 "" ben "if" swap 1 then $(pick ben 1 swap) --game 1
expect "cancelled by hand" 0 "" ben conditions cancel --game 1
expect "there is none any more" 4 "no such conditional" ben conditions cancel --game 1
insist ann 1 swap "$(hand ann 1)" >/dev/null
check "it is ben's own turn" within 20 turn_of ben 1
check "nothing was played for him" test "$(moves ann 1)" = 5
check "to its end" play_out 1 ann ben
check "proven" proven 1 ann ben
finish
