#!/usr/bin/env python3
"""An engine for `numbridge bot run -- python3 engine.py`: plays every game, legally and without
much thought.  The protocol stands in docs/bots.md."""
import json
import sys

views = {}   # the last view of each game
ruled = {}   # what was refused in the present position of each game


def row_and_column(name):
    return name[1:], name[0]


def digits_that_fit(view, cell):
    """Digits of the hand that nothing on the board speaks against."""
    row, column = row_and_column(cell["cell"])
    seen = set(cell["ruled_out"])
    for other in view["cells"]:
        r, c = row_and_column(other["cell"])
        if r == row or c == column or other["block"] == cell["block"]:
            seen.add(other["digit"])
    return [d for d in view["hand"] if d not in seen]


def price(terms):
    return int(terms.get("claim", "0"))


def numbridge_moves(state):
    """All moves worth trying, the best first."""
    view, terms = state["view"], state["terms"]
    if view["may_pie"] and view["moves"] == 1:
        yield "pie"
    free = [c for c in view["cells"] if c["digit"] == 0]
    middle = (view["size"] + 1) / 2

    def far(cell):
        row, column = row_and_column(cell["cell"])
        return abs(int(row) - middle) + abs(ord(column) - ord("a") + 1 - middle)

    found = []
    for cell in free:
        fits = digits_that_fit(view, cell)
        for digit in set(fits):
            others = sum(1 for d in range(1, view["size"] + 1) if d not in cell["ruled_out"])
            found.append((others, far(cell), "place %d %s" % (digit, cell["cell"])))
    for _, _, move in sorted(found):
        yield move
    givens = sorted((c for c in view["cells"] if c["given"] and c["owner"] is None), key=far)
    if len(view["hand"]) >= price(terms):
        for cell in givens:
            paid = " ".join(map(str, view["hand"][:price(terms)]))
            yield ("claim %s with %s" % (cell["cell"], paid)) if paid else "claim " + cell["cell"]
    if view["hand"]:
        yield "swap %d" % view["hand"][0]
    for cell in free:
        for digit in set(view["hand"]):
            yield "place %d %s" % (digit, cell["cell"])


def domino_moves(state):
    table = state["view"]["dominoes"]
    tiles = [t for t in table["tiles"] if t is not None]
    doubles = sorted((t for t in tiles if t[0] == t[1]), reverse=True)
    if table["phase"] == "SHOW":
        for a, b in doubles:
            yield "show %d-%d" % (a, b)
        yield "show none"
    ends = ["left", "right", "up", "down"]
    for a, b in sorted(tiles, key=lambda t: -sum(t)):
        if not table["line"]:
            yield "place %d-%d" % (a, b)
        for end, pips in zip(ends, table["ends"]):
            if pips in (a, b):
                yield "place %d-%d %s" % (a, b, end)
    yield "draw"
    yield "pass"
    for a, b in doubles:
        yield "place %d-%d" % (a, b)


def genmove(game):
    state = views[game]
    moves = domino_moves(state) if state["game"] == "DOMINOES" else numbridge_moves(state)
    for move in moves:
        if move not in ruled[game]:
            return move
    return "resign"


def view(game, text):
    state = json.loads(text)
    if views.get(game, {}).get("view") != state["view"]:
        ruled[game] = set()
    views[game] = state


def main():
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        game, _, rest = rest.partition(" ")
        answer = "="
        if word == "protocol_version":
            answer = "= 1"
        elif word == "name":
            answer = "= example in Python"
        elif word == "view":
            view(game, rest)
        elif word == "genmove":
            answer = "= " + genmove(game)
        elif word == "refused":
            ruled[game].add(rest.split(" ", 1)[1])
        elif word not in ("newgame", "result", "quit"):
            answer = "? unknown command"
        print(answer + "\n", flush=True)
        if word == "quit":
            return


if __name__ == "__main__":
    main()
