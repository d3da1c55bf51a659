/* One player's side.  The replay inside is the judge of everything; this file only decides what
 * to write, what to keep of two entries for one place, and what to tell. */
#include "chain/match_part.h"

#include "chain/match_clock.h"

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
const uint8_t *match_key(const struct match *m)
{
    return m->secret_key + 32;
}

/* False if I am none of the players of a proposal. */
bool match_take_seat(struct match *m, const struct replay *r)
{
    for (unsigned p = 0; p < r->players; p++) {
        if (memcmp(r->key[p].b, match_key(m), sizeof r->key[p].b) != 0)
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
void match_take_secrets(struct match *m, const struct game_id *game, unsigned round)
{
    struct game_id id = chain_round_id(game, round);
    struct seed seed = chain_round_seed(&m->base_seed, round);
    bag_secret_init(&m->secret, &id, m->me, &seed);
    m->secret_round = (uint16_t)round;
    sodium_memzero(&seed, sizeof seed);
}

unsigned match_round(const struct match *m)
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
void match_settle(struct match *m, const struct replay *before, const struct signed_entry *e)
{
    loose_note(&m->loose, before, &m->now, e);
    for (unsigned p = 0; p < m->now.players; p++)
        if (m->last_by[p] > before->number)
            m->last_by[p] = before->number; /* gave way: no more than that is known */
    m->last_by[m->now.last_author] = m->now.number;
    if (m->secret_round != match_round(m))
        match_take_secrets(m, &m->now.id, match_round(m));
    look_at_hand(m);
}

void match_notice(struct effects *out, enum notice_kind kind)
{
    assert(out->notices_n < EFFECT_NOTICES_MAX);
    out->notice[out->notices_n++] = (uint8_t)kind;
}

bool match_my_move_is_due(const struct match *m, const struct replay *r)
{
    struct debt debt = replay_debt(r);
    return debt.kind == DEBT_MOVE && debt.player == m->me;
}

static void notice_entry(const struct match *m, struct effects *out)
{
    static const uint8_t by_kind[ENTRY_KIND_COUNT] = {
        [ENTRY_PROPOSAL] = NOTICE_OFFER,         [ENTRY_ACCEPTANCE] = NOTICE_ACCEPTED,
        [ENTRY_DECLINE] = NOTICE_DECLINED,       [ENTRY_MOVE] = NOTICE_MOVE,
        [ENTRY_OFFER_DRAW] = NOTICE_DRAW_OFFERED, [ENTRY_WARNING] = NOTICE_WARNED,
        [ENTRY_ADD_TIME] = NOTICE_TIME_ADDED,    [ENTRY_PAUSE] = NOTICE_PAUSE,
        [ENTRY_RESUME] = NOTICE_RESUMED,         [ENTRY_LEAVE] = NOTICE_LEAVE,
    };
    enum notice_kind kind = (enum notice_kind)by_kind[m->now.last_kind];
    if (kind != NOTICE_NONE)
        match_notice(out, kind);
}

void match_notice_all(const struct match *m, const struct replay *before, struct effects *out)
{
    notice_entry(m, out);
    if (m->now.dealt && !before->dealt)
        match_notice(out, NOTICE_STARTED);
    if (!game_round_over(&m->now.game) && game_round_over(&before->game))
        match_notice(out, NOTICE_ROUND);
    if (m->now.game.ending != ENDING_NONE && before->game.ending == ENDING_NONE)
        match_notice(out, NOTICE_OVER);
    if (m->now.phase == PHASE_FINISHED && before->phase != PHASE_FINISHED)
        match_notice(out, NOTICE_FINISHED);
    if (match_my_move_is_due(m, &m->now) &&
        (!match_my_move_is_due(m, before) || m->now.game.moves != before->game.moves))
        match_notice(out, NOTICE_YOUR_TURN);
}

void match_give_entry(struct effects *out, const struct signed_entry *e, uint32_t number)
{
    out->entry[0] = *e;
    out->number[0] = number;
    out->n = 1;
}

void match_clear(struct effects *out)
{
    out->n = out->notices_n = 0;
    out->mine = out->evidence = out->resend_from = 0;
    out->drop_from = out->from = 0;
}

/* A shuffle that needs no check, because we made it or judged it before: the bag takes its
 * statement as proven. */
void match_vouch(struct replay *r, const struct entry *e)
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

/* [P-5.24] Where the clocks count, `used_ms` is the time that the author's program ran: a clock
 * that was set while it did not can lose him nothing. */
static uint64_t used_ms(const struct match *m, const struct moment *now)
{
    return clock_counts(&m->now.terms) ? match_running_ms(m, now) : match_thinking_ms(m, now);
}

static void fill_times(const struct match *m, const struct moment *now, struct entry *e)
{
    bool thought = e->kind == ENTRY_MOVE || e->kind == ENTRY_FLAG;
    e->times.sent_ms = now->wall_ms;
    e->times.seen_ms = m->now.number > 0 ? match_seen_ms(m, now) : 0;
    e->times.used_ms = thought ? used_ms(m, now) : 0;
    e->times.bank_ms = clock_since(e->times.used_ms, clock_bank_ms(&m->now, m->me));
    e->times.other_ms = m->other_ms;
}

/* Write an entry whose kind and body are filled in. */
void match_remember_mine(struct match *m, const struct replay *before, const struct entry *e,
                         const struct moment *now)
{
    if (e->author != m->me)
        return;
    if (before->last_author != m->me || before->number == 0) {
        m->run_late = 0;
    } else if (!m->run_late && m->mine_late) {
        m->run_late = 1;
        m->run_base = m->mine_base;
    }
    m->mine_late = !entry_kind_is_loose(e->kind) && match_clock_was_late(m, before, now);
    m->mine_base = *before;
}

/* Nothing is said out of turn that could not give way any more [P-2.9]; for what ends the game
 * there is always room. */
static bool too_much_said(const struct match *m, const struct entry *e)
{
    unsigned most = e->kind == ENTRY_RESIGN || e->kind == ENTRY_CLAIM ? LOOSE_MAX : LOOSE_MAX - 1;
    return entry_kind_is_loose(e->kind) && replay_debt(&m->now).player != m->me &&
           m->loose.n >= most;
}

enum verdict match_write_entry(struct match *m, struct entry *e, const struct moment *now,
                                struct effects *out)
{
    struct replay before = m->now;
    if (m->held != VERDICT_OK)
        return (enum verdict)m->held;
    if (too_much_said(m, e))
        return VERDICT_NOT_YOUR_TURN;
    e->installation = m->installation;
    fill_times(m, now, e);
    match_clear(out);
    m->now.bag.trusted = (uint8_t)(m->me + 1); /* the shares were just made here */
    enum verdict v = replay_write(&m->now, m->me, m->secret_key, e, &out->entry[0]);
    m->now.bag.trusted = 0;
    if (v == VERDICT_OK) {
        match_remember_mine(m, &before, e, now);
        out->n = 1;
        out->number[0] = m->now.number;
        out->mine = 1;
        match_clock_settle(m, &before, now);
        m->seen_ms = now->wall_ms;
        m->turn_tick_ms = m->sent_tick_ms = now->tick_ms;
        match_settle(m, &before, &out->entry[0]);
        match_notice_all(m, &before, out);
    }
    sodium_memzero(&before, sizeof before);
    return v;
}
