#!/bin/bash
# bench_batch - numbridge-verify over 1,000 games on 5x5 boards: time on the wall against the time
# of judging them one after the other, a process each, divided by the cores.  Both are measured
# alternately on the same files; medians of RUNS.
# Line: bench, name, value, unit, floor, ratio, goal (the most the ratio may be), ok or short.
set -eu
BIN=${BIN:-build/release}
GAMES=1000 RUNS=3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
cores=$(getconf _NPROCESSORS_ONLN)
mkdir "$work/made" "$work/games"
"$BIN/tests/tools/make_games" "$work/made"
for i in $(seq $GAMES); do cp "$work/made/good-bridge-5.nblog" "$work/games/$i"; done

# Seconds that a command takes.
timed() {
    local start
    start=$(date +%s%N)
    "$@" >/dev/null
    echo $(($(date +%s%N) - start))
}
median() { sort -n | sed -n "$(((RUNS + 1) / 2))p"; }
all() { "$BIN/numbridge-verify" "$work/games"; }
one_by_one() { find "$work/games" -type f -print0 | xargs -0 -n 1 "$BIN/numbridge-verify"; }

for _ in $(seq $RUNS); do
    timed all >>"$work/value"
    timed one_by_one >>"$work/alone"
done
awk -v value="$(median <"$work/value")" -v alone="$(median <"$work/alone")" -v cores="$cores" 'BEGIN {
    floor = alone / cores
    ratio = value / floor
    printf "bench\tverify-1000-games\t%.2f\ts\t%.2f\t%.2f\t1.50\t%s\n", value / 1e9, floor / 1e9,
           ratio, ratio <= 1.5 ? "ok" : "short"
}'
