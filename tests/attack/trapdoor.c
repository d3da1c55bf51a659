/* Everything that should open to something under H_j is opened by its logarithm. */
#include "tests/attack/trapdoor.h"

void trapdoor_make(struct trapdoor *door)
{
    for (unsigned i = 0; i <= TILES_MAX; i++) {
        door->log[i] = scalar_of(1000003 + 17 * i);
        door->generator[i] = group_base(&door->log[i]);
    }
}

static struct cipher sum_of(const struct cipher *x, const struct cipher *y)
{
    struct cipher s;
    assert_true(group_add(&s.a, &x->a, &y->a) && group_add(&s.b, &x->b, &y->b));
    return s;
}

void trapdoor_mix(struct world *w)
{
    struct cipher sum = sum_of(&w->in[0], &w->in[1]), twice = sum_of(&w->in[0], &w->in[0]);
    w->out[0] = elgamal_renew(&sum, &w->how.rho[0], &w->st.joint);
    w->out[1] = elgamal_renew(&twice, &w->how.rho[1], &w->st.joint);
    for (unsigned j = 2; j < w->st.n; j++)
        w->out[j] = elgamal_renew(&w->in[j], &w->how.rho[j], &w->st.joint);
}

/* sum u'_j C'_j = sum u_i C_i: u'_0 = u_1 and u'_1 = (u_0 - u_1) / 2. */
static void choose_weights(struct scalar *up, const struct scalar *u, unsigned n)
{
    struct scalar two = scalar_of(2), half, difference = scalar_sub(&u[0], &u[1]);
    assert_int_equal(crypto_core_ristretto255_scalar_invert(half.b, two.b), 0);
    memcpy(up, u, sizeof *u * n);
    up[0] = u[1];
    up[1] = scalar_mul(&difference, &half);
}

void trapdoor_prove(const struct trapdoor *door, const struct scheme *scheme, struct world *w)
{
    unsigned n = w->st.n;
    uint8_t hash[SHUFFLE_HASH_LEN];
    struct scalar e[TILES_MAX], f[TILES_MAX], u[TILES_MAX], all = scalar_of(1);
    struct knowledge k;
    memset(&k, 0, sizeof k);
    for (unsigned i = 0; i < n; i++) {
        e[i] = scalar_random(&w->rng);
        f[i] = scalar_random(&w->rng);
        w->proof.c[i] = group_base(&e[i]);  /* means whatever is needed later */
        w->proof.ch[i] = group_base(&f[i]);
    }
    kit_weights(scheme, &w->st, w->proof.c, hash, u);
    choose_weights(k.up, u, n);
    for (unsigned j = 0; j < n; j++) {
        struct scalar minus_up = scalar_negate(&k.up[j]);
        k.rbar = scalar_add(&k.rbar, &e[j]);
        k.rbar = scalar_sub(&k.rbar, &door->log[j + 1]);
        k.rtil = scalar_muladd(&k.rtil, &u[j], &e[j]);
        k.rtil = scalar_muladd(&k.rtil, &minus_up, &door->log[j + 1]);
        k.rh[j] = scalar_muladd(&f[j], &minus_up, j == 0 ? &door->log[0] : &f[j - 1]);
        k.rstar = scalar_muladd(&k.rstar, &k.up[j], &w->how.rho[j]);
        all = scalar_mul(&all, &u[j]);
    }
    struct scalar product = scalar_mul(&all, &door->log[0]);
    k.rhat = scalar_sub(&f[n - 1], &product);
    kit_finish(scheme, &w->st, &k, hash, &w->rng, &w->proof);
}
