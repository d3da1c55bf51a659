/* recompute.h - checking by opened seeds: everything a player did with the bag is computed again
 * and compared byte for byte.  Independent of the proofs, and much faster: whoever knows all
 * secrets needs to multiply the generator only.
 * Rules: docs/bag.md section 7.  Pure.  Memory: works inside struct bag.
 * Errors: enum verdict; anything but VERDICT_OK leaves *bag as it was. */
#ifndef BAG_RECOMPUTE_H
#define BAG_RECOMPUTE_H

#include "bag/bag.h"

/* x [B-3.1], the permutation [B-5.1] and the scalars [B-5.2] of a player's shuffle of the deck as
 * it stands: what an honest program does, and what a seed is checked against. */
struct scalar recompute_secret(const struct game_id *game, unsigned player,
                               const struct seed *seed);
void recompute_witness(const struct bag *bag, unsigned player, const struct seed *seed,
                       struct shuffle_witness *out);

/* The start deck: r = 1 everywhere, values in order. */
void recompute_begin(struct bag *bag);

/* `deck` is exactly what the seed gives (else VERDICT_BAG_DIFFERS); then the randomness and the
 * value behind every place of the deck are noted.  `bag->cipher` is left to the caller. */
enum verdict recompute_shuffle(struct bag *bag, unsigned player, const struct cipher *deck)
    __attribute__((warn_unused_result));

/* The shares are exactly x A (else VERDICT_BAG_DIFFERS). */
enum verdict recompute_share(const struct bag *bag, unsigned player, const uint8_t *places,
                             unsigned n, const struct point *shares)
    __attribute__((warn_unused_result));

#endif
