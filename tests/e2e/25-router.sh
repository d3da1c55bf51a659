#!/bin/bash
# Proves, with routers of the test's own that speak UPnP and NAT-PMP: a forwarded port is announced to
# friends; it is asked for again before it ends, and a new address of the router is told to friends
# who are there; a router that refuses or says nothing is told as none; at the end the port is given
# back, and a silent router does not keep us more than 2 seconds; with --no-map nothing is asked.
# shellcheck disable=SC2317  # functions that are called by name
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

router() { # KIND ADDRESS
    echo "$2" >"$WORK/address"
    : >"$WORK/asked"
    rm -f "$WORK/where"
    python3 "$ROOT/tests/e2e/router.py" "$1" "$WORK/asked" "$WORK/address" >"$WORK/where" &
    router=$!
    within 10 test -s "$WORK/where" || bad "no router"
    NUMBRIDGE_TEST_ROUTER=$(cat "$WORK/where")
    export NUMBRIDGE_TEST_ROUTER NUMBRIDGE_TEST_LEASE=2
}
router_off() {
    kill "$router"
    wait "$router" 2>/dev/null
}
announces() { nb "$1" status | grep -qF -- "$2"; }
knows() { nb "$1" --json friends | grep -qF -- "\"address\":\"$2\""; }
asked() { [ "$(grep -cE -- "$1" "$WORK/asked")" -ge "$2" ]; }
knows_other() { knows "$1" "" || ! nb "$1" --json friends | grep -q "203.0.113"; }

# A daemon that listens everywhere, as people's do; its friend is on this machine.
mkdir -m 700 "$(home ann)"
printf '%s\n' "listen = *:0" "nick = ann" >"$(home ann)/numbridge.conf"
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("", 0)); print(s.getsockname()[1])')
sed -i "s/:0/:$port/" "$(home ann)/numbridge.conf"
unset NUMBRIDGE_TEST_ROUTER
start ben
for kind in upnp pmp; do
    case $kind in upnp) outer=$port ;; pmp) outer=40001 ;; esac
    router $kind 203.0.113.9
    "$BIN/numbridged" --home "$(home ann)" --detach || bad "ann does not start"
    check "$kind: what is forwarded is announced" within 20 announces ann "203.0.113.9:$outer"
    expect "  ... and the doctor knows" 0 "forwards 203.0.113.9:$outer" ann --plain doctor
    [ "$kind" = pmp ] || check "  ... friends" befriend ben ann
    within 20 linked ben ann || bad "no link"
    check "  ... told to friends" within 20 knows ben "203.0.113.9:$outer"
    check "  ... with the lease we asked for" asked '^add [0-9]+ 2$' 1
    check "  ... asked for again before it ends" within 10 asked "^add $outer 2\$" 2
    echo 203.0.113.77 >"$WORK/address"
    check "  ... a new address is told to friends" within 20 knows ben "203.0.113.77:$outer"
    echo refuse >"$WORK/address"
    check "  ... what is refused is announced no more" within 20 knows_other ben
    expect "  ... and told" 0 "No router forwards a port" ann doctor
    echo 203.0.113.9 >"$WORK/address"
    halt ann
    "$BIN/numbridged" --home "$(home ann)" --detach || bad "ann does not start"
    within 20 announces ann "203.0.113.9:$outer" || bad "nothing is forwarded"
    halt ann
    check "  ... given back at the end" asked '^delete ' 1
    "$BIN/numbridged" --home "$(home ann)" --detach || bad "ann does not start"
    within 20 announces ann "203.0.113.9:$outer" || bad "nothing is forwarded"
    echo mute >"$WORK/address"
    began=$(date +%s%N)
    halt ann
    check "  ... to a silent one in 2 s" test $((($(date +%s%N) - began) / 1000000)) -lt 2500
    "$BIN/numbridged" --home "$(home ann)" --detach || bad "ann does not start"
    within 20 asked asked 1
    expect "  ... a silent one is none" 0 "No router forwards a port" ann doctor
    began=$(date +%s%N)
    halt ann
    check "  ... and keeps nobody" test $((($(date +%s%N) - began) / 1000000)) -lt 1500
    : >"$WORK/asked"
    "$BIN/numbridged" --home "$(home ann)" --detach --no-map || bad "ann does not start"
    expect "  ... --no-map" 0 "router is not asked" ann doctor
    halt ann
    check "  ... asks nothing at all" test ! -s "$WORK/asked"
    router_off
done
finish
