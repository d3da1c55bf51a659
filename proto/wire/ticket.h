/* ticket.h - invitations and contact cards as text that people send each other.
 * Rules: docs/formats.md section 6.  Pure; allocates nothing.
 * Memory: plain value; the token of an invitation is a secret until it is used.
 * Errors: enum verdict; anything but VERDICT_OK leaves the output as it was. */
#ifndef WIRE_TICKET_H
#define WIRE_TICKET_H

#include "base/address.h"
#include "base/ids.h"
#include "base/text.h"
#include "base/verdict.h"
#include "wire/seek.h"

enum {
    TICKET_TOKEN_LEN = 16,
    TICKET_ADDRESSES_MAX = 4,
    TICKET_NICK_MAX = 16,
    TICKET_TEXT_SIZE = 1024,   /* storage that every ticket fits into, with its final zero */
    TICKET_PASTE_MAX = SEEK_TEXT_MAX
};

enum ticket_kind {
    TICKET_INVITATION = 1, /* nbi1...: works once, for whoever brings it first */
    TICKET_CARD = 2        /* nbc1...: only says who somebody is and where; no token, no expiry */
};

struct ticket {
    struct player_key identity; /* Ed25519; the CURVE key is converted from it */
    uint8_t token[TICKET_TOKEN_LEN];
    uint64_t expires;           /* unix seconds, below 2^32 */
    unsigned addresses_n;
    struct address addresses[TICKET_ADDRESSES_MAX]; /* in order of preference */
    char nick[TICKET_NICK_MAX + 1]; /* a proposal only; may be empty */
};

/* Append the ticket's text to *out.  VERDICT_TOO_LONG if it has more than 1023 characters or does
 * not fit; VERDICT_ADDRESS_MALFORMED, VERDICT_NAME_MALFORMED, VERDICT_FIELD_RANGE for a ticket
 * that ticket_read would refuse.  A card's token and expiry are not written. */
__attribute__((warn_unused_result)) enum verdict ticket_write(const struct ticket *t,
                                                              enum ticket_kind kind,
                                                              struct text *out);

/* Find the first whole ticket of that kind anywhere in a pasted text: quoted, broken into lines,
 * with dashes or invisible characters inside, all lower or all upper case.  A card comes back
 * with token and expiry zero.
 * VERDICT_TICKET_MALFORMED: none there (or damaged, or in mixed case);
 * VERDICT_TICKET_KIND: only another kind of Numbridge text is there;
 * VERDICT_TICKET_VERSION: made by a newer program.  The expiry is not looked at. */
__attribute__((warn_unused_result)) enum verdict ticket_read(struct span text,
                                                             enum ticket_kind kind,
                                                             struct ticket *out);

/* A proposed name is fit: 1 to 16 letters, digits or dashes, first a letter. */
__attribute__((warn_unused_result)) bool ticket_nick_ok(struct span nick);

#endif
