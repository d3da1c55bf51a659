/* domino_move.h - moves of dominoes as typed, and what an honest hand may say; used by rules/move.
 * Rules: docs/rules.md sections 13 and 14.  Pure.  Memory: plain values.  Errors: enum verdict,
 * the output untouched. */
#ifndef RULES_DOMINO_MOVE_H
#define RULES_DOMINO_MOVE_H

#include "rules/move.h"

/* Read what follows the word of the command: tile "3-5 left" "35" "3-5 at 5", show "6-6" or
 * "none"; nothing for drawing and passing. */
enum verdict domino_move_read(enum move_kind kind, struct span text, const struct view *view,
                              struct choice *out) __attribute__((warn_unused_result));

/* "place 3-5 right", "show 6-6", "show none", "draw tile", "pass". */
void domino_move_write(const struct choice *choice, unsigned set, struct text *out);

/* "3-5". */
void domino_tile_write(unsigned set, unsigned value, struct text *out);

/* Would the choice be false, as far as the seat's own tiles tell (`n` values)?  VERDICT_FALSE_PASS
 * for a pass although a tile fits, VERDICT_MUST_OPEN_DOUBLE for a show of less than the highest
 * double. */
enum verdict domino_move_honest(const struct game *game, const uint8_t *tiles, unsigned n,
                                const struct choice *choice) __attribute__((warn_unused_result));

#endif
