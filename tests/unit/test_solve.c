/* Proves: every puzzle of the collections has the solutions it is said to have, counted up to two,
 * on regular, irregular and 6x6 block maps; layouts that no grid fits are never filled, and the
 * search keeps to its budget on the worst of them. */
#include "rules/solve.h"

#include "base/hash.h"
#include "rules/blocks.h"
#include "vectors.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { PLENTY = 50000000 };

/* The block map of a line; false if it is malformed. */
static bool read_map(const char *text, unsigned n, uint8_t *block)
{
    if (strcmp(text, "regular") == 0 || strcmp(text, "6x6-2x3") == 0)
        return blocks_regular(n, block);
    if (strlen(text) != n * n)
        return false;
    for (unsigned i = 0; i < n * n; i++)
        block[i] = (uint8_t)(text[i] - '1');
    return blocks_legal(n, block);
}

static void read_digits(const char *text, unsigned cells, uint8_t *out)
{
    assert_int_equal(strlen(text), cells);
    for (unsigned i = 0; i < cells; i++)
        out[i] = text[i] == '.' ? 0 : (uint8_t)(text[i] - '0');
}

/* Every line of the file: the number of solutions, the solution, the number of clues.  Counts above
 * two are only known to be more than one: the search stops at the second. */
static void check_file(const char *path, unsigned n, unsigned expected)
{
    struct vectors v;
    unsigned lines = 0;
    vectors_open(&v, path);
    while (vectors_next(&v, '/')) {
        uint8_t block[CELLS_MAX], digits[CELLS_MAX], found[CELLS_MAX] = {0}, stated[CELLS_MAX];
        struct solve_map map;
        assert_true(read_map(v.field[0], n, block));
        solve_map_init(&map, n, block);
        read_digits(v.field[1], n * n, digits);
        unsigned long count = strtoul(v.field[3] + strspn(v.field[3], ">="), NULL, 10);
        enum solve_result r = solve_count(&map, digits, PLENTY, found);
        assert_int_equal(r, count > 2 ? 2 : count);
        lines++;
        unsigned clues = 0;
        for (unsigned cell = 0; cell < n * n; cell++)
            clues += digits[cell] != 0;
        assert_int_equal(clues, strtoul(v.field[4], NULL, 10));
        if (count != 1)
            continue;
        read_digits(v.field[2], n * n, stated);
        assert_memory_equal(found, stated, n * n);
        for (unsigned cell = 0; cell < n * n; cell++)
            if (digits[cell] == 0)
                assert_int_equal(solve_other(&map, digits, cell, found[cell], PLENTY), SOLVE_NONE);
    }
    assert_int_equal(lines, expected);
}

static void regular_puzzles(void **state)
{
    (void)state;
    check_file("tests/vectors/sudoku/regular.txt", 9, 181);
}

static void bad_puzzles(void **state)
{
    (void)state;
    check_file("tests/vectors/sudoku/not_unique.txt", 9, 59);
}

static void irregular_puzzles(void **state)
{
    (void)state;
    check_file("tests/vectors/sudoku/irregular.txt", 9, 20);
}

static void six_by_six_puzzles(void **state)
{
    (void)state;
    check_file("tests/vectors/sudoku/six.txt", 6, 10);
}

static bool can_be_filled(const struct solve_map *map, unsigned attempts)
{
    uint8_t grid[CELLS_MAX], again[CELLS_MAX];
    struct hasher h;
    struct rng_stream stream;
    hash_start(&h, TAG_TEST);
    struct hash seed = hash_end(&h);
    rng_stream_init(&stream, seed.b);
    struct rng rng = rng_from_stream(&stream);
    for (unsigned i = 0; i < attempts; i++)
        if (solve_fill(map, &rng, 500, grid) == SOLVE_ONE) {
            assert_int_equal(solve_count(map, grid, PLENTY, again), SOLVE_ONE);
            return true;
        }
    return false;
}

static void layouts_that_can_be_filled_are(void **state)
{
    (void)state;
    struct vectors v;
    unsigned yes = 0, filled = 0, lines = 0;
    vectors_open(&v, "tests/vectors/sudoku/layouts.txt");
    while (vectors_next(&v, ';')) {
        uint8_t block[CELLS_MAX];
        struct solve_map map;
        assert_true(read_map(v.field[0], 9, block));
        solve_map_init(&map, 9, block);
        bool stated = strcmp(v.field[1], "yes") == 0;
        bool done = can_be_filled(&map, stated ? 400 : 40);
        assert_true(stated || !done);
        yes += stated;
        filled += done;
        lines++;
    }
    print_message("%u of %u filled\n", filled, yes);
    assert_int_equal(lines, 167);
    assert_true(yes > 50 && filled * 100 >= yes * 97);
}

static void malformed_layouts_are_refused(void **state)
{
    (void)state;
    struct vectors v;
    uint8_t block[CELLS_MAX];
    unsigned lines = 0;
    vectors_open(&v, "tests/vectors/sudoku/layouts_malformed.txt");
    while (vectors_next(&v, ';')) {
        assert_false(read_map(v.field[0], 9, block));
        lines++;
    }
    assert_int_equal(lines, 5);
}

static void budget_is_kept(void **state)
{
    (void)state;
    uint8_t block[CELLS_MAX], digits[CELLS_MAX] = {0}, grid[CELLS_MAX] = {0};
    struct solve_map map;
    assert_true(blocks_regular(9, block));
    solve_map_init(&map, 9, block);
    assert_int_equal(solve_count(&map, digits, 0, NULL), SOLVE_GAVE_UP);
    assert_int_equal(solve_count(&map, digits, 80, grid), SOLVE_GAVE_UP);
    assert_int_equal(grid[0], 0);
    assert_int_equal(solve_count(&map, digits, 1000, grid), SOLVE_MANY);
    assert_int_not_equal(grid[0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regular_puzzles),
        cmocka_unit_test(bad_puzzles),
        cmocka_unit_test(irregular_puzzles),
        cmocka_unit_test(six_by_six_puzzles),
        cmocka_unit_test(layouts_that_can_be_filled_are),
        cmocka_unit_test(malformed_layouts_are_refused),
        cmocka_unit_test(budget_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
