#!/bin/bash
# Proves on a real screen that news appears above the line being typed without tearing it, that
# completion and the history work, and that Ctrl-C and Ctrl-D do what people expect.
# shellcheck disable=SC2317  # functions are called through check and within
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

start ann && start ben
check "friends" befriend ann ben

# shellcheck source=tests/e2e/screen.inc
. "$(dirname "$0")/screen.inc"

screen new-session -d -x 100 -y 40 "exec '$BIN/numbridge' --home '$WORK/ann'"
check "the prompt appears" within 20 shows '^numbridge.*> *$'

type_in "say half a sen"
check "half a line is typed" within 10 shows '> say half a sen$'
nb ben play ann bridge first=other >/dev/null
check "news comes above it" within 10 shows 'ben proposes a game'
check "and the half line stands below, whole" within 10 shows '> say half a sen$'
check "  ... as the last line" test "$(last_line | sed 's/^[^>]*> //')" = "say half a sen"
press C-u
type_in "fri"
press Tab
check "a command is completed" within 10 shows '> friends *$'
press Enter
check "and done" within 10 shows '^ben +online'
type_in "play b"
press Tab
check "a name is completed" within 10 shows '> play ben *$'
press C-u
type_in "accept ben"
press Enter
check "the game begins" within 20 shows 'the hands are dealt'
press Up
check "the history brings the line back" within 10 shows '> accept ben *$'
press C-c
check "Ctrl-C forgets the line and stays" within 10 shows '> *$'
type_in "nonsense"
press Enter
check "a wrong command is answered" within 10 shows 'no such command'
within 20 dealt ben 1
nb ben say "are you there" >/dev/null
check "what ben says appears" within 10 shows 'are you there'
press C-u C-d
ended() { ! screen has-session 2>/dev/null; }
check "Ctrl-D leaves" within 10 ended
expect "the daemon stays" 0 "ready" ann status
history=$(find "$WORK/ann" -name history)
check "what was typed is kept" grep -q "accept ben" "$history"
screen kill-server 2>/dev/null
[ "$failed" -eq 0 ] || cat "$WORK/screen.last"
finish
