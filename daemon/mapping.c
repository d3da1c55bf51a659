/* The thread asks, sleeps for less than half of the lease, and asks again. */
#include "daemon/mapping.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/log.h"
#include "daemon/loop.h"
#include "daemon/worker.h"

enum {
    AGAIN_MS = 600000, /* there may be a router some time */
    STOP_MS = 1500,
    RESULT_SIZE = GATEWAY_RESULT_SIZE
};

struct shared {
    struct worker worker;
    struct gateway_wish wish;
    bool over; /* the thread has taken back what there was */
    char result[RESULT_SIZE];
};

struct mapping {
    struct loop *loop;
    struct shared *shared;
    unsigned watch;
    mapping_told *told;
    void *self;
    char last[RESULT_SIZE];
};

/* ---- the thread ---------------------------------------------------------------------------- */

/* Twice within a lease, and a bit: one answer may be lost. */
static uint64_t renew_ms(const struct shared *s)
{
    return (uint64_t)s->wish.lease_s * 1000 * 5 / 12;
}

static void *work(void *context)
{
    struct shared *s = context;
    struct gateway gateway = {.kind = GATEWAY_NONE};
    char result[RESULT_SIZE];

    pthread_mutex_lock(&s->worker.mutex);
    while (!s->worker.leaving) {
        pthread_mutex_unlock(&s->worker.mutex);
        bool fine = gateway_map(&gateway, &s->wish, result);
        pthread_mutex_lock(&s->worker.mutex);
        memcpy(s->result, result, sizeof result);
        worker_tell(&s->worker);
        while (!s->worker.leaving && worker_wait(&s->worker, fine ? renew_ms(s) : AGAIN_MS))
            continue;
    }
    pthread_mutex_unlock(&s->worker.mutex);
    gateway_unmap(&gateway, &s->wish);
    pthread_mutex_lock(&s->worker.mutex);
    s->over = true;
    pthread_cond_broadcast(&s->worker.wake);
    worker_leave(&s->worker);
    return NULL;
}

/* ---- the loop ------------------------------------------------------------------------------ */

static void on_result(void *self)
{
    struct mapping *m = self;
    char now[RESULT_SIZE];

    if (!worker_told(&m->shared->worker))
        return;
    pthread_mutex_lock(&m->shared->worker.mutex);
    memcpy(now, m->shared->result, sizeof now);
    pthread_mutex_unlock(&m->shared->worker.mutex);
    if (strcmp(now, m->last) == 0)
        return;
    memcpy(m->last, now, sizeof now);
    log_info("the router forwards %s", now[0] != '\0' ? now : "nothing any more");
    m->told(m->self, now);
}

static struct shared *share(const struct gateway_wish *wish)
{
    struct shared *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    s->wish = *wish;
    s->over = true; /* nothing has begun */
    if (worker_init(&s->worker))
        return s;
    free(s);
    return NULL;
}

struct mapping *mapping_start(struct loop *loop, const struct gateway_wish *wish,
                              mapping_told *told, void *self)
{
    struct mapping *m = calloc(1, sizeof *m);

    if (!m)
        return NULL;
    *m = (struct mapping){.loop = loop, .told = told, .self = self, .shared = share(wish)};
    if (m->shared)
        m->watch = loop_watch_fd(loop, m->shared->worker.event_fd, on_result, NULL, m);
    if (m->watch != 0) {
        m->shared->over = false;
        if (worker_start(&m->shared->worker, work))
            return m;
        m->shared->over = true;
    }
    log_warn("the router cannot be asked");
    mapping_stop(m);
    return NULL;
}

/* A router that has not forwarded anything is not waited for, whatever it is asked just now. */
void mapping_stop(struct mapping *m)
{
    if (!m)
        return;
    loop_unwatch(m->loop, m->watch);
    if (m->shared) {
        worker_dismiss(&m->shared->worker);
        while (!m->shared->over && m->shared->result[0] != '\0'
               && worker_wait(&m->shared->worker, STOP_MS))
            continue;
        worker_leave(&m->shared->worker);
    }
    free(m);
}
