"""Reads `numbridge --json show` from standard input and prints a move, as it is typed, that is
certain to be what the argument says:
    wrong    a tile of the hand on an open cell whose row has that digit already
    given    a tile of the hand on a given
    absent   a digit that is not in the hand on an open cell
    claim    a given that nobody owns, with the first tile of the hand as the price
    dear     the same with two tiles
    open     a claim of a cell that is no given
    owned    a tile of the hand on a cell that somebody owns
    swap     the first tile of the hand goes back
    cell     the name of an open cell"""
import json
import sys


def main(what):
    view = json.load(sys.stdin)["show"]["view"]
    cells, hand = view["cells"], view["hand"]
    free = [c for c in cells if c["digit"] == 0]
    givens = [c for c in cells if c["given"] and c["owner"] is None]

    def in_row(cell, digit):
        return any(c["cell"][1:] == cell["cell"][1:] and c["digit"] == digit for c in cells)

    moves = {
        "wrong": lambda: next("place %d %s" % (d, c["cell"]) for c in free for d in hand
                              if in_row(c, d) and d not in c["ruled_out"]),
        "given": lambda: "place %d %s" % (hand[0], givens[0]["cell"]),
        "absent": lambda: "place %d %s" % (next(d for d in range(1, 10) if d not in hand),
                                           free[0]["cell"]),
        "claim": lambda: "claim %s with %d" % (givens[0]["cell"], hand[0]),
        "dear": lambda: "claim %s with %d %d" % (givens[0]["cell"], hand[0], hand[1]),
        "open": lambda: "claim %s with %d" % (free[0]["cell"], hand[0]),
        "owned": lambda: "place %d %s" % (hand[0], next(c["cell"] for c in cells
                                                        if c["owner"] is not None)),
        "swap": lambda: "swap %d" % hand[0],
        "cell": lambda: free[0]["cell"],
    }
    print(moves[what]())


if __name__ == "__main__":
    main(sys.argv[1])
