/* Proves what a daemon makes of its machine's troubles: a wall clock that jumps is told once, and
 * stored with everything that follows it, over a restart and another boot too; it is in doubt for a
 * day unless the jump is taken back; a disk that takes nothing is told without a number, and what
 * was owed meanwhile is stored when it takes something again. */
#include "tests/unit/fake_clock.h"
#include "tests/unit/scratch.h"

#include "daemon/machine.h"
#include "daemon/store_events.h"
#include "daemon/store_games.h"

#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>

#include <cmocka.h>

enum { LOOKS_MS = 2000, MINUTE_MS = 60000, TOLD_MAX = 16 };
#define DAY (24 * 60 * (int64_t)MINUTE_MS)

static struct loop *loop;
static struct store *store;
static struct machine *machine;
static struct event told[TOLD_MAX];
static unsigned told_n, rooms;
static int64_t moved_ms;

static void on_told(void *self, const struct event *event)
{
    (void)self;
    assert_true(told_n < TOLD_MAX);
    told[told_n++] = *event;
}

static void on_jumped(void *self, int64_t by_ms)
{
    (void)self;
    moved_ms += by_ms;
}

static void on_room(void *self)
{
    (void)self;
    rooms++;
}

static void stop_loop(void *self)
{
    loop_stop(self);
}

/* One look of the machine at itself. */
static void look(void)
{
    pass_ms(LOOKS_MS + 1);
    for (unsigned i = 0; i < 3; i++) {
        loop_soon(loop, stop_loop, loop);
        loop_run(loop);
    }
}

static void start(void)
{
    assert_int_equal(store_open(scratch("db"), scratch("lock"), &store), VERDICT_OK);
    machine = machine_start(loop, store, (struct machine_owner){on_told, on_jumped, on_room, NULL});
    assert_non_null(machine);
}

static void stop(void)
{
    machine_stop(machine);
    store_close(store);
}

static void renew_loop(void)
{
    loop_free(loop);
    loop = loop_new();
    assert_non_null(loop);
}

static void restart(void)
{
    stop();
    renew_loop(); /* which reads the clocks anew */
    start();
    look();
}

static int setup(void **state)
{
    assert_true(sodium_init() >= 0);
    wall_ahead_ms = tick_ahead_ms = moved_ms = 0;
    told_n = rooms = 0;
    assert_int_equal(scratch_make(state), 0);
    loop = loop_new();
    assert_non_null(loop);
    start();
    look();
    assert_int_equal(told_n, 0);
    return 0;
}

static int teardown(void **state)
{
    stop();
    loop_free(loop);
    return scratch_remove(state);
}

/* The n-th news so far is about a jump: by so many seconds, ahead or back. */
static void check_jump(unsigned n, uint32_t seconds, bool ahead)
{
    static struct event rows[ROWS_MAX];
    assert_int_equal(told_n, n);
    const struct event *e = &told[n - 1];
    assert_int_equal(e->kind, EVENT_CLOCK);
    assert_int_equal(e->seat, ahead);
    assert_in_range(e->value, seconds - 2, seconds + 2);
    struct event_filter filter = {.from = e->number};
    assert_true(e->number > 0);
    assert_int_equal(store_events(store, &filter, rows), 1);
    assert_int_equal(rows[0].value, e->value);
}

static void a_jump_is_told_once(void **state)
{
    (void)state;
    wall_ahead_ms += 4 * MINUTE_MS; /* the time service at work */
    look();
    assert_int_equal(told_n, 0);
    wall_ahead_ms += DAY;
    look();
    check_jump(1, 86400, true);
    assert_true(moved_ms > DAY - 1000 && moved_ms < DAY + 1000);
    assert_true(machine_clock_is_doubtful(machine));
    look();
    look();
    assert_int_equal(told_n, 1);
    wall_ahead_ms -= 2 * DAY;
    look();
    check_jump(2, 2 * 86400, false);
    assert_true(moved_ms < -DAY + 2000);
}

/* Nothing is thrown away by a clock that is ahead, for a day, unless it goes back before. */
static void doubt_lasts_a_day(void **state)
{
    (void)state;
    wall_ahead_ms += 10 * DAY;
    look();
    uint64_t apart = loop_wall_ms(loop) - loop_cautious_ms(loop);
    assert_true(apart > 10 * (uint64_t)DAY - MINUTE_MS);
    pass_ms(DAY - MINUTE_MS);
    look();
    assert_true(machine_clock_is_doubtful(machine));
    pass_ms(2 * MINUTE_MS);
    look();
    assert_false(machine_clock_is_doubtful(machine));
    assert_true(loop_wall_ms(loop) == loop_cautious_ms(loop));
    wall_ahead_ms += DAY;
    look();
    assert_true(machine_clock_is_doubtful(machine));
    wall_ahead_ms -= DAY;
    look();
    assert_false(machine_clock_is_doubtful(machine));
    assert_int_equal(told_n, 3);
}

static void it_is_noticed_over_a_restart(void **state)
{
    (void)state;
    restart();
    assert_int_equal(told_n, 0);
    pass_ms(3 * DAY); /* time that really passes is none */
    restart();
    assert_int_equal(told_n, 0);
    wall_ahead_ms -= DAY;
    restart();
    check_jump(1, 86400, false);
    restart();
    assert_int_equal(told_n, 1);
    assert_true(machine_clock_is_doubtful(machine));
    assert_true(machine_jump(machine).before_ms > machine_jump(machine).after_ms);
    stop();
    assert_int_equal(store_open(scratch("db"), scratch("lock"), &store), VERDICT_OK);
    assert_int_equal(store_set_meta(store, "clock_boot", 1), VERDICT_OK); /* of another start */
    store_close(store);
    tick_ahead_ms += DAY; /* says nothing then */
    wall_ahead_ms += 300 * DAY;
    renew_loop();
    start();
    look();
    assert_int_equal(told_n, 1);
}

/* The machine was started anew: only back, or more than a year ahead, is a jump. */
static void another_boot(int64_t wall_ms, unsigned jumps)
{
    unsigned before = told_n;
    stop();
    assert_int_equal(store_open(scratch("db"), scratch("lock"), &store), VERDICT_OK);
    assert_int_equal(store_set_meta(store, "clock_boot", 1), VERDICT_OK);
    store_close(store);
    wall_ahead_ms += wall_ms;
    renew_loop();
    start();
    look();
    assert_int_equal(told_n, before + jumps);
}

static void after_another_boot(void **state)
{
    (void)state;
    another_boot(360 * DAY, 0);
    another_boot(370 * DAY, 1);
    another_boot(-DAY, 1);
}

/* --- the disk --------------------------------------------------------------------------------- */

static void sql(const char *text)
{
    assert_int_equal(sqlite3_exec(store_db(store), text, NULL, NULL, NULL), SQLITE_OK);
}

static uint64_t seen_of_entry(void)
{
    sqlite3_stmt *st;
    assert_int_equal(sqlite3_prepare_v2(store_db(store), "SELECT seen_ms FROM entries", -1, &st,
                                        NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(st), SQLITE_ROW);
    uint64_t seen = (uint64_t)sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    return seen;
}

/* What a jump means for stored entries is stored with its news, or later, never twice. */
static void nothing_is_lost_on_a_full_disk(void **state)
{
    (void)state;
    sql("INSERT INTO games(number, id, opponent, name, me, seed, coin, installation, state, preset,"
        " kind, moves, seat, ending, winner, waits_for, waits_for_me, changed_ms, other_seen_ms)"
        " VALUES(1, zeroblob(32), zeroblob(32), 'ben', 0, zeroblob(32), zeroblob(32), 1, 4, 1, 1,"
        " 0, 0, 0, 0, 0, 0, 0, 0)");
    sql("INSERT INTO entries(game, number, hash, author, body, signature,"
        " seen_ms) VALUES(1, 1, zeroblob(32), 0, zeroblob(9), zeroblob(64), 1000000000)");
    sql("CREATE TEMP TRIGGER full BEFORE INSERT ON main.events BEGIN SELECT raise(ABORT, 'full');"
        " END");
    wall_ahead_ms += DAY;
    look();
    look();
    assert_true(seen_of_entry() == 1000000000);
    for (unsigned i = 0; i < told_n; i++)
        assert_int_equal(told[i].number, 0); /* the trouble itself */
    assert_true(moved_ms > 0);
    sql("DROP TRIGGER full");
    unsigned before = told_n;
    look();
    look();
    assert_true(told_n > before && told[told_n - 1].number > 0);
    uint64_t moved = seen_of_entry() - 1000000000;
    assert_true(moved > (uint64_t)DAY - 1000 && moved < (uint64_t)DAY + 1000);
    restart();
    assert_true(seen_of_entry() - 1000000000 == moved);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(a_jump_is_told_once), CASE(doubt_lasts_a_day), CASE(it_is_noticed_over_a_restart),
        CASE(after_another_boot), CASE(nothing_is_lost_on_a_full_disk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
