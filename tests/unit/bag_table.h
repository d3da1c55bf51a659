/* bag_table.h - a table of players with known seeds, for the tests, attacks and benchmarks of the
 * bag.  Everything is a function of `number`: two tables of one number are equal. */
#ifndef TESTS_BAG_TABLE_H
#define TESTS_BAG_TABLE_H

#include "bag/bag.h"

#include <stdio.h>
#include <stdlib.h>

struct table {
    struct bag bag;
    struct bag_secret secret[PLAYERS_MAX];
    struct seed seed[PLAYERS_MAX];
    struct player_key identity[PLAYERS_MAX];
    struct bag_ticket ticket[PLAYERS_MAX];
    struct game_id game;
    struct hash prev;
    struct rng_stream stream; /* fresh bytes for the nonces */
    struct rng rng;
    uint8_t deck[DECK_LEN_MAX], proof[SHUFFLE_PROOF_LEN_MAX];
};

/* What honest players do must succeed; also where there is no test program around us. */
static inline void table_must(enum verdict v)
{
    if (v == VERDICT_OK)
        return;
    fprintf(stderr, "an honest step was refused: %s\n", verdict_name(v));
    abort();
}

/* 32 bytes that depend on a name and two numbers. */
static inline void table_bytes(uint8_t out[32], const char *name, unsigned number, unsigned index)
{
    struct hasher h;
    hash_start(&h, TAG_TEST);
    hash_bytes(&h, span_text(name));
    hash_number(&h, number);
    hash_number(&h, index);
    struct hash made = hash_end(&h);
    memcpy(out, made.b, sizeof made.b);
}

/* Seeds, tickets and an empty table; nobody has joined. */
static inline void table_lay(struct table *t, unsigned number, struct tile_set set,
                             unsigned players)
{
    uint8_t key[32];
    memset(t, 0, sizeof *t);
    table_bytes(t->game.b, "game", number, 0);
    table_bytes(t->prev.b, "prev", number, 0);
    table_bytes(key, "fresh", number, 0);
    rng_stream_init(&t->stream, key);
    t->rng = rng_from_stream(&t->stream);
    bag_init(&t->bag, &t->game, set, players);
    for (unsigned p = 0; p < players; p++) {
        table_bytes(t->seed[p].b, "seed", number, p);
        table_bytes(t->identity[p].b, "identity", number, p);
        bag_secret_init(&t->secret[p], &t->game, p, &t->seed[p]);
        bag_make_ticket(&t->game, &t->secret[p], &t->identity[p], &t->rng, &t->ticket[p]);
    }
}

/* All join, and the start deck lies on the table. */
static inline void table_begin(struct table *t)
{
    for (unsigned p = 0; p < t->bag.players; p++)
        table_must(bag_join(&t->bag, p, &t->ticket[p]));
    bag_begin(&t->bag);
}

static inline struct span table_deck(const struct table *t)
{
    return span_of(t->deck, (size_t)CIPHER_LEN * t->bag.deck_len);
}

static inline struct span table_proof(const struct table *t)
{
    return span_of(t->proof, shuffle_proof_len(t->bag.deck_len));
}

static inline enum verdict table_shuffle(struct table *t, unsigned player)
{
    bag_make_shuffle(&t->bag, &t->secret[player], &t->prev, &t->rng, t->deck, t->proof);
    return bag_shuffle(&t->bag, player, &t->prev, table_deck(t), table_proof(t));
}

static inline void table_shuffle_all(struct table *t)
{
    for (unsigned p = 0; p < t->bag.players; p++)
        table_must(table_shuffle(t, p));
}

/* A player's shares of `n` places, made and taken. */
static inline enum verdict table_share(struct table *t, unsigned player, const uint8_t *places,
                                       unsigned n)
{
    struct point shares[TILES_MAX];
    struct proof proof;
    bag_make_shares(&t->bag, &t->secret[player], &t->prev, &t->rng, places, n, shares, &proof);
    return bag_share(&t->bag, player, &t->prev, places, n, shares, &proof);
}

/* The value at a place, all players sharing what they have not shared yet; 0 if it is no tile. */
static inline uint8_t table_open(struct table *t, uint8_t place)
{
    uint8_t value = 0;
    for (unsigned p = 0; p < t->bag.players; p++)
        if (!(t->bag.shared[place] >> p & 1))
            table_must(table_share(t, p, &place, 1));
    return bag_value(&t->bag, place, &value) == VERDICT_OK ? value : 0;
}

#endif
