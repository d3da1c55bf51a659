/* Proves: the hash is the one that docs/formats.md describes (values computed with Python's
 * hashlib from that text); tags, the split into fields and their order all count; no two tags have
 * the same text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buf.h"
#include "base/hash.h"

static void expect64(enum hash_tag tag, int with_fields, const char *hex)
{
    uint8_t out[64], wanted[64];
    struct hasher h;
    hash_start(&h, tag);
    if (with_fields) {
        hash_bytes(&h, span_text("abc"));
        hash_number(&h, 7);
        hash_bytes(&h, span_of(NULL, 0));
    }
    hash_end64(&h, out);
    assert_true(hex_read(span_text(hex), wanted, sizeof wanted));
    assert_memory_equal(out, wanted, sizeof wanted);
}

static void known_answers(void **state)
{
    (void)state;
    expect64(TAG_TEST, 0, "880b36fce5fb95c337b1683a101051990cd6bf67fae2862d1157920a09fd6891"
                          "9358f4a4ce008d54a1400fe02974cef608c1a5c8a284584c3b031f2ede4ceb2e");
    expect64(TAG_TEST, 1, "169987e138473555586a6f148b795429ea935953dd9f48080b8ace87da4416a8"
                          "8c5fe2b64e12a4ddf147a6e9f5eef9a13684370be4ab022bd36161c94e3252a4");
}

static void half_of_the_long_one(void **state)
{
    (void)state;
    struct hash wanted, out;
    struct hasher h;
    hash_start(&h, TAG_ENTRY);
    hash_bytes(&h, span_text("abc"));
    hash_number(&h, 7);
    hash_bytes(&h, span_text(""));
    out = hash_end(&h);
    assert_true(hex_read(
        span_text("8694b1df0374727d0b974cb26ecea772f4e2c587e6ef436652460f9be1e2de9e"), wanted.b,
        32));
    assert_true(hash_equal(&out, &wanted));
}

static struct hash two_fields(const char *a, const char *b)
{
    struct hasher h;
    hash_start(&h, TAG_TEST);
    hash_bytes(&h, span_text(a));
    hash_bytes(&h, span_text(b));
    return hash_end(&h);
}

static void borders_of_fields_count(void **state)
{
    (void)state;
    struct hash one = two_fields("ab", "c"), other = two_fields("a", "bc");
    struct hash third = two_fields("c", "ab");
    assert_false(hash_equal(&one, &other));
    assert_false(hash_equal(&one, &third));
}

static void tags_differ(void **state)
{
    (void)state;
    for (int a = 0; a < HASH_TAG_COUNT; a++)
        for (int b = 0; b < a; b++)
            assert_string_not_equal(hash_tag_text((enum hash_tag)a),
                                    hash_tag_text((enum hash_tag)b));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),
        cmocka_unit_test(half_of_the_long_one),
        cmocka_unit_test(borders_of_fields_count),
        cmocka_unit_test(tags_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
