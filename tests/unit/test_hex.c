/* Proves: the chain test agrees with public records of Hex: whole games stone by stone (nobody is
 * joined before the last stone), positions, openings up to 4x4 and a 5x5 puzzle
 * searched to the end, and the theorem that a full board has exactly one winner. */
#include "base/hash.h"
#include "base/rng.h"
#include "rules/bridge.h"
#include "rules/cell.h"
#include "vectors.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SQUARE_MAX = CELL_SIDE_MAX * CELL_SIDE_MAX };

static const char *winner_of(unsigned n, const uint8_t *owner)
{
    bool blue = bridge_joined(n, owner, 0), red = bridge_joined(n, owner, 1);
    assert_false(blue && red);
    return blue ? "BLUE" : red ? "RED" : "none";
}

static uint8_t read_cell(const char *name, unsigned n)
{
    uint8_t cell = NO_CELL;
    assert_true(cell_read(span_text(name), n, &cell));
    return cell;
}

static void replay(struct vectors *v)
{
    uint8_t owner[SQUARE_MAX] = {0}, last = 0;
    unsigned n = (unsigned)atoi(v->field[1]);
    for (char *token = strtok(v->field[4], " "); token != NULL; token = strtok(NULL, " ")) {
        assert_string_equal(winner_of(n, owner), "none");
        if (strcmp(token, "TAKE") == 0) {
            owner[last] = 2;
            continue;
        }
        last = read_cell(token + 2, n);
        assert_int_equal(owner[last], 0);
        owner[last] = token[0] == 'B' ? 1 : 2;
    }
    assert_string_equal(winner_of(n, owner), v->field[2]);
}

static void recorded_games(void **state)
{
    (void)state;
    static const char *const files[] = {"tests/vectors/hex/games_11x11_olympiad.txt",
                                        "tests/vectors/hex/games_9x9_yang.txt",
                                        "tests/vectors/hex/games_other.txt"};
    static const unsigned expected[] = {32, 27, 4};
    for (unsigned i = 0; i < 3; i++) {
        struct vectors v;
        unsigned lines = 0;
        vectors_open(&v, files[i]);
        while (vectors_next(&v, ';')) {
            replay(&v);
            lines++;
        }
        assert_int_equal(lines, expected[i]);
    }
}

static void read_rows(const char *rows, unsigned n, uint8_t *owner)
{
    unsigned at = 0;
    for (; *rows != '\0'; rows++)
        if (*rows != '/')
            owner[at++] = *rows == 'B' ? 1 : *rows == 'R' ? 2 : 0;
    assert_int_equal(at, n * n);
}

static void positions(void **state)
{
    (void)state;
    struct vectors v;
    unsigned lines = 0;
    vectors_open(&v, "tests/vectors/hex/positions_other.txt");
    while (vectors_next(&v, ';')) {
        uint8_t owner[SQUARE_MAX] = {0};
        unsigned n = (unsigned)atoi(v.field[1]);
        read_rows(v.field[3], n, owner);
        assert_string_equal(winner_of(n, owner), v.field[2]);
        lines++;
    }
    assert_int_equal(lines, 11);
}

/* A search that remembers: positions are numbers of base 3 over the cells that were open. */
enum { OPEN_MAX = 15, MEMO_LEN = 14348907 };
struct hunt {
    unsigned n, open_n;
    uint8_t open[OPEN_MAX];
    uint8_t *memo; /* 0 unknown, 1 lost, 2 won for the mover */
};

static void hunt_start(struct hunt *h, unsigned n, const uint8_t *owner)
{
    *h = (struct hunt){.n = n, .memo = calloc(MEMO_LEN, 1)};
    assert_non_null(h->memo);
    for (unsigned cell = 0; cell < n * n; cell++)
        if (owner[cell] == 0) {
            assert_true(h->open_n < OPEN_MAX);
            h->open[h->open_n++] = (uint8_t)cell;
        }
}

/* Does the side to move win under perfect play? */
static bool wins(struct hunt *h, uint8_t *owner, unsigned mover)
{
    unsigned at = 0;
    for (unsigned i = 0; i < h->open_n; i++)
        at = 3 * at + owner[h->open[i]];
    if (h->memo[at] != 0)
        return h->memo[at] == 2;
    bool good = false;
    for (unsigned i = 0; i < h->open_n && !good && !bridge_joined(h->n, owner, 1 - mover); i++) {
        if (owner[h->open[i]] != 0)
            continue;
        owner[h->open[i]] = (uint8_t)(mover + 1);
        good = bridge_joined(h->n, owner, mover) || !wins(h, owner, 1 - mover);
        owner[h->open[i]] = 0;
    }
    h->memo[at] = good ? 2 : 1;
    return good;
}

static bool mover_wins(unsigned n, uint8_t *owner, unsigned mover)
{
    struct hunt h;
    hunt_start(&h, n, owner);
    bool good = wins(&h, owner, mover);
    free(h.memo);
    return good;
}

static void solved_openings(void **state)
{
    (void)state;
    struct vectors v;
    unsigned searched = 0, lines = 0;
    vectors_open(&v, "tests/vectors/hex/openings_solved.txt");
    while (vectors_next(&v, ';')) {
        uint8_t owner[SQUARE_MAX] = {0};
        unsigned n = (unsigned)atoi(v.field[0]);
        owner[read_cell(v.field[1], n)] = 1;
        assert_string_equal(winner_of(n, owner), "none");
        lines++;
        if (n > 4) /* would need a Hex solver */
            continue;
        assert_string_equal(mover_wins(n, owner, 1) ? "RED" : "BLUE", v.field[2]);
        searched++;
    }
    print_message("%u of %u searched to the end\n", searched, lines);
    assert_int_equal(lines, 68);
    assert_true(searched >= 8);
}

static void solved_puzzles(void **state)
{
    (void)state;
    struct vectors v;
    unsigned searched = 0, lines = 0;
    vectors_open(&v, "tests/vectors/hex/puzzles_solved.txt");
    while (vectors_next(&v, ';')) {
        uint8_t owner[SQUARE_MAX] = {0};
        unsigned n = (unsigned)atoi(v.field[1]), open = 0;
        unsigned mover = strcmp(v.field[2], "RED") == 0;
        read_rows(v.field[5], n, owner);
        assert_string_equal(winner_of(n, owner), "none");
        for (unsigned cell = 0; cell < n * n; cell++)
            open += owner[cell] == 0;
        lines++;
        if (open > OPEN_MAX)
            continue;
        assert_int_equal(mover_wins(n, owner, mover), strcmp(v.field[2], v.field[3]) == 0);
        searched++;
    }
    print_message("%u of %u searched to the end\n", searched, lines);
    assert_int_equal(lines, 44);
    assert_true(searched >= 1);
}

/* By: b1, b2, a3, a4 joins top and bottom; without a3 it does not. */
static void published_example(void **state)
{
    (void)state;
    uint8_t owner[16] = {0};
    static const char *const chain[] = {"b1", "b2", "a3", "a4"};
    for (unsigned i = 0; i < 4; i++)
        owner[read_cell(chain[i], 4)] = 1;
    assert_true(bridge_joined(4, owner, 0));
    owner[read_cell("a3", 4)] = 0;
    assert_false(bridge_joined(4, owner, 0));
}

static void full_boards_have_one_winner(void **state)
{
    (void)state;
    struct hasher h;
    struct rng_stream stream;
    hash_start(&h, TAG_TEST);
    struct hash seed = hash_end(&h);
    rng_stream_init(&stream, seed.b);
    struct rng rng = rng_from_stream(&stream);
    for (unsigned i = 0; i < 20000; i++) {
        uint8_t owner[SQUARE_MAX], turned[SQUARE_MAX], half[SQUARE_MAX];
        unsigned n = 1 + i % 11;
        for (unsigned cell = 0; cell < n * n; cell++)
            owner[cell] = (uint8_t)(1 + rng_below(&rng, 2));
        bool blue = bridge_joined(n, owner, 0);
        assert_int_equal(blue, !bridge_joined(n, owner, 1));
        /* Mirrored at the long diagonal with colours exchanged the other one wins; turned by half
         * the same one. */
        for (unsigned cell = 0; cell < n * n; cell++) {
            turned[cell % n * n + cell / n] = (uint8_t)(3 - owner[cell]);
            half[n * n - 1 - cell] = owner[cell];
        }
        assert_int_equal(bridge_joined(n, turned, 1), blue);
        assert_int_equal(bridge_joined(n, half, 0), blue);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_games),    cmocka_unit_test(positions),
        cmocka_unit_test(solved_openings),   cmocka_unit_test(solved_puzzles),
        cmocka_unit_test(published_example), cmocka_unit_test(full_boards_have_one_winner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
