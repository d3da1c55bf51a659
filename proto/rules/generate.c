/* Fill a grid, then strip givens in random order while the solution stays unique; where that ends
 * with too many givens, put two back and strip again.  Thirty givens are nearly always reached in
 * one go; twenty-two need the repair. */
#include "rules/generate.h"

#include "base/hash.h"
#include "rules/blocks.h"
#include "rules/solve.h"

#include <string.h>

enum {
    GRIDS_MAX = 1000,    /* grids tried before giving up */
    FILL_NODES = 500,    /* tries for one grid */
    TEST_NODES = 20000,  /* tries for one uniqueness test */
    REPAIRS_MAX = 25,
    REPAIR_GIVENS = 2
};

struct strip {
    const struct solve_map *map;
    const struct rng *rng;
    const uint8_t *solution;
    uint8_t digits[CELLS_MAX]; /* 0 = stripped */
    unsigned count, target;
};

/* Strip: ... */
static void strip_once(struct strip *s)
{
    uint8_t order[CELLS_MAX];
    unsigned given = 0;
    for (unsigned cell = 0; cell < s->map->cells; cell++)
        if (s->digits[cell] != 0)
            order[given++] = (uint8_t)cell;
    rng_shuffle(s->rng, order, given);
    for (unsigned i = 0; i < given && s->count > s->target; i++) {
        unsigned cell = order[i], digit = s->digits[cell];
        s->digits[cell] = 0;
        if (solve_other(s->map, s->digits, cell, digit, TEST_NODES) == SOLVE_NONE)
            s->count--;
        else
            s->digits[cell] = (uint8_t)digit;
    }
}

static void put_back(struct strip *s)
{
    for (unsigned i = 0; i < REPAIR_GIVENS; i++) {
        uint8_t stripped[CELLS_MAX];
        unsigned n = 0;
        for (unsigned cell = 0; cell < s->map->cells; cell++)
            if (s->digits[cell] == 0)
                stripped[n++] = (uint8_t)cell;
        unsigned cell = stripped[rng_below(s->rng, n)];
        s->digits[cell] = s->solution[cell];
        s->count++;
    }
}

static bool strip_to(struct strip *s)
{
    strip_once(s);
    for (unsigned i = 0; i < REPAIRS_MAX && s->count > s->target; i++) {
        struct strip before = *s;
        put_back(s);
        strip_once(s);
        if (s->count > before.count)
            *s = before;
    }
    return s->count == s->target;
}

static void board_stream(const struct terms *terms, const struct hash *coin, struct rng_stream *s)
{
    struct hasher h;
    hash_start(&h, TAG_BOARD);
    hash_bytes(&h, span_of(coin->b, sizeof coin->b));
    hash_number(&h, GENERATOR_VERSION);
    hash_number(&h, terms->size);
    hash_number(&h, terms->blocks);
    hash_number(&h, terms->givens);
    struct hash seed = hash_end(&h);
    rng_stream_init(s, seed.b);
}

static void write_board(struct board *out, const struct strip *s)
{
    for (unsigned cell = 0; cell < s->map->cells; cell++) {
        out->solution[cell] = s->solution[cell];
        out->given[cell] = s->digits[cell] != 0;
    }
}

enum verdict generate_board(const struct terms *terms, const struct hash *coin, struct board *out)
{
    struct board board = {.n = terms->size};
    struct solve_map map;
    struct rng_stream stream;
    if (!blocks_regular(terms->size, board.block))
        return VERDICT_BOARD_FAILED;
    solve_map_init(&map, board.n, board.block);
    board_stream(terms, coin, &stream);
    struct rng rng = rng_from_stream(&stream);
    for (unsigned i = 0; i < GRIDS_MAX; i++) {
        uint8_t grid[CELLS_MAX];
        struct strip s = {&map, &rng, grid, {0}, map.cells, terms->givens};
        if (solve_fill(&map, &rng, FILL_NODES, grid) != SOLVE_ONE)
            continue;
        memcpy(s.digits, grid, map.cells);
        if (!strip_to(&s))
            continue;
        write_board(&board, &s);
        *out = board;
        return VERDICT_OK;
    }
    return VERDICT_BOARD_FAILED;
}
