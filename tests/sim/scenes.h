/* scenes.h - every moment of one honest game of two: who is about to write what, how both sides
 * stood before it, and the honest entry.  Forgers start from here.  Deterministic for a seed. */
#ifndef SIM_SCENES_H
#define SIM_SCENES_H

#include "tests/sim/table.h"

enum { SCENES_MAX = 96 };

struct scene {
    uint8_t kind, author;      /* of the entry about to be written */
    uint8_t move;              /* enum move_kind, if it is a move */
    struct match writer;       /* of its author, before it */
    struct match reader;       /* of the other, before it */
    struct signed_entry entry; /* the honest one */
    uint32_t before;           /* entries in the chain so far */
    struct moment now;
};

struct scenes {
    struct sim_table *table; /* the game at its end */
    struct scene *list;
    unsigned n;
};

/* A Bridge game with `moves` random moves, then resigned by the player who is not to move, and all
 * seeds opened.  scenes_free when done. */
void scenes_make(struct scenes *s, unsigned seed, unsigned moves);
/* The same with nothing but swaps of whole hands: after 15 of them the bag is empty and the
 * discards are shuffled. */
void scenes_make_swaps(struct scenes *s, unsigned seed, unsigned moves);

/* As scenes_make, with clocks that count (claim), 3 days of leave. */
void scenes_make_clock(struct scenes *s, unsigned seed, unsigned moves);
void scenes_free(struct scenes *s);

/* The `nth` (from 0) scene in which `author` (or NO_SEAT: anybody) writes `kind`; NULL if none. */
const struct scene *scenes_find(const struct scenes *s, unsigned kind, unsigned author,
                                unsigned nth);

/* The first scene with a move of this kind (enum move_kind). */
const struct scene *scenes_move(const struct scenes *s, unsigned move);

/* The key pair's secret of a player, 64 bytes. */
const uint8_t *scenes_secret(const struct scenes *s, unsigned player);

/* Pack and sign whatever stands in `e`, unchecked. */
void scenes_sign(const struct entry *e, const uint8_t secret[64], struct signed_entry *out);

/* The chain of the scene's reader as a file, with `evidence` at its end unless NULL; free() the
 * bytes. */
struct span scenes_export(const struct scenes *s, uint32_t entries,
                          const struct signed_entry *evidence);

#endif
