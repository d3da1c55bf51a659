/* handlers.h - the tables of control requests: one row each, with the function that answers it.
 * A handler decodes nothing and stores nothing: it calls one function of games, people or node
 * and fills the reply.  Rules: docs/control.md. */
#ifndef DAEMON_HANDLERS_H
#define DAEMON_HANDLERS_H

#include "daemon/node.h"

typedef enum answer handler_function(struct node *n, const struct asker *who,
                                     const struct request *in, struct reply *out);

enum handler_needs { NEEDS_NOTHING, NEEDS_KEY };
struct handler {
    uint32_t request; /* enum request_kind; 0 ends a table */
    handler_function *handle;
    enum handler_needs needs;
};

extern const struct handler handlers_people[]; /* control_people.c: status, friends, invitations */
extern const struct handler handlers_roads[];  /* control_roads.c: letters, roads */
extern const struct handler handlers_safety[]; /* control_safety.c: backups, conditional moves */
extern const struct handler handlers_rulings[]; /* control_rulings.c: an arbiter's rulings */
extern const struct handler handlers_games[];  /* control_games.c: games, events */

#endif
