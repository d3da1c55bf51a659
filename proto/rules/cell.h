/* cell.h - cells of a rhombus of n x n hexagons: names like e5, indices, neighbours, edges.
 * Rules: docs/rules.md section 2.  Pure.  Memory: none.  Errors: false, outputs untouched.
 *
 * A cell is an index row * n + column, both from 0; n is 1 to CELL_SIDE_MAX, which is more than
 * any game uses so that the chain test can be checked against records of larger boards. */
#ifndef RULES_CELL_H
#define RULES_CELL_H

#include "base/span.h"

#include <stdbool.h>
#include <stdint.h>

enum { CELL_SIDE_MAX = 15, CELL_NEIGHBOURS = 6, CELL_TEXT = 4 };

/* Which edges of the board a cell lies on: a set of these bits. */
enum { CELL_TOP = 1, CELL_BOTTOM = 2, CELL_LEFT = 4, CELL_RIGHT = 8 };

/* The cell of a name: one letter of either case, then the row without leading zeros; nothing
 * before or after.  False for anything that is no cell of an n x n board. */
__attribute__((warn_unused_result)) bool cell_read(struct span text, unsigned n, uint8_t *cell);

/* The name of a cell (< n * n), with its final zero. */
void cell_write(unsigned cell, unsigned n, char out[CELL_TEXT]);

/* The neighbours of a cell (< n * n) in the order of; returns how many, 2 to 6 (on a
 * board of one cell 0). */
unsigned cell_neighbours(unsigned cell, unsigned n, uint8_t out[CELL_NEIGHBOURS]);

/* The edges a cell lies on. */
unsigned cell_edges(unsigned cell, unsigned n);

#endif
