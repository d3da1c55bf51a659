/* flood.h - a limit for what libzmq collects in memory before we see any of it: the parts of a
 * message of several frames are handed over only when the last one has come.
 * Not pure: asks the system about a connection of libzmq's and may end it (not close it).
 * Memory: plain value, one for each connection.  Errors: none. */
#ifndef DAEMON_FLOOD_H
#define DAEMON_FLOOD_H

#include <stdbool.h>
#include <stdint.h>

enum {
    FLOOD_MAX = 16 * 1024 * 1024, /* bytes without a whole message: more than all queues hold */
    FLOOD_CHECK_MS = 500
};

struct flood {
    bool watched, heard;
    int fd;
    uint64_t mark; /* bytes that had come when the last whole message did, about */
};

/* A connection is there; a whole message came over it. */
void flood_start(struct flood *f, int fd);
void flood_heard(struct flood *f);

/* To be called every FLOOD_CHECK_MS.  True: too much has come since the last whole message, and
 * the connection has been cut; libzmq will notice. */
bool flood_over(struct flood *f);

/* Cut it for another reason. */
void flood_cut(const struct flood *f);

#endif
