/* tile_set.h - which tiles a game is played with.
 * Rules: docs/bag.md section 2.  Pure.  Memory: plain value.  Errors: none. */
#ifndef BAG_TILE_SET_H
#define BAG_TILE_SET_H

#include <stdint.h>

/* Which tiles there are.  Digits: size = n from 1 to 9, n tiles of each value 1..n, place p starts
 * with value p / n + 1.  Dominoes: size = 6, 9 or 12; the tiles 0-0, 0-1, .. 0-s, 1-1, .. s-s in
 * that order are the values 1, 2, 3 ..., place p starts with value p + 1. */
/* [B-2.3] Kind 1 is digits, kind 2 dominoes. */
enum tile_kind { TILES_DIGITS = 1, TILES_DOMINOES = 2 };
struct tile_set {
    uint8_t kind; /* enum tile_kind */
    uint8_t size;
};

/* Number of tiles, 1 to TILES_MAX; 0 for a set that does not exist [B-2.1]. */
unsigned tile_set_count(struct tile_set set);

/* Value (from 1) of the tile that starts at `place`. */
uint8_t tile_set_value(struct tile_set set, unsigned place);

#endif
