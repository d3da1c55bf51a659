"""Reads a catalogue of messages as xgettext and msgmerge write it."""
import ast
import re


def read_po(path):
    """The entries of a catalogue: dicts of ctxt, id, plural, str (list), fuzzy."""
    entries, entry, field = [], None, None
    with open(path, encoding="utf-8") as file:
        for line in file.read().splitlines() + [""]:
            if line.startswith("#~"):
                continue
            if line.startswith("#,") or line.startswith("#") or line == "":
                if entry and "id" in entry:
                    entries.append(entry)
                    entry = None
                if line.startswith("#"):
                    entry = entry or {"str": {}, "flags": ""}
                    entry["flags"] += line[2:] if line.startswith("#,") else ""
                continue
            entry = entry or {"str": {}, "flags": ""}
            match = re.match(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d)\])?)? *(".*")$', line)
            if not match:
                raise ValueError(f"{path}: {line}")
            text = ast.literal_eval(match[3])
            if match[1] and match[1].startswith("msgstr"):
                field = int(match[2] or 0)
                entry["str"][field] = text
            elif match[1]:
                field = {"msgctxt": "ctxt", "msgid": "id", "msgid_plural": "plural"}[match[1]]
                entry[field] = text
            elif isinstance(field, int):
                entry["str"][field] += text
            else:
                entry[field] += text
    return [e for e in entries if e.get("id")]
