#!/bin/bash
# Two throw-away players on the loopback, nothing asked: an invitation, a proposal, a whole game of
# Bridge played by the practice player on both sides through the commands that people type, the
# export by both, and numbridge-verify, which must accept both files and refuse two forged copies.
# Exit 0 only if all of that held.
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

step() { printf '\n== %s\n' "$*"; }
die() {
    echo "The demonstration failed: $*" >&2
    exit 1
}
began=$(date +%s%N)

step "Two players, ann and ben, each with a daemon and a key of its own"
{ start ann && start ben; } || die "a daemon does not start"
nb ann status | sed -n '1,4p'

step "ann invites, ben joins"
line=$(nb ann --plain invite) || die "no invitation"
echo "numbridge> join ${line:0:40}..."
nb ben join "$line" || die "the invitation was not taken"

step "ben proposes Bridge, ann accepts: 9x9, 30 givens, regular blocks, hidden hands"
nb ben play ann bridge givens=30 blocks=regular size=9 || die "no proposal"
within 10 has ann ben '"state":"OFFERED_TO_ME"' || die "the proposal did not arrive"
nb ann accept ben || die "not accepted"
within 20 dealt ann ben || die "the hands were not dealt"
within 20 dealt ben ann || die "the hands were not dealt"

step "The practice player plays both sides, to the final board"
nb ben auto 1 >"$WORK/ben.out" 2>&1 &
TERM=xterm nb ann auto 1 || die "ann did not get to the end"
wait $! || { cat "$WORK/ben.out"; die "ben did not get to the end"; }
within 10 has ann 1 '"state":"FINISHED"' || die "ann's game is not finished"
within 10 has ben 1 '"state":"FINISHED"' || die "ben's game is not finished"

step "Both export the game, and numbridge-verify judges it"
for who in ann ben; do
    nb $who export 1 "$WORK/$who.nblog" >/dev/null || die "$who cannot export"
    "$BIN/numbridge-verify" --both "$WORK/$who.nblog" || die "a true game was refused"
done

refuse() {
    echo
    "$BIN/numbridge-verify" "$1"
    [ $? -eq 8 ] || die "a forged game was not refused with exit code 8"
}

step "The same game with one damaged byte"
python3 - "$WORK/ann.nblog" "$WORK/damaged.nblog" <<'PY'
import sys
data = bytearray(open(sys.argv[1], "rb").read())
data[len(data) // 2] ^= 1
open(sys.argv[2], "wb").write(data)
PY
refuse "$WORK/damaged.nblog"

step "The same game with its last move cut off and one of another game in its place"
propose ann ben bridge first=proposer || die "no second game"
nb ann hint --play --game 2 >/dev/null || die "no move in the second game"
insist ann 2 resign --yes || die "no end of the second game"
within 10 has ann 2 '"state":"FINISHED"' || die "no end of the second game"
nb ann export 2 "$WORK/other.nblog" >/dev/null || die "the second game cannot be exported"
# A game that was won ends with its last move and the opening of two seeds.
move=$(nb ann --json log 2 | sed -n 's/.*"number":\([0-9]*\),"seat":0,"entry":"MOVE".*/\1/p')
count=$(python3 "$ROOT/tests/tools/splice.py" --count "$WORK/other.nblog")
python3 "$ROOT/tests/tools/splice.py" "$WORK/ann.nblog" "$WORK/grafted.nblog" 3 \
    "$WORK/other.nblog" $((count - move + 1))
refuse "$WORK/grafted.nblog"

step "All held"
entries=$(python3 "$ROOT/tests/tools/splice.py" --count "$WORK/ann.nblog")
bytes=$(stat -c %s "$WORK/ann.nblog")
took=$((($(date +%s%N) - began) / 1000000))
printf '%d entries, %d bytes, %d.%d seconds\n' "$entries" "$bytes" $((took / 1000)) \
    $((took % 1000 / 100))
