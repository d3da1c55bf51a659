/* Every attempt gets a fresh socket.  libzmq's own way of reconnecting never tries again after some
 * refusals, tries far too often after others, and takes a second connect to the same address for
 * done: all of that is gone if a socket sees one connection in its life. */
#include "daemon/dial.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

#include "daemon/flood.h"
#include "daemon/log.h"
#include "daemon/loop.h"
#include "daemon/monitor.h"
#include "daemon/resolver.h"
#include "daemon/socks.h"

enum {
    FRAMES_A_TURN = 16,
    EVENTS_A_TURN = 16,
    LOOKUP_MS = 20000,
    CONNECT_MS = 15000,
    SLOW_MS = 3000,   /* a daemon that knows us shakes hands faster than that; a proxy answers */
    SHAKING_MS = 9000, /* more, after it was slow */
    FAR_FACTOR = 5,    /* through a proxy everything may take so many times longer */
    FAR_HANDSHAKE_MS = 60000,
    RETRY_MIN_MS = 100,
    RETRY_REFUSED_MS = 1000,
    RETRY_MAX_MS = 600000,
    WAKE_PAUSE_MS = 5000, /* once woken it tries often for a while by itself */
    STRANGE_MIN = 2   /* broken handshakes in a row before we say that the key is another one */
};

enum phase { PHASE_IDLE, PHASE_WAITING, PHASE_LOOKUP, PHASE_TUNNEL, PHASE_CONNECTING,
             PHASE_SHAKING, PHASE_UP };

struct dial {
    struct dial_office office;
    struct dial_owner owner;
    uint8_t server[CURVE_KEY_LEN];
    struct address addresses[PEER_ADDRESSES_MAX + 1]; /* the last one is the guess, if any */
    bool guessed;
    struct address at; /* where it came up */
    unsigned addresses_n, next; /* next one to try */
    char found[RESOLVED_SIZE];  /* what a name stood for and has not been tried yet */

    enum phase phase;
    enum link_state state;   /* as told */
    enum link_state round;   /* most telling outcome of this round */
    bool asked;              /* somebody waits for the end of this round */
    bool slow;               /* connected, but no handshake for a while */
    bool skipping;           /* in the middle of a message of several frames */
    bool *freed;             /* of the handler that is running: set when we go away in it */
    unsigned strange;
    uint64_t woken_ms;       /* tick, 0 = never */
    uint64_t down_since_ms;  /* tick; the wait between rounds grows with it */

    struct tunnel *tunnel; /* NULL: not through the proxy */
    void *socket;
    struct monitor monitor;
    struct flood flood;
    unsigned socket_watch, monitor_watch, timer, question;
};

static void try_next(void *self);
static void try_found(void *self);
static void attempt_failed(struct dial *d, enum link_state why);

struct dial *dial_new(const struct dial_office *office, const uint8_t server[CURVE_KEY_LEN],
                      struct dial_owner owner)
{
    struct dial *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->office = *office;
    d->owner = owner;
    memcpy(d->server, server, CURVE_KEY_LEN);
    d->phase = PHASE_IDLE;
    d->state = d->round = LINK_DOWN;
    return d;
}

/* Forget the attempt, whatever it was doing. */
static void hang_up(struct dial *d)
{
    loop_cancel(d->office.loop, d->timer);
    resolver_cancel(d->office.resolver, d->question);
    loop_unwatch(d->office.loop, d->monitor_watch);
    loop_unwatch(d->office.loop, d->socket_watch);
    monitor_close(&d->monitor);
    if (d->socket)
        zmq_close(d->socket);
    tunnel_close(d->tunnel);
    d->tunnel = NULL;
    d->socket = NULL;
    d->timer = d->question = d->monitor_watch = d->socket_watch = 0;
    d->slow = d->skipping = false;
}

void dial_free(struct dial *d)
{
    if (!d)
        return;
    hang_up(d);
    if (d->freed)
        *d->freed = true;
    free(d);
}

static void tell(struct dial *d, enum link_state state)
{
    bool news = state != d->state || d->asked;

    d->state = state;
    d->asked = false;
    if (news)
        d->owner.on_state(d->owner.self);
}

static void wait_for(struct dial *d, uint64_t ms, loop_timer *then)
{
    loop_cancel(d->office.loop, d->timer);
    d->timer = loop_after(d->office.loop, ms, then, d);
}

/* [P-6.10] Between two rounds the daemon waits a quarter of the time that the link has been down,
 * at least 100 ms (1 s after a refusal) and at most 10 minutes, and up to a quarter more by
 * chance. */
static uint64_t pause_ms(const struct dial *d)
{
    uint64_t least = d->round == LINK_DOWN ? RETRY_MIN_MS : RETRY_REFUSED_MS;
    uint64_t wait = (loop_tick_ms(d->office.loop) - d->down_since_ms) / 4;

    if (wait < least)
        wait = least;
    if (wait > RETRY_MAX_MS)
        wait = RETRY_MAX_MS;
    return wait + randombytes_uniform((uint32_t)wait / 4 + 1);
}

/* Of two outcomes the one that says more: a refusal was spoken with the right key. */
static enum link_state more_telling(enum link_state a, enum link_state b)
{
    if (a == LINK_REFUSED || b == LINK_REFUSED)
        return LINK_REFUSED;
    if (a == LINK_WRONG_KEY || b == LINK_WRONG_KEY)
        return LINK_WRONG_KEY;
    return a == LINK_NO_PROXY ? a : b;
}

static unsigned to_try(const struct dial *d)
{
    return d->addresses_n + (d->guessed && d->addresses_n > 0);
}

static void attempt_failed(struct dial *d, enum link_state why)
{
    hang_up(d);
    if (d->guessed && d->next == d->addresses_n)
        why = LINK_DOWN; /* whoever is there was never said to be him */
    d->phase = PHASE_WAITING;
    d->round = more_telling(d->round, why);
    if (d->found[0] != '\0') {
        wait_for(d, 0, try_found);
        return;
    }
    d->next++;
    if (d->next < to_try(d)) {
        wait_for(d, 0, try_next);
        return;
    }
    enum link_state outcome = d->round;
    uint64_t ms = pause_ms(d);
    d->next = 0;
    d->round = LINK_DOWN;
    wait_for(d, ms, try_next);
    tell(d, outcome);
}

/* ---- what the monitor says ----------------------------------------------------------------- */

static void on_shaking_too_long(void *self)
{
    attempt_failed(self, LINK_REFUSED);
}

static uint64_t patience(const struct dial *d, uint64_t ms)
{
    return d->tunnel ? FAR_FACTOR * ms : ms;
}

/* Who does not know us yet lets us wait without a word; so would a daemon that hangs. */
static void on_slow(void *self)
{
    struct dial *d = self;

    d->slow = true;
    wait_for(d, patience(d, SHAKING_MS), on_shaking_too_long);
    if (d->addresses_n == 1 && d->next == 0)
        tell(d, LINK_REFUSED);
}

static void on_flood_check(void *self)
{
    struct dial *d = self;

    if (flood_over(&d->flood))
        log_warnx("a friend sends without an end: the connection is cut");
    wait_for(d, FLOOD_CHECK_MS, on_flood_check);
}

static void went_up(struct dial *d)
{
    wait_for(d, FLOOD_CHECK_MS, on_flood_check);
    d->phase = PHASE_UP;
    d->at = d->addresses[d->next];
    d->round = LINK_DOWN;
    d->found[0] = '\0';
    d->strange = 0;
    d->slow = false;
    tell(d, LINK_UP);
}

static void broke(struct dial *d)
{
    if (d->phase == PHASE_UP) {
        d->down_since_ms = loop_tick_ms(d->office.loop);
        d->next = to_try(d); /* ends the round: say so at once, then begin with the first */
        d->round = LINK_DOWN;
    }
    attempt_failed(d, LINK_DOWN);
}

/* The other side hung up on our first sealed words: it could not open them.  Once may be a daemon
 * that was just stopping. */
static void handshake_broke(struct dial *d)
{
    if (d->slow) {
        attempt_failed(d, LINK_REFUSED);
        return;
    }
    d->strange++;
    attempt_failed(d, d->strange >= STRANGE_MIN ? LINK_WRONG_KEY : LINK_DOWN);
}

static void on_event(struct dial *d, const struct monitor_event *event)
{
    switch (event->kind) {
    case ZMQ_EVENT_CONNECTED:
        d->phase = PHASE_SHAKING;
        flood_start(&d->flood, d->tunnel ? tunnel_fd(d->tunnel) : (int)event->value);
        wait_for(d, patience(d, SLOW_MS), on_slow);
        break;
    case ZMQ_EVENT_HANDSHAKE_SUCCEEDED:
        went_up(d);
        break;
    case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH:
        attempt_failed(d, LINK_REFUSED);
        break;
    case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL:
        attempt_failed(d, LINK_WRONG_KEY);
        break;
    case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL:
        handshake_broke(d);
        break;
    case ZMQ_EVENT_DISCONNECTED:
        if (d->phase == PHASE_SHAKING)
            handshake_broke(d);
        else
            broke(d);
        break;
    case ZMQ_EVENT_CLOSED:
        broke(d);
        break;
    default:
        break;
    }
}

static void on_monitor(void *self)
{
    struct dial *d = self;
    struct monitor_event event;
    bool freed = false;

    d->freed = &freed;
    /* An event may end this attempt and close the monitor: then there is no next. */
    for (unsigned i = 0; i < EVENTS_A_TURN && monitor_next(&d->monitor, &event); i++) {
        on_event(d, &event);
        if (freed)
            return;
    }
    d->freed = NULL;
}

/* ---- frames -------------------------------------------------------------------------------- */

/* True: there may be more to read. */
static bool read_frame(struct dial *d)
{
    zmq_msg_t frame;
    bool whole = false;

    zmq_msg_init(&frame);
    bool got = zmq_msg_recv(&frame, d->socket, ZMQ_DONTWAIT) >= 0;
    if (got) {
        /* [P-6.2] a message of several frames is dropped whole. */
        bool more = zmq_msg_more(&frame);
        whole = !more && !d->skipping;
        d->skipping = more;
        if (!more)
            flood_heard(&d->flood);
    }
    if (whole)
        d->owner.on_frame(d->owner.self, span_of(zmq_msg_data(&frame), zmq_msg_size(&frame)));
    zmq_msg_close(&frame);
    return got;
}

static void on_frames(void *self)
{
    struct dial *d = self;
    bool freed = false, more = true;

    d->freed = &freed;
    for (unsigned i = 0; i < FRAMES_A_TURN && more; i++) {
        more = read_frame(d);
        if (freed)
            return;
        more = more && d->socket && !loop_is_late(d->office.loop);
    }
    d->freed = NULL;
}

/* ---- attempts ------------------------------------------------------------------------------ */

static bool prepare(struct dial *d, bool ipv6)
{
    int one = 1, never = -1, v6 = ipv6, connect_ms = CONNECT_MS, far_ms = FAR_HANDSHAKE_MS;
    int events = ZMQ_EVENT_CONNECTED | ZMQ_EVENT_CLOSED | ZMQ_EVENT_DISCONNECTED
        | ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL
        | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH;
    struct loop *loop = d->office.loop;

    d->socket = zmq_socket(d->office.context, ZMQ_DEALER);
    if (!d->socket)
        return false;
    if (!curve_common_options(d->socket) || !curve_call(d->socket, d->office.me, d->server)
        || zmq_setsockopt(d->socket, ZMQ_IMMEDIATE, &one, sizeof one) != 0
        || zmq_setsockopt(d->socket, ZMQ_RECONNECT_IVL, &never, sizeof never) != 0
        || zmq_setsockopt(d->socket, ZMQ_CONNECT_TIMEOUT, &connect_ms, sizeof connect_ms) != 0
        || zmq_setsockopt(d->socket, ZMQ_IPV6, &v6, sizeof v6) != 0
        || (d->tunnel
            && zmq_setsockopt(d->socket, ZMQ_HANDSHAKE_IVL, &far_ms, sizeof far_ms) != 0)
        || !monitor_open(&d->monitor, d->office.context, d->socket, events))
        return false;
    d->monitor_watch = loop_watch_socket(loop, d->monitor.pair, on_monitor, d);
    d->socket_watch = loop_watch_socket(loop, d->socket, on_frames, d);
    return d->monitor_watch != 0 && d->socket_watch != 0;
}

static void on_connect_too_long(void *self)
{
    attempt_failed(self, LINK_DOWN);
}

static void connect_endpoint(struct dial *d, const char *endpoint, bool ipv6)
{
    d->phase = PHASE_CONNECTING;
    if (!prepare(d, ipv6) || zmq_connect(d->socket, endpoint) != 0) {
        log_warn("cannot connect");
        attempt_failed(d, LINK_DOWN);
        return;
    }
    wait_for(d, CONNECT_MS, on_connect_too_long);
}

/* `host` is numeric. */
static void connect_to(struct dial *d, const char *host, unsigned port)
{
    char endpoint[ADDRESS_TEXT_SIZE + 16];
    bool ipv6 = strchr(host, ':') != NULL;

    snprintf(endpoint, sizeof endpoint, ipv6 ? "tcp://[%s]:%u" : "tcp://%s:%u", host, port);
    connect_endpoint(d, endpoint, ipv6);
}

static void on_tunnel(void *self, enum tunnel_news news)
{
    struct dial *d = self;

    switch (news) {
    case TUNNEL_OPEN:
        connect_endpoint(d, tunnel_endpoint(d->tunnel), false);
        return;
    case TUNNEL_NO_PROXY:
        attempt_failed(d, LINK_NO_PROXY);
        return;
    case TUNNEL_NOT_REACHED:
        break;
    }
    attempt_failed(d, LINK_DOWN);
}

/* Could there be better news from another of his addresses in a moment? */
static bool all_need_proxy(const struct dial *d)
{
    for (unsigned i = 0; i < d->addresses_n; i++)
        if (!socks_needed(d->office.socks, &d->addresses[i]))
            return false;
    return true;
}

/* It may take a minute and a half until this attempt is over: what there is to wait for is told
 * before.  Whoever asked for the outcome goes on waiting for it. */
static void on_tunnel_slow(void *self)
{
    struct dial *d = self;
    enum link_state why = tunnel_agreed(d->tunnel) ? LINK_FAR : LINK_NO_PROXY;

    wait_for(d, SLOW_MS, on_tunnel_slow);
    if (why == d->state || !all_need_proxy(d))
        return;
    d->state = why;
    d->owner.on_state(d->owner.self);
}

/* [P-9.2] without a proxy that answers they are not dialled at all */
static void dig(struct dial *d, const struct address *to)
{
    d->phase = PHASE_TUNNEL;
    if (d->office.socks)
        d->tunnel = tunnel_open(d->office.socks, to, span_of(d->server, sizeof d->server),
                                on_tunnel, d);
    if (d->tunnel)
        wait_for(d, SLOW_MS, on_tunnel_slow);
    else
        attempt_failed(d, LINK_NO_PROXY);
}

/* The next of the addresses that a name stands for. */
static void try_found(void *self)
{
    struct dial *d = self;
    char host[ADDRESS_HOST_MAX + 1], numeric[RESOLVED_SIZE];
    size_t len = strcspn(d->found, " ");
    uint16_t port;

    hang_up(d);
    memcpy(numeric, d->found, len);
    numeric[len] = '\0';
    memmove(d->found, d->found + len + 1, strlen(d->found + len + 1) + 1);
    address_split(&d->addresses[d->next], host, &port);
    connect_to(d, numeric, port);
}

static void on_looked_up(void *self, const char *numerics)
{
    struct dial *d = self;

    d->question = 0;
    snprintf(d->found, sizeof d->found, "%s", numerics);
    if (d->found[0] == '\0')
        attempt_failed(d, LINK_DOWN);
    else
        try_found(d);
}

static void try_next(void *self)
{
    struct dial *d = self;
    const struct address *a = &d->addresses[d->next];
    char host[ADDRESS_HOST_MAX + 1];
    uint16_t port;

    hang_up(d);
    if (socks_needed(d->office.socks, a)) {
        dig(d, a);
        return;
    }
    address_split(a, host, &port);
    switch (address_kind(a)) {
    case ADDRESS_IPV4:
    case ADDRESS_IPV6:
        connect_to(d, host, port);
        return;
    case ADDRESS_NAME:
        d->phase = PHASE_LOOKUP;
        d->question = resolver_ask(d->office.resolver, host, on_looked_up, d);
        wait_for(d, LOOKUP_MS, on_connect_too_long);
        return;
    case ADDRESS_ONION: /* has needed the proxy */
        break;
    }
    attempt_failed(d, LINK_NO_PROXY);
}

static void begin_round(struct dial *d)
{
    hang_up(d);
    d->next = 0;
    d->found[0] = '\0';
    d->round = LINK_DOWN;
    d->down_since_ms = loop_tick_ms(d->office.loop);
    d->phase = d->addresses_n > 0 ? PHASE_WAITING : PHASE_IDLE;
    d->asked = d->addresses_n > 0;
    if (d->addresses_n > 0)
        wait_for(d, 0, try_next);
}

static void on_given_up(void *self)
{
    struct dial *d = self;
    d->timer = 0;
    tell(d, LINK_DOWN);
}

void dial_guess(struct dial *d, const struct address *guess)
{
    d->addresses[d->addresses_n] = *guess;
    d->guessed = true;
}

const struct address *dial_address(const struct dial *d)
{
    return d->phase == PHASE_UP ? &d->at : NULL;
}

void dial_to(struct dial *d, const struct address *addresses, unsigned addresses_n)
{
    struct address guess = d->addresses[d->addresses_n];

    for (unsigned i = 0; i < addresses_n; i++)
        d->addresses[i] = addresses[i];
    d->addresses_n = addresses_n;
    d->addresses[addresses_n] = guess;
    if (d->phase == PHASE_UP && addresses_n > 0)
        return;
    d->strange = 0;
    begin_round(d);
    if (addresses_n == 0)
        wait_for(d, 0, on_given_up);
}

void dial_wake(struct dial *d)
{
    uint64_t now = loop_tick_ms(d->office.loop);

    if (d->addresses_n == 0 || d->phase == PHASE_UP
        || (d->woken_ms > 0 && now - d->woken_ms < WAKE_PAUSE_MS))
        return;
    d->woken_ms = now;
    if (d->phase == PHASE_WAITING || d->slow) {
        begin_round(d);
        return;
    }
    d->asked = true; /* an attempt is under way: its outcome will do */
    d->down_since_ms = now;
}

enum link_state dial_state(const struct dial *d)
{
    if (d->phase == PHASE_UP)
        return LINK_UP;
    return d->state == LINK_UP ? LINK_DOWN : d->state; /* given up, but not told yet */
}

static bool try_send(struct dial *d, struct span frame)
{
    return zmq_send(d->socket, frame.data, frame.len, ZMQ_DONTWAIT) >= 0;
}

bool dial_send(struct dial *d, struct span frame)
{
    int events;
    size_t len = sizeof events;

    if (d->phase != PHASE_UP)
        return false;
    if (try_send(d, frame))
        return true;
    /* A connection that came up a moment ago is only seen by asking for events. */
    return errno == EAGAIN && zmq_getsockopt(d->socket, ZMQ_EVENTS, &events, &len) == 0
        && try_send(d, frame);
}
