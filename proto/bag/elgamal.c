/* Lifted or plain makes no difference here: a tile is a point, never an exponent. */
#include "bag/elgamal.h"

#include <assert.h>

static struct point sum_of(struct group_sum s)
{
    assert(s.ok);
    return s.p;
}

struct cipher elgamal_start(const struct point *tile, const struct point *joint)
{
    struct group_sum b = group_sum_new();
    group_sum_add(&b, tile);
    group_sum_add(&b, joint);
    return (struct cipher){group_generator, sum_of(b)};
}

struct cipher elgamal_renew(const struct cipher *c, const struct scalar *rho,
                            const struct point *joint)
{
    struct group_sum a = group_sum_new(), b = group_sum_new();
    group_sum_add(&a, &c->a);
    group_sum_base(&a, rho);
    group_sum_add(&b, &c->b);
    group_sum_mul(&b, rho, joint);
    return (struct cipher){sum_of(a), sum_of(b)};
}

/* [B-7.3] a place that holds a tile of value v hidden with r holds (r G, M_v + (r y) G) */
struct cipher elgamal_known(const struct point *tile, const struct scalar *r,
                            const struct scalar *y)
{
    struct scalar ry = scalar_mul(r, y);
    struct group_sum b = group_sum_new();
    group_sum_add(&b, tile);
    group_sum_base(&b, &ry);
    return (struct cipher){group_base(r), sum_of(b)};
}

/* [B-6.1] The share of a player for a place that holds (A, B) is D = x A. */
struct point elgamal_share(const struct scalar *x, const struct cipher *c)
{
    struct group_sum d = group_sum_new();
    group_sum_mul(&d, x, &c->a);
    return sum_of(d);
}
