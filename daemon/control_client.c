/* Frames over a stream: 4 bytes of length, big endian.  Output is written at once as far as the
 * socket takes it; what is left waits in a buffer that grows to a limit. */
#include "daemon/control_client.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct client *client_new(int fd, uint64_t serial)
{
    struct client *c = calloc(1, sizeof *c);
    if (c == NULL) {
        close(fd);
        return NULL;
    }
    c->fd = fd;
    c->serial = serial;
    return c;
}

void client_free(struct client *c)
{
    if (c == NULL)
        return;
    close(c->fd);
    free(c->out);
    free(c);
}

bool client_read(struct client *c)
{
    if (c->in_len == sizeof c->in)
        return true; /* frames wait to be taken first */
    ssize_t got = recv(c->fd, c->in + c->in_len, sizeof c->in - c->in_len, 0);
    if (got > 0) {
        c->in_len += (size_t)got;
        return true;
    }
    return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
}

static size_t frame_len(const struct client *c)
{
    return (size_t)c->in[0] << 24 | (size_t)c->in[1] << 16 | (size_t)c->in[2] << 8 | c->in[3];
}

bool client_frame(const struct client *c, struct span *frame, bool *bad)
{
    *bad = false;
    if (c->in_len < 4)
        return false;
    size_t len = frame_len(c);
    if (len > REQUEST_FRAME_MAX || len == 0) {
        *bad = true;
        return false;
    }
    if (c->in_len < 4 + len)
        return false;
    *frame = span_of(c->in + 4, len);
    return true;
}

void client_take(struct client *c)
{
    size_t used = 4 + frame_len(c);
    c->in_len -= used;
    memmove(c->in, c->in + used, c->in_len);
}

bool client_has_output(const struct client *c)
{
    return c->out_at < c->out_len;
}

bool client_flush(struct client *c)
{
    while (client_has_output(c)) {
        ssize_t put = send(c->fd, c->out + c->out_at, c->out_len - c->out_at, MSG_NOSIGNAL);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK;
        c->out_at += (size_t)put;
    }
    c->out_at = c->out_len = 0;
    return true;
}

static bool make_room(struct client *c, size_t more)
{
    if (c->out_at > 0) {
        memmove(c->out, c->out + c->out_at, c->out_len - c->out_at);
        c->out_len -= c->out_at;
        c->out_at = 0;
    }
    if (more > CLIENT_OUT_MAX - c->out_len)
        return false;
    if (c->out_len + more <= c->out_max)
        return true;
    size_t max = c->out_max ? c->out_max : 16 * 1024;
    while (max < c->out_len + more)
        max *= 2;
    uint8_t *bigger = realloc(c->out, max);
    if (bigger == NULL)
        return false;
    c->out = bigger;
    c->out_max = max;
    return true;
}

bool client_send(struct client *c, struct span frame)
{
    if (!make_room(c, 4 + frame.len))
        return false;
    uint8_t *at = c->out + c->out_len;
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(frame.len >> (24 - 8 * i));
    memcpy(at + 4, frame.data, frame.len);
    c->out_len += 4 + frame.len;
    return client_flush(c);
}
