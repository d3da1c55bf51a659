/* Tiles are places; their order in hand, bag and discards is part of the state, because both
 * peers and the joint bag must mean the same tile by the same place. */
#include "rules/tiles.h"

#include <assert.h>
#include <string.h>

void tiles_start(struct game *game, unsigned tiles)
{
    assert(tiles <= TILES_MAX);
    game->tiles = game->bag_n = (uint8_t)tiles;
    for (unsigned i = 0; i < tiles; i++)
        game->bag[i] = (uint8_t)i;
}

static bool holds(const struct game *game, unsigned seat, unsigned place)
{
    for (unsigned i = 0; i < game->due_n; i++)
        if (game->due[i].place == place)
            return false;
    return memchr(game->hand[seat], (int)place, game->hand_n[seat]) != NULL;
}

enum verdict tiles_held(const struct game *game, unsigned seat, const uint8_t *places, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        if (memchr(places, places[i], i) != NULL)
            return VERDICT_TILE_TWICE;
        if (!holds(game, seat, places[i]))
            return VERDICT_TILE_NOT_IN_HAND;
    }
    return VERDICT_OK;
}

void tiles_take(struct game *game, unsigned seat, unsigned place)
{
    uint8_t *hand = game->hand[seat];
    uint8_t *at = memchr(hand, (int)place, game->hand_n[seat]);
    assert(at != NULL);
    size_t after = (size_t)(hand + game->hand_n[seat] - at) - 1;
    memmove(at, at + 1, after);
    hand[--game->hand_n[seat]] = 0;
}

void tiles_discard(struct game *game, unsigned place)
{
    assert(game->discards_n < TILES_MAX);
    game->discards[game->discards_n++] = (uint8_t)place;
}

void tiles_refill(struct game *game, unsigned seat)
{
    while (game->hand_n[seat] < game->terms.hand && game->bag_at < game->bag_n) {
        uint8_t place = game->bag[game->bag_at++];
        assert(game->due_n < DRAWS_MAX);
        game->hand[seat][game->hand_n[seat]++] = place;
        game->due[game->due_n++] = (struct draw){(uint8_t)seat, place};
    }
    /* When a draw finds the bag empty, the discards are shuffled and become the bag, and
     * the refill goes on; if there are no discards either, the hand stays smaller. */
    if (game->hand_n[seat] < game->terms.hand && game->discards_n > 0) {
        game->reshuffle = 1;
        game->refill_seat = (uint8_t)seat;
    }
}

void tiles_reshuffled(struct game *game)
{
    assert(game->reshuffle && game->bag_at == game->bag_n);
    memset(game->bag, 0, sizeof game->bag);
    memcpy(game->bag, game->discards, game->discards_n);
    game->bag_n = game->discards_n;
    game->bag_at = 0;
    /* A tile that was shown and is shuffled into the bag again is hidden again. */
    for (unsigned i = 0; i < game->discards_n; i++)
        game->shown[game->discards[i]] = 0;
    memset(game->discards, 0, sizeof game->discards);
    game->discards_n = 0;
    game->reshuffle = 0;
    tiles_refill(game, game->refill_seat);
}
