/* Proves: honest shuffles of every size that occurs are accepted, in slices as well as at once;
 * and no bit of the statement or of the proof is without effect: each word of the proof and each
 * field that is hashed, changed, is refused. */
#include "bag/points.h"
#include "bag/shuffle_check.h"
#include "bag_table.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

struct made {
    struct shuffle_statement st;
    struct shuffle_witness how;
    struct shuffle_proof proof;
    struct cipher in[TILES_MAX], out[TILES_MAX];
    uint8_t bytes[SHUFFLE_PROOF_LEN_MAX];
};

static struct made m;
static struct shuffle_check check;

/* A shuffle of n different ciphertexts (or of n start tiles), proven. */
static void make(unsigned n, bool start)
{
    struct rng_stream stream;
    struct rng rng = rng_from_stream(&stream);
    struct scalar y = scalar_of(1234567);
    uint8_t key[32];
    table_bytes(key, "shuffle", n, 0);
    rng_stream_init(&stream, key);
    memset(&m, 0, sizeof m);
    m.st = (struct shuffle_statement){{{7, 7}}, group_base(&y), m.in, m.out, n};
    for (unsigned i = 0; i < n; i++) {
        struct scalar r = start ? scalar_of(1) : scalar_random(&rng);
        m.in[i] = elgamal_known(&points_tile[i / 9 + 1], &r, &y);
        m.how.from[i] = (uint8_t)i;
    }
    rng_shuffle(&rng, m.how.from, n);
    for (unsigned j = 0; j < n; j++) {
        m.how.rho[j] = scalar_random(&rng);
        m.out[j] = elgamal_renew(&m.in[m.how.from[j]], &m.how.rho[j], &m.st.joint);
    }
    shuffle_prove(&m.proof, &m.st, &m.how, &rng);
    shuffle_proof_write(&m.proof, n, m.bytes);
}

static enum verdict judge_slices(unsigned budget, unsigned *slices)
{
    shuffle_check_begin(&check, &m.st, span_of(m.out, sizeof m.out[0] * m.st.n),
                        span_of(m.bytes, shuffle_proof_len(m.st.n)));
    for (*slices = 1; !shuffle_check_step(&check, budget); ++*slices)
        continue;
    return shuffle_check_verdict(&check);
}

static enum verdict judge(void)
{
    unsigned slices;
    return judge_slices(UINT32_MAX, &slices);
}

static void assert_refused_now(void)
{
    enum verdict v = judge();
    assert_true(v == VERDICT_BAD_SHUFFLE || v == VERDICT_BAD_POINT || v == VERDICT_BAD_SCALAR ||
                v == VERDICT_LAZY_SHUFFLE);
}

static const unsigned sizes[] = {1, 2, 4, 7, 28, 52, 55, 81, 91};

static void honest_shuffles_of_every_size(void **state)
{
    (void)state;
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        make(sizes[i], false);
        assert_int_equal(judge(), VERDICT_OK);
        make(sizes[i], true);
        assert_int_equal(judge(), VERDICT_OK);
    }
}

static void slices_agree_with_the_whole(void **state)
{
    (void)state;
    unsigned slices;
    make(28, false);
    assert_int_equal(judge_slices(1, &slices), VERDICT_OK);
    assert_int_equal(slices, 4 * 28 + 1);
    assert_int_equal(judge_slices(50, &slices), VERDICT_OK);
    assert_true(slices >= 5 && slices <= 8);
    m.bytes[32] ^= 1; /* s1 */
    assert_int_equal(judge_slices(20, &slices), VERDICT_BAD_SHUFFLE);
    assert_int_equal(judge_slices(UINT32_MAX, &slices), VERDICT_BAD_SHUFFLE);
}

/* Bit 0 of every word: scalars stay canonical (or are refused), most points stop being points. */
static void every_word_of_the_proof_counts(void **state)
{
    (void)state;
    make(5, false);
    for (size_t at = 0; at < shuffle_proof_len(5); at += 32) {
        m.bytes[at] ^= 1;
        assert_refused_now();
        m.bytes[at] ^= 1;
    }
    assert_int_equal(judge(), VERDICT_OK);
}

/* Points replaced by other good points, so that only the equations can object. */
static void every_point_of_the_proof_counts(void **state)
{
    (void)state;
    make(5, false);
    for (unsigned i = 0; i < 2 * 5; i++) {
        struct point *p = i < 5 ? &m.proof.c[i] : &m.proof.ch[i - 5], kept = *p;
        assert_true(group_add(p, p, &group_generator));
        shuffle_proof_write(&m.proof, 5, m.bytes);
        assert_int_equal(judge(), VERDICT_BAD_SHUFFLE);
        *p = kept;
    }
}

/* Scalars one larger: still canonical, so that only the equations can object. */
static void every_scalar_of_the_proof_counts(void **state)
{
    (void)state;
    struct scalar one = scalar_of(1), word;
    make(5, false);
    for (size_t at = 0; at < 32 * (5 + 2 * 5); at += 32) {
        memcpy(word.b, m.bytes + at, 32);
        struct scalar more = scalar_add(&word, &one);
        memcpy(m.bytes + at, more.b, 32);
        assert_int_equal(judge(), VERDICT_BAD_SHUFFLE);
        memcpy(m.bytes + at, word.b, 32);
    }
}

static void every_half_of_every_ciphertext_counts(void **state)
{
    (void)state;
    make(5, false);
    for (unsigned i = 0; i < 4 * 5; i++) {
        struct cipher *c = i < 10 ? &m.in[i / 2] : &m.out[i / 2 - 5];
        struct point *p = i % 2 ? &c->b : &c->a, kept = *p;
        assert_true(group_add(p, p, &group_generator));
        assert_int_equal(judge(), VERDICT_BAD_SHUFFLE);
        *p = kept;
    }
    assert_int_equal(judge(), VERDICT_OK);
}

static void the_frame_counts(void **state)
{
    (void)state;
    make(5, false);
    for (unsigned at = 0; at < 32; at++) {
        m.st.context.b[at] ^= 0x10;
        assert_int_equal(judge(), VERDICT_BAD_SHUFFLE);
        m.st.context.b[at] ^= 0x10;
    }
    assert_true(group_add(&m.st.joint, &m.st.joint, &group_generator));
    assert_int_equal(judge(), VERDICT_BAD_SHUFFLE);
}

static void swapped_outputs_are_refused(void **state)
{
    (void)state;
    make(5, false);
    struct cipher kept = m.out[1];
    m.out[1] = m.out[3];
    m.out[3] = kept;
    assert_int_equal(judge(), VERDICT_BAD_SHUFFLE);
}

/* A proof of 4 for 5 tiles, one left out on both sides. */
static void another_number_of_tiles_is_refused(void **state)
{
    (void)state;
    make(5, false);
    m.st.n = 4;
    shuffle_proof_write(&m.proof, 4, m.bytes);
    assert_int_equal(judge(), VERDICT_BAD_SHUFFLE);
}

static void lazy_shuffles_are_refused(void **state)
{
    (void)state;
    make(5, false);
    m.out[2] = m.in[4];
    assert_int_equal(judge(), VERDICT_LAZY_SHUFFLE);
    make(5, false);
    m.out[2] = m.out[0];
    assert_int_equal(judge(), VERDICT_LAZY_SHUFFLE);
}

static void bytes_there_and_back(void **state)
{
    (void)state;
    static struct shuffle_proof back;
    make(7, false);
    memset(&back, 0, sizeof back);
    shuffle_proof_read(&back, 7, m.bytes);
    assert_memory_equal(&back, &m.proof, sizeof back);
    assert_int_equal(shuffle_proof_len(81), 10528);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest_shuffles_of_every_size),
        cmocka_unit_test(slices_agree_with_the_whole),
        cmocka_unit_test(every_word_of_the_proof_counts),
        cmocka_unit_test(every_point_of_the_proof_counts),
        cmocka_unit_test(every_scalar_of_the_proof_counts),
        cmocka_unit_test(every_half_of_every_ciphertext_counts),
        cmocka_unit_test(the_frame_counts),
        cmocka_unit_test(swapped_outputs_are_refused),
        cmocka_unit_test(another_number_of_tiles_is_refused),
        cmocka_unit_test(lazy_shuffles_are_refused),
        cmocka_unit_test(bytes_there_and_back),
    };
    return cmocka_run_group_tests_name("shuffle", tests, NULL, NULL);
}
