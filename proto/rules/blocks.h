/* blocks.h - the n blocks of n cells of a board: regular ones, irregular ones from a random stream,
 * and the test whether a map is legal.
 * Rules: docs/rules.md section 3.  Pure.  Memory: the caller's arrays of n * n bytes, the block
 * 0 .. n-1 of each cell.  Errors: false, outputs untouched. */
#ifndef RULES_BLOCKS_H
#define RULES_BLOCKS_H

#include "base/rng.h"
#include "rules/terms.h"

#include <stdbool.h>
#include <stdint.h>

/* Rows and columns of a regular block: false for the sizes that have none (5, 7). */
__attribute__((warn_unused_result)) bool blocks_shape(unsigned n, unsigned *rows,
                                                      unsigned *columns);

/* The regular map, blocks numbered row by row; false if there is none. */
__attribute__((warn_unused_result)) bool blocks_regular(unsigned n, uint8_t *block);

/* True if the map has exactly n blocks of n cells, each connected through the six neighbours. */
__attribute__((warn_unused_result)) bool blocks_legal(unsigned n, const uint8_t *block);

/* An irregular map, bit-exact for the same source.  False if too many exchanges were
 * refused; the next call goes on with the same source. */
__attribute__((warn_unused_result)) bool blocks_irregular(unsigned n, const struct rng *rng,
                                                          uint8_t *block);

#endif
