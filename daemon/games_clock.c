/* Time in the games that are in memory: one timer for each, set anew after every step.  It wakes
 * my program when it has to give up a turn or the game for me, and when I am to be reminded.
 * Nothing about my own time is signed before a friend has said what he holds of the game: should
 * our database be an old copy, no place is signed a second time. */
#include "daemon/games_part.h"

#include "chain/match_clock.h"
#include "daemon/log.h"

#include <sodium.h>

enum { DAY_MS = 24 * 3600 * 1000, UNHEARD_MS = 10000, REMINDERS = 3 };

static uint64_t since(uint64_t then, uint64_t now)
{
    return now > then ? now - then : 0;
}

static bool is_my_turn(const struct live *l)
{
    struct debt debt = replay_debt(&l->m.now);
    return debt.kind == DEBT_MOVE && debt.player == l->m.me && !l->m.disputed && !l->loading;
}

bool games_clock_runs(const struct live *l)
{
    return l->claims || (clock_counts(&l->m.now.terms) && is_my_turn(l));
}

/* --- what is heard ---------------------------------------------------------------------------- */

static bool is_heard(const struct games *g, uint32_t number)
{
    for (unsigned i = 0; i < g->heard_n; i++)
        if (g->heard[i] == number)
            return true;
    return false;
}

void games_heard(struct games *g, uint32_t number)
{
    if (g->heard_n < HEARD_MAX && !is_heard(g, number))
        g->heard[g->heard_n++] = number;
}

/* --- the wall clock jumps --------------------------------------------------------------------- */

void games_clock_jumped(struct games *g, int64_t by_ms)
{
    for (unsigned i = 0; i < LIVE_MAX; i++) {
        if (g->live[i] == NULL)
            continue;
        uint64_t *seen = &g->live[i]->m.seen_ms;
        *seen = by_ms >= 0 ? *seen + (uint64_t)by_ms : since((uint64_t)-by_ms, *seen);
    }
}

/* --- the turn ------------------------------------------------------------------------------- */

/* Entries that come in the middle of a turn do not begin it again. */
static void note_turn(const struct games *g, struct live *l)
{
    const struct replay *r = &l->m.now;
    struct debt debt = replay_debt(r);
    uint8_t player = debt.kind == DEBT_MOVE ? debt.player : NO_SEAT;
    uint64_t now = loop_tick_ms(g->loop);
    bool loaded = l->turn_from_tick == 0 && l->m.turn_tick_ms == 0;
    if (l->turn_from_tick == 0 || player != l->turn_player || r->game.moves != l->turn_moves)
        l->turn_spent_ms = loaded ? since(l->m.seen_ms, loop_wall_ms(g->loop)) : 0;
    else if (!l->turn_paused)
        l->turn_spent_ms += since(l->turn_from_tick, now);
    l->turn_player = player;
    l->turn_moves = r->game.moves;
    l->turn_paused = r->clock.paused;
    l->turn_from_tick = now;
}

static uint64_t thinking_ms(const struct games *g, const struct live *l)
{
    struct moment now = games_moment(g);
    if (is_my_turn(l))
        return match_thinking_ms(&l->m, &now);
    return l->turn_spent_ms + (l->turn_paused ? 0 : since(l->turn_from_tick, now.tick_ms));
}

/* --- reminders ------------------------------------------------------------------------------ */

static bool by_correspondence(const struct terms *t)
{
    return t->move_s >= DAY_MS / 1000;
}

static bool wants_reminders(const struct live *l)
{
    const struct terms *t = &l->m.now.terms;
    return is_my_turn(l) && !l->m.now.clock.paused &&
           (clock_counts(t) || (t->clock == CLOCK_HONOUR && by_correspondence(t)));
}

/* After half of the time, after 80 %, and by correspondence when the last day begins; 0 = not
 * at all. */
static void due_times(const struct live *l, uint64_t limit, uint64_t due[REMINDERS])
{
    due[0] = limit / 2;
    due[1] = limit / 5 * 4;
    due[2] = by_correspondence(&l->m.now.terms) && limit >= 2ULL * DAY_MS ? limit - DAY_MS : 0;
}

/* The turn, and a bit for each reminder that was given in it. */
static uint32_t given_in_turn(const struct live *l)
{
    uint32_t turn = (uint32_t)l->m.now.game.moves + 1;
    return l->stored.reminded >> REMINDERS == turn ? l->stored.reminded : turn << REMINDERS;
}

static void tell_reminder(struct games *g, struct live *l, uint64_t left_ms)
{
    struct event event = {.kind = EVENT_REMINDER, .game = l->stored.row.number, .mine = 1,
                          .time_ms = loop_wall_ms(g->loop), .value = (uint32_t)(left_ms / 1000)};
    enum verdict v = store_begin(g->store);
    if (v != VERDICT_OK)
        return;
    memcpy(event.name, l->stored.row.opponent, sizeof event.name);
    v = store_game_save(g->store, &l->stored);
    if (v == VERDICT_OK)
        v = store_event_add(g->store, &event);
    v = store_end(g->store, v);
    if (v == VERDICT_OK)
        g->owner.on_events(g->owner.self, &event, 1);
}

/* Several that have become due at once, while the program did not run, are one reminder. */
static void remind(struct games *g, struct live *l)
{
    uint64_t due[REMINDERS], limit = clock_own_limit_ms(&l->m.now, l->m.me);
    uint64_t used = thinking_ms(g, l);
    uint32_t given = given_in_turn(l);
    if (limit == 0 || !wants_reminders(l))
        return;
    due_times(l, limit, due);
    for (unsigned i = 0; i < REMINDERS; i++)
        if (due[i] > 0 && used >= due[i])
            given |= 1U << i;
    if (given == l->stored.reminded || (given & ((1U << REMINDERS) - 1)) == 0)
        return;
    l->stored.reminded = given;
    if (used < limit)
        tell_reminder(g, l, limit - used);
}

/* Milliseconds until the next reminder; 0 = none. */
static uint64_t next_reminder(const struct games *g, const struct live *l)
{
    uint64_t due[REMINDERS], limit = clock_own_limit_ms(&l->m.now, l->m.me), next = 0;
    if (limit == 0 || !wants_reminders(l))
        return 0;
    uint64_t used = thinking_ms(g, l);
    due_times(l, limit, due);
    for (unsigned i = 0; i < REMINDERS; i++)
        if (due[i] > 0 && !(given_in_turn(l) >> i & 1) && (next == 0 || due[i] < next))
            next = due[i];
    return next == 0 ? 0 : since(used, next) + 1;
}

/* --- the timer ------------------------------------------------------------------------------ */

static void arm(struct games *g, struct live *l, uint64_t least_ms);

static void clock_fires(void *self)
{
    struct live *l = self;
    struct games *g = l->games;
    struct moment now = games_moment(g);
    l->clock_timer = 0;
    remind(g, l);
    bool owes = match_clock_duty(&l->m, &now) != 0;
    if (owes && is_heard(g, l->stored.row.number)) {
        (void)games_go(g, l); /* what is written there sets the timer anew */
        return;
    }
    arm(g, l, owes ? UNHEARD_MS : 0);
}

static void arm(struct games *g, struct live *l, uint64_t least_ms)
{
    struct moment now = games_moment(g);
    games_clock_stop(g, l);
    match_clock_start(&l->m, &now);
    uint64_t wake = match_wake_ms(&l->m, &now), reminder = next_reminder(g, l);
    if (wake == 0 || (reminder != 0 && reminder < wake))
        wake = reminder;
    if (wake != 0)
        l->clock_timer = loop_after(g->loop, wake > least_ms ? wake : least_ms, clock_fires, l);
    games_claim_look(g, l);
}

void games_clock_arm(struct games *g, struct live *l)
{
    note_turn(g, l);
    arm(g, l, 0);
}

void games_clock_stop(struct games *g, struct live *l)
{
    loop_cancel(g->loop, l->clock_timer);
    l->clock_timer = 0;
    loop_cancel(g->loop, l->claim_timer);
    l->claim_timer = 0;
}

/* --- wishes --------------------------------------------------------------------------------- */

enum verdict games_time(struct games *g, const struct wish *wish, uint32_t amount)
{
    struct live *l;
    struct moment now = games_moment(g);
    enum verdict v = games_wished(g, wish, &l);
    if (v != VERDICT_OK)
        return v;
    static struct claim_step claim;
    bool claims = wish->kind == ENTRY_CLAIM && games_witness_claim(g, l, &claim);
    struct said what = {wish->kind, amount, claims ? &claim : NULL};
    if (wish->dry != NULL)
        return games_say_dry(g, l, &what, wish->dry);
    v = match_say(&l->m, &what, &now, &g->fx);
    if (v != VERDICT_OK && wish->kind == ENTRY_CLAIM)
        return games_claim_keep(g, l, v);
    if (v == VERDICT_OK)
        v = games_keep(g, l);
    if (v == VERDICT_OK)
        (void)games_go(g, l);
    return v;
}

/* --- what is shown -------------------------------------------------------------------------- */

static void show_seat(const struct games *g, const struct live *l, unsigned player,
                      struct seat_clock *out)
{
    const struct replay *r = &l->m.now;
    struct debt debt = replay_debt(r);
    bool to_move = debt.kind == DEBT_MOVE && debt.player == player && !l->m.disputed;
    out->used_ms = r->used_ms[player];
    out->running = to_move && !r->clock.paused;
    out->move_used_ms = to_move ? thinking_ms(g, l) : 0;
    out->bank_ms = clock_bank_ms(r, player);
    out->turn_ms = r->terms.move_s > 0
                       ? (uint64_t)r->terms.move_s * 1000 + r->clock.extra_ms[player]
                       : 0;
    out->leave_left = (uint32_t)(r->terms.leave - r->clock.leave_days[player]);
    out->wants_pause = r->clock.want_pause >> player & 1;
}

void games_clock_show(const struct games *g, const struct live *l, struct game_show *out)
{
    const struct replay *r = &l->m.now;
    for (unsigned p = 0; p < r->players && r->started; p++)
        show_seat(g, l, p, &out->clock[r->seat_of[p]]);
    if (!sodium_is_zero(r->witness.b, sizeof r->witness.b))
        games_name_key(g, &r->witness, out->witness);
    if (!sodium_is_zero(r->arbiter.b, sizeof r->arbiter.b))
        games_name_key(g, &r->arbiter, out->arbiter);
    out->paused = r->clock.paused;
    out->warned = r->clock.warned_by != 0;
    if (!out->warned)
        return;
    out->warned_mine = r->clock.warned_by == l->m.me + 1;
    out->grace_ms = r->clock.warned_ms + clock_grace_ms(&r->terms);
}
