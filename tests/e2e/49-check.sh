#!/bin/bash
# Proves that two friends can make sure by voice that nobody stands between them: each reads other
# digits than he types; wrong ones, and his own, mark nobody; what was checked stays, and ends with
# the friendship.
# shellcheck disable=SC2317  # functions are called through check and within
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

start ann && start ben
check "friends" befriend ann ben
nb ann invites >/dev/null
digits() { nb "$1" --plain verify "$2"; }
checked() { nb "$1" --json friends | grep -qE "\"name\":\"$2\"[^}]*\"checked\":\"2"; }
unchecked() { ! checked "$@"; }
hers=$(digits ann ben)
his=$(digits ben ann)
check "eight groups of five" grep -qxE '([0-9]{5} ){7}[0-9]{5}' <<<"$hers"
check "each side reads others" test "$hers" != "$his"
expect "what to do is said" 0 'Call ben, and read this aloud' ann verify ben
check "nobody is checked yet" unchecked ann ben
expect "her own digits prove nothing" 1 'the digits that you read' ann verify ben "$hers"
expect "too few" 2 'eight groups of five' ann verify ben "${his% *}"
wrong=${his:0:18}$(((${his:18:1} + 1) % 10))${his:19}
expect "a wrong one" 8 'group 4 is the first' ann verify ben "$wrong"
expect "  ... and what it means" 8 'stands between you' ann verify ben "$wrong"
check "  ... marks nobody" unchecked ann ben
python3 "$ROOT/tests/e2e/type.py" "Type what you hear" "$his" -- "$BIN/numbridge" \
    --home "$WORK/ann" verify ben >"$WORK/said" 2>&1
came "the right ones are typed at the terminal" 0 'ben is checked' $?
check "she has checked him" checked ann ben
check "  ... which does not check her" unchecked ben ann
# shellcheck disable=SC2086  # eight words
expect "he types hers as one word" 0 'ann is checked' ben verify ann "${hers// /}"
check "he has checked her" checked ben ann
expect "friends tell when" 0 'ben .*checked by voice: ' ann friends
halt ann && start ann
check "it is stored" checked ann ben
expect "nobody of that name" 4 '' ann verify cid
# Another key under the same name is another friend.
nb ann --yes remove ben >/dev/null
halt ben && rm -rf "$WORK/ben" && start ben
check "ben with another key" befriend ann ben
check "  ... is not checked" unchecked ann ben
expect "  ... by the digits of before" 8 'stands between you' ann verify ben "$his"
finish
