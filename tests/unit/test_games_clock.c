/* Proves what my own program does about my time: it reminds me once at each point, several that
 * became due while it did not run as one, also over restarts; gives up a turn only when a friend
 * has said what he holds; loses nothing by a clock that jumps; and what is only asked (--dry-run)
 * leaves game, store and friend as they were. */
#include "tests/unit/fake_clock.h"
#include "tests/unit/games_pair.h"

enum { ANN, BEN, MINUTE_MS = 60000, HOUR_MS = 60 * MINUTE_MS, DAY_MS = 24 * HOUR_MS };

static int setup_clock(void **state)
{
    wall_ahead_ms = tick_ahead_ms = 0;
    return setup(state);
}

/* Ann's turn; minutes for a move, no time for the game. */
static uint32_t begun(enum clock_mode clock, uint32_t minutes)
{
    struct terms terms;
    terms_preset(PRESET_BRIDGE, &terms);
    terms.first = FIRST_PROPOSER;
    terms.clock = (uint8_t)clock;
    terms.move_s = minutes * 60;
    terms.game_s = 0;
    uint32_t game = started_with(&terms);
    assert_int_equal(row_of(ANN, game).state, GAME_MY_TURN);
    link_up();
    deliver_all();
    return game;
}

static void pass(int64_t ms)
{
    pass_ms(ms);
    turns(3);
    deliver_all();
}

static unsigned reminders(uint32_t game)
{
    assert_int_equal(told(BEN, game, EVENT_REMINDER, -1), 0);
    return told(ANN, game, EVENT_REMINDER, -1);
}

static void after_half_and_after_four_fifths(void **state)
{
    (void)state;
    uint32_t game = begun(CLOCK_CLAIM, 100);
    pass(49 * MINUTE_MS);
    assert_int_equal(reminders(game), 0);
    pass(2 * MINUTE_MS);
    assert_int_equal(reminders(game), 1);
    pass(20 * MINUTE_MS);
    restart(ANN);
    link_up();
    deliver_all();
    assert_int_equal(reminders(game), 1);
    pass(60 * MINUTE_MS / 4);
    assert_int_equal(reminders(game), 2);
    pass(MINUTE_MS);
    assert_int_equal(reminders(game), 2);
    assert_int_equal(move_if_due(ANN, game), VERDICT_OK);
    deliver_all();
    assert_int_equal(move_if_due(BEN, game), VERDICT_OK);
    deliver_all();
    pass(51 * MINUTE_MS); /* a new turn */
    assert_int_equal(reminders(game), 3);
}

static void several_at_once_are_one(void **state)
{
    (void)state;
    uint32_t game = begun(CLOCK_CLAIM, 3 * 24 * 60);
    pass((int64_t)DAY_MS * 5 / 2);
    assert_int_equal(reminders(game), 1);
    pass(HOUR_MS);
    assert_int_equal(reminders(game), 1);
}

/* By honour a game of minutes reminds nobody, one by correspondence does; without a clock none. */
static void only_where_time_matters(void **state)
{
    static const struct { enum clock_mode clock; uint32_t minutes; unsigned told; } cases[] = {
        {CLOCK_HONOUR, 100, 0}, {CLOCK_HONOUR, 3 * 24 * 60, 1}, {CLOCK_NONE, 0, 0}};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        uint32_t game = begun(cases[i].clock, cases[i].minutes);
        pass(cases[i].minutes * (int64_t)MINUTE_MS * 6 / 10 + MINUTE_MS);
        assert_int_equal(reminders(game), cases[i].told);
        assert_int_equal(want(ANN, game, ENTRY_RESIGN), VERDICT_OK);
        deliver_all();
    }
}

static void a_lost_turn_needs_a_friend_who_was_heard(void **state)
{
    (void)state;
    uint32_t game = begun(CLOCK_CLAIM, 10);
    line_is_up = false;
    restart(ANN);
    (void)row_of(ANN, game);
    struct live *l;
    assert_int_equal(games_live(side[ANN].games, game, &l), VERDICT_OK);
    uint32_t entries = row_of(ANN, game).entries;
    pass(HOUR_MS);
    pass(HOUR_MS);
    assert_int_equal(row_of(ANN, game).entries, entries);
    assert_int_equal(row_of(ANN, game).state, GAME_MY_TURN);
    link_up();
    deliver_all();
    for (unsigned i = 0; i < 5; i++)
        pass(MINUTE_MS);
    assert_true(row_of(ANN, game).entries > entries);
    assert_int_equal(row_of(ANN, game).state, GAME_THEIR_TURN);
    assert_int_equal(row_of(BEN, game).state, GAME_MY_TURN);
}

/* A wall clock that is set a year ahead takes nobody's turn, and warns nobody. */
static void a_jump_takes_no_time(void **state)
{
    const int64_t year = 365LL * DAY_MS;
    (void)state;
    uint32_t game = begun(CLOCK_CLAIM, 100);
    struct wish warn = {.game = game, .kind = ENTRY_WARNING};
    for (int direction = 1; direction >= -1; direction -= 2) {
        wall_ahead_ms += direction * year;
        turns(2);
        for (unsigned s = 0; s < SIDES; s++)
            games_clock_jumped(side[s].games, direction * year);
        pass(MINUTE_MS);
        assert_int_equal(row_of(ANN, game).state, GAME_MY_TURN);
        assert_int_equal(reminders(game), 0);
        assert_int_equal(games_time(side[BEN].games, &warn, 0), VERDICT_NOT_LATE);
    }
}

/* --- only asked ------------------------------------------------------------------------------- */

static struct move_row dry;

/* Everything that there is of the game, as bytes; it must be the same afterwards. */
static uint64_t print_of(unsigned s, uint32_t game)
{
    struct live *l;
    static const uint8_t key[crypto_shorthash_KEYBYTES];
    uint8_t hash[crypto_shorthash_BYTES];
    assert_int_equal(games_live(side[s].games, game, &l), VERDICT_OK);
    crypto_shorthash(hash, (const uint8_t *)&l->m, sizeof l->m, key);
    uint64_t print;
    memcpy(&print, hash, sizeof print);
    return print + row_of(s, game).entries + store_events_newest(side[s].store);
}

static void asked_only(unsigned s, uint32_t game, unsigned kind, enum verdict expected)
{
    uint64_t before = print_of(s, game);
    struct wish wish = {.game = game, .kind = kind, .dry = &dry};
    memset(&dry, 0xaa, sizeof dry);
    enum verdict v = kind >= ENTRY_FLAG ? games_time(side[s].games, &wish, 1)
                                        : games_wish(side[s].games, &wish);
    assert_int_equal(v, expected);
    if (v == VERDICT_OK)
        assert_int_equal(dry.kind, kind);
    assert_int_equal(post_n, 0);
    assert_true(print_of(s, game) == before);
    assert_int_equal(side[s].games->fx.n, 0);
}

static void asking_changes_nothing(void **state)
{
    (void)state;
    uint32_t game = propose(ANN);
    deliver_all();
    asked_only(BEN, game, ENTRY_ACCEPTANCE, VERDICT_OK);
    asked_only(BEN, game, ENTRY_DECLINE, VERDICT_OK);
    assert_int_equal(row_of(BEN, game).state, GAME_OFFERED_TO_ME);
    uint32_t second = begun(CLOCK_CLAIM, 100);
    asked_only(ANN, second, ENTRY_RESIGN, VERDICT_OK);
    asked_only(ANN, second, ENTRY_OFFER_DRAW, VERDICT_OK);
    asked_only(BEN, second, ENTRY_ADD_TIME, VERDICT_OK);
    asked_only(ANN, second, ENTRY_PAUSE, VERDICT_OK);
    asked_only(BEN, second, ENTRY_WARNING, VERDICT_NOT_LATE);
    struct view view;
    struct choice choice;
    uint8_t seed[32] = {1};
    assert_int_equal(games_view(side[ANN].games, second, &view), VERDICT_OK);
    choose_move(&view, seed, 2, &choice);
    uint64_t before = print_of(ANN, second);
    struct wish wish = {.game = second, .kind = ENTRY_MOVE, .choice = &choice, .dry = &dry};
    assert_int_equal(games_wish(side[ANN].games, &wish), VERDICT_OK);
    assert_int_equal(dry.choice.kind, choice.kind);
    assert_int_equal(dry.number, row_of(ANN, second).entries + 1);
    assert_true(print_of(ANN, second) == before);
    play_out(second);
    check_same(second);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup_clock, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(after_half_and_after_four_fifths), CASE(several_at_once_are_one),
        CASE(only_where_time_matters), CASE(a_lost_turn_needs_a_friend_who_was_heard),
        CASE(a_jump_takes_no_time), CASE(asking_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
