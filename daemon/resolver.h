/* resolver.h - looks up host names in a thread of its own: libzmq would do it in the thread that
 * serves all connections, and one slow name server would silence every friend.
 * Not pure.  Memory: resolver_new/resolver_free.  Errors: as said.
 * The thread starts with the first question. */
#ifndef DAEMON_RESOLVER_H
#define DAEMON_RESOLVER_H

struct loop;
struct resolver;

enum { RESOLVED_SIZE = 256 };

/* One to four numeric addresses without brackets, with a blank after each, in the order the system
 * prefers; "" if the name is not known (now).  Called from the loop. */
typedef void resolver_answer(void *self, const char *numerics);

/* NULL: logged. */
struct resolver *resolver_new(struct loop *loop);

/* Answers that are still to come will not come. */
void resolver_free(struct resolver *r);

/* Ask for a name of at most 255 characters.  Returns a handle from 1 for resolver_cancel; 0 if too
 * many questions are open: ask again later. */
unsigned resolver_ask(struct resolver *r, const char *host, resolver_answer *answer, void *self);
void resolver_cancel(struct resolver *r, unsigned handle);

#endif
