/* Regular blocks from a table of shapes; irregular ones by exchanging cells between neighbouring
 * blocks, which keeps every size right by itself; legality by flood fill. */
#include "rules/blocks.h"

#include "rules/cell.h"

#include <string.h>

bool blocks_shape(unsigned n, unsigned *rows, unsigned *columns)
{
    /* Regular blocks are 3 rows by 3 columns on 9x9, 2 by 4 on 8x8 and 2 by 3 on 6x6; the
     * other sizes have none. */
    static const uint8_t shape[BOARD_MAX + 1][2] = {[6] = {2, 3}, [8] = {2, 4}, [9] = {3, 3}};
    if (n > BOARD_MAX || shape[n][0] == 0)
        return false;
    *rows = shape[n][0];
    *columns = shape[n][1];
    return true;
}

bool blocks_regular(unsigned n, uint8_t *block)
{
    unsigned rows, columns;
    if (!blocks_shape(n, &rows, &columns))
        return false;
    for (unsigned cell = 0; cell < n * n; cell++) {
        unsigned band = cell / n / rows, stack = cell % n / columns;
        block[cell] = (uint8_t)(band * (n / columns) + stack);
    }
    return true;
}

/* Cells that can be reached from `start` without leaving its block. */
static unsigned reach(unsigned n, const uint8_t *block, unsigned start)
{
    uint8_t queue[CELLS_MAX], near[CELL_NEIGHBOURS];
    bool seen[CELLS_MAX] = {false};
    unsigned head = 0, tail = 0;
    queue[tail++] = (uint8_t)start;
    seen[start] = true;
    while (head < tail) {
        unsigned count = cell_neighbours(queue[head++], n, near);
        for (unsigned i = 0; i < count; i++)
            if (!seen[near[i]] && block[near[i]] == block[start]) {
                seen[near[i]] = true;
                queue[tail++] = near[i];
            }
    }
    return tail;
}

bool blocks_legal(unsigned n, const uint8_t *block)
{
    /* There are n blocks of n cells, numbered from 0; each is connected through the
     * neighbours of. */
    unsigned size[BOARD_MAX] = {0};
    if (n < 1 || n > BOARD_MAX)
        return false;
    for (unsigned cell = 0; cell < n * n; cell++) {
        if (block[cell] >= n)
            return false;
        size[block[cell]]++;
    }
    for (unsigned b = 0; b < n; b++)
        if (size[b] != n)
            return false;
    for (unsigned cell = 0; cell < n * n; cell++)
        if (reach(n, block, cell) != n)
            return false;
    return true;
}

/* Blocks a and b are each still in one piece. */
static bool whole(unsigned n, const uint8_t *block, unsigned x, unsigned z)
{
    return reach(n, block, x) == n && reach(n, block, z) == n;
}

/* One try: draw a cell x below n * n, then one of its neighbours y by its place in the
 * order of, then a number k below n; if y is in another block than x, let z be the k-th
 * cell, in order of cells from 0, of the block of y; x and z change blocks, unless one of the two
 * blocks would not be connected any more. */
static bool exchange(unsigned n, const struct rng *rng, uint8_t *block)
{
    uint8_t near[CELL_NEIGHBOURS] = {0};
    unsigned x = rng_below(rng, n * n);
    unsigned y = near[rng_below(rng, cell_neighbours(x, n, near))];
    unsigned k = rng_below(rng, n), z = 0;
    const uint8_t a = block[x], b = block[y];
    if (a == b)
        return false;
    for (unsigned cell = 0, found = 0; cell < n * n; cell++)
        if (block[cell] == b && found++ == k)
            z = cell;
    block[x] = b;
    block[z] = a;
    if (whole(n, block, x, z))
        return true;
    block[x] = a;
    block[z] = b;
    return false;
}

/* A map is irregular if no block is a whole row, a whole column or a regular block. */
static bool irregular(unsigned n, const uint8_t *block)
{
    uint8_t regular[CELLS_MAX];
    const bool has_regular = blocks_regular(n, regular);
    unsigned in_row[BOARD_MAX] = {0}, in_column[BOARD_MAX] = {0}, in_regular[BOARD_MAX] = {0};
    for (unsigned cell = 0; cell < n * n; cell++) {
        in_row[cell / n] |= 1u << block[cell];
        in_column[cell % n] |= 1u << block[cell];
        if (has_regular)
            in_regular[regular[cell]] |= 1u << block[cell];
    }
    for (unsigned i = 0; i < n; i++)
        if ((in_row[i] & (in_row[i] - 1)) == 0 || (in_column[i] & (in_column[i] - 1)) == 0 ||
            (has_regular && (in_regular[i] & (in_regular[i] - 1)) == 0))
            return false;
    return true;
}

bool blocks_irregular(unsigned n, const struct rng *rng, uint8_t *block)
{
    uint8_t map[CELLS_MAX];
    unsigned done = 0;
    /* An irregular map starts from the regular map, or from the rows as blocks where there
     * is none, and makes tries until at least n * n of them have changed the map and the map is
     * irregular; it fails after 100 * n * n tries. */
    if (!blocks_regular(n, map))
        for (unsigned cell = 0; cell < n * n; cell++)
            map[cell] = (uint8_t)(cell / n);
    for (unsigned tries = 0; tries < 100 * n * n; tries++) {
        done += exchange(n, rng, map);
        if (done >= n * n && irregular(n, map)) {
            memcpy(block, map, (size_t)n * n);
            return true;
        }
    }
    return false;
}
