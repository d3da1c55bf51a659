/* rng.h - where random bytes come from: a function somebody hands in, or a stream from a seed.
 * Rules: docs/formats.md section 1 (the seeded stream is bit-exact: boards depend on it).
 * Pure: nothing here draws randomness of its own.
 * Memory: plain values; rng_stream_wipe for a stream whose seed is secret.  Errors: none. */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include "base/ids.h"

#include <stddef.h>
#include <stdint.h>

/* A source of bytes: the daemon gives libsodium's, tests and generators a seeded stream. */
struct rng {
    void (*fill)(void *context, uint8_t *out, size_t len);
    void *context;
};

/* The stream of a seed [F-1.4]: block i (from 0) = BLAKE2b-512 keyed with the 32 bytes of the
 * seed over the 8 bytes of i, little endian; blocks are joined and read front to back. */
struct rng_stream {
    uint8_t seed[32];
    uint64_t block;
    uint8_t bytes[64];
    unsigned used;
};

/* Start the stream of `seed`. */
void rng_stream_init(struct rng_stream *s, const uint8_t seed[32]);

/* Forget everything. */
void rng_stream_wipe(struct rng_stream *s);

/* The stream as a source; valid as long as *s stays where it is. */
struct rng rng_from_stream(struct rng_stream *s);

/* `len` bytes from the source. */
void rng_fill(const struct rng *rng, uint8_t *out, size_t len);

/* An unbiased number below n, 1 <= n <= 2^31 [F-1.5]: take 4 bytes little endian as v; if v is at
 * or above the largest multiple of n not above 2^32, take the next 4; the result is v mod n. */
uint32_t rng_below(const struct rng *rng, uint32_t n);

/* Put `count` bytes into random order [F-1.6]: for i = count-1 down to 1 swap items i and
 * rng_below(i + 1). */
void rng_shuffle(const struct rng *rng, uint8_t *items, size_t count);

#endif
