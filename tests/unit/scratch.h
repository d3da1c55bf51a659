/* scratch.h - for tests that touch the disk: a fresh folder for one test, removed after it. */
#ifndef TESTS_SCRATCH_H
#define TESTS_SCRATCH_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char scratch_folder[256];

/* The path of a name in the folder; good until the eighth call after it. */
static inline const char *scratch(const char *name)
{
    static char paths[8][512];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", scratch_folder, name);
    return path;
}

/* cmocka set-up and tear-down. */
static inline int scratch_make(void **state)
{
    (void)state;
    const char *base = getenv("TMPDIR");
    snprintf(scratch_folder, sizeof scratch_folder, "%s/numbridge-test-XXXXXX",
             base && base[0] ? base : "/tmp");
    return mkdtemp(scratch_folder) ? 0 : -1;
}

static inline int scratch_remove(void **state)
{
    char command[600];
    (void)state;
    snprintf(command, sizeof command, "chmod -R u+rwx '%s' && rm -rf '%s'", scratch_folder,
             scratch_folder);
    return system(command) == 0 ? 0 : -1;
}

#endif
