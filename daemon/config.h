/* config.h - what the daemon was told: options of the command line over the settings file.
 * Rules: docs/numbridged.8, docs/numbridge.5.
 * Not pure: reads the settings file, writes to stderr when an option is wrong. */
#ifndef DAEMON_CONFIG_H
#define DAEMON_CONFIG_H

#include "keys/paths.h"
#include "keys/settings.h"

#include <stdbool.h>

enum run_mode { RUN_FOREGROUND, RUN_DETACHED, RUN_RESTORE };

struct config {
    struct paths paths;
    struct settings settings; /* of the file, then of the options; nick may still be empty */
    enum run_mode mode;
    bool debug;
    char restore[PATHS_MAX];        /* RUN_RESTORE: the file */
    bool restore_move, aside;       /* it must be the file of a move; what is there gives way */
    bool practice;                  /* this daemon is a practice player */
    char parent[ADDRESS_TEXT_SIZE]; /* where the daemon is that it plays for */
};

/* Read everything.  True: go on.  False: leave with *exit_code (help, version, or a mistake that
 * has been reported). */
bool config_read(struct config *c, int argc, char **argv, int *exit_code)
    __attribute__((warn_unused_result));

#endif
