/* nodes.h - for tests of the transport: three of them in one process on the loopback, what each was
 * told, a loop that turns until something holds, and clients made without our code. */
#ifndef TESTS_NODES_H
#define TESTS_NODES_H

#include "until.h"

#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zmq.h>

#include "daemon/curve.h"
#include "daemon/transport.h"

enum { DEADLINE_MS = 30000 };

struct node {
    struct transport *t;
    struct player_key key;
    uint8_t secret[64];
    char curve[65];
    unsigned links;       /* times on_link came */
    enum link_state link; /* as told last */
    unsigned frames, strangers;
    char last[64], from[65];
    size_t last_len;
};

static struct node ann, ben, eve;

/* ---- nodes --------------------------------------------------------------------------------- */

static inline void on_frame(void *self, const char curve[65], bool stranger, struct span frame)
{
    struct node *n = self;
    n->frames++;
    n->strangers += stranger;
    n->last_len = frame.len;
    memset(n->last, 0, sizeof n->last);
    memcpy(n->last, frame.data, frame.len < sizeof n->last - 1 ? frame.len : sizeof n->last - 1);
    memcpy(n->from, curve, sizeof n->from);
}

static inline void on_link(void *self, const char curve[65], enum link_state state)
{
    struct node *n = self;
    (void)curve;
    n->links++;
    n->link = state;
}

static inline void start_at(struct node *n, const char *listen)
{
    n->t = transport_start(loop, n->secret, listen, NULL,
                           (struct transport_owner){on_frame, on_link, n});
    assert_non_null(n->t);
    assert_true(transport_port(n->t) > 0);
}

static inline void start(struct node *n)
{
    start_at(n, "127.0.0.1:*");
}

static inline void stop(struct node *n)
{
    transport_stop(n->t);
    n->t = NULL;
}

static inline void make(struct node *n)
{
    memset(n, 0, sizeof *n);
    n->link = LINK_DOWN;
    crypto_sign_keypair(n->key.b, n->secret);
    assert_true(transport_curve_of(&n->key, n->curve));
}

static inline int setup(void **state)
{
    (void)state;
    loop = loop_new();
    assert_non_null(loop);
    make(&ann);
    make(&ben);
    make(&eve);
    start(&ann);
    return 0;
}

static inline int teardown(void **state)
{
    (void)state;
    stop(&ann);
    stop(&ben);
    stop(&eve);
    loop_free(loop);
    return 0;
}

static inline bool know_at(struct node *n, struct node *whom, const char *host, unsigned port)
{
    char address[1][PEER_ADDRESS_LEN_MAX + 1];
    snprintf(address[0], sizeof address[0], "%s:%u", host, port);
    return transport_add(n->t, &whom->key, (const char(*)[PEER_ADDRESS_LEN_MAX + 1])address, 1);
}

static inline bool know(struct node *n, struct node *whom)
{
    return know_at(n, whom, "127.0.0.1", transport_port(whom->t));
}

static inline bool send_text(struct node *n, struct node *to, const char *text)
{
    return transport_send(n->t, &to->key, span_text(text));
}

static inline bool ann_up(void) { return ann.link == LINK_UP; }
static inline bool ann_down(void) { return ann.link == LINK_DOWN; }
static inline bool ben_up(void) { return ben.link == LINK_UP; }
static inline bool both_up(void) { return ann_up() && ben_up(); }
static inline bool ben_told(void) { return ben.links > 0; }
static inline bool ben_wrong(void) { return ben.link == LINK_WRONG_KEY; }
static inline bool ben_refused(void) { return ben.link == LINK_REFUSED; }
static inline bool ann_heard(void) { return ann.frames > 0; }
static inline bool ann_heard_two(void) { return ann.frames == 2; }
static inline bool ben_heard(void) { return ben.frames > 0; }
static inline bool eve_up(void) { return eve.link == LINK_UP; }
static inline bool eve_heard(void) { return eve.frames > 0; }

/* A client of Ann's with the keys of that node (NULL: none), made without our code. */
struct raw {
    void *context, *socket;
};

enum { RAW_ONCE = -1, RAW_AGAIN = 100 }; /* does he come back when his connection is cut? */

static inline struct raw raw_open_in(void *context, const struct node *as, const char *routing_id,
                                     int again)
{
    struct raw r = {context, NULL};
    struct curve_pair pair;
    uint8_t server[CURVE_KEY_LEN];
    char endpoint[64];
    int zero = 0;
    r.socket = zmq_socket(r.context, ZMQ_DEALER);
    assert_int_equal(zmq_setsockopt(r.socket, ZMQ_RECONNECT_IVL, &again, sizeof again), 0);
    assert_int_equal(zmq_setsockopt(r.socket, ZMQ_LINGER, &zero, sizeof zero), 0);
    if (as) {
        assert_true(curve_pair_of(as->secret, &pair));
        assert_true(curve_public_of(&ann.key, server));
        assert_true(curve_call(r.socket, &pair, server));
    }
    if (routing_id)
        assert_int_equal(zmq_setsockopt(r.socket, ZMQ_ROUTING_ID, routing_id, strlen(routing_id)),
                         0);
    snprintf(endpoint, sizeof endpoint, "tcp://127.0.0.1:%u", transport_port(ann.t));
    assert_int_equal(zmq_connect(r.socket, endpoint), 0);
    return r;
}

static inline struct raw raw_open_named(const struct node *as, const char *routing_id)
{
    return raw_open_in(zmq_ctx_new(), as, routing_id, RAW_AGAIN);
}

static inline struct raw raw_open(const struct node *as)
{
    return raw_open_named(as, NULL);
}

static inline void raw_close(struct raw *r)
{
    zmq_close(r->socket);
    zmq_ctx_term(r->context);
}

static inline void raw_send(struct raw *r, const void *bytes, size_t len, int flags)
{
    assert_int_equal(zmq_send(r->socket, bytes, len, flags), (int)len);
}

static inline int raw_tcp(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                             .sin_port = htons((uint16_t)transport_port(ann.t))};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    return fd;
}

#endif
