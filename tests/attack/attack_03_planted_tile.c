/* Attack 3, planted tile: the shuffler turns one output into a tile of his choice and runs the
 * honest prover on it.  Works against a verifier that does not compare the decks (t4). */
#include "tests/attack/kit.h"

static struct world w;

/* Output 2 becomes tile `value`: its B is moved by the difference. */
static void plant(uint8_t value)
{
    const struct point *now = &points_tile[world_value(&w, 2)];
    struct point move;
    assert_true(group_sub(&move, &points_tile[value], now));
    assert_true(group_add(&w.out[2].b, &w.out[2].b, &move));
    assert_int_equal(world_value(&w, 2), value);
}

static uint8_t another_value(void)
{
    uint8_t there = world_value(&w, 2);
    return there == 1 ? 2 : 1;
}

static void teeth_without_the_decks_it_works(void **state)
{
    (void)state;
    struct scheme weak = scheme_sound();
    weak.skip_decks = true;
    world_make(&w, 3, 5);
    plant(another_value());
    kit_prove(&weak, &w.st, &w.how, &w.rng, &w.proof);
    assert_true(kit_accepts(&weak, &w.st, &w.proof));
}

static void planted_tiles_are_refused(void **state)
{
    (void)state;
    struct scheme sound = scheme_sound();
    for (unsigned number = 0; number < 10; number++) {
        world_make(&w, 30 + number, 5);
        plant(another_value());
        kit_prove(&sound, &w.st, &w.how, &w.rng, &w.proof);
        assert_int_equal(kit_verdict(&w.st, &w.proof), VERDICT_BAD_SHUFFLE);
        shuffle_prove(&w.proof, &w.st, &w.how, &w.rng);
        assert_int_equal(kit_verdict(&w.st, &w.proof), VERDICT_BAD_SHUFFLE);
    }
}

/* Two tiles exchanged against each other: the sum of all tiles stays what it was. */
static void balanced_plants_are_refused(void **state)
{
    (void)state;
    struct scheme sound = scheme_sound();
    world_make(&w, 50, 5);
    assert_true(group_add(&w.out[1].b, &w.out[1].b, &points_tile[9]));
    assert_true(group_sub(&w.out[3].b, &w.out[3].b, &points_tile[9]));
    kit_prove(&sound, &w.st, &w.how, &w.rng, &w.proof);
    assert_int_equal(kit_verdict(&w.st, &w.proof), VERDICT_BAD_SHUFFLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(teeth_without_the_decks_it_works),
        cmocka_unit_test(planted_tiles_are_refused),
        cmocka_unit_test(balanced_plants_are_refused),
    };
    return cmocka_run_group_tests_name("attack 3: planted tile", tests, NULL, NULL);
}
