/* Proves: the seeded stream, the numbers below n (with rejections) and the shuffle are those of
 * docs/formats.md (values computed with Python's hashlib from that text); it does not matter in
 * which pieces the stream is read; every number and every order really occurs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buf.h"
#include "base/rng.h"

static struct rng_stream stream;

static struct rng fresh(void)
{
    uint8_t seed[32];
    for (unsigned i = 0; i < 32; i++)
        seed[i] = (uint8_t)i;
    rng_stream_init(&stream, seed);
    return rng_from_stream(&stream);
}

static void expect_at(size_t at, size_t len, const char *hex)
{
    uint8_t bytes[256], wanted[64];
    struct rng rng = fresh();
    rng_fill(&rng, bytes, at + len);
    assert_true(hex_read(span_text(hex), wanted, len));
    assert_memory_equal(bytes + at, wanted, len);
}

static void bytes_of_the_stream(void **state)
{
    (void)state;
    expect_at(0, 8, "9212bc97156556f6");
    expect_at(60, 12, "a6af5d25b8a90f1bb350aac5"); /* over the border of two blocks */
    expect_at(128, 4, "cb9adafc");
}

static void any_pieces(void **state)
{
    (void)state;
    uint8_t whole[300], pieces[300];
    struct rng rng = fresh();
    rng_fill(&rng, whole, sizeof whole);
    for (size_t step = 1; step <= 100; step += 7) {
        rng = fresh();
        for (size_t at = 0; at < sizeof pieces; at += step)
            rng_fill(&rng, pieces + at, at + step > sizeof pieces ? sizeof pieces - at : step);
        assert_memory_equal(whole, pieces, sizeof whole);
    }
}

static void numbers_below(void **state)
{
    (void)state;
    static const uint32_t n[] = {1, 2, 6, 10, 81, UINT32_C(1) << 31, 2147483647, 1000000007};
    static const uint32_t wanted[] = {0, 1, 2, 6, 26, 704597882, 1015100283, 407070355};
    struct rng rng = fresh();
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(rng_below(&rng, n[i]), wanted[i]);
}

/* A quarter of all draws is rejected for this n: 20 numbers take 26 draws. */
static void rejections(void **state)
{
    (void)state;
    static const uint32_t wanted[20] = {
        398201488, 800165926, 290992661, 486373450, 704597880, 1015100280, 259586719,
        693081040, 850009531, 961500944, 456501511, 75802336,  626896806,  454011320,
        6065647,   408085012, 13602984,  184694125, 731166017, 188827477};
    uint8_t next[4], after[108];
    struct rng rng = fresh();
    for (unsigned i = 0; i < 20; i++)
        assert_int_equal(rng_below(&rng, (UINT32_C(1) << 30) + 1), wanted[i]);
    rng_fill(&rng, next, sizeof next);
    rng = fresh();
    rng_fill(&rng, after, sizeof after);
    assert_memory_equal(next, after + 104, sizeof next);
}

static void known_shuffle(void **state)
{
    (void)state;
    static const uint8_t wanted[20] = {16, 19, 6, 0, 9,  8, 5,  17, 15, 1,
                                       7,  11, 13, 2, 10, 12, 3, 14, 4,  18};
    uint8_t items[20];
    struct rng rng = fresh();
    for (unsigned i = 0; i < 20; i++)
        items[i] = (uint8_t)i;
    rng_shuffle(&rng, items, sizeof items);
    assert_memory_equal(items, wanted, sizeof wanted);
}

/* 6,000 shuffles of three: each of the six orders about 1,000 times (six sigma are 180). */
static void orders_are_equally_frequent(void **state)
{
    (void)state;
    unsigned count[27] = {0};
    struct rng rng = fresh();
    for (unsigned i = 0; i < 6000; i++) {
        uint8_t items[3] = {0, 1, 2};
        rng_shuffle(&rng, items, 3);
        count[items[0] * 9 + items[1] * 3 + items[2]]++;
    }
    static const unsigned orders[6] = {5, 7, 11, 15, 19, 21};
    for (unsigned i = 0; i < 6; i++)
        assert_in_range(count[orders[i]], 820, 1180);
}

static void nothing_to_shuffle(void **state)
{
    (void)state;
    uint8_t one = 9;
    struct rng rng = fresh();
    rng_shuffle(&rng, &one, 1);
    rng_shuffle(&rng, NULL, 0);
    assert_int_equal(one, 9);
}

static void wiped(void **state)
{
    (void)state;
    static const struct rng_stream zeros;
    struct rng rng = fresh();
    (void)rng_below(&rng, 9);
    rng_stream_wipe(&stream);
    assert_memory_equal(&stream, &zeros, sizeof zeros);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_of_the_stream), cmocka_unit_test(any_pieces),
        cmocka_unit_test(numbers_below),       cmocka_unit_test(rejections),
        cmocka_unit_test(known_shuffle),       cmocka_unit_test(orders_are_equally_frequent),
        cmocka_unit_test(nothing_to_shuffle),  cmocka_unit_test(wiped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
