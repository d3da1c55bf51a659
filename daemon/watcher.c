/* The child ends by itself when the control socket closes; it is looked after once in a while. */
#define _GNU_SOURCE /* POSIX_SPAWN_SETSID, posix_spawn_file_actions_addclosefrom_np */
#include "daemon/watcher.h"

#include "daemon/log.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOK_MS = 2000, LONGEST_PAUSE_LOOKS = 128 };

struct watcher {
    struct loop *loop;
    const struct config *config;
    uint64_t since;     /* 0: only what is new */
    pid_t child;        /* 0 = none runs */
    unsigned timer;
    unsigned pause;     /* looks to wait before it is started again; doubled each time */
    unsigned waited;
    char program[PATHS_MAX];
};

/* Beside the daemon, or in PATH. */
static void find_program(char out[PATHS_MAX])
{
    static const char name[] = "numbridge";
    ssize_t len = readlink("/proc/self/exe", out, PATHS_MAX - sizeof name);
    out[len > 0 ? len : 0] = '\0';
    char *slash = strrchr(out, '/');
    if (slash != NULL) {
        memcpy(slash + 1, name, sizeof name);
        if (access(out, X_OK) == 0)
            return;
    }
    memcpy(out, name, sizeof name);
}

/* All of a player's files below one folder? */
static bool has_home(const struct paths *p)
{
    size_t len = strlen(p->data);
    return strncmp(p->settings, p->data, len) == 0
        && strcmp(p->settings + len, "/numbridge.conf") == 0;
}

static int spawn(struct watcher *w, char *const argv[])
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attr;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    if (posix_spawn_file_actions_init(&files) != 0)
        return -1;
    if (posix_spawnattr_init(&attr) != 0) {
        posix_spawn_file_actions_destroy(&files);
        return -1;
    }
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&files, 3); /* stderr is the log */
    posix_spawnattr_setsigmask(&attr, &none);
    posix_spawnattr_setsigdefault(&attr, &all);
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                        POSIX_SPAWN_SETSID);
    int rc = posix_spawnp(&w->child, w->program, &files, &attr, argv, environ);
    posix_spawnattr_destroy(&attr);
    posix_spawn_file_actions_destroy(&files);
    return rc;
}

static void start(struct watcher *w)
{
    /* --plain: what it says goes to the log, in English */
    char name[] = "numbridge", home[] = "--home", events[] = "events", follow[] = "--follow";
    char run[] = "--run", plain[] = "--plain", since[] = "--since";
    char data[PATHS_MAX], program[SETTINGS_PATH_MAX];
    char number[24];
    char *argv[11] = {name, plain, events, follow, run, program};
    unsigned n = 6;
    snprintf(program, sizeof program, "%s", w->config->settings.on_event);
    snprintf(number, sizeof number, "%llu", (unsigned long long)w->since);
    snprintf(data, sizeof data, "%s", w->config->paths.data);
    if (w->since != 0) {
        argv[n++] = since;
        argv[n++] = number;
    }
    if (has_home(&w->config->paths)) {
        argv[n++] = home;
        argv[n++] = data;
    }
    argv[n] = NULL;
    w->since = 0;
    w->waited = 0;
    if (spawn(w, argv) != 0) {
        w->child = 0;
        if (w->pause == 1)
            log_warnx("on_event: %s cannot be started", w->program);
    }
}

static void look(void *self)
{
    struct watcher *w = self;
    w->timer = loop_after(w->loop, LOOK_MS, look, w);
    if (w->child != 0 && waitpid(w->child, NULL, WNOHANG) == 0)
        return;
    if (w->child != 0) {
        log_warnx("on_event: the program that watches has ended");
        w->child = 0;
    }
    if (++w->waited < w->pause)
        return;
    w->pause = w->pause < LONGEST_PAUSE_LOOKS ? 2 * w->pause : w->pause;
    start(w);
}

struct watcher *watcher_start(struct loop *loop, const struct config *config, uint64_t since)
{
    struct watcher *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->loop = loop;
    w->config = config;
    w->since = since;
    w->pause = 1;
    find_program(w->program);
    start(w);
    w->timer = loop_after(loop, LOOK_MS, look, w);
    return w;
}

void watcher_stop(struct watcher *w)
{
    if (w == NULL)
        return;
    loop_cancel(w->loop, w->timer);
    if (w->child != 0) {
        kill(w->child, SIGTERM);
        kill(w->child, SIGCONT); /* should somebody have stopped it */
        waitpid(w->child, NULL, 0);
    }
    free(w);
}
