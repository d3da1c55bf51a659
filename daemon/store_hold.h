/* store_hold.h - the SQL of games in which nothing is signed now, and of conditional moves.
 * Not pure.  Memory: plain values of the caller.  Errors: enum verdict of store.h, logged there.
 * What changes something is called inside a transaction of the caller. */
#ifndef DAEMON_STORE_HOLD_H
#define DAEMON_STORE_HOLD_H

#include "daemon/store.h"
#include "wire/control.h"

/* Why nothing is signed in a game. */
struct hold {
    uint32_t why;          /* VERDICT_CATCHING_UP, _ELSEWHERE, _SECRETS_LOST; 0 = none */
    uint32_t place;        /* ELSEWHERE: from here on mine differ from the other's, or 0 */
    uint32_t installation; /* ELSEWHERE: the highest number seen of the other machine */
    uint64_t since_s;      /* CATCHING_UP: since then, Unix seconds */
    uint32_t told;         /* CATCHING_UP: a friend holds that many entries, 0 = no more than we */
    struct hash told_head;
};

/* out->why 0 if there is none (also when reading fails, logged). */
void store_hold_get(struct store *s, uint32_t game, struct hold *out);
/* Write it, new or changed; why 0: take it away. */
enum verdict store_hold_put(struct store *s, uint32_t game, const struct hold *hold)
    __attribute__((warn_unused_result));
/* This program writes as installation `number` in the game from now on. */
enum verdict store_hold_installation(struct store *s, uint32_t game, uint32_t number)
    __attribute__((warn_unused_result));
/* The game has only so many entries: the rest is deleted. */
enum verdict store_hold_cut(struct store *s, uint32_t game, uint32_t entries)
    __attribute__((warn_unused_result));

/* --- conditional moves ------------------------------------------------------------------------ */

enum { LINE_MOVES_MAX = 2 * CONDITION_REPLIES_MAX + 1 }; /* Domains: 2, 2, 2, 2, 2 and 1 */

struct line {
    uint64_t number;
    uint32_t game;
    uint32_t at;       /* the line was followed up to this entry ... */
    struct hash head;  /* ... which has this hash */
    unsigned done, n;  /* moves made, moves in all: theirs and mine in turn */
    struct choice move[LINE_MOVES_MAX];
};

/* A new one; line->number is given by this call. */
enum verdict store_line_add(struct store *s, struct line *line)
    __attribute__((warn_unused_result));
/* at, head and done as they are now. */
enum verdict store_line_follow(struct store *s, const struct line *line)
    __attribute__((warn_unused_result));
enum verdict store_line_delete(struct store *s, uint64_t number)
    __attribute__((warn_unused_result));
/* The first with a number above `after`, of this game (0: of any); false if there is none. */
bool store_line_next(struct store *s, uint32_t game, uint64_t after, struct line *out);
unsigned store_line_count(struct store *s, uint32_t game);

#endif
