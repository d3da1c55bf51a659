#!/bin/bash
# Proves with a real SOCKS server (microsocks) that two players become friends and play through it;
# that while it is down nothing goes any other way, that this is told, and that all goes on when it
# is back; that an onion address is never dialled without a proxy; and that socks-only without socks
# is refused.
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

if ! command -v microsocks >/dev/null; then
    echo "skipped: microsocks is not installed (a Debian package; see .ci/deps)"
    exit 0
fi

port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
# Its arguments have no folder of ours: it is ended by its number.
proxy=
proxy_up() {
    microsocks -i 127.0.0.1 -p "$port" >>"$WORK/proxy.log" 2>&1 &
    proxy=$!
    within 10 python3 -c "import socket; socket.create_connection(('127.0.0.1', $port))"
}
proxy_down() {
    [ -n "$proxy" ] && kill "$proxy" && wait "$proxy"
    proxy=
} 2>/dev/null
trap 'code=$?; proxy_down; (exit $code); end_all' EXIT

# settings NAME LINE...
settings() {
    local who=$1
    shift
    mkdir -m 700 "$(home "$who")"
    printf '%s\n' "listen = 127.0.0.1:0" "nick = $who" "$@" >"$(home "$who")/numbridge.conf"
}
link_is() { nb "$1" --json friends | grep -qE "\"name\":\"$2\"[^}]*\"link\":\"$3\""; }

# Nobody can call ann.  "localhost" is a name, which ann would have to look up if she did not leave
# that to the proxy.
settings ann "announce = 127.0.0.1:1" "socks = 127.0.0.1:$port" "socks-only = yes"
settings ben
start ben
echo "announce = localhost:$(port_of ben)" >>"$(home ben)/numbridge.conf"
halt ben
start ben
proxy_up || bad "microsocks does not start"
start ann
line=$(nb ben --plain invite)
expect "friends through the proxy" 0 "is your friend" ann join "$line"
check "  ... which was asked for the name" grep -q "localhost:$(port_of ben)" "$WORK/proxy.log"
within 10 linked ann ben || bad "no link"
check "a game begins through it" propose ann ben bridge

proxy_down
check "the proxy is gone: told as that" within 20 link_is ann ben NO_PROXY
expect "  ... in words" 0 "SOCKS proxy does not answer" ann friends
check "  ... and ben hears nothing" within 20 link_is ben ann DOWN
expect "a word is written meanwhile" 0 "" ann say "hello over there" --game 1
lines=$(wc -l <"$WORK/proxy.log")
# Three whole rounds of trying, each asked for by `friends`.
for _ in 1 2 3; do nb ann friends >/dev/null; sleep 0.3; done
check "  ... and did not leave" link_is ben ann DOWN
if says ben 1 "hello over there"; then bad "it left without the proxy"; fi
[ "$lines" -eq "$(wc -l <"$WORK/proxy.log")" ] || bad "who was that?"
proxy_up || bad "microsocks does not start again"
nb ann friends >/dev/null
check "the proxy is back: linked again" within 20 linked ann ben
check "  ... and the word arrives" within 20 says ben 1 "hello over there"

# ---- onion addresses ----
onion=pg6mmjiyjmcrsslvykfwnntlaru7p5svn6y2ymmju6nubxndf4pscryd.onion:7171
settings cyd "announce = $onion"
settings dan
start cyd
start dan
line=$(nb cyd --plain invite)
expect "an onion address without a proxy" 3 "SOCKS proxy" dan join "$line"
check "  ... is told in friends, too" within 5 grep -q . <(nb dan --json friends | grep onion)
settings eva "socks-only = yes"
"$BIN/numbridged" --home "$(home eva)" --detach >"$WORK/said" 2>&1
came "socks-only without socks" 12 "socks-only without socks" $?
finish
