/* Attack 12: getting shares that are not due - by asking twice, for tiles drawn later, for tiles
 * as they lay before a reshuffle, or after a crash.  A share is never asked for: the state says
 * which are due, and they are in the log before they leave.  So nothing a peer can send makes a
 * player give another share.  Teeth: with the share that is refused the forger reads the tile. */
#include "tests/sim/scenes.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct scenes scenes;
static struct match victim, kept, forger;
static struct effects fx;

/* How many shares of its owner has the bag of `m` got from player p? */
static unsigned shares_of(const struct match *m, unsigned p)
{
    unsigned n = 0;
    for (unsigned i = 0; i < m->now.bag.tiles; i++)
        n += m->now.bag.shared[i] >> p & 1;
    return n;
}

static void assert_silent(const struct moment *now)
{
    assert_int_equal(match_go(&victim, now, &fx), VERDICT_OK);
    assert_int_equal(fx.n, 0);
}

/* Once given, they are given: whatever old entry comes again. */
static void asking_twice(void **state)
{
    (void)state;
    for (unsigned nth = 0; nth < 6; nth++) {
        const struct scene *s = scenes_find(&scenes, ENTRY_SHARES, NO_SEAT, nth);
        victim = s->writer;
        assert_int_equal(match_go(&victim, &s->now, &fx), VERDICT_OK);
        assert_int_equal(fx.n, 1);
        if (replay_debt(&victim.now).player == s->author)
            continue; /* something else of his is due, and no share */
        assert_silent(&s->now);
        kept = victim;
        for (uint32_t i = 0; i < s->before; i++) {
            struct held held = scenes.table->peer[0].held[i];
            assert_int_equal(match_entry(&victim, &scenes.list[i].entry, &held, &s->now, &fx),
                             VERDICT_KNOWN);
            assert_silent(&s->now);
        }
        assert_memory_equal(&victim.now, &kept.now, sizeof victim.now);
    }
}

/* Crash before storing: the same shares again (another proof, the same points), nothing more to
 * learn.  Crash after it: they are loaded and not made again. */
static void crash_and_again(void **state)
{
    static struct entry first, second;
    const struct scene *s = scenes_find(&scenes, ENTRY_SHARES, NO_SEAT, 2);
    struct moment later = s->now;
    (void)state;
    victim = s->writer;
    assert_int_equal(match_go(&victim, &later, &fx), VERDICT_OK);
    assert_int_equal(entry_unpack(span_of(fx.entry[0].body, fx.entry[0].len), &first), 0);
    victim = s->writer;
    later.wall_ms += 99999;
    later.tick_ms += 99999;
    assert_int_equal(match_go(&victim, &later, &fx), VERDICT_OK);
    assert_int_equal(entry_unpack(span_of(fx.entry[0].body, fx.entry[0].len), &second), 0);
    assert_int_equal(first.u.shares.n, second.u.shares.n);
    assert_memory_equal(first.u.shares.share, second.u.shares.share,
                        sizeof(struct point) * first.u.shares.n);
    assert_memory_not_equal(first.u.shares.proof.b, second.u.shares.proof.b, PROOF_LEN);

    struct match_secrets secrets = {s->writer.secret_key, s->writer.base_seed, s->writer.coin, 1};
    match_init(&victim, &secrets);
    for (uint32_t i = 0; i <= s->before; i++)
        assert_int_equal(match_load(&victim, &scenes.list[i].entry, 1), VERDICT_OK);
    struct hash head = chain_hash(&s->entry);
    assert_true(hash_equal(&victim.now.head, &head));
    if (replay_debt(&victim.now).player != s->author)
        assert_silent(&s->now);
}

/* The forger gives back a tile he does not hold, so that it would be drawn by somebody: no share
 * of the victim comes of it. */
static void tiles_of_others(void **state)
{
    static struct entry e;
    static struct signed_entry forged;
    const struct scene *s = scenes_move(&scenes, MOVE_SWAP);
    (void)state;
    for (unsigned place = 0; place < TILES_MAX; place++) {
        const struct game *g = &s->reader.now.game;
        bool own = false;
        for (unsigned i = 0; i < g->hand_n[s->reader.now.seat_of[s->author]]; i++)
            own = own || g->hand[s->reader.now.seat_of[s->author]][i] == place;
        if (own)
            continue;
        assert_int_equal(entry_unpack(span_of(s->entry.body, s->entry.len), &e), VERDICT_OK);
        e.u.move.move.places_n = 1;
        e.u.move.move.places[0] = (uint8_t)place;
        scenes_sign(&e, scenes_secret(&scenes, s->author), &forged);
        victim = s->reader;
        assert_int_equal(match_entry(&victim, &forged, NULL, &s->now, &fx),
                         VERDICT_TILE_NOT_IN_HAND);
        assert_int_equal(victim.disputed, 1);
        assert_silent(&s->now);
        assert_int_equal(shares_of(&victim, 1U - s->author), shares_of(&s->reader, 1U - s->author));
    }
}

/* Another branch: the forger takes back his swap and makes another one, to see other tiles. */
static void another_branch(void **state)
{
    static struct entry e;
    static struct signed_entry other;
    const struct scene *s = scenes_move(&scenes, MOVE_SWAP);
    const struct scene *after = scenes_find(&scenes, ENTRY_SHARES, 1U - s->author, 3);
    struct held held = scenes.table->peer[0].held[s->before];
    (void)state;
    assert_int_equal(entry_unpack(span_of(s->entry.body, s->entry.len), &e), VERDICT_OK);
    e.u.move.move.places_n = 1;
    forger = s->writer;
    assert_int_equal(replay_write(&forger.now, s->author, scenes_secret(&scenes, s->author), &e,
                                  &other), VERDICT_OK);
    assert_true(after->before > s->before);
    victim = after->writer;
    unsigned given = shares_of(&victim, 1U - s->author);
    assert_int_equal(match_entry(&victim, &other, &held, &after->now, &fx), VERDICT_DOUBLE_ENTRY);
    assert_silent(&after->now);
    assert_int_equal(shares_of(&victim, 1U - s->author), given);
}

/* After a reshuffle the shares given before are void, and those of the tiles as they lay then are
 * not given: the log takes shares of the tiles as they lie now only. */
static void before_a_reshuffle(void **state)
{
    static struct entry e;
    static struct signed_entry forged;
    const struct scene *old = scenes_find(&scenes, ENTRY_SHARES, NO_SEAT, 0);
    const struct scene *now = NULL;
    (void)state;
    for (unsigned i = 0; i < scenes.n; i++)
        if (scenes.list[i].kind == ENTRY_SHARES && scenes.list[i].reader.now.bag.epoch > 1)
            now = now == NULL ? &scenes.list[i] : now;
    assert_non_null(now);
    uint8_t places[TILES_MAX];
    unsigned n = replay_shares_due(&now->writer.now, now->author, places);
    assert_true(n > 0);
    /* shares of the same places, of the ciphertexts of the first epoch */
    assert_int_equal(entry_unpack(span_of(now->entry.body, now->entry.len), &e), VERDICT_OK);
    bag_make_shares(&old->writer.now.bag, &now->writer.secret, &now->writer.now.head,
                    &now->now.rng, places, n, e.u.shares.share, &e.u.shares.proof);
    scenes_sign(&e, scenes_secret(&scenes, now->author), &forged);
    victim = now->reader;
    assert_int_equal(match_entry(&victim, &forged, NULL, &now->now, &fx), VERDICT_BAD_SHARE);
    /* ... and what was known of a tile before is forgotten with the gathering. */
    const struct bag *bag = &now->writer.now.bag;
    for (unsigned i = 0; i < bag->deck_len; i++)
        assert_true((bag->shared[bag->deck[i]] & (bag->shared[bag->deck[i]] - 1)) == 0);
}

/* Teeth: with a share of a tile that lies in the bag, the forger sees it before he draws it. */
static void what_it_would_give(void **state)
{
    const struct scene *s = scenes_move(&scenes, MOVE_SWAP);
    struct point share;
    struct proof proof;
    uint8_t value = 0;
    (void)state;
    const struct game *g = &s->writer.now.game;
    uint8_t next = g->bag[g->bag_at];
    forger = s->writer;
    assert_int_equal(bag_peek(&forger.now.bag, &forger.secret, next, &value),
                     VERDICT_SHARE_NOT_DUE);
    bag_make_shares(&s->reader.now.bag, &s->reader.secret, &forger.now.head, &s->now.rng, &next, 1,
                    &share, &proof);
    assert_int_equal(bag_share(&forger.now.bag, 1U - s->author, &forger.now.head, &next, 1, &share,
                               &proof), VERDICT_OK);
    assert_int_equal(bag_peek(&forger.now.bag, &forger.secret, next, &value), VERDICT_OK);
    assert_in_range(value, 1, 9);
}

static int set_up(void **state)
{
    (void)state;
    scenes_make_swaps(&scenes, 4, 18);
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
        cmocka_unit_test(asking_twice),       cmocka_unit_test(crash_and_again),
        cmocka_unit_test(tiles_of_others),    cmocka_unit_test(another_branch),
        cmocka_unit_test(before_a_reshuffle), cmocka_unit_test(what_it_would_give),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down) != 0;
}
