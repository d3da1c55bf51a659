/* Proves: in Abkhaz four arms grow from the first double, each with an end of its own, in any
 * order; moves to all four are listed, typed, written and shown; with two ends there are no others;
 * the state's digest knows the arms apart; a pass denies the numbers of all four ends. */
#include "domino_table.h"
#include "rules/options.h"

static void begin(struct table *t, bool abkhaz)
{
    char hand0[] = "6-6 2-6 2-2 0-1 0-2 0-3 0-4", hand1[] = "1-6 3-6 4-6 5-6 1-2 1-3 1-4";
    start(t, 6, 2, 1);
    t->game.terms.abkhaz = abkhaz;
    unsigned n = put_hand(t, 6, hand0, 0);
    n += put_hand(t, 6, hand1, n);
    put_rest(t, n);
    assert_int_equal(play(t, 0, showing(t, 0)), VERDICT_OK);
    assert_int_equal(play(t, 1, showing(t, 1)), VERDICT_OK);
    assert_int_equal(t->game.dom.arms, abkhaz ? 4 : 2);
    assert_int_equal(t->game.turn, 1);
}

static void check_ends(const struct table *t, unsigned a, unsigned b, unsigned c, unsigned d)
{
    const uint8_t expected[ARMS_MAX] = {(uint8_t)a, (uint8_t)b, (uint8_t)c, (uint8_t)d};
    assert_memory_equal(t->game.dom.open, expected, sizeof expected);
}

static void arms_grow_in_any_order(void **state)
{
    (void)state;
    struct table t;
    begin(&t, true);
    check_ends(&t, 6, 6, 6, 6);
    assert_int_equal(lay(&t, 1, "1-6", 3), VERDICT_OK);
    check_ends(&t, 6, 6, 6, 1);
    assert_int_equal(lay(&t, 0, "0-2", 3), VERDICT_NO_MATCH);
    assert_int_equal(lay(&t, 0, "0-1", 3), VERDICT_OK);
    check_ends(&t, 6, 6, 6, 0);
    assert_int_equal(lay(&t, 1, "5-6", 4), VERDICT_NO_MATCH);
    assert_int_equal(lay(&t, 1, "5-6", 0), VERDICT_OK);
    assert_int_equal(lay(&t, 0, "2-6", 2), VERDICT_OK);
    assert_int_equal(lay(&t, 1, "4-6", 1), VERDICT_OK);
    check_ends(&t, 5, 4, 2, 0);
    assert_int_equal(lay(&t, 0, "2-2", 2), VERDICT_OK); /* a later double opens no arms */
    check_ends(&t, 5, 4, 2, 0);
    assert_int_equal(t.game.dom.arms, 4);
    begin(&t, false);
    assert_int_equal(lay(&t, 1, "1-6", 2), VERDICT_NO_MATCH);
    assert_int_equal(lay(&t, 1, "1-6", 3), VERDICT_NO_MATCH);
    assert_int_equal(lay(&t, 1, "1-6", 1), VERDICT_OK);
}

static void moves_are_listed_typed_and_shown(void **state)
{
    (void)state;
    static const char *const names[] = {"left", "right", "up", "down"};
    static struct choice list[OPTIONS_MAX];
    struct table t;
    struct view view;
    begin(&t, true);
    view_make(&t.game, 1, t.value, &view);
    assert_int_equal(view.dom.arms, 4);
    assert_int_equal(options_list(&view, list, OPTIONS_MAX), 4 * 4 + 1); /* and a draw */
    for (unsigned end = 0; end < 4; end++) {
        char typed[32], written[MOVE_TEXT_MAX];
        struct choice c;
        struct move m;
        struct text out = text_over(written, sizeof written);
        snprintf(typed, sizeof typed, "3-6 %s", names[end]);
        assert_int_equal(move_read(MOVE_TILE, span_text(typed), &view, &c), VERDICT_OK);
        assert_int_equal(c.end, end);
        move_write(&c, 6, &out);
        assert_string_equal(written + strlen("place "), typed);
        assert_int_equal(move_find(&t.game, 1, t.value, &c, &m), VERDICT_OK);
        struct table other = t;
        assert_int_equal(play(&other, 1, m), VERDICT_OK);
        view_make(&other.game, SEAT_WATCHER, other.value, &view);
        assert_int_equal(view.dom.open[end], 3);
        assert_int_equal(view.dom.laid[1].end, end);
        view_make(&t.game, 1, t.value, &view);
    }
    assert_int_equal(lay(&t, 1, "1-6", 3), VERDICT_OK);
    struct choice c;
    view_make(&t.game, 0, t.value, &view);
    assert_int_equal(move_read(MOVE_TILE, span_text("0-1 at 1"), &view, &c), VERDICT_OK);
    assert_int_equal(c.end, 3);
}

static void digest_knows_arms_apart(void **state)
{
    (void)state;
    struct hash digest[4];
    for (unsigned end = 0; end < 4; end++) {
        struct table t;
        begin(&t, true);
        assert_int_equal(lay(&t, 1, "1-6", end), VERDICT_OK);
        digest[end] = game_digest(&t.game);
        for (unsigned other = 0; other < end; other++)
            assert_false(hash_equal(&digest[end], &digest[other]));
    }
}

static void a_pass_denies_four_numbers(void **state)
{
    (void)state;
    struct table t;
    begin(&t, true);
    assert_int_equal(lay(&t, 1, "1-6", 3), VERDICT_OK);
    assert_int_equal(lay(&t, 0, "2-6", 2), VERDICT_OK);
    t.game.bag_at = t.game.bag_n;
    assert_int_equal(play(&t, 1, passing), VERDICT_OK); /* a lie: 5-6, 1-2 and others fit */
    assert_int_equal(t.game.dom.lacks[1], 1u << 6 | 1u << 2 | 1u << 1);
    t.game.dom.phase = DOMINO_REVEAL;
    assert_int_equal(game_revealed(&t.game, t.value), VERDICT_OK);
    assert_int_equal(t.game.dom.last.forfeit, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arms_grow_in_any_order),
        cmocka_unit_test(moves_are_listed_typed_and_shown),
        cmocka_unit_test(digest_knows_arms_apart),
        cmocka_unit_test(a_pass_denies_four_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
