/* Cells by arithmetic; nothing is stored, so that every board size costs the same. */
#include "rules/cell.h"

#include "base/text.h"

#include <assert.h>

bool cell_read(struct span text, unsigned n, uint8_t *cell)
{
    uint64_t row = 0;
    if (text.len < 2)
        return false;
    unsigned letter = (unsigned)(text.data[0] | 0x20); /* ASCII: upper to lower case */
    if (letter < 'a' || letter >= 'a' + n)
        return false;
    if (!text_read_number(span_of(text.data + 1, text.len - 1), n, &row) || row < 1)
        return false;
    *cell = (uint8_t)((row - 1) * n + (letter - 'a'));
    return true;
}

void cell_write(unsigned cell, unsigned n, char out[CELL_TEXT])
{
    assert(n >= 1 && n <= CELL_SIDE_MAX && cell < n * n);
    struct text t = text_over(out, CELL_TEXT);
    char letter[2] = {(char)('a' + cell % n), '\0'};
    text_add(&t, letter);
    text_add_number(&t, cell / n + 1);
}

unsigned cell_neighbours(unsigned cell, unsigned n, uint8_t out[CELL_NEIGHBOURS])
{
    /* The neighbours of (row, column) are (row, column - 1), (row, column + 1),
     * (row - 1, column), (row - 1, column + 1), (row + 1, column - 1) and (row + 1, column), as
     * far as they are on the board. */
    static const int step[CELL_NEIGHBOURS][2] = {{0, -1}, {0, 1},  {-1, 0},
                                                 {-1, 1}, {1, -1}, {1, 0}};
    assert(n >= 1 && n <= CELL_SIDE_MAX && cell < n * n);
    int side = (int)n, row = (int)(cell / n), col = (int)(cell % n);
    unsigned count = 0;
    for (unsigned i = 0; i < CELL_NEIGHBOURS; i++) {
        int r = row + step[i][0], c = col + step[i][1];
        if (r >= 0 && r < side && c >= 0 && c < side)
            out[count++] = (uint8_t)(r * side + c);
    }
    return count;
}

unsigned cell_edges(unsigned cell, unsigned n)
{
    assert(n >= 1 && n <= CELL_SIDE_MAX && cell < n * n);
    unsigned row = cell / n, col = cell % n;
    return (row == 0 ? CELL_TOP : 0u) | (row == n - 1 ? CELL_BOTTOM : 0u) |
           (col == 0 ? CELL_LEFT : 0u) | (col == n - 1 ? CELL_RIGHT : 0u);
}
