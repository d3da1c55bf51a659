#!/bin/bash
# Proves an arbiter's ruling, with real daemons: a claim on time that is contested leaves two courses
# of a game; both players export, the arbiter alone can rule over both files, and says it once; each
# player takes the line by another way, also again, also over a restart; both files are ruled for our
# verifier and for the second one.  A ruling of somebody else, a damaged one, one of another game is
# refused; two results are disputed; a friend of the arbiter gets it without doing anything.
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

other_of() { if [ "$1" = ann ]; then echo ben; else echo ann; fi; }
seat_of() { nb "$1" --json show "$2" | sed -n 's/.*"my_seat":\([0-9]\).*/\1/p' | head -1; }
colour_of() { if [ "$(seat_of "$1" "$2")" = 0 ]; then echo blue; else echo red; fi; }
file() { echo "$WORK/$1-$2.nblog"; }
export_of() { rm -f "$(file "$1" "$2")"; nb "$1" export "$2" "$(file "$1" "$2")" >/dev/null; }
verified() { "$BIN/numbridge-verify" --json "$1" | grep -qF -- "$2"; }
second() {
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$WORK:$ROOT/tests/reference \
        /usr/bin/python3 "$ROOT/tests/reference/verify.py" "$1" | grep -q -- "$2"
}
heard() { nb "$1" events --since 1 | grep -qF -- "$2"; }
protoc --python_out="$WORK" -I"$ROOT/proto" "$ROOT/proto/entry.proto" || exit 1

start ann && start ben && start carl && start dora || exit 1
befriend ann ben && befriend carl ann && befriend carl ben && befriend dora ann || exit 1

# --- silence, claim, contest ---
check "a game with an arbiter" propose ann ben bridge clock=claim per-move=8s per-game=none \
    arbiter=carl
late=$(first_of ann ben 1) waits=$(other_of "$late")
check "the terms name him" has "$late" 1 '"arbiter":"carl"'
halt "$waits"
check "a move that nobody hears" insist "$late" 1 hint --play
halt "$late"
check "the waiter comes back" start "$waits"
check "and warns" within 30 look_and_do "$waits" 1 warn
check "and claims" within 30 look_and_do "$waits" 1 claim time --yes
check "a claimed result" has "$waits" 1 '"grade":"CLAIMED"'
check "the mover comes back" start "$late"
check "and contests" within 20 has "$late" 1 '"state":"DISPUTED"'
check "for he had moved in time" has "$late" 1 '"refusal":"CONTESTED"'
check "they stay apart" has "$waits" 1 '"grade":"CLAIMED"'
export_of "$waits" 1
export_of "$late" 1
check "one file is claimed" verified "$(file "$waits" 1)" '"grade":"claimed"'
check "the other is contested" verified "$(file "$late" 1)" '"grade":"contested"'

# --- the arbiter ---
a=$(file "$waits" 1) b=$(file "$late" 1) winner=$(colour_of "$waits" 1)
expect "a player is no arbiter" 1 "not the arbiter" ann rule "$a" "$b" "$winner" --yes
expect "nor is a friend" 1 "not the arbiter" dora rule "$a" "$b" "$winner" --yes
expect "he has to say who" 2 "Who has won" carl rule "$a" "$b" green --yes
expect "and is asked once" 1 "cannot be taken back" carl rule "$a" "$b" "$winner"
head -c 5000 "$a" >"$WORK/cut.nblog"
expect "a damaged file" 8 "" carl rule "$WORK/cut.nblog" "$b" "$winner" --yes
expect "no file" 4 "" carl rule "$WORK/nothing" "$winner" --yes
# The arbiter's notes would bring it by themselves: first by hand, with nobody connected to him.
halt "$waits"
halt "$late"
ruling=$(nb carl rule "$a" "$b" "$waits" --yes 2>"$WORK/asked")
check "he sees what both files show" grep -q "Contested" "$WORK/asked"
check "one line" test "${ruling:0:4}" = nbr1
again=$(nb carl rule "$b" "$a" "$winner" --yes 2>/dev/null)
check "the same again is the same" test "$again" = "$ruling"
expect "no other result" 1 "otherwise" carl rule "$a" "$b" none --yes
halt carl
check "also after a restart" start carl
expect "no other result then" 1 "otherwise" carl rule "$a" "$b" none --yes
halt carl

# --- the players ---
check "the waiter is back" start "$waits"
damaged="${ruling:0:120}$(if [ "${ruling:120:1}" = q ]; then echo p; else echo q; fi)${ruling:121}"
expect "a damaged line" 8 "whole ruling" "$waits" ruling "$damaged"
expect "half a line" 8 "whole ruling" "$waits" ruling "${ruling:0:150}"
expect "a line to somebody else" 4 "no such game" dora ruling "$ruling"
check "nothing has changed" has "$waits" 1 '"grade":"CLAIMED"'
check "the line is taken" nb "$waits" ruling "$ruling"
check "ruled" has "$waits" 1 '"grade":"RULED"'
check "over" has "$waits" 1 '"state":"FINISHED"'
won=$(seat_of "$waits" 1)
check "won" has "$waits" 1 "\"winner\":$won"
check "told" heard "$waits" "has ruled: you have won"
check "listed" grep -q "ruled" <(nb "$waits" games)
check "shown" grep -q "ruled by the arbiter" <(nb "$waits" show 1)
check "logged" grep -q "carl.*ruled" <(nb "$waits" log 1)
n=$(nb "$waits" events --since 1 | wc -l)
check "again" nb "$waits" ruling "$ruling"
check "is no news" test "$(nb "$waits" events --since 1 | wc -l)" = "$n"
expect "nothing more is written" 6 "over" "$waits" resign --yes --game 1
halt "$waits" # it would pass the ruling on
check "the other is back" start "$late"
check "still disputed there" has "$late" 1 '"state":"DISPUTED"'
printf 'Dear players,\r\n> my ruling:\r\n> %s\r\n> %s\r\nCarl\r\n' "${ruling:0:70}" "${ruling:70}" \
    >"$WORK/mail"
check "the other imports a mail" nb "$late" import "$WORK/mail"
check "ruled there too" has "$late" 1 '"grade":"RULED"'
check "lost" has "$late" 1 "\"winner\":$won"
check "told there" heard "$late" "has ruled: $waits has won"
crash "$late"
check "a crash" start "$late"
check "changes nothing" has "$late" 1 '"grade":"RULED"'
start "$waits"
check "no entry of the other's course comes in" within 10 linked "$late" "$waits"
for who in $waits $late; do
    export_of "$who" 1
    check "$who's file is ruled" verified "$(file "$who" 1)" '"grade":"ruled"'
    check "$who's file is ruled for the second verifier" second "$(file "$who" 1)" "ruled: player"
    check "in words" grep -q "Ruled: " <("$BIN/numbridge-verify" "$(file "$who" 1)")
done

# --- one whom the terms do not name; a second result ---
check "a second game" propose ann ben bridge arbiter=dora
nb ann show 2 >/dev/null
export_of ann 2
halt dora
cp -r "$WORK/dora" "$WORK/twin" # a machine that will not know what the first one signed
start dora
expect "carl is not its arbiter" 1 "not the arbiter" carl rule "$(file ann 2)" blue --yes
expect "two games at once" 8 "another game" dora rule "$(file ann 2)" "$a" blue --yes
void=$(nb dora rule "$(file ann 2)" none --yes 2>/dev/null)
check "dora rules" test "${void:0:4}" = nbr1
check "her friend hears of it by herself" within 15 has ann 2 '"grade":"RULED"'
check "nobody has won" has ann 2 '"winner":null'
check "which is said" heard ann "nobody has won"
expect "and nothing is played" 6 "over" ann resign --yes --game 2
check "and passes it on to ben, who is no friend of dora's" within 15 has ben 2 '"grade":"RULED"'
halt dora
second=$(nb twin rule "$(file ann 2)" blue --yes 2>/dev/null)
halt twin
nb ben ruling "$second" >"$WORK/said" 2>&1
came "two results" 9 "neither of them counts" $?
check "are disputed" has ben 2 '"refusal":"RULINGS_DIFFER"'
check "and nobody's" has ben 2 '"grade":"CONTESTED"'
check "as ann hears, too" within 15 has ann 2 '"refusal":"RULINGS_DIFFER"'
halt ben
start ben
check "also after a restart" has ben 2 '"state":"DISPUTED"'
nb ben export 2 "$(file ben 2)" >/dev/null
check "for the verifier" verified "$(file ben 2)" '"grade":"disputed"'
check "and the second one" second "$(file ben 2)" "disputed by two rulings"

# --- both have played on, or have agreed ---
check "a third game" propose ann ben bridge arbiter=carl
export_of ann 3
old=$(file ann 3)
play() { insist "$(first_of ann ben 3)" 3 hint --play; }
far() { [ "$(moves ann 3)" -ge "$1" ] && [ "$(moves ben 3)" -ge "$1" ]; }
for i in 1 2 3; do
    check "move $i" play
    check "move $i is heard" within 10 far "$i"
done
halt ann
halt ben
early=$(nb carl rule "$old" blue --yes 2>/dev/null)
halt carl
start ann
start ben
expect "a ruling about what both have played on" 8 "played on" ann ruling "$early"
check "the game goes on" dealt ann 3
check "one resigns" insist ann 3 resign --yes
check "agreed" within 20 has ben 3 '"grade":"AGREED"'
export_of ben 3
expect "nothing to rule then" 6 "nothing to rule" carl rule "$(file ben 3)" blue --yes
expect "nor to take" 6 "nothing to rule" ben ruling "$early"
check "agreed it stays" has ben 3 '"grade":"AGREED"'

# --- three players at dominoes; as JSON; what needs no file ---
check "three at dominoes" nb ann play ben,carl dominoes arbiter=dora
offered_to() { nb "$1" --json games | grep -q '"state":"OFFERED_TO_ME"'; }
for who in ben carl; do
    check "$who is asked" within 15 offered_to "$who"
    check "$who accepts" nb "$who" accept ann
done
check "the tiles are dealt" within 30 dealt ann 4
nb ann export 4 "$(file ann 4)" >/dev/null
expect "no colours there" 2 "Who has won" dora rule "$(file ann 4)" blue --yes
expect "no fourth seat" 2 "Who has won" dora rule "$(file ann 4)" 4 --yes
line=$(nb dora --json rule "$(file ann 4)" 3 --yes)
check "the third seat has won" grep -q '"ruling":"nbr1[a-z0-9]*".*"winner":2' <<<"$line"
check "ann hears" within 15 has ann 4 '"grade":"RULED"'
for who in ben carl; do
    n=$(nb "$who" --json games | grep -o '"number":[0-9]*,"id"' | grep -o '[0-9]*' | sort -n | tail -1)
    check "$who hears from ann" within 15 has "$who" "$n" '"grade":"RULED"'
    check "who has won" has "$who" "$n" '"winner":2'
done
nb ann export 4 "$(file ann 4)" --yes >/dev/null
check "the file is ruled" verified "$(file ann 4)" '"grade":"ruled"'
check "for the second verifier" second "$(file ann 4)" "ruled: player"
expect "a ruling wants a line" 8 "" ann ruling -
expect "or a file" 4 "" ann ruling "$WORK/nothing"
expect "rule wants a file" 2 "" dora rule blue

finish
