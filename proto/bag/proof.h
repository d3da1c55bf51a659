/* proof.h - the two small proofs: "I know the secret of my key" and "these are my shares".
 * Rules: docs/bag.md sections 3, 4 and 6.  Pure: nonces come from outside.
 * Memory: plain values.  Errors: enum verdict.
 * Sources: Schnorr's proof of knowledge; RFC 9497 section 2.2 (batched DLEQ). */
#ifndef BAG_PROOF_H
#define BAG_PROOF_H

#include "bag/commit.h"
#include "bag/group.h"

enum { PROOF_LEN = 64, PROOF_LABEL_MAX = 200 };
struct proof { uint8_t b[PROOF_LEN]; }; /* challenge then response, both canonical scalars */

/* A stream of nonces [B-4.3]: from the player's seed, everything the proof states, and 32 fresh
 * bytes.  A restored backup (same seed, no memory) repeats no nonce for another statement, and a
 * broken source of fresh bytes repeats none either.  Wipe it after use. */
void proof_nonces(struct rng_stream *out, const struct seed *seed, const struct hash *statement,
                  const struct rng *fresh);

/* The hash of what a proof of possession states: place and key [B-3.3]. */
struct hash proof_possession_statement(const struct commit_place *place,
                                       const struct point *key);

/* Prove knowledge of x with key = x G, nonce k; check such a proof (`key` must be valid):
 * VERDICT_BAD_SCALAR, VERDICT_BAD_POSSESSION. */
void proof_possession_make(struct proof *out, const struct commit_place *place,
                           const struct scalar *x, const struct scalar *k);
enum verdict proof_possession_check(const struct proof *proof, const struct commit_place *place,
                                    const struct point *key) __attribute__((warn_unused_result));

/* "log_G(key) = log_c[i](d[i]) for all i": every d[i] is x c[i]. */
struct proof_pairs {
    struct span label;       /* contextString of RFC 9497, at most PROOF_LABEL_MAX bytes */
    struct point key;        /* x G */
    const struct point *c, *d;
    unsigned n;              /* 1 to TILES_MAX */
};

/* Prove it with the nonce k; the pairs are our own. */
void proof_pairs_make(struct proof *out, const struct proof_pairs *pairs, const struct scalar *x,
                      const struct scalar *k);

/* Check it.  key and c must be valid; d comes from outside: VERDICT_BAD_POINT,
 * VERDICT_BAD_SCALAR, VERDICT_BAD_SHARE. */
enum verdict proof_pairs_check(const struct proof *proof, const struct proof_pairs *pairs)
    __attribute__((warn_unused_result));

#endif
