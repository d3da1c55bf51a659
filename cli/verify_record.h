/* verify_record.h - a game as a record: tags and moves in the manner of PGN, and SGF for viewers
 * of Hex.  Both are made from the log and are never a source.
 * Rules: docs/formats.md section 11.
 * Not pure: writes to a stream.  Memory: none.  Errors: those of the stream (ferror). */
#ifndef CLI_VERIFY_RECORD_H
#define CLI_VERIFY_RECORD_H

#include "cli/verify_story.h"

#include <stdio.h>

void record_write(FILE *out, const struct story *s);

/* Bridge only. */
void record_write_sgf(FILE *out, const struct story *s);

#endif
