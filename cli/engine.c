/* Its pipes never block us: what it does not read in time, or has not answered in time, ends it. */
#define _GNU_SOURCE /* pipe2, closefrom */
#include "cli/engine.h"

#include "cli/tick.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SAID_MAX = 16384, LOOK_MS = 200, PIECE = 4096, CODE_CANNOT_RUN = 127 };

void engine_init(struct engine *e, char *const *argv)
{
    memset(e, 0, sizeof *e);
    e->argv = argv;
    e->in = e->out = e->err = -1;
}

/* --- start and end ---------------------------------------------------------------------------- */

static void become(const struct engine *e, int in, int out, int err)
{
    sigset_t none;

    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    closefrom(STDERR_FILENO + 1);
    execvp(e->argv[0], e->argv);
    _exit(CODE_CANNOT_RUN);
}

static void close_all(int fd[6])
{
    for (unsigned i = 0; i < 6; i++)
        if (fd[i] >= 0)
            close(fd[i]);
}

bool engine_start(struct engine *e)
{
    int fd[6] = {-1, -1, -1, -1, -1, -1};

    for (unsigned i = 0; i < 6; i += 2)
        if (pipe2(fd + i, O_CLOEXEC) != 0) {
            close_all(fd);
            return false;
        }
    e->pid = fork();
    if (e->pid == 0)
        become(e, fd[0], fd[3], fd[5]);
    if (e->pid < 0) {
        e->pid = 0;
        close_all(fd);
        return false;
    }
    setpgid(e->pid, e->pid);
    close(fd[0]);
    close(fd[3]);
    close(fd[5]);
    e->in = fd[1];
    e->out = fd[2];
    e->err = fd[4];
    fcntl(e->in, F_SETFL, O_NONBLOCK);
    fcntl(e->out, F_SETFL, O_NONBLOCK);
    fcntl(e->err, F_SETFL, O_NONBLOCK);
    e->said = 0;
    return true;
}

static void close_one(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void engine_end(struct engine *e)
{
    close_one(&e->in);
    close_one(&e->out);
    close_one(&e->err);
    if (e->pid == 0)
        return;
    kill(-e->pid, SIGKILL);
    kill(e->pid, SIGKILL);
    waitpid(e->pid, NULL, 0);
    e->pid = 0;
}

static enum engine_answer ended(struct engine *e, enum engine_answer why)
{
    engine_end(e);
    return why;
}

/* --- what it says ----------------------------------------------------------------------------- */

/* [E-1.4] What the engine writes to standard error is passed on, up to 16,384 bytes after each
 * start. */
static void pass_on(struct engine *e)
{
    char bytes[PIECE], shown[PIECE + 1];
    ssize_t n = read(e->err, bytes, sizeof bytes);

    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        close_one(&e->err);
    for (ssize_t at = 0; n > 0 && at < n && e->said < SAID_MAX;) {
        const char *end = memchr(bytes + at, '\n', (size_t)(n - at));
        size_t len = end ? (size_t)(end - bytes - at) : (size_t)(n - at);
        struct text t = text_over(shown, sizeof shown);
        gtp_showable(bytes + at, len, &t);
        fprintf(stderr, "engine: %s\n", shown);
        at += (ssize_t)len + 1;
        e->said += len + 1;
    }
}

/* Wait a little; true: there may be something to do. */
static bool look(struct engine *e, short wanted_in, uint64_t end)
{
    struct pollfd p[3] = {{e->out, POLLIN, 0}, {wanted_in ? e->in : -1, wanted_in, 0},
                          {e->err, POLLIN, 0}};
    uint64_t now = tick_ms();
    uint64_t left = now < end ? end - now : 0;

    if (e->meanwhile)
        e->meanwhile(e->context);
    (void)poll(p, 3, left < LOOK_MS ? (int)left : LOOK_MS);
    if (p[2].revents)
        pass_on(e);
    return p[0].revents || p[1].revents;
}

/* The whole line into the pipe, in time. */
static enum engine_answer tell(struct engine *e, const char *line, uint64_t end)
{
    size_t len = strlen(line);

    while (len > 0) {
        ssize_t n = write(e->in, line, len);
        if (n < 0 && errno != EAGAIN && errno != EINTR)
            return ENGINE_GONE;
        line += n > 0 ? n : 0;
        len -= n > 0 ? (size_t)n : 0;
        if (len > 0 && tick_ms() >= end)
            return ENGINE_LATE;
        if (len > 0)
            (void)look(e, POLLOUT, end);
    }
    return ENGINE_DONE;
}

/* [E-1.3] The engine writes nothing but one reply to each command: what lies there before one is
 * none. */
static enum engine_answer before(struct engine *e)
{
    uint8_t byte[1];
    ssize_t n;

    do
        n = read(e->out, byte, sizeof byte);
    while (n > 0 && (byte[0] == '\n' || byte[0] == '\r'));
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
        return ENGINE_GONE;
    return n > 0 ? ENGINE_GARBAGE : ENGINE_DONE;
}

static enum engine_answer hear(struct engine *e, uint64_t end)
{
    uint8_t bytes[PIECE];
    enum gtp_state state = GTP_WAITING;
    size_t used = 0;

    gtp_begin(&e->reply);
    while (state == GTP_WAITING) {
        ssize_t n = read(e->out, bytes, sizeof bytes);
        if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
            return ENGINE_GONE;
        if (n > 0)
            state = gtp_take(&e->reply, bytes, (size_t)n, &used);
        if (n > 0 && state != GTP_WAITING && used < (size_t)n)
            return ENGINE_GARBAGE;
        if (state == GTP_WAITING && tick_ms() >= end)
            return ENGINE_LATE;
        if (state == GTP_WAITING)
            (void)look(e, 0, end);
    }
    if (state == GTP_BROKEN)
        return ENGINE_GARBAGE;
    return state == GTP_DONE ? ENGINE_DONE : ENGINE_REFUSED;
}

enum engine_answer engine_ask(struct engine *e, const char *line, uint64_t ms)
{
    uint64_t end = tick_ms() + ms;

    if (e->pid == 0)
        return ENGINE_GONE;
    enum engine_answer a = before(e);
    if (a == ENGINE_DONE)
        a = tell(e, line, end);
    if (a == ENGINE_DONE)
        a = hear(e, end);
    if (e->err >= 0)
        pass_on(e);
    return a == ENGINE_DONE || a == ENGINE_REFUSED ? a : ended(e, a);
}
