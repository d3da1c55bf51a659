/* repl.h - the prompt: commands line by line, news above the line being typed.
 * Not pure.  Errors: exit codes. */
#ifndef CLI_REPL_H
#define CLI_REPL_H

#include "cli/session.h"

/* Until quit, Ctrl-D or the end of the input.  Without a terminal: plain lines, no prompt, no
 * news; the exit code is that of the first command that failed, else EXIT_DONE. */
int repl_run(struct session *s);

#endif
