/* game.h - the games: what everybody at the table knows of a position, and what a move does to
 * it.  One table of games; the same functions serve daemon, verifier, bots and tests.
 * Rules: docs/rules.md.  Pure.  Memory: flat value, copy with =.
 * Errors: enum verdict; anything but VERDICT_OK leaves the game as it was.
 *
 * Tiles are *places* 0 .. tiles-1: the physical places of the bag (bag/bag.h), whose digits are
 * known to nobody here but where they were opened.  What each seat privately knows is not part
 * of the game; see rules/view.h. */
#ifndef RULES_GAME_H
#define RULES_GAME_H

#include "base/ids.h"
#include "base/verdict.h"
#include "rules/terms.h"

#include <stdbool.h>

enum { NO_SEAT = 255, NO_CELL = 255, NO_PLACE = 255 };

/* On the wire and in the log: append, never renumber. */
enum move_kind {
    MOVE_PLACE = 1, /* a tile on an open cell */
    MOVE_CLAIM = 2, /* a given that nobody owns */
    MOVE_SWAP = 3,  /* tiles back, as many drawn */
    MOVE_PIE = 4,   /* take the first stone */
    MOVE_LOST = 5,  /* a turn lost on the clock */
    MOVE_SHOW = 6,  /* dominoes: show the highest double (value), or none (value 0) */
    MOVE_TILE = 7,  /* dominoes: play a tile at an end */
    MOVE_DRAW = 8,  /* dominoes: draw one tile */
    MOVE_PASS = 9   /* dominoes: nothing fits */
};

struct move {
    uint8_t kind;             /* enum move_kind */
    uint8_t cell;             /* place, claim: index row * n + column */
    uint8_t value;            /* tile value opened by the move (place: the digit), else 0 */
    uint8_t end;              /* dominoes: which end, from 0 */
    uint8_t places_n;         /* tiles the move takes from the hand */
    uint8_t places[HAND_MAX]; /* place: the one tile; claim: the price; swap: what goes back */
};

/* How a game ended. */
enum ending {
    ENDING_NONE = 0,
    ENDING_CHAIN = 1,    /* Bridge: sides joined */
    ENDING_BLOCKS = 2,   /* Domains: cannot be caught up */
    ENDING_ROUNDS = 3,   /* dominoes: enough rounds won */
    ENDING_RESIGNED = 4,
    ENDING_DRAW = 5,     /* agreed */
    ENDING_CLOCK = 6,    /* game clock, or three turns in a row lost */
    ENDING_ABANDONED = 7, /* broken off by agreement, no result */
    ENDING_RULED = 8     /* never of a game itself: an arbiter has put his word over it */
};

/* The board: made from the coin, known to everybody. */
struct board {
    uint8_t n;
    uint8_t block[CELLS_MAX];    /* block 0 .. n-1 of each cell */
    uint8_t solution[CELLS_MAX]; /* right digits 1 .. n */
    uint8_t given[CELLS_MAX];    /* 1 = printed at the start */
};

/* A tile that was drawn and whose shares are still owed to its new holder. */
struct draw { uint8_t seat, place; };
enum { DRAWS_MAX = SEATS_MAX * HAND_MAX };

/* What Bridge and Domains share. */
struct numbridge {
    struct board board;
    uint8_t owner[CELLS_MAX];      /* 0 = nobody, else seat + 1 */
    uint8_t closed[CELLS_MAX];     /* 1 = a tile lies here (its digit is the solution's) */
    uint16_t ruled_out[CELLS_MAX]; /* bit d: a wrong tile showed that it is not digit d */
    uint8_t last_cell;             /* cell of the last move, or NO_CELL */
    uint8_t last_digit;            /* digit shown by the last move, or 0 */
    uint8_t stones;                /* cells that somebody owns */
    uint8_t first_stone;           /* cell of the first stone, or NO_CELL */
    uint8_t pie_seat;              /* who may take it now, or NO_SEAT */
    uint8_t pair_left;             /* Domains: moves left in this turn, this one included */
    uint8_t block_owner[BOARD_MAX]; /* Domains: 0 = undecided, else seat + 1 */
};

enum domino_phase {
    DOMINO_SHOW = 1,  /* everybody shows the highest double, in order of seats */
    DOMINO_PLAY = 2,
    DOMINO_REVEAL = 3 /* the round is over; the seeds of its bag are owed */
};
enum domino_how { ROUND_NONE = 0, ROUND_OUT = 1, ROUND_BLOCKED = 2, ROUND_VOID = 3 };
enum { ARMS_MAX = 4, SHOWED_LOST = 255 };

/* A tile of the line: shown[place] is its value. */
struct laid { uint8_t place, end, seat; };

/* How the round before this one ended, for display. */
struct domino_result {
    uint8_t how;     /* enum domino_how */
    uint8_t winner;  /* seat, or NO_SEAT */
    uint8_t forfeit; /* bit s: seat s had passed or shown falsely */
    uint8_t tiles[SEATS_MAX];
    uint16_t pips[SEATS_MAX];
};

/* Dominoes; hands, boneyard (bag) and tiles everybody has seen are in struct game. */
struct dominoes {
    uint8_t phase;                /* enum domino_phase */
    uint16_t round;               /* from 1 */
    uint8_t won[SEATS_MAX];       /* rounds won */
    uint8_t showed[SEATS_MAX];    /* double shown, 0 = none, SHOWED_LOST = lost that turn */
    uint8_t arms;                 /* ends of the line: 2, or 4 */
    uint8_t open[ARMS_MAX];       /* the number at each end */
    uint8_t laid_n;
    struct laid laid[TILES_MAX];
    uint8_t passed;               /* bit s: seat s has passed since the last tile was laid */
    uint16_t lacks[SEATS_MAX];    /* bit x: a pass said that the seat has no x */
    uint8_t broke;                /* bit s: seat s laid a tile that its pass had denied */
    uint8_t out;                  /* seat that laid its last tile, or NO_SEAT */
    uint8_t youngest;             /* seat, or NO_SEAT */
    struct domino_result last;    /* the round before */
};

struct game {
    struct terms terms;
    uint8_t seats;                  /* players at the table */
    uint8_t tiles;                  /* tiles of the set */
    uint8_t turn;                   /* seat to move */
    uint8_t ending;                 /* enum ending */
    uint8_t winner;                 /* seat, or NO_SEAT */
    uint8_t draw_by;                /* seat whose draw offer stands, or NO_SEAT */
    uint8_t lost_in_row[SEATS_MAX]; /* turns lost on the clock in a row */
    uint16_t moves;                 /* moves made */
    /* supply */
    uint8_t hand[SEATS_MAX][TILES_MAX], hand_n[SEATS_MAX]; /* places held */
    uint8_t bag[TILES_MAX], bag_n, bag_at; /* order of the bag; next to draw is bag[bag_at] */
    uint8_t discards[TILES_MAX], discards_n;
    uint8_t shown[TILES_MAX];       /* value of a tile everybody has seen, else 0 */
    struct draw due[DRAWS_MAX];     /* drawn, shares still owed */
    uint8_t due_n;
    uint8_t reshuffle;              /* 1 = the discards must be shuffled first */
    uint8_t refill_seat;            /* whose refill was interrupted by that */
    uint8_t agreed;                 /* more than two seats: bit s = seat s wants to end the game */
    struct numbridge nb;            /* Bridge, Domains */
    struct dominoes dom;            /* dominoes */
};

/* Set up from the agreed terms (checked before) and the joint coin: board, seats' hands drawn
 * (all of them in `due`; seat 0 draws its whole hand from the front of the bag, then seat 1 ...).
 * VERDICT_BOARD_FAILED if no board can be made (never seen). */
enum verdict game_start(struct game *game, const struct terms *terms, const struct hash *coin)
    __attribute__((warn_unused_result));

/* Seat of player `player` (0 = proposer): from the terms or the coin. */
uint8_t game_seat_of(const struct terms *terms, const struct hash *coin, unsigned player);

/* What `seat` may not do with `move`, and why; VERDICT_OK if it may.  VERDICT_NOT_YOUR_TURN,
 * VERDICT_GAME_OVER and the refusals of the rules; VERDICT_WRONG_KIND while the discards must be
 * shuffled first.  A tile still in `due` does not count as held.  Calls the same code as
 * game_apply.  The value of a tile is taken as move->value says: whether the bag agrees is for
 * the caller. */
enum verdict game_check(const struct game *game, unsigned seat, const struct move *move)
    __attribute__((warn_unused_result));

/* The move: turn, owners, discards, refill (into `due`), ending.  `now` may be `old`. */
enum verdict game_apply(const struct game *old, unsigned seat, const struct move *move,
                        struct game *now) __attribute__((warn_unused_result));

/* Nothing more is owed for the tiles in `due`: the holders know them.  Empties `due`. */
void game_dealt(struct game *game);

/* The discards, in the order given by game->discards, have been shuffled by everybody and are the
 * bag now; the interrupted refill goes on (may put more into `due`). */
void game_reshuffled(struct game *game);

/* Dominoes, when dom.phase is DOMINO_REVEAL: the seeds of the round are open and show the value of
 * every tile, by place.  Judges the round; then the match is over, or the next round is dealt (into
 * `due`) from a new bag with all tiles in order of places.  VERDICT_WRONG_KIND in any other phase
 * or game. */
enum verdict game_revealed(struct game *game, const uint8_t value[TILES_MAX])
    __attribute__((warn_unused_result));

/* May be said out of turn.  Draws are for two players: with more VERDICT_NOT_IMPLEMENTED.
 * Offer: VERDICT_DRAW_ALREADY_OFFERED; accept: VERDICT_NO_DRAW_OFFER; all: VERDICT_GAME_OVER. */
enum verdict game_resign(struct game *game, unsigned seat) __attribute__((warn_unused_result));
enum verdict game_offer_draw(struct game *game, unsigned seat) __attribute__((warn_unused_result));
enum verdict game_accept_draw(struct game *game, unsigned seat) __attribute__((warn_unused_result));

/* The game clock of `seat` has run out: it loses.  VERDICT_GAME_OVER. */
enum verdict game_flag(struct game *game, unsigned seat) __attribute__((warn_unused_result));

/* Broken off by agreement: no result.  VERDICT_GAME_OVER. */
enum verdict game_abandon(struct game *game) __attribute__((warn_unused_result));

/* Games of rounds: which one is being played, from 1 (0 in games without), and whether it is over
 * and its tiles are to be opened before anything else happens. */
unsigned game_round(const struct game *game);
bool game_round_over(const struct game *game);

/* Hash of the whole public state, byte for byte as in docs/rules.md (section "State digest"): two
 * programs that disagree stop here. */
struct hash game_digest(const struct game *game);

#endif
