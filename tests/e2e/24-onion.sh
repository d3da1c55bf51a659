#!/bin/bash
# Proves with real Tors, in a private network on the loopback, that two players behind onion services
# become friends and play a whole game; that a friend can tell through Tor whether one is reached;
# and that while a Tor is dead its player's daemon dials nobody in any other way, says so, loses
# nothing, and goes on when it is back.
# shellcheck disable=SC2317  # functions that are called by name
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/roads.inc
. "$ROOT/tests/e2e/roads.inc"
# shellcheck source=tests/e2e/tor.inc
. "$ROOT/tests/e2e/tor.inc"

for tool in tor tor-gencert strace; do
    command -v $tool >/dev/null && continue
    echo "skipped: $tool is not installed (a Debian package; see .ci/deps)"
    exit 0
done
if ! strace -o /dev/null true 2>/dev/null; then
    echo "skipped: this system does not let programs be traced"
    exit 0
fi

link_is() { nb "$1" --json friends | grep -qE "\"name\":\"$2\"[^}]*\"link\":\"$3\""; }
runs() { nb "$1" status; }

# Everybody has a Tor of his own, which forwards his onion address to his daemon.
declare -A onion
player() { # NAME PORT PORT_OF_TOR
    torrc "$1-tor" "SocksPort 127.0.0.1:$3" "HiddenServiceDir $WORK/$1-tor/service" \
        "HiddenServicePort 7171 127.0.0.1:$2" "ControlPort unix:$WORK/$1-tor/control" \
        "CookieAuthentication 0"
    tor_up "$1-tor" || return
    within 10 test -s "$WORK/$1-tor/service/hostname" || return
    onion[$1]=$(cat "$WORK/$1-tor/service/hostname")
    mkdir -m 700 "$(home "$1")"
    printf '%s\n' "nick = $1" "listen = 127.0.0.1:$2" "announce = ${onion[$1]}:7171" \
        "socks = 127.0.0.1:$3" "socks-only = yes" >"$(home "$1")/numbridge.conf"
}

began=$SECONDS
read -r ann_port ann_tor ben_port ben_tor <<<"$(free_ports 4)"
tor_network || { bad "no network"; tail -n 5 "$WORK"/*/said; finish; }
player ann "$ann_port" "$ann_tor" || bad "ann's Tor does not start"
player ben "$ben_port" "$ben_tor" || bad "ben's Tor does not start"
# What ben's daemon dials is written down from its first moment.  A leak sanitizer cannot look at
# a process that is traced.
ASAN_OPTIONS=detect_leaks=0 strace -f -qq -o "$WORK/trace" -e signal=none \
    -e trace=connect,sendto,sendmsg,sendmmsg "$BIN/numbridged" --home "$(home ben)" \
    >"$WORK/ben.log" 2>&1 &
start ann
within 20 runs ben || bad "ben's daemon does not start"
check "a network of $((TOR_RELAYS + 1)) relays" within 90 bootstrapped ann-tor
within 60 bootstrapped ben-tor || bad "ben's Tor is not ready"
check "ann's service can be looked up" within 60 published ann-tor
within 60 published ben-tor || bad "ben's service cannot be looked up"
echo "      after $((SECONDS - began)) s"

# ---- friends ----
line=$(nb ann --plain invite)
nb ben join "$line" >"$WORK/said" 2>&1
check "friends through Tor" within 60 is_friend ann ben
within 60 linked ben ann && within 60 linked ann ben || bad "no link"
reached() { nb "$1" doctor | grep -qF "$2 reaches this daemon at ${onion[$1]}:7171"; }
check "ben tells ann that she is reached" within 60 reached ann ben
check "  ... and the other way round" within 60 reached ben ann
check "a game begins" propose ann ben bridge
check "some moves" play_on ann ben 1 5

# ---- without Tor ----
tor_down ben-tor || bad "ben's Tor does not end"
check "his Tor is dead: told in time" within 5 link_is ben ann NO_PROXY
expect "  ... in words" 0 "SOCKS proxy does not answer, since" ben friends
expect "  ... by the doctor" 1 "SOCKS proxy does not answer" ben doctor
expect "a word is written meanwhile" 0 "" ben say "in the dark" --game 1
expect "  ... and waits" 0 "note  *not sent yet: the SOCKS proxy" ben outbox
before=$(grep -c "htons($ben_tor)" "$WORK/trace")
retried() { [ "$(grep -c "htons($ben_tor)" "$WORK/trace")" -gt "$((before + 1))" ]; }
check "  ... the proxy is tried again" within 20 retried
if says ann 1 "in the dark"; then bad "it left without Tor"; fi
tor_up ben-tor || bad "ben's Tor does not start again"
check "it is back" within 60 bootstrapped ben-tor
nb ben friends >/dev/null
check "  ... linked again" within 60 linked ben ann
check "  ... and the word arrives" within 30 says ann 1 "in the dark"

# ---- to the end ----
check "the game is played" play_on ann ben 1 200
check "  ... and proven by both" proven 1 ann ben
halt ben
grep -E 'sa_family=AF_INET' "$WORK/trace" | grep -v "htons($ben_tor), .*\"127.0.0.1\"" >"$WORK/leaks"
check "ben's daemon has dialled nothing but his Tor" test ! -s "$WORK/leaks"
head -n 3 "$WORK/leaks"
check "  ... and that was seen" test "$(grep -c "htons($ben_tor)" "$WORK/trace")" -gt 1
echo "      after $((SECONDS - began)) s"
finish
