/* Attack 13, games with commitments: repeating somebody else's commitment and later his opening,
 * opening with something else, at another seat, under another name, in another game, taking a
 * commitment to a seed for one to a coin.  Teeth: with H(secret) alone a copied commitment opens,
 * and with XOR the copy cancels the original. */
#include "tests/attack/kit.h"

static const struct coin_part part = {{11, 22, 33}};

static struct commit_place place_of(uint8_t game, unsigned player, uint8_t identity)
{
    struct commit_place p = {{{game}}, player, {{identity}}};
    return p;
}

/* The weakened scheme. */
static struct hash weak_commit(const struct coin_part *p)
{
    struct hasher h;
    hash_start(&h, TAG_TEST);
    hash_bytes(&h, span_of(p->b, sizeof p->b));
    return hash_end(&h);
}

static void teeth_unbound_commitments_are_mirrored(void **state)
{
    (void)state;
    struct hash victims = weak_commit(&part), mirrored = victims;
    /* the victim opens first; the mirror opens with the same bytes */
    struct hash opened = weak_commit(&part);
    assert_true(hash_equal(&opened, &mirrored));
    /* and a coin made by XOR is always zero */
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(part.b[i] ^ part.b[i], 0);
}

static void a_mirrored_commitment_is_refused_twice(void **state)
{
    (void)state;
    struct commit_place victim = place_of(1, 0, 7), mirror = place_of(1, 1, 8);
    struct hash both[2];
    both[0] = both[1] = commit_coin(&victim, &part);
    assert_int_equal(commit_distinct(both, 2), VERDICT_SAME_COMMITMENT);
    /* were it let through, the copied opening would not open it at another seat */
    assert_int_equal(commit_coin_check(&both[1], &mirror, &part), VERDICT_WRONG_OPENING);
}

static void mirrored_seed_commitments_in_tickets(void **state)
{
    (void)state;
    static struct table t;
    table_lay(&t, 120, (struct tile_set){TILES_DIGITS, 4}, 2);
    assert_int_equal(bag_join(&t.bag, 0, &t.ticket[0]), VERDICT_OK);
    t.ticket[1].seed_commit = t.ticket[0].seed_commit;
    assert_int_equal(bag_join(&t.bag, 1, &t.ticket[1]), VERDICT_SAME_COMMITMENT);
}

static void other_openings_are_refused(void **state)
{
    (void)state;
    struct commit_place here = place_of(1, 0, 7);
    struct hash c = commit_coin(&here, &part);
    struct commit_place wrong[] = {place_of(2, 0, 7), place_of(1, 1, 7), place_of(1, 0, 8)};
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(commit_coin_check(&c, &wrong[i], &part), VERDICT_WRONG_OPENING);
    for (unsigned bit = 0; bit < 256; bit++) {
        struct coin_part other = part;
        other.b[bit / 8] ^= (uint8_t)(1 << bit % 8);
        assert_int_equal(commit_coin_check(&c, &here, &other), VERDICT_WRONG_OPENING);
    }
    struct seed as_seed;
    memcpy(as_seed.b, part.b, sizeof as_seed.b);
    assert_int_equal(commit_seed_check(&c, &here, &as_seed), VERDICT_WRONG_OPENING);
}

/* The fault of a commitment that is the outcome: everybody could read the coin in it. */
static void the_coin_is_not_its_commitment(void **state)
{
    (void)state;
    struct commit_place here = place_of(1, 0, 7);
    struct hash c = commit_coin(&here, &part);
    struct hash coin = commit_joint_coin(&here.game, &here.identity, &part, 1);
    assert_false(hash_equal(&c, &coin));
}

/* A copied contribution cancels nothing: the coin of (p, p) moves with p. */
static void copies_do_not_cancel(void **state)
{
    (void)state;
    struct game_id game = {{1}};
    struct player_key who[2] = {{{7}}, {{8}}};
    struct coin_part one[2] = {part, part}, two[2] = {part, part};
    two[0].b[31] = two[1].b[31] = 1;
    struct hash a = commit_joint_coin(&game, who, one, 2);
    struct hash b = commit_joint_coin(&game, who, two, 2);
    assert_false(hash_equal(&a, &b));
}

/* A seed that is not the one committed to, opened at the end. */
static void another_seed_at_the_end(void **state)
{
    (void)state;
    static struct table t;
    table_lay(&t, 121, (struct tile_set){TILES_DIGITS, 4}, 2);
    struct seed opened[2] = {t.seed[0], t.seed[1]};
    opened[1].b[31] ^= 0x80;
    bag_open_seeds(&t.bag, opened, BAG_BY_SEEDS);
    assert_int_equal(bag_join(&t.bag, 0, &t.ticket[0]), VERDICT_OK);
    assert_int_equal(bag_join(&t.bag, 1, &t.ticket[1]), VERDICT_WRONG_OPENING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(teeth_unbound_commitments_are_mirrored),
        cmocka_unit_test(a_mirrored_commitment_is_refused_twice),
        cmocka_unit_test(mirrored_seed_commitments_in_tickets),
        cmocka_unit_test(other_openings_are_refused),
        cmocka_unit_test(the_coin_is_not_its_commitment),
        cmocka_unit_test(copies_do_not_cancel),
        cmocka_unit_test(another_seed_at_the_end),
    };
    return cmocka_run_group_tests_name("attack 13: commitments", tests, NULL, NULL);
}
