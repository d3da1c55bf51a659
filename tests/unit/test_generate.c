/* Proves: boards are those of tests/vectors/boards bit for bit; every number of givens on every
 * size and both sorts of blocks is reached exactly, with legal blocks and one solution; the same
 * coin gives the same board and another coin another. `test_generate --write` prints the vectors.
 * */
#include "rules/generate.h"

#include "base/buf.h"
#include "rules/blocks.h"
#include "rules/solve.h"
#include "table.h"
#include "vectors.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

struct sort { uint8_t size, blocks, least, most; };
static const struct sort sorts[] = {
    {9, 1, 22, 34}, {9, 2, 22, 34}, {8, 1, 17, 28}, {8, 2, 17, 28},
    {7, 2, 12, 21}, {6, 1, 8, 14},  {6, 2, 8, 14},  {5, 2, 6, 11},
};
enum { SORTS = sizeof sorts / sizeof sorts[0] };

static struct terms terms_of(const struct sort *s, unsigned givens)
{
    struct terms t = {.size = s->size, .blocks = s->blocks, .givens = (uint8_t)givens};
    return t;
}

static void check_board(const struct board *b, unsigned givens)
{
    uint8_t digits[CELLS_MAX], found[CELLS_MAX];
    struct solve_map map;
    unsigned count = 0;
    assert_true(blocks_legal(b->n, b->block));
    for (unsigned cell = 0; cell < (unsigned)b->n * b->n; cell++) {
        digits[cell] = b->given[cell] ? b->solution[cell] : 0;
        count += b->given[cell];
    }
    assert_int_equal(count, givens);
    solve_map_init(&map, b->n, b->block);
    assert_int_equal(solve_count(&map, digits, 10000000, found), SOLVE_ONE);
    assert_memory_equal(found, b->solution, map.cells);
}

static void every_number_of_givens(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SORTS; i++)
        for (unsigned givens = sorts[i].least; givens <= sorts[i].most; givens++)
            for (unsigned number = 0; number < 10; number++) {
                struct terms terms = terms_of(&sorts[i], givens);
                struct hash coin = table_coin(number + 1000 * givens);
                struct board board;
                assert_int_equal(generate_board(&terms, &coin, &board), VERDICT_OK);
                check_board(&board, givens);
            }
}

/* By: no block of an irregular board is a whole row, a whole column or a regular block. */
static void irregular_boards_are_irregular(void **state)
{
    (void)state;
    uint8_t regular[CELLS_MAX];
    assert_true(blocks_regular(9, regular));
    for (unsigned number = 0; number < 50; number++) {
        struct terms terms = terms_of(&sorts[1], 30);
        struct hash coin = table_coin(number);
        struct board b;
        assert_int_equal(generate_board(&terms, &coin, &b), VERDICT_OK);
        for (unsigned block = 0; block < 9; block++) {
            unsigned first = 0, row = 0, column = 0, box = 0;
            while (b.block[first] != block)
                first++;
            for (unsigned cell = 0; cell < 81; cell++) {
                row += b.block[cell] == block && cell / 9 == first / 9;
                column += b.block[cell] == block && cell % 9 == first % 9;
                box += b.block[cell] == block && regular[cell] == regular[first];
            }
            assert_true(row < 9 && column < 9 && box < 9);
        }
    }
}

static void coins_matter(void **state)
{
    (void)state;
    struct terms terms = terms_of(&sorts[0], 30);
    struct hash coin = table_coin(1), other = coin;
    struct board a = {0}, b = {0}, c = {0};
    other.b[31] ^= 1;
    assert_int_equal(generate_board(&terms, &coin, &a), VERDICT_OK);
    assert_int_equal(generate_board(&terms, &coin, &b), VERDICT_OK);
    assert_int_equal(generate_board(&terms, &other, &c), VERDICT_OK);
    assert_memory_equal(&a, &b, sizeof a);
    assert_memory_not_equal(a.solution, c.solution, sizeof a.solution);
    terms.givens = 29;
    assert_int_equal(generate_board(&terms, &coin, &c), VERDICT_OK);
    assert_memory_not_equal(a.solution, c.solution, sizeof a.solution);
}

static void board_texts(const struct board *b, char *blocks, char *puzzle, char *solution)
{
    unsigned cells = (unsigned)b->n * b->n;
    for (unsigned i = 0; i < cells; i++) {
        blocks[i] = (char)('1' + b->block[i]);
        solution[i] = (char)('0' + b->solution[i]);
        puzzle[i] = b->given[i] ? solution[i] : '.';
    }
    blocks[cells] = puzzle[cells] = solution[cells] = '\0';
}

static void boards_of_the_vectors(void **state)
{
    (void)state;
    struct vectors v;
    unsigned lines = 0, club = 0;
    vectors_open(&v, "tests/vectors/boards/boards.txt");
    while (vectors_next(&v, '/')) {
        char blocks[CELLS_MAX + 1], puzzle[CELLS_MAX + 1], solution[CELLS_MAX + 1];
        struct terms terms = {.size = (uint8_t)atoi(v.field[1]),
                              .blocks = (uint8_t)atoi(v.field[2]),
                              .givens = (uint8_t)atoi(v.field[3])};
        struct hash coin;
        struct board board;
        assert_true(hex_read(span_text(v.field[0]), coin.b, sizeof coin.b));
        assert_int_equal(generate_board(&terms, &coin, &board), VERDICT_OK);
        board_texts(&board, blocks, puzzle, solution);
        assert_string_equal(blocks, v.field[4]);
        assert_string_equal(puzzle, v.field[5]);
        assert_string_equal(solution, v.field[6]);
        lines++;
        club += terms.size == 9 && terms.blocks == BLOCKS_REGULAR;
    }
    assert_true(lines >= 71);
    assert_true(club >= 30);
}

static void write_vector(const struct sort *s, const struct hash *coin, unsigned givens)
{
    char blocks[CELLS_MAX + 1], puzzle[CELLS_MAX + 1], solution[CELLS_MAX + 1], hex[65];
    struct terms terms = terms_of(s, givens);
    struct board board;
    if (generate_board(&terms, coin, &board) != VERDICT_OK)
        return;
    hex_write(span_of(coin->b, sizeof coin->b), hex);
    board_texts(&board, blocks, puzzle, solution);
    printf("%s / %u / %u / %u / %s / %s / %s\n", hex, terms.size, terms.blocks, givens, blocks,
           puzzle, solution);
}

/* Four of every sort, and of the boards of the club every number of givens. */
static void write_vectors(void)
{
    static const uint8_t plain[2] = {0x00, 0xff};
    printf("# coin / size / blocks (1 regular, 2 irregular) / givens / block map / puzzle / "
           "solution\n# made by `test_generate --write`; checked from outside by "
           "tests/reference/board.py\n");
    for (unsigned i = 0; i < SORTS; i++)
        for (unsigned k = 0; k < 4; k++) {
            unsigned middle = (sorts[i].least + sorts[i].most + 1u) / 2;
            struct hash coin = table_coin(10 * i + k);
            if (k >= 2)
                memset(coin.b, plain[k - 2], sizeof coin.b);
            write_vector(&sorts[i], &coin, k % 2 == 0 ? sorts[i].least : middle);
        }
    for (unsigned i = 0; i < 2; i++)
        for (unsigned givens = sorts[i].least; givens <= sorts[i].most; givens++)
            for (unsigned k = 0; k < 2 - i; k++) {
                struct hash coin = table_coin(1000 * (i + 1) + 10 * givens + k);
                write_vector(&sorts[i], &coin, givens);
            }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_of_the_vectors),
        cmocka_unit_test(every_number_of_givens),
        cmocka_unit_test(irregular_boards_are_irregular),
        cmocka_unit_test(coins_matter),
    };
    if (argc == 2 && strcmp(argv[1], "--write") == 0) {
        write_vectors();
        return 0;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
