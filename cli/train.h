/* train.h - a game of dominoes as a drawing, in sentences and in lists: the line of tiles with its
 * ends, own tiles with those that fit marked, and what everybody knows of the others.
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

/* The same in sentences, without drawing characters. */
void train_read(const struct game_show *show, struct text *out);

/* Lines of name, tab, value. */
void train_plain(const struct game_show *show, struct text *out);

/* Who would end the game, and what may be done now by name; nothing once the game is over. */
void train_advice(const struct game_show *show, struct text *out);

/* Does the tile fit at ends of different numbers, so that one has to be named? */
__attribute__((warn_unused_result)) bool train_two_ends(const struct view *view, unsigned value);

#endif
