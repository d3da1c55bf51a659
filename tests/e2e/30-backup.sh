#!/bin/bash
# Backups, restoring, moving and two machines with one key, with real daemons: after an old backup
# was restored nothing is signed before the friend has been heard, what was played meanwhile comes
# back, and the game goes on to its proven end; a moved-out store signs nothing; of two machines the
# later one goes on and the earlier one says why it does not, undisputed.
# shellcheck source=tests/e2e/lib.sh disable=SC2317
. "$(dirname "$0")/lib.sh"

held() { has "$1" "$2" "\"hold\":\"$3\""; }
free() { ! nb "$1" --json show "$2" | grep -q '"hold":'; }
played() { [ "$(moves "$1" "$2")" -ge "$3" ]; }
same() { [ "$(moves "$1" "$3")" = "$(moves "$2" "$3")" ]; }

# swap_tile NAME GAME: a move that is always possible, on his turn.
swap_tile() {
    within 20 turn_of "$1" "$2" || return 1
    # shellcheck disable=SC2046
    insist "$1" "$2" $(pick "$1" "$2" swap)
}

start ann && start ben || exit 1
befriend ann ben || exit 1
check "a game begins" propose ann ben bridge first=proposer
check "ann moves" swap_tile ann 1
check "ben moves" swap_tile ben 1
check "it is ann's turn" within 20 turn_of ann 1

# ---- a backup while the daemon runs ----
expect "a backup says what it is" 0 "secret key" ann backup "$WORK/old.nbbackup"
check "nobody else may read it" test "$(stat -c %a "$WORK/old.nbbackup")" = 600
expect "it is not replaced unasked" 1 "of that name already" ann backup "$WORK/old.nbbackup"
expect "a folder that is not there" 4 "" ann backup "$WORK/none/x"
expect "a running daemon is not replaced" 6 "is running" ann restore "$WORK/old.nbbackup" --yes
expect "in the language of whoever typed it" 6 "^El demonio de esta carpeta está en marcha" \
    ann --lang es restore "$WORK/old.nbbackup" --yes

check "another player" start fresh
check "who stops" nb fresh stop
expect "has stopped then" 0 "on this machine now" fresh restore "$WORK/old.nbbackup" --yes

# ---- play on, lose the machine, restore ----
check "ann plays on" swap_tile ann 1
check "ben too" swap_tile ben 1
check "ann again" swap_tile ann 1
check "ben has it" within 20 played ben 1 5
halt ben
crash ann
expect "the old files are not overwritten" 1 "add --yes" ann restore "$WORK/old.nbbackup"
expect "but moved aside" 0 "^In 1 game nothing is signed before a friend has been heard" \
    ann restore "$WORK/old.nbbackup" --yes
cp "$WORK/said" "$WORK/found"
check "it says where" grep -q "^What was there before is in $WORK/ann/.*old-[0-9]* now" "$WORK/found"
check "they are there" test -f "$WORK"/ann/old-*/numbridge.db
check "ann's daemon starts" start ann
check "the game waits" held ann 1 CATCHING_UP
check "with the position of the backup" test "$(moves ann 1)" = 2
# shellcheck disable=SC2046
expect "nothing is signed before ben was heard" 6 "been heard" ann $(pick ann 1 swap) --game 1
expect "resigning neither" 6 "been heard" ann resign --game 1 --yes
expect "the list says so" 0 "waits to hear ben" ann games
expect "and nothing goes on unasked" 1 "add --yes" ann catch-up 1
check "ben comes back" start ben
check "then the game goes on" within 20 free ann 1
check "what was lost is there again" within 20 played ann 1 5
expect "and it was told" 0 "has been heard" ann events --since 1
check "ben moves" swap_tile ben 1
check "ann moves with a higher number" swap_tile ann 1
check "ben has the move" within 20 played ben 1 7
check "nobody disputes" test "$(state ann 1)$(state ben 1)" != DISPUTED

# ---- moving ----
check "ann moves out" nb ann move-out "$WORK/move.nbbackup" --yes
expect "her daemon signs nothing any more" 11 "moved out" ann games
halt ann
check "not after a start either" start ann
expect "it still says so" 11 "moved out" ann show 1
expect "status too" 0 "moved out" ann status
halt ann
mkdir -m 700 "$WORK/new"
cp "$WORK/ann/numbridge.conf" "$WORK/new/"
expect "a backup is no move" 1 "not the file of a move" new move-in "$WORK/old.nbbackup"
expect "a text is no backup" 4 "no backup" new restore "$WORK/ann/numbridge.conf"
check "the move arrives" nb new move-in "$WORK/move.nbbackup"
check "the new machine starts" start new
check "ben is heard" within 20 free new 1
check "ben's turn" swap_tile ben 1
check "the new machine moves" swap_tile new 1
check "ben has it" within 20 played ben 1 9

# ---- two machines with one key ----
check "a backup of the new one" nb new backup "$WORK/two.nbbackup"
halt new
mkdir -m 700 "$WORK/two"
cp "$WORK/ann/numbridge.conf" "$WORK/two/"
check "restored on a second machine" nb two restore "$WORK/two.nbbackup"
check "which starts" start two
check "and hears ben" within 20 free two 1
check "ben moves" swap_tile ben 1
check "the second machine moves" swap_tile two 1
check "ben has that" within 20 played ben 1 11
halt two
check "the first machine comes back" start new
check "and is told that the game goes on elsewhere" within 20 held new 1 ELSEWHERE
expect "in words" 0 "continues on your other machine" new show 1
check "ben moves" swap_tile ben 1
look new 1
expect "it signs nothing" 6 "other machine" new resign --game 1 --yes
check "it is no dispute" test "$(state ben 1)" != DISPUTED
check "one way out" nb new adopt 1 --yes
check "ben is heard again" within 20 free new 1
check "and the game goes on here" swap_tile new 1
check "ben has it" within 20 played ben 1 13
check "to its end" play_out 1 new ben
check "proven" proven 1 new ben
finish
