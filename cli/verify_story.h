/* verify_story.h - an exported game as a row of positions, each with the deed that led to it: what
 * pictures, pages, texts and the replay on the terminal are made of.
 * Rules: docs/formats.md section 11.  Not pure: reads the file.
 * Memory: positions on the heap, story_free gives them back.
 * Errors: the exit code and a sentence of story_read.
 *
 * A position is what everybody at the table may know (rules/view.h, SEAT_WATCHER).  Hands are
 * there only where the players themselves have opened all seeds of that bag. */
#ifndef CLI_VERIFY_STORY_H
#define CLI_VERIFY_STORY_H

#include "base/text.h"
#include "chain/logfile.h"
#include "rules/move.h"
#include "wire/control.h"

/* Bytes of the name of a player: a petname, or "seat 3". */
enum { STORY_NAME_MAX = 4 * NAME_MAX_LEN };

struct scene {
    uint32_t number;      /* of the entry */
    uint32_t kind;        /* enum entry_kind; ENTRY_SHARES: the hands (of a round) are dealt;
                             ENTRY_SEED: the last round was judged */
    uint8_t seat;         /* of its author */
    uint8_t right;        /* placed: 1 = the right digit */
    uint32_t amount;      /* seconds or days, as the kind wants it */
    struct choice choice; /* kind 0: no move; values as far as they are known by now, else 0 */
    struct times times;
    struct view view;     /* after it, as a watcher sees it */
    uint8_t open;         /* 1 = hand[] is known: all seeds of this bag are open */
    uint8_t hand[SEATS_MAX][TILES_MAX]; /* values in ascending order, view.hand_n of them */
};

struct story {
    struct scene *scene;
    unsigned n, room;
    bool no_memory;
    struct finding end;
    char name[SEATS_MAX][STORY_NAME_MAX + 1]; /* by seat, never empty, showable */
    uint64_t began_ms;                       /* wall clock of the proposal */
};

/* Read and judge a file, and keep its positions: the first is the board with the hands dealt, the
 * last is the end.  `names` (`names_n` of them, by seat, Blue first; may be empty) are what the
 * players are called, else by their side.
 * EXIT_DONE; EXIT_NOT_VERIFIED, EXIT_UNKNOWN, EXIT_LOCAL as report_file; EXIT_NOT_NOW: there is no
 * board yet.  `problem` gets a sentence then. */
enum exit_code story_read(struct story *s, const char *path, const char *const *names,
                          unsigned names_n, struct text *problem);
void story_free(struct story *s);

/* The position after `moves` moves (0: at the start); NULL: there were fewer. */
const struct scene *story_at(const struct story *s, unsigned moves);

bool story_is_last(const struct story *s, const struct scene *scene);

/* Is the entry of a scene a move, and its number, from 1; else 0. */
unsigned story_move(const struct scene *scene);

#endif
