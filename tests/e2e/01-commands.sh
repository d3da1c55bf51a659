#!/bin/bash
# Proves that every command a player types does what it says, and that what is typed wrongly or at
# the wrong time is refused with the promised exit code and a sentence, and changes nothing.
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

start ann && start ben
check "ann and ben become friends" befriend ann ben

# ---- before there is a game ----
expect "no games yet" 0 "No games yet" ann games
expect "nothing to show" 4 "There is no such game" ann show
expect "nothing to move in" 4 "There is no such game" ann place 7 e5
expect "an unknown friend" 4 "no such friend" ann play zoe bridge
expect "an unknown game" 2 "no such game" ann play ben chess
expect "a setting out of range" 2 "outside its range" ann play ben bridge givens=99
expect "an unknown setting" 2 "no such setting" ann play ben bridge colour=red
expect "an unknown command" 2 "no such command" ann fly
expect "an unknown option" 2 "no such option" ann --fly games
expect "help" 0 "moves .*place, claim, swap" ann help
check "  ... fits a small screen" test "$(wc -l <"$WORK/said")" -le 22
check "  ... of 80 columns" test "$(wc -L <"$WORK/said")" -le 80
expect "help of one topic" 0 "place .*Place a tile" ann help moves
expect "help of all" 0 "quit .*Leave the prompt" ann help all
expect "help of one command" 0 "place DIGIT CELL" ann help place
expect "help of the games" 0 "dominoes .*For two to four" ann help rules
for game in bridge study blitz domains dominoes; do
    expect "how $game is played" 0 "^  aim  " ann help "$game"
done
expect "help of nothing" 2 "no help about fly: 'help' lists" ann help fly
expect "help of the settings" 0 "givens" ann help settings
expect "status" 0 "you are +ann" ann status
expect "status as JSON" 0 '"nick":"ann"' ann --json status
expect "friends" 0 "ben +online" ann friends
expect "another name" 0 "" ann rename ben bob
expect "the other name counts" 0 "bob +online" ann friends
expect "a name nobody can type" 2 "name has 1 to 16" ann rename bob 7up
expect "and back" 0 "" ann rename bob ben

# ---- proposals ----
expect "a proposal" 0 "proposed" ben play ann blitz
within 10 has ann ben '"state":"OFFERED_TO_ME"'
expect "is declined" 0 "" ann decline ben
within 10 has ben ann '"state":"DECLINED"'
expect "and cannot be accepted any more" 6 "no proposal to answer" ann accept ben
expect "a proposal of Bridge" 0 "proposed" ann play ben bridge first=proposer
expect "nobody accepts his own" 6 "no proposal to answer" ann accept ben
within 10 has ben ann '"state":"OFFERED_TO_ME"'
expect "is accepted" 0 "accepted" ben accept ann
within 20 dealt ann 2 && within 20 dealt ben 2

not() { ! "$@"; }
plain_ascii() { # LOCALE
    ! LC_ALL=$1 nb ann show 2 | LC_ALL=C grep -q '[^ -~]'
}

# ---- moves against the rules: refused, and nothing has happened ----
expect "Blue begins" 0 "Your turn" ann show 2
expect "Red waits" 6 "not your turn" ben swap all --game 2
# shellcheck disable=SC2046  # a move is several words
refused() { expect "$1" "$2" "$3" ann $(pick ann 2 "$4") --game 2; }
refused "a tile on a given" 5 "is a given" given
refused "a tile that is not held" 5 "do not hold that tile" absent
refused "a claim of an open cell" 5 "not a given" open
refused "a claim that pays too much" 5 "wrong number of tiles.*costs one tile" dear
check "the C locale is plain ASCII" plain_ascii C
check "UTF-8 is not" not plain_ascii C.UTF-8
expect "a cell that is none" 2 "no such cell" ann place 1 z9 --game 2
expect "a tile that is none" 2 "" ann place 0 a1 --game 2
expect "half a move" 2 "place DIGIT CELL" ann place 7 --game 2
expect "a swap of nothing" 5 "at least one tile" ann swap --game 2
expect "no pie without a stone" 5 "pie is not on offer" ann pie --game 2
expect "no draw offer to accept" 6 "no draw offer" ann accept draw --yes --game 2
expect "resigning asks first" 1 "Nothing was done" ann resign --game 2
expect "a game that is none" 4 "no such game" ann show 77
check "nothing has happened" test "$(moves ann 2)" = 0

# ---- moves ----
move() { # WHAT NAME OTHER PICK: done, and arrived at the other
    local before
    before=$(moves "$2" 2)
    # shellcheck disable=SC2046
    expect "$1" 0 "" "$2" $(pick "$2" 2 "$4") --game 2
    within 20 turn_of "$3" 2
    check "  ... has arrived" test "$(moves "$3" 2)" = $((before + 1))
}
move "a wrong tile" ann ben wrong
expect "rules its digit out for both" 0 "[1-9]" ben ruled --game 2
move "a claim" ben ann claim
expect "puts the pie on offer" 0 "pie" ann show 2
expect "the pie" 0 "" ann pie --game 2
within 20 turn_of ben 2
expect "nobody takes it back" 5 "pie is not on offer" ben pie --game 2
move "a swap" ben ann swap
refused "a tile on a cell that is owned" 5 "belongs to somebody|is a given" owned
expect "a hint" 0 "" ann hint --game 2
expect "a hint that is played" 0 "" ann hint --play --game 2
within 20 turn_of ben 2
cell=$(pick ben 2 cell)
expect "the neighbours of a cell" 0 "neighbours" ben near "$cell" --game 2
expect "candidates" 0 "7 can" ben candidates 7 --game 2
digit=$(pick ben 2 wrong)
digit=${digit#place }
expect "the short form of a move" 0 "" ben "${digit#* }=${digit% *}" --game 2
within 20 turn_of ann 2

# ---- draw, talk, the end ----
expect "what has not been seen is not signed" 6 "moved on meanwhile" ben draw --game 2
look ben 2
expect "a draw is offered out of turn" 0 "draw offer stands" ben draw --game 2
within 10 offered ann 2
expect "once" 6 "already stands" ben draw --game 2
move "a move declines it" ann ben swap
look ann 2
expect "it is gone" 6 "no draw offer" ann accept draw --yes --game 2
expect "something is said" 0 "" ann say "good game" --game 2
within 10 says ben 2 "good game"
expect "the log tells it all" 0 "took the first stone" ben log 2
expect "resigning" 0 "won" ben resign --yes --game 2
within 10 has ann 2 '"state":"FINISHED"'
within 10 has ben 2 '"state":"FINISHED"'
expect "it is over" 6 "is over" ann swap all --game 2
expect "the end in the list" 0 "you won" ann games
expect "an export" 0 "numbridge-verify" ann export 2 "$WORK/game.nblog"
expect "never over another file" 1 "of that name already" ann export 2 "$WORK/game.nblog"
expect "but when told so" 0 "" ann export 2 "$WORK/game.nblog" --yes
expect "the proof of a game" 0 "^Game 2: The game holds" ben verify 2
expect "the proof of a file" 0 "The game holds" ben verify "$WORK/game.nblog"
expect "no such file" 4 "no such file" ben verify "$WORK/none"
check "a drawn game begins" propose ben ann bridge
expect "a draw is offered" 0 "" ann draw --game 3

within 10 offered ben 3
expect "accepting asks first" 1 "Nothing was done" ben accept draw --game 3
expect "a draw is accepted" 0 "draw by agreement" ben accept draw --yes --game 3
within 10 has ann 3 '"state":"FINISHED"'
expect "events" 0 "draw by agreement" ann events
expect "events as JSON" 0 '"kind":"FINISHED"' ann --json events
expect "the end of a friendship" 0 "" ann remove ben --yes
expect "is the end" 4 "no such friend" ann play ben bridge
finish
