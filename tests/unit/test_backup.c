/* Proves that a player in one file comes back whole, and with him only what may: of a restored
 * store every game that is not over waits to hear a friend, is explained once, and no place in it
 * is signed twice; of two machines with one key the later one goes on and the earlier one says so;
 * a moved store signs nothing; and no file, name or folder that does not fit changes anything. */
#include "tests/unit/games_pair.h"

#include "daemon/backup.h"
#include "daemon/schema.h"
#include "daemon/store_hold.h"

#include <sys/stat.h>
#include <unistd.h>

enum { ANN, BEN };

static char file[96], key[96];

static int setup_files(void **state)
{
    assert_int_equal(setup(state), 0);
    snprintf(file, sizeof file, "%s/backup", folder);
    snprintf(key, sizeof key, "%s/key", folder);
    FILE *f = fopen(key, "w");
    assert_true(f != NULL && fputs("a key\n", f) >= 0 && fclose(f) == 0);
    return 0;
}

static enum verdict backup(unsigned s, const char *path, bool replace)
{
    struct backup_wish wish = {.path = path, .key = key, .replace = replace};
    return backup_write(side[s].store, &wish);
}

static struct paths home(const char *name)
{
    struct paths p;
    char data[128];
    snprintf(data, sizeof data, "%s/%s", folder, name);
    assert_int_equal(paths_find(data, &p), VERDICT_OK);
    return p;
}

static enum verdict restore_at(const char *name, const struct restore_wish *wish,
                               struct restored *out)
{
    struct paths p = home(name);
    return backup_restore(&p, wish, out);
}

/* The side goes on with the store of that home. */
static void go_on_at(unsigned s, const char *name)
{
    snprintf(side[s].path, sizeof side[s].path, "%s/%s/numbridge.db", folder, name);
    snprintf(side[s].lock, sizeof side[s].lock, "%s/%s/lock", folder, name);
    start(s);
    side[s].last_event = store_events_newest(side[s].store);
}

static void move_both(uint32_t game)
{
    for (unsigned s = 0; s < SIDES; s++) {
        move_if_due(s, game);
        deliver_all();
    }
}

/* Two running games, a finished one, and what was played after the backup. */
static void running_games_wait_and_nothing_is_signed_twice(void **state)
{
    static struct restored out;
    (void)state;
    uint32_t over = started_game(), one = started_game(), two = started_game();
    assert_int_equal(want(ANN, over, ENTRY_RESIGN), VERDICT_OK);
    deliver_all();
    assert_int_equal(row_of(ANN, over).state, GAME_FINISHED);
    assert_int_equal(backup(ANN, file, false), VERDICT_OK);
    uint32_t then = row_of(ANN, one).entries;
    move_both(one);
    move_both(one);
    assert_true(row_of(ANN, one).entries > then + 2);
    stop(ANN);
    forget_post();
    assert_int_equal(restore_at("ann", &(struct restore_wish){file, false, false}, &out),
                     VERDICT_OK);
    assert_int_equal(out.games, 2);
    line_is_up = false;
    go_on_at(ANN, "ann");
    for (unsigned i = 0; i < 2; i++) { /* a start more changes nothing */
        assert_int_equal(row_of(ANN, over).hold, 0);
        for (uint32_t game = one; game <= two; game++) {
            uint32_t entries = row_of(ANN, game).entries;
            assert_int_equal(row_of(ANN, game).hold, VERDICT_CATCHING_UP);
            assert_int_equal(want(ANN, game, ENTRY_RESIGN), VERDICT_CATCHING_UP);
            (void)move_if_due(ANN, game);
            turns(3);
            assert_int_equal(row_of(ANN, game).entries, entries);
            assert_int_equal(told(ANN, game, EVENT_HOLD, -1), 0); /* --restore has said it */
        }
        restart(ANN);
    }
    assert_int_equal(row_of(ANN, one).entries, then);
    link_up();
    deliver_all();
    for (uint32_t game = one; game <= two; game++) {
        assert_int_equal(row_of(ANN, game).hold, 0);
        assert_int_equal(told(ANN, game, EVENT_HOLD, -1), 1);
        play_out(game);
        check_same(game);
        assert_int_not_equal(row_of(BEN, game).state, GAME_DISPUTED);
    }
}

static void of_two_machines_the_later_goes_on(void **state)
{
    static struct restored out;
    (void)state;
    char first_path[96], first_lock[96];
    uint32_t game = started_game();
    move_both(game);
    assert_int_equal(backup(ANN, file, false), VERDICT_OK);
    snprintf(first_path, sizeof first_path, "%s", side[ANN].path);
    snprintf(first_lock, sizeof first_lock, "%s", side[ANN].lock);
    stop(ANN);
    assert_int_equal(restore_at("two", &(struct restore_wish){file, false, false}, &out),
                     VERDICT_OK);
    assert_true(out.installation > 1);
    go_on_at(ANN, "two");
    link_up();
    deliver_all();
    move_both(game);
    uint32_t entries = row_of(BEN, game).entries;
    /* Now the first machine comes back, with ben's turn or hers. */
    stop(ANN);
    forget_post();
    memcpy(side[ANN].path, first_path, sizeof first_path);
    memcpy(side[ANN].lock, first_lock, sizeof first_lock);
    start(ANN);
    side[ANN].last_event = store_events_newest(side[ANN].store);
    link_up();
    deliver_all();
    assert_int_equal(row_of(ANN, game).hold, VERDICT_ELSEWHERE);
    assert_int_equal(told(ANN, game, EVENT_HOLD, VERDICT_ELSEWHERE), 1);
    assert_int_equal(want(ANN, game, ENTRY_RESIGN), VERDICT_ELSEWHERE);
    move_if_due(BEN, game);
    deliver_all();
    restart(ANN);
    link_up();
    deliver_all();
    assert_int_equal(told(ANN, game, EVENT_HOLD, -1), 1);
    assert_true(row_of(BEN, game).entries >= entries);
    assert_int_not_equal(row_of(BEN, game).state, GAME_DISPUTED);
    /* Adopted, it goes on here with a higher number than the other machine's. */
    assert_int_equal(games_adopt(side[ANN].games, game), VERDICT_OK);
    deliver_all();
    struct stored_game g;
    assert_int_equal(store_game_get(side[ANN].store, game, &g), VERDICT_OK);
    assert_true(g.installation > out.installation);
    play_out(game);
    check_same(game);
}

/* --- files ------------------------------------------------------------------------------------ */

static bool is_there(const char *path)
{
    return access(path, F_OK) == 0;
}

static void what_cannot_be_written(void **state)
{
    struct stat st;
    char other[128];
    (void)state;
    snprintf(other, sizeof other, "%s/none/backup", folder);
    assert_int_equal(backup(ANN, other, false), VERDICT_NO_FOLDER);
    assert_int_equal(backup(ANN, "relative", false), VERDICT_PATH_TOO_LONG);
    assert_int_equal(backup(ANN, file, false), VERDICT_OK);
    assert_int_equal(stat(file, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_int_equal(backup(ANN, file, false), VERDICT_FILE_EXISTS);
    assert_int_equal(backup(ANN, file, true), VERDICT_OK);
    assert_int_equal(unlink(key), 0);
    snprintf(other, sizeof other, "%s/second", folder);
    assert_int_equal(backup(ANN, other, false), VERDICT_NO_KEY);
    assert_false(is_there(other));
    snprintf(other, sizeof other, "%s/second.part-%ld", folder, (long)getpid());
    assert_false(is_there(other));
}

static void alter(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* Refused, and nothing is there afterwards that was not. */
static void refused(enum verdict why, struct restore_wish wish)
{
    static struct restored out;
    struct paths p = home("new");
    assert_int_equal(restore_at("new", &wish, &out), why);
    assert_false(is_there(p.database));
    assert_false(is_there(p.key));
}

static void what_is_no_backup(void **state)
{
    char sql[96];
    (void)state;
    refused(VERDICT_NO_FILE, (struct restore_wish){"/none", false, false});
    refused(VERDICT_NOT_A_BACKUP, (struct restore_wish){key, false, false});
    refused(VERDICT_NOT_A_BACKUP, (struct restore_wish){side[BEN].path, false, false});
    assert_int_equal(backup(ANN, file, false), VERDICT_OK);
    refused(VERDICT_NOT_A_MOVE, (struct restore_wish){file, true, false});
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d", schema_version() + 1);
    alter(sql);
    refused(VERDICT_DATABASE_NEWER, (struct restore_wish){file, false, false});
    assert_int_equal(backup(ANN, file, true), VERDICT_OK);
    alter("DELETE FROM backup_key");
    refused(VERDICT_NOT_A_BACKUP, (struct restore_wish){file, false, false});
    assert_int_equal(backup(ANN, file, true), VERDICT_OK);
    assert_int_equal(truncate(file, 6000), 0);
    refused(VERDICT_NOT_A_BACKUP, (struct restore_wish){file, false, false});
}

/* A daemon cannot run on the file itself. */
static void a_backup_is_no_store(void **state)
{
    struct store *s = NULL;
    char lock[128];
    (void)state;
    snprintf(lock, sizeof lock, "%s/other.lock", folder);
    assert_int_equal(backup(ANN, file, false), VERDICT_OK);
    assert_int_not_equal(store_open(file, lock, &s), VERDICT_OK);
}

static void what_is_in_the_way(void **state)
{
    static struct restored out;
    struct paths p = home("new");
    char old[PATHS_MAX + 64];
    (void)state;
    assert_int_equal(backup(ANN, file, false), VERDICT_OK);
    assert_int_equal(restore_at("new", &(struct restore_wish){file, false, false}, &out),
                     VERDICT_OK);
    assert_true(is_there(p.database) && is_there(p.key));
    uint32_t first = out.installation;
    assert_int_equal(restore_at("new", &(struct restore_wish){file, false, false}, &out),
                     VERDICT_HOME_IN_USE);
    assert_int_equal(restore_at("new", &(struct restore_wish){file, false, true}, &out),
                     VERDICT_OK);
    snprintf(old, sizeof old, "%s/numbridge.db", out.old);
    assert_true(is_there(old));
    assert_true(out.installation >= first);
    struct store *s;
    assert_int_equal(store_open(p.database, p.lock, &s), VERDICT_OK);
    assert_int_equal(restore_at("new", &(struct restore_wish){file, false, true}, &out),
                     VERDICT_DAEMON_RUNS);
    store_close(s);
}

static void who_has_moved_signs_nothing(void **state)
{
    static struct restored out;
    struct backup_wish wish = {.path = file, .key = key, .moves = true};
    (void)state;
    assert_int_equal(store_meta(side[ANN].store, "retired", 0), 0);
    struct backup_wish nowhere = wish;
    nowhere.path = "/none/backup";
    assert_int_equal(backup_write(side[ANN].store, &nowhere), VERDICT_NO_FOLDER);
    assert_int_equal(store_meta(side[ANN].store, "retired", 0), 0);
    assert_int_equal(backup_write(side[ANN].store, &wish), VERDICT_OK);
    assert_int_equal(store_meta(side[ANN].store, "retired", 0), 1);
    assert_int_equal(restore_at("new", &(struct restore_wish){file, true, false}, &out),
                     VERDICT_OK);
    struct paths p = home("new");
    struct store *s;
    assert_int_equal(store_open(p.database, p.lock, &s), VERDICT_OK);
    assert_int_equal(store_meta(s, "retired", 0), 0);
    assert_int_equal(store_meta(s, "moved", 0), 0);
    store_close(s);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup_files, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(running_games_wait_and_nothing_is_signed_twice),
        CASE(of_two_machines_the_later_goes_on), CASE(what_cannot_be_written),
        CASE(what_is_no_backup), CASE(a_backup_is_no_store), CASE(what_is_in_the_way),
        CASE(who_has_moved_signs_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
