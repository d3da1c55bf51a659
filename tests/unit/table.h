/* table.h - for tests of the rules: a dealer who knows every tile, in place of the joint bag. */
#ifndef TESTS_TABLE_H
#define TESTS_TABLE_H

#include "base/hash.h"
#include "base/rng.h"
#include "rules/game.h"

#include <assert.h>

struct table {
    struct game game;
    uint8_t value[TILES_MAX]; /* digit, or number of the domino, at each place */
    struct rng_stream stream;
};

/* A number as a hash, for coins and seeds. */
static inline struct hash table_coin(uint64_t number)
{
    struct hasher h;
    hash_start(&h, TAG_TEST);
    hash_number(&h, number);
    return hash_end(&h);
}

static inline uint32_t table_below(struct table *t, uint32_t n)
{
    struct rng rng = rng_from_stream(&t->stream);
    return rng_below(&rng, n);
}

/* Put the digits at `places` into random order. */
static inline void table_shuffle(struct table *t, const uint8_t *places, unsigned n)
{
    struct rng rng = rng_from_stream(&t->stream);
    uint8_t values[TILES_MAX];
    for (unsigned i = 0; i < n; i++)
        values[i] = t->value[places[i]];
    rng_shuffle(&rng, values, n);
    for (unsigned i = 0; i < n; i++)
        t->value[places[i]] = values[i];
}

/* Everything the dealer owes: shuffles and shares. */
static inline void table_serve(struct table *t)
{
    game_dealt(&t->game);
    while (t->game.reshuffle) {
        table_shuffle(t, t->game.discards, t->game.discards_n);
        game_reshuffled(&t->game);
        game_dealt(&t->game);
    }
}

static inline void table_seed(struct table *t, uint64_t number)
{
    struct hash seed = table_coin(number);
    rng_stream_init(&t->stream, seed.b);
}

/* Shuffle all tiles of a game that has just started (n of every digit, each domino once), and
 * deal. */
static inline void table_deal(struct table *t)
{
    uint8_t places[TILES_MAX];
    const unsigned alike = t->game.terms.game == GAME_DOMINOES ? 1 : t->game.terms.size;
    for (unsigned i = 0; i < t->game.tiles; i++) {
        places[i] = (uint8_t)i;
        t->value[i] = (uint8_t)(i / alike + 1);
    }
    table_shuffle(t, places, t->game.tiles);
    table_serve(t);
}

static inline void table_start(struct table *t, const struct terms *terms, uint64_t number)
{
    struct hash coin = table_coin(number);
    enum verdict v = game_start(&t->game, terms, &coin);
    assert(v == VERDICT_OK);
    (void)v;
    table_seed(t, number);
    table_deal(t);
}

/* Dominoes, when a round is over: judged, and the next one dealt. */
static inline void table_reveal(struct table *t)
{
    enum verdict v = game_revealed(&t->game, t->value);
    assert(v == VERDICT_OK);
    (void)v;
    if (t->game.ending == ENDING_NONE)
        table_deal(t);
}

/* The move, and what the dealer owes after it (not the end of a round). */
static inline enum verdict table_play(struct table *t, unsigned seat, const struct move *move)
{
    enum verdict v = game_apply(&t->game, seat, move, &t->game);
    if (v == VERDICT_OK)
        table_serve(t);
    return v;
}

#endif
