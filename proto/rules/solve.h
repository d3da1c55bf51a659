/* solve.h - Sudoku on any block map: how many solutions (up to two), or a random full grid.
 * Rules: docs/rules.md section 4; the order of the search and what counts as a node are fixed
 * there to the bit, since boards depend on both.
 * Pure.  Memory: plain values; the search needs about 40 kB of stack at most.
 * Errors: enum solve_result. */
#ifndef RULES_SOLVE_H
#define RULES_SOLVE_H

#include "base/rng.h"
#include "rules/terms.h"

#include <stdint.h>

enum { SOLVE_UNITS_MAX = 3 * BOARD_MAX, SOLVE_PEERS_MAX = 3 * (BOARD_MAX - 1) };

enum solve_result {
    SOLVE_NONE = 0,
    SOLVE_ONE = 1,
    SOLVE_MANY = 2,   /* two or more */
    SOLVE_GAVE_UP = 3 /* the node budget was used up first */
};

/* Rows, columns and blocks of one board, made once and used for many searches. */
struct solve_map {
    uint8_t n, cells, units;
    uint8_t unit[SOLVE_UNITS_MAX][BOARD_MAX]; /* cells of rows, then columns, then blocks */
    uint8_t peers[CELLS_MAX][SOLVE_PEERS_MAX], peers_n[CELLS_MAX];
};

/* The map of an n x n board, 1 <= n <= BOARD_MAX, whose blocks are legal in size. */
void solve_map_init(struct solve_map *map, unsigned n, const uint8_t *block);

/* Count the solutions of `digits` (0 = open, else 1 .. n; n * n of them) up to two, trying at most
 * `nodes` assignments.  `solution`, if not NULL, gets the first one found, else stays. */
enum solve_result solve_count(const struct solve_map *map, const uint8_t *digits, uint32_t nodes,
                              uint8_t *solution);

/* Is there a solution in which the open cell `cell` is not `digit`?  SOLVE_NONE, SOLVE_ONE (at
 * least one) or SOLVE_GAVE_UP. */
enum solve_result solve_other(const struct solve_map *map, const uint8_t *digits, unsigned cell,
                              unsigned digit, uint32_t nodes);

/* A full grid found by the same search with the digits of each choice in random order; SOLVE_ONE
 * and `grid` written, or SOLVE_NONE, or SOLVE_GAVE_UP. */
enum solve_result solve_fill(const struct solve_map *map, const struct rng *rng, uint32_t nodes,
                             uint8_t *grid);

#endif
