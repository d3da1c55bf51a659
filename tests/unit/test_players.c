/* Proves that the daemon's games work with more than two players, four in one process and people
 * replaced by a post box: offers reach everybody and are accepted in any order; players who are
 * no friends of each other get everything through the others, also over a line that loses and
 * reorders letters and with restarts; all end with the same chain; a shuffle that is proven but
 * not made from the seed is found when the seeds are open. */
#include "chain/logfile.h"
#include "daemon/games_part.h"
#include "rules/choose.h"

#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SIDES = 4, POST_MAX = 512 };

struct people { unsigned side; };

struct side {
    struct identity id;
    struct store *store;
    struct games *games;
    struct people people;
    char path[96], lock[96];
};

struct letter { unsigned from, to; struct peer_message *m; };

static struct side side[SIDES];
static bool friends[SIDES][SIDES];
static struct loop *loop;
static char folder[64];
static struct letter post[POST_MAX];
static unsigned post_n, lose_one_in;
static uint32_t dice;

static uint32_t roll(uint32_t n)
{
    dice = dice * 1664525u + 1013904223u;
    return (dice >> 8) % n;
}

static unsigned side_of(const struct player_key *key)
{
    for (unsigned s = 0; s < SIDES; s++)
        if (player_key_equal(key, &side[s].id.public))
            return s;
    return SIDES;
}

bool people_send(struct people *p, const struct player_key *to, const struct peer_message *m)
{
    unsigned other = side_of(to);
    if (other == SIDES || !friends[p->side][other] || post_n == POST_MAX)
        return false;
    if (lose_one_in != 0 && roll(lose_one_in) == 0)
        return true;
    struct peer_message *copy = malloc(sizeof *m);
    assert_non_null(copy);
    *copy = *m;
    post[post_n++] = (struct letter){p->side, other, copy};
    return true;
}

bool people_by_key(const struct people *p, const struct player_key *key, struct friend_info *out)
{
    unsigned other = side_of(key);
    if (other == SIDES || !friends[p->side][other])
        return false;
    *out = (struct friend_info){.key = *key, .joined = true};
    snprintf(out->name, sizeof out->name, "player-%u", other);
    return true;
}

enum link_state people_link(const struct people *p, const struct player_key *key)
{
    (void)p;
    (void)key;
    return LINK_UP;
}

static struct friend_info friend_of(unsigned s, unsigned other)
{
    struct friend_info out;
    assert_true(people_by_key(&side[s].people, &side[other].id.public, &out));
    return out;
}

static void deliver(unsigned at)
{
    struct letter letter = post[at];
    memmove(&post[at], &post[at + 1], (--post_n - at) * sizeof post[0]);
    struct friend_info from = friend_of(letter.to, letter.from);
    games_on_message(side[letter.to].games, &from, letter.m);
    free(letter.m);
}

static void on_events(void *self, const struct event *events, unsigned n)
{
    (void)self;
    (void)events;
    (void)n;
}

static void stop_loop(void *self)
{
    loop_stop(self);
}

static void turns(unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        loop_soon(loop, stop_loop, loop);
        loop_run(loop);
    }
}

static bool anybody_busy(void)
{
    for (unsigned s = 0; s < SIDES; s++) {
        const struct games *g = side[s].games;
        if (g->parked.busy || g->making.busy || g->judging.timer != 0)
            return true;
    }
    return false;
}

static void deliver_all(void)
{
    for (unsigned i = 0;; i++) {
        assert_true(i < 200000); /* they must come to rest */
        if (post_n > 0)
            deliver(lose_one_in != 0 ? roll(post_n) : 0);
        else if (anybody_busy())
            turns(1);
        else
            return;
    }
}

static void start(unsigned s)
{
    struct games_owner owner = {on_events, NULL};
    assert_int_equal(store_open(side[s].path, side[s].lock, &side[s].store), VERDICT_OK);
    side[s].games = games_new(loop, side[s].store, &side[s].id, "me", owner);
    assert_non_null(side[s].games);
    side[s].people.side = s;
    games_set_people(side[s].games, &side[s].people);
}

static void stop(unsigned s)
{
    games_set_people(side[s].games, NULL);
    games_free(side[s].games);
    store_close(side[s].store);
}

static void links_up(void)
{
    for (unsigned s = 0; s < SIDES; s++)
        for (unsigned other = 0; other < SIDES; other++)
            if (friends[s][other]) {
                struct friend_info who = friend_of(s, other);
                games_on_link(side[s].games, &who, LINK_UP);
            }
}

/* A line of friends but for 0, who knows everybody: 2 and 3 are strangers, 1 and 3 too. */
static int setup(void **state)
{
    (void)state;
    assert_true(sodium_init() >= 0);
    snprintf(folder, sizeof folder, "/tmp/nb-players-XXXXXX");
    assert_non_null(mkdtemp(folder));
    loop = loop_new();
    assert_non_null(loop);
    memset(side, 0, sizeof side);
    memset(friends, 0, sizeof friends);
    lose_one_in = 0;
    dice = 11;
    for (unsigned s = 1; s < SIDES; s++)
        friends[0][s] = friends[s][0] = true;
    friends[1][2] = friends[2][1] = true;
    for (unsigned s = 0; s < SIDES; s++) {
        uint8_t seed[32] = {(uint8_t)(s + 1)};
        identity_from_seed(&side[s].id, seed);
        snprintf(side[s].path, sizeof side[s].path, "%s/%u.db", folder, s);
        snprintf(side[s].lock, sizeof side[s].lock, "%s/%u.lock", folder, s);
        start(s);
    }
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    char command[96];
    while (post_n > 0)
        free(post[--post_n].m);
    for (unsigned s = 0; s < SIDES; s++)
        stop(s);
    loop_free(loop);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

/* --- playing ---------------------------------------------------------------------------------- */

static struct game_row row_of(unsigned s)
{
    struct game_row row;
    assert_int_equal(games_row(side[s].games, 1, &row), VERDICT_OK);
    return row;
}

static enum verdict want(unsigned s, unsigned kind)
{
    struct wish wish = {1, kind, NULL, NULL, NULL};
    return games_wish(side[s].games, &wish);
}

static void propose(unsigned rounds)
{
    struct friend_info who[SIDES - 1];
    struct terms terms;
    uint32_t number;
    for (unsigned s = 1; s < SIDES; s++)
        who[s - 1] = friend_of(0, s);
    terms_preset(PRESET_DOMINOES, &terms);
    terms.players = SIDES;
    terms.rounds = (uint8_t)rounds;
    assert_int_equal(games_propose(side[0].games, who, 2, &terms, &number),
                     VERDICT_TERMS_CONFLICT);
    assert_int_equal(games_propose(side[0].games, who, 3, &terms, &number), VERDICT_OK);
    deliver_all();
}

static void accept_all(void)
{
    static const unsigned order[] = {3, 1, 2};
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(row_of(order[i]).state, GAME_OFFERED_TO_ME);
        assert_int_equal(want(order[i], ENTRY_ACCEPTANCE), VERDICT_OK);
        assert_int_equal(row_of(order[i]).state, GAME_SETTING_UP);
        deliver_all();
    }
}

static void move_if_due(unsigned s)
{
    struct view view;
    struct choice choice;
    uint8_t seed[32] = {1};
    if (row_of(s).state != GAME_MY_TURN)
        return;
    assert_int_equal(games_view(side[s].games, 1, &view), VERDICT_OK);
    choose_move(&view, seed, 1, &choice);
    struct wish wish = {1, ENTRY_MOVE, &choice, NULL, NULL};
    assert_int_equal(games_wish(side[s].games, &wish), VERDICT_OK);
}

static bool all_in(unsigned state)
{
    for (unsigned s = 0; s < SIDES; s++)
        if (row_of(s).state != state)
            return false;
    return true;
}

static void play_out(void)
{
    for (unsigned i = 0; i < 2000 && !all_in(GAME_FINISHED); i++) {
        move_if_due(i % SIDES);
        if (lose_one_in != 0 && i % 5 == 0)
            links_up();
        if (lose_one_in != 0 && i % 7 == 0) {
            stop(i / 7 % SIDES);
            start(i / 7 % SIDES);
        }
        deliver_all();
    }
    assert_true(all_in(GAME_FINISHED));
}

static void check_same(void)
{
    static struct finding finding;
    static uint8_t first[EXPORT_MAX], other[EXPORT_MAX];
    struct buf a = buf_over(first, sizeof first);
    assert_int_equal(games_export(side[0].games, 1, &a), VERDICT_OK);
    for (unsigned s = 1; s < SIDES; s++) {
        struct buf b = buf_over(other, sizeof other);
        assert_int_equal(games_export(side[s].games, 1, &b), VERDICT_OK);
        assert_true(span_equal(buf_span(&a), buf_span(&b)));
    }
    assert_int_equal(logfile_judge(buf_span(&a), BAG_BY_BOTH, &finding), VERDICT_OK);
    assert_int_equal(finding.entries, row_of(0).entries);
}

static void whole_match(void **state)
{
    (void)state;
    struct stored_game game;
    propose(2);
    accept_all();
    assert_int_equal(row_of(3).players, SIDES);
    assert_int_equal(row_of(3).accepted, SIDES);
    assert_string_equal(row_of(0).opponent, "player-1");
    assert_string_equal(row_of(0).others[1], "player-3");
    assert_int_equal(row_of(3).others[0][0], '~'); /* 1 is a stranger to 3 */
    play_out();
    check_same();
    for (unsigned s = 0; s < SIDES; s++) {
        assert_int_equal(row_of(s).unsent, 0);
        assert_int_equal(row_of(s).ending, ENDING_ROUNDS);
        assert_int_equal(store_game_get(side[s].store, 1, &game), VERDICT_OK);
        assert_int_equal(game.judged, game.row.entries);
    }
    links_up();
    deliver_all();
    assert_int_equal(post_n, 0);
}

static void bad_lines_and_restarts(void **state)
{
    (void)state;
    propose(1);
    accept_all();
    lose_one_in = 6;
    play_out();
    lose_one_in = 0;
    links_up();
    deliver_all();
    check_same();
}

static void declined_by_one(void **state)
{
    (void)state;
    propose(1);
    assert_int_equal(want(3, ENTRY_DECLINE), VERDICT_OK);
    deliver_all();
    assert_true(all_in(GAME_DECLINED));
}

/* Player 3 permutes as he likes, and proves it: nothing is wrong until the seeds are open. */
static void shuffle_not_from_the_seed(void **state)
{
    (void)state;
    struct shuffler *job = &side[3].games->making.job;
    propose(1);
    for (unsigned s = 1; s < SIDES; s++)
        assert_int_equal(want(s, ENTRY_ACCEPTANCE), VERDICT_OK);
    for (unsigned i = 0; i < 1000 && !side[3].games->making.busy; i++) {
        if (post_n > 0)
            deliver(0);
    }
    assert_true(side[3].games->making.busy);
    assert_int_equal(job->renewed, 0);
    uint8_t from = job->how.from[0];
    job->how.from[0] = job->how.from[1];
    job->how.from[1] = from;
    deliver_all();
    for (unsigned i = 0; i < 2000 && row_of(0).state != GAME_DISPUTED; i++) {
        move_if_due(i % SIDES);
        deliver_all();
    }
    for (unsigned s = 0; s < SIDES; s++) {
        assert_int_equal(row_of(s).state, GAME_DISPUTED);
        assert_int_equal(row_of(s).refusal, VERDICT_BAG_DIFFERS);
    }
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(whole_match),
        CASE(bad_lines_and_restarts),
        CASE(declined_by_one),
        CASE(shuffle_not_from_the_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
