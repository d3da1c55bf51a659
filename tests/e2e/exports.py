"""Reads exported games back, each format by a reader of its own.

    exports.py svg FILE POSITION          the picture shows that position (of replay --json)
    exports.py page DOM POSITION          the page, as a browser has it after its script ran, does
    exports.py record FILE POSITIONS      tags, and as many moves as there are, in order
    exports.py sgf FILE POSITIONS         the stones that stand at the end
    exports.py policy FILE                the page allows itself nothing but its own two parts
    exports.py asked NETLOG               no page asked for anything (chromium --log-net-log)
    exports.py closed POSITIONS           no hand is open
    exports.py show POSITION SHOW         the position is the one that `show --json` shows
Silent and 0, or what is wrong and 1.
"""
import base64
import hashlib
import html.parser
import json
import re
import sys
import xml.etree.ElementTree as ElementTree


def lines(path):
    with open(path, encoding="utf-8") as f:
        return [json.loads(line)["position"] for line in f]


def wanted(position):
    """cell: (class, digit) as a picture has to show it."""
    cells = {}
    for c in position["cells"]:
        kind = "cell given" if c["given"] else "cell"
        kind += {None: "", 0: " blue", 1: " red"}[c["owner"]]
        kind += " last" if position["last_cell"] == c["cell"] else ""
        cells[c["cell"]] = (kind, str(c["digit"]) if c["digit"] else "")
    return cells


class Page(html.parser.HTMLParser):
    """Cells, tiles in sight, and what elements of some ids contain."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.cells, self.table, self.tiles, self.text, self.tags = {}, {}, [], {}, []
        self.policy, self.parts = "", {"style": "", "script": ""}
        self.cell = self.id = self.part = None
        self.round_hidden = False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        self.tags.append((tag, a))
        self.part = None
        if tag == "meta" and a.get("http-equiv") == "Content-Security-Policy":
            self.policy = a["content"]
        if tag in self.parts and a.get("type") != "application/json":
            self.part = tag
        if "round" in a.get("class", "").split():
            self.round_hidden = "hidden" in a
        if "tile" in a.get("class", "").split() and not self.round_hidden and "hidden" not in a:
            self.tiles.append(int(a["data-laid"]))
        ident = a.get("id")
        if ident and ident.startswith("c-"):
            self.cell = ident[2:]
            self.cells[self.cell] = [a["class"], "", ""]
        self.id = ident
        self.slot = {"digit": 1, "not": 2}.get(a.get("class")) if self.cell else None

    def handle_endtag(self, tag):
        self.id = self.part = self.slot = None
        if tag == "g":
            self.cell = None

    def handle_data(self, data):
        if self.part:
            self.parts[self.part] += data
        if self.cell and self.slot:
            self.cells[self.cell][self.slot] += data
        if self.id:
            self.text[self.id] = self.text.get(self.id, "") + data


def picture(path, position):
    root = ElementTree.parse(path).getroot()
    ns = "{http://www.w3.org/2000/svg}"
    assert root.tag == ns + "svg" and root.find(ns + "desc").text, "no description"
    for e in root.iter():
        assert e.tag.startswith(ns), e.tag
        assert e.tag[len(ns):] in ("svg", "title", "desc", "style", "g", "path", "circle", "rect",
                                   "text", "line"), e.tag
        assert not any(k.startswith("on") or "href" in k for k in e.attrib), e.attrib
    assert "url(" not in "".join(root.itertext()) and "@import" not in "".join(root.itertext())
    if "cells" not in position:
        tiles = [e for e in root.iter(ns + "g") if "tile" in e.get("class", "").split()]
        got = {int(t.get("data-laid")): sorted(map(int, re.match(
            r"(\d+)-(\d+), laid by seat", t.find(ns + "title").text).groups())) for t in tiles}
        assert got == {i: sorted(t["tile"]) for i, t in enumerate(position["line"])}, got
        return
    got = {}
    for g in root.iter(ns + "g"):
        if g.get("id", "").startswith("c-"):
            digit = [t.text or "" for t in g.iter(ns + "text") if t.get("class") == "digit"]
            got[g.get("id")[2:]] = (g.get("class"), digit[0])
    assert got == wanted(position), [(k, got[k], v) for k, v in wanted(position).items()
                                     if got.get(k) != v]


def page(path, position):
    with open(path, encoding="utf-8") as f:
        p = Page(f.read())
    body = [a for t, a in p.tags if t == "body"][0]
    assert int(body["data-at"]) == position["step"], (body, position["step"])
    assert position["deed"] in p.text["deed"], (p.text["deed"], position["deed"])
    if "cells" not in position:
        assert sorted(p.tiles) == list(range(len(position["line"]))), p.tiles
        return
    got = {name: (c[0], c[1]) for name, c in p.cells.items()}
    assert got == wanted(position), [(k, got.get(k), v) for k, v in wanted(position).items()
                                     if got.get(k) != v]
    for c in position["cells"]:
        words = p.text["t-" + c["cell"]]
        assert words.startswith("open") == (c["digit"] == 0), (c, words)
        assert (str(c["digit"]) in words) or c["digit"] == 0, (c, words)
        assert ("Blue" in words, "Red" in words) == (c["owner"] == 0, c["owner"] == 1), (c, words)
        for digit in c["ruled_out"] if c["digit"] == 0 else []:
            assert str(digit) in words, (c, words)


def policy(path):
    with open(path, encoding="utf-8", newline="") as f:
        text = f.read()
    p = Page(text)
    rules = dict(r.strip().split(" ", 1) for r in p.policy.split(";"))
    assert rules["default-src"] == "'none'" and rules["base-uri"] == "'none'", rules
    assert set(rules) == {"default-src", "script-src", "style-src", "base-uri", "form-action"}
    for name in ("style", "script"):
        whole = re.findall("<%s>(.*?)</%s>" % (name, name), text, re.S)
        assert len(whole) == 1, "more than one %s" % name
        digest = base64.b64encode(hashlib.sha256(whole[0].encode()).digest()).decode()
        assert rules[name + "-src"] == "'sha256-%s'" % digest, name
    for tag, a in p.tags:
        assert tag not in ("img", "link", "iframe", "object", "embed", "base", "form"), tag
        for key, value in a.items():
            assert not key.startswith("on") and key not in ("src", "style"), (tag, key)
            assert key != "href" or value.startswith("#"), (tag, value)


def record(path, positions):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    head, moves = text.split("\n\n", 1)
    tags = []
    for line in head.split("\n"):
        found = re.fullmatch(r'\[([A-Za-z0-9]+) "((?:[^"\\]|\\["\\])*)"\]', line)
        assert found, line
        tags.append((found.group(1), re.sub(r"\\(.)", r"\1", found.group(2))))
    names = [name for name, _ in tags]
    for name in ("Event", "Site", "Date", "Round", "Result", "Terms", "RulesVersion", "Grade",
                 "Head"):
        assert names.count(name) == 1, name
    assert all(len(line) <= 80 or "{" in line for line in moves.split("\n"))
    words = re.sub(r"\{[^{}]*\}", " ", moves).split()
    assert words.pop() == dict(tags)["Result"]
    sides = ("Seat1", "Seat2", "Seat3", "Seat4") if "Seat1" in names else ("Blue", "Red")
    got = [tuple(re.fullmatch(r"(\d+)\.(\w+)", words[i]).groups()) + (words[i + 1],)
           for i in range(0, len(words), 2)]
    want = [(str(p["move"]), sides[p["seat"]], p["sign"]) for p in positions if p["move"]]
    assert got == want, [pair for pair in zip(got, want) if pair[0] != pair[1]][:3]
    assert len(got) == positions[-1]["moves"]
    return tags


def sgf(path, positions):
    """A reader of its own: one line of nodes, properties with values in brackets."""
    with open(path, encoding="utf-8") as f:
        text = f.read().strip()
    assert text[0] == "(" and text[-1] == ")", text[:20]
    at, nodes = 1, []
    while text[at] == ";":
        at, node = at + 1, {}
        while text[at] not in ";)":
            found = re.compile(r"\s*([A-Z]{1,2})\[").match(text, at)
            if not found:
                at += 1
                assert text[at - 1].isspace(), text[at - 5:at + 5]
                continue
            at, value = found.end(), ""
            while text[at] != "]":
                at += text[at] == "\\"
                value += text[at]
                at += 1
            at += 1
            node[found.group(1)] = value
        nodes.append(node)
    root = nodes.pop(0)
    assert (root["FF"], root["GM"]) == ("4", "11"), root
    assert int(root["SZ"]) == positions[-1]["size"]
    assert len(nodes) == positions[-1]["steps"], (len(nodes), positions[-1]["steps"])
    stones = {}
    for node in nodes:
        move = [key for key in ("B", "W") if key in node]
        setup = [key for key in ("AB", "AW") if key in node]
        assert len(move) + len(setup) <= 1 and "C" in node, node
        if move:
            assert node[move[0]] not in stones, node
        for key in move + setup:
            stones[node[key]] = key[-1]
    want = {c["cell"]: "BW"[c["owner"]] for c in positions[-1]["cells"]
            if c["owner"] is not None}
    assert stones == want, (stones, want)
    ending, winner = positions[-1]["ending"], positions[-1]["winner"]
    assert root["RE"][0] == ("?" if ending == "NONE" else "0" if ending == "DRAW" else
                             "V" if winner is None else "BW"[winner]), root["RE"]


def asked(path):
    """What the browser wants for itself has no origin; what a page wants has one."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    assert "file:///" in text, "not a log of a page"
    for line in text.split("\n"):
        if '"initiator":' in line:
            start = json.loads(line.rstrip(","))["params"]
            assert start["initiator"] == "not an origin" or start["url"].startswith("file:"), start


def show(position, shown):
    with open(shown, encoding="utf-8") as f:
        view = json.load(f)["show"]["view"]
    for key in ("moves", "turn", "last_cell", "last_digit", "block_owner", "cells", "bag",
                "discards", "hand_counts"):
        if key in position and key in view:
            assert position[key] == view[key], (key, position[key], view[key])


def closed(positions):
    for p in positions:
        assert p["hands"] is None, p["step"]
        assert re.search(r"(swap:|[a-i][1-9]:)[1-9]", p["sign"]) is None, p["sign"]


def main(what, path, *rest):
    if what in ("policy", "asked"):
        {"policy": policy, "asked": asked}[what](path)
    elif what == "closed":
        closed(lines(path))
    elif what == "show":
        show(lines(path)[-1], rest[0])
    elif what in ("svg", "page"):
        {"svg": picture, "page": page}[what](path, lines(rest[0])[-1])
    else:
        {"record": record, "sgf": sgf}[what](path, lines(rest[0]))


if __name__ == "__main__":
    main(*sys.argv[1:])
