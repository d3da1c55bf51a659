/* train_facts.h - what is to be said of a game of dominoes, in parts that the drawing, the
 * sentences and the lists share.
 * Pure.  Memory: appends to the caller's text.  Errors: none; numbers out of range say nothing. */
#ifndef CLI_TRAIN_FACTS_H
#define CLI_TRAIN_FACTS_H

#include "wire/control.h"

/* A tile as it lies: the halves from left to right, or from the middle outwards. */
struct train_piece { uint8_t half[2], seat, last; };

/* Tile number i of the line, the half that shows `inner` first. */
struct train_piece train_facts_piece(const struct view *v, unsigned i, unsigned inner);

/* The tiles of one arm from the middle outwards, the first tile not among them; how many. */
unsigned train_facts_arm(const struct view *v, unsigned end, struct train_piece *out);

/* From the left end to the right one; how many. */
unsigned train_facts_line(const struct view *v, struct train_piece out[TILES_MAX]);

/* "left", "right", "up", "down" */
const char *train_facts_end(unsigned end);

/* "you", or the name of the seat's player. */
const char *train_facts_name(const struct game_show *show, unsigned seat);

/* "Game 4, dominoes with ann: double-6 set, round 2; 5 rounds win."; more names take a line. */
void train_facts_title(const struct game_show *show, struct text *out);

/* "The line has 9 tiles; its ends: left 5 and right 6. Last laid: 3-5 by ann."  Nothing if no
 * tile is laid. */
void train_facts_ends(const struct game_show *show, struct text *out);

/* What the table knows of a seat: the double, passes and what they said. */
void train_facts_seat(const struct game_show *show, unsigned seat, struct text *out);

/* How the round before ended; nothing in the first one. */
void train_facts_last(const struct game_show *show, struct text *out);

/* Whose turn it is; nothing when the game is over. */
void train_facts_turn(const struct game_show *show, struct text *out);
void train_facts_boneyard(const struct view *v, struct text *out);

/* How many own tiles the view has; does one fit, or is it the double to be shown; "2-5", or "-"
 * while it is not known. */
unsigned train_facts_own(const struct view *v);
__attribute__((warn_unused_result)) bool train_facts_fits(const struct view *v, unsigned value);
void train_facts_tile(const struct view *v, unsigned value, struct text *out);

/* Does the tile fit at ends of different numbers, so that one has to be named? */
__attribute__((warn_unused_result)) bool train_facts_two_ends(const struct view *v,
                                                              unsigned value);

#endif
