/* Fill a grid, then strip givens in random order while the solution stays unique; where that ends
 * with too many givens, put two back and strip again.  Thirty givens are nearly always reached in
 * one go; twenty-two need the repair. */
#include "rules/generate.h"

#include "base/hash.h"
#include "rules/blocks.h"
#include "rules/solve.h"

#include <string.h>

enum {
    MAPS_MAX = 50,      /* block maps tried before giving up */
    BOARDS_MAX = 20,    /* grids tried on one block map */
    FILL_NODES = 500,   /* nodes for one grid */
    TEST_NODES = 2000,  /* nodes for one uniqueness test */
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

/* To *strip*: the cells that are givens, in order of cells, are shuffled; then each in
 * turn, while there are more givens than the terms ask, stops being a given if the search of
 * section 4, allowed 2000 nodes, from the other givens and with the cell's own digit excluded from
 * the cell, ends without finding a solution and without giving up. */
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
        uint8_t stripped[CELLS_MAX] = {0};
        unsigned n = 0;
        for (unsigned cell = 0; cell < s->map->cells; cell++)
            if (s->digits[cell] == 0)
                stripped[n++] = (uint8_t)cell;
        unsigned cell = stripped[rng_below(s->rng, n)];
        s->digits[cell] = s->solution[cell];
        s->count++;
    }
}

/* The givens are stripped. While there are more than the terms ask, up to 25 times: 2
 * cells are made givens again, each drawn below the number of cells that are no givens, in order
 * of cells; then the givens are stripped; if there are more of them than before the 2 cells were
 * added, the givens are those of before again. */
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

static void start_stream(enum hash_tag tag, const struct terms *terms, const struct hash *coin,
                         struct rng_stream *out)
{
    struct hasher h;
    /* The board stream is the stream of hash("board", coin, 1, size, blocks, givens), the
     * block stream that of hash("blocks", coin, 1, size, blocks, givens): coin as a field of 32
     * bytes, then four numbers, the first being the version of the generator. */
    hash_start(&h, tag);
    hash_bytes(&h, span_of(coin->b, sizeof coin->b));
    hash_number(&h, GENERATOR_VERSION);
    hash_number(&h, terms->size);
    hash_number(&h, terms->blocks);
    hash_number(&h, terms->givens);
    struct hash seed = hash_end(&h);
    rng_stream_init(out, seed.b);
}

static bool make_blocks(const struct terms *terms, const struct rng *rng, uint8_t *block)
{
    if (terms->blocks == BLOCKS_REGULAR)
        return blocks_regular(terms->size, block);
    return blocks_irregular(terms->size, rng, block);
}

static void write_board(struct board *out, const struct strip *s)
{
    for (unsigned cell = 0; cell < s->map->cells; cell++) {
        out->solution[cell] = s->solution[cell];
        out->given[cell] = s->digits[cell] != 0;
    }
}

/* A board is tried like this: a random search for a full grid, starting from the empty
 * board, allowed 500 nodes; if it finds none, the try has failed. All cells are givens then. */
static bool try_board(const struct solve_map *map, const struct rng *rng, unsigned givens,
                      struct board *out)
{
    uint8_t grid[CELLS_MAX];
    struct strip s = {map, rng, grid, {0}, map->cells, givens};
    if (solve_fill(map, rng, FILL_NODES, grid) != SOLVE_ONE)
        return false;
    memcpy(s.digits, grid, map->cells);
    if (!strip_to(&s))
        return false;
    write_board(out, &s);
    return true;
}

enum verdict generate_board(const struct terms *terms, const struct hash *coin, struct board *out)
{
    struct board board = {.n = terms->size};
    struct solve_map map;
    struct rng_stream board_stream, block_stream;
    start_stream(TAG_BOARD, terms, coin, &board_stream);
    start_stream(TAG_BLOCKS, terms, coin, &block_stream);
    struct rng rng = rng_from_stream(&board_stream), block_rng = rng_from_stream(&block_stream);
    /* Up to 50 times a block map is made, and on each of them up to 20 times a board is
     * tried; the first that succeeds is the board. */
    for (unsigned m = 0; m < MAPS_MAX; m++) {
        if (!make_blocks(terms, &block_rng, board.block))
            continue;
        solve_map_init(&map, board.n, board.block);
        for (unsigned i = 0; i < BOARDS_MAX; i++)
            if (try_board(&map, &rng, terms->givens, &board)) {
                *out = board;
                return VERDICT_OK;
            }
    }
    return VERDICT_BOARD_FAILED;
}
