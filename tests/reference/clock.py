"""Games whose clocks count: docs/protocol.md section 5.  Works on the judge it belongs to."""
import group as g
from refusal import need

DAY = 86400
USED_MAX = 2**40 - 1
CLAIM, WITNESS = 3, 4


class Clock:
    def __init__(self, judge):
        n = judge.players
        self.judge, self.terms = judge, judge.terms
        self.counts = self.terms["clock"] >= CLAIM
        self.lag, self.extra, self.extra_game, self.leave = [0] * n, [0] * n, [0] * n, [0] * n
        self.want_pause = self.paused = self.warned_by = self.unmeasured = self.claimed = 0
        self.said = [0] * n
        self.charged = [0] * n

    # ---- limits ----

    def bank(self, player, free=0):
        """What is left of the game clock, if so much of it is not counted."""
        have = self.terms["game_s"] * 1000 + self.extra_game[player] + free
        return max(0, have - self.judge.used[player]) if self.terms["game_s"] else 0

    def turn(self, player):
        return self.terms["move_s"] * 1000 + self.extra[player] if self.terms["move_s"] else 0

    def limit(self, player, free=0):
        """[P-5.6]"""
        turn = self.turn(player)
        if self.judge.debt()[1] != "move":
            return turn if self.terms["move_s"] >= DAY else 60000
        if not self.terms["game_s"]:
            return turn
        bank = max(1, self.bank(player, free))
        return min(turn, bank) if turn else bank

    def grace(self):
        """[P-5.8]"""
        if self.terms["move_s"] < DAY:
            return 10000
        return max(self.terms["move_s"] * 250, DAY * 1000)

    # ---- entries ----

    def runs(self):
        need(self.counts, "the clocks do not count in this game")
        need(self.judge.phase == 3, "not while the game is played")

    def ticks(self):
        self.runs()
        need(not self.paused, "the clocks stand still")

    def lost_turn(self, e):
        """[P-5.5]"""
        self.ticks()
        limit = self.turn(e.author)
        need(limit and e.body.times.used_ms >= limit, "the turn is not lost yet")

    def flag(self, e):
        """[P-5.2] [P-5.5]"""
        self.ticks()
        need(e.body.times.used_ms <= USED_MAX, "too long a time")
        need(self.terms["game_s"] and e.body.times.used_ms >= self.bank(e.author),
             "the game clock has not run out")

    def warning(self, e):
        """[P-5.7]"""
        self.ticks()
        late = self.judge.debt()[0]
        limit, times = self.limit(late), e.body.times
        need(e.author != late and self.warned_by != e.author + 1, "a warning that is not due")
        need(limit and times.sent_ms - times.seen_ms >= limit, "nobody is late")
        self.warned_head = self.judge.head

    def claim(self, e, c):
        """[P-5.9]"""
        self.ticks()
        need(self.warned_by == e.author + 1, "a claim without a warning")
        need(e.body.times.sent_ms - e.body.times.seen_ms >= self.grace(), "the grace is not over")
        witnessed = c.HasField("before")
        need(witnessed == (self.terms["clock"] == WITNESS), "a claim with or without a witness")
        if witnessed:
            self.check_statements(c)
        self.claimed = 2 if witnessed else 1

    def check_statements(self, c):
        """[P-5.12] [P-5.13]"""
        number = self.judge.number - 1
        late = self.judge.debt()[0]
        between = self.limit(late, self.charged[late]) + self.grace()
        need(c.before.number == c.after.number == number and
             c.after.time_ms - c.before.time_ms >= between, "the statements do not show it")
        for s in c.before, c.after:
            text = (b"numbridge/1/witness\0" + self.judge.game_id + number.to_bytes(8, "little") +
                    self.warned_head + s.time_ms.to_bytes(8, "little"))
            need(g.ed_verify(s.signature, text, self.judge.witness), "a statement is not his")

    def may_say(self, e):
        """[P-5.18]"""
        self.runs()
        need(self.said[e.author] < 8, "too much talk about time")

    def add_time(self, e, a):
        """[P-5.10]"""
        self.may_say(e)
        debtor = self.judge.debt()[0]
        need(e.author != debtor and 1 <= a.seconds <= 30 * DAY, "time that nobody may add")
        self.extra[debtor] += a.seconds * 1000
        if self.terms["game_s"]:
            self.extra_game[debtor] += a.seconds * 1000

    def pause(self, e):
        """[P-5.11]"""
        self.ticks()
        self.may_say(e)
        need(not self.want_pause >> e.author & 1, "said already")
        self.want_pause |= 1 << e.author
        self.paused = int(self.want_pause == (1 << self.judge.players) - 1)

    def resume(self, e):
        self.may_say(e)
        need(self.want_pause, "nobody wants to pause")
        self.want_pause = self.paused = 0

    def take_leave(self, e, days):
        """[P-5.15]"""
        self.may_say(e)
        need(1 <= days and self.leave[e.author] + days <= self.terms["leave"], "no leave is left")
        self.leave[e.author] += days
        self.extra[e.author] += days * DAY * 1000

    # ---- after every entry ----

    def charge_lag(self, e):
        """[P-5.4]"""
        mover = self.unmeasured - 1
        if not self.unmeasured or e.author == mover or self.judge.players > 2:
            return
        lag = max(0, e.body.times.other_ms - self.unmeasured_ms)
        free = min(lag, 2000, max(0, 30000 - self.lag[mover]))
        self.unmeasured = 0
        self.lag[mover] += free
        charge = min(lag - free, 30 * DAY * 1000)
        self.charged[mover] += charge
        self.judge.used[mover] += charge

    def note(self, e):
        if not self.counts:
            return
        self.charge_lag(e)
        if e.step in ("add_time", "pause", "resume", "leave"):
            self.said[e.author] += 1
        elif e.step not in ("resign", "offer_draw", "accept_draw", "decline", "warning", "claim"):
            self.said = [0] * len(self.said)
        if e.step == "move":
            self.unmeasured, self.unmeasured_ms = e.author + 1, e.body.times.used_ms
            self.extra[e.author] = self.want_pause = self.paused = 0
        self.warned_by = e.author + 1 if e.step == "warning" else 0

    def fields(self):
        """[P-5.17]"""
        if not self.counts:
            return []
        by_player = zip(self.lag, self.extra, self.extra_game, self.leave)
        return [f for four in by_player for f in four] + [
            self.want_pause, self.paused, self.warned_by, self.unmeasured, self.claimed]
