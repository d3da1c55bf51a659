/* curve.h - the keys and options of encrypted sockets: an identity's Ed25519 keys as libzmq's
 * CURVE wants them, and settings whose failure must not pass unnoticed.
 * Not pure (sets socket options).  Memory: plain values; struct curve_pair holds a secret.
 * Errors: bool. */
#ifndef DAEMON_CURVE_H
#define DAEMON_CURVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/ids.h"

enum { CURVE_KEY_LEN = 32, CURVE_HEX_SIZE = 65 };

struct curve_pair {
    uint8_t public[CURVE_KEY_LEN];
    uint8_t secret[CURVE_KEY_LEN]; /* SECRET */
};

/* The pair of an identity; false if the secret is none. */
__attribute__((warn_unused_result)) bool curve_pair_of(const uint8_t ed25519_secret[64],
                                                       struct curve_pair *out);

/* The public key of somebody; false if his identity is no valid one.  Two identities that differ
 * only in their sign bit have the same one. */
__attribute__((warn_unused_result)) bool curve_public_of(const struct player_key *who,
                                                         uint8_t out[CURVE_KEY_LEN]);

/* What all sockets between daemons have in common: limits, heartbeats, no lingering. */
__attribute__((warn_unused_result)) bool curve_common_options(void *socket);

/* Make it the answering (bound) side, which asks zap.c about every key; or the calling side, which
 * insists on the server's key.  True only if the socket has the mechanism CURVE afterwards and
 * the question to zap.c cannot be skipped. */
__attribute__((warn_unused_result)) bool curve_answer(void *socket,
                                                      const struct curve_pair *me);
__attribute__((warn_unused_result)) bool curve_call(void *socket, const struct curve_pair *me,
                                                    const uint8_t server[CURVE_KEY_LEN]);

#endif
