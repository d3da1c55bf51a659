#!/bin/bash
# Proves that a SOCKS proxy that is silent, refuses, hangs up, dies or stops in the middle of a game
# is told as what it is within 5 seconds, in friends, outbox, doctor and the news; that it is tried
# again all the time; that nothing takes another way; and that the game goes on when it is back.
# shellcheck disable=SC2317  # functions that are called by name
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
# proxy KIND: see proxies.py.
proxy() {
    python3 "$ROOT/tests/e2e/proxies.py" "$1" "$port" "$WORK/proxy.log" &
    pid=$!
    within 10 python3 -c "import socket; socket.create_connection(('127.0.0.1', $port))"
}
unplug() {
    [ -z "$pid" ] || kill -9 "$pid"
    wait "$pid" 2>/dev/null
    pid=
}
pid=
link_is() { nb "$1" --json friends | grep -qE "\"name\":\"$2\"[^}]*\"link\":\"$3\""; }
calls() { wc -l <"$WORK/proxy.log"; }
called_since() { [ "$(calls)" -gt "$1" ]; }
in_news() { grep -qF -- "$1" "$WORK/news"; }

# bad_proxy KIND LINK SENTENCE SENTENCE: with this proxy; what is told comes in 5 seconds.
bad_proxy() {
    local before
    unplug
    proxy "$1" || bad "no proxy"
    before=$(calls)
    nb ann friends >/dev/null
    check "$1: told in time" within 5 link_is ann ben "$2"
    expect "  ... in words" 0 "$3" ann friends
    expect "  ... in the outbox" 0 "$4" ann outbox
    check "  ... it was asked" within 20 called_since "$before"
    check "  ... and ben heard nothing" link_is ben ann DOWN
}

mkdir -m 700 "$(home ann)" "$(home ben)"
printf '%s\n' "listen = 127.0.0.1:0" "nick = ben" >"$(home ben)/numbridge.conf"
start ben
# A name, for addresses of the loopback need no proxy; nobody can call ann.
echo "announce = localhost:$(port_of ben)" >>"$(home ben)/numbridge.conf"
halt ben
start ben
printf '%s\n' "listen = 127.0.0.1:0" "nick = ann" "announce = 127.0.0.1:1" \
    "socks = 127.0.0.1:$port" "socks-only = yes" >"$(home ann)/numbridge.conf"
start ann
line=$(nb ben --plain invite)

# ---- joining ----
proxy mute || bad "no proxy"
began=$SECONDS
expect "joining through a silent proxy" 3 "SOCKS proxy" ann join "$line"
check "  ... is told in time" test $((SECONDS - began)) -le 5
unplug
proxy "$(port_of ben)" || bad "no proxy"
check "a good one: friends" within 30 is_friend ben ann
within 20 linked ann ben || bad "no link"
check "a game begins" propose ann ben bridge
"$BIN/numbridge" --home "$(home ann)" --json events --follow >"$WORK/news" 2>&1 </dev/null & watch=$!
within 10 test -e "$WORK/news" || bad "no news"

# ---- in the middle of it ----
kill -USR1 "$pid"
expect "it stops moving: a word is written" 0 "" ann say "are you there" --game 1
expect "  ... and is not taken for received" 0 "not received" ann outbox
unplug
check "it dies: told in time" within 5 link_is ann ben NO_PROXY
expect "  ... in words" 0 "SOCKS proxy does not answer, since" ann friends
check "  ... as news" within 5 in_news NO_PROXY
bad_proxy mute NO_PROXY "SOCKS proxy does not answer, since" "SOCKS proxy does not answer"
began=$SECONDS
expect "  ... by the doctor" 1 "SOCKS proxy does not answer at 127.0.0.1:$port" ann doctor
check "  ... who is quick" test $((SECONDS - began)) -le 6
before=$(calls)
check "  ... and it is tried again" within 40 called_since "$before"
bad_proxy deaf FAR "has not reached them, since" "has not reached them"
expect "  ... which is a proxy all the same" 0 "SOCKS proxy answers at" ann doctor
bad_proxy refuse DOWN "last here" "last seen"
bad_proxy hang-up DOWN "last here" "last seen"
check "nobody has lost anything" test "$(state ann 1)" != FINISHED

# ---- back ----
unplug
proxy "$(port_of ben)" || bad "no proxy"
nb ann friends >/dev/null
check "a good one again: linked" within 30 linked ann ben
check "  ... and the word arrives" within 20 says ben 1 "are you there"
check "  ... and the game goes on" insist "$(first_of ann ben 1)" 1 resign --yes
check "  ... to its end on both sides" proven 1 ann ben
kill "$watch"
unplug
finish
