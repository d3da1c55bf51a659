#!/bin/bash
# Proves that bash and zsh complete commands, friends, games, cells and tiles in hand; that they
# start no daemon and wait for none; and that `make install` puts everything where it is found.
# shellcheck disable=SC2317  # functions are called through check and within
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

say() { nb ann complete "$@" >"$WORK/said" 2>&1; }
gives() { # gives WHAT PATTERN WORD...: one of the candidates is the pattern
    local what=$1 pattern=$2
    shift 2
    say "$@"
    came "$what" 0 "^($pattern)\$" $?
}

mkdir -m 700 "$WORK/ann"
gives "without a daemon: commands" 'friends' fri
say show "" && check "  ... no game" test ! -s "$WORK/said"
check "  ... and no daemon was started" test ! -e "$WORK/ann/run/control"
rmdir "$WORK/ann" 2>/dev/null || rm -rf "$WORK/ann"

start ann && start ben
check "friends" befriend ann ben
check "a game" propose ann ben bridge first=proposer
gives "a command that is not for people stays hidden" 'conditions' co
check "  ..." bash -c "! grep -qx complete '$WORK/said'"
gives "a friend" 'ben' play b
gives "a game and its settings" 'givens=' play ben bridge giv
gives "a setting's key alone" 'bridge' play ben br
gives "numbers of games" '1' show ""
gives "options" '--json' games --js
gives "options between words are no words" 'ben' --json play b
hand=$(nb ann --json show 1 | sed -n 's/.*"hand":\[\([0-9]\).*/\1/p')
gives "tiles in hand" "$hand" place ""
gives "cells" '[a-i][1-9]' place "$hand" ""
gives "cells to look at" 'a1' near a
gives "the game can be named" "$hand" --game 1 place ""

# A daemon that does not answer.
pid=$(pid_of ann)
kill -STOP "$pid"
before=$(date +%s%N)
say play b
after=$(date +%s%N)
kill -CONT "$pid"
check "a daemon that does not answer is waited for a fifth of a second" \
    test $(((after - before) / 1000000)) -lt 700
check "  ... in silence" test ! -s "$WORK/said"

# bash, without the framework.
cat >"$WORK/bash.rc" <<'RC'
PS1='ready> '
. "$ROOT/cli/completion/numbridge.bash"
bind 'set bell-style none' 'set show-all-if-ambiguous on' 'set enable-bracketed-paste off'
RC
# shellcheck source=tests/e2e/screen.inc
. "$(dirname "$0")/screen.inc"
export ROOT
tries() { # tries WHAT TYPED PATTERN
    screen send-keys -t 0 C-u
    screen send-keys -t 0 -l -- "$2"
    screen send-keys -t 0 Tab
    check "$1" within 10 shows "$3"
}
in_shell() {
    tries "$1: a command" "numbridge --home $WORK/ann fri" 'ann friends *$'
    tries "$1: a friend" "numbridge --home $WORK/ann play b" 'play ben *$'
    tries "$1: a setting" "numbridge --home $WORK/ann play ben bridge giv" 'bridge givens=$'
    tries "$1: an option" "numbridge --home $WORK/ann play ben --corr" 'play ben --correspondence *$'
    tries "$1: a game" "numbridge --home $WORK/ann use " 'ann use 1 *$'
    touch "$WORK/some-mail.txt"
    tries "$1: a file" "numbridge --home $WORK/ann import $WORK/some-m" 'some-mail.txt *$'
    screen kill-server 2>/dev/null
    screens=$((screens + 1))
}
screen new-session -d -x 200 -y 24 "exec bash --norc --rcfile '$WORK/bash.rc' -i"
screen send-keys -t 0 -l -- ". '$WORK/bash.rc'; clear"
screen send-keys -t 0 Enter
check "bash is there" within 10 shows '^ready> *$'
in_shell bash

# zsh, with its own machinery and the file in fpath.
mkdir "$WORK/zsh"
cat >"$WORK/zsh/.zshrc" <<'RC'
PS1='ready> '
fpath=("$ROOT/cli/completion" $fpath)
autoload -Uz compinit && compinit -u -d "$ZDOTDIR/dump"
unsetopt beep
RC
screen new-session -d -x 200 -y 24 "exec env ZDOTDIR='$WORK/zsh' zsh -i"
check "zsh is there" within 20 shows '^ready> *$'
in_shell zsh

# What is installed.
make -s -C "$ROOT" install OUT="$BIN" DESTDIR="$WORK/inst" PREFIX=/usr >"$WORK/said" 2>&1
came "make install" 0 "" $?
for file in share/bash-completion/completions/numbridge share/zsh/vendor-completions/_numbridge \
    lib/systemd/user/numbridged.service share/man/man1/numbridge.1; do
    check "  ... $file" test -s "$WORK/inst/usr/$file"
done
unit=$WORK/inst/usr/lib/systemd/user/numbridged.service
if command -v systemd-analyze >/dev/null; then
    sed -i "s,/usr/bin/,$WORK/inst/usr/bin/,; /^Documentation/d" "$unit"
    XDG_RUNTIME_DIR="$WORK" systemd-analyze verify --user "$unit" >"$WORK/said" 2>&1
    came "systemd accepts the unit" 0 "" $?
    check "  ... without a word about it" bash -c "! grep -q numbridged.service '$WORK/said'"
fi
[ "$failed" -eq 0 ] || cat "$WORK/screen.last"
finish
