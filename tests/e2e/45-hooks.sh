#!/bin/bash
# Proves that the program of `on_event` gets each event as one line of JSON, nothing of the
# daemon's environment, no shell; that bursts are gathered; and that a program which fails, hangs
# or is not there neither holds the daemon up nor fills its log.  The shipped examples are run.
# shellcheck disable=SC2317,SC2016  # functions are called through check and within
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

mkdir -p "$WORK/desk" "$WORK/.cache"
# hook WHAT: ann's program from now on.
hook() {
    printf '#!/bin/sh\n%s\n' "$1" >"$WORK/hook.new"
    chmod +x "$WORK/hook.new"
    mv "$WORK/hook.new" "$WORK/hook"
}
hook "cat >>'$WORK/got'; env >'$WORK/environment'; pwd >'$WORK/folder'; echo \"\$#\" >'$WORK/count'"
start ben && start ann
halt ann
echo "on_event = $WORK/hook" >>"$WORK/ann/numbridge.conf"
export SECRET_OF_MINE=1234 LD_SOMETHING=x
check "a daemon with a program for events" start ann
check "ann and ben are friends" befriend ann ben
got() { grep -q "$1" "$WORK/got"; }
check "an event comes" within 10 got '"kind":"FRIEND_JOINED"'
check "each is one line as events --json prints it" sh -c \
    "'$BIN/numbridge' --home '$WORK/ann' --json events >'$WORK/all' && [ -s '$WORK/got' ] &&
     ! grep -vxF -f '$WORK/all' '$WORK/got'"
check "no secret in the environment" test "$(grep -cE 'SECRET|LD_' "$WORK/environment")" = 0
check "but a path" grep -q '^PATH=' "$WORK/environment"
check "in the folder of the system" test "$(cat "$WORK/folder")" = /
check "without arguments" test "$(cat "$WORK/count")" = 0

# ---- bursts ----
: >"$WORK/got"
for n in $(seq 20); do nb ben say "word $n" >/dev/null 2>&1; done
check "a game" propose ben ann blitz per-move=none per-game=none
: >"$WORK/got"
for n in $(seq 40); do nb ben --game 1 say "word $n"; done >/dev/null
check "the last of a burst comes" within 20 got '"text":"word 40"'
check "not all of it" test "$(wc -l <"$WORK/got")" -lt 40
check "all are stored" test "$(nb ann --json events --types NOTE | grep -c 'word')" -eq 40

# ---- programs that misbehave ----
alive() { timeout 5 "$BIN/numbridge" --home "$WORK/ann" --json status >/dev/null; }
complaints() { grep -c 'fails, or takes too long' "$WORK/ann/numbridged.log"; }
complained() { [ "$(complaints)" -gt "$1" ]; }
before=$(complaints)
hook 'exit 7'
nb ben --game 1 say one >/dev/null
check "a failure is in the log" within 10 complained "$before"
for n in 2 3 4; do nb ben --game 1 say "word $n" >/dev/null; sleep 0.5; done
check "once" test "$(complaints)" -eq $((before + 1))
hook "cat >>'$WORK/got'"
check "it is tried again" within 20 got '"text":"word 4"'
hook "echo \$\$ >'$WORK/pid'; exec sleep 1000"
nb ben --game 1 say "hang" >/dev/null
check "one that hangs" within 10 test -s "$WORK/pid"
check "does not hold up the daemon" alive
check "nor a game" insist "$(first_of ann ben 1)" 1 hint --play
dead() { gone "$(cat "$WORK/pid")"; }
check "and is ended" within 20 dead
rm "$WORK/hook"
nb ben --game 1 say "nobody" >/dev/null
check "one that is not there" alive
hook "yes 2>&1 | head -c 50000000; cat >>'$WORK/got'"
check "a flood of output goes nowhere" sh -c \
    '[ "$(wc -c <"$1")" -lt 1000000 ]' sh "$WORK/ann/numbridged.log"

# ---- the examples ----
# What they would run is put before everything else in PATH.
cat >"$WORK/desk/notify-send" <<E2
#!/bin/sh
printf '%s\n' "\$*" >>'$WORK/notified'
E2
cat >"$WORK/desk/sendmail" <<E2
#!/bin/sh
cat >>'$WORK/mailed'
E2
chmod +x "$WORK"/desk/*
event='{"event":{"number":9,"time":"2026-01-01T00:00:00.000Z","kind":"YOUR_TURN",'
event="$event\"game\":3,\"mine\":false,\"name\":\"ben\"},\"v\":1}"
example() { printf '%s\n' "$event" | PATH="$WORK/desk:$PATH" NUMBRIDGE_HOME="$WORK/ann" \
    SENDMAIL="$WORK/desk/sendmail" LOGNAME=me "$ROOT/docs/examples/$1"; }
check "a notification" example notify
check "  ... says what it is" grep -q 'Your turn in game 3' "$WORK/notified"
check "a mail" example mail
check "  ... to oneself" grep -q '^To: me' "$WORK/mailed"
check "a status line" example status-line
check "  ... in its file" test -e "$WORK/.cache/numbridge-status"

check "a folder is no program" test "$(printf 'on_event = relative\n' >"$WORK/x.conf"
    mkdir -m 700 "$WORK/x" && mv "$WORK/x.conf" "$WORK/x/numbridge.conf"
    "$BIN/numbridged" --home "$WORK/x" --detach >/dev/null 2>&1; echo $?)" = 12
halt ann
none_left() { [ -z "$(pgrep -f "$WORK/ann")" ]; }
check "with the daemon all of it ends" within 10 none_left
finish
