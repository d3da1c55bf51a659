/* Attack 11, wrong shares: moved by a point, by another key, for another place, epoch, game; one
 * bad share hidden among fourteen, two exchanged, two moved against each other.  Teeth: a batch
 * whose pairs all weigh the same accepts the last two. */
#include "tests/attack/kit.h"

static struct table t, u;
static const uint8_t places[14] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13};
static struct point shares[14];
static struct proof proof;

static void deal(struct table *table, unsigned number)
{
    table_lay(table, number, (struct tile_set){TILES_DIGITS, 4}, 2);
    table_begin(table);
    table_shuffle_all(table);
}

static void make(unsigned n)
{
    bag_make_shares(&t.bag, &t.secret[0], &t.prev, &t.rng, places, n, shares, &proof);
}

static enum verdict take(unsigned n)
{
    static struct bag copy;
    copy = t.bag;
    return bag_share(&copy, 0, &t.prev, places, n, shares, &proof);
}

static void moved_shares(void **state)
{
    (void)state;
    deal(&t, 113);
    for (unsigned i = 0; i < 14; i++) {
        make(14);
        assert_int_equal(take(14), VERDICT_OK);
        assert_true(group_add(&shares[i], &shares[i], &group_generator));
        assert_int_equal(take(14), VERDICT_BAD_SHARE);
    }
    make(1);
    assert_true(group_add(&shares[0], &shares[0], &group_generator));
    assert_int_equal(take(1), VERDICT_BAD_SHARE);
}

/* The forger proves with what he has: a secret that is not the one of his key. */
static void shares_of_another_key(void **state)
{
    (void)state;
    deal(&t, 114);
    struct bag_secret other = t.secret[0];
    other.x = scalar_of(12345);
    bag_make_shares(&t.bag, &other, &t.prev, &t.rng, places, 3, shares, &proof);
    assert_int_equal(take(3), VERDICT_BAD_SHARE);
    bag_make_shares(&t.bag, &t.secret[1], &t.prev, &t.rng, places, 3, shares, &proof);
    assert_int_equal(take(3), VERDICT_BAD_SHARE);
}

static void shares_of_another_place(void **state)
{
    (void)state;
    static const uint8_t there[] = {5}, here[] = {6};
    deal(&t, 115);
    bag_make_shares(&t.bag, &t.secret[0], &t.prev, &t.rng, there, 1, shares, &proof);
    assert_int_equal(bag_share(&t.bag, 0, &t.prev, here, 1, shares, &proof), VERDICT_BAD_SHARE);
}

static void shares_of_another_epoch(void **state)
{
    (void)state;
    deal(&t, 116);
    make(3);
    bag_gather(&t.bag, places, 3);
    assert_int_equal(take(3), VERDICT_BAD_SHARE); /* same ciphertexts, next epoch */
    table_shuffle_all(&t);
    assert_int_equal(take(3), VERDICT_BAD_SHARE);
}

static void shares_of_another_game_or_entry(void **state)
{
    (void)state;
    struct hash other = {{9}};
    deal(&t, 117);
    deal(&u, 118);
    make(3);
    assert_int_equal(bag_share(&u.bag, 0, &u.prev, places, 3, shares, &proof), VERDICT_BAD_SHARE);
    assert_int_equal(bag_share(&t.bag, 0, &other, places, 3, shares, &proof), VERDICT_BAD_SHARE);
    /* same key, ciphertexts and places, other game id */
    u.bag = t.bag;
    u.bag.game.b[0] ^= 1;
    assert_int_equal(bag_share(&u.bag, 0, &t.prev, places, 3, shares, &proof), VERDICT_BAD_SHARE);
}

static void exchange(struct point *p, struct point *q)
{
    struct point kept = *p;
    *p = *q;
    *q = kept;
}

static void exchanged_and_balanced_shares(void **state)
{
    (void)state;
    deal(&t, 119);
    make(14);
    exchange(&shares[3], &shares[11]);
    assert_int_equal(take(14), VERDICT_BAD_SHARE);
    make(14);
    assert_true(group_add(&shares[3], &shares[3], &points_tile[4]));
    assert_true(group_sub(&shares[11], &shares[11], &points_tile[4]));
    assert_int_equal(take(14), VERDICT_BAD_SHARE);
}

/* The weakened batch: M and Z are plain sums, everything else as it should be.  One proof of the
 * pair (M, Z) is then all that is checked. */
static bool plain_sums_accept(unsigned n)
{
    struct group_sum m = group_sum_new(), z = group_sum_new(), honest = group_sum_new();
    struct scalar k = scalar_of(777);
    struct proof one;
    for (unsigned i = 0; i < n; i++) {
        group_sum_add(&m, &t.bag.cipher[places[i]].a);
        group_sum_add(&z, &shares[i]);
    }
    group_sum_mul(&honest, &t.secret[0].x, &m.p);
    struct proof_pairs pair = {span_text("weak"), t.ticket[0].key, &m.p, &honest.p, 1};
    proof_pairs_make(&one, &pair, &t.secret[0].x, &k);
    pair.d = &z.p;
    return proof_pairs_check(&one, &pair) == VERDICT_OK;
}

static void teeth_equal_weights_accept_them(void **state)
{
    (void)state;
    deal(&t, 119);
    make(14);
    exchange(&shares[3], &shares[11]);
    assert_true(plain_sums_accept(14));
    make(14);
    assert_true(group_add(&shares[3], &shares[3], &points_tile[4]));
    assert_true(group_sub(&shares[11], &shares[11], &points_tile[4]));
    assert_true(plain_sums_accept(14));
    assert_true(group_add(&shares[11], &shares[11], &points_tile[4]));
    assert_false(plain_sums_accept(14)); /* even the weak one sees a single wrong share */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moved_shares),
        cmocka_unit_test(shares_of_another_key),
        cmocka_unit_test(shares_of_another_place),
        cmocka_unit_test(shares_of_another_epoch),
        cmocka_unit_test(shares_of_another_game_or_entry),
        cmocka_unit_test(exchanged_and_balanced_shares),
        cmocka_unit_test(teeth_equal_weights_accept_them),
    };
    return cmocka_run_group_tests_name("attack 11: wrong share", tests, NULL, NULL);
}
