/* Attack 4, a map that is no permutation.  (a) One input used twice, another dropped: two equations
 * object, the product of the weights and the sum of the decks; a verifier with neither accepts.
 * (b) Tiles mixed by a matrix whose columns sum to one, C'_1 = C_1 / 2 and C'_2 = C_2 + C_1 / 2:
 * all sums are right, the product alone objects; a verifier without the product chain accepts. */
#include "tests/attack/kit.h"

static struct world w;

/* Outputs 0 and 1 both come from the input of output 0. */
static void double_a_tile(unsigned number)
{
    world_make(&w, number, 5);
    w.how.from[1] = w.how.from[0];
    w.out[1] = elgamal_renew(&w.in[w.how.from[1]], &w.how.rho[1], &w.st.joint);
    assert_int_equal(world_value(&w, 0), world_value(&w, 1));
}

static bool doubling_passes(bool skip_product, bool skip_decks)
{
    struct scheme weak = scheme_sound();
    weak.skip_product = skip_product;
    weak.skip_decks = skip_decks;
    double_a_tile(4);
    kit_prove(&weak, &w.st, &w.how, &w.rng, &w.proof);
    return kit_accepts(&weak, &w.st, &w.proof);
}

static void teeth_doubling_works_without_both(void **state)
{
    (void)state;
    assert_true(doubling_passes(true, true));
    assert_false(doubling_passes(true, false));
    assert_false(doubling_passes(false, true));
    assert_false(doubling_passes(false, false));
}

static void doubled_tiles_are_refused(void **state)
{
    (void)state;
    struct scheme sound = scheme_sound();
    for (unsigned number = 0; number < 10; number++) {
        double_a_tile(40 + number);
        kit_prove(&sound, &w.st, &w.how, &w.rng, &w.proof);
        assert_int_equal(kit_verdict(&w.st, &w.proof), VERDICT_BAD_SHUFFLE);
    }
}

/* All outputs from one input. */
static void all_from_one_is_refused(void **state)
{
    (void)state;
    struct scheme sound = scheme_sound();
    world_make(&w, 60, 5);
    for (unsigned j = 0; j < 5; j++) {
        w.how.from[j] = 2;
        w.out[j] = elgamal_renew(&w.in[2], &w.how.rho[j], &w.st.joint);
    }
    kit_prove(&sound, &w.st, &w.how, &w.rng, &w.proof);
    assert_int_equal(kit_verdict(&w.st, &w.proof), VERDICT_BAD_SHUFFLE);
}

/* --- (b) --- */

static struct point times(const struct scalar *k, const struct point *p)
{
    struct point out;
    assert_true(group_mul(&out, k, p));
    return out;
}

static struct point together(const struct point *p, const struct point *q)
{
    struct point out;
    assert_true(group_add(&out, p, q));
    return out;
}

/* The mixed deck, hidden anew. */
static void mix(void)
{
    struct scalar two = scalar_of(2), half;
    assert_int_equal(crypto_core_ristretto255_scalar_invert(half.b, two.b), 0);
    struct cipher halved = {times(&half, &w.in[0].a), times(&half, &w.in[0].b)};
    struct cipher sum = {together(&w.in[1].a, &halved.a), together(&w.in[1].b, &halved.b)};
    w.out[0] = elgamal_renew(&halved, &w.how.rho[0], &w.st.joint);
    w.out[1] = elgamal_renew(&sum, &w.how.rho[1], &w.st.joint);
    for (unsigned j = 2; j < w.st.n; j++)
        w.out[j] = elgamal_renew(&w.in[j], &w.how.rho[j], &w.st.joint);
}

/* Rows 2 H_1 | -H_1 + H_2 | H_3 ..: columns sum to one. */
static void commit_mix(struct scalar *r)
{
    struct scalar two = scalar_of(2);
    for (unsigned i = 0; i < w.st.n; i++) {
        r[i] = scalar_random(&w.rng);
        struct point row = i == 0 ? times(&two, &points_generator[1]) : points_generator[i + 1];
        if (i == 1)
            assert_true(group_sub(&row, &row, &points_generator[1]));
        struct point blind = group_base(&r[i]);
        w.proof.c[i] = together(&row, &blind);
    }
}

static void prove_mix(const struct scheme *scheme)
{
    uint8_t hash[SHUFFLE_HASH_LEN];
    struct scalar r[TILES_MAX], u[TILES_MAX];
    struct knowledge k;
    memset(&k, 0, sizeof k);
    commit_mix(r);
    kit_weights(scheme, &w.st, w.proof.c, hash, u);
    memcpy(k.up, u, sizeof u[0] * w.st.n);
    k.up[0] = scalar_add(&u[0], &u[0]);
    k.up[0] = scalar_sub(&k.up[0], &u[1]);
    struct point before = points_generator[0];
    for (unsigned j = 0; j < w.st.n; j++) {
        k.rh[j] = scalar_random(&w.rng);
        k.rhat = scalar_muladd(&k.rh[j], &k.up[j], &k.rhat);
        struct point blind = group_base(&k.rh[j]), product = times(&k.up[j], &before);
        before = w.proof.ch[j] = together(&blind, &product);
        k.rbar = scalar_add(&k.rbar, &r[j]);
        k.rtil = scalar_muladd(&k.rtil, &u[j], &r[j]);
        k.rstar = scalar_muladd(&k.rstar, &k.up[j], &w.how.rho[j]);
    }
    kit_finish(scheme, &w.st, &k, hash, &w.rng, &w.proof);
}

static void mixed_tiles_and_the_product(void **state)
{
    (void)state;
    struct scheme weak = scheme_sound(), sound = scheme_sound();
    weak.skip_product = true;
    world_make(&w, 61, 5);
    mix();
    assert_int_equal(world_value(&w, 0), 0);
    assert_int_equal(world_value(&w, 1), 0);
    prove_mix(&weak);
    assert_true(kit_accepts(&weak, &w.st, &w.proof)); /* teeth */
    prove_mix(&sound);
    assert_false(kit_accepts(&sound, &w.st, &w.proof));
    assert_int_equal(kit_verdict(&w.st, &w.proof), VERDICT_BAD_SHUFFLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(teeth_doubling_works_without_both),
        cmocka_unit_test(doubled_tiles_are_refused),
        cmocka_unit_test(all_from_one_is_refused),
        cmocka_unit_test(mixed_tiles_and_the_product),
    };
    return cmocka_run_group_tests_name("attack 4: no permutation", tests, NULL, NULL);
}
