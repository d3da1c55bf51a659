#!/bin/bash
# Proves that a program which follows the events gets each one exactly once and in order: one that
# has been away gets what it missed, also when the daemon was killed while it followed; that what
# is stored no longer is said to be so; and what comes before and between the events.
# shellcheck disable=SC2317  # functions are called through check and within
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

start ann && start ben
check "ann and ben are friends" befriend ann ben

# follow FILE N: ann's events from number N on, in the background.
follow() {
    timeout 120 "$BIN/numbridge" --home "$WORK/ann" --json events --follow --since "$2" \
        >>"$1" 2>/dev/null </dev/null &
    follower=$!
}
# last FILE: the number of the last event in it.
last() { sed -n 's/^{"event":{"number":\([0-9]*\),.*/\1/p' "$1" | tail -n 1; }
heard() { grep -q "$2" "$1"; }
newest() { nb ann --json status | sed -n 's/.*"events":\([0-9]*\).*/\1/p'; }
caught_up() { [ "$(last "$1")" = "$(newest)" ]; }

# whole FILE: numbers from 1 on without a gap or a repetition.
whole() {
    sed -n 's/^{"event":{"number":\([0-9]*\),.*/\1/p' "$1" >"$WORK/numbers"
    [ -s "$WORK/numbers" ] && seq "$(wc -l <"$WORK/numbers")" | cmp - "$WORK/numbers"
}

bot=$WORK/bot
follow "$bot" 1
check "it says hello first" within 10 test -s "$bot"
check "  ... and who speaks" test "$(head -n 1 "$bot" | cut -c -9)" = '{"hello":'
check "then the open games" within 10 heard "$bot" '^{"snapshot":{"events":[0-9]*,"games":\[\]}'
for n in 1 2 3; do nb ben --game 1 say "hello $n" >/dev/null 2>&1; done
check "a game begins" propose ann ben blitz
check "it is told as it happens" within 10 heard "$bot" '"kind":"STARTED"'

# ---- killed while somebody follows, and while things happen ----
for round in 1 2 3 4; do
    mover=$(turn_of ann 1 && echo ann || echo ben)
    nb "$mover" hint --play --game 1 >/dev/null 2>&1 &
    move=$!
    nb ben --game 1 say "round $round" >/dev/null
    crash ann
    wait "$follower"
    check "the follower of round $round is told" test $? -eq 3
    wait "$move"
    nb ben --game 1 say "while ann is away" >/dev/null
    check "ann comes back" start ann
    check "  ... to ben" within 30 linked ann ben
    follow "$bot" $(($(last "$bot") + 1))
    nb ben --game 1 say "she is back in round $round" >/dev/null
    check "  ... what was said meanwhile arrives" within 20 heard "$bot" "she is back in round $round"
done
check "each event once, in order" whole "$bot"
check "  ... the moves as well" heard "$bot" '"kind":"MOVE"'
check "all that was said" test "$(grep -c '"text":"while ann is away"' "$bot")" -eq 4
check "the games of a snapshot" heard "$bot" '^{"snapshot":.*"opponent":"ben"'

# ---- what is wanted ----
expect "kinds that are wanted" 0 '"kind":"STARTED"' ann --json events --types STARTED,OVER
check "  ... and no others" test "$(grep -c '"event"' "$WORK/said")" -eq 1
expect "a kind that is none" 2 "NONSENSE" ann events --types MOVE,NONSENSE
expect "an option of another command" 2 "not for this command" ann events --correspondence
expect "one without tabs in it" 0 "^1	20.*	FRIEND_" ann --plain events

# ---- a backlog of several pages ----
for _ in $(seq 70); do nb ben --game 1 say "again and again"; done >/dev/null
check "many" within 30 caught_up "$bot"
kill "$follower" 2>/dev/null
wait "$follower" 2>/dev/null
rm "$bot"
follow "$bot" 1
check "a bot that begins anew" within 10 caught_up "$bot"
check "  ... gets all of them in order" whole "$bot"

# ---- a tick, and what is stored no longer ----
check "a tick" within 40 heard "$bot" '^{"tick":{"time":"20.*Z","next":[0-9]*}'
kill "$follower"
wait "$follower" 2>/dev/null
halt ann
sqlite3 "$WORK/ann/numbridge.db" "DELETE FROM events WHERE number <= 10" || bad "sqlite3"
check "ann starts again" start ann
expect "the gap is said" 0 '^\{"gap":\{"from":3,"to":10\},"v":1\}' ann --json events --since 3
expect "in words too" 0 "Events 3 to 10 are stored no longer" ann events --since 3
rm "$bot"
follow "$bot" 999999
check "numbers of another life" within 10 heard "$bot" '^{"hello":.*"reset":true'
nb ben --game 1 say "new" >/dev/null
check "  ... what is new comes" within 10 heard "$bot" '"text":"new"'
check "  ... without a gap" test "$(grep -c '^{"gap"' "$bot")" -eq 0
finish
