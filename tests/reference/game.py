"""The games: docs/rules.md.  Tiles are places of the bag; a digit is known once it was opened."""
import functools

from board import board, neighbours
from hashing import Stream, h
from refusal import Refused, need

NOBODY = NO_CELL = 255
BRIDGE, DOMAINS, DOMINOES = 1, 2, 3
NONE, CHAIN, BLOCKS, ROUNDS, RESIGNED, DRAW, CLOCK, ABANDONED = range(8)
PLACE, CLAIM, SWAP, PIE, LOST, SHOW, TILE, DRAW_ONE, PASS = range(1, 10)

FIELDS = ("rules", "preset", "game", "players", "size", "givens", "blocks", "hand", "claim",
          "candidates", "rated", "clock", "first", "set", "rounds", "youngest", "abkhaz", "leave",
          "move_s", "game_s")
SIZES = {5: (6, 11), 6: (8, 14), 7: (12, 21), 8: (17, 28), 9: (22, 34)}
PRESET_GAME = {1: BRIDGE, 2: BRIDGE, 3: BRIDGE, 4: DOMAINS, 5: DOMINOES}


cached_board = functools.lru_cache(None)(board)


def read_terms(data):
    """[R-1.2]"""
    values = [int.from_bytes(data[:2], "little")] + list(data[2:19])
    values += [int.from_bytes(data[19:23], "little"), int.from_bytes(data[23:27], "little")]
    return dict(zip(FIELDS, values))


def check_ranges(t, ranges):
    for name, low, high in ranges:
        need(low <= t[name] <= high, "a setting is out of range: " + name)


def check_numbridge_terms(t):
    check_ranges(t, [("players", 2, 2), ("size", 5, 9), ("blocks", 1, 2), ("hand", 3, 7),
                     ("claim", 0, 2), ("candidates", 0, 1), ("set", 0, 0), ("rounds", 0, 0),
                     ("youngest", 0, 0), ("abkhaz", 0, 0)])
    check_ranges(t, [("givens", *SIZES[t["size"]])])
    need(t["blocks"] == 2 or t["size"] in (6, 8, 9), "no regular blocks")
    need(t["givens"] >= 2 * t["hand"], "too few givens")
    need(t["game"] == BRIDGE or t["size"] % 2 == 1, "Domains on an even board")


def check_dominoes_terms(t):
    check_ranges(t, [("players", 2, 4), ("rounds", 1, 9), ("youngest", 0, t["players"]),
                     ("abkhaz", 0, 1)])
    check_ranges(t, [(name, 0, 0) for name in ("size", "givens", "blocks", "hand", "claim",
                                               "candidates")])
    need(t["set"] in (6, 9, 12), "no such set")


def check_terms(t):
    """[R-1.3] to [R-1.9]"""
    month = 30 * 24 * 3600
    need(t["rules"] == 1, "other rules")
    need(PRESET_GAME.get(t["preset"]) == t["game"], "the preset is of another game")
    check_ranges(t, [("rated", 0, 1), ("clock", 1, 4), ("first", 1, 3), ("leave", 0, 60)])
    need(t["move_s"] == 0 or 5 <= t["move_s"] <= month, "a setting is out of range: move_s")
    need(t["game_s"] == 0 or 30 <= t["game_s"] <= month, "a setting is out of range: game_s")
    if t["game"] == DOMINOES:
        check_dominoes_terms(t)
    else:
        check_numbridge_terms(t)


def seats(terms, coin):
    """[R-2.2] [R-2.3] the seat of every player."""
    n = terms["players"]
    order = list(range(n))
    if terms["first"] == 3:
        return [(p + n - 1) % n for p in order]
    if terms["first"] == 1:
        Stream(h("seats", coin)).shuffle(order)
    return order


class Game:
    """What is the same in all games."""

    def __init__(self, terms, terms_bytes, tiles):
        self.terms, self.terms_bytes, self.seats = terms, terms_bytes, terms["players"]
        self.turn, self.ending, self.winner, self.draw_by = 0, NONE, NOBODY, NOBODY
        self.lost, self.moves, self.agreed = [0] * self.seats, 0, 0
        self.hand, self.bag, self.discards = [[] for _ in range(self.seats)], list(range(tiles)), []
        self.shown, self.due = [0] * tiles, []
        self.reshuffle, self.refill_seat = 0, NOBODY

    def draw(self, seat):
        """[R-6.4]"""
        place = self.bag.pop(0)
        self.hand[seat].append(place)
        self.due.append((seat, place))

    def take(self, seat, places):
        """[R-6.5]"""
        need(len(set(places)) == len(places), "a tile is named twice")
        waiting = [place for _, place in self.due]
        need(all(p in self.hand[seat] and p not in waiting for p in places), "a tile is not held")
        for place in places:
            self.hand[seat].remove(place)

    def play(self, seat, move):
        need(self.ending == NONE, "the game is over")
        need(seat == self.turn and not self.reshuffle, "not this seat's turn")
        if move.kind == LOST:
            self.count_lost(seat)
        else:
            self.lost[seat] = 0
        if self.ending == NONE:
            self.make(seat, move)
        self.moves = min(self.moves + 1, 65535)
        if self.draw_by != seat or self.ending != NONE:
            self.draw_by = NOBODY

    def count_lost(self, seat):
        """[R-10.5] [R-10.6]"""
        self.lost[seat] += 1
        if self.lost[seat] == 3:
            self.flag(seat)

    def resign(self, seat):
        """[R-10.1]"""
        self.lose(seat, RESIGNED)

    def flag(self, seat):
        """[R-10.3]"""
        self.lose(seat, CLOCK)

    def lose(self, seat, ending):
        """[R-10.12]"""
        others = [s for s in range(self.seats) if s != seat]
        most = max(self.rounds_won(s) for s in others)
        best = [s for s in others if self.rounds_won(s) == most]
        self.ending, self.draw_by = ending, NOBODY
        self.winner = best[0] if len(best) == 1 else NOBODY

    def offer_draw(self, seat):
        need(self.draw_by != seat, "the draw offer stands already")
        if self.draw_by == NOBODY:
            self.draw_by = seat
        else:
            self.accept_draw(seat)

    def accept_draw(self, seat):
        need(self.draw_by == 1 - seat, "there is no draw offer")
        self.ending, self.winner, self.draw_by = DRAW, NOBODY, NOBODY

    def abandon(self):
        """[R-10.4]"""
        self.ending, self.winner, self.draw_by = ABANDONED, NOBODY, NOBODY

    # What games of rounds have and others have not.
    round = 1

    def rounds_won(self, seat):
        return 0

    def round_over(self):
        return False

    def digest(self):
        """[R-12.1] [R-12.2]"""
        return h("state", self.terms_bytes, self.turn, self.ending, self.winner, self.draw_by,
                 bytes(self.lost), self.moves, *map(bytes, self.hand), bytes(self.bag),
                 bytes(self.discards), bytes(self.shown), b"".join(bytes(d) for d in self.due),
                 self.reshuffle, self.refill_seat if self.reshuffle else NOBODY, *self.own_fields())


class Numbridge(Game):
    """Bridge and Domains."""

    def __init__(self, terms, terms_bytes, coin):
        self.n = terms["size"]
        super().__init__(terms, terms_bytes, self.n * self.n)
        made = cached_board(coin, self.n, terms["blocks"], terms["givens"])
        need(made, "no board can be made from the coin")
        self.block, digits, self.solution = made
        self.given = [int(d != 0) for d in digits]
        cells = self.n * self.n
        self.owner, self.closed, self.ruled_out = [0] * cells, [0] * cells, [0] * cells
        self.last_cell, self.last_digit, self.first_stone = NO_CELL, 0, NO_CELL
        self.pie_seat = NOBODY
        self.block_owner = [0] * self.n
        self.left = 1
        self.refill(0)
        self.refill(1)

    # ---- tiles ----

    def refill(self, seat):
        """[R-6.7] [R-6.8]"""
        while len(self.hand[seat]) < self.terms["hand"] and self.bag:
            self.draw(seat)
        if len(self.hand[seat]) < self.terms["hand"] and self.discards:
            self.reshuffle, self.refill_seat = 1, seat

    def reshuffled(self):
        """[R-6.8] to [R-6.10]"""
        self.bag, self.discards = self.discards, []
        for place in self.bag:
            self.shown[place] = 0
        self.reshuffle = 0
        self.refill(self.refill_seat)

    # ---- moves ----

    def stone(self, seat, cell):
        first = not any(self.owner)
        self.owner[cell] = seat + 1
        if first and self.terms["game"] == BRIDGE:
            self.first_stone = cell
            self.pie_seat = 1 - seat

    def put_tile(self, seat, cell, digit, places):
        need(not self.given[cell], "a tile is placed on a given")
        need(len(places) == 1 and 1 <= digit <= self.n, "a place move is malformed")
        self.take(seat, places)
        self.shown[places[0]] = digit
        self.last_cell, self.last_digit = cell, digit
        if digit == self.solution[cell]:
            self.closed[cell] = 1
            return cell
        self.ruled_out[cell] |= 1 << digit
        self.discards += places
        return None

    def claim(self, seat, cell, places):
        """[R-7.5]"""
        need(self.given[cell], "a claim of a cell that is no given")
        need(len(places) == self.terms["claim"], "a claim at another price")
        self.take(seat, places)
        self.discards += places
        self.last_cell, self.last_digit = cell, self.solution[cell]
        return cell

    def swap(self, seat, places):
        """[R-7.6] [R-7.7]"""
        need(places and (self.left == 1 or len(places) < len(self.hand[seat])),
             "a swap of too few or too many")
        self.take(seat, places)
        self.discards += places
        self.last_cell, self.last_digit = NO_CELL, 0

    def lose_turn(self, places):
        """[R-7.9]"""
        need(not places, "a lost turn takes no tile")
        self.left = 1
        self.last_cell, self.last_digit = NO_CELL, 0

    def take_pie(self, seat, places):
        """[R-8.4] [R-8.5]"""
        need(self.pie_seat == seat and not places, "the pie is not on offer")
        self.owner[self.first_stone] = seat + 1
        self.last_cell, self.last_digit = self.first_stone, self.solution[self.first_stone]

    def make(self, seat, move):
        stone = None
        if move.kind in (PLACE, CLAIM):
            need(move.cell < self.n * self.n and self.owner[move.cell] == 0, "no cell to take")
            stone = (self.put_tile(seat, move.cell, move.value, move.places)
                     if move.kind == PLACE else self.claim(seat, move.cell, move.places))
        elif move.kind == SWAP:
            self.swap(seat, move.places)
        elif move.kind == PIE and self.terms["game"] == BRIDGE:
            self.take_pie(seat, move.places)
        elif move.kind == LOST:
            self.lose_turn(move.places)
        else:
            raise Refused("there is no such move in this game")
        self.pie_seat = NOBODY
        if stone is not None:
            self.stone(seat, stone)
            self.judge(seat, stone)
        if self.ending == NONE:
            self.pass_on(seat)

    def pass_on(self, seat):
        self.left -= 1
        if self.left == 0:
            self.refill(seat)
            self.turn = 1 - seat
            self.left = 1 if self.terms["game"] == BRIDGE else 2

    # ---- endings ----

    def judge(self, seat, cell):
        if self.terms["game"] == BRIDGE:
            won, ending = self.joined(seat), CHAIN
        else:
            won, ending = self.decided(cell), BLOCKS
        if won:
            self.ending, self.winner = ending, seat

    def joined(self, seat):
        """[R-8.1]"""
        n = self.n
        mine = {c for c in range(n * n) if self.owner[c] == seat + 1}
        side = (lambda c: c // n) if seat == 0 else (lambda c: c % n)
        queue = [c for c in mine if side(c) == 0]
        seen = set(queue)
        while queue:
            cell = queue.pop()
            if side(cell) == n - 1:
                return True
            for near in neighbours(n, cell):
                if near in mine and near not in seen:
                    seen.add(near)
                    queue.append(near)
        return False

    def decided(self, cell):
        """[R-9.2] [R-9.5]"""
        b, seat = self.block[cell], self.owner[cell]
        owned = sum(self.owner[c] == seat for c in range(self.n**2) if self.block[c] == b)
        if not self.block_owner[b] and 2 * owned > self.n:
            self.block_owner[b] = seat
        mine = self.block_owner.count(seat)
        return mine > self.block_owner.count(3 - seat) + self.block_owner.count(0)

    def own_fields(self):
        """[R-12.3]"""
        ruled = b"".join(r.to_bytes(2, "little") for r in self.ruled_out)
        return (bytes(self.block), bytes(self.solution), bytes(self.given), bytes(self.owner),
                bytes(self.closed), ruled, self.last_cell, self.last_digit, self.first_stone,
                self.pie_seat, self.left, bytes(self.block_owner))
