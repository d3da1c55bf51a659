#!/bin/bash
# Proves that a verifier written from docs/ alone, without our libraries, says of every game file
# what ours says: both accept all good files and refuse all bad ones, by proofs and by seeds.
# Needs python3-protobuf and protoc; make tests/tools/make_games first (`make tests` does).
set -eu
BIN=${BIN:-build/release}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

# count WHAT EXPECTED FILE: lines that are in only one of both lists are failures.
compare() {
    local wrong
    wrong=$(diff "$2" "$3" | grep -c '^[<>]' || true)
    [ "$wrong" -eq 0 ] || { echo "$1 differs:"; diff "$2" "$3" || true; }
    failed=$((failed + wrong))
    passed=$((passed + $(wc -l <"$2") - wrong))
}

# How each of them says yes and no, made into lines "FILE good" and "FILE bad".
ours() {
    "$BIN/numbridge-verify" "$1" "$work/games" | sed -nE \
        's|^.*/([a-z0-9-]+)\.nblog: holds.*|\1 good|p
         s|^.*/([a-z0-9-]+)\.nblog: REFUSED.*|\1 bad|p'
}
theirs() {
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$work:tests/reference \
        /usr/bin/python3 tests/reference/verify.py "$1" \
        "$work"/games/*.nblog | sed -E \
        's|^.*/([a-z0-9-]+)\.nblog: good.*|\1 good|; s|^.*/([a-z0-9-]+)\.nblog: refused.*|\1 bad|'
}

mkdir "$work/games"
"$BIN/tests/tools/make_games" "$work/games"
protoc --python_out="$work" -Iproto proto/entry.proto
for f in "$work"/games/*.nblog; do
    name=$(basename "$f" .nblog)
    echo "$name ${name%%-*}"
done | sort >"$work/expected"
# What only the opened seeds bring to light.
sed 's/ late$/ good/' "$work/expected" >"$work/expected.proofs"
sed 's/ late$/ bad/' "$work/expected" >"$work/expected.seeds"

theirs --proofs >"$work/proofs" &
theirs --seeds >"$work/seeds" || true
wait $! || true
for check in proofs seeds; do
    ours --$check | sort >"$work/ours" || true
    sort -o "$work/$check" "$work/$check"
    compare "ours --$check" "$work/expected.$check" "$work/ours"
    compare "reference --$check" "$work/expected.$check" "$work/$check"
done

# What an arbiter has ruled: how many rulings, and the player who has won.
"$BIN/numbridge-verify" --json "$work"/games/good-ruled-*.nblog | sed -nE \
    's|.*/([a-z0-9-]+)\.nblog".*"ruling":\{"rulings":([0-9]),"winner":([0-9]),.*|\1 \2 \3|p' |
    sed 's/ 2 .$/ 2/' | sort >"$work/ours"
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$work:tests/reference /usr/bin/python3 \
    tests/reference/verify.py "$work"/games/good-ruled-*.nblog | sed -nE \
    's|^.*/([a-z0-9-]+)\.nblog: .*; ruled: player (.) has won.*|\1 1 \2|p
     s|^.*/([a-z0-9-]+)\.nblog: .*; ruled: nobody.*|\1 1 0|p
     s|^.*/([a-z0-9-]+)\.nblog: .*; disputed by two rulings.*|\1 2|p' | sort >"$work/theirs"
[ "$(wc -l <"$work/ours")" -ge 7 ] || failed=$((failed + 1))
compare "rulings" "$work/ours" "$work/theirs"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
