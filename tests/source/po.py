"""po.py ROOT [LANGUAGE ...] - holds the catalogues to the sources and to the glossary (docs/languages.md).

Every catalogue: msgfmt accepts it, nothing is fuzzy, the names in braces of a sentence and of its translation are the
same, blanks and line ends at both ends too, and the words marked in docs/glossary.md are used.  A language that is
named, or stands in cli/po/COMPLETE, has every sentence of the sources, translated."""
import os
import re
import subprocess
import sys

from po_read import read_po

# Sentences of words that are typed, and so stay as they are.
TYPED = {"[tile]", "none, honour, claim or witness"}
NAMES = {"French": "fr", "Spanish": "es", "Dutch": "nl", "German": "de"}


def braces(text):
    return set(re.findall(r"\{[a-z0-9_]+\}", text))


def ends(text):
    return (re.match(r"[ \n]*", text)[0], re.search(r"[ \n]*$", text)[0])


def stem(word):
    """What is left when a word is inflected: enough of it for a script."""
    word = word.lower()
    return word if len(word) <= 4 else word[:-1]


def glossary(root):
    """Rows that are held to: (pattern of the English word, {language: stems})."""
    rows, heads = [], []
    path = os.path.join(root, "docs/glossary.md")
    for line in open(path, encoding="utf-8") if os.path.exists(path) else []:
        cells = [c.strip() for c in line.strip().strip("|").split("|")]
        if line.startswith("| English"):
            heads = cells
        elif line.startswith("|") and heads and cells[-1] == "=":
            words = {NAMES[h]: [stem(w) for w in cells[i].split(" / ")]
                     for i, h in enumerate(heads) if h in NAMES}
            english = "|".join(re.escape(re.sub(r" \(.*\)$", "", w)) for w in cells[0].split(", "))
            rows.append((re.compile(rf"\b(?:{english})s?\b", re.I), words))
    return rows


def check_entry(entry, language, rows):
    """What is wrong with a translated entry, one line each."""
    source = entry.get("plural", entry["id"])
    spoken = re.sub(r"'[^']*'|\{[a-z]+\}|\| [a-z]+", " ", entry["id"])
    for number, text in entry["str"].items():
        wanted = braces(source)
        if number == 0 and "plural" in entry:
            wanted = wanted - {"{count}"} | (braces(text) & {"{count}"})
        if braces(text) != wanted:
            yield f"names in braces differ: {text}"
        if ends(text) != ends(entry["id"]):
            yield f"blanks or line ends at the ends differ: {text}"
        for pattern, words in rows:
            if entry["id"] not in TYPED and language in words and pattern.search(spoken) \
                    and not any(w in text.lower() for w in words[language]):
                yield f"'{pattern.search(spoken)[0]}' is '{words[language][0]}...' in the glossary: {text}"


def options(text):
    return sorted(set(re.findall(r"\\-\\-[a-z\\-]+[a-z]", text)))


def check_paragraph(entry):
    """The same for a paragraph of a manual page: what is typed is kept."""
    text = entry["str"].get(0, "")
    if options(text) != options(entry["id"]):
        yield f"options differ: {options(entry['id'])}, {options(text)}"


def check(root, path, complete, wanted):
    """Lines of what is wrong with one catalogue."""
    language = os.path.basename(path)[:-3]
    done = subprocess.run(["msgfmt", "--check", "--check-accelerators", "-o", "/dev/null", path],
                          capture_output=True, text=True)
    if done.returncode != 0:
        yield from done.stderr.splitlines()
        return
    manual = "docs/po" in path
    rows, have = glossary(root), set()
    for entry in read_po(path):
        have.add((entry.get("ctxt"), entry["id"]))
        where = f"{path}: \"{entry['id'][:50]}\": "
        if "fuzzy" in entry["flags"]:
            yield where + "is fuzzy"
        translated = all(entry["str"].values())
        if translated:
            for problem in check_paragraph(entry) if manual else check_entry(entry, language, rows):
                yield where + problem
        elif complete:
            yield where + "is not translated"
    if complete and wanted is not None:
        for _, sentence in sorted(wanted - have, key=str):
            yield f"{path}: \"{sentence[:50]}\": is not in the catalogue; type 'make po'"
        for _, sentence in sorted(have - wanted, key=str):
            yield f"{path}: \"{sentence[:50]}\": is in no source any more; type 'make po'"


def check_folder(root, folder, pot, named):
    """All catalogues in a folder; `pot` has the sentences of the sources, if it is there."""
    complete = set(named)
    listed = os.path.join(root, folder, "COMPLETE")
    if os.path.exists(listed):
        complete |= set(open(listed, encoding="utf-8").read().split())
    pot = os.path.join(root, pot)
    wanted = {(e.get("ctxt"), e["id"]) for e in read_po(pot)} if os.path.exists(pot) else None
    for name in sorted(os.listdir(os.path.join(root, folder))):
        if name.endswith(".po") and (not named or name[:-3] in named):
            yield from check(root, os.path.join(root, folder, name), name[:-3] in complete, wanted)


def main():
    root, named = sys.argv[1], sys.argv[2:]
    wrong = list(check_folder(root, "cli/po", "build/po/numbridge.pot", named))
    if os.path.isdir(os.path.join(root, "docs/po")):
        wrong += check_folder(root, "docs/po", "build/po/man.pot", named)
    print("\n".join(wrong))
    return 1 if wrong else 0


sys.exit(main())
