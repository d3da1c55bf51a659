/* Proves what becomes of games when a store is older than it should be, and of a receipt that was
 * lost at the very end: nothing is signed before a friend has been heard or the player says so, one
 * piece of news for each game; a game whose secrets are gone says so; the entry whose receipt is
 * missing is sent once more. */
#include "daemon/store_hold.h"
#include "tests/unit/games_pair.h"

static unsigned holds_told(unsigned s, uint32_t game)
{
    return told(s, game, EVENT_HOLD, -1);
}

/* As a restored backup leaves it. */
static void hold(unsigned s, uint32_t game)
{
    struct hold why = {.why = VERDICT_CATCHING_UP, .since_s = 1};
    assert_int_equal(store_begin(side[s].store), VERDICT_OK);
    assert_int_equal(store_hold_put(side[s].store, game, &why), VERDICT_OK);
    assert_int_equal(store_commit(side[s].store), VERDICT_OK);
    line_is_up = false;
    restart(s);
}

static void copy_file(const char *from, const char *to)
{
    char command[256];
    snprintf(command, sizeof command, "cp '%s' '%s'", from, to);
    assert_int_equal(system(command), 0);
}

static bool both_finished(uint32_t game)
{
    return row_of(0, game).state == GAME_FINISHED && row_of(1, game).state == GAME_FINISHED;
}

/* The line breaks just when the other says that he has the last entry. */
static void last_receipt_is_lost(void **state)
{
    (void)state;
    uint32_t game = started_game();
    for (unsigned i = 0; i < 4000 && !both_finished(game); i++) {
        move_if_due(0, game);
        move_if_due(1, game);
        if (post_n > 0)
            deliver(0);
        else
            turns(1);
    }
    assert_true(both_finished(game));
    forget_post();
    line_is_up = false;
    turns(2);
    for (unsigned s = 0; s < SIDES; s++)
        restart(s);
    unsigned lacks = row_of(0, game).unsent > 0 ? 0 : 1;
    assert_int_equal(row_of(lacks, game).state, GAME_FINISHED);
    assert_true(row_of(lacks, game).unsent > 0);
    link_up();
    deliver_all();
    for (unsigned s = 0; s < SIDES; s++) {
        assert_int_equal(row_of(s, game).state, GAME_FINISHED);
        assert_int_equal(row_of(s, game).unsent, 0);
    }
    check_same(game);
}

static void nothing_is_signed_before_a_friend_is_heard(void **state)
{
    (void)state;
    uint32_t game = started_game();
    unsigned s = row_of(0, game).state == GAME_MY_TURN ? 0 : 1;
    uint32_t entries = row_of(s, game).entries;
    hold(s, game);
    assert_int_equal(move_if_due(s, game), VERDICT_CATCHING_UP);
    assert_int_equal(want(s, game, ENTRY_RESIGN), VERDICT_CATCHING_UP);
    assert_int_equal(row_of(s, game).entries, entries);
    assert_int_equal(row_of(s, game).hold, VERDICT_CATCHING_UP);
    link_up();
    deliver_all();
    assert_int_equal(row_of(s, game).hold, 0);
    assert_int_equal(holds_told(s, game), 1);
    assert_int_equal(move_if_due(s, game), VERDICT_OK);
    deliver_all();
    play_out(game);
    check_same(game);
}

/* 'catch-up --yes': the player answers for it that nothing was signed since. */
static void the_player_may_go_on_himself(void **state)
{
    (void)state;
    uint32_t game = started_game();
    unsigned s = row_of(0, game).state == GAME_MY_TURN ? 0 : 1;
    assert_int_equal(games_catch_up(side[s].games, game), VERDICT_NOT_HELD);
    assert_int_equal(games_may_catch_up(side[s].games, game), VERDICT_NOT_HELD);
    hold(s, game);
    assert_int_equal(games_adopt(side[s].games, game), VERDICT_CATCHING_UP);
    assert_int_equal(games_may_adopt(side[s].games, game), VERDICT_CATCHING_UP);
    assert_int_equal(games_may_catch_up(side[s].games, game), VERDICT_OK);
    assert_int_equal(row_of(s, game).hold, VERDICT_CATCHING_UP);
    assert_int_equal(games_catch_up(side[s].games, game), VERDICT_OK);
    assert_int_equal(holds_told(s, game), 1);
    assert_int_equal(games_catch_up(side[s].games, game), VERDICT_NOT_HELD);
    assert_int_equal(move_if_due(s, game), VERDICT_OK);
    link_up();
    deliver_all();
    play_out(game);
    check_same(game);
}

/* What a friend wrote before the restore says nothing about what he has now. */
static void an_old_letter_releases_nothing(void **state)
{
    (void)state;
    uint32_t game = started_game();
    struct peer_message have = {.kind = PEER_HAVE};
    struct friend_info from = friend_of(0);
    hold(0, game);
    have.game = row_of(0, game).id;
    have.number = row_of(0, game).entries;
    assert_true(store_entry_hash(side[0].store, game, (uint32_t)have.number, &have.head));
    from.letter_ms = 500;
    games_on_message(side[0].games, &from, &have);
    assert_int_equal(row_of(0, game).hold, VERDICT_CATCHING_UP);
    from.letter_ms = 5000;
    games_on_message(side[0].games, &from, &have);
    assert_int_equal(row_of(0, game).hold, 0);
}

/* A store from before my acceptance knows nothing of the secrets in it. */
static void secrets_that_are_lost(void **state)
{
    (void)state;
    char old[128];
    snprintf(old, sizeof old, "%s.old", side[0].path);
    stop(0);
    copy_file(side[0].path, old);
    start(0);
    side[0].last_event = 0;
    assert_int_equal(propose(1), 1);
    deliver_all();
    assert_int_equal(want(0, 1, ENTRY_ACCEPTANCE), VERDICT_OK);
    deliver_all();
    stop(0);
    copy_file(old, side[0].path);
    side[0].last_event = 0;
    start(0);
    link_up();
    deliver_all();
    assert_int_equal(row_of(0, 1).hold, VERDICT_SECRETS_LOST);
    assert_int_equal(holds_told(0, 1), 1);
    assert_int_equal(want(0, 1, ENTRY_RESIGN), VERDICT_SECRETS_LOST);
    assert_int_equal(games_catch_up(side[0].games, 1), VERDICT_SECRETS_LOST);
    link_up();
    deliver_all();
    assert_int_equal(holds_told(0, 1), 1);
    assert_int_not_equal(row_of(1, 1).state, GAME_DISPUTED);
}

/* When entries were seen follows the wall clock, in memory and in the store alike. */
static void seen_times_follow_the_clock(void **state)
{
    (void)state;
    const int64_t year = 365LL * 86400 * 1000;
    struct live *l;
    uint32_t game = started_game();
    assert_int_equal(games_live(side[0].games, game, &l), VERDICT_OK);
    uint64_t seen = l->m.seen_ms;
    games_clock_jumped(side[0].games, year);
    assert_true(l->m.seen_ms == seen + (uint64_t)year);
    assert_int_equal(store_begin(side[0].store), VERDICT_OK);
    assert_int_equal(store_entries_seen_moved(side[0].store, year), VERDICT_OK);
    assert_int_equal(store_commit(side[0].store), VERDICT_OK);
    restart(0);
    assert_int_equal(games_live(side[0].games, game, &l), VERDICT_OK);
    assert_true(l->m.seen_ms == seen + (uint64_t)year);
    games_clock_jumped(side[0].games, -100 * year);
    assert_true(l->m.seen_ms == 0);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(last_receipt_is_lost),
        CASE(nothing_is_signed_before_a_friend_is_heard),
        CASE(the_player_may_go_on_himself),
        CASE(an_old_letter_releases_nothing),
        CASE(secrets_that_are_lost),
        CASE(seen_times_follow_the_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
