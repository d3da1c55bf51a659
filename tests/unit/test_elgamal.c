/* Proves: what is hidden comes back when all shares are taken off, hiding anew keeps the tile and
 * changes both halves, and knowing the secrets gives the same bytes. */
#include "bag/elgamal.h"
#include "bag/points.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

static void hidden_and_opened(void **state)
{
    (void)state;
    struct scalar x1 = scalar_of(123457), x2 = scalar_of(7654321), rho = scalar_of(99);
    struct point k1 = group_base(&x1), k2 = group_base(&x2), joint;
    assert_true(group_add(&joint, &k1, &k2));
    struct cipher c = elgamal_start(&points_tile[7], &joint);
    assert_true(point_equal(&c.a, &group_generator));
    for (int round = 0; round < 3; round++) {
        struct cipher next = elgamal_renew(&c, &rho, &joint);
        assert_false(point_equal(&next.a, &c.a));
        assert_false(point_equal(&next.b, &c.b));
        struct point d1 = elgamal_share(&x1, &next), d2 = elgamal_share(&x2, &next), tile;
        assert_true(group_sub(&tile, &next.b, &d1));
        assert_true(point_equal(&points_tile[7], &tile) == false); /* one share is not enough */
        assert_true(group_sub(&tile, &tile, &d2));
        assert_true(point_equal(&points_tile[7], &tile));
        c = next;
    }
}

static void known_secrets_give_the_same_bytes(void **state)
{
    (void)state;
    struct scalar y = scalar_of(31337), one = scalar_of(1), rho = scalar_of(500),
                  r = scalar_of(501);
    struct point joint = group_base(&y);
    struct cipher start = elgamal_start(&points_tile[3], &joint);
    struct cipher again = elgamal_known(&points_tile[3], &one, &y);
    assert_memory_equal(&start, &again, sizeof start);
    struct cipher renewed = elgamal_renew(&start, &rho, &joint);
    again = elgamal_known(&points_tile[3], &r, &y);
    assert_memory_equal(&renewed, &again, sizeof renewed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_and_opened),
        cmocka_unit_test(known_secrets_give_the_same_bytes),
    };
    return cmocka_run_group_tests_name("elgamal", tests, NULL, NULL);
}
