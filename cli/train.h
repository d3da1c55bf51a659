/* train.h - a game of dominoes as a drawing: the line of tiles with its ends, own tiles with those
 * that fit marked, and what everybody knows of the others; and what may be done.
 * Pure.  Memory: appends to the caller's text (BOARD_TEXT_MAX is always enough).  Errors: none.
 *
 *   [2|5]  a tile of the line     (2|5)  the one that was laid last
 *   *2-5   a tile of the hand that fits, or the double to be shown */
#ifndef CLI_TRAIN_H
#define CLI_TRAIN_H

#include "cli/term.h"
#include "wire/control.h"

/* For a terminal; lines are broken before term->width. */
void train_draw(const struct game_show *show, const struct term *term, struct text *out);

/* The line of tiles alone; nothing while none is laid. */
void train_draw_line(const struct game_show *show, const struct term *t, struct text *out);

/* Who would end the game, and what may be done now by name; nothing once the game is over. */
void train_advice(const struct game_show *show, struct text *out);

#endif
