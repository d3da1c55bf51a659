/* openings.h - games that are set up already, for worlds that are about what comes after: the keys,
 * shuffles and proofs of a set-up cost more than a game.  Each is made once, in fair weather, by
 * whole peers with everything real, and copied as often as somebody wants to play on from it. */
#ifndef SIM_OPENINGS_H
#define SIM_OPENINGS_H

#include "tests/sim/world.h"

enum { OPENINGS_MAX = 256 };

struct openings {
    struct world *list[OPENINGS_MAX];
};

/* A world for this weather, in which the opening numbered `number` (one for each kind of terms and
 * players) is dealt.  world_free it. */
struct world *openings_take(struct openings *o, unsigned number, const struct weather *weather);
void openings_free(struct openings *o);

#endif
