/* One player's side.  The replay inside is the judge of everything; this file only decides what
 * to write, what to keep of two entries for one place, and what to tell. */
#include "chain/match.h"

#include "bag/commit.h"

#include <assert.h>

void match_init(struct match *m, const struct match_secrets *s)
{
    memset(m, 0, sizeof *m);
    replay_init(&m->now);
    memcpy(m->secret_key, s->secret_key, sizeof m->secret_key);
    m->base_seed = s->seed;
    m->coin = s->coin;
    m->installation = s->installation;
}

void match_wipe(struct match *m)
{
    sodium_memzero(m, sizeof *m);
}

uint8_t match_seat(const struct match *m)
{
    return m->seated && m->now.started ? m->now.seat_of[m->me] : NO_SEAT;
}

bool match_view(const struct match *m, struct view *out)
{
    if (!m->now.started)
        return false;
    view_make(&m->now.game, match_seat(m), m->known, out);
    return true;
}

/* ---- bookkeeping after an entry ------------------------------------------------------------ */

/* An Ed25519 secret key carries the public one in its second half. */
static const uint8_t *my_key(const struct match *m)
{
    return m->secret_key + 32;
}

/* False if I am none of the players of a proposal. */
static bool take_seat(struct match *m, const struct replay *r)
{
    for (unsigned p = 0; p < r->players; p++) {
        if (memcmp(r->key[p].b, my_key(m), sizeof r->key[p].b) != 0)
            continue;
        m->me = (uint8_t)p;
        m->seated = 1;
        m->secret_round = 0;
        return true;
    }
    return false;
}

static bool everybody_else_shared(const struct match *m, unsigned place)
{
    unsigned others = ((1U << m->now.players) - 1) & ~(1U << m->me);
    return (m->now.bag.shared[place] & others) == others;
}

/* My secrets of the bag in use: new ones in every round. */
static void take_secrets(struct match *m, const struct game_id *game, unsigned round)
{
    struct game_id id = chain_round_id(game, round);
    struct seed seed = chain_round_seed(&m->base_seed, round);
    bag_secret_init(&m->secret, &id, m->me, &seed);
    m->secret_round = (uint16_t)round;
    sodium_memzero(&seed, sizeof seed);
}

static unsigned round_now(const struct match *m)
{
    unsigned round = m->now.started ? game_round(&m->now.game) : 0;
    return round > 1 ? round : 1;
}

/* Look at the tiles of my hand as soon as all shares are there; forget tiles that left it. */
static void look_at_hand(struct match *m)
{
    uint8_t known[TILES_MAX] = {0};
    if (!m->now.started)
        return;
    const struct game *g = &m->now.game;
    unsigned seat = match_seat(m);
    for (unsigned i = 0; i < g->hand_n[seat]; i++) {
        unsigned place = g->hand[seat][i];
        if (!everybody_else_shared(m, place))
            continue; /* also a tile of a new round at a place known from the last one */
        known[place] = m->known[place];
        if (known[place] == 0 &&
            bag_peek(&m->now.bag, &m->secret, place, &known[place]) != VERDICT_OK)
            known[place] = 0;
    }
    memcpy(m->known, known, sizeof m->known);
    sodium_memzero(known, sizeof known);
}

/* `before` became m->now by the entry `e`. */
static void settle(struct match *m, const struct replay *before, const struct signed_entry *e)
{
    loose_note(&m->loose, before, &m->now, e);
    if (m->secret_round != round_now(m))
        take_secrets(m, &m->now.id, round_now(m));
    look_at_hand(m);
}

static void notice(struct effects *out, enum notice_kind kind)
{
    assert(out->notices_n < EFFECT_NOTICES_MAX);
    out->notice[out->notices_n++] = (uint8_t)kind;
}

static bool my_move_is_due(const struct match *m, const struct replay *r)
{
    struct debt debt = replay_debt(r);
    return debt.kind == DEBT_MOVE && debt.player == m->me;
}

static void notice_entry(const struct match *m, struct effects *out)
{
    static const uint8_t by_kind[ENTRY_KIND_COUNT] = {
        [ENTRY_PROPOSAL] = NOTICE_OFFER,         [ENTRY_ACCEPTANCE] = NOTICE_ACCEPTED,
        [ENTRY_DECLINE] = NOTICE_DECLINED,       [ENTRY_MOVE] = NOTICE_MOVE,
        [ENTRY_OFFER_DRAW] = NOTICE_DRAW_OFFERED,
    };
    enum notice_kind kind = (enum notice_kind)by_kind[m->now.last_kind];
    if (kind != NOTICE_NONE)
        notice(out, kind);
}

static void notice_all(const struct match *m, const struct replay *before, struct effects *out)
{
    notice_entry(m, out);
    if (m->now.dealt && !before->dealt)
        notice(out, NOTICE_STARTED);
    if (!game_round_over(&m->now.game) && game_round_over(&before->game))
        notice(out, NOTICE_ROUND);
    if (m->now.game.ending != ENDING_NONE && before->game.ending == ENDING_NONE)
        notice(out, NOTICE_OVER);
    if (m->now.phase == PHASE_FINISHED && before->phase != PHASE_FINISHED)
        notice(out, NOTICE_FINISHED);
    if (my_move_is_due(m, &m->now) &&
        (!my_move_is_due(m, before) || m->now.game.moves != before->game.moves))
        notice(out, NOTICE_YOUR_TURN);
}

static void give_entry(struct effects *out, const struct signed_entry *e, uint32_t number)
{
    out->entry[0] = *e;
    out->number[0] = number;
    out->n = 1;
}

static void clear(struct effects *out)
{
    out->n = out->notices_n = 0;
    out->mine = out->evidence = out->resend_from = 0;
    out->drop_from = out->from = 0;
}

/* A shuffle that needs no check, because we made it or judged it before: the bag takes its
 * statement as proven. */
static void vouch(struct replay *r, const struct entry *e)
{
    const struct shuffle_step *s = &e->u.shuffle;
    struct shuffle_check check;
    struct debt debt = replay_debt(r);
    if (e->kind == ENTRY_SHUFFLE && debt.kind == DEBT_SHUFFLE && e->author == debt.player &&
        bag_check_begin(&r->bag, &check, debt.player, &r->head, span_of(s->deck, s->deck_len),
                        span_of(s->proof, s->proof_len)) == VERDICT_OK)
        r->bag.proven = check.subject;
}

/* ---- writing ------------------------------------------------------------------------------- */

static uint64_t since(uint64_t then, uint64_t now)
{
    return now > then ? now - then : 0;
}

/* By the clock that does not jump; across a restart only the wall clock is left. */
static uint64_t thinking_ms(const struct match *m, const struct moment *now)
{
    return m->turn_tick_ms > 0 ? since(m->turn_tick_ms, now->tick_ms)
                               : since(m->seen_ms, now->wall_ms);
}

static void fill_times(const struct match *m, const struct moment *now, struct entry *e)
{
    uint64_t limit = (uint64_t)m->now.terms.game_s * 1000;
    uint64_t used = m->now.used_ms[m->me];
    e->times.sent_ms = now->wall_ms;
    e->times.seen_ms = m->now.number > 0 ? m->seen_ms : 0;
    e->times.used_ms = e->kind == ENTRY_MOVE ? thinking_ms(m, now) : 0;
    e->times.bank_ms = limit > 0 ? since(used + e->times.used_ms, limit) : 0;
    e->times.other_ms = m->other_ms;
}

/* Write an entry whose kind and body are filled in. */
static enum verdict write_entry(struct match *m, struct entry *e, const struct moment *now,
                                struct effects *out)
{
    struct replay before = m->now;
    e->installation = m->installation;
    fill_times(m, now, e);
    clear(out);
    enum verdict v = replay_write(&m->now, m->me, m->secret_key, e, &out->entry[0]);
    if (v == VERDICT_OK) {
        out->n = 1;
        out->number[0] = m->now.number;
        out->mine = 1;
        m->seen_ms = now->wall_ms;
        m->turn_tick_ms = m->sent_tick_ms = now->tick_ms;
        settle(m, &before, &out->entry[0]);
        notice_all(m, &before, out);
    }
    sodium_memzero(&before, sizeof before);
    return v;
}

static struct commit_place my_place(const struct match *m, const struct game_id *id)
{
    struct commit_place place = {*id, m->me, {{0}}};
    memcpy(place.identity.b, my_key(m), sizeof place.identity.b);
    return place;
}

static void make_ticket(const struct match *m, const struct game_id *id, const struct rng *rng,
                        struct bag_ticket *out)
{
    struct commit_place place = my_place(m, id);
    bag_make_ticket(id, &m->secret, &place.identity, rng, out);
}

enum verdict match_propose(struct match *m, const struct proposal *p, const struct moment *now,
                           struct effects *out)
{
    struct entry e;
    memset(&e, 0, sizeof e);
    assert(m->now.phase == PHASE_EMPTY && memcmp(p->player[0].b, my_key(m), 32) == 0);
    e.kind = ENTRY_PROPOSAL;
    e.u.proposal = *p;
    e.u.proposal.protocol = PROTOCOL_VERSION;
    struct game_id id = chain_game_id(&e.u.proposal);
    m->me = 0;
    m->seated = 1;
    take_secrets(m, &id, 1);
    struct commit_place place = my_place(m, &id);
    e.u.proposal.coin_commit = commit_coin(&place, &m->coin);
    make_ticket(m, &id, &now->rng, &e.u.proposal.ticket);
    return write_entry(m, &e, now, out);
}

static void write_acceptance(const struct match *m, const struct moment *now, struct entry *e)
{
    struct acceptance *a = &e->u.acceptance;
    struct commit_place place = my_place(m, &m->now.id);
    a->opens_coin = m->me + 1 == m->now.players;
    if (a->opens_coin)
        a->coin = m->coin;
    else
        a->coin_commit = commit_coin(&place, &m->coin);
    make_ticket(m, &m->now.id, &now->rng, &a->ticket);
}

static void write_coin(const struct match *m, const struct moment *now, struct entry *e)
{
    (void)now;
    e->u.coin = m->coin;
}

static void write_shuffle(const struct match *m, const struct moment *now, struct entry *e)
{
    struct shuffle_step *s = &e->u.shuffle;
    unsigned n = m->now.bag.deck_len;
    s->deck_len = (uint16_t)(CIPHER_LEN * n);
    s->proof_len = (uint16_t)(32 * (4 * n + 5));
    bag_make_shuffle(&m->now.bag, &m->secret, &m->now.head, &now->rng, s->deck, s->proof);
}

static void write_shares(const struct match *m, const struct moment *now, struct entry *e)
{
    struct shares_step *s = &e->u.shares;
    uint8_t places[TILES_MAX];
    s->n = (uint8_t)replay_shares_due(&m->now, m->me, places);
    bag_make_shares(&m->now.bag, &m->secret, &m->now.head, &now->rng, places, s->n, s->share,
                    &s->proof);
}

static void write_seed(const struct match *m, const struct moment *now, struct entry *e)
{
    struct seed_step *s = &e->u.seed;
    s->seed = m->secret.seed;
    s->has_next = m->now.game.ending == ENDING_NONE;
    if (!s->has_next)
        return;
    struct match next = *m;
    take_secrets(&next, &m->now.id, round_now(m) + 1);
    struct game_id id = chain_round_id(&m->now.id, round_now(m) + 1);
    make_ticket(&next, &id, &now->rng, &s->next);
    match_wipe(&next);
}

typedef void write_function(const struct match *m, const struct moment *now, struct entry *e);
static const struct duty {
    uint8_t kind;
    write_function *write;
} duties[] = {
    [DEBT_COIN] = {ENTRY_COIN, write_coin},
    [DEBT_SHUFFLE] = {ENTRY_SHUFFLE, write_shuffle},
    [DEBT_SHARES] = {ENTRY_SHARES, write_shares},
    [DEBT_SEED] = {ENTRY_SEED, write_seed},
};

/* Say again what had to give way; false if it makes no sense any more. */
static bool say_again(struct match *m, const struct moment *now, struct effects *out)
{
    struct entry e;
    memset(&e, 0, sizeof e);
    e.kind = m->wish;
    m->wish = 0;
    if (write_entry(m, &e, now, out) == VERDICT_OK)
        return true;
    clear(out);
    return false;
}

enum verdict match_go(struct match *m, const struct moment *now, struct effects *out)
{
    struct entry e;
    clear(out);
    if (m->disputed || !m->seated)
        return VERDICT_OK;
    /* The wish comes first: who has taken back a proposal does not go on to shuffle for it. */
    if (m->wish != 0 && say_again(m, now, out))
        return VERDICT_OK;
    struct debt debt = replay_debt(&m->now);
    if (debt.player != m->me || debt.kind >= sizeof duties / sizeof duties[0] ||
        duties[debt.kind].write == NULL)
        return VERDICT_OK;
    memset(&e, 0, sizeof e);
    e.kind = duties[debt.kind].kind;
    duties[debt.kind].write(m, now, &e);
    return write_entry(m, &e, now, out);
}

/* ---- what the player wants ----------------------------------------------------------------- */

static bool shows_its_tile(const struct move *m)
{
    return (m->kind == MOVE_PLACE || m->kind == MOVE_TILE || m->kind == MOVE_SHOW) &&
           m->places_n > 0;
}

/* From what a person means to what is written: places for values, and the tile opened. */
static enum verdict write_move(const struct match *m, const struct choice *c,
                               const struct moment *now, struct entry *e)
{
    struct move_step *s = &e->u.move;
    unsigned seat = match_seat(m);
    enum verdict v = move_find(&m->now.game, seat, m->known, c, &s->move);
    if (v == VERDICT_OK)
        v = game_check(&m->now.game, seat, &s->move);
    if (v != VERDICT_OK)
        return v;
    if (c->kind != MOVE_PLACE && c->kind != MOVE_CLAIM)
        s->move.cell = NO_CELL;
    if (c->kind != MOVE_TILE)
        s->move.end = NO_CELL;
    if (shows_its_tile(&s->move) && m->now.game.shown[s->move.places[0]] == 0) {
        s->opens = 1;
        bag_make_shares(&m->now.bag, &m->secret, &m->now.head, &now->rng, s->move.places, 1,
                        &s->share, &s->proof);
    }
    return VERDICT_OK;
}

/* A move or an acceptance only when it is owed by me. */
static enum verdict moment_check(const struct match *m, unsigned kind)
{
    struct debt debt = replay_debt(&m->now);
    if (m->disputed)
        return VERDICT_DISPUTED;
    if (kind == ENTRY_ACCEPTANCE)
        return debt.kind == DEBT_ACCEPTANCE && debt.player == m->me ? VERDICT_OK
                                                                    : VERDICT_OFFER_GONE;
    if (kind != ENTRY_MOVE)
        return replay_may_speak(&m->now, m->me, kind) ? VERDICT_OK : VERDICT_NOT_YOUR_TURN;
    if (m->now.phase >= PHASE_CLOSING)
        return VERDICT_GAME_OVER;
    if (m->now.phase < PHASE_PLAY)
        return VERDICT_NOT_STARTED;
    return my_move_is_due(m, &m->now) ? VERDICT_OK : VERDICT_NOT_YOUR_TURN;
}

enum verdict match_wish(struct match *m, unsigned kind, const struct choice *choice,
                        const struct moment *now, struct effects *out)
{
    struct entry e;
    memset(&e, 0, sizeof e);
    clear(out);
    e.kind = kind;
    enum verdict v = moment_check(m, kind);
    if (v == VERDICT_OK && kind == ENTRY_ACCEPTANCE)
        write_acceptance(m, now, &e);
    if (v == VERDICT_OK && kind == ENTRY_MOVE)
        v = write_move(m, choice, now, &e);
    return v == VERDICT_OK ? write_entry(m, &e, now, out) : v;
}

/* ---- what comes ---------------------------------------------------------------------------- */

static void stop_disputed(struct match *m, const struct signed_entry *e, enum verdict why,
                          struct effects *out)
{
    m->disputed = 1;
    m->why = why;
    give_entry(out, e, 0);
    out->evidence = 1;
    notice(out, NOTICE_DISPUTED);
}

static void accept_entry(struct match *m, const struct replay *before,
                         const struct signed_entry *e, const struct moment *now,
                         struct effects *out)
{
    give_entry(out, e, m->now.number);
    m->other_ms = m->sent_tick_ms > 0 ? since(m->sent_tick_ms, now->tick_ms) : 0;
    m->seen_ms = now->wall_ms;
    m->turn_tick_ms = now->tick_ms;
    settle(m, before, e);
    notice_all(m, before, out);
}

/* [P-2.13] A proposal that is refused starts no game, and a game that is finished or declined
 * stays so: neither is ever disputed. */
static bool may_be_disputed(const struct match *m)
{
    return m->now.phase != PHASE_EMPTY && m->now.phase < PHASE_FINISHED;
}

/* The next entry of the chain. */
static enum verdict add_next(struct match *m, const struct signed_entry *e,
                             const struct moment *now, struct effects *out)
{
    struct replay before = m->now;
    enum verdict why, v = replay_add(&m->now, e);
    if (v == VERDICT_OK && !m->seated && !take_seat(m, &m->now)) {
        m->now = before;
        v = VERDICT_WRONG_GAME;
    } else if (v == VERDICT_OK) {
        accept_entry(m, &before, e, now, out);
    } else if (v == VERDICT_WRONG_PREVIOUS) {
        v = VERDICT_GAP; /* it stands on another entry than ours: let the heads be compared */
    } else if (may_be_disputed(m) && replay_convicts(&m->now, e, &why)) {
        stop_disputed(m, e, why, out);
        v = why;
    }
    sodium_memzero(&before, sizeof before);
    return v;
}

/* `e` is for the place of a loose entry of ours.  VERDICT_SUPERSEDED if ours stays. */
static enum verdict give_way(struct match *m, const struct entry *e,
                             const struct signed_entry *bytes, const struct moment *now,
                             struct effects *out)
{
    struct replay before, copy;
    enum verdict v = VERDICT_SUPERSEDED, why;
    loose_before(&m->loose, e->number, &before);
    copy = before;
    if (loose_yields(&m->loose, &before, e))
        v = replay_add(&copy, bytes);
    if (v == VERDICT_OK) {
        m->wish = loose_wish(&m->loose, e->number, m->me);
        loose_drop(&m->loose, e->number);
        out->drop_from = e->number;
        m->now = copy;
        accept_entry(m, &before, bytes, now, out);
    } else if (v != VERDICT_SUPERSEDED && may_be_disputed(m) &&
               replay_convicts(&before, bytes, &why)) {
        stop_disputed(m, bytes, why, out);
    }
    sodium_memzero(&before, sizeof before);
    sodium_memzero(&copy, sizeof copy);
    return v;
}

/* An entry for a place that is taken, with another hash than ours. */
static enum verdict conflict(struct match *m, const struct entry *e,
                             const struct signed_entry *bytes, const struct held *ours,
                             const struct moment *now, struct effects *out)
{
    if (e->author >= m->now.players || chain_verify(bytes, &m->now.key[e->author]) != VERDICT_OK)
        return VERDICT_BAD_SIGNATURE;
    /* [P-2.11] Two different entries of one author with the same number and the same previous
     * entry are a double entry. */
    if (may_be_disputed(m) && e->author == ours->author && hash_equal(&e->prev, &ours->prev)) {
        stop_disputed(m, bytes, VERDICT_DOUBLE_ENTRY, out);
        return VERDICT_DOUBLE_ENTRY;
    }
    if (loose_holds(&m->loose, e->number)) {
        enum verdict v = give_way(m, e, bytes, now, out);
        if (v != VERDICT_SUPERSEDED)
            return v;
    }
    out->resend_from = 1;
    out->from = e->number;
    return VERDICT_SUPERSEDED;
}

enum verdict match_entry(struct match *m, const struct signed_entry *bytes,
                         const struct held *ours, const struct moment *now, struct effects *out)
{
    struct entry e;
    clear(out);
    if (m->disputed)
        return VERDICT_DISPUTED;
    enum verdict v = entry_unpack(span_of(bytes->body, bytes->len), &e);
    if (v != VERDICT_OK)
        return v;
    if (m->now.phase != PHASE_EMPTY && !game_id_equal(&e.game, &m->now.id))
        return VERDICT_WRONG_GAME;
    if (e.number > m->now.number + 1)
        return VERDICT_GAP;
    if (e.number == m->now.number + 1)
        return add_next(m, bytes, now, out);
    struct hash hash = chain_hash(bytes);
    if (ours == NULL || hash_equal(&hash, &ours->hash))
        return VERDICT_KNOWN;
    return conflict(m, &e, bytes, ours, now, out);
}

bool match_check_begin(const struct match *m, const struct signed_entry *bytes,
                       struct shuffle_check *check)
{
    struct entry e;
    struct debt debt = replay_debt(&m->now);
    if (m->disputed || debt.kind != DEBT_SHUFFLE ||
        entry_unpack(span_of(bytes->body, bytes->len), &e) != VERDICT_OK ||
        e.kind != ENTRY_SHUFFLE || e.author != debt.player || e.number != m->now.number + 1 ||
        !hash_equal(&e.prev, &m->now.head) ||
        chain_verify(bytes, &m->now.key[e.author]) != VERDICT_OK)
        return false;
    const struct shuffle_step *s = &e.u.shuffle;
    return bag_check_begin(&m->now.bag, check, e.author, &e.prev, span_of(s->deck, s->deck_len),
                           span_of(s->proof, s->proof_len)) == VERDICT_OK;
}

void match_checked(struct match *m, const struct shuffle_check *check)
{
    bag_shuffle_memo(&m->now.bag, check);
}

enum verdict match_load(struct match *m, const struct signed_entry *e, uint64_t seen_ms)
{
    struct replay before = m->now;
    struct entry body;
    if (entry_unpack(span_of(e->body, e->len), &body) == VERDICT_OK)
        vouch(&m->now, &body);
    enum verdict v = replay_add(&m->now, e);
    if (v == VERDICT_OK && !m->seated && !take_seat(m, &m->now)) {
        m->now = before;
        v = VERDICT_WRONG_GAME;
    }
    if (v == VERDICT_OK) {
        m->seen_ms = seen_ms;
        m->turn_tick_ms = m->sent_tick_ms = 0;
        settle(m, &before, e);
    }
    sodium_memzero(&before, sizeof before);
    return v;
}
