#!/bin/bash
# Proves what numbridge-verify says and returns: one file, many, folders, lists, damaged files,
# files that are no games; and that the program needs none of the daemon's libraries.
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

games=$WORK/games
mkdir "$games"
"$BIN/tests/tools/make_games" "$games"
good=$games/good-bridge-5.nblog

# says_so WHAT CODE PATTERN ARGUMENT...
says_so() {
    "$BIN/numbridge-verify" "${@:4}" >"$WORK/said" 2>&1
    came "$1" "$2" "$3" $?
    cp "$WORK/said" "$WORK/found" # what check looks at; it writes its own "said"
}

# ---- one file ----
says_so "a false pass is named" 0 'Forfeits: player 2 .* forfeited 1 round by a false pass' \
    "$games/good-dominoes-false-pass.nblog"
says_so "a false pass in JSON" 0 '"forfeited":\[0,1\]' --json \
    "$games/good-dominoes-false-pass.nblog"
says_so "a good game, by seeds" 0 "recomputing the bag from the opened seeds\.$" "$good"
says_so "by proofs" 0 "by the proofs" --proofs "$good"
says_so "both ways" 0 "both agree" --both "$good"
says_so "the players' keys" 0 "player [12] \(Blue\) key [0-9a-f]{16}" "$good"
says_so "a game broken off" 0 "proven up to entry 1, next comes an answer" \
    "$games/good-proposal.nblog"
says_so "a seed that is owed" 0 "next comes the opening of a seed of player [12]" \
    "$games/good-seed-owed.nblog"
says_so "a draw" 0 "drawn by agreement" "$games/good-drawn.nblog"
says_so "evidence names who and why" 0 "Disputed: the evidence against player [12] .*another digit" \
    "$games/good-evidence-tile-misnamed.nblog"
says_so "two entries for one place" 0 "two entries of one player" \
    "$games/good-evidence-double.nblog"
says_so "a forgery: which entry, whose, why" 8 \
    "Entry 11, in the name of player [12] .* another digit" "$games/bad-tile-misnamed.nblog"
says_so "what only the seeds bring to light" 8 "recomputed from the opened seeds is another" \
    "$games/late-permutation-of-another-seed.nblog"
says_so "a claim that nobody has confirmed" 0 "won on the clock; claimed, and not confirmed" \
    "$games/good-claimed.nblog"
says_so "one that a witness has seen" 0 "confirmed by the witness.s statements" "$games/good-witnessed.nblog"
says_so "one that is contested" 0 "Contested: player [12] .* claimed the game on time" \
    "$games/good-evidence-contested.nblog"
says_so "JSON" 0 '"verdict":"OK".*"phase":"finished"' --json "$good"
check "  ... is JSON" python3 -m json.tool "$WORK/found"
says_so "quiet about what holds" 0 "" --quiet "$good"
check "  ... is silent" test ! -s "$WORK/found"
says_so "not about what is refused" 8 "REFUSED" --quiet "$games/bad-state.nblog"

# ---- files that are no good games ----
says_so "no such file" 4 "no such file" "$WORK/none"
says_so "a file that is no game" 8 "not a game file" "$ROOT/README.md"
: >"$WORK/empty"
says_so "an empty file" 8 "not a game file" "$WORK/empty"
says_so "a device" 4 "no such file" /dev/null
head -c 500 "$good" >"$WORK/cut"
says_so "a file that was cut" 8 "damaged or was cut" "$WORK/cut"
sed '1s/log 1/log 2/' "$good" >"$WORK/newer"
says_so "a newer format" 8 "newer Numbridge" "$WORK/newer"
python3 "$ROOT/tests/tools/splice.py" "$good" "$WORK/shorter.nblog" 5
says_so "entries cut off properly: good as far as it goes" 0 "Unfinished" "$WORK/shorter.nblog"
truncate -s 70M "$WORK/huge"
says_so "a file that is too long" 8 "too long" "$WORK/huge"

# ---- use ----
says_so "no file at all" 2 "no file" --both
says_so "an option that is none" 2 "no such option" --fast "$good"
says_so "help" 0 "Exit code" --help
says_so "version" 0 "protocol 1" --version
cp "$good" "$WORK/--odd name"
cd "$WORK" || exit 1
says_so "a name like an option" 0 "holds" -- "--odd name"
cd "$ROOT" || exit 1

# ---- many ----
bads=$(find "$games" -name 'bad-*' -o -name 'late-*' | wc -l)
all=$(find "$games" -name '*.nblog' | wc -l)
says_so "a folder" 8 "^$all files: $((all - bads)) hold, $bads refused\.$" "$games"
check "  ... in order of names" sh -c "grep nblog '$WORK/found' | cut -d: -f1 | LC_ALL=C sort -c"
find "$games" -name 'good-*' >"$WORK/list"
says_so "a list" 0 "^$((all - bads)) files: $((all - bads)) hold, 0 refused" --list "$WORK/list"
says_so "several, one not there" 4 "1 could not be read" "$good" "$WORK/none" "$good"
says_so "many as JSON" 8 '"verdict":"OK"' --json "$games"
check "  ... one object a line" test "$(grep -c '^{.*}$' "$WORK/found")" = "$all"
says_so "many, quietly" 8 "REFUSED" --quiet "$games"
check "  ... only what is refused" test "$(wc -l <"$WORK/found")" = "$bads"

check "no library of the daemon" sh -c \
    "! ldd '$BIN/numbridge-verify' | grep -E 'zmq|sqlite|readline|jansson|inih'"
finish
