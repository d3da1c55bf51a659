#!/bin/bash
# Conditional moves to their full depth: a line of five replies is played to its end at Bridge, by
# two daemons and nobody else on the one side, cancelled at each depth when it is left there; the
# same at Domains with its turns of two moves.
# shellcheck source=tests/e2e/lib.sh disable=SC1010,SC2046,SC2086
. "$(dirname "$0")/lib.sh"

played() { [ "$(moves "$1" "$2")" -ge "$3" ]; }
waits() { has "$1" "$2" "\"conditions\":$3"; }
told() { nb "$1" events --since 1 | grep -qE -- "$2"; }
# givens GAME: cells of givens that belong to nobody.
givens() {
    nb ann --json show "$1" | python3 -c '
import json, sys
view = json.load(sys.stdin)["show"]["view"]
print(*[c["cell"] for c in view["cells"] if c["given"] and c["owner"] is None])'
}

start ann && start ben && befriend ann ben || exit 1

# ---- Bridge: claims are free there, so that both sides can be foretold as far as one likes ----
check "a game of bridge" propose ann ben bridge first=proposer claim=0
check "ann begins" within 20 turn_of ann 1
read -ra cell <<<"$(givens 1)"
line="claim ${cell[0]} then claim ${cell[1]}"
for i in 2 4 6 8; do line="$line then claim ${cell[i]} then claim ${cell[i + 1]}"; done
expect "six replies are too many" 2 "at most five" \
    ben "if" $line then claim ${cell[10]} then claim ${cell[11]} --game 1
expect "five are not" 0 "Condition 1" ben "if" $line --game 1
for i in 0 2 4 6 8; do
    check "move $((i + 1))" insist ann 1 claim "${cell[i]}"
    check "is answered by itself" within 20 played ann 1 $((i + 2))
    check "as foretold" grep -q "claim.* ${cell[i + 1]}" <(nb ann log 1)
done
check "the line is at its end" within 10 waits ben 1 0

# Left at every depth.
start_line() { # DEPTH: a line of five, of which ann follows DEPTH moves and then goes astray
    local depth=$1 game=$2 i
    read -ra cell <<<"$(givens "$game")"
    line="claim ${cell[0]} then claim ${cell[1]}"
    for i in 2 4 6 8; do line="$line then claim ${cell[i]} then claim ${cell[i + 1]}"; done
    nb ben "if" $line --game "$game" >/dev/null || return 1
    for i in $(seq 0 2 $((2 * depth - 2))); do
        insist ann "$game" claim "${cell[i]}" >/dev/null &&
            within 20 played ann "$game" $((i + 2)) || return 1
    done
    within 20 turn_of ann "$game" && insist ann "$game" claim "${cell[11]}" >/dev/null &&
        within 20 waits ben "$game" 0 && within 20 turn_of ben "$game" &&
        [ "$(moves ben "$game")" = $((2 * depth + 1)) ]
}
for depth in 0 1 2 3 4; do
    game=$((depth + 2))
    nb ann play ben bridge first=proposer claim=0 >/dev/null
    within 10 has ben "$game" '"state":"OFFERED_TO_ME"' && nb ben accept "$game" >/dev/null
    within 20 turn_of ann "$game"
    check "left after $depth replies" start_line "$depth" "$game"
done
told_often() { [ "$(nb ben events --since 1 | grep -c 'cancelled, if claim.*another course')" = 5 ]; }
check "each of them was told" within 10 told_often

# ---- Domains: the first turn has one move, all others two ----
nb ann play ben domains first=proposer claim=0 >/dev/null
within 10 has ben 7 '"state":"OFFERED_TO_ME"' && nb ben accept 7 >/dev/null
check "a game of domains" within 20 turn_of ann 7
read -ra cell <<<"$(givens 7)"
one="claim ${cell[0]} then claim ${cell[1]} and claim ${cell[2]}"
expect "a first turn has one move" 2 "joined by 'and'" \
    ben "if" claim ${cell[0]} and claim ${cell[3]} then claim ${cell[1]} --game 7
expect "two moves of a turn need an and" 2 "joined by 'and'" \
    ben "if" claim ${cell[0]} then claim ${cell[1]} then claim ${cell[2]} --game 7
expect "a line of five replies" 0 "if $one then" ben "if" $one \
    then claim ${cell[3]} and claim ${cell[4]} then claim ${cell[5]} and claim ${cell[6]} \
    then claim ${cell[7]} and claim ${cell[8]} then claim ${cell[9]} --game 7
expect "listed below the board" 0 "claim ${cell[1]} and claim ${cell[2]} then" ben show 7
check "ann's move" insist ann 7 claim "${cell[0]}"
check "is answered by two" within 20 played ann 7 3
check "her first" insist ann 7 claim "${cell[3]}"
check "and second" insist ann 7 claim "${cell[4]}"
check "two more" within 20 played ann 7 7
check "her first again" insist ann 7 claim "${cell[7]}"
check "waits on" waits ben 7 1
check "and second again" insist ann 7 claim "${cell[8]}"
check "the last of five" within 20 played ann 7 10
check "the line is at its end" within 10 waits ben 7 0
check "the rest of the turn is ben's" within 10 turn_of ben 7
check "his own" insist ben 7 claim "${cell[10]}"

# Left between the two moves of a turn.
expect "another line" 0 "" ben "if" claim ${cell[11]} and claim ${cell[12]} \
    then claim ${cell[13]} --game 7
check "half of the turn" insist ann 7 claim "${cell[11]}"
check "still waits" waits ben 7 1
check "the other half is another" insist ann 7 claim "${cell[14]}"
check "cancelled" within 10 waits ben 7 0
check "and told" told ben "cancelled, if claim ${cell[12]} then claim.*another course"
expect "not at dominoes" 5 "at dominoes" ben "if" 1-2 then 3-4 \
    --game "$(nb ann play ben dominoes | sed -n 's/^Game \([0-9]*\).*/\1/p')"
check "proven" nb ann verify 7
finish
