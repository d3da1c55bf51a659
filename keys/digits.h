/* digits.h - the digits by which two friends make sure, by voice, that nobody stands between them.
 * Rules: docs/peers.md, [P-7.14].  Pure.  Memory: plain text.  Errors: false. */
#ifndef KEYS_DIGITS_H
#define KEYS_DIGITS_H

#include "base/ids.h"
#include "base/text.h"

#include <stdbool.h>

enum { DIGITS_GROUPS = 8, DIGITS_GROUP = 5, DIGITS_COUNT = DIGITS_GROUPS * DIGITS_GROUP,
       DIGITS_SIZE = DIGITS_COUNT + DIGITS_GROUPS };

/* What `reader` reads aloud to `listener`: groups of five with blanks between. */
void digits_write(const struct player_key *reader, const struct player_key *listener,
                  char out[DIGITS_SIZE]);

/* The digits in a text, whatever stands between them, in the same form.  False: there are not just
 * so many, or letters are among them. */
__attribute__((warn_unused_result)) bool digits_read(struct span text, char out[DIGITS_SIZE]);

/* The number of the first group that differs, from 1; 0: they are the same. */
unsigned digits_differ(const char *a, const char *b);

#endif
