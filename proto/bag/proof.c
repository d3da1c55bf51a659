/* Both proofs are (challenge, response) with response = nonce - challenge * secret, as in
 * RFC 9497: the verifier rebuilds the announcements and hashes them. */
#include "bag/proof.h"

#include "base/buf.h"

#include <assert.h>

/* --- nonces --- */

void proof_nonces(struct rng_stream *out, const struct seed *seed, const struct hash *statement,
                  const struct rng *fresh)
{
    uint8_t bytes[32];
    struct hasher h;
    rng_fill(fresh, bytes, sizeof bytes);
    /* [B-4.3] The nonces of a proof are the random scalars of the stream of H("nonce"; seed of the
     * player, statement, 32 fresh random bytes) */
    hash_start(&h, TAG_NONCE);
    hash_bytes(&h, span_of(seed->b, sizeof seed->b));
    hash_bytes(&h, span_of(statement->b, sizeof statement->b));
    hash_bytes(&h, span_of(bytes, sizeof bytes));
    struct hash key = hash_end(&h);
    rng_stream_init(out, key.b);
    sodium_memzero(&key, sizeof key);
    sodium_memzero(bytes, sizeof bytes);
}

/* --- challenge and response --- */

static bool split(const struct proof *proof, struct scalar *challenge, struct scalar *response)
{
    memcpy(challenge->b, proof->b, SCALAR_LEN);
    memcpy(response->b, proof->b + SCALAR_LEN, SCALAR_LEN);
    return group_scalar_valid(challenge) && group_scalar_valid(response);
}

static void answer(struct proof *out, const struct scalar *challenge, const struct scalar *x,
                   const struct scalar *k)
{
    struct scalar product = scalar_mul(challenge, x);
    struct scalar response = scalar_sub(k, &product);
    memcpy(out->b, challenge->b, SCALAR_LEN);
    memcpy(out->b + SCALAR_LEN, response.b, SCALAR_LEN);
    sodium_memzero(&product, sizeof product);
}

/* response * base + challenge * image; false if one of the two is no group element. */
static bool rebuild(struct point *out, const struct proof *proof, const struct point *base,
                    const struct point *image)
{
    struct scalar challenge, response;
    struct group_sum t = group_sum_new();
    if (!split(proof, &challenge, &response))
        return false;
    if (point_equal(base, &group_generator))
        group_sum_base(&t, &response);
    else
        group_sum_mul(&t, &response, base);
    group_sum_mul(&t, &challenge, image);
    *out = t.p;
    return t.ok;
}

/* --- possession --- */

static void possession_fields(struct hasher *h, const struct commit_place *place,
                              const struct point *key)
{
    hash_start(h, TAG_POP);
    hash_bytes(h, span_of(place->game.b, sizeof place->game.b));
    hash_number(h, place->player);
    hash_bytes(h, span_of(place->identity.b, sizeof place->identity.b));
    hash_bytes(h, span_of(key->b, sizeof key->b));
}

static struct scalar possession_challenge(const struct commit_place *place,
                                          const struct point *key, const struct point *t)
{
    uint8_t wide[64];
    struct hasher h;
    /* [B-3.4] c = H64("possession"; game id, number player index, identity, X, s G + c X) mod q. */
    possession_fields(&h, place, key);
    hash_bytes(&h, span_of(t->b, sizeof t->b));
    hash_end64(&h, wide);
    return scalar_reduce(wide);
}

struct hash proof_possession_statement(const struct commit_place *place, const struct point *key)
{
    struct hasher h;
    possession_fields(&h, place, key);
    return hash_end(&h);
}

void proof_possession_make(struct proof *out, const struct commit_place *place,
                           const struct scalar *x, const struct scalar *k)
{
    struct point key = group_base(x), t = group_base(k);
    struct scalar challenge = possession_challenge(place, &key, &t);
    answer(out, &challenge, x, k);
}

enum verdict proof_possession_check(const struct proof *proof, const struct commit_place *place,
                                    const struct point *key)
{
    struct scalar challenge, response;
    struct point t;
    if (!split(proof, &challenge, &response))
        return VERDICT_BAD_SCALAR;
    if (!rebuild(&t, proof, &group_generator, key))
        return VERDICT_BAD_POINT;
    struct scalar again = possession_challenge(place, key, &t);
    return memcmp(again.b, challenge.b, SCALAR_LEN) == 0 ? VERDICT_OK : VERDICT_BAD_POSSESSION;
}

/* --- many shares, one proof: the transcript of RFC 9497, byte for byte --- */

enum { TRANSCRIPT_MAX = 5 * (2 + POINT_LEN) + 16, SEED_LEN = 64 };

/* Two bytes of length, big endian, then the bytes. */
static size_t put(uint8_t *out, size_t at, struct span bytes)
{
    out[at] = (uint8_t)(bytes.len >> 8);
    out[at + 1] = (uint8_t)bytes.len;
    memcpy(out + at + 2, bytes.data, bytes.len);
    return at + 2 + bytes.len;
}

static size_t put_point(uint8_t *out, size_t at, const struct point *p)
{
    return put(out, at, span_of(p->b, sizeof p->b));
}

/* prefix followed by the label */
static struct span prefixed(uint8_t out[GROUP_DST_MAX], const char *prefix, struct span label)
{
    struct buf text = buf_over(out, GROUP_DST_MAX);
    assert(label.len <= PROOF_LABEL_MAX);
    buf_add(&text, span_text(prefix));
    buf_add(&text, label);
    return buf_span(&text);
}

static struct scalar transcript_scalar(const uint8_t *transcript, size_t len, struct span label)
{
    uint8_t dst[GROUP_DST_MAX];
    return group_hash_scalar(span_of(transcript, len), prefixed(dst, "HashToScalar-", label));
}

static void weights_seed(uint8_t out[SEED_LEN], const struct proof_pairs *pairs)
{
    uint8_t dst[GROUP_DST_MAX], input[2 + POINT_LEN + 2 + GROUP_DST_MAX];
    /* [B-6.4] seed = SHA-512(P(X), I2(length of "Seed-" label), "Seed-" label) */
    size_t len = put_point(input, 0, &pairs->key);
    len = put(input, len, prefixed(dst, "Seed-", pairs->label));
    crypto_hash_sha512(out, input, len);
}

static struct scalar pair_weight(const uint8_t seed[SEED_LEN], const struct proof_pairs *pairs,
                                 unsigned i)
{
    static const char end[] = "Composite";
    uint8_t input[2 + SEED_LEN + 2 + 2 * (2 + POINT_LEN) + sizeof end];
    /* [B-6.4] d_i = scalar(I2(64), seed, I2(i), P(A_i), P(D_i), "Composite") for i from 0 */
    size_t len = put(input, 0, span_of(seed, SEED_LEN));
    input[len++] = (uint8_t)(i >> 8);
    input[len++] = (uint8_t)i;
    len = put_point(input, len, &pairs->c[i]);
    len = put_point(input, len, &pairs->d[i]);
    memcpy(input + len, end, sizeof end - 1);
    return transcript_scalar(input, len + sizeof end - 1, pairs->label);
}

/* M = sum of weight * c; with z also Z = sum of weight * d. */
static bool composites(const struct proof_pairs *pairs, struct point *m, struct point *z)
{
    uint8_t seed[SEED_LEN];
    struct group_sum sum_m = group_sum_new(), sum_z = group_sum_new();
    weights_seed(seed, pairs);
    for (unsigned i = 0; i < pairs->n; i++) {
        struct scalar weight = pair_weight(seed, pairs, i);
        group_sum_mul(&sum_m, &weight, &pairs->c[i]);
        if (z)
            group_sum_mul(&sum_z, &weight, &pairs->d[i]);
    }
    *m = sum_m.p;
    if (z)
        *z = sum_z.p;
    return sum_m.ok && sum_z.ok;
}

static struct scalar pairs_challenge(const struct proof_pairs *pairs, const struct point *m,
                                     const struct point *z, const struct point t[2])
{
    static const char end[] = "Challenge";
    uint8_t input[TRANSCRIPT_MAX];
    /* [B-6.4] c = scalar(P(X), P(M), P(Z), P(T), P(U), "Challenge"); s = k - c x. */
    size_t len = put_point(input, 0, &pairs->key);
    len = put_point(input, len, m);
    len = put_point(input, len, z);
    len = put_point(input, len, &t[0]);
    len = put_point(input, len, &t[1]);
    memcpy(input + len, end, sizeof end - 1);
    return transcript_scalar(input, len + sizeof end - 1, pairs->label);
}

/* [B-6.3] It is the proof of RFC 9497 section 2.2.1 with the suite ristretto255-SHA512, the label
 * in the place of contextString, A = G, B = X */
void proof_pairs_make(struct proof *out, const struct proof_pairs *pairs, const struct scalar *x,
                      const struct scalar *k)
{
    struct point m, z, t[2];
    assert(pairs->n >= 1);
    bool ok = composites(pairs, &m, NULL);
    ok = ok && group_mul(&z, x, &m);
    t[0] = group_base(k);
    ok = ok && group_mul(&t[1], k, &m);
    assert(ok);
    struct scalar challenge = pairs_challenge(pairs, &m, &z, t);
    answer(out, &challenge, x, k);
}

enum verdict proof_pairs_check(const struct proof *proof, const struct proof_pairs *pairs)
{
    struct point m, z, t[2];
    struct scalar challenge, response;
    assert(pairs->n >= 1);
    if (!split(proof, &challenge, &response))
        return VERDICT_BAD_SCALAR;
    for (unsigned i = 0; i < pairs->n; i++)
        if (!group_spelling_valid(&pairs->d[i]))
            return VERDICT_BAD_POINT;
    if (!composites(pairs, &m, &z))
        return VERDICT_BAD_POINT;
    if (!rebuild(&t[0], proof, &group_generator, &pairs->key) ||
        !rebuild(&t[1], proof, &m, &z))
        return VERDICT_BAD_POINT;
    struct scalar again = pairs_challenge(pairs, &m, &z, t);
    return memcmp(again.b, challenge.b, SCALAR_LEN) == 0 ? VERDICT_OK : VERDICT_BAD_SHARE;
}
