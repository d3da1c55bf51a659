/* The prover.  Names follow docs/bag.md section 5; index 0 here is index 1 there.  Sums over the
 * output deck are taken over the input deck instead (the prover knows which is which), where
 * equal points are multiplied once: that halves the work on a start deck. */
#include "bag/shuffle.h"

#include "bag/points.h"
#include "base/hash.h"

#include <assert.h>

/* Everything the prover must remember between the steps: SECRET. */
struct prover {
    const struct shuffle_statement *st;
    const struct shuffle_witness *wit;
    uint8_t hash[SHUFFLE_HASH_LEN];
    struct scalar r[TILES_MAX];      /* of the commitment to row i: c[i] */
    struct scalar u[TILES_MAX];      /* weights of the inputs */
    struct scalar up[TILES_MAX];     /* weights of the outputs: u'_j = u_p(j) */
    struct scalar rh[TILES_MAX];     /* of the product chain */
    struct scalar R[TILES_MAX + 1];  /* ch_j = R_j G + U_j H */
    struct scalar U[TILES_MAX + 1];
    struct scalar w1, w2, w3, w4, wh[TILES_MAX], wp[TILES_MAX];
};

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

/* Which row carries H_j is the permutation: [B-5.6] c_p(j) = r_p(j) G + H_j */
static void commit_permutation(struct prover *v, const struct rng *nonces, struct point *c)
{
    for (unsigned i = 0; i < v->st->n; i++)
        v->r[i] = scalar_random(nonces);
    for (unsigned j = 0; j < v->st->n; j++) {
        unsigned i = v->wit->from[j];
        struct group_sum s = group_sum_new();
        group_sum_base(&s, &v->r[i]);
        group_sum_add(&s, &points_generator[j + 1]);
        assert(s.ok);
        c[i] = s.p;
    }
}

static void draw_weights(struct prover *v, const struct point *c)
{
    shuffle_hash(v->hash, v->st, c);
    for (unsigned i = 0; i < v->st->n; i++)
        v->u[i] = shuffle_weight(v->hash, i + 1);
    for (unsigned j = 0; j < v->st->n; j++)
        v->up[j] = v->u[v->wit->from[j]];
}

/* R_j = rh_j + u'_j R_(j-1), U_j = u'_j U_(j-1), ch_j = R_j G + U_j H: the same points as
 * rh_j G + u'_j ch_(j-1) with ch_0 = H, but independent of each other. */
static void chain_products(struct prover *v, const struct rng *nonces, struct point *ch)
{
    v->R[0] = scalar_of(0);
    v->U[0] = scalar_of(1);
    for (unsigned j = 0; j < v->st->n; j++) {
        v->rh[j] = scalar_random(nonces);
        v->R[j + 1] = scalar_muladd(&v->rh[j], &v->up[j], &v->R[j]);
        v->U[j + 1] = scalar_mul(&v->up[j], &v->U[j]);
        ch[j] = blend(&v->R[j + 1], &v->U[j + 1], &points_generator[0]);
    }
}

static void draw_masks(struct prover *v, const struct rng *nonces)
{
    v->w1 = scalar_random(nonces);
    v->w2 = scalar_random(nonces);
    v->w3 = scalar_random(nonces);
    v->w4 = scalar_random(nonces);
    for (unsigned j = 0; j < v->st->n; j++) {
        v->wh[j] = scalar_random(nonces);
        v->wp[j] = scalar_random(nonces);
    }
}

/* The weighted sum of `points`, each different point multiplied once; `k` is spent. */
static void add_merged(struct group_sum *s, struct scalar *k, const struct point *points,
                       unsigned n)
{
    uint8_t first[TILES_MAX];
    group_first_equal(points, n, first);
    for (unsigned i = 0; i < n; i++)
        if (first[i] != i)
            k[first[i]] = scalar_add(&k[first[i]], &k[i]);
    for (unsigned i = 0; i < n; i++) {
        if (first[i] != i)
            continue;
        if (point_equal(&points[i], &group_generator))
            group_sum_base(s, &k[i]);
        else
            group_sum_mul(s, &k[i], &points[i]);
    }
}

/* t4 = -w4 (G, Y) + sum wp_j C'_j, where C'_j = C_p(j) + rho_j (G, Y). */
static void announce_decks(struct prover *v, struct shuffle_announcement *t)
{
    struct scalar weight_a[TILES_MAX], weight_b[TILES_MAX], rest = scalar_negate(&v->w4);
    struct point a[TILES_MAX], b[TILES_MAX];
    struct group_sum sum_a = group_sum_new(), sum_b = group_sum_new();
    for (unsigned j = 0; j < v->st->n; j++) {
        unsigned i = v->wit->from[j];
        weight_a[i] = weight_b[i] = v->wp[j];
        a[i] = v->st->in[i].a;
        b[i] = v->st->in[i].b;
        rest = scalar_muladd(&rest, &v->wp[j], &v->wit->rho[j]);
    }
    group_sum_base(&sum_a, &rest);
    group_sum_mul(&sum_b, &rest, &v->st->joint);
    add_merged(&sum_a, weight_a, a, v->st->n);
    add_merged(&sum_b, weight_b, b, v->st->n);
    assert(sum_a.ok && sum_b.ok);
    t->t4a = sum_a.p;
    t->t4b = sum_b.p;
    sodium_memzero(weight_a, sizeof weight_a);
    sodium_memzero(weight_b, sizeof weight_b);
    sodium_memzero(&rest, sizeof rest);
}

static void announce(struct prover *v, struct shuffle_announcement *t)
{
    struct group_sum t3 = group_sum_new();
    t->t1 = group_base(&v->w1);
    t->t2 = group_base(&v->w2);
    group_sum_base(&t3, &v->w3);
    for (unsigned j = 0; j < v->st->n; j++)
        group_sum_mul(&t3, &v->wp[j], &points_generator[j + 1]);
    assert(t3.ok);
    t->t3 = t3.p;
    announce_decks(v, t);
    /* th_j = wh_j G + wp_j ch_(j-1), with ch_(j-1) = R_(j-1) G + U_(j-1) H */
    for (unsigned j = 0; j < v->st->n; j++) {
        struct scalar of_g = scalar_muladd(&v->wh[j], &v->wp[j], &v->R[j]);
        struct scalar of_h = scalar_mul(&v->wp[j], &v->U[j]);
        t->th[j] = blend(&of_g, &of_h, &points_generator[0]);
        sodium_memzero(&of_g, sizeof of_g);
        sodium_memzero(&of_h, sizeof of_h);
    }
}

static void respond(const struct prover *v, struct shuffle_proof *out)
{
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

void shuffle_prove(struct shuffle_proof *out, const struct shuffle_statement *statement,
                   const struct shuffle_witness *witness, const struct rng *nonces)
{
    struct prover v = {.st = statement, .wit = witness};
    struct shuffle_announcement t;
    assert(statement->n >= 1 && statement->n <= TILES_MAX);
    commit_permutation(&v, nonces, out->c);
    draw_weights(&v, out->c);
    chain_products(&v, nonces, out->ch);
    draw_masks(&v, nonces);
    announce(&v, &t);
    out->x = shuffle_challenge(v.hash, out->ch, &t, statement->n);
    respond(&v, out);
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
