/* Proves: a bag goes from tickets to opened tiles for every tile set and 2 to 4 players, all tiles
 * come out once each, hands are seen by their owners alone, gathered tiles are dealt anew; proofs
 * and seeds agree; and every refusal of bag.h happens and leaves the bag as it was. */
#include "bag/points.h"
#include "bag_table.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>

static const struct tile_set sets[] = {
    {TILES_DIGITS, 4}, {TILES_DIGITS, 6},   {TILES_DIGITS, 9},
    {TILES_DOMINOES, 6}, {TILES_DOMINOES, 9}, {TILES_DOMINOES, 12},
};

static const struct tile_set small = {TILES_DIGITS, 2};

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

/* --- refusals --- */

static void keys_that_are_refused(void **state)
{
    (void)state;
    struct bag_ticket bad;
    table_lay(&t, 30, small, 3);
    assert_int_equal(bag_join(&t.bag, 0, &t.ticket[0]), VERDICT_OK);
    bad = t.ticket[1];
    memset(bad.key.b, 0, 32);
    assert_refused(bag_join(&t.bag, 1, &bad), VERDICT_BAD_POINT);
    bad.key = t.ticket[1].key;
    bad.key.b[31] |= 0x80;
    assert_refused(bag_join(&t.bag, 1, &bad), VERDICT_BAD_POINT);
    bad = t.ticket[1];
    bad.key = t.ticket[0].key;
    assert_refused(bag_join(&t.bag, 1, &bad), VERDICT_SAME_KEY);
    bad = t.ticket[1];
    bad.identity = t.ticket[0].identity;
    assert_refused(bag_join(&t.bag, 1, &bad), VERDICT_SAME_KEY);
    bad = t.ticket[1];
    bad.seed_commit = t.ticket[0].seed_commit;
    assert_refused(bag_join(&t.bag, 1, &bad), VERDICT_SAME_COMMITMENT);
    bad = t.ticket[1];
    bad.possession.b[40] ^= 1;
    assert_refused(bag_join(&t.bag, 1, &bad), VERDICT_BAD_POSSESSION);
    memset(bad.possession.b, 0xff, 32);
    assert_refused(bag_join(&t.bag, 1, &bad), VERDICT_BAD_SCALAR);
    assert_refused(bag_join(&t.bag, 2, &t.ticket[1]), VERDICT_BAD_POSSESSION);
    assert_int_equal(bag_join(&t.bag, 2, &t.ticket[2]), VERDICT_OK); /* any order */
    assert_int_equal(bag_join(&t.bag, 1, &t.ticket[1]), VERDICT_OK);
}

/* Two who know each other's secrets and choose x and -x: both proofs hold, the sum is nothing. */
static void a_joint_key_that_is_nothing(void **state)
{
    (void)state;
    struct commit_place place;
    struct scalar k = scalar_of(5);
    table_lay(&t, 31, small, 2);
    struct scalar minus = scalar_negate(&t.secret[0].x);
    t.ticket[1].key = group_base(&minus);
    place = (struct commit_place){t.game, 1, t.identity[1]};
    proof_possession_make(&t.ticket[1].possession, &place, &minus, &k);
    assert_int_equal(bag_join(&t.bag, 0, &t.ticket[0]), VERDICT_OK);
    assert_refused(bag_join(&t.bag, 1, &t.ticket[1]), VERDICT_BAD_POINT);
}

static void shuffles_that_are_refused(void **state)
{
    (void)state;
    static struct table u;
    struct hash other = {{1}};
    table_lay(&t, 32, small, 2);
    table_begin(&t);
    bag_make_shuffle(&t.bag, &t.secret[0], &t.prev, &t.rng, t.deck, t.proof);
    struct span deck = table_deck(&t), proof = table_proof(&t);
    deck.len--;
    assert_refused(bag_shuffle(&t.bag, 0, &t.prev, deck, proof), VERDICT_FIELD_RANGE);
    deck.len += 2;
    assert_refused(bag_shuffle(&t.bag, 0, &t.prev, deck, proof), VERDICT_FIELD_RANGE);
    deck.len = 0;
    assert_refused(bag_shuffle(&t.bag, 0, &t.prev, deck, proof), VERDICT_FIELD_RANGE);
    deck = table_deck(&t);
    proof.len -= 32;
    assert_refused(bag_shuffle(&t.bag, 0, &t.prev, deck, proof), VERDICT_FIELD_RANGE);
    proof = table_proof(&t);
    assert_refused(bag_shuffle(&t.bag, 1, &t.prev, deck, proof), VERDICT_BAD_SHUFFLE);
    assert_refused(bag_shuffle(&t.bag, 0, &other, deck, proof), VERDICT_BAD_SHUFFLE);
    t.deck[31] |= 0x80;
    assert_refused(bag_shuffle(&t.bag, 0, &t.prev, deck, proof), VERDICT_BAD_POINT);
    t.deck[31] &= 0x7f;
    memset(t.proof, 0xff, 32);
    assert_refused(bag_shuffle(&t.bag, 0, &t.prev, deck, proof), VERDICT_BAD_SCALAR);
    bag_make_shuffle(&t.bag, &t.secret[0], &t.prev, &t.rng, t.deck, t.proof);
    memcpy(t.deck, &t.bag.cipher[0], CIPHER_LEN);
    assert_refused(bag_shuffle(&t.bag, 0, &t.prev, deck, proof), VERDICT_LAZY_SHUFFLE);
    /* the same players, seeds and deck in another game */
    table_lay(&u, 32, small, 2);
    u.game.b[0] ^= 1;
    bag_init(&u.bag, &u.game, small, 2);
    for (unsigned p = 0; p < 2; p++) {
        bag_make_ticket(&u.game, &u.secret[p], &u.identity[p], &u.rng, &u.ticket[p]);
        assert_int_equal(bag_join(&u.bag, p, &u.ticket[p]), VERDICT_OK);
    }
    bag_begin(&u.bag);
    bag_make_shuffle(&u.bag, &u.secret[0], &u.prev, &u.rng, t.deck, t.proof);
    assert_refused(bag_shuffle(&t.bag, 0, &t.prev, deck, proof), VERDICT_BAD_SHUFFLE);
    /* an old epoch */
    bag_make_shuffle(&t.bag, &t.secret[0], &t.prev, &t.rng, t.deck, t.proof);
    bag_gather(&t.bag, t.bag.deck, t.bag.deck_len);
    assert_refused(bag_shuffle(&t.bag, 0, &t.prev, deck, proof), VERDICT_BAD_SHUFFLE);
}

static void shares_that_are_refused(void **state)
{
    (void)state;
    static const uint8_t places[] = {2, 0, 3}, off[] = {4}, twice[] = {1, 1}, later[] = {1, 2};
    struct point shares[3];
    struct proof proof;
    struct hash other = {{1}};
    table_lay(&t, 33, small, 2);
    table_begin(&t);
    table_shuffle_all(&t);
    bag_make_shares(&t.bag, &t.secret[0], &t.prev, &t.rng, places, 3, shares, &proof);
    assert_refused(bag_share(&t.bag, 0, &t.prev, places, 0, shares, &proof), VERDICT_FIELD_RANGE);
    assert_refused(bag_share(&t.bag, 0, &t.prev, places, 5, shares, &proof), VERDICT_FIELD_RANGE);
    assert_refused(bag_share(&t.bag, 0, &t.prev, off, 1, shares, &proof), VERDICT_FIELD_RANGE);
    assert_refused(bag_share(&t.bag, 0, &t.prev, twice, 2, shares, &proof),
                   VERDICT_SHARE_NOT_DUE);
    assert_refused(bag_share(&t.bag, 0, &t.prev, places, 2, shares, &proof), VERDICT_BAD_SHARE);
    assert_refused(bag_share(&t.bag, 1, &t.prev, places, 3, shares, &proof), VERDICT_BAD_SHARE);
    assert_refused(bag_share(&t.bag, 0, &other, places, 3, shares, &proof), VERDICT_BAD_SHARE);
    memset(proof.b + 32, 0xff, 32);
    assert_refused(bag_share(&t.bag, 0, &t.prev, places, 3, shares, &proof), VERDICT_BAD_SCALAR);
    bag_make_shares(&t.bag, &t.secret[0], &t.prev, &t.rng, places, 3, shares, &proof);
    shares[1] = group_identity;
    assert_refused(bag_share(&t.bag, 0, &t.prev, places, 3, shares, &proof), VERDICT_BAD_POINT);
    assert_int_equal(table_share(&t, 0, places, 3), VERDICT_OK);
    bag_make_shares(&t.bag, &t.secret[0], &t.prev, &t.rng, later, 2, shares, &proof);
    assert_refused(bag_share(&t.bag, 0, &t.prev, later, 2, shares, &proof),
                   VERDICT_SHARE_NOT_DUE);
}

static void a_place_that_holds_no_tile(void **state)
{
    (void)state;
    uint8_t value = 77;
    table_lay(&t, 34, small, 2);
    table_begin(&t);
    assert_int_equal(table_open(&t, 1), 1);
    t.bag.rest[1] = group_generator;
    assert_int_equal(bag_value(&t.bag, 1, &value), VERDICT_NOT_A_TILE);
    t.bag.rest[1] = points_tile[3]; /* a tile, but not of this set */
    assert_int_equal(bag_value(&t.bag, 1, &value), VERDICT_NOT_A_TILE);
    assert_int_equal(bag_peek(&t.bag, &t.secret[0], 1, &value), VERDICT_NOT_A_TILE);
    assert_int_equal(value, 77);
}

/* --- slices and the memo --- */

static void a_checked_shuffle_is_not_checked_again(void **state)
{
    (void)state;
    static struct shuffle_check check;
    static struct bag with_memo;
    table_lay(&t, 35, small, 2);
    table_begin(&t);
    bag_make_shuffle(&t.bag, &t.secret[0], &t.prev, &t.rng, t.deck, t.proof);
    assert_int_equal(bag_check_begin(&t.bag, &check, 0, &t.prev, table_deck(&t), table_proof(&t)),
                     VERDICT_OK);
    while (!shuffle_check_step(&check, 3))
        continue;
    bag_shuffle_memo(&t.bag, &check);
    with_memo = t.bag;
    assert_int_equal(bag_shuffle(&t.bag, 0, &t.prev, table_deck(&t), table_proof(&t)),
                     VERDICT_OK);
    /* of no use for anything else: another player, another deck */
    t.bag = with_memo;
    assert_int_equal(bag_shuffle(&t.bag, 1, &t.prev, table_deck(&t), table_proof(&t)),
                     VERDICT_BAD_SHUFFLE);
    t.deck[0] ^= 2;
    assert_int_not_equal(bag_shuffle(&t.bag, 0, &t.prev, table_deck(&t), table_proof(&t)),
                         VERDICT_OK);
    t.deck[0] ^= 2;
    t.proof[32] ^= 1; /* another proof */
    assert_int_not_equal(bag_shuffle(&t.bag, 0, &t.prev, table_deck(&t), table_proof(&t)),
                         VERDICT_OK);
    t.proof[32] ^= 1;
    t.bag.cipher[1] = t.bag.cipher[2]; /* another deck to start from */
    assert_int_equal(bag_shuffle(&t.bag, 0, &t.prev, table_deck(&t), table_proof(&t)),
                     VERDICT_BAD_SHUFFLE);
    t.bag = with_memo;
    assert_int_equal(bag_shuffle(&t.bag, 0, &t.prev, table_deck(&t), table_proof(&t)),
                     VERDICT_OK);
    t.bag = with_memo;
    /* a memo that lies is believed: that is how we know that it is used at all */
    t.proof[32] ^= 1;
    assert_int_equal(bag_check_begin(&t.bag, &check, 0, &t.prev, table_deck(&t), table_proof(&t)),
                     VERDICT_OK);
    t.bag.proven = check.subject;
    assert_int_equal(bag_shuffle(&t.bag, 0, &t.prev, table_deck(&t), table_proof(&t)),
                     VERDICT_OK);
    while (!shuffle_check_step(&check, 1000))
        continue;
    memset(&t.bag.proven, 0, sizeof t.bag.proven);
    bag_shuffle_memo(&t.bag, &check); /* a bad finding leaves no memo */
    assert_true(hash_equal(&t.bag.proven, &(struct hash){{0}}));
}

/* --- by seeds --- */

/* A whole small game, played by `players` honest programs and followed by the bags of three
 * judges: by proofs, by seeds, by both.  They must agree at every step. */
static void all_ways_of_checking_agree(void **state)
{
    (void)state;
    static struct table judge[3];
    static const enum bag_check how[3] = {BAG_BY_PROOFS, BAG_BY_SEEDS, BAG_BY_BOTH};
    static const uint8_t hand[] = {4, 11, 2, 7}, back[] = {11, 0, 7, 9, 15};
    for (unsigned i = 0; i < 3; i++) {
        table_lay(&judge[i], 40, sets[0], 3);
        if (how[i] != BAG_BY_PROOFS)
            bag_open_seeds(&judge[i].bag, judge[i].seed, how[i]);
        table_begin(&judge[i]);
        table_shuffle_all(&judge[i]);
        assert_int_equal(table_share(&judge[i], 1, hand, 4), VERDICT_OK);
        assert_int_equal(table_share(&judge[i], 2, hand, 4), VERDICT_OK);
        table_open(&judge[i], 11);
        bag_gather(&judge[i].bag, back, 5);
        table_shuffle_all(&judge[i]);
        table_open(&judge[i], 0);
    }
    struct hash a = bag_digest(&judge[0].bag);
    for (unsigned i = 1; i < 3; i++) {
        struct hash b = bag_digest(&judge[i].bag);
        assert_true(hash_equal(&a, &b));
    }
    for (unsigned i = 1; i < 3; i++) {
        for (uint8_t place = 0; place < 16; place++) {
            uint8_t v = 0, w = 0;
            static struct table copy; /* judge 0 is compared twice */
            copy = judge[0];
            copy.rng = rng_from_stream(&copy.stream);
            assert_int_equal(bag_peek(&copy.bag, &copy.secret[0], place, &v),
                             bag_peek(&judge[i].bag, &judge[i].secret[0], place, &w));
            assert_int_equal(v, w);
            assert_int_equal(table_open(&copy, place), table_open(&judge[i], place));
        }
    }
}

static void seeds_that_do_not_fit_the_tickets(void **state)
{
    (void)state;
    table_lay(&t, 41, small, 2);
    t.seed[1].b[0] ^= 1;
    bag_open_seeds(&t.bag, t.seed, BAG_BY_SEEDS);
    assert_int_equal(bag_join(&t.bag, 0, &t.ticket[0]), VERDICT_OK);
    assert_refused(bag_join(&t.bag, 1, &t.ticket[1]), VERDICT_WRONG_OPENING);
    /* the key fits, the commitment does not */
    table_lay(&t, 41, small, 2);
    bag_open_seeds(&t.bag, t.seed, BAG_BY_SEEDS);
    t.ticket[1].seed_commit.b[0] ^= 1;
    assert_refused(bag_join(&t.bag, 1, &t.ticket[1]), VERDICT_WRONG_OPENING);
    /* the commitment fits, the key (proven) does not */
    table_lay(&t, 41, small, 2);
    bag_open_seeds(&t.bag, t.seed, BAG_BY_BOTH);
    struct bag_secret other = t.secret[1];
    other.x = scalar_of(12345);
    bag_make_ticket(&t.game, &other, &t.identity[1], &t.rng, &t.ticket[1]);
    assert_refused(bag_join(&t.bag, 1, &t.ticket[1]), VERDICT_WRONG_OPENING);
}

/* Proven, but not what the seed says: the proofs are content, the seeds are not. */
static void a_bag_that_is_not_what_the_seeds_give(void **state)
{
    (void)state;
    static struct bag by_seeds;
    struct point shares[1];
    struct proof proof;
    static const uint8_t place[] = {2};
    table_lay(&t, 42, small, 2);
    bag_open_seeds(&t.bag, t.seed, BAG_BY_SEEDS);
    table_begin(&t);
    by_seeds = t.bag;
    t.bag.check = BAG_BY_PROOFS;
    struct bag_secret other = t.secret[0];
    other.seed.b[5] ^= 1; /* same key, other permutation */
    bag_make_shuffle(&t.bag, &other, &t.prev, &t.rng, t.deck, t.proof);
    static struct bag by_proofs;
    by_proofs = t.bag;
    assert_int_equal(bag_shuffle(&by_proofs, 0, &t.prev, table_deck(&t), table_proof(&t)),
                     VERDICT_OK);
    t.bag = by_seeds;
    assert_refused(bag_shuffle(&t.bag, 0, &t.prev, table_deck(&t), table_proof(&t)),
                   VERDICT_BAG_DIFFERS);
    /* only the second half of one tile */
    bag_make_shuffle(&t.bag, &t.secret[0], &t.prev, &t.rng, t.deck, t.proof);
    t.deck[2 * CIPHER_LEN + 40] ^= 1;
    assert_refused(bag_shuffle(&t.bag, 0, &t.prev, table_deck(&t), table_proof(&t)),
                   VERDICT_BAG_DIFFERS);
    table_shuffle_all(&t);
    bag_make_shares(&t.bag, &t.secret[0], &t.prev, &t.rng, place, 1, shares, &proof);
    assert_true(group_add(&shares[0], &shares[0], &group_generator));
    assert_refused(bag_share(&t.bag, 0, &t.prev, place, 1, shares, &proof), VERDICT_BAG_DIFFERS);
}

/* --- digest --- */

static void the_digest_sees_everything_public(void **state)
{
    (void)state;
    struct hash seen[9];
    unsigned n = 0;
    static const uint8_t back[] = {1, 0};
    table_lay(&t, 50, small, 2);
    seen[n++] = bag_digest(&t.bag);
    assert_int_equal(bag_join(&t.bag, 0, &t.ticket[0]), VERDICT_OK);
    seen[n++] = bag_digest(&t.bag);
    assert_int_equal(bag_join(&t.bag, 1, &t.ticket[1]), VERDICT_OK);
    seen[n++] = bag_digest(&t.bag);
    bag_begin(&t.bag);
    seen[n++] = bag_digest(&t.bag);
    assert_int_equal(table_shuffle(&t, 0), VERDICT_OK);
    seen[n++] = bag_digest(&t.bag);
    assert_int_equal(table_share(&t, 1, back, 1), VERDICT_OK);
    seen[n++] = bag_digest(&t.bag);
    assert_int_equal(table_share(&t, 1, back + 1, 1), VERDICT_OK);
    seen[n++] = bag_digest(&t.bag);
    bag_gather(&t.bag, back, 2);
    seen[n++] = bag_digest(&t.bag);
    bag_gather(&t.bag, back, 2);
    seen[n++] = bag_digest(&t.bag);
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < i; k++)
            assert_false(hash_equal(&seen[i], &seen[k]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tile_sets_count_and_number),
        cmocka_unit_test(every_tile_comes_out_once),
        cmocka_unit_test(a_hand_is_seen_by_its_owner_alone),
        cmocka_unit_test(gathered_tiles_are_dealt_anew),
        cmocka_unit_test(keys_that_are_refused),
        cmocka_unit_test(a_joint_key_that_is_nothing),
        cmocka_unit_test(shuffles_that_are_refused),
        cmocka_unit_test(shares_that_are_refused),
        cmocka_unit_test(a_place_that_holds_no_tile),
        cmocka_unit_test(a_checked_shuffle_is_not_checked_again),
        cmocka_unit_test(all_ways_of_checking_agree),
        cmocka_unit_test(seeds_that_do_not_fit_the_tickets),
        cmocka_unit_test(a_bag_that_is_not_what_the_seeds_give),
        cmocka_unit_test(the_digest_sees_everything_public),
    };
    return cmocka_run_group_tests_name("bag", tests, NULL, NULL);
}
