/* control.h - the socket at which programs of the same user talk to the daemon: connections,
 * frames, answers now or later, and events to those who follow them.
 * Rules: docs/control.md.  Knows no requests: the owner answers them.
 * Not pure.  Memory: heap object.  Errors: NULL (logged) when it cannot start; a client that
 * breaks the rules, floods or does not read is dropped, nobody else notices. */
#ifndef DAEMON_CONTROL_H
#define DAEMON_CONTROL_H

#include "daemon/loop.h"
#include "wire/control.h"

struct control;

/* Who asked: survives the client's going away (the answer is then dropped). */
struct asker {
    uint64_t client; /* from 1, never used twice */
    uint32_t id;     /* of the request */
};

enum answer {
    ANSWER_NOW,  /* *out is the reply */
    ANSWER_LATER, /* control_answer will bring it */
    ANSWER_AGAIN  /* not yet: the same request is asked again in the next turn of the loop, and
                     what else this client has sent waits behind it */
};

struct control_owner {
    /* *out is empty with verdict OK.  `in` and `out` are valid during the call only. */
    enum answer (*on_request)(void *self, const struct asker *who, const struct request *in,
                              struct reply *out);
    /* Stored events from `from` on into rows[ROWS_MAX]; returns how many. */
    unsigned (*events_from)(void *self, uint64_t from, struct event *rows);
    void *self;
};

/* Listen at `path`, mode 0600, in a private folder; a stale socket is replaced, a live daemon's
 * never (a lock beside it tells them apart). */
struct control *control_start(struct loop *loop, const char *path, struct control_owner owner);
void control_stop(struct control *c);

/* An empty reply to write into for control_answer; valid until the next call into control. */
struct reply *control_reply(struct control *c);
void control_answer(struct control *c, const struct asker *who, const struct reply *reply);

/* From now on this client gets all events from `from` on, in order, each once. */
void control_follow(struct control *c, const struct asker *who, uint64_t from);

/* An event that is not stored (number 0) to all followers, at once. */
void control_tell(struct control *c, const struct event *event);

/* These events have been stored: to the followers with them, in order, at once. */
void control_publish(struct control *c, const struct event *events, unsigned n);

#endif
