/* Attack 16, bias: a million draws and a hundred thousand permutations through the sampler of the
 * program, chi-square against uniform; the rejection branch is really taken.  Teeth: the same
 * statistic finds a plain modulo of a byte, and a shuffle that swaps with any place.
 * Streams are seeded, so the figures are the same in every run. */
#include "tests/attack/kit.h"

#include "bag/recompute.h"

static struct rng_stream stream;
static struct rng rng;

static void start(unsigned number)
{
    uint8_t key[32];
    table_bytes(key, "bias", number, 0);
    rng_stream_init(&stream, key);
    rng = rng_from_stream(&stream);
}

static double chi_square(const unsigned *count, unsigned cells, unsigned draws)
{
    double expected = (double)draws / cells, sum = 0;
    for (unsigned i = 0; i < cells; i++)
        sum += (count[i] - expected) * (count[i] - expected) / expected;
    return sum;
}

/* Within five standard deviations (the variance of chi-square is twice its mean, cells - 1). */
static bool plausible(double chi, unsigned cells)
{
    double mean = cells - 1, away = chi - mean;
    return away * away <= 25 * 2 * mean;
}

enum { DRAWS = 1000000 };

static void a_million_draws(void **state)
{
    (void)state;
    static const unsigned cells[] = {2, 9, 28, 55, 81, 91};
    for (unsigned k = 0; k < 6; k++) {
        unsigned count[91] = {0};
        start(k);
        for (unsigned i = 0; i < DRAWS; i++)
            count[rng_below(&rng, cells[k])]++;
        assert_true(plausible(chi_square(count, cells[k], DRAWS), cells[k]));
    }
}

static void teeth_a_plain_modulo_is_found(void **state)
{
    (void)state;
    unsigned count[81] = {0};
    start(10);
    for (unsigned i = 0; i < DRAWS; i++) {
        uint8_t byte;
        rng_fill(&rng, &byte, 1);
        count[byte % 81]++;
    }
    assert_false(plausible(chi_square(count, 81, DRAWS), 81));
}

/* The rank of a permutation of five, 0 to 119. */
static unsigned rank(const uint8_t *item)
{
    unsigned r = 0;
    for (unsigned i = 0; i < 5; i++) {
        unsigned smaller = 0;
        for (unsigned j = i + 1; j < 5; j++)
            smaller += item[j] < item[i];
        r = r * (5 - i) + smaller;
    }
    return r;
}

static void identity(uint8_t *item)
{
    for (uint8_t i = 0; i < 5; i++)
        item[i] = i;
}

static void a_hundred_thousand_permutations(void **state)
{
    (void)state;
    unsigned count[120] = {0};
    uint8_t item[5];
    start(20);
    for (unsigned i = 0; i < 100000; i++) {
        identity(item);
        rng_shuffle(&rng, item, 5);
        count[rank(item)]++;
    }
    assert_true(plausible(chi_square(count, 120, 100000), 120));
}

static void teeth_a_careless_shuffle_is_found(void **state)
{
    (void)state;
    unsigned count[120] = {0};
    uint8_t item[5];
    start(21);
    for (unsigned i = 0; i < 100000; i++) {
        identity(item);
        for (unsigned k = 0; k < 5; k++) { /* swaps with any place */
            unsigned j = rng_below(&rng, 5);
            uint8_t kept = item[k];
            item[k] = item[j];
            item[j] = kept;
        }
        count[rank(item)]++;
    }
    assert_false(plausible(chi_square(count, 120, 100000), 120));
}

/* Whole deals: where does the tile that started at place 0 end, over many seeds? */
static void permutations_of_the_bag(void **state)
{
    (void)state;
    static struct table t;
    unsigned count[16] = {0}, seeds = 8000;
    struct shuffle_witness how;
    table_lay(&t, 140, (struct tile_set){TILES_DIGITS, 4}, 2);
    table_begin(&t);
    for (unsigned i = 0; i < seeds; i++) {
        struct bag_secret s = t.secret[0];
        table_bytes(s.seed.b, "deal", i, 0);
        recompute_witness(&t.bag, 0, &s.seed, &how);
        for (unsigned j = 0; j < 16; j++)
            if (how.from[j] == 0)
                count[j]++;
    }
    assert_true(plausible(chi_square(count, 16, seeds), 16));
}

/* A source that gives the largest number first: it must be thrown away, and the next one taken. */
static unsigned fills;
static void fill_high_then_seven(void *context, uint8_t *out, size_t len)
{
    (void)context;
    memset(out, 0, len);
    if (fills++ == 0)
        memset(out, 0xff, len);
    else
        out[0] = 7;
}

static void the_rejection_is_taken(void **state)
{
    (void)state;
    struct rng odd = {fill_high_then_seven, NULL};
    fills = 0;
    assert_int_equal(rng_below(&odd, 81), 7);
    assert_int_equal(fills, 2);
    fills = 0;
    assert_int_equal(rng_below(&odd, 64), 63); /* 64 divides 2^32: nothing is thrown away */
    assert_int_equal(fills, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_million_draws),
        cmocka_unit_test(teeth_a_plain_modulo_is_found),
        cmocka_unit_test(a_hundred_thousand_permutations),
        cmocka_unit_test(teeth_a_careless_shuffle_is_found),
        cmocka_unit_test(permutations_of_the_bag),
        cmocka_unit_test(the_rejection_is_taken),
    };
    return cmocka_run_group_tests_name("attack 16: bias", tests, NULL, NULL);
}
