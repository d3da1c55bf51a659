/* Attack 15, grinding: the last player knows everything but varies what he may vary in his entry
 * (its text, times, and so the hash before his proof; his nonces) until he likes the draw.  10,000
 * variations; neither his deck nor any tile ever changes.  Teeth: were the shuffle derived from the
 * entry before it, every variation would be another deal. */
#include "tests/attack/kit.h"

#include "bag/recompute.h"

enum { TRIES = 10000 };
static struct table t;

static void vary(struct hash *prev, unsigned number)
{
    table_bytes(prev->b, "what an entry may say", number, 0);
}

/* Permutation and scalars have the table and the seed for input, nothing else: what the entries
 * between say cannot come in. */
static void what_is_drawn_stays(void **state)
{
    (void)state;
    struct shuffle_witness first, again;
    table_lay(&t, 130, (struct tile_set){TILES_DIGITS, 4}, 2);
    table_begin(&t);
    assert_int_equal(table_shuffle(&t, 0), VERDICT_OK);
    recompute_witness(&t.bag, 1, &t.seed[1], &first);
    for (unsigned i = 0; i < TRIES; i++) {
        vary(&t.prev, i);
        vary(&t.bag.proven, i);
        recompute_witness(&t.bag, 1, &t.seed[1], &again);
        assert_memory_equal(first.from, again.from, 16);
        assert_memory_equal(first.rho, again.rho, sizeof first.rho[0] * 16);
    }
}

/* Whole entries: the deck is the same bytes, the proof is not. */
static void whole_shuffles_stay(void **state)
{
    (void)state;
    static uint8_t deck[DECK_LEN_MAX], proof[SHUFFLE_PROOF_LEN_MAX];
    table_lay(&t, 131, (struct tile_set){TILES_DIGITS, 2}, 2);
    table_begin(&t);
    bag_make_shuffle(&t.bag, &t.secret[0], &t.prev, &t.rng, deck, proof);
    for (unsigned i = 0; i < 100; i++) {
        vary(&t.prev, i);
        bag_make_shuffle(&t.bag, &t.secret[0], &t.prev, &t.rng, t.deck, t.proof);
        assert_memory_equal(deck, t.deck, table_deck(&t).len);
        assert_memory_not_equal(proof, t.proof, table_proof(&t).len);
    }
}

/* His own permutation is a function of the seed he committed to before he saw anything: another
 * one is found out when the seeds are opened. */
static void another_shuffle_is_found_out(void **state)
{
    (void)state;
    static struct bag by_seeds, by_proofs;
    table_lay(&t, 132, (struct tile_set){TILES_DIGITS, 2}, 2);
    bag_open_seeds(&t.bag, t.seed, BAG_BY_SEEDS);
    table_begin(&t);
    for (uint8_t i = 1; i < 20; i++) {
        struct bag_secret ground = t.secret[0];
        ground.seed.b[0] ^= i;
        bag_make_shuffle(&t.bag, &ground, &t.prev, &t.rng, t.deck, t.proof);
        by_seeds = by_proofs = t.bag;
        by_proofs.check = BAG_BY_PROOFS;
        assert_int_equal(bag_shuffle(&by_proofs, 0, &t.prev, table_deck(&t), table_proof(&t)),
                         VERDICT_OK);
        assert_int_equal(bag_shuffle(&by_seeds, 0, &t.prev, table_deck(&t), table_proof(&t)),
                         VERDICT_BAG_DIFFERS);
    }
}

/* A permutation that took the entry before it as an input. */
static void teeth_a_ground_shuffle_finds_any_tile(void **state)
{
    (void)state;
    unsigned found = 0;
    for (unsigned i = 0; i < 1000; i++) {
        struct hash prev;
        struct rng_stream stream;
        uint8_t from[16];
        vary(&prev, i);
        rng_stream_init(&stream, prev.b);
        struct rng rng = rng_from_stream(&stream);
        for (uint8_t j = 0; j < 16; j++)
            from[j] = j;
        rng_shuffle(&rng, from, 16);
        found += from[0] == 5; /* the tile he wants at the place he draws from */
    }
    assert_true(found > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_drawn_stays),
        cmocka_unit_test(whole_shuffles_stay),
        cmocka_unit_test(another_shuffle_is_found_out),
        cmocka_unit_test(teeth_a_ground_shuffle_finds_any_tile),
    };
    return cmocka_run_group_tests_name("attack 15: grinding", tests, NULL, NULL);
}
