/* What I write: proposals and acceptances, what my program owes by itself, moves, and what may be
 * said at any time. */
#include "chain/match_part.h"

#include "bag/commit.h"
#include "chain/match_clock.h"

#include <assert.h>

static struct commit_place my_place(const struct match *m, const struct game_id *id)
{
    struct commit_place place = {*id, m->me, {{0}}};
    memcpy(place.identity.b, match_key(m), sizeof place.identity.b);
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
    assert(m->now.phase == PHASE_EMPTY && memcmp(p->player[0].b, match_key(m), 32) == 0);
    e.kind = ENTRY_PROPOSAL;
    e.u.proposal = *p;
    e.u.proposal.protocol = PROTOCOL_VERSION;
    struct game_id id = chain_game_id(&e.u.proposal);
    m->me = 0;
    m->seated = 1;
    match_take_secrets(m, &id, 1);
    struct commit_place place = my_place(m, &id);
    e.u.proposal.coin_commit = commit_coin(&place, &m->coin);
    make_ticket(m, &id, &now->rng, &e.u.proposal.ticket);
    return match_write_entry(m, &e, now, out);
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

static void shuffle_lengths(const struct match *m, struct shuffle_step *s)
{
    unsigned n = m->now.bag.deck_len;
    s->deck_len = (uint16_t)(CIPHER_LEN * n);
    s->proof_len = (uint16_t)(32 * (4 * n + 5));
}

static void write_shuffle(const struct match *m, const struct moment *now, struct entry *e)
{
    struct shuffle_step *s = &e->u.shuffle;
    shuffle_lengths(m, s);
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
    match_take_secrets(&next, &m->now.id, match_round(m) + 1);
    struct game_id id = chain_round_id(&m->now.id, match_round(m) + 1);
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

/* Time was to be added to one turn; if that is over, nobody else gets it. */
static bool is_for_now(const struct match *m, const struct again *a)
{
    return a->kind != ENTRY_ADD_TIME ||
           (replay_debt(&m->now).player == a->debtor && m->now.game.moves == a->moves);
}

/* Say again what had to give way; false if it makes no sense any more. */
static bool say_again(struct match *m, const struct moment *now, struct effects *out)
{
    struct again again = m->wish;
    struct entry e;
    memset(&m->wish, 0, sizeof m->wish);
    if (!is_for_now(m, &again))
        return false;
    memset(&e, 0, sizeof e);
    e.kind = again.kind;
    if (again.kind == ENTRY_ADD_TIME || again.kind == ENTRY_LEAVE)
        e.u.amount = again.amount;
    if (match_write_entry(m, &e, now, out) == VERDICT_OK)
        return true;
    match_clear(out);
    return false;
}

static enum verdict write_lateness(struct match *m, unsigned kind, const struct moment *now,
                                   struct effects *out)
{
    struct entry e;
    memset(&e, 0, sizeof e);
    e.kind = kind;
    if (kind == ENTRY_MOVE)
        e.u.move.move = (struct move){.kind = MOVE_LOST, .cell = NO_CELL, .end = NO_CELL};
    enum verdict v = match_write_entry(m, &e, now, out);
    return v == VERDICT_NOT_LATE ? VERDICT_OK : v;
}

enum verdict match_go(struct match *m, const struct moment *now, struct effects *out)
{
    struct entry e;
    match_clear(out);
    if (m->disputed || !m->seated)
        return VERDICT_OK;
    /* The wish comes first: who has taken back a proposal does not go on to shuffle for it. */
    if (m->wish.kind != 0 && say_again(m, now, out))
        return VERDICT_OK;
    match_clock_start(m, now);
    unsigned late = match_clock_duty(m, now);
    if (late != 0)
        return write_lateness(m, late, now, out);
    struct debt debt = replay_debt(&m->now);
    if (debt.player != m->me || debt.kind >= sizeof duties / sizeof duties[0] ||
        duties[debt.kind].write == NULL)
        return VERDICT_OK;
    memset(&e, 0, sizeof e);
    e.kind = duties[debt.kind].kind;
    duties[debt.kind].write(m, now, &e);
    e.author = m->me;
    match_vouch(&m->now, &e);
    return match_write_entry(m, &e, now, out);
}

static bool owes_shuffle(const struct match *m)
{
    struct debt debt = replay_debt(&m->now);
    return !m->disputed && m->seated && m->wish.kind == 0 && debt.kind == DEBT_SHUFFLE &&
           debt.player == m->me;
}

bool match_shuffle_begin(const struct match *m, const struct moment *now, struct shuffler *job)
{
    if (!owes_shuffle(m))
        return false;
    shuffler_begin(job, &m->now.bag, &m->secret, &m->now.head, &now->rng);
    return true;
}

/* Is it still the shuffle of this place?  The context of its proof names game, epoch and head. */
static bool is_wanted(const struct match *m, const struct shuffler *job,
                      const struct moment *now)
{
    struct shuffler again;
    bool same = match_shuffle_begin(m, now, &again) &&
                hash_equal(&again.st.context, &job->st.context);
    shuffler_wipe(&again);
    return same;
}

enum verdict match_shuffled(struct match *m, struct shuffler *job, const struct moment *now,
                            struct effects *out)
{
    struct entry e;
    enum verdict v = VERDICT_OK;
    match_clear(out);
    memset(&e, 0, sizeof e);
    if (is_wanted(m, job, now)) {
        e.kind = ENTRY_SHUFFLE;
        e.author = m->me;
        shuffle_lengths(m, &e.u.shuffle);
        shuffler_take(job, e.u.shuffle.deck, e.u.shuffle.proof);
        match_vouch(&m->now, &e);
        v = match_write_entry(m, &e, now, out);
    }
    shuffler_wipe(job);
    return v;
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

/* [P-5.22] After a ruling nothing is written in the game. */
static enum verdict why_stopped(const struct match *m)
{
    return m->ruled ? VERDICT_GAME_OVER : VERDICT_DISPUTED;
}

/* A move or an acceptance only when it is owed by me. */
static enum verdict moment_check(const struct match *m, unsigned kind)
{
    struct debt debt = replay_debt(&m->now);
    if (m->disputed)
        return why_stopped(m);
    if (kind == ENTRY_ACCEPTANCE)
        return debt.kind == DEBT_ACCEPTANCE && debt.player == m->me ? VERDICT_OK
                                                                    : VERDICT_OFFER_GONE;
    if (kind != ENTRY_MOVE)
        return replay_may_speak(&m->now, m->me, kind) ? VERDICT_OK : VERDICT_NOT_YOUR_TURN;
    if (m->now.phase >= PHASE_CLOSING)
        return VERDICT_GAME_OVER;
    if (m->now.phase < PHASE_PLAY)
        return VERDICT_NOT_STARTED;
    return match_my_move_is_due(m, &m->now) ? VERDICT_OK : VERDICT_NOT_YOUR_TURN;
}

enum verdict match_wish(struct match *m, unsigned kind, const struct choice *choice,
                        const struct moment *now, struct effects *out)
{
    struct entry e;
    memset(&e, 0, sizeof e);
    match_clear(out);
    e.kind = kind;
    enum verdict v = moment_check(m, kind);
    if (v == VERDICT_OK && kind == ENTRY_ACCEPTANCE)
        write_acceptance(m, now, &e);
    if (v == VERDICT_OK && kind == ENTRY_MOVE)
        v = write_move(m, choice, now, &e);
    return v == VERDICT_OK ? match_write_entry(m, &e, now, out) : v;
}

/* ---- about time ---------------------------------------------------------------------------- */

/* It is too soon for it: a better reason why it cannot be said, if there is one. */
static enum verdict too_soon(const struct match *m, struct entry *e, const struct moment *now,
                             struct effects *out)
{
    struct match copy = *m;
    enum verdict v = match_write_entry(&copy, e, now, out);
    match_clear(out);
    match_wipe(&copy);
    return v == VERDICT_OK ? VERDICT_NOT_LATE : v;
}

enum verdict match_say(struct match *m, const struct said *what, const struct moment *now,
                       struct effects *out)
{
    struct entry e;
    memset(&e, 0, sizeof e);
    match_clear(out);
    if (m->disputed)
        return why_stopped(m);
    e.kind = what->kind;
    if (what->kind == ENTRY_CLAIM && what->claim != NULL)
        e.u.claim = *what->claim;
    else if (what->kind != ENTRY_CLAIM)
        e.u.amount = what->amount;
    if ((what->kind == ENTRY_WARNING || what->kind == ENTRY_CLAIM) &&
        match_clock_waited(m, what->kind, now) != VERDICT_OK)
        return too_soon(m, &e, now, out);
    return match_write_entry(m, &e, now, out);
}

uint64_t match_wake_ms(const struct match *m, const struct moment *now)
{
    struct moment later = *now;
    uint64_t low = 0, high = clock_own_limit_ms(&m->now, m->me);
    if (m->disputed || !m->seated || !clock_counts(&m->now.terms) || m->now.clock.paused ||
        !match_my_move_is_due(m, &m->now) || high == 0)
        return 0;
    /* Halving finds the first moment without knowing which of the clocks it is. */
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        later.tick_ms = now->tick_ms + middle;
        if (match_clock_duty(m, &later) != 0)
            high = middle;
        else
            low = middle + 1;
    }
    return low + (low == 0);
}
