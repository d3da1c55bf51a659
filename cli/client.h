/* client.h - the connection to the daemon: requests and replies one at a time, events in between.
 * Rules: docs/control.md.  Not pure.  Memory: struct client is plain; client_close gives back
 * what it holds (about 5 MB of buffers).
 * Errors: enum verdict; after VERDICT_NO_DAEMON the connection is closed (fd -1). */
#ifndef CLI_CLIENT_H
#define CLI_CLIENT_H

#include "keys/paths.h"
#include "wire/control.h"

/* Called for every reply of id 0 (events) that arrives, whatever is being waited for. */
typedef void client_news(void *context, const struct reply *news);

struct client {
    int fd; /* -1 = not connected */
    uint32_t last_id; /* of this connection; 0 = nothing was asked yet */
    client_news *news; /* may be NULL */
    void *news_context;
    uint8_t *in;       /* one frame with its length, CONTROL_FRAME_MAX + 4 bytes */
    size_t in_len;
    uint8_t *out;      /* the same */
    struct reply *fresh;
};

/* Buffers; not connected yet.  False: no memory. */
__attribute__((warn_unused_result)) bool client_init(struct client *c);
void client_close(struct client *c);

/* Connect and say hello.  VERDICT_NO_DAEMON: nobody listens there (also a socket left behind);
 * VERDICT_PERMISSION: it is somebody else's; VERDICT_CONTROL_VERSION: `reply`->detail may name
 * the other version.  `reply` gets the status. */
enum verdict client_connect(struct client *c, const char *socket_path, struct reply *reply)
    __attribute__((warn_unused_result));

/* Send a request (its id is set here) and wait for its reply, at most `seconds`.  The verdict is
 * that of the reply, or VERDICT_NO_DAEMON (gone, silent or not understandable). */
enum verdict client_call(struct client *c, struct request *request, struct reply *reply,
                         unsigned seconds) __attribute__((warn_unused_result));

/* Read what has arrived, without waiting, and hand on the news in it.  VERDICT_NO_DAEMON if the
 * connection has ended. */
enum verdict client_read(struct client *c) __attribute__((warn_unused_result));

/* Wait for news, at most `ms` milliseconds (-1: for ever), and hand it on.  VERDICT_OK also when
 * none came in time. */
enum verdict client_wait(struct client *c, int ms) __attribute__((warn_unused_result));

#endif
