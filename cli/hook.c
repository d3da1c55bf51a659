/* One child at a time, in a group of its own so that all it started can be ended.  The line fits
 * into the pipe, so writing it never waits. */
#define _GNU_SOURCE /* closefrom, environ */
#include "cli/hook.h"

#include "cli/json.h"
#include "cli/lang.h"
#include "cli/width.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    SETTLE_MS = 300,      /* an event waits that long for a later one that says the same */
    RUN_MS = 10000,       /* as long as a program may take */
    MINUTE_MS = 60000,
    FIRST_PAUSE_MS = 1000, /* after a failure; doubled each time */
    LONGEST_PAUSE_MS = 300000,
    CODE_CANNOT_RUN = 127
};

void hook_init(struct hook *h, const char *program)
{
    memset(h, 0, sizeof *h);
    h->program = program;
}

static void forget(struct hook *h, unsigned at)
{
    h->waiting_n--;
    memmove(h->waiting + at, h->waiting + at + 1, (h->waiting_n - at) * sizeof h->waiting[0]);
    memmove(h->since_ms + at, h->since_ms + at + 1, (h->waiting_n - at) * sizeof h->since_ms[0]);
}

static bool says_the_same(const struct event *a, const struct event *b)
{
    return a->kind == b->kind && a->game == b->game && strcmp(a->name, b->name) == 0;
}

void hook_take(struct hook *h, const struct event *e)
{
    for (unsigned i = 0; i < h->waiting_n; i++)
        if (says_the_same(&h->waiting[i], e)) {
            h->waiting[i] = *e;
            return;
        }
    if (h->waiting_n == HOOK_WAITING_MAX)
        forget(h, 0);
    h->since_ms[h->waiting_n] = 0;
    h->waiting[h->waiting_n++] = *e;
}

/* --- the child -------------------------------------------------------------------------------- */

/* What a desktop, a mailer or a terminal multiplexer needs; nothing else. */
static char *const *clean_environment(void)
{
    static const char *const names[] = {
        "PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES",
        "LANGUAGE", "TZ", "TMPDIR", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY",
        "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "TMUX_TMPDIR"};
    enum { COUNT = sizeof names / sizeof names[0] };
    static char *kept[COUNT + 1];
    unsigned n = 0;

    for (char **at = environ; *at; at++)
        for (unsigned i = 0; i < COUNT && n < COUNT; i++) {
            size_t len = strlen(names[i]);
            if (strncmp(*at, names[i], len) == 0 && (*at)[len] == '=')
                kept[n++] = *at;
        }
    kept[n] = NULL;
    return kept;
}

static void become(const char *program, int in)
{
    static char name[1024];
    char *argv[] = {name, NULL};
    int nothing = open("/dev/null", O_RDWR);
    sigset_t none;

    snprintf(name, sizeof name, "%s", program);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* it is not to outlive who counts its seconds */
    dup2(in, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    closefrom(STDERR_FILENO + 1);
    if (chdir("/") == 0)
        execve(program, argv, clean_environment());
    _exit(CODE_CANNOT_RUN);
}

/* The event as a line, to be freed. */
static char *line_of(const struct event *e)
{
    json_t *o = json_under("event", json_event(e));
    char *line = json_text(o);

    json_decref(o);
    return line;
}

static void start(struct hook *h, uint64_t now_ms)
{
    char *line = line_of(&h->waiting[0]);
    int ends[2];

    forget(h, 0);
    h->starts[h->starts_n++ % HOOK_STARTS_MAX] = now_ms;
    if (!line || pipe2(ends, O_CLOEXEC) != 0) {
        free(line);
        return;
    }
    h->child = fork();
    if (h->child == 0)
        become(h->program, ends[0]);
    close(ends[0]);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    ssize_t n = h->child > 0 ? write(ends[1], line, strlen(line)) : 0;
    (void)n; /* who does not read what he is told misses it */
    close(ends[1]);
    free(line);
    h->started_ms = now_ms;
    h->child = h->child > 0 ? h->child : 0;
}

static void failed(struct hook *h, uint64_t now_ms)
{
    uint64_t pause = FIRST_PAUSE_MS;

    for (unsigned i = 0; i < h->failures && pause < LONGEST_PAUSE_MS; i++)
        pause *= 2;
    h->not_before_ms = now_ms + (pause < LONGEST_PAUSE_MS ? pause : LONGEST_PAUSE_MS);
    if (h->failures++ == 0)
        width_printf(stderr, _("The program for events fails, or takes too long: %s\n"),
                     h->program);
}

static void end_group(struct hook *h)
{
    if (kill(-h->child, SIGKILL) != 0)
        kill(h->child, SIGKILL);
}

static void look_after(struct hook *h, uint64_t now_ms)
{
    int status = 0;

    if (h->child == 0)
        return;
    pid_t ended = waitpid(h->child, &status, WNOHANG);
    if (ended == 0 && now_ms - h->started_ms < RUN_MS)
        return;
    if (ended == 0) {
        end_group(h);
        waitpid(h->child, &status, 0);
    }
    h->child = 0;
    if (ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        h->failures = 0;
    else
        failed(h, now_ms);
}

/* --- when ------------------------------------------------------------------------------------- */

/* Have as many been started in the last minute as may be? */
static bool is_too_often(const struct hook *h, uint64_t now_ms)
{
    return h->starts_n >= HOOK_STARTS_MAX
        && now_ms - h->starts[h->starts_n % HOOK_STARTS_MAX] < MINUTE_MS;
}

void hook_turn(struct hook *h, uint64_t now_ms)
{
    look_after(h, now_ms);
    for (unsigned i = 0; i < h->waiting_n; i++)
        if (h->since_ms[i] == 0)
            h->since_ms[i] = now_ms;
    if (h->child == 0 && h->waiting_n > 0 && now_ms - h->since_ms[0] >= SETTLE_MS
        && now_ms >= h->not_before_ms && !is_too_often(h, now_ms))
        start(h, now_ms);
}

bool hook_is_busy(const struct hook *h)
{
    return h->child != 0 || h->waiting_n > 0;
}

void hook_end(struct hook *h)
{
    if (h->child == 0)
        return;
    end_group(h);
    waitpid(h->child, NULL, 0);
    h->child = 0;
}
