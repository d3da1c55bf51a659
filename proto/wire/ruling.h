/* ruling.h - what an arbiter signs about a game, as bytes and as a text that people send each
 * other.  Who may rule what is judged in chain/ruling.h.
 * Rules: docs/formats.md section 10.  Pure; allocates nothing.  Memory: plain value.
 * Errors: enum verdict; anything but VERDICT_OK leaves the output as it was. */
#ifndef WIRE_RULING_H
#define WIRE_RULING_H

#include "base/buf.h"
#include "base/ids.h"
#include "base/text.h"
#include "base/verdict.h"
#include "rules/game.h"

enum {
    RULING_VERSION = 1,
    RULING_HEADS_MAX = 4,
    RULING_SIGNED_MAX = 43 + RULING_HEADS_MAX * 36, /* the bytes that are signed */
    RULING_BYTES_MAX = RULING_SIGNED_MAX + 64,
    RULING_TEXT_SIZE = 512 /* storage that every text fits into, with its final zero */
};

/* The last entry of a course of the game that the arbiter saw. */
struct ruled_head {
    uint32_t number;
    struct hash head; /* chain hash of that entry */
};

struct ruling {
    struct game_id game;
    uint8_t winner;   /* seat, or NO_SEAT: nobody has won */
    uint64_t time_ms; /* the arbiter's wall clock */
    unsigned heads_n;
    struct ruled_head heads[RULING_HEADS_MAX];
    struct signature signature;
};

/* Heads in the order in which they are written, each once. */
void ruling_order(struct ruling *r);

/* Append the bytes that are signed, or all of them.  False if they do not fit, or ruling_read
 * would refuse them. */
__attribute__((warn_unused_result)) bool ruling_write_signed(const struct ruling *r,
                                                             struct buf *out);
__attribute__((warn_unused_result)) bool ruling_write(const struct ruling *r, struct buf *out);

/* From bytes that came.  VERDICT_RULING_MALFORMED; VERDICT_RULING_VERSION: by a newer program. */
__attribute__((warn_unused_result)) enum verdict ruling_read(struct span bytes,
                                                             struct ruling *out);

/* Append the text, one line without its end.  False if it does not fit. */
__attribute__((warn_unused_result)) bool ruling_text(const struct ruling *r, struct text *out);

/* The first whole ruling anywhere in a pasted text.  The refusals of ruling_read. */
__attribute__((warn_unused_result)) enum verdict ruling_find(struct span text,
                                                             struct ruling *out);

#endif
