/* verify_english.h - what exports say of a game, always in English: sentences, and the short signs
 * of moves.  Rules: docs/formats.md section 11.
 * Pure.  Memory: appends to the caller's text; nothing is escaped here.  Errors: none. */
#ifndef CLI_VERIFY_ENGLISH_H
#define CLI_VERIFY_ENGLISH_H

#include "cli/verify_story.h"

enum { ENGLISH_TEXT_MAX = 8192 };

/* "Blue", "Red"; at dominoes "Seat 1" to "Seat 4". */
const char *english_side(unsigned game, unsigned seat);

/* "Bridge", "Domains", "Dominoes" */
const char *english_game(unsigned game);

/* "ann (Blue)", or just "Blue" without a name. */
void english_player(const struct story *s, unsigned seat, struct text *out);

/* What led to a position, as a sentence: "ann (Blue) placed 7 on e5." */
void english_deed(const struct story *s, const struct scene *scene, struct text *out);

/* The same with the number of the move in front, if it is one. */
void english_moment(const struct story *s, const struct scene *scene, struct text *out);

/* "Bridge (blitz) 6x6: ann (Blue) against ben (Red)" */
void english_heading(const struct story *s, struct text *out);

/* The sign of a move or deed: "e5=7", "swap:119". */
void english_sign(const struct scene *scene, struct text *out);

/* "chain", "resigned" ... */
const char *english_ending(unsigned ending);

/* "Blue won: his sides are joined."  Nothing while the game goes on. */
void english_result(const struct story *s, const struct view *v, struct text *out);

/* The result of the whole game, also by a ruling of the arbiter; nothing if there is none. */
void english_outcome(const struct story *s, struct text *out);

/* A cell in words: "open, not 3", "given 4", "given 4, Red", "7 Blue". */
void english_cell(const struct view *v, unsigned cell, struct text *out);

/* What else is to be said of a position, a line each: hands, bag, blocks, ends of the line. */
void english_facts(const struct story *s, const struct scene *scene, struct text *out);

/* The tiles of an arm or of the whole line from left to right: "3-5 5-5 5-1". */
void english_line(const struct view *v, struct text *out);

/* All settings as "key=value key=value". */
void english_terms(const struct terms *t, struct text *out);

/* "Bridge (blitz) 6x6", "Domains 7x7, irregular blocks", "Dominoes, double-6". */
void english_title(const struct terms *t, struct text *out);

#endif
