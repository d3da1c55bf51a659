#!/bin/bash
# The catalogues of messages: po.sh checks all, po.sh LANGUAGE ... one as if it were complete (see po.py).
# shellcheck source=tests/source/self_test.inc
. "$(dirname "$0")/self_test.inc"
languages=$*

check() {
    # shellcheck disable=SC2086  # several words
    python3 tests/source/po.py "$1" $languages
}

# po ID STR [MORE]: a sample with one sentence, in a language that must be complete.
po() {
    fresh
    put docs/glossary.md <<'DOC'
| English | what | French | |
| --- | --- | --- | --- |
| bag | | sac | = |
DOC
    put cli/po/COMPLETE <<<'fr'
    put cli/po/fr.po <<PO
msgid ""
msgstr ""
"Project-Id-Version: x\n"
"PO-Revision-Date: 2026-11-30 12:00+0000\n"
"Last-Translator: x\n"
"Language-Team: x\n"
"Language: fr\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

#: a.c
${3-}
msgid "$1"
msgstr "$2"
PO
    put build/po/numbridge.pot <<PO
msgid ""
msgstr ""

#: a.c
msgid "${4-$1}"
msgstr ""
PO
}
if [ -z "$languages" ]; then
    po '{n} in the bag.' 'Dans le sac : {n}.'; good "a translated sentence"
    po '{n} in the bag.' ''; bad "an untranslated sentence"
    po '{n} in the bag.' 'Dans le sac : {n}.' '#, fuzzy'; bad "a fuzzy sentence"
    po '{n} in the bag.' 'Dans le sac.'; bad "a name in braces was lost"
    po '{n} in the bag.' 'Dans la poche : {n}.'; bad "a word that is not in the glossary"
    po 'Old.' 'Vieux.' '#' 'New.'; bad "a sentence that is not in the sources"
    po 'An end.\n' 'Une fin.'; bad "a lost line end"
    po '%s in.' 'Dedans %u.' '#, c-format'; bad "a format that differs"
fi
make -s build/po/numbridge.pot || exit 1
rm -f build/po/man.pot
if command -v po4a >/dev/null && [ -s docs/po/COMPLETE ]; then
    # po4a writes the template beside a copy of the catalogues, so that these stay as they are.
    mkdir -p build/po/man && cp docs/po/*.po build/po/man/ &&
        sed 's|docs/po/|build/po/man/|' docs/po/po4a.cfg >build/po/man/po4a.cfg &&
        po4a --quiet --no-translations build/po/man/po4a.cfg || exit 1
fi
check .
