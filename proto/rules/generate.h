/* generate.h - the board of a game from the joint coin: blocks, full grid, givens with exactly one
 * solution.
 * Rules: docs/rules.md section 5, fixed to the bit; bounded by counts, never by time; a change of
 * anything in it is a new GENERATOR_VERSION.
 * Pure.  Memory: plain value.  Errors: VERDICT_BOARD_FAILED, *out untouched. */
#ifndef RULES_GENERATE_H
#define RULES_GENERATE_H

#include "rules/game.h"

enum { GENERATOR_VERSION = 1 };

/* The board of checked terms (size, givens, blocks) and a coin. */
enum verdict generate_board(const struct terms *terms, const struct hash *coin, struct board *out)
    __attribute__((warn_unused_result));

#endif
