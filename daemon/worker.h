/* worker.h - a thread for calls into libraries that may hang, and what it shares with the loop.  It
 * is never waited for without a limit, so what both use is freed by whichever leaves last.
 * Not pure.  Memory: a struct worker is the first member of a struct from calloc. */
#ifndef DAEMON_WORKER_H
#define DAEMON_WORKER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct worker {
    pthread_mutex_t mutex; /* for everything in the struct around this one */
    pthread_cond_t wake;
    int event_fd; /* readable when the thread has told something: for the loop */
    unsigned users;
    bool leaving; /* the loop has nothing to do with it any more: the thread should end */
};

/* False: no descriptor; the struct is still the caller's to free. */
bool worker_init(struct worker *w) __attribute__((warn_unused_result));

/* Start the thread, which gets `w` and ends with worker_leave.  False: the machine refuses. */
bool worker_start(struct worker *w, void *(*work)(void *)) __attribute__((warn_unused_result));

/* The thread: the loop should look.  The loop, when event_fd is readable: false, it was nothing. */
void worker_tell(struct worker *w);
bool worker_told(struct worker *w);

/* With the mutex held, which is free meanwhile: until something wakes, at most so long (0: for
 * ever).  False: time is up. */
bool worker_wait(struct worker *w, uint64_t ms);

/* Take the mutex, say that the thread should end, and wake it.  The caller still has the mutex. */
void worker_dismiss(struct worker *w);

/* With the mutex held, which is gone afterwards, and everything with it after the last. */
void worker_leave(struct worker *w);

#endif
