/* store_witness.h - the SQL of witnessing: games of others that we sign heads of, their last
 * entries for who was away, and what a witness has signed for us.
 * Not pure.  Memory: plain values of the caller.  Errors: enum verdict of store.h. */
#ifndef DAEMON_STORE_WITNESS_H
#define DAEMON_STORE_WITNESS_H

#include "chain/follow.h"
#include "daemon/store.h"

/* A game of others. */
/* False: there is none (or it cannot be read, logged). */
bool store_witnessed_get(struct store *s, const struct game_id *game, struct witnessed_game *out);
/* Inside a transaction. */
enum verdict store_witnessed_put(struct store *s, const struct witnessed_game *g)
    __attribute__((warn_unused_result));
/* The `at`-th game in which a player of this key plays; false: no more. */
bool store_witnessed_of(struct store *s, const struct player_key *player, unsigned at,
                        struct game_id *out);

/* Entries of such a game.  Adding one forgets what is older than the last POSTMARKS_MAX; inside a
 * transaction. */
enum { POSTMARKS_MAX = 24 };
enum verdict store_postmark_add(struct store *s, const struct game_id *game, uint32_t number,
                                const struct signed_entry *e) __attribute__((warn_unused_result));
/* The first of them from a number on; *number is which. */
bool store_postmark_get(struct store *s, const struct game_id *game, uint32_t *number,
                        struct signed_entry *out);

/* A witness's first and last word about a head of a game of ours. */
struct kept_statements {
    uint32_t number;
    struct hash head;
    struct statement first, last;
};
bool store_statements_get(struct store *s, uint32_t game, struct kept_statements *out);
enum verdict store_statements_put(struct store *s, uint32_t game,
                                  const struct kept_statements *k)
    __attribute__((warn_unused_result));

#endif
