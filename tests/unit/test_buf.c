/* Proves: a buffer never grows past its limit, a write that does not fit changes no byte and is
 * remembered; hex is read strictly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buf.h"

static void fills_to_the_limit(void **state)
{
    (void)state;
    uint8_t storage[5] = {9, 9, 9, 9, 9};
    struct buf b = buf_over(storage, 4);
    buf_add(&b, span_text("ab"));
    buf_add_le(&b, 0x0201, 2);
    assert_true(buf_ok(&b));
    assert_memory_equal(storage, "ab\1\2\11", 5);
    buf_add(&b, span_of(NULL, 0));
    assert_true(buf_ok(&b));
    buf_add_byte(&b, 1);
    assert_false(buf_ok(&b));
    assert_int_equal(storage[4], 9);
    assert_int_equal(buf_span(&b).len, 4);
}

static void full_stays_full(void **state)
{
    (void)state;
    uint8_t storage[4];
    struct buf b = buf_over(storage, sizeof storage);
    buf_add(&b, span_text("abcde"));
    assert_int_equal(b.len, 0);
    buf_add(&b, span_text("a")); /* would fit, but something before it is missing */
    assert_false(buf_ok(&b));
    assert_int_equal(b.len, 0);
}

static void huge_length(void **state)
{
    (void)state;
    uint8_t storage[4];
    struct buf b = buf_over(storage, sizeof storage);
    buf_add_byte(&b, 1);
    buf_add(&b, span_of(storage, SIZE_MAX));
    assert_false(buf_ok(&b));
    assert_int_equal(b.len, 1);
}

static void numbers(void **state)
{
    (void)state;
    uint8_t storage[16];
    struct buf b = buf_over(storage, sizeof storage);
    buf_add_le(&b, UINT64_C(0x0807060504030201), 8);
    buf_add_le(&b, 0xfffefd, 3);
    assert_memory_equal(storage, "\1\2\3\4\5\6\7\10\375\376\377", 11);
}

static void hex(void **state)
{
    (void)state;
    char text[7];
    uint8_t bytes[3] = {7, 7, 7};
    hex_write(span_of("\0\253\377", 3), text);
    assert_string_equal(text, "00abff");
    assert_true(hex_read(span_text("00aBFf"), bytes, 3));
    assert_memory_equal(bytes, "\0\253\377", 3);
}

static void bad_hex(void **state)
{
    (void)state;
    static const char *const bad[] = {"",       "00abf",  "00abfff", "00abfg",
                                      "0x00ab", "00 abf", "-0abff"};
    uint8_t bytes[3] = {7, 7, 7};
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(hex_read(span_text(bad[i]), bytes, 3));
    assert_memory_equal(bytes, "\7\7\7", 3);
    assert_true(hex_read(span_text(""), bytes, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fills_to_the_limit), cmocka_unit_test(full_stays_full),
        cmocka_unit_test(huge_length),        cmocka_unit_test(numbers),
        cmocka_unit_test(hex),                cmocka_unit_test(bad_hex),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
