/* board.h - a game as a drawing: the slanted rhombus of hexagonal cells and what belongs beside
 * it.  At most 80 columns and 22 lines for a 9x9 board.
 * Pure.  Memory: writes to the caller's text (BOARD_TEXT_MAX is always enough).  Errors: none.
 *
 *   (7) placed by Blue   {7} given that Blue claimed    7  given     .  open
 *   [7] placed by Red    <7> given that Red claimed     x  open, and some digit is ruled out
 *   *   before the cell of the last move;  ?  where the asked digit can still go
 *   *   before the cell asked about, + before its neighbours
 * Dominoes are drawn as cli/train.h says. */
#ifndef CLI_BOARD_H
#define CLI_BOARD_H

#include "cli/term.h"
#include "wire/control.h"

enum { BOARD_TEXT_MAX = 32 * 1024 };

/* What to mark besides: nothing is {0, NO_CELL}. */
struct board_marks {
    uint8_t digit; /* mark the cells it can still go to, 0 = none */
    uint8_t near;  /* mark this cell and its neighbours, NO_CELL = none */
};

/* The drawing with its panel and, below, what may be done now. */
void board_draw(const struct game_show *show, const struct term *term,
                const struct board_marks *marks, struct text *out);

/* The rhombus alone, of Bridge and Domains. */
void board_draw_grid(const struct view *view, const struct term *term, struct text *out);

#endif
