#!/bin/bash
# Proves that exported pictures, pages and records show the game as it was: read back, and the page
# run by a browser that may reach nothing; that names from outside stay names; that hands stay
# closed; and that the commands write the same as the verifier.
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

games=$WORK/games out=$WORK/out
mkdir "$games" "$out"
"$BIN/tests/tools/make_games" "$games"
verify=$BIN/numbridge-verify
read_back() { python3 "$ROOT/tests/e2e/exports.py" "$@"; }

# form FORM GAME ARGUMENT...: the game as $out/GAME.FORM, and all its positions.
form() {
    local form=$1 game=$2
    shift 2
    "$verify" "--$form" "$games/good-$game.nblog" -o "$out/$game.$form" --yes "$@" &&
        "$verify" --replay --json "$games/good-$game.nblog" >"$out/$game.json"
}

# ---- pictures, records ----
for game in bridge-9 bridge-6 domains-7 dominoes-2 dominoes-3 dominoes-4-broken-off drawn \
    resigned claimed seed-owed; do
    check "$game as a picture" form svg "$game" --player ann
    check "  ... well-formed, and the last position" read_back svg "$out/$game.svg" \
        "$out/$game.json"
    check "$game as a record" form text "$game" --player ann
    check "  ... all moves in order" read_back record "$out/$game.text" "$out/$game.json"
done
at() { "$verify" --replay --json --at "$1" "$games/good-$2.nblog" >"$out/at.json"; }
check "the position after some moves" at 20 domains-7
check "  ... as a picture" form svg domains-7 --at 20
check "  ... is that one" read_back svg "$out/domains-7.svg" "$out/at.json"
for game in bridge-9 bridge-6 drawn resigned; do
    check "$game as SGF" form sgf "$game"
    check "  ... the stones at the end" read_back sgf "$out/$game.sgf" "$out/$game.json"
done
says() { "$verify" "${@:3}" >"$WORK/said" 2>&1; came "$1" "${2%% *}" "${2#* }" $?; }
says "no SGF of Domains" "1 SGF knows Hex" --sgf "$games/good-domains-7.nblog"
says "no SGF of dominoes" "1 SGF knows Hex" --sgf "$games/good-dominoes-2.nblog"
says "the pie is set up, not moved" '0 ;A[BW]\[..\]PL\[[BW]\]C\[Move 2' --sgf \
    "$games/good-bridge-5.nblog"
says "a drawn game" "0 1/2-1/2" --text "$games/good-drawn.nblog"
says "a move there never was" "4 fewer moves" --svg --at 4000 "$games/good-drawn.nblog"
says "no board yet" "6 no board yet" --svg "$games/good-proposal.nblog"
says "a forgery is not shown" "8 Entry [0-9]+ is refused" --html "$games/bad-state.nblog"
says "nor a file that is not there" "4 no such file" --html "$WORK/none"
says "one file at a time" "2 only one file" --html "$games"
: >"$WORK/there"
says "nothing is overwritten" "1 there already" --svg -o "$WORK/there" "$games/good-drawn.nblog"
says "  ... unless that is wanted" "0 " --svg -o "$WORK/there" --yes "$games/good-drawn.nblog"

# Checked by hand, move by move.
for form in text sgf; do
    check "a small game as $form, to the byte" sh -c "'$verify' --$form --player ann --player ben \
        '$games/good-bridge-5.nblog' | cmp - '$ROOT/tests/vectors/exports/bridge-5.$form'"
done
says "the same in any language" "0 ^1\.Blue c2=3" --text --lang fr "$games/good-bridge-5.nblog"
says "the result of a ruling" '0 Termination "ruled"' --text "$games/good-ruled-moved.nblog"

# ---- hidden things stay hidden ----
python3 "$ROOT/tests/tools/splice.py" "$games/good-bridge-9.nblog" "$games/good-cut.nblog" 60
check "a game that still runs" form text cut
check "  ... no hand is open" read_back closed "$out/cut.json"
check "  ... and no swap or price" sh -c "! grep -E '(swap:|[a-i][1-9]:)[1-9]' '$out/cut.text'"
entries=$(grep '"move":45' "$out/dominoes-2.json" | sed 's/.*"entry":\([0-9]*\),.*/\1/')
python3 "$ROOT/tests/tools/splice.py" "$games/good-dominoes-2.nblog" "$games/good-round.nblog" \
    $((entries - 6))
check "a match that still runs" form text round
check "  ... the finished round is open" grep -q '"round":1,.*"hands":\[\[' "$out/round.json"
check "  ... the present one is not" sh -c "! grep '\"round\":2,.*\"hands\":\[' '$out/round.json'"

# ---- the page in a browser ----
# Whatever it asks of the network would go to a port where nobody answers, and be noted.
browse() { # browse ADDRESS: the page as it is after its script has run
    timeout 100 chromium --headless --no-sandbox --disable-gpu --user-data-dir="$WORK/chromium" \
        --no-first-run --disable-background-networking --disable-component-update \
        --proxy-server=127.0.0.1:9 --log-net-log="$out/net.json" --dump-dom "$1" 2>"$out/browser"
}
in_browser() { # in_browser GAME FRAGMENT MOVES
    browse "file://$out/$1.html$2" >"$out/dom.html" &&
        "$verify" --replay --json ${3:+--at "$3"} --player ann --player ben \
            "$games/good-$1.nblog" >"$out/at.json" &&
        read_back page "$out/dom.html" "$out/at.json"
}
nothing_asked() { read_back asked "$out/net.json"; }
echo '<img src="http://192.0.2.1/x">' >"$out/asks.html"
browse "file://$out/asks.html" >"$out/dom.html"
check "a page that asks is caught" sh -c "! python3 '$ROOT/tests/e2e/exports.py' asked '$out/net.json'"
for game in bridge-9 domains-7 dominoes-2 dominoes-3; do
    check "$game as a page" form html "$game" --player ann --player ben
    check "  ... with a strict policy" read_back policy "$out/$game.html"
    check "  ... ends where the game does" in_browser "$game" ""
    check "  ... asks nothing of the network" nothing_asked
done
check "a page at move 7" in_browser bridge-9 "#move=7" 7
check "a page of dominoes at move 33" in_browser dominoes-2 "#move=33" 33
check "a move there never was: the last" in_browser domains-7 "#move=999" ""

# The page presses its own buttons, as a person would, each time from move 3, and notes where it is.
check "a page of 6x6" form html bridge-6
cat >"$out/presses.js" <<'JS'
var at = [], id = function (name) { return document.getElementById(name); };
function key(name) { document.dispatchEvent(new KeyboardEvent("keydown", {key: name})); }
function slide(n) { id("slide").value = n; id("slide").dispatchEvent(new Event("input")); }
[function () { key("ArrowRight"); },
 function () { key("ArrowLeft"); },
 function () { key("Home"); },
 function () { key("Home"); key("ArrowLeft"); },
 function () { id("next").click(); id("next").click(); },
 function () { slide(9); },
 function () { document.querySelectorAll("#list a")[1].click(); },
 function () { key("End"); key("ArrowRight"); }
].forEach(function (press) {
  document.querySelectorAll("#list a")[3].click();
  press();
  at.push(document.body.dataset.at);
});
document.body.dataset.presses = at.join(" ");
JS
python3 - "$out/bridge-6.html" "$out/presses.js" >"$out/pressed.html" <<'PY'
import re, sys
page, script = (open(name, encoding="utf-8").read() for name in sys.argv[1:])
page = re.sub("script-src '[^']*'", "script-src 'unsafe-inline'", page)
print(page.replace("</body>", "<script>" + script + "</script></body>"))
PY
browse "file://$out/pressed.html" >"$out/dom.html"
last=$(grep -c . "$out/bridge-6.json")
check "arrows, Home, End, buttons, slider, list of moves" grep -q \
    "data-presses=\"4 2 0 0 5 9 1 $((last - 1))\"" "$out/dom.html"

# What got into the page all the same would be stopped by its policy.
sed 's|</body>|<img src="http://192.0.2.1/x"><script>document.title="owned"</script></body>|' \
    "$out/bridge-6.html" >"$out/broken.html"
stopped() { browse "file://$out/broken.html" >"$out/dom.html" && nothing_asked &&
    ! grep -q "<title>owned" "$out/dom.html"; }
check "the policy stops what is smuggled in" stopped

# ---- names from outside ----
evil='</text></script><script>document.title="owned"</script><img src=x onerror=alert(1)>"}]\'
evil2="]]>&amp;<!--{;B[a1]} \" onload='x' \\"
hostile() { "$verify" "--$1" "$games/good-bridge-6.nblog" --player "$evil" --player "$evil2" \
    -o "$out/evil.$1" --yes; }
cp "$out/bridge-6.json" "$out/evil.json"
for form in svg html text sgf; do check "evil names as $form" hostile $form; done
check "  ... the picture" read_back svg "$out/evil.svg" "$out/evil.json"
check "  ... the record" read_back record "$out/evil.text" "$out/evil.json"
check "  ... the SGF" read_back sgf "$out/evil.sgf" "$out/evil.json"
check "  ... the page" read_back policy "$out/evil.html"
evil_page() {
    browse "file://$out/evil.html" >"$out/dom.html" && ! grep -q "<title>owned" "$out/dom.html" &&
        "$verify" --replay --json "$games/good-bridge-6.nblog" --player "$evil" \
            --player "$evil2" >"$out/at.json" && read_back page "$out/dom.html" "$out/at.json"
}
check "  ... does not do what they say" evil_page
check "  ... and has no element of theirs" sh -c "! grep -qE '<img|<!--|onerror=.?alert' '$out/dom.html'"
says "control characters are none" '0 \[Blue "a\?\[31mb"\]' --text --player "$(printf 'a\033[31mb')" \
    "$games/good-drawn.nblog"

long=$(printf 'x%.0s' $(seq 63))$(printf '\303\251%.0s' $(seq 20))
for name in "$long" "$(printf 'bad\377\303')" "$(printf '\342\200\256evil')"; do
    evil2=$name
    check "a name of odd bytes" hostile svg
    check "  ... in a picture that holds" read_back svg "$out/evil.svg" "$out/evil.json"
done
says "options that need a form" "2 do not go together" --at 3 "$games/good-drawn.nblog"
says "  ... a file" "2 do not go together" -o "$WORK/x" "$games/good-drawn.nblog"
says "  ... two ways at once" "2 do not go together" --svg --replay "$games/good-drawn.nblog"
says "  ... a terminal" "2 do not go together" --svg --reader "$games/good-drawn.nblog"

# ---- the commands ----
start ann && start ben && befriend ann ben && propose ann ben blitz || bad "two friends and a game"
for _ in 1 2 3 4; do
    who=$(first_of ann ben 1)
    nb "$who" hint --play >/dev/null
    within 10 turn_of "$([ "$who" = ann ] && echo ben || echo ann)" 1
done
expect "a picture" 0 "Game 1 is in .*/a\.svg" ann export 1 --svg -o "$WORK/a.svg"
nb ann --json show 1 >"$WORK/show.json"
nb ann replay 1 --json >"$WORK/all.json"
check "  ... of what the board shows" read_back svg "$WORK/a.svg" "$WORK/all.json"
check "  ... which is what the daemon shows" read_back show "$WORK/all.json" "$WORK/show.json"
check "  ... with no hand in it" read_back closed "$WORK/all.json"
expect "a picture that is there" 1 "there already" ann export 1 --svg "$WORK/a.svg"
expect "  ... replaced" 0 "is in" ann export 1 --svg "$WORK/a.svg" --yes
expect "JSON says where" 0 '"file":.*b.html' ann --json export 1 --html -o "$WORK/b.html"
check "  ... the page knows the names" grep -q 'ann (\(Blue\|Red\))' "$WORK/b.html"
expect "a record to read" 0 '^\[(Blue|Red) "ben"\]' ann export --text
expect "SGF" 0 'GM\[11\]' ann export 1 --sgf
nb ann say "what nobody else shall read" >/dev/null
expect "the log itself" 0 "numbridge-verify" ann export 1 "$WORK/a.nblog"
for form in svg html text sgf; do
    check "notes are not in the $form" sh -c \
        "! '$BIN/numbridge' --home '$WORK/ann' export 1 --$form | grep -q 'nobody else'"
done
nb ann export 1 --html 2>"$WORK/stderr" | head -c 9 >"$WORK/said"
check "who reads the beginning only is told no nonsense" test ! -s "$WORK/stderr"
expect "no file at all" 2 "export" ann export
expect "a file twice" 2 "export" ann export 1 --svg -o "$WORK/c.svg" "$WORK/d.svg"
expect "an option of other commands" 2 "" ann games --svg
finish
