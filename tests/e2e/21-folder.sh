#!/bin/bash
# Proves that a game goes by folders that somebody else's program copies (here cp, in any order, with
# half files, conflict copies and rubbish among them); that own files are tidied up once they have
# been received, and others' never touched; and that a folder which is not there is told.
# shellcheck disable=SC2317  # functions that are called by name
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=tests/e2e/roads.inc
. "$ROOT/tests/e2e/roads.inc"

away ann
away ben
check "ann and ben are friends by text" friends_by_text ann ben
mkdir "$WORK/a" "$WORK/b"
expect "a folder that is none" 4 "no such file" ann road ben spool "$WORK/none"
expect "a path that is none" 2 "how the command is written" ann road ben spool here
expect "a road that is none" 2 "how the command is written" ann road ben pigeon "$WORK/a"
expect "a folder for ann" 0 "folder" ann road ben spool "$WORK/a"
expect "a folder for ben" 0 "folder" ben road ann spool "$WORK/b"

# What a synchroniser does, badly: the newest files first, some of them twice and cut.
copy_one() { # FROM TO
    local file
    find "$1" -name '*-to-*' -type d -printf '%P\n' | while read -r folder; do
        mkdir -p "$2/$folder"
        for file in "$1/$folder"/*.nbm; do
            if [ ! -e "$file" ] || [ -e "$2/$folder/${file##*/}" ]; then continue; fi
            head -c 200 "$file" >"$2/$folder/${file##*/}"
            cp "$file" "$2/$folder/.syncthing.${file##*/}.tmp"
            cp "$file" "$2/$folder/${file##*/}~"
            cp "$file" "$2/$folder/${file##*/.nbm}.sync-conflict-20310101-010101-ABCDEFG.nbm"
            mv "$2/$folder/.syncthing.${file##*/}.tmp" "$2/$folder/${file##*/}"
        done
    done
}
# Each is the only writer of his own sub-folder: what comes from the other never goes back.
mine=$(nb ann --json status | sed -n 's/.*"key":"\([0-9a-f]\{16\}\).*/\1/p')
his=$(nb ben --json status | sed -n 's/.*"key":"\([0-9a-f]\{16\}\).*/\1/p')
sync_folders() {
    mkdir -p "$WORK/stick/a" "$WORK/stick/b"
    rm -rf "$WORK/stick/a/"* "$WORK/stick/b/"*
    [ ! -d "$WORK/a/$mine-to-$his" ] || cp -r "$WORK/a/$mine-to-$his" "$WORK/stick/a/"
    [ ! -d "$WORK/b/$his-to-$mine" ] || cp -r "$WORK/b/$his-to-$mine" "$WORK/stick/b/"
    copy_one "$WORK/stick/a" "$WORK/b"
    copy_one "$WORK/stick/b" "$WORK/a"
}

nb ann play ben bridge first=proposer >/dev/null
arrived() { sync_folders && has ben ann '"state":"OFFERED_TO_ME"'; }
check "a proposal arrives" within 30 arrived
expect "the outbox says how it went" 0 "sent by folder" ann outbox
expect "rubbish between" 0 "" ben accept ann
mkdir -p "$WORK/a/$his-to-$mine"
dd if=/dev/urandom of="$WORK/a/$his-to-$mine/$(printf '%064d' 7).nbm" bs=1000 count=1 2>/dev/null
ln -s /etc/passwd "$WORK/a/$his-to-$mine/$(printf '%064d' 8).nbm"
mkfifo "$WORK/a/$his-to-$mine/$(printf '%064d' 9).nbm"
check "some moves" play_on ann ben 1 6 sync_folders
check "they have been made" test "$(moves ann 1)" -ge 5
look ann 1
expect "ann gives up" 0 "" ann resign --yes --game 1
over() { sync_folders && finished ann 1 && finished ben 1; }
check "both know the end" within 60 over
expect "and can prove it" 0 "The game holds" ben verify 1
all_received() { sync_folders && received ann && received ben; }
check "everything is receipted" within 60 all_received
few() { [ "$(find "$WORK/a/$mine-to-$his" -name '*.nbm' | wc -l)" -le 2 ]; }
check "own files are tidied up" within 30 few
check "the other's are left alone" test -p "$WORK/a/$his-to-$mine/$(printf '%064d' 9).nbm"
expect "a folder is given up" 0 "text" ann road ben spool off
finish
