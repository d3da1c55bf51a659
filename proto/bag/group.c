/* libsodium multiplies, adds and maps; what it leaves unchecked is checked here, once, so that no
 * caller needs to know its habits. */
#include "bag/group.h"

#include <assert.h>
#include <sodium.h>

/* [B-1.1] The group is ristretto255 (RFC 9496) */
const struct point group_generator = {{
    0xe2, 0xf2, 0xae, 0x0a, 0x6a, 0xbc, 0x4e, 0x71,
    0xa8, 0x84, 0xa9, 0x61, 0xc5, 0x00, 0x51, 0x5f,
    0x58, 0xe3, 0x0b, 0x6a, 0xa5, 0x82, 0xdd, 0x8d,
    0xb6, 0xa6, 0x59, 0x45, 0xe0, 0x8d, 0x2d, 0x76}};
const struct point group_identity = {{0}};

bool group_is_identity(const struct point *p)
{
    return sodium_is_zero(p->b, sizeof p->b) != 0;
}

bool group_spelling_valid(const struct point *p)
{
    return (p->b[31] & 0x80) == 0 && !group_is_identity(p);
}

/* [B-1.2] A point that comes from outside is *valid* if its 32 bytes are the canonical encoding of
 * an element (so bit 255 is clear) and not the identity (32 zero bytes). */
bool group_point_valid(const struct point *p)
{
    return group_spelling_valid(p) && crypto_core_ristretto255_is_valid_point(p->b) == 1;
}

static bool scalar_is_zero(const struct scalar *k)
{
    return sodium_is_zero(k->b, sizeof k->b) != 0;
}

struct point group_base(const struct scalar *k)
{
    struct point out;
    if (crypto_scalarmult_ristretto255_base(out.b, k->b) != 0)
        out = group_identity;
    return out;
}

/* libsodium answers -1 for a bad point and for a product that is the identity alike: tell them
 * apart afterwards, the usual case stays one call. */
bool group_mul(struct point *out, const struct scalar *k, const struct point *p)
{
    struct point product;
    if (crypto_scalarmult_ristretto255(product.b, k->b, p->b) != 0) {
        if (!group_is_identity(p) && !(scalar_is_zero(k) && group_point_valid(p)))
            return false;
        product = group_identity;
    }
    *out = product;
    return true;
}

bool group_add(struct point *out, const struct point *p, const struct point *q)
{
    struct point sum;
    if (crypto_core_ristretto255_add(sum.b, p->b, q->b) != 0)
        return false;
    *out = sum;
    return true;
}

bool group_sub(struct point *out, const struct point *p, const struct point *q)
{
    struct point difference;
    if (crypto_core_ristretto255_sub(difference.b, p->b, q->b) != 0)
        return false;
    *out = difference;
    return true;
}

struct group_sum group_sum_new(void)
{
    return (struct group_sum){group_identity, false, true};
}

void group_sum_add(struct group_sum *s, const struct point *p)
{
    if (!s->any)
        s->p = *p;
    else
        s->ok = s->ok && group_add(&s->p, &s->p, p);
    s->any = true;
}

void group_sum_sub(struct group_sum *s, const struct point *p)
{
    s->ok = s->ok && group_sub(&s->p, &s->p, p);
    s->any = true;
}

void group_sum_base(struct group_sum *s, const struct scalar *k)
{
    struct point product = group_base(k);
    group_sum_add(s, &product);
}

void group_sum_mul(struct group_sum *s, const struct scalar *k, const struct point *p)
{
    struct point product = group_identity;
    s->ok = s->ok && group_mul(&product, k, p);
    group_sum_add(s, &product);
}

void group_first_equal(const struct point *points, unsigned n, uint8_t *first)
{
    assert(n <= TILES_MAX);
    for (unsigned i = 0; i < n; i++) {
        unsigned k = 0;
        while (!point_equal(&points[k], &points[i]))
            k++;
        first[i] = (uint8_t)k;
    }
}

/* [B-1.4] "mod q" after a 64-byte value takes it as an integer LE and reduces it. */
struct scalar scalar_reduce(const uint8_t wide[64])
{
    struct scalar out;
    crypto_core_ristretto255_scalar_reduce(out.b, wide);
    return out;
}

/* [B-1.3] A scalar that comes from outside is *valid* if it is below q. */
/* Version 1.0.18 has no test for it: reduce a zero-extended copy and compare. */
bool group_scalar_valid(const struct scalar *k)
{
    uint8_t wide[64] = {0};
    memcpy(wide, k->b, sizeof k->b);
    struct scalar reduced = scalar_reduce(wide);
    return memcmp(reduced.b, k->b, sizeof k->b) == 0;
}

struct scalar scalar_of(uint32_t number)
{
    struct scalar out = {{0}};
    for (unsigned i = 0; i < 4; i++)
        out.b[i] = (uint8_t)(number >> (8 * i));
    return out;
}

/* [B-1.5] The random scalar of a stream is the next 64 bytes of the stream, mod q. */
struct scalar scalar_random(const struct rng *rng)
{
    uint8_t wide[64];
    rng_fill(rng, wide, sizeof wide);
    struct scalar out = scalar_reduce(wide);
    sodium_memzero(wide, sizeof wide);
    return out;
}

struct scalar scalar_add(const struct scalar *a, const struct scalar *b)
{
    struct scalar out;
    crypto_core_ristretto255_scalar_add(out.b, a->b, b->b);
    return out;
}

struct scalar scalar_sub(const struct scalar *a, const struct scalar *b)
{
    struct scalar out;
    crypto_core_ristretto255_scalar_sub(out.b, a->b, b->b);
    return out;
}

struct scalar scalar_mul(const struct scalar *a, const struct scalar *b)
{
    struct scalar out;
    crypto_core_ristretto255_scalar_mul(out.b, a->b, b->b);
    return out;
}

struct scalar scalar_muladd(const struct scalar *a, const struct scalar *b,
                            const struct scalar *c)
{
    struct scalar product = scalar_mul(b, c);
    struct scalar out = scalar_add(a, &product);
    sodium_memzero(&product, sizeof product);
    return out;
}

struct scalar scalar_negate(const struct scalar *a)
{
    struct scalar out;
    crypto_core_ristretto255_scalar_negate(out.b, a->b);
    return out;
}

static void hash_dst(crypto_hash_sha512_state *h, struct span dst)
{
    uint8_t len = (uint8_t)dst.len;
    crypto_hash_sha512_update(h, dst.data, dst.len);
    crypto_hash_sha512_update(h, &len, 1);
}

/* b_0 = H(128 zero bytes, message, length as 2 bytes big endian, 0, DST, length of DST) */
static void expand_first(uint8_t b0[64], size_t len, struct span message, struct span dst)
{
    static const uint8_t pad[128];
    uint8_t tail[3] = {(uint8_t)(len >> 8), (uint8_t)len, 0};
    crypto_hash_sha512_state h;
    crypto_hash_sha512_init(&h);
    crypto_hash_sha512_update(&h, pad, sizeof pad);
    crypto_hash_sha512_update(&h, message.data, message.len);
    crypto_hash_sha512_update(&h, tail, sizeof tail);
    hash_dst(&h, dst);
    crypto_hash_sha512_final(&h, b0);
}

/* [B-1.6] expand(message, dst, n) is `expand_message_xmd` of RFC 9380 section 5.3.1 with SHA-512
 * and n bytes of output. */
void group_expand(uint8_t *out, size_t len, struct span message, struct span dst)
{
    uint8_t b0[64], block[64] = {0};
    assert(len <= GROUP_EXPAND_MAX && dst.len >= 1 && dst.len <= GROUP_DST_MAX);
    expand_first(b0, len, message, dst);
    for (uint8_t i = 1; len > 0; i++) {
        /* b_i = H(b_0 xor b_(i-1), i, DST, length of DST), with b_0 alone for i = 1 */
        crypto_hash_sha512_state h;
        for (unsigned k = 0; k < sizeof block; k++)
            block[k] ^= b0[k];
        crypto_hash_sha512_init(&h);
        crypto_hash_sha512_update(&h, block, sizeof block);
        crypto_hash_sha512_update(&h, &i, 1);
        hash_dst(&h, dst);
        crypto_hash_sha512_final(&h, block);
        size_t take = len < sizeof block ? len : sizeof block;
        memcpy(out, block, take);
        out += take;
        len -= take;
    }
}

/* [B-1.7] point(message, dst) is the one-way map of RFC 9496 section 4.3.4 applied to
 * expand(message, dst, 64). */
struct point group_hash(struct span message, struct span dst)
{
    uint8_t wide[64];
    struct point out;
    group_expand(wide, sizeof wide, message, dst);
    crypto_core_ristretto255_from_hash(out.b, wide);
    return out;
}

struct scalar group_hash_scalar(struct span message, struct span dst)
{
    uint8_t wide[64];
    group_expand(wide, sizeof wide, message, dst);
    return scalar_reduce(wide);
}
