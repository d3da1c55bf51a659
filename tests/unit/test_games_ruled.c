/* Proves what becomes of an arbiter's ruling that crosses an entry: what a player has depends on
 * chain, evidence and rulings alone, never on the order in which they came; so both have the same
 * in the end.  The last seed makes a game agreed that the other holds for ruled; who holds it for
 * ruled plays on when both have played on; a later ruling with the same result counts then; one
 * that comes before the entry it names counts when that has come. */
#include "tests/unit/games_pair.h"

static struct identity arbiter;

static uint32_t game_with_arbiter(void)
{
    uint8_t seed[32] = {99};
    uint32_t number = 0;
    struct friend_info who = friend_of(0);
    struct terms terms;
    identity_from_seed(&arbiter, seed);
    struct helpers with = {NULL, &arbiter.public};
    terms_preset(PRESET_BRIDGE, &terms);
    struct table table = {&who, 1, &terms, &with, NULL};
    assert_int_equal(games_propose_with(side[0].games, &table, &number), VERDICT_OK);
    deliver_all();
    assert_int_equal(want(1, 1, ENTRY_ACCEPTANCE), VERDICT_OK);
    deliver_all();
    return number;
}

/* About the course that a side has now. */
static struct ruling ruling_of(unsigned s, uint32_t game, uint8_t winner)
{
    struct game_row row = row_of(s, game);
    struct ruling r = {.game = row.id, .winner = winner, .heads_n = 1, .time_ms = 1};
    r.heads[0].number = row.entries;
    assert_true(store_entry_hash(side[s].store, game, row.entries, &r.heads[0].head));
    assert_true(ruling_sign(&r, arbiter.secret));
    return r;
}

static enum verdict take(unsigned s, const struct ruling *r)
{
    uint32_t number;
    return games_take_ruling(side[s].games, r, &number);
}

static void both_are(uint32_t game, enum grade grade, unsigned winner)
{
    for (unsigned i = 0; i < 2 * SIDES; i++) {
        struct game_row row = row_of(i % SIDES, game);
        assert_int_equal(row.state, GAME_FINISHED);
        assert_int_equal(row.grade, grade);
        assert_int_equal(row.winner, winner);
        restart(i % SIDES);
    }
    check_same(game);
}

/* The loser has written the last seed; before the winner has it, he takes a ruling. */
static void agreed_against_ruled(void **state)
{
    (void)state;
    uint32_t game = game_with_arbiter();
    unsigned loser = row_of(0, game).state == GAME_MY_TURN ? 0 : 1, other = 1 - loser;
    struct game_row mine = row_of(loser, game);
    assert_int_equal(want(loser, game, ENTRY_RESIGN), VERDICT_OK);
    while (row_of(loser, game).state != GAME_FINISHED)
        deliver(0);
    forget_post();
    assert_int_equal(row_of(other, game).state, GAME_CLOSING);
    struct ruling r = ruling_of(other, game, (uint8_t)mine.my_seat);
    assert_int_equal(take(loser, &r), VERDICT_RULED_AGREED);
    assert_int_equal(take(other, &r), VERDICT_OK);
    assert_int_equal(row_of(other, game).grade, GRADE_RULED);
    restart(other);
    assert_int_equal(row_of(other, game).grade, GRADE_RULED);
    link_up();
    deliver_all();
    both_are(game, GRADE_AGREED, 1 - mine.my_seat);
    assert_int_equal(take(other, &r), VERDICT_RULED_AGREED);
}

/* He who moved takes a ruling while the other's answer is on its way. */
static void played_on(void **state)
{
    (void)state;
    uint32_t game = game_with_arbiter();
    unsigned mover = row_of(0, game).state == GAME_MY_TURN ? 0 : 1, other = 1 - mover;
    struct ruling r = ruling_of(mover, game, 1), later;
    assert_int_equal(move_if_due(mover, game), VERDICT_OK);
    while (row_of(other, game).entries < row_of(mover, game).entries + 1)
        deliver(0);
    forget_post();
    assert_int_equal(take(other, &r), VERDICT_RULING_PASSED);
    assert_int_equal(take(mover, &r), VERDICT_OK);
    assert_int_equal(row_of(mover, game).grade, GRADE_RULED);
    restart(mover);
    link_up();
    deliver_all();
    assert_int_not_equal(row_of(mover, game).state, GAME_FINISHED);
    assert_int_equal(row_of(mover, game).state == GAME_MY_TURN,
                     row_of(other, game).state == GAME_THEIR_TURN);
    later = ruling_of(mover, game, 1);
    assert_int_equal(take(mover, &later), VERDICT_OK);
    deliver_all();
    both_are(game, GRADE_RULED, 1);
}

/* The other does not know of it, and moves: it is ruled all the same, and the move is no
 * news any more. */
static void moved_after_it(void **state)
{
    (void)state;
    uint32_t game = game_with_arbiter();
    unsigned mover = row_of(0, game).state == GAME_MY_TURN ? 0 : 1, other = 1 - mover;
    struct ruling r = ruling_of(mover, game, 0);
    line_is_up = false;
    assert_int_equal(take(other, &r), VERDICT_OK);
    assert_int_equal(move_if_due(mover, game), VERDICT_OK);
    unsigned moves = side[other].moves_shown;
    link_up();
    deliver_all();
    assert_int_equal(row_of(other, game).entries, row_of(mover, game).entries);
    assert_int_equal(side[other].moves_shown, moves);
    assert_int_equal(take(mover, &r), VERDICT_OK);
    deliver_all();
    both_are(game, GRADE_RULED, 0);
}

/* It names a move that the other does not have yet, and comes before it: by hand, and as a note. */
static void came_before_its_entry(void **state)
{
    (void)state;
    uint32_t game = game_with_arbiter();
    unsigned mover = row_of(0, game).state == GAME_MY_TURN ? 0 : 1, other = 1 - mover;
    line_is_up = false;
    assert_int_equal(move_if_due(mover, game), VERDICT_OK);
    struct ruling r = ruling_of(mover, game, 0);
    assert_int_equal(take(other, &r), VERDICT_RULING_ELSEWHERE);
    restart(other);
    assert_int_equal(take(mover, &r), VERDICT_OK);
    unsigned events = side[other].events_n;
    link_up();
    deliver_all();
    assert_true(side[other].events_n > events);
    both_are(game, GRADE_RULED, 0);
}

/* The entry was stored, and then the plug was pulled. */
static void kept_and_not_taken(void **state)
{
    (void)state;
    uint32_t game = game_with_arbiter();
    struct ruling r = ruling_of(0, game, 0);
    assert_int_equal(store_begin(side[0].store), VERDICT_OK);
    assert_int_equal(store_ruling_put(side[0].store, &r, 1), VERDICT_OK);
    assert_int_equal(store_commit(side[0].store), VERDICT_OK);
    unsigned events = side[0].events_n;
    restart(0);
    assert_int_equal(want(0, game, ENTRY_RESIGN), VERDICT_GAME_OVER);
    deliver_all();
    assert_true(side[0].events_n > events);
    both_are(game, GRADE_RULED, 0);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(agreed_against_ruled),
        CASE(played_on),
        CASE(moved_after_it),
        CASE(came_before_its_entry),
        CASE(kept_and_not_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
