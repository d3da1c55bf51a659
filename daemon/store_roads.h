/* store_roads.h - the SQL of what goes by other roads than a direct link: which roads lead to a
 * friend and what went by them; files in a shared folder; envelopes kept for friends; answers to
 * redeemed invitations.  Rules: docs/roads.md.
 * Not pure.  Memory: plain values.  Errors: enum verdict of store.h; readers say no (logged). */
#ifndef DAEMON_STORE_ROADS_H
#define DAEMON_STORE_ROADS_H

#include "daemon/store.h"
#include "wire/control.h"
#include "wire/envelope.h"

enum {
    TARGET_MAX = 1024,                 /* bytes of a path */
    ROADS_MAX = 64,                    /* roads of all friends together */
    PARCELS_BYTES_MAX = 5 * 1024 * 1024, /* kept for one friend, and from one friend */
    SPOOL_FILES_MAX = 64               /* of ours in one folder */
};

/* A road to a friend that was set up, or that text was sent by. */
struct stored_road {
    struct player_key friend;
    uint32_t kind;                /* enum road_kind */
    char target[TARGET_MAX + 1];  /* ROAD_SPOOL: the folder */
    struct player_key relay;      /* ROAD_RELAY: whose daemon */
    struct hash print;            /* of what went last (games_print); zeros = nothing yet */
    uint64_t sent_ms;             /* when; 0 = never */
};
enum verdict store_road_put(struct store *s, const struct stored_road *road)
    __attribute__((warn_unused_result));
enum verdict store_road_delete(struct store *s, const struct player_key *friend, uint32_t kind)
    __attribute__((warn_unused_result));
/* False: there is none. */
bool store_road_get(struct store *s, const struct player_key *friend, uint32_t kind,
                    struct stored_road *out);
/* All, at most `max`. */
unsigned store_roads(struct store *s, struct stored_road *out, unsigned max);
/* Everything about a friend's roads. */
enum verdict store_roads_forget(struct store *s, const struct player_key *friend)
    __attribute__((warn_unused_result));

/* Up to which entry a game has gone to a friend by a road. */
struct sent_mark { uint32_t kind, number; uint64_t time_ms; };
enum verdict store_sent(struct store *s, const struct player_key *friend, uint32_t game,
                        const struct sent_mark *mark) __attribute__((warn_unused_result));
/* The mark of the latest road by which at least entry `number` went; false: by none. */
bool store_sent_get(struct store *s, const struct player_key *friend, uint32_t game,
                    uint32_t number, struct sent_mark *out);

/* Games of which a letter to this friend speaks: those that go on, and the last few that ended; in
 * the order of their numbers. */
unsigned store_games_to_tell(struct store *s, const struct player_key *friend, uint32_t *numbers,
                             unsigned max);

/* --- what was refused while there was no link to tell by -------------------------------------- */

enum { REFUSALS_MAX = 16 }; /* of each friend; the newest are kept */
struct owed_refusal {
    struct game_id game;
    uint32_t number, verdict; /* which entry and why; 0, 0: the game is not known */
};
/* In place of what was owed about that game; that it is not known is no news if anything was. */
enum verdict store_refusal_put(struct store *s, const struct player_key *friend,
                               const struct owed_refusal *r, uint64_t now_ms)
    __attribute__((warn_unused_result));
/* In the order of the games; at most REFUSALS_MAX. */
unsigned store_refusals(struct store *s, const struct player_key *friend,
                        struct owed_refusal out[REFUSALS_MAX]);
enum verdict store_refusal_delete(struct store *s, const struct player_key *friend,
                                  const struct game_id *game) __attribute__((warn_unused_result));
/* Those from before `before_ms`. */
enum verdict store_refusals_expire(struct store *s, uint64_t before_ms)
    __attribute__((warn_unused_result));

/* --- answers to invitations redeemed by letter ------------------------------------------------ */

enum verdict store_answer_owed(struct store *s, const struct player_key *friend,
                               const uint8_t token[16]) __attribute__((warn_unused_result));
bool store_answer_get(struct store *s, const struct player_key *friend, uint8_t token[16]);
enum verdict store_answer_given(struct store *s, const struct player_key *friend)
    __attribute__((warn_unused_result));

/* --- our files in shared folders -------------------------------------------------------------- */

struct spool_file {
    struct hash name;
    uint64_t batch; /* files written together have one number, growing */
};
enum verdict store_spool_add(struct store *s, const struct player_key *friend,
                             const struct spool_file *file) __attribute__((warn_unused_result));
enum verdict store_spool_delete(struct store *s, const struct player_key *friend,
                                const struct hash *name) __attribute__((warn_unused_result));
/* Oldest first. */
unsigned store_spool(struct store *s, const struct player_key *friend, struct spool_file *out,
                     unsigned max);

/* --- envelopes kept for friends --------------------------------------------------------------- */

struct parcel {
    struct player_key from, to;
    struct hash name;
    uint64_t until_ms;
};
/* VERDICT_KNOWN: it is there already; VERDICT_RELAY_FULL. */
enum verdict store_parcel_add(struct store *s, const struct parcel *p, struct span sealed)
    __attribute__((warn_unused_result));
/* The oldest for this friend, its bytes appended to *out; false: none. */
bool store_parcel_next(struct store *s, const struct player_key *to, struct parcel *p,
                       struct buf *out);
enum verdict store_parcel_delete(struct store *s, const struct player_key *to,
                                 const struct hash *name) __attribute__((warn_unused_result));
/* Those whose time is over. */
enum verdict store_parcels_expire(struct store *s, uint64_t now_ms)
    __attribute__((warn_unused_result));

/* A relay's receipt for one of ours. */
struct deposit {
    struct player_key relay, to;
    struct hash name;
    uint64_t until_ms;
    struct signature signature;
};
enum verdict store_deposit_add(struct store *s, const struct deposit *d)
    __attribute__((warn_unused_result));

#endif
