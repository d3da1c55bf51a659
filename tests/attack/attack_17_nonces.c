/* Attack 17, repeated nonces: a restored backup makes the player sign again with the seed he has
 * and no memory.  Teeth: with nonces made of seed and epoch alone, two proofs give away the secret
 * key (it is computed here).  The real ones differ with every statement even when the source of
 * fresh bytes is broken, and with every proof when it works; a shuffle of another deck at the same
 * epoch is another permutation. */
#include "tests/attack/kit.h"

#include "bag/recompute.h"

static struct table t;
static const uint8_t one[] = {3}, other[] = {4};

static void fill_zeros(void *context, uint8_t *out, size_t len)
{
    (void)context;
    memset(out, 0, len);
}
static const struct rng broken = {fill_zeros, NULL};

static void deal(unsigned number)
{
    table_lay(&t, number, (struct tile_set){TILES_DIGITS, 4}, 2);
    table_begin(&t);
    table_shuffle_all(&t);
}

static struct scalar half_of(const struct proof *p, unsigned half)
{
    struct scalar s;
    memcpy(s.b, p->b + 32 * half, 32);
    return s;
}

/* x = (s1 - s2) / (c2 - c1) if both proofs used one nonce. */
static struct scalar extract(const struct proof *p, const struct proof *q)
{
    struct scalar c1 = half_of(p, 0), s1 = half_of(p, 1), c2 = half_of(q, 0), s2 = half_of(q, 1);
    struct scalar ds = scalar_sub(&s1, &s2), dc = scalar_sub(&c2, &c1), inverse;
    if (crypto_core_ristretto255_scalar_invert(inverse.b, dc.b) != 0)
        return scalar_of(0);
    return scalar_mul(&ds, &inverse);
}

static bool gives_away(const struct proof *p, const struct proof *q)
{
    struct scalar x = extract(p, q);
    return memcmp(x.b, t.secret[0].x.b, 32) == 0;
}

/* The weakened signer: the nonce depends on what does not change. */
static void weak_share(uint8_t place, const char *label, struct proof *out)
{
    struct scalar k = scalar_of(1000 + t.bag.epoch);
    struct point a = t.bag.cipher[place].a;
    struct point d = elgamal_share(&t.secret[0].x, &t.bag.cipher[place]);
    struct proof_pairs pairs = {span_text(label), t.ticket[0].key, &a, &d, 1};
    proof_pairs_make(out, &pairs, &t.secret[0].x, &k);
}

static void teeth_a_repeated_nonce_gives_the_key(void **state)
{
    (void)state;
    struct proof p, q;
    deal(150);
    weak_share(3, "before the crash", &p);
    weak_share(4, "after the restore", &q);
    assert_true(gives_away(&p, &q));
}

static void shares_after_a_restore(void **state)
{
    (void)state;
    struct point share;
    struct proof p[4];
    struct hash later = t.prev;
    deal(151);
    table_bytes(later.b, "later", 0, 0);
    bag_make_shares(&t.bag, &t.secret[0], &t.prev, &broken, one, 1, &share, &p[0]);
    bag_make_shares(&t.bag, &t.secret[0], &t.prev, &broken, other, 1, &share, &p[1]);
    bag_make_shares(&t.bag, &t.secret[0], &later, &broken, one, 1, &share, &p[2]);
    bag_make_shares(&t.bag, &t.secret[0], &t.prev, &t.rng, one, 1, &share, &p[3]);
    for (unsigned i = 0; i < 4; i++)
        for (unsigned j = 0; j < i; j++) {
            assert_memory_not_equal(&p[i], &p[j], sizeof p[i]);
            assert_false(gives_away(&p[i], &p[j]));
        }
    /* the very same statement with a broken source: the very same proof, which tells nothing new */
    bag_make_shares(&t.bag, &t.secret[0], &t.prev, &broken, one, 1, &share, &p[1]);
    assert_memory_equal(&p[0], &p[1], sizeof p[0]);
}

static void possession_after_a_restore(void **state)
{
    (void)state;
    struct bag_ticket a, b;
    struct game_id game;
    deal(152);
    game = t.game;
    game.b[0] ^= 1; /* the same seed and secret for another game: never done, and harmless */
    bag_make_ticket(&t.game, &t.secret[0], &t.identity[0], &broken, &a);
    bag_make_ticket(&game, &t.secret[0], &t.identity[0], &broken, &b);
    assert_false(gives_away(&a.possession, &b.possession));
}

/* No point of the one proof occurs in the other: commitments c and chain ch, at any place. */
static void assert_nothing_shared(const uint8_t *p, const uint8_t *q, unsigned n)
{
    size_t from = 32 * (5 + 2 * n);
    for (size_t i = from; i < shuffle_proof_len(n); i += 32)
        for (size_t j = from; j < shuffle_proof_len(n); j += 32)
            assert_memory_not_equal(p + i, q + j, 32);
}

static void shuffles_after_a_restore(void **state)
{
    (void)state;
    static uint8_t deck[3][DECK_LEN_MAX], proof[3][SHUFFLE_PROOF_LEN_MAX];
    static struct bag saved;
    struct shuffle_witness first, second;
    table_lay(&t, 153, (struct tile_set){TILES_DIGITS, 4}, 2);
    table_begin(&t);
    saved = t.bag;
    /* one deck, then (restored, and the peer sends another) another deck at the same epoch */
    assert_int_equal(table_shuffle(&t, 1), VERDICT_OK);
    bag_make_shuffle(&t.bag, &t.secret[0], &t.prev, &broken, deck[0], proof[0]);
    recompute_witness(&t.bag, 0, &t.seed[0], &first);
    t.bag = saved;
    bag_make_shuffle(&t.bag, &t.secret[0], &t.prev, &broken, deck[1], proof[1]);
    recompute_witness(&t.bag, 0, &t.seed[0], &second);
    assert_memory_not_equal(first.from, second.from, 16);
    for (unsigned j = 0; j < 16; j++)
        assert_memory_not_equal(&first.rho[j], &second.rho[j], 32);
    assert_nothing_shared(proof[0], proof[1], 16);
    /* the same deck again, with a working source: same deck, nothing shared in the proofs */
    bag_make_shuffle(&t.bag, &t.secret[0], &t.prev, &t.rng, deck[2], proof[2]);
    assert_memory_equal(deck[1], deck[2], 16 * CIPHER_LEN);
    assert_nothing_shared(proof[1], proof[2], 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(teeth_a_repeated_nonce_gives_the_key),
        cmocka_unit_test(shares_after_a_restore),
        cmocka_unit_test(possession_after_a_restore),
        cmocka_unit_test(shuffles_after_a_restore),
    };
    return cmocka_run_group_tests_name("attack 17: nonces", tests, NULL, NULL);
}
