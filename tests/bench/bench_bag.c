/* bench_bag - how long the bag takes, measured against the scalar multiplications it cannot do
 * without.  Floor of one shuffle of N tiles, counted in the published equations: shuffle N + N,
 * proof 5 N + 1 and 3 N + 4, check 8 N + 7 and N + 4 (multiplications of any point, and of the
 * generator): 19 N + 16 in all.  Floor and value come from the same run, medians of RUNS.
 * The first deck has many equal points and comes out near the floor; on a later one every
 * addition costs two decodings and an encoding (libsodium has no others), a third of the floor.
 * Lines: bench, name, value, unit, floor, ratio, goal (the most the ratio may be; of the proof of
 * 52 tiles the value), ok or short.  The floor of the check by seeds is the check by proofs. */
#include "bag/points.h"
#include "tests/unit/bag_table.h"

#include <stdlib.h>
#include <time.h>

enum { RUNS = 15 };

struct samples { double value[RUNS], floor[RUNS]; };

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* others may be using the machine */
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
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

/* Time of so many multiplications, of any point and of the generator. */
static double multiply_ms(unsigned any, unsigned base)
{
    struct scalar k;
    struct point p = points_tile[1];
    table_bytes(k.b, "bench", 1, 1);
    k.b[31] &= 15;
    double start = now_ms();
    for (unsigned i = 0; i < any; i++)
        if (!group_mul(&p, &k, &p))
            abort();
    for (unsigned i = 0; i < base; i++)
        p = group_base(&k);
    return now_ms() - start;
}

enum goal_kind { NO_GOAL, MOST_RATIO, MOST_VALUE };
struct goal { enum goal_kind kind; double most; };
static const struct goal none = {NO_GOAL, 0};

static void report_plain(const char *name, double value, const char *unit)
{
    printf("bench\t%s\t%.3f\t%s\t-\t-\t-\t-\n", name, value, unit);
}

/* Medians; that of the ratio over the runs, so that other load on the machine matters less. */
static void report(const char *name, struct samples *s, struct goal goal)
{
    double ratios[RUNS];
    for (unsigned run = 0; run < RUNS; run++)
        ratios[run] = s->value[run] / s->floor[run];
    double ratio = median(ratios), value = median(s->value), floor = median(s->floor);
    printf("bench\t%s\t%.3f\tms\t%.3f\t%.2f\t", name, value, floor, ratio);
    if (goal.kind == NO_GOAL)
        printf("-\t-\n");
    else
        printf("%.2f\t%s\n", goal.most,
               (goal.kind == MOST_RATIO ? ratio : value) <= goal.most ? "ok" : "short");
}

static struct table t;

static void shuffle_once(unsigned player, struct samples *s, unsigned run)
{
    unsigned n = t.bag.deck_len;
    s->floor[run] += multiply_ms(14 * n + 8, 5 * n + 8);
    double start = now_ms();
    if (table_shuffle(&t, player) != VERDICT_OK)
        abort();
    s->value[run] += now_ms() - start;
}

/* Shuffle, proof and check of the first deck, of a later one, and of both. */
static void bench_shuffles(struct tile_set set, const char *first, const char *later,
                           const char *both, struct goal goal)
{
    struct samples a = {{0}, {0}}, b = {{0}, {0}}, c = {{0}, {0}};
    for (unsigned run = 0; run < RUNS; run++) {
        table_lay(&t, run, set, 2);
        table_begin(&t);
        shuffle_once(0, &a, run);
        shuffle_once(1, &b, run);
        c.value[run] = a.value[run] + b.value[run];
        c.floor[run] = a.floor[run] + b.floor[run];
    }
    report(first, &a, goal);
    report(later, &b, goal);
    report(both, &c, goal);
}

/* Proof and check alone, of a deck without two equal tiles. */
static void bench_proof(unsigned n, const char *prove, const char *check, struct goal goal)
{
    static struct shuffle_proof proof;
    static struct shuffle_check checking;
    static struct cipher in[TILES_MAX], out[TILES_MAX];
    static uint8_t bytes[SHUFFLE_PROOF_LEN_MAX];
    struct shuffle_witness how;
    struct shuffle_statement st = {{{1}}, points_generator[5], in, out, n};
    struct samples p = {{0}, {0}}, v = {{0}, {0}};
    struct rng_stream stream;
    struct rng rng = rng_from_stream(&stream);
    rng_stream_init(&stream, (const uint8_t[32]){9});
    for (unsigned i = 0; i < n; i++) {
        how.from[i] = (uint8_t)(n - 1 - i);
        how.rho[i] = scalar_random(&rng);
        in[i] = (struct cipher){points_tile[i + 1], points_generator[i + 1]};
    }
    for (unsigned j = 0; j < n; j++)
        out[j] = elgamal_renew(&in[how.from[j]], &how.rho[j], &st.joint);
    for (unsigned run = 0; run < RUNS; run++) {
        p.floor[run] = multiply_ms(5 * n + 1, 3 * n + 4);
        double start = now_ms();
        shuffle_prove(&proof, &st, &how, &rng);
        p.value[run] = now_ms() - start;
        shuffle_proof_write(&proof, n, bytes);
        v.floor[run] = multiply_ms(8 * n + 7, n + 4);
        start = now_ms();
        shuffle_check_begin(&checking, &st, span_of(out, sizeof out[0] * n),
                            span_of(bytes, shuffle_proof_len(n)));
        while (!shuffle_check_step(&checking, UINT32_MAX))
            continue;
        v.value[run] = now_ms() - start;
        if (shuffle_check_verdict(&checking) != VERDICT_OK)
            abort();
    }
    report(prove, &p, goal);
    report(check, &v, none);
}

/* --- a whole game, judged again from its recording --- */

enum { STEPS_MAX = 400 };
struct step {
    unsigned player, n; /* n = 0: a shuffle */
    uint8_t places[8];
    struct point shares[8];
    struct proof proof;
    uint8_t *deck, *shuffle;
};
static struct step steps[STEPS_MAX];
static unsigned step_count;

static void record_shuffle(unsigned player)
{
    struct step *s = &steps[step_count++];
    s->player = player;
    s->n = 0;
    s->deck = malloc(sizeof t.deck);
    s->shuffle = malloc(sizeof t.proof);
    if (!s->deck || !s->shuffle || table_shuffle(&t, player) != VERDICT_OK)
        abort();
    memcpy(s->deck, t.deck, sizeof t.deck);
    memcpy(s->shuffle, t.proof, sizeof t.proof);
}

static void record_share(unsigned player, unsigned from, unsigned n)
{
    struct step *s = &steps[step_count++];
    s->player = player;
    s->n = n;
    for (unsigned i = 0; i < n; i++)
        s->places[i] = (uint8_t)(from + i);
    bag_make_shares(&t.bag, &t.secret[player], &t.prev, &t.rng, s->places, n, s->shares,
                    &s->proof);
    if (bag_share(&t.bag, player, &t.prev, s->places, n, s->shares, &s->proof) != VERDICT_OK)
        abort();
}

/* Two players, 81 tiles: two hands of five, then every tile drawn and played. */
static void record_game(void)
{
    struct tile_set set = {TILES_DIGITS, 9};
    table_lay(&t, 99, set, 2);
    table_begin(&t);
    record_shuffle(0);
    record_shuffle(1);
    record_share(1, 0, 5);
    record_share(0, 5, 5);
    for (unsigned place = 0; place < 81; place++) {
        if (place >= 10)
            record_share(place % 2, place, 1); /* drawn */
        record_share(place >= 10 ? (place + 1) % 2 : place < 5 ? 0 : 1, place, 1); /* played */
    }
}

static double judge_ms(enum bag_check how)
{
    static struct bag bag;
    uint8_t value;
    double start = now_ms();
    bag_init(&bag, &t.game, t.bag.set, 2);
    if (how == BAG_BY_SEEDS)
        bag_open_seeds(&bag, t.seed, how);
    for (unsigned p = 0; p < 2; p++)
        if (bag_join(&bag, p, &t.ticket[p]) != VERDICT_OK)
            abort();
    bag_begin(&bag);
    for (unsigned i = 0; i < step_count; i++) {
        const struct step *s = &steps[i];
        enum verdict v =
            s->n > 0 ? bag_share(&bag, s->player, &t.prev, s->places, s->n, s->shares, &s->proof)
                     : bag_shuffle(&bag, s->player, &t.prev, span_of(s->deck, 81 * CIPHER_LEN),
                                   span_of(s->shuffle, shuffle_proof_len(81)));
        if (v != VERDICT_OK)
            abort();
    }
    for (unsigned place = 0; place < 81; place++)
        if (bag_value(&bag, place, &value) != VERDICT_OK)
            abort();
    return now_ms() - start;
}

static void bench_game(void)
{
    struct samples s;
    record_game();
    for (unsigned run = 0; run < RUNS; run++) {
        s.floor[run] = judge_ms(BAG_BY_PROOFS);
        s.value[run] = judge_ms(BAG_BY_SEEDS);
    }
    report("bag_game_by_seeds", &s, (struct goal){MOST_RATIO, 0.25});
    report_plain("bag_game_by_proofs", median(s.floor), "ms");
}

static void bench_unit(void)
{
    double any[RUNS], base[RUNS];
    for (unsigned run = 0; run < RUNS; run++) {
        any[run] = multiply_ms(200, 0) * 5;
        base[run] = multiply_ms(0, 200) * 5;
    }
    report_plain("bag_multiply_any_point", median(any), "us");
    report_plain("bag_multiply_generator", median(base), "us");
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    bench_unit();
    bench_shuffles((struct tile_set){TILES_DIGITS, 9}, "bag_81_first_shuffle",
                   "bag_81_later_shuffle", "bag_81_both_shuffles", (struct goal){MOST_RATIO, 1.15});
    bench_proof(52, "bag_52_prove", "bag_52_check", (struct goal){MOST_VALUE, 30});
    bench_proof(81, "bag_81_prove", "bag_81_check", none);
    bench_game();
    return 0;
}
