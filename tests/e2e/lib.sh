# Helpers for tests with real daemons and real commands; every script sources this file first.
#   . "$(dirname "$0")/lib.sh"
# Each script has a folder of its own with one home for each player, listens on the loopback with
# ports the system chooses, and ends all its daemons whatever happens.  Nothing sleeps for luck:
# what takes time is waited for, with a deadline.
# shellcheck shell=bash

set -u
BIN=$(cd "${BIN:-build/release}" && pwd)
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
WORK=$(mktemp -d "${TMPDIR:-/tmp}/nb.XXXXXX") # short: the path of a socket has 107 bytes at most
unset NUMBRIDGE_HOME XDG_RUNTIME_DIR
export LC_ALL=C.UTF-8 TERM=dumb NO_COLOR=1 HOME="$WORK" PATH="$BIN:$PATH"
passed=0 failed=0

# ---- processes ----

# Processes of this script's players: the homes are in their arguments, and the name of the
# folder is like no other.
daemons() {
    local p
    for p in /proc/[0-9]*; do
        if tr '\0' ' ' 2>/dev/null <"$p/cmdline" | grep -qF -- "$WORK/"; then
            [ "${p#/proc/}" = "$$" ] || echo "${p#/proc/}"
        fi
    done
}

end_all() {
    local code=$? p
    trap - EXIT INT TERM HUP
    for p in $(daemons); do kill "$p" 2>/dev/null; done
    for _ in $(seq 50); do
        [ -n "$(daemons)" ] || break
        sleep 0.1
    done
    for p in $(daemons); do kill -9 "$p" 2>/dev/null; done
    rm -rf "$WORK"
    exit "$code"
}
trap end_all EXIT
trap 'exit 130' INT TERM HUP

home() { echo "$WORK/$1"; }

# nb NAME COMMAND...: a command of this player.
nb() {
    local who=$1
    shift
    timeout 60 "$BIN/numbridge" --home "$WORK/$who" "$@" </dev/null
}

# start NAME: his daemon, ready when this returns.  The system chooses his port the first time; he
# keeps it, as people do, or two friends who restart at once could never find each other again.
start() {
    local who=$1 port
    if [ ! -d "$WORK/$who" ]; then
        mkdir -m 700 "$WORK/$who"
        printf 'listen = 127.0.0.1:0\nnick = %s\n' "$who" >"$WORK/$who/numbridge.conf"
    fi
    "$BIN/numbridged" --home "$WORK/$who" --detach || return
    grep -q ':0$' "$WORK/$who/numbridge.conf" || return 0
    port=$(port_of "$who")
    sed -i "s/^listen = .*/listen = 127.0.0.1:$port/" "$WORK/$who/numbridge.conf"
}

port_of() { nb "$1" --json status | sed -n 's/.*"listen":"127.0.0.1:\([0-9]*\)".*/\1/p'; }

pid_of() { nb "$1" --json status | sed -n 's/.*"pid":\([0-9]*\).*/\1/p'; }

gone() { [ ! -d "/proc/$1" ] || grep -q '^State:.*zombie' "/proc/$1/status" 2>/dev/null; }

# crash NAME: kill -9, as a power cut would.
crash() {
    local pid
    pid=$(pid_of "$1")
    kill -9 "$pid"
    within 10 gone "$pid"
}

# halt NAME: stop in good order.
halt() {
    local pid
    pid=$(pid_of "$1")
    nb "$1" stop >/dev/null
    within 10 gone "$pid"
}

# ---- waiting ----

# within SECONDS COMMAND...: again and again until it succeeds.
within() {
    local end=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        [ "$SECONDS" -lt "$end" ] || { echo "waited in vain: $*" >&2; return 1; }
        sleep 0.05
    done
}

# ---- counting ----

ok() {
    passed=$((passed + 1))
    echo "ok    $*"
}

bad() {
    failed=$((failed + 1))
    echo "FAIL  $*"
}

# check WHAT COMMAND...: the command succeeds.
check() {
    local what=$1
    shift
    if "$@" >"$WORK/said" 2>&1; then ok "$what"; else
        bad "$what (exit $?): $*"
        sed 's/^/      /' "$WORK/said"
    fi
}

# came WHAT CODE PATTERN GOT: exit code GOT is CODE, and what is in $WORK/said has the pattern.
came() {
    if [ "$4" -eq "$2" ] && { [ -z "$3" ] || grep -qE -- "$3" "$WORK/said"; }; then
        ok "$1"
    else
        bad "$1: exit $4, not $2, or no /$3/"
        head -n 40 "$WORK/said" | sed 's/^/      /'
    fi
}

# expect WHAT CODE PATTERN NAME COMMAND...: exit code, and a sentence on stdout or stderr.
expect() {
    nb "${@:4}" >"$WORK/said" 2>&1
    came "$1" "$2" "$3" $?
}

finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
    exit
}

# ---- people and games ----

# befriend A B: A invites, B joins.
befriend() {
    local line
    line=$(nb "$1" --plain invite) && nb "$2" join "$line" >/dev/null &&
        within 10 is_friend "$1" "$2"
}

is_friend() { nb "$1" --json friends | grep -q "\"name\":\"$2\".*\"joined\":true"; }

# has NAME GAME "KEY":VALUE: a field of what `show` says as JSON.
has() { nb "$1" --json show "$2" | grep -qF -- "$3"; }

# propose A B GAME SETTINGS...: A proposes to B, B accepts; ready when both have their hands.
propose() {
    local a=$1 b=$2
    shift 2
    nb "$a" play "$b" "$@" >/dev/null && within 10 has "$b" "$a" '"state":"OFFERED_TO_ME"' &&
        nb "$b" accept "$a" >/dev/null && within 20 dealt "$a" "$b" && within 20 dealt "$b" "$a"
}

dealt() { nb "$1" --json show "$2" | grep -qE '"state":"(MY|THEIR)_TURN"'; }

# pick NAME GAME WHAT: a move as it is typed, see pick.py.
pick() { nb "$1" --json show "$2" | python3 "$ROOT/tests/e2e/pick.py" "$3"; }

turn_of() { has "$1" "$2" '"state":"MY_TURN"'; }

# moves NAME GAME: how many have been made.
moves() { nb "$1" --json show "$2" | sed -n 's/.*"moves":\([0-9]*\),"entries".*/\1/p'; }

state() { nb "$1" --json show "$2" | sed -n 's/.*"state":"\([A-Z_]*\)","preset".*/\1/p'; }

says() { nb "$1" notes "$2" | grep -qF -- "$3"; }

# offered NAME GAME: somebody's draw offer stands.
offered() { nb "$1" --json show "$2" | grep -qE '"draw_by":[01]'; }

# look NAME GAME: what a command signs is bound to the board that was seen last.
look() { nb "$1" show "$2" >/dev/null; }

# insist NAME GAME COMMAND...: look and do, again while entries that programs write by themselves
# come in between.
insist() { within 10 look_and_do "$@"; }
look_and_do() {
    local who=$1 game=$2
    shift 2
    look "$who" "$game" && nb "$who" "$@" --game "$game"
}

# linked A B: A is connected to B.
linked() { nb "$1" --json friends | grep -qE "\"name\":\"$2\"[^}]*\"link\":\"UP\""; }

# play_out GAME NAME...: the practice player plays for all of them at once, until all bags are open.
play_out() {
    local game=$1 who job jobs="" code=0
    shift
    for who; do
        timeout 250 "$BIN/numbridge" --home "$WORK/$who" auto "$game" >"$WORK/$who.auto" 2>&1 \
            </dev/null &
        jobs="$jobs $!"
    done
    for job in $jobs; do wait "$job" || code=1; done
    [ "$code" -eq 0 ] || tail -n 5 "$WORK"/*.auto
    return "$code"
}

# proven GAME NAME...: everybody's game is finished, and his exported file is accepted both ways.
proven() {
    local game=$1 who
    shift
    for who; do
        within 20 has "$who" "$game" '"state":"FINISHED"' &&
            nb "$who" export "$game" "$WORK/$who-$game.nblog" --yes >/dev/null &&
            "$BIN/numbridge-verify" --both "$WORK/$who-$game.nblog" || return 1
    done
}

# first_of A B GAME: whichever of the two begins.
first_of() { if turn_of "$1" "$3"; then echo "$1"; else echo "$2"; fi; }
