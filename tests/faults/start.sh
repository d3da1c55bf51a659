#!/bin/bash
# Proves what happens when a daemon starts where it cannot, or after one that died: one daemon a
# folder, a port that is taken, a key that others can read or that is damaged, wrong options, a
# stale socket and lock after kill -9; each with its exit code and a sentence, nothing left behind.
set -u
bin=${BIN:-build/release}
work=$(mktemp -d /tmp/nb-start-XXXXXX)
passed=0 failed=0
daemon=$bin/numbridged

stop_all() {
    local lock pid
    for lock in "$work"/*/lock; do
        [ -s "$lock" ] && pid=$(head -n 1 "$lock") && kill "$pid" 2>/dev/null
    done
    rm -rf "$work"
}
trap stop_all EXIT

# Name, exit code, pattern of the sentence, command.
expect() {
    local name=$1 code=$2 pattern=$3 out rc
    shift 3
    out=$("$@" 2>&1)
    rc=$?
    if [ "$rc" -eq "$code" ] && grep -q -- "$pattern" <<<"$out"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name: exit $rc instead of $code, said: $out"
    fi
}

ask() { "$bin/numbridge" --home "$work/$1" "${@:2}"; }
port=$((20000 + RANDOM % 20000))

expect "starts in the background" 0 "" \
    "$daemon" --home "$work/a" --detach --listen "127.0.0.1:$port"
expect "answers" 0 "key  *ready" ask a status
expect "a second one for the folder" 11 "already uses this folder" \
    "$daemon" --home "$work/a" --detach
expect "and in the foreground" 11 "already uses this folder" "$daemon" --home "$work/a"
expect "a port that is taken" 12 "cannot be listened at" \
    "$daemon" --home "$work/b" --listen "127.0.0.1:$port"
expect "the first one does not mind" 0 "key  *ready" ask a status

kill -9 "$(head -n 1 "$work/a/lock")"
for _ in $(seq 100); do
    kill -0 "$(head -n 1 "$work/a/lock")" 2>/dev/null || break
    sleep 0.05
done
expect "after kill -9 socket and lock are taken over" 0 "" \
    "$daemon" --home "$work/a" --detach --listen "127.0.0.1:$port"
expect "and it answers" 0 "key  *ready" ask a status
expect "stops" 0 "stops" ask a stop
for _ in $(seq 100); do
    [ -e "$work/a/run/control" ] || break
    sleep 0.05
done
expect "the socket is gone" 1 "" test -e "$work/a/run/control"

chmod 644 "$work/a/identity.key"
expect "a key that others can read" 11 "chmod 600" "$daemon" --home "$work/a"
chmod 600 "$work/a/identity.key"
echo damaged >"$work/a/identity.key"
expect "a damaged key" 11 "key file is damaged" "$daemon" --home "$work/a"
expect "the damaged key is still there" 0 "damaged" cat "$work/a/identity.key"
head -c 20000 /dev/urandom >"$work/a/numbridge.db"
rm -f "$work/a/numbridge.db-wal" "$work/a/numbridge.db-shm"
expect "a database that is none" 12 "database is damaged" "$daemon" --home "$work/a"

expect "an option that is none" 2 "numbridged --help" "$daemon" --home "$work/c" --frobnicate
expect "an address that is none" 2 "HOST:PORT" "$daemon" --home "$work/c" --listen foo
expect "a name that is none" 2 "letters" "$daemon" --home "$work/c" --nick 7up
expect "a word too many" 2 "numbridged --help" "$daemon" --home "$work/c" word
expect "nothing was made for these" 1 "" test -e "$work/c"
expect "help" 0 "usage: numbridged" "$daemon" --help
expect "version" 0 "^numbridged [0-9]" "$daemon" --version

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
