"""The bag: docs/bag.md.  Checks by proofs, by seeds, or both."""
import hashlib

import group as g
from hashing import Stream, h, h64
from refusal import need

PROOFS, SEEDS, BOTH = 1, 2, 3
MAX = 91
TILE = [None] + [g.hash_point(bytes([v]), b"numbridge/1/tile") for v in range(1, MAX + 1)]
TILE_BYTES = [None] + [g.encode(p) for p in TILE[1:]]
GEN = [g.hash_point(bytes([i]), b"numbridge/1/generator") for i in range(MAX + 1)]
GEN_BYTES = [g.encode(p) for p in GEN]
G_BYTES = g.encode(g.BASE)


def tile_count(kind, size):
    """[B-2.1] [B-2.2]"""
    return size * size if kind == 1 else (size + 1) * (size + 2) // 2


def tile_value(kind, size, place):
    return place // size + 1 if kind == 1 else place + 1


def point(data, why="a point is not valid"):
    p = g.valid(data)
    need(p is not None, why)
    return p


def scalar(data):
    k = g.scalar(data)
    need(k is not None, "a scalar is not below the order")
    return k


def split32(data):
    return [data[i:i + 32] for i in range(0, len(data), 32)]


# ---- the three proofs ----

def possession_holds(fields, key, key_bytes, proof):
    """[B-3.4]"""
    c, s = map(scalar, split32(proof))
    t = g.add(g.base_times(s), g.product_sum([(c, key)]))
    return c == g.reduce(h64("possession", *fields, key_bytes, g.encode(t)))


def prefixed(data):
    return len(data).to_bytes(2, "big") + data


def shares_hold(label, key, key_bytes, a, d, d_bytes, proof):
    """[B-6.4]"""
    c, s = map(scalar, split32(proof))
    dst = b"HashToScalar-" + label
    seed = hashlib.sha512(prefixed(key_bytes) + prefixed(b"Seed-" + label)).digest()
    weights = []
    for i, (a_one, d_one) in enumerate(zip(a, d_bytes)):
        text = (prefixed(seed) + i.to_bytes(2, "big") + prefixed(g.encode(a_one)) +
                prefixed(d_one) + b"Composite")
        weights.append(g.hash_scalar(text, dst))
    m, z = g.product_sum(zip(weights, a)), g.product_sum(zip(weights, d))
    t = g.add(g.base_times(s), g.product_sum([(c, key)]))
    u = g.product_sum([(s, m), (c, z)])
    text = prefixed(key_bytes) + b"".join(prefixed(g.encode(p)) for p in (m, z, t, u))
    return c == g.hash_scalar(text + b"Challenge", dst)


def shuffle_proof_holds(context, joint, deck_in, deck_out, proof):
    """[B-5.3] to [B-5.11]; decks are lists of (A, B, 64 bytes)."""
    n = len(deck_in)
    part = split32(proof)
    x, s1, s2, s3, s4 = map(scalar, part[:5])
    sh, sp = ([scalar(b) for b in part[5 + i * n:5 + (i + 1) * n]] for i in (0, 1))
    c_bytes, ch_bytes = part[5 + 2 * n:5 + 3 * n], part[5 + 3 * n:]
    c, ch = [point(b) for b in c_bytes], [point(b) for b in ch_bytes]
    firsts = [o[2][:32] for o in deck_out]
    need(not {i[2][:32] for i in deck_in} & set(firsts) and len(set(firsts)) == n,
         "a shuffle left a tile recognisable")
    s = h64("shuffle-1", context, n, G_BYTES, GEN_BYTES[0], b"".join(GEN_BYTES[1:n + 1]),
            g.encode(joint), b"".join(i[2] for i in deck_in), b"".join(o[2] for o in deck_out),
            b"".join(c_bytes))
    u = [g.reduce(h64("shuffle-2", s, i)) for i in range(1, n + 1)]
    product = 1
    for k in u:
        product = product * k % g.Q
    t1 = g.sub(g.base_times(s1), g.product_sum([(x, g.sub(g.total(c), g.total(GEN[1:n + 1])))]))
    t2 = g.add(g.base_times(s2), g.product_sum([(g.Q - x, ch[-1]), (x * product % g.Q, GEN[0])]))
    less = [(-x * k) % g.Q for k in u]
    t3 = g.add(g.base_times(s3), g.product_sum(list(zip(sp, GEN[1:n + 1])) + list(zip(less, c))))
    t4a = g.add(g.base_times(-s4 % g.Q),
                g.product_sum([(k, o[0]) for k, o in zip(sp, deck_out)] +
                              [(k, i[0]) for k, i in zip(less, deck_in)]))
    t4b = g.product_sum([(-s4 % g.Q, joint)] + [(k, o[1]) for k, o in zip(sp, deck_out)] +
                        [(k, i[1]) for k, i in zip(less, deck_in)])
    before = [GEN[0]] + ch[:-1]
    th = [g.add(g.base_times(sh[j]), g.product_sum([(sp[j], before[j]), (-x % g.Q, ch[j])]))
          for j in range(n)]
    points = b"".join(g.encode(p) for p in th)
    return x == g.reduce(h64("shuffle-3", s, b"".join(ch_bytes),
                             *map(g.encode, (t1, t2, t3, t4a, t4b)), points))


# ---- the bag ----

proven = set()  # statements and proofs that have held: many files of a test begin alike


def holds(statement, check):
    """check() for a statement that says everything the check looks at."""
    if statement not in proven and check():
        proven.add(statement)
    return statement in proven


class Bag:
    def __init__(self, game, kind, size, players, seeds, check):
        self.game, self.kind, self.size, self.players = game, kind, size, players
        self.n = tile_count(kind, size)
        self.seeds, self.check = seeds, check
        self.identity, self.key = [None] * players, [None] * players
        self.key_bytes = [bytes(32)] * players
        self.commit = [bytes(32)] * players
        self.epoch, self.deck = 0, []
        self.cipher = [(None, None, bytes(64))] * self.n  # A, B, their bytes
        self.rest = [None] * self.n
        self.shared = [0] * self.n
        if check & SEEDS:
            self.x = [self.secret_of_seed(p, seeds[p]) for p in range(players)]

    def secret_of_seed(self, player, seed):
        """[B-3.1]"""
        return g.reduce(h64("bag-key", self.game, player, seed))

    def key_of_seed(self, player, seed):
        return g.encode(g.base_times(self.secret_of_seed(player, seed)))

    def join(self, player, identity, key_bytes, possession, commit):
        """[B-3.5]"""
        key = point(key_bytes)
        need(key_bytes not in self.key_bytes and identity not in self.identity,
             "two players use the same key")
        joined = [p for p in range(self.players) if self.identity[p] is not None]
        need(commit not in [self.commit[p] for p in joined], "a seed commitment is repeated")
        fields = self.game, player, identity
        if self.check & PROOFS:
            need(holds((*fields, key_bytes, possession),
                       lambda: possession_holds(fields, key, key_bytes, possession)),
                 "a proof of possession does not hold")
        if self.check & SEEDS:  # [B-7.1]
            need(key_bytes == g.encode(g.base_times(self.x[player])) and
                 commit == h("seed-commit", *fields, self.seeds[player]),
                 "a ticket is not that of the seed")
        self.identity[player], self.key[player] = identity, key
        self.key_bytes[player], self.commit[player] = key_bytes, commit
        if len(joined) + 1 == self.players:
            self.joint = g.total(self.key)  # [B-3.6]
            need(g.encode(self.joint) != bytes(32), "the joint key is the identity")

    def begin(self):
        self.epoch, self.deck = 1, list(range(self.n))
        self.value = [tile_value(self.kind, self.size, p) for p in range(self.n)]
        self.r = [1] * self.n
        for place in self.deck:
            b = g.add(TILE[self.value[place]], self.joint)  # [B-5.0]
            self.lay(place, (g.BASE, b, G_BYTES + g.encode(b)))

    def lay(self, place, cipher):
        self.cipher[place], self.rest[place], self.shared[place] = cipher, cipher[1], 0

    def gather(self, places):
        """[B-5.14]"""
        self.epoch, self.deck = self.epoch + 1, list(places)
        for place in places:
            self.lay(place, self.cipher[place])

    def context(self, player, places, prev):
        """[B-4.2]"""
        who = [f for p in range(self.players) for f in (self.identity[p], self.key_bytes[p])]
        return h("bag-context", 1, self.game, self.kind, self.size, self.players, *who, self.epoch,
                 player, bytes(places), prev)

    def shuffle(self, player, prev, deck, proof):
        n = len(self.deck)
        need(len(deck) == 64 * n and len(proof) == 32 * (4 * n + 5), "a shuffle has a wrong length")
        pairs = [deck[i:i + 64] for i in range(0, 64 * n, 64)]
        if self.check & SEEDS:
            self.recompute(player, pairs)
        out = [(point(b[:32]), point(b[32:]), b) for b in pairs]
        if self.check & PROOFS:
            context = self.context(player, self.deck, prev)
            deck_in = [self.cipher[p] for p in self.deck]
            statement = context, b"".join(c[2] for c in deck_in), deck, proof
            need(holds(statement, lambda: shuffle_proof_holds(context, self.joint, deck_in, out,
                                                              proof)), "a shuffle is not proven")
        for place, cipher in zip(self.deck, out):
            self.lay(place, cipher)  # [B-5.12]

    def recompute(self, player, pairs):
        """[B-5.1] [B-5.2] [B-7.3]"""
        hashed = h("deck", *[self.cipher[p][2] for p in self.deck])
        fields = self.game, player, self.seeds[player], self.epoch, hashed
        order = list(range(len(self.deck)))
        Stream(h("permutation", *fields)).shuffle(order)
        scalars = Stream(h("re-encrypt", *fields))
        y = sum(self.x)
        r, value = self.r[:], self.value[:]
        for j, place in enumerate(self.deck):
            source = self.deck[order[j]]
            value[place] = self.value[source]
            r[place] = (self.r[source] + g.reduce(scalars.take(64))) % g.Q
            b = g.add(TILE[value[place]], g.base_times(r[place] * y % g.Q))
            need(pairs[j] == g.encode(g.base_times(r[place])) + g.encode(b),
                 "a shuffle is not that of the seed")
        self.r, self.value = r, value

    def share(self, player, prev, places, shares, proof):
        """[B-6.5]"""
        need(places and len(set(places)) == len(places) and max(places) < self.n and
             not any(self.shared[p] >> player & 1 for p in places), "a share is not due")
        d = [point(b) for b in shares]
        if self.check & PROOFS:
            label = b"numbridge/1/share" + self.context(player, places, prev)
            a = [self.cipher[p][0] for p in places]
            statement = label, b"".join(self.cipher[p][2] for p in places), b"".join(shares), proof
            key = self.key[player], self.key_bytes[player]
            need(holds(statement, lambda: shares_hold(label, *key, a, d, shares, proof)),
                 "a proof of shares does not hold")
        for place, one, data in zip(places, d, shares):
            if self.check & SEEDS:
                need(data == g.encode(g.base_times(self.x[player] * self.r[place] % g.Q)),
                     "a share is not that of the seed")
            self.rest[place] = g.sub(self.rest[place], one)
            self.shared[place] |= 1 << player

    def open(self, place):
        """[B-6.6]"""
        need(self.shared[place] == (1 << self.players) - 1, "a share is missing")
        values = self.size if self.kind == 1 else self.n
        data = g.encode(self.rest[place])
        need(data in TILE_BYTES[1:values + 1], "what was opened is no tile")
        value = TILE_BYTES.index(data)
        need(not self.check & SEEDS or value == self.value[place],
             "a tile is not that of the seeds")
        return value

    def unveil(self, seeds):
        """The values at all places once all seeds are open."""
        x = [self.secret_of_seed(p, seed) for p, seed in enumerate(seeds)]
        out = []
        for a, b, _ in self.cipher:
            data = g.encode(g.add(b, g.product_sum([(-sum(x) % g.Q, a)])))
            need(data in TILE_BYTES[1:], "what lies in the bag is no tile")
            out.append(TILE_BYTES.index(data))
        return out

    def digest(self):
        """[B-8.1]"""
        joined = sum(1 << p for p in range(self.players) if self.identity[p] is not None)
        who = [f for p in range(self.players)
               for f in (self.identity[p] or bytes(32), self.key_bytes[p], self.commit[p])]
        return h("bag-state", self.game, self.kind, self.size, self.players, joined, *who,
                 self.epoch, bytes(self.deck), *[c[2] for c in self.cipher], bytes(self.shared))
