/* Time as the entries state it.  Nobody's wall clock is believed against another's: a player's own
 * durations are, within what the other measured, and a claim rests on one clock alone, its
 * author's, with the debtor's answer or a witness to confirm it. */
#include "chain/clock.h"

#include "chain/replay.h"
#include "chain/witness.h"

#include <string.h>

enum {
    LAG_ENTRY_MS = 2000,        /* lag of one entry that is forgiven */
    LAG_GAME_MS = 30000,        /* lag of a whole game that is forgiven */
    DAY_S = 86400,
    DAY_MS = 1000 * DAY_S,
    GRACE_LIVE_MS = 10000,
    OWED_BY_PROGRAM_MS = 60000, /* shares, shuffles and the like in a live game */
    ADD_MAX_S = 30 * DAY_S,
    SAID_MAX = 8
};
static const uint64_t CHARGE_MAX_MS = 1000ULL * ADD_MAX_S; /* of one move */

bool clock_counts(const struct terms *terms)
{
    return terms->clock >= CLOCK_CLAIM;
}

bool clock_by_correspondence(const struct terms *terms)
{
    return terms->move_s >= DAY_S;
}

/* What is left of the game clock when so much of it is used. */
static uint64_t bank_after(const struct replay *r, unsigned player, uint64_t used_ms)
{
    if (r->terms.game_s == 0)
        return 0;
    return clock_since(used_ms,
                       (uint64_t)r->terms.game_s * 1000 + r->clock.extra_game_ms[player]);
}

uint64_t clock_bank_ms(const struct replay *r, unsigned player)
{
    return bank_after(r, player, r->used_ms[player]);
}

uint64_t clock_own_bank_ms(const struct replay *r, unsigned player)
{
    return bank_after(r, player, r->used_ms[player] - r->clock.charged_ms[player]);
}

static uint64_t turn_ms(const struct replay *r, unsigned player)
{
    if (r->terms.move_s == 0)
        return 0;
    return (uint64_t)r->terms.move_s * 1000 + r->clock.extra_ms[player];
}

static uint64_t limit_with(const struct replay *r, unsigned player, uint64_t bank)
{
    /* [P-5.6] What a program owes by itself has 60 seconds in a live game, and the time of a move
     * by correspondence. */
    uint64_t turn = turn_ms(r, player);
    if (replay_debt(r).kind != DEBT_MOVE)
        return clock_by_correspondence(&r->terms) ? turn : OWED_BY_PROGRAM_MS;
    if (r->terms.game_s == 0)
        return turn;
    return turn == 0 || bank < turn ? bank + (bank == 0) : turn;
}

uint64_t clock_limit_ms(const struct replay *r, unsigned player)
{
    return limit_with(r, player, clock_bank_ms(r, player));
}

uint64_t clock_own_limit_ms(const struct replay *r, unsigned player)
{
    return limit_with(r, player, clock_own_bank_ms(r, player));
}

uint64_t clock_grace_ms(const struct terms *terms)
{
    /* [P-5.8] The grace after a warning is 10 seconds in a live game; by correspondence it is a
     * quarter of the time for a move, and at least a day. */
    if (!clock_by_correspondence(terms))
        return GRACE_LIVE_MS;
    uint64_t quarter = (uint64_t)terms->move_s * 250;
    return quarter > DAY_MS ? quarter : DAY_MS;
}

/* May the clock be spoken of now at all? */
static enum verdict clock_runs(const struct replay *r)
{
    if (!clock_counts(&r->terms))
        return VERDICT_CLOCK_NONE;
    if (r->phase != PHASE_PLAY)
        return r->phase < PHASE_PLAY ? VERDICT_NOT_STARTED : VERDICT_GAME_OVER;
    return VERDICT_OK;
}

static enum verdict clock_ticks(const struct replay *r)
{
    enum verdict v = clock_runs(r);
    return v == VERDICT_OK && r->clock.paused ? VERDICT_PAUSED : v;
}

/* [P-5.5] A turn is lost only when the author's own time for it, with what was added, is used. */
enum verdict clock_lost_turn(const struct replay *r, const struct entry *e)
{
    enum verdict v = clock_ticks(r);
    uint64_t limit = turn_ms(r, e->author);
    if (v != VERDICT_OK)
        return v == VERDICT_CLOCK_NONE ? VERDICT_MOVE_UNKNOWN : v;
    return limit > 0 && e->times.used_ms >= limit ? VERDICT_OK : VERDICT_NOT_LATE;
}

/* [P-5.5] A player's program gives up the game for him when his game clock has run out. */
enum verdict clock_flag(struct replay *r, const struct entry *e)
{
    enum verdict v = clock_ticks(r);
    if (v != VERDICT_OK)
        return v;
    if (r->terms.game_s == 0 || e->times.used_ms < clock_bank_ms(r, e->author))
        return VERDICT_NOT_LATE;
    return game_flag(&r->game, r->seat_of[e->author]);
}

/* [P-5.7] A warning says that the debtor has let his time go by since its author saw the last
 * entry, by the author's own clock. */
enum verdict clock_warning(struct replay *r, const struct entry *e)
{
    unsigned late = replay_debt(r).player;
    enum verdict v = clock_ticks(r);
    if (v != VERDICT_OK)
        return v;
    uint64_t limit = clock_limit_ms(r, late);
    if (e->author == late)
        return VERDICT_NOT_YOUR_TURN;
    if (r->clock.warned_by == e->author + 1)
        return VERDICT_ALREADY_SAID;
    if (limit == 0 || clock_since(e->times.seen_ms, e->times.sent_ms) < limit)
        return VERDICT_NOT_LATE;
    r->clock.warned_head = r->head;
    return VERDICT_OK;
}

/* [P-5.13] In a game with a witness a claim carries two of his statements about the head that the
 * warning stands on, and between them lie the debtor's limit, without the lag charged, and the
 * grace. */
/* (A witness is believed against the debtor's own record; so what the claimant alone says must not
 * count.) */
static enum verdict statements_check(const struct replay *r, const struct entry *e)
{
    const struct claim_step *c = &e->u.claim;
    struct witnessed what = {r->id, r->number - 1, r->clock.warned_head, c->before.time_ms};
    uint64_t limit = clock_own_limit_ms(r, replay_debt(r).player) + clock_grace_ms(&r->terms);
    if (r->terms.clock != CLOCK_WITNESS)
        return c->witnessed ? VERDICT_FIELD_RANGE : VERDICT_OK;
    if (!c->witnessed)
        return VERDICT_NOT_WITNESSED;
    if (c->before.number != what.number || c->after.number != what.number ||
        clock_since(c->before.time_ms, c->after.time_ms) < limit)
        return VERDICT_NOT_LATE;
    enum verdict v = witness_check(&what, &r->witness, &c->before.signature);
    what.time_ms = c->after.time_ms;
    return v == VERDICT_OK ? witness_check(&what, &r->witness, &c->after.signature) : v;
}

/* [P-5.9] A claim follows the warning of the same author at once, no earlier than the grace after
 * it by its own `sent_ms` less `seen_ms`; the debtor has lost the game. */
enum verdict clock_claim(struct replay *r, const struct entry *e)
{
    enum verdict v = clock_ticks(r);
    if (v != VERDICT_OK)
        return v;
    if (r->clock.warned_by != e->author + 1)
        return VERDICT_NOT_WARNED;
    if (clock_since(e->times.seen_ms, e->times.sent_ms) < clock_grace_ms(&r->terms))
        return VERDICT_NOT_LATE;
    v = statements_check(r, e);
    if (v != VERDICT_OK)
        return v;
    r->clock.claimed = e->u.claim.witnessed ? 2 : 1;
    return game_flag(&r->game, r->seat_of[replay_debt(r).player]);
}

/* [P-5.18] Of adding time, pausing, resuming and taking leave each player writes at most eight
 * until the next entry that is owed. */
static enum verdict clock_may_say(const struct replay *r, const struct entry *e)
{
    enum verdict v = clock_runs(r);
    if (v == VERDICT_OK && r->clock.said[e->author] >= SAID_MAX)
        return VERDICT_TOO_MANY;
    return v;
}

/* [P-5.10] Time is added by somebody else to the debtor's turn and, if there is one, to his game
 * clock: at most 30 days at once. */
enum verdict clock_add_time(struct replay *r, const struct entry *e)
{
    unsigned debtor = replay_debt(r).player;
    enum verdict v = clock_may_say(r, e);
    if (v != VERDICT_OK)
        return v;
    if (e->author == debtor)
        return VERDICT_NOT_YOUR_TURN;
    if (e->u.amount < 1 || e->u.amount > ADD_MAX_S)
        return VERDICT_FIELD_RANGE;
    r->clock.extra_ms[debtor] += (uint64_t)e->u.amount * 1000;
    if (r->terms.game_s > 0)
        r->clock.extra_game_ms[debtor] += (uint64_t)e->u.amount * 1000;
    return VERDICT_OK;
}

/* [P-5.11] The clocks stand still when all players have asked for it, until one resumes or the
 * debtor moves. */
enum verdict clock_pause(struct replay *r, const struct entry *e)
{
    enum verdict v = clock_may_say(r, e);
    if (v != VERDICT_OK)
        return v;
    if (r->clock.paused)
        return VERDICT_PAUSED;
    if (r->clock.want_pause >> e->author & 1)
        return VERDICT_ALREADY_SAID;
    r->clock.want_pause |= (uint8_t)(1U << e->author);
    r->clock.paused = r->clock.want_pause == (1U << r->players) - 1;
    return VERDICT_OK;
}

static void run_again(struct replay *r)
{
    r->clock.want_pause = 0;
    r->clock.paused = 0;
}

enum verdict clock_resume(struct replay *r, const struct entry *e)
{
    enum verdict v = clock_may_say(r, e);
    if (v != VERDICT_OK)
        return v;
    if (r->clock.want_pause == 0)
        return VERDICT_NOT_PAUSED;
    run_again(r);
    return VERDICT_OK;
}

/* [P-5.15] Days of leave are added to the author's present or next turn; all together at most as
 * many as the terms give each player. */
enum verdict clock_leave(struct replay *r, const struct entry *e)
{
    enum verdict v = clock_may_say(r, e);
    if (v != VERDICT_OK)
        return v;
    uint32_t taken = r->clock.leave_days[e->author];
    if (e->u.amount < 1)
        return VERDICT_FIELD_RANGE;
    if (e->u.amount > r->terms.leave || taken + e->u.amount > r->terms.leave)
        return VERDICT_LEAVE_SPENT;
    r->clock.leave_days[e->author] = (uint8_t)(taken + e->u.amount);
    r->clock.extra_ms[e->author] += (uint64_t)e->u.amount * DAY_MS;
    return VERDICT_OK;
}

/* [P-5.4] What the waiter measured beyond the time that the mover says he used is lag: up to 2
 * seconds of each move and 30 of a game are forgiven, the rest is charged to the mover. */
static void charge_lag(struct replay *r, const struct entry *e)
{
    unsigned mover = r->clock.unmeasured - 1U;
    if (r->clock.unmeasured == 0 || e->author == mover || r->players > 2)
        return;
    uint64_t lag = clock_since(r->clock.unmeasured_ms, e->times.other_ms);
    uint64_t free = clock_since(r->clock.lag_ms[mover], LAG_GAME_MS);
    if (free > LAG_ENTRY_MS)
        free = LAG_ENTRY_MS;
    if (free > lag)
        free = lag;
    r->clock.unmeasured = 0;
    /* What nobody could ever use is no measurement, and must not run over. */
    uint64_t charge = lag - free < CHARGE_MAX_MS ? lag - free : CHARGE_MAX_MS;
    r->clock.lag_ms[mover] += free;
    r->clock.charged_ms[mover] += charge;
    r->used_ms[mover] += charge;
}

void clock_note(struct replay *r, const struct entry *e)
{
    if (!clock_counts(&r->terms))
        return;
    charge_lag(r, e);
    if (e->kind >= ENTRY_ADD_TIME && e->kind <= ENTRY_LEAVE)
        r->clock.said[e->author]++;
    else if (!entry_kind_is_loose(e->kind))
        memset(r->clock.said, 0, sizeof r->clock.said);
    if (e->kind == ENTRY_MOVE) {
        r->clock.unmeasured = (uint8_t)(e->author + 1);
        r->clock.unmeasured_ms = e->times.used_ms;
        r->clock.extra_ms[e->author] = 0;
        run_again(r);
    }
    r->clock.warned_by = e->kind == ENTRY_WARNING ? (uint8_t)(e->author + 1) : 0;
    r->clock.warned_ms = e->times.sent_ms;
}
