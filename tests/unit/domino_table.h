/* domino_table.h - for tests of dominoes: tables set up by hand, moves by the names of tiles. */
#ifndef TESTS_DOMINO_TABLE_H
#define TESTS_DOMINO_TABLE_H

#include "rules/dominoes.h"
#include "table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static inline void start(struct table *t, unsigned set, unsigned players, uint64_t number)
{
    struct terms terms;
    struct hash coin = table_coin(number);
    terms_preset(PRESET_DOMINOES, &terms);
    terms.set = (uint8_t)set;
    terms.players = (uint8_t)players;
    terms.first = FIRST_PROPOSER;
    assert_int_equal(game_start(&t->game, &terms, &coin), VERDICT_OK);
    table_seed(t, number);
    game_dealt(&t->game);
}

/* Values in random order. */
static inline void shuffle(struct table *t)
{
    uint8_t places[TILES_MAX];
    for (unsigned i = 0; i < t->game.tiles; i++) {
        places[i] = (uint8_t)i;
        t->value[i] = (uint8_t)(i + 1);
    }
    table_shuffle(t, places, t->game.tiles);
}

static inline uint8_t read_tile(unsigned set, const char *text)
{
    unsigned a = 0, b = 0;
    assert_int_equal(sscanf(text, "%u-%u", &a, &b), 2);
    return dominoes_value(set, a, b);
}

/* "1-5 1-6" at the places from `at` on; returns how many. */
static inline unsigned put_hand(struct table *t, unsigned set, char *text, unsigned at)
{
    unsigned n = 0;
    char *save = NULL;
    for (char *s = strtok_r(text, " ", &save); s != NULL; s = strtok_r(NULL, " ", &save))
        t->value[at + n++] = read_tile(set, s);
    return n;
}

/* All values that are not among the first `n` places, behind them. */
static inline void put_rest(struct table *t, unsigned n)
{
    for (unsigned value = 1; value <= t->game.tiles; value++)
        if (memchr(t->value, (int)value, n) == NULL)
            t->value[n++] = (uint8_t)value;
    assert_int_equal(n, t->game.tiles);
}

static inline struct move laying(const struct table *t, unsigned seat, unsigned value, unsigned end)
{
    struct move m = {.kind = MOVE_TILE, .value = (uint8_t)value, .end = (uint8_t)end,
                     .places_n = 1, .places = {NO_PLACE}};
    for (unsigned i = 0; i < t->game.hand_n[seat]; i++)
        if (t->value[t->game.hand[seat][i]] == value)
            m.places[0] = t->game.hand[seat][i];
    return m;
}

static inline enum verdict play(struct table *t, unsigned seat, struct move m)
{
    struct game before = t->game;
    enum verdict v = game_apply(&t->game, seat, &m, &t->game);
    if (v != VERDICT_OK)
        assert_memory_equal(&before, &t->game, sizeof before);
    game_dealt(&t->game);
    return v;
}

static inline struct move showing(const struct table *t, unsigned seat)
{
    uint8_t values[TILES_MAX];
    for (unsigned i = 0; i < t->game.hand_n[seat]; i++)
        values[i] = t->value[t->game.hand[seat][i]];
    uint8_t best = dominoes_highest(t->game.terms.set, values, t->game.hand_n[seat]);
    if (best == 0)
        return (struct move){.kind = MOVE_SHOW};
    struct move m = laying(t, seat, best, 0);
    m.kind = MOVE_SHOW;
    return m;
}

/* Seat 0 to play at these ends, with the hands and the boneyard given. */
static inline void situation(struct table *t, unsigned left, unsigned right, const char *hand0,
                      const char *hand1, const char *boneyard)
{
    char text[128];
    unsigned n = 0;
    start(t, 6, 2, 1);
    struct game *g = &t->game;
    const char *hands[2] = {hand0, hand1};
    for (unsigned seat = 0; seat < 2; seat++) {
        snprintf(text, sizeof text, "%s", hands[seat]);
        unsigned count = put_hand(t, 6, text, n);
        for (unsigned i = 0; i < count; i++)
            g->hand[seat][i] = (uint8_t)(n + i);
        g->hand_n[seat] = (uint8_t)count;
        n += count;
        g->dom.showed[seat] = SHOWED_LOST;
    }
    snprintf(text, sizeof text, "%s", boneyard);
    unsigned count = put_hand(t, 6, text, n);
    g->bag_at = (uint8_t)n;
    g->bag_n = (uint8_t)(n + count);
    put_rest(t, n + count);
    g->dom.phase = DOMINO_PLAY;
    g->dom.arms = 2;
    g->dom.open[0] = (uint8_t)left;
    g->dom.open[1] = (uint8_t)right;
    g->dom.laid_n = 1;
}

static inline enum verdict lay(struct table *t, unsigned seat, const char *tile, unsigned end)
{
    return play(t, seat, laying(t, seat, read_tile(6, tile), end));
}

static inline void check_open(const struct table *t, unsigned left, unsigned right)
{
    assert_int_equal(t->game.dom.open[0], left);
    assert_int_equal(t->game.dom.open[1], right);
}

static const struct move drawing = {.kind = MOVE_DRAW}, passing = {.kind = MOVE_PASS};

#endif
