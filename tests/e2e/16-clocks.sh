#!/bin/bash
# Proves clocks that count, with real daemons: who lets his time go by loses the turn by his own
# daemon and, at the third, the game; one who has vanished is warned and claimed against, and when
# he comes back he gives way and the result is agreed; a pause stops the clocks; added time and
# leave lengthen a turn; a restart costs no turn.
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

start ann && start ben && befriend ann ben || exit 1

other_of() { if [ "$1" = ann ]; then echo ben; else echo ann; fi; }
said() { nb "$1" events --since 1 | grep -qF -- "$2"; }
ended() { has "$1" "$2" '"ending":"CLOCK"' && has "$1" "$2" '"state":"FINISHED"'; }

# --- nobody moves: turns are lost, then the game ---
check "a game of 5 seconds a move" propose ann ben bridge clock=claim per-move=5s per-game=none
check "lost without anybody doing anything" within 60 ended ann 1
check "and so says the other" within 10 ended ben 1
check "agreed" has ben 1 '"grade":"AGREED"'
lost() { [ "$(nb "$1" log "$2" | grep -c "lost a turn")" -ge "$3" ]; }
check "turns were lost" lost ann 1 3
reminded() { nb "$1" events --since 1 | grep -q "your clock runs"; }
check "ann was reminded" reminded ann
check "both files hold" proven 1 ann ben

# --- one vanishes ---
check "a second game" propose ann ben bridge clock=claim per-move=10s per-game=none
late=$(first_of ann ben 2) waits=$(other_of "$late")
look "$waits" 2
expect "not late yet" 6 "not up yet" "$waits" warn --game 2
expect "no claim without a warning" 6 "" "$waits" claim time --yes --game 2
crash "$late"
check "warned when the time is up" within 30 look_and_do "$waits" 2 warn
check "it is shown" has "$waits" 2 '"warned_mine":true'
needs_yes() { look_and_do "$waits" 2 claim time; [ $? -eq 1 ]; }
check "a claim wants yes where there is no terminal" within 30 needs_yes
check "claimed after the grace" within 30 look_and_do "$waits" 2 claim time --yes
check "claimed, not agreed" has "$waits" 2 '"grade":"CLAIMED"'
check "and listed so" grep -q "claimed" <(nb "$waits" games)
nb "$waits" export 2 "$WORK/second.nblog" --yes >/dev/null
check "the verifier says so" grep -q "claimed" <("$BIN/numbridge-verify" "$WORK/second.nblog")
check "he comes back" start "$late"
check "he gives way" within 20 ended "$late" 2
check "and all is agreed" within 10 has "$waits" 2 '"grade":"AGREED"'
check "both files hold" proven 2 ann ben

# --- pause, added time, leave ---
check "a third game" propose ann ben bridge clock=claim per-move=30s per-game=10m leave=3
turn=$(first_of ann ben 3) waits=$(other_of "$turn")
check "more time" insist "$waits" 3 add-time 5m
check "it arrives" within 10 has "$turn" 3 '"turn_ms":330000'
look "$turn" 3
expect "not for oneself" 6 "" "$turn" add-time 5m --game 3
check "one asks for a pause" insist "$turn" 3 pause
check "the other hears it" within 10 said "$waits" "asks for a pause"
check "and agrees" insist "$waits" 3 pause
check "the clocks stand still" within 10 has "$turn" 3 '"paused":true'
look "$waits" 3
expect "no warning meanwhile" 6 "paused" "$waits" warn --game 3
check "they run again" insist "$waits" 3 resume
check "for both" within 10 has "$turn" 3 '"paused":false'
look "$turn" 3
expect "more leave than there is" 6 "" "$turn" leave 4 --game 3
check "two days" insist "$turn" 3 leave 2
check "one is left" has "$turn" 3 '"leave_left":1'
check "the other knows" within 10 said "$waits" "takes 2 days of leave"
check "a restart" halt "$turn"
check "of his daemon" start "$turn"
check "costs no turn" has "$turn" 3 '"state":"MY_TURN"'
check "he resigns" insist "$turn" 3 resign --yes
check "both files hold" proven 3 ann ben

# --- words that look alike ---
check "a friendly game" propose ann ben bridge
look ann 4
expect "clocks that decide nothing" 6 "" ann pause --game 4
expect "and so nothing is asked" 6 "decides nothing" ann claim time --game 4
expect "a time is a time" 2 "" ann add-time soon --game 4

finish
