/* See world.h.  One event after the other in the order of virtual time: a message arrives, a
 * machine comes back, a player acts, a timer says that the others may lack something. */
#include "tests/sim/world.h"

#include "rules/options.h"

#include <assert.h>
#include <stdio.h>

enum { RESEND_MS = 3000, RESTART_MS = 4000, ACT_MS = 2500, PART_MS = 8000 };

static struct effects fx; /* one step at a time */

static unsigned below(struct world *w, unsigned n)
{
    return rng_below(&w->now.rng, n);
}

static bool chance(struct world *w, unsigned per_thousand)
{
    return below(w, 1000) < per_thousand;
}

/* ---- machines ------------------------------------------------------------------------------ */

static bool held_at(void *context, uint32_t number, struct held *out)
{
    const struct world_peer *p = context;
    if (number < 1 || number > p->n)
        return false;
    *out = p->held[number - 1];
    return true;
}

static struct sync_log log_of(struct world_peer *p)
{
    return (struct sync_log){held_at, p};
}

static void start(struct world *w, struct world_peer *p)
{
    struct match_secrets s = {p->secret, p->seed, p->coin, 1};
    match_init(&p->match, &s);
    for (uint32_t i = 0; i < p->n; i++) {
        enum verdict v = match_load(&p->match, &p->stored[i], w->now.wall_ms);
        assert(v == VERDICT_OK);
        (void)v;
        w->counts.replayed++;
    }
    p->up = true;
    p->have_ms = w->now.tick_ms;
    p->act_ms = w->now.tick_ms + below(w, ACT_MS);
    p->wake_ms = UINT64_MAX;
    memset(p->other_head, 0, sizeof p->other_head);
}

struct world *world_new(const struct weather *weather)
{
    struct world *w = calloc(1, sizeof *w);
    uint8_t bytes[32] = {(uint8_t)weather->seed, (uint8_t)(weather->seed >> 8),
                         (uint8_t)(weather->seed >> 16), (uint8_t)(weather->seed >> 24), 99};
    if (w == NULL || sodium_init() < 0)
        abort();
    w->weather = *weather;
    rng_stream_init(&w->stream, bytes);
    w->now = (struct moment){1800000000000, 1000, rng_from_stream(&w->stream)};
    w->published = calloc(WORLD_ENTRIES_MAX * 2, sizeof *w->published);
    for (unsigned i = 0; i < weather->players; i++) {
        struct world_peer *p = &w->peer[i];
        uint8_t seed[32];
        rng_fill(&w->now.rng, seed, sizeof seed);
        crypto_sign_seed_keypair(p->key, p->secret, seed);
        rng_fill(&w->now.rng, p->seed.b, sizeof p->seed.b);
        rng_fill(&w->now.rng, p->coin.b, sizeof p->coin.b);
        p->stored = calloc(WORLD_ENTRIES_MAX, sizeof *p->stored);
        if (p->stored == NULL || w->published == NULL)
            abort();
        start(w, p);
    }
    return w;
}

void world_free(struct world *w)
{
    for (unsigned i = 0; i < w->messages; i++)
        free(w->message[i].entry);
    for (unsigned i = 0; i < w->weather.players; i++)
        free(w->peer[i].stored);
    free(w->published);
    free(w);
}

static bool crash(struct world *w, struct world_peer *p)
{
    if (!chance(w, w->weather.crash))
        return false;
    match_wipe(&p->match);
    p->up = false;
    p->restart_ms = w->now.tick_ms + 1 + below(w, RESTART_MS);
    w->counts.crashes++;
    return true;
}

/* ---- network ------------------------------------------------------------------------------- */

static bool parted(const struct world *w, unsigned from, unsigned to)
{
    return w->now.tick_ms < w->heal_ms && (w->side >> from & 1) != (w->side >> to & 1);
}

static void enqueue(struct world *w, const struct world_message *m)
{
    if (w->messages == WORLD_MESSAGES_MAX || parted(w, m->from, m->to) ||
        chance(w, w->weather.loss)) {
        w->counts.lost++;
        return;
    }
    struct world_message *to = &w->message[w->messages++];
    *to = *m;
    to->at_ms = w->now.tick_ms + 5 + below(w, w->weather.delay_ms + 1);
    if (m->n > 0) {
        to->entry = malloc(m->n * sizeof *m->entry);
        if (to->entry == NULL)
            abort();
        memcpy(to->entry, m->entry, m->n * sizeof *m->entry);
    }
    w->counts.sent++;
}

static void post(struct world *w, const struct world_message *m)
{
    enqueue(w, m);
    if (chance(w, w->weather.repeat)) {
        enqueue(w, m);
        w->counts.repeated++;
    }
}

/* Nobody may ever send two entries for one place. */
static void publish(struct world *w, const struct held *h, uint32_t number)
{
    for (unsigned i = 0; i < w->published_n; i++) {
        const struct world_signed *s = &w->published[i];
        if (s->author != h->author || s->number != number || !hash_equal(&s->prev, &h->prev))
            continue;
        w->counts.doubles += !hash_equal(&s->hash, &h->hash);
        return;
    }
    assert(w->published_n < WORLD_ENTRIES_MAX * 2);
    w->published[w->published_n++] =
        (struct world_signed){h->author, number, h->prev, h->hash};
}

static void send_entries(struct world *w, unsigned from, unsigned to, uint32_t number)
{
    struct world_peer *p = &w->peer[from];
    struct world_message m = {.from = (uint8_t)from, .to = (uint8_t)to, .kind = SYNC_ENTRIES};
    while (number <= p->n) {
        m.number = number;
        m.n = p->n - number + 1 < WORLD_BATCH ? p->n - number + 1 : WORLD_BATCH;
        m.entry = &p->stored[number - 1];
        for (unsigned i = 0; i < m.n; i++)
            publish(w, &p->held[number - 1 + i], number + i);
        post(w, &m);
        number += m.n;
    }
}

static void reply(struct world *w, unsigned from, unsigned to, const struct sync_answer *a)
{
    struct world_message m = {.from = (uint8_t)from, .to = (uint8_t)to, .kind = SYNC_HAVE,
                              .number = a->number, .head = a->head};
    if (a->act == SYNC_ENTRIES)
        send_entries(w, from, to, a->number);
    if (a->act == SYNC_HAVE)
        post(w, &m);
}

/* ---- effects ------------------------------------------------------------------------------- */

static void drop(struct world *w, struct world_peer *p, uint32_t from)
{
    assert(from >= 1 && from <= p->n + 1);
    for (uint32_t number = from; number <= p->n; number++) {
        assert(entry_kind_is_loose(p->kind[number - 1]));
        assert(number > p->acked || w->weather.players > 2);
        w->counts.gave_way++;
    }
    p->n = from - 1;
}

static void store(struct world *w, struct world_peer *p)
{
    if (fx.drop_from > 0)
        drop(w, p, fx.drop_from);
    for (unsigned i = 0; i < fx.n; i++) {
        struct held *h = &p->held[p->n];
        assert(fx.number[i] == p->n + 1 && p->n < WORLD_ENTRIES_MAX);
        p->stored[p->n] = fx.entry[i];
        h->hash = chain_hash(&fx.entry[i]);
        h->author = p->match.now.last_author;
        h->prev = p->n > 0 ? p->held[p->n - 1].hash : (struct hash){{0}};
        p->kind[p->n] = p->match.now.last_kind;
        p->n++;
    }
    assert(p->n == p->match.now.number);
}

/* Store, then send [P-4.1].  False if the machine crashed on the way. */
static bool carry_out(struct world *w, unsigned p)
{
    struct world_peer *peer = &w->peer[p];
    if (fx.evidence) {
        peer->evidence = fx.entry[0];
        peer->evidence_n++;
        return true;
    }
    if (fx.n == 0)
        return true;
    if (crash(w, peer))
        return false;
    store(w, peer);
    if (crash(w, peer))
        return false;
    for (unsigned q = 0; fx.mine && q < w->weather.players; q++)
        if (q != p)
            send_entries(w, p, q, peer->n);
    return !crash(w, peer);
}

/* A refusal may change nothing at all. */
static struct match before;
static void remember(const struct world_peer *p)
{
    memcpy(&before, &p->match, sizeof before);
}
static void assert_unchanged(const struct world_peer *p)
{
    before.rival = p->match.rival; /* a warning that lost its place is remembered */
    assert(memcmp(&before, &p->match, sizeof before) == 0);
}

static bool go(struct world *w, unsigned p)
{
    struct world_peer *peer = &w->peer[p];
    if (peer->asking)
        return true;
    do {
        enum verdict v = match_go(&peer->match, &w->now, &fx);
        assert(v == VERDICT_OK);
        (void)v;
        if (!carry_out(w, p))
            return false;
    } while (fx.n > 0);
    uint64_t wake = match_wake_ms(&peer->match, &w->now);
    peer->wake_ms = wake > 0 ? w->now.tick_ms + wake : UINT64_MAX;
    return true;
}

/* ---- events -------------------------------------------------------------------------------- */

static bool take_entry(struct world *w, const struct world_message *m, unsigned i,
                       struct sync_answer *answer)
{
    struct world_peer *p = &w->peer[m->to];
    struct sync_log log = log_of(p);
    remember(p);
    enum verdict v = sync_entry(&p->match, &m->entry[i], &log, &w->now, &fx);
    w->counts.known += v == VERDICT_KNOWN;
    w->counts.gaps += v == VERDICT_GAP;
    w->counts.superseded += v == VERDICT_SUPERSEDED;
    if (v == VERDICT_OK || fx.evidence) {
        if (!carry_out(w, m->to))
            return false;
    } else {
        assert_unchanged(p);
    }
    struct sync_answer a = sync_receipt(&p->match, &m->entry[i], &log, v);
    sync_join(answer, &a);
    return true;
}

static void note_head(struct world *w, const struct world_message *m)
{
    struct world_peer *p = &w->peer[m->to];
    p->other_head[m->from] = m->head;
    if (w->weather.players == 2 && m->number > p->acked && m->number <= p->n &&
        hash_equal(&m->head, &p->held[m->number - 1].hash))
        p->acked = m->number;
}

static void arrive(struct world *w, const struct world_message *m)
{
    struct world_peer *p = &w->peer[m->to];
    struct sync_log log = log_of(p);
    struct sync_answer answer = {SYNC_NOTHING, 0, {{0}}};
    if (!p->up)
        return;
    if (m->kind == SYNC_HAVE) {
        note_head(w, m);
        if (m->number > p->must_hold)
            p->must_hold = m->number;
        answer = sync_have(&p->match, &log, m->number, &m->head);
    }
    for (unsigned i = 0; m->kind == SYNC_ENTRIES && i < m->n; i++)
        if (!take_entry(w, m, i, &answer))
            return;
    reply(w, m->to, m->from, &answer);
    if (p->must_hold > 0 && p->match.now.number >= p->must_hold)
        p->asking = false;
    (void)go(w, m->to);
}

static void say_have(struct world *w, unsigned p)
{
    struct world_peer *peer = &w->peer[p];
    struct sync_answer mine = sync_mine(&peer->match);
    peer->have_ms = w->now.tick_ms + RESEND_MS;
    if (w->quiet)
        return;
    for (unsigned q = 0; q < w->weather.players; q++)
        if (q != p && !hash_equal(&peer->other_head[q], &mine.head))
            reply(w, p, q, &mine);
}

static void propose(struct world *w, unsigned p)
{
    struct proposal proposal;
    memset(&proposal, 0, sizeof proposal);
    proposal.terms = w->weather.terms;
    proposal.players = (uint8_t)w->weather.players;
    rng_fill(&w->now.rng, proposal.nonce, sizeof proposal.nonce);
    for (unsigned i = 0; i < w->weather.players; i++)
        memcpy(proposal.player[i].b, w->peer[i].key, 32);
    enum verdict v = match_propose(&w->peer[p].match, &proposal, &w->now, &fx);
    assert(v == VERDICT_OK);
    (void)v;
    if (carry_out(w, p))
        (void)go(w, p);
}

static void wish(struct world *w, unsigned p, unsigned kind, const struct choice *choice)
{
    remember(&w->peer[p]);
    enum verdict v = match_wish(&w->peer[p].match, kind, choice, &w->now, &fx);
    w->counts.wishes++;
    if (v == VERDICT_OK) {
        if (carry_out(w, p))
            (void)go(w, p);
        return;
    }
    w->counts.refused++;
    assert_unchanged(&w->peer[p]);
}

static void make_move(struct world *w, unsigned p)
{
    static struct choice list[OPTIONS_MAX];
    struct view view;
    if (!match_view(&w->peer[p].match, &view))
        return;
    unsigned n = options_list(&view, list, OPTIONS_MAX);
    if (n > 0)
        wish(w, p, ENTRY_MOVE, &list[below(w, n)]);
}

static void say_about_time(struct world *w, unsigned p)
{
    static const uint8_t kinds[] = {ENTRY_PAUSE, ENTRY_RESUME, ENTRY_ADD_TIME, ENTRY_LEAVE};
    struct said what = {kinds[below(w, sizeof kinds)], 1, NULL};
    struct world_peer *peer = &w->peer[p];
    if (what.kind == ENTRY_ADD_TIME)
        what.amount = 1 + below(w, 20);
    remember(peer);
    enum verdict v = match_say(&peer->match, &what, &w->now, &fx);
    if (v != VERDICT_OK)
        assert_unchanged(peer);
    else if (carry_out(w, p))
        (void)go(w, p);
}

static void warn_or_claim(struct world *w, unsigned p)
{
    struct world_peer *peer = &w->peer[p];
    bool warned = peer->match.now.clock.warned_by == p + 1;
    struct said what = {warned ? ENTRY_CLAIM : ENTRY_WARNING, 0, NULL};
    remember(peer);
    enum verdict v = match_say(&peer->match, &what, &w->now, &fx);
    if (v != VERDICT_OK) {
        assert_unchanged(peer);
        return;
    }
    w->counts.claims += warned;
    if (carry_out(w, p))
        (void)go(w, p);
}

static unsigned something_to_say(struct world *w)
{
    static const uint8_t kinds[] = {ENTRY_OFFER_DRAW, ENTRY_OFFER_DRAW,  ENTRY_OFFER_DRAW,
                                    ENTRY_OFFER_DRAW, ENTRY_OFFER_DRAW,  ENTRY_OFFER_DRAW,
                                    ENTRY_OFFER_DRAW, ENTRY_ACCEPT_DRAW, ENTRY_RESIGN};
    return kinds[below(w, sizeof kinds)];
}

/* What a player does when he looks at his screen. */
static void act(struct world *w, unsigned p)
{
    struct world_peer *peer = &w->peer[p];
    const struct match *m = &peer->match;
    struct debt debt = replay_debt(&m->now);
    unsigned within_ms = w->weather.act_ms > 0 ? w->weather.act_ms : ACT_MS;
    peer->act_ms = w->now.tick_ms + 50 + below(w, within_ms);
    if (peer->asking || m->disputed || w->quiet)
        return;
    if (m->now.phase == PHASE_EMPTY && p == 0)
        propose(w, p);
    else if (!m->seated || m->now.phase >= PHASE_CLOSING)
        return;
    else if (m->now.phase < PHASE_PLAY && chance(w, w->weather.decline))
        wish(w, p, ENTRY_DECLINE, NULL);
    else if (debt.kind == DEBT_ACCEPTANCE && debt.player == p)
        wish(w, p, ENTRY_ACCEPTANCE, NULL);
    else if (m->now.game.moves >= w->weather.moves_max && chance(w, 300))
        wish(w, p, ENTRY_RESIGN, NULL);
    else if (debt.player != p && chance(w, w->weather.claims))
        warn_or_claim(w, p);
    else if (chance(w, w->weather.about_time))
        say_about_time(w, p);
    else if (chance(w, w->weather.talk))
        wish(w, p, something_to_say(w), NULL);
    else
        make_move(w, p);
}

/* ---- time ---------------------------------------------------------------------------------- */

static unsigned first_message(const struct world *w)
{
    unsigned first = 0;
    for (unsigned i = 1; i < w->messages; i++)
        if (w->message[i].at_ms < w->message[first].at_ms)
            first = i;
    return first;
}

static uint64_t peer_event(const struct world_peer *p)
{
    if (!p->up)
        return p->restart_ms;
    uint64_t first = p->act_ms < p->have_ms ? p->act_ms : p->have_ms;
    return p->wake_ms < first ? p->wake_ms : first;
}

static void set_time(struct world *w, uint64_t ms)
{
    uint64_t step = ms > w->now.tick_ms ? ms - w->now.tick_ms : 0;
    w->now.tick_ms += step;
    w->now.wall_ms += step;
}

static void wake(struct world *w, unsigned p)
{
    struct world_peer *peer = &w->peer[p];
    set_time(w, peer_event(peer));
    if (!peer->up) {
        start(w, peer);
        (void)go(w, p);
    } else if (peer->wake_ms <= w->now.tick_ms) {
        (void)go(w, p);
    } else if (peer->have_ms <= w->now.tick_ms) {
        say_have(w, p);
    } else {
        act(w, p);
    }
    if (w->now.tick_ms >= w->heal_ms && chance(w, w->weather.part)) {
        w->heal_ms =
            w->now.tick_ms + below(w, w->weather.part_ms > 0 ? w->weather.part_ms : PART_MS);
        w->side = (uint8_t)below(w, 1U << w->weather.players);
        w->counts.parted++;
    }
}

static void step(struct world *w)
{
    unsigned soon = 0, first = first_message(w);
    for (unsigned p = 1; p < w->weather.players; p++)
        if (peer_event(&w->peer[p]) < peer_event(&w->peer[soon]))
            soon = p;
    if (w->messages == 0 || peer_event(&w->peer[soon]) < w->message[first].at_ms) {
        wake(w, soon);
        return;
    }
    struct world_message m = w->message[first];
    w->message[first] = w->message[--w->messages];
    set_time(w, m.at_ms);
    arrive(w, &m);
    free(m.entry);
}

static bool all_done(const struct world *w)
{
    for (unsigned p = 0; p < w->weather.players; p++) {
        const struct world_peer *peer = &w->peer[p];
        if (!peer->up || peer->match.now.phase < PHASE_FINISHED ||
            !hash_equal(&peer->match.now.head, &w->peer[0].match.now.head))
            return false;
    }
    return w->messages == 0;
}

bool world_run(struct world *w, uint64_t limit_ms)
{
    while (!all_done(w) && w->now.tick_ms < limit_ms)
        step(w);
    return all_done(w);
}

static bool any_disputed(const struct world *w)
{
    for (unsigned p = 0; p < w->weather.players; p++)
        if (w->peer[p].up && w->peer[p].match.disputed)
            return true;
    return false;
}

bool world_run_disputed(struct world *w, uint64_t quiet_ms, uint64_t limit_ms)
{
    while (!all_done(w) && !any_disputed(w) && w->now.tick_ms < limit_ms)
        step(w);
    if (!any_disputed(w))
        return all_done(w);
    uint64_t end_ms = w->now.tick_ms + quiet_ms;
    w->quiet = true;
    while (w->now.tick_ms < end_ms)
        step(w);
    return w->messages == 0;
}

bool world_run_to(struct world *w, unsigned phase, uint32_t entries, uint64_t limit_ms)
{
    while (w->peer[0].match.now.phase < phase && w->peer[0].n < entries &&
           w->now.tick_ms < limit_ms)
        step(w);
    return w->now.tick_ms < limit_ms;
}

void world_restore(struct world *w, unsigned p, uint32_t entries, bool asks)
{
    struct world_peer *peer = &w->peer[p];
    assert(entries <= peer->n);
    match_wipe(&peer->match);
    peer->n = entries;
    peer->acked = 0;
    for (unsigned i = 0; i < w->messages; i++)
        free(w->message[i].entry);
    w->messages = 0; /* connections are new */
    start(w, peer);
    peer->asking = asks;
    peer->must_hold = 0;
    for (unsigned q = 0; q < w->weather.players; q++) {
        w->peer[q].have_ms = w->now.tick_ms;
        memset(&w->peer[q].other_head[p], 0, sizeof w->peer[q].other_head[p]);
    }
}

struct span world_export(const struct world *w, unsigned p)
{
    const struct world_peer *peer = &w->peer[p];
    size_t max = 64;
    for (uint32_t i = 0; i < peer->n; i++)
        max += peer->stored[i].len + 128U;
    max += peer->evidence_n > 0 ? peer->evidence.len + 128U : 0;
    uint8_t *bytes = malloc(max);
    if (bytes == NULL)
        abort();
    struct buf out = buf_over(bytes, max);
    logfile_begin(&out);
    for (uint32_t i = 0; i < peer->n; i++)
        logfile_add(&out, RECORD_ENTRY, &peer->stored[i]);
    if (peer->evidence_n > 0)
        logfile_add(&out, RECORD_EVIDENCE, &peer->evidence);
    logfile_end(&out);
    assert(buf_ok(&out));
    return buf_span(&out);
}
