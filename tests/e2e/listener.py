"""Plays a whole game from nothing but the sentences that a person hears who sees no board.
    listener.py GAME NAME [NAME]
GAME is the number at both players; NAMEs are homes.  The first player sits at the prompt of a dumb
terminal, the second types single commands with --reader.  Every move must be accepted, no line may
hold a character that draws; prints what was heard last and how many moves were typed."""
import os
import pty
import re
import select
import subprocess
import sys
import time

PROGRAM = os.path.join(os.environ.get("BIN", "build/release"), "numbridge")
PATIENCE = 60
# What may stand in a sentence: letters, digits, and the signs that people read aloud.
SPOKEN = re.compile(r"[A-Za-z0-9 .,:;'()?!>-]*\Z")


class Stopped(Exception):
    """The game cannot be played on from what was heard."""


def checked(text):
    for line in text.splitlines():
        if not SPOKEN.match(line):
            raise Stopped("no sentence: %r" % line)
    return text


class Prompt:
    """A person at the prompt of a dumb terminal."""

    def __init__(self, home):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "dumb"
            os.execv(PROGRAM, [PROGRAM, "--home", home])
        self.until_prompt()

    def until_prompt(self):
        heard, end = b"", time.time() + PATIENCE
        while not re.search(rb"numbridge[ 0-9()]*> $", heard):
            if not select.select([self.fd], [], [], max(0, end - time.time()))[0]:
                raise Stopped("no prompt after %r" % heard)
            heard += os.read(self.fd, 65536)
        return heard.decode().replace("\r", "")

    def say(self, line):
        os.write(self.fd, line.encode() + b"\n")
        heard = self.until_prompt()
        return checked(heard[heard.index(line) + len(line) + 1:heard.rindex("numbridge")])

    def leave(self):
        os.close(self.fd)
        os.waitpid(self.pid, 0)


class Commands:
    """A person who types one command after the other at a shell."""

    def __init__(self, home):
        self.home = home

    def say(self, line):
        done = subprocess.run([PROGRAM, "--home", self.home, "--reader", "--game",
                               GAME] + line.split(), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE,
                              check=False)
        return checked(done.stdout.decode())

    def leave(self):
        pass


class Board:
    """What is known of a board after its rows and blocks were read."""

    def __init__(self, text, blocks):
        self.digit, self.given, self.owner, self.out, self.block = {}, {}, {}, {}, {}
        for line in re.findall(r"^Row \d: (.*)\.$", text, re.M):
            for words in re.split(r"[,;] ", line):
                self.cell(words.split())
        for number, cells in re.findall(r"^Block (\d)[^:]*: cells ([a-i1-9 ]+)[.;]", blocks, re.M):
            for cell in cells.split():
                self.block[cell] = number
        hand = re.search(r"^Your hand: ([-0-9 ]*)\.$", text, re.M).group(1)
        self.hand = [int(d) for d in hand.split() if d != "-"]
        self.waiting = "-" in hand

    def cell(self, words):
        name = words.pop(0)
        self.out[name] = {int(w) for w in words[1:] if w.isdigit()} if words[0] == "open" else set()
        self.given[name] = words[0] == "given"
        digits = [w for w in words if w.isdigit()]
        self.digit[name] = int(digits[0]) if words[0] != "open" else 0
        self.owner[name] = words[-1] if words[-1] in ("Blue", "Red") else None

    def beside(self, cell):
        return [c for c in self.digit if c != cell and self.digit[c] and
                (c[0] == cell[0] or c[1] == cell[1] or self.block[c] == self.block[cell])]

    def left(self, cell):
        """The digits that a cell can still hold."""
        size = max(int(c[1]) for c in self.digit)
        gone = {self.digit[c] for c in self.beside(cell)} | self.out[cell]
        return set(range(1, size + 1)) - gone

    def move(self):
        """The digit for the cell with the fewest others; else a claim; else a swap."""
        open_cells = [c for c in self.digit if not self.digit[c]]
        fits = [(len(self.left(c)), c, d) for c in open_cells for d in set(self.hand)
                if d in self.left(c)]
        free = [c for c in self.given if self.given[c] and not self.owner[c]]
        if fits and (min(fits)[0] <= 2 or not free):
            return "place %d %s" % (min(fits)[2], min(fits)[1])
        if free and self.hand:
            return "claim %s with %d" % (free[len(self.hand) % len(free)], self.hand[0])
        if fits:
            return "place %d %s" % (min(fits)[2], min(fits)[1])
        return self.swap()

    def swap(self):
        """The first move of a pair must leave one tile."""
        return "swap " + (" ".join(map(str, self.hand[1:])) or "all")


def board_move(who, text):
    board = Board(text, who.blocks)
    if board.waiting:
        return None
    may = re.search(r"claim CELL( with [A-Z ]+)?,", text)
    move = board.move()
    if move.startswith("claim"):
        price = (may.group(1) or "").count("DIGIT") if may else 0
        if price > len(board.hand):
            return board.swap()
        move = move.split(" with")[0]
        if price:
            move += " with " + " ".join(map(str, board.hand[:price]))
    return move


def tile_move(text):
    double = re.search(r"^Your highest double: (.*)\.$", text, re.M)
    if double:
        return "show " + double.group(1)
    fit = re.search(r"^Of these fit: (.*)\.$", text, re.M)
    ends = re.search(r"its ends: (.*?)\.( |$)", text, re.M)
    if fit and fit.group(1) != "none":
        tile = fit.group(1).split(", ")[0]
        for end, pips in re.findall(r"(left|right|up|down) (\d)", ends.group(1) if ends else ""):
            if pips in tile.split("-"):
                return "place %s %s" % (tile, end)
        return "place " + tile
    for move in ("draw tile", "pass"):
        if re.search(r"^You may: .*\b%s\b" % move, text, re.M):
            return move
    return None


def one_move(who, text):
    move = tile_move(text) if "dominoes" in text.split("\n", 1)[0] else board_move(who, text)
    if move is None:
        return 0
    answer = who.say(move)
    if not re.search(r"^Game %s( with|, )" % GAME, answer, re.M):  # the position after the move
        raise Stopped("%s: %s" % (move, answer))
    return 1


def play(people):
    """Until one of them hears that it is over."""
    typed, end = 0, time.time() + PATIENCE
    for who in people:
        if isinstance(who, Prompt):
            who.say("use " + GAME)
        who.blocks = who.say("read blocks")
    while time.time() < end:
        for who in people:
            text = who.say("read all")
            if re.search(r"^Game %s.* is over|^The game is over" % GAME, text, re.M):
                return typed, text
            if not re.search(r"[Ii]t is your turn\.$", text, re.M) or "You may:" not in text:
                continue
            moved = one_move(who, text)
            typed += moved
            if moved:
                end = time.time() + PATIENCE
        if not any(isinstance(who, Prompt) for who in people):
            time.sleep(0.02)
    raise Stopped("nobody moves: " + text)


def main(names):
    people = [Prompt(names[0])] + [Commands(name) for name in names[1:]]
    try:
        typed, text = play(people)
        for question in ("last", "changes", "hand", "clocks", "offers"):
            for who in people:
                print(who.say("read " + question), end="")
    except Stopped as why:
        print("stopped: %s" % why)
        return 1
    for who in people:
        who.leave()
    print(text)
    print("%d moves" % typed)
    return 0


if __name__ == "__main__":
    GAME = sys.argv[1]
    sys.exit(main(sys.argv[2:]))
