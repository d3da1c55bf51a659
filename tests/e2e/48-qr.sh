#!/bin/bash
# Proves that the picture of an invitation is one that a reader of QR codes reads from the screen, on
# dark and light ones, with colours and without, in UTF-8 and ASCII; that it fits an ordinary screen;
# and that what was read is used like the line.
# shellcheck disable=SC2317  # functions are called through check and within
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/screen.inc
. "$(dirname "$0")/screen.inc"

start ann && start ben
scan() { # scan SCREEN: what a reader sees in $WORK/printed
    python3 "$ROOT/tests/e2e/scan.py" "$WORK/code.pbm" "$1" <"$WORK/printed" &&
        zbarimg -q --raw -S disable -S qrcode.enable "$WORK/code.pbm" 2>/dev/null
}
invite() { nb ann invite "$@" >"$WORK/printed" 2>"$WORK/said"; }
is_read() { # is_read SCREEN: the ticket in the first line is what the picture says
    local ticket
    ticket=$(head -n 1 "$WORK/printed" | tr a-z A-Z)
    [ -n "$ticket" ] && [ "$(scan "$1")" = "$ticket" ]
}
unset NO_COLOR
for kind in "TERM=xterm" "TERM=xterm-256color"; do
    for ascii in "" --ascii; do
        env "$kind" "$BIN/numbridge" --home "$WORK/ann" invite --qr --color=always $ascii \
            >"$WORK/printed" 2>/dev/null </dev/null
        check "with colours, $kind $ascii, on a dark screen" is_read dark
        check "  ... on a light one" is_read light
    done
done
for ascii in "" --ascii; do
    invite --qr --color=never $ascii
    check "without colours $ascii on a dark screen" is_read dark
    invite --qr=invert --color=never $ascii
    check "  ... on a light one, inverted" is_read light
done
check "what was read is used like the line" nb ben join "$(scan light)"
within 10 is_friend ann ben
ok "  ... and makes friends"

# On a real screen.
pixels() { screen capture-pane -e -N -p -t 0 -S - >"$WORK/printed"; }
on_screen() { pixels && [ "$(scan dark)" = "$(grep -o 'nbi1[a-z0-9]*' "$WORK/wrapped" | tr a-z A-Z)" ]; }
check "the prompt" prompt_of ann 80 50
enter "invite --qr"
check "the picture comes" within 10 shows 'It is good for 7 days'
screen capture-pane -J -p -t 0 -S - >"$WORK/wrapped"
check "  ... and is read from the screen" on_screen
check "the prompt, small" prompt_of ann 80 24
enter "invite"
check "the picture is offered" within 10 shows "invite --qr"
enter "invite --qr"
whole() {
    screen capture-pane -J -p -t 0 -S - >"$WORK/wrapped"
    screen capture-pane -e -N -p -t 0 >"$WORK/printed"
    [ "$(scan dark)" = "$(grep -o 'nbi1[a-z0-9]*' "$WORK/wrapped" | tail -n 1 | tr a-z A-Z)" ]
}
check "80 columns and 24 rows show all of it" within 10 whole
check "  ... nothing else is said" hides 'make the window larger'
screen kill-server
expect "people who see no picture are told" 0 'There is no picture' ann --reader invite --qr
expect "a wish that is none" 2 'does not fit' ann invite --qr=red
finish
