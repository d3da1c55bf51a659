/* Durations come from the clock that does not jump.  After a restart the wall clock tells how long
 * the turn has been shown, but only for show: it never costs a turn by itself. */
#include "chain/match_clock.h"

static bool my_turn(const struct match *m, const struct replay *r)
{
    struct debt debt = replay_debt(r);
    return debt.kind == DEBT_MOVE && debt.player == m->me;
}

/* Since the last entry came.  Only the time until this program was started is by the wall clock. */
static uint64_t since_last(const struct match *m, const struct moment *now)
{
    if (m->turn_tick_ms > 0)
        return clock_since(m->turn_tick_ms, now->tick_ms);
    if (m->start_tick_ms > 0)
        return m->start_gap_ms + clock_since(m->start_tick_ms, now->tick_ms);
    return clock_since(m->seen_ms, now->wall_ms);
}

static uint64_t thinking_in(const struct match *m, const struct replay *r,
                            const struct moment *now)
{
    if (r->clock.paused)
        return m->spent_ms;
    return m->spent_ms + since_last(m, now);
}

uint64_t match_thinking_ms(const struct match *m, const struct moment *now)
{
    return thinking_in(m, &m->now, now);
}

static uint64_t running_from(const struct match *m)
{
    return m->turn_tick_ms > 0 ? m->turn_tick_ms : m->start_tick_ms;
}

/* Since the last entry came, or the program was started. */
static uint64_t running_since(const struct match *m, const struct moment *now)
{
    uint64_t from = running_from(m);
    return from > 0 ? clock_since(from, now->tick_ms) : 0;
}

uint64_t match_running_ms(const struct match *m, const struct moment *now)
{
    return m->spent_here_ms + (m->now.clock.paused ? 0 : running_since(m, now));
}

uint64_t match_seen_ms(const struct match *m, const struct moment *now)
{
    bool measured = m->turn_tick_ms > 0 || m->start_tick_ms > 0;
    return measured ? clock_since(since_last(m, now), now->wall_ms) : m->seen_ms;
}

/* [P-5.25] A player's program warns and claims only when the limit without the lag charged, and
 * the grace, are over by a clock that does not jump; in a live game, of the time that it ran. */
enum verdict match_clock_waited(const struct match *m, unsigned kind, const struct moment *now)
{
    const struct replay *r = &m->now;
    uint64_t least = kind == ENTRY_CLAIM ? clock_grace_ms(&r->terms)
                                         : clock_own_limit_ms(r, replay_debt(r).player);
    bool ran = m->turn_tick_ms > 0 || !clock_by_correspondence(&r->terms);
    uint64_t waited = ran ? running_since(m, now) : since_last(m, now);
    return waited >= least ? VERDICT_OK : VERDICT_NOT_LATE;
}

void match_clock_start(struct match *m, const struct moment *now)
{
    if (m->start_tick_ms > 0 || m->turn_tick_ms > 0 || !clock_counts(&m->now.terms))
        return;
    m->start_gap_ms = clock_since(m->seen_ms, now->wall_ms);
    m->start_tick_ms = now->tick_ms;
}

void match_clock_settle(struct match *m, const struct replay *before, const struct moment *now)
{
    bool goes_on = my_turn(m, before) && my_turn(m, &m->now) &&
                   before->game.moves == m->now.game.moves;
    if (!goes_on) {
        m->spent_ms = m->spent_here_ms = 0;
        return;
    }
    if (before->clock.paused)
        return;
    m->spent_ms += since_last(m, now);
    m->spent_here_ms += running_since(m, now);
}

unsigned match_clock_duty(const struct match *m, const struct moment *now)
{
    const struct replay *r = &m->now;
    if (!clock_counts(&r->terms) || r->clock.paused || !my_turn(m, r))
        return 0;
    uint64_t here = match_running_ms(m, now);
    if (r->terms.game_s > 0 && here >= clock_own_bank_ms(r, m->me))
        return ENTRY_FLAG;
    uint64_t turn = (uint64_t)r->terms.move_s * 1000 + r->clock.extra_ms[m->me];
    return r->terms.move_s > 0 && here >= turn ? ENTRY_MOVE : 0;
}

bool match_clock_am_late(const struct match *m, const struct replay *before,
                         const struct moment *now)
{
    uint64_t limit = clock_own_limit_ms(before, m->me);
    return limit > 0 && match_thinking_ms(m, now) >= limit;
}

bool match_clock_was_late(const struct match *m, const struct replay *base,
                          const struct moment *now)
{
    uint64_t limit = clock_own_limit_ms(base, m->me);
    return limit > 0 && thinking_in(m, base, now) >= limit;
}
