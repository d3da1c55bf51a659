/* Proves: the group is the one of RFC 9496 (multiples, all bad encodings, the map), hashing to it
 * is RFC 9380's, and what libsodium lets pass - bit 255, the identity, large scalars - is refused;
 * products and sums that are the identity come out as such. */
#include "bag/group.h"
#include "vector_file.h"

#include <sodium.h>

static struct vector_line line;

static void multiples_of_the_generator(void **state)
{
    (void)state;
    FILE *f = vector_open("tests/vectors/crypto/ristretto255_rfc9496.txt");
    struct point sum = group_identity, p;
    unsigned seen = 0;
    while (vector_next(f, &line)) {
        if (strcmp(line.word[0], "multiple") != 0)
            continue;
        struct scalar k = scalar_of((uint32_t)atoi(line.word[1]));
        struct point by_base = group_base(&k), by_mul;
        vector_hex(line.word[2], p.b, 32);
        assert_true(point_equal(&p, &sum));
        assert_true(point_equal(&p, &by_base));
        assert_true(group_mul(&by_mul, &k, &group_generator));
        assert_true(point_equal(&p, &by_mul));
        assert_int_equal(group_point_valid(&p), seen != 0);
        assert_true(group_add(&sum, &sum, &group_generator));
        seen++;
    }
    fclose(f);
    assert_int_equal(seen, 16);
}

static void bad_encodings(void **state)
{
    (void)state;
    FILE *f = vector_open("tests/vectors/crypto/ristretto255_rfc9496.txt");
    struct scalar two = scalar_of(2), zero = scalar_of(0);
    struct point p, out = group_generator;
    unsigned seen = 0;
    while (vector_next(f, &line)) {
        if (strcmp(line.word[0], "invalid") != 0)
            continue;
        vector_hex(line.word[1], p.b, 32);
        assert_false(group_point_valid(&p));
        /* the multiplication and the cheap half together find it too */
        assert_false(group_spelling_valid(&p) && group_mul(&out, &two, &p));
        assert_false(group_spelling_valid(&p) && group_mul(&out, &zero, &p));
        seen++;
    }
    fclose(f);
    assert_int_equal(seen, 29);
    assert_true(point_equal(&out, &group_generator));
}

static void the_second_spelling_is_refused(void **state)
{
    (void)state;
    for (uint32_t k = 1; k < 50; k++) {
        struct scalar s = scalar_of(k);
        struct point p = group_base(&s);
        p.b[31] |= 0x80;
        assert_int_equal(crypto_core_ristretto255_is_valid_point(p.b), 1); /* the reason for us */
        assert_false(group_point_valid(&p));
        assert_false(group_spelling_valid(&p));
    }
    assert_false(group_point_valid(&group_identity));
    assert_false(group_spelling_valid(&group_identity));
    assert_true(group_is_identity(&group_identity));
}

static void uniform_bytes_to_elements(void **state)
{
    (void)state;
    FILE *f = vector_open("tests/vectors/crypto/ristretto255_rfc9496.txt");
    unsigned seen = 0;
    while (vector_next(f, &line)) {
        uint8_t wide[64];
        struct point expected, p;
        if (strcmp(line.word[0], "uniform") != 0)
            continue;
        vector_hex(line.word[1], wide, 64);
        vector_hex(line.word[2], expected.b, 32);
        crypto_core_ristretto255_from_hash(p.b, wide);
        assert_true(point_equal(&p, &expected));
        seen++;
    }
    fclose(f);
    assert_int_equal(seen, 11);
}

/* "q128_q*128" is q128_ and 128 q. */
static size_t expand_word(const char *word, uint8_t *out)
{
    const char *star = strchr(word, '*');
    size_t len = star ? (size_t)(star - word) - 1 : strcmp(word, "-") == 0 ? 0 : strlen(word);
    memcpy(out, word, len);
    for (int n = star ? atoi(star + 1) : 0; n > 0; n--)
        out[len++] = (uint8_t)star[-1];
    return len;
}

static void expanding_messages(void **state)
{
    (void)state;
    FILE *f = vector_open("tests/vectors/crypto/expand_message_rfc9380.txt");
    struct span dst = span_text("QUUX-V01-CS02-with-expander-SHA512-256");
    unsigned seen = 0;
    while (vector_next(f, &line)) {
        uint8_t message[600], expected[128], made[128];
        size_t len = expand_word(line.word[0], message), out_len = strlen(line.word[1]) / 2;
        vector_hex(line.word[1], expected, out_len);
        group_expand(made, out_len, span_of(message, len), dst);
        assert_memory_equal(made, expected, out_len);
        seen++;
    }
    fclose(f);
    assert_int_equal(seen, 8);
}

static void hashing_to_the_group(void **state)
{
    (void)state;
    FILE *f = vector_open("tests/vectors/crypto/ristretto255_hash_to_group.txt");
    unsigned seen = 0;
    while (vector_next(f, &line)) {
        uint8_t dst[255], message[255];
        size_t dst_len = strlen(line.word[0]) / 2, len = strlen(line.word[1]) / 2;
        struct point expected;
        vector_hex(line.word[0], dst, dst_len);
        vector_hex(line.word[1], message, len);
        vector_hex(line.word[2], expected.b, 32);
        struct point p = group_hash(span_of(message, len), span_of(dst, dst_len));
        assert_true(point_equal(&p, &expected));
        seen++;
    }
    fclose(f);
    assert_int_equal(seen, 6);
}

/* The order q, little endian. */
static const struct scalar order = {
    {0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
     0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10}};

static void scalars_below_the_order(void **state)
{
    (void)state;
    struct scalar k = order, zero = scalar_of(0), top = scalar_of(5), ones;
    memset(ones.b, 0xff, sizeof ones.b);
    top.b[31] |= 0x80;
    assert_true(group_scalar_valid(&zero));
    assert_false(group_scalar_valid(&order));
    assert_false(group_scalar_valid(&top));
    assert_false(group_scalar_valid(&ones));
    k.b[0]--;
    assert_true(group_scalar_valid(&k)); /* q - 1 */
    k.b[0] += 2;
    assert_false(group_scalar_valid(&k)); /* q + 1 */
}

static void scalar_arithmetic(void **state)
{
    (void)state;
    struct scalar a = scalar_of(1000003), b = scalar_of(77), c = scalar_of(9);
    struct scalar sum = scalar_add(&a, &b), product = scalar_mul(&b, &c);
    struct scalar expected = scalar_of(1000080), all = scalar_muladd(&a, &b, &c);
    assert_memory_equal(&sum, &expected, sizeof sum);
    expected = scalar_of(693);
    assert_memory_equal(&product, &expected, sizeof sum);
    expected = scalar_of(1000696);
    assert_memory_equal(&all, &expected, sizeof sum);
    struct scalar back = scalar_sub(&sum, &b), minus = scalar_negate(&a);
    assert_memory_equal(&back, &a, sizeof a);
    sum = scalar_add(&a, &minus);
    expected = scalar_of(0);
    assert_memory_equal(&sum, &expected, sizeof sum);
}

static void products_that_are_the_identity(void **state)
{
    (void)state;
    struct scalar zero = scalar_of(0), five = scalar_of(5);
    struct point p;
    p = group_base(&zero);
    assert_true(group_is_identity(&p));
    assert_true(group_mul(&p, &zero, &group_generator));
    assert_true(group_is_identity(&p));
    assert_true(group_mul(&p, &five, &group_identity));
    assert_true(group_is_identity(&p));
    assert_true(group_sub(&p, &group_generator, &group_generator));
    assert_true(group_is_identity(&p));
}

/* A sum: 3 G + 5 (2 G) - G = 12 G; one bad term spoils it for ever. */
static void sums_term_by_term(void **state)
{
    (void)state;
    struct scalar two = scalar_of(2), three = scalar_of(3), five = scalar_of(5),
                  twelve = scalar_of(12);
    struct point twice = group_base(&two), expected = group_base(&twelve), bad;
    struct group_sum s = group_sum_new();
    group_sum_base(&s, &three);
    group_sum_mul(&s, &five, &twice);
    group_sum_sub(&s, &group_generator);
    assert_true(s.ok);
    assert_true(point_equal(&s.p, &expected));
    memset(bad.b, 0xff, sizeof bad.b);
    group_sum_mul(&s, &five, &bad);
    group_sum_add(&s, &twice);
    assert_false(s.ok);
    s = group_sum_new();
    group_sum_sub(&s, &twice); /* a sum that begins with a minus */
    group_sum_add(&s, &twice);
    assert_true(s.ok && group_is_identity(&s.p));
}

static void equal_points_are_found(void **state)
{
    (void)state;
    struct scalar two = scalar_of(2);
    struct point other = group_base(&two);
    struct point points[5] = {group_generator, other, other, group_generator, other};
    static const uint8_t expected[5] = {0, 1, 1, 0, 1};
    uint8_t first[5];
    group_first_equal(points, 5, first);
    assert_memory_equal(first, expected, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(multiples_of_the_generator),
        cmocka_unit_test(bad_encodings),
        cmocka_unit_test(the_second_spelling_is_refused),
        cmocka_unit_test(uniform_bytes_to_elements),
        cmocka_unit_test(expanding_messages),
        cmocka_unit_test(hashing_to_the_group),
        cmocka_unit_test(scalars_below_the_order),
        cmocka_unit_test(scalar_arithmetic),
        cmocka_unit_test(products_that_are_the_identity),
        cmocka_unit_test(sums_term_by_term),
        cmocka_unit_test(equal_points_are_found),
    };
    return cmocka_run_group_tests_name("group", tests, NULL, NULL);
}
