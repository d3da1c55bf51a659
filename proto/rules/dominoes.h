/* dominoes.h - the draw game: shown doubles, the line, drawing, passing, blocked rounds, the match.
 * Rules: docs/rules.md section 14.  Pure.  Memory: works on struct game; a tile's value is its
 * number from 1 in the order 0-0, 0-1, ..., 1-1, ...
 * Errors: enum verdict, the game unchanged.
 *
 * Hidden hands: the rules see only opened values.  What a player said by showing no double or by
 * passing is kept, and judged when the seeds of the round are opened (dominoes_reveal). */
#ifndef RULES_DOMINOES_H
#define RULES_DOMINOES_H

#include "rules/game.h"

#include <stdbool.h>

enum { PIPS_MAX = 12 };

/* Tiles of a set of double-`set`: 28, 55, 91. */
unsigned dominoes_tiles(unsigned set);

/* The halves of a value, the smaller first; false if the set has no such value. */
__attribute__((warn_unused_result)) bool dominoes_halves(unsigned set, unsigned value,
                                                         uint8_t half[2]);

/* The value of the tile with halves a and b, in either order, both at most `set`. */
uint8_t dominoes_value(unsigned set, unsigned a, unsigned b);

/* Tiles each player is dealt: 7, 6, 5 for 2, 3, 4 players. */
unsigned dominoes_hand(unsigned players);

/* Does the tile fit an end that shows the number `open`? */
bool dominoes_fits(unsigned set, unsigned value, unsigned open);

/* The highest double among values, 0 if there is none. */
uint8_t dominoes_highest(unsigned set, const uint8_t *values, unsigned n);

/* Put down the first tile of the line (a tile of `seat`'s hand); the next seat's turn. */
void dominoes_open(struct game *game, unsigned seat, unsigned place, unsigned value);

/* The round is over and every value known: judged as in, and the next round dealt. */
void dominoes_reveal(struct game *game, const uint8_t value[TILES_MAX]);

/* Rows of the table of games (rules/game.c).  dominoes_start expects terms and seats. */
enum verdict dominoes_start(struct game *game, const struct hash *coin)
    __attribute__((warn_unused_result));
enum verdict dominoes_play(struct game *game, unsigned seat, const struct move *move)
    __attribute__((warn_unused_result));

#endif
