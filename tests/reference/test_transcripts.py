"""Proves that the bag of the reference verifier agrees with the frozen transcripts, decks from 16
to 91 tiles and two to four players: every step taken, every digest and value the same, every
forgery refused.  Arguments: the files; their format stands in tests/tools/make_bag_vectors.c."""
import sys

from bag import PROOFS, SEEDS, Bag, split32
from refusal import Refused


class Transcript:
    def __init__(self, path, check):
        self.check = check
        with open(path) as f:
            self.rows = [line.split() for line in f if line.strip() and not line.startswith("#")]
        head = {row[0]: row[1:] for row in self.rows if row[0] in ("set", "game", "prev")}
        self.prev = bytes.fromhex(head["prev"][0])
        kind, size, players = map(int, head["set"])
        seeds = [bytes.fromhex(row[3]) for row in self.rows if row[0] == "player"]
        self.bag = Bag(bytes.fromhex(head["game"][0]), kind, size, players, seeds, check)

    def player(self, who, identity, _, key, possession, commit):
        identity, key, possession, commit = map(bytes.fromhex, (identity, key, possession, commit))
        self.bag.join(int(who), identity, key, possession, commit)
        if int(who) + 1 == self.bag.players:
            self.bag.begin()

    def shuffle(self, who, deck, proof):
        self.bag.shuffle(int(who), self.prev, bytes.fromhex(deck), bytes.fromhex(proof))

    def share(self, who, places, shares, proof):
        self.bag.share(int(who), self.prev, list(bytes.fromhex(places)),
                       split32(bytes.fromhex(shares)), bytes.fromhex(proof))

    def gather(self, places):
        self.bag.gather(bytes.fromhex(places))

    def value(self, place, value):
        if self.bag.open(int(place)) != int(value):
            raise Refused("another value")

    def digest(self, stated):
        if self.bag.digest().hex() != stated:
            raise Refused("another digest")

    def step(self, words):
        getattr(self, words[0])(*words[1:])

    def refused(self, words):
        try:
            self.step(words)
        except Refused:
            return True
        return False

    def run(self):
        """One bool for each line that can fail."""
        for row in self.rows:
            if row[0] == "refuse":
                if self.check & PROOFS:  # by seeds the proofs are not looked at [B-7.4]
                    yield self.refused(row[1:])
            elif row[0] not in ("set", "game", "prev"):
                yield not self.refused(row)


def main(paths):
    passed = failed = 0
    for path in paths:
        for check in PROOFS, SEEDS:
            found = list(Transcript(path, check).run())
            passed, failed = passed + found.count(True), failed + found.count(False)
            if not all(found):
                print("%s, check %d: step %d" % (path, check, found.index(False) + 1))
    print("%d passed, %d failed" % (passed, failed))
    return failed != 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
