/* Durations come from the clock that does not jump.  After a restart the wall clock tells how long
 * the turn has been shown, but only for show: it never costs a turn by itself. */
#include "chain/match_clock.h"

static bool my_turn(const struct match *m, const struct replay *r)
{
    struct debt debt = replay_debt(r);
    return debt.kind == DEBT_MOVE && debt.player == m->me;
}

uint64_t match_thinking_ms(const struct match *m, const struct moment *now)
{
    if (m->now.clock.paused)
        return m->spent_ms;
    return m->spent_ms + (m->turn_tick_ms > 0 ? clock_since(m->turn_tick_ms, now->tick_ms)
                                              : clock_since(m->seen_ms, now->wall_ms));
}

void match_clock_start(struct match *m, const struct moment *now)
{
    if (m->start_tick_ms == 0 && m->turn_tick_ms == 0 && clock_counts(&m->now.terms))
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
    m->spent_ms += m->turn_tick_ms > 0 ? clock_since(m->turn_tick_ms, now->tick_ms)
                                       : clock_since(m->seen_ms, now->wall_ms);
    m->spent_here_ms += clock_since(m->turn_tick_ms > 0 ? m->turn_tick_ms : m->start_tick_ms,
                              now->tick_ms);
}

unsigned match_clock_duty(const struct match *m, const struct moment *now)
{
    const struct replay *r = &m->now;
    if (!clock_counts(&r->terms) || r->clock.paused || !my_turn(m, r))
        return 0;
    uint64_t from = m->turn_tick_ms > 0 ? m->turn_tick_ms : m->start_tick_ms;
    uint64_t here = m->spent_here_ms + clock_since(from, now->tick_ms);
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

bool match_clock_was_late(const struct replay *base, const struct entry *mine)
{
    uint64_t limit = clock_own_limit_ms(base, mine->author);
    return limit > 0 && mine->times.used_ms >= limit;
}
