#!/bin/bash
# Runs the tests listed on standard input (see list.sh), several at a time, each with a time limit,
# and counts: a cmocka program counts its cases; a program whose last line is
# `N passed, N failed` counts those; any other counts as one by its exit code.
# Argument: how many at a time.  Exit 0 only if something passed and nothing failed.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export work

# One test: result to $work/NAME.count as "passed failed", a line for people to standard output.
one() {
    local seconds=$1 name=$2 log rc passed failed
    shift 2
    log=$work/${name//\//_}
    timeout -k 5 "$seconds" "$@" >"$log" 2>&1 </dev/null
    rc=$?
    if grep -qE '^\[==========\] ' "$log"; then
        passed=$(grep -cE '^\[       OK \] ' "$log")
        failed=$(sed -nE 's/^\[  FAILED  \] ([0-9]+) test.*/\1/p' "$log" | awk '{ n += $1 }
            END { print n + 0 }')
    else
        read -r passed failed < <(tail -n 1 "$log" |
            sed -nE 's/^([0-9]+) passed, ([0-9]+) failed$/\1 \2/p')
        if [ -z "${passed:-}" ]; then
            passed=$((rc == 0)) failed=$((rc != 0))
        fi
    fi
    [ "$rc" -eq 0 ] || [ "$failed" -gt 0 ] || failed=1
    echo "$passed $failed" >"$log.count"
    if [ "$failed" -eq 0 ]; then
        echo "ok    $name ($passed)"
    else
        sed 's/^/      /' "$log" | tail -n 60 >"$log.text"
        printf 'FAIL  %s (exit %s; 124 is out of time): %s\n%s\n' "$name" "$rc" "$*" \
            "$(cat "$log.text")"
    fi
}
export -f one

xargs -r -P "$1" -L 1 bash -c 'one "$@"' one
cat "$work"/*.count 2>/dev/null | awk '{ p += $1; f += $2 }
    END { printf "%d passed, %d failed\n", p, f; exit !(p > 0 && f == 0) }'
