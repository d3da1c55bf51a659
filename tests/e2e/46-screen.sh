#!/bin/bash
# Proves on a real screen that the line being typed survives everything: news, other widths, long
# lines, wide characters; that a paste is taken as a whole and never runs as commands; that questions
# are not torn; that the history keeps no secrets; and that people hear as much as they want.
# shellcheck disable=SC2317  # functions are called through check and within
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/screen.inc
. "$(dirname "$0")/screen.inc"

start ann && start ben
check "friends" befriend ann ben
history() { find "$WORK/ann" -name history; }
said=0
# tell: ben says something; seen WHAT it is.
tell() {
    said=$((said + 1))
    nb ben --game 1 say "word$said." >/dev/null
}
told() { shows "ben: word$said"; }

check "a game" propose ann ben domains first=other
check "the prompt counts nothing at first" prompt_of ann 80 24
enter "use 1"
check "the current game stands in the prompt" within 10 shows '^numbridge 1> *$'

# The bell rang in a window that was not looked at.
rang() { [ "$(screen display-message -p -t 0 '#{window_bell_flag}')" = 1 ]; }

is_wide() {
    stty -F "$(screen display-message -p -t 0 '#{pane_tty}')" size | grep -q " $1\$"
}

# ---- news and the line being typed ----
type_in "say one two three"
press C-a M-f
within 10 typed_is "say one two three"
before=16 # columns of the prompt and of what stands before it
within 10 cursor_at $before
tell
check "news come above the line" within 10 told
check "  ... which stays whole" within 10 typed_is "say one two three"
check "  ... with the cursor where it was" within 10 cursor_at "$before"
press C-k
within 10 typed_is "say"
tell
check "news after an edit" within 10 told
press C-_
check "  ... which can still be undone" within 10 typed_is "say one two three"
press C-a C-k
within 10 typed_is ""
type_in "say grüße 日本語 żółw"
tell
check "news above wide characters" within 10 told
check "  ... which stay" within 10 typed_is "say grüße 日本語 żółw"
before=34 # columns of the prompt and of what is typed
check "  ... with the cursor behind them" within 10 cursor_at $before
type_in "x"
check "  ... and the cursor stands behind them" within 10 cursor_at $((before + 1))
press BSpace BSpace
check "  ... and one key takes one of them away" within 10 typed_is "say grüße 日本語 żół"
press C-a C-k
within 10 typed_is ""
long=$(printf 'say %s' "$(seq -s ' ' 100 400)")
type_in "$long"
within 10 shows '399 400$'
tell
check "news above a line of many rows" within 10 told
check "  ... which stays whole" within 10 typed_is "$long"
press C-a C-k
within 10 typed_is ""

# ---- other widths ----
half="say half a line that is not so short as to stay on one row of forty"
type_in "$half"
within 10 typed_is "$half"
for width in 120 40 80; do
    screen resize-window -t 0 -x "$width" -y 24
    within 10 is_wide "$width" # tmux takes its time to say so
    tell
    check "at $width columns news come" within 10 told
    check "  ... above the whole line" within 10 typed_is "$half"
done
for n in $(seq $((said - 2)) $said); do
    check "nothing above it was lost: $n" shows "ben: word$n"
done
press C-c
check "Ctrl-C forgets the line" within 10 typed_is ""
check "  ... and stays" within 10 shows '\^C'

# ---- questions ----
enter "resign"
check "a question" within 10 shows '\(y/n\)'
tell
type_in "n"
check "is not torn by news" within 10 shows 'Resign\? \(y/n\) n$'
check "  ... that wait" hides "ben: word$said"
press Enter
check "  ... until it is answered" within 10 told
check "  ... with no" within 10 shows 'Nothing was done'

# ---- pastes ----
halt ben
nb ann --game 1 say "by letter" >/dev/null
nb ann mail ben --plain >"$WORK/letter"
halt ann # or it would come by itself
start ben
{
    echo "Dear Ben,"
    for i in $(seq 150); do echo "line $i of what I did on \"holiday\", 'and so on'; resign --yes"; done
    sed 's/^/> /' "$WORK/letter"
    for i in $(seq 150); do echo "> stop"; done
} >"$WORK/mail"
printf 'stop\nresign --yes\nquit\n' >"$WORK/wrong"
prompt_of ben 80 24
taken='ann: by letter'
for mode in -p -d; do
    what=$([ $mode = -p ] && echo bracketed || echo unbracketed)
    type_in "say half"
    within 10 typed_is "say half"
    paste "$WORK/mail" $mode
    check "a whole mail, $what: the block in it is taken" within 20 shows "$taken"
    check "  ... and the half line stands below" within 10 typed_is "say half"
    check "  ... and nothing else was run" hides 'no such command|\(y/n\)'
    press C-a C-k
    within 10 typed_is ""
    taken='A message of ann: nothing new'
    paste "$WORK/wrong" $mode
    check "three lines, $what, are no commands" within 10 shows '3 lines were pasted; none was taken'
    check "  ... and the prompt is there" within 10 shows '^numbridge[^>]*> *$'
    press C-l
    within 10 hides 'were pasted'
done
expect "the daemon was not stopped" 0 ready ben status
check "the game was not given up" has ben 1 '"ending":"NONE"'
printf 'say one line' >"$WORK/one"
for mode in -p -d; do
    paste "$WORK/one" $mode
    check "one line is typed" within 10 typed_is "say one line"
    press C-a C-k
    within 10 typed_is ""
done

# ---- invitations ----
start ann
start cid
nb cid --plain invite 2>/dev/null | fold -w 50 | sed 's/^/> /' >"$WORK/ticket"
paste "$WORK/ticket" -p
check "an invitation in several lines is recognised" within 10 shows 'invitation in it.*\(y/n\)'
type_in y
press Enter
check "  ... and used" within 10 is_friend ben cid

# ---- history ----
mkdir -p "$WORK/ann/state"
find "$WORK/ann" -name history -exec chmod 644 {} +
prompt_of ann 80 24
enter "show 1"
within 10 shows 'Game 1'
nb cid --plain invite 2>/dev/null >"$WORK/ticket"
type_in "join $(cat "$WORK/ticket")"
press Enter
check "an invitation is used" within 10 is_friend ann cid
type_in "  JOIN $(tr a-z A-Z <"$WORK/ticket")"
press Enter
within 10 typed_is ""
type_in "hello $(cat "$WORK/ticket")"
press Enter
within 10 typed_is ""
enter "passphrase"
within 10 shows 'New passphrase'
type_in "correct horse"
press Enter
within 10 shows 'same again'
type_in "correct horse"
press Enter
check "a passphrase is set" within 20 shows 'will ask for it'
press C-d
ended() { ! screen has-session 2>/dev/null; }
check "Ctrl-D leaves" within 10 ended
check "the history has what was typed" grep -qx 'show 1' "$(history)"
check "  ... no invitation" bash -c "! grep -qi nbi1 '$(history)'"
check "  ... no passphrase" bash -c "! grep -q horse '$(history)'"
check "  ... and is nobody else's" test "$(stat -c %a "$(history)")" = 600

# ---- a board of nine rows on the smallest screen ----
prompt_of ann 80 24
enter "show 1"
check "the whole board is on it" within 10 shows '^ *.a. .b. .c. .d. .e. .f. .g. .h. .i. +Game 1 '
check "  ... to its last row" shows '9 . .*'
for question in "candidates 7" "near e5"; do
    press C-l
    within 10 hides 'Game 1'
    enter "$question"
    check "$question: the answer" within 10 shows '(7 can |Row, column and block leave|e5 is )'
    check "  ... below the whole board" shows '^ *.a. .b. .c. .d. .e. .f. .g. .h. .i. +Game 1 '
    check "  ... above the prompt" within 10 typed_is ""
done
press C-l
within 10 hides 'Game 1'
enter help
check "help: all of it" within 10 shows '^ *start '
check "  ... to its end" shows 'cut short'

# ---- what people want to hear ----
prompt_of ann 80 24
enter "notify turns"
within 10 shows 'Only what needs you'
tell
check "another game is proposed" nb ben play ann bridge
check "what needs me is told" within 10 shows 'ben proposes'
check "  ... what was said is not" hides "ben: word$said"
enter "notify off"
within 10 shows 'No news are shown'
tell
check "  ... then nothing" hides "ben: word$said"
nb ann accept ben >/dev/null
within 20 dealt ann 2
turn_of ann 2 && insist ann 2 hint --play
within 20 turn_of ben 2 && insist ben 2 hint --play
check "the prompt counts the games that wait" within 20 shows '^numbridge[^>]*\([12]\)> *$'
enter "notify all bell"
within 10 shows 'All news'
screen set-option -g monitor-bell on
check "no bell so far" test "$(screen display-message -p -t 0 '#{window_bell_flag}')" = 0
tell
check "one bell with the news" within 10 told
check "  ... if wanted" within 10 rang

# ---- an answer in the player's language, as people type it ----
enter "resign --game 1 --lang es"
check "a question in Spanish" within 10 shows '¿Abandonar\? \(s/n\)'
type_in "Si"
press Enter
check "  ... and its answer" within 10 shows 'por abandono'
screen kill-server
[ "$failed" -eq 0 ] || cat "$WORK/screen.last"
finish
