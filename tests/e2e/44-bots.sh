#!/bin/bash
# Proves that engines in other languages play whole games of every kind through `bot run`, several
# at once; that they are started again after a crash and told their games; and that nothing an
# engine does harms the bot or the daemon: silence, floods, nonsense, moves against the rules.
# shellcheck disable=SC2317  # functions are called through check and within
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

start ann && start ben
check "ann and ben are friends" befriend ann ben

# bot NAME OPTIONS -- ENGINE...: in the background; what it says goes to NAME.bot.
bot() {
    local who=$1
    shift
    timeout 280 "$BIN/numbridge" --home "$WORK/$who" --json bot run "$@" \
        >>"$WORK/$who.bot" 2>>"$WORK/$who.err" </dev/null &
    bots="${bots:-} $!"
}
stop_bots() {
    # shellcheck disable=SC2086  # several processes
    kill $bots 2>/dev/null
    wait $bots 2>/dev/null
    bots=""
}
did() { grep -qE -- "$2" "$WORK/$1.bot"; }
finished() { has "$1" "$2" '"state":"FINISHED"'; }

# ---- whole games, all at once ----
bot ann --from ben -- sh "$ROOT/docs/examples/engine.sh"
bot ben --accept bridge,domains,study,blitz,dominoes -- python3 "$ROOT/docs/examples/engine.py"
check "both engines are there" within 20 did ann '"what":"STARTED".*"text":"example in shell"'
check "  ... and say who they are" within 20 did ben '"what":"STARTED".*"text":"example in Python"'
game=0
for terms in blitz "blitz blocks=irregular claim=2" "domains size=5" "dominoes rounds=1" \
    "dominoes set=9 rounds=1 abkhaz=yes" "bridge size=6" "study size=5"; do
    # shellcheck disable=SC2086  # several words
    expect "ann's bot is asked to play $terms" 0 "" ben play ann $terms
    game=$((game + 1))
done
for n in $(seq $game); do check "game $n is played to its end" within 90 finished ann "$n"; done
for n in $(seq $game); do check "game $n is proven" proven "$n" ann ben; done
check "no move was refused for what the rules say of the board" \
    test "$(grep -c '"text":"CELL_OWNED"' "$WORK/ben.bot")" -eq 0
check "the other is told that it is a program" says ben 1 "This player is a program: example in shell"
check "the engine hears the result" within 20 did ann '"what":"RESULT","game":1'
stop_bots

# ---- engines that fail ----
# An engine made of a few lines of Python: what it does at genmove is $1.
cat >"$WORK/bad.py" <<'P'
import os, sys, time
how = sys.argv[1]
mark = sys.argv[2]
for line in sys.stdin:
    word = line.split(" ")[0].strip()
    out = "="
    if word == "protocol_version":
        out = "= 1"
        open(mark, "a").write("start\n")
    if word in ("newgame", "view", "refused"):
        open(mark, "a").write(word + "\n")
    if word == "genmove":
        if how == "crash":
            os._exit(3)
        if how == "silent":
            time.sleep(1000)
        if how == "endless":
            while True:
                sys.stdout.write("x" * 65536)
        if how == "long":
            out = "= " + "y" * 100000
        if how == "blank":
            sys.stdout.write("\n" * 100000)
        if how == "binary":
            sys.stdout.buffer.write(b"= \x00\xff\x1b[2J\n\n")
            sys.stdout.flush()
            continue
        if how == "chatty":
            sys.stdout.write("= swap 1\n\n= swap 1\n\n")
            sys.stdout.flush()
            continue
        if how == "illegal":
            out = "= place 9 z9"
        if how == "nonsense":
            out = "= the best move of all"
        if how == "mute":
            out = "?"
        if how == "flood":
            sys.stderr.write("noise \x1b[31m\n" * 200000)
            out = "?"
        if how == "deaf":
            os.close(0)
            os.close(1)
            time.sleep(1000)
    sys.stdout.write(out + "\n\n")
    sys.stdout.flush()
P
check "a game of two" propose ann ben blitz per-move=none per-game=none
((game++))
who=$(first_of ann ben "$game")
failing() { # HOW: three failures, and the game is left
    local before
    before=$(grep -c '"what":"LEFT"' "$WORK/$who.bot")
    bot "$who" --engine-time 1 -- python3 "$WORK/bad.py" "$1" "$WORK/$1.mark"
    within 60 left_more_than "$before" || return 1
    stop_bots
    alive
}
left_more_than() { [ "$(grep -c '"what":"LEFT"' "$WORK/$who.bot")" -gt "$1" ]; }
alive() { nb "$who" --json status | grep -q '"state":"READY"'; }
for how in crash silent endless long blank binary chatty illegal nonsense mute flood deaf; do
    check "an engine that is $how is left on the clock" failing $how
done
check "the position is as it was" test "$(moves ann "$game")" = 0
check "a crashed engine was started anew" test "$(grep -c start "$WORK/crash.mark")" -ge 3
check "  ... and told the game and its position" test "$(grep -c newgame "$WORK/crash.mark")" -ge 3
check "one that is only wrong was not" test "$(grep -c start "$WORK/illegal.mark")" -eq 1
check "  ... but told what was refused" grep -q refused "$WORK/illegal.mark"
check "noise is bounded" test "$(wc -c <"$WORK/$who.err")" -lt 400000
check "  ... and harmless" test "$(grep -c "$(printf '\033')" "$WORK/$who.err")" -eq 0
none_of() { [ -z "$(pgrep -f -- "$1")" ]; }
check "no engine is left behind" within 10 none_of "$WORK/bad.py"
bot "$who" --engine-time 1 --stuck=move -- python3 "$WORK/bad.py" crash "$WORK/stuck.mark"
check "or the practice player's move is made" within 40 did "$who" '"what":"FALLBACK"'
stop_bots
check "  ... on the board" test "$(moves ann "$game")" -ge 1

expect "an engine that is none" 12 "does not start" ann bot run -- /bin/false
expect "  ... as JSON" 12 '"name":"ENGINE_FAILED"' ann --json bot run -- "$WORK/none"
expect "no engine" 2 "" ann bot run
expect "a game that is none" 2 "" ann bot run --accept chess -- true

# ---- which games ----
bot ann --accept dominoes --max-games 1 --terms rounds=2 -- python3 "$ROOT/docs/examples/engine.py"
expect "another preset" 0 "" ben play ann blitz
expect "other terms" 0 "" ben play ann dominoes rounds=3
expect "one that fits" 0 "" ben play ann dominoes rounds=2
expect "one too many" 0 "" ben play ann dominoes rounds=2
check "is accepted" within 20 did ann "\"what\":\"ACCEPTED\",\"game\":$((game + 3))"
has_begun() { within 10 has ben $((game + 3)) '"started":true'; }
check "  ... and begins" has_begun
for n in 1 2 4; do
    check "no other is" has ann $((game + n)) '"state":"OFFERED_TO_ME"'
done

# ---- the daemon goes away ----
crash ann
check "the bot ends" within 20 none_of "$WORK/ann --json bot"
wait $bots
check "  ... with the code for it" test $? -eq 3
finish
