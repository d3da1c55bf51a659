/* The order is: TCP to the proxy, methods, perhaps a password, the request; and only when the proxy
 * has said yes a socket for libzmq, so that its clocks for the handshake do not run before. */
#define _GNU_SOURCE /* struct ucred */
#include "daemon/socks.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/buf.h"
#include "daemon/log.h"
#include "daemon/loop.h"

enum {
    CONNECT_MS = 15000, /* to the proxy, and until it has agreed to talk */
    PROBE_MS = 4000,    /* the same for somebody who only wants to know */
    REACH_MS = 90000,   /* until the proxy has reached him: a service of Tor takes its time */
    BUFFER_SIZE = 16384,
    WORD_LEN = 16,      /* bytes behind a user name or password */
    VERSION = 5,
    METHOD_NONE = 0,
    METHOD_PASSWORD = 2,
    PASSWORD_VERSION = 1,
    COMMAND_CONNECT = 1,
    KIND_IPV4 = 1,
    KIND_NAME = 3,
    KIND_IPV6 = 4,
    ANSWER_HEAD = 5 /* of the answer to a request: as far as the first byte of the address */
};

struct socks {
    struct loop *loop;
    struct sockaddr_storage proxy;
    socklen_t proxy_len;
    char folder[SOCKS_ENDPOINT_SIZE];
    bool only;
    uint8_t secret[crypto_generichash_KEYBYTES]; /* of this run: circuits do not outlive it */
    unsigned sockets; /* ever made; names them */
};

enum phase { PHASE_CONNECT, PHASE_METHOD, PHASE_PASSWORD, PHASE_REQUEST, PHASE_ACCEPT, PHASE_PUMP,
             PHASE_OVER };

/* One end of the tunnel, and what has come from it and not gone to the other. */
struct side {
    int fd;
    unsigned watch;
    bool ended;
    size_t from, len;
    uint8_t bytes[BUFFER_SIZE];
};

struct tunnel {
    struct socks *office;
    tunnel_told *told;
    void *self;
    enum phase phase;
    bool probe;
    struct address to;
    char user[2 * WORD_LEN + 1], password[2 * WORD_LEN + 1];
    enum tunnel_news news; /* to be told by the timer */
    unsigned timer;
    int listener;
    unsigned listener_watch;
    char endpoint[SOCKS_ENDPOINT_SIZE];
    struct side proxy, local;
};

/* ---- the office ---------------------------------------------------------------------------- */

static bool set_proxy(struct socks *s, const struct address *proxy)
{
    char host[ADDRESS_HOST_MAX + 1];
    uint16_t port;
    struct sockaddr_in v4 = {.sin_family = AF_INET};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6};

    address_split(proxy, host, &port);
    const char *numeric = strcmp(host, "localhost") == 0 ? "127.0.0.1" : host;
    v4.sin_port = v6.sin6_port = htons(port);
    if (inet_pton(AF_INET, numeric, &v4.sin_addr) == 1) {
        memcpy(&s->proxy, &v4, s->proxy_len = sizeof v4);
        return true;
    }
    if (inet_pton(AF_INET6, numeric, &v6.sin6_addr) == 1) {
        memcpy(&s->proxy, &v6, s->proxy_len = sizeof v6);
        return true;
    }
    log_warnx("the SOCKS proxy must be given by its IP address, not by a name");
    return false;
}

struct socks *socks_new(struct loop *loop, const struct address *proxy, const char *folder,
                        bool only)
{
    struct socks *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->loop = loop;
    s->only = only;
    randombytes_buf(s->secret, sizeof s->secret);
    if (strlen(folder) >= sizeof s->folder || !set_proxy(s, proxy)) {
        free(s);
        return NULL;
    }
    memcpy(s->folder, folder, strlen(folder) + 1);
    return s;
}

void socks_free(struct socks *s)
{
    if (!s)
        return;
    sodium_memzero(s->secret, sizeof s->secret);
    free(s);
}

static bool ends_with(const char *text, size_t len, const char *end)
{
    size_t n = strlen(end);
    return len >= n && memcmp(text + len - n, end, n) == 0;
}

bool socks_needed(const struct socks *s, const struct address *to)
{
    char host[ADDRESS_HOST_MAX + 1];
    uint16_t port;

    address_split(to, host, &port);
    size_t len = strlen(host);
    while (len > 0 && host[len - 1] == '.')
        len--;
    if (ends_with(host, len, ".onion"))
        return true;
    bool loopback = (address_kind(to) == ADDRESS_IPV4 && strncmp(host, "127.", 4) == 0)
        || strcmp(host, "::1") == 0;
    return s && s->only && !loopback;
}

/* ---- ends ---------------------------------------------------------------------------------- */

static void close_side(struct tunnel *t, struct side *side)
{
    loop_unwatch(t->office->loop, side->watch);
    side->watch = 0;
    if (side->fd >= 0)
        close(side->fd);
    side->fd = -1;
}

static void close_listener(struct tunnel *t)
{
    if (t->listener < 0)
        return;
    loop_unwatch(t->office->loop, t->listener_watch);
    t->listener_watch = 0;
    close(t->listener);
    t->listener = -1;
    unlink(t->endpoint + strlen("ipc://"));
}

static void hang_up(struct tunnel *t)
{
    t->phase = PHASE_OVER;
    loop_cancel(t->office->loop, t->timer);
    t->timer = 0;
    close_listener(t);
    close_side(t, &t->proxy);
    close_side(t, &t->local);
}

void tunnel_close(struct tunnel *t)
{
    if (!t)
        return;
    hang_up(t);
    sodium_memzero(t, sizeof *t);
    free(t);
}

static void tell(void *self)
{
    struct tunnel *t = self;
    t->timer = 0;
    t->told(t->self, t->news);
}

/* Over; told in the loop's next turn. */
static void fail(struct tunnel *t, enum tunnel_news why)
{
    hang_up(t);
    t->news = why;
    t->timer = loop_after(t->office->loop, 0, tell, t);
}

/* Until it has agreed to talk it is the proxy that is silent, then whoever it looks for. */
static void on_late(void *self)
{
    struct tunnel *t = self;
    t->timer = 0;
    fail(t, t->phase < PHASE_REQUEST ? TUNNEL_NO_PROXY : TUNNEL_NOT_REACHED);
}

static void limit(struct tunnel *t, uint64_t ms)
{
    loop_cancel(t->office->loop, t->timer);
    t->timer = loop_after(t->office->loop, ms, on_late, t);
}

/* ---- bytes --------------------------------------------------------------------------------- */

/* False: the connection is broken. */
static bool fill(struct side *side)
{
    if (side->ended || side->from + side->len == sizeof side->bytes)
        return true;
    ssize_t n = recv(side->fd, side->bytes + side->from + side->len,
                     sizeof side->bytes - side->from - side->len, MSG_DONTWAIT);
    if (n > 0)
        side->len += (size_t)n;
    else if (n == 0)
        side->ended = true;
    return n >= 0 || errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

static bool drain(struct side *from, int to)
{
    if (from->len == 0)
        return true;
    ssize_t n = send(to, from->bytes + from->from, from->len, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (n < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    from->from += (size_t)n;
    from->len -= (size_t)n;
    if (from->len == 0)
        from->from = 0;
    return true;
}

static void arrange(struct tunnel *t, const struct side *side, const struct side *other)
{
    loop_want_read(t->office->loop, side->watch, !side->ended && side->len == 0);
    loop_want_write(t->office->loop, side->watch, other->len > 0);
}

/* What is left of one end goes to the other before that learns that it was the end. */
static void pump(struct tunnel *t)
{
    struct side *p = &t->proxy, *l = &t->local;

    bool whole = (p->len > 0 || fill(p)) && (l->len > 0 || fill(l)) && drain(p, l->fd)
        && drain(l, p->fd);
    if (!whole || (p->ended && p->len == 0) || (l->ended && l->len == 0)) {
        hang_up(t); /* libzmq sees its end of it, and tells the dial */
        return;
    }
    arrange(t, p, l);
    arrange(t, l, p);
}

static void on_local(void *self)
{
    pump(self);
}

/* ---- libzmq's end -------------------------------------------------------------------------- */

/* Nobody but this process has any business there. */
static bool is_ours(int fd)
{
    struct ucred who;
    socklen_t len = sizeof who;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &len) == 0 && who.pid == getpid();
}

static void on_accept(void *self)
{
    struct tunnel *t = self;
    int fd = accept4(t->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

    if (fd < 0)
        return;
    if (!is_ours(fd)) {
        close(fd);
        return;
    }
    close_listener(t);
    t->local.fd = fd;
    t->local.watch = loop_watch_fd(t->office->loop, fd, on_local, on_local, t);
    if (t->local.watch == 0) {
        hang_up(t);
        return;
    }
    t->phase = PHASE_PUMP;
    pump(t);
}

static bool listen_for_libzmq(struct tunnel *t)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    struct socks *s = t->office;

    int n = snprintf(at.sun_path, sizeof at.sun_path, "%s/s%06x", s->folder,
                     s->sockets++ & 0xffffffu);
    if (n < 0 || (size_t)n >= sizeof at.sun_path)
        return false;
    snprintf(t->endpoint, sizeof t->endpoint, "ipc://%s", at.sun_path);
    unlink(at.sun_path); /* of a daemon that was killed; the folder is ours alone */
    t->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (t->listener < 0 || bind(t->listener, (struct sockaddr *)&at, sizeof at) != 0
        || listen(t->listener, 1) != 0)
        return false;
    t->listener_watch = loop_watch_fd(s->loop, t->listener, on_accept, NULL, t);
    return t->listener_watch != 0;
}

/* ---- what is said to the proxy ------------------------------------------------------------- */

/* The first words fit into the empty queue of a new connection. */
static bool say(struct tunnel *t, const uint8_t *bytes, size_t len)
{
    return send(t->proxy.fd, bytes, len, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)len;
}

static bool say_methods(struct tunnel *t)
{
    static const uint8_t methods[] = {VERSION, 2, METHOD_PASSWORD, METHOD_NONE};
    t->phase = PHASE_METHOD;
    return say(t, methods, sizeof methods);
}

static bool say_password(struct tunnel *t)
{
    uint8_t out[3 + 2 * sizeof t->user];
    const uint8_t len = 2 * WORD_LEN;

    out[0] = PASSWORD_VERSION;
    out[1] = out[2 + len] = len;
    memcpy(out + 2, t->user, len);
    memcpy(out + 3 + len, t->password, len);
    t->phase = PHASE_PASSWORD;
    return say(t, out, 3u + 2u * len);
}

/* [P-9.1] an IP address is sent as one, a name as a name for the proxy to look up */
static bool say_request(struct tunnel *t)
{
    uint8_t out[4 + 1 + ADDRESS_HOST_MAX + 2] = {VERSION, COMMAND_CONNECT, 0};
    char host[ADDRESS_HOST_MAX + 1];
    uint16_t port;
    size_t n = 4;

    address_split(&t->to, host, &port);
    if (inet_pton(AF_INET, host, out + n) == 1) {
        out[3] = KIND_IPV4;
        n += 4;
    } else if (inet_pton(AF_INET6, host, out + n) == 1) {
        out[3] = KIND_IPV6;
        n += 16;
    } else {
        size_t len = strlen(host);
        out[3] = KIND_NAME;
        out[n++] = (uint8_t)len; /* at most 255, see base/address.h */
        memcpy(out + n, host, len);
        n += len;
    }
    out[n++] = (uint8_t)(port >> 8);
    out[n++] = (uint8_t)port;
    t->phase = PHASE_REQUEST;
    limit(t, REACH_MS);
    return say(t, out, n);
}

/* ---- what the proxy says ------------------------------------------------------------------- */

static void eat(struct side *side, size_t len)
{
    side->len -= len;
    side->from = side->len > 0 ? side->from + len : 0;
}

static void open_up(struct tunnel *t)
{
    loop_cancel(t->office->loop, t->timer);
    t->timer = 0;
    if (!t->probe && !listen_for_libzmq(t)) {
        log_warn("cannot make a socket for a connection through the proxy");
        fail(t, TUNNEL_NOT_REACHED);
        return;
    }
    t->phase = PHASE_ACCEPT;
    loop_want_read(t->office->loop, t->proxy.watch, false); /* until there is somewhere to put it */
    t->news = TUNNEL_OPEN;
    t->timer = loop_after(t->office->loop, 0, tell, t);
}

static void agreed(struct tunnel *t)
{
    if (t->probe)
        open_up(t);
    else if (!say_request(t))
        fail(t, TUNNEL_NO_PROXY);
}

/* The three answers; each returns false while it has not come whole. */
static bool take_method(struct tunnel *t)
{
    const uint8_t *b = t->proxy.bytes + t->proxy.from;
    if (t->proxy.len < 2)
        return false;
    uint8_t version = b[0], method = b[1];
    eat(&t->proxy, 2);
    if (version == VERSION && method == METHOD_NONE)
        agreed(t);
    else if (version != VERSION || method != METHOD_PASSWORD || !say_password(t))
        fail(t, TUNNEL_NO_PROXY);
    return true;
}

static bool take_password(struct tunnel *t)
{
    const uint8_t *b = t->proxy.bytes + t->proxy.from;
    if (t->proxy.len < 2)
        return false;
    bool fine = b[0] == PASSWORD_VERSION && b[1] == 0;
    eat(&t->proxy, 2);
    if (fine)
        agreed(t);
    else
        fail(t, TUNNEL_NO_PROXY);
    return true;
}

/* After the head comes an address that tells us nothing, and a port. */
static bool take_answer(struct tunnel *t)
{
    const uint8_t *b = t->proxy.bytes + t->proxy.from;
    if (t->proxy.len < 2)
        return false;
    if (b[0] != VERSION || b[1] != 0) {
        fail(t, b[0] != VERSION ? TUNNEL_NO_PROXY : TUNNEL_NOT_REACHED);
        return true;
    }
    if (t->proxy.len < ANSWER_HEAD)
        return false;
    size_t len = b[3] == KIND_IPV4 ? 4u : b[3] == KIND_IPV6 ? 16u : 1u + b[4];
    if (b[3] != KIND_IPV4 && b[3] != KIND_IPV6 && b[3] != KIND_NAME) {
        fail(t, TUNNEL_NO_PROXY);
        return true;
    }
    if (t->proxy.len < 4 + len + 2)
        return false;
    eat(&t->proxy, 4 + len + 2);
    open_up(t);
    return true;
}

static bool take(struct tunnel *t)
{
    switch (t->phase) {
    case PHASE_METHOD:
        return take_method(t);
    case PHASE_PASSWORD:
        return take_password(t);
    case PHASE_REQUEST:
        return take_answer(t);
    case PHASE_CONNECT:
    case PHASE_ACCEPT:
    case PHASE_PUMP:
    case PHASE_OVER:
        break;
    }
    return false;
}

/* One that hangs up before it agreed is no proxy; after, it means him. */
static void talk(struct tunnel *t)
{
    bool fine = fill(&t->proxy);

    while (take(t))
        continue;
    if (t->phase < PHASE_ACCEPT && (!fine || t->proxy.ended))
        fail(t, t->phase < PHASE_REQUEST ? TUNNEL_NO_PROXY : TUNNEL_NOT_REACHED);
}

static void connected(struct tunnel *t)
{
    int error = 0;
    socklen_t len = sizeof error;

    loop_want_write(t->office->loop, t->proxy.watch, false);
    if (getsockopt(t->proxy.fd, SOL_SOCKET, SO_ERROR, &error, &len) != 0 || error != 0
        || !say_methods(t))
        fail(t, TUNNEL_NO_PROXY);
}

static void on_proxy(void *self)
{
    struct tunnel *t = self;

    if (t->phase == PHASE_CONNECT)
        connected(t);
    else if (t->phase == PHASE_PUMP)
        pump(t);
    else if (t->phase == PHASE_ACCEPT && t->timer != 0)
        fail(t, TUNNEL_NOT_REACHED); /* it broke before that it is open was told */
    else if (t->phase == PHASE_ACCEPT)
        hang_up(t); /* libzmq finds nobody at the endpoint */
    else
        talk(t);
}

/* ---- begin --------------------------------------------------------------------------------- */

/* [P-9.3] User name and password are offered to the proxy, other ones for each friend and each
 * start of the daemon */
static void name_circuit(struct tunnel *t, struct span friend)
{
    uint8_t words[2 * WORD_LEN];

    crypto_generichash(words, sizeof words, friend.data, friend.len, t->office->secret,
                       sizeof t->office->secret);
    hex_write(span_of(words, WORD_LEN), t->user);
    hex_write(span_of(words + WORD_LEN, WORD_LEN), t->password);
}

static bool dial_proxy(struct tunnel *t)
{
    struct socks *s = t->office;

    t->proxy.fd = socket(s->proxy.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (t->proxy.fd < 0)
        return false;
    t->proxy.watch = loop_watch_fd(s->loop, t->proxy.fd, on_proxy, on_proxy, t);
    if (t->proxy.watch == 0)
        return false;
    limit(t, t->probe ? PROBE_MS : CONNECT_MS);
    loop_want_write(s->loop, t->proxy.watch, true);
    if (connect(t->proxy.fd, (struct sockaddr *)&s->proxy, s->proxy_len) != 0
        && errno != EINPROGRESS)
        fail(t, TUNNEL_NO_PROXY);
    return true;
}

struct tunnel *tunnel_open(struct socks *s, const struct address *to, struct span friend,
                           tunnel_told *told, void *self)
{
    struct tunnel *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->office = s;
    t->told = told;
    t->self = self;
    t->probe = to == NULL;
    if (to)
        t->to = *to;
    t->listener = t->proxy.fd = t->local.fd = -1;
    name_circuit(t, friend);
    if (dial_proxy(t))
        return t;
    log_warn("cannot make a socket to the proxy");
    tunnel_close(t);
    return NULL;
}

bool tunnel_agreed(const struct tunnel *t)
{
    return t->phase >= PHASE_REQUEST && t->phase < PHASE_OVER;
}

const char *tunnel_endpoint(const struct tunnel *t)
{
    return t->endpoint;
}

int tunnel_fd(const struct tunnel *t)
{
    return t->proxy.fd;
}
