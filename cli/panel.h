/* panel.h - what stands beside the board: whose turn, clocks, hands, bag, offers, last move, and
 * the sentences of what may be done now.
 * Pure but for the catalogue of cli/lang.h.  Memory: plain values.
 * Errors: none; a long line goes on in the next. */
#ifndef CLI_PANEL_H
#define CLI_PANEL_H

#include "wire/control.h"

enum { PANEL_LINES = 32, PANEL_LINE_MAX = 128, PANEL_COLUMNS = 24 };

struct panel {
    unsigned n;
    struct {
        unsigned style; /* of term.h */
        char text[PANEL_LINE_MAX];
    } line[PANEL_LINES];
};

/* The lines beside the board, at most PANEL_COLUMNS wide each. */
void panel_make(const struct game_show *show, struct panel *out);

/* Whole sentences, one a line: the result, offers, the pie, what may be done now by name. */
void panel_sentences(const struct game_show *show, struct text *out);

/* A clock: "12:40", "2d 03:00" ("-" for no limit is the caller's). */
void panel_time(uint64_t ms, struct text *out);

/* What a seat has left: of the game's clock, or "" where there is none; and of the move's. */
void panel_clock(const struct game_show *show, unsigned seat, struct text *out);

/* The name of a seat's side: "Blue", "Red"; at dominoes the player's, or "Seat 3". */
const char *panel_side(const struct game_show *show, unsigned seat);

/* The blocks of `owner` (seat + 1; 0 = undecided) by their first cells: "a1 d4". */
void panel_blocks(const struct view *view, unsigned owner, struct text *out);

/* Own digits as "1 1 4 7 9"; a digit not yet known is "-". */
void panel_hand(const struct view *view, struct text *out);

#endif
