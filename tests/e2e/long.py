"""A made-up language that is 40 % longer than English, and what it shows.
    long.py make POT PO       a catalogue: accents, brackets round every sentence, more words
    long.py look WIDTH        the screen on standard input: no line is wider
    long.py below PATTERN     in all lines with the pattern, what follows it begins at one column"""
import os
import re
import sys
import unicodedata

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../source"))
ACCENTS = str.maketrans("aeiouyAEIOUcns", "âéîöûÿÂÉÎÖÛçñš")
WORDS = ["ñandú", "œuf", "Größe", "ĳs", "très", "façade"]
KEEP = r"(\{[a-z0-9_]+\}|%[-0-9.]*(?:llu|zu|[a-z])|'[^']*'|\\n)"


def longer(text):
    """The sentence as somebody might say it who needs more room."""
    head, body, tail = re.match(r"^([\s.:;,]*)(.*?)(\s*)$", text, re.S).groups()
    if not re.search(r"[A-Za-z]", body):
        return text
    parts = re.split(KEEP, body)
    said = "".join(p if i % 2 else p.translate(ACCENTS) for i, p in enumerate(parts))
    more = max(1, len(re.sub(KEEP, "", body)) * 4 // 10 - 2)
    filler, i = "", 0
    while len(filler) < more:
        filler += " " + WORDS[i % len(WORDS)][:max(1, more - len(filler) - 1)]
        i += 1
    return head + "[" + said + filler + "]" + tail


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def make(pot, path):
    from po_read import read_po
    with open(path, "w", encoding="utf-8") as out:
        out.write('msgid ""\nmsgstr ""\n"Language: xx\\n"\n"MIME-Version: 1.0\\n"\n'
                  '"Content-Type: text/plain; charset=UTF-8\\n"\n'
                  '"Content-Transfer-Encoding: 8bit\\n"\n'
                  '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n')
        for entry in read_po(pot):
            if entry.get("ctxt") == "answer":
                continue
            if entry.get("ctxt"):
                out.write(f"msgctxt {quoted(entry['ctxt'])}\n")
            out.write(f"msgid {quoted(entry['id'])}\n")
            if "plural" in entry:
                out.write(f"msgid_plural {quoted(entry['plural'])}\n"
                          f"msgstr[0] {quoted(longer(entry['id']))}\n"
                          f"msgstr[1] {quoted(longer(entry['plural']))}\n\n")
            else:
                out.write(f"msgstr {quoted(longer(entry['id']))}\n\n")


def columns(text):
    return sum(0 if unicodedata.combining(c) else
               2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def look(width):
    wrong = 0
    for line in sys.stdin.read().splitlines():
        line = line.rstrip("\r")
        if columns(line) > width:
            print(f"{columns(line)} columns: {line}")
            wrong = 1
    return wrong


def below(pattern):
    found = [(columns(m[0]), line) for line in sys.stdin.read().splitlines()
             if (m := re.match(pattern, line))]
    if len({at for at, _ in found}) == 1 and len(found) > 1:
        return 0
    print("\n".join(f"{at}: {line}" for at, line in found) or "no such line")
    return 1


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(sys.argv[2], sys.argv[3])
    elif sys.argv[1] == "look":
        sys.exit(look(int(sys.argv[2])))
    else:
        sys.exit(below(sys.argv[2]))
