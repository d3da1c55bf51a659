/* start.h - start the daemon when it is needed, and find the programs that belong to us.
 * Not pure.  Errors: enum verdict. */
#ifndef CLI_START_H
#define CLI_START_H

#include "base/text.h"
#include "cli/client.h"

/* Path of one of our own programs: beside the running one, else just its name, which is looked
 * for in PATH. */
void start_find(const char *program, struct text *out);

/* Run `argv` (argv[0] from start_find; ends with NULL) and wait for its end; what it prints goes
 * where ours goes.  Returns its exit code, 128 and the number of the signal that ended it (whoever
 * reads a pipe may have enough), or -1 if it could not be run. */
int start_run(char *const argv[]);

/* The same, but what it writes to stderr goes into `said`, as far as there is room. */
int start_run_said(char *const argv[], struct text *said);

/* The verdict whose sentence a daemon said in the last line; of another only the kind of trouble
 * is known, from its exit code. */
enum verdict start_verdict(int code, const char *said);

/* Connect to the daemon of `home` ("" = the usual folders); start it when nobody answers, and
 * wait up to 10 seconds until it does.  Failures as client_connect; `said` gets what the daemon
 * said when it could not start ("" if nothing). */
enum verdict start_connect(struct client *c, const char *home, const struct paths *paths,
                           struct reply *reply, struct text *said)
    __attribute__((warn_unused_result));

#endif
