/* bot.h - an engine that plays: told its games, asked for its moves, started again when it fails.
 * It decides nothing about games or daemons; cli/cmd_bot.c does.
 * Rules: docs/bots.md.  Not pure: processes.  Memory: struct bot is plain.  Errors: false. */
#ifndef CLI_BOT_H
#define CLI_BOT_H

#include "cli/engine.h"
#include "wire/control.h"

enum { BOT_GAMES_MAX = 64, BOT_NAME_MAX = 64, BOT_TRIES = 3 };

/* A game that the engine has been told of. */
struct bot_game {
    uint32_t number;   /* 0 = free */
    uint32_t told;     /* start of the engine in which it was */
    uint32_t moves;    /* of the position `failures` is about */
    uint32_t failures;
    bool left;         /* nothing is done in it until the position changes */
};

struct bot {
    struct engine engine;
    uint64_t engine_ms;
    char name[BOT_NAME_MAX + 1];
    uint32_t starts;       /* of the engine */
    uint32_t in_vain;      /* starts since the last move that was made */
    uint64_t not_before_ms; /* the next start, by CLOCK_MONOTONIC */
    struct bot_game game[BOT_GAMES_MAX];
};

void bot_init(struct bot *b, char *const *argv, uint64_t engine_ms);

/* Start the engine if it does not run and may be started now; protocol and name.  False: not now,
 * or it failed. */
__attribute__((warn_unused_result)) bool bot_ready(struct bot *b, uint64_t now_ms);

/* The place of a game, a free one if it has none; NULL: too many.  bot_known: NULL if it has
 * none. */
struct bot_game *bot_place(struct bot *b, uint32_t number);
struct bot_game *bot_known(struct bot *b, uint32_t number);

/* Ask for a move: the words, or NULL if the engine failed or refused. */
const char *bot_move(struct bot *b, struct bot_game *g, const struct game_show *show);

/* That move was refused. */
void bot_refused(struct bot *b, uint32_t number, enum verdict why, const char *move);
/* A move was made: what went before is forgiven. */
void bot_moved(struct bot *b, struct bot_game *g);
/* The game is over, and forgotten. */
void bot_result(struct bot *b, struct bot_game *g, const struct game_row *row);

/* Say quit and end it. */
void bot_end(struct bot *b);

/* The words of a move of an engine as a choice; VERDICT_USAGE and what move_read says.  "resign"
 * is a choice of kind 0 with VERDICT_OK. */
enum verdict bot_read_move(const char *words, const struct view *view, struct choice *out);

#endif
