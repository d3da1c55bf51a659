/* choose_domino.h - the practice player at dominoes; called by rules/choose.
 * It counts tiles: what it has not seen is dealt to the others at random, many times, always so
 * that it agrees with what they showed and with their passes; each deal is played to its end after
 * each move it could make, and the move that wins most often is made (Monte Carlo, see M. Ginsberg,
 * "GIB: Imperfect Information in a Computationally Challenging Game", 2001).
 * Pure, integers only.  Memory: none.  Errors: none. */
#ifndef RULES_CHOOSE_DOMINO_H
#define RULES_CHOOSE_DOMINO_H

#include "base/rng.h"
#include "rules/move.h"

/* What the seat of the view, which may move, should do; `level` as in rules/choose.h.  `rng` is
 * all that it draws from. */
void choose_domino(const struct view *view, const struct rng *rng, unsigned level,
                   struct choice *out);

#endif
