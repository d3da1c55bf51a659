/* numbridge.h - what Bridge and Domains share: placing, claiming, swapping, the price of an error,
 * and the end of a turn.
 * Rules: docs/rules.md sections 6 and 7.  Pure.  Memory: works on struct game.
 * Errors: enum verdict, the game unchanged. */
#ifndef RULES_NUMBRIDGE_H
#define RULES_NUMBRIDGE_H

#include "rules/game.h"

/* Board from the coin, all tiles into the bag, both hands drawn, seat 0 to move with `moves` moves
 * in its first turn.  VERDICT_BOARD_FAILED. */
enum verdict numbridge_start(struct game *game, const struct hash *coin, unsigned moves)
    __attribute__((warn_unused_result));

/* A place, claim, swap or lost turn of `seat`, whose turn it is: everything but the end of the
 * turn.  *stone gets the cell that changed owner, or NO_CELL.  Refusals: the VERDICT_CELL_...,
 * VERDICT_TILE_..., VERDICT_CLAIM_PRICE, VERDICT_SWAP_..., VERDICT_NO_SUCH_CELL,
 * VERDICT_FIELD_RANGE (a list of tiles of the wrong length), VERDICT_MOVE_UNKNOWN. */
enum verdict numbridge_move(struct game *game, unsigned seat, const struct move *move,
                            uint8_t *stone) __attribute__((warn_unused_result));

/* The cell belongs to `seat` from now on (it may have belonged to the other). */
void numbridge_own(struct numbridge *nb, unsigned seat, unsigned cell);

/* The end of a move that has not ended the game: next move of the same turn, or refill and the
 * other seat's turn of `moves` moves. */
void numbridge_pass_on(struct game *game, unsigned seat, unsigned moves);

/* Number of tiles: n of every digit 1 to n. */
unsigned numbridge_tiles(unsigned n);

#endif
