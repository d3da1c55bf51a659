#!/bin/bash
# Plays many simulated games, in as many processes as there are processors, and adds up what they
# were.  Arguments: folder of the built programs, number of games, first seed.
# A batch that fails is named with the seed it stopped at; the others go on.
set -eu
program=$1/tests/sim/sim_chaos
games=${2:-10000} first=${3:-1} batch=500
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

play() {
    "$1" "$2" "$3" >"$4/$3" 2>&1 || { echo "stopped in the batch from seed $3:"; cat "$4/$3"; }
}
export -f play
SECONDS=0
for ((seed = first; seed < first + games; seed += batch)); do
    left=$((first + games - seed))
    echo "$program $((left < batch ? left : batch)) $seed $out"
done | xargs -P "$(nproc)" -L 1 bash -c 'play "$@"' play

grep -h '^  ' "$out"/* | tr -d '()' | awk '
    { name = $1; i = 2; while ($i !~ /^[0-9]+$/) name = name " " $(i++)
      for (k = 0; k < 6; k++) sum[name, k] += $(i + k); names[name] = 1 }
    END { for (n in names)
        printf "%-36s %7d (%d) %7d (%d) %7d (%d)\n", n, sum[n, 0], sum[n, 1], sum[n, 2],
               sum[n, 3], sum[n, 4], sum[n, 5] }' | sort
grep -h '^= ' "$out"/* | awk '
    { n = $2; $1 = $2 = ""; if (!($0 in sum)) order[++last] = $0; sum[$0] += n }
    END { for (i = 1; i <= last; i++) printf "%9d %s\n", sum[order[i]], order[i] }'
done=$(grep -lh 'PASSED  . 1 test' "$out"/* | wc -l)
all=$(find "$out" -type f | wc -l)
echo "$games games in $SECONDS seconds: $done of $all batches passed"
[ "$done" = "$all" ]
