/* Proves: the digits friends read to each other are those of [P-7.14] (values from a Python
 * program), differ by who reads, are understood however they are written, and the first group that
 * differs is named. */
#include "keys/digits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char from_a[] = "23588 77111 50521 78970 20292 13072 15171 82640";
static const char from_b[] = "60898 79649 85057 79599 71671 92448 90816 90900";

static void digits_are_those_of_the_rule(void **state)
{
    (void)state;
    struct player_key a, b;
    char out[DIGITS_SIZE];

    for (unsigned i = 0; i < 32; i++) {
        a.b[i] = (uint8_t)i;
        b.b[i] = (uint8_t)(32 + i);
    }
    digits_write(&a, &b, out);
    assert_string_equal(out, from_a);
    digits_write(&b, &a, out);
    assert_string_equal(out, from_b);
}

static bool reads(const char *text, char out[DIGITS_SIZE])
{
    return digits_read(span_text(text), out);
}

static void digits_are_read_however_written(void **state)
{
    (void)state;
    char out[DIGITS_SIZE] = "untouched";

    assert_true(reads(from_a, out));
    assert_string_equal(out, from_a);
    assert_true(reads("2358877111505217897020292130721517182640", out));
    assert_string_equal(out, from_a);
    assert_true(reads(" 23588-77111, 50521 78970; 20292.13072\t15171/82640\n", out));
    assert_string_equal(out, from_a);
    assert_false(reads("", out));
    assert_false(reads("23588 77111 50521 78970 20292 13072 15171 8264", out));
    assert_false(reads("23588 77111 50521 78970 20292 13072 15171 826400", out));
    assert_false(reads("2358B 77111 50521 78970 20292 13072 15171 826400", out));
    assert_string_equal(out, from_a);
}

static void the_first_group_that_differs_is_named(void **state)
{
    (void)state;
    char other[DIGITS_SIZE];

    assert_int_equal(digits_differ(from_a, from_a), 0);
    for (unsigned group = 0; group < DIGITS_GROUPS; group++) {
        memcpy(other, from_a, sizeof other);
        other[group * (DIGITS_GROUP + 1) + DIGITS_GROUP - 1] ^= 1;
        assert_int_equal(digits_differ(from_a, other), group + 1);
        other[DIGITS_SIZE - 2] ^= 1;
        assert_int_equal(digits_differ(from_a, other), group + 1 < DIGITS_GROUPS ? group + 1 : 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digits_are_those_of_the_rule),
        cmocka_unit_test(digits_are_read_however_written),
        cmocka_unit_test(the_first_group_that_differs_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
