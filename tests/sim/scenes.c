/* See scenes.h. */
#include "tests/sim/scenes.h"

#include <assert.h>

static struct effects fx;

/* Keep the moment before the entry in `fx`, which p has just written. */
static void record(struct scenes *s, unsigned p, const struct match *before)
{
    static struct entry e;
    struct sim_table *t = s->table;
    assert(s->n < SCENES_MAX);
    struct scene *to = &s->list[s->n++];
    enum verdict v = entry_unpack(span_of(fx.entry[0].body, fx.entry[0].len), &e);
    assert(v == VERDICT_OK);
    (void)v;
    to->kind = (uint8_t)e.kind;
    to->author = (uint8_t)p;
    to->move = e.kind == ENTRY_MOVE ? e.u.move.move.kind : 0;
    to->writer = *before;
    to->reader = t->peer[1 - p].match;
    to->entry = fx.entry[0];
    to->before = e.number - 1;
    to->now = t->now;
}

/* p has written what stands in `fx`: store it, and the other takes it. */
static void pass_on(struct scenes *s, unsigned p, const struct match *before)
{
    static struct signed_entry e;
    record(s, p, before);
    e = fx.entry[0];
    table_effects(s->table, p, &fx);
    enum verdict v = table_deliver(s->table, 1 - p, &e);
    assert(v == VERDICT_OK);
    (void)v;
}

static bool duty(struct scenes *s, unsigned p)
{
    static struct match before;
    struct match *m = &s->table->peer[p].match;
    before = *m;
    enum verdict v = match_go(m, &s->table->now, &fx);
    assert(v == VERDICT_OK);
    (void)v;
    if (fx.n == 0)
        return false;
    pass_on(s, p, &before);
    return true;
}

static void duties(struct scenes *s)
{
    while (duty(s, 0) || duty(s, 1))
        continue;
}

static void wish(struct scenes *s, unsigned p, unsigned kind, const struct choice *choice)
{
    static struct match before;
    struct match *m = &s->table->peer[p].match;
    before = *m;
    enum verdict v = match_wish(m, kind, choice, &s->table->now, &fx);
    assert(v == VERDICT_OK);
    (void)v;
    pass_on(s, p, &before);
    duties(s);
}

static void propose(struct scenes *s, enum clock_mode clock)
{
    static struct match before;
    struct sim_table *t = s->table;
    struct proposal p;
    memset(&p, 0, sizeof p);
    terms_preset(PRESET_BRIDGE, &p.terms);
    p.terms.clock = (uint8_t)clock;
    p.terms.leave = clock == CLOCK_CLAIM ? 3 : 0;
    p.players = 2;
    rng_fill(&t->now.rng, p.nonce, sizeof p.nonce);
    for (unsigned i = 0; i < 2; i++)
        memcpy(p.player[i].b, t->peer[i].key, 32);
    before = t->peer[0].match;
    enum verdict v = match_propose(&t->peer[0].match, &p, &t->now, &fx);
    assert(v == VERDICT_OK);
    (void)v;
    pass_on(s, 0, &before);
}

/* All tiles of the hand go back. */
static struct choice swap_all(struct sim_table *t, unsigned p)
{
    struct view view;
    struct choice c = {MOVE_SWAP, NO_CELL, 0, 0, {0}};
    if (!match_view(&t->peer[p].match, &view))
        abort();
    c.values_n = view.hand_n[view.seat];
    memcpy(c.values, view.hand, c.values_n);
    return c;
}

/* A table with its proposal. */
static void begin(struct scenes *s, unsigned seed, enum clock_mode clock)
{
    s->table = table_new(2, seed);
    s->list = calloc(SCENES_MAX, sizeof *s->list);
    s->n = 0;
    if (s->list == NULL)
        abort();
    propose(s, clock);
}

static void play(struct scenes *s, unsigned moves,
                 struct choice (*choose)(struct sim_table *t, unsigned p))
{
    wish(s, 1, ENTRY_ACCEPTANCE, NULL);
    for (unsigned i = 0; i < moves; i++) {
        unsigned p = table_to_move(s->table);
        if (p == NO_SEAT)
            break;
        struct choice c = choose(s->table, p);
        wish(s, p, ENTRY_MOVE, &c);
    }
    if (s->table->peer[0].match.now.phase == PHASE_PLAY)
        wish(s, 1 - table_to_move(s->table), ENTRY_RESIGN, NULL);
    assert(s->table->peer[0].match.now.phase == PHASE_FINISHED);
}

void scenes_make(struct scenes *s, unsigned seed, unsigned moves)
{
    begin(s, seed, CLOCK_HONOUR);
    play(s, moves, table_choice);
}

void scenes_make_swaps(struct scenes *s, unsigned seed, unsigned moves)
{
    begin(s, seed, CLOCK_HONOUR);
    play(s, moves, swap_all);
}

void scenes_make_clock(struct scenes *s, unsigned seed, unsigned moves)
{
    begin(s, seed, CLOCK_CLAIM);
    play(s, moves, table_choice);
}

void scenes_free(struct scenes *s)
{
    table_free(s->table);
    free(s->list);
}

const struct scene *scenes_find(const struct scenes *s, unsigned kind, unsigned author,
                                unsigned nth)
{
    for (unsigned i = 0; i < s->n; i++)
        if (s->list[i].kind == kind && (author == NO_SEAT || s->list[i].author == author) &&
            nth-- == 0)
            return &s->list[i];
    return NULL;
}

const struct scene *scenes_move(const struct scenes *s, unsigned move)
{
    for (unsigned i = 0; i < s->n; i++)
        if (s->list[i].move == move)
            return &s->list[i];
    return NULL;
}

const uint8_t *scenes_secret(const struct scenes *s, unsigned player)
{
    return s->table->peer[player].secret;
}

void scenes_sign(const struct entry *e, const uint8_t secret[64], struct signed_entry *out)
{
    struct buf b = buf_over(out->body, sizeof out->body);
    bool fits = entry_pack(e, &b);
    assert(fits);
    (void)fits;
    out->len = (uint16_t)b.len;
    chain_sign(out, secret);
}

struct span scenes_export(const struct scenes *s, uint32_t entries,
                          const struct signed_entry *evidence)
{
    const struct sim_peer *p = &s->table->peer[0];
    size_t max = 64 + (size_t)(entries + 1) * (ENTRY_RECORD_MAX + 5);
    uint8_t *bytes = malloc(max);
    if (bytes == NULL)
        abort();
    struct buf out = buf_over(bytes, max);
    logfile_begin(&out);
    for (uint32_t i = 0; i < entries; i++)
        logfile_add(&out, RECORD_ENTRY, &p->stored[i]);
    if (evidence != NULL)
        logfile_add(&out, RECORD_EVIDENCE, evidence);
    logfile_end(&out);
    assert(buf_ok(&out));
    return buf_span(&out);
}
