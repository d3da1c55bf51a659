/* Attack 9, tile points that depend on each other: were tile v the point v G, a forger who gets
 * past the proof (here with the trapdoor of attack 8) could plant legal tiles: 1 + 2 = 3.  With
 * hashed tile points he gets points that are no tiles, and the bag says so. */
#include "tests/attack/trapdoor.h"

static struct world w;
static struct trapdoor door;

/* The world with M_v = v G. */
static void make_linear(void)
{
    world_make(&w, 9, 5);
    for (uint32_t i = 0; i < 5; i++) {
        struct scalar v = scalar_of(i + 1), r = scalar_random(&w.rng);
        struct point tile = group_base(&v);
        w.in[i] = elgamal_known(&tile, &r, &w.y);
    }
}

static uint32_t linear_value(unsigned j)
{
    struct point mask, tile;
    assert_true(group_mul(&mask, &w.y, &w.out[j].a) && group_sub(&tile, &w.out[j].b, &mask));
    for (uint32_t v = 1; v <= 5; v++) {
        struct scalar k = scalar_of(v);
        struct point p = group_base(&k);
        if (point_equal(&p, &tile))
            return v;
    }
    return 0;
}

static void teeth_linear_tiles_can_be_planted(void **state)
{
    (void)state;
    static const uint32_t planted[] = {3, 2, 3, 4, 5}; /* the 1 has become a second 3 */
    struct scheme his = scheme_sound();
    trapdoor_make(&door);
    his.generator = door.generator;
    make_linear();
    trapdoor_mix(&w);
    trapdoor_prove(&door, &his, &w);
    assert_true(kit_accepts(&his, &w.st, &w.proof));
    for (unsigned j = 0; j < 5; j++)
        assert_int_equal(linear_value(j), planted[j]);
}

static void hashed_tiles_become_garbage(void **state)
{
    (void)state;
    world_make(&w, 9, 5);
    trapdoor_mix(&w);
    assert_int_equal(world_value(&w, 0), 0);
    assert_int_equal(world_value(&w, 1), 0);
}

/* No sum, difference or double of tile points is a tile point. */
static void tiles_have_no_small_relations(void **state)
{
    (void)state;
    for (unsigned a = 1; a <= TILES_MAX; a++)
        for (unsigned b = a; b <= TILES_MAX; b += 7) {
            struct point p;
            assert_true(group_add(&p, &points_tile[a], &points_tile[b]));
            assert_int_equal(points_tile_value(&p, TILES_MAX), 0);
            assert_true(group_sub(&p, &points_tile[a], &points_tile[b]));
            assert_int_equal(points_tile_value(&p, TILES_MAX), 0);
        }
}

/* Should garbage ever get into a bag, opening it is a refusal with a name. */
static void garbage_is_named(void **state)
{
    (void)state;
    static struct table t;
    uint8_t value = 0;
    table_lay(&t, 109, (struct tile_set){TILES_DIGITS, 4}, 2);
    table_begin(&t);
    assert_true(group_add(&t.bag.cipher[3].b, &t.bag.cipher[3].b, &points_tile[2]));
    t.bag.rest[3] = t.bag.cipher[3].b;
    assert_int_equal(table_open(&t, 3), 0);
    assert_int_equal(bag_value(&t.bag, 3, &value), VERDICT_NOT_A_TILE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(teeth_linear_tiles_can_be_planted),
        cmocka_unit_test(hashed_tiles_become_garbage),
        cmocka_unit_test(tiles_have_no_small_relations),
        cmocka_unit_test(garbage_is_named),
    };
    return cmocka_run_group_tests_name("attack 9: linear tiles", tests, NULL, NULL);
}
