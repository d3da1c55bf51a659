/* One line a message, written with one write(2) so that lines of two processes do not mix.
 * Control characters become question marks: a line may name something that came from outside. */
#include "daemon/log.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LINE_MAX_LEN = 1024, PATH_SIZE = 4096, LOOK_EVERY = 64 * 1024 };

struct line {
    size_t len;
    char text[LINE_MAX_LEN + 1]; /* one more for the newline */
};

static int log_fd = STDERR_FILENO;
static bool log_debug_too;
static char log_path[PATH_SIZE]; /* "": not ours to replace */
static size_t unlooked = LOOK_EVERY; /* bytes written since its size was looked at */

void log_to(int fd, bool debug)
{
    log_fd = fd;
    log_debug_too = debug;
}

void log_bound(const char *path)
{
    int len = snprintf(log_path, sizeof log_path, "%s", path);
    if (len < 0 || (size_t)len >= sizeof log_path)
        log_path[0] = '\0';
}

/* If anything goes wrong the old file is written on. */
static void begin_anew_if_full(void)
{
    char old[PATH_SIZE + 8];
    struct stat st;

    if (log_path[0] == '\0' || unlooked < LOOK_EVERY)
        return;
    unlooked = 0;
    if (fstat(log_fd, &st) != 0 || st.st_size < LOG_FILE_MAX)
        return;
    snprintf(old, sizeof old, "%s.old", log_path);
    if (rename(log_path, old) != 0)
        return;
    int fresh = open(log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fresh < 0)
        return;
    (void)dup2(fresh, log_fd);
    close(fresh);
}

static void advance(struct line *l, int written)
{
    if (written > 0)
        l->len += (size_t)written;
    if (l->len >= LINE_MAX_LEN)
        l->len = LINE_MAX_LEN - 1;
}

static void put(struct line *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct line *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    advance(l, vsnprintf(l->text + l->len, LINE_MAX_LEN - l->len, format, args));
    va_end(args);
}

static void put_time(struct line *l)
{
    struct timespec now;
    struct tm utc;

    if (clock_gettime(CLOCK_REALTIME, &now) != 0 || !gmtime_r(&now.tv_sec, &utc))
        return;
    advance(l, (int)strftime(l->text, LINE_MAX_LEN, "%Y-%m-%dT%H:%M:%SZ ", &utc));
}

static void send_line(struct line *l)
{
    for (size_t i = 0; i < l->len; i++)
        if ((unsigned char)l->text[i] < ' ' || l->text[i] == 127)
            l->text[i] = '?';
    l->text[l->len++] = '\n';
    /* A log that cannot be written is no reason to stop: there is nobody left to tell. */
    begin_anew_if_full();
    ssize_t written = write(log_fd, l->text, l->len);
    unlooked += written > 0 ? (size_t)written : 0;
}

static void write_line(const char *level, const char *trouble, const char *format, va_list args)
    __attribute__((format(printf, 3, 0)));
static void write_line(const char *level, const char *trouble, const char *format, va_list args)
{
    struct line l = {0, {0}};

    put_time(&l);
    put(&l, "%s", level);
    advance(&l, vsnprintf(l.text + l.len, LINE_MAX_LEN - l.len, format, args));
    if (trouble)
        put(&l, ": %s", trouble);
    send_line(&l);
}

void log_debug(const char *format, ...)
{
    va_list args;
    if (!log_debug_too)
        return;
    va_start(args, format);
    write_line("debug: ", NULL, format, args);
    va_end(args);
}

void log_info(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    write_line("", NULL, format, args);
    va_end(args);
}

void log_warn(const char *format, ...)
{
    int error = errno;
    va_list args;
    va_start(args, format);
    write_line("warning: ", strerror(error), format, args);
    va_end(args);
}

void log_warnx(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    write_line("warning: ", NULL, format, args);
    va_end(args);
}

void fatal(const char *format, ...)
{
    int error = errno;
    va_list args;
    va_start(args, format);
    write_line("fatal: ", strerror(error), format, args);
    va_end(args);
    exit(EXIT_FAILURE);
}

void fatalx(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    write_line("fatal: ", NULL, format, args);
    va_end(args);
    exit(EXIT_FAILURE);
}
