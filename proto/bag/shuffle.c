/* The prover, a step for each index of each array, so that a program may do something else between
 * any two of them.  Names follow docs/bag.md section 5; index 0 here is index 1 there.  Sums over
 * the output deck are taken over the input deck instead (the prover knows which is which), where
 * equal points are multiplied once: that halves the work on a start deck. */
#include "bag/shuffle.h"

#include "bag/points.h"
#include "base/hash.h"

#include <assert.h>
#include <limits.h>

/* --- hashes --- */

void shuffle_hash(uint8_t out[SHUFFLE_HASH_LEN], const struct shuffle_statement *st,
                  const struct point *c)
{
    struct hasher h;
    /* [B-5.4] S = H64("shuffle-1"; context, number N, G, H, H_1 .. H_N, Y, the input deck, the
     * output deck, c_1 .. c_N). */
    hash_start(&h, TAG_SHUFFLE_1);
    hash_bytes(&h, span_of(st->context.b, sizeof st->context.b));
    hash_number(&h, st->n);
    hash_bytes(&h, span_of(group_generator.b, POINT_LEN));
    hash_bytes(&h, span_of(points_generator[0].b, POINT_LEN));
    hash_bytes(&h, span_of(&points_generator[1], sizeof(struct point) * st->n));
    hash_bytes(&h, span_of(st->joint.b, POINT_LEN));
    hash_bytes(&h, span_of(st->in, sizeof *st->in * st->n));
    hash_bytes(&h, span_of(st->out, sizeof *st->out * st->n));
    hash_bytes(&h, span_of(c, sizeof *c * st->n));
    hash_end64(&h, out);
}

struct scalar shuffle_weight(const uint8_t hash[SHUFFLE_HASH_LEN], unsigned i)
{
    uint8_t wide[64];
    struct hasher h;
    /* [B-5.5] u_i = H64("shuffle-2"; S, number i) mod q, for i = 1 .. N. */
    hash_start(&h, TAG_SHUFFLE_2);
    hash_bytes(&h, span_of(hash, SHUFFLE_HASH_LEN));
    hash_number(&h, i);
    hash_end64(&h, wide);
    return scalar_reduce(wide);
}

struct scalar shuffle_challenge(const uint8_t hash[SHUFFLE_HASH_LEN], const struct point *ch,
                                const struct shuffle_announcement *t, unsigned n)
{
    uint8_t wide[64];
    struct hasher h;
    /* [B-5.7] x = H64("shuffle-3"; S, ch_1 .. ch_N, t1, t2, t3, t4a, t4b, th_1 .. th_N) mod q. */
    hash_start(&h, TAG_SHUFFLE_3);
    hash_bytes(&h, span_of(hash, SHUFFLE_HASH_LEN));
    hash_bytes(&h, span_of(ch, sizeof *ch * n));
    hash_bytes(&h, span_of(t->t1.b, POINT_LEN));
    hash_bytes(&h, span_of(t->t2.b, POINT_LEN));
    hash_bytes(&h, span_of(t->t3.b, POINT_LEN));
    hash_bytes(&h, span_of(t->t4a.b, POINT_LEN));
    hash_bytes(&h, span_of(t->t4b.b, POINT_LEN));
    hash_bytes(&h, span_of(t->th, sizeof t->th[0] * n));
    hash_end64(&h, wide);
    return scalar_reduce(wide);
}

/* --- the steps of the prover --- */

/* k G + l P, both our own. */
static struct point blend(const struct scalar *k, const struct scalar *l, const struct point *p)
{
    struct group_sum s = group_sum_new();
    group_sum_base(&s, k);
    group_sum_mul(&s, l, p);
    assert(s.ok);
    return s.p;
}

static void next_phase(struct shuffle_prover *v, enum prove_phase phase)
{
    v->phase = phase;
    v->at = 0;
}

/* Which row carries H_j is the permutation: [B-5.6] c_p(j) = r_p(j) G + H_j */
static void commit_row(struct shuffle_prover *v, unsigned j)
{
    unsigned i = v->wit->from[j];
    struct group_sum s = group_sum_new();
    group_sum_base(&s, &v->r[i]);
    group_sum_add(&s, &points_generator[j + 1]);
    assert(s.ok);
    v->proof.c[i] = s.p;
}

static void draw_weights(struct shuffle_prover *v)
{
    shuffle_hash(v->hash, v->st, v->proof.c);
    for (unsigned i = 0; i < v->st->n; i++)
        v->u[i] = shuffle_weight(v->hash, i + 1);
    for (unsigned j = 0; j < v->st->n; j++)
        v->up[j] = v->u[v->wit->from[j]];
    v->R[0] = scalar_of(0);
    v->U[0] = scalar_of(1);
}

/* R_j = rh_j + u'_j R_(j-1), U_j = u'_j U_(j-1), ch_j = R_j G + U_j H: the same points as
 * rh_j G + u'_j ch_(j-1) with ch_0 = H, but independent of each other. */
static void chain_product(struct shuffle_prover *v, unsigned j)
{
    v->rh[j] = scalar_random(&v->nonces);
    v->R[j + 1] = scalar_muladd(&v->rh[j], &v->up[j], &v->R[j]);
    v->U[j + 1] = scalar_mul(&v->up[j], &v->U[j]);
    v->proof.ch[j] = blend(&v->R[j + 1], &v->U[j + 1], &points_generator[0]);
}

static void draw_masks(struct shuffle_prover *v)
{
    v->w1 = scalar_random(&v->nonces);
    v->w2 = scalar_random(&v->nonces);
    v->w3 = scalar_random(&v->nonces);
    v->w4 = scalar_random(&v->nonces);
    for (unsigned j = 0; j < v->st->n; j++) {
        v->wh[j] = scalar_random(&v->nonces);
        v->wp[j] = scalar_random(&v->nonces);
    }
    v->t.t1 = group_base(&v->w1);
    v->t.t2 = group_base(&v->w2);
    v->t3 = group_sum_new();
    group_sum_base(&v->t3, &v->w3);
}

/* The weights of points that occur more than once are put together at the first of them. */
static void merge(struct scalar *k, const struct point *points, unsigned n, uint8_t *first)
{
    group_first_equal(points, n, first);
    for (unsigned i = 0; i < n; i++)
        if (first[i] != i)
            k[first[i]] = scalar_add(&k[first[i]], &k[i]);
}

/* t4 = -w4 (G, Y) + sum wp_j C'_j, where C'_j = C_p(j) + rho_j (G, Y). */
static void begin_decks(struct shuffle_prover *v)
{
    struct scalar rest = scalar_negate(&v->w4);
    struct point a[TILES_MAX], b[TILES_MAX];
    for (unsigned j = 0; j < v->st->n; j++) {
        unsigned i = v->wit->from[j];
        v->weight_a[i] = v->weight_b[i] = v->wp[j];
        a[i] = v->st->in[i].a;
        b[i] = v->st->in[i].b;
        rest = scalar_muladd(&rest, &v->wp[j], &v->wit->rho[j]);
    }
    merge(v->weight_a, a, v->st->n, v->first_a);
    merge(v->weight_b, b, v->st->n, v->first_b);
    v->t4a = group_sum_new();
    v->t4b = group_sum_new();
    group_sum_base(&v->t4a, &rest);
    group_sum_mul(&v->t4b, &rest, &v->st->joint);
    sodium_memzero(&rest, sizeof rest);
}

static void add_weight(struct shuffle_prover *v, unsigned j)
{
    group_sum_mul(&v->t3, &v->wp[j], &points_generator[j + 1]);
}

static void add_weighted(struct group_sum *s, const struct scalar *k, const struct point *p)
{
    if (point_equal(p, &group_generator))
        group_sum_base(s, k);
    else
        group_sum_mul(s, k, p);
}

static void add_input(struct shuffle_prover *v, unsigned i)
{
    if (v->first_a[i] == i)
        add_weighted(&v->t4a, &v->weight_a[i], &v->st->in[i].a);
    if (v->first_b[i] == i)
        add_weighted(&v->t4b, &v->weight_b[i], &v->st->in[i].b);
}

/* th_j = wh_j G + wp_j ch_(j-1), with ch_(j-1) = R_(j-1) G + U_(j-1) H */
static void announce_link(struct shuffle_prover *v, unsigned j)
{
    struct scalar of_g = scalar_muladd(&v->wh[j], &v->wp[j], &v->R[j]);
    struct scalar of_h = scalar_mul(&v->wp[j], &v->U[j]);
    v->t.th[j] = blend(&of_g, &of_h, &points_generator[0]);
    sodium_memzero(&of_g, sizeof of_g);
    sodium_memzero(&of_h, sizeof of_h);
}

static void respond(struct shuffle_prover *v)
{
    struct shuffle_proof *out = &v->proof;
    /* [B-5.8] s1 = w1 + x sum r_i; s2 = w2 + x R_N;
     * s3 = w3 + x sum u_i r_i; s4 = w4 + x sum u'_j rho_j; sh_j = wh_j + x rh_j;
     * sp_j = wp_j + x u'_j. */
    struct scalar rbar = scalar_of(0), rtil = scalar_of(0), rstar = scalar_of(0);
    for (unsigned i = 0; i < v->st->n; i++) {
        rbar = scalar_add(&rbar, &v->r[i]);
        rtil = scalar_muladd(&rtil, &v->u[i], &v->r[i]);
        rstar = scalar_muladd(&rstar, &v->up[i], &v->wit->rho[i]);
        out->sh[i] = scalar_muladd(&v->wh[i], &out->x, &v->rh[i]);
        out->sp[i] = scalar_muladd(&v->wp[i], &out->x, &v->up[i]);
    }
    out->s1 = scalar_muladd(&v->w1, &out->x, &rbar);
    out->s2 = scalar_muladd(&v->w2, &out->x, &v->R[v->st->n]);
    out->s3 = scalar_muladd(&v->w3, &out->x, &rtil);
    out->s4 = scalar_muladd(&v->w4, &out->x, &rstar);
    sodium_memzero(&rbar, sizeof rbar);
    sodium_memzero(&rtil, sizeof rtil);
    sodium_memzero(&rstar, sizeof rstar);
}

/* --- the order of the steps --- */

/* What an index costs in multiplications, roughly, and what is done with it. */
static const struct prove_row {
    unsigned cost;
    void (*step)(struct shuffle_prover *v, unsigned at);
} steps[] = {
    [PROVE_ROWS] = {1, commit_row},
    [PROVE_CHAIN] = {2, chain_product},
    [PROVE_WEIGHTS] = {1, add_weight},
    [PROVE_DECKS] = {2, add_input},
    [PROVE_LINKS] = {2, announce_link},
};

/* A phase has been through all indices. */
static void end_phase(struct shuffle_prover *v)
{
    enum prove_phase ended = v->phase;
    next_phase(v, ended + 1);
    switch (ended) {
    case PROVE_ROWS:
        draw_weights(v);
        break;
    case PROVE_CHAIN:
        draw_masks(v);
        break;
    case PROVE_WEIGHTS:
        assert(v->t3.ok);
        v->t.t3 = v->t3.p;
        begin_decks(v);
        break;
    case PROVE_DECKS:
        assert(v->t4a.ok && v->t4b.ok);
        v->t.t4a = v->t4a.p;
        v->t.t4b = v->t4b.p;
        break;
    case PROVE_LINKS:
        v->proof.x = shuffle_challenge(v->hash, v->proof.ch, &v->t, v->st->n);
        respond(v);
        break;
    case PROVE_DONE:
        break;
    }
}

void shuffle_prove_begin(struct shuffle_prover *v, const struct shuffle_statement *statement,
                         const struct shuffle_witness *witness, const struct rng *nonces)
{
    assert(statement->n >= 1 && statement->n <= TILES_MAX);
    memset(v, 0, sizeof *v);
    v->st = statement;
    v->wit = witness;
    v->nonces = *nonces;
    next_phase(v, PROVE_ROWS);
    for (unsigned i = 0; i < statement->n; i++)
        v->r[i] = scalar_random(&v->nonces);
}

bool shuffle_prove_step(struct shuffle_prover *v, unsigned budget)
{
    for (unsigned spent = 0; v->phase != PROVE_DONE;) {
        spent += steps[v->phase].cost;
        steps[v->phase].step(v, v->at);
        if (++v->at == v->st->n)
            end_phase(v);
        if (spent >= budget)
            break;
    }
    return v->phase == PROVE_DONE;
}

void shuffle_prove(struct shuffle_proof *out, const struct shuffle_statement *statement,
                   const struct shuffle_witness *witness, const struct rng *nonces)
{
    struct shuffle_prover v;
    shuffle_prove_begin(&v, statement, witness, nonces);
    while (!shuffle_prove_step(&v, UINT_MAX))
        continue;
    *out = v.proof;
    sodium_memzero(&v, sizeof v);
}

/* --- bytes --- */

void shuffle_proof_write(const struct shuffle_proof *proof, unsigned n, uint8_t *bytes)
{
    const struct shuffle_proof *p = proof;
    const struct scalar *head[5] = {&p->x, &p->s1, &p->s2, &p->s3, &p->s4};
    const void *arrays[4] = {p->sh, p->sp, p->c, p->ch};
    for (unsigned i = 0; i < 5; i++, bytes += SCALAR_LEN)
        memcpy(bytes, head[i]->b, SCALAR_LEN);
    for (unsigned i = 0; i < 4; i++, bytes += 32 * (size_t)n)
        memcpy(bytes, arrays[i], 32 * (size_t)n);
}

void shuffle_proof_read(struct shuffle_proof *out, unsigned n, const uint8_t *bytes)
{
    struct shuffle_proof *p = out;
    struct scalar *head[5] = {&p->x, &p->s1, &p->s2, &p->s3, &p->s4};
    void *arrays[4] = {p->sh, p->sp, p->c, p->ch};
    for (unsigned i = 0; i < 5; i++, bytes += SCALAR_LEN)
        memcpy(head[i]->b, bytes, SCALAR_LEN);
    for (unsigned i = 0; i < 4; i++, bytes += 32 * (size_t)n)
        memcpy(arrays[i], bytes, 32 * (size_t)n);
}
