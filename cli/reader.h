/* reader.h - a game in sentences and in lists: for screen readers, dumb terminals, scripts.
 * Pure.  Memory: appends to the caller's text (32 KiB hold every game).  Errors: none. */
#ifndef CLI_READER_H
#define CLI_READER_H

#include "base/text.h"
#include "wire/control.h"

/* The whole board, row by row, and what may be done; no drawing characters. */
void reader_board(const struct game_show *show, struct text *out);

/* Its rows alone, of Bridge and Domains. */
void reader_rows(const struct view *v, struct text *out);

/* A game that has no board yet: the terms, what differs from the preset, how to answer. */
void reader_terms(const struct game_show *show, struct text *out);

/* One cell: "e5 is open, not 3"; "c3 is a given 4 of Blue". */
void reader_cell(const struct view *view, unsigned cell, struct text *out);

/* A cell and its neighbours, for whoever does not see them. */
void reader_near(const struct view *view, unsigned cell, struct text *out);

/* Where a digit can still go: "7 can go to a1, b4 and c9." */
void reader_candidates(const struct view *view, unsigned digit, struct text *out);

/* Digits that are ruled out, cell by cell. */
void reader_ruled_out(const struct view *view, struct text *out);

/* Lines of name, tab, value. */
void reader_plain(const struct game_show *show, struct text *out);

#endif
