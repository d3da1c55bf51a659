/* Attack 21, known answers: a second implementation of the shuffle proof, written from the
 * equations, makes the same proofs as the program, byte for byte, and the two agree on honest
 * proofs and on spoiled ones. */
#include "tests/attack/kit.h"

static struct world w;

static void same_proofs(void **state)
{
    (void)state;
    static const unsigned sizes[] = {1, 2, 5, 28};
    struct scheme sound = scheme_sound();
    static struct shuffle_proof ours;
    for (unsigned i = 0; i < 4; i++) {
        world_make(&w, 21, sizes[i]);
        struct rng_stream copy = w.stream;
        struct rng again = rng_from_stream(&copy);
        memset(&ours, 0, sizeof ours);
        kit_prove(&sound, &w.st, &w.how, &w.rng, &w.proof);
        shuffle_prove(&ours, &w.st, &w.how, &again);
        assert_memory_equal(&ours, &w.proof, sizeof ours);
        assert_true(kit_accepts(&sound, &w.st, &ours));
        assert_int_equal(kit_verdict(&w.st, &w.proof), VERDICT_OK);
    }
}

static void same_refusals(void **state)
{
    (void)state;
    struct scheme sound = scheme_sound();
    struct scalar one = scalar_of(1);
    world_make(&w, 22, 5);
    kit_prove(&sound, &w.st, &w.how, &w.rng, &w.proof);
    for (unsigned i = 0; i < 5; i++) {
        struct shuffle_proof bad = w.proof;
        bad.sh[i] = scalar_add(&bad.sh[i], &one);
        assert_false(kit_accepts(&sound, &w.st, &bad));
        assert_int_equal(kit_verdict(&w.st, &bad), VERDICT_BAD_SHUFFLE);
        bad = w.proof;
        assert_true(group_add(&bad.c[i], &bad.c[i], &group_generator));
        assert_false(kit_accepts(&sound, &w.st, &bad));
        assert_int_equal(kit_verdict(&w.st, &bad), VERDICT_BAD_SHUFFLE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_proofs),
        cmocka_unit_test(same_refusals),
    };
    return cmocka_run_group_tests_name("attack 21: second opinion", tests, NULL, NULL);
}
