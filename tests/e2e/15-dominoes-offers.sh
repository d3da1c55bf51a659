#!/bin/bash
# Dominoes with real daemons and 2, 3 and 4 players: offers reach everybody and are accepted in any
# order; two players who are no friends play through the others; a daemon is killed in the middle;
# whole matches end alike for all, every exported file convinces the verifier, a damaged one
# does not; two practice players who know only us play with us.
# shellcheck source=tests/e2e/lib.sh disable=SC2317
. "$(dirname "$0")/lib.sh"

# all_in STATE GAME NAME...: everybody's game is in that state.
all_in() {
    local want=$1 game=$2 who
    shift 2
    for who in "$@"; do
        has "$who" "$game" "\"state\":\"$want\"" || return 1
    done
}

# hands NAME: his only unfinished game is dealt.
hands() { nb "$1" --json games | grep -qE '"state":"(MY|THEIR)_TURN"'; }

# auto_all GAME NAME...: the practice player plays for all of them.
auto_all() {
    local game=$1 who
    shift
    for who in "$@"; do
        timeout 120 "$BIN/numbridge" --home "$WORK/$who" auto "$game" </dev/null >/dev/null 2>&1 &
    done
}

# far_enough NAME GAME MOVES
far_enough() { [ "$(moves "$1" "$2")" -ge "$3" ]; }

# judge GAME NAME...: the same file from everybody, accepted; with one byte changed, refused.
judge() {
    local game=$1 who first=$2
    shift
    for who in "$@"; do
        check "$who exports" nb "$who" export "$game" "$WORK/$who.$game"
        check "accepted from $who" "$BIN/numbridge-verify" --both "$WORK/$who.$game"
        check "$who holds the same" cmp "$WORK/$first.$game" "$WORK/$who.$game"
    done
    python3 - "$WORK/$first.$game" "$WORK/damaged" <<'PY'
import sys
data = bytearray(open(sys.argv[1], "rb").read())
data[len(data) // 3] ^= 4
open(sys.argv[2], "wb").write(data)
PY
    "$BIN/numbridge-verify" "$WORK/damaged" >/dev/null 2>&1
    [ $? -eq 8 ] && ok "damaged copy refused" || bad "damaged copy not refused"
}

start ann && start ben && start cid && start dan || exit 1
befriend ann ben && befriend ann cid && befriend ann dan && befriend ben cid || exit 1

# --- two ---
check "ann proposes to ben" nb ann play ben dominoes rounds=1
check "ben hears of it" within 10 all_in OFFERED_TO_ME 1 ben
check "ben accepts" nb ben accept 1
check "dealt" within 30 hands ann
auto_all 1 ann ben
check "two players: finished" within 100 all_in FINISHED 1 ann ben
wait
judge 1 ann ben

# --- three: cid and dan are no friends of each other ---
check "ann proposes to cid and dan" nb ann play cid,dan dominoes rounds=2
check "cid hears of it" within 10 all_in OFFERED_TO_ME 1 cid
check "dan hears of it" within 10 all_in OFFERED_TO_ME 1 dan
check "dan says yes before cid" nb dan accept 1
check "dan waits" all_in SETTING_UP 1 dan
check "cid accepts" nb cid accept 1
check "dealt to dan" within 30 hands dan
check "a stranger has a name" grep -q '"~[0-9a-f]*"' <(nb dan --json show 1)
check "ann speaks to both" nb ann say 2 "good luck"
check "dan hears it" within 10 says dan 1 "good luck"
auto_all 2 ann
auto_all 1 cid dan
check "in the middle of the match" within 60 far_enough cid 1 8
crash cid
check "cid comes back" start cid
auto_all 1 cid
check "three players: cid and dan finished" within 150 all_in FINISHED 1 cid dan
check "three players: ann finished" within 20 all_in FINISHED 2 ann
wait
for who in cid dan; do nb "$who" export 1 "$WORK/$who.2" >/dev/null; done
check "ann exports" nb ann export 2 "$WORK/ann.2"
check "cid holds the same" cmp "$WORK/ann.2" "$WORK/cid.2"
check "dan holds the same" cmp "$WORK/ann.2" "$WORK/dan.2"
check "accepted" "$BIN/numbridge-verify" --both "$WORK/ann.2"

# --- four: ben and dan, cid and dan are no friends ---
dan_is_refused() { ! nb dan play ann,ben,cid dominoes >/dev/null 2>&1; }
check "dan cannot propose to strangers" dan_is_refused
check "ann proposes to all" nb ann play ben,cid,dan dominoes rounds=1 set=9
for who in ben:2 cid:2 dan:2; do
    check "${who%:*} hears of it" within 10 all_in OFFERED_TO_ME 2 "${who%:*}"
done
for who in dan cid ben; do check "$who accepts" nb "$who" accept 2; done
check "dealt to four" within 40 hands dan
auto_all 3 ann
auto_all 2 ben cid dan
check "four players: finished" within 150 all_in FINISHED 2 ben cid dan
check "four players: ann finished" within 20 all_in FINISHED 3 ann
wait
for who in ben cid dan; do nb "$who" export 2 "$WORK/$who.3" >/dev/null; done
check "ann exports" nb ann export 3 "$WORK/ann.3"
for who in ben cid dan; do check "$who holds the same" cmp "$WORK/ann.3" "$WORK/$who.3"; done
check "accepted" "$BIN/numbridge-verify" --both "$WORK/ann.3"

# --- one declines, and all know ---
check "ann proposes again" nb ann play ben,dan dominoes
check "dan hears of it" within 10 all_in OFFERED_TO_ME 3 dan
check "dan declines" nb dan decline 3
check "declined for all" within 10 all_in DECLINED 3 ben dan
check "declined for ann" within 10 all_in DECLINED 4 ann

# --- somebody vanishes: the others end it ---
check "ann proposes to ben and dan" nb ann play ben,dan dominoes
check "ben hears of it" within 10 all_in OFFERED_TO_ME 4 ben
check "dan hears of it" within 10 all_in OFFERED_TO_ME 4 dan
for who in dan ben; do check "$who accepts" nb "$who" accept 4; done
check "dealt" within 30 hands dan
gone_one='' left=()
find_turn() {
    local pair
    gone_one='' left=()
    for pair in ann:5 ben:4 dan:4; do
        if turn_of "${pair%:*}" "${pair#*:}"; then gone_one=$pair; else left+=("$pair"); fi
    done
    [ -n "$gone_one" ] && [ ${#left[@]} -eq 2 ]
}
check "somebody has the turn" within 20 find_turn
crash "${gone_one%:*}"
waits() { nb "${1%:*}" --json show "${1#*:}" | grep -q '"state":"THEIR_TURN"'; }
for pair in "${left[@]}"; do check "${pair%:*} waits" waits "$pair"; done
# Who may speak first depends on whose turn it was: the other order is refused.
both_end() {
    local pair
    for pair in "${left[@]}"; do
        look "${pair%:*}" "${pair#*:}"
        nb "${pair%:*}" end --game "${pair#*:}" --yes
    done
    ended "${left[0]}" && ended "${left[1]}"
}
ended() { nb "${1%:*}" --json show "${1#*:}" | grep -q '"ending":"ABANDONED"'; }
if [ "$gone_one" = ann:5 ]; then # ben and dan meet only at ann's
    start ann
fi
check "the others end it" within 30 both_end
[ "$gone_one" = ann:5 ] || start "${gone_one%:*}"
check "finished for all who came back" within 20 all_in FINISHED 4 ben dan
check "finished for ann" within 20 all_in FINISHED 5 ann

# --- practice players ---
check "two practice players" nb ben practice dominoes players=3 rounds=1 level=1
check "dealt" within 30 hands ben
ben_game=$(nb ben --json games | sed -n 's/.*{"number":\([0-9]*\),[^{]*"opponent":"practice".*/\1/p')
auto_all "${ben_game:-5}" ben
check "finished" within 100 all_in FINISHED "${ben_game:-5}" ben
wait

finish
