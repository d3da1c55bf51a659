/* socks.h - ways through a SOCKS5 proxy (Tor): RFC 1928, with user name and password of RFC 1929 so
 * that Tor gives every friend a circuit of his own.  libzmq's own client can neither time out nor
 * be closed safely; here libzmq connects to a private socket of ours, and bytes that are already
 * encrypted are carried between that and the proxy.
 * Not pure.  Memory: socks_new/socks_free, tunnel_open/tunnel_close.  Errors: enum tunnel_news.
 * Names go to the proxy as they are: nothing here ever looks one up. */
#ifndef DAEMON_SOCKS_H
#define DAEMON_SOCKS_H

#include "base/address.h"
#include "base/span.h"

#include <stdbool.h>

struct loop;
struct socks;
struct tunnel;

enum { SOCKS_ENDPOINT_SIZE = 128 };

enum tunnel_news {
    TUNNEL_OPEN = 1,    /* libzmq may connect to tunnel_endpoint */
    TUNNEL_NO_PROXY,    /* nobody answers at the proxy's address, or speaks something else */
    TUNNEL_NOT_REACHED, /* the proxy cannot reach him, or does not in time */
};

/* How it went, once; from the loop, never from inside a call.  The tunnel may be closed in it. */
typedef void tunnel_told(void *self, enum tunnel_news news);

/* The proxy at `proxy` (an IP address or "localhost", with port); sockets are made in `folder`,
 * which is private.  `only`: nothing but the loopback is dialled without it.  NULL: no memory, or
 * the proxy's host is a name, which would have to be looked up (logged). */
struct socks *socks_new(struct loop *loop, const struct address *proxy, const char *folder,
                        bool only);
void socks_free(struct socks *s);

/* Must this address be dialled through a proxy?  Any name below .onion, whatever else it is, and
 * with `only` all but loopback addresses.  `s` may be NULL: no proxy is set. */
bool socks_needed(const struct socks *s, const struct address *to);

/* Begin: to the proxy, through it to `to`.  `friend` tells apart whose circuits must not be shared.
 * `to` may be NULL: only find out whether the proxy is one; then TUNNEL_OPEN ends it, and 4 s of
 * silence are enough for TUNNEL_NO_PROXY.
 * NULL: no memory or no room (logged). */
struct tunnel *tunnel_open(struct socks *s, const struct address *to, struct span friend,
                           tunnel_told *told, void *self);
void tunnel_close(struct tunnel *t);

/* It is a proxy, and agrees to be one: now it looks for whom we want. */
bool tunnel_agreed(const struct tunnel *t);

/* Once TUNNEL_OPEN was told: where libzmq connects, once ("ipc://..."), and the descriptor on which
 * bytes come from the proxy (to be looked at and shut down only). */
const char *tunnel_endpoint(const struct tunnel *t);
int tunnel_fd(const struct tunnel *t);

#endif
