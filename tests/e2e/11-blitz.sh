#!/bin/bash
# Proves that blitz, Bridge on the smaller board, is played to its end and proven, that its cells
# and digits are those of 6x6, and that its terms are seen and kept within their ranges.
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

start ann && start ben
check "friends" befriend ann ben

expect "too many givens for the board" 2 "givens may be 8 to 14" ann play ben blitz givens=20
expect "no time to think" 2 "per-move may be none, or 5s to 30d" ann play ben blitz per-move=2s
check "a game" propose ann ben blitz
expect "on 6x6" 0 '"size":6' ann --json show 1
who=$(first_of ann ben 1)
look "$who" 1
expect "there is no g1" 2 "no such cell" "$who" place 1 g1 --game 1
expect "nor a 7" 2 "no such tile" "$who" place 7 a1 --game 1
expect "the panel is whole beside the small board" 0 "Bag [0-9]+, discards" "$who" show 1
check "to the end" play_out 1 ann ben
check "proven" proven 1 ann ben
expect "by a chain" 0 "sides are joined" ann show 1
check "with other terms" propose ben ann blitz givens=8 hand=3 claim=2 candidates=no
expect "which are obeyed" 7 "do not allow candidates" ann candidates 3 --game 2
check "to the end" play_out 2 ann ben
check "proven" proven 2 ann ben
finish
