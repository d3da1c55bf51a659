/* Proves: the proof of shares is the DLEQ proof of RFC 9497 byte for byte (published vectors,
 * fixed nonces), both small proofs accept honest provers and refuse every change of statement or
 * proof, and nonces never repeat. */
#include "bag/proof.h"
#include "vector_file.h"

static struct vector_line line;

static void rfc_9497(void **state)
{
    (void)state;
    FILE *f = vector_open("tests/vectors/crypto/dleq_rfc9497.txt");
    uint8_t context[64];
    size_t context_len = 0;
    struct scalar x, k;
    struct point c[2], d[2], key;
    struct proof expected, made;
    unsigned seen = 0;
    while (vector_next(f, &line)) {
        if (strcmp(line.word[0], "context") == 0) {
            context_len = strlen(line.word[1]) / 2;
            vector_hex(line.word[1], context, context_len);
        } else if (strcmp(line.word[0], "secret") == 0) {
            vector_hex(line.word[1], x.b, 32);
        } else if (strcmp(line.word[0], "public") == 0) {
            vector_hex(line.word[1], key.b, 32);
        } else {
            struct proof_pairs pairs = {span_of(context, context_len), key, c, d,
                                        (unsigned)atoi(line.word[3])};
            vector_hex(line.word[1], k.b, 32);
            vector_hex(line.word[2], expected.b, 64);
            for (unsigned i = 0; i < pairs.n; i++) {
                vector_hex(line.word[4 + 2 * i], c[i].b, 32);
                vector_hex(line.word[5 + 2 * i], d[i].b, 32);
            }
            proof_pairs_make(&made, &pairs, &x, &k);
            assert_memory_equal(made.b, expected.b, 64);
            assert_int_equal(proof_pairs_check(&expected, &pairs), VERDICT_OK);
            seen++;
        }
    }
    fclose(f);
    assert_int_equal(seen, 3);
}

/* Every byte of a proof, changed, is refused. */
#define assert_no_byte_to_spare(proof, check, wrong)                                             \
    for (unsigned at = 0; at < PROOF_LEN; at++) {                                                \
        (proof).b[at] ^= 1;                                                                      \
        assert_true((check) == VERDICT_BAD_SCALAR || (check) == (wrong));                        \
        (proof).b[at] ^= 1;                                                                      \
        assert_int_equal(check, VERDICT_OK);                                                     \
    }

static void possession(void **state)
{
    (void)state;
    struct commit_place here = {{{1}}, 2, {{3}}}, elsewhere;
    struct scalar x = scalar_of(4711), k = scalar_of(815), other = scalar_of(4712);
    struct point key = group_base(&x), wrong = group_base(&other);
    struct proof proof;
    proof_possession_make(&proof, &here, &x, &k);
    assert_int_equal(proof_possession_check(&proof, &here, &key), VERDICT_OK);
    assert_int_equal(proof_possession_check(&proof, &here, &wrong), VERDICT_BAD_POSSESSION);
    elsewhere = here;
    elsewhere.game.b[31] ^= 1;
    assert_int_equal(proof_possession_check(&proof, &elsewhere, &key), VERDICT_BAD_POSSESSION);
    elsewhere = here;
    elsewhere.player = 1;
    assert_int_equal(proof_possession_check(&proof, &elsewhere, &key), VERDICT_BAD_POSSESSION);
    elsewhere = here;
    elsewhere.identity.b[0] ^= 1;
    assert_int_equal(proof_possession_check(&proof, &elsewhere, &key), VERDICT_BAD_POSSESSION);
    assert_no_byte_to_spare(proof, proof_possession_check(&proof, &here, &key),
                            VERDICT_BAD_POSSESSION);
}

enum { BATCH = 14 };
struct batch {
    struct point c[BATCH], d[BATCH];
    struct proof_pairs pairs;
    struct scalar x;
    struct proof proof;
};

static void batch_make(struct batch *b)
{
    struct scalar k = scalar_of(271828);
    b->x = scalar_of(31415);
    for (uint32_t i = 0; i < BATCH; i++) {
        struct scalar r = scalar_of(1000 + i);
        b->c[i] = group_base(&r);
        assert_true(group_mul(&b->d[i], &b->x, &b->c[i]));
    }
    b->pairs = (struct proof_pairs){span_text("a label"), group_base(&b->x), b->c, b->d, BATCH};
    proof_pairs_make(&b->proof, &b->pairs, &b->x, &k);
}

static void shares(void **state)
{
    (void)state;
    struct batch b;
    batch_make(&b);
    assert_int_equal(proof_pairs_check(&b.proof, &b.pairs), VERDICT_OK);
    assert_no_byte_to_spare(b.proof, proof_pairs_check(&b.proof, &b.pairs), VERDICT_BAD_SHARE);
    b.pairs.label = span_text("b label");
    assert_int_equal(proof_pairs_check(&b.proof, &b.pairs), VERDICT_BAD_SHARE);
    b.pairs.label = span_text("a label");
    b.pairs.n--;
    assert_int_equal(proof_pairs_check(&b.proof, &b.pairs), VERDICT_BAD_SHARE);
    b.pairs.n++;
    b.pairs.key = b.c[0];
    assert_int_equal(proof_pairs_check(&b.proof, &b.pairs), VERDICT_BAD_SHARE);
}

static void one_bad_share_among_many(void **state)
{
    (void)state;
    struct batch b;
    for (unsigned i = 0; i < BATCH; i++) {
        batch_make(&b);
        assert_true(group_add(&b.d[i], &b.d[i], &group_generator));
        assert_int_equal(proof_pairs_check(&b.proof, &b.pairs), VERDICT_BAD_SHARE);
        b.d[i] = group_identity;
        assert_int_equal(proof_pairs_check(&b.proof, &b.pairs), VERDICT_BAD_POINT);
        memset(b.d[i].b, 0xff, 32);
        assert_int_equal(proof_pairs_check(&b.proof, &b.pairs), VERDICT_BAD_POINT);
        b.d[i].b[31] = 0x7f;
        assert_int_equal(proof_pairs_check(&b.proof, &b.pairs), VERDICT_BAD_POINT);
    }
    batch_make(&b);
    struct point kept = b.d[3];
    b.d[3] = b.d[4];
    b.d[4] = kept;
    assert_int_equal(proof_pairs_check(&b.proof, &b.pairs), VERDICT_BAD_SHARE);
}

static void fill_zeros(void *context, uint8_t *out, size_t len)
{
    (void)context;
    memset(out, 0, len);
}

static struct scalar first_nonce(uint8_t seed, uint8_t statement, const struct rng *fresh)
{
    struct seed s = {{seed}};
    struct hash st = {{statement}};
    struct rng_stream stream;
    proof_nonces(&stream, &s, &st, fresh);
    struct rng rng = rng_from_stream(&stream);
    return scalar_random(&rng);
}

/* Even with a source of zeros the nonce depends on seed and statement; with a good source two
 * proofs of one statement differ. */
static void nonces_do_not_repeat(void **state)
{
    (void)state;
    struct rng zeros = {fill_zeros, NULL};
    struct rng_stream stream;
    rng_stream_init(&stream, (const uint8_t[32]){1});
    struct rng good = rng_from_stream(&stream);
    struct scalar k[5] = {first_nonce(1, 1, &zeros), first_nonce(1, 2, &zeros),
                          first_nonce(2, 1, &zeros), first_nonce(1, 1, &good),
                          first_nonce(1, 1, &good)};
    for (unsigned i = 0; i < 5; i++)
        for (unsigned j = 0; j < i; j++)
            assert_memory_not_equal(&k[i], &k[j], sizeof k[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rfc_9497),
        cmocka_unit_test(possession),
        cmocka_unit_test(shares),
        cmocka_unit_test(one_bad_share_among_many),
        cmocka_unit_test(nonces_do_not_repeat),
    };
    return cmocka_run_group_tests_name("proof", tests, NULL, NULL);
}
