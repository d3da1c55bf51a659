/* The handler that libzmq looks for under a fixed name.  The user id it hands out is the caller's
 * key as hex text: libzmq gives it back as a C string with every frame, and raw bytes would be cut
 * at their first zero.
 *
 * ZAP_LATER is no answer at all.  The status made for it, 300, sometimes makes libzmq hang up at
 * once and sometimes lets the caller wait, and hanging up is what somebody with another key does:
 * the caller could not tell the two apart. */
#include "daemon/zap.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

#include "base/buf.h"
#include "daemon/log.h"
#include "daemon/loop.h"

enum { REQUESTS_A_TURN = 32, PART_MAX = 64, PARTS = 9, CURVE_LEN = 32 };
enum part_number { PART_ASKER, PART_EMPTY, PART_VERSION, PART_ID, PART_DOMAIN, PART_ADDRESS,
                   PART_SOCKET, PART_MECHANISM, PART_KEY };

struct part {
    size_t len;
    char text[PART_MAX + 1];
};

struct zap {
    struct loop *loop;
    void *socket;
    unsigned handle;
    zap_judge *judge;
    void *self;
};

/* All parts of one request; those too many or too long are skipped and make it malformed.
 * False if there is no request. */
static bool receive(void *socket, struct part parts[PARTS], bool *well_formed)
{
    unsigned n = 0;
    bool more = true;

    *well_formed = true;
    while (more) {
        zmq_msg_t m;
        zmq_msg_init(&m);
        if (zmq_msg_recv(&m, socket, ZMQ_DONTWAIT) < 0) {
            zmq_msg_close(&m);
            return false;
        }
        size_t len = zmq_msg_size(&m);
        if (n < PARTS && len <= PART_MAX) {
            parts[n].len = len;
            memcpy(parts[n].text, zmq_msg_data(&m), len);
            parts[n].text[len] = '\0';
        } else {
            *well_formed = false;
        }
        n++;
        more = zmq_msg_more(&m);
        zmq_msg_close(&m);
    }
    *well_formed = *well_formed && n == PARTS;
    return true;
}

static bool send_part(void *socket, const char *text, size_t len)
{
    return zmq_send(socket, text, len, ZMQ_SNDMORE | ZMQ_DONTWAIT) >= 0;
}

static void reply(void *socket, const struct part parts[PARTS], unsigned status, const char *user)
{
    const struct part *asker = &parts[PART_ASKER], *id = &parts[PART_ID];
    char code[16];

    snprintf(code, sizeof code, "%u", status);
    if (!send_part(socket, asker->text, asker->len) || !send_part(socket, "", 0)
        || !send_part(socket, "1.0", 3) || !send_part(socket, id->text, id->len)
        || !send_part(socket, code, strlen(code)) || !send_part(socket, "", 0)
        || !send_part(socket, user, strlen(user)) || zmq_send(socket, "", 0, ZMQ_DONTWAIT) < 0)
        log_warn("cannot answer who is let in");
}

static void answer(struct zap *z, const struct part parts[PARTS], bool well_formed)
{
    char user[2 * CURVE_LEN + 1];

    if (!well_formed || parts[PART_EMPTY].len != 0
        || strcmp(parts[PART_VERSION].text, "1.0") != 0
        || strcmp(parts[PART_DOMAIN].text, ZAP_DOMAIN) != 0
        || strcmp(parts[PART_MECHANISM].text, "CURVE") != 0 || parts[PART_KEY].len != CURVE_LEN) {
        log_warnx("libzmq asks who is let in, but not as we know it");
        return;
    }
    uint8_t key[CURVE_LEN];
    memcpy(key, parts[PART_KEY].text, sizeof key);
    enum zap_answer verdict = z->judge(z->self, key);
    hex_write(span_of(key, sizeof key), user);
    if (verdict != ZAP_LATER)
        reply(z->socket, parts, (unsigned)verdict, verdict == ZAP_YES ? user : "");
}

static void on_request(void *self)
{
    struct zap *z = self;

    for (unsigned i = 0; i < REQUESTS_A_TURN; i++) {
        struct part parts[PARTS] = {{0, ""}};
        bool well_formed;
        if (!receive(z->socket, parts, &well_formed))
            return;
        answer(z, parts, well_formed);
    }
}

struct zap *zap_new(struct loop *loop, void *context, zap_judge *judge, void *self)
{
    struct zap *z = calloc(1, sizeof *z);
    int zero = 0;

    if (!z)
        return NULL;
    *z = (struct zap){.loop = loop, .judge = judge, .self = self};
    z->socket = zmq_socket(context, ZMQ_ROUTER);
    if (z->socket && zmq_setsockopt(z->socket, ZMQ_LINGER, &zero, sizeof zero) == 0
        && zmq_bind(z->socket, "inproc://zeromq.zap.01") == 0)
        z->handle = loop_watch_socket(loop, z->socket, on_request, z);
    if (z->handle != 0)
        return z;
    log_warn("cannot decide who is let in");
    zap_free(z);
    return NULL;
}

void zap_free(struct zap *z)
{
    if (!z)
        return;
    loop_unwatch(z->loop, z->handle);
    if (z->socket)
        zmq_close(z->socket);
    free(z);
}
