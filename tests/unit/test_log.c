/* Proves that the log file does not grow without bound, whatever is logged: a full one is kept
 * once, as PATH.old, and a descriptor that is not ours to replace is left alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/log.h"

enum { SLACK = 128 * 1024 };

static char folder[] = "/tmp/nb-log.XXXXXX";
static char path[64], old[64];

static long long size_of(const char *name)
{
    struct stat st;
    return stat(name, &st) == 0 ? (long long)st.st_size : -1;
}

static void write_much(unsigned bytes)
{
    char text[801];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    for (unsigned n = 0; n < bytes; n += sizeof text)
        log_info("%s", text);
}

static void stays_bounded(void **state)
{
    (void)state;
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    assert_true(fd >= 0);
    log_to(fd, false);
    log_bound(path);
    write_much(3 * LOG_FILE_MAX);
    log_info("the end");
    assert_true(size_of(path) > 0 && size_of(path) <= LOG_FILE_MAX + SLACK);
    assert_true(size_of(old) >= LOG_FILE_MAX && size_of(old) <= LOG_FILE_MAX + SLACK);
    log_to(2, false);
    close(fd);
}

static void not_ours(void **state)
{
    (void)state;
    unlink(path);
    unlink(old);
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    assert_true(fd >= 0);
    log_to(fd, false);
    log_bound("");
    write_much(LOG_FILE_MAX + SLACK);
    assert_true(size_of(path) > LOG_FILE_MAX);
    assert_int_equal(size_of(old), -1);
    log_to(2, false);
    close(fd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stays_bounded), cmocka_unit_test(not_ours),
    };
    if (mkdtemp(folder) == NULL)
        return 1;
    snprintf(path, sizeof path, "%s/log", folder);
    snprintf(old, sizeof old, "%s/log.old", folder);
    int failed = cmocka_run_group_tests_name("log", tests, NULL, NULL);
    unlink(path);
    unlink(old);
    rmdir(folder);
    return failed != 0;
}
