#!/bin/bash
# Proves that a newcomer with nothing at all plays a whole game against the practice player: the
# command starts the daemon, the daemon starts a second one with a key of its own, and that one ends
# with the first.
# shellcheck disable=SC2317  # functions are called through check and within
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

mkdir -m 700 "$WORK/ann"
echo "listen = 127.0.0.1:0" >"$WORK/ann/numbridge.conf"

expect "one command from nothing to a game" 0 "" ann practice bridge
check "hands are dealt" within 20 dealt ann 1
expect "the practice player is a friend" 0 "practice" ann friends
key() { sed -n "s/.*\"$1\":\"\([0-9a-f]*\)\".*/\1/p"; }
check "with a key of its own" test \
    "$(nb ann --json friends | key key)" != "$(nb ann --json status | key key)"
two() { [ "$(daemons | wc -l)" -eq 2 ]; }
check "two daemons are running" within 10 two
expect "a game to its end" 0 "^Game 1: you (placed|claimed|swapped)" ann auto 1
check "  ... without a word about turns" sh -c "! grep -q 'it is your turn' '$WORK/said'"
within 20 has ann 1 '"state":"FINISHED"'
expect "which is proven" 0 "The game holds" ann verify 1
expect "another one, weaker, smaller" 0 "" ann practice blitz level=1
check "begins too" within 20 dealt ann 2
crash ann
expect "after a power cut it goes on" 0 "" ann auto 2
expect "and is proven" 0 "The game holds" ann verify 2
expect "a level that is none" 2 "" ann practice bridge level=9
expect "stop" 0 "" ann stop
none() { [ -z "$(daemons)" ]; }
check "ends both daemons" within 20 none
finish
