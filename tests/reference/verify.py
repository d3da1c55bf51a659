"""An independent verifier of Numbridge games, written from docs/ alone: protocol.md, formats.md,
bag.md, rules.md.  Needs Python 3 and its protobuf; PYTHONPATH must hold entry_pb2.py, which protoc
makes from proto/entry.proto.

    verify.py [--proofs|--seeds|--both] FILE...

Says for each file what was found; exit code 0 if all are good, 8 if one is not."""
import sys

import group as g
from bag import BOTH, PROOFS, SEEDS, Bag, split32
from entry_pb2 import EntryBody, SignedEntry
from clock import USED_MAX, WITNESS, Clock
from dominoes import Dominoes
from game import (CLAIM, DOMINOES, LOST, NOBODY, NONE, PLACE, SHOW, TILE, Numbridge,
                  check_terms, read_terms, seats)
from hashing import h
from refusal import Refused, need

EMPTY, OFFERED, SETUP, PLAY, CLOSING, FINISHED, DECLINED = range(7)
LOOSE = ("resign", "offer_draw", "accept_draw", "decline", "warning", "claim", "add_time", "pause",
         "resume", "leave")
MAGIC = b"numbridge log 1\n"
BODY_MAX, ENTRIES_MAX = 20480, 8192


# ---- entries as bytes ----

def one_spelling(message, data):
    """[F-3.2]"""
    message.DiscardUnknownFields()
    need(message.SerializeToString(deterministic=True) == data,
         "an entry is not spelled the one way")


def parse(kind, data):
    message = kind()
    try:
        message.ParseFromString(data)
    except Exception:  # whatever this version of protobuf throws at bytes that are none
        raise Refused("an entry cannot be decoded") from None
    return message


def length(data, *allowed):
    need(len(data) in allowed, "a field has a wrong length")
    return data


def check_ticket(ticket):
    """[F-3.6]"""
    length(ticket.key, 32)
    length(ticket.possession, 64)
    length(ticket.seed_commit, 32)


def check_body(e, data):
    """[F-3.4] to [F-3.11]"""
    need(len(data) <= BODY_MAX, "an entry is too long")
    one_spelling(e, data)
    for part in e.game, e.prev, e.state:
        length(part, 32)
    need(1 <= e.number <= ENTRIES_MAX and 1 <= e.author <= 4 and e.installation >= 1 and
         e.HasField("times"), "a field is out of range")
    step = e.WhichOneof("step")
    need(step is not None, "an entry does nothing")
    body = getattr(e, step)
    if step == "proposal":
        need(2 <= len(body.players) <= 4 and body.protocol == 1, "a field is out of range")
        length(body.terms, 27)
        for part in [body.nonce, body.coin_commit, *body.players]:
            length(part, 32)
        length(body.witness, 0, 32)
        length(body.arbiter, 0, 32)
    if step in ("proposal", "acceptance"):
        need(body.HasField("ticket"), "a field is missing")
        check_ticket(body.ticket)
    if step == "acceptance":
        need((len(body.coin), len(body.coin_commit)) in ((32, 0), (0, 32)),
             "a field has a wrong length")
    if step == "coin":
        length(body.contribution, 32)
    if step == "seed":
        length(body.seed, 32)
        if body.HasField("next"):
            check_ticket(body.next)
    if step == "add_time":
        need(body.seconds >= 1, "a field is out of range")
    if step == "leave":
        need(body.days >= 1, "a field is out of range")
    if step == "claim":
        need(body.HasField("before") == body.HasField("after"), "half a claim")
        for s in (body.before, body.after) if body.HasField("before") else ():
            need(1 <= s.number <= ENTRIES_MAX, "a field is out of range")
            length(s.signature, 64)
    if step == "shares":
        need(body.shares and len(body.shares) % 32 == 0, "a field has a wrong length")
        length(body.proof, 64)
    if step == "move":
        need(1 <= body.kind <= 9 and body.cell <= 81 and body.value <= 91 and body.end <= 4 and
             len(body.places) <= 7 and all(1 <= b <= 91 for b in body.places),
             "a field is out of range")
        need((len(body.share), len(body.proof)) in ((0, 0), (32, 64)), "a field has a wrong length")
    return step, body


class Move:
    """[F-3.11] with indices from 0; 255 for no cell and no end."""

    def __init__(self, m):
        self.kind, self.value, self.places = m.kind, m.value, [b - 1 for b in m.places]
        self.cell, self.end = (m.cell - 1) % 256, (m.end - 1) % 256
        self.opens = len(m.share) > 0

    def names_a_tile(self):
        return self.kind in (PLACE, TILE) or (self.kind == SHOW and self.places != [])

    def check_fields(self):
        """[P-3.15]"""
        need((self.cell != 255) == (self.kind in (PLACE, CLAIM)) and
             (self.end != 255) == (self.kind == TILE) and (self.value != 0) == self.names_a_tile(),
             "a move has a field that it does not use, or lacks one")


class Entry:
    def __init__(self, record):
        signed = parse(SignedEntry, record)
        one_spelling(signed, record)
        length(signed.signature, 64)
        self.data, self.signature = signed.body, signed.signature
        need(0 < len(self.data) <= BODY_MAX, "an entry is too long")

    def unpack(self):
        self.body = parse(EntryBody, self.data)
        self.step, self.content = check_body(self.body, self.data)
        self.author = self.body.author - 1
        return self

    def hash(self):
        """[P-2.5]"""
        return h("entry", self.data, self.signature)

    def signed_by(self, key):
        """[P-2.4]"""
        return g.ed_verify(self.signature, b"numbridge/1/entry\0" + self.data, key)


# ---- the judge ----

class Judge:
    def __init__(self, seeds, check):
        self.given_seeds, self.check = seeds, check  # one list of seeds a round
        self.phase, self.number, self.head = EMPTY, 0, bytes(32)
        self.players, self.keys, self.game_id = 0, [], None
        self.coin_open = self.shuffles_left = self.next = self.given = 0
        self.dealt = self.seeds_open = 0
        self.game = self.coin = None

    # -- whose entry comes next --

    def first_without(self, bits):
        order = [(self.next + i) % self.players for i in range(self.players)]
        return next(p for p in order if not bits >> p & 1)

    def debt(self):
        """[P-2.6] (player, step) or None."""
        if self.phase == EMPTY:
            return 0, "proposal"
        if self.phase == OFFERED:
            return self.next, "acceptance"
        if self.phase == CLOSING:
            return self.first_without(self.seeds_open), "seed"
        if self.phase in (FINISHED, DECLINED):
            return None
        if self.shuffles_left:
            coin_first = self.game is None and not self.coin_open >> self.next & 1
            return self.next, "coin" if coin_first else "shuffle"
        if self.game.due:
            return self.first_without(self.given), "shares"
        return self.seat.index(self.game.turn), "move"

    def in_place(self, e):
        """Game, number and prev are right."""
        return ((self.phase == EMPTY or e.body.game == self.game_id) and
                e.body.number == self.number + 1 and e.body.prev == self.head)

    def key_of(self, e):
        if self.phase != EMPTY:
            return self.keys[e.author] if e.author < self.players else None
        if e.step != "proposal" or e.author != 0 or g.ed_key(e.content.players[0]) is None:
            return None
        return e.content.players[0]

    def rightly_signed(self, e):
        key = self.key_of(e)
        return key is not None and e.signed_by(key)

    def add(self, e):
        e.unpack()
        need(self.in_place(e), "an entry is out of place")
        need(self.rightly_signed(e), "a signature does not hold")
        debt = self.debt()
        need(debt is not None, "the game is over")
        due = debt[1] == "move" and e.step == "flag" or debt[1] == e.step
        need(self.may_speak(e) if e.step in LOOSE else (due and debt[0] == e.author),
             "an entry is not the one that is due")
        need(self.phase == EMPTY or e.body.installation >= self.installation[e.author],
             "an installation number has decreased")
        getattr(self, "do_" + e.step)(e, e.content)
        self.clock.note(e)
        self.installation[e.author] = e.body.installation
        self.number, self.head = e.body.number, e.hash()
        need(self.state() == e.body.state, "the state is another one")

    # -- one step each --

    def do_proposal(self, e, p):
        """[P-3.1]"""
        terms = read_terms(p.terms)
        check_terms(terms)
        self.players, self.keys = len(p.players), list(p.players)
        need(terms["players"] == self.players, "the number of players differs")
        self.witness, self.arbiter = p.witness, p.arbiter
        need(terms["clock"] != WITNESS or p.witness, "a clock with a witness, and none")
        outsiders = []
        for name, key in (b"witness", p.witness), (b"arbiter", p.arbiter):
            if key:
                need(key not in self.keys and g.ed_key(key), "a witness or arbiter who plays")
                outsiders += [name, key]
        self.game_id = h("game-id", p.nonce, p.terms, self.players, *self.keys, *outsiders)
        need(e.body.game == self.game_id, "the game id is another one")
        need(all(map(g.ed_key, self.keys)) and len(set(self.keys)) == self.players, "a bad key")
        self.terms, self.terms_bytes = terms, p.terms
        self.clock = Clock(self)
        n = self.players
        self.installation, self.used = [0] * n, [0] * n
        self.coin_commit, self.coin_part = [bytes(32)] * n, [bytes(32)] * n
        self.seed, self.coin_commit[0] = [bytes(32)] * n, p.coin_commit
        self.bag, self.next_bag = self.new_bag(1), None
        self.join(self.bag, 0, p.ticket)
        self.phase, self.next = OFFERED, 1

    def new_bag(self, number):
        """[P-3.12] The bag of a round."""
        bound = self.game_id if number == 1 else h("round", self.game_id, number)
        known = number <= len(self.given_seeds)
        kind = 2 if self.terms["game"] == DOMINOES else 1
        return Bag(bound, kind, self.terms["set"] or self.terms["size"], self.players,
                   self.given_seeds[number - 1] if known else None, self.check if known else PROOFS)

    def join(self, bag, player, t):
        bag.join(player, self.keys[player], t.key, t.possession, t.seed_commit)

    def begin_shuffles(self):
        self.bag.begin()
        self.shuffles_left, self.next = self.players, self.players - 1

    def do_acceptance(self, e, a):
        """[P-3.3] [P-3.4]"""
        last = e.author + 1 == self.players
        need(last == (len(a.coin) > 0), "the wrong half of the coin")
        if last:
            self.open_coin(e.author, a.coin)
        else:
            need(a.coin_commit not in self.coin_commit[:e.author], "a commitment is repeated")
            self.coin_commit[e.author] = a.coin_commit
        self.join(self.bag, e.author, a.ticket)
        self.next = e.author + 1
        if last:
            self.begin_shuffles()
            self.phase = SETUP

    def do_decline(self, e, _):
        need(self.phase in (OFFERED, SETUP), "too late to decline")
        self.phase = DECLINED

    def open_coin(self, player, part):
        self.coin_part[player] = part
        self.coin_open |= 1 << player
        if self.coin_open == (1 << self.players) - 1:  # [B-9.2]
            self.coin = h("coin", self.game_id, *self.keys, *self.coin_part)

    def do_coin(self, e, c):
        """[B-9.1]"""
        again = h("coin-commit", self.game_id, e.author, self.keys[e.author], c.contribution)
        need(again == self.coin_commit[e.author], "a contribution does not open its commitment")
        self.open_coin(e.author, c.contribution)

    def do_shuffle(self, e, s):
        self.bag.shuffle(e.author, e.body.prev, s.deck, s.proof)
        self.next = (e.author + 1) % self.players
        self.shuffles_left -= 1
        if self.shuffles_left:
            return
        if not self.dealt:  # [P-3.5]
            if self.game is None:
                self.begin_game()
            self.begin_shares(e.author)
        else:
            mover = self.seat.index(self.game.refill_seat)
            self.game.reshuffled()
            self.go_on(mover)

    def begin_game(self):
        self.seat = seats(self.terms, self.coin)
        if self.terms["game"] == DOMINOES:
            named = self.terms["youngest"]
            youngest = self.seat[named - 1] if named else NOBODY
            self.game = Dominoes(self.terms, self.terms_bytes, youngest)
        else:
            self.game = Numbridge(self.terms, self.terms_bytes, self.coin)

    def places_due(self, player):
        return [place for seat, place in self.game.due if seat != self.seat[player]]

    def begin_shares(self, first):
        self.next, self.given = first, 0
        for p in range(self.players):
            self.given |= (not self.places_due(p)) << p

    def go_on(self, mover):
        """[P-3.6] [P-3.8]"""
        if self.game.ending != NONE or self.game.round_over():
            self.phase, self.shuffles_left, self.next = CLOSING, 0, (mover + 1) % self.players
        elif self.game.reshuffle:
            self.bag.gather(self.game.discards)
            self.shuffles_left, self.next = self.players, mover
        elif self.game.due:
            self.begin_shares((mover + 1) % self.players)

    def do_shares(self, e, s):
        places = self.places_due(e.author)
        shares = split32(s.shares)
        need(len(shares) == len(places), "not the shares that are due")
        self.bag.share(e.author, e.body.prev, places, shares, s.proof)
        self.given |= 1 << e.author
        if self.given == (1 << self.players) - 1:
            self.game.due, self.given, self.dealt, self.phase = [], 0, 1, PLAY

    def do_move(self, e, m):
        """[P-3.7] [P-3.16]"""
        need(e.body.times.used_ms <= USED_MAX, "too long a time")  # [P-5.2]
        move = Move(m)
        move.check_fields()
        if move.kind == LOST:
            self.clock.lost_turn(e)  # [P-3.11]
        tile = move.places[0] if move.names_a_tile() and move.places else None
        need(tile is None or tile < len(self.game.shown), "there is no such tile")
        seen = self.game.shown[tile] if tile is not None else 0
        need(move.opens == (move.names_a_tile() and not seen),
             "a tile is opened or not, against the rules")
        self.game.play(self.seat[e.author], move)
        need(not seen or seen == move.value, "a tile was called by another value")
        if move.opens:
            self.bag.share(e.author, e.body.prev, move.places, [m.share], m.proof)
            need(self.bag.open(tile) == move.value, "a tile was called by another value")
        self.used[e.author] += e.body.times.used_ms
        self.game.agreed = 0
        self.go_on(e.author)

    def may_speak(self, e):
        """[P-2.8] [P-2.14]"""
        debtor = self.debt()[0]
        if self.players <= 2 or e.step == "decline" or e.author == debtor or self.phase != PLAY:
            return e.author < self.players
        order = [(debtor + i) % self.players for i in range(1, self.players)]
        silent = [p for p in order if not self.game.agreed >> self.seat[p] & 1]
        return silent[:1] == [e.author]

    def end_by_word(self, author, debtor):
        """[P-3.9] Seeds begin with the debtor."""
        if self.game.ending != NONE:
            self.go_on(author)
            if author != debtor:
                self.next = debtor

    def say(self, e, what):
        need(self.phase == PLAY, "not while the game is played")
        debtor = self.debt()[0]
        getattr(self.game, what)(self.seat[e.author])
        self.end_by_word(e.author, debtor)

    def want_to_end(self, e):
        """[P-3.13]"""
        need(self.phase == PLAY, "not while the game is played")
        debtor, mine = self.debt()[0], 1 << self.seat[e.author]
        need(not self.game.agreed & mine, "said already")
        need(e.step == "offer_draw" or self.game.agreed, "nobody has offered")
        self.game.agreed |= mine
        if self.game.agreed | 1 << self.seat[debtor] == (1 << self.players) - 1:
            self.game.abandon()
            self.end_by_word(e.author, debtor)

    def do_resign(self, e, _):
        self.say(e, "resign")

    def do_offer_draw(self, e, _):
        if self.players > 2:
            self.want_to_end(e)
        else:
            self.say(e, "offer_draw")

    def do_accept_draw(self, e, _):
        if self.players > 2:
            self.want_to_end(e)
        else:
            self.say(e, "accept_draw")

    def do_flag(self, e, _):
        """[P-5.5]"""
        self.clock.flag(e)
        self.game.flag(self.seat[e.author])
        self.used[e.author] += e.body.times.used_ms
        self.go_on(e.author)

    def do_claim(self, e, c):
        """[P-5.9]"""
        debtor = self.debt()[0]
        self.clock.claim(e, c)
        self.game.flag(self.seat[debtor])
        self.end_by_word(e.author, debtor)

    def do_warning(self, e, _):
        self.clock.warning(e)

    def do_add_time(self, e, a):
        self.clock.add_time(e, a)

    def do_pause(self, e, _):
        self.clock.pause(e)

    def do_resume(self, e, _):
        self.clock.resume(e)

    def do_leave(self, e, leave):
        self.clock.take_leave(e, leave.days)

    def do_seed(self, e, s):
        """[P-3.9] [B-3.2] [P-3.14]"""
        again = h("seed-commit", self.bag.game, e.author, self.keys[e.author], s.seed)
        need(again == self.bag.commit[e.author], "a seed does not open its commitment")
        need(self.bag.key_of_seed(e.author, s.seed) == self.bag.key_bytes[e.author],
             "a seed does not give the key of its ticket")
        goes_on = self.game.ending == NONE
        need(goes_on == s.HasField("next"), "a ticket that is not due, or none")
        if goes_on:
            self.next_bag = self.next_bag or self.new_bag(self.game.round + 1)
            self.join(self.next_bag, e.author, s.next)
        self.seed[e.author] = s.seed
        self.seeds_open |= 1 << e.author
        if self.seeds_open == (1 << self.players) - 1:
            if goes_on:
                self.close_round()
            else:
                self.phase = FINISHED

    def close_round(self):
        """[P-3.14]"""
        self.game.revealed(self.bag.unveil(self.seed))
        if self.game.ending != NONE:
            self.phase = FINISHED
            return
        self.bag, self.next_bag = self.next_bag, None
        self.seed = [bytes(32)] * self.players
        self.seeds_open = self.dealt = 0
        self.phase = PLAY
        self.begin_shuffles()

    def state(self):
        """[P-2.7]"""
        who = [f for p in range(self.players)
               for f in (self.coin_commit[p], self.coin_part[p], self.used[p], self.seed[p])]
        return h("state", self.phase, self.game_id, *who, self.coin_open, self.shuffles_left,
                 self.next, self.given, self.dealt, self.seeds_open, *self.clock.fields(),
                 self.bag.digest(),
                 self.game.digest() if self.game else bytes(32))


# ---- files ----

def read_records(data):
    """[F-4.1] to [F-4.4] (kind, entry) in order; of a ruling, kind 4, its bytes."""
    need(data[:16] == MAGIC and 16 + 37 <= len(data) <= 2**26, "not a game file")
    end = len(data) - 37
    need(data[end:end + 5] == bytes([3, 32, 0, 0, 0]) and
         data[end + 5:] == h("log-file", data[:end]), "the checksum does not hold")
    at = 16
    while at < end:
        size = int.from_bytes(data[at + 1:at + 5], "little")
        need(at + 5 + size <= end and data[at] in (1, 2, 4), "a record is malformed")
        content = data[at + 5:at + 5 + size]
        yield data[at], content if data[at] == 4 else Entry(content)
        at += 5 + size


def opened_seeds(records):
    """[F-4.6] For every round whose seeds are all open, the list of them in player order."""
    players, seeds = 0, {}
    for kind, e in records:
        if kind != 1:
            continue
        try:
            e.unpack()
        except Refused:
            continue
        if e.step == "proposal":
            players = len(e.content.players)
        if e.step == "seed":
            seeds.setdefault(e.author, []).append(e.content.seed)
    rounds = min((len(seeds.get(p, [])) for p in range(players)), default=0)
    return [[seeds[p][r] for p in range(players)] for r in range(rounds)]


def judge_before(chain, number, seeds, check):
    """The judge as he was before the entry of this number."""
    judge = Judge(seeds, check)
    for e in chain[:number - 1]:
        judge.add(e)
    return judge


def check_evidence(judge, chain, e):
    """[F-4.3] Why it convicts."""
    e.unpack()
    need(chain and e.body.game == judge.game_id and judge.rightly_signed(e),
         "the evidence is not signed")
    number = e.body.number
    need(number <= judge.number + 1, "the evidence stands nowhere")
    if number <= judge.number:
        first = chain[number - 1]
        if first.author == e.author and first.body.prev == e.body.prev and first.hash() != e.hash():
            return "two entries of player %d for place %d" % (e.author + 1, number)
    before = judge_before(chain, number, judge.given_seeds, judge.check)
    if e.step == "claim" and not before.in_place(e):
        return "a claim that is contested"  # [F-4.8]
    need(before.in_place(e) and before.rightly_signed(e), "the evidence stands nowhere")
    try:
        before.add(e)
    except Refused as why:
        return str(why)
    need(e.step == "claim", "the evidence is a good entry")
    return "a claim that is contested"  # [F-4.8]


def check_ruling(judge, chain, evidence, data):
    """[F-10.1] to [F-10.3], [P-5.20] The result: a seat plus 1, or 0."""
    need(len(data) >= 43 and data[0] == 1 and 1 <= data[42] <= 4 and
         len(data) == 43 + 36 * data[42] + 64, "no ruling")
    result, time = data[33], int.from_bytes(data[34:42], "little")
    cut = [data[43 + 36 * i:79 + 36 * i] for i in range(data[42])]
    heads = [(int.from_bytes(c[:4], "little"), c[4:]) for c in cut]
    need(time < 2**63 and result <= 4 and all(1 <= n <= ENTRIES_MAX for n, _ in heads) and
         all(a < b for a, b in zip(heads, heads[1:])), "no ruling")
    need(data[1:33] == judge.game_id, "a ruling about another game")
    need(judge.arbiter, "a game without an arbiter")
    need(g.ed_verify(data[-64:], b"numbridge/1/ruling\0" + data[:-64], judge.arbiter),
         "a ruling that is not the arbiter's")
    need(judge.phase in (PLAY, CLOSING), "nothing to rule")
    need(result <= judge.players, "a ruling for a seat that is none")
    beside = [(e.body.number, e.hash()) for e in evidence]
    last = min(max([0] + [e.body.number for e in chain if e.author == p])
               for p in range(judge.players))
    need(any(head in beside or (head[0] <= len(chain) and chain[head[0] - 1].hash() == head[1] and
                                last <= head[0]) for head in heads),
         "a ruling about another course of the game, or one that was played on")
    return result


def judge_file(data, check):
    records = list(read_records(data))
    seeds = opened_seeds(records)
    judge = Judge(seeds, check if seeds else PROOFS)
    chain, evidence, found, rulings = [], [], [], []
    for kind, e in records:
        try:
            if kind == 4:  # [F-4.9]
                rulings.append(check_ruling(judge, chain, evidence, e))
                need(len(rulings) == len(set(rulings)) <= 2, "too many rulings")
                continue
            need(not rulings, "an entry or evidence after a ruling")
            if kind == 2:
                found.append(check_evidence(judge, chain, e))
                evidence.append(e)
                need(len(evidence) <= 4, "too much evidence")
            else:
                need(not evidence, "an entry after evidence")
                judge.add(e)
                chain.append(e)
        except Refused as why:
            raise Refused("entry %d: %s" % (len(chain) + 1, why)) from None
    need(chain, "the file is empty")
    return judge, found, rulings


def ruled(judge, rulings):
    """[P-5.21]"""
    if len(rulings) > 1:
        return "; disputed by two rulings"
    return "".join("; ruled: player %d has won" % (judge.seat.index(r - 1) + 1) if r else
                   "; ruled: nobody has won" for r in rulings)


def main(words):
    checks = {"--proofs": PROOFS, "--seeds": SEEDS, "--both": BOTH}
    check, code = SEEDS, 0
    for word in words:
        if word in checks:
            check = checks[word]
            continue
        try:
            with open(word, "rb") as f:
                judge, evidence, rulings = judge_file(f.read(), check)
            moves = judge.game.moves if judge.game else 0
            print("%s: good, %d entries, %d moves%s%s" % (word, judge.number, moves, "".join(
                "; evidence: " + why for why in evidence), ruled(judge, rulings)))
        except Refused as why:
            print("%s: refused: %s" % (word, why))
            code = 8
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
