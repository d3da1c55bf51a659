"""Dominoes: docs/rules.md section 14."""
from game import DRAW_ONE, LOST, NOBODY, PASS, ROUNDS, SHOW, TILE, Game
from refusal import Refused, need

SHOWING, PLAYING, REVEAL = 1, 2, 3
SHOW_LOST = 255


class Dominoes(Game):
    def __init__(self, terms, terms_bytes, youngest):
        top = terms["set"]
        # halves by value
        self.halves = [None] + [(a, b) for a in range(top + 1) for b in range(a, top + 1)]
        self.round, self.won, self.youngest = 0, [0] * terms["players"], youngest
        super().__init__(terms, terms_bytes, len(self.halves) - 1)
        self.deal()

    def rounds_won(self, seat):
        return self.won[seat]

    def round_over(self):
        return self.phase == REVEAL

    def deal(self):
        """[R-14.3] [R-14.4]"""
        tiles = len(self.halves) - 1
        self.each = 9 - self.seats
        self.hand, self.bag = [[] for _ in range(self.seats)], list(range(tiles))
        self.shown, self.due, self.turn = [0] * tiles, [], 0
        self.showed, self.lacks = [0] * self.seats, [0] * self.seats
        self.ends, self.line = [], []
        self.passed = self.broke = 0
        self.out, self.phase = NOBODY, SHOWING
        self.round += 1
        for seat in range(self.seats):
            for _ in range(self.each):
                self.draw(seat)

    def next_seat(self, seat):
        return (seat + 1) % self.seats

    def check_tile(self, seat, move):
        """One tile of the set, held, and not seen as another one."""
        need(len(move.places) == 1 and 1 <= move.value < len(self.halves), "no tile of the set")
        waiting = [place for _, place in self.due]
        place = move.places[0]
        need(place in self.hand[seat] and place not in waiting, "a tile is not held")
        need(self.shown[place] in (0, move.value), "a tile was seen as another one")
        return self.halves[move.value]

    def make(self, seat, move):
        need(self.phase != REVEAL, "the round is over")
        if self.phase == SHOWING:
            self.show(seat, move)
        elif move.kind == TILE:
            self.lay(seat, move)
        elif move.kind == DRAW_ONE:
            need(not move.places and self.bag, "nothing to draw")
            self.draw(seat)
        elif move.kind == PASS:
            self.pass_by(seat, move)
        elif move.kind == LOST:
            need(not move.places, "a lost turn takes no tile")
            self.turn = self.next_seat(seat)
        else:
            raise Refused("there is no such move in this game")

    def show(self, seat, move):
        """[R-14.5]"""
        need(move.kind in (SHOW, LOST), "doubles are shown first")
        if move.kind == LOST:
            need(not move.places, "a lost turn takes no tile")
            self.showed[seat] = SHOW_LOST
        elif move.value or move.places:
            a, b = self.check_tile(seat, move)
            need(a == b, "only a double is shown")
            self.shown[move.places[0]] = self.showed[seat] = move.value
        self.turn = self.next_seat(seat)
        if self.turn == 0:
            self.begin_play()

    def begin_play(self):
        """[R-14.5] to [R-14.7]"""
        best = max(v for v in self.showed + [0] if v != SHOW_LOST)
        if best == 0:
            self.phase = REVEAL
            return
        opener = self.showed.index(best)
        place = next(p for p in self.hand[opener] if self.shown[p] == best)
        self.hand[opener].remove(place)
        self.line = [(place, 0, opener)]
        self.ends = [self.halves[best][0]] * (4 if self.terms["abkhaz"] else 2)
        self.phase, self.turn = PLAYING, self.next_seat(opener)

    def lay(self, seat, move):
        """[R-14.8] [R-14.11]"""
        a, b = self.check_tile(seat, move)
        need(move.end < len(self.ends) and self.ends[move.end] in (a, b), "the tile does not fit")
        if self.lacks[seat] & (1 << a | 1 << b):
            self.broke |= 1 << seat
        self.hand[seat].remove(move.places[0])
        self.shown[move.places[0]] = move.value
        self.line.append((move.places[0], move.end, seat))
        self.ends[move.end] = b if self.ends[move.end] == a else a
        self.passed, self.turn = 0, self.next_seat(seat)
        if not self.hand[seat]:
            self.out, self.phase = seat, REVEAL

    def pass_by(self, seat, move):
        """[R-14.10] [R-14.12]"""
        need(not move.places and not self.bag, "passing while there are tiles to draw")
        for number in self.ends:
            self.lacks[seat] |= 1 << number
        self.passed |= 1 << seat
        self.turn = self.next_seat(seat)
        if self.passed == (1 << self.seats) - 1:
            self.phase = REVEAL

    # ---- the end of a round ----

    def forfeits(self, seat, value):
        """[R-14.13]; the places dealt to a seat follow from [R-14.4]."""
        dealt = [value[p] for p in range(seat * self.each, (seat + 1) * self.each)]
        highest = max([v for v in dealt if len(set(self.halves[v])) == 1], default=0)
        held = 0
        for place in self.hand[seat]:
            for number in self.halves[value[place]]:
                held |= 1 << number
        return bool(self.broke >> seat & 1 or self.showed[seat] not in (highest, SHOW_LOST) or
                    held & self.lacks[seat])

    def round_winner(self, value):
        """[R-14.14]"""
        clean = [s for s in range(self.seats) if not self.forfeits(s, value)]
        if not self.line:
            return clean[0] if self.seats == 2 and len(clean) == 1 else NOBODY
        if self.out in clean:
            return self.out
        counts = {s: (len(self.hand[s]), sum(sum(self.halves[value[p]]) for p in self.hand[s]))
                  for s in clean}
        best = [s for s in clean if counts[s] == min(counts.values())]
        if len(best) == 1:
            return best[0]
        return self.youngest if self.youngest in best else NOBODY

    def revealed(self, value):
        """[R-14.15] [R-14.16]"""
        winner = self.round_winner(value)
        if winner != NOBODY:
            self.won[winner] += 1
            if self.won[winner] == self.terms["rounds"]:
                self.ending, self.winner = ROUNDS, winner
                return
        self.deal()

    def own_fields(self):
        """[R-12.6]"""
        return (self.phase, self.round, bytes(self.won), bytes(self.showed), bytes(self.ends),
                b"".join(bytes(t) for t in self.line), self.passed,
                b"".join(n.to_bytes(2, "little") for n in self.lacks), self.broke, self.out,
                self.youngest, self.agreed)
