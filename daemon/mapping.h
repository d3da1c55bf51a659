/* mapping.h - has the router of this network forward a port to us as long as we run: asks again
 * before it forgets, and takes it back at the end.  How is gateway.h's.
 * Not pure: a thread of its own talks to the router, which may take its time or be hostile; the
 * loop never waits for it.  Memory: mapping_start/mapping_stop.  Errors: no news. */
#ifndef DAEMON_MAPPING_H
#define DAEMON_MAPPING_H

#include "daemon/gateway.h"

struct loop;
struct mapping;

/* Called from the loop when it changes: "HOST:PORT" that is forwarded to us, "" if none is any
 * more. */
typedef void mapping_told(void *self, const char *address);

/* Begin.  NULL: logged. */
struct mapping *mapping_start(struct loop *loop, const struct gateway_wish *wish,
                              mapping_told *told, void *self);

/* No more news.  What is forwarded is taken back, and that is waited for, at most 1.5 s; if the
 * router does not answer, it ends by itself within the hour. */
void mapping_stop(struct mapping *m);

#endif
