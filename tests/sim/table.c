/* See table.h.  Passing on is done by comparing what each peer holds, as the daemons do. */
#include "tests/sim/table.h"

#include <assert.h>

static void identity(struct sim_peer *p, const struct rng *rng)
{
    uint8_t seed[32];
    rng_fill(rng, seed, sizeof seed);
    crypto_sign_seed_keypair(p->key, p->secret, seed);
}

struct sim_table *table_new(unsigned players, unsigned seed)
{
    struct sim_table *t = calloc(1, sizeof *t);
    uint8_t bytes[32] = {(uint8_t)seed, (uint8_t)(seed >> 8), (uint8_t)(seed >> 16), 77};
    if (t == NULL || sodium_init() < 0)
        abort();
    rng_stream_init(&t->stream, bytes);
    t->players = players;
    t->now.rng = rng_from_stream(&t->stream);
    crypto_sign_seed_keypair(t->witness_key, t->witness_secret, bytes);
    t->now.wall_ms = 1800000000000;
    t->now.tick_ms = 1000;
    for (unsigned i = 0; i < players; i++) {
        struct sim_peer *p = &t->peer[i];
        struct match_secrets s = {.installation = 1};
        identity(p, &t->now.rng);
        s.secret_key = p->secret;
        rng_fill(&t->now.rng, s.seed.b, sizeof s.seed.b);
        rng_fill(&t->now.rng, s.coin.b, sizeof s.coin.b);
        match_init(&p->match, &s);
        p->stored = calloc(TABLE_ENTRIES_MAX, sizeof *p->stored);
        if (p->stored == NULL)
            abort();
    }
    return t;
}

void table_free(struct sim_table *t)
{
    for (unsigned i = 0; i < t->players; i++)
        free(t->peer[i].stored);
    free(t);
}

void table_effects(struct sim_table *t, unsigned p, const struct effects *out)
{
    struct sim_peer *peer = &t->peer[p];
    for (unsigned i = 0; i < out->notices_n; i++)
        peer->notices[out->notice[i]]++;
    if (out->evidence) {
        peer->evidence = out->entry[0];
        peer->evidence_n++;
        return;
    }
    if (out->drop_from > 0) {
        peer->dropped += peer->n - (out->drop_from - 1);
        peer->n = out->drop_from - 1;
    }
    for (unsigned i = 0; i < out->n; i++) {
        assert(out->number[i] == peer->n + 1 && peer->n < TABLE_ENTRIES_MAX);
        peer->stored[peer->n] = out->entry[i];
        peer->held[peer->n].hash = chain_hash(&out->entry[i]);
        peer->held[peer->n].author = peer->match.now.last_author;
        peer->held[peer->n].prev = peer->n > 0 ? peer->held[peer->n - 1].hash : (struct hash){{0}};
        peer->wall_ms[peer->n] = t->now.wall_ms;
        peer->n++;
    }
}

void table_restart(struct sim_table *t, unsigned p)
{
    struct sim_peer *peer = &t->peer[p];
    struct match_secrets s = {peer->secret, peer->match.base_seed, peer->match.coin, 1};
    match_init(&peer->match, &s);
    for (uint32_t i = 0; i < peer->n; i++) {
        enum verdict v = match_load(&peer->match, &peer->stored[i], peer->wall_ms[i]);
        assert(v == VERDICT_OK);
        (void)v;
    }
}

enum verdict table_deliver(struct sim_table *t, unsigned p, const struct signed_entry *e)
{
    static struct effects out;
    static struct entry body;
    const struct held *held = NULL;
    struct sim_peer *peer = &t->peer[p];
    if (entry_unpack(span_of(e->body, e->len), &body) == VERDICT_OK && body.number <= peer->n)
        held = &peer->held[body.number - 1];
    t->now.wall_ms += 20;
    t->now.tick_ms += 20;
    enum verdict v = match_entry(&peer->match, e, held, &t->now, &out);
    if (v == VERDICT_OK || out.evidence)
        table_effects(t, p, &out);
    return v;
}

/* Peer `to` gets the first entry of `from` that differs from its own or is missing. */
static bool pass_one(struct sim_table *t, unsigned from, unsigned to)
{
    struct sim_peer *a = &t->peer[from], *b = &t->peer[to];
    uint32_t i = 0;
    while (i < a->n && i < b->n && hash_equal(&a->held[i].hash, &b->held[i].hash))
        i++;
    return i < a->n && table_deliver(t, to, &a->stored[i]) == VERDICT_OK;
}

static bool go_one(struct sim_table *t, unsigned p)
{
    static struct effects out;
    enum verdict v = match_go(&t->peer[p].match, &t->now, &out);
    assert(v == VERDICT_OK);
    (void)v;
    table_effects(t, p, &out);
    return out.n > 0;
}

void table_settle(struct sim_table *t)
{
    bool again = true;
    while (again) {
        again = false;
        for (unsigned p = 0; p < t->players; p++) {
            again = go_one(t, p) || again;
            for (unsigned q = 0; q < t->players; q++)
                again = (p != q && pass_one(t, p, q)) || again;
        }
    }
}

void table_begin(struct sim_table *t, const struct terms *terms)
{
    static struct effects out;
    struct proposal p;
    memset(&p, 0, sizeof p);
    p.terms = *terms;
    p.players = (uint8_t)t->players;
    p.has_witness = terms->clock == CLOCK_WITNESS;
    if (p.has_witness)
        memcpy(p.witness.b, t->witness_key, 32);
    rng_fill(&t->now.rng, p.nonce, sizeof p.nonce);
    for (unsigned i = 0; i < t->players; i++)
        memcpy(p.player[i].b, t->peer[i].key, 32);
    enum verdict v = match_propose(&t->peer[0].match, &p, &t->now, &out);
    assert(v == VERDICT_OK);
    table_effects(t, 0, &out);
    for (unsigned i = 1; i < t->players; i++) {
        table_settle(t);
        v = table_wish(t, i, ENTRY_ACCEPTANCE, NULL);
        assert(v == VERDICT_OK);
    }
    (void)v;
    table_settle(t);
}

unsigned table_to_move(const struct sim_table *t)
{
    for (unsigned p = 0; p < t->players; p++) {
        struct debt debt = replay_debt(&t->peer[p].match.now);
        if (debt.kind == DEBT_MOVE && debt.player == p)
            return p;
    }
    return NO_SEAT;
}

enum verdict table_wish(struct sim_table *t, unsigned p, unsigned kind,
                        const struct choice *choice)
{
    static struct effects out;
    t->now.wall_ms += 1000;
    t->now.tick_ms += 1000;
    enum verdict v = match_wish(&t->peer[p].match, kind, choice, &t->now, &out);
    if (v == VERDICT_OK)
        table_effects(t, p, &out);
    return v;
}

uint32_t table_forge_move(struct sim_table *t, unsigned p, const struct choice *honest,
                          const struct move *move)
{
    static struct match copy;
    static struct effects out;
    static struct entry e;
    struct sim_peer *peer = &t->peer[p];
    copy = peer->match;
    enum verdict v = match_wish(&copy, ENTRY_MOVE, honest, &t->now, &out);
    assert(v == VERDICT_OK && out.n == 1);
    v = entry_unpack(span_of(out.entry[0].body, out.entry[0].len), &e);
    assert(v == VERDICT_OK);
    e.u.move = (struct move_step){.move = *move};
    struct replay r = peer->match.now;
    v = replay_write(&r, p, peer->secret, &e, &out.entry[0]);
    assert(v == VERDICT_OK);
    v = match_load(&peer->match, &out.entry[0], t->now.wall_ms);
    assert(v == VERDICT_OK);
    (void)v;
    out.notices_n = 0;
    table_effects(t, p, &out);
    return out.number[0];
}

static bool find_cell(struct sim_table *t, const struct view *view, uint8_t digit, bool right,
                      struct choice *c)
{
    const struct numbridge *nb = &t->peer[0].match.now.game.nb;
    unsigned cells = (unsigned)view->n * view->n;
    unsigned from = rng_below(&t->now.rng, cells);
    for (unsigned i = 0; i < cells; i++) {
        unsigned cell = (from + i) % cells;
        if (view->digit[cell] != 0 || (nb->board.solution[cell] == digit) != right)
            continue;
        *c = (struct choice){MOVE_PLACE, (uint8_t)cell, 0, 1, {digit}};
        return true;
    }
    return false;
}

struct choice table_choice(struct sim_table *t, unsigned p)
{
    struct view view;
    struct choice c = {MOVE_SWAP, NO_CELL, 0, 1, {0}};
    if (!match_view(&t->peer[p].match, &view))
        abort();
    unsigned dice = rng_below(&t->now.rng, 20);
    unsigned own = view.hand_n[view.seat];
    if (view.may_pie && dice < 10)
        return (struct choice){MOVE_PIE, NO_CELL, 0, 0, {0}};
    c.values[0] = view.hand[0];
    if (dice < 3) {
        c.values_n = (uint8_t)(1 + rng_below(&t->now.rng, own));
        memcpy(c.values, view.hand, c.values_n);
        return c;
    }
    unsigned cells = (unsigned)view.n * view.n;
    for (unsigned cell = 0; dice < 6 && cell < cells; cell++)
        if (view.given[cell] && view.owner[cell] == 0) {
            c = (struct choice){MOVE_CLAIM, (uint8_t)cell, 0, view.terms.claim, {0}};
            memcpy(c.values, view.hand, c.values_n);
            return c;
        }
    for (unsigned i = 0; i < own; i++)
        if (find_cell(t, &view, view.hand[(i + dice) % own], dice != 7, &c))
            return c;
    return c;
}

struct span table_export(const struct sim_table *t, unsigned p)
{
    size_t max = 64 + (size_t)(t->peer[p].n + 1) * (ENTRY_RECORD_MAX + 5);
    uint8_t *bytes = malloc(max);
    if (bytes == NULL)
        abort();
    struct buf out = buf_over(bytes, max);
    logfile_begin(&out);
    for (uint32_t i = 0; i < t->peer[p].n; i++)
        logfile_add(&out, RECORD_ENTRY, &t->peer[p].stored[i]);
    if (t->peer[p].evidence_n > 0)
        logfile_add(&out, RECORD_EVIDENCE, &t->peer[p].evidence);
    logfile_end(&out);
    assert(buf_ok(&out));
    return buf_span(&out);
}
