#!/bin/bash
# Proves that every language is spoken where the system does not know it, that programs never notice the language,
# and that exit codes are the same in all of them.
# shellcheck disable=SC2317  # functions are called through check
# shellcheck source=tests/e2e/lib.sh
. "$(dirname "$0")/lib.sh"

# in_language LANG COMMAND...: ann's command as somebody with that language and no other setting would run it.
in_language() {
    local language=$1
    shift
    env -u LC_ALL -u LANGUAGE LANG="$language" timeout 60 "$BIN/numbridge" --home "$WORK/ann" "$@" </dev/null
}
same() { diff <(echo "$1") <(echo "$2"); }
differs() { [ -n "$1" ] && [ "$1" != "$2" ]; }

start ann && start ben
befriend ann ben
propose ann ben bridge per-move=3d >/dev/null
check "a game" dealt ann 1

# What programs read: the same bytes, but for times that go on.
machine() {
    local kind
    for kind in --json --plain; do
        in_language "$1" $kind friends
        in_language "$1" $kind games
        in_language "$1" $kind show 1
        in_language "$1" $kind invites
        in_language "$1" $kind doctor
        in_language "$1" $kind place 99 z9 2>&1
        in_language "$1" $kind show 77 2>&1
        in_language "$1" $kind nonsense 2>&1
        in_language "$1" $kind events --since 1
        in_language "$1" $kind log 1
    done | sed -E 's/"(move_used_ms|bank_ms|turn_ms|last_seen_ms|last_seen|now_ms|since)":("[^"]*"|[0-9]+)//g
        s/[0-9]+ (MiB|ms)//g; s/last here [^\t]*//'
}
codes() {
    local words
    while read -r words; do
        # shellcheck disable=SC2086  # several words
        in_language "$1" $words >/dev/null 2>&1
        echo "$words: $?"
    done <<'COMMANDS'
help
help place
friends
games
show 1
show 77
place 99 z9
nonsense
wait --wait=1 1 --yes --nonsense
revoke 9
play nobody bridge
accept
resign
verify /nonexistent
COMMANDS
}
names_games() {
    local name
    for name in bridge study blitz domains dominoes; do
        in_language "$1" help rules | grep -q "^  $name " || return 1
    done
}
plain_letters() {
    local text
    text=$(in_language "$1" --ascii help all; in_language "$1" --ascii help options; in_language "$1" --ascii show 1)
    [ -n "$text" ] && ! LC_ALL=C grep -q '[^ -~]' <<<"$text"
}
# Without numbers, blanks, and the words of a time, which goes on between two looks: "1 second", "59 seconds".
timeless() { sed -E 's/[0-9:]+ *(se[cgk][a-z]*|minu[a-z]*)?//gI; s/ +//g'; }

# A game that goes on, looked at by people.
for pair in fr_FR es_ES nl_NL de_DE; do
    language=${pair%_*}
    grep -qx "$language" "$ROOT/cli/po/COMPLETE" || continue
    for words in "help" "help options" "help settings" "help place" "show 1" "games" "friends" "status" "doctor"; do
        # shellcheck disable=SC2086  # several words
        check "$language: $words" differs "$(in_language $pair.UTF-8 $words)" "$(in_language C $words)"
        # shellcheck disable=SC2086  # several words
        check "$language: $words, by option" same \
            "$(in_language $pair.UTF-8 $words | timeless)" \
            "$(in_language C.UTF-8 --lang "$language" $words | timeless)"
    done
    check "$language: names of games as they are typed" names_games $pair.UTF-8
    check "$language: no letter beyond ASCII" plain_letters $pair.UTF-8
    check "$language: a refusal" differs "$(in_language $pair.UTF-8 show 77 2>&1)" \
        "$(in_language C show 77 2>&1)"
    check "$language: the verifier" differs \
        "$(env -u LC_ALL LANG=$pair.UTF-8 "$BIN/numbridge-verify" --help)" "$("$BIN/numbridge-verify" --help)"
done

# A game in which no clock runs any more, looked at by programs.
nb ann resign --game 1 --yes >/dev/null
check "the game is over" within 20 has ann 1 '"state":"FINISHED"'
halt ben
english=$(machine C.UTF-8) english_codes=$(codes C.UTF-8)
check "English is English" same "$english" "$(machine en_GB.UTF-8)"
for pair in fr_FR es_ES nl_NL de_DE; do
    language=${pair%_*}
    check "$language: programs read the same bytes" same "$english" "$(machine $pair.UTF-8)"
    check "$language: and see the same exit codes" same "$english_codes" "$(codes $pair.UTF-8)"
    in_language $pair.UTF-8 --json show 1 >/dev/null 2>"$WORK/said"
    check "$language: nothing is said beside" test ! -s "$WORK/said"
done

# A manual page in each language that is said to be complete.
if command -v po4a >/dev/null && [ -s "$ROOT/docs/po/COMPLETE" ]; then
    check "manual pages are made" make -s -C "$ROOT" man
    while read -r language; do
        for page in man1/numbridge.1 man1/numbridge-verify.1 man5/numbridge.5 man8/numbridged.8; do
            check "$language: $page" test -s "$ROOT/build/man/$language/$page"
        done
    done <"$ROOT/docs/po/COMPLETE"
fi
finish
