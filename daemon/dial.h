/* dial.h - our own connection to one friend: tries his addresses in turn, tells apart nobody
 * there, somebody with another key, and a refusal, and tries again until it works.
 * Not pure.  Memory: dial_new/dial_free; may be freed from inside its own callbacks.
 * Errors: as said.  Callbacks come from the loop, never from inside a call. */
#ifndef DAEMON_DIAL_H
#define DAEMON_DIAL_H

#include "base/address.h"
#include "base/span.h"
#include "daemon/curve.h"
#include "wire/control.h"
#include "wire/peer.h"

struct dial;
struct loop;
struct resolver;
struct socks;

/* What all dials of a transport share; lives longer than they. */
struct dial_office {
    struct loop *loop;
    void *context; /* of libzmq */
    struct resolver *resolver;
    const struct curve_pair *me;
    struct socks *socks; /* NULL: no proxy is set */
};

struct dial_owner {
    /* The state has changed, or a round that was asked for (dial_to, dial_wake) has ended.  While
     * a proxy is waited for, LINK_NO_PROXY or LINK_FAR come within 4 s, before the end of it. */
    void (*on_state)(void *self);
    void (*on_frame)(void *self, struct span frame);
    void *self;
};

/* Nobody is dialled yet.  NULL: no memory. */
struct dial *dial_new(const struct dial_office *office, const uint8_t server[CURVE_KEY_LEN],
                      struct dial_owner owner);
void dial_free(struct dial *d);

/* Dial these addresses, from the loop's next turn on; a connection that is up stays, and they are
 * used when it has ended.  None: do not dial, and hang up. */
void dial_to(struct dial *d, const struct address *addresses, unsigned addresses_n);

/* One more, a guess of ours, tried after those; what becomes of it is no news unless it works. */
void dial_guess(struct dial *d, const struct address *guess);

/* Where it is connected to; NULL if it is not up.  Good until the next call. */
const struct address *dial_address(const struct dial *d);

/* If it is down, try at once, and often again for a while. */
void dial_wake(struct dial *d);

/* LINK_UP, or what the last round ended with; LINK_DOWN before the first. */
enum link_state dial_state(const struct dial *d);

/* False: not up, or the queue is full. */
bool dial_send(struct dial *d, struct span frame);

#endif
