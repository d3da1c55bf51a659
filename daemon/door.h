/* door.h - the one address where this daemon waits for others: the bound socket, how many have
 * come in, what they say.  Whom to let in is decided by zap.c's judge.
 * Not pure.  Memory: door_open/door_close.  Errors: NULL, logged.  Callbacks come from the loop. */
#ifndef DAEMON_DOOR_H
#define DAEMON_DOOR_H

#include "base/span.h"
#include "daemon/curve.h"

struct door;
struct loop;

enum { VISITORS_MAX = 1024 }; /* connections at one time */

/* The way back over a connection that somebody else made. */
struct route {
    bool open;
    uint8_t id[5]; /* libzmq's name for it */
    int fd;        /* of the connection */
};

/* A frame of a friend came by this route: his connection stays when there are too many; the one by
 * which his last came is nobody's any more, if it is another: he is to have one place, not all. */
void door_vouch(struct door *d, const struct route *route, const struct route *last);

struct door_owner {
    /* A frame of whoever has this CURVE key; a route that is not open: the connection has ended. */
    void (*on_frame)(void *self, const char curve[CURVE_HEX_SIZE], struct route route,
                     struct span frame);
    /* The connection with this descriptor is gone; -1: all are. */
    void (*on_gone)(void *self, int fd);
    void *self;
};

/* Bind to "HOST:PORT", HOST being "*" or numeric, PORT 0 or "*" for any. */
struct door *door_open(struct loop *loop, void *context, const struct curve_pair *me,
                       const char *listen, struct door_owner owner);
void door_close(struct door *d);

unsigned door_port(const struct door *d);

/* Connections that are open, also those whose handshake is not over. */
unsigned door_count(const struct door *d);

/* False: the connection is gone (*route is closed then), or its queue is full. */
bool door_send(struct door *d, struct route *route, struct span frame);

#endif
