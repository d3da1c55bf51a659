/* tick.h - how time passes, by a clock that nobody sets.
 * Not pure: reads that clock.  Errors: none. */
#ifndef CLI_TICK_H
#define CLI_TICK_H

#include <stdint.h>

/* Milliseconds since some moment in the past; for differences only. */
uint64_t tick_ms(void);

#endif
