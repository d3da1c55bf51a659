/* Plain blocking writes (a request is small or the socket takes it at once), reads through one
 * buffer that holds at most a frame: whoever reads, events are never lost between two calls. */
#include "cli/client.h"

#include "base/text.h"
#include "cli/tick.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { HEAD_LEN = 4, FRAME_MAX = CONTROL_FRAME_MAX + HEAD_LEN, HELLO_SECONDS = 10 };

bool client_init(struct client *c)
{
    *c = (struct client){.fd = -1};
    c->in = malloc(FRAME_MAX);
    c->out = malloc(FRAME_MAX);
    c->fresh = malloc(sizeof *c->fresh);
    if (c->in && c->out && c->fresh)
        return true;
    client_close(c);
    return false;
}

static void hang_up(struct client *c)
{
    if (c->fd >= 0)
        close(c->fd);
    c->fd = -1;
    c->in_len = 0;
}

void client_close(struct client *c)
{
    hang_up(c);
    free(c->in);
    free(c->out);
    free(c->fresh);
    c->in = c->out = NULL;
    c->fresh = NULL;
}

static bool send_all(int fd, const uint8_t *bytes, size_t len)
{
    while (len > 0) {
        ssize_t n = send(fd, bytes, len, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes += n;
        len -= (size_t)n;
    }
    return true;
}

static bool send_request(struct client *c, const struct request *request)
{
    struct buf b = buf_over(c->out + HEAD_LEN, CONTROL_FRAME_MAX);

    if (!control_pack_request(request, &b))
        return false;
    for (unsigned i = 0; i < HEAD_LEN; i++)
        c->out[i] = (uint8_t)(b.len >> (8 * (HEAD_LEN - 1 - i)));
    return send_all(c->fd, c->out, b.len + HEAD_LEN);
}

/* Length of the first frame in the buffer without its head; false while it is not all there.
 * A frame beyond the limit gives a length beyond the limit. */
static bool whole_frame(const struct client *c, size_t *len)
{
    if (c->in_len < HEAD_LEN)
        return false;
    *len = (size_t)c->in[0] << 24 | (size_t)c->in[1] << 16 | (size_t)c->in[2] << 8 | c->in[3];
    return *len > CONTROL_FRAME_MAX || c->in_len - HEAD_LEN >= *len;
}

/* Take the first frame out of the buffer.  False: it is no reply. */
static bool take_frame(struct client *c, size_t len, struct reply *out)
{
    if (len > CONTROL_FRAME_MAX)
        return false;
    enum verdict v = control_unpack_reply(span_of(c->in + HEAD_LEN, len), out);
    c->in_len -= HEAD_LEN + len;
    memmove(c->in, c->in + HEAD_LEN + len, c->in_len);
    return v == VERDICT_OK;
}

enum heard { HEARD_NOTHING, HEARD_REPLY, HEARD_END };

/* Go through all frames in the buffer: also the news behind the reply with this id (NULL: none is
 * wanted), for nobody will be woken by it any more. */
static enum heard listen_for(struct client *c, uint32_t id, struct reply *reply)
{
    enum heard heard = HEARD_NOTHING;
    size_t len;

    while (whole_frame(c, &len)) {
        if (!take_frame(c, len, c->fresh))
            return HEARD_END;
        if (c->fresh->id == 0 && c->news)
            c->news(c->news_context, c->fresh);
        if (reply && c->fresh->id == id) {
            control_copy_reply(reply, c->fresh);
            heard = HEARD_REPLY;
        }
    }
    return heard;
}

/* What the socket has, into the buffer.  False: the other side is gone. */
static bool fill(struct client *c, int flags)
{
    ssize_t n = recv(c->fd, c->in + c->in_len, FRAME_MAX - c->in_len, flags);

    if (n < 0)
        return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK;
    c->in_len += (size_t)n;
    return n > 0;
}

static enum verdict wait_reply(struct client *c, uint32_t id, struct reply *reply,
                               unsigned seconds)
{
    long long end = (long long)tick_ms() + (long long)seconds * 1000;

    for (;;) {
        enum heard heard = listen_for(c, id, reply);
        if (heard == HEARD_REPLY)
            return (enum verdict)reply->verdict;
        long long left = end - (long long)tick_ms();
        struct pollfd p = {c->fd, POLLIN, 0};
        if (heard == HEARD_END || left <= 0)
            break;
        int ready = poll(&p, 1, (int)left);
        if ((ready < 0 && errno != EINTR) || (ready > 0 && !fill(c, MSG_DONTWAIT)))
            break;
    }
    hang_up(c);
    return VERDICT_NO_DAEMON;
}

/* The daemon hangs up on texts with characters that would act on a terminal; whoever has pasted one
 * is told here. */
static bool texts_are_showable(const struct request *r)
{
    bool good = text_is_showable(span_text(r->name)) && text_is_showable(span_text(r->text));
    for (unsigned i = 0; i < r->settings_n; i++)
        good = good && text_is_showable(span_text(r->settings[i]));
    for (unsigned i = 0; i < r->names_n; i++)
        good = good && text_is_showable(span_text(r->names[i]));
    return good;
}

enum verdict client_call(struct client *c, struct request *request, struct reply *reply,
                         unsigned seconds)
{
    reply->detail[0] = '\0';
    if (c->fd < 0)
        return VERDICT_NO_DAEMON;
    if (!texts_are_showable(request))
        return VERDICT_TEXT_MALFORMED;
    request->id = ++c->last_id;
    if (!send_request(c, request)) {
        hang_up(c);
        return VERDICT_NO_DAEMON;
    }
    return wait_reply(c, request->id, reply, seconds);
}

enum verdict client_connect(struct client *c, const char *socket_path, struct reply *reply)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    static struct request hello;

    reply->detail[0] = '\0';
    hang_up(c);
    c->last_id = 0;
    assert(strlen(socket_path) < sizeof address.sun_path);
    memcpy(address.sun_path, socket_path, strlen(socket_path) + 1);
    c->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (c->fd < 0)
        return VERDICT_MEMORY;
    if (connect(c->fd, (struct sockaddr *)&address, sizeof address) != 0) {
        enum verdict why = errno == EACCES || errno == EPERM ? VERDICT_PERMISSION
                                                             : VERDICT_NO_DAEMON;
        hang_up(c);
        return why;
    }
    hello = (struct request){.kind = REQ_HELLO, .number = CONTROL_VERSION};
    enum verdict v = client_call(c, &hello, reply, HELLO_SECONDS);
    if (v != VERDICT_OK)
        hang_up(c);
    return v;
}

enum verdict client_read(struct client *c)
{
    if (c->fd < 0)
        return VERDICT_NO_DAEMON;
    bool alive = fill(c, MSG_DONTWAIT);
    if (listen_for(c, 0, NULL) != HEARD_END && alive)
        return VERDICT_OK;
    hang_up(c);
    return VERDICT_NO_DAEMON;
}

enum verdict client_wait(struct client *c, int ms)
{
    struct pollfd p = {c->fd, POLLIN, 0};

    if (c->fd < 0)
        return VERDICT_NO_DAEMON;
    int ready = poll(&p, 1, ms);
    if (ready < 0)
        return errno == EINTR ? VERDICT_OK : VERDICT_NO_DAEMON;
    return ready > 0 ? client_read(c) : VERDICT_OK;
}
