/* Plain and slow on purpose: every equation as it stands in docs/bag.md section 5. */
#include "tests/attack/kit.h"

struct scheme scheme_sound(void)
{
    struct scheme s;
    memset(&s, 0, sizeof s);
    s.generator = points_generator;
    return s;
}

/* --- arithmetic that takes what libsodium takes --- */

static void plus(struct point *s, const struct point *p)
{
    if (crypto_core_ristretto255_add(s->b, s->b, p->b) != 0)
        memset(s->b, 0xee, sizeof s->b); /* no point: no hash will fit */
}

static void plus_times(struct point *s, const struct scalar *k, const struct point *p)
{
    struct point product;
    if (crypto_scalarmult_ristretto255(product.b, k->b, p->b) != 0)
        product = group_identity;
    plus(s, &product);
}

static struct scalar minus(const struct scalar *k)
{
    return scalar_negate(k);
}

/* --- hashes --- */

void kit_weights(const struct scheme *scheme, const struct shuffle_statement *st,
                 const struct point *c, uint8_t hash[SHUFFLE_HASH_LEN], struct scalar *u)
{
    struct hasher h;
    hash_start(&h, TAG_SHUFFLE_1);
    if (!scheme->forget_context)
        hash_bytes(&h, span_of(st->context.b, 32));
    hash_number(&h, st->n);
    hash_bytes(&h, span_of(group_generator.b, 32));
    hash_bytes(&h, span_of(scheme->generator, 32));
    hash_bytes(&h, span_of(scheme->generator + 1, 32 * st->n));
    hash_bytes(&h, span_of(st->joint.b, 32));
    hash_bytes(&h, span_of(st->in, 64 * st->n));
    if (!scheme->forget_outputs)
        hash_bytes(&h, span_of(st->out, 64 * st->n));
    hash_bytes(&h, span_of(c, 32 * st->n));
    hash_end64(&h, hash);
    for (unsigned i = 0; i < st->n; i++)
        u[i] = shuffle_weight(hash, i + 1);
}

static struct scalar challenge(const struct scheme *scheme, unsigned n,
                               const uint8_t hash[SHUFFLE_HASH_LEN], const struct point *ch,
                               const struct shuffle_announcement *t)
{
    struct shuffle_announcement seen = *t;
    if (scheme->skip_product) {
        seen.t2 = group_identity;
        memset(seen.th, 0, sizeof seen.th);
    }
    if (scheme->skip_decks)
        seen.t4a = seen.t4b = group_identity;
    return shuffle_challenge(hash, ch, &seen, n);
}

/* --- proving --- */

struct masks { struct scalar w1, w2, w3, w4, wh[TILES_MAX], wp[TILES_MAX]; };

static void draw_masks(struct masks *w, unsigned n, const struct rng *nonces)
{
    w->w1 = scalar_random(nonces);
    w->w2 = scalar_random(nonces);
    w->w3 = scalar_random(nonces);
    w->w4 = scalar_random(nonces);
    for (unsigned j = 0; j < n; j++) {
        w->wh[j] = scalar_random(nonces);
        w->wp[j] = scalar_random(nonces);
    }
}

static void announce(const struct scheme *scheme, const struct shuffle_statement *st,
                     const struct masks *w, const struct point *ch,
                     struct shuffle_announcement *t)
{
    struct scalar w4 = minus(&w->w4);
    t->t1 = group_base(&w->w1);
    t->t2 = group_base(&w->w2);
    t->t3 = group_base(&w->w3);
    t->t4a = group_base(&w4);
    t->t4b = group_identity;
    plus_times(&t->t4b, &w4, &st->joint);
    for (unsigned j = 0; j < st->n; j++) {
        plus_times(&t->t3, &w->wp[j], &scheme->generator[j + 1]);
        plus_times(&t->t4a, &w->wp[j], &st->out[j].a);
        plus_times(&t->t4b, &w->wp[j], &st->out[j].b);
        t->th[j] = group_base(&w->wh[j]);
        plus_times(&t->th[j], &w->wp[j], j == 0 ? &scheme->generator[0] : &ch[j - 1]);
    }
}

void kit_finish(const struct scheme *scheme, const struct shuffle_statement *st,
                const struct knowledge *known, const uint8_t hash[SHUFFLE_HASH_LEN],
                const struct rng *nonces, struct shuffle_proof *p)
{
    struct masks w;
    struct shuffle_announcement t;
    memset(&t, 0, sizeof t);
    draw_masks(&w, st->n, nonces);
    announce(scheme, st, &w, p->ch, &t);
    p->x = challenge(scheme, st->n, hash, p->ch, &t);
    p->s1 = scalar_muladd(&w.w1, &p->x, &known->rbar);
    p->s2 = scalar_muladd(&w.w2, &p->x, &known->rhat);
    p->s3 = scalar_muladd(&w.w3, &p->x, &known->rtil);
    p->s4 = scalar_muladd(&w.w4, &p->x, &known->rstar);
    for (unsigned j = 0; j < st->n; j++) {
        p->sh[j] = scalar_muladd(&w.wh[j], &p->x, &known->rh[j]);
        p->sp[j] = scalar_muladd(&w.wp[j], &p->x, &known->up[j]);
    }
}

/* Row i commits to H_j for every output j that comes from it: one for a permutation, none or
 * several for any other map. */
static void commit_rows(const struct scheme *scheme, const struct shuffle_statement *st,
                        const struct shuffle_witness *how, const struct scalar *r,
                        struct point *c)
{
    for (unsigned i = 0; i < st->n; i++)
        c[i] = group_base(&r[i]);
    for (unsigned j = 0; j < st->n; j++)
        plus(&c[how->from[j]], &scheme->generator[j + 1]);
}

void kit_prove(const struct scheme *scheme, const struct shuffle_statement *st,
               const struct shuffle_witness *how, const struct rng *nonces,
               struct shuffle_proof *p)
{
    uint8_t hash[SHUFFLE_HASH_LEN];
    struct scalar r[TILES_MAX], u[TILES_MAX];
    struct knowledge k;
    memset(&k, 0, sizeof k);
    for (unsigned i = 0; i < st->n; i++)
        r[i] = scalar_random(nonces);
    commit_rows(scheme, st, how, r, p->c);
    kit_weights(scheme, st, p->c, hash, u);
    for (unsigned j = 0; j < st->n; j++) {
        k.up[j] = u[how->from[j]];
        k.rh[j] = scalar_random(nonces);
        k.rhat = scalar_muladd(&k.rh[j], &k.up[j], &k.rhat);
        p->ch[j] = group_base(&k.rh[j]);
        plus_times(&p->ch[j], &k.up[j], j == 0 ? &scheme->generator[0] : &p->ch[j - 1]);
        k.rbar = scalar_add(&k.rbar, &r[j]);
        k.rtil = scalar_muladd(&k.rtil, &u[j], &r[j]);
        k.rstar = scalar_muladd(&k.rstar, &k.up[j], &how->rho[j]);
    }
    kit_finish(scheme, st, &k, hash, nonces, p);
}

/* --- checking --- */

static bool lazy(const struct shuffle_statement *st)
{
    for (unsigned j = 0; j < st->n; j++)
        for (unsigned i = 0; i < st->n; i++)
            if (point_equal(&st->out[j].a, &st->in[i].a) ||
                (i != j && point_equal(&st->out[j].a, &st->out[i].a)))
                return true;
    return false;
}

static bool well_spelled(const struct shuffle_statement *st, const struct shuffle_proof *p)
{
    bool ok = group_scalar_valid(&p->x) && group_scalar_valid(&p->s1) &&
              group_scalar_valid(&p->s2) && group_scalar_valid(&p->s3) &&
              group_scalar_valid(&p->s4);
    for (unsigned i = 0; i < st->n; i++)
        ok = ok && group_scalar_valid(&p->sh[i]) && group_scalar_valid(&p->sp[i]) &&
             group_point_valid(&p->c[i]) && group_point_valid(&p->ch[i]) &&
             group_point_valid(&st->out[i].a) && group_point_valid(&st->out[i].b);
    return ok;
}

/* t1, t2, t3: from s G, minus x times what should open. */
static void rebuild_rows(const struct scheme *scheme, const struct shuffle_statement *st,
                         const struct shuffle_proof *p, const struct scalar *u,
                         struct shuffle_announcement *t)
{
    struct scalar x = minus(&p->x), product = p->x;
    t->t1 = group_base(&p->s1);
    t->t2 = group_base(&p->s2);
    t->t3 = group_base(&p->s3);
    for (unsigned i = 0; i < st->n; i++) {
        struct scalar xu = scalar_mul(&x, &u[i]);
        plus_times(&t->t1, &x, &p->c[i]);
        plus_times(&t->t1, &p->x, &scheme->generator[i + 1]);
        plus_times(&t->t3, &p->sp[i], &scheme->generator[i + 1]);
        plus_times(&t->t3, &xu, &p->c[i]);
        product = scalar_mul(&product, &u[i]);
    }
    plus_times(&t->t2, &x, &p->ch[st->n - 1]);
    plus_times(&t->t2, &product, &scheme->generator[0]);
}

static void rebuild_decks(const struct scheme *scheme, const struct shuffle_statement *st,
                          const struct shuffle_proof *p, const struct scalar *u,
                          struct shuffle_announcement *t)
{
    struct scalar x = minus(&p->x), s4 = minus(&p->s4);
    t->t4a = group_base(&s4);
    t->t4b = group_identity;
    plus_times(&t->t4b, &s4, &st->joint);
    for (unsigned i = 0; i < st->n; i++) {
        struct scalar xu = scalar_mul(&x, &u[i]);
        plus_times(&t->t4a, &p->sp[i], &st->out[i].a);
        plus_times(&t->t4a, &xu, &st->in[i].a);
        plus_times(&t->t4b, &p->sp[i], &st->out[i].b);
        plus_times(&t->t4b, &xu, &st->in[i].b);
        t->th[i] = group_base(&p->sh[i]);
        plus_times(&t->th[i], &p->sp[i], i == 0 ? &scheme->generator[0] : &p->ch[i - 1]);
        plus_times(&t->th[i], &x, &p->ch[i]);
    }
}

bool kit_accepts(const struct scheme *scheme, const struct shuffle_statement *st,
                 const struct shuffle_proof *p)
{
    uint8_t hash[SHUFFLE_HASH_LEN];
    struct scalar u[TILES_MAX];
    struct shuffle_announcement t;
    memset(&t, 0, sizeof t);
    if (!scheme->skip_encoding && !well_spelled(st, p))
        return false;
    if (!scheme->skip_lazy && lazy(st))
        return false;
    kit_weights(scheme, st, p->c, hash, u);
    rebuild_rows(scheme, st, p, u, &t);
    rebuild_decks(scheme, st, p, u, &t);
    struct scalar x = challenge(scheme, st->n, hash, p->ch, &t);
    return memcmp(x.b, p->x.b, SCALAR_LEN) == 0;
}

enum verdict kit_verdict(const struct shuffle_statement *st, const struct shuffle_proof *p)
{
    static struct shuffle_check check;
    static uint8_t bytes[SHUFFLE_PROOF_LEN_MAX];
    shuffle_proof_write(p, st->n, bytes);
    shuffle_check_begin(&check, st, span_of(st->out, sizeof *st->out * st->n),
                        span_of(bytes, shuffle_proof_len(st->n)));
    while (!shuffle_check_step(&check, UINT32_MAX))
        continue;
    return shuffle_check_verdict(&check);
}

/* --- a small world --- */

void world_make(struct world *w, unsigned number, unsigned n)
{
    uint8_t key[32];
    memset(w, 0, sizeof *w);
    table_bytes(key, "world", number, n);
    rng_stream_init(&w->stream, key);
    w->rng = rng_from_stream(&w->stream);
    w->y = scalar_random(&w->rng);
    w->st = (struct shuffle_statement){{{3, 1, 4}}, group_base(&w->y), w->in, w->out, n};
    for (unsigned i = 0; i < n; i++) {
        struct scalar r = scalar_random(&w->rng);
        w->in[i] = elgamal_known(&points_tile[i + 1], &r, &w->y);
        w->how.from[i] = (uint8_t)i;
    }
    rng_shuffle(&w->rng, w->how.from, n);
    for (unsigned j = 0; j < n; j++) {
        w->how.rho[j] = scalar_random(&w->rng);
        w->out[j] = elgamal_renew(&w->in[w->how.from[j]], &w->how.rho[j], &w->st.joint);
    }
}

uint8_t world_value(const struct world *w, unsigned j)
{
    struct point mask, tile;
    if (!group_mul(&mask, &w->y, &w->out[j].a) || !group_sub(&tile, &w->out[j].b, &mask))
        return 0;
    return points_tile_value(&tile, w->st.n);
}
