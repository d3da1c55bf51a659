/* A socket is without encryption until a key option has worked, and a failed option leaves it so:
 * every result is checked and the mechanism read back. */
#include "daemon/curve.h"

#include <sodium.h>
#include <zmq.h>

#include "daemon/zap.h"
#include "wire/limits.h"

enum {
    /* Refuse everybody if zap.c does not answer.  libzmq has this option; its header shows the
     * name only to those who ask for drafts. */
    OPTION_ENFORCE_DOMAIN = 93,
    CURVE_OVERHEAD = 33, /* bytes that encryption adds to a frame */
    QUEUE_MAX = 64,
    HANDSHAKE_MS = 10000,
    HEARTBEAT_MS = 30000,
    HEARTBEAT_TIMEOUT_MS = 60000,
    HEARTBEAT_TTL_MS = 120000
};

/* [P-6.5] The CURVE key pair is the player's Ed25519 pair converted as libsodium's
 * crypto_sign_ed25519_pk_to_curve25519 and crypto_sign_ed25519_sk_to_curve25519 do. */
bool curve_pair_of(const uint8_t ed25519_secret[64], struct curve_pair *out)
{
    return crypto_sign_ed25519_sk_to_curve25519(out->secret, ed25519_secret) == 0
        && crypto_scalarmult_base(out->public, out->secret) == 0;
}

bool curve_public_of(const struct player_key *who, uint8_t out[CURVE_KEY_LEN])
{
    return crypto_core_ed25519_is_valid_point(who->b) == 1
        && crypto_sign_ed25519_pk_to_curve25519(out, who->b) == 0;
}

static bool set(void *socket, int option, int value)
{
    return zmq_setsockopt(socket, option, &value, sizeof value) == 0;
}

static bool is(void *socket, int option, int wanted)
{
    int value = 0;
    size_t len = sizeof value;
    return zmq_getsockopt(socket, option, &value, &len) == 0 && value == wanted;
}

bool curve_common_options(void *socket)
{
    int64_t frame_max = PEER_FRAME_MAX + CURVE_OVERHEAD;

    return zmq_setsockopt(socket, ZMQ_MAXMSGSIZE, &frame_max, sizeof frame_max) == 0
        && set(socket, ZMQ_SNDHWM, QUEUE_MAX) && set(socket, ZMQ_RCVHWM, QUEUE_MAX)
        && set(socket, ZMQ_LINGER, 0) && set(socket, ZMQ_HANDSHAKE_IVL, HANDSHAKE_MS)
        && set(socket, ZMQ_HEARTBEAT_IVL, HEARTBEAT_MS)
        && set(socket, ZMQ_HEARTBEAT_TIMEOUT, HEARTBEAT_TIMEOUT_MS)
        && set(socket, ZMQ_HEARTBEAT_TTL, HEARTBEAT_TTL_MS);
}

bool curve_answer(void *socket, const struct curve_pair *me)
{
    return set(socket, ZMQ_CURVE_SERVER, 1)
        && zmq_setsockopt(socket, ZMQ_CURVE_SECRETKEY, me->secret, CURVE_KEY_LEN) == 0
        && zmq_setsockopt(socket, ZMQ_ZAP_DOMAIN, ZAP_DOMAIN, sizeof ZAP_DOMAIN - 1) == 0
        && set(socket, OPTION_ENFORCE_DOMAIN, 1) && is(socket, OPTION_ENFORCE_DOMAIN, 1)
        && is(socket, ZMQ_MECHANISM, ZMQ_CURVE);
}

bool curve_call(void *socket, const struct curve_pair *me, const uint8_t server[CURVE_KEY_LEN])
{
    return zmq_setsockopt(socket, ZMQ_CURVE_SERVERKEY, server, CURVE_KEY_LEN) == 0
        && zmq_setsockopt(socket, ZMQ_CURVE_PUBLICKEY, me->public, CURVE_KEY_LEN) == 0
        && zmq_setsockopt(socket, ZMQ_CURVE_SECRETKEY, me->secret, CURVE_KEY_LEN) == 0
        && is(socket, ZMQ_MECHANISM, ZMQ_CURVE);
}
