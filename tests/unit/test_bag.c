/* Proves: a bag goes from tickets to opened tiles for every tile set and 2 to 4 players, all tiles
 * come out once each, hands are seen by their owners alone, gathered tiles are dealt anew; proofs
 * and seeds agree; and every refusal of bag.h happens and leaves the bag as it was. */
#include "bag_table.h"

#include <stdlib.h>

static const struct tile_set sets[] = {
    {TILES_DIGITS, 4}, {TILES_DIGITS, 6},   {TILES_DIGITS, 9},
    {TILES_DOMINOES, 6}, {TILES_DOMINOES, 9}, {TILES_DOMINOES, 12},
};

static struct table t; /* too large for a stack frame under sanitizers */

/* A refusal: the verdict, and not one byte of the bag changed. */
#define assert_refused(call, why)                                                                \
    do {                                                                                         \
        static struct bag before;                                                                \
        memcpy(&before, &t.bag, sizeof before);                                                  \
        assert_int_equal(call, why);                                                             \
        assert_memory_equal(&before, &t.bag, sizeof before);                                     \
    } while (0)

static void tile_sets_count_and_number(void **state)
{
    (void)state;
    static const unsigned counts[] = {16, 36, 81, 28, 55, 91};
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(tile_set_count(sets[i]), counts[i]);
    assert_int_equal(tile_set_count((struct tile_set){TILES_DIGITS, 0}), 0);
    assert_int_equal(tile_set_count((struct tile_set){TILES_DIGITS, 10}), 0);
    assert_int_equal(tile_set_count((struct tile_set){TILES_DOMINOES, 7}), 0);
    assert_int_equal(tile_set_count((struct tile_set){3, 6}), 0);
    assert_int_equal(tile_set_value(sets[2], 0), 1);
    assert_int_equal(tile_set_value(sets[2], 8), 1);
    assert_int_equal(tile_set_value(sets[2], 9), 2);
    assert_int_equal(tile_set_value(sets[2], 80), 9);
    assert_int_equal(tile_set_value(sets[5], 90), 91);
}

/* Opened one by one, the tiles are those of the set, in another order. */
static void assert_whole_set(struct table *table)
{
    unsigned found[TILES_MAX + 1] = {0}, moved = 0;
    for (unsigned place = 0; place < table->bag.tiles; place++) {
        uint8_t value = table_open(table, (uint8_t)place);
        assert_int_not_equal(value, 0);
        found[value]++;
        moved += value != tile_set_value(table->bag.set, place);
    }
    assert_true(table->bag.tiles < 4 || moved > 0);
    for (unsigned place = 0; place < table->bag.tiles; place++)
        found[tile_set_value(table->bag.set, place)]--;
    for (unsigned v = 0; v <= TILES_MAX; v++)
        assert_int_equal(found[v], 0);
}

static void every_tile_comes_out_once(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        table_lay(&t, i, sets[i], 2 + i % 3);
        table_begin(&t);
        table_shuffle_all(&t);
        assert_whole_set(&t);
    }
}

static void a_hand_is_seen_by_its_owner_alone(void **state)
{
    (void)state;
    static const uint8_t hand[] = {3, 1, 7, 12, 0};
    uint8_t value, opened;
    table_lay(&t, 20, sets[0], 3);
    table_begin(&t);
    table_shuffle_all(&t);
    assert_int_equal(table_share(&t, 0, hand, 5), VERDICT_OK);
    assert_int_equal(bag_peek(&t.bag, &t.secret[2], 3, &value), VERDICT_SHARE_NOT_DUE);
    assert_int_equal(table_share(&t, 1, hand, 5), VERDICT_OK);
    for (unsigned i = 0; i < 5; i++) {
        assert_int_equal(bag_value(&t.bag, hand[i], &value), VERDICT_SHARE_NOT_DUE);
        assert_int_equal(bag_peek(&t.bag, &t.secret[0], hand[i], &value), VERDICT_SHARE_NOT_DUE);
        assert_int_equal(bag_peek(&t.bag, &t.secret[2], hand[i], &value), VERDICT_OK);
        assert_int_equal(table_share(&t, 2, &hand[i], 1), VERDICT_OK);
        assert_int_equal(bag_value(&t.bag, hand[i], &opened), VERDICT_OK);
        assert_int_equal(value, opened);
        assert_int_equal(bag_peek(&t.bag, &t.secret[1], hand[i], &opened), VERDICT_OK);
        assert_int_equal(value, opened);
    }
}

/* The multiset of the gathered tiles stays, the shares given before are void. */
static void gathered_tiles_are_dealt_anew(void **state)
{
    (void)state;
    static const uint8_t back[] = {5, 2, 9, 14};
    unsigned before[10] = {0}, after[10] = {0};
    table_lay(&t, 21, sets[0], 2);
    table_begin(&t);
    table_shuffle_all(&t);
    for (unsigned i = 0; i < 4; i++)
        before[table_open(&t, back[i])]++;
    bag_gather(&t.bag, back, 4);
    assert_int_equal(t.bag.epoch, 2);
    assert_int_equal(t.bag.shared[9], 0);
    table_shuffle_all(&t);
    for (unsigned i = 0; i < 4; i++)
        after[table_open(&t, back[i])]++;
    assert_memory_equal(before, after, sizeof before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tile_sets_count_and_number),
        cmocka_unit_test(every_tile_comes_out_once),
        cmocka_unit_test(a_hand_is_seen_by_its_owner_alone),
        cmocka_unit_test(gathered_tiles_are_dealt_anew),
    };
    return cmocka_run_group_tests_name("bag", tests, NULL, NULL);
}
