/* Attacks 3 and 5 in a running game.  At the reshuffle the forger puts into the deck a copy of a
 * tile the other holds, encrypted anew, or a tile of his own making: were it taken, it would be
 * drawn some day, the shares for it given, and the other's hand read.  The shuffle is refused
 * before any share is given, with a dispute that names him.  Teeth: with the shuffle taken
 * unproven, the shares that are given for the copy do open the victim's tile. */
#include "tests/sim/scenes.h"

#include "bag/elgamal.h"
#include "bag/points.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct scenes scenes;
static struct match victim;
static struct effects fx;
static struct entry e;
static struct signed_entry forged;
static const struct scene *place; /* the first shuffle of the discards */

static struct cipher renewed(const struct cipher *of, const struct point *joint)
{
    struct rng rng = place->now.rng;
    struct scalar k = scalar_random(&rng);
    return elgamal_renew(of, &k, joint);
}

static uint8_t tile_of_victim(void)
{
    return place->reader.now.game.hand[1 - place->reader.now.seat_of[place->author]][0];
}

static void deliver(enum verdict why)
{
    scenes_sign(&e, scenes_secret(&scenes, place->author), &forged);
    victim = place->reader;
    assert_int_equal(match_entry(&victim, &forged, NULL, &place->now, &fx), why);
    assert_int_equal(victim.disputed, 1);
    assert_memory_equal(&victim.now, &place->reader.now, sizeof victim.now);
    assert_int_equal(match_go(&victim, &place->now, &fx), VERDICT_OK);
    assert_int_equal(fx.n, 0); /* no share, no shuffle */
}

static void honest(void)
{
    assert_int_equal(entry_unpack(span_of(place->entry.body, place->entry.len), &e), VERDICT_OK);
}

static void copy_of_the_others_tile(void **state)
{
    const struct bag *bag = &place->reader.now.bag;
    (void)state;
    for (unsigned i = 0; i < bag->deck_len; i += 23) {
        honest();
        struct cipher copy = renewed(&bag->cipher[tile_of_victim()], &bag->joint);
        memcpy(e.u.shuffle.deck + CIPHER_LEN * i, &copy, CIPHER_LEN);
        deliver(VERDICT_BAD_SHUFFLE);
    }
}

static void tile_of_his_own(void **state)
{
    const struct bag *bag = &place->reader.now.bag;
    struct cipher made = {group_generator, points_tile[7]};
    (void)state;
    honest();
    made = renewed(&made, &bag->joint);
    memcpy(e.u.shuffle.deck, &made, CIPHER_LEN);
    deliver(VERDICT_BAD_SHUFFLE);
}

static void one_tile_twice(void **state)
{
    const struct bag *bag = &place->reader.now.bag;
    (void)state;
    honest();
    struct cipher twin;
    memcpy(&twin, e.u.shuffle.deck, CIPHER_LEN);
    twin = renewed(&twin, &bag->joint);
    memcpy(e.u.shuffle.deck + CIPHER_LEN, &twin, CIPHER_LEN);
    deliver(VERDICT_BAD_SHUFFLE);
}

static void shuffle_of_another_time(void **state)
{
    const struct scene *old = scenes_find(&scenes, ENTRY_SHUFFLE, place->author, 0);
    static struct entry before;
    (void)state;
    assert_int_equal(entry_unpack(span_of(old->entry.body, old->entry.len), &before), VERDICT_OK);
    honest();
    memcpy(e.u.shuffle.deck, before.u.shuffle.deck, e.u.shuffle.deck_len);
    memcpy(e.u.shuffle.proof, before.u.shuffle.proof, e.u.shuffle.proof_len);
    scenes_sign(&e, scenes_secret(&scenes, place->author), &forged);
    victim = place->reader;
    assert_int_not_equal(match_entry(&victim, &forged, NULL, &place->now, &fx), VERDICT_OK);
    assert_int_equal(victim.disputed, 1);
}

/* Teeth: the copy taken into a bag that does not ask for a proof. */
static void what_it_would_give(void **state)
{
    static struct bag weak;
    uint8_t at, copied = 0;
    struct point share;
    struct proof proof;
    (void)state;
    weak = place->reader.now.bag;
    at = weak.deck[0];
    weak.cipher[at] = renewed(&weak.cipher[tile_of_victim()], &weak.joint);
    weak.rest[at] = weak.cipher[at].b;
    weak.shared[at] = 0;
    bag_make_shares(&weak, &place->reader.secret, &place->reader.now.head, &place->now.rng, &at, 1,
                    &share, &proof);
    assert_int_equal(bag_share(&weak, 1U - place->author, &place->reader.now.head, &at, 1, &share,
                               &proof), VERDICT_OK);
    assert_int_equal(bag_peek(&weak, &place->writer.secret, at, &copied), VERDICT_OK);
    assert_int_equal(copied, place->reader.known[tile_of_victim()]);
}

static int set_up(void **state)
{
    (void)state;
    scenes_make_swaps(&scenes, 12, 17);
    for (unsigned i = 0; i < scenes.n && place == NULL; i++)
        if (scenes.list[i].kind == ENTRY_SHUFFLE && scenes.list[i].reader.now.bag.epoch > 1)
            place = &scenes.list[i];
    return place == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    scenes_free(&scenes);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copy_of_the_others_tile), cmocka_unit_test(tile_of_his_own),
        cmocka_unit_test(one_tile_twice),          cmocka_unit_test(shuffle_of_another_time),
        cmocka_unit_test(what_it_would_give),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down) != 0;
}
