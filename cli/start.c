/* The daemon detaches itself (--detach) once its socket answers, or ends with a sentence on
 * stderr and one of our exit codes; we only have to wait for the process we started. */
#include "cli/start.h"

#include "cli/lang.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define DAEMON_SAYS "numbridged: "
enum { TRIES = 100, TRY_MS = 100, CODE_CANNOT_RUN = 127, VERDICTS_MAX = 1024 };

void start_find(const char *program, struct text *out)
{
    char self[PATH_MAX], beside[PATH_MAX + 64];
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);

    if (len > 0) {
        self[len] = '\0';
        char *slash = strrchr(self, '/');
        struct text t = text_over(beside, sizeof beside);
        if (slash)
            slash[1] = '\0';
        text_add(&t, self);
        text_add(&t, program);
        if (access(beside, X_OK) == 0) {
            text_add(out, beside);
            return;
        }
    }
    text_add(out, program);
}

static int wait_for(pid_t child)
{
    int status;

    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void become(char *const argv[])
{
    signal(SIGPIPE, SIG_DFL);
    execvp(argv[0], argv);
    _exit(CODE_CANNOT_RUN);
}

/* Its exit code, or -1. */
static int end_of(pid_t child)
{
    int code = child > 0 ? wait_for(child) : -1;

    return code == CODE_CANNOT_RUN ? -1 : code;
}

int start_run(char *const argv[])
{
    pid_t child = fork();

    if (child == 0)
        become(argv);
    return end_of(child);
}

int start_run_said(char *const argv[], struct text *said)
{
    char part[512];
    int ends[2];

    if (pipe(ends) != 0)
        return -1;
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        become(argv);
    }
    close(ends[1]);
    for (ssize_t n; child > 0 && (n = read(ends[0], part, sizeof part - 1)) != 0;) {
        if (n < 0 && errno != EINTR)
            break;
        part[n > 0 ? n : 0] = '\0';
        text_add(said, part);
    }
    close(ends[0]);
    return end_of(child);
}

/* In the child: nothing of ours but stderr, which goes into the pipe. */
static void become_daemon(char *program, const char *home, int said)
{
    static char detach[] = "--detach", option[] = "--home", folder[PATH_MAX];
    char *argv[5] = {program, detach, NULL};
    struct text copy = text_over(folder, sizeof folder);
    int nothing = open("/dev/null", O_RDWR);

    if (home[0] != '\0') {
        text_add(&copy, home);
        argv[2] = option;
        argv[3] = folder;
    }
    signal(SIGPIPE, SIG_DFL);
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(said, STDERR_FILENO);
    execvp(program, argv);
    _exit(CODE_CANNOT_RUN);
}

/* The last line the child wrote, as far as it can be shown. */
static void last_line(char *bytes, size_t len, struct text *said)
{
    while (len > 0 && (bytes[len - 1] == '\n' || bytes[len - 1] == '\r'))
        len--;
    bytes[len] = '\0';
    char *line = strrchr(bytes, '\n');
    line = line ? line + 1 : bytes;
    if (strncmp(line, DAEMON_SAYS, sizeof DAEMON_SAYS - 1) == 0)
        line += sizeof DAEMON_SAYS - 1;
    if (text_is_showable(span_text(line)))
        text_add(said, line);
}

/* Read what it says until the process has ended; a detached daemon may keep the pipe open. */
static int follow_start(pid_t child, int from, struct text *said)
{
    char bytes[4096];
    size_t len = 0;
    int status = -1;

    for (unsigned i = 0; i < TRIES; i++) {
        struct pollfd p = {from, POLLIN, 0};
        pid_t ended = waitpid(child, &status, WNOHANG);
        ssize_t n = 0;
        if (poll(&p, 1, ended == child ? 0 : TRY_MS) > 0 && len < sizeof bytes - 1)
            n = read(from, bytes + len, sizeof bytes - 1 - len);
        len += n > 0 ? (size_t)n : 0;
        if (ended == child)
            break;
        status = -1;
        if (n <= 0 && (p.revents & POLLHUP))
            nanosleep(&(struct timespec){0, TRY_MS * 1000000L}, NULL);
    }
    last_line(bytes, len, said);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

enum verdict start_verdict(int code, const char *said)
{
    const char *last = strrchr(said, '\n');

    said = last ? last + 1 : said;
    if (strncmp(said, DAEMON_SAYS, sizeof DAEMON_SAYS - 1) == 0)
        said += sizeof DAEMON_SAYS - 1;
    for (unsigned i = 1; i < VERDICTS_MAX; i++)
        if (verdict_known(i) && strcmp(verdict_text((enum verdict)i), said) == 0)
            return (enum verdict)i;
    return code == EXIT_LOCKED ? VERDICT_PERMISSION : VERDICT_NO_DAEMON;
}

static enum verdict start_daemon(const char *home, struct text *said)
{
    char program[PATH_MAX + 64];
    struct text name = text_over(program, sizeof program);
    int ends[2];

    start_find("numbridged", &name);
    if (pipe(ends) != 0)
        return VERDICT_MEMORY;
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        become_daemon(program, home, ends[1]);
    }
    close(ends[1]);
    int code = child > 0 ? follow_start(child, ends[0], said) : -1;
    close(ends[0]);
    if (code == CODE_CANNOT_RUN)
        text_add(said,
                 N_("The program numbridged was found neither beside numbridge nor in PATH."));
    return code == 0 ? VERDICT_OK : start_verdict(code, said->data);
}

enum verdict start_connect(struct client *c, const char *home, const struct paths *paths,
                           struct reply *reply, struct text *said)
{
    enum verdict v = client_connect(c, paths->control, reply);

    if (v != VERDICT_NO_DAEMON)
        return v;
    enum verdict started = start_daemon(home, said);
    for (unsigned i = 0; i < TRIES; i++) {
        v = client_connect(c, paths->control, reply);
        if (v != VERDICT_NO_DAEMON || started != VERDICT_OK)
            break;
        nanosleep(&(struct timespec){0, TRY_MS * 1000000L}, NULL);
    }
    return v == VERDICT_NO_DAEMON && started != VERDICT_OK ? started : v;
}
