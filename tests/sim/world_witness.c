/* The witness of a simulated world: a third daemon that follows the game (chain/follow.h), stores
 * before it signs, passes entries on to who was away, and crashes like the others; and what a
 * player asks of it.  It must never sign two heads for one number, nor a lower one. */
#include "tests/sim/world_part.h"

#include <assert.h>

enum { ROW_MAX = 32, RESTART_MS = 4000 };

/* ---- a player ------------------------------------------------------------------------------- */

void world_ask_witness(struct world *w, unsigned p)
{
    struct world_peer *peer = &w->peer[p];
    uint32_t from = peer->witness_from > 0 ? peer->witness_from : 1;
    if (w->weather.terms.clock != CLOCK_WITNESS || !peer->up || peer->n == 0 ||
        peer->match.now.phase < PHASE_SETUP)
        return;
    if (from > peer->n)
        from = peer->n;
    uint32_t n = peer->n - from + 1;
    struct world_message m = {.from = (uint8_t)p, .to = (uint8_t)w->weather.players,
                              .kind = MESSAGE_ROW, .number = from,
                              .n = n < ROW_MAX ? n : ROW_MAX, .entry = &peer->stored[from - 1]};
    peer->witness_asked = from;
    w->witness.kept.game = peer->match.now.id; /* stands in every message */
    world_post(w, &m);
}

static void keep(struct world_peer *peer, const struct world_message *m)
{
    if (peer->word_n > 0 && m->number < peer->first.number)
        return;
    if (peer->word_n == 0 || peer->first.number != m->number ||
        !hash_equal(&peer->word_head, &m->head)) {
        peer->first = m->word;
        peer->word_head = m->head;
    }
    peer->last = m->word;
    peer->word_n++;
}

void world_hear_witness(struct world *w, const struct world_message *m)
{
    struct world_peer *peer = &w->peer[m->to];
    struct witnessed what = {peer->match.now.id, m->number, m->head, m->word.time_ms};
    struct player_key key;
    memcpy(key.b, w->witness.key, sizeof key.b);
    if (m->gap) {
        peer->witness_from = m->number;
        if (m->number != peer->witness_asked && m->number <= peer->n)
            world_ask_witness(w, m->to);
        return;
    }
    if (m->number > peer->n || !hash_equal(&peer->held[m->number - 1].hash, &m->head))
        return;
    enum verdict v = witness_check(&what, &key, &m->word.signature);
    assert(v == VERDICT_OK);
    (void)v;
    peer->witness_from = m->number + 1;
    keep(peer, m);
    if (peer->witness_from <= peer->n && peer->witness_from != peer->witness_asked &&
        !follow_is_about_time_up(peer->match.now.last_kind))
        world_ask_witness(w, m->to);
}

bool world_witness_words(const struct world *w, unsigned p, struct claim_step *out)
{
    const struct world_peer *peer = &w->peer[p];
    if (w->weather.terms.clock != CLOCK_WITNESS || peer->word_n == 0)
        return false;
    *out = (struct claim_step){1, peer->first, peer->last};
    return true;
}

/* ---- the witness ---------------------------------------------------------------------------- */

static bool crashes(struct world *w)
{
    if (!world_chance(w, w->weather.crash))
        return false;
    w->witness.restart_ms = w->now.tick_ms + 1 + world_below(w, RESTART_MS);
    w->counts.crashes++;
    return true;
}

static void mark(struct world_witness *x, const struct following *f, const struct signed_entry *e)
{
    x->mark[f->at % POSTMARKS] = *e;
    x->mark_number[f->at % POSTMARKS] = f->at;
}

static void never_another(struct world_witness *x, const struct following *f)
{
    assert(f->sign > x->signed_number ||
           (f->sign == x->signed_number && hash_equal(&f->sign_head, &x->signed_head)));
    x->signed_number = f->sign;
    x->signed_head = f->sign_head;
}

static void answer(struct world *w, const struct following *f, bool signs, unsigned to)
{
    struct witnessed what = {f->game.game, f->sign, f->sign_head, w->now.wall_ms};
    struct world_message m = {.from = (uint8_t)w->weather.players, .to = (uint8_t)to,
                              .kind = MESSAGE_WORD, .number = signs ? f->sign : f->game.base + 1,
                              .head = f->sign_head, .gap = !signs};
    m.word = (struct statement){f->sign, what.time_ms, {{0}}};
    if (signs) {
        never_another(&w->witness, f);
        witness_sign(&what, w->witness.secret, &m.word.signature);
        w->counts.words++;
    }
    world_post(w, &m);
}

static void forward(struct world *w, uint32_t from, uint32_t to, unsigned player)
{
    for (uint32_t n = from; n <= to; n++) {
        struct signed_entry *e = &w->witness.mark[n % POSTMARKS];
        struct world_message m = {.from = (uint8_t)w->weather.players, .to = (uint8_t)player,
                                  .kind = SYNC_ENTRIES, .number = n, .n = 1, .entry = e};
        if (w->witness.mark_number[n % POSTMARKS] == n)
            world_post(w, &m);
    }
}

void world_witness_takes(struct world *w, const struct world_message *m)
{
    struct world_witness *x = &w->witness;
    struct following f;
    struct player_key key;
    enum verdict v = VERDICT_OK;
    if (w->now.tick_ms < x->restart_ms || crashes(w))
        return;
    memcpy(key.b, x->key, sizeof key.b);
    follow_begin(&f, &x->kept);
    for (unsigned i = 0; i < m->n && (v == VERDICT_OK || v == VERDICT_KNOWN); i++) {
        v = follow_entry(&f, &key, &m->entry[i]);
        if (v == VERDICT_OK)
            mark(x, &f, &m->entry[i]);
    }
    bool signs = follow_may_sign(&f);
    if (signs)
        follow_sign(&f);
    x->kept = f.game;
    if (crashes(w))
        return;
    answer(w, &f, signs, m->from);
    for (unsigned p = 0; f.fresh > 0 && p < w->weather.players; p++)
        if (p != m->from)
            forward(w, f.fresh, f.at, p);
}
