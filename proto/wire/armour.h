/* armour.h - sealed envelopes as text that survives mail programs, chats and people: lines of
 * letters and digits between two lines in plain words, each with a check of its own, so that a
 * damaged one can be named.
 * Rules: docs/formats.md section 9.  Pure; allocates nothing.
 * Errors: enum verdict; outputs as they were unless VERDICT_OK. */
#ifndef WIRE_ARMOUR_H
#define WIRE_ARMOUR_H

#include "base/buf.h"
#include "base/text.h"
#include "base/verdict.h"

enum {
    ARMOUR_LINE_BYTES = 40,   /* bytes of one line */
    ARMOUR_LINE_SYMBOLS = 64, /* their base32 */
    ARMOUR_CHECK_SYMBOLS = 4,
    ARMOUR_TEXT_MAX = 1 << 20 /* longest text that is searched */
};

/* Enough storage for the text of so many bytes, its final zero included. */
size_t armour_size(size_t len);

/* Append the block of these bytes (at least one).  False if it does not fit. */
__attribute__((warn_unused_result)) bool armour_write(struct span bytes, struct text *out);

/* What a search came upon. */
struct armour_found {
    size_t at;     /* where to go on searching; set by every call */
    unsigned line; /* with VERDICT_MESSAGE_DAMAGED: the first bad line, from 1 */
    bool missing;  /* it is not damaged, it is missing */
};

/* Find the first block at or after found->at (0 at first) and append its bytes to *out.
 * VERDICT_NO_MESSAGE: no further one; VERDICT_MESSAGE_DAMAGED: see *found, which leads behind it;
 * VERDICT_TOO_LONG: its bytes do not fit, or the text is longer than ARMOUR_TEXT_MAX. */
__attribute__((warn_unused_result)) enum verdict armour_read(struct span text,
                                                             struct armour_found *found,
                                                             struct buf *out);

/* True if the words of a first line, or of a last line, are in it: worth reading on, or ready. */
__attribute__((warn_unused_result)) bool armour_begins(struct span text);
__attribute__((warn_unused_result)) bool armour_ends(struct span text);

#endif
