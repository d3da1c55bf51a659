/* commit.h - promises that are kept later: the seed of a bag, a contribution to the joint coin,
 * and the coin itself.
 * Rules: docs/bag.md sections 3 and 9.  Pure.  Memory: plain values.
 * Errors: enum verdict where something is checked. */
#ifndef BAG_COMMIT_H
#define BAG_COMMIT_H

#include "base/hash.h"
#include "base/verdict.h"

enum { COIN_PART_LEN = 32 };
struct coin_part { uint8_t b[COIN_PART_LEN]; }; /* SECRET until it is opened */

/* Who commits, and in which game: bound into every commitment, so that nobody can repeat
 * somebody else's. */
struct commit_place {
    struct game_id game;
    unsigned player; /* index from 0 */
    struct player_key identity;
};

/* Commitment to a seed [B-3.2], and whether a seed opens it (VERDICT_WRONG_OPENING). */
struct hash commit_seed(const struct commit_place *place, const struct seed *seed);
enum verdict commit_seed_check(const struct hash *commitment, const struct commit_place *place,
                               const struct seed *seed) __attribute__((warn_unused_result));

/* Commitment to a contribution to the coin [B-9.1], and whether one opens it
 * (VERDICT_WRONG_OPENING). */
struct hash commit_coin(const struct commit_place *place, const struct coin_part *part);
enum verdict commit_coin_check(const struct hash *commitment, const struct commit_place *place,
                               const struct coin_part *part) __attribute__((warn_unused_result));

/* No two of `n` commitments are equal: VERDICT_SAME_COMMITMENT otherwise. */
enum verdict commit_distinct(const struct hash *commitments, unsigned n)
    __attribute__((warn_unused_result));

/* The joint coin [B-9.2]: all identities and all contributions, both in player order. */
struct hash commit_joint_coin(const struct game_id *game, const struct player_key *identities,
                              const struct coin_part *parts, unsigned players);

#endif
