/* Proves: spans compare by length and bytes, and an empty one may have no address; keys, hashes
 * and names of games differ if any one bit does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/ids.h"
#include "base/span.h"

static void spans(void **state)
{
    (void)state;
    assert_true(span_equal(span_text("abc"), span_of("abcd", 3)));
    assert_false(span_equal(span_text("abc"), span_text("abd")));
    assert_false(span_equal(span_text("abc"), span_text("ab")));
    assert_true(span_equal(span_of(NULL, 0), span_text("")));
    assert_int_equal(span_text("four").len, 4);
}

static void every_bit_counts(void **state)
{
    (void)state;
    for (unsigned bit = 0; bit < 256; bit++) {
        struct hash a = {{0}}, b = {{0}};
        struct player_key p = {{0}}, q = {{0}};
        struct game_id g = {{0}}, h = {{0}};
        struct point u = {{0}}, v = {{0}};
        assert_true(hash_equal(&a, &b) && player_key_equal(&p, &q));
        assert_true(game_id_equal(&g, &h) && point_equal(&u, &v));
        uint8_t mask = (uint8_t)(1 << bit % 8);
        b.b[bit / 8] = q.b[bit / 8] = h.b[bit / 8] = v.b[bit / 8] = mask;
        assert_false(hash_equal(&a, &b) || player_key_equal(&p, &q));
        assert_false(game_id_equal(&g, &h) || point_equal(&u, &v));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans),
        cmocka_unit_test(every_bit_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
