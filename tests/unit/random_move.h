/* random_move.h - for tests: moves of a player who knows everything and plans nothing, and the
 * count of all tiles. */
#ifndef TESTS_RANDOM_MOVE_H
#define TESTS_RANDOM_MOVE_H

#include "table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

/* A random move that is allowed; mostly right digits, so that games end; now and then a wrong one,
 * a swap, a lost turn, the pie. */
static inline struct move random_move(struct table *t)
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
        m.places_n = nb->board.given[cell] ? g->terms.claim : 1;
        for (unsigned i = 1; i < m.places_n && i < g->hand_n[seat]; i++)
            m.places[i] = g->hand[seat][g->hand[seat][i] == m.places[0] ? 0 : i];
        if (game_check(g, seat, &m) == VERDICT_OK)
            return m;
    }
    m.kind = MOVE_SWAP;
    m.value = m.cell = 0;
    m.places_n = 1;
    if (game_check(g, seat, &m) != VERDICT_OK)
        m = (struct move){.kind = MOVE_LOST};
    return m;
}

/* Every tile is in exactly one place; every digit has its n tiles; the bag has not run dry. */
static inline void check_supply(const struct table *t)
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

#endif
