/* Proves: names and indices of cells go both ways on every board size, bad names are refused with
 * the output untouched, neighbours are mutual and at most six, and edges are the outer rows and
 * columns. */
#include "rules/cell.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void names_go_both_ways(void **state)
{
    (void)state;
    for (unsigned n = 1; n <= CELL_SIDE_MAX; n++)
        for (unsigned cell = 0; cell < n * n; cell++) {
            char name[CELL_TEXT];
            uint8_t back = 255;
            cell_write(cell, n, name);
            assert_true(cell_read(span_text(name), n, &back));
            assert_int_equal(back, cell);
        }
    uint8_t cell;
    assert_true(cell_read(span_text("E5"), 9, &cell));
    assert_int_equal(cell, 40);
    assert_true(cell_read(span_text("a1"), 9, &cell));
    assert_int_equal(cell, 0);
}

static void bad_names_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "e", "5", "e0", "e10", "j1", "e05", "e5 ", " e5", "e-1",
                                      "ee5", "5e", "e55", "@1", "`1", "e5\n", "e+5"};
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        uint8_t cell = 77;
        assert_false(cell_read(span_text(bad[i]), 9, &cell));
        assert_int_equal(cell, 77);
    }
}

static void neighbours_are_mutual(void **state)
{
    (void)state;
    for (unsigned n = 1; n <= CELL_SIDE_MAX; n++)
        for (unsigned cell = 0; cell < n * n; cell++) {
            uint8_t near[CELL_NEIGHBOURS], back[CELL_NEIGHBOURS];
            unsigned count = cell_neighbours(cell, n, near);
            for (unsigned i = 0; i < count; i++) {
                unsigned found = 0, m = cell_neighbours(near[i], n, back);
                for (unsigned k = 0; k < m; k++)
                    found += back[k] == cell;
                assert_int_equal(found, 1);
            }
        }
    uint8_t near[CELL_NEIGHBOURS];
    assert_int_equal(cell_neighbours(40, 9, near), 6);
    const uint8_t expected[] = {39, 41, 31, 32, 48, 49};
    assert_memory_equal(near, expected, 6);
    assert_int_equal(cell_neighbours(0, 9, near), 2);
    assert_int_equal(cell_neighbours(8, 9, near), 3);
}

static void edges_are_the_outer_lines(void **state)
{
    (void)state;
    assert_int_equal(cell_edges(0, 9), CELL_TOP | CELL_LEFT);
    assert_int_equal(cell_edges(80, 9), CELL_BOTTOM | CELL_RIGHT);
    assert_int_equal(cell_edges(40, 9), 0);
    assert_int_equal(cell_edges(0, 1), CELL_TOP | CELL_LEFT | CELL_BOTTOM | CELL_RIGHT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_go_both_ways),
        cmocka_unit_test(bad_names_are_refused),
        cmocka_unit_test(neighbours_are_mutual),
        cmocka_unit_test(edges_are_the_outer_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
