"""schema.py SCHEMA FILE KIND...: each line of FILE is a label, a tab, and a line of JSON; says
which do not fit the schema, and which kinds of lines but those named never came.  Where nothing
fits, the most likely kind of line is explained.  Kind "any": it does not matter which ones came."""
import json
import sys

import jsonschema


def main(schema_path, path, *rare):
    schema = json.load(open(schema_path))
    jsonschema.Draft202012Validator.check_schema(schema)
    kinds = {}
    for ref in schema["oneOf"]:
        name = ref["$ref"].rsplit("/", 1)[1]
        kinds[name] = jsonschema.Draft202012Validator({**ref, "$defs": schema["$defs"]})
    bad = count = 0
    seen = set()
    for line in open(path, encoding="utf-8"):
        label, _, text = line.rstrip("\n").partition("\t")
        count += 1
        try:
            value = json.loads(text)
        except ValueError:
            print("%s: no JSON: %s" % (label, text[:200]))
            bad += 1
            continue
        fits = [name for name, kind in kinds.items() if kind.is_valid(value)]
        seen.update(fits)
        if len(fits) == 1:
            continue
        bad += 1
        first = next((k for k in value if "line_" + k in kinds), "done")
        error = jsonschema.exceptions.best_match(kinds["line_" + first].iter_errors(value))
        print("%s: fits %s: %s: %s" % (label, fits, error and list(error.path),
                                      error and error.message[:300]))
    unseen = sorted(set(kinds) - seen - {"line_" + kind for kind in rare})
    if "any" in rare:
        unseen = []
    print("%d lines, %d do not fit; never printed: %s" % (count, bad, " ".join(unseen) or "none"))
    return bad or not count or unseen != []


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
