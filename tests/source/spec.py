"""Comments of the form /* [R-2.4] sentence */ must stand word for word in the clause of that number
in docs/; so must every clause that is only named exist.  Clauses nobody quotes are listed.
Argument: the root of the tree."""
import pathlib
import re
import sys

TAG = r"\[([RBPF]-\d+\.\d+[a-z]?)\]"


def plain(text):
    """One line, without the marks of Markdown and of comments."""
    return re.sub(r"\s+", " ", re.sub(r"[*`]", "", text)).strip()


def clauses(root):
    """Number -> text.  A clause goes from its bold number to the next one, or to a heading."""
    found = {}
    for doc in sorted(root.glob("docs/*.md")):
        parts = re.split(r"\*\*" + TAG + r"\*\*", doc.read_text())
        for number, text in zip(parts[1::2], parts[2::2]):
            if number in found:
                yield_error(f"{doc}: clause {number} stands twice")
            found[number] = plain(re.split(r"\n#", text)[0])
    return found


errors = []


def yield_error(text):
    errors.append(text)


def quotes(text):
    """(line, number, quoted words) of every comment that begins with a clause's number."""
    for m in re.finditer(r"/\*\s*" + TAG + r"(.*?)\*/", text, re.S):
        body = re.sub(r"\n\s*\*(?!/)", "\n", m.group(2))
        yield text.count("\n", 0, m.start()) + 1, m.group(1), plain(body)


def main():
    root = pathlib.Path(sys.argv[1])
    known = clauses(root)
    used = set()
    for folder in ("proto", "keys", "daemon", "cli", "tests"):
        for file in sorted(root.glob(folder + "/**/*.[ch]")):
            text = file.read_text()
            for line, number, words in quotes(text):
                if number in known and words not in known[number]:
                    yield_error(f"{file}:{line}: [{number}] does not say: {words}")
            for m in re.finditer(TAG, text):
                used.add(m.group(1))
                if m.group(1) not in known:
                    yield_error(f"{file}: there is no clause [{m.group(1)}]")
    for error in errors:
        print(error)
    silent = sorted(set(known) - used)
    print(f"{len(known)} clauses, {len(silent)} of them quoted nowhere: {' '.join(silent)}")
    return 1 if errors else 0


sys.exit(main())
