#!/bin/bash
# Proves that a game can be gone through move by move: at once through a pipe, step by step on a
# terminal, from the shell and from the prompt, in drawings, sentences, lines and JSON; and that its
# log tells what people did and leaves out what programs did.
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

mkdir "$WORK/games"
"$BIN/tests/tools/make_games" "$WORK/games"
bridge=$WORK/games/good-bridge-5.nblog dominoes=$WORK/games/good-dominoes-3.nblog
replay() { "$BIN/numbridge-verify" --replay "$@"; }
# What check looks at: it writes its own "said".
says() {
    replay "${@:3}" >"$WORK/said" 2>&1
    came "$1" "${2%% *}" "${2#* }" $?
    cp "$WORK/said" "$WORK/found"
}
asked() {
    expect "$@"
    cp "$WORK/said" "$WORK/found"
}

# ---- all at once: positions checked by hand, see tests/vectors/exports/bridge-5.text ----
says "a drawing" '0 ^    3 .\[1\]. 2 │\[4\]│ 3  \(5\)│' "$bridge"
check "  ... 25 positions" test "$(grep -c '^Bag' "$WORK/found")" = 25
says "one position" '0 ^Move 2 of 24' "$bridge" --at 2
check "  ... alone" test "$(grep -c '^Bag' "$WORK/found")" = 1
check "  ... the pie has changed an owner" grep -qE '\*\[3\]|\[3\]\*' "$WORK/found"
says "the start" "0 hands are dealt" "$bridge" --at 0
says "the hands of a finished game" "0 ^Blue holds 1 3 3 5\." "$bridge" --at 0
says "a name" "0 ^ann \(Blue\) placed 3 on c2" "$bridge" --at 1 --player ann --player ben
says "the sides in the reader's language" "0 ^ann \(Azul\) colocó 3 en c2" "$bridge" --at 1 \
    --player ann --lang es
check "  ... of who has no name too" grep -qE '^Rojo tiene [0-9 ]+\.$' "$WORK/found"
says "  ... at dominoes" "0 ^Puesto 1 tiene " "$dominoes" --at 5 --lang es
check "  ... and nothing English" sh -c "! grep -qE 'Seat|Blue|Red' '$WORK/found'"
says "a wrong digit" "0 wrong digit" "$bridge" --at 19
says "how it ended" "0 ^Red won: the sides are joined" "$bridge" --at 24
says "a move there never was" "4 fewer moves" "$bridge" --at 25
says "no number" "2 no such option" "$bridge" --at x
says "sentences" "0 ^Row 3: a3 1 Red, b3 given 2; c3 4 Red; d3 given 3, e3 5 Blue" "$bridge" \
    --reader --at 24
check "  ... without a drawing" sh -c "! grep -q '[│╲|]' '$WORK/found'"
says "ASCII" "0 ^    3 .\[1\]. 2 \|\[4\]\| 3" "$bridge" --ascii
check "  ... and nothing else" sh -c "! LC_ALL=C grep -q '[^ -~]' '$WORK/found'"
says "dominoes" "0 ^  across \[0.6\]\[6.6\]\(6.3\)" "$dominoes" --at 5
says "dominoes in sentences" "0 left to right: 0-6, 6-6, 6-3" "$dominoes" --reader --at 5
says "plain" "0 ^2	2	[0-9]+	[-0-9T:Z]+	Red	pie$" "$bridge" --plain
check "  ... a line each" test "$(wc -l <"$WORK/found")" = 25
says "a ruling" "0 arbiter has ruled that Red has won" "$WORK/games/good-ruled-claimed.nblog"
replay --json "$bridge" >"$WORK/all.json"
check "JSON: a line each" test "$(grep -c '^{"v":1,"position":{.*}}$' "$WORK/all.json")" = 25
check "  ... good JSON" python3 -c "import json, sys
steps = [json.loads(line)['position'] for line in open(sys.argv[1])]
assert [s['step'] for s in steps] == list(range(25)) and steps[-1]['winner'] == 1
assert steps[0]['hands'] == [[1, 3, 3, 5], [2, 2, 3, 4]] and steps[2]['sign'] == 'pie'
assert [c for c in steps[2]['cells'] if c['cell'] == 'c2'][0]['owner'] == 1" "$WORK/all.json"

for game in bridge-5 dominoes-3 drawn ruled-claimed ruled-two-ways evidence-contested \
    evidence-state witnessed; do
    replay --json "$WORK/games/good-$game.nblog" | sed "s/^/$game\t/"
done >"$WORK/lines"
python3 "$ROOT/tests/e2e/schema.py" "$ROOT/docs/numbridge.schema.json" "$WORK/lines" >"$WORK/said"
came "all of it is in the schema" 1 "^[0-9]+ lines, 0 do not fit" $?

# ---- on a terminal ----
enough="enough."
typed() { # typed ANSWER...: what the screen showed, as far as positions go
    local answers=() a
    for a; do answers+=("$enough" "$a"); done
    python3 "$ROOT/tests/e2e/type.py" "${answers[@]}" -- env TERM=xterm LC_ALL=C.UTF-8 \
        "$BIN/numbridge-verify" --replay "$bridge" >"$WORK/screen"
    grep -oE '^(Move [0-9]+ of|The hands are dealt|There is no such|That was the last)' \
        "$WORK/screen" | tr '\n' ' '
}
steps() { # steps WHAT WANTED ANSWER...
    local got
    got=$(typed "${@:3}")
    if [ "$got" = "$2" ]; then ok "$1"; else bad "$1: $got"; fi
}
steps "Enter goes on" "The hands are dealt Move 1 of Move 2 of " "" "" q
steps "n and p" "The hands are dealt Move 1 of The hands are dealt " n p q
steps "a number" "The hands are dealt Move 7 of Move 6 of " 7 p q
steps "back from the start" "The hands are dealt There is no such " p q
steps "beyond the end" "The hands are dealt Move 24 of That was the last " 24 n q
steps "what is no key" "The hands are dealt There is no such " what q
check "  ... and it ends well" test -s "$WORK/screen"

# A screen has 24 lines, the board of 9 rows 19 of them; the next screen begins behind "enough. N".
python3 "$ROOT/tests/e2e/type.py" "$enough" "" "$enough" 1 "$enough" q -- env TERM=xterm \
    LC_ALL=C.UTF-8 "$BIN/numbridge-verify" --replay "$WORK/games/good-bridge-9.nblog" \
    --player bartholomew --player christabel >"$WORK/screen"
lines=$(awk '/enough/ { if (n > most) most = n; n = 0; next } { n++ } END { print most }' "$WORK/screen")
check "a position of 9 rows and the question fit 24 lines: $lines" \
    test "$lines" -ge 20 -a "$lines" -le 23

# ---- the commands ----
start ann && start ben && befriend ann ben && propose ann ben blitz || bad "two friends and a game"
for _ in 1 2 3; do
    who=$(first_of ann ben 1)
    nb "$who" hint --play >/dev/null
    within 10 turn_of "$([ "$who" = ann ] && echo ben || echo ann)" 1
done
asked "replay of a running game" 0 "^Move 3 of 3" ann replay 1
check "  ... with names" grep -qE '^(ann|ben) \((Blue|Red)\) holds 4 tiles\.' "$WORK/found"
check "  ... and closed hands" sh -c "! grep -E 'holds [0-9] [0-9]' '$WORK/found'"
asked "  ... without naming it" 0 "^Move 3 of 3" ann replay
asked "  ... one position" 0 "^Move 2 of 3" ann replay 1 --at 2
asked "  ... in sentences" 0 "^Row 6" ann --reader replay 1
asked "  ... plain" 0 "^3	3	" ann --plain replay 1
asked "  ... a game there is not" 4 "no such game" ann replay 99
asked "  ... of a file" 0 "^Move 24 of 24" ann replay "$bridge"
asked "  ... that is not there" 4 "no such file" ann replay "$WORK/none.nblog"
check "nothing is left behind" sh -c "! find '$WORK' -name 'verify-*' | grep ."
printf 'replay 1 --at 1\nquit\n' | "$BIN/numbridge" --home "$WORK/ann" >"$WORK/said" 2>&1
came "in the prompt" 0 "^Move 1 of 3" $?

# ---- the log ----
asked "the log tells who did what" 0 "^ +1  [0-9:]+ +[0-9]+:[0-9]{2}  (you|ben) (placed|claimed)" \
    ann log 1
check "  ... three moves" test "$(grep -cE '^ +[123]  ' "$WORK/found")" = 3
check "  ... not what programs did" sh -c "! grep -q 'shuffled the bag' '$WORK/found'"
check "  ... and says so" grep -qE '^[0-9]+ entries that programs wrote' "$WORK/found"
asked "all of it" 0 "shuffled the bag" ann log 1 --all
check "  ... nothing is left out" sh -c "! grep -q 'left out' '$WORK/found'"
asked "all of it, plain" 0 "shuffled the bag" ann --plain log 1
nb ann --json log 1 >"$WORK/log.json"
check "JSON has every entry" test "$(wc -l <"$WORK/log.json")" = \
    "$(nb ann --json show 1 | sed -n 's/.*"entries":\([0-9]*\).*/\1/p')"
check "  ... with the time it took" grep -q '"entry":"MOVE".*"used_ms":[0-9]' "$WORK/log.json"
finish
