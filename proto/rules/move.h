/* move.h - a move as a person means it and types it: digits, not places of the bag.
 * Rules: docs/rules.md section 10.  Pure.  Memory: plain values.  Errors: enum verdict, the
 * output untouched. */
#ifndef RULES_MOVE_H
#define RULES_MOVE_H

#include "base/span.h"
#include "base/text.h"
#include "rules/view.h"

/* What somebody wants to do. */
struct choice {
    uint8_t kind;             /* enum move_kind, 0 = none */
    uint8_t cell;             /* place, claim: index; else NO_CELL */
    uint8_t end;              /* dominoes */
    uint8_t values_n;         /* tiles by value: place 1; claim the price; swap what goes back */
    uint8_t values[HAND_MAX];
};

enum { MOVE_TEXT_MAX = 64 };

/* Read what follows the word of the command (kind): place "7 e5" "e5 7" "e5=7" "7 on e5", claim
 * "c3 with 4" "c3 4" "c3", swap "1 1 9" "119" "all"; nothing for the pie.  `view` tells the size
 * of the board and, for "all", the hand.  VERDICT_USAGE, VERDICT_NO_SUCH_CELL,
 * VERDICT_TILE_UNKNOWN; whether the move is allowed is for game_check. */
enum verdict move_read(enum move_kind kind, struct span text, const struct view *view,
                       struct choice *out) __attribute__((warn_unused_result));

/* A choice in the words of move_read, with the command in front: "place 7 e5", "claim c3 with 4",
 * "swap 1 1 9", "pie"; a lost turn is "lost turn".  A tile not known (0) is written "?".  `n` is
 * the size of the board, or the set of dominoes. */
void move_write(const struct choice *choice, unsigned n, struct text *out);

/* The move of a choice: for every value the first tile of that value in the seat's hand that is
 * dealt and not used yet; `known[place]` as in view_make.  VERDICT_TILE_NOT_IN_HAND; dominoes also
 * VERDICT_FALSE_PASS and VERDICT_MUST_OPEN_DOUBLE, for what the own hand contradicts. */
enum verdict move_find(const struct game *game, unsigned seat, const uint8_t known[TILES_MAX],
                       const struct choice *choice, struct move *out)
    __attribute__((warn_unused_result));

/* What everybody sees of a move: values only of tiles it opens, 0 for the rest. */
void move_public(const struct move *move, struct choice *out);

#endif
