/* The verifier rebuilds the announcements from the responses and asks whether their hash is the
 * challenge.  Names follow docs/bag.md section 5; index 0 here is index 1 there.  Nothing here is
 * secret, so time may depend on what is checked. */
#include "bag/shuffle_check.h"

#include "bag/points.h"
#include "base/hash.h"

#include <assert.h>

static void finish(struct shuffle_check *c, enum verdict verdict)
{
    c->verdict = verdict;
    c->phase = CHECK_DONE;
}

/* --- what can be seen without arithmetic --- */

static bool scalars_valid(const struct shuffle_proof *p, unsigned n)
{
    bool ok = group_scalar_valid(&p->x) && group_scalar_valid(&p->s1) &&
              group_scalar_valid(&p->s2) && group_scalar_valid(&p->s3) &&
              group_scalar_valid(&p->s4);
    for (unsigned i = 0; i < n && ok; i++)
        ok = group_scalar_valid(&p->sh[i]) && group_scalar_valid(&p->sp[i]);
    return ok;
}

/* The rest of "valid" is found by the multiplications: each of these points is multiplied. */
static bool spellings_valid(const struct shuffle_check *c)
{
    for (unsigned i = 0; i < c->n; i++)
        if (!group_spelling_valid(&c->out[i].a) || !group_spelling_valid(&c->out[i].b) ||
            !group_spelling_valid(&c->proof.c[i]) || !group_spelling_valid(&c->proof.ch[i]))
            return false;
    return true;
}

/* [B-5.3] No A of the output deck equals an A of the input deck, and the A of the output deck are
 * pairwise distinct. */
static bool is_lazy(const struct shuffle_check *c)
{
    for (unsigned j = 0; j < c->n; j++)
        for (unsigned i = 0; i < c->n; i++)
            if (point_equal(&c->out[j].a, &c->in[i].a) ||
                (i < j && point_equal(&c->out[j].a, &c->out[i].a)))
                return true;
    return false;
}

/* --- preparation: weights --- */

static void merge(struct scalar *weight, uint8_t *first, const struct point *points, unsigned n)
{
    group_first_equal(points, n, first);
    for (unsigned i = 0; i < n; i++)
        if (first[i] != i)
            weight[first[i]] = scalar_add(&weight[first[i]], &weight[i]);
}

static void prepare(struct shuffle_check *c)
{
    struct point a[TILES_MAX], b[TILES_MAX];
    struct shuffle_statement st = {c->context, c->joint, c->in, c->out, c->n};
    shuffle_hash(c->hash, &st, c->proof.c);
    c->product = scalar_of(1);
    for (unsigned i = 0; i < c->n; i++) {
        c->u[i] = c->weight_a[i] = c->weight_b[i] = shuffle_weight(c->hash, i + 1);
        c->product = scalar_mul(&c->product, &c->u[i]);
        a[i] = c->in[i].a;
        b[i] = c->in[i].b;
    }
    merge(c->weight_a, c->first_a, a, c->n);
    merge(c->weight_b, c->first_b, b, c->n);
}

static struct hash subject_of(const struct shuffle_statement *st, struct span deck,
                              struct span proof)
{
    struct hasher h;
    hash_start(&h, TAG_SHUFFLE_1);
    hash_bytes(&h, span_of(st->context.b, sizeof st->context.b));
    hash_bytes(&h, span_of(st->joint.b, POINT_LEN));
    hash_bytes(&h, span_of(st->in, sizeof *st->in * st->n));
    hash_bytes(&h, deck);
    hash_bytes(&h, proof);
    return hash_end(&h);
}

void shuffle_check_begin(struct shuffle_check *c, const struct shuffle_statement *st,
                         struct span deck, struct span proof)
{
    assert(st->n >= 1 && st->n <= TILES_MAX);
    assert(deck.len == sizeof *st->in * st->n && proof.len == shuffle_proof_len(st->n));
    memset(c, 0, sizeof *c);
    c->subject = subject_of(st, deck, proof);
    c->context = st->context;
    c->joint = st->joint;
    c->n = st->n;
    memcpy(c->in, st->in, deck.len);
    memcpy(c->out, deck.data, deck.len);
    shuffle_proof_read(&c->proof, c->n, proof.data);
    struct group_sum *sums[] = {&c->rows,  &c->rows_u, &c->in_a, &c->in_b,
                                &c->out_h, &c->out_a,  &c->out_b};
    for (unsigned i = 0; i < sizeof sums / sizeof sums[0]; i++)
        *sums[i] = group_sum_new();
    if (!scalars_valid(&c->proof, c->n))
        finish(c, VERDICT_BAD_SCALAR);
    else if (!spellings_valid(c))
        finish(c, VERDICT_BAD_POINT);
    else if (is_lazy(c))
        finish(c, VERDICT_LAZY_SHUFFLE);
    else
        prepare(c);
}

/* --- the five sums, index by index; each returns what it cost in multiplications --- */

/* sum c_i and sum u_i c_i */
static unsigned step_row(struct shuffle_check *c, unsigned i)
{
    group_sum_add(&c->rows, &c->proof.c[i]);
    group_sum_mul(&c->rows_u, &c->u[i], &c->proof.c[i]);
    return 1;
}

static unsigned add_input(struct group_sum *s, const struct scalar *weight, const struct point *p)
{
    if (point_equal(p, &group_generator))
        group_sum_base(s, weight);
    else
        group_sum_mul(s, weight, p);
    return 1;
}

/* sum u_i A_i and sum u_i B_i, equal points only once */
static unsigned step_input(struct shuffle_check *c, unsigned i)
{
    unsigned cost = 0;
    if (c->first_a[i] == i)
        cost += add_input(&c->in_a, &c->weight_a[i], &c->in[i].a);
    if (c->first_b[i] == i)
        cost += add_input(&c->in_b, &c->weight_b[i], &c->in[i].b);
    return cost;
}

/* sum sp_j H_j, sum sp_j A'_j, sum sp_j B'_j */
static unsigned step_output(struct shuffle_check *c, unsigned j)
{
    group_sum_mul(&c->out_h, &c->proof.sp[j], &points_generator[j + 1]);
    group_sum_mul(&c->out_a, &c->proof.sp[j], &c->out[j].a);
    group_sum_mul(&c->out_b, &c->proof.sp[j], &c->out[j].b);
    return 3;
}

/* *s -= x p */
static void less_x_times(struct group_sum *s, const struct scalar *x, const struct point *p)
{
    struct point product = group_identity;
    s->ok = s->ok && group_mul(&product, x, p);
    group_sum_sub(s, &product);
}

/* [B-5.11] th_j = sh_j G + sp_j ch_(j-1) - x ch_j with ch_0 = H */
static unsigned step_chain(struct shuffle_check *c, unsigned j)
{
    struct group_sum t = group_sum_new();
    group_sum_base(&t, &c->proof.sh[j]);
    group_sum_mul(&t, &c->proof.sp[j], j == 0 ? &points_generator[0] : &c->proof.ch[j - 1]);
    less_x_times(&t, &c->proof.x, &c->proof.ch[j]);
    c->t.th[j] = t.p;
    c->rows.ok = c->rows.ok && t.ok;
    return 3;
}

/* --- the end: five announcements and the challenge --- */

/* [B-5.11] t1 = s1 G - x (sum c_i - sum H_i) */
static struct group_sum first_announcement(const struct shuffle_check *c)
{
    struct group_sum t = group_sum_new(), rows = c->rows;
    group_sum_sub(&rows, &points_generator_sum[c->n]);
    group_sum_base(&t, &c->proof.s1);
    less_x_times(&t, &c->proof.x, &rows.p);
    t.ok = t.ok && rows.ok;
    return t;
}

/* [B-5.11] t2 = s2 G - x (ch_N - u H) */
static struct group_sum second_announcement(const struct shuffle_check *c)
{
    struct group_sum t = group_sum_new();
    struct scalar xu = scalar_mul(&c->proof.x, &c->product);
    group_sum_base(&t, &c->proof.s2);
    less_x_times(&t, &c->proof.x, &c->proof.ch[c->n - 1]);
    group_sum_mul(&t, &xu, &points_generator[0]);
    return t;
}

/* [B-5.11] t3 = s3 G + sum sp_j H_j - x sum u_i c_i;
 * t4a = -s4 G + sum sp_j A'_j - x sum u_i A_i;
 * t4b = -s4 Y + sum sp_j B'_j - x sum u_i B_i; */
static enum verdict conclude(struct shuffle_check *c)
{
    const struct shuffle_proof *p = &c->proof;
    struct scalar minus_s4 = scalar_negate(&p->s4);
    struct group_sum t1 = first_announcement(c), t2 = second_announcement(c);
    struct group_sum t3 = c->out_h, t4a = c->out_a, t4b = c->out_b;
    group_sum_base(&t3, &p->s3);
    less_x_times(&t3, &p->x, &c->rows_u.p);
    group_sum_base(&t4a, &minus_s4);
    less_x_times(&t4a, &p->x, &c->in_a.p);
    group_sum_mul(&t4b, &minus_s4, &c->joint);
    less_x_times(&t4b, &p->x, &c->in_b.p);
    if (!t1.ok || !t2.ok || !t3.ok || !t4a.ok || !t4b.ok || !c->rows_u.ok || !c->in_a.ok ||
        !c->in_b.ok)
        return VERDICT_BAD_POINT;
    c->t.t1 = t1.p;
    c->t.t2 = t2.p;
    c->t.t3 = t3.p;
    c->t.t4a = t4a.p;
    c->t.t4b = t4b.p;
    struct scalar x = shuffle_challenge(c->hash, p->ch, &c->t, c->n);
    return memcmp(x.b, p->x.b, SCALAR_LEN) == 0 ? VERDICT_OK : VERDICT_BAD_SHUFFLE;
}

static unsigned step_once(struct shuffle_check *c)
{
    static unsigned (*const step[])(struct shuffle_check *, unsigned) = {
        [CHECK_ROWS] = step_row,
        [CHECK_INPUT] = step_input,
        [CHECK_OUTPUT] = step_output,
        [CHECK_CHAIN] = step_chain,
    };
    if (c->phase == CHECK_END) {
        finish(c, conclude(c));
        return 11;
    }
    unsigned cost = step[c->phase](c, c->at);
    c->at++;
    if (c->at == c->n) {
        c->at = 0;
        c->phase++;
    }
    return cost;
}

bool shuffle_check_step(struct shuffle_check *c, unsigned budget)
{
    unsigned spent = 0;
    while (c->phase != CHECK_DONE) {
        spent += step_once(c);
        if (spent >= budget)
            break;
    }
    return c->phase == CHECK_DONE;
}

enum verdict shuffle_check_verdict(const struct shuffle_check *c)
{
    assert(c->phase == CHECK_DONE);
    return c->verdict;
}
