/* A monitor is a pair of sockets inside the process; its name must never have been used before. */
#include "daemon/monitor.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <zmq.h>

#include "daemon/log.h"

bool monitor_open(struct monitor *m, void *context, void *socket, int events)
{
    char name[64];
    uint64_t random;
    int zero = 0;

    randombytes_buf(&random, sizeof random);
    snprintf(name, sizeof name, "inproc://monitor-%016" PRIx64, random);
    *m = (struct monitor){socket, zmq_socket(context, ZMQ_PAIR)};
    if (m->pair && zmq_setsockopt(m->pair, ZMQ_LINGER, &zero, sizeof zero) == 0
        && zmq_socket_monitor(socket, name, events) == 0 && zmq_connect(m->pair, name) == 0)
        return true;
    log_warn("cannot watch a connection");
    monitor_close(m);
    return false;
}

void monitor_close(struct monitor *m)
{
    if (!m->pair)
        return;
    zmq_socket_monitor(m->watched, NULL, 0);
    zmq_close(m->pair);
    *m = (struct monitor){NULL, NULL};
}

/* The text of the event, an address, is of no use to us; skip whatever follows the numbers. */
static void skip_rest(void *pair, bool more)
{
    while (more) {
        zmq_msg_t part;
        zmq_msg_init(&part);
        more = zmq_msg_recv(&part, pair, ZMQ_DONTWAIT) >= 0 && zmq_msg_more(&part);
        zmq_msg_close(&part);
    }
}

bool monitor_next(struct monitor *m, struct monitor_event *out)
{
    zmq_msg_t numbers;
    bool got = false;

    if (!m->pair)
        return false;
    zmq_msg_init(&numbers);
    if (zmq_msg_recv(&numbers, m->pair, ZMQ_DONTWAIT) == 6) {
        uint16_t kind;
        memcpy(&kind, zmq_msg_data(&numbers), sizeof kind);
        memcpy(&out->value, (const char *)zmq_msg_data(&numbers) + sizeof kind,
               sizeof out->value);
        out->kind = kind;
        got = true;
        skip_rest(m->pair, zmq_msg_more(&numbers));
    }
    zmq_msg_close(&numbers);
    return got;
}
