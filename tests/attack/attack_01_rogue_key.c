/* Attack 1, rogue key: the last player publishes z G minus the others' keys, so that the joint key
 * is z G and he opens every tile alone.  It works (first test) against a table that adds up keys
 * without asking for proofs of possession; the bag asks. */
#include "tests/attack/kit.h"

static struct table t;

/* X_B = z G - X_A */
static struct point rogue_key(const struct scalar *z, const struct point *victim)
{
    struct point key = group_base(z);
    assert_true(group_sub(&key, &key, victim));
    return key;
}

static void teeth_without_proof_one_opens_all(void **state)
{
    (void)state;
    struct scalar z = scalar_of(424242);
    table_lay(&t, 101, (struct tile_set){TILES_DIGITS, 4}, 2);
    t.ticket[1].key = rogue_key(&z, &t.ticket[0].key);
    /* the weakened table: keys are added, nothing is asked */
    assert_true(group_add(&t.bag.joint, &t.ticket[0].key, &t.ticket[1].key));
    t.bag.joined = 3;
    t.bag.ticket[0] = t.ticket[0];
    t.bag.ticket[1] = t.ticket[1];
    bag_begin(&t.bag);
    /* the victim shuffles honestly; the rogue needs no share of his to see every tile */
    assert_int_equal(table_shuffle(&t, 0), VERDICT_OK);
    for (unsigned place = 0; place < t.bag.tiles; place++) {
        struct point tile;
        assert_true(group_mul(&tile, &z, &t.bag.cipher[place].a));
        assert_true(group_sub(&tile, &t.bag.cipher[place].b, &tile));
        assert_int_not_equal(points_tile_value(&tile, 4), 0);
    }
}

static void the_bag_asks_for_the_secret(void **state)
{
    (void)state;
    struct scalar z = scalar_of(424242), k = scalar_of(99);
    table_lay(&t, 101, (struct tile_set){TILES_DIGITS, 4}, 2);
    struct commit_place place = {t.game, 1, t.identity[1]};
    assert_int_equal(bag_join(&t.bag, 0, &t.ticket[0]), VERDICT_OK);
    struct bag_ticket rogue = t.ticket[1];
    rogue.key = rogue_key(&z, &t.ticket[0].key);
    /* his old proof; a proof with z; the victim's proof; a proof of zeros */
    assert_int_equal(bag_join(&t.bag, 1, &rogue), VERDICT_BAD_POSSESSION);
    proof_possession_make(&rogue.possession, &place, &z, &k);
    assert_int_equal(bag_join(&t.bag, 1, &rogue), VERDICT_BAD_POSSESSION);
    rogue.possession = t.ticket[0].possession;
    assert_int_equal(bag_join(&t.bag, 1, &rogue), VERDICT_BAD_POSSESSION);
    memset(&rogue.possession, 0, sizeof rogue.possession);
    assert_int_equal(bag_join(&t.bag, 1, &rogue), VERDICT_BAD_POSSESSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(teeth_without_proof_one_opens_all),
        cmocka_unit_test(the_bag_asks_for_the_secret),
    };
    return cmocka_run_group_tests_name("attack 1: rogue key", tests, NULL, NULL);
}
