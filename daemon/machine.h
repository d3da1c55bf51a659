/* machine.h - the machine we run on, as far as it gets into trouble: a disk that takes nothing, a
 * wall clock that jumps.  Whoever sits at a prompt is told within five seconds.
 * Not pure.  Memory: heap object.  Errors: what cannot be stored is tried again at the next look.
 *
 * A jump is noticed by the clock that never jumps; over a restart, too, as long as the machine has
 * not been started anew meanwhile.  If it has, only a wall clock that went back, or one that is
 * more than a year ahead, is taken for a jump. */
#ifndef DAEMON_MACHINE_H
#define DAEMON_MACHINE_H

#include "daemon/loop.h"
#include "daemon/store.h"
#include "wire/control.h"

/* The wall clock said before_ms, and at the same moment should have gone on from there, but said
 * after_ms; both 0: none is known. */
struct clock_jump {
    uint64_t before_ms, after_ms;
};

struct machine;

/* told: news; it is stored already if it has a number.  jumped: the wall clock, by so much; what
 * is stored of games follows by itself.  room: the disk takes something again. */
struct machine_owner {
    void (*told)(void *self, const struct event *event);
    void (*jumped)(void *self, int64_t by_ms);
    void (*room)(void *self);
    void *self;
};

/* Looks at once, without calling the owner, and then again and again.  NULL: no memory. */
struct machine *machine_start(struct loop *loop, struct store *store, struct machine_owner owner);
/* NULL is fine. */
void machine_stop(struct machine *m);

/* The last jump that is known, also of a run before this one. */
struct clock_jump machine_jump(const struct machine *m);

/* For a day after a jump that was not taken back the wall clock is in doubt, and the loop knows
 * it. */
bool machine_clock_is_doubtful(const struct machine *m);

#endif
