/* clock.h - time without a trusted clock: what the entries say about it, what may be done about a
 * player who is late, and when.  Rules: docs/protocol.md section 5.
 * Pure: nothing here reads a clock; both sides find the same from the same entries.
 * Memory: part of struct replay.  Errors: enum verdict; *r may then be half changed (the caller
 * works on a copy, as in chain/steps.h). */
#ifndef CHAIN_CLOCK_H
#define CHAIN_CLOCK_H

#include "wire/entry.h"

struct replay;

/* What is kept of time beside replay.used_ms. */
struct clock_state {
    uint64_t lag_ms[PLAYERS_MAX];        /* lag forgiven so far */
    uint64_t charged_ms[PLAYERS_MAX];    /* lag charged so far, part of used_ms: what the other
                                            says, which the player's own record does not show */
    uint64_t extra_ms[PLAYERS_MAX];      /* added to the limit of his present or next turn */
    uint64_t extra_game_ms[PLAYERS_MAX]; /* added to his game clock */
    uint8_t leave_days[PLAYERS_MAX];     /* taken so far */
    uint8_t want_pause;                  /* bit p: player p wants to pause */
    uint8_t paused;
    uint8_t warned_by;                   /* player + 1 if the last entry is a warning, else 0 */
    uint64_t warned_ms;                  /* when, by his wall clock */
    struct hash warned_head;             /* the head the warning stands on */
    uint8_t unmeasured;                  /* player + 1 whose last move's lag is not known yet */
    uint64_t unmeasured_ms;              /* the time he said he used for it */
    uint8_t said[PLAYERS_MAX];           /* about time since the last entry that was owed */
    uint8_t claimed;                     /* 1 = the game was ended by a claim, 2 = witnessed */
};

/* Time from `then` to `now`, or 0 if it is the other way round: no clock is trusted to go on. */
static inline uint64_t clock_since(uint64_t then, uint64_t now)
{
    return now > then ? now - then : 0;
}

/* Do the clocks of this game decide anything at all? */
bool clock_counts(const struct terms *terms);

/* May a move take a day or more [P-5.6]? */
bool clock_by_correspondence(const struct terms *terms);

/* Steps of entries; a table of chain/steps.c leads here. */
enum verdict clock_flag(struct replay *r, const struct entry *e);
enum verdict clock_warning(struct replay *r, const struct entry *e);
enum verdict clock_claim(struct replay *r, const struct entry *e);
enum verdict clock_add_time(struct replay *r, const struct entry *e);
enum verdict clock_pause(struct replay *r, const struct entry *e);
enum verdict clock_resume(struct replay *r, const struct entry *e);
enum verdict clock_leave(struct replay *r, const struct entry *e);

/* May a turn be given up as lost with this entry? */
enum verdict clock_lost_turn(const struct replay *r, const struct entry *e);

/* Every accepted entry, after its step: lag, used time, warnings that are answered. */
void clock_note(struct replay *r, const struct entry *e);

/* Milliseconds `player` has for what he owes now, counted from when he could know that he owes
 * it; 0 = no limit.  For a move the limit of the turn or what is left of the game clock, whichever
 * is shorter. */
uint64_t clock_limit_ms(const struct replay *r, unsigned player);

/* Milliseconds between a warning and a claim in this game. */
uint64_t clock_grace_ms(const struct terms *terms);

/* Charged time left on the game clock of a player; 0 also if there is none. */
uint64_t clock_bank_ms(const struct replay *r, unsigned player);

/* Both by his own record: without the lag that the other has charged him with.  His own program
 * goes by these, so that no lie about lag makes it give up the game. */
uint64_t clock_own_bank_ms(const struct replay *r, unsigned player);
uint64_t clock_own_limit_ms(const struct replay *r, unsigned player);

#endif
