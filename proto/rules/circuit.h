/* circuit.h - how near a side of Bridge is to being joined: the board as an electric network.
 * Own cells are wires, free cells resistors, the other's cells are cut out; the better the two
 * sides conduct, the nearer they are to a chain.  The idea is Claude Shannon's (his Hex machine);
 * see V. Anshelevich, "The Game of Hex", 2000.  Used by the practice player only, not normative.
 * Pure, integers only.  Memory: none.  Errors: none. */
#ifndef RULES_CIRCUIT_H
#define RULES_CIRCUIT_H

#include <stdint.h>

enum { CIRCUIT_JOINED = 1 << 30, CIRCUIT_EASE = 16 };

/* The current from one side of `seat` to the other on an n x n board (owner as in struct game),
 * n at most BOARD_MAX: 0 = cut off, CIRCUIT_JOINED = joined.  `ease[cell]` says how easily a free
 * cell conducts, CIRCUIT_EASE being normal and 255 the most. */
uint32_t circuit_flow(unsigned n, const uint8_t *owner, unsigned seat, const uint8_t *ease);

#endif
