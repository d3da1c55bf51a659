/* Proves that the judge gives the documented verdict for every kind of entry, by the debtor and by
 * the other player, in every state a game goes through (the table `states` below is the one of
 * docs/protocol.md sections 2 and 3); that a refusal changes nothing; that what it takes it takes
 * again from the bytes alone; and that numbers, installations and times are held to their rules. */
#include "tests/sim/scenes.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct scenes scenes, clocked;
static const struct scenes *game = &scenes; /* the one in use */
static struct replay before, now;
static struct entry e;
static struct signed_entry bytes;

/* ---- every state and every kind ------------------------------------------------------------ */

enum { V_OK = VERDICT_OK, AUTHOR = VERDICT_WRONG_AUTHOR, KIND = VERDICT_WRONG_KIND,
       GONE = VERDICT_OFFER_GONE, EARLY = VERDICT_NOT_STARTED, OVER = VERDICT_GAME_OVER,
       NO_OFFER = VERDICT_NO_DRAW_OFFER };

/* By the debtor and by the other: proposal, acceptance, decline, coin, shuffle, shares, move,
 * resignation, offer of a draw, acceptance of one, seed. */
static const struct state {
    const char *name;
    uint8_t phase, debt;
    uint8_t debtor[ENTRY_SEED], other[ENTRY_SEED];
} states[] = {
    {"nothing yet", PHASE_EMPTY, DEBT_PROPOSAL,
     {V_OK, KIND, AUTHOR, KIND, KIND, KIND, KIND, AUTHOR, AUTHOR, AUTHOR, KIND},
     {AUTHOR, AUTHOR, AUTHOR, AUTHOR, AUTHOR, AUTHOR, AUTHOR, AUTHOR, AUTHOR, AUTHOR, AUTHOR}},
    {"offered", PHASE_OFFERED, DEBT_ACCEPTANCE,
     {KIND, V_OK, V_OK, KIND, KIND, KIND, KIND, EARLY, EARLY, EARLY, KIND},
     {AUTHOR, AUTHOR, V_OK, AUTHOR, AUTHOR, AUTHOR, AUTHOR, EARLY, EARLY, EARLY, AUTHOR}},
    {"first shuffle", PHASE_SETUP, DEBT_SHUFFLE,
     {KIND, KIND, V_OK, KIND, V_OK, KIND, KIND, EARLY, EARLY, EARLY, KIND},
     {AUTHOR, AUTHOR, V_OK, AUTHOR, AUTHOR, AUTHOR, AUTHOR, EARLY, EARLY, EARLY, AUTHOR}},
    {"coin", PHASE_SETUP, DEBT_COIN,
     {KIND, KIND, V_OK, V_OK, KIND, KIND, KIND, EARLY, EARLY, EARLY, KIND},
     {AUTHOR, AUTHOR, V_OK, AUTHOR, AUTHOR, AUTHOR, AUTHOR, EARLY, EARLY, EARLY, AUTHOR}},
    {"opening hands", PHASE_SETUP, DEBT_SHARES,
     {KIND, KIND, V_OK, KIND, KIND, V_OK, KIND, EARLY, EARLY, EARLY, KIND},
     {AUTHOR, AUTHOR, V_OK, AUTHOR, AUTHOR, AUTHOR, AUTHOR, EARLY, EARLY, EARLY, AUTHOR}},
    {"move", PHASE_PLAY, DEBT_MOVE,
     {KIND, KIND, GONE, KIND, KIND, KIND, V_OK, V_OK, V_OK, NO_OFFER, KIND},
     {AUTHOR, AUTHOR, GONE, AUTHOR, AUTHOR, AUTHOR, AUTHOR, V_OK, V_OK, NO_OFFER, AUTHOR}},
    {"shares in play", PHASE_PLAY, DEBT_SHARES,
     {KIND, KIND, GONE, KIND, KIND, V_OK, KIND, V_OK, V_OK, NO_OFFER, KIND},
     {AUTHOR, AUTHOR, GONE, AUTHOR, AUTHOR, AUTHOR, AUTHOR, V_OK, V_OK, NO_OFFER, AUTHOR}},
    {"seeds", PHASE_CLOSING, DEBT_SEED,
     {KIND, KIND, GONE, KIND, KIND, KIND, KIND, OVER, OVER, OVER, V_OK},
     {AUTHOR, AUTHOR, GONE, AUTHOR, AUTHOR, AUTHOR, AUTHOR, OVER, OVER, OVER, AUTHOR}},
    {"finished", PHASE_FINISHED, DEBT_NONE,
     {OVER, OVER, OVER, OVER, OVER, OVER, OVER, OVER, OVER, OVER, OVER},
     {OVER, OVER, OVER, OVER, OVER, OVER, OVER, OVER, OVER, OVER, OVER}},
    {"declined", PHASE_DECLINED, DEBT_NONE,
     {OVER, OVER, OVER, OVER, OVER, OVER, OVER, OVER, OVER, OVER, OVER},
     {OVER, OVER, OVER, OVER, OVER, OVER, OVER, OVER, OVER, OVER, OVER}},
};
enum { STATES = sizeof states / sizeof states[0] };

static void honest_body(const struct scene *scene)
{
    assert_int_equal(entry_unpack(span_of(scene->entry.body, scene->entry.len), &e), VERDICT_OK);
}

/* The first moment of a game that is such a state: its scene, or NULL if it is an end. */
static const struct scene *reach(const struct state *s, struct replay *out)
{
    for (unsigned i = 0; i < game->n; i++) {
        const struct replay *r = &game->list[i].reader.now;
        if (r->phase == s->phase && replay_debt(r).kind == s->debt) {
            *out = *r;
            return &game->list[i];
        }
    }
    *out = game->table->peer[0].match.now;
    if (s->phase == PHASE_DECLINED) {
        *out = game->list[1].reader.now;
        memset(&e, 0, sizeof e);
        e.kind = ENTRY_DECLINE;
        e.installation = 1;
        assert_int_equal(replay_write(out, 0, scenes_secret(game, 0), &e, &bytes), V_OK);
    }
    assert_int_equal(out->phase, s->phase);
    return NULL;
}

/* The most plausible body of that kind: the honest one if it is due, else any. */
static void body_of(const struct scene *scene, unsigned kind)
{
    const struct scene *like = scene != NULL && scene->kind == kind
                                   ? scene
                                   : scenes_find(game, kind, NO_SEAT, 0);
    memset(&e, 0, sizeof e);
    if (like != NULL)
        honest_body(like);
    e.kind = kind;
    e.installation = 1;
    if (kind == ENTRY_ADD_TIME || kind == ENTRY_LEAVE)
        e.u.amount = 1;
}

/* What is said about time, at once after the entry before, in play. */
static enum verdict about_time_in_play(unsigned kind, bool debtor)
{
    static const uint8_t by_debtor[] = {VERDICT_NOT_LATE, VERDICT_NOT_YOUR_TURN,
                                        VERDICT_NOT_WARNED, VERDICT_NOT_YOUR_TURN, VERDICT_OK,
                                        VERDICT_NOT_PAUSED, VERDICT_OK};
    static const uint8_t by_other[] = {VERDICT_WRONG_AUTHOR, VERDICT_NOT_LATE, VERDICT_NOT_WARNED,
                                       VERDICT_OK, VERDICT_OK, VERDICT_NOT_PAUSED, VERDICT_OK};
    return (enum verdict)(debtor ? by_debtor : by_other)[kind - ENTRY_FLAG];
}

static enum verdict about_time(const struct state *s, unsigned kind, bool debtor)
{
    bool counts = game == &clocked;
    if (s->debt == DEBT_NONE)
        return VERDICT_GAME_OVER;
    if (kind == ENTRY_FLAG && (!debtor || s->debt != DEBT_MOVE))
        return debtor ? VERDICT_WRONG_KIND : VERDICT_WRONG_AUTHOR;
    if (s->phase == PHASE_EMPTY)
        return VERDICT_WRONG_AUTHOR;
    if (!counts)
        return VERDICT_CLOCK_NONE;
    if (s->phase != PHASE_PLAY)
        return s->phase < PHASE_PLAY ? VERDICT_NOT_STARTED : VERDICT_GAME_OVER;
    return about_time_in_play(kind, debtor);
}

static void try_kind(const struct state *s, const struct scene *scene, unsigned kind, bool debtor)
{
    unsigned owing = replay_debt(&before).player;
    unsigned author = debtor ? owing : 1 - owing;
    enum verdict want = kind > ENTRY_SEED ? about_time(s, kind, debtor)
                                          : (enum verdict)(debtor ? s->debtor : s->other)[kind - 1];
    body_of(scene, kind);
    memcpy(&now, &before, sizeof now);
    enum verdict v = replay_write(&now, author, scenes_secret(game, author), &e, &bytes);
    if (v != want)
        print_message("%s, kind %u, %s: %s\n", s->name, kind, debtor ? "debtor" : "other",
                      verdict_name(v));
    assert_int_equal(v, want);
    if (v != VERDICT_OK) {
        assert_memory_equal(&now, &before, sizeof now);
        return;
    }
    /* From the bytes alone the other side reaches the same. */
    static struct replay again;
    memcpy(&again, &before, sizeof again);
    assert_int_equal(replay_add(&again, &bytes), VERDICT_OK);
    assert_true(hash_equal(&again.head, &now.head));
    struct hash a = replay_state(&again), b = replay_state(&now);
    assert_true(hash_equal(&a, &b));
}

static void walk(const struct scenes *of)
{
    game = of;
    for (unsigned i = 0; i < STATES; i++) {
        const struct scene *scene = reach(&states[i], &before);
        for (unsigned kind = 1; kind < ENTRY_KIND_COUNT; kind++) {
            try_kind(&states[i], scene, kind, true);
            try_kind(&states[i], scene, kind, false);
        }
    }
    game = &scenes;
}

static void every_state_and_kind(void **state)
{
    (void)state;
    walk(&scenes);
    walk(&clocked);
    print_message("%u states, %u kinds, 2 authors, 2 clocks\n", STATES, ENTRY_KIND_COUNT - 1);
}

/* ---- always exactly one debtor ------------------------------------------------------------- */

static void one_debtor(void **state)
{
    (void)state;
    for (unsigned i = 0; i < scenes.n; i++) {
        const struct scene *s = &scenes.list[i];
        struct debt a = replay_debt(&s->reader.now), b = replay_debt(&s->writer.now);
        assert_int_equal(a.kind, b.kind);
        assert_int_equal(a.player, b.player);
        assert_int_not_equal(a.kind, DEBT_NONE);
        assert_true(a.player < 2);
        if (!entry_kind_is_loose(s->kind))
            assert_int_equal(a.player, s->author);
    }
    assert_int_equal(replay_debt(&scenes.table->peer[0].match.now).kind, DEBT_NONE);
}

/* ---- places -------------------------------------------------------------------------------- */

static enum verdict add_signed(const struct scene *s)
{
    scenes_sign(&e, scenes_secret(&scenes, s->author), &bytes);
    memcpy(&now, &s->reader.now, sizeof now);
    enum verdict v = replay_add(&now, &bytes);
    if (v != VERDICT_OK)
        assert_memory_equal(&now, &s->reader.now, sizeof now);
    return v;
}

static void places(void **state)
{
    (void)state;
    for (unsigned i = 1; i < scenes.n; i += 3) {
        const struct scene *s = &scenes.list[i];
        enum verdict why;
        honest_body(s);
        e.number++;
        assert_int_equal(add_signed(s), VERDICT_WRONG_NUMBER);
        assert_false(replay_convicts(&s->reader.now, &bytes, &why));
        honest_body(s);
        e.number--;
        assert_int_equal(add_signed(s), i == 0 ? VERDICT_FIELD_RANGE : VERDICT_WRONG_NUMBER);
        honest_body(s);
        e.prev.b[0] ^= 1;
        assert_int_equal(add_signed(s), VERDICT_WRONG_PREVIOUS);
        assert_false(replay_convicts(&s->reader.now, &bytes, &why));
        honest_body(s);
        e.game.b[0] ^= 1;
        assert_int_equal(add_signed(s), VERDICT_WRONG_GAME);
        honest_body(s);
        e.state.b[0] ^= 1;
        assert_int_equal(add_signed(s), VERDICT_WRONG_STATE);
        assert_true(replay_convicts(&s->reader.now, &bytes, &why));
        assert_int_equal(why, VERDICT_WRONG_STATE);
        honest_body(s);
        e.author = 3;
        assert_int_equal(add_signed(s), VERDICT_WRONG_AUTHOR);
        honest_body(s);
        assert_int_equal(add_signed(s), VERDICT_OK);
        assert_false(replay_convicts(&s->reader.now, &bytes, &why));
        assert_int_equal(replay_add(&now, &bytes), VERDICT_WRONG_NUMBER);
    }
}

static void installations_never_fall(void **state)
{
    const struct scene *s = scenes_find(&scenes, ENTRY_MOVE, NO_SEAT, 0);
    static struct replay after;
    (void)state;
    static const uint32_t list[] = {5, 5, 6, 4, UINT32_MAX, 1};
    static const uint8_t good[] = {1, 1, 1, 0, 1, 0};
    after = s->writer.now;
    for (unsigned i = 0; i < sizeof good; i++) {
        memset(&e, 0, sizeof e);
        e.kind = ENTRY_OFFER_DRAW;
        e.installation = list[i];
        after.game.draw_by = NO_SEAT; /* so that it can be said again */
        enum verdict v = replay_write(&after, s->author, scenes_secret(&scenes, s->author), &e,
                                      &bytes);
        assert_int_equal(v, good[i] ? VERDICT_OK : VERDICT_FIELD_RANGE);
    }
}

static void a_game_has_an_end(void **state)
{
    const struct scene *s = scenes_find(&scenes, ENTRY_MOVE, NO_SEAT, 0);
    const uint8_t *secret = scenes_secret(&scenes, s->author);
    (void)state;
    honest_body(s);
    now = s->writer.now;
    now.number = ENTRIES_MAX;
    assert_int_equal(replay_write(&now, s->author, secret, &e, &bytes), VERDICT_TOO_MANY);
    now.number = ENTRIES_MAX - ENTRIES_FOR_THE_END;
    assert_int_equal(replay_write(&now, s->author, secret, &e, &bytes), VERDICT_GAME_TOO_LONG);
    now.number--;
    assert_int_equal(replay_write(&now, s->author, secret, &e, &bytes), VERDICT_OK);
}

static void used_time_adds_up(void **state)
{
    static const uint64_t most = (UINT64_C(1) << 40) - 1;
    const struct scene *s = scenes_find(&scenes, ENTRY_MOVE, NO_SEAT, 2);
    (void)state;
    honest_body(s);
    now = s->writer.now;
    uint64_t used = now.used_ms[s->author];
    e.times.used_ms = most;
    assert_int_equal(replay_write(&now, s->author, scenes_secret(&scenes, s->author), &e, &bytes),
                     VERDICT_OK);
    assert_true(now.used_ms[s->author] == used + most);
    honest_body(s);
    e.times.used_ms = most + 1;
    now = s->writer.now;
    assert_int_equal(replay_write(&now, s->author, scenes_secret(&scenes, s->author), &e, &bytes),
                     VERDICT_FIELD_RANGE);
}

/* ---- who opens his seed when --------------------------------------------------------------- */

/* Whoever ended the game, here by resigning out of turn, opens his seed last [P-3.9]. */
static void seeds_in_order(void **state)
{
    const struct scene *resigned = scenes_find(&scenes, ENTRY_RESIGN, NO_SEAT, 0);
    (void)state;
    assert_non_null(resigned);
    assert_int_equal(scenes_find(&scenes, ENTRY_SEED, NO_SEAT, 0)->author, 1 - resigned->author);
    assert_int_equal(scenes_find(&scenes, ENTRY_SEED, NO_SEAT, 1)->author, resigned->author);
}

/* ---- with seeds ---------------------------------------------------------------------------- */

static enum verdict replay_all(struct seed (*seeds)[PLAYERS_MAX], enum bag_check check)
{
    enum verdict v = VERDICT_OK;
    replay_init(&now);
    replay_use_seeds(&now, (const struct seed(*)[PLAYERS_MAX])seeds, 1, check);
    for (unsigned i = 0; i < scenes.n && v == VERDICT_OK; i++)
        v = replay_add(&now, &scenes.list[i].entry);
    return v;
}

static void by_seeds(void **state)
{
    struct seed seeds[1][PLAYERS_MAX];
    (void)state;
    memset(seeds, 0, sizeof seeds);
    for (unsigned p = 0; p < 2; p++)
        seeds[0][p] = scenes.table->peer[p].match.secret.seed;
    assert_int_equal(replay_all(seeds, BAG_BY_SEEDS), VERDICT_OK);
    assert_true(hash_equal(&now.head, &scenes.table->peer[0].match.now.head));
    assert_int_equal(replay_all(seeds, BAG_BY_BOTH), VERDICT_OK);
    for (unsigned p = 0; p < 2; p++) {
        seeds[0][p].b[0] ^= 1;
        assert_int_equal(replay_all(seeds, BAG_BY_SEEDS), VERDICT_WRONG_OPENING);
        seeds[0][p].b[0] ^= 1;
    }
    replay_wipe(&now);
}

static int set_up(void **state)
{
    (void)state;
    scenes_make(&scenes, 5, 12);
    scenes_make_clock(&clocked, 5, 4);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    scenes_free(&scenes);
    scenes_free(&clocked);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_state_and_kind), cmocka_unit_test(one_debtor),
        cmocka_unit_test(places),               cmocka_unit_test(installations_never_fall),
        cmocka_unit_test(a_game_has_an_end),    cmocka_unit_test(used_time_adds_up),
        cmocka_unit_test(seeds_in_order),       cmocka_unit_test(by_seeds),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down) != 0;
}
