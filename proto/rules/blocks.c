/* Regular blocks from a table of shapes; legality by flood fill. */
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
