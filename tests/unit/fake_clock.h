/* fake_clock.h - for tests of one process in which hours pass: what its loop reads of the clocks is
 * ahead by as much as the test says.  A test program has one file, so this is its only copy. */
#ifndef UNIT_FAKE_CLOCK_H
#define UNIT_FAKE_CLOCK_H

#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int64_t wall_ahead_ms, tick_ahead_ms;

long syscall(long number, ...); /* hidden by the POSIX that we ask for */

/* In place of the one of libc, for everything that is linked into the program. */
int clock_gettime(clockid_t clock, struct timespec *out)
{
    long failed = syscall(SYS_clock_gettime, clock, out);
    int64_t ahead = clock == CLOCK_REALTIME ? wall_ahead_ms : tick_ahead_ms;
    out->tv_sec += ahead / 1000;
    out->tv_nsec += ahead % 1000 * 1000000;
    if (out->tv_nsec >= 1000000000) {
        out->tv_nsec -= 1000000000;
        out->tv_sec++;
    } else if (out->tv_nsec < 0) {
        out->tv_nsec += 1000000000;
        out->tv_sec--;
    }
    return (int)failed;
}

static inline void pass_ms(int64_t ms)
{
    wall_ahead_ms += ms;
    tick_ahead_ms += ms;
}

#endif
