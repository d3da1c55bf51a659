/* tiles.h - the supply of a Numbridge game: who holds which places, bag, discards, refills.
 * Rules: docs/rules.md section 6.  Pure.  Memory: works on fields of struct game.
 * Errors: enum verdict, the game unchanged; the rest cannot fail. */
#ifndef RULES_TILES_H
#define RULES_TILES_H

#include "rules/game.h"

/* Every tile in the bag, in order of places; hands and discards empty. */
void tiles_start(struct game *game, unsigned tiles);

/* All of `places` are distinct tiles in the seat's hand whose shares are not owed any more:
 * VERDICT_TILE_TWICE, VERDICT_TILE_NOT_IN_HAND. */
enum verdict tiles_held(const struct game *game, unsigned seat, const uint8_t *places, unsigned n)
    __attribute__((warn_unused_result));

/* Take a held tile out of the hand; the order of the others stays. */
void tiles_take(struct game *game, unsigned seat, unsigned place);

/* Put a tile that was taken out of a hand on the discards. */
void tiles_discard(struct game *game, unsigned place);

/* Draw until the hand has terms.hand tiles.  Where the bag is empty and the discards are not, the
 * refill stops and sets game->reshuffle; tiles_reshuffled goes on with it. */
void tiles_refill(struct game *game, unsigned seat);

/* The discards have been shuffled: they are the bag, in their order, and the refill goes on. */
void tiles_reshuffled(struct game *game);

#endif
