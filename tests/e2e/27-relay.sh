#!/bin/bash
# Proves that a friend's daemon carries a game between two players who are never up at the same time;
# that it can read nothing of it; that it keeps nothing for strangers, or when it was not asked to.
# shellcheck disable=SC2317  # functions that are called by name
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/roads.inc
. "$ROOT/tests/e2e/roads.inc"

# Only the relay can be reached by others.
mkdir -m 700 "$(home rob)"
printf '%s\n' 'listen = 127.0.0.1:0' 'nick = rob' 'relay = yes' >"$(home rob)/numbridge.conf"
start rob
away ann
away ben
check "ann knows rob" befriend rob ann
check "ben knows rob" befriend rob ben
check "ann and ben are friends by text" friends_by_text ann ben
expect "nobody is his own relay" 7 "does not keep" ann road ben relay ben
expect "an unknown relay" 4 "no such friend" ann road ben relay zoe
expect "ann's road" 0 "relay +rob" ann road ben relay rob
expect "ben's road" 0 "relay +rob" ben road ann relay rob

halt ben
# Everything: shares that he wrote by himself may have gone before the move.
deposited() {
    nb "$1" outbox >"$WORK/outbox" && grep -q 'sent by relay' "$WORK/outbox" &&
        ! grep -q 'not sent yet' "$WORK/outbox"
}
expect "ann proposes" 0 "proposed" ann play ben bridge first=proposer
check "rob has it" within 30 deposited ann
sqlite3 "$(home rob)/"*/numbridge.db 'SELECT count(*) FROM parcels' 2>/dev/null >"$WORK/count" ||
    find "$(home rob)" -name '*.db' -exec sqlite3 {} 'SELECT count(*) FROM parcels' \; >"$WORK/count"
check "  ... in his database" test "$(cat "$WORK/count")" -ge 1
game=$(nb ann --json show 1 | sed -n 's/.*"id":"\([0-9a-f]\{64\}\)".*/\1/p')
find "$(home rob)" -name '*.db*' -exec cat {} + >"$WORK/seen"
hides() {
    python3 -c 'import sys
sys.exit(len(sys.argv[2]) != 64
         or bytes.fromhex(sys.argv[2]) in open(sys.argv[1], "rb").read())' "$1" "$2"
}
check "  ... and cannot even see which game it is" hides "$WORK/seen" "$game"

# One is up, then the other, never both.
there() { nb "$1" friends | grep -q "rob  *online"; }
away_turn() { # NAME OTHER COMMAND...: NAME comes, does something, waits until rob has it, goes
    local who=$1
    shift
    start "$who" && within 20 there "$who" && "$@" && within 30 deposited "$who" && halt "$who"
}
accepts() { within 20 has ben ann '"state":"OFFERED_TO_ME"' && nb ben accept ann >/dev/null; }
moves_on() { # NAME: a move if it is his turn
    within 20 turn_of "$1" 1 && nb "$1" hint --play --game 1 >/dev/null 2>&1
}
gives_shares() { within 20 owes "$1"; }
owes() { ! received "$1"; } # something of his is on its way
halt ann
check "ben accepts while ann is away" away_turn ben accepts
check "ann's shuffle while ben is away" away_turn ann gives_shares ann
check "ben's shares while ann is away" away_turn ben gives_shares ben
check "ann moves" away_turn ann moves_on ann
check "ben moves" away_turn ben moves_on ben
check "ann moves again" away_turn ann moves_on ann
start ben
within 20 there ben
three() { [ "$(moves ben 1)" -ge 3 ]; }
check "the moves are there" within 20 three
crash rob
start rob
halt ben

# ---- one who was not asked to ----
sed -i 's/relay = yes/relay = no/' "$(home rob)/numbridge.conf"
halt rob
start rob
start ann
within 20 there ann
nb ann say "are you there?" --game 1 >/dev/null
refused() { nb ann road ben | grep -q 'does not keep'; }
check "is told as that" within 30 refused
finish
