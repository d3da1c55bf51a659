/* Proves that the database opens only once, keeps what was committed, forgets what was not,
 * refuses newer and foreign files and damage after an unclean stop, and that a full disk refuses
 * a step and leaves everything as it was. */
#include "daemon/schema.h"
#include "daemon/store.h"
#include "daemon/store_events.h"
#include "daemon/store_games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[64], path[128], lock[128];

static int setup(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/nb-store-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof path, "%s/a.db", folder);
    snprintf(lock, sizeof lock, "%s/lock", folder);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    char command[160];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

static struct store *opened(void)
{
    struct store *s = NULL;
    assert_int_equal(store_open(path, lock, &s), VERDICT_OK);
    return s;
}

static void keeps_what_was_committed(void **state)
{
    (void)state;
    struct store *s = opened();
    assert_int_equal(store_begin(s), VERDICT_OK);
    assert_int_equal(store_set_meta(s, "a", 1), VERDICT_OK);
    assert_int_equal(store_commit(s), VERDICT_OK);
    assert_int_equal(store_begin(s), VERDICT_OK);
    assert_int_equal(store_set_meta(s, "a", 2), VERDICT_OK);
    assert_int_equal(store_set_meta(s, "b", 2), VERDICT_OK);
    store_rollback(s);
    store_close(s);
    s = opened();
    assert_int_equal(store_meta(s, "a", 0), 1);
    assert_int_equal(store_meta(s, "b", 7), 7);
    store_close(s);
}

static void settings_hold(void **state)
{
    (void)state;
    static const struct { const char *sql; int value; } want[] = {
        {"PRAGMA synchronous", 2}, {"PRAGMA foreign_keys", 1}, {"PRAGMA trusted_schema", 0},
        {"PRAGMA application_id", SCHEMA_APPLICATION_ID},
    };
    struct store *s = opened();
    /* They hold also after something that was not synced. */
    assert_int_equal(store_run_lazily(s, store_sql(s, "DELETE FROM notes")), VERDICT_OK);
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        sqlite3_stmt *st = store_sql(s, want[i].sql);
        bool row;
        assert_true(store_step(s, st, &row) && row);
        assert_int_equal(store_number(st, 0), want[i].value);
        store_done(st);
    }
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    store_close(s);
}

static void second_one_is_kept_out(void **state)
{
    (void)state;
    struct store *s = opened(), *other = NULL;
    assert_int_equal(store_open(path, lock, &other), VERDICT_DATABASE_LOCKED);
    assert_null(other);
    store_close(s);
    store_close(opened());
}

static void run_on_file(const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* A database of the first version, with a game of two in it. */
static void older_is_brought_up_to_date(void **state)
{
    (void)state;
    struct stored_game game;
    store_close(opened());
    run_on_file("DROP TABLE refusals; DROP TABLE removed; DROP TABLE holds;"
                "DROP TABLE conditions;"
                "DROP TABLE roads; DROP TABLE sent; DROP TABLE answers; DROP TABLE spool_files;"
                "DROP TABLE parcels; DROP TABLE deposits; DROP TABLE further_players;"
                "ALTER TABLE games DROP COLUMN grade; ALTER TABLE games DROP COLUMN reminded;"
                "ALTER TABLE games DROP COLUMN players; ALTER TABLE games DROP COLUMN direct;"
                "ALTER TABLE games DROP COLUMN agreed; ALTER TABLE games DROP COLUMN judged;"
                "DROP TABLE witnessed; DROP TABLE postmarks; DROP TABLE statements;"
                "DROP TABLE rulings; ALTER TABLE contacts DROP COLUMN checked_ms;"
                "INSERT INTO games(number, id, opponent, name, me, seed, coin, installation,"
                " entries, peer_number, state, preset, kind, moves, seat, ending, winner,"
                " waits_for, waits_for_me, changed_ms, other_seen_ms) VALUES(7, zeroblob(32),"
                " zeroblob(32), 'ben', 1, zeroblob(32), zeroblob(32), 1, 12, 11, 4, 1, 1, 3, 0, 0,"
                " 255, 6, 1, 5, 4); PRAGMA user_version = 1");
    struct store *s = opened();
    assert_int_equal(store_game_get(s, 7, &game), VERDICT_OK);
    assert_int_equal(game.row.players, 2);
    assert_int_equal(game.others_n, 1);
    assert_string_equal(game.other[0].name, "ben");
    assert_int_equal(game.other[0].player, 0);
    assert_int_equal(game.other[0].has, 11);
    assert_int_equal(game.other[0].direct, 1);
    assert_int_equal(game.judged, 0);
    store_close(s);
}

static void newer_and_foreign_are_refused(void **state)
{
    (void)state;
    struct store *s = opened();
    store_close(s);
    s = NULL;
    run_on_file("PRAGMA user_version = 999");
    assert_int_equal(store_open(path, lock, &s), VERDICT_DATABASE_NEWER);
    assert_null(s);
    assert_int_equal(unlink(path), 0);
    run_on_file("CREATE TABLE letters(a)");
    assert_int_equal(store_open(path, lock, &s), VERDICT_DATABASE_DAMAGED);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    for (int i = 0; i < 500; i++)
        fputs("This is no database. ", f);
    fclose(f);
    assert_int_equal(store_open(path, lock, &s), VERDICT_DATABASE_DAMAGED);
    assert_null(s);
}

/* Found only when it is read: after a clean stop the file is not looked through.  A list that ends
 * there must not pass for all there is. */
static void damage_after_clean_stop(void **state)
{
    (void)state;
    static const char fill[] =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)"
        " INSERT INTO events(number, time_ms, kind, text)"
        " SELECT i, 1, 1, hex(zeroblob(200)) FROM n";
    static struct event rows[ROWS_MAX];
    struct event_filter filter = {.from = 150};
    struct store *s = NULL;
    assert_int_equal(store_open(path, lock, &s), VERDICT_OK);
    assert_int_equal(sqlite3_exec(store_db(s), fill, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(store_events(s, &filter, rows), 51);
    store_close(s);
    FILE *f = fopen(path, "r+");
    assert_non_null(f);
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    long size = ftell(f);
    /* the last pages: events, and no part of the schema however many tables there are */
    for (long page = size / 4096 - 8; page < size / 4096; page++) {
        assert_int_equal(fseek(f, page * 4096, SEEK_SET), 0);
        for (int i = 0; i < 64; i++)
            fputc(0x77, f);
    }
    fclose(f);
    assert_int_equal(store_open(path, lock, &s), VERDICT_OK);
    assert_false(store_is_damaged(s));
    assert_true(store_events(s, &filter, rows) < 51);
    assert_true(store_is_damaged(s));
    store_close(s);
}

/* A process that ends without store_close leaves the mark that makes the next one look. */
static void damage_after_unclean_stop(void **state)
{
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        static const char fill[] =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)"
            " INSERT INTO notes(friend, mine, number, text, sent_ms)"
            " SELECT zeroblob(32), 1, i, hex(zeroblob(200)), 0 FROM n;"
            " PRAGMA wal_checkpoint(TRUNCATE)";
        struct store *s;
        _exit(store_open(path, lock, &s) != VERDICT_OK ||
              sqlite3_exec(store_db(s), fill, NULL, NULL, NULL) != SQLITE_OK);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    /* The last page turned to noise; the first ones, with the schema, stay. */
    FILE *f = fopen(path, "r+");
    assert_non_null(f);
    assert_int_equal(fseek(f, -4096, SEEK_END), 0);
    for (int i = 0; i < 64; i++)
        fputc(0x77, f);
    fclose(f);
    struct store *s = NULL;
    assert_int_equal(store_open(path, lock, &s), VERDICT_DATABASE_DAMAGED);
}

static void full_disk_refuses_and_changes_nothing(void **state)
{
    (void)state;
    struct store *s = opened();
    assert_int_equal(store_set_meta(s, "a", 1), VERDICT_OK);
    sqlite3_exec(store_db(s), "PRAGMA max_page_count = 1", NULL, NULL, NULL);
    enum verdict v = VERDICT_OK;
    int done = 0;
    for (; v == VERDICT_OK && done < 10000; done++) {
        v = store_begin(s);
        assert_int_equal(v, VERDICT_OK);
        sqlite3_stmt *st = store_sql(s, "INSERT INTO notes(friend, mine, number, text, sent_ms)"
                                        " VALUES(zeroblob(32), 1, ?1, hex(zeroblob(500)), 0)");
        store_bind_number(st, 1, (uint64_t)done + 1);
        v = store_run(s, st);
        if (v == VERDICT_OK)
            v = store_commit(s);
        else
            store_rollback(s);
    }
    assert_int_equal(v, VERDICT_DISK);
    assert_true(sqlite3_get_autocommit(store_db(s)));
    sqlite3_stmt *st = store_sql(s, "SELECT count(*) FROM notes");
    bool row;
    assert_true(store_step(s, st, &row) && row);
    assert_int_equal(store_number(st, 0), done - 1);
    store_done(st);
    assert_int_equal(store_meta(s, "a", 0), 1);
    sqlite3_exec(store_db(s), "PRAGMA max_page_count = 100000", NULL, NULL, NULL);
    assert_int_equal(store_set_meta(s, "a", 2), VERDICT_OK);
    store_close(s);
}

/* Another program holds the write lock: refused within the time it waits, and well afterwards. */
static void locked_database_refuses_and_recovers(void **state)
{
    (void)state;
    struct store *s = opened();
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(store_begin(s), VERDICT_DISK);
    assert_int_equal(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(store_begin(s), VERDICT_OK);
    assert_int_equal(store_commit(s), VERDICT_OK);
    sqlite3_close(db);
    store_close(s);
}

/* The tables themselves refuse what has the wrong length or type. */
static void tables_refuse_wrong_shapes(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "INSERT INTO contacts(key, name, added_ms) VALUES(zeroblob(31), 'ann', 0)",
        "INSERT INTO contacts(key, name, added_ms) VALUES(zeroblob(32), '', 0)",
        "INSERT INTO contacts(key, name, added_ms) VALUES('01234567890123456789012345678901',"
        " 'ann', 0)",
        "INSERT INTO entries(game, number, body, signature, hash, author, seen_ms)"
        " VALUES(1, 1, x'00', zeroblob(64), zeroblob(32), 0, 0)", /* no such game */
        "INSERT INTO evidence(game, place, body, signature, verdict, time_ms)"
        " VALUES(1, 1, zeroblob(20481), zeroblob(64), 1, 0)",
    };
    struct store *s = opened();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(sqlite3_exec(store_db(s), wrong[i], NULL, NULL, NULL) & 0xff,
                         SQLITE_CONSTRAINT);
    store_close(s);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(keeps_what_was_committed),
        CASE(settings_hold),
        CASE(second_one_is_kept_out),
        CASE(older_is_brought_up_to_date),
        CASE(newer_and_foreign_are_refused),
        CASE(damage_after_clean_stop),
        CASE(damage_after_unclean_stop),
        CASE(full_disk_refuses_and_changes_nothing),
        CASE(locked_database_refuses_and_recovers),
        CASE(tables_refuse_wrong_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
