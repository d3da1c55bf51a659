/* verify_position.h - a position of a game as JSON for programs: one object on one line, with the
 * names that `show --json` has for the same things.  Never translated.
 * Not pure: writes to a stream.  Memory: none.  Errors: those of the stream (ferror). */
#ifndef CLI_VERIFY_POSITION_H
#define CLI_VERIFY_POSITION_H

#include "cli/verify_story.h"

#include <stdio.h>

/* Position number i (from 0), and a line feed. */
void position_json(FILE *out, const struct story *s, unsigned i);

#endif
