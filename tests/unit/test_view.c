/* Proves: a view is byte for byte the same whatever hidden tiles the others hold and whatever lies
 * in the bag, at every point of random games; a watcher sees no hand; the practice player and the
 * list of options, which get nothing but the view, therefore cannot know more; own tiles are
 * ascending. */
#include "rules/view.h"

#include "random_move.h"
#include "rules/choose.h"
#include "rules/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Give all tiles the seat cannot know other digits, as if the bag had been shuffled otherwise. */
static void reshuffle_hidden(struct table *t, unsigned seat, uint8_t other[TILES_MAX])
{
    struct table copy = *t;
    const struct game *g = &t->game;
    uint8_t places[TILES_MAX];
    unsigned n = 0;
    for (unsigned i = 0; i < g->hand_n[1 - seat]; i++)
        places[n++] = g->hand[1 - seat][i];
    for (unsigned i = g->bag_at; i < g->bag_n; i++)
        places[n++] = g->bag[i];
    for (unsigned i = 0; i < g->discards_n; i++)
        if (g->shown[g->discards[i]] == 0)
            places[n++] = g->discards[i];
    table_shuffle(&copy, places, n);
    t->stream = copy.stream;
    memcpy(other, copy.value, TILES_MAX);
}

static void check_seat(struct table *t, unsigned seat)
{
    struct view a, b, c;
    uint8_t other[TILES_MAX], own[TILES_MAX] = {0};
    reshuffle_hidden(t, seat, other);
    for (unsigned i = 0; i < t->game.hand_n[seat]; i++)
        own[t->game.hand[seat][i]] = t->value[t->game.hand[seat][i]];
    view_make(&t->game, seat, t->value, &a);
    view_make(&t->game, seat, other, &b);
    view_make(&t->game, seat, own, &c);
    assert_memory_equal(&a, &b, sizeof a);
    assert_memory_equal(&a, &c, sizeof a);
    for (unsigned i = 0; i + 1 < a.hand_n[seat]; i++)
        assert_true(a.hand[i] <= a.hand[i + 1] && a.hand[i] > 0);
}

static void check_watcher(const struct table *t)
{
    struct view v;
    view_make(&t->game, SEAT_WATCHER, t->value, &v);
    for (unsigned i = 0; i < HAND_MAX; i++)
        assert_int_equal(v.hand[i], 0);
    assert_int_equal(v.may_move, 0);
    assert_int_equal(v.may_pie, 0);
    assert_int_equal(v.hand_n[0], t->game.hand_n[0]);
}

static void digits_show_only_on_closed_cells(const struct table *t)
{
    struct view v;
    view_make(&t->game, 0, t->value, &v);
    for (unsigned cell = 0; cell < (unsigned)v.n * v.n; cell++) {
        bool visible = t->game.nb.board.given[cell] || t->game.nb.closed[cell];
        assert_int_equal(v.digit[cell], visible ? t->game.nb.board.solution[cell] : 0);
        uint16_t candidates = view_candidates(&v, cell);
        if (visible)
            assert_int_equal(candidates, 0);
        else
            assert_true(candidates & 1u << t->game.nb.board.solution[cell]);
    }
}

static void views_hide_what_others_hold(void **state)
{
    (void)state;
    static const uint8_t presets[] = {PRESET_BRIDGE, PRESET_BLITZ, PRESET_DOMAINS};
    for (unsigned p = 0; p < 3; p++)
        for (uint64_t number = 0; number < 60; number++) {
            struct terms terms;
            struct table t;
            terms_preset((enum preset)presets[p], &terms);
            table_start(&t, &terms, number);
            while (t.game.ending == ENDING_NONE) {
                check_seat(&t, 0);
                check_seat(&t, 1);
                check_watcher(&t);
                digits_show_only_on_closed_cells(&t);
                struct move m = random_move(&t);
                assert_int_equal(table_play(&t, t.game.turn, &m), VERDICT_OK);
            }
        }
}

/* Everything on the list may be tried; what is not on it cannot be right. */
static void options_are_allowed_and_complete(void **state)
{
    (void)state;
    static struct choice list[OPTIONS_MAX];
    for (uint64_t number = 0; number < 60; number++) {
        struct terms terms;
        struct table t;
        terms_preset(number % 2 ? PRESET_BRIDGE : PRESET_DOMAINS, &terms);
        terms.claim = (uint8_t)(number % 3);
        table_start(&t, &terms, number);
        while (t.game.ending == ENDING_NONE) {
            struct view v;
            unsigned seat = t.game.turn, right = 0, found = 0;
            view_make(&t.game, seat, t.value, &v);
            unsigned n = options_list(&v, list, OPTIONS_MAX);
            assert_true(n > 0 && n < OPTIONS_MAX);
            for (unsigned i = 0; i < n; i++) {
                struct move m;
                assert_int_equal(move_find(&t.game, seat, t.value, &list[i], &m), VERDICT_OK);
                assert_int_equal(game_check(&t.game, seat, &m), VERDICT_OK);
            }
            for (unsigned i = 0; i < n; i++)
                found += list[i].kind == MOVE_PLACE &&
                         t.game.nb.board.solution[list[i].cell] == list[i].values[0];
            for (unsigned cell = 0; cell < 81; cell++)
                right += !t.game.nb.owner[cell] && !t.game.nb.board.given[cell] &&
                         memchr(v.hand, t.game.nb.board.solution[cell], v.hand_n[seat]) != NULL;
            assert_int_equal(found, right);
            view_make(&t.game, 1 - seat, t.value, &v);
            assert_int_equal(options_list(&v, list, OPTIONS_MAX), 0);
            struct move m = random_move(&t);
            assert_int_equal(table_play(&t, seat, &m), VERDICT_OK);
        }
    }
}

static void may_move_waits_for_tiles(void **state)
{
    (void)state;
    struct terms terms;
    struct game g;
    struct view v;
    struct hash coin = table_coin(1);
    uint8_t known[TILES_MAX] = {0};
    terms_preset(PRESET_BRIDGE, &terms);
    assert_int_equal(game_start(&g, &terms, &coin), VERDICT_OK);
    view_make(&g, 0, known, &v);
    assert_int_equal(v.may_move, 0);
    game_dealt(&g);
    view_make(&g, 0, known, &v);
    assert_int_equal(v.may_move, 1);
    view_make(&g, 1, known, &v);
    assert_int_equal(v.may_move, 0);
    g.reshuffle = 1;
    view_make(&g, 0, known, &v);
    assert_int_equal(v.may_move, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_hide_what_others_hold),
        cmocka_unit_test(options_are_allowed_and_complete),
        cmocka_unit_test(may_move_waits_for_tiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
