/* trapdoor.h - the forger who knows the logarithms of all generators of the shuffle proof: his
 * commitments bind him to nothing, so he chooses the weights u' after the challenge u, and any
 * invertible linear map of the tiles passes for a shuffle. */
#ifndef TESTS_ATTACK_TRAPDOOR_H
#define TESTS_ATTACK_TRAPDOOR_H

#include "tests/attack/kit.h"

struct trapdoor {
    struct scalar log[TILES_MAX + 1];     /* generator[i] = log[i] G */
    struct point generator[TILES_MAX + 1];
};

void trapdoor_make(struct trapdoor *door);

/* Outputs 0 and 1 become C_0 + C_1 and 2 C_0, hidden anew; the others stay what they are. */
void trapdoor_mix(struct world *w);

/* The forged proof of that deck. */
void trapdoor_prove(const struct trapdoor *door, const struct scheme *scheme, struct world *w);

#endif
