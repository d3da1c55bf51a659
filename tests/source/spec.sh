#!/bin/bash
# What the code says it obeys stands word for word in docs/ (see spec.py).
# shellcheck source=tests/source/self_test.inc
. "$(dirname "$0")/self_test.inc"

check() {
    python3 tests/source/spec.py "$1"
}

doc() {
    put docs/rules.md <<'DOC'
## 2. Words

- **[R-2.4]** A tile may be *placed*
  on a free cell. Never on a `given`.
- **[R-2.5]** Another one.
DOC
}
fresh; doc
put proto/a.c <<'C'
/* [R-2.4] A tile may be placed on
 * a free cell. */
/* [R-2.5] */
C
good "a quote over two lines"
fresh; doc; put proto/a.c <<<'/* [R-2.4] A tile can be placed on a free cell. */'
bad "one word changed"
fresh; doc; put proto/a.c <<<'/* [R-2.4] Another one. */'; bad "the words of another clause"
fresh; doc; put proto/a.c <<<'/* see [R-2.6] */'; bad "a clause that does not exist"
fresh; doc; put docs/b.md <<<'- **[R-2.4]** Again.'; bad "a number used twice"

check .
