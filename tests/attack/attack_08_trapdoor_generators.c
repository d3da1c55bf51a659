/* Attack 8, generators with known logarithms (the fault of the Scytl mix-net): the forger plants
 * what he likes and his proof is perfect - under a set of generators that he made.  The program
 * has its own set, hashed to the group, and no way to be given another one. */
#include "tests/attack/trapdoor.h"

static struct world w;
static struct trapdoor door;

static void teeth_under_his_generators_it_works(void **state)
{
    (void)state;
    struct scheme his = scheme_sound();
    trapdoor_make(&door);
    his.generator = door.generator;
    world_make(&w, 8, 5);
    trapdoor_mix(&w);
    trapdoor_prove(&door, &his, &w);
    assert_true(kit_accepts(&his, &w.st, &w.proof));
    assert_int_equal(world_value(&w, 0), 0); /* garbage was planted */
    assert_int_equal(world_value(&w, 1), 0);
}

static void under_ours_it_does_not(void **state)
{
    (void)state;
    struct scheme his = scheme_sound(), ours = scheme_sound();
    trapdoor_make(&door);
    his.generator = door.generator;
    world_make(&w, 8, 5);
    trapdoor_mix(&w);
    trapdoor_prove(&door, &his, &w);
    assert_int_equal(kit_verdict(&w.st, &w.proof), VERDICT_BAD_SHUFFLE);
    trapdoor_prove(&door, &ours, &w);
    assert_int_equal(kit_verdict(&w.st, &w.proof), VERDICT_BAD_SHUFFLE);
}

/* None of ours is one of his, or the hash of anything but its label. */
static void our_generators_are_hashes(void **state)
{
    (void)state;
    trapdoor_make(&door);
    for (unsigned i = 0; i <= TILES_MAX; i++) {
        uint8_t message = (uint8_t)i;
        struct point again = group_hash(span_of(&message, 1), span_text("numbridge/1/generator"));
        assert_true(point_equal(&again, &points_generator[i]));
        assert_false(point_equal(&door.generator[i], &points_generator[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(teeth_under_his_generators_it_works),
        cmocka_unit_test(under_ours_it_does_not),
        cmocka_unit_test(our_generators_are_hashes),
    };
    return cmocka_run_group_tests_name("attack 8: trapdoor generators", tests, NULL, NULL);
}
