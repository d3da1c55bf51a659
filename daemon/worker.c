/* Time is counted by a clock that nobody sets: a lease ends an hour after it began, whatever the
 * calendar says meanwhile. */
#include "daemon/worker.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { NS_A_MS = 1000000, NS_A_S = 1000000000 };

bool worker_init(struct worker *w)
{
    pthread_condattr_t monotonic;

    w->event_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (w->event_fd < 0)
        return false;
    w->users = 1;
    pthread_mutex_init(&w->mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&w->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    return true;
}

bool worker_start(struct worker *w, void *(*work)(void *))
{
    pthread_t thread;

    w->users++;
    if (pthread_create(&thread, NULL, work, w) != 0) {
        w->users--;
        return false;
    }
    pthread_detach(thread);
    return true;
}

void worker_tell(struct worker *w)
{
    const uint64_t one = 1;
    ssize_t written = write(w->event_fd, &one, sizeof one);
    (void)written; /* only full if the loop has been told already */
}

bool worker_told(struct worker *w)
{
    uint64_t count;
    return read(w->event_fd, &count, sizeof count) == (ssize_t)sizeof count;
}

bool worker_wait(struct worker *w, uint64_t ms)
{
    struct timespec until;

    if (ms == 0)
        return pthread_cond_wait(&w->wake, &w->mutex) == 0;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)(ms / 1000);
    until.tv_nsec += (long)(ms % 1000) * NS_A_MS;
    if (until.tv_nsec >= NS_A_S) {
        until.tv_sec++;
        until.tv_nsec -= NS_A_S;
    }
    return pthread_cond_timedwait(&w->wake, &w->mutex, &until) != ETIMEDOUT;
}

void worker_dismiss(struct worker *w)
{
    pthread_mutex_lock(&w->mutex);
    w->leaving = true;
    pthread_cond_broadcast(&w->wake);
}

void worker_leave(struct worker *w)
{
    bool last = --w->users == 0;

    pthread_mutex_unlock(&w->mutex);
    if (!last)
        return;
    close(w->event_fd);
    pthread_cond_destroy(&w->wake);
    pthread_mutex_destroy(&w->mutex);
    free(w);
}
