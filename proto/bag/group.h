/* group.h - ristretto255 in typed structs: the group of all keys, ciphertexts and proofs, with
 * decoding that refuses what libsodium 1.0.18 lets pass.
 * Rules: docs/bag.md section 1.  Pure.  Memory: plain values.
 * Errors: false for bytes that are no group element; `out` is then untouched.
 * Sources: RFC 9496 (group and encoding), RFC 9380 (expand_message_xmd, hash to the group).
 *
 * What libsodium does not check and this module does: bit 255 of a point (it is ignored there, so
 * that every point has two spellings), the identity as something a stranger sends, scalars at or
 * above the order. */
#ifndef BAG_GROUP_H
#define BAG_GROUP_H

#include "base/ids.h"
#include "base/rng.h"
#include "base/span.h"

enum { POINT_LEN = 32, SCALAR_LEN = 32, GROUP_DST_MAX = 255, GROUP_EXPAND_MAX = 255 * 64 };

/* The generator G, and the identity (32 zero bytes). */
extern const struct point group_generator, group_identity;

/* A point as it may come from outside: the canonical encoding of an element, not the identity. */
bool group_point_valid(const struct point *p);

/* The half of group_point_valid that group_mul does not do by itself: bit 255 is clear and it is
 * not the identity.  Cheap.  A point that passes this and then group_mul is valid. */
bool group_spelling_valid(const struct point *p);

bool group_is_identity(const struct point *p);

/* k G for a scalar k < q; the identity for 0.  Constant time in k but for k = 0. */
struct point group_base(const struct scalar *k);

/* *out = k P for a scalar k < q.  False if P is no group element.  Constant time in k but for
 * k = 0.  In place is fine. */
__attribute__((warn_unused_result)) bool group_mul(struct point *out, const struct scalar *k,
                                                   const struct point *p);

/* P + Q and P - Q.  False if one of them is no group element.  In place is fine. */
__attribute__((warn_unused_result)) bool group_add(struct point *out, const struct point *p,
                                                   const struct point *q);
__attribute__((warn_unused_result)) bool group_sub(struct point *out, const struct point *p,
                                                   const struct point *q);

/* A sum of products, written term by term; `ok` turns false, and stays so, at the first term that
 * is no group element. */
struct group_sum {
    struct point p;
    bool any, ok;
};
struct group_sum group_sum_new(void);
void group_sum_add(struct group_sum *s, const struct point *p);
void group_sum_sub(struct group_sum *s, const struct point *p);
void group_sum_base(struct group_sum *s, const struct scalar *k);
void group_sum_mul(struct group_sum *s, const struct scalar *k, const struct point *p);

/* For every i the smallest k with the same point: what must be multiplied only once in a sum.
 * Looks at public points only. */
void group_first_equal(const struct point *points, unsigned n, uint8_t *first);

/* A scalar as it may come from outside: below the group order q (0 is fine). */
bool group_scalar_valid(const struct scalar *k);

/* 64 bytes, little endian, modulo q. */
struct scalar scalar_reduce(const uint8_t wide[64]);

/* The scalar of a small number. */
struct scalar scalar_of(uint32_t number);

/* 64 bytes of the source modulo q. */
struct scalar scalar_random(const struct rng *rng);

/* a + b, a - b, a b modulo q; a + b c.  Constant time. */
struct scalar scalar_add(const struct scalar *a, const struct scalar *b);
struct scalar scalar_sub(const struct scalar *a, const struct scalar *b);
struct scalar scalar_mul(const struct scalar *a, const struct scalar *b);
struct scalar scalar_muladd(const struct scalar *a, const struct scalar *b,
                            const struct scalar *c);
struct scalar scalar_negate(const struct scalar *a);

/* expand_message_xmd of RFC 9380 section 5.3.1 with SHA-512: `len` <= GROUP_EXPAND_MAX bytes from
 * a message and a domain separation tag of 1 to GROUP_DST_MAX bytes. */
void group_expand(uint8_t *out, size_t len, struct span message, struct span dst);

/* The group element of a message: group_expand to 64 bytes, then the map of RFC 9496. */
struct point group_hash(struct span message, struct span dst);

/* The scalar of a message: group_expand to 64 bytes, then modulo q (RFC 9497, HashToScalar). */
struct scalar group_hash_scalar(struct span message, struct span dst);

#endif
