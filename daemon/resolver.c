/* Questions lie in a table that the loop and the thread share.  A look-up cannot be broken off, so
 * the thread is never waited for. */
#include "daemon/resolver.h"

#include <netdb.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/address.h"
#include "base/text.h"
#include "daemon/log.h"
#include "daemon/loop.h"
#include "daemon/worker.h"

enum { QUESTIONS_MAX = 64, ANSWERS_MAX = 4, NUMERIC_SIZE = RESOLVED_SIZE / ANSWERS_MAX - 1 };
enum question_state { QUESTION_FREE, QUESTION_ASKED, QUESTION_TAKEN, QUESTION_ANSWERED };

struct question {
    enum question_state state;
    unsigned handle; /* 0: nobody waits for the answer any more */
    char host[ADDRESS_HOST_MAX + 1];
    char numerics[RESOLVED_SIZE]; /* "" = not known */
    resolver_answer *answer;
    void *self;
};

struct shared {
    struct worker worker;
    struct question questions[QUESTIONS_MAX];
};

struct resolver {
    struct loop *loop;
    struct shared *shared;
    unsigned watch, last_handle;
    bool running;
};

static void look_up(const char *host, char numerics[RESOLVED_SIZE])
{
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_ADDRCONFIG};
    struct addrinfo *list = NULL;
    char numeric[NUMERIC_SIZE];
    struct text all = text_over(numerics, RESOLVED_SIZE);
    unsigned n = 0;

    if (getaddrinfo(host, NULL, &hints, &list) != 0)
        return;
    for (const struct addrinfo *i = list; i && n < ANSWERS_MAX; i = i->ai_next) {
        if (getnameinfo(i->ai_addr, i->ai_addrlen, numeric, sizeof numeric, NULL, 0,
                        NI_NUMERICHOST) != 0)
            continue;
        text_add(&all, numeric);
        text_add(&all, " ");
        n++;
    }
    freeaddrinfo(list);
}

static struct question *find(struct shared *s, enum question_state state)
{
    for (unsigned i = 0; i < QUESTIONS_MAX; i++)
        if (s->questions[i].state == state)
            return &s->questions[i];
    return NULL;
}

static void *work(void *argument)
{
    struct shared *s = argument;
    char host[ADDRESS_HOST_MAX + 1], numerics[RESOLVED_SIZE];

    pthread_mutex_lock(&s->worker.mutex);
    while (!s->worker.leaving) {
        struct question *q = find(s, QUESTION_ASKED);
        if (!q) {
            worker_wait(&s->worker, 0);
            continue;
        }
        q->state = QUESTION_TAKEN;
        memcpy(host, q->host, sizeof host);
        pthread_mutex_unlock(&s->worker.mutex);
        look_up(host, numerics);
        pthread_mutex_lock(&s->worker.mutex);
        memcpy(q->numerics, numerics, sizeof numerics);
        q->state = QUESTION_ANSWERED;
        worker_tell(&s->worker);
    }
    worker_leave(&s->worker);
    return NULL;
}

static void on_answers(void *self)
{
    struct resolver *r = self;
    struct shared *s = r->shared;

    if (!worker_told(&s->worker))
        return;
    pthread_mutex_lock(&s->worker.mutex);
    for (struct question *q; (q = find(s, QUESTION_ANSWERED)) != NULL;) {
        struct question done = *q;
        q->state = QUESTION_FREE;
        if (done.handle == 0)
            continue;
        pthread_mutex_unlock(&s->worker.mutex);
        done.answer(done.self, done.numerics);
        pthread_mutex_lock(&s->worker.mutex);
    }
    pthread_mutex_unlock(&s->worker.mutex);
}

struct resolver *resolver_new(struct loop *loop)
{
    struct resolver *r = calloc(1, sizeof *r);
    struct shared *s = calloc(1, sizeof *s);

    if (!r || !s || !worker_init(&s->worker))
        goto failed;
    *r = (struct resolver){.loop = loop, .shared = s};
    r->watch = loop_watch_fd(loop, s->worker.event_fd, on_answers, NULL, r);
    if (r->watch != 0)
        return r;
    resolver_free(r);
    return NULL;
failed:
    log_warn("cannot look up names");
    free(r);
    free(s);
    return NULL;
}

void resolver_free(struct resolver *r)
{
    if (!r)
        return;
    loop_unwatch(r->loop, r->watch);
    worker_dismiss(&r->shared->worker);
    worker_leave(&r->shared->worker);
    free(r);
}

static bool start_thread(struct resolver *r)
{
    if (!r->running)
        r->running = worker_start(&r->shared->worker, work);
    if (!r->running)
        log_warn("cannot look up names");
    return r->running;
}

unsigned resolver_ask(struct resolver *r, const char *host, resolver_answer *answer, void *self)
{
    struct shared *s = r->shared;
    unsigned handle = 0;

    if (strlen(host) > ADDRESS_HOST_MAX)
        return 0;
    pthread_mutex_lock(&s->worker.mutex);
    struct question *q = find(s, QUESTION_FREE);
    if (q && start_thread(r)) {
        handle = ++r->last_handle;
        *q = (struct question){.state = QUESTION_ASKED, .handle = handle, .answer = answer,
                               .self = self};
        memcpy(q->host, host, strlen(host) + 1);
        pthread_cond_signal(&s->worker.wake);
    }
    pthread_mutex_unlock(&s->worker.mutex);
    return handle;
}

void resolver_cancel(struct resolver *r, unsigned handle)
{
    if (handle == 0)
        return;
    pthread_mutex_lock(&r->shared->worker.mutex);
    for (unsigned i = 0; i < QUESTIONS_MAX; i++)
        if (r->shared->questions[i].state != QUESTION_FREE
            && r->shared->questions[i].handle == handle)
            r->shared->questions[i].handle = 0;
    pthread_mutex_unlock(&r->shared->worker.mutex);
}
