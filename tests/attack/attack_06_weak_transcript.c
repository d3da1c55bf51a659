/* Attack 6, weights that forget the outputs: if u does not depend on the output deck, the forger
 * learns u first and then moves two outputs so that the weighted sum stays: B'_1 by u'_2 D and
 * B'_2 by -u'_1 D.  Works against such a verifier; the real u depends on everything. */
#include "tests/attack/kit.h"

static struct world w;

/* c comes from the nonces, so that a dry run with the same nonces tells the u to come. */
static void forge(const struct scheme *scheme)
{
    uint8_t hash[SHUFFLE_HASH_LEN];
    struct scalar u[TILES_MAX];
    struct rng_stream copy = w.stream;
    struct rng dry = rng_from_stream(&copy);
    struct point move;
    kit_prove(scheme, &w.st, &w.how, &dry, &w.proof);
    kit_weights(scheme, &w.st, w.proof.c, hash, u);
    struct scalar u1 = u[w.how.from[0]], u2 = u[w.how.from[1]];
    assert_true(group_mul(&move, &u2, &points_tile[50]));
    assert_true(group_add(&w.out[0].b, &w.out[0].b, &move));
    assert_true(group_mul(&move, &u1, &points_tile[50]));
    assert_true(group_sub(&w.out[1].b, &w.out[1].b, &move));
    kit_prove(scheme, &w.st, &w.how, &w.rng, &w.proof);
    assert_int_equal(world_value(&w, 0), 0); /* a tile that is none */
}

static void teeth_it_works_if_outputs_are_forgotten(void **state)
{
    (void)state;
    struct scheme weak = scheme_sound();
    weak.forget_outputs = true;
    world_make(&w, 6, 5);
    forge(&weak);
    assert_true(kit_accepts(&weak, &w.st, &w.proof));
    assert_int_equal(kit_verdict(&w.st, &w.proof), VERDICT_BAD_SHUFFLE);
}

static void the_real_weights_move_away(void **state)
{
    (void)state;
    struct scheme sound = scheme_sound();
    for (unsigned number = 0; number < 10; number++) {
        world_make(&w, 600 + number, 5);
        forge(&sound);
        assert_false(kit_accepts(&sound, &w.st, &w.proof));
        assert_int_equal(kit_verdict(&w.st, &w.proof), VERDICT_BAD_SHUFFLE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(teeth_it_works_if_outputs_are_forgotten),
        cmocka_unit_test(the_real_weights_move_away),
    };
    return cmocka_run_group_tests_name("attack 6: weak transcript", tests, NULL, NULL);
}
