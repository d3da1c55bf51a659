/* bridge.h - Bridge: the chain that wins, and the pie.
 * Rules: docs/rules.md section 8.  Pure.  Memory: works on struct game.
 * Errors: enum verdict, the game unchanged. */
#ifndef RULES_BRIDGE_H
#define RULES_BRIDGE_H

#include "base/ids.h"
#include "rules/game.h"

#include <stdbool.h>

/* Do the cells of `seat` (owner[cell] == seat + 1) join its two sides of an n x n board, n up to
 * CELL_SIDE_MAX?  Seat 0: top and bottom; seat 1: left and right. */
bool bridge_joined(unsigned n, const uint8_t *owner, unsigned seat);

/* Rows of the table of games (rules/game.c). */
enum verdict bridge_start(struct game *game, const struct hash *coin)
    __attribute__((warn_unused_result));
enum verdict bridge_play(struct game *game, unsigned seat, const struct move *move)
    __attribute__((warn_unused_result));

#endif
