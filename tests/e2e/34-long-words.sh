#!/bin/bash
# Proves that screens hold in a language whose words are 40 % longer than the English ones, with accents: no line is
# wider than 80 columns, and the columns of a list begin below each other.
# shellcheck disable=SC2317  # functions are called through check
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

long="$WORK/long"
mkdir -p "$long/locale/xx/LC_MESSAGES"
cp "$BIN/numbridge" "$BIN/numbridge-verify" "$long"
catalogue() {
    make -s -C "$ROOT" build/po/numbridge.pot &&
        python3 "$ROOT/tests/e2e/long.py" make "$ROOT/build/po/numbridge.pot" "$WORK/xx.po" &&
        msgfmt --check-format -o "$long/locale/xx/LC_MESSAGES/numbridge.mo" "$WORK/xx.po"
}
check "a language of its own" catalogue

# screen NAME COMMAND...: what a terminal of 80 columns shows him, in $WORK/screen.
screen() {
    local who=$1
    shift
    TERM=xterm COLUMNS=80 python3 "$ROOT/tests/e2e/type.py" -- \
        timeout 60 "$long/numbridge" --home "$WORK/$who" --lang xx "$@" | tr -d '\r' >"$WORK/screen"
}

# fits WHAT NAME COMMAND...: translated, and within 80 columns.
fits() {
    local what=$1
    shift
    screen "$@"
    check "$what is translated" grep -q "[âéîöû]" "$WORK/screen"
    check "$what fits" python3 "$ROOT/tests/e2e/long.py" look 80 <"$WORK/screen"
}

# below WHAT PATTERN: what follows the pattern begins at one column in all lines that have it.
below() {
    check "$1 stands in columns" python3 "$ROOT/tests/e2e/long.py" below "$2" <"$WORK/screen"
}

start ann && start ben
befriend ann ben
propose ann ben bridge >/dev/null
nb ann play ben domains per-move=3d >/dev/null
nb ann play ben dominoes >/dev/null
nb ben accept 3 >/dev/null
check "the dominoes are dealt" within 20 dealt ann 3
nb ann practice domains >/dev/null
check "Domains has begun" within 20 dealt ann 4
halt ben

fits "help" ann help
for about in all options settings place moves; do fits "help $about" ann help $about; done
screen ann help options
below "help options" '^  (--|\[--).*?  +(?=\[)'
screen ann help settings
below "help settings" '^  [a-z-]+ +'
fits "the list of games" ann games
below "the list of games" '^[ *]  [0-9]  [a-z]+ +[a-z]+ +'
fits "the list of friends" ann friends
below "the list of friends" '^[a-z]+ +'
fits "status" ann status
below "status" '^\[[^]]*\] +(?=\S)'
fits "outbox" ann outbox
fits "doctor" ann doctor
below "doctor" '^\[[^]]*\] +(?=\[)'
fits "invitations" ann invites
fits "conditions" ann conditions
fits "terms that wait" ann show 2
below "terms" '^[ *] [a-z-]+ +'
fits "a board of Bridge" ann show 1
fits "a board of Domains" ann show 4
fits "a table of dominoes" ann show 3
fits "a refusal" ann --game 1 place 99 z9
fits "a usage" ann place
nb ann resign --game 4 --yes >/dev/null
fits "the end of Domains" ann show 4
nb ann export 4 "$WORK/game.nblog" >/dev/null
python3 "$ROOT/tests/e2e/type.py" -- "$long/numbridge-verify" --lang xx --help | tr -d '\r' >"$WORK/screen"
check "the verifier's usage fits" python3 "$ROOT/tests/e2e/long.py" look 80 <"$WORK/screen"
finish
