/* Attack 10, encodings: all 29 bad encodings of RFC 9496, the identity, and good points with bit
 * 255 set, in every point field; q, q + 1, value + q, top bit and all ones in every scalar field.
 * Teeth: a verifier that leaves checking to libsodium 1.0.18 accepts second spellings. */
#include "tests/attack/kit.h"
#include "tests/unit/vector_file.h"

static struct table t;
static struct bag kept;
static struct vector_line line;
static struct point bad_point[40];
static unsigned bad_points;

static const struct scalar order = {
    {0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
     0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10}};

/* value + q as an integer, which libsodium reduces silently. */
static struct scalar plus_order(struct scalar k)
{
    unsigned carry = 0;
    for (unsigned i = 0; i < 32; i++) {
        carry += (unsigned)k.b[i] + order.b[i];
        k.b[i] = (uint8_t)carry;
        carry >>= 8;
    }
    return k;
}

static int read_bad_points(void **state)
{
    (void)state;
    FILE *f = vector_open("tests/vectors/crypto/ristretto255_rfc9496.txt");
    while (vector_next(f, &line))
        if (strcmp(line.word[0], "invalid") == 0)
            vector_hex(line.word[1], bad_point[bad_points++].b, 32);
    fclose(f);
    bad_point[bad_points++] = group_identity;
    bad_point[bad_points] = group_identity;
    bad_point[bad_points++].b[31] = 0x80;
    return bad_points == 31 ? 0 : -1;
}

/* Every bad point, and the good one misspelled, at `field`; `check` must say BAD_POINT (or that
 * the first half repeats). */
#define assert_points_refused(field, check)                                                      \
    do {                                                                                         \
        struct point good, *at = (field);                                                        \
        memcpy(&good, at, sizeof good);                                                          \
        for (unsigned b_ = 0; b_ <= bad_points; b_++) {                                          \
            struct point bad = b_ < bad_points ? bad_point[b_] : good;                           \
            if (b_ == bad_points)                                                                \
                bad.b[31] |= 0x80;                                                               \
            memcpy(at, &bad, sizeof bad);                                                        \
            t.bag = kept;                                                                        \
            assert_int_equal(check, VERDICT_BAD_POINT);                                          \
            assert_memory_equal(&t.bag, &kept, sizeof kept);                                     \
        }                                                                                        \
        memcpy(at, &good, sizeof good);                                                          \
    } while (0)

#define assert_scalars_refused(field, check)                                                     \
    do {                                                                                         \
        struct scalar good, bad[5], *at = (struct scalar *)(void *)(field);                      \
        memcpy(&good, at, sizeof good);                                                          \
        bad[0] = order;                                                                          \
        bad[1] = plus_order(scalar_of(1));                                                       \
        bad[2] = plus_order(good);                                                               \
        bad[3] = good;                                                                           \
        bad[3].b[31] |= 0x80;                                                                    \
        memset(bad[4].b, 0xff, sizeof bad[4].b);                                                 \
        for (unsigned b_ = 0; b_ < 5; b_++) {                                                    \
            memcpy(at, &bad[b_], sizeof bad[b_]);                                                \
            t.bag = kept;                                                                        \
            assert_int_equal(check, VERDICT_BAD_SCALAR);                                         \
            assert_memory_equal(&t.bag, &kept, sizeof kept);                                     \
        }                                                                                        \
        memcpy(at, &good, sizeof good);                                                          \
    } while (0)

static void in_tickets(void **state)
{
    (void)state;
    table_lay(&t, 110, (struct tile_set){TILES_DIGITS, 2}, 2);
    kept = t.bag;
    struct bag_ticket *ticket = &t.ticket[0];
    assert_points_refused(&ticket->key, bag_join(&t.bag, 0, ticket));
    assert_scalars_refused(ticket->possession.b, bag_join(&t.bag, 0, ticket));
    assert_scalars_refused(ticket->possession.b + 32, bag_join(&t.bag, 0, ticket));
    assert_int_equal(bag_join(&t.bag, 0, ticket), VERDICT_OK);
}

static void in_shuffles(void **state)
{
    (void)state;
    table_lay(&t, 111, (struct tile_set){TILES_DIGITS, 2}, 2);
    table_begin(&t);
    kept = t.bag;
    bag_make_shuffle(&t.bag, &t.secret[0], &t.prev, &t.rng, t.deck, t.proof);
    struct point *deck = (struct point *)(void *)t.deck, *proof = (struct point *)(void *)t.proof;
    struct span d = table_deck(&t), p = table_proof(&t);
    unsigned n = t.bag.tiles, scalars = 5 + 2 * n;
    for (unsigned i = 0; i < 2 * n; i++)
        assert_points_refused(&deck[i], bag_shuffle(&t.bag, 0, &t.prev, d, p));
    for (unsigned i = 0; i < 2 * n; i++)
        assert_points_refused(&proof[scalars + i], bag_shuffle(&t.bag, 0, &t.prev, d, p));
    for (unsigned i = 0; i < scalars; i++)
        assert_scalars_refused(&proof[i], bag_shuffle(&t.bag, 0, &t.prev, d, p));
    assert_int_equal(bag_shuffle(&t.bag, 0, &t.prev, d, p), VERDICT_OK);
}

static void in_shares(void **state)
{
    (void)state;
    static const uint8_t places[] = {0, 2, 3};
    struct point shares[3];
    struct proof proof;
    table_lay(&t, 112, (struct tile_set){TILES_DIGITS, 2}, 2);
    table_begin(&t);
    table_shuffle_all(&t);
    kept = t.bag;
    bag_make_shares(&t.bag, &t.secret[0], &t.prev, &t.rng, places, 3, shares, &proof);
    for (unsigned i = 0; i < 3; i++)
        assert_points_refused(&shares[i],
                              bag_share(&t.bag, 0, &t.prev, places, 3, shares, &proof));
    assert_scalars_refused(proof.b, bag_share(&t.bag, 0, &t.prev, places, 3, shares, &proof));
    assert_scalars_refused(proof.b + 32, bag_share(&t.bag, 0, &t.prev, places, 3, shares, &proof));
    assert_int_equal(bag_share(&t.bag, 0, &t.prev, places, 3, shares, &proof), VERDICT_OK);
}

/* A second proof for the same shuffle, without knowing anything: the response plus q; and a deck
 * with a second spelling, proven over those bytes. */
static void teeth_libsodium_takes_second_spellings(void **state)
{
    (void)state;
    static struct world w;
    struct scheme weak = scheme_sound();
    weak.skip_encoding = true;
    world_make(&w, 10, 5);
    kit_prove(&weak, &w.st, &w.how, &w.rng, &w.proof);
    w.proof.s1 = plus_order(w.proof.s1);
    assert_true(kit_accepts(&weak, &w.st, &w.proof));
    assert_int_equal(kit_verdict(&w.st, &w.proof), VERDICT_BAD_SCALAR);
    w.out[2].a.b[31] |= 0x80;
    kit_prove(&weak, &w.st, &w.how, &w.rng, &w.proof);
    assert_true(kit_accepts(&weak, &w.st, &w.proof));
    assert_int_equal(kit_verdict(&w.st, &w.proof), VERDICT_BAD_POINT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(teeth_libsodium_takes_second_spellings),
        cmocka_unit_test(in_tickets),
        cmocka_unit_test(in_shuffles),
        cmocka_unit_test(in_shares),
    };
    return cmocka_run_group_tests_name("attack 10: encodings", tests, read_bad_points, NULL);
}
