/* train_read.h - a game of dominoes in sentences and in lists.
 * Pure.  Memory: appends to the caller's text (32 KiB hold every game).  Errors: none. */
#ifndef CLI_TRAIN_READ_H
#define CLI_TRAIN_READ_H

#include "wire/control.h"

/* Whole sentences, no drawing characters. */
void train_read_sentences(const struct game_show *show, struct text *out);

/* The line of tiles alone. */
void train_read_line(const struct game_show *show, struct text *out);

/* Lines of name, tab, value. */
void train_read_list(const struct game_show *show, struct text *out);

#endif
