#!/bin/bash
# Proves that Bridge is played to its end and proven on irregular boards of every size from 5 to 9.
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

start ann && start ben
check "friends" befriend ann ben
expect "5x5 has no regular blocks" 2 "do not go together.*blocks" \
    ann play ben bridge size=5 blocks=regular
n=0
for size in 5 6 7 8 9; do
    n=$((n + 1))
    check "$size by $size" propose ann ben bridge "size=$size" blocks=irregular
    expect "  ... irregular" 0 '"blocks":"irregular"' ben --json show "$n"
    expect "  ... of that size" 0 "\"size\":$size" ben --json show "$n"
    check "  ... to the end" play_out "$n" ann ben
    check "  ... proven" proven "$n" ann ben
done
finish
