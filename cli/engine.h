/* engine.h - an engine as a process: started, asked, ended.
 * Rules: docs/bots.md.  Not pure: processes, the clock.  Memory: struct engine is plain;
 * engine_end gives back what it holds.  Errors: enum engine_answer; after anything but ENGINE_DONE
 * and ENGINE_REFUSED it has been ended. */
#ifndef CLI_ENGINE_H
#define CLI_ENGINE_H

#include "cli/gtp.h"

#include <sys/types.h>

enum engine_answer {
    ENGINE_DONE,    /* its reply in gtp_text(&e->reply) */
    ENGINE_REFUSED, /* the same */
    ENGINE_GONE,    /* it has ended, or cannot be started */
    ENGINE_LATE,    /* no answer in time */
    ENGINE_GARBAGE  /* what it said is no reply */
};

struct engine {
    char *const *argv; /* borrowed */
    pid_t pid;         /* 0 = does not run */
    int in, out, err;  /* ours: in is written to */
    size_t said;       /* bytes of its standard error that were passed on since its start */
    struct gtp_reader reply;
    void (*meanwhile)(void *context); /* called now and then while it is waited for */
    void *context;
};

void engine_init(struct engine *e, char *const *argv);

/* False: the system has no process or pipe for it. */
__attribute__((warn_unused_result)) bool engine_start(struct engine *e);

/* Send a line (with its line feed) and wait for the reply, at most `ms` milliseconds. */
enum engine_answer engine_ask(struct engine *e, const char *line, uint64_t ms);

/* Kill it and everything in its group; nothing if it does not run. */
void engine_end(struct engine *e);

#endif
