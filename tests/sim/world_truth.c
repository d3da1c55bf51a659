/* See world_assert_truth in world.h: the finished chain is gone through once more, beside the true
 * times at which every player got to know of every entry. */
#include "tests/sim/world.h"

#include <assert.h>

/* What truly passed of the turns of each player. */
struct truth {
    const struct world *w;
    unsigned holder;            /* whose chain it is */
    struct match match;         /* as far as it has been gone through */
    struct replay before;       /* the state before its last entry */
    uint32_t at;                /* place of that entry in the arrays, from 0 */
    unsigned mover;             /* whose turn it is, or NO_SEAT */
    uint16_t moves;
    uint64_t from_ms, paused_ms; /* the turn; the moment since when it is paused, 0 = it is not */
    uint64_t stood_still_ms;
    uint64_t used_ms[PLAYERS_MAX]; /* in all turns before */
};

static uint64_t known_ms(const struct truth *t, unsigned p, uint32_t at)
{
    return t->w->peer[p].true_ms[at];
}

/* Of this turn, until its player got to know of (or wrote) the present entry. */
static uint64_t turn_ms(const struct truth *t)
{
    uint64_t until = t->paused_ms > 0 ? t->paused_ms : known_ms(t, t->mover, t->at);
    return until - t->from_ms - t->stood_still_ms;
}

static void note_pause(struct truth *t)
{
    bool paused = t->match.now.clock.paused;
    uint64_t now = known_ms(t, t->mover, t->at);
    if (paused && t->paused_ms == 0)
        t->paused_ms = now;
    if (!paused && t->paused_ms > 0) {
        t->stood_still_ms += now - t->paused_ms;
        t->paused_ms = 0;
    }
}

static void note_turn(struct truth *t)
{
    const struct replay *r = &t->match.now;
    struct debt debt = replay_debt(r);
    unsigned mover = debt.kind == DEBT_MOVE ? debt.player : NO_SEAT;
    if (mover == t->mover && r->game.moves == t->moves) {
        if (mover != NO_SEAT)
            note_pause(t);
        return;
    }
    t->mover = mover;
    t->moves = r->game.moves;
    t->stood_still_ms = t->paused_ms = 0;
    t->from_ms = mover == NO_SEAT ? 0 : known_ms(t, mover, t->at);
}

static void assert_move(const struct truth *t, const struct entry *e)
{
    const struct terms *terms = &t->before.terms;
    uint64_t limit = terms->move_s * UINT64_C(1000) + t->before.clock.extra_ms[e->author];
    if (clock_counts(terms))
        assert(e->times.used_ms <= turn_ms(t));
    if (e->u.move.move.kind == MOVE_LOST)
        assert(clock_counts(terms) && turn_ms(t) >= limit);
}

static void assert_flag(const struct truth *t, const struct entry *e)
{
    uint64_t bank = t->before.terms.game_s * UINT64_C(1000) +
                    t->before.clock.extra_game_ms[e->author];
    assert(t->used_ms[e->author] + turn_ms(t) >= bank);
}

/* The claimant has waited for the limit and the grace, and the debtor has had his time. */
static void assert_claim(const struct truth *t, const struct entry *e)
{
    uint64_t limit = clock_own_limit_ms(&t->before, t->mover);
    uint64_t grace = clock_grace_ms(&t->before.terms);
    uint64_t waited = known_ms(t, e->author, t->at) - known_ms(t, e->author, t->at - 2);
    assert(t->mover != NO_SEAT && turn_ms(t) >= limit && waited >= limit + grace);
}

/* The next entry of the chain, into t->match and *e. */
static void take(struct truth *t, struct entry *out)
{
    const struct world_peer *p = &t->w->peer[t->holder];
    enum verdict v = entry_unpack(span_of(p->stored[t->at].body, p->stored[t->at].len), out);
    t->before = t->match.now;
    if (v == VERDICT_OK)
        v = match_load(&t->match, &p->stored[t->at], p->wall_ms[t->at]);
    assert(v == VERDICT_OK);
    (void)v;
}

static void go_through(struct truth *t)
{
    static struct entry e;
    take(t, &e);
    if (e.kind == ENTRY_MOVE) {
        assert_move(t, &e);
        t->used_ms[e.author] += turn_ms(t);
    }
    if (e.kind == ENTRY_FLAG)
        assert_flag(t, &e);
    if (e.kind == ENTRY_CLAIM)
        assert_claim(t, &e);
    note_turn(t);
}

static void assert_same(const struct world_peer *a, const struct world_peer *b)
{
    assert(a->n == b->n && a->match.now.phase == b->match.now.phase);
    for (uint32_t i = 0; i < a->n; i++)
        assert(a->stored[i].len == b->stored[i].len &&
               memcmp(a->stored[i].body, b->stored[i].body, a->stored[i].len) == 0 &&
               memcmp(&a->stored[i].signature, &b->stored[i].signature,
                      sizeof a->stored[i].signature) == 0);
    assert(memcmp(a->match.now.used_ms, b->match.now.used_ms, sizeof a->match.now.used_ms) == 0);
    assert(memcmp(&a->match.now.clock, &b->match.now.clock, sizeof a->match.now.clock) == 0);
    assert(replay_grade(&a->match.now) == replay_grade(&b->match.now));
}

static void begin(struct truth *t, const struct world *w, unsigned holder)
{
    const struct world_peer *p = &w->peer[holder];
    struct match_secrets s = {p->secret, p->seed, p->coin, 1};
    memset(t, 0, sizeof *t);
    t->w = w;
    t->holder = holder;
    t->mover = NO_SEAT;
    match_init(&t->match, &s);
}

/* Of what the holder owed before the present entry, which he wrote: his turn, or what his program
 * owed by itself since the entry before. */
static uint64_t took_ms(const struct truth *t)
{
    uint64_t now = known_ms(t, t->holder, t->at);
    return t->mover == t->holder ? turn_ms(t) : now - known_ms(t, t->holder, t->at - 1);
}

void world_assert_contest(const struct world *w, unsigned holder)
{
    static struct truth t;
    static struct entry claim, e;
    const struct world_peer *p = &w->peer[holder];
    enum verdict v = entry_unpack(span_of(p->evidence.body, p->evidence.len), &claim);
    assert(v == VERDICT_OK && claim.kind == ENTRY_CLAIM && claim.author != holder);
    (void)v;
    begin(&t, w, holder);
    for (t.at = 0; t.at < p->n; t.at++) {
        take(&t, &e);
        if (e.number + 1 >= claim.number && e.author == holder && !entry_kind_is_loose(e.kind)) {
            bool last = t.at + 1 == p->n;
            assert(!last || took_ms(&t) < clock_own_limit_ms(&t.before, holder));
            break;
        }
        note_turn(&t);
    }
    match_wipe(&t.match);
}

void world_assert_truth(const struct world *w)
{
    static struct truth t;
    const struct world_peer *p = &w->peer[0];
    begin(&t, w, 0);
    for (unsigned q = 1; q < w->weather.players; q++)
        assert_same(p, &w->peer[q]);
    for (t.at = 0; t.at < p->n; t.at++)
        go_through(&t);
    assert(hash_equal(&t.match.now.head, &p->match.now.head));
    match_wipe(&t.match);
}
