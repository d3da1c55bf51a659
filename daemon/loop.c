/* The loop keeps two lists.  Sources: a slot is emptied at once by loop_unwatch but given away
 * again only in a later turn, so that a result of this turn's poll never reaches a newcomer.
 * Timers: a plain list that is searched; there are a few dozen of them. */
#include "daemon/loop.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

#include "daemon/log.h"

enum {
    SOURCES_MAX = 2048,
    /* Never sleep longer: libzmq wants its sockets looked at every few seconds, and a machine
     * that was suspended should notice soon that time has passed. */
    SLEEP_MAX_MS = 5000,
    TURN_MS = 20
};

enum source_state { SOURCE_FREE, SOURCE_WATCHED, SOURCE_LEAVING };

struct source {
    enum source_state state;
    void *socket; /* or NULL: */
    int fd;
    bool want_write, no_read;
    loop_ready *readable, *writable;
    void *self;
};

struct timer {
    unsigned handle;
    uint64_t when; /* tick */
    uint64_t born; /* turn in which it was set: it waits for a later one */
    loop_timer *fire;
    void *self;
};

struct loop {
    struct source sources[SOURCES_MAX];
    unsigned sources_n; /* slots in use lie below */
    zmq_pollitem_t items[SOURCES_MAX];
    unsigned slots[SOURCES_MAX]; /* of which source is items[i] */
    struct timer *timers;
    unsigned timers_n, timers_max, last_timer;
    uint64_t wall_ms, tick_ms, turn, ahead_ms;
    loop_jumped *jumped;
    void *jumped_self;
    bool stop;
    int signal_fd;
    sigset_t old_mask;
};

static uint64_t clock_ms(clockid_t clock)
{
    struct timespec t;
    if (clock_gettime(clock, &t) != 0)
        fatal("cannot read the clock");
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static void read_clocks(struct loop *l)
{
    l->wall_ms = clock_ms(CLOCK_REALTIME);
    l->tick_ms = clock_ms(CLOCK_BOOTTIME);
}

static void on_signal(void *self)
{
    struct loop *l = self;
    struct signalfd_siginfo info;

    if (read(l->signal_fd, &info, sizeof info) != (ssize_t)sizeof info)
        return;
    log_info("stopping: signal %u", info.ssi_signo);
    l->stop = true;
}

static bool take_signals(struct loop *l)
{
    sigset_t mask;
    struct sigaction ignore = {.sa_handler = SIG_IGN};

    sigemptyset(&mask);
    sigaddset(&mask, SIGTERM);
    sigaddset(&mask, SIGINT);
    sigaddset(&mask, SIGHUP);
    if (sigaction(SIGPIPE, &ignore, NULL) != 0
        || pthread_sigmask(SIG_BLOCK, &mask, &l->old_mask) != 0)
        return false;
    l->signal_fd = signalfd(-1, &mask, SFD_NONBLOCK | SFD_CLOEXEC);
    if (l->signal_fd < 0 || loop_watch_fd(l, l->signal_fd, on_signal, NULL, l) == 0) {
        pthread_sigmask(SIG_SETMASK, &l->old_mask, NULL);
        return false;
    }
    return true;
}

struct loop *loop_new(void)
{
    struct loop *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    l->signal_fd = -1;
    read_clocks(l);
    if (!take_signals(l)) {
        log_warn("cannot watch for signals");
        free(l);
        return NULL;
    }
    return l;
}

void loop_free(struct loop *l)
{
    if (!l)
        return;
    close(l->signal_fd);
    pthread_sigmask(SIG_SETMASK, &l->old_mask, NULL);
    free(l->timers);
    free(l);
}

static unsigned add_source(struct loop *l, struct source source)
{
    unsigned i = 0;
    while (i < l->sources_n && l->sources[i].state != SOURCE_FREE)
        i++;
    if (i == SOURCES_MAX) {
        log_warnx("too many connections at once");
        return 0;
    }
    if (i == l->sources_n)
        l->sources_n++;
    source.state = SOURCE_WATCHED;
    l->sources[i] = source;
    return i + 1;
}

unsigned loop_watch_socket(struct loop *l, void *zmq_socket, loop_ready *ready, void *self)
{
    assert(zmq_socket && ready);
    return add_source(l, (struct source){.socket = zmq_socket, .fd = -1, .readable = ready,
                                         .self = self});
}

unsigned loop_watch_fd(struct loop *l, int fd, loop_ready *readable, loop_ready *writable,
                       void *self)
{
    assert(fd >= 0 && readable);
    return add_source(l, (struct source){.fd = fd, .readable = readable, .writable = writable,
                                         .self = self});
}

void loop_want_write(struct loop *l, unsigned handle, bool yes)
{
    assert(handle >= 1 && handle <= l->sources_n);
    assert(l->sources[handle - 1].state == SOURCE_WATCHED);
    assert(!yes || l->sources[handle - 1].writable);
    l->sources[handle - 1].want_write = yes;
}

void loop_want_read(struct loop *l, unsigned handle, bool yes)
{
    assert(handle >= 1 && handle <= l->sources_n);
    assert(l->sources[handle - 1].state == SOURCE_WATCHED);
    l->sources[handle - 1].no_read = !yes;
}

void loop_unwatch(struct loop *l, unsigned handle)
{
    if (handle == 0)
        return;
    assert(handle <= l->sources_n && l->sources[handle - 1].state == SOURCE_WATCHED);
    l->sources[handle - 1].state = SOURCE_LEAVING;
}

unsigned loop_after(struct loop *l, uint64_t ms, loop_timer *fire, void *self)
{
    assert(fire);
    if (l->timers_n == l->timers_max) {
        unsigned max = l->timers_max ? 2 * l->timers_max : 64;
        struct timer *more = realloc(l->timers, max * sizeof *more);
        if (!more)
            fatal("no memory for a timer");
        l->timers = more;
        l->timers_max = max;
    }
    if (++l->last_timer == 0) /* after four thousand million timers */
        l->last_timer = 1;
    uint64_t when = l->tick_ms + ms;
    l->timers[l->timers_n++] = (struct timer){l->last_timer, when, l->turn, fire, self};
    return l->last_timer;
}

void loop_cancel(struct loop *l, unsigned timer)
{
    for (unsigned i = 0; i < l->timers_n; i++) {
        if (l->timers[i].handle != timer)
            continue;
        l->timers[i] = l->timers[--l->timers_n];
        return;
    }
}

void loop_soon(struct loop *l, loop_timer *fire, void *self)
{
    loop_after(l, 0, fire, self);
}

/* --- one turn --------------------------------------------------------------------------------- */

/* What to poll; slots that were left in the last turn are free from here on. */
static int build_items(struct loop *l)
{
    unsigned n = 0;

    for (unsigned i = 0; i < l->sources_n; i++) {
        struct source *s = &l->sources[i];
        if (s->state == SOURCE_LEAVING)
            s->state = SOURCE_FREE;
        if (s->state == SOURCE_FREE)
            continue;
        short events = (short)((s->no_read ? 0 : ZMQ_POLLIN)
                               | (s->want_write ? ZMQ_POLLOUT : 0));
        l->items[n] = (zmq_pollitem_t){s->socket, s->fd, events, 0};
        l->slots[n++] = i;
    }
    while (l->sources_n > 0 && l->sources[l->sources_n - 1].state == SOURCE_FREE)
        l->sources_n--;
    return (int)n;
}

static long sleep_ms(const struct loop *l)
{
    uint64_t now = clock_ms(CLOCK_BOOTTIME), wait = SLEEP_MAX_MS;

    for (unsigned i = 0; i < l->timers_n; i++) {
        uint64_t when = l->timers[i].when;
        uint64_t left = when > now ? when - now : 0;
        if (left < wait)
            wait = left;
    }
    return (long)wait;
}

static void serve(struct loop *l, unsigned slot, short revents)
{
    struct source *s = &l->sources[slot];

    if ((revents & (ZMQ_POLLIN | ZMQ_POLLERR)) && s->state == SOURCE_WATCHED)
        s->readable(s->self);
    if ((revents & ZMQ_POLLOUT) && s->state == SOURCE_WATCHED && s->want_write)
        s->writable(s->self);
}

/* The earliest timer that is due and older than this turn; timers_n if none. */
static unsigned find_due(const struct loop *l)
{
    unsigned best = l->timers_n;

    for (unsigned i = 0; i < l->timers_n; i++) {
        const struct timer *t = &l->timers[i];
        if (t->when > l->tick_ms || t->born == l->turn)
            continue;
        if (best == l->timers_n || t->when < l->timers[best].when
            || (t->when == l->timers[best].when && t->handle < l->timers[best].handle))
            best = i;
    }
    return best;
}

static void fire_timers(struct loop *l)
{
    for (unsigned i; !l->stop && (i = find_due(l)) < l->timers_n;) {
        struct timer due = l->timers[i];
        l->timers[i] = l->timers[--l->timers_n];
        due.fire(due.self);
    }
}

static void look_at_clocks(struct loop *l)
{
    uint64_t wall = l->wall_ms, tick = l->tick_ms;

    read_clocks(l);
    uint64_t should = wall + (l->tick_ms - tick);
    uint64_t by = l->wall_ms > should ? l->wall_ms - should : should - l->wall_ms;
    if (by >= LOOP_JUMP_MS && l->jumped)
        l->jumped(l->jumped_self, should);
}

static void turn(struct loop *l)
{
    int n = build_items(l);

    l->turn++;
    if (zmq_poll(l->items, n, sleep_ms(l)) < 0) {
        if (errno != EINTR)
            fatal("cannot wait for messages");
        for (int i = 0; i < n; i++)
            l->items[i].revents = 0;
    }
    look_at_clocks(l);
    for (int i = 0; i < n && !l->stop; i++)
        serve(l, l->slots[i], l->items[i].revents);
    fire_timers(l);
}

void loop_run(struct loop *l)
{
    while (!l->stop)
        turn(l);
    l->stop = false;
}

void loop_stop(struct loop *l)
{
    l->stop = true;
}

bool loop_is_late(const struct loop *l)
{
    return clock_ms(CLOCK_BOOTTIME) - l->tick_ms >= TURN_MS;
}

uint64_t loop_wall_ms(const struct loop *l)
{
    return l->wall_ms;
}

uint64_t loop_tick_ms(const struct loop *l)
{
    return l->tick_ms;
}

void loop_doubt_wall(struct loop *l, uint64_t ahead_ms)
{
    l->ahead_ms = ahead_ms;
}

uint64_t loop_cautious_ms(const struct loop *l)
{
    return l->wall_ms > l->ahead_ms ? l->wall_ms - l->ahead_ms : 0;
}

void loop_on_jump(struct loop *l, loop_jumped *jumped, void *self)
{
    l->jumped = jumped;
    l->jumped_self = self;
}
