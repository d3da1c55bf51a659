/* until.h - for tests of several players in one process: a loop that turns until something holds.
 * Who includes it says how long at most: DEADLINE_MS. */
#ifndef TESTS_UNTIL_H
#define TESTS_UNTIL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "daemon/loop.h"

static struct loop *loop;
static bool (*wanted)(void);
static void (*before_looking)(void); /* NULL: nothing */

static inline void check_wanted(void *self)
{
    (void)self;
    if (before_looking)
        before_looking();
    if (wanted())
        loop_stop(loop);
    else
        loop_after(loop, 1, check_wanted, NULL);
}

static inline void out_of_time(void *self)
{
    *(bool *)self = true;
    loop_stop(loop);
}

/* Turn the loop until that holds; false if it does not in time. */
static inline bool until(bool (*condition)(void), uint64_t ms)
{
    bool late = false;
    wanted = condition;
    unsigned deadline = loop_after(loop, ms, out_of_time, &late);
    loop_after(loop, 0, check_wanted, NULL);
    loop_run(loop);
    loop_cancel(loop, deadline);
    return !late;
}

#define WAIT(condition) assert_true(until(condition, DEADLINE_MS))

#endif
