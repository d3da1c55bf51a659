/* view.h - what one seat may know: the only thing a person, a bot or a watcher ever gets.
 * Rules: docs/rules.md.  Pure.  Memory: flat value.  Errors: none. */
#ifndef RULES_VIEW_H
#define RULES_VIEW_H

#include "rules/game.h"

enum { SEAT_WATCHER = 254 };

/* A tile of the line as everybody sees it. */
struct laid_view { uint8_t value, end, seat; };

struct domino_view {
    uint8_t phase;                  /* enum domino_phase */
    uint16_t round;
    uint8_t won[SEATS_MAX];
    uint8_t showed[SEATS_MAX];      /* as in struct dominoes */
    uint8_t arms, open[ARMS_MAX];
    uint8_t laid_n;
    struct laid_view laid[TILES_MAX];
    uint8_t passed;
    uint16_t lacks[SEATS_MAX];
    uint8_t youngest;
    struct domino_result last;
    uint8_t tiles[TILES_MAX];       /* own values, ascending, 0 = not yet known */
};

struct view {
    struct terms terms;
    uint8_t seat;                 /* whose view; SEAT_WATCHER = nobody's hand */
    uint8_t turn, ending, winner, draw_by, seats;
    uint16_t moves;
    uint8_t n;
    uint8_t block[CELLS_MAX];
    uint8_t given[CELLS_MAX];     /* digit of a given, else 0 */
    uint8_t digit[CELLS_MAX];     /* digit to be seen on the cell (given or closed), else 0 */
    uint8_t owner[CELLS_MAX];     /* 0 = nobody, else seat + 1 */
    uint16_t ruled_out[CELLS_MAX];
    uint8_t last_cell, last_digit;
    uint8_t may_pie;              /* this seat may take the first stone now */
    uint8_t may_move;             /* it is this seat's turn and nothing else is owed first */
    uint8_t pair_left;
    uint8_t block_owner[BOARD_MAX];
    uint8_t hand[HAND_MAX];       /* own digits, ascending, 0 = not yet known; watcher: none */
    uint8_t hand_n[SEATS_MAX];    /* how many tiles each seat holds */
    uint8_t bag_n, discards_n;      /* dominoes: bag_n is the boneyard */
    struct domino_view dom;         /* dominoes; `n` is 0 then */
    uint8_t agreed;                 /* more than two players: bit s = seat s would end the game */
};

/* The view of `seat` (or SEAT_WATCHER); `known[place]` is the value of every tile this seat
 * privately knows, else 0.  Only the seat's own hand is read from it. */
void view_make(const struct game *game, unsigned seat, const uint8_t known[TILES_MAX],
               struct view *out);

/* The digits a cell can still hold as far as row, column, block and ruled-out digits tell: bit d
 * for digit d; 0 for a cell that shows its digit. */
uint16_t view_candidates(const struct view *view, unsigned cell);

#endif
