/* store_games.h - the SQL of games: games, their entries, evidence.  Everything that changes
 * something is called inside a transaction of the caller.
 * Not pure.  Memory: plain values of the caller.  Errors: enum verdict of store.h; "no such row"
 * as each function says. */
#ifndef DAEMON_STORE_GAMES_H
#define DAEMON_STORE_GAMES_H

#include "daemon/store.h"
#include "wire/control.h"
#include "wire/entry.h"

/* Somebody else who plays in a game.  He need not be a friend of ours: others pass on what we say
 * to each other. */
struct opponent {
    struct player_key key;
    char name[NAME_MAX_LEN + 1]; /* the name he had, or one made from his key */
    uint8_t player;
    uint8_t direct;              /* 1 = he speaks with us himself */
    uint32_t has;                /* entries he has stored, as far as we know */
};

/* A game as it stands in the database.  Of `row` the columns that are stored: number, id,
 * opponent and others (the names they had), players, state .. waits_for_me, entries, changed_ms,
 * other_seen_ms, refusal, grade; unsent and accepted are counted on reading; link is left 0. */
struct stored_game {
    struct game_row row;
    unsigned others_n;
    struct opponent other[OTHERS_MAX]; /* in player order */
    uint8_t me;              /* my player number */
    uint64_t wish;           /* to be said again (again_pack), or 0 */
    uint8_t agreed;          /* 1 = the user has accepted it, perhaps before it is his turn to */
    struct seed seed;        /* SECRET */
    struct coin_part coin;   /* SECRET until opened */
    uint32_t installation;
    uint32_t judged;         /* entries that have been computed again with the seeds */
    uint32_t reminded;       /* which reminders were given in which turn (games_clock.c) */
};

/* A new game; game->row.number is given by this call. */
enum verdict store_game_add(struct store *s, struct stored_game *game)
    __attribute__((warn_unused_result));
/* What changes in a game: row, wish, agreed, judged, what the others have. */
enum verdict store_game_save(struct store *s, const struct stored_game *game)
    __attribute__((warn_unused_result));

/* What the opponent at this place of `other` has, and whether he speaks with us: a receipt, learnt
 * again should it be lost.  Outside a transaction. */
enum verdict store_game_receipt(struct store *s, const struct stored_game *game, unsigned at)
    __attribute__((warn_unused_result));
/* How far it is judged; the same. */
enum verdict store_game_judged(struct store *s, const struct stored_game *game)
    __attribute__((warn_unused_result));

/* VERDICT_NO_SUCH_GAME. */
enum verdict store_game_get(struct store *s, uint32_t number, struct stored_game *out)
    __attribute__((warn_unused_result));
enum verdict store_game_find(struct store *s, const struct game_id *id, uint32_t *number)
    __attribute__((warn_unused_result));

/* Numbers of games, at most `max`; returns how many, 0 also when reading fails (logged). */
enum store_order {
    GAMES_BY_NEED,      /* all: those that need me most first; `skip` of them left out */
    GAMES_UNFINISHED,   /* neither finished nor declined nor disputed; those with my turn first */
    GAMES_TO_GO,        /* something is owed that the program does by itself */
    GAMES_OFFERED,      /* offered to me */
    GAMES_TO_JUDGE      /* finished, and not yet computed again with the seeds */
};
unsigned store_games(struct store *s, enum store_order order, uint64_t skip, uint32_t *numbers,
                     unsigned max);

/* Games in which this opponent plays and that must be compared with his at every connection: all
 * but those that ended and are known to him whole. */
unsigned store_games_with(struct store *s, const struct player_key *opponent, uint32_t *numbers,
                          unsigned max);
/* Proposals of others that this one plays in and that were broken off since then. */
uint32_t store_games_broken_off(struct store *s, const struct player_key *opponent,
                                uint64_t since_ms);
/* Counts for status and friends; opponent NULL: with anybody.  Unsent is what he has not got, or
 * what one of those who speak with us has not got. */
struct game_counts { uint32_t open, my_turn, unsent; };
void store_game_counts(struct store *s, const struct player_key *opponent,
                       struct game_counts *out);

/* --- entries ---------------------------------------------------------------------------------- */

struct stored_entry {
    struct signed_entry e;
    struct hash hash;
    uint8_t author;
    uint64_t seen_ms;
};
enum verdict store_entry_add(struct store *s, uint32_t game, uint32_t number,
                             const struct stored_entry *e) __attribute__((warn_unused_result));
/* Superseded entries, from this number on. */
enum verdict store_entries_drop(struct store *s, uint32_t game, uint32_t from)
    __attribute__((warn_unused_result));
/* False: there is none (or it cannot be read, logged). */
bool store_entry_get(struct store *s, uint32_t game, uint32_t number, struct stored_entry *out);
bool store_entry_hash(struct store *s, uint32_t game, uint32_t number, struct hash *out);

/* --- evidence --------------------------------------------------------------------------------- */

/* The same again is kept once. */
enum verdict store_evidence_add(struct store *s, uint32_t game, uint32_t place,
                                enum verdict why, const struct stored_entry *e)
    __attribute__((warn_unused_result));
/* The `at`-th piece (from 0) of a game. */
bool store_evidence_get(struct store *s, uint32_t game, unsigned at, struct signed_entry *out);

/* The wall clock was set by so much: when the entries of unfinished games were seen is counted by
 * the new one from now on.  Inside a transaction. */
enum verdict store_entries_seen_moved(struct store *s, int64_t by_ms)
    __attribute__((warn_unused_result));

#endif
