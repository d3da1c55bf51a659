/* random_domino.h - for tests and measurements: moves of a player of dominoes who is honest and
 * plans nothing. */
#ifndef TESTS_RANDOM_DOMINO_H
#define TESTS_RANDOM_DOMINO_H

#include "rules/dominoes.h"
#include "table.h"

/* The highest double of the hand, or that there is none. */
static inline struct move honest_show(const struct table *t)
{
    const struct game *g = &t->game;
    const uint8_t *hand = g->hand[g->turn];
    uint8_t values[TILES_MAX];
    struct move m = {.kind = MOVE_SHOW};
    for (unsigned i = 0; i < g->hand_n[g->turn]; i++)
        values[i] = t->value[hand[i]];
    m.value = dominoes_highest(g->terms.set, values, g->hand_n[g->turn]);
    m.places_n = m.value > 0;
    for (unsigned i = 0; i < g->hand_n[g->turn]; i++)
        if (values[i] == m.value)
            m.places[0] = hand[i];
    return m;
}

/* A random tile that fits; now and then a draw that need not be, or a lost turn; else a draw, else
 * a pass. */
static inline struct move random_domino(struct table *t)
{
    const struct game *g = &t->game;
    const unsigned n = g->hand_n[g->turn], from = table_below(t, n);
    if (table_below(t, 60) == 0)
        return (struct move){.kind = MOVE_LOST};
    if (g->dom.phase == DOMINO_SHOW)
        return honest_show(t);
    const bool draws = g->bag_at < g->bag_n;
    if (draws && table_below(t, 12) == 0)
        return (struct move){.kind = MOVE_DRAW};
    for (unsigned i = 0; i < n; i++) {
        uint8_t place = g->hand[g->turn][(from + i) % n];
        for (unsigned end = 0; end < g->dom.arms; end++)
            if (dominoes_fits(g->terms.set, t->value[place], g->dom.open[end]))
                return (struct move){MOVE_TILE, 0, t->value[place], (uint8_t)end, 1, {place}};
    }
    return (struct move){.kind = draws ? MOVE_DRAW : MOVE_PASS};
}

#endif
