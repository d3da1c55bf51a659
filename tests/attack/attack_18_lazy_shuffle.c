/* Attack 18, the lazy shuffler: rho = 0 for one output or for all, so that its first half is that
 * of an input and everybody sees where the tile went; or two outputs with one first half.  Such a
 * shuffle is a shuffle, and its proof holds (teeth): only looking at the halves finds it. */
#include "tests/attack/kit.h"

static struct world w;

static void prove_lazily(unsigned number, unsigned from, unsigned to)
{
    struct scheme weak = scheme_sound();
    weak.skip_lazy = true;
    world_make(&w, number, 5);
    for (unsigned j = from; j < to; j++) {
        w.how.rho[j] = scalar_of(0);
        w.out[j] = w.in[w.how.from[j]];
    }
    kit_prove(&weak, &w.st, &w.how, &w.rng, &w.proof);
    assert_true(kit_accepts(&weak, &w.st, &w.proof)); /* teeth: the equations hold */
}

/* The permutation, read off the two decks. */
static unsigned visible(void)
{
    unsigned seen = 0;
    for (unsigned j = 0; j < 5; j++)
        for (unsigned i = 0; i < 5; i++)
            seen += point_equal(&w.out[j].a, &w.in[i].a) && w.how.from[j] == i;
    return seen;
}

static void one_output_unchanged(void **state)
{
    (void)state;
    for (unsigned j = 0; j < 5; j++) {
        prove_lazily(18, j, j + 1);
        assert_int_equal(visible(), 1);
        assert_int_equal(kit_verdict(&w.st, &w.proof), VERDICT_LAZY_SHUFFLE);
    }
}

static void all_outputs_unchanged(void **state)
{
    (void)state;
    prove_lazily(180, 0, 5);
    assert_int_equal(visible(), 5);
    assert_int_equal(kit_verdict(&w.st, &w.proof), VERDICT_LAZY_SHUFFLE);
}

/* The first half of another input: rho = r_k - r_i, which the player before may know. */
static void the_half_of_another_input(void **state)
{
    (void)state;
    struct scheme weak = scheme_sound();
    struct scalar r0 = scalar_of(1001), r1 = scalar_of(1002);
    weak.skip_lazy = true;
    world_make(&w, 181, 5);
    w.in[0] = elgamal_known(&points_tile[1], &r0, &w.y);
    w.in[1] = elgamal_known(&points_tile[2], &r1, &w.y);
    for (unsigned j = 0; j < 5; j++) {
        if (w.how.from[j] == 0)
            w.how.rho[j] = scalar_of(1); /* r1 - r0 */
        w.out[j] = elgamal_renew(&w.in[w.how.from[j]], &w.how.rho[j], &w.st.joint);
    }
    kit_prove(&weak, &w.st, &w.how, &w.rng, &w.proof);
    assert_true(kit_accepts(&weak, &w.st, &w.proof));
    assert_int_equal(kit_verdict(&w.st, &w.proof), VERDICT_LAZY_SHUFFLE);
}

/* Two outputs with one first half: their difference is the difference of two tiles, in the open. */
static void two_outputs_alike(void **state)
{
    (void)state;
    struct scheme weak = scheme_sound();
    struct scalar r[2] = {scalar_of(50), scalar_of(70)}, both = scalar_of(100);
    weak.skip_lazy = true;
    world_make(&w, 182, 5);
    for (unsigned i = 0; i < 2; i++)
        w.in[i] = elgamal_known(&points_tile[i + 1], &r[i], &w.y);
    for (unsigned j = 0; j < 5; j++) {
        if (w.how.from[j] < 2)
            w.how.rho[j] = scalar_sub(&both, &r[w.how.from[j]]);
        w.out[j] = elgamal_renew(&w.in[w.how.from[j]], &w.how.rho[j], &w.st.joint);
    }
    kit_prove(&weak, &w.st, &w.how, &w.rng, &w.proof);
    assert_true(kit_accepts(&weak, &w.st, &w.proof));
    assert_int_equal(kit_verdict(&w.st, &w.proof), VERDICT_LAZY_SHUFFLE);
}

/* A later shuffler cannot be seen through: honest ones are never taken for lazy. */
static void honest_shuffles_are_not_lazy(void **state)
{
    (void)state;
    struct scheme sound = scheme_sound();
    for (unsigned number = 0; number < 10; number++) {
        world_make(&w, 1800 + number, 5);
        kit_prove(&sound, &w.st, &w.how, &w.rng, &w.proof);
        assert_int_equal(kit_verdict(&w.st, &w.proof), VERDICT_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_output_unchanged),
        cmocka_unit_test(all_outputs_unchanged),
        cmocka_unit_test(the_half_of_another_input),
        cmocka_unit_test(two_outputs_alike),
        cmocka_unit_test(honest_shuffles_are_not_lazy),
    };
    return cmocka_run_group_tests_name("attack 18: lazy shuffle", tests, NULL, NULL);
}
