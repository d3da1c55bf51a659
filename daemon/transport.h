/* transport.h - what a road to other daemons is, for everybody who is not one: hand it frames,
 * get frames and news of links back.  Frames are peer messages (wire/peer.h), at most
 * PEER_FRAME_MAX bytes; a frame that was taken is not a frame that arrived: the peer's own answer
 * is the only receipt.  The ZeroMQ road is transport_zmq.c. */
#ifndef DAEMON_TRANSPORT_H
#define DAEMON_TRANSPORT_H

#include "base/ids.h"
#include "base/span.h"
#include "wire/control.h"
#include "wire/peer.h"

#include <stdbool.h>

struct transport;
struct loop;
struct socks;

/* What the transport tells its owner; called from the loop, never from inside transport_*
 * calls.  `stranger` is true for a key that is no contact and was let in because an invitation
 * is open: such a sender may only redeem.  `curve` is the authenticated CURVE key in hex. */
struct transport_owner {
    void (*on_frame)(void *self, const char curve[65], bool stranger, struct span frame);
    void (*on_link)(void *self, const char curve[65], enum link_state state);
    void *self;
};

/* Bind and start.  `socks` (NULL: none) outlives the transport.  `listen` is "HOST:PORT" (PORT 0
 * or * = any).  NULL with the reason logged if
 * the address cannot be bound or libzmq lacks something we need. */
struct transport *transport_start(struct loop *loop, const uint8_t ed25519_secret[64],
                                  const char *listen, struct socks *socks,
                                  struct transport_owner owner);
void transport_stop(struct transport *t);

/* The port that was bound. */
unsigned transport_port(const struct transport *t);

/* Somebody we know from now on: dial him at these addresses (may be none: then he dials us), let
 * him in.  Again with other addresses: dial those from now on; a link that is up stays.  False
 * if a key or address is malformed, or there are too many friends. */
bool transport_add(struct transport *t, const struct player_key *who,
                   const char addresses[][PEER_ADDRESS_LEN_MAX + 1], unsigned addresses_n);
void transport_remove(struct transport *t, const struct player_key *who);

/* Let unknown keys in as strangers, or not (while an invitation is open). */
void transport_admit_strangers(struct transport *t, bool yes);

/* Whoever was removed is told for good that he is not welcome; from now on he is a stranger like
 * others (a new invitation may be for him). */
void transport_pardon(struct transport *t);

/* Dial at once what is down (the user acts). */
void transport_wake(struct transport *t, const struct player_key *who);

/* One frame to somebody, over whatever link is up.  False: no link or its queue is full; keep the
 * message and try when on_link says LINK_UP, or later. */
bool transport_send(struct transport *t, const struct player_key *who, struct span frame);
/* The same to a stranger who just spoke to us. */
bool transport_send_stranger(struct transport *t, const char curve[65], struct span frame);

enum link_state transport_link(const struct transport *t, const struct player_key *who);

/* Dial a friend on a connection of its own, only to see whether that works, at most so long, four
 * times as long if that needs the proxy.  The
 * outcome comes from the loop: LINK_UP and where, or the trouble.  False: no friend, he announces
 * nothing, or another trial is under way. */
typedef void transport_tried(void *self, const struct player_key *who, enum link_state outcome,
                             const char *address);
bool transport_try(struct transport *t, const struct player_key *who, uint64_t ms,
                   transport_tried *tried);

/* CURVE public key, in hex, of an Ed25519 identity; false if it has none. */
bool transport_curve_of(const struct player_key *who, char out[65]);

#endif
