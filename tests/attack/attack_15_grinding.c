/* Attack 15: grinding.  Who answers knows the head of the chain and can vary everything that is
 * free in his entry - times, installation, which tiles he gives back and in which order - as often
 * as he likes before he signs.  The tile he draws is the same every time: its place follows from
 * the order of the bag alone, and what lies there was fixed by the shuffles.  The same for who
 * shuffles: his seed and the deck fix the order, not his entry.
 * Teeth: in a bag whose order hangs on the head of the chain he would get what he wants. */
#include "tests/sim/scenes.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { TRIALS = 10000 };

static struct scenes scenes;
static struct entry e;
static struct signed_entry out;
static struct replay next;

/* One of very many entries he could write; the same tiles are drawn by all that give back n. */
static void vary(const struct scene *s, unsigned trial)
{
    const struct game *g = &s->writer.now.game;
    unsigned seat = s->writer.now.seat_of[s->author], held = g->hand_n[seat];
    memset(&e, 0, sizeof e);
    e.kind = ENTRY_MOVE;
    e.installation = 1 + trial % 7;
    e.times = (struct times){trial * 77ULL, trial, trial % 1000, trial * 3ULL, trial * 5ULL};
    e.u.move.move = (struct move){MOVE_SWAP, NO_CELL, 0, NO_CELL, 2, {0}};
    e.u.move.move.places[0] = g->hand[seat][trial % held];
    e.u.move.move.places[1] = g->hand[seat][(trial % held + 1 + trial / held % (held - 1)) % held];
}

static void drawn_tiles_stay(void **state)
{
    const struct scene *s = scenes_move(&scenes, MOVE_SWAP);
    const struct game *g = &s->writer.now.game;
    uint8_t first = g->bag[g->bag_at], second = g->bag[g->bag_at + 1];
    struct hash heads[2] = {{{0}}, {{0}}};
    (void)state;
    for (unsigned trial = 0; trial < TRIALS; trial++) {
        vary(s, trial);
        memcpy(&next, &s->writer.now, sizeof next);
        const uint8_t *secret = scenes_secret(&scenes, s->author);
        assert_int_equal(replay_write(&next, s->author, secret, &e, &out), VERDICT_OK);
        assert_int_equal(next.game.due_n, 2);
        assert_int_equal(next.game.due[0].place, first);
        assert_int_equal(next.game.due[1].place, second);
        assert_memory_equal(&next.bag.cipher[first], &s->writer.now.bag.cipher[first], CIPHER_LEN);
        assert_memory_equal(&next.bag.cipher[second], &s->writer.now.bag.cipher[second],
                            CIPHER_LEN);
        heads[trial % 2] = next.head;
        assert_false(hash_equal(&heads[0], &heads[1])); /* he does vary something */
    }
    print_message("%d entries, one tile\n", TRIALS);
}

/* ... and the share of the other gives the same tile after each of them. */
static void shares_stay(void **state)
{
    const struct scene *s = scenes_move(&scenes, MOVE_SWAP);
    static struct match other, forger;
    static struct effects fx;
    uint8_t values[2] = {0}, place;
    (void)state;
    for (unsigned trial = 0; trial < 40; trial++) {
        vary(s, trial * 251);
        forger = s->writer;
        other = s->reader;
        assert_int_equal(replay_write(&forger.now, s->author, scenes_secret(&scenes, s->author), &e,
                                      &out), VERDICT_OK);
        assert_int_equal(match_entry(&other, &out, NULL, &s->now, &fx), VERDICT_OK);
        assert_int_equal(match_go(&other, &s->now, &fx), VERDICT_OK);
        assert_int_equal(replay_add(&forger.now, &fx.entry[0]), VERDICT_OK);
        place = forger.now.game.hand[forger.now.seat_of[s->author]]
                                    [forger.now.game.hand_n[forger.now.seat_of[s->author]] - 1];
        assert_int_equal(bag_peek(&forger.now.bag, &forger.secret, place, &values[trial > 0]),
                         VERDICT_OK);
        if (trial > 0)
            assert_int_equal(values[0], values[1]);
    }
}

/* The order of a shuffle hangs on seed and deck, not on the head before it. */
static void shuffles_stay(void **state)
{
    const struct scene *s = scenes_find(&scenes, ENTRY_SHUFFLE, 1, 0);
    static uint8_t first[DECK_LEN_MAX], deck[DECK_LEN_MAX], proof[SHUFFLE_PROOF_LEN_MAX];
    struct rng rng = s->now.rng;
    (void)state;
    for (unsigned trial = 0; trial < 5; trial++) {
        struct hash prev = {{(uint8_t)trial}};
        bag_make_shuffle(&s->writer.now.bag, &s->writer.secret, &prev, &rng,
                         trial == 0 ? first : deck, proof);
        if (trial > 0)
            assert_memory_equal(first, deck, sizeof(struct cipher) * s->writer.now.bag.deck_len);
    }
}

/* Teeth: the order drawn from the head. */
static void weak_bag(const struct hash *head, uint8_t order[TILES_MAX], unsigned n)
{
    struct rng_stream stream;
    rng_stream_init(&stream, head->b);
    struct rng rng = rng_from_stream(&stream);
    for (unsigned i = 0; i < n; i++)
        order[i] = (uint8_t)(i / 9 + 1);
    rng_shuffle(&rng, order, n);
}

static void weak_bag_is_ground(void **state)
{
    const struct scene *s = scenes_move(&scenes, MOVE_SWAP);
    uint8_t order[TILES_MAX];
    unsigned trial = 0;
    (void)state;
    do {
        vary(s, ++trial);
        memcpy(&next, &s->writer.now, sizeof next);
        const uint8_t *secret = scenes_secret(&scenes, s->author);
        assert_int_equal(replay_write(&next, s->author, secret, &e, &out), VERDICT_OK);
        weak_bag(&next.head, order, 81);
    } while ((order[0] != 7 || order[1] != 7) && trial < TRIALS);
    assert_true(trial < 2000); /* about 100: he has his two sevens */
}

static int set_up(void **state)
{
    (void)state;
    scenes_make_swaps(&scenes, 10, 3);
    return 0;
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
        cmocka_unit_test(drawn_tiles_stay), cmocka_unit_test(shares_stay),
        cmocka_unit_test(shuffles_stay),    cmocka_unit_test(weak_bag_is_ground),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down) != 0;
}
