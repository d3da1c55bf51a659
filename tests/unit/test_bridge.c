/* Proves: random Bridge games played through the pure rules keep every tile accounted for, never
 * leave a player without tiles, end with exactly one winner, and that the winner is joined. */
#include "rules/bridge.h"

#include "table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* A random move that is allowed; biased to right digits so that games end. */
static struct move random_move(struct table *t)
{
    const struct game *g = &t->game;
    const struct numbridge *nb = &g->nb;
    const unsigned seat = g->turn, cells = (unsigned)nb->board.n * nb->board.n;
    struct move m = {0};
    m.places[0] = g->hand[seat][table_below(t, g->hand_n[seat])];
    m.places_n = 1;
    if (nb->pie_seat == seat && table_below(t, 2) == 0)
        return (struct move){.kind = MOVE_PIE};
    if (table_below(t, 40) == 0)
        return (struct move){.kind = MOVE_LOST};
    for (unsigned tries = 0; tries < 200; tries++) {
        unsigned cell = table_below(t, cells);
        bool wrong = table_below(t, 200) == 0;
        m.cell = (uint8_t)cell;
        m.value = t->value[m.places[0]];
        m.kind = nb->board.given[cell] ? MOVE_CLAIM : MOVE_PLACE;
        if (nb->board.given[cell])
            m.value = 0;
        else if (nb->board.solution[cell] != m.value && !wrong)
            continue;
        if (game_check(g, seat, &m) == VERDICT_OK)
            return m;
    }
    m.kind = MOVE_SWAP;
    m.value = 0;
    m.cell = 0;
    return m;
}

static void check_supply(const struct table *t)
{
    const struct game *g = &t->game;
    unsigned seen[TILES_MAX] = {0}, digits[BOARD_MAX + 1] = {0}, on_board = 0;
    for (unsigned seat = 0; seat < 2; seat++)
        for (unsigned i = 0; i < g->hand_n[seat]; i++)
            seen[g->hand[seat][i]]++;
    for (unsigned i = g->bag_at; i < g->bag_n; i++)
        seen[g->bag[i]]++;
    for (unsigned i = 0; i < g->discards_n; i++)
        seen[g->discards[i]]++;
    for (unsigned cell = 0; cell < g->tiles; cell++)
        if (g->nb.closed[cell]) {
            on_board++;
            digits[g->nb.board.solution[cell]]++;
        }
    for (unsigned place = 0; place < g->tiles; place++) {
        assert_true(seen[place] <= 1);
        if (seen[place])
            digits[t->value[place]]++;
        on_board -= seen[place] == 0;
    }
    assert_int_equal(on_board, 0);
    for (unsigned d = 1; d <= g->nb.board.n; d++)
        assert_int_equal(digits[d], g->nb.board.n);
}

static void random_games_keep_the_invariants(void **state)
{
    (void)state;
    struct terms terms;
    terms_preset(PRESET_BRIDGE, &terms);
    for (uint64_t number = 0; number < 300; number++) {
        struct table t;
        table_start(&t, &terms, number);
        for (unsigned turns = 0; t.game.ending == ENDING_NONE; turns++) {
            struct move m = random_move(&t);
            unsigned seat = t.game.turn;
            assert_true(turns < 5000);
            assert_int_equal(table_play(&t, seat, &m), VERDICT_OK);
            check_supply(&t);
            if (t.game.ending == ENDING_NONE)
                assert_int_equal(t.game.hand_n[seat], terms.hand);
        }
        if (t.game.ending == ENDING_CLOCK)
            continue;
        assert_int_equal(t.game.ending, ENDING_CHAIN);
        assert_true(bridge_joined(9, t.game.nb.owner, t.game.winner));
        assert_false(bridge_joined(9, t.game.nb.owner, 1u - t.game.winner));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_games_keep_the_invariants)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
