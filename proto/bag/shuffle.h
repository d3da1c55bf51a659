/* shuffle.h - proving that one deck is another one, permuted and hidden anew, without a word
 * about the permutation: the proof of Terelius and Wikstroem; the prover, and the hashes both
 * sides compute.  The verifier is shuffle_check.h.
 * Rules: docs/bag.md section 5.  Pure: nonces come from outside.
 * Memory: plain values.  Errors: none.
 * Sources: B. Terelius, D. Wikstroem, "Proofs of Restricted Shuffles" (2010); R. Haenni,
 * P. Locher, R. Koenig, E. Dubuis, "Pseudo-Code Algorithms for Verifiable Re-Encryption
 * Mix-Nets" (2017). */
#ifndef BAG_SHUFFLE_H
#define BAG_SHUFFLE_H

#include "bag/elgamal.h"

enum { SHUFFLE_HASH_LEN = 64 };

/* What is proven: out[j] = in[p(j)] hidden anew under `joint`, for some permutation p. */
struct shuffle_statement {
    struct hash context;     /* where this happens [B-4.2] */
    struct point joint;      /* Y */
    const struct cipher *in, *out;
    unsigned n;              /* 1 to TILES_MAX */
};

/* How it was done: SECRET, wipe after use. */
struct shuffle_witness {
    uint8_t from[TILES_MAX];       /* p: out[j] came from in[from[j]] */
    struct scalar rho[TILES_MAX];  /* out[j] = in[from[j]] + rho[j] (G, Y) */
};

/* The announcements of the proof, which the challenge is the hash of. */
struct shuffle_announcement {
    struct point t1, t2, t3, t4a, t4b;
    struct point th[TILES_MAX];
};

/* A proof taken apart; written as its members in this order, n elements of each array:
 * 32 (4 n + 5) bytes [B-5.9]. */
struct shuffle_proof {
    struct scalar x, s1, s2, s3, s4;
    struct scalar sh[TILES_MAX], sp[TILES_MAX];
    struct point c[TILES_MAX], ch[TILES_MAX];
};

/* Bytes of a proof for n tiles. */
static inline size_t shuffle_proof_len(unsigned n)
{
    return 32 * (4 * (size_t)n + 5);
}

/* Proving in slices: begin, step until it says done, and the proof is in `proof`.  Everything the
 * prover remembers between the steps is SECRET: wipe it. */
enum prove_phase { PROVE_ROWS, PROVE_CHAIN, PROVE_WEIGHTS, PROVE_DECKS, PROVE_LINKS, PROVE_DONE };

struct shuffle_prover {
    const struct shuffle_statement *st;
    const struct shuffle_witness *wit;
    struct rng nonces;
    struct shuffle_proof proof;      /* public, once it is done */
    enum prove_phase phase;
    unsigned at;                     /* next index in the phase */
    uint8_t hash[SHUFFLE_HASH_LEN];
    struct scalar r[TILES_MAX];      /* of the commitment to row i: c[i] */
    struct scalar u[TILES_MAX];      /* weights of the inputs */
    struct scalar up[TILES_MAX];     /* weights of the outputs: u'_j = u_p(j) */
    struct scalar rh[TILES_MAX];     /* of the product chain */
    struct scalar R[TILES_MAX + 1];  /* ch_j = R_j G + U_j H */
    struct scalar U[TILES_MAX + 1];
    struct scalar w1, w2, w3, w4, wh[TILES_MAX], wp[TILES_MAX];
    struct shuffle_announcement t;
    struct scalar weight_a[TILES_MAX], weight_b[TILES_MAX]; /* equal inputs put together */
    uint8_t first_a[TILES_MAX], first_b[TILES_MAX];
    struct group_sum t3, t4a, t4b;
};

/* `statement` and `witness` must outlive the steps; `nonces` must be a stream nobody else can know
 * or repeat [B-4.3], and stay in place too. */
void shuffle_prove_begin(struct shuffle_prover *v, const struct shuffle_statement *statement,
                         const struct shuffle_witness *witness, const struct rng *nonces);

/* Go on for about `budget` scalar multiplications (at least one step).  True when done. */
bool shuffle_prove_step(struct shuffle_prover *prover, unsigned budget);

/* All at once. */
void shuffle_prove(struct shuffle_proof *out, const struct shuffle_statement *statement,
                   const struct shuffle_witness *witness, const struct rng *nonces);

/* To and from bytes; `bytes` holds shuffle_proof_len(n).  Reading checks nothing. */
void shuffle_proof_write(const struct shuffle_proof *proof, unsigned n, uint8_t *bytes);
void shuffle_proof_read(struct shuffle_proof *out, unsigned n, const uint8_t *bytes);

/* S [B-5.4], the weight u_i for i from 1 [B-5.5], the challenge x [B-5.7]. */
void shuffle_hash(uint8_t out[SHUFFLE_HASH_LEN], const struct shuffle_statement *statement,
                  const struct point *c);
struct scalar shuffle_weight(const uint8_t hash[SHUFFLE_HASH_LEN], unsigned i);
struct scalar shuffle_challenge(const uint8_t hash[SHUFFLE_HASH_LEN], const struct point *ch,
                                const struct shuffle_announcement *t, unsigned n);

#endif
