/* follow.h - a witness's side of a game: he follows the chain of signed entries without judging
 * them, and says of one head what he may sign.  An entry out of turn may have to give way to the
 * debtor's; so he keeps two places, the last entry that stays (the base, from which he follows)
 * and the last one he has signed.  Rules: docs/protocol.md [P-5.14].  Daemon and simulator share
 * it.  Pure.  Memory: plain values.  Errors: enum verdict. */
#ifndef CHAIN_FOLLOW_H
#define CHAIN_FOLLOW_H

#include "chain/chain.h"

/* What he keeps of a game, stored before he signs.  players = 0: he does not know it yet. */
struct witnessed_game {
    struct game_id game;
    unsigned players;
    struct player_key player[PLAYERS_MAX];
    uint32_t base, number; /* the last entry that stays; the last one whose head was signed */
    struct hash base_head, head;
    uint64_t time_ms;
};

/* While a row of entries is followed, from the base on. */
struct following {
    struct witnessed_game game;
    uint32_t at;              /* the last entry that fits */
    struct hash at_head;
    uint32_t sign;            /* the last one that may be signed */
    struct hash sign_head;
    uint32_t fresh;           /* the first one that was new, 0 = none */
};
void follow_begin(struct following *f, const struct witnessed_game *kept);

/* The next entry of the row, for the witness of this key.  VERDICT_OK: it follows; VERDICT_KNOWN:
 * it is of no more interest; VERDICT_NOT_DECODABLE, VERDICT_GAP: the row ends here. */
enum verdict follow_entry(struct following *f, const struct player_key *witness,
                          const struct signed_entry *e) __attribute__((warn_unused_result));

/* Does he play in it? */
bool follow_plays(const struct witnessed_game *w, const struct player_key *key);

/* May the head that was reached be signed?  If so, and only then, follow_sign makes it the one
 * that is kept as signed. */
bool follow_may_sign(const struct following *f);
void follow_sign(struct following *f);

/* What speaks of the time being up is about the head before it, which is what he signs. */
bool follow_is_about_time_up(unsigned kind);

#endif
