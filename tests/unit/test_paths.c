/* Proves: every file is where --home, NUMBRIDGE_HOME, the XDG folders or their fallbacks put it,
 * in that order; paths are absolute; a socket path that the system could not hold is refused
 * before anything is made; the folders are private. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sys/stat.h>

#include "keys/files.h"
#include "keys/paths.h"
#include "tests/unit/scratch.h"

static int clean_environment(void **state)
{
    static const char *const names[] = {"NUMBRIDGE_HOME",  "XDG_DATA_HOME",   "XDG_STATE_HOME",
                                        "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "HOME"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        unsetenv(names[i]);
    return scratch_make(state);
}

static void below_one_folder(void **state)
{
    (void)state;
    struct paths p;
    setenv("NUMBRIDGE_HOME", "/elsewhere", 1);
    assert_int_equal(paths_find("/h", &p), VERDICT_OK);
    assert_string_equal(p.data, "/h");
    assert_string_equal(p.database, "/h/numbridge.db");
    assert_string_equal(p.key, "/h/identity.key");
    assert_string_equal(p.lock, "/h/lock");
    assert_string_equal(p.log, "/h/numbridged.log");
    assert_string_equal(p.history, "/h/history");
    assert_string_equal(p.control, "/h/run/control");
    assert_string_equal(p.settings, "/h/numbridge.conf");
    assert_int_equal(paths_find(NULL, &p), VERDICT_OK);
    assert_string_equal(p.control, "/elsewhere/run/control");
}

static void xdg_folders(void **state)
{
    (void)state;
    struct paths p;
    setenv("HOME", "/home/ann", 1);
    assert_int_equal(paths_find(NULL, &p), VERDICT_OK);
    assert_string_equal(p.database, "/home/ann/.local/share/numbridge/numbridge.db");
    assert_string_equal(p.log, "/home/ann/.local/state/numbridge/numbridged.log");
    assert_string_equal(p.control, "/home/ann/.local/state/numbridge/run/control");
    assert_string_equal(p.settings, "/home/ann/.config/numbridge/numbridge.conf");
    setenv("XDG_DATA_HOME", "/d", 1);
    setenv("XDG_STATE_HOME", "/s", 1);
    setenv("XDG_CONFIG_HOME", "/c", 1);
    setenv("XDG_RUNTIME_DIR", "/r", 1);
    setenv("NUMBRIDGE_HOME", "", 1); /* as good as not set */
    assert_int_equal(paths_find(NULL, &p), VERDICT_OK);
    assert_string_equal(p.key, "/d/numbridge/identity.key");
    assert_string_equal(p.log, "/s/numbridge/numbridged.log");
    assert_string_equal(p.control, "/r/numbridge/control");
    assert_string_equal(p.settings, "/c/numbridge/numbridge.conf");
    setenv("XDG_DATA_HOME", "relative", 1); /* the specification says: ignore */
    assert_int_equal(paths_find(NULL, &p), VERDICT_OK);
    assert_string_equal(p.data, "/home/ann/.local/share/numbridge");
}

static void relative_home(void **state)
{
    (void)state;
    char wanted[600], *here = getcwd(NULL, 0);
    struct paths p;
    assert_int_equal(chdir(scratch_folder), 0);
    assert_int_equal(paths_find("x", &p), VERDICT_OK);
    assert_int_equal(chdir(here), 0);
    free(here);
    snprintf(wanted, sizeof wanted, "%s/x/run/control", scratch_folder);
    assert_string_equal(p.control, wanted);
}

static void too_long(void **state)
{
    (void)state;
    char home[2000];
    struct paths p = {.data = "kept"};
    memset(home, 'a', sizeof home);
    home[0] = '/';
    home[107 - 12] = '\0'; /* and "/run/control" */
    assert_int_equal(paths_find(home, &p), VERDICT_OK);
    assert_int_equal(strlen(p.control), 107);
    strcpy(p.data, "kept");
    home[107 - 12] = 'a';
    home[108 - 12] = '\0';
    assert_int_equal(paths_find(home, &p), VERDICT_PATH_TOO_LONG);
    home[108 - 12] = 'a';
    home[1999] = '\0';
    assert_int_equal(paths_find(home, &p), VERDICT_PATH_TOO_LONG);
    assert_string_equal(p.data, "kept");
}

static void made_private(void **state)
{
    (void)state;
    struct paths p;
    struct stat st;
    assert_int_equal(paths_find(scratch("new/home"), &p), VERDICT_OK);
    assert_int_equal(paths_create(&p), VERDICT_OK);
    assert_int_equal(stat(p.run, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0700);
    assert_int_equal(paths_create(&p), VERDICT_OK);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, clean_environment, scratch_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(below_one_folder), TEST(xdg_folders), TEST(relative_home),
        TEST(too_long),         TEST(made_private),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
