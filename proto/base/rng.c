/* Rejection sampling, never a plain modulo: a modulo bias in a shuffle is the oldest fault of
 * programs of this kind. */
#include "base/rng.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

static void next_block(struct rng_stream *s)
{
    uint8_t counter[8];
    for (unsigned i = 0; i < 8; i++)
        counter[i] = (uint8_t)(s->block >> (8 * i));
    int rc = crypto_generichash(s->bytes, sizeof s->bytes, counter, sizeof counter, s->seed,
                                sizeof s->seed);
    assert(rc == 0);
    (void)rc;
    s->block++;
    s->used = 0;
}

static void stream_fill(void *context, uint8_t *out, size_t len)
{
    struct rng_stream *s = context;
    while (len > 0) {
        if (s->used == sizeof s->bytes)
            next_block(s);
        size_t take = sizeof s->bytes - s->used;
        if (take > len)
            take = len;
        memcpy(out, s->bytes + s->used, take);
        s->used += (unsigned)take;
        out += take;
        len -= take;
    }
}

void rng_stream_init(struct rng_stream *s, const uint8_t seed[32])
{
    memset(s, 0, sizeof *s);
    memcpy(s->seed, seed, sizeof s->seed);
    s->used = sizeof s->bytes;
}

void rng_stream_wipe(struct rng_stream *s)
{
    sodium_memzero(s, sizeof *s);
}

struct rng rng_from_stream(struct rng_stream *s)
{
    return (struct rng){stream_fill, s};
}

void rng_fill(const struct rng *rng, uint8_t *out, size_t len)
{
    rng->fill(rng->context, out, len);
}

uint32_t rng_below(const struct rng *rng, uint32_t n)
{
    assert(n >= 1 && n <= UINT32_C(1) << 31);
    uint64_t limit = (UINT64_C(1) << 32) / n * n;
    for (;;) {
        uint8_t b[4];
        rng_fill(rng, b, sizeof b);
        uint32_t v = (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 |
                     (uint32_t)b[3] << 24;
        if (v < limit)
            return v % n;
    }
}

void rng_shuffle(const struct rng *rng, uint8_t *items, size_t count)
{
    for (size_t i = count; i-- > 1;) {
        uint32_t j = rng_below(rng, (uint32_t)i + 1);
        uint8_t kept = items[i];
        items[i] = items[j];
        items[j] = kept;
    }
}
