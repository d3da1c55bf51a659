/* Proves: every setting is read from the file and checked; a line that is none is named by its
 * number and then nothing of the file counts; a missing file says nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "keys/files.h"
#include "keys/settings.h"
#include "tests/unit/scratch.h"

static enum verdict load(struct settings *s, const char *text, int *line)
{
    assert_int_equal(file_write(scratch("c"), span_text(text), FILE_REPLACE, FILE_SHARED),
                     VERDICT_OK);
    return settings_load(s, scratch("c"), line);
}

static void whole_file(void **state)
{
    (void)state;
    struct settings s;
    int line;
    settings_init(&s);
    assert_int_equal(load(&s,
                          "# a comment\n\nlisten = *:4000\nannounce = A.example.org:7\n"
                          "announce=[::1]:8 ; behind\nnick = Ann\nsocks=127.0.0.1:9050\n"
                          "spool = /home/ann/shared games\nreader = yes\ncolor = never\n",
                          &line),
                     VERDICT_OK);
    assert_int_equal(line, 0);
    assert_string_equal(s.listen, "*:4000");
    assert_int_equal(s.announce_n, 2);
    assert_string_equal(s.announce[0].text, "a.example.org:7");
    assert_string_equal(s.announce[1].text, "[::1]:8");
    assert_string_equal(s.nick, "Ann");
    assert_string_equal(s.socks, "127.0.0.1:9050");
    assert_false(s.socks_only || s.no_map);
    assert_int_equal(settings_set(&s, "socks-only", "yes"), VERDICT_OK);
    assert_int_equal(settings_set(&s, "map", "no"), VERDICT_OK);
    assert_int_equal(settings_set(&s, "map", "maybe"), VERDICT_SETTING_MALFORMED);
    assert_true(s.socks_only && s.no_map);
    assert_string_equal(s.spool, "/home/ann/shared games");
    assert_true(s.reader);
    assert_int_equal(s.color, SETTINGS_COLOR_NEVER);
}

static void missing_file(void **state)
{
    (void)state;
    struct settings s, before;
    int line = 7;
    settings_init(&s);
    before = s;
    assert_int_equal(settings_load(&s, scratch("none"), &line), VERDICT_OK);
    assert_int_equal(line, 0);
    assert_memory_equal(&s, &before, sizeof s);
    assert_int_equal(load(&s, "", &line), VERDICT_OK);
    assert_int_equal(settings_load(&s, scratch_folder, &line), VERDICT_NO_FILE);
}

static void refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line;
        enum verdict wanted;
    } rows[] = {
        {"nick = Ann\nlisten = nonsense\n", 2, VERDICT_ADDRESS_MALFORMED},
        {"listen = *:70001\n", 1, VERDICT_ADDRESS_MALFORMED},
        {"announce = *:5\n", 1, VERDICT_ADDRESS_MALFORMED},
        {"announce = a:0\n", 1, VERDICT_ADDRESS_MALFORMED},
        {"nick = 4nn\n", 1, VERDICT_NAME_MALFORMED},
        {"nick = abcdefghijklmnopq\n", 1, VERDICT_NAME_MALFORMED},
        {"\n\nnik = Ann\n", 3, VERDICT_SETTING_MALFORMED},
        {"[section]\nnick = Ann\n", 2, VERDICT_SETTING_MALFORMED},
        {"just words\n", 1, VERDICT_SETTING_MALFORMED},
        {"reader = maybe\n", 1, VERDICT_SETTING_MALFORMED},
        {"color = red\n", 1, VERDICT_SETTING_MALFORMED},
        {"spool = relative\n", 1, VERDICT_SETTING_MALFORMED},
        {"spool = /a\33[31m\n", 1, VERDICT_SETTING_MALFORMED},
        {"announce=a:1\nannounce=a:2\nannounce=a:3\nannounce=a:4\nannounce=a:5\n", 5,
         VERDICT_TOO_MANY},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct settings s, before;
        int line = 0;
        settings_init(&s);
        before = s;
        assert_int_equal(load(&s, rows[i].text, &line), rows[i].wanted);
        assert_int_equal(line, rows[i].line);
        assert_memory_equal(&s, &before, sizeof s);
    }
}

static void any_port(void **state)
{
    (void)state;
    struct settings s;
    settings_init(&s);
    assert_int_equal(settings_set(&s, "listen", "127.0.0.1:0"), VERDICT_OK);
    assert_string_equal(s.listen, "127.0.0.1:0");
    assert_int_equal(settings_set(&s, "listen", "*:0"), VERDICT_OK);
    assert_int_equal(settings_set(&s, "listen", "[::]:0"), VERDICT_OK);
    assert_int_equal(settings_set(&s, "listen", "**:0"), VERDICT_ADDRESS_MALFORMED);
    assert_int_equal(settings_set(&s, "listen", "*"), VERDICT_ADDRESS_MALFORMED);
    assert_int_equal(settings_set(&s, "listen", ""), VERDICT_ADDRESS_MALFORMED);
    assert_string_equal(s.listen, "[::]:0");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, scratch_make, scratch_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(whole_file),
        TEST(missing_file),
        TEST(refused),
        TEST(any_port),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
