/* seek.h - finds the texts of Numbridge (bech32m, prefix "nb" and one or two more letters) in what
 * people paste: quoted, broken into lines, with dashes or invisible characters inside, all lower
 * or all upper case.
 * Rules: docs/formats.md [F-6.2], [F-6.6].  Pure; allocates nothing.  Errors: enum verdict. */
#ifndef WIRE_SEEK_H
#define WIRE_SEEK_H

#include "base/span.h"
#include "base/verdict.h"

enum { SEEK_TEXT_MAX = 1 << 16 /* longest text that is searched */ };

/* A text whose checksum holds: its prefix in lower case and its bytes (none if its symbols do not
 * fill bytes).  VERDICT_OK takes it and ends the search; VERDICT_TICKET_MALFORMED: go on, this is
 * nothing; another refusal: go on, and say this if nothing better is found. */
typedef enum verdict seek_take(void *context, const char *prefix, struct span bytes);

/* VERDICT_OK, VERDICT_TICKET_MALFORMED (nothing there), or what `take` refused last;
 * VERDICT_TICKET_VERSION before others. */
__attribute__((warn_unused_result)) enum verdict seek(struct span text, seek_take *take,
                                                      void *context);

#endif
