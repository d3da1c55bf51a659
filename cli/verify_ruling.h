/* verify_ruling.h - exported games as an arbiter needs them: judged, and who plays, who may rule,
 * which courses of the game they show.
 * Rules: docs/protocol.md [P-5.19], docs/formats.md section 4.  Not pure: reads the files.
 * Memory: plain values, about 25 kB: keep them static.  Errors: enum verdict. */
#ifndef CLI_VERIFY_RULING_H
#define CLI_VERIFY_RULING_H

#include "cli/verify_report.h"
#include "wire/entry.h"
#include "wire/ruling.h"

struct laid_out {
    struct game_id game;
    bool has_arbiter;
    struct player_key arbiter;
    uint8_t kind;                         /* enum game_kind */
    unsigned players;
    struct player_key seated[SEATS_MAX];  /* by seat, once `started` */
    bool started, ended;                  /* seats are known; all have confirmed it, or declined */
    unsigned heads_n;                     /* courses of the game, at most so many as a ruling has */
    struct ruled_head heads[RULING_HEADS_MAX];
    size_t first_len;                     /* entry 1 as a record [F-3.3] */
    uint8_t first[ENTRY_RECORD_MAX];
    struct report report;                 /* of the last file, in sentences */
};

/* Judge a file.  Begin with a zeroed struct; the courses that each further file of the same game
 * shows are added to those that are there.  VERDICT_WRONG_GAME, and every
 * refusal of a file; what was there before is unchanged then. */
enum verdict ruling_lay_out(const char *path, struct laid_out *all)
    __attribute__((warn_unused_result));

#endif
