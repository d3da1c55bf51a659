/* mapping.h - asks the router of this network to forward a port to us, by UPnP and, where that
 * fails, by NAT-PMP; asks again before the router forgets.
 * Not pure: a thread of its own talks to the router, which may take its time or be hostile; the
 * loop never waits for it.  Memory: mapping_start/mapping_stop.  Errors: no news.
 * What a router says is a claim: only a public IP address is passed on. */
#ifndef DAEMON_MAPPING_H
#define DAEMON_MAPPING_H

#include <stdbool.h>

struct loop;
struct mapping;

/* Called from the loop when it changes: "HOST:PORT" that is forwarded to us, "" if none is any
 * more. */
typedef void mapping_told(void *self, const char *address);

/* Begin for this TCP port.  `router` is the URL of a UPnP description (for tests), or NULL: look
 * for one.  NULL: logged. */
struct mapping *mapping_start(struct loop *loop, unsigned port, const char *router,
                              mapping_told *told, void *self);

/* No more news; what was asked for ends by itself within the hour. */
void mapping_stop(struct mapping *m);

/* Of a numeric IPv4 address: can the whole world reach it?  Not those of private networks, of
 * carriers' networks, of links, loopback, multicast. */
bool mapping_is_public(const char *ipv4);

#endif
