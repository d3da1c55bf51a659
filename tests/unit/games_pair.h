/* games_pair.h - two players' games in one process, and a third daemon where a test wants it, as
 * their witness; people are replaced by a post box in which letters can be lost and hurt: for tests
 * of what the daemon does with games. */
#ifndef UNIT_GAMES_PAIR_H
#define UNIT_GAMES_PAIR_H

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

/* Not every test needs all of it. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"

enum { SIDES = 2, SIDES_MAX = 3, POST_MAX = 256 };

/* --- two players and the post between them ---------------------------------------------------- */

struct people { unsigned side; };

struct side {
    struct identity id;
    struct store *store;
    struct games *games;
    struct people people;
    char path[96], lock[96];
    unsigned events_n, moves_shown;
    uint64_t last_event;
};

struct letter { unsigned from, to; struct peer_message *m; };

static struct side side[SIDES_MAX];
static unsigned sides = SIDES; /* set before setup */
static struct loop *loop;
static char folder[64];
static struct letter post[POST_MAX];
static unsigned post_n;
static bool line_is_up;
static unsigned lose_one_in, hurt_one_in; /* 0 = none */
static uint32_t dice;

static uint32_t roll(uint32_t n)
{
    dice = dice * 1664525u + 1013904223u;
    return (dice >> 8) % n;
}

/* Whose key it is; `sides` if nobody's. */
static unsigned side_of(const struct player_key *key)
{
    unsigned s = 0;
    while (s < sides && !player_key_equal(key, &side[s].id.public))
        s++;
    return s;
}

bool people_send(struct people *p, const struct player_key *to, const struct peer_message *m)
{
    unsigned other = side_of(to);
    if (!line_is_up || other == sides || other == p->side || post_n == POST_MAX)
        return false;
    if (lose_one_in != 0 && roll(lose_one_in) == 0)
        return true;
    post[post_n].from = p->side;
    post[post_n].to = other;
    post[post_n].m = malloc(sizeof *m);
    assert_non_null(post[post_n].m);
    *post[post_n].m = *m;
    if (hurt_one_in != 0 && m->entries_len > 0 && roll(hurt_one_in) == 0)
        post[post_n].m->entries[roll((uint32_t)m->entries_len)] ^= (uint8_t)(1 + roll(255));
    post_n++;
    return true;
}

bool people_by_key(const struct people *p, const struct player_key *key, struct friend_info *out)
{
    static const char *const names[SIDES_MAX] = {"ann", "ben", "carl"};
    unsigned s = side_of(key);
    if (s == sides || s == p->side)
        return false;
    *out = (struct friend_info){.key = *key, .joined = true};
    snprintf(out->name, sizeof out->name, "%s", names[s]);
    return true;
}

enum link_state people_link(const struct people *p, const struct player_key *key)
{
    (void)p;
    (void)key;
    return line_is_up ? LINK_UP : LINK_DOWN;
}

/* `who` as `s` knows him. */
static struct friend_info known_to(unsigned s, unsigned who)
{
    struct friend_info out;
    assert_true(people_by_key(&side[s].people, &side[who].id.public, &out));
    return out;
}

static struct friend_info friend_of(unsigned s)
{
    return known_to(s, 1 - s);
}

/* The letter at a place of the post box. */
static void deliver(unsigned at)
{
    struct letter letter = post[at];
    memmove(&post[at], &post[at + 1], (--post_n - at) * sizeof post[0]);
    struct friend_info from = known_to(letter.to, letter.from);
    games_on_message(side[letter.to].games, &from, letter.m);
    free(letter.m);
}

static void forget_post(void)
{
    while (post_n > 0)
        free(post[--post_n].m);
}

/* News must be numbered without gaps, and be in the database when they are shown. */
static void on_events(void *self, const struct event *events, unsigned n)
{
    struct side *s = self;
    for (unsigned i = 0; i < n; i++) {
        assert_int_equal(events[i].number, s->last_event + 1);
        s->last_event = events[i].number;
        assert_true(sqlite3_get_autocommit(store_db(s->store)));
        assert_int_equal(store_events_newest(s->store) >= events[i].number, 1);
        s->moves_shown += events[i].kind == EVENT_MOVE;
        s->events_n++;
    }
}

static void stop_loop(void *self)
{
    loop_stop(self);
}

/* A turn of the loop: what was put off is done. */
static void turns(unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        loop_soon(loop, stop_loop, loop);
        loop_run(loop);
    }
}

static bool is_busy(unsigned s)
{
    return side[s].games->parked.busy || side[s].games->making.busy;
}

/* Until there are no letters and nobody is busy with one. */
static void deliver_all(void)
{
    for (unsigned i = 0;; i++) {
        assert_true(i < 20000); /* they must come to rest */
        if (post_n > 0)
            deliver(0);
        else if (is_busy(0) || is_busy(1) || (sides == SIDES_MAX && is_busy(2)))
            turns(1);
        else
            return;
    }
}

static void start(unsigned s)
{
    struct games_owner owner = {on_events, &side[s]};
    assert_int_equal(store_open(side[s].path, side[s].lock, &side[s].store), VERDICT_OK);
    side[s].games = games_new(loop, side[s].store, &side[s].id, "me", owner);
    assert_non_null(side[s].games);
    side[s].people.side = s;
    games_set_people(side[s].games, &side[s].people);
}

static void stop(unsigned s)
{
    games_set_people(side[s].games, NULL);
    turns(2);
    games_free(side[s].games);
    store_close(side[s].store);
}

static void restart(unsigned s)
{
    stop(s);
    start(s);
    turns(3);
}

static void link_up(void)
{
    line_is_up = true;
    for (unsigned s = 0; s < sides; s++)
        for (unsigned other = 0; other < sides; other++) {
            if (other == s)
                continue;
            struct friend_info who = known_to(s, other);
            games_on_link(side[s].games, &who, LINK_UP);
        }
}

static int setup(void **state)
{
    (void)state;
    assert_true(sodium_init() >= 0);
    snprintf(folder, sizeof folder, "/tmp/nb-games-XXXXXX");
    assert_non_null(mkdtemp(folder));
    loop = loop_new();
    assert_non_null(loop);
    memset(side, 0, sizeof side);
    lose_one_in = hurt_one_in = 0;
    dice = 7;
    for (unsigned s = 0; s < sides; s++) {
        uint8_t seed[32] = {(uint8_t)(s + 1)};
        identity_from_seed(&side[s].id, seed);
        snprintf(side[s].path, sizeof side[s].path, "%s/%u.db", folder, s);
        snprintf(side[s].lock, sizeof side[s].lock, "%s/%u.lock", folder, s);
        start(s);
    }
    line_is_up = true;
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    char command[96];
    forget_post();
    for (unsigned s = 0; s < sides; s++)
        stop(s);
    loop_free(loop);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

/* --- playing ---------------------------------------------------------------------------------- */

static uint32_t propose(unsigned s)
{
    struct friend_info who = friend_of(s);
    struct terms terms;
    uint32_t number = 0;
    terms_preset(PRESET_BRIDGE, &terms);
    assert_int_equal(games_propose(side[s].games, &who, 1, &terms, &number), VERDICT_OK);
    return number;
}

static enum verdict want(unsigned s, uint32_t game, unsigned kind)
{
    struct wish wish = {game, kind, NULL, NULL, NULL};
    return games_wish(side[s].games, &wish);
}

static struct game_row row_of(unsigned s, uint32_t game)
{
    struct game_row row;
    assert_int_equal(games_row(side[s].games, game, &row), VERDICT_OK);
    return row;
}

/* A move by the practice player, if it is the turn of this side. */
static enum verdict move_if_due(unsigned s, uint32_t game)
{
    struct view view;
    struct choice choice;
    uint8_t seed[32] = {1};
    if (row_of(s, game).state != GAME_MY_TURN)
        return VERDICT_NOT_YOUR_TURN;
    assert_int_equal(games_view(side[s].games, game, &view), VERDICT_OK);
    choose_move(&view, seed, 2, &choice);
    struct wish wish = {game, ENTRY_MOVE, &choice, NULL, NULL};
    return games_wish(side[s].games, &wish);
}

/* Proposed by side 0; both count their games alike.  Carl is the witness if there is one. */
static uint32_t started_with(const struct terms *terms)
{
    struct friend_info who = friend_of(0);
    struct helpers with = {terms->clock == CLOCK_WITNESS ? &side[2].id.public : NULL, NULL};
    struct table table = {&who, 1, terms, &with, NULL};
    uint32_t number = 0;
    assert_int_equal(games_propose_with(side[0].games, &table, &number), VERDICT_OK);
    deliver_all();
    assert_int_equal(row_of(1, number).state, GAME_OFFERED_TO_ME);
    assert_int_equal(want(1, number, ENTRY_ACCEPTANCE), VERDICT_OK);
    deliver_all();
    assert_true(row_of(0, number).state == GAME_MY_TURN ||
                row_of(1, number).state == GAME_MY_TURN);
    return number;
}

static uint32_t started_game(void)
{
    struct terms terms;
    terms_preset(PRESET_BRIDGE, &terms);
    return started_with(&terms);
}

/* News of a kind that a side was told about a game; with that verdict, or any (-1). */
static unsigned told(unsigned s, uint32_t game, uint32_t kind, int verdict)
{
    static struct event rows[ROWS_MAX];
    struct event_filter filter = {.from = 1, .kind = kind, .game = game};
    unsigned found = 0;
    for (unsigned n; (n = store_events(side[s].store, &filter, rows)) > 0;) {
        for (unsigned i = 0; i < n; i++)
            found += verdict < 0 || rows[i].verdict == (uint32_t)verdict;
        filter.from = rows[n - 1].number + 1;
    }
    return found;
}

static void play_out(uint32_t game)
{
    for (unsigned i = 0; i < 400; i++) {
        move_if_due(0, game);
        move_if_due(1, game);
        deliver_all();
        if (row_of(0, game).state == GAME_FINISHED && row_of(1, game).state == GAME_FINISHED)
            return;
    }
    fail_msg("the game did not end");
}

/* Both hold the same chain, byte for byte, and it stands before the judge. */
static void check_same(uint32_t game)
{
    static struct finding finding;
    static uint8_t bytes[SIDES][EXPORT_MAX];
    struct buf file[SIDES];
    for (unsigned s = 0; s < SIDES; s++) {
        file[s] = buf_over(bytes[s], sizeof bytes[s]);
        assert_int_equal(games_export(side[s].games, game, &file[s]), VERDICT_OK);
    }
    assert_true(span_equal(buf_span(&file[0]), buf_span(&file[1])));
    assert_int_equal(logfile_judge(buf_span(&file[0]), 0, &finding), VERDICT_OK);
    assert_int_equal(finding.bad_entry, 0);
    assert_int_equal(finding.entries, row_of(0, game).entries);
}

#pragma GCC diagnostic pop
#endif
