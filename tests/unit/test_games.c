/* Proves the daemon's handling of games, with two players in one process and people replaced by a
 * post box: a whole game is played over it and both sides end with the same chain; messages may
 * be lost, hurt, doubled and reordered; nothing is sent or shown that is not stored; a full disk
 * refuses the step and the game goes on afterwards; a restart at any step loses nothing; only
 * friends may propose; games of others are not touched. */
#include "chain/ruling.h"
#include "tests/unit/games_pair.h"

static void whole_game(void **state)
{
    (void)state;
    uint32_t game = started_game();
    play_out(game);
    check_same(game);
    for (unsigned s = 0; s < SIDES; s++) {
        struct game_row row = row_of(s, game);
        assert_int_equal(row.unsent, 0);
        assert_int_equal(row.ending, ENDING_CHAIN);
        assert_int_equal(side[s].moves_shown, row.moves);
    }
    /* Known to both as whole: nothing more to say about it. */
    link_up();
    assert_int_equal(post_n, 0);
}

static void over_a_bad_line(void **state)
{
    (void)state;
    uint32_t game = propose(0);
    lose_one_in = 4;
    hurt_one_in = 4;
    for (unsigned i = 0; i < 3000; i++) {
        if (row_of(0, game).state == GAME_FINISHED &&
            store_games(side[1].store, GAMES_UNFINISHED, 0, &game, 1) == 0)
            break;
        turns(i % 2);
        if (post_n > 0) {
            unsigned at = roll(post_n);
            if (roll(5) == 0 && post_n < POST_MAX) { /* once more, later */
                post[post_n].from = post[at].from;
                post[post_n].to = post[at].to;
                post[post_n].m = malloc(sizeof *post[at].m);
                *post[post_n].m = *post[at].m;
                post_n++;
            }
            deliver(at);
            continue;
        }
        uint32_t theirs;
        if (store_games(side[1].store, GAMES_OFFERED, 0, &theirs, 1) == 1)
            assert_int_equal(want(1, theirs, ENTRY_ACCEPTANCE), VERDICT_OK);
        else if (store_games(side[1].store, GAMES_UNFINISHED, 0, &theirs, 1) == 1)
            move_if_due(1, theirs);
        move_if_due(0, game);
        if (post_n == 0 && i % 50 == 0)
            link_up();
    }
    lose_one_in = hurt_one_in = 0;
    link_up();
    deliver_all();
    assert_int_equal(row_of(0, game).state, GAME_FINISHED);
    check_same(game);
}

/* Each side is stopped and started again after every single letter. */
static void restarts_lose_nothing(void **state)
{
    (void)state;
    uint32_t game = propose(0);
    for (unsigned i = 0; i < 60; i++) {
        uint32_t theirs;
        if (post_n > 0)
            deliver(0);
        restart(i % 2);
        if (store_games(side[1].store, GAMES_OFFERED, 0, &theirs, 1) == 1)
            assert_int_equal(want(1, theirs, ENTRY_ACCEPTANCE), VERDICT_OK);
        if (i % 3 == 0)
            forget_post();
        if (post_n == 0) {
            move_if_due(i % 2, game);
            link_up();
        }
    }
    link_up();
    deliver_all();
    play_out(game);
    check_same(game);
}

static void set_pages(unsigned s, int pages)
{
    char sql[64];
    snprintf(sql, sizeof sql, "PRAGMA max_page_count = %d", pages);
    assert_int_equal(sqlite3_exec(store_db(side[s].store), sql, NULL, NULL, NULL), SQLITE_OK);
}

/* Until the database has no room for the news of another step. */
static void fill_disk(unsigned s)
{
    static const char filler[] = "INSERT INTO events(number, time_ms, kind) SELECT"
                                 " max(max(number), 1000000) + 1, 0, 1 FROM events";
    set_pages(s, 1); /* as many as there are */
    while (sqlite3_exec(store_db(side[s].store), filler, NULL, NULL, NULL) == SQLITE_OK)
        ;
}

static void make_room(unsigned s)
{
    set_pages(s, 1000000);
    assert_int_equal(sqlite3_exec(store_db(side[s].store), "DELETE FROM events WHERE number >"
                                  " 1000000", NULL, NULL, NULL), SQLITE_OK);
}

static void full_disk(void **state)
{
    (void)state;
    uint32_t game = started_game();
    unsigned s = row_of(0, game).state == GAME_MY_TURN ? 0 : 1;
    struct game_row before = row_of(s, game), other = row_of(1 - s, game);
    unsigned events = side[s].events_n;
    fill_disk(s);
    assert_int_equal(move_if_due(s, game), VERDICT_DISK);
    assert_int_equal(post_n, 0);
    assert_int_equal(side[s].events_n, events);
    assert_int_equal(row_of(s, game).entries, before.entries);
    assert_int_equal(row_of(s, game).state, GAME_MY_TURN);
    make_room(s);
    /* Now the other's is full: it must not acknowledge what it cannot keep. */
    fill_disk(1 - s);
    assert_int_equal(move_if_due(s, game), VERDICT_OK);
    deliver_all();
    assert_int_equal(row_of(1 - s, game).entries, other.entries);
    assert_true(row_of(s, game).unsent > 0);
    make_room(1 - s);
    link_up();
    play_out(game);
    check_same(game);
}

/* Somebody resigns while the other, whose turn it is, moves: the move has its place, and the
 * resignation comes after it. */
static void crossing_letters(void **state)
{
    (void)state;
    uint32_t game = started_game();
    unsigned s = row_of(0, game).state == GAME_MY_TURN ? 0 : 1;
    assert_int_equal(want(1 - s, game, ENTRY_RESIGN), VERDICT_OK);
    assert_int_equal(move_if_due(s, game), VERDICT_OK);
    deliver_all();
    assert_int_equal(row_of(0, game).state, GAME_FINISHED);
    assert_int_equal(row_of(0, game).ending, ENDING_RESIGNED);
    assert_int_equal(row_of(0, game).moves, 1);
    assert_int_equal(row_of(1, game).ending, ENDING_RESIGNED);
    check_same(game);
}

static void stale_head_is_refused(void **state)
{
    (void)state;
    uint32_t game = started_game();
    unsigned s = row_of(0, game).state == GAME_MY_TURN ? 0 : 1;
    struct hash head = {{1}};
    struct wish wish = {game, ENTRY_RESIGN, NULL, &head, NULL};
    assert_int_equal(games_wish(side[s].games, &wish), VERDICT_HEAD_CHANGED);
    static struct game_show show;
    assert_int_equal(games_show(side[s].games, game, &show), VERDICT_OK);
    wish.head = &show.head;
    assert_int_equal(games_wish(side[s].games, &wish), VERDICT_OK);
}

/* A message about a game with somebody else, or from nowhere, changes nothing. */
static void strangers_change_nothing(void **state)
{
    (void)state;
    uint32_t game = started_game();
    struct game_row before = row_of(0, game);
    static struct peer_message m;
    struct friend_info eve = friend_of(0);
    eve.key.b[0] ^= 1;
    for (unsigned kind = PEER_HAVE; kind <= PEER_UNKNOWN_GAME; kind++) {
        memset(&m, 0, sizeof m);
        m.kind = kind;
        m.game = before.id;
        m.number = kind == PEER_ENTRIES ? 1 : 3;
        m.verdict = VERDICT_BAD_SHARE;
        games_on_message(side[0].games, &eve, &m);
    }
    deliver_all();
    struct game_row after = row_of(0, game);
    assert_int_equal(after.entries, before.entries);
    assert_int_equal(after.state, before.state);
    assert_int_equal(after.refusal, 0);
    assert_int_equal(row_of(1, game).refusal, 0);
}

/* The proposal of one friend, brought by another, is no proposal. */
static void only_the_proposer_proposes(void **state)
{
    (void)state;
    propose(0);
    assert_int_equal(post_n, 1);
    struct friend_info eve = friend_of(1);
    eve.key.b[0] ^= 1;
    games_on_message(side[1].games, &eve, post[0].m);
    uint32_t number;
    assert_int_equal(store_games(side[1].store, GAMES_BY_NEED, 0, &number, 1), 0);
    deliver_all();
    assert_int_equal(store_games(side[1].store, GAMES_BY_NEED, 0, &number, 1), 1);
}

static void too_many_offers(void **state)
{
    (void)state;
    struct friend_info who = friend_of(0);
    struct terms terms;
    uint32_t number;
    terms_preset(PRESET_BRIDGE, &terms);
    for (unsigned i = 0; i < OPEN_WITH_FRIEND_MAX; i++) {
        assert_int_equal(games_propose(side[0].games, &who, 1, &terms, &number), VERDICT_OK);
        deliver_all();
    }
    assert_int_equal(games_propose(side[0].games, &who, 1, &terms, &number), VERDICT_TOO_MANY_OPEN);
}

/* Proposed and broken off again, over and over: each of these games would be kept for ever. */
static void proposed_and_broken_off(void **state)
{
    (void)state;
    struct friend_info who = friend_of(0);
    struct terms terms;
    uint32_t number, kept[2 * BROKEN_OFF_MAX];
    terms_preset(PRESET_BRIDGE, &terms);
    for (unsigned i = 0; i < BROKEN_OFF_MAX + 8; i++) {
        assert_int_equal(games_propose(side[0].games, &who, 1, &terms, &number), VERDICT_OK);
        deliver_all();
        assert_int_equal(want(0, number, ENTRY_DECLINE), VERDICT_OK);
        deliver_all();
    }
    assert_int_equal(store_games(side[1].store, GAMES_BY_NEED, 0, kept, 2 * BROKEN_OFF_MAX),
                     BROKEN_OFF_MAX);
    /* It is about his proposals, not about mine. */
    who = friend_of(1);
    assert_int_equal(games_propose(side[1].games, &who, 1, &terms, &number), VERDICT_OK);
}

static void notes_arrive_once(void **state)
{
    (void)state;
    line_is_up = false;
    assert_int_equal(games_say(side[0].games, &side[1].id.public, 0, "one"), VERDICT_OK);
    assert_int_equal(games_say(side[0].games, &side[1].id.public, 0, "two"), VERDICT_OK);
    assert_int_equal(games_say(side[0].games, &side[1].id.public, 0, "\033[2J"),
                     VERDICT_TEXT_MALFORMED);
    link_up();
    link_up(); /* everything is said twice */
    deliver_all();
    static struct event rows[ROWS_MAX];
    struct event_filter filter = {1, EVENT_NOTE, 0};
    assert_int_equal(store_events(side[1].store, &filter, rows), 2);
    assert_string_equal(rows[0].text, "one");
    assert_string_equal(rows[1].text, "two");
    assert_string_equal(rows[0].name, "ann");
    link_up();
    assert_int_equal(post_n, 0);
}

static void declined(void **state)
{
    (void)state;
    uint32_t game = propose(0);
    deliver_all();
    assert_int_equal(want(1, 1, ENTRY_DECLINE), VERDICT_OK);
    deliver_all();
    assert_int_equal(row_of(0, game).state, GAME_DECLINED);
    assert_int_equal(row_of(0, game).refusal, VERDICT_DECLINED);
    assert_int_equal(want(1, 1, ENTRY_ACCEPTANCE), VERDICT_OFFER_GONE);
}

/* A damaged entry of the one who owes it is evidence: kept, told, and the game stops. */
static void cheat_is_kept_as_evidence(void **state)
{
    (void)state;
    uint32_t game = started_game();
    unsigned s = row_of(0, game).state == GAME_MY_TURN ? 0 : 1;
    /* The same place twice: the side to move moves, forgets it, and moves otherwise. */
    struct wish wish = {game, ENTRY_RESIGN, NULL, NULL, NULL};
    assert_int_equal(move_if_due(s, game), VERDICT_OK);
    struct live *l;
    assert_int_equal(games_live(side[s].games, game, &l), VERDICT_OK);
    uint32_t number = l->m.now.number;
    games_forget(side[s].games, l);
    deliver_all();
    char sql[96];
    snprintf(sql, sizeof sql, "DELETE FROM entries WHERE number >= %u;"
                              "UPDATE games SET entries = %u", number, number - 1);
    restart(s);
    assert_int_equal(sqlite3_exec(store_db(side[s].store), sql, NULL, NULL, NULL), SQLITE_OK);
    restart(s);
    line_is_up = true;
    assert_int_equal(games_wish(side[s].games, &wish), VERDICT_OK);
    deliver_all();
    assert_int_equal(row_of(1 - s, game).state, GAME_DISPUTED);
    assert_int_equal(row_of(1 - s, game).refusal, VERDICT_DOUBLE_ENTRY);
    assert_int_equal(row_of(s, game).refusal, VERDICT_DOUBLE_ENTRY);
    static struct signed_entry evidence;
    assert_true(store_evidence_get(side[1 - s].store, game, 0, &evidence));
    assert_int_equal(want(1 - s, game, ENTRY_RESIGN), VERDICT_DISPUTED);
    restart(1 - s);
    assert_int_equal(row_of(1 - s, game).state, GAME_DISPUTED);
    assert_int_equal(want(1 - s, game, ENTRY_RESIGN), VERDICT_DISPUTED);
}

/* --- an arbiter ------------------------------------------------------------------------------- */

static struct side arbiter; /* has no friends */

static void start_arbiter(void)
{
    uint8_t seed[32] = {9};
    struct games_owner owner = {on_events, &arbiter};
    identity_from_seed(&arbiter.id, seed);
    snprintf(arbiter.path, sizeof arbiter.path, "%s/arbiter.db", folder);
    snprintf(arbiter.lock, sizeof arbiter.lock, "%s/arbiter.lock", folder);
    assert_int_equal(store_open(arbiter.path, arbiter.lock, &arbiter.store), VERDICT_OK);
    arbiter.games = games_new(loop, arbiter.store, &arbiter.id, "carl", owner);
    assert_non_null(arbiter.games);
}

static void stop_arbiter(void)
{
    games_free(arbiter.games);
    store_close(arbiter.store);
}

static uint32_t game_with_arbiter(void)
{
    struct friend_info who = friend_of(0);
    struct helpers with = {NULL, &arbiter.id.public};
    struct terms terms;
    uint32_t number = 0;
    terms_preset(PRESET_BRIDGE, &terms);
    struct table table = {&who, 1, &terms, &with, NULL};
    assert_int_equal(games_propose_with(side[0].games, &table, &number), VERDICT_OK);
    deliver_all();
    assert_int_equal(want(1, 1, ENTRY_ACCEPTANCE), VERDICT_OK);
    deliver_all();
    return number;
}

static void first_of(uint32_t game, struct signed_entry *out)
{
    static struct stored_entry first;
    assert_true(store_entry_get(side[0].store, game, 1, &first));
    *out = first.e;
}

static struct ruling wanted(uint32_t game, uint8_t winner)
{
    struct game_row row = row_of(0, game);
    struct ruling r = {.game = row.id, .winner = winner, .heads_n = 1};
    r.heads[0].number = row.entries;
    assert_true(store_entry_hash(side[0].store, game, row.entries, &r.heads[0].head));
    return r;
}

/* [P-5.23] */
static void arbiter_signs_once(void **state)
{
    static struct signed_entry first;
    (void)state;
    start_arbiter();
    uint32_t game = game_with_arbiter();
    struct ruling blue = wanted(game, 0), red = wanted(game, 1), given, again;
    first_of(game, &first);
    assert_int_equal(games_rule(side[0].games, &blue, &first, &given), VERDICT_NOT_ARBITER);
    blue.game.b[0] ^= 1;
    assert_int_equal(games_rule(arbiter.games, &blue, &first, &given), VERDICT_WRONG_GAME);
    blue.game.b[0] ^= 1;
    first.signature.b[0] ^= 1;
    assert_int_equal(games_rule(arbiter.games, &blue, &first, &given), VERDICT_NOT_DECODABLE);
    first.signature.b[0] ^= 1;
    blue.winner = 2;
    assert_int_equal(games_rule(arbiter.games, &blue, &first, &given), VERDICT_FIELD_RANGE);
    blue.winner = 0;
    assert_int_equal(games_may_rule(side[0].games, &blue, &first), VERDICT_NOT_ARBITER);
    assert_int_equal(games_may_rule(arbiter.games, &red, &first), VERDICT_OK);
    assert_int_equal(games_rule(arbiter.games, &blue, &first, &given), VERDICT_OK);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(games_rule(arbiter.games, &blue, &first, &again), VERDICT_OK);
        assert_memory_equal(&again.signature, &given.signature, sizeof given.signature);
        assert_int_equal(games_rule(arbiter.games, &red, &first, &again), VERDICT_RULED_ALREADY);
        assert_int_equal(games_may_rule(arbiter.games, &red, &first), VERDICT_RULED_ALREADY);
        assert_int_equal(games_may_rule(arbiter.games, &blue, &first), VERDICT_OK);
        stop_arbiter();
        start_arbiter();
    }
    stop_arbiter();
}

static enum verdict take(unsigned s, const struct ruling *r)
{
    uint32_t number = 0;
    enum verdict v = games_take_ruling(side[s].games, r, &number);
    assert_true(v != VERDICT_OK || number == 1);
    return v;
}

static void judged_as(unsigned s, uint32_t game, enum grade grade)
{
    static struct finding finding;
    static uint8_t bytes[EXPORT_MAX];
    struct buf file = buf_over(bytes, sizeof bytes);
    assert_int_equal(games_export(side[s].games, game, &file), VERDICT_OK);
    assert_int_equal(logfile_judge(buf_span(&file), 0, &finding), VERDICT_OK);
    assert_int_equal(logfile_grade(&finding), grade);
}

/* Stored before it is told, once; passed on; over; and a second result is disputed everywhere. */
static void ruling_is_taken(void **state)
{
    (void)state;
    start_arbiter();
    uint32_t game = game_with_arbiter();
    unsigned mover = row_of(0, game).state == GAME_MY_TURN ? 0 : 1, events = side[0].events_n;
    struct ruling r = wanted(game, 1), other = wanted(game, NO_SEAT);
    assert_true(ruling_sign(&r, arbiter.id.secret) && ruling_sign(&other, side[1].id.secret));
    assert_int_equal(take(0, &other), VERDICT_RULING_SIGNATURE);
    fill_disk(0);
    assert_int_equal(take(0, &r), VERDICT_DISK);
    assert_int_equal(side[0].events_n, events);
    assert_true(row_of(0, game).state == GAME_MY_TURN || row_of(0, game).state == GAME_THEIR_TURN);
    make_room(0);
    assert_int_equal(take(0, &r), VERDICT_OK);
    events = side[0].events_n;
    assert_int_equal(take(0, &r), VERDICT_OK);
    assert_int_equal(side[0].events_n, events);
    deliver_all(); /* as a note */
    for (unsigned s = 0; s < SIDES; s++) {
        restart(s);
        struct game_row row = row_of(s, game);
        assert_int_equal(row.state, GAME_FINISHED);
        assert_int_equal(row.grade, GRADE_RULED);
        assert_int_equal(row.ending, ENDING_RULED);
        assert_int_equal(row.winner, 1);
        assert_int_equal(want(s, game, ENTRY_RESIGN), VERDICT_GAME_OVER);
        judged_as(s, game, GRADE_RULED);
    }
    assert_int_not_equal(move_if_due(mover, game), VERDICT_OK);
    assert_true(ruling_sign(&other, arbiter.id.secret));
    assert_int_equal(take(1, &other), VERDICT_OK);
    deliver_all();
    for (unsigned s = 0; s < SIDES; s++) {
        restart(s);
        assert_int_equal(row_of(s, game).state, GAME_DISPUTED);
        assert_int_equal(row_of(s, game).refusal, VERDICT_RULINGS_DIFFER);
        judged_as(s, game, GRADE_DISPUTED);
    }
    stop_arbiter();
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(whole_game),
        CASE(over_a_bad_line),
        CASE(restarts_lose_nothing),
        CASE(full_disk),
        CASE(crossing_letters),
        CASE(stale_head_is_refused),
        CASE(strangers_change_nothing),
        CASE(only_the_proposer_proposes),
        CASE(too_many_offers),
        CASE(proposed_and_broken_off),
        CASE(notes_arrive_once),
        CASE(declined),
        CASE(cheat_is_kept_as_evidence),
        CASE(arbiter_signs_once),
        CASE(ruling_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
