#!/bin/bash
# Proves that matches of dominoes are played to their end with two, three and four players, also by
# hand with the commands people type, in all sets and in Abkhaz; that what the rules forbid is
# refused; that more than two agree to end a game without a result; and that the verifier accepts
# what everybody exported.
# shellcheck disable=SC2317  # functions are called through check and within
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

for who in ann ben cat dan; do start $who; done
for who in ben cat dan; do check "ann and $who are friends" befriend ann $who; done

# invited GAME NAME...: the proposal is there; all_dealt GAME NAME...: the tiles are.
invited() { has "$2" "$1" '"state":"OFFERED_TO_ME"'; }
all_dealt() {
    local game=$1 who
    shift
    for who; do within 30 dealt "$who" "$game" || return 1; done
}

# ---- two players, by hand ----
expect "a set that is none" 2 "set may be 6, 9, 12" ann play ben dominoes set=7
expect "a proposal" 0 "proposed" ann play ben dominoes rounds=1 first=proposer
within 10 invited 1 ben
expect "in words" 0 "a double-6 set" ben show 1
expect "is accepted" 0 "" ben accept ann
check "tiles are dealt" all_dealt 1 ann ben
expect "seven each" 0 '"hand_counts":\[7,7\],"bag":14' ann --json show 1
expect "doubles are shown first" 0 "yet to show a double" ann show 1
expect "before a tile is laid" 5 "played first. .*'show 6-6' shows one" ann 0-0 --game 1
printf 'show 1\nshow 99\n' | "$BIN/numbridge" --home "$WORK/ann" >"$WORK/said" 2>&1
came "a double may be written short, and is no game then" 2 "no such tile. .99." $?
expect "or drawn" 6 "not started" ann draw --game 1
expect "only one's own" 5 "do not hold|highest double" ann show 0-1 --game 1
expect "not out of turn" 6 "not your turn" ben show none --game 1

# advised NAME GAME: what the practice player would type.
advised() { nb "$1" hint --game "$2"; }
# by_hand NAME GAME: that, typed.
# shellcheck disable=SC2046  # a move is several words
by_hand() { look "$1" "$2" && nb "$1" $(advised "$1" "$2") --game "$2" >"$WORK/typed" 2>&1; }
may_move() { nb "$1" --json show "$2" | grep -q '"may_move":true'; }
over() { nb "$1" --json show "$2" | grep -qE '"state":"(FINISHED|CLOSING)"'; }
check "a double or none is shown" by_hand ann 1
within 20 may_move ben 1
check "by both" by_hand ben 1
played=0
while ! over ann 1 && [ "$played" -lt 400 ]; do
    for who in ann ben; do
        if may_move $who 1; then
            by_hand $who 1 || { over ann 1 || { bad "$(cat "$WORK/typed")"; played=400; }; }
            played=$((played + 1))
        fi
    done
done
check "a whole round is typed" test "$played" -gt 4 -a "$played" -lt 400
check "proven" proven 1 ann ben
expect "the log" 0 "laid [0-6]-[0-6] on the" ann log 1
expect "the round in sentences" 0 "Tiles left, with their pips" ben show 1 --reader

# ---- two players, whole matches ----
for terms in "set=9 rounds=2" "set=12 rounds=1" "abkhaz=yes rounds=1"; do
    game=$((${game:-1} + 1))
    # shellcheck disable=SC2086  # several settings
    check "$terms" propose ann ben dominoes $terms
    check "  ... to the end" play_out $game ann ben
    check "  ... proven" proven $game ann ben
done

# ---- three and four players ----
expect "four at Bridge" 2 "only dominoes" ann play ben,cat,dan bridge
expect "too many friends" 2 "" ann play ben,cat,dan,eve dominoes
expect "one of them unknown" 4 "no such friend" ann play ben,zoe dominoes

# round_table NAMES SETTINGS: ann's game with these, started; its number by player in game[].
declare -A game_of
last_game() { nb "$1" --json games | grep -o '"number":[0-9]*' | sort -t: -k2n | tail -n 1 | cut -d: -f2; }
round_table() {
    local names=$1 who before
    shift
    declare -A before
    for who in ann ${names//,/ }; do before[$who]=$(last_game "$who"); done
    nb ann play "$names" dominoes "$@" >"$WORK/said" || return 1
    for who in ann ${names//,/ }; do
        game_of[$who]=$((${before[$who]:-0} + 1))
        [ "$who" = ann ] && continue
        within 20 invited "${game_of[$who]}" "$who" || return 1
    done
    for who in ${names//,/ }; do
        nb "$who" accept "${game_of[$who]}" >/dev/null || return 1
    done
    for who in ann ${names//,/ }; do all_dealt "${game_of[$who]}" "$who" || return 1; done
}
# table_out NAME...: all sides played to the end, then proven.
table_out() {
    local who job jobs="" code=0
    for who; do
        timeout 280 "$BIN/numbridge" --home "$WORK/$who" auto "${game_of[$who]}" \
            >"$WORK/$who.auto" 2>&1 </dev/null &
        jobs="$jobs $!"
    done
    for job in $jobs; do wait "$job" || code=1; done
    [ "$code" -eq 0 ] || { tail -n 3 "$WORK"/*.auto; return 1; }
    for who; do proven "${game_of[$who]}" "$who" || return 1; done
}
check "three players" round_table ben,cat rounds=2
expect "six tiles each" 0 '"hand_counts":\[6,6,6\],"bag":10' ann --json show "${game_of[ann]}"
expect "with all the others" 0 "with ann, " cat show "${game_of[cat]}"
check "  ... to the end, proven" table_out ann ben cat
expect "in the list" 0 "dominoes +ben, cat" ann games
check "four players" round_table ben,cat,dan set=9 rounds=1
expect "five tiles each" 0 '"hand_counts":\[5,5,5,5\],"bag":35' dan --json show "${game_of[dan]}"
check "  ... to the end, proven" table_out ann ben cat dan

# ---- an end without a result ----
check "three again" round_table ben,cat
ended() { has "$1" "${game_of[$1]}" '"ending":"ABANDONED"'; }
would_end() { nb "$1" --json show "${game_of[$1]}" | grep -q '"would_end":true'; }
# Everybody but the one whose turn it is says so, in player order after him [P-2.14].
debtor=$(for who in ann ben cat; do turn_of $who "${game_of[$who]}" && echo $who; done)
case $debtor in
ann) next=ben last=cat ;;
ben) next=cat last=ann ;;
*) next=ann last=ben ;;
esac
look $last "${game_of[$last]}"
expect "not everybody at once" 6 "says this first" $last end --yes --game "${game_of[$last]}"
check "the next player would end it" insist $next "${game_of[$next]}" end --yes
check "  ... which the third hears" within 20 would_end $last
expect "  ... in words" 0 "would end the game without a result: $next|'end' agrees" \
    $last show "${game_of[$last]}"
check "the third agrees" insist $last "${game_of[$last]}" end --yes
for who in ann ben cat; do check "over for $who" within 30 ended $who; done
expect "without a result" 0 "without a result" ann show "${game_of[ann]}"
finish
