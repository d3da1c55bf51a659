/* Proves what a witness does with a game [P-5.14]: he follows only a game that names him, from its
 * first entry, whoever signed what; says which head he may sign; never signs a lower number nor
 * another head for the same one; lets the debtor's entry take the place of one said out of turn
 * only as long as he has not signed that; and signs no head that says that the time is up. */
#include "chain/follow.h"
#include "tests/sim/table.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct sim_table *t;
static struct witnessed_game kept;
static struct following f;
static struct player_key me;

static int set_up(void **state)
{
    struct terms terms;
    (void)state;
    t = table_new(2, 5);
    terms_preset(PRESET_BLITZ, &terms);
    terms.clock = CLOCK_WITNESS;
    table_begin(t, &terms);
    memcpy(me.b, t->witness_key, sizeof me.b);
    memset(&kept, 0, sizeof kept);
    kept.game = t->peer[0].match.now.id;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    table_free(t);
    return 0;
}

/* He is shown the entries of p from `from` to `to`; what he would store. */
static bool shown(unsigned p, uint32_t from, uint32_t to)
{
    follow_begin(&f, &kept);
    for (uint32_t n = from; n <= to; n++) {
        enum verdict v = follow_entry(&f, &me, &t->peer[p].stored[n - 1]);
        if (v != VERDICT_OK && v != VERDICT_KNOWN)
            break;
    }
    bool signs = follow_may_sign(&f);
    if (signs)
        follow_sign(&f);
    kept = f.game;
    return signs;
}

static void say(unsigned p, unsigned kind)
{
    static struct effects out;
    struct said what = {kind, 1, NULL};
    assert_int_equal(match_say(&t->peer[p].match, &what, &t->now, &out), VERDICT_OK);
    table_effects(t, p, &out);
}

static void move(unsigned p)
{
    struct choice c = table_choice(t, p);
    assert_int_equal(table_wish(t, p, ENTRY_MOVE, &c), VERDICT_OK);
}

static void from_the_beginning(void **state)
{
    uint32_t n = t->peer[0].n;
    struct player_key other = me;
    (void)state;
    assert_false(shown(0, 2, n));
    assert_int_equal(kept.players, 0);
    other.b[0] ^= 1;
    follow_begin(&f, &kept);
    assert_int_equal(follow_entry(&f, &other, &t->peer[0].stored[0]), VERDICT_GAP);
    kept.game.b[0] ^= 1;
    assert_int_equal(shown(0, 1, n), false);
    kept.game.b[0] ^= 1;
    assert_true(shown(0, 1, n));
    assert_int_equal(kept.number, n);
    assert_true(hash_equal(&kept.head, &t->peer[0].match.now.head));
    assert_int_equal(f.fresh, 1);
    assert_true(follow_plays(&kept, &t->peer[1].match.now.key[1]));
    assert_false(follow_plays(&kept, &me));
}

static void nothing_lower_and_no_other_head(void **state)
{
    uint32_t n = t->peer[0].n;
    unsigned mover = table_to_move(t);
    (void)state;
    assert_true(shown(0, 1, n));
    say(1 - mover, ENTRY_ADD_TIME); /* out of turn; and at the same time he moves */
    move(mover);
    assert_true(shown(1 - mover, n + 1, n + 1));
    assert_int_equal(kept.base, n);
    assert_false(shown(mover, n + 1, n + 1)); /* the same number, another head */
    table_settle(t);
    assert_true(t->peer[0].n > n + 1);
    assert_true(shown(0, n + 1, t->peer[0].n)); /* that stays, and is longer */
    assert_int_equal(kept.number, t->peer[0].n);
    assert_true(shown(0, n + 1, n + 1)); /* old entries change nothing */
    assert_int_equal(kept.number, t->peer[0].n);
}

static void not_that_the_time_is_up(void **state)
{
    unsigned mover = table_to_move(t);
    uint32_t n = t->peer[0].n;
    (void)state;
    assert_true(shown(0, 1, n));
    t->now.wall_ms += 3600000;
    t->now.tick_ms += 3600000;
    say(1 - mover, ENTRY_WARNING);
    assert_true(shown(1 - mover, n, n + 1));
    assert_int_equal(kept.number, n);
    assert_int_equal(f.at, n + 1);
}

static void a_forged_entry_ends_the_row(void **state)
{
    uint32_t n = t->peer[0].n;
    (void)state;
    t->peer[0].stored[n - 1].signature.b[0] ^= 1;
    assert_true(shown(0, 1, n));
    assert_int_equal(kept.number, n - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(from_the_beginning, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_lower_and_no_other_head, set_up, tear_down),
        cmocka_unit_test_setup_teardown(not_that_the_time_is_up, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_forged_entry_ends_the_row, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
