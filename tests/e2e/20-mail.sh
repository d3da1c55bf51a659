#!/bin/bash
# Proves that two players whose daemons never have a connection become friends and play a whole game
# of Bridge by text alone, one block a turn and direction; that text is taken out of a quoted mail,
# twice and in any order without harm; and that damage and strangers are told as what they are.
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

# Nobody can be reached: what they announce is a port where nobody listens.
for who in ann ben eve; do
    mkdir -m 700 "$(home $who)"
    printf 'listen = 127.0.0.1:0\nannounce = 127.0.0.1:1\nnick = %s\n' "$who" \
        >"$(home $who)/numbridge.conf"
    start $who
done

# send A B: one block from A to B, as a quoted mail with a greeting.
send() {
    nb "$1" --plain mail "$2" >"$WORK/block" || return
    { printf 'On Monday %s wrote:\r\n' "$1"; sed 's/^/> /;s/$/\r/' "$WORK/block"; echo "Bye"; } \
        >"$WORK/mail"
    grep -c 'message begins' "$WORK/block" >"$WORK/blocks"
    nb "$2" import "$WORK/mail" >"$WORK/told" 2>&1
}
check_send() { # WHAT A B
    if send "$2" "$3" && [ "$(cat "$WORK/blocks")" = 1 ]; then ok "$1"; else
        bad "$1"
        cat "$WORK/told"
    fi
}

# ---- becoming friends ----
line=$(nb ann --plain invite)
expect "joining prints a block to send" 0 "message begins" ben join "$line"
nb ben --plain mail ann >"$WORK/block"
expect "which makes a friend" 0 "ben is your friend now" ann import "$WORK/block"
expect "once" 0 "nothing new" ann import "$WORK/block"
expect "a proposal waits" 0 "proposed" ann play ben bridge first=proposer
check_send "it goes with the answer to the invitation" ann ben
check "the guest is told both" grep -q "ann is your friend now" "$WORK/told"
check "  ... and the proposal" grep -q "proposes a game" "$WORK/told"
expect "queued is no failure" 0 "not sent yet|not received yet" ann outbox
expect "games says so" 0 "queued" ann games
expect "show says so" 0 "queued" ann show 1
expect "waiting for a receipt ends" 10 "Nothing happened" ann outbox --wait=1
expect "friends says so" 0 "not delivered yet" ann friends

# ---- the prompt ----
{ cat "$WORK/block"; echo friends; } >"$WORK/typed"
"$BIN/numbridge" --home "$WORK/ben" <"$WORK/typed" >"$WORK/told" 2>&1
check "a block pasted at the prompt is taken" grep -q "A message of ann" "$WORK/told"
check "  ... and the next line is a command again" grep -q "1 game open" "$WORK/told"

# ---- the game ----
expect "accepted" 0 "accepted" ben accept ann
check_send "the acceptance" ben ann
check_send "coin, shuffle and shares" ann ben
check_send "shares" ben ann
within 10 dealt ann 1 || bad "ann has no hand"
expect "ben says a word" 0 "" ben say "good luck" --game 1
turns=0 mover=ann other=ben
while [ "$turns" -lt 150 ]; do
    [ "$(state $mover 1)" = MY_TURN ] || break
    nb $mover hint --play --game 1 >/dev/null 2>&1 || { bad "move $turns"; break; }
    send $mover $other || { bad "block $turns"; cat "$WORK/told"; break; }
    [ "$(cat "$WORK/blocks")" = 1 ] || bad "more than one block for turn $turns"
    turns=$((turns + 1))
    if [ $mover = ann ]; then mover=ben other=ann; else mover=ann other=ben; fi
done
echo "      $turns turns"
check "there were some turns" test "$turns" -gt 8
check "what was said has arrived" says ann 1 "good luck"
finished() { [ "$(state "$1" 1)" = FINISHED ]; }
for _ in 1 2 3; do
    finished ann && finished ben && break
    send ann ben
    send ben ann
done
check "ann's game is finished" finished ann
check "ben's game is finished" finished ben
expect "the proof" 0 "The game holds" ann verify 1
expect "and the other's" 0 "The game holds" ben verify 1
send ann ben
send ben ann
expect "nothing is left" 0 "has been received" ann outbox
expect "on either side" 0 "has been received" ben outbox

# ---- what is wrong with a text ----
expect "no block" 2 "No message of Numbridge" ben import "$WORK/ben/numbridge.conf"
nb ann --plain mail ben >"$WORK/block"
expect "somebody else's" 7 "sealed for somebody else" eve import "$WORK/block"
sed '3s/[A-Z]/x/g' "$WORK/block" | tr x B >"$WORK/hurt"
expect "a damaged line is named" 8 "line 2 is damaged" ben import "$WORK/hurt"
sed '3d' "$WORK/block" >"$WORK/hurt"
expect "a missing one too" 8 "line 2 is missing" ben import "$WORK/hurt"
line=$(nb ann --plain invite)
nb eve --plain join "$line" >"$WORK/block"
check "a used invitation" nb ann import "$WORK/block"
nb ann remove eve --yes >/dev/null
expect "is told as that" 7 "withdrawn|used" ann import "$WORK/block"
nb eve --json mail ann >"$WORK/json"
check "blocks as JSON" grep -q '"blocks":\["\[Numbridge message begins' "$WORK/json"
finish
