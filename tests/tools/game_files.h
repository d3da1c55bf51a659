/* game_files.h - games of a table as files for verifiers, good and forged: what make_games is
 * written in.  Exists in tests only.  Errors: none; whatever goes wrong ends the program. */
#ifndef TESTS_TOOLS_GAME_FILES_H
#define TESTS_TOOLS_GAME_FILES_H

#include "tests/sim/table.h"

#include <assert.h>
#include <stdio.h>

/* A game of a table: the entries to write. */
struct source {
    struct sim_table *table;
    const struct signed_entry *entry;
    uint32_t n;
};

/* Where files go, and the entry that is being changed: see find and forged. */
extern const char *game_folder;
extern struct entry scratch;

/* KIND-NAME.nblog: the first n entries of a game, and one more as what `last` says (NULL: no
 * more). */
void write_game(const char *kind, const char *name, const struct source *s, uint32_t n,
                const struct signed_entry *more, enum record_kind last);

/* Terms of a preset on another board. */
struct terms terms_of(enum preset preset, const char *size, const char *blocks);
void set_term(struct terms *t, const char *name, const char *value);

/* A table where hands are dealt under these terms. */
struct source begin(unsigned seed, const struct terms *terms);

/* What player 1 holds is what is written from now on. */
void finish(struct source *s);

/* At most so many moves; one thing said.  Everything is passed on. */
void play(struct source *s, unsigned moves_max);
void play_with_false_pass(struct source *s); /* dominoes: player 2 forfeits a round */
void say(struct source *s, unsigned player, unsigned kind);

/* The `which`-th entry (from 0) of a kind: its index, and itself in `scratch`. */
uint32_t find(const struct source *s, unsigned kind, unsigned which);

/* `scratch`, signed by a player. */
void sign_anew(const struct source *s, struct signed_entry *out, unsigned author);

/* The entry that `scratch` has become, in the place of entry i: bad-NAME, and as evidence
 * good-evidence-NAME if it convicts its author, else bad-evidence-NAME. */
enum shows { NOTHING, EVIDENCE };
void forged(const struct source *s, const char *name, uint32_t i, enum shows shows);

/* games_clock.c: games whose clocks count; terms of one, time that goes by, and one thing said
 * about time that reaches nobody yet. */
void clock_games(void);
struct terms clock_terms(enum clock_mode clock);
void pass_time(struct sim_table *t, uint64_t ms);
void tell(struct source *s, unsigned player, unsigned kind, uint32_t amount);

/* games_ruled.c: games that an arbiter ruled. */
void ruled_games(void);

/* The first n entries of a game, evidence beside them (NULL: none), and rulings as bytes. */
struct ruled_game {
    const struct source *source;
    uint32_t n;
    const struct signed_entry *evidence;
};
void write_game_ruled(const char *kind, const char *name, const struct ruled_game *g,
                      const struct span *rulings, unsigned rulings_n);

#endif
