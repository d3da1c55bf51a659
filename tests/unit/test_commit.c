/* Proves: a commitment opens to what was promised and to nothing else, depends on game, player and
 * identity, differs between seed and coin, repeats are found; the coin depends on everything. */
#include "bag/commit.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

static struct commit_place place_of(uint8_t game, unsigned player, uint8_t identity)
{
    struct commit_place p = {{{game}}, player, {{identity}}};
    return p;
}

static void openings(void **state)
{
    (void)state;
    struct commit_place here = place_of(1, 0, 9);
    struct seed seed = {{42}}, other = {{43}};
    struct coin_part part = {{42}}, other_part = {{42, 1}};
    struct hash s = commit_seed(&here, &seed), c = commit_coin(&here, &part);
    assert_int_equal(commit_seed_check(&s, &here, &seed), VERDICT_OK);
    assert_int_equal(commit_seed_check(&s, &here, &other), VERDICT_WRONG_OPENING);
    assert_int_equal(commit_coin_check(&c, &here, &part), VERDICT_OK);
    assert_int_equal(commit_coin_check(&c, &here, &other_part), VERDICT_WRONG_OPENING);
    assert_false(hash_equal(&s, &c)); /* same bytes inside, other tag */
}

static void bound_to_their_place(void **state)
{
    (void)state;
    struct commit_place here = place_of(1, 0, 9);
    struct commit_place elsewhere[] = {place_of(2, 0, 9), place_of(1, 1, 9), place_of(1, 0, 8)};
    struct coin_part part = {{5}};
    struct seed seed = {{5}};
    struct hash c = commit_coin(&here, &part), s = commit_seed(&here, &seed);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(commit_coin_check(&c, &elsewhere[i], &part), VERDICT_WRONG_OPENING);
        assert_int_equal(commit_seed_check(&s, &elsewhere[i], &seed), VERDICT_WRONG_OPENING);
    }
}

static void repeats_are_found(void **state)
{
    (void)state;
    struct hash list[4] = {{{1}}, {{2}}, {{3}}, {{1}}};
    assert_int_equal(commit_distinct(list, 3), VERDICT_OK);
    assert_int_equal(commit_distinct(list, 4), VERDICT_SAME_COMMITMENT);
    assert_int_equal(commit_distinct(list, 1), VERDICT_OK);
}

static void the_coin_depends_on_everything(void **state)
{
    (void)state;
    struct game_id game = {{7}}, other = {{8}};
    struct player_key who[3] = {{{1}}, {{2}}, {{3}}}, swapped[3] = {{{2}}, {{1}}, {{3}}};
    struct coin_part part[3] = {{{4}}, {{5}}, {{6}}}, late[3] = {{{4}}, {{5}}, {{7}}};
    struct hash coin = commit_joint_coin(&game, who, part, 3), again[5];
    again[0] = commit_joint_coin(&other, who, part, 3);
    again[1] = commit_joint_coin(&game, swapped, part, 3);
    again[2] = commit_joint_coin(&game, who, late, 3);
    again[3] = commit_joint_coin(&game, who, part, 2);
    again[4] = (struct hash){{4 ^ 5 ^ 6}};
    for (unsigned i = 0; i < 5; i++)
        assert_false(hash_equal(&coin, &again[i]));
    again[0] = commit_joint_coin(&game, who, part, 3);
    assert_true(hash_equal(&coin, &again[0]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(openings),
        cmocka_unit_test(bound_to_their_place),
        cmocka_unit_test(repeats_are_found),
        cmocka_unit_test(the_coin_depends_on_everything),
    };
    return cmocka_run_group_tests_name("commit", tests, NULL, NULL);
}
