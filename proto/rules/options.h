/* options.h - the moves a seat may try as far as it knows: for completion, bots, random players.
 * Rules: docs/rules.md.  Pure.  Memory: the caller's list.  Errors: none. */
#ifndef RULES_OPTIONS_H
#define RULES_OPTIONS_H

#include "rules/move.h"

/* More than any position has: 81 cells for each of 7 tiles, 34 givens for each of 28 pairs. */
enum { OPTIONS_MAX = 2048 };

/* All moves of the view's seat: every different tile on every cell it may still fit as far as
 * row, column, block and ruled-out digits tell; every given nobody owns for every price; all
 * tiles swapped; the pie if it is on offer.  At most `max` of them; returns how many.  0 if it is
 * not this seat's move. */
unsigned options_list(const struct view *view, struct choice *out, unsigned max);

#endif
