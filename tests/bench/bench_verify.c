/* bench_verify - how long the judge takes for the file of a whole game of Bridge, by its proofs
 * and by its seeds, against the calls to libsodium that it makes.
 * The linker puts a wrapper before every crypto_ function; one judgement is recorded call by call
 * (function and length), and the floor is the time of exactly these calls, made again in the same
 * order on other data.  Floor and value alternate; medians of RUNS, of processor time.
 * Lines: bench, name, value, unit, floor, ratio, goal (the most the ratio may be), ok or short.
 * The floor of "seeds against proofs" is the judgement by proofs. */
#include "tests/sim/table.h"

#include <stdio.h>
#include <time.h>

enum { RUNS = 15, CALLS_MAX = 1 << 21, MESSAGE_MAX = 64 * 1024 };

/* X(name, return type, parameters, arguments, length that matters) */
#define CALLS(X)                                                                                 \
    X(crypto_core_ed25519_is_valid_point, int, (const unsigned char *p), (p), 0)                 \
    X(crypto_core_ristretto255_is_valid_point, int, (const unsigned char *p), (p), 0)            \
    X(crypto_core_ristretto255_add, int,                                                         \
      (unsigned char *r, const unsigned char *p, const unsigned char *q), (r, p, q), 0)          \
    X(crypto_core_ristretto255_sub, int,                                                         \
      (unsigned char *r, const unsigned char *p, const unsigned char *q), (r, p, q), 0)          \
    X(crypto_core_ristretto255_from_hash, int, (unsigned char *p, const unsigned char *r),       \
      (p, r), 0)                                                                                 \
    X(crypto_scalarmult_ristretto255, int,                                                       \
      (unsigned char *q, const unsigned char *n, const unsigned char *p), (q, n, p), 0)          \
    X(crypto_scalarmult_ristretto255_base, int, (unsigned char *q, const unsigned char *n),      \
      (q, n), 0)                                                                                 \
    X(crypto_core_ristretto255_scalar_add, void,                                                 \
      (unsigned char *z, const unsigned char *x, const unsigned char *y), (z, x, y), 0)          \
    X(crypto_core_ristretto255_scalar_sub, void,                                                 \
      (unsigned char *z, const unsigned char *x, const unsigned char *y), (z, x, y), 0)          \
    X(crypto_core_ristretto255_scalar_mul, void,                                                 \
      (unsigned char *z, const unsigned char *x, const unsigned char *y), (z, x, y), 0)          \
    X(crypto_core_ristretto255_scalar_negate, void, (unsigned char *z, const unsigned char *x),  \
      (z, x), 0)                                                                                 \
    X(crypto_core_ristretto255_scalar_reduce, void, (unsigned char *z, const unsigned char *x),  \
      (z, x), 0)                                                                                 \
    X(crypto_generichash, int,                                                                   \
      (unsigned char *out, size_t out_len, const unsigned char *in, unsigned long long len,      \
       const unsigned char *key, size_t key_len),                                                \
      (out, out_len, in, len, key, key_len), len)                                                \
    X(crypto_generichash_init, int,                                                              \
      (crypto_generichash_state *s, const unsigned char *key, const size_t len, size_t out_len), \
      (s, key, len, out_len), 0)                                                                 \
    X(crypto_generichash_update, int,                                                            \
      (crypto_generichash_state *s, const unsigned char *in, unsigned long long len),            \
      (s, in, len), len)                                                                         \
    X(crypto_generichash_final, int,                                                             \
      (crypto_generichash_state *s, unsigned char *out, const size_t len), (s, out, len), 0)     \
    X(crypto_hash_sha512, int,                                                                   \
      (unsigned char *out, const unsigned char *in, unsigned long long len), (out, in, len), len) \
    X(crypto_hash_sha512_init, int, (crypto_hash_sha512_state *s), (s), 0)                       \
    X(crypto_hash_sha512_update, int,                                                            \
      (crypto_hash_sha512_state *s, const unsigned char *in, unsigned long long len),            \
      (s, in, len), len)                                                                         \
    X(crypto_hash_sha512_final, int, (crypto_hash_sha512_state *s, unsigned char *out),          \
      (s, out), 0)                                                                               \
    X(crypto_sign_verify_detached, int,                                                          \
      (const unsigned char *sig, const unsigned char *m, unsigned long long len,                 \
       const unsigned char *pk),                                                                 \
      (sig, m, len, pk), len)

#define CALL_ENUM(name, type, parameters, arguments, len) CALL_##name,
enum call { CALLS(CALL_ENUM) CALL_COUNT };
#define CALL_NAME(name, type, parameters, arguments, len) #name,
static const char *const names[] = {CALLS(CALL_NAME)};

static struct record { uint32_t call, len; } records[CALLS_MAX];
static size_t records_n;
static bool recording;

static void record(enum call call, size_t len)
{
    if (!recording)
        return;
    if (records_n == CALLS_MAX)
        abort();
    records[records_n++] = (struct record){call, (uint32_t)len};
}

#define CALL_WRAP(name, type, parameters, arguments, len)                                        \
    type __real_##name parameters;                                                               \
    type __wrap_##name parameters;                                                               \
    type __wrap_##name parameters                                                                \
    {                                                                                            \
        record(CALL_##name, (size_t)(len));                                                      \
        return __real_##name arguments;                                                          \
    }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic" /* returning what a void function returns */
CALLS(CALL_WRAP)
#pragma GCC diagnostic pop

/* ---- the same calls again ------------------------------------------------------------------ */

static struct {
    uint8_t point[32], other[32], scalar[32], scalar2[32], wide[64], out[64], key[32], secret[64],
        signature[64], message[MESSAGE_MAX];
    crypto_generichash_state blake;
    crypto_hash_sha512_state sha;
} d;

static void fill(void)
{
    uint8_t seed[32] = {4};
    memset(d.message, 7, sizeof d.message);
    crypto_hash_sha512(d.wide, d.message, 100);
    crypto_core_ristretto255_from_hash(d.point, d.wide);
    crypto_hash_sha512(d.wide, d.message, 101);
    crypto_core_ristretto255_from_hash(d.other, d.wide);
    crypto_core_ristretto255_scalar_reduce(d.scalar, d.wide);
    crypto_core_ristretto255_scalar_add(d.scalar2, d.scalar, d.scalar);
    crypto_sign_seed_keypair(d.key, d.secret, seed);
    crypto_sign_detached(d.signature, NULL, d.message, 300, d.secret);
    crypto_generichash_init(&d.blake, NULL, 0, 64);
    crypto_hash_sha512_init(&d.sha);
}

static void again_group(const struct record *r)
{
    switch (r->call) {
    case CALL_crypto_core_ed25519_is_valid_point:
        (void)!__real_crypto_core_ed25519_is_valid_point(d.key); break;
    case CALL_crypto_core_ristretto255_is_valid_point:
        (void)!__real_crypto_core_ristretto255_is_valid_point(d.point); break;
    case CALL_crypto_core_ristretto255_add:
        (void)!__real_crypto_core_ristretto255_add(d.out, d.point, d.other); break;
    case CALL_crypto_core_ristretto255_sub:
        (void)!__real_crypto_core_ristretto255_sub(d.out, d.point, d.other); break;
    case CALL_crypto_core_ristretto255_from_hash:
        (void)!__real_crypto_core_ristretto255_from_hash(d.out, d.wide); break;
    case CALL_crypto_scalarmult_ristretto255:
        (void)!__real_crypto_scalarmult_ristretto255(d.out, d.scalar, d.point); break;
    case CALL_crypto_scalarmult_ristretto255_base:
        (void)!__real_crypto_scalarmult_ristretto255_base(d.out, d.scalar); break;
    case CALL_crypto_core_ristretto255_scalar_add:
        __real_crypto_core_ristretto255_scalar_add(d.out, d.scalar, d.scalar2); break;
    case CALL_crypto_core_ristretto255_scalar_sub:
        __real_crypto_core_ristretto255_scalar_sub(d.out, d.scalar, d.scalar2); break;
    case CALL_crypto_core_ristretto255_scalar_mul:
        __real_crypto_core_ristretto255_scalar_mul(d.out, d.scalar, d.scalar2); break;
    case CALL_crypto_core_ristretto255_scalar_negate:
        __real_crypto_core_ristretto255_scalar_negate(d.out, d.scalar); break;
    case CALL_crypto_core_ristretto255_scalar_reduce:
        __real_crypto_core_ristretto255_scalar_reduce(d.out, d.wide); break;
    default: abort();
    }
}

static void again(const struct record *r)
{
    switch (r->call) {
    case CALL_crypto_generichash:
        __real_crypto_generichash(d.out, 64, d.message, r->len, d.scalar, 32); break;
    case CALL_crypto_generichash_init:
        __real_crypto_generichash_init(&d.blake, NULL, 0, 64); break;
    case CALL_crypto_generichash_update:
        __real_crypto_generichash_update(&d.blake, d.message, r->len); break;
    case CALL_crypto_generichash_final:
        __real_crypto_generichash_final(&d.blake, d.out, 64); break;
    case CALL_crypto_hash_sha512:
        __real_crypto_hash_sha512(d.out, d.message, r->len); break;
    case CALL_crypto_hash_sha512_init:
        __real_crypto_hash_sha512_init(&d.sha); break;
    case CALL_crypto_hash_sha512_update:
        __real_crypto_hash_sha512_update(&d.sha, d.message, r->len); break;
    case CALL_crypto_hash_sha512_final:
        __real_crypto_hash_sha512_final(&d.sha, d.out); break;
    case CALL_crypto_sign_verify_detached:
        (void)!__real_crypto_sign_verify_detached(d.signature, d.message, r->len, d.key); break;
    default: again_group(r);
    }
}

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* others may be using the machine */
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static double calls_ms(void)
{
    double start = now_ms();
    for (size_t i = 0; i < records_n; i++)
        again(&records[i]);
    return now_ms() - start;
}

/* ---- measuring ----------------------------------------------------------------------------- */

static struct finding finding;

static double judge_ms(struct span file, unsigned check)
{
    double start = now_ms();
    if (logfile_judge(file, check, &finding) != VERDICT_OK)
        abort();
    return now_ms() - start;
}

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static double median(double *v)
{
    qsort(v, RUNS, sizeof *v, compare);
    return v[RUNS / 2];
}

static void report(const char *name, double *value, double *floor, double most)
{
    double ratio[RUNS];
    for (unsigned i = 0; i < RUNS; i++)
        ratio[i] = value[i] / floor[i];
    double r = median(ratio);
    printf("bench\t%s\t%.2f\tms\t%.2f\t%.3f\t%.2f\t%s\n", name, median(value), median(floor), r,
           most, r <= most ? "ok" : "short");
}

static void count_calls(const char *name, struct span file, unsigned check)
{
    size_t counts[CALL_COUNT] = {0};
    records_n = 0;
    recording = true;
    (void)judge_ms(file, check);
    recording = false;
    for (size_t i = 0; i < records_n; i++)
        counts[records[i].call]++;
    for (unsigned i = 0; i < CALL_COUNT; i++)
        if (counts[i] > 0)
            printf("# %s: %zu %s\n", name, counts[i], names[i]);
}

static void against_calls(const char *name, struct span file, unsigned check)
{
    double value[RUNS], floor[RUNS];
    count_calls(name, file, check);
    (void)calls_ms();
    for (unsigned run = 0; run < RUNS; run++) {
        value[run] = judge_ms(file, check);
        floor[run] = calls_ms();
    }
    report(name, value, floor, 1.30);
}

static void against_proofs(struct span file)
{
    double seeds[RUNS], proofs[RUNS];
    for (unsigned run = 0; run < RUNS; run++) {
        seeds[run] = judge_ms(file, BAG_BY_SEEDS);
        proofs[run] = judge_ms(file, BAG_BY_PROOFS);
    }
    report("verify_seeds_against_proofs", seeds, proofs, 0.25);
}

/* A game to its end: the first seed whose random moves are not many more than people need. */
static struct span whole_game(void)
{
    struct terms terms;
    terms_preset(PRESET_BRIDGE, &terms);
    for (unsigned seed = 1;; seed++) {
        struct sim_table *t = table_new(2, seed);
        table_begin(t, &terms);
        unsigned p;
        while ((p = table_to_move(t)) != NO_SEAT && t->peer[0].n < 240) {
            struct choice c = table_choice(t, p);
            if (table_wish(t, p, ENTRY_MOVE, &c) != VERDICT_OK)
                abort();
            table_settle(t);
        }
        if (t->peer[0].match.now.phase == PHASE_FINISHED) {
            struct span file = table_export(t, 0);
            printf("# game of seed %u: %u moves, %u entries, %zu bytes\n", seed,
                   t->peer[0].match.now.game.moves, t->peer[0].n, file.len);
            table_free(t);
            return file;
        }
        table_free(t);
    }
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    fill();
    struct span file = whole_game();
    against_calls("verify_by_proofs", file, BAG_BY_PROOFS);
    against_calls("verify_by_seeds", file, BAG_BY_SEEDS);
    against_proofs(file);
    return 0;
}
