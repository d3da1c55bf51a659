/* world_part.h - what the files of the world share. */
#ifndef SIM_WORLD_PART_H
#define SIM_WORLD_PART_H

#include "tests/sim/world.h"

/* What peer p sees on its own two clocks. */
struct moment world_moment(const struct world *w, unsigned p);

/* True for this many in a thousand; a number below n. */
bool world_chance(struct world *w, unsigned per_thousand);
unsigned world_below(struct world *w, unsigned n);

/* What a player does when he looks at his screen (world_player.c). */
void world_act(struct world *w, unsigned p);

/* Carry out what a step of peer p decided, and whatever it owes then (world.c). */
void world_carry_out(struct world *w, unsigned p, const struct effects *what);

/* Turn the machine of p off, for so long. */
void world_turn_off(struct world *w, unsigned p, uint64_t ms);

/* Send it, unless the network loses it; the entries are copied. */
void world_post(struct world *w, const struct world_message *m);

/* The witness (world_witness.c): p shows it what it has not seen; it takes what came; its answer
 * came; what it said can be put into a claim of p's. */
void world_ask_witness(struct world *w, unsigned p);
void world_witness_takes(struct world *w, const struct world_message *m);
void world_hear_witness(struct world *w, const struct world_message *m);
bool world_witness_words(const struct world *w, unsigned p, struct claim_step *out);

/* A refusal changes nothing at all: before it, and after it. */
void world_remember(const struct world_peer *p);
void world_assert_unchanged(const struct world_peer *p);

#endif
