#!/bin/bash
# shellcheck disable=SC2016  # back-quotes are meant
# Documents name only files that exist: every path in back-quotes that begins with one of our folders.
# X and NAME stand for any name, * for any characters.
# shellcheck source=tests/source/self_test.inc
. "$(dirname "$0")/self_test.inc"

check() {
    local wrong=0 document path pattern
    while read -r document path; do
        pattern=${path//NAME/*}
        pattern=${pattern//X/*}
        # shellcheck disable=SC2086  # a pattern
        if ! (cd "$1" && compgen -G "$pattern" >/dev/null); then
            echo "$document names $path, which does not exist"
            wrong=1
        fi
    done < <(cd "$1" && grep -oE '`(\.ci|proto|keys|daemon|cli|tests|docs)/[^` {]*`' \
        README.md ./*/README.md tests/*/README.md docs/*.md docs/decisions/*.md 2>/dev/null |
        tr -d '`' | sed 's/:/ /')
    return $wrong
}

fresh
put docs/a.md <<<'see `docs/a.md`, `docs/`, `docs/*.md` and `tests/unit/test_X.c`'
put tests/unit/test_b.c <<<''
good "what exists"
fresh; put docs/a.md <<<'see `docs/b.md`'; bad "a file that does not exist"
fresh; put README.md <<<'see `tests/new/X.c`'; bad "a folder that does not exist"

check .
