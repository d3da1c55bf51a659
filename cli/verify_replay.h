/* verify_replay.h - a game stepped through on the terminal, or printed from its first position to
 * its last.
 * Not pure: reads the file and the terminal, prints.  Memory: gives everything back.
 * Errors: exit codes; a sentence on stderr. */
#ifndef CLI_VERIFY_REPLAY_H
#define CLI_VERIFY_REPLAY_H

#include "cli/term.h"
#include "cli/verify_export.h"

/* How positions are shown. */
enum replay_form { REPLAY_BOARDS = 1, REPLAY_PLAIN, REPLAY_JSON };

struct replay_wish {
    enum replay_form form;
    const struct export_wish *who; /* names, and the one position that is wanted */
    enum term_when color;
    bool ascii, reader;
};

/* Keys on a terminal: Enter or n the next, p the one before, a number that move, q the end.
 * EXIT_DONE; as story_read; EXIT_UNKNOWN: there is no such move. */
enum exit_code replay_file(const char *path, const struct replay_wish *wish);

#endif
