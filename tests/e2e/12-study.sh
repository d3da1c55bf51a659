#!/bin/bash
# Proves that study is Bridge with more time and no rating, that any game can be proposed as
# correspondence, by a word or an option, and that the other side reads all of that before it says
# yes.
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

start ann && start ben
check "friends" befriend ann ben

expect "a proposal" 0 "proposed" ann play ben study
within 10 has ben ann '"state":"OFFERED_TO_ME"'
expect "the time for a move" 0 "per-move +2m for a move" ben show 1
expect "and for the game" 0 "per-game +30m for each player" ben show 1
expect "is not rated" 0 "not rated" ben show 1
check "nothing differs from the preset" sh -c "! '$BIN/numbridge' --home '$WORK/ben' show 1 | grep -q '[*]'"
expect "is accepted" 0 "" ben accept ann
within 20 dealt ann 1 && within 20 dealt ben 1
check "to the end" play_out 1 ann ben
check "proven" proven 1 ann ben

n=1
slow() { # WHAT ARGUMENTS...: proposed by ben, read by ann, declined
    n=$((n + 1))
    expect "$1" 0 "proposed" ben play ann "${@:2}"
    within 10 has ann "$n" '"state":"OFFERED_TO_ME"'
    expect "  ... has days for a move" 0 "\* per-move +[35]d for a move" ann show "$n"
    expect "  ... and no clock" 0 "no limit for the game" ann show "$n"
    expect "  ... declined" 0 "" ann decline "$n"
}
slow "study by correspondence" study correspondence
slow "Bridge by an option" bridge --correspondence
slow "blitz with longer days" blitz correspondence per-move=5d
slow "Domains" domains correspondence
slow "dominoes" dominoes --correspondence
slow "and without a preset" correspondence

check "a game by correspondence" propose ann ben bridge size=5 correspondence
n=$((n + 1))
check "to the end" play_out "$n" ann ben
check "proven" proven "$n" ann ben
finish
