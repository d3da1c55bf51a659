/* A library to be preloaded into our programs that plays a machine in trouble.  The folder named by
 * NB_FAULTS holds files that are looked at in every call, so trouble comes and goes while a
 * program runs:
 *   disk   "full": no regular file below NB_FAULTS_DISK takes another byte, nor a new name;
 *          "readonly": none can be opened for writing either, nor a folder be changed
 *   clock  seconds that the wall clock is ahead (or behind, negative); durations stay true */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum trouble { NONE, FULL, READ_ONLY };

/* The content of one of the files; without the functions that are replaced here. */
static int control(const char *name, char *out, size_t size)
{
    const char *folder = getenv("NB_FAULTS");
    char path[512];
    if (folder == NULL)
        return 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    ssize_t n = read(fd, out, size - 1);
    close(fd);
    out[n > 0 ? n : 0] = '\0';
    return n > 0;
}

static enum trouble trouble(void)
{
    char what[32];
    int kept = errno;
    int there = control("disk", what, sizeof what);
    errno = kept;
    if (!there)
        return NONE;
    return strncmp(what, "full", 4) == 0 ? FULL : strncmp(what, "readonly", 8) == 0 ? READ_ONLY
                                                                                   : NONE;
}

static int is_ours(const char *path)
{
    const char *disk = getenv("NB_FAULTS_DISK");
    return disk != NULL && strncmp(path, disk, strlen(disk)) == 0;
}

static int fail(enum trouble t)
{
    errno = t == FULL ? ENOSPC : EROFS;
    return -1;
}

static enum trouble trouble_of_path(const char *path)
{
    return is_ours(path) ? trouble() : NONE;
}

static enum trouble trouble_of_fd(int fd)
{
    char link[64], path[512];
    struct stat st;
    int kept = errno;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, sizeof path - 1);
    path[n > 0 ? n : 0] = '\0';
    int regular = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    errno = kept;
    return n > 0 && regular ? trouble_of_path(path) : NONE;
}

/* --- files ------------------------------------------------------------------------------------ */

static int open_in_trouble(const char *path, int flags, mode_t mode)
{
    struct stat st;
    enum trouble t = trouble_of_path(path);
    int writes = (flags & O_ACCMODE) != O_RDONLY;
    int is_new = (flags & O_CREAT) && stat(path, &st) != 0;
    if ((t == READ_ONLY && (writes || is_new)) || (t == FULL && is_new))
        return fail(t);
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

#define OPEN(name)                                                                               \
    int name(const char *path, int flags, ...);                                                  \
    int name(const char *path, int flags, ...)                                                   \
    {                                                                                            \
        va_list list;                                                                            \
        va_start(list, flags);                                                                   \
        mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;                                \
        va_end(list);                                                                            \
        return open_in_trouble(path, flags, mode);                                               \
    }
OPEN(open)
OPEN(open64)

ssize_t write(int fd, const void *bytes, size_t len)
{
    enum trouble t = trouble_of_fd(fd);
    return t != NONE ? fail(t) : (ssize_t)syscall(SYS_write, fd, bytes, len);
}

static ssize_t write_at(int fd, const void *bytes, size_t len, off_t at)
{
    enum trouble t = trouble_of_fd(fd);
    return t != NONE ? fail(t) : (ssize_t)syscall(SYS_pwrite64, fd, bytes, len, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t len, off_t at)
{
    return write_at(fd, bytes, len, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t len, off64_t at)
{
    return write_at(fd, bytes, len, at);
}

static int set_size(int fd, off_t size)
{
    struct stat st;
    enum trouble t = trouble_of_fd(fd);
    if (t == READ_ONLY || (t == FULL && fstat(fd, &st) == 0 && size > st.st_size))
        return fail(t);
    return (int)syscall(SYS_ftruncate, fd, size);
}

int ftruncate(int fd, off_t size)
{
    return set_size(fd, size);
}

int ftruncate64(int fd, off64_t size)
{
    return set_size(fd, size);
}

/* --- names ------------------------------------------------------------------------------------ */

int mkdir(const char *path, mode_t mode)
{
    struct stat st;
    enum trouble t = stat(path, &st) != 0 ? trouble_of_path(path) : NONE;
    return t != NONE ? fail(t) : (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

int rename(const char *from, const char *to)
{
    enum trouble t = trouble_of_path(to);
    return t == READ_ONLY ? fail(t) : (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to);
}

int access(const char *path, int how)
{
    enum trouble t = how & W_OK ? trouble_of_path(path) : NONE;
    return t == READ_ONLY ? fail(t) : (int)syscall(SYS_faccessat, AT_FDCWD, path, how);
}

int link(const char *from, const char *to)
{
    enum trouble t = trouble_of_path(to);
    return t != NONE ? fail(t)
                     : (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlink(const char *path)
{
    enum trouble t = trouble_of_path(path);
    return t == READ_ONLY ? fail(t) : (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

/* --- time ------------------------------------------------------------------------------------- */

static time_t ahead(void)
{
    char seconds[32];
    int kept = errno;
    time_t by = control("clock", seconds, sizeof seconds) ? (time_t)strtoll(seconds, NULL, 10) : 0;
    errno = kept;
    return by;
}

int clock_gettime(clockid_t which, struct timespec *out)
{
    int rc = (int)syscall(SYS_clock_gettime, which, out);
    if (rc == 0 && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE))
        out->tv_sec += ahead();
    return rc;
}

time_t time(time_t *out)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out != NULL)
        *out = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *out = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}
