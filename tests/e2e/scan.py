"""Makes an image of a QR code out of the characters a terminal shows.
    scan.py FILE.pbm [dark|light] < WHAT-WAS-PRINTED
The last word says what the screen is like where no colours are set.  Understands half blocks, '##'
and blanks, and the colours 30, 40, 107 and their like of 256; the paper around is as the screen."""
import re
import sys

BLOCKS = {" ": (0, 0), "\u2580": (1, 0), "\u2584": (0, 1), "\u2588": (1, 1), "#": (1, 1)}
PIXELS = 4


class Screen:
    """What is dark where characters are set, as escape codes change it from line to line."""

    def __init__(self, kind):
        self.usual = (kind == "light", kind == "dark")  # ink, paper
        self.ink, self.paper = self.usual

    def take(self, codes):
        codes = codes.replace("38;5;16", "30").replace("48;5;231", "107")
        for code in codes.split(";"):
            if code in ("0", ""):
                self.ink, self.paper = self.usual
            elif code == "30":
                self.ink = True
            elif code == "39":
                self.ink = self.usual[0]
            elif code == "40":
                self.paper = True
            elif code == "107":
                self.paper = False
            elif code == "49":
                self.paper = self.usual[1]

    def cells(self, line):
        """For each character: is its upper, is its lower half dark?  None: no part of a code."""
        found = []
        for codes, char in re.findall("\033\\[([0-9;]*)m|(.)", line):
            if not char:
                self.take(codes)
            elif char in BLOCKS:
                found.append(tuple(self.ink if half else self.paper for half in BLOCKS[char]))
            else:
                found.append(None)
        return found


def main(path, screen="dark"):
    now = Screen(screen)
    usual = now.usual
    rows = []
    for line in sys.stdin.read().split("\n"):
        row = now.cells(line)
        if len(row) > 20 and None not in row:
            rows.append(row)
    halves = any(top != low for row in rows for top, low in row)
    grid = []
    for row in rows:
        grid.append([top for top, low in row])
        if halves:
            grid.append([low for top, low in row])
    if not halves:  # a module is two characters wide
        grid = [row[::2] for row in grid]
    width = max(map(len, grid))
    around = [[usual[1]] * (width + 4)] * 2
    grid = around + [[usual[1]] * 2 + row + [usual[1]] * (width - len(row) + 2) for row in grid] \
        + around
    with open(path, "w") as out:
        out.write("P1\n%d %d\n" % (len(grid[0]) * PIXELS, len(grid) * PIXELS))
        for row in grid:
            line = " ".join(str(int(dark)) for dark in row for _ in range(PIXELS))
            out.write((line + "\n") * PIXELS)


if __name__ == "__main__":
    main(*sys.argv[1:])
