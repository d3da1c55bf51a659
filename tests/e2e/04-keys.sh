#!/bin/bash
# Proves that a key with a passphrase stays locked until it is typed, that a key others can read and
# a damaged one are refused, and that one folder has one daemon.
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

start ann && start ben
check "friends" befriend ann ben
check "a game" propose ann ben bridge

# asked WHAT CODE PATTERN QUESTION ANSWER ... -- NAME COMMAND...: on a terminal.
asked() {
    local what=$1 code=$2 pattern=$3
    local -a pairs=()
    shift 3
    while [ "$1" != "--" ]; do
        pairs+=("$1")
        shift
    done
    python3 "$ROOT/tests/e2e/type.py" "${pairs[@]}" -- "$BIN/numbridge" --home "$WORK/$2" \
        "${@:3}" >"$WORK/said" 2>&1
    came "$what" "$code" "$pattern" $?
}

# ---- a passphrase ----
asked "two that differ" 1 "not the same" "New passphrase" "one" "again" "two" -- ann passphrase
asked "a passphrase is set" 0 "" "New passphrase" "open sesame" "again" "open sesame" -- \
    ann passphrase
check "it is not in the key file" sh -c "! grep -q sesame '$WORK/ann/identity.key'"
halt ann
start ann
expect "after a restart the key is locked" 0 "locked" ann status
expect "nothing can be signed" 11 "passphrase" ann games
expect "without a terminal none can be typed" 11 "terminal" ann unlock
asked "a wrong one" 11 "not the passphrase" "Passphrase" "open barley" -- ann unlock
expect "leaves it locked" 0 "locked" ann status
asked "the right one" 0 "Unlocked" "Passphrase" "open sesame" -- ann unlock
check "the friend is there again" within 20 linked ann ben
check "and the game goes on" within 20 dealt ann 1
asked "it is taken away" 0 "" "Present" "open sesame" "New passphrase" "" "again" "" -- \
    ann passphrase
halt ann
start ann
expect "then it is no longer asked for" 0 "key +ready" ann status

# ---- one folder, one daemon ----
"$BIN/numbridged" --home "$WORK/ann" --detach >"$WORK/second" 2>&1
check "a second daemon leaves with exit code 11" test $? = 11
check "and says why" grep -q "already uses this folder" "$WORK/second"
expect "the first one goes on" 0 "ready" ann status

# ---- key files that are not as they should be ----
halt ann
chmod 644 "$WORK/ann/identity.key"
expect "a key others can read" 11 "make it private" ann status
chmod 600 "$WORK/ann/identity.key"
cp "$WORK/ann/identity.key" "$WORK/kept"
tr 'a-m' 'n-z' <"$WORK/kept" >"$WORK/ann/identity.key"
expect "a damaged key" 11 "damaged" ann status
cp "$WORK/kept" "$WORK/ann/identity.key"
expect "and all is well again" 0 "ready" ann status
finish
