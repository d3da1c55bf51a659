/* verify_page.h - a game as one page of HTML that replays it: no other file, no network.
 * Rules: docs/formats.md section 11.
 * Not pure: writes to a stream.  Memory: none.  Errors: those of the stream (ferror). */
#ifndef CLI_VERIFY_PAGE_H
#define CLI_VERIFY_PAGE_H

#include "cli/verify_story.h"

#include <stdio.h>

/* `first`: the scene it opens with, if its address names none. */
void page_write(FILE *out, const struct story *s, unsigned first);

#endif
