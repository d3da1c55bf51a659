/* shuffler.h - making a shuffle of a bag and its proof in slices, so that nobody waits for it:
 * begin (the same arguments as bag_make_shuffle), step until it says done, take.
 * Rules: docs/bag.md section 5.  Pure: randomness comes in.
 * Memory: a flat value of about 70 kB, SECRET, that stays where it is until it is wiped.
 * Errors: none. */
#ifndef BAG_SHUFFLER_H
#define BAG_SHUFFLER_H

#include "bag/bag.h"

struct shuffler {
    struct shuffle_witness how;
    struct cipher in[TILES_MAX], out[TILES_MAX];
    unsigned renewed;   /* tiles of `out` that are there */
    struct shuffle_statement st;
    struct seed seed;
    struct rng rng;     /* of the caller; asked once, when the deck is renewed */
    struct rng_stream stream;
    struct shuffle_prover prover;
};

/* `bag` and `secret` are copied from; `rng` must stay usable until the deck is there. */
void shuffler_begin(struct shuffler *job, const struct bag *bag, const struct bag_secret *secret,
                    const struct hash *prev, const struct rng *rng);

/* Go on for about `budget` scalar multiplications (at least one step).  True when done. */
bool shuffler_step(struct shuffler *job, unsigned budget);

/* Deck and proof, once it is done. */
void shuffler_take(const struct shuffler *job, uint8_t *deck, uint8_t *proof);

void shuffler_wipe(struct shuffler *job);

#endif
