/* monitor.h - what libzmq says about the connections of one socket: accepted, shaken hands, gone.
 * Not pure.  Memory: plain value inside its owner; monitor_close before the socket is closed.
 * Errors: bool, logged.
 *
 * A monitor that nobody reads stops the whole context after some thousand events: whoever opens
 * one watches `pair` in the loop and calls monitor_next until it says no. */
#ifndef DAEMON_MONITOR_H
#define DAEMON_MONITOR_H

#include <stdbool.h>
#include <stdint.h>

struct monitor {
    void *watched, *pair; /* NULL: not open */
};

struct monitor_event {
    unsigned kind;  /* one of ZMQ_EVENT_... */
    uint32_t value; /* its descriptor, error number or status */
};

/* Begin to watch a socket of this context, before it binds or connects. */
__attribute__((warn_unused_result)) bool monitor_open(struct monitor *m, void *context,
                                                      void *socket, int events);
void monitor_close(struct monitor *m);

/* The next event, without waiting; false if there is none. */
__attribute__((warn_unused_result)) bool monitor_next(struct monitor *m,
                                                      struct monitor_event *out);

#endif
