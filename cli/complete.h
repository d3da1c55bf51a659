/* complete.h - what the word being typed may become: commands, friends, games, cells, tiles in
 * hand, settings.
 * Asks the daemon only over a connection that is already there.  Memory: the caller's list. */
#ifndef CLI_COMPLETE_H
#define CLI_COMPLETE_H

#include "cli/session.h"

enum { COMPLETE_MAX = 256, COMPLETE_LEN = 72 };

struct completions {
    unsigned n;
    bool open; /* the single match goes on: no blank after it ("givens=") */
    char word[COMPLETE_MAX][COMPLETE_LEN];
};

/* `line` is what stands before the word that begins with `begins`. */
void complete_list(struct session *s, const char *line, const char *begins,
                   struct completions *out);

#endif
