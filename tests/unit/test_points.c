/* Proves: every fixed point of the bag is what hashing its label to the group gives, all are
 * different, none is the identity, and the sums of generators are sums. */
#include "bag/group.h"
#include "bag/points.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

static void assert_hashed(const struct point *table, unsigned from, const char *dst)
{
    for (unsigned i = from; i <= TILES_MAX; i++) {
        uint8_t message = (uint8_t)i;
        struct point again = group_hash(span_of(&message, 1), span_text(dst));
        assert_memory_equal(&table[i], &again, sizeof again);
        assert_true(group_point_valid(&table[i]));
    }
}

static void points_are_hashes_of_their_labels(void **state)
{
    (void)state;
    assert_hashed(points_tile, 1, "numbridge/1/tile");
    assert_hashed(points_generator, 0, "numbridge/1/generator");
    assert_true(group_is_identity(&points_tile[0]));
}

static void points_are_all_different(void **state)
{
    (void)state;
    struct point all[1 + TILES_MAX + TILES_MAX + 1];
    unsigned n = 0;
    all[n++] = group_generator;
    for (unsigned i = 1; i <= TILES_MAX; i++)
        all[n++] = points_tile[i];
    for (unsigned i = 0; i <= TILES_MAX; i++)
        all[n++] = points_generator[i];
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < i; k++)
            assert_false(point_equal(&all[i], &all[k]));
}

static void sums_of_generators(void **state)
{
    (void)state;
    struct point sum = group_identity;
    assert_true(point_equal(&points_generator_sum[0], &sum));
    for (unsigned n = 1; n <= TILES_MAX; n++) {
        assert_true(group_add(&sum, &sum, &points_generator[n]));
        assert_true(point_equal(&points_generator_sum[n], &sum));
    }
}

static void values_of_tile_points(void **state)
{
    (void)state;
    for (unsigned v = 1; v <= TILES_MAX; v++)
        assert_int_equal(points_tile_value(&points_tile[v], TILES_MAX), v);
    assert_int_equal(points_tile_value(&points_tile[10], 9), 0);
    assert_int_equal(points_tile_value(&group_identity, TILES_MAX), 0);
    assert_int_equal(points_tile_value(&group_generator, TILES_MAX), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_hashes_of_their_labels),
        cmocka_unit_test(points_are_all_different),
        cmocka_unit_test(sums_of_generators),
        cmocka_unit_test(values_of_tile_points),
    };
    return cmocka_run_group_tests_name("points", tests, NULL, NULL);
}
