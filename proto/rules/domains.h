/* domains.h - Domains: majorities in blocks, turns of two moves, the early end.
 * Rules: docs/rules.md section 9.  Pure.  Memory: works on struct game.
 * Errors: enum verdict, the game unchanged. */
#ifndef RULES_DOMAINS_H
#define RULES_DOMAINS_H

#include "rules/game.h"

#include <stdbool.h>

/* Blocks held by a seat, from block_owner; and those nobody holds yet. */
unsigned domains_held(const struct numbridge *nb, unsigned seat);
unsigned domains_undecided(const struct numbridge *nb);

/* True if `mine` blocks cannot be caught up by `theirs` and all the `undecided` ones. */
bool domains_decided(unsigned mine, unsigned theirs, unsigned undecided);

/* Rows of the table of games (rules/game.c). */
enum verdict domains_start(struct game *game, const struct hash *coin)
    __attribute__((warn_unused_result));
enum verdict domains_play(struct game *game, unsigned seat, const struct move *move)
    __attribute__((warn_unused_result));

#endif
