/* questions.h - one question about a position, answered in whole lines: a row, a column, a block,
 * the hand, the clocks, the offers.  For people who see no board, and programs that only read.
 * Pure.  Memory: appends to the caller's text (8 KiB hold every answer).  Errors: false where a
 * question has no answer in this kind of game; nothing is appended then. */
#ifndef CLI_QUESTIONS_H
#define CLI_QUESTIONS_H

#include "base/text.h"
#include "wire/control.h"

/* The cells of a row or column (from 0), in order; of a block, and who holds it. */
void questions_row(const struct view *v, unsigned row, struct text *out);
void questions_column(const struct view *v, unsigned column, struct text *out);
void questions_block(const struct view *v, unsigned block, struct text *out);

/* All blocks, a line each: which cells, how many are whose, who holds it. */
__attribute__((warn_unused_result)) bool questions_blocks(const struct view *v, struct text *out);

/* Own tiles; how many the others have; what is left to draw. */
void questions_hand(const struct game_show *show, struct text *out);

/* Whose turn it is, and what every player has left. */
void questions_clocks(const struct game_show *show, struct text *out);

/* What one side has offered or asked for and the other may answer. */
void questions_offers(const struct game_show *show, struct text *out);

/* The givens that nobody has claimed yet. */
__attribute__((warn_unused_result)) bool questions_givens(const struct view *v, struct text *out);

#endif
