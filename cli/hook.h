/* hook.h - a program of the user that is run for events: one at a time, one event on its standard
 * input as a line of JSON, and nothing else of ours.
 * Rules: docs/bots.md section 5.  Not pure: processes, the clock.  Memory: struct hook is plain;
 * hook_end ends what runs.  Errors: none; what fails is said once on stderr, and tried less and
 * less often. */
#ifndef CLI_HOOK_H
#define CLI_HOOK_H

#include "wire/control.h"

#include <stdbool.h>
#include <sys/types.h>

enum { HOOK_WAITING_MAX = 32, HOOK_STARTS_MAX = 30 };

struct hook {
    const char *program; /* an absolute path; borrowed */
    struct event waiting[HOOK_WAITING_MAX];
    uint64_t since_ms[HOOK_WAITING_MAX]; /* when it came */
    unsigned waiting_n;
    pid_t child;         /* 0 = none runs */
    uint64_t started_ms;
    uint64_t starts[HOOK_STARTS_MAX]; /* when the last ones were started, in a ring */
    unsigned starts_n;
    uint64_t not_before_ms; /* after a failure */
    unsigned failures;      /* in a row */
};

void hook_init(struct hook *h, const char *program);

/* An event happened.  One of the same kind about the same game and friend that still waits is
 * replaced; the oldest gives way when too many wait. */
void hook_take(struct hook *h, const struct event *e);

/* Start and end what is due; to be called every HOOK_TURN_MS or so. */
enum { HOOK_TURN_MS = 100 };
void hook_turn(struct hook *h, uint64_t now_ms);

/* Does anything wait or run? */
bool hook_is_busy(const struct hook *h);

void hook_end(struct hook *h);

#endif
