/* choose.h - the practice player: a seat's view in, a move out.
 * It knows what a person in that seat could know: it solves the Sudoku from the digits it sees,
 * and never learns what others hold.  Pure: the same view, seed and level give the same move.
 * Not normative; may change between versions.  Memory: none.  Errors: none. */
#ifndef RULES_CHOOSE_H
#define RULES_CHOOSE_H

#include "rules/move.h"

enum { LEVEL_MIN = 1, LEVEL_MAX = 3 };

/* What the seat of the view should do.  `level` 1 (beginner) to 3 (strong).  out->kind is 0 if it
 * is not this seat's move. */
void choose_move(const struct view *view, const uint8_t seed[32], unsigned level,
                 struct choice *out);

#endif
