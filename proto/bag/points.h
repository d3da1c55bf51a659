/* points.h - the fixed points of the bag, all hashed to the group so that nobody knows how they
 * depend on each other: tile points and the generators of the shuffle proof.
 * Rules: docs/bag.md section 2.  Pure; constants, written by tests/tools/make_points.c and
 * recomputed by tests/unit/test_points.c.  Errors: none. */
#ifndef BAG_POINTS_H
#define BAG_POINTS_H

#include "base/ids.h"
#include "base/span.h"

/* M_v of tile value v, 1 to TILES_MAX, at index v (index 0 is the identity and stands for none)
 * [B-2.4]. */
extern const struct point points_tile[TILES_MAX + 1];

/* H at index 0 and H_1 .. H_91 after it [B-2.5]. */
extern const struct point points_generator[TILES_MAX + 1];

/* H_1 + .. + H_n at index n. */
extern const struct point points_generator_sum[TILES_MAX + 1];

/* The domain separation tags the points are hashed with. */
#define POINTS_TILE_DST "numbridge/1/tile"
#define POINTS_GENERATOR_DST "numbridge/1/generator"

/* The value v >= 1 with M_v = p and v <= `values`; 0 if there is none. */
uint8_t points_tile_value(const struct point *p, unsigned values);

#endif
