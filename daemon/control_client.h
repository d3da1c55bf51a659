/* control_client.h - one connection at the control socket: bytes in, frames out, bounded both
 * ways.  Not pure.  Memory: heap object.  Errors: false = drop this client. */
#ifndef DAEMON_CONTROL_CLIENT_H
#define DAEMON_CONTROL_CLIENT_H

#include "base/span.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    REQUEST_FRAME_MAX = 128 * 1024,     /* a pasted text of 64 kB and everything else fits */
    CLIENT_OUT_MAX = 6 * 1024 * 1024    /* a whole export and a page of events fit */
};

struct client {
    uint64_t serial;     /* from 1 */
    int fd;
    unsigned watch;      /* handle in the loop */
    uint64_t next_event; /* follows from this one on; 0 = does not follow */
    size_t in_len;
    uint8_t in[4 + REQUEST_FRAME_MAX];
    uint8_t *out;        /* not yet written: out_at .. out_len of out_max bytes */
    size_t out_at, out_len, out_max;
};

/* Takes over the descriptor; NULL: no memory (it is closed). */
struct client *client_new(int fd, uint64_t serial);
void client_free(struct client *c);

/* Read what is there, once.  False: it has gone, or is not worth listening to. */
bool client_read(struct client *c) __attribute__((warn_unused_result));

/* The first whole frame, without its length; it stays valid until client_take.  False: none yet.
 * *bad: the frame announced is too long. */
bool client_frame(const struct client *c, struct span *frame, bool *bad);
void client_take(struct client *c);

/* Queue a frame and write what goes.  False: queue full or broken. */
bool client_send(struct client *c, struct span frame) __attribute__((warn_unused_result));
/* Write what goes. */
bool client_flush(struct client *c) __attribute__((warn_unused_result));
bool client_has_output(const struct client *c);

#endif
