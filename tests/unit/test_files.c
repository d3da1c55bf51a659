/* Proves: files come in whole or not at all, up to their limit; replacing keeps the old content
 * when anything fails and leaves no temporary file; FILE_NEW never overwrites; private folders are
 * made private, and others' are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "keys/files.h"
#include "tests/unit/scratch.h"

static void put(const char *path, const char *text, enum file_how how, enum verdict wanted)
{
    assert_int_equal(file_write(path, span_text(text), how, FILE_PRIVATE), wanted);
}

static void expect_content(const char *path, const char *wanted)
{
    uint8_t *data;
    size_t len;
    assert_int_equal(file_read_new(path, 1000, &data, &len), VERDICT_OK);
    assert_int_equal(len, strlen(wanted));
    assert_string_equal((char *)data, wanted);
    free(data);
}

static unsigned names_in_folder(void)
{
    unsigned n = 0;
    DIR *dir = opendir(scratch_folder);
    assert_non_null(dir);
    while (readdir(dir))
        n++;
    closedir(dir);
    return n - 2;
}

static mode_t mode_of(const char *path)
{
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    return st.st_mode & 07777;
}

static void written_and_replaced(void **state)
{
    (void)state;
    put(scratch("a"), "one", FILE_NEW, VERDICT_OK);
    expect_content(scratch("a"), "one");
    put(scratch("a"), "", FILE_REPLACE, VERDICT_OK);
    expect_content(scratch("a"), "");
    put(scratch("b"), "new", FILE_REPLACE, VERDICT_OK);
    expect_content(scratch("b"), "new");
    assert_int_equal(names_in_folder(), 2);
}

static void new_never_overwrites(void **state)
{
    (void)state;
    put(scratch("a"), "one", FILE_NEW, VERDICT_OK);
    put(scratch("a"), "two", FILE_NEW, VERDICT_KEY_EXISTS);
    expect_content(scratch("a"), "one");
    assert_int_equal(symlink(scratch("nowhere"), scratch("link")), 0);
    put(scratch("link"), "two", FILE_NEW, VERDICT_KEY_EXISTS);
    assert_int_equal(names_in_folder(), 2);
}

static void modes(void **state)
{
    (void)state;
    mode_t before = umask(0);
    put(scratch("a"), "x", FILE_NEW, VERDICT_OK);
    assert_int_equal(mode_of(scratch("a")), 0600);
    assert_int_equal(file_write(scratch("a"), span_text("y"), FILE_REPLACE, FILE_SHARED),
                     VERDICT_OK);
    umask(before);
    assert_int_equal(mode_of(scratch("a")), 0644);
    assert_false(file_is_private(scratch("a")));
    assert_int_equal(chmod(scratch("a"), 0600), 0);
    assert_true(file_is_private(scratch("a")));
    assert_int_equal(chmod(scratch("a"), 0640), 0);
    assert_false(file_is_private(scratch("a")));
    assert_false(file_is_private(scratch("none")));
    assert_false(file_is_private(scratch_folder));
}

static void bounded(void **state)
{
    (void)state;
    uint8_t storage[8], *data;
    size_t len;
    put(scratch("a"), "12345678", FILE_NEW, VERDICT_OK);
    struct buf b = buf_over(storage, 8);
    assert_int_equal(file_read(scratch("a"), &b), VERDICT_OK);
    assert_int_equal(b.len, 8);
    b = buf_over(storage, 7);
    assert_int_equal(file_read(scratch("a"), &b), VERDICT_TOO_LONG);
    assert_int_equal(b.len, 0);
    assert_int_equal(file_read_new(scratch("a"), 8, &data, &len), VERDICT_OK);
    free(data);
    assert_int_equal(file_read_new(scratch("a"), 7, &data, &len), VERDICT_TOO_LONG);
    assert_null(data);
}

static void no_file(void **state)
{
    (void)state;
    uint8_t storage[8], *data;
    size_t len;
    struct buf b = buf_over(storage, sizeof storage);
    assert_int_equal(mkfifo(scratch("pipe"), 0600), 0); /* must not be waited for */
    assert_int_equal(file_read(scratch("none"), &b), VERDICT_NO_FILE);
    assert_int_equal(file_read(scratch_folder, &b), VERDICT_NO_FILE);
    assert_int_equal(file_read(scratch("pipe"), &b), VERDICT_NO_FILE);
    assert_int_equal(file_read(scratch("none/none"), &b), VERDICT_NO_FILE);
    assert_int_equal(file_read_new("/dev/zero", 10, &data, &len), VERDICT_NO_FILE);
}

/* A file may not grow past 4 bytes: the write fails in the middle, as on a full disk. */
static void full_disk(void **state)
{
    (void)state;
    struct rlimit before, small;
    put(scratch("a"), "old", FILE_NEW, VERDICT_OK);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = before;
    small.rlim_cur = 4;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    enum verdict v = file_write(scratch("a"), span_text("longer than that"), FILE_REPLACE,
                                FILE_PRIVATE);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(v, VERDICT_DISK);
    expect_content(scratch("a"), "old");
    assert_int_equal(names_in_folder(), 1);
    put(scratch("none/a"), "x", FILE_REPLACE, VERDICT_NO_FOLDER);
}

static void folders(void **state)
{
    (void)state;
    mode_t before = umask(0);
    assert_int_equal(folder_private(scratch("a/b/c")), VERDICT_OK);
    assert_int_equal(mode_of(scratch("a")), 0700);
    assert_int_equal(mode_of(scratch("a/b/c")), 0700);
    assert_int_equal(mkdir(scratch("open"), 0777), 0);
    umask(before);
    assert_int_equal(folder_private(scratch("open")), VERDICT_OK);
    assert_int_equal(mode_of(scratch("open")), 0700);
    assert_int_equal(folder_private(scratch("a/b/c")), VERDICT_OK);
    put(scratch("file"), "x", FILE_NEW, VERDICT_OK);
    assert_int_equal(folder_private(scratch("file")), VERDICT_DISK);
    assert_int_equal(folder_private(scratch("file/x")), VERDICT_DISK);
    assert_int_equal(folder_private(""), VERDICT_DISK);
}

static void folder_of_somebody_else(void **state)
{
    (void)state;
    if (geteuid() == 0) {
        assert_int_equal(mkdir(scratch("his"), 0700), 0);
        assert_int_equal(chown(scratch("his"), 12345, 12345), 0);
        assert_int_equal(folder_private(scratch("his")), VERDICT_PERMISSION);
    } else {
        assert_int_equal(folder_private("/"), VERDICT_PERMISSION);
    }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, scratch_make, scratch_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(written_and_replaced), TEST(new_never_overwrites), TEST(modes),
        TEST(bounded),              TEST(no_file),              TEST(full_disk),
        TEST(folders),              TEST(folder_of_somebody_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
