#!/usr/bin/env python3
"""Computes the boards of tests/vectors/boards again, from docs/rules.md sections 2 to 5 and
docs/formats.md section 1 alone: written without looking at the C sources' way of doing it.
Proves that the documents are complete: two programs made from them agree on every board.
Last line: N passed, N failed."""
import hashlib
import sys


def hash_fields(tag, *fields):
    text = ("numbridge/1/" + tag).encode()
    data = bytes([len(text)]) + text
    for field in fields:
        if isinstance(field, int):
            field = field.to_bytes(8, "little")
        data += len(field).to_bytes(4, "little") + field
    return hashlib.blake2b(data).digest()[:32]


class Stream:
    def __init__(self, seed):
        self.seed, self.block, self.bytes = seed, 0, b""

    def take(self, n):
        while len(self.bytes) < n:
            self.bytes += hashlib.blake2b(self.block.to_bytes(8, "little"), key=self.seed).digest()
            self.block += 1
        out, self.bytes = self.bytes[:n], self.bytes[n:]
        return out

    def below(self, n):
        while True:
            v = int.from_bytes(self.take(4), "little")
            if v < 2**32 // n * n:
                return v % n

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def neighbours(n, cell):
    r, c = divmod(cell, n)
    around = [(r, c - 1), (r, c + 1), (r - 1, c), (r - 1, c + 1), (r + 1, c - 1), (r + 1, c)]
    return [y * n + x for y, x in around if 0 <= y < n and 0 <= x < n]


SHAPE = {9: (3, 3), 8: (2, 4), 6: (2, 3)}


def regular(n):
    if n not in SHAPE:
        return None
    rows, columns = SHAPE[n]
    return [i // n // rows * (n // columns) + i % n // columns for i in range(n * n)]


def connected(n, blocks, block):
    cells = {i for i in range(n * n) if blocks[i] == block}
    seen, todo = set(), [min(cells)]
    while todo:
        cell = todo.pop()
        if cell not in seen:
            seen.add(cell)
            todo += [x for x in neighbours(n, cell) if x in cells]
    return seen == cells


def is_irregular(n, blocks):
    lines = [set(range(i * n, i * n + n)) for i in range(n)]
    lines += [set(range(i, n * n, n)) for i in range(n)]
    base = regular(n)
    if base:
        lines += [{i for i in range(n * n) if base[i] == b} for b in range(n)]
    own = [{i for i in range(n * n) if blocks[i] == b} for b in range(n)]
    return not any(b in lines for b in own)


def irregular(n, stream):
    blocks = regular(n) or [i // n for i in range(n * n)]
    changed = 0
    for _ in range(100 * n * n):
        x = stream.below(n * n)
        near = neighbours(n, x)
        y = near[stream.below(len(near))]
        k = stream.below(n)
        a, b = blocks[x], blocks[y]
        if a != b:
            z = [i for i in range(n * n) if blocks[i] == b][k]
            blocks[x], blocks[z] = b, a
            if connected(n, blocks, a) and connected(n, blocks, b):
                changed += 1
            else:
                blocks[x], blocks[z] = a, b
        if changed >= n * n and is_irregular(n, blocks):
            return blocks
    return None


class GaveUp(Exception):
    pass


class Search:
    def __init__(self, n, blocks):
        self.n = n
        self.units = [[r * n + c for c in range(n)] for r in range(n)]
        self.units += [[r * n + c for r in range(n)] for c in range(n)]
        self.units += [[i for i in range(n * n) if blocks[i] == b] for b in range(n)]
        self.peers = [set().union(*[u for u in self.units if i in u]) - {i} for i in range(n * n)]

    def start(self, digits):
        full = set(range(1, self.n + 1))
        cands = [None if d else full - {digits[p] for p in self.peers[i]}
                 for i, d in enumerate(digits)]
        return list(digits), cands

    def put(self, digits, cands, cell, digit):
        if self.nodes == 0:
            raise GaveUp
        self.nodes -= 1
        digits[cell], cands[cell] = digit, None
        for p in self.peers[cell]:
            if cands[p] is not None:
                cands[p] = cands[p] - {digit}
        return all(c is None or c for c in cands)

    def find(self, digits, cands, stream=None):
        """The first solution, or None."""
        while True:
            if all(digits):
                return digits
            single = [i for i, c in enumerate(cands) if c is not None and len(c) == 1]
            if single:
                cell, digit = single[0], min(cands[single[0]])
            else:
                forced = None
                for unit in self.units:
                    standing = {digits[i] for i in unit}
                    for d in range(1, self.n + 1):
                        if d in standing:
                            continue
                        fit = [i for i in unit if cands[i] is not None and d in cands[i]]
                        if not fit:
                            return None
                        if len(fit) == 1 and forced is None:
                            forced = fit[0], d
                if forced is None:
                    break
                cell, digit = forced
            if not self.put(digits, cands, cell, digit):
                return None
        cell = min((i for i, c in enumerate(cands) if c is not None), key=lambda i: len(cands[i]))
        tries = sorted(cands[cell])
        if stream:
            stream.shuffle(tries)
        for digit in tries:
            d, c = list(digits), list(cands)
            if self.put(d, c, cell, digit):
                found = self.find(d, c, stream)
                if found:
                    return found
        return None

    def fill(self, stream):
        self.nodes = 500
        digits, cands = self.start([0] * (self.n * self.n))
        try:
            return self.find(digits, cands, stream)
        except GaveUp:
            return None

    def removable(self, digits, cell):
        self.nodes = 2000
        others = list(digits)
        others[cell] = 0
        others, cands = self.start(others)
        cands[cell] = cands[cell] - {digits[cell]}
        if not cands[cell]:
            return True
        try:
            return self.find(others, cands) is None
        except GaveUp:
            return False


def strip(search, digits, stream, target):
    order = [i for i, d in enumerate(digits) if d]
    stream.shuffle(order)
    for cell in order:
        if sum(map(bool, digits)) <= target:
            break
        if search.removable(digits, cell):
            digits[cell] = 0


def try_board(search, stream, target):
    grid = search.fill(stream)
    if grid is None:
        return None
    digits = list(grid)
    strip(search, digits, stream, target)
    for _ in range(25):
        count = sum(map(bool, digits))
        if count <= target:
            break
        before = list(digits)
        for _ in range(2):
            open_cells = [i for i, d in enumerate(digits) if not d]
            cell = open_cells[stream.below(len(open_cells))]
            digits[cell] = grid[cell]
        strip(search, digits, stream, target)
        if sum(map(bool, digits)) > count:
            digits = before
    return (digits, grid) if sum(map(bool, digits)) == target else None


def board(coin, size, blocks, givens):
    stream = Stream(hash_fields("board", coin, 1, size, blocks, givens))
    block_stream = Stream(hash_fields("blocks", coin, 1, size, blocks, givens))
    for _ in range(50):
        block_map = regular(size) if blocks == 1 else irregular(size, block_stream)
        if block_map is None:
            continue
        search = Search(size, block_map)
        for _ in range(20):
            found = try_board(search, stream, givens)
            if found:
                return block_map, *found
    return None


def main():
    passed = failed = 0
    for line in open("tests/vectors/boards/boards.txt", encoding="ascii"):
        if line.startswith("#"):
            continue
        coin, size, blocks, givens, *stated = [f.strip() for f in line.split("/")]
        block_map, digits, grid = board(bytes.fromhex(coin), int(size), int(blocks), int(givens))
        ours = ["".join(str(b + 1) for b in block_map),
                "".join(str(d) if d else "." for d in digits), "".join(map(str, grid))]
        good = ours == stated
        passed, failed = passed + good, failed + (not good)
        if not good:
            print("differs:", line, ours)
    print(f"{passed} passed, {failed} failed")
    return failed > 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
