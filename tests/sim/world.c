/* See world.h.  One event after the other in the order of virtual time: a message arrives, a
 * machine comes back, a player acts, a timer says that the others may lack something. */
#include "tests/sim/world_part.h"

#include <assert.h>

enum { RESEND_MS = 3000, RESTART_MS = 4000, PART_MS = 8000 };
static const int64_t DAY_MS = 24 * 3600 * 1000;

static struct effects fx; /* one step at a time */

unsigned world_below(struct world *w, unsigned n)
{
    return rng_below(&w->now.rng, n);
}

bool world_chance(struct world *w, unsigned per_thousand)
{
    return world_below(w, 1000) < per_thousand;
}

struct moment world_moment(const struct world *w, unsigned p)
{
    const struct world_peer *peer = &w->peer[p];
    return (struct moment){(uint64_t)((int64_t)w->now.wall_ms + peer->wall_off_ms),
                           w->now.tick_ms - peer->boot_ms + 1, w->now.rng};
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

/* The daemon keeps with each entry at which wall clock time it was stored. */
static void start(struct world *w, struct world_peer *p)
{
    struct match_secrets s = {p->secret, p->seed, p->coin, 1};
    match_init(&p->match, &s);
    for (uint32_t i = 0; i < p->n; i++) {
        enum verdict v = match_load(&p->match, &p->stored[i], p->wall_ms[i]);
        assert(v == VERDICT_OK);
        (void)v;
        w->counts.replayed++;
    }
    p->up = true;
    p->have_ms = w->now.tick_ms;
    p->act_ms = w->now.tick_ms + world_below(w, 2500);
    p->wake_ms = UINT64_MAX;
    p->boot_ms = w->now.tick_ms; /* a clock that never jumps knows nothing of the time before */
    p->witness_from = p->witness_asked = 0;
    memset(p->other_head, 0, sizeof p->other_head);
}

static void seed_stream(struct world *w, unsigned seed)
{
    uint8_t bytes[32] = {(uint8_t)seed, (uint8_t)(seed >> 8), (uint8_t)(seed >> 16),
                         (uint8_t)(seed >> 24), 99};
    rng_stream_init(&w->stream, bytes);
    w->now.rng = rng_from_stream(&w->stream);
}

static void set_wall(struct world *w, struct world_peer *p)
{
    unsigned most = w->weather.offset_ms;
    p->wall_off_ms = most > 0 ? (int64_t)world_below(w, 2 * most + 1) - most : 0;
}

/* Its clock shows another time, and always has. */
static void move_wall(struct world *w, struct world_peer *p)
{
    int64_t old = p->wall_off_ms;
    set_wall(w, p);
    for (uint32_t i = 0; i < p->n; i++)
        p->wall_ms[i] = (uint64_t)((int64_t)p->wall_ms[i] + p->wall_off_ms - old);
    p->match.seen_ms = (uint64_t)((int64_t)p->match.seen_ms + p->wall_off_ms - old);
}

static void *some(size_t n, size_t size)
{
    void *out = calloc(n, size);
    if (out == NULL)
        abort();
    return out;
}

struct world *world_new(const struct weather *weather)
{
    struct world *w = some(1, sizeof *w);
    if (sodium_init() < 0)
        abort();
    w->weather = *weather;
    w->now = (struct moment){1800000000000, 1000, {0}};
    seed_stream(w, weather->seed);
    w->published = some(WORLD_ENTRIES_MAX * 2, sizeof *w->published);
    crypto_sign_seed_keypair(w->witness.key, w->witness.secret, w->stream.seed);
    for (unsigned i = 0; i < weather->players; i++) {
        struct world_peer *p = &w->peer[i];
        uint8_t seed[32];
        rng_fill(&w->now.rng, seed, sizeof seed);
        crypto_sign_seed_keypair(p->key, p->secret, seed);
        rng_fill(&w->now.rng, p->seed.b, sizeof p->seed.b);
        rng_fill(&w->now.rng, p->coin.b, sizeof p->coin.b);
        p->stored = some(WORLD_ENTRIES_MAX, sizeof *p->stored);
        set_wall(w, p);
        start(w, p);
    }
    return w;
}

struct world *world_copy(const struct world *from, const struct weather *weather)
{
    struct world *w = some(1, sizeof *w);
    assert(from->messages == 0 && from->weather.players == weather->players);
    *w = *from;
    w->weather = *weather;
    memset(&w->counts, 0, sizeof w->counts);
    memset(&w->crashes, 0, sizeof w->crashes);
    seed_stream(w, weather->seed);
    w->published = some(WORLD_ENTRIES_MAX * 2, sizeof *w->published);
    memcpy(w->published, from->published, from->published_n * sizeof *w->published);
    for (unsigned i = 0; i < weather->players; i++) {
        struct world_peer *p = &w->peer[i];
        p->stored = some(WORLD_ENTRIES_MAX, sizeof *p->stored);
        memcpy(p->stored, from->peer[i].stored, p->n * sizeof *p->stored);
        move_wall(w, p);
        p->act_ms = w->now.tick_ms + world_below(w, 2500);
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

void world_turn_off(struct world *w, unsigned p, uint64_t ms)
{
    match_wipe(&w->peer[p].match);
    w->peer[p].up = false;
    w->peer[p].restart_ms = w->now.tick_ms + 1 + ms;
}

static enum world_effect kind_of(const struct effects *what)
{
    if (what->drop_from > 0)
        return EFFECT_GIVE_WAY;
    return what->mine ? EFFECT_OWN : EFFECT_TAKEN;
}

/* What comes seldom is crashed at more often, so that it is at all. */
static unsigned chance_at(const struct world *w, unsigned kind, enum world_effect effect)
{
    bool seldom = effect == EFFECT_GIVE_WAY || kind >= ENTRY_FLAG || kind == ENTRY_ACCEPT_DRAW ||
                  kind == ENTRY_DECLINE;
    unsigned most = w->weather.crash * 20;
    return !seldom ? w->weather.crash : most < 200 ? most : 200;
}

/* Does the machine crash at this point of an effect? */
static bool crash(struct world *w, unsigned p, const struct effects *what, enum world_point at)
{
    unsigned kind = w->peer[p].match.now.last_kind, effect = kind_of(what);
    unsigned one = w->weather.crash_at;
    w->crashes.reached[kind][effect][at]++;
    w->counts.effects++;
    if (one > 0 ? w->counts.effects != one : !world_chance(w, chance_at(w, kind, effect)))
        return false;
    w->crashes.crashed[kind][effect][at]++;
    w->counts.crashes++;
    world_turn_off(w, p, world_below(w, RESTART_MS));
    return true;
}

/* ---- wall clocks ---------------------------------------------------------------------------- */

static void jump(struct world *w)
{
    static const int64_t days[] = {1, -1, 3652, -3652};
    struct world_peer *p = &w->peer[world_below(w, w->weather.players)];
    if (!world_chance(w, p->up ? w->weather.jumps : w->weather.jumps_off))
        return;
    int64_t by = days[world_below(w, 4)] * DAY_MS;
    if (p->wall_off_ms + by < 5000 * DAY_MS && p->wall_off_ms + by > -5000 * DAY_MS)
        p->wall_off_ms += by;
    p->set_move = p->up ? p->match.now.game.moves + 1U : 0;
    w->counts.jumps++;
}

/* ---- network ------------------------------------------------------------------------------- */

static bool parted(const struct world *w, unsigned from, unsigned to)
{
    return w->now.tick_ms < w->heal_ms && (w->side >> from & 1) != (w->side >> to & 1);
}

static void enqueue(struct world *w, const struct world_message *m)
{
    if (w->messages == WORLD_MESSAGES_MAX || parted(w, m->from, m->to) ||
        world_chance(w, w->weather.loss)) {
        w->counts.lost++;
        return;
    }
    struct world_message *to = &w->message[w->messages++];
    *to = *m;
    to->at_ms = w->now.tick_ms + 5 + world_below(w, w->weather.delay_ms + 1);
    if (m->n > 0) {
        to->entry = malloc(m->n * sizeof *m->entry);
        if (to->entry == NULL)
            abort();
        memcpy(to->entry, m->entry, m->n * sizeof *m->entry);
    }
    w->counts.sent++;
}

void world_post(struct world *w, const struct world_message *m)
{
    enqueue(w, m);
    if (world_chance(w, w->weather.repeat)) {
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
        world_post(w, &m);
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
        world_post(w, &m);
}

/* ---- effects ------------------------------------------------------------------------------- */

/* Whoever was late gives way to a claim, with the entry that came too late [P-5.9]. */
static bool is_about_time_up(const struct world_peer *p)
{
    return p->match.now.last_kind == ENTRY_CLAIM || p->match.now.last_kind == ENTRY_WARNING;
}

static void drop(struct world *w, struct world_peer *p, uint32_t from)
{
    assert(from >= 1 && from <= p->n + 1);
    for (uint32_t number = from; number <= p->n; number++) {
        assert(entry_kind_is_loose(p->kind[number - 1]) || is_about_time_up(p));
        assert(number > p->acked || w->weather.players > 2);
        w->counts.gave_way++;
    }
    p->n = from - 1;
}

static void store(struct world *w, unsigned who, const struct effects *what)
{
    struct world_peer *p = &w->peer[who];
    if (what->drop_from > 0)
        drop(w, p, what->drop_from);
    for (unsigned i = 0; i < what->n; i++) {
        struct held *h = &p->held[p->n];
        assert(what->number[i] == p->n + 1 && p->n < WORLD_ENTRIES_MAX);
        p->stored[p->n] = what->entry[i];
        h->hash = chain_hash(&what->entry[i]);
        h->author = p->match.now.last_author;
        h->prev = p->n > 0 ? p->held[p->n - 1].hash : (struct hash){{0}};
        p->kind[p->n] = p->match.now.last_kind;
        p->true_ms[p->n] = w->now.tick_ms;
        p->wall_ms[p->n] = world_moment(w, who).wall_ms;
        p->n++;
    }
    assert(p->n == p->match.now.number);
}

/* Store, then send [P-4.1].  False if the machine crashed on the way. */
static bool carry_out(struct world *w, unsigned p, const struct effects *what)
{
    struct world_peer *peer = &w->peer[p];
    if (what->evidence) {
        peer->evidence = what->entry[0];
        peer->evidence_n++;
        return true;
    }
    if (what->n == 0)
        return true;
    if (crash(w, p, what, BEFORE_STORE))
        return false;
    store(w, p, what);
    if (crash(w, p, what, BEFORE_SEND))
        return false;
    for (unsigned q = 0; what->mine && q < w->weather.players; q++)
        if (q != p)
            send_entries(w, p, q, peer->n);
    world_ask_witness(w, p);
    return !crash(w, p, what, AFTER_SEND);
}

/* A refusal may change nothing at all. */
static struct match before;
void world_remember(const struct world_peer *p)
{
    memcpy(&before, &p->match, sizeof before);
}
void world_assert_unchanged(const struct world_peer *p)
{
    before.rival = p->match.rival; /* a warning that lost its place is remembered */
    assert(memcmp(&before, &p->match, sizeof before) == 0);
}

static bool go(struct world *w, unsigned p)
{
    struct world_peer *peer = &w->peer[p];
    struct moment now = world_moment(w, p);
    if (peer->asking)
        return true;
    do {
        enum verdict v = match_go(&peer->match, &now, &fx);
        assert(v == VERDICT_OK);
        (void)v;
        if (!carry_out(w, p, &fx))
            return false;
    } while (fx.n > 0);
    uint64_t wake = match_wake_ms(&peer->match, &now);
    peer->wake_ms = wake > 0 ? w->now.tick_ms + wake : UINT64_MAX;
    return true;
}

void world_carry_out(struct world *w, unsigned p, const struct effects *what)
{
    if (carry_out(w, p, what))
        (void)go(w, p);
}

/* ---- events -------------------------------------------------------------------------------- */

static bool take_entry(struct world *w, const struct world_message *m, unsigned i,
                       struct sync_answer *answer)
{
    struct world_peer *p = &w->peer[m->to];
    struct sync_log log = log_of(p);
    struct moment now = world_moment(w, m->to);
    world_remember(p);
    enum verdict v = sync_entry(&p->match, &m->entry[i], &log, &now, &fx);
    w->counts.known += v == VERDICT_KNOWN;
    w->counts.gaps += v == VERDICT_GAP;
    w->counts.superseded += v == VERDICT_SUPERSEDED;
    if (v == VERDICT_OK || fx.evidence) {
        if (!carry_out(w, m->to, &fx))
            return false;
    } else {
        world_assert_unchanged(p);
    }
    struct sync_answer a = sync_receipt(&p->match, &m->entry[i], &log, v);
    sync_join(answer, &a);
    return true;
}

static void note_head(struct world *w, const struct world_message *m)
{
    struct world_peer *p = &w->peer[m->to];
    if (!hash_equal(&p->other_head[m->from], &m->head))
        p->heard_ms[m->from] = w->now.tick_ms;
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
    if (m->to == w->weather.players || !p->up) {
        if (m->kind == MESSAGE_ROW)
            world_witness_takes(w, m);
        return;
    }
    if (m->kind == MESSAGE_WORD) {
        world_hear_witness(w, m);
        return;
    }
    if (m->kind == SYNC_HAVE) {
        note_head(w, m);
        if (m->number > p->must_hold)
            p->must_hold = m->number;
        answer = sync_have(&p->match, &log, m->number, &m->head);
    }
    for (unsigned i = 0; m->kind == SYNC_ENTRIES && i < m->n; i++)
        if (!take_entry(w, m, i, &answer))
            return;
    if (m->from < w->weather.players)
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
    if (peer->witness_from <= peer->n)
        world_ask_witness(w, p);
    for (unsigned q = 0; q < w->weather.players; q++)
        if (q != p && !hash_equal(&peer->other_head[q], &mine.head))
            reply(w, p, q, &mine);
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
        world_act(w, p);
    }
    jump(w);
    if (w->now.tick_ms >= w->heal_ms && world_chance(w, w->weather.part)) {
        w->heal_ms =
            w->now.tick_ms + world_below(w, w->weather.part_ms > 0 ? w->weather.part_ms : PART_MS);
        w->side = (uint8_t)world_below(w, 2U << w->weather.players);
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

void world_calm(struct world *w)
{
    w->quiet = true;
    while (w->messages > 0)
        step(w);
    w->quiet = false;
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
