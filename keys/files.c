/* Plain POSIX calls, in the order that survives a power cut: data, then name, then folder. */
#include "keys/files.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_SIZE = 4096, TEMPORARY_TRIES = 100 };

/* An open regular file and its size. */
static enum verdict open_regular(const char *path, int *fd, size_t *size)
{
    struct stat st;
    *fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (*fd < 0)
        return VERDICT_NO_FILE;
    if (fstat(*fd, &st) == 0 && S_ISREG(st.st_mode)) {
        *size = (size_t)st.st_size;
        return VERDICT_OK;
    }
    close(*fd);
    errno = EISDIR; /* or a device, a pipe: no file to us */
    return VERDICT_NO_FILE;
}

/* Read until the end or until `max` bytes; -1 on failure. */
static ssize_t read_all(int fd, uint8_t *data, size_t max)
{
    size_t len = 0;
    while (len < max) {
        ssize_t n = read(fd, data + len, max - len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        if (n == 0)
            break;
        len += (size_t)n;
    }
    return (ssize_t)len;
}

/* True if the file goes on. */
static bool more(int fd)
{
    uint8_t byte;
    return read_all(fd, &byte, 1) != 0;
}

enum verdict file_read(const char *path, struct buf *out)
{
    int fd;
    size_t size;
    enum verdict v = open_regular(path, &fd, &size);
    if (v != VERDICT_OK)
        return v;
    ssize_t n = read_all(fd, out->data + out->len, out->max - out->len);
    if (n < 0)
        v = VERDICT_NO_FILE;
    else if (!buf_ok(out) || more(fd))
        v = VERDICT_TOO_LONG;
    else
        out->len += (size_t)n;
    close(fd);
    return v;
}

enum verdict file_read_new(const char *path, size_t max, uint8_t **data, size_t *len)
{
    int fd;
    size_t size;
    *data = NULL;
    *len = 0;
    enum verdict v = open_regular(path, &fd, &size);
    if (v != VERDICT_OK)
        return v;
    uint8_t *bytes = size <= max ? malloc(size + 1) : NULL;
    ssize_t n = bytes ? read_all(fd, bytes, size) : 0;
    if (size > max || (bytes && n >= 0 && more(fd)))
        v = VERDICT_TOO_LONG; /* or it grows while we look: as good a reason */
    else if (!bytes)
        v = VERDICT_MEMORY;
    else if (n < 0)
        v = VERDICT_NO_FILE;
    close(fd);
    if (v != VERDICT_OK) {
        free(bytes);
        return v;
    }
    bytes[n] = '\0';
    *data = bytes;
    *len = (size_t)n;
    return VERDICT_OK;
}

static enum verdict reason_of_errno(void)
{
    if (errno == EACCES || errno == EPERM)
        return VERDICT_PERMISSION;
    if (errno == EROFS)
        return VERDICT_READ_ONLY;
    return errno == EEXIST ? VERDICT_KEY_EXISTS : VERDICT_DISK;
}

static bool write_all(int fd, struct span bytes)
{
    while (bytes.len > 0) {
        ssize_t n = write(fd, bytes.data, bytes.len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        bytes = span_of(bytes.data + n, bytes.len - (size_t)n);
    }
    return true;
}

/* A fresh file beside `path`, opened for writing; its name to `name`. */
static int open_temporary(const char *path, char name[PATH_SIZE])
{
    for (int i = 0; i < TEMPORARY_TRIES; i++) {
        int n = snprintf(name, PATH_SIZE, "%s.tmp%ld.%d", path, (long)getpid(), i);
        if (n < 0 || n >= PATH_SIZE) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    errno = EIO;
    return -1;
}

/* The folder's entry of a new name is only durable after this. */
static bool sync_folder_of(const char *path)
{
    char folder[PATH_SIZE] = ".";
    const char *slash = strrchr(path, '/');
    size_t len = slash == path ? 1 : slash ? (size_t)(slash - path) : 0;
    if (len >= sizeof folder)
        return false;
    if (slash) {
        memcpy(folder, path, len);
        folder[len] = '\0';
    }
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool done = fsync(fd) == 0;
    close(fd);
    return done;
}

/* Give the finished temporary file its name.  link, unlike rename, never replaces. */
static bool give_name(const char *temporary, const char *path, enum file_how how)
{
    if (how == FILE_REPLACE)
        return rename(temporary, path) == 0;
    if (link(temporary, path) != 0)
        return false;
    unlink(temporary);
    return true;
}

enum verdict file_write(const char *path, struct span bytes, enum file_how how,
                        enum file_mode mode)
{
    char temporary[PATH_SIZE];
    int fd = open_temporary(path, temporary);
    if (fd < 0)
        return errno == ENOENT || errno == ENOTDIR ? VERDICT_NO_FOLDER : reason_of_errno();
    bool done = write_all(fd, bytes) && fchmod(fd, (mode_t)mode) == 0 && fsync(fd) == 0;
    done = close(fd) == 0 && done;
    if (!done || !give_name(temporary, path, how)) {
        enum verdict v = reason_of_errno();
        int kept = errno;
        unlink(temporary);
        errno = kept;
        return v;
    }
    return sync_folder_of(path) ? VERDICT_OK : VERDICT_DISK;
}

bool file_is_private(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == geteuid() &&
           (st.st_mode & 077) == 0;
}

/* Make `path` and what is missing above it. */
static bool make_folders(const char *path)
{
    char part[PATH_SIZE];
    size_t len = strlen(path);
    if (len == 0 || len >= sizeof part)
        return false;
    memcpy(part, path, len + 1);
    for (size_t i = 1; i <= len; i++) {
        if (part[i] != '/' && part[i] != '\0')
            continue;
        part[i] = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST)
            return false;
        part[i] = path[i];
    }
    return true;
}

enum verdict folder_private(const char *path)
{
    struct stat st;
    if (!make_folders(path) || stat(path, &st) != 0)
        return errno == EEXIST ? VERDICT_DISK : reason_of_errno();
    if (!S_ISDIR(st.st_mode))
        return VERDICT_DISK;
    if (st.st_uid != geteuid())
        return VERDICT_PERMISSION;
    if ((st.st_mode & 077) != 0 && chmod(path, 0700) != 0)
        return VERDICT_PERMISSION;
    return VERDICT_OK;
}
