/* Attack 5, the share as a decryption service: the shuffler puts a re-hidden copy of a tile in the
 * opponent's hand into the deck, draws it, and the opponent's share for the draw opens his own
 * tile.  Works when shuffles are not checked before shares are given (replay at the end would only
 * name the thief); the bag checks first. */
#include "tests/attack/kit.h"

static struct table t;
static const uint8_t discards[] = {0, 1, 2};
enum { VICTIMS_PLACE = 9, STOLEN_AT = 1 };

/* A dealt game: the victim (player 0) holds a tile, three tiles go back to the deck. */
static void deal(void)
{
    static const uint8_t hand[] = {VICTIMS_PLACE};
    table_lay(&t, 106, (struct tile_set){TILES_DIGITS, 4}, 2);
    table_begin(&t);
    table_shuffle_all(&t);
    assert_int_equal(table_share(&t, 1, hand, 1), VERDICT_OK);
    bag_gather(&t.bag, discards, sizeof discards);
    assert_int_equal(table_shuffle(&t, 0), VERDICT_OK);
}

/* The thief's shuffle: honest but for one output, the re-hidden copy. */
static void forge(void)
{
    struct scalar rho = scalar_of(31337);
    bag_make_shuffle(&t.bag, &t.secret[1], &t.prev, &t.rng, t.deck, t.proof);
    struct cipher copy = elgamal_renew(&t.bag.cipher[VICTIMS_PLACE], &rho, &t.bag.joint);
    memcpy(t.deck + STOLEN_AT * CIPHER_LEN, &copy, sizeof copy);
}

static void teeth_unchecked_shuffles_open_the_hand(void **state)
{
    (void)state;
    uint8_t stolen, real;
    static const uint8_t drawn[] = {STOLEN_AT};
    deal();
    assert_int_equal(bag_peek(&t.bag, &t.secret[0], VICTIMS_PLACE, &real), VERDICT_OK);
    forge();
    /* the weakened table takes the deck as it comes */
    for (unsigned j = 0; j < 3; j++) {
        memcpy(&t.bag.cipher[discards[j]], t.deck + j * CIPHER_LEN, CIPHER_LEN);
        t.bag.rest[discards[j]] = t.bag.cipher[discards[j]].b;
    }
    /* the victim's program answers for the tile just drawn, as it should */
    assert_int_equal(table_share(&t, 0, drawn, 1), VERDICT_OK);
    assert_int_equal(bag_peek(&t.bag, &t.secret[1], STOLEN_AT, &stolen), VERDICT_OK);
    assert_int_equal(stolen, real);
}

static void the_copy_is_refused_before_any_share(void **state)
{
    (void)state;
    deal();
    forge();
    assert_int_equal(bag_shuffle(&t.bag, 1, &t.prev, table_deck(&t), table_proof(&t)),
                     VERDICT_BAD_SHUFFLE);
}

/* The thief proves as well as he can: the copy stands for input 1, with the right rho. */
static void the_best_proof_of_a_copy_is_refused(void **state)
{
    (void)state;
    struct scheme sound = scheme_sound(), weak = scheme_sound();
    static struct world w;
    struct scalar rho = scalar_of(4), r = scalar_of(5);
    weak.skip_decks = true;
    world_make(&w, 5, 5);
    struct cipher hand = elgamal_known(&points_tile[5], &r, &w.y);
    w.out[2] = elgamal_renew(&hand, &rho, &w.st.joint);
    w.how.rho[2] = rho;
    kit_prove(&weak, &w.st, &w.how, &w.rng, &w.proof);
    assert_true(kit_accepts(&weak, &w.st, &w.proof));
    kit_prove(&sound, &w.st, &w.how, &w.rng, &w.proof);
    assert_int_equal(kit_verdict(&w.st, &w.proof), VERDICT_BAD_SHUFFLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(teeth_unchecked_shuffles_open_the_hand),
        cmocka_unit_test(the_copy_is_refused_before_any_share),
        cmocka_unit_test(the_best_proof_of_a_copy_is_refused),
    };
    return cmocka_run_group_tests_name("attack 5: slot copy", tests, NULL, NULL);
}
