/* Questions lie in a table that the loop and the thread share under a mutex; an eventfd wakes the
 * loop.  A look-up cannot be broken off, so the thread is never waited for: the shared part is
 * freed by whichever of the two leaves last. */
#include "daemon/resolver.h"

#include <netdb.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/address.h"
#include "base/text.h"
#include "daemon/log.h"
#include "daemon/loop.h"

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
    pthread_mutex_t mutex;
    pthread_cond_t asked;
    int event_fd;
    unsigned users; /* loop and thread */
    bool leaving;
    struct question questions[QUESTIONS_MAX];
};

struct resolver {
    struct loop *loop;
    struct shared *shared;
    unsigned watch, last_handle;
    bool running;
};

/* Called with the mutex held, which is gone afterwards. */
static void leave(struct shared *s)
{
    bool last = --s->users == 0;

    pthread_mutex_unlock(&s->mutex);
    if (!last)
        return;
    close(s->event_fd);
    pthread_cond_destroy(&s->asked);
    pthread_mutex_destroy(&s->mutex);
    free(s);
}

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
    uint64_t one = 1;

    pthread_mutex_lock(&s->mutex);
    while (!s->leaving) {
        struct question *q = find(s, QUESTION_ASKED);
        if (!q) {
            pthread_cond_wait(&s->asked, &s->mutex);
            continue;
        }
        q->state = QUESTION_TAKEN;
        memcpy(host, q->host, sizeof host);
        pthread_mutex_unlock(&s->mutex);
        look_up(host, numerics);
        pthread_mutex_lock(&s->mutex);
        memcpy(q->numerics, numerics, sizeof numerics);
        q->state = QUESTION_ANSWERED;
        ssize_t written = write(s->event_fd, &one, sizeof one);
        (void)written; /* only full if the loop has been told already */
    }
    leave(s);
    return NULL;
}

static void on_answers(void *self)
{
    struct resolver *r = self;
    struct shared *s = r->shared;
    uint64_t count;

    if (read(s->event_fd, &count, sizeof count) < 0)
        return;
    pthread_mutex_lock(&s->mutex);
    for (struct question *q; (q = find(s, QUESTION_ANSWERED)) != NULL;) {
        struct question done = *q;
        q->state = QUESTION_FREE;
        if (done.handle == 0)
            continue;
        pthread_mutex_unlock(&s->mutex);
        done.answer(done.self, done.numerics);
        pthread_mutex_lock(&s->mutex);
    }
    pthread_mutex_unlock(&s->mutex);
}

struct resolver *resolver_new(struct loop *loop)
{
    struct resolver *r = calloc(1, sizeof *r);
    struct shared *s = calloc(1, sizeof *s);

    if (!r || !s)
        goto failed;
    s->event_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (s->event_fd < 0)
        goto failed;
    pthread_mutex_init(&s->mutex, NULL);
    pthread_cond_init(&s->asked, NULL);
    s->users = 1;
    *r = (struct resolver){.loop = loop, .shared = s};
    r->watch = loop_watch_fd(loop, s->event_fd, on_answers, NULL, r);
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
    pthread_mutex_lock(&r->shared->mutex);
    r->shared->leaving = true;
    pthread_cond_signal(&r->shared->asked);
    leave(r->shared);
    free(r);
}

static bool start_thread(struct resolver *r)
{
    pthread_t thread;

    if (r->running)
        return true;
    r->shared->users++;
    if (pthread_create(&thread, NULL, work, r->shared) != 0) {
        r->shared->users--;
        log_warn("cannot look up names");
        return false;
    }
    pthread_detach(thread);
    r->running = true;
    return true;
}

unsigned resolver_ask(struct resolver *r, const char *host, resolver_answer *answer, void *self)
{
    struct shared *s = r->shared;
    unsigned handle = 0;

    if (strlen(host) > ADDRESS_HOST_MAX)
        return 0;
    pthread_mutex_lock(&s->mutex);
    struct question *q = find(s, QUESTION_FREE);
    if (q && start_thread(r)) {
        handle = ++r->last_handle;
        *q = (struct question){.state = QUESTION_ASKED, .handle = handle, .answer = answer,
                               .self = self};
        memcpy(q->host, host, strlen(host) + 1);
        pthread_cond_signal(&s->asked);
    }
    pthread_mutex_unlock(&s->mutex);
    return handle;
}

void resolver_cancel(struct resolver *r, unsigned handle)
{
    if (handle == 0)
        return;
    pthread_mutex_lock(&r->shared->mutex);
    for (unsigned i = 0; i < QUESTIONS_MAX; i++)
        if (r->shared->questions[i].state != QUESTION_FREE
            && r->shared->questions[i].handle == handle)
            r->shared->questions[i].handle = 0;
    pthread_mutex_unlock(&r->shared->mutex);
}
