/* For limits and pauses: the wall clock may be set while they last. */
#include "cli/tick.h"

#include <time.h>

uint64_t tick_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}
