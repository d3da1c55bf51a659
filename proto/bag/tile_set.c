/* Counted by formulas, so that a set is two numbers in the terms. */
#include "bag/tile_set.h"

#include <assert.h>

unsigned tile_set_count(struct tile_set set)
{
    /* [B-2.1] Digits of size n, 1 to 9: n * n tiles. */
    if (set.kind == TILES_DIGITS && set.size >= 1 && set.size <= 9)
        return (unsigned)set.size * set.size;
    /* [B-2.2] Dominoes of size s, 6, 9 or 12: (s + 1) (s + 2) / 2 tiles. */
    if (set.kind == TILES_DOMINOES && (set.size == 6 || set.size == 9 || set.size == 12))
        return (set.size + 1U) * (set.size + 2U) / 2;
    return 0;
}

uint8_t tile_set_value(struct tile_set set, unsigned place)
{
    assert(place < tile_set_count(set));
    return (uint8_t)((set.kind == TILES_DIGITS ? place / set.size : place) + 1);
}
