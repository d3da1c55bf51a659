/* The bound ROUTER.  Who sent a frame stands in the frame's own properties, put there by zap.c's
 * answer; libzmq's routing id names a connection and nothing else, and only those that libzmq made
 * up itself are used.  Which connections have ended is known from the monitor, by descriptor; it is
 * read before the frames, so that a descriptor used again is never taken for the old one: its new
 * owner can say nothing before the loop has answered for his key. */
#include "daemon/door.h"

#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zmq.h>

#include "base/buf.h"
#include "base/text.h"
#include "daemon/flood.h"
#include "daemon/log.h"
#include "daemon/loop.h"
#include "daemon/monitor.h"

enum {
    FRAMES_A_TURN = 64,
    EVENTS_A_TURN = 256,
    BACKLOG = 128,
    SHUT_MS = 3000, /* how long nobody is let in after we had to throw everybody out */
    ENDPOINT_MAX = 320,
    FROM_ONE_MAX = VISITORS_MAX / 4, /* connections from one address that are no friends' */
    FDS_MAX = 8192 /* descriptors of visitors lie below */
};

/* A connection, by its descriptor. */
struct visitor {
    struct flood flood; /* watched while the connection stands */
    uint64_t from;      /* where it comes from, 0 = unknown */
    uint64_t place;     /* in the order in which all came */
    bool friend, cut;
};

struct door {
    struct loop *loop;
    struct door_owner owner;
    void *socket;
    struct monitor monitor;
    unsigned socket_watch, monitor_watch, timer, flood_timer;
    struct visitor visitors[FDS_MAX];
    uint64_t came; /* connections, ever */
    char endpoint[ENDPOINT_MAX]; /* as bound */
    unsigned port, count, count_max;
    bool shut;
    struct route current; /* of the message that is being read */
    bool skipping;        /* its routing id has been read, its end not */
};

/* ---- shedding load ------------------------------------------------------------------------- */

static void open_again(void *self)
{
    struct door *d = self;

    d->timer = 0;
    if (zmq_bind(d->socket, d->endpoint) != 0) {
        log_warn("cannot listen again, trying later");
        d->timer = loop_after(d->loop, SHUT_MS, open_again, d);
        return;
    }
    d->shut = false;
}

/* No descriptor is left: libzmq would try to accept again and again, as fast as it can.  Unbinding
 * closes all connections; friends come back by themselves. */
static void throw_out(struct door *d)
{
    if (d->shut)
        return;
    log_warnx("no descriptor is left: closing all connections for a moment");
    if (zmq_unbind(d->socket, d->endpoint) != 0) {
        log_warn("cannot close connections");
        return;
    }
    d->shut = true;
    d->count = 0;
    memset(d->visitors, 0, sizeof d->visitors);
    d->timer = loop_after(d->loop, SHUT_MS, open_again, d);
    d->owner.on_gone(d->owner.self, -1);
}

/* ---- connections --------------------------------------------------------------------------- */

static struct visitor *visitor_of(struct door *d, uint32_t fd)
{
    return fd < FDS_MAX ? &d->visitors[fd] : NULL;
}

static void on_flood_check(void *self)
{
    struct door *d = self;

    for (unsigned fd = 0; d->count > 0 && fd < FDS_MAX; fd++)
        if (flood_over(&d->visitors[fd].flood))
            log_warnx("somebody sends without an end: his connection is cut");
    d->flood_timer = loop_after(d->loop, FLOOD_CHECK_MS, on_flood_check, d);
}

/* An address as far as it names one subscriber: IPv4, or the first half of IPv6; 0 = unknown. */
static uint64_t address_of(int fd)
{
    struct sockaddr_storage from;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
    socklen_t len = sizeof from;
    uint64_t out = 0;

    memset(&from, 0, sizeof from);
    if (getpeername(fd, (struct sockaddr *)&from, &len) != 0)
        return 0;
    memcpy(&v4, &from, sizeof v4);
    memcpy(&v6, &from, sizeof v6);
    if (from.ss_family == AF_INET)
        return (uint64_t)v4.sin_addr.s_addr + 1;
    if (from.ss_family == AF_INET6)
        memcpy(&out, v6.sin6_addr.s6_addr + (IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr) ? 8 : 0), 8);
    return out;
}

/* Of the connections from there (0: from anywhere) over which no friend has spoken: how many, and
 * the one that came first. */
static unsigned unknown_from(struct door *d, uint64_t from, struct visitor **first)
{
    unsigned n = 0;

    *first = NULL;
    for (unsigned i = 0; i < FDS_MAX; i++) {
        struct visitor *v = &d->visitors[i];
        if (!v->flood.watched || v->friend || v->cut || (from != 0 && v->from != from))
            continue;
        n++;
        if (!*first || v->place < (*first)->place)
            *first = v;
    }
    return n;
}

static void cut(struct visitor *v)
{
    v->cut = true;
    flood_cut(&v->flood);
}

/* One address must not take all the room there is; yet all friends who come through an onion
 * service, and whoever else knows its name, come from one.  So it is not the last who has to go,
 * who may be a friend that has had no time to speak. */
static void make_room(struct door *d, const struct visitor *last)
{
    struct visitor *first;
    bool crowd = last->from != 0 && unknown_from(d, last->from, &first) > FROM_ONE_MAX;

    if (crowd || (d->count > d->count_max && unknown_from(d, 0, &first) > 0))
        cut(first);
}

static void came_in(struct door *d, int fd)
{
    struct visitor *v = visitor_of(d, (uint32_t)fd);

    d->count++;
    if (v) {
        *v = (struct visitor){.from = address_of(fd), .place = ++d->came};
        flood_start(&v->flood, fd);
        make_room(d, v);
    } else if (d->count > d->count_max) {
        throw_out(d);
    }
}

static void set_friend(struct door *d, const struct route *route, bool friend)
{
    struct visitor *v = route->open ? visitor_of(d, (uint32_t)route->fd) : NULL;
    if (v)
        v->friend = friend;
}

void door_vouch(struct door *d, const struct route *route, const struct route *last)
{
    set_friend(d, last, false);
    set_friend(d, route, true);
}

static void on_event(struct door *d, const struct monitor_event *event)
{
    struct visitor *visitor = visitor_of(d, event->value);

    switch (event->kind) {
    case ZMQ_EVENT_ACCEPTED:
        came_in(d, (int)event->value);
        break;
    case ZMQ_EVENT_DISCONNECTED:
        if (d->count > 0)
            d->count--;
        if (visitor)
            *visitor = (struct visitor){0};
        d->owner.on_gone(d->owner.self, (int)event->value);
        break;
    case ZMQ_EVENT_ACCEPT_FAILED:
        if (event->value == EMFILE || event->value == ENFILE)
            throw_out(d);
        break;
    default:
        break;
    }
}

static void read_events(struct door *d)
{
    struct monitor_event event;

    for (unsigned i = 0; i < EVENTS_A_TURN && monitor_next(&d->monitor, &event); i++)
        on_event(d, &event);
}

static void on_monitor(void *self)
{
    read_events(self);
}

/* ---- frames -------------------------------------------------------------------------------- */

/* The routing id that comes before each message; only those that libzmq makes up are answered.
 * False: nothing there. */
static bool read_route(struct door *d)
{
    zmq_msg_t id;
    struct route *route = &d->current;

    zmq_msg_init(&id);
    bool got = zmq_msg_recv(&id, d->socket, ZMQ_DONTWAIT) >= 0;
    if (got) {
        const uint8_t *bytes = zmq_msg_data(&id);
        d->skipping = zmq_msg_more(&id);
        route->open = zmq_msg_size(&id) == sizeof route->id && bytes[0] == 0;
        if (route->open)
            memcpy(route->id, bytes, sizeof route->id);
    }
    zmq_msg_close(&id);
    return got;
}

static bool is_curve_hex(const char *text)
{
    uint8_t key[CURVE_KEY_LEN];
    return text && hex_read(span_text(text), key, sizeof key);
}

static void take_frame(struct door *d, zmq_msg_t *frame)
{
    /* [P-6.3] Who sent a frame is known from the CURVE key of its connection alone, never from a
     * routing id or from what the frame says. */
    const char *user = zmq_msg_gets(frame, "User-Id");
    char curve[CURVE_HEX_SIZE];

    d->current.fd = zmq_msg_get(frame, ZMQ_SRCFD);
    struct visitor *visitor = visitor_of(d, (uint32_t)d->current.fd);
    if (visitor) {
        flood_heard(&visitor->flood);
        /* What was said last is read after the end of the connection. */
        d->current.open = visitor->flood.watched;
    }
    if (!is_curve_hex(user) || d->current.fd < 0)
        return;
    memcpy(curve, user, sizeof curve);
    d->owner.on_frame(d->owner.self, curve, d->current,
                      span_of(zmq_msg_data(frame), zmq_msg_size(frame)));
}

static bool read_payload(struct door *d)
{
    zmq_msg_t frame;

    zmq_msg_init(&frame);
    bool got = zmq_msg_recv(&frame, d->socket, ZMQ_DONTWAIT) >= 0;
    if (got) {
        /* [P-6.2] a message of several frames is dropped whole. */
        d->skipping = zmq_msg_more(&frame);
        if (d->skipping)
            d->current.open = false;
        else if (d->current.open)
            take_frame(d, &frame);
    }
    zmq_msg_close(&frame);
    return got;
}

static void on_frames(void *self)
{
    struct door *d = self;

    read_events(d);
    for (unsigned i = 0; i < 2 * FRAMES_A_TURN; i++)
        if (!(d->skipping ? read_payload(d) : read_route(d)) || loop_is_late(d->loop))
            return;
}

bool door_send(struct door *d, struct route *route, struct span frame)
{
    if (!route->open)
        return false;
    if (zmq_send(d->socket, route->id, sizeof route->id, ZMQ_SNDMORE | ZMQ_DONTWAIT) >= 0) {
        if (zmq_send(d->socket, frame.data, frame.len, ZMQ_DONTWAIT) >= 0)
            return true;
        log_warn("half a message could not be sent");
    }
    if (errno == EHOSTUNREACH)
        route->open = false;
    return false;
}

/* ---- opening ------------------------------------------------------------------------------- */

/* "HOST:PORT" to libzmq's spelling. */
static bool spell(const char *listen, char out[ENDPOINT_MAX])
{
    const char *colon = strrchr(listen, ':');
    uint64_t port = 0;

    if (!colon || colon == listen || strlen(listen) > 280 || strchr(listen, '/'))
        return false;
    if (strcmp(colon + 1, "*") != 0
        && !text_read_number(span_text(colon + 1), UINT16_MAX, &port))
        return false;
    int host_len = (int)(colon - listen);
    bool local = host_len == 9 && strncmp(listen, "localhost", 9) == 0;
    const char *host = local ? "127.0.0.1" : listen;
    host_len = local ? 9 : host_len;
    if (port == 0)
        snprintf(out, ENDPOINT_MAX, "tcp://%.*s:*", host_len, host);
    else
        snprintf(out, ENDPOINT_MAX, "tcp://%.*s:%u", host_len, host, (unsigned)port);
    return true;
}

static bool machine_has_ipv6(void)
{
    int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return false;
    close(fd);
    return true;
}

static bool set(void *socket, int option, int value)
{
    return zmq_setsockopt(socket, option, &value, sizeof value) == 0;
}

/* With IPv6 the wildcard means both; a machine may know IPv6 and yet refuse it. */
static bool bind_it(struct door *d, const char *endpoint)
{
    if (machine_has_ipv6() && set(d->socket, ZMQ_IPV6, 1) && zmq_bind(d->socket, endpoint) == 0)
        return true;
    return set(d->socket, ZMQ_IPV6, 0) && zmq_bind(d->socket, endpoint) == 0;
}

static bool bind_and_remember(struct door *d, const char *listen)
{
    char wanted[ENDPOINT_MAX];
    size_t len = sizeof d->endpoint;
    uint64_t port;

    if (!spell(listen, wanted)) {
        log_warnx("not an address to listen at: %s", listen);
        return false;
    }
    if (!bind_it(d, wanted)) {
        log_warn("cannot listen at %s", listen);
        return false;
    }
    if (zmq_getsockopt(d->socket, ZMQ_LAST_ENDPOINT, d->endpoint, &len) != 0)
        return false;
    const char *colon = strrchr(d->endpoint, ':');
    if (!colon || !text_read_number(span_text(colon + 1), UINT16_MAX, &port))
        return false;
    d->port = (unsigned)port;
    return true;
}

static bool prepare(struct door *d, void *context, const struct curve_pair *me)
{
    int events = ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_ACCEPT_FAILED;

    d->socket = zmq_socket(context, ZMQ_ROUTER);
    if (!d->socket || !curve_common_options(d->socket) || !curve_answer(d->socket, me)
        || !set(d->socket, ZMQ_ROUTER_MANDATORY, 1) || !set(d->socket, ZMQ_BACKLOG, BACKLOG)) {
        log_warn("cannot make an encrypted socket");
        return false;
    }
    if (!monitor_open(&d->monitor, context, d->socket, events))
        return false;
    d->monitor_watch = loop_watch_socket(d->loop, d->monitor.pair, on_monitor, d);
    d->socket_watch = loop_watch_socket(d->loop, d->socket, on_frames, d);
    return d->monitor_watch != 0 && d->socket_watch != 0;
}

/* Descriptors are what visitors use up first; leave some for the database and our own calls. */
static unsigned visitors_max(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 256; /* nobody knows: what every system has */
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur / 2 > VISITORS_MAX)
        return VISITORS_MAX;
    return (unsigned)limit.rlim_cur / 2;
}

struct door *door_open(struct loop *loop, void *context, const struct curve_pair *me,
                       const char *listen, struct door_owner owner)
{
    struct door *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->loop = loop;
    d->owner = owner;
    d->count_max = visitors_max();
    if (prepare(d, context, me) && bind_and_remember(d, listen)) {
        d->flood_timer = loop_after(loop, FLOOD_CHECK_MS, on_flood_check, d);
        return d;
    }
    door_close(d);
    return NULL;
}

void door_close(struct door *d)
{
    if (!d)
        return;
    loop_cancel(d->loop, d->timer);
    loop_cancel(d->loop, d->flood_timer);
    loop_unwatch(d->loop, d->monitor_watch);
    loop_unwatch(d->loop, d->socket_watch);
    monitor_close(&d->monitor);
    if (d->socket)
        zmq_close(d->socket);
    free(d);
}

unsigned door_port(const struct door *d)
{
    return d->port;
}

unsigned door_count(const struct door *d)
{
    return d->count;
}
