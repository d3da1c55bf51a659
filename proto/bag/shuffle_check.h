/* shuffle_check.h - the verifier of shuffle proofs, in slices: begin, step until it says done,
 * ask for the verdict.
 * Rules: docs/bag.md section 5.  Pure.
 * Memory: a flat value of about 45 kB that keeps copies of everything it needs.  No secrets.
 * Errors: enum verdict. */
#ifndef BAG_SHUFFLE_CHECK_H
#define BAG_SHUFFLE_CHECK_H

#include "bag/shuffle.h"
#include "base/verdict.h"

enum check_phase { CHECK_ROWS, CHECK_INPUT, CHECK_OUTPUT, CHECK_CHAIN, CHECK_END, CHECK_DONE };

struct shuffle_check {
    struct hash subject;    /* hash of everything checked here [B-5.12] */
    struct hash context;
    struct point joint;
    unsigned n;
    struct cipher in[TILES_MAX], out[TILES_MAX];
    struct shuffle_proof proof;
    /* progress */
    enum check_phase phase;
    unsigned at;            /* next index in the phase */
    enum verdict verdict;   /* meaningful in CHECK_DONE */
    uint8_t hash[SHUFFLE_HASH_LEN];
    struct scalar u[TILES_MAX], product;                 /* weights, and u_1 .. u_N multiplied */
    struct scalar weight_a[TILES_MAX], weight_b[TILES_MAX];  /* equal inputs put together */
    uint8_t first_a[TILES_MAX], first_b[TILES_MAX];
    struct group_sum rows, rows_u, in_a, in_b, out_h, out_a, out_b;
    struct shuffle_announcement t;
};

/* Start checking that `deck` (64 bytes a tile) and `proof` hold for the statement, whose `out` is
 * not looked at.  Lengths must be right (assert: the caller has compared them).  A check that
 * fails at once is done at once. */
void shuffle_check_begin(struct shuffle_check *check, const struct shuffle_statement *statement,
                         struct span deck, struct span proof);

/* Go on for about `budget` scalar multiplications (at least one step).  True when done. */
bool shuffle_check_step(struct shuffle_check *check, unsigned budget);

/* The finding of a check that is done: VERDICT_OK, VERDICT_BAD_POINT, VERDICT_BAD_SCALAR,
 * VERDICT_LAZY_SHUFFLE, VERDICT_BAD_SHUFFLE. */
enum verdict shuffle_check_verdict(const struct shuffle_check *check);

#endif
