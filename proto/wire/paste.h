/* paste.h - the characters of a pasted text, without what mail programs, chats, terminals and
 * people put in: blanks, line breaks, quotation marks, dashes, invisible characters.
 * Rules: docs/formats.md [F-6.6].  Pure; no memory.  Errors: none. */
#ifndef WIRE_PASTE_H
#define WIRE_PASTE_H

#include "base/span.h"

enum {
    PASTE_SKIPPED = -1, /* a character that does not count */
    PASTE_FOREIGN = -2  /* neither letter nor digit, and not one of those */
};

/* The character at text[*at], where *at is inside the text: a letter or digit of ASCII as it
 * stands, PASTE_SKIPPED or PASTE_FOREIGN; *at moves behind it. */
int paste_next(struct span text, size_t *at);

#endif
