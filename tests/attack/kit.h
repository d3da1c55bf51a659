/* kit.h - what forgers need: a second, plain implementation of the shuffle proof in which each
 * safeguard can be left out.  With nothing left out it makes and accepts exactly what the real one
 * does (attack_21 holds it to that); with one thing left out it is the weakened verifier that a
 * forgery must succeed against, so that we know the forgery is one.  Exists in tests only. */
#ifndef TESTS_ATTACK_KIT_H
#define TESTS_ATTACK_KIT_H

#include "bag/points.h"
#include "bag/shuffle_check.h"
#include "tests/unit/bag_table.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

/* A way to prove and check shuffles, with holes. */
struct scheme {
    const struct point *generator;  /* H, H_1 .. */
    bool forget_context;            /* not hashed */
    bool forget_outputs;            /* u does not depend on the output deck */
    bool skip_product;              /* no t2, no chain: the product of u' is not compared */
    bool skip_decks;                /* no t4: the decks are not compared */
    bool skip_encoding;             /* points and scalars spelled as libsodium lets pass */
    bool skip_lazy;                 /* no look at the first halves */
};

/* The real thing. */
struct scheme scheme_sound(void);

/* What a prover must know once u is known; forgers fill it in their own way. */
struct knowledge {
    struct scalar rbar, rhat, rtil, rstar;
    struct scalar rh[TILES_MAX], up[TILES_MAX];
};

/* S and the u of a statement under a scheme. */
void kit_weights(const struct scheme *scheme, const struct shuffle_statement *st,
                 const struct point *c, uint8_t hash[SHUFFLE_HASH_LEN], struct scalar *u);

/* The last steps of a prover: announcements straight from the equations, challenge, responses.
 * proof->c and proof->ch are there already. */
void kit_finish(const struct scheme *scheme, const struct shuffle_statement *st,
                const struct knowledge *known, const uint8_t hash[SHUFFLE_HASH_LEN],
                const struct rng *nonces, struct shuffle_proof *proof);

/* The prover, with any map in witness->from (a permutation if it is honest). */
void kit_prove(const struct scheme *scheme, const struct shuffle_statement *st,
               const struct shuffle_witness *witness, const struct rng *nonces,
               struct shuffle_proof *proof);

/* The verifier. */
bool kit_accepts(const struct scheme *scheme, const struct shuffle_statement *st,
                 const struct shuffle_proof *proof);

/* What the program itself says. */
enum verdict kit_verdict(const struct shuffle_statement *st, const struct shuffle_proof *proof);

/* A small world: n different tiles under a joint key, hidden with known randomness, an honest
 * shuffle of them; everything a function of `number`. */
struct world {
    struct shuffle_statement st;
    struct shuffle_witness how;
    struct cipher in[TILES_MAX], out[TILES_MAX];
    struct scalar y; /* the joint secret, which no player knows */
    struct shuffle_proof proof;
    struct rng_stream stream;
    struct rng rng;
};
void world_make(struct world *w, unsigned number, unsigned n);

/* Which tile lies in an output, found with the joint secret; 0 if it is none. */
uint8_t world_value(const struct world *w, unsigned j);

#endif
