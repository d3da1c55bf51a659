/* elgamal.h - hiding a point under a joint key, hiding it anew, taking shares off.
 * Rules: docs/bag.md sections 2, 5, 6.  Pure.  Memory: plain values.
 * Errors: none; every point must have been checked before (assert). */
#ifndef BAG_ELGAMAL_H
#define BAG_ELGAMAL_H

#include "bag/group.h"

/* [B-2.6] It hides M with r under Y if A = r G and B = M + r Y. */
struct cipher { struct point a, b; };

/* M hidden with the public r = 1: A = G, B = M + Y.  (With r = 0 the first half would be the
 * identity, which no valid deck contains.) */
struct cipher elgamal_start(const struct point *tile, const struct point *joint);

/* The same M, hidden anew: A + rho G, B + rho Y. */
struct cipher elgamal_renew(const struct cipher *c, const struct scalar *rho,
                            const struct point *joint);

/* M hidden with r by somebody who knows y with Y = y G: two multiplications of the generator. */
struct cipher elgamal_known(const struct point *tile, const struct scalar *r,
                            const struct scalar *y);

/* The share x A of the player with the secret x. */
struct point elgamal_share(const struct scalar *x, const struct cipher *c);

#endif
