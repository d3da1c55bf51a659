/* terms.h - the settings of a game that all players agreed on: presets, ranges, text form.
 * Rules: docs/rules.md section 1.  Pure.  Memory: plain values.  Errors: enum verdict, the terms
 * unchanged. */
#ifndef RULES_TERMS_H
#define RULES_TERMS_H

#include "base/span.h"
#include "base/text.h"
#include "base/verdict.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RULES_VERSION = 1, BOARD_MAX = 9, CELLS_MAX = 81, HAND_MAX = 7, SEATS_MAX = 4 };

/* These numbers are on the wire and in the log: append, never renumber. */
enum game_kind { GAME_BRIDGE = 1, GAME_DOMAINS = 2, GAME_DOMINOES = 3 };
enum preset { PRESET_BRIDGE = 1, PRESET_STUDY, PRESET_BLITZ, PRESET_DOMAINS, PRESET_DOMINOES };
enum block_kind { BLOCKS_REGULAR = 1, BLOCKS_IRREGULAR = 2 };
enum clock_mode { CLOCK_NONE = 1, CLOCK_HONOUR, CLOCK_CLAIM, CLOCK_WITNESS };
enum first_seat { FIRST_COIN = 1, FIRST_PROPOSER, FIRST_OTHER };

/* A value that a game does not use is 0. */
struct terms {
    uint16_t rules;      /* RULES_VERSION of the program that proposed */
    uint8_t preset;      /* enum preset it was made from */
    uint8_t game;        /* enum game_kind */
    uint8_t players;     /* 2; dominoes 2 to 4 */
    uint8_t size;        /* n: rows and columns, 5 to 9 */
    uint8_t givens;
    uint8_t blocks;      /* enum block_kind */
    uint8_t hand;        /* tiles held */
    uint8_t claim;       /* tiles a claim costs, 0 to 2 */
    uint8_t candidates;  /* 1 = may be shown */
    uint8_t rated;       /* 1 = yes */
    uint8_t clock;       /* enum clock_mode */
    uint8_t first;       /* enum first_seat: who is Blue */
    uint8_t set;         /* dominoes: 6, 9, 12 */
    uint8_t rounds;      /* dominoes: rounds that win the match, 1 to 9 */
    uint8_t youngest;    /* dominoes: player number from 1, 0 = not named */
    uint8_t abkhaz;      /* dominoes: 1 = the four-armed variant */
    uint8_t leave;       /* days of leave each player may take, 0 to 60 */
    uint32_t move_s;     /* seconds a move, 0 = no limit */
    uint32_t game_s;     /* seconds a player and game, 0 = no limit */
};

/* The terms of a preset. */
void terms_preset(enum preset preset, struct terms *out);

/* The preset of a name ("bridge"): false for none. */
__attribute__((warn_unused_result)) bool terms_preset_read(struct span name, enum preset *out);
const char *terms_preset_name(enum preset preset);

/* Set one value by its name and text, e.g. "givens" "26", "blocks" "irregular",
 * "per-move" "90s|3d|none".  VERDICT_TERM_UNKNOWN, VERDICT_TERM_RANGE (this setting alone, by
 * name); combinations are for terms_check. */
enum verdict terms_set(struct terms *terms, struct span name, struct span value)
    __attribute__((warn_unused_result));

/* Correspondence: 3 days a move, no game clock. */
void terms_correspondence(struct terms *terms);

/* Everything in range and fitting together; `bad`, if not NULL, gets the name of the setting at
 * fault (a constant) when it is not. */
enum verdict terms_check(const struct terms *terms, const char **bad)
    __attribute__((warn_unused_result));

/* The settings as a table, for display, completion and help. */
struct term_row {
    const char *name; /* as typed */
    const char *help; /* one line */
};
const struct term_row *terms_rows(unsigned *count);

/* The value of a setting as text, as terms_set would read it; false if this game has no such
 * setting. */
__attribute__((warn_unused_result)) bool terms_value(const struct terms *terms, const char *name,
                                                     struct text *out);

/* The bytes that are hashed and signed for terms [F-2.1]: every field in the order of the struct,
 * little endian, in its own width.  `out` holds TERMS_BYTES. */
enum { TERMS_BYTES = 27 };
void terms_bytes(const struct terms *terms, uint8_t out[TERMS_BYTES]);

/* The same way back, without judging the values. */
void terms_from_bytes(const uint8_t bytes[TERMS_BYTES], struct terms *out);

#endif
