/* match_clock.h - the clock on one player's side: how long he has been thinking, when his program
 * speaks for him, and what he may say about time.  Rules: docs/protocol.md section 5.
 * Pure: the moment comes in.  Part of chain/match.h; errors as there. */
#ifndef CHAIN_MATCH_CLOCK_H
#define CHAIN_MATCH_CLOCK_H

#include "chain/match.h"

/* Thinking time of my present turn in milliseconds, pauses left out. */
uint64_t match_thinking_ms(const struct match *m, const struct moment *now);

/* The same, as far as this program was running: no jump of a clock is in it. */
uint64_t match_running_ms(const struct match *m, const struct moment *now);

/* Wall clock time at which the last entry reached me, as the clock that I have now would have
 * shown it, as far as this program ran [P-5.1]. */
uint64_t match_seen_ms(const struct match *m, const struct moment *now);

/* May I warn the debtor, or claim, by the clock that does not jump?  VERDICT_NOT_LATE. */
enum verdict match_clock_waited(const struct match *m, unsigned kind, const struct moment *now);

/* The program has begun to run with this game: time counts from here for its own clock, if it has
 * not begun before. */
void match_clock_start(struct match *m, const struct moment *now);

/* `before` became m->now at `now`: a turn that goes on keeps the time it has used. */
void match_clock_settle(struct match *m, const struct replay *before, const struct moment *now);

/* The entry kind my program owes my clock now: ENTRY_MOVE (a lost turn), ENTRY_FLAG, or 0.  Only
 * time that passed while this program ran counts: no jump of a clock and no restart can lose a
 * turn. */
unsigned match_clock_duty(const struct match *m, const struct moment *now);

/* Is a claim against me, for what I owed in `before`, right by my own record at `now`?  `m` is as
 * it was when that claim came. */
bool match_clock_am_late(const struct match *m, const struct replay *before,
                         const struct moment *now);

/* Does my own record say that my entry after `base`, written at `now`, came too late?  `m` still
 * has the times of before it.  Time that passed while my program did not run counts here. */
bool match_clock_was_late(const struct match *m, const struct replay *base,
                          const struct moment *now);

#endif
