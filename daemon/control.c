/* The control socket.  Every client may have a bounded number of requests handled per turn of the
 * loop; whoever has more waits for the next turn.  Followers have a cursor: as long as they keep
 * up they get each event as it is published, otherwise pages from the store. */
#define _GNU_SOURCE /* struct ucred */
#include "daemon/control.h"

#include "daemon/control_client.h"
#include "daemon/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    CLIENTS_MAX = 32,
    REQUESTS_A_TURN = 8,
    BACKLOG = 16,
    FOLLOW_OUT_MAX = 256 * 1024 /* more than that unread: no further pages for now */
};

/* What a client's descriptor calls back with. */
struct slot {
    struct control *control;
    struct client *client; /* NULL = free */
};

struct control {
    struct loop *loop;
    struct control_owner owner;
    char path[108];
    int fd, lock;
    unsigned watch;
    uint64_t serial;
    bool soon; /* a turn for what is left has been asked for */
    struct slot slot[CLIENTS_MAX];
    struct request request;
    struct reply reply, late; /* late: for answers from outside a request */
    struct event page[ROWS_MAX];
    uint8_t frame[CONTROL_FRAME_MAX];
};

/* --- clients ---------------------------------------------------------------------------------- */

static void drop(struct slot *s)
{
    loop_unwatch(s->control->loop, s->client->watch);
    client_free(s->client);
    s->client = NULL;
}

/* Everything but the big field at the end, which is only read as far as data_len says. */
static void empty(struct reply *r)
{
    memset(r, 0, offsetof(struct reply, data));
}

/* Send or drop; true if the client is still there. */
static bool deliver(struct slot *s, const struct reply *reply)
{
    struct control *c = s->control;
    struct buf out = buf_over(c->frame, sizeof c->frame);
    if (!control_pack_reply(reply, &out)) {
        log_warnx("control: a reply did not fit");
        drop(s);
        return false;
    }
    if (!client_send(s->client, buf_span(&out))) {
        drop(s);
        return false;
    }
    loop_want_write(c->loop, s->client->watch, client_has_output(s->client));
    return true;
}

/* Pages of stored events until the follower has all or its buffer is well filled. */
static void pump(struct slot *s)
{
    struct control *c = s->control;
    while (s->client != NULL && s->client->next_event != 0 &&
           s->client->out_len - s->client->out_at < FOLLOW_OUT_MAX) {
        unsigned n = c->owner.events_from(c->owner.self, s->client->next_event, c->page);
        if (n == 0)
            return;
        empty(&c->late);
        c->late.events_n = n;
        memcpy(c->late.events, c->page, n * sizeof c->page[0]);
        s->client->next_event = c->page[n - 1].number + 1;
        if (!deliver(s, &c->late))
            return;
    }
}

/* --- requests --------------------------------------------------------------------------------- */

static void leftovers(void *self);

static void come_back(struct control *c)
{
    if (!c->soon)
        loop_soon(c->loop, leftovers, c);
    c->soon = true;
}

static bool handle_frame(struct slot *s, struct span frame)
{
    struct control *c = s->control;
    uint64_t serial = s->client->serial;
    empty(&c->reply);
    enum verdict v = control_unpack_request(frame, &c->request);
    if (v != VERDICT_OK) {
        c->reply.verdict = v;
        if (deliver(s, &c->reply))
            drop(s);
        return false;
    }
    struct asker who = {serial, c->request.id};
    enum answer a = c->owner.on_request(c->owner.self, &who, &c->request, &c->reply);
    /* A passphrase or a token may have been in it. */
    memset(c->request.text, 0, sizeof c->request.text);
    if (s->client == NULL || s->client->serial != serial)
        return false;
    if (a == ANSWER_AGAIN) {
        come_back(c);
        return false;
    }
    client_take(s->client);
    c->reply.id = who.id;
    if (a == ANSWER_NOW && !deliver(s, &c->reply))
        return false;
    pump(s);
    return s->client != NULL;
}

static void handle_all(struct slot *s);

static void leftovers(void *self)
{
    struct control *c = self;
    c->soon = false;
    for (unsigned i = 0; i < CLIENTS_MAX; i++)
        if (c->slot[i].client != NULL)
            handle_all(&c->slot[i]);
}

static void handle_all(struct slot *s)
{
    struct control *c = s->control;
    struct span frame;
    bool bad;
    for (unsigned i = 0; i < REQUESTS_A_TURN; i++) {
        if (!client_frame(s->client, &frame, &bad)) {
            if (bad)
                drop(s);
            return;
        }
        if (!handle_frame(s, frame))
            return;
    }
    if (client_frame(s->client, &frame, &bad))
        come_back(c);
}

static void readable(void *self)
{
    struct slot *s = self;
    if (s->client == NULL)
        return;
    if (!client_read(s->client))
        drop(s);
    else
        handle_all(s);
}

static void writable(void *self)
{
    struct slot *s = self;
    if (s->client == NULL)
        return;
    if (!client_flush(s->client)) {
        drop(s);
        return;
    }
    pump(s);
    if (s->client != NULL)
        loop_want_write(s->control->loop, s->client->watch, client_has_output(s->client));
}

/* --- the listening socket --------------------------------------------------------------------- */

/* Only programs of the same user; root is let in as it could read everything anyway. */
static bool is_ours(int fd)
{
    struct ucred who;
    socklen_t len = sizeof who;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &len) == 0 &&
           (who.uid == getuid() || who.uid == 0);
}

static void accept_one(struct control *c, int fd)
{
    struct slot *s = NULL;
    for (unsigned i = 0; i < CLIENTS_MAX && s == NULL; i++)
        if (c->slot[i].client == NULL)
            s = &c->slot[i];
    if (s == NULL || !is_ours(fd)) {
        close(fd);
        return;
    }
    struct client *client = client_new(fd, ++c->serial);
    if (client == NULL)
        return;
    client->watch = loop_watch_fd(c->loop, fd, readable, writable, s);
    if (client->watch == 0)
        client_free(client);
    else
        s->client = client;
}

static void arrival(void *self)
{
    struct control *c = self;
    for (int i = 0; i < BACKLOG; i++) {
        int fd = accept4(c->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0)
            return;
        accept_one(c, fd);
    }
}

/* Whoever holds the lock may replace the socket: then it cannot be a live daemon's. */
static bool lock_beside(struct control *c)
{
    char path[sizeof c->path + 8];
    snprintf(path, sizeof path, "%s.lock", c->path);
    c->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (c->lock >= 0 && flock(c->lock, LOCK_EX | LOCK_NB) == 0)
        return true;
    log_warn("control socket %s: another daemon uses it", c->path);
    return false;
}

static bool bind_socket(struct control *c)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memcpy(address.sun_path, c->path, sizeof address.sun_path);
    c->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (c->fd < 0)
        return false;
    unlink(c->path);
    mode_t before = umask(0177);
    int rc = bind(c->fd, (const struct sockaddr *)&address, sizeof address);
    umask(before);
    return rc == 0 && listen(c->fd, BACKLOG) == 0;
}

struct control *control_start(struct loop *loop, const char *path, struct control_owner owner)
{
    struct control *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->loop = loop;
    c->owner = owner;
    c->fd = c->lock = -1;
    for (unsigned i = 0; i < CLIENTS_MAX; i++)
        c->slot[i].control = c;
    if (strlen(path) >= sizeof c->path) {
        log_warnx("control socket: the path is too long");
        goto fail;
    }
    memcpy(c->path, path, strlen(path) + 1);
    if (!lock_beside(c))
        goto fail;
    if (!bind_socket(c)) {
        log_warn("control socket %s", path);
        goto fail;
    }
    c->watch = loop_watch_fd(loop, c->fd, arrival, NULL, c);
    if (c->watch != 0)
        return c;
fail:
    if (c->fd >= 0)
        close(c->fd);
    if (c->lock >= 0)
        close(c->lock);
    free(c);
    return NULL;
}

void control_stop(struct control *c)
{
    if (c == NULL)
        return;
    for (unsigned i = 0; i < CLIENTS_MAX; i++)
        if (c->slot[i].client != NULL)
            drop(&c->slot[i]);
    loop_unwatch(c->loop, c->watch);
    unlink(c->path);
    close(c->fd);
    close(c->lock);
    free(c);
}

/* --- for the owner ---------------------------------------------------------------------------- */

static struct slot *find(struct control *c, uint64_t client)
{
    for (unsigned i = 0; i < CLIENTS_MAX; i++)
        if (c->slot[i].client != NULL && c->slot[i].client->serial == client)
            return &c->slot[i];
    return NULL;
}

struct reply *control_reply(struct control *c)
{
    empty(&c->late);
    return &c->late;
}

void control_answer(struct control *c, const struct asker *who, const struct reply *reply)
{
    struct slot *s = find(c, who->client);
    if (s == NULL)
        return;
    if (reply != &c->late)
        c->late = *reply;
    c->late.id = who->id;
    deliver(s, &c->late);
}

void control_follow(struct control *c, const struct asker *who, uint64_t from)
{
    struct slot *s = find(c, who->client);
    if (s != NULL)
        s->client->next_event = from;
}

void control_tell(struct control *c, const struct event *event)
{
    for (unsigned i = 0; i < CLIENTS_MAX; i++) {
        struct slot *s = &c->slot[i];
        if (s->client == NULL || s->client->next_event == 0)
            continue;
        empty(&c->late);
        c->late.events_n = 1;
        c->late.events[0] = *event;
        deliver(s, &c->late);
    }
}

void control_publish(struct control *c, const struct event *events, unsigned n)
{
    if (n == 0 || n > ROWS_MAX)
        return;
    for (unsigned i = 0; i < CLIENTS_MAX; i++) {
        struct slot *s = &c->slot[i];
        if (s->client == NULL || s->client->next_event == 0)
            continue;
        if (s->client->next_event != events[0].number) {
            pump(s); /* behind: what is missing comes with these from the store */
            continue;
        }
        empty(&c->late);
        c->late.events_n = n;
        memcpy(c->late.events, events, n * sizeof events[0]);
        s->client->next_event = events[n - 1].number + 1;
        deliver(s, &c->late);
    }
}
