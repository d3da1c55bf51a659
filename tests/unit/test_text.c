/* Proves: text is cut at its limit and always ends with a zero; numbers are read strictly and
 * never overflow; lines are folded between words; text that could play tricks on a terminal is not
 * showable, that of many languages is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/text.h"

static void cut_at_the_limit(void **state)
{
    (void)state;
    char storage[9] = "xxxxxxxx";
    struct text t = text_over(storage, 6);
    assert_string_equal(storage, "");
    text_add(&t, "abc");
    text_add(&t, "defg");
    assert_string_equal(storage, "abcde");
    text_add(&t, "h");
    text_add_number(&t, 1);
    assert_string_equal(storage, "abcde");
    assert_int_equal(t.len, 5);
    assert_int_equal(storage[6], 'x');
}

static void smallest_storage(void **state)
{
    (void)state;
    char storage[1] = {'x'};
    struct text t = text_over(storage, 1);
    text_add(&t, "a");
    assert_string_equal(storage, "");
}

static void folds_at_blanks(void **state)
{
    (void)state;
    char a[] = "one two three\n  four five\nsix", b[] = "incomprehensible a b", c[] = "äöü äöü";
    char f[] = "one two x";
    text_fold(f, 7);
    assert_string_equal(f, "one two\nx");
    char d[] = "12345678 1", e[] = "1234567 12";
    text_fold(a, 8);
    assert_string_equal(a, "one two\nthree\n  four\nfive\nsix");
    text_fold(b, 8);
    assert_string_equal(b, "incomprehensible\na b");
    text_fold(c, 7);
    assert_string_equal(c, "äöü äöü");
    text_fold(d, 8);
    assert_string_equal(d, "12345678\n1");
    text_fold(e, 10);
    assert_string_equal(e, "1234567 12");
}

static void writes_numbers(void **state)
{
    (void)state;
    char storage[64];
    struct text t = text_over(storage, sizeof storage);
    text_add_number(&t, 0);
    text_add(&t, " ");
    text_add_number(&t, 907);
    text_add(&t, " ");
    text_add_number(&t, UINT64_MAX);
    assert_string_equal(storage, "0 907 18446744073709551615");
}

static void reads_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t max;
        int ok;
        uint64_t value;
    } rows[] = {
        {"0", 0, 1, 0},
        {"7", 9, 1, 7},
        {"65535", 65535, 1, 65535},
        {"18446744073709551615", UINT64_MAX, 1, UINT64_MAX},
        {"18446744073709551616", UINT64_MAX, 0, 0},
        {"99999999999999999999999", UINT64_MAX, 0, 0},
        {"65536", 65535, 0, 0},
        {"1", 0, 0, 0},
        {"", 9, 0, 0},
        {"00", 9, 0, 0},
        {"07", 9, 0, 0},
        {"+7", 9, 0, 0},
        {"-7", 9, 0, 0},
        {" 7", 9, 0, 0},
        {"7 ", 9, 0, 0},
        {"0x7", 99, 0, 0},
        {"7.", 9, 0, 0},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t value = 4711;
        assert_int_equal(text_read_number(span_text(rows[i].text), rows[i].max, &value),
                         rows[i].ok);
        assert_true(value == (rows[i].ok ? rows[i].value : 4711));
    }
}

static void showable(void **state)
{
    (void)state;
    static const char *const good[] = {"",
                                       "Ann",
                                       "d\303\251j\303\240 vu",
                                       "\346\243\213",
                                       "\360\237\216\262",
                                       "\352\260\200 ~"};
    static const char *const bad[] = {
        "a\nb",             /* line break */
        "\33[31m",          /* colour */
        "\177",             /* delete */
        "\302\205",         /* C1 control */
        "\342\200\256abc",  /* writes backwards */
        "\342\201\246",     /* isolate */
        "\342\200\213",     /* zero width */
        "\357\273\277",     /* byte order mark */
        "\330\234",         /* Arabic letter mark */
        "\300\200",         /* overlong zero */
        "\340\200\257",     /* overlong slash */
        "\355\240\200",     /* surrogate */
        "\364\220\200\200", /* beyond Unicode */
        "\370\210\200\200\200",
        "\200",             /* begins in the middle */
        "\303",             /* ends in the middle */
        "\346\243",
        "\303(",
    };
    for (unsigned i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(text_is_showable(span_text(good[i])));
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(text_is_showable(span_text(bad[i])));
    assert_false(text_is_showable(span_of("a\0b", 3)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_at_the_limit), cmocka_unit_test(smallest_storage),
        cmocka_unit_test(folds_at_blanks),
        cmocka_unit_test(writes_numbers),   cmocka_unit_test(reads_numbers),
        cmocka_unit_test(showable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
