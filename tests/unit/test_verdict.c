/* Proves: numbers, names and sentences of refusals are unique; every sentence is one for people
 * (capital first, full stop, no jargon, no number that belongs to the moment); every exit code is
 * a documented one; numbers that are none are survived. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/verdict.h"

#include <ctype.h>
#include <string.h>

#define ROW(name, number, code, text) {number, code, #name, text},
static const struct {
    unsigned number;
    enum exit_code code;
    const char *name, *text;
} rows[] = {VERDICTS(ROW)};
enum { ROWS = sizeof rows / sizeof rows[0] };

static void unique(void **state)
{
    (void)state;
    for (unsigned a = 0; a < ROWS; a++)
        for (unsigned b = 0; b < a; b++) {
            assert_int_not_equal(rows[a].number, rows[b].number);
            assert_string_not_equal(rows[a].text, rows[b].text);
        }
}

static void looked_up(void **state)
{
    (void)state;
    for (unsigned i = 0; i < ROWS; i++) {
        enum verdict v = (enum verdict)rows[i].number;
        assert_string_equal(verdict_text(v), rows[i].text);
        assert_string_equal(verdict_name(v), rows[i].name + strlen("VERDICT_"));
        assert_int_equal(verdict_exit(v), rows[i].code);
        assert_true(verdict_known(rows[i].number));
    }
}

static void sentences(void **state)
{
    (void)state;
    static const char *const jargon[] = {"errno", "0x", "NULL", "%", "  ", "invalid argument"};
    for (unsigned i = 0; i < ROWS; i++) {
        size_t len = strlen(rows[i].text);
        assert_in_range(len, 5, 220);
        assert_true(isupper((unsigned char)rows[i].text[0]));
        assert_int_equal(rows[i].text[len - 1], '.');
        for (unsigned j = 0; j < sizeof jargon / sizeof jargon[0]; j++)
            assert_null(strstr(rows[i].text, jargon[j]));
    }
}

static void only_one_yes(void **state)
{
    (void)state;
    assert_int_equal(VERDICT_OK, 0);
    assert_int_equal(verdict_exit(VERDICT_OK), EXIT_DONE);
    for (unsigned i = 0; i < ROWS; i++)
        assert_in_range(rows[i].code, EXIT_DONE, EXIT_LOCAL);
}

static void unknown_numbers(void **state)
{
    (void)state;
    static const unsigned none[] = {9998, 9999, 65535, 0x7fffffff};
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++) {
        assert_false(verdict_known(none[i]));
        assert_string_equal(verdict_name((enum verdict)none[i]), "UNKNOWN");
        assert_int_equal(verdict_exit((enum verdict)none[i]), EXIT_NO);
        assert_true(strlen(verdict_text((enum verdict)none[i])) > 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unique),       cmocka_unit_test(looked_up),
        cmocka_unit_test(sentences),    cmocka_unit_test(only_one_yes),
        cmocka_unit_test(unknown_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
