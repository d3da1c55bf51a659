/* store_rulings.h - the SQL of rulings: those that an arbiter gave about games of ours, and those
 * that we gave as the arbiter of others.
 * Not pure.  Memory: plain values of the caller.  Errors: enum verdict of store.h. */
#ifndef DAEMON_STORE_RULINGS_H
#define DAEMON_STORE_RULINGS_H

#include "chain/ruling.h"
#include "daemon/store.h"

enum { RULINGS_KEPT_MAX = SEATS_MAX + 1 }; /* of one game, one of each result */

/* Rulings of a game in the order in which they came; returns how many.  What is stored and cannot
 * be read is left out (logged). */
unsigned store_rulings_get(struct store *s, const struct game_id *game,
                           struct ruling out[RULINGS_KEPT_MAX]);

/* Keep one, in place of one with the same result; inside a transaction. */
enum verdict store_ruling_put(struct store *s, const struct ruling *r, uint64_t now_ms)
    __attribute__((warn_unused_result));

#endif
