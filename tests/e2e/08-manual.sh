#!/bin/bash
# Proves that the man pages name every command and every option that the programs' own help names.
# (That they do what is said there is for tests/e2e.)
set -eu
BIN=${BIN:-build/release}
passed=0 failed=0

# wanted PAGE WORD...: each stands in bold in the page.
wanted() {
    local page=$1 word
    shift
    for word; do
        if sed 's/\\-/-/g' "docs/$page" |
            grep -qE -- "^\.(B|BR|BI|RB) (\"[^\"]*\"|[^\"])*\"?$word([][\" ,|.=]|$)"; then
            passed=$((passed + 1))
        else
            echo "docs/$page does not name $word"
            failed=$((failed + 1))
        fi
    done
}

options() { grep -oE -- '--[a-z-]+' | sort -u; }

# shellcheck disable=SC2046
wanted numbridge.1 $("$BIN/numbridge" --plain help | cut -f1) \
    $("$BIN/numbridge" help options | options)
# shellcheck disable=SC2046
wanted numbridged.8 $("$BIN/numbridged" --help | options)
# shellcheck disable=SC2046
wanted numbridge-verify.1 $("$BIN/numbridge-verify" --help | options)
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 60 ]
