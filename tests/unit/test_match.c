/* Proves one player's side: the table of states and events of docs/protocol.md section 4, walked
 * pair by pair; who gives way to whom when two speak at once, and that he says it again; that a
 * double entry is one and an entry that lost its place is none; that nothing is written after a
 * dispute; that what is loaded from the store is where one was; and what notices are given. */
#include "tests/sim/scenes.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct scenes scenes;
static struct match m, kept;
static struct effects fx;
static struct moment now;

/* ---- states x events ----------------------------------------------------------------------- */

enum { OFFERED, SET_UP, PLAY, CLOSING, FINISHED, DECLINED, DISPUTED, STATES };
static const char *const state_names[] = {"offered", "set-up", "play", "closing", "finished",
                                          "declined", "disputed"};

/* The match of a player in that state, and the scene that stands there (NULL at an end). */
static const struct scene *reach(unsigned state, unsigned player)
{
    static const uint8_t phases[] = {PHASE_OFFERED, PHASE_SETUP, PHASE_PLAY, PHASE_CLOSING,
                                     PHASE_FINISHED, PHASE_DECLINED, PHASE_PLAY};
    const struct scene *s = NULL;
    for (unsigned i = 0; i < scenes.n && s == NULL; i++)
        if (scenes.list[i].reader.now.phase == phases[state] &&
            (phases[state] != PHASE_PLAY || scenes.list[i].move == MOVE_PLACE))
            s = &scenes.list[i];
    m = state == FINISHED ? scenes.table->peer[player].match
        : s == NULL       ? scenes.list[1].writer
        : s->author == player ? s->writer
                              : s->reader;
    if (state == DECLINED) {
        m = player == 1 ? scenes.list[1].writer : scenes.list[1].reader;
        assert_int_equal(match_wish(&m, ENTRY_DECLINE, NULL, &now, &fx), VERDICT_OK);
    }
    m.disputed = state == DISPUTED;
    memcpy(&kept, &m, sizeof kept);
    return s;
}

static void assert_kept(void)
{
    assert_memory_equal(&m, &kept, sizeof m);
    assert_int_equal(fx.n, 0);
    assert_int_equal(fx.notices_n, 0);
}

enum wish { ACCEPT, DECLINE, MOVE_DUE, MOVE_NOT_DUE, RESIGN, OFFER, ACCEPT_DRAW, WISHES };
static const uint8_t wish_kinds[WISHES] = {ENTRY_ACCEPTANCE, ENTRY_DECLINE, ENTRY_MOVE, ENTRY_MOVE,
                                           ENTRY_RESIGN, ENTRY_OFFER_DRAW, ENTRY_ACCEPT_DRAW};
static const uint8_t wish_verdicts[STATES][WISHES] = {
    [OFFERED] = {VERDICT_OK, VERDICT_OK, VERDICT_NOT_STARTED, VERDICT_NOT_STARTED,
                 VERDICT_NOT_STARTED, VERDICT_NOT_STARTED, VERDICT_NOT_STARTED},
    [SET_UP] = {VERDICT_OFFER_GONE, VERDICT_OK, VERDICT_NOT_STARTED, VERDICT_NOT_STARTED,
                VERDICT_NOT_STARTED, VERDICT_NOT_STARTED, VERDICT_NOT_STARTED},
    [PLAY] = {VERDICT_OFFER_GONE, VERDICT_OFFER_GONE, VERDICT_OK, VERDICT_NOT_YOUR_TURN,
              VERDICT_OK, VERDICT_OK, VERDICT_NO_DRAW_OFFER},
    [CLOSING] = {VERDICT_OFFER_GONE, VERDICT_OFFER_GONE, VERDICT_GAME_OVER, VERDICT_GAME_OVER,
                 VERDICT_GAME_OVER, VERDICT_GAME_OVER, VERDICT_GAME_OVER},
    [FINISHED] = {VERDICT_OFFER_GONE, VERDICT_GAME_OVER, VERDICT_GAME_OVER, VERDICT_GAME_OVER,
                  VERDICT_GAME_OVER, VERDICT_GAME_OVER, VERDICT_GAME_OVER},
    [DECLINED] = {VERDICT_OFFER_GONE, VERDICT_GAME_OVER, VERDICT_GAME_OVER, VERDICT_GAME_OVER,
                  VERDICT_GAME_OVER, VERDICT_GAME_OVER, VERDICT_GAME_OVER},
    [DISPUTED] = {VERDICT_DISPUTED, VERDICT_DISPUTED, VERDICT_DISPUTED, VERDICT_DISPUTED,
                  VERDICT_DISPUTED, VERDICT_DISPUTED, VERDICT_DISPUTED},
};

static struct choice a_choice(const struct match *of)
{
    struct view view;
    struct choice c = {MOVE_SWAP, NO_CELL, 0, 1, {1}};
    if (match_view(of, &view))
        c.values[0] = view.hand[0];
    return c;
}

static void every_state_and_wish(void **state)
{
    (void)state;
    for (unsigned s = 0; s < STATES; s++)
        for (unsigned w = 0; w < WISHES; w++) {
            const struct scene *scene = reach(s, 1);
            unsigned player = 1;
            if (scene != NULL && wish_kinds[w] == ENTRY_MOVE) {
                player = w == MOVE_DUE ? scene->author : 1U - scene->author;
                (void)reach(s, player);
            }
            struct choice c = a_choice(&m);
            enum verdict v = match_wish(&m, wish_kinds[w], &c, &now, &fx);
            if (v != (enum verdict)wish_verdicts[s][w])
                print_message("%s, wish %u: %s\n", state_names[s], w, verdict_name(v));
            assert_int_equal(v, wish_verdicts[s][w]);
            if (v != VERDICT_OK) {
                assert_kept();
                continue;
            }
            assert_int_equal(fx.n, 1);
            assert_int_equal(fx.mine, 1);
            assert_int_equal(fx.number[0], kept.now.number + 1);
            assert_int_equal(m.now.number, kept.now.number + 1);
        }
}

enum happening { GOOD, WRONG, AHEAD, OTHER_HEAD, HELD, OTHER_AUTHOR, TWICE, EVENTS };
static const uint8_t event_verdicts[STATES][EVENTS] = {
    [OFFERED] = {VERDICT_OK, VERDICT_WRONG_STATE, VERDICT_GAP, VERDICT_GAP, VERDICT_KNOWN,
                 VERDICT_SUPERSEDED, VERDICT_DOUBLE_ENTRY},
    [SET_UP] = {VERDICT_OK, VERDICT_WRONG_STATE, VERDICT_GAP, VERDICT_GAP, VERDICT_KNOWN,
                VERDICT_SUPERSEDED, VERDICT_DOUBLE_ENTRY},
    [PLAY] = {VERDICT_OK, VERDICT_WRONG_STATE, VERDICT_GAP, VERDICT_GAP, VERDICT_KNOWN,
              VERDICT_SUPERSEDED, VERDICT_DOUBLE_ENTRY},
    [CLOSING] = {VERDICT_OK, VERDICT_WRONG_STATE, VERDICT_GAP, VERDICT_GAP, VERDICT_KNOWN,
                 VERDICT_SUPERSEDED, VERDICT_DOUBLE_ENTRY},
    [FINISHED] = {VERDICT_GAME_OVER, VERDICT_GAME_OVER, VERDICT_GAP, VERDICT_GAP, VERDICT_KNOWN,
                  VERDICT_SUPERSEDED, VERDICT_SUPERSEDED},
    [DECLINED] = {VERDICT_GAME_OVER, VERDICT_GAME_OVER, VERDICT_GAP, VERDICT_GAP, VERDICT_KNOWN,
                  VERDICT_SUPERSEDED, VERDICT_SUPERSEDED},
    [DISPUTED] = {VERDICT_DISPUTED, VERDICT_DISPUTED, VERDICT_DISPUTED, VERDICT_DISPUTED,
                  VERDICT_DISPUTED, VERDICT_DISPUTED, VERDICT_DISPUTED},
};

/* The next entry if there is one, else a resignation at the end; as an event wants it. */
static void make_event(unsigned event, const struct scene *scene, struct signed_entry *out,
                       struct held *held)
{
    static struct entry e;
    const struct replay *r = &m.now;
    memset(&e, 0, sizeof e);
    e.kind = ENTRY_RESIGN;
    e.installation = 1;
    e.author = scene != NULL ? scene->author : 0;
    if (scene != NULL)
        assert_int_equal(entry_unpack(span_of(scene->entry.body, scene->entry.len), &e), 0);
    e.game = r->id;
    e.number = r->number + 1;
    e.prev = r->head;
    if (event == WRONG)
        e.state.b[0] ^= 1;
    if (event == AHEAD)
        e.number++;
    if (event == OTHER_HEAD)
        e.prev.b[0] ^= 1;
    if (event >= HELD)
        e.number--;
    scenes_sign(&e, scenes_secret(&scenes, e.author), out);
    *held = (struct held){chain_hash(out), (uint8_t)e.author, e.prev};
    if (event == OTHER_AUTHOR)
        held->author = (uint8_t)(1 - e.author);
    if (event > HELD)
        held->hash.b[0] ^= 1;
}

static bool convicts(enum verdict v)
{
    return v == VERDICT_WRONG_STATE || v == VERDICT_DOUBLE_ENTRY;
}

static void every_state_and_event(void **state)
{
    static struct signed_entry e;
    struct held held;
    (void)state;
    for (unsigned s = 0; s < STATES; s++)
        for (unsigned event = 0; event < EVENTS; event++) {
            const struct scene *scene = reach(s, 0);
            if (scene != NULL)
                (void)reach(s, 1U - scene->author);
            make_event(event, scene, &e, &held);
            enum verdict v = match_entry(&m, &e, event >= HELD ? &held : NULL, &now, &fx);
            if (v != (enum verdict)event_verdicts[s][event])
                print_message("%s, event %u: %s\n", state_names[s], event, verdict_name(v));
            assert_int_equal(v, event_verdicts[s][event]);
            assert_int_equal(m.disputed, s == DISPUTED || convicts(v));
            assert_int_equal(fx.evidence, s != DISPUTED && convicts(v));
            assert_int_equal(fx.resend_from, v == VERDICT_SUPERSEDED);
            if (v != VERDICT_OK)
                assert_memory_equal(&m.now, &kept.now, sizeof m.now);
            if (v != VERDICT_OK && !fx.evidence)
                assert_memory_equal(&m, &kept, sizeof m);
        }
}

/* ---- two speak at once --------------------------------------------------------------------- */

static struct match a, b; /* a is not the debtor, b is */
static struct signed_entry from_a[2], from_b;
static unsigned debtor;

/* Both at the same move; a has said `first` and, if not 0, `second`. */
static void speak_at_once(unsigned first, unsigned second)
{
    const struct scene *s = scenes_move(&scenes, MOVE_PLACE);
    debtor = s->author;
    a = s->reader;
    b = s->writer;
    assert_int_equal(match_wish(&a, first, NULL, &now, &fx), VERDICT_OK);
    from_a[0] = fx.entry[0];
    if (second != 0) {
        assert_int_equal(match_wish(&a, second, NULL, &now, &fx), VERDICT_OK);
        from_a[1] = fx.entry[0];
    }
    from_b = s->entry;
    assert_int_equal(match_entry(&b, &from_b, NULL, &now, &fx), VERDICT_OK);
}

static struct held held_as(const struct signed_entry *e)
{
    static struct entry body;
    assert_int_equal(entry_unpack(span_of(e->body, e->len), &body), VERDICT_OK);
    return (struct held){chain_hash(e), (uint8_t)body.author, body.prev};
}

static void debtor_goes_first(void **state)
{
    (void)state;
    speak_at_once(ENTRY_OFFER_DRAW, 0);
    uint32_t number = a.now.number;
    struct held at_b = held_as(&from_b), at_a = held_as(&from_a[0]);
    kept = b;
    assert_int_equal(match_entry(&b, &from_a[0], &at_b, &now, &fx), VERDICT_SUPERSEDED);
    assert_int_equal(fx.from, number);
    assert_memory_equal(&b, &kept, sizeof b);
    assert_int_equal(match_entry(&a, &from_b, &at_a, &now, &fx), VERDICT_OK);
    assert_int_equal(fx.drop_from, number);
    assert_int_equal(fx.n, 1);
    assert_int_equal(fx.number[0], number);
    assert_true(hash_equal(&a.now.head, &b.now.head));
    /* ... and a says it again on the new head, first of all; b takes it. */
    assert_int_equal(match_go(&a, &now, &fx), VERDICT_OK);
    assert_int_equal(fx.n, 1);
    assert_int_equal(a.now.last_kind, ENTRY_OFFER_DRAW);
    assert_int_equal(match_entry(&b, &fx.entry[0], NULL, &now, &fx), VERDICT_OK);
    assert_true(hash_equal(&a.now.head, &b.now.head));
    assert_int_equal(b.now.game.draw_by, a.now.seat_of[1 - debtor]);
}

/* An offer and a resignation, one after the other, both give way: whether the debtor's move comes
 * for the place of the first or, when he has seen that, of the second. */
static void both_give_way(void **state)
{
    (void)state;
    speak_at_once(ENTRY_OFFER_DRAW, ENTRY_RESIGN);
    struct held first = held_as(&from_a[0]), second = held_as(&from_a[1]);
    kept = a;
    assert_int_equal(match_entry(&a, &from_b, &first, &now, &fx), VERDICT_OK);
    assert_int_equal(fx.drop_from, kept.now.number - 1);
    assert_int_equal(match_go(&a, &now, &fx), VERDICT_OK);
    assert_int_equal(a.now.last_kind, ENTRY_RESIGN);
    assert_int_equal(match_entry(&b, &fx.entry[0], NULL, &now, &fx), VERDICT_OK);
    /* The resignation that lost its place comes late: no double entry, it stood elsewhere. */
    struct held again = held_as(&fx.entry[0]);
    again.author = (uint8_t)(1 - debtor);
    assert_int_equal(match_entry(&b, &from_a[1], &again, &now, &fx), VERDICT_SUPERSEDED);
    assert_int_equal(b.disputed, 0);

    /* b has seen the offer, and moves on top of it. */
    const struct scene *s = scenes_move(&scenes, MOVE_PLACE);
    struct choice c = a_choice(&s->writer);
    a = kept;
    b = s->writer;
    assert_int_equal(match_entry(&b, &from_a[0], NULL, &now, &fx), VERDICT_OK);
    assert_int_equal(match_wish(&b, ENTRY_MOVE, &c, &now, &fx), VERDICT_OK);
    from_b = fx.entry[0];
    assert_int_equal(match_entry(&a, &from_b, &second, &now, &fx), VERDICT_OK);
    assert_int_equal(fx.drop_from, kept.now.number);
    assert_true(hash_equal(&a.now.head, &b.now.head));
    assert_int_equal(match_go(&a, &now, &fx), VERDICT_OK);
    assert_int_equal(a.now.last_kind, ENTRY_RESIGN);
}

/* Who resigned out of turn does not open his seed before the other has answered. */
static void seed_waits(void **state)
{
    (void)state;
    speak_at_once(ENTRY_RESIGN, 0);
    assert_int_equal(a.now.phase, PHASE_CLOSING);
    assert_int_equal(match_go(&a, &now, &fx), VERDICT_OK);
    assert_int_equal(fx.n, 0);
    assert_int_equal(replay_debt(&a.now).player, debtor);
}

/* A wish that makes no sense any more is dropped, and does not keep duties from being done. */
static void wish_without_sense(void **state)
{
    (void)state;
    const struct scene *s = scenes_find(&scenes, ENTRY_SHARES, NO_SEAT, 0);
    a = s->writer;
    a.wish = (struct again){.kind = ENTRY_ACCEPT_DRAW};
    assert_int_equal(match_go(&a, &now, &fx), VERDICT_OK);
    assert_int_equal(fx.n, 1);
    assert_int_equal(a.now.last_kind, ENTRY_SHARES);
    assert_int_equal(a.wish.kind, 0);
}

/* A wrong entry of the debtor for the place of a loose one convicts him too. */
static void wrong_in_place_of_loose(void **state)
{
    static struct entry e;
    (void)state;
    speak_at_once(ENTRY_OFFER_DRAW, 0);
    struct held at_a = held_as(&from_a[0]);
    assert_int_equal(entry_unpack(span_of(from_b.body, from_b.len), &e), VERDICT_OK);
    e.state.b[0] ^= 1;
    scenes_sign(&e, scenes_secret(&scenes, debtor), &from_b);
    kept = a;
    assert_int_equal(match_entry(&a, &from_b, &at_a, &now, &fx), VERDICT_WRONG_STATE);
    assert_int_equal(a.disputed, 1);
    assert_int_equal(fx.evidence, 1);
    assert_memory_equal(&a.now, &kept.now, sizeof a.now);
}

/* ---- from the store ------------------------------------------------------------------------ */

static void loaded_is_where_one_was(void **state)
{
    static struct match fresh;
    (void)state;
    for (unsigned p = 0; p < 2; p++)
        for (unsigned i = 1; i < scenes.n; i += 6) {
            const struct scene *s = &scenes.list[i];
            const struct match *was = s->author == p ? &s->writer : &s->reader;
            const struct match *seed = &scenes.table->peer[p].match;
            struct match_secrets secrets = {seed->secret_key, seed->base_seed, seed->coin, 1};
            match_init(&fresh, &secrets);
            for (uint32_t k = 0; k < s->before; k++)
                assert_int_equal(match_load(&fresh, &scenes.list[k].entry, 7), VERDICT_OK);
            assert_true(hash_equal(&fresh.now.head, &was->now.head));
            assert_int_equal(fresh.me, p);
            assert_memory_equal(fresh.known, was->known, sizeof fresh.known);
            assert_memory_equal(&fresh.secret, &was->secret, sizeof fresh.secret);
            assert_int_equal(fresh.loose.n, was->loose.n);
            assert_int_equal(match_load(&fresh, &scenes.list[0].entry, 7), VERDICT_WRONG_NUMBER);
        }
}

/* A stranger's game is not loaded, nor taken. */
static void not_my_game(void **state)
{
    static struct match fresh;
    struct match_secrets secrets = {.installation = 1};
    uint8_t key[32], secret[64], seed[32] = {3};
    (void)state;
    crypto_sign_seed_keypair(key, secret, seed);
    secrets.secret_key = secret;
    match_init(&fresh, &secrets);
    kept = fresh;
    assert_int_equal(match_load(&fresh, &scenes.list[0].entry, 7), VERDICT_WRONG_GAME);
    assert_int_equal(fresh.now.phase, PHASE_EMPTY);
    assert_int_equal(match_entry(&fresh, &scenes.list[0].entry, NULL, &now, &fx),
                     VERDICT_WRONG_GAME);
    assert_int_equal(fresh.now.phase, PHASE_EMPTY);
    assert_int_equal(match_seat(&fresh), NO_SEAT);
}

/* ---- time and notices ---------------------------------------------------------------------- */

static void times_are_measured(void **state)
{
    static struct entry e;
    const struct scene *s = scenes_move(&scenes, MOVE_PLACE);
    struct moment later = s->now;
    struct choice c = a_choice(&s->writer);
    (void)state;
    a = s->writer;
    later.tick_ms = a.turn_tick_ms + 4321;
    later.wall_ms = 86400000; /* a wall clock that jumped back does not matter */
    assert_int_equal(match_wish(&a, ENTRY_MOVE, &c, &later, &fx), VERDICT_OK);
    assert_int_equal(entry_unpack(span_of(fx.entry[0].body, fx.entry[0].len), &e), VERDICT_OK);
    assert_int_equal(e.times.used_ms, 4321);
    assert_int_equal(e.times.sent_ms, 86400000);
    assert_int_equal(e.times.seen_ms, 86400000 - 4321); /* as the clock of now would have shown */
    assert_int_equal(e.times.bank_ms,
                     900 * 1000 - (s->writer.now.used_ms[s->author] + 4321));
    /* Across a restart only the wall clock is left. */
    a = s->writer;
    a.turn_tick_ms = 0;
    later.wall_ms = a.seen_ms + 777;
    assert_int_equal(match_wish(&a, ENTRY_MOVE, &c, &later, &fx), VERDICT_OK);
    assert_int_equal(entry_unpack(span_of(fx.entry[0].body, fx.entry[0].len), &e), VERDICT_OK);
    assert_int_equal(e.times.used_ms, 777);
}

static bool noticed(enum notice_kind kind)
{
    for (unsigned i = 0; i < fx.notices_n; i++)
        if (fx.notice[i] == kind)
            return true;
    return false;
}

static void take(unsigned scene)
{
    const struct scene *s = &scenes.list[scene];
    a = s->reader;
    assert_int_equal(match_entry(&a, &s->entry, NULL, &now, &fx), VERDICT_OK);
}

static void notices(void **state)
{
    unsigned moves = 0;
    (void)state;
    take(0);
    assert_true(noticed(NOTICE_OFFER));
    take(1);
    assert_true(noticed(NOTICE_ACCEPTED));
    for (unsigned i = 2; i < scenes.n; i++) {
        const struct scene *s = &scenes.list[i];
        take(i);
        assert_int_equal(noticed(NOTICE_MOVE), s->kind == ENTRY_MOVE);
        assert_int_equal(noticed(NOTICE_STARTED), a.now.dealt && !s->reader.now.dealt);
        assert_int_equal(noticed(NOTICE_OVER), s->kind == ENTRY_RESIGN);
        assert_int_equal(noticed(NOTICE_FINISHED), a.now.phase == PHASE_FINISHED);
        assert_int_equal(noticed(NOTICE_DISPUTED), 0);
        moves += noticed(NOTICE_MOVE);
    }
    assert_int_equal(moves, scenes.table->peer[0].match.now.game.moves);
}

static int set_up(void **state)
{
    (void)state;
    scenes_make(&scenes, 5, 12);
    now = scenes.table->now;
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
        cmocka_unit_test(every_state_and_wish), cmocka_unit_test(every_state_and_event),
        cmocka_unit_test(debtor_goes_first),    cmocka_unit_test(both_give_way),
        cmocka_unit_test(seed_waits),           cmocka_unit_test(wish_without_sense),
        cmocka_unit_test(wrong_in_place_of_loose),
        cmocka_unit_test(loaded_is_where_one_was),
        cmocka_unit_test(not_my_game),          cmocka_unit_test(times_are_measured),
        cmocka_unit_test(notices),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down) != 0;
}
