/* paths.h - where everything of one player lives on this machine.
 * Not pure: reads the environment, makes folders.  Memory: plain value.
 *
 * With `--home DIR`, or NUMBRIDGE_HOME in the environment: everything below DIR, the socket in
 * DIR/run.  Otherwise the folders of the XDG base directory specification, each with
 * "/numbridge" at its end: data (~/.local/share), state (~/.local/state), config (~/.config), and
 * XDG_RUNTIME_DIR for the socket, or run/ inside the state folder where there is none. */
#ifndef KEYS_PATHS_H
#define KEYS_PATHS_H

#include "base/verdict.h"

enum {
    PATHS_MAX = 1024,         /* size of a path with its zero */
    PATHS_SOCKET_LEN_MAX = 107 /* what an address of a Unix socket holds */
};

struct paths {
    char data[PATHS_MAX];     /* folder of what must not be lost */
    char state[PATHS_MAX];    /* folder of what is nice to keep: log, history */
    char run[PATHS_MAX];      /* folder of the socket */
    char database[PATHS_MAX]; /* data/numbridge.db */
    char key[PATHS_MAX];      /* data/identity.key */
    char lock[PATHS_MAX];     /* data/lock: held by the daemon that uses this folder */
    char log[PATHS_MAX];      /* state/numbridged.log */
    char history[PATHS_MAX];  /* state/history: lines typed at the prompt */
    char control[PATHS_MAX];  /* run/control: the socket between daemon and programs */
    char settings[PATHS_MAX]; /* numbridge.conf */
};

/* Work out all paths; touches no file.  `home` may be NULL.  All paths are absolute, also for a
 * relative `home`.  VERDICT_PATH_TOO_LONG: a path, or that of the socket, is too long;
 * VERDICT_NO_FILE: no home folder is known.  *out is as it was then. */
__attribute__((warn_unused_result)) enum verdict paths_find(const char *home, struct paths *out);

/* Make the three folders where they are missing, and check that they are private.  Failures as
 * folder_private. */
__attribute__((warn_unused_result)) enum verdict paths_create(const struct paths *p);

#endif
