/* Attack 2, replayed proof of possession: somebody shows another player's key with that player's
 * proof - in the same game, as another player, or in another game.  Works against a proof whose
 * challenge covers key and announcement only. */
#include "tests/attack/kit.h"

static struct table t, other;

/* The weakened proof: c = H(X, T). */
static struct scalar weak_challenge(const struct point *key, const struct point *announced)
{
    uint8_t wide[64];
    struct hasher h;
    hash_start(&h, TAG_TEST);
    hash_bytes(&h, span_of(key->b, 32));
    hash_bytes(&h, span_of(announced->b, 32));
    hash_end64(&h, wide);
    return scalar_reduce(wide);
}

static bool weak_accepts(const struct point *key, const struct scalar *c, const struct scalar *s)
{
    struct group_sum announced = group_sum_new();
    group_sum_base(&announced, s);
    group_sum_mul(&announced, c, key);
    struct scalar again = weak_challenge(key, &announced.p);
    return memcmp(again.b, c->b, 32) == 0;
}

static void teeth_an_unbound_proof_can_be_carried(void **state)
{
    (void)state;
    struct scalar x = scalar_of(77), k = scalar_of(78);
    struct point key = group_base(&x), announced = group_base(&k);
    struct scalar c = weak_challenge(&key, &announced), cx = scalar_mul(&c, &x);
    struct scalar s = scalar_sub(&k, &cx);
    /* nothing in it says who, where: anybody may show it anywhere */
    assert_true(weak_accepts(&key, &c, &s));
}

static void as_another_player_of_the_game(void **state)
{
    (void)state;
    table_lay(&t, 102, (struct tile_set){TILES_DIGITS, 4}, 3);
    struct bag_ticket stolen = t.ticket[1];
    stolen.key = t.ticket[0].key;
    stolen.possession = t.ticket[0].possession;
    /* before the owner has joined, only the proof can object; afterwards the key is a repeat */
    assert_int_equal(bag_join(&t.bag, 1, &stolen), VERDICT_BAD_POSSESSION);
    assert_int_equal(bag_join(&t.bag, 0, &t.ticket[0]), VERDICT_OK);
    assert_int_equal(bag_join(&t.bag, 1, &stolen), VERDICT_SAME_KEY);
    stolen.identity = t.ticket[0].identity;
    assert_int_equal(bag_join(&t.bag, 2, &stolen), VERDICT_SAME_KEY);
}

static void at_the_same_seat_under_another_name(void **state)
{
    (void)state;
    table_lay(&t, 103, (struct tile_set){TILES_DIGITS, 4}, 2);
    struct bag_ticket stolen = t.ticket[0];
    stolen.identity = t.ticket[1].identity;
    assert_int_equal(bag_join(&t.bag, 0, &stolen), VERDICT_BAD_POSSESSION);
}

static void in_another_game(void **state)
{
    (void)state;
    table_lay(&t, 104, (struct tile_set){TILES_DIGITS, 4}, 2);
    table_lay(&other, 105, (struct tile_set){TILES_DIGITS, 4}, 2);
    assert_int_equal(bag_join(&other.bag, 0, &t.ticket[0]), VERDICT_BAD_POSSESSION);
    assert_int_equal(bag_join(&t.bag, 0, &t.ticket[0]), VERDICT_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(teeth_an_unbound_proof_can_be_carried),
        cmocka_unit_test(as_another_player_of_the_game),
        cmocka_unit_test(at_the_same_seat_under_another_name),
        cmocka_unit_test(in_another_game),
    };
    return cmocka_run_group_tests_name("attack 2: possession replay", tests, NULL, NULL);
}
