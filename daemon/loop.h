/* loop.h - the one loop of the daemon: zmq_poll over sockets and descriptors, timers, signals.
 * Sources are added and removed between turns.  `now` is read once per turn. */
#ifndef DAEMON_LOOP_H
#define DAEMON_LOOP_H

#include <stdbool.h>
#include <stdint.h>

struct loop;
typedef void loop_ready(void *self);
typedef void loop_timer(void *self);

/* The loop, with SIGTERM, SIGINT and SIGHUP turned into a stop, SIGPIPE ignored.  NULL if the
 * machine refuses (logged). */
struct loop *loop_new(void);
void loop_free(struct loop *l);

/* Watch a ZeroMQ socket or a descriptor for input (and, for descriptors, output).  `ready` is
 * called at most once a turn and must handle a bounded number of messages.  Returns a handle from
 * 1 for loop_unwatch; 0 if there is no room (logged). */
unsigned loop_watch_socket(struct loop *l, void *zmq_socket, loop_ready *ready, void *self);
unsigned loop_watch_fd(struct loop *l, int fd, loop_ready *readable, loop_ready *writable,
                       void *self);
/* Do not ask for input of a watched descriptor, or again: `readable` is then only called when it
 * breaks. */
void loop_want_read(struct loop *l, unsigned handle, bool yes);
/* Ask for output readiness of a watched descriptor, or no longer. */
void loop_want_write(struct loop *l, unsigned handle, bool yes);
void loop_unwatch(struct loop *l, unsigned handle);

/* Call `fire` once, `ms` from now.  Handle from 1; loop_cancel with 0 is fine. */
unsigned loop_after(struct loop *l, uint64_t ms, loop_timer *fire, void *self);
void loop_cancel(struct loop *l, unsigned timer);

/* Something still to do without waiting: `fire` is called in the next turn, after every source
 * has had its turn. */
void loop_soon(struct loop *l, loop_timer *fire, void *self);

/* Run until loop_stop or a stop signal. */
void loop_run(struct loop *l);
void loop_stop(struct loop *l);

/* This turn has taken so long that whoever still has messages should leave them to the next one:
 * what a message asks for may cost a sync of the disk, and the others wait. */
bool loop_is_late(const struct loop *l);

/* Clocks as of this turn: wall (Unix ms) and tick (CLOCK_BOOTTIME ms). */
uint64_t loop_wall_ms(const struct loop *l);
uint64_t loop_tick_ms(const struct loop *l);

/* `jumped` is called before anything else in the turn in which the wall clock is found to be at
 * least five minutes from where it should be by the tick; `should_ms` is where.  (Steps that are
 * smaller are the time service at work.) */
enum { LOOP_JUMP_MS = 5 * 60 * 1000 };
typedef void loop_jumped(void *self, uint64_t should_ms);
void loop_on_jump(struct loop *l, loop_jumped *jumped, void *self);

/* The wall clock may be that much ahead (0: it is believed).  loop_cautious_ms is the wall clock as
 * far as it is beyond doubt: by it, nothing is thrown away too early. */
void loop_doubt_wall(struct loop *l, uint64_t ahead_ms);
uint64_t loop_cautious_ms(const struct loop *l);

#endif
