/* The database and the lock beside it.  The lock is taken before the database is looked at, so
 * that two daemons starting at once cannot both migrate it.  Prepared statements are kept by the
 * address of their text: a few dozen, walked from the front. */
#include "daemon/store.h"

#include "daemon/log.h"
#include "daemon/schema.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STATEMENTS_MAX = 128, BUSY_MS = 500 };

struct store {
    sqlite3 *db;
    int lock;
    enum verdict failure; /* the last one */
    enum verdict trouble; /* why the last commit failed; VERDICT_OK: it did not */
    bool damaged; /* the file was found to be, once */
    unsigned statements_n;
    const char *text[STATEMENTS_MAX];
    sqlite3_stmt *statement[STATEMENTS_MAX];
};

/* SQLite does not say why it could not write: ask the system.  (Not by opening the file: closing it
 * would let go of SQLite's locks.) */
static bool is_read_only(sqlite3 *db)
{
    const char *path = sqlite3_db_filename(db, "main");
    return path != NULL && access(path, W_OK) != 0 && errno == EROFS;
}

static enum verdict verdict_of(int code, sqlite3 *db)
{
    switch (code & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return VERDICT_DATABASE_DAMAGED;
    case SQLITE_NOMEM:
        return VERDICT_MEMORY;
    case SQLITE_READONLY:
        return VERDICT_READ_ONLY;
    default:
        return is_read_only(db) ? VERDICT_READ_ONLY : VERDICT_DISK;
    }
}

static enum verdict failed(struct store *s, const char *doing)
{
    int code = sqlite3_extended_errcode(s->db);
    log_warnx("database: %s: %s (%d)", doing, sqlite3_errmsg(s->db), code);
    s->failure = verdict_of(code, s->db);
    s->damaged |= s->failure == VERDICT_DATABASE_DAMAGED;
    if (s->failure == VERDICT_DISK || s->failure == VERDICT_READ_ONLY)
        s->trouble = s->failure;
    return s->failure;
}

/* An exclusive lock on a file of its own that lives as long as the process: never unlinked, or
 * two daemons could hold locks on two files of one name. */
static enum verdict take_lock(const char *path, int *out)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) {
        log_warn("lock %s", path);
        return errno == EACCES  ? VERDICT_PERMISSION
               : errno == EROFS ? VERDICT_READ_ONLY
                                : VERDICT_DISK;
    }
    if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        close(fd);
        return VERDICT_DATABASE_LOCKED;
    }
    /* For people who look who it is; nobody relies on it. */
    if (ftruncate(fd, 0) != 0 || dprintf(fd, "%ld\n", (long)getpid()) < 0)
        log_warn("lock %s", path);
    *out = fd;
    return VERDICT_OK;
}

/* Run a pragma and compare what it says afterwards. */
static bool pragma_is(sqlite3 *db, const char *sql, const char *wanted)
{
    sqlite3_stmt *st = NULL;
    bool same = false;
    if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW)
        same = strcmp((const char *)sqlite3_column_text(st, 0), wanted) == 0;
    sqlite3_finalize(st);
    return same;
}

static enum verdict settle(struct store *s)
{
    static const char settings[] = "PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;"
                                   "PRAGMA cell_size_check = ON; PRAGMA secure_delete = ON;"
                                   "PRAGMA synchronous = FULL;";
    sqlite3_extended_result_codes(s->db, 1);
    sqlite3_busy_timeout(s->db, BUSY_MS);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    if (sqlite3_exec(s->db, settings, NULL, NULL, NULL) != SQLITE_OK)
        return failed(s, "settings");
    /* Both are read back: on a file system without shared memory WAL is silently not taken. */
    if (!pragma_is(s->db, "PRAGMA journal_mode = WAL", "wal"))
        return failed(s, "write-ahead log (is this a network file system?)");
    if (!pragma_is(s->db, "PRAGMA synchronous", "2"))
        return failed(s, "synchronous");
    return VERDICT_OK;
}

/* After an unclean stop the whole file is looked through once. */
static enum verdict look_over(struct store *s)
{
    if (store_meta(s, "clean", 1) == 0 && !pragma_is(s->db, "PRAGMA quick_check(1)", "ok")) {
        log_warnx("database: quick_check found damage");
        return VERDICT_DATABASE_DAMAGED;
    }
    return store_set_meta(s, "clean", 0);
}

static enum verdict open_database(struct store *s, const char *path)
{
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW;
    if (sqlite3_open_v2(path, &s->db, flags, NULL) != SQLITE_OK)
        return s->db ? failed(s, "open") : VERDICT_MEMORY;
    enum verdict v = settle(s);
    if (v == VERDICT_OK)
        v = schema_migrate(s->db);
    if (v == VERDICT_OK)
        v = look_over(s);
    return v;
}

/* Let go without marking anything. */
static void abandon(struct store *s)
{
    for (unsigned i = 0; i < s->statements_n; i++)
        sqlite3_finalize(s->statement[i]);
    sqlite3_close_v2(s->db);
    if (s->lock >= 0)
        close(s->lock);
    free(s);
}

enum verdict store_open(const char *path, const char *lock, struct store **out)
{
    struct store *s = calloc(1, sizeof *s);
    if (s == NULL)
        return VERDICT_MEMORY;
    s->lock = -1;
    /* -wal and -shm are born with the mode of the database, and that follows the umask. */
    mode_t before = umask(077);
    enum verdict v = take_lock(lock, &s->lock);
    if (v == VERDICT_OK)
        v = open_database(s, path);
    umask(before);
    if (v != VERDICT_OK) {
        abandon(s);
        return v;
    }
    *out = s;
    return VERDICT_OK;
}

void store_close(struct store *s)
{
    if (s == NULL)
        return;
    if (store_set_meta(s, "clean", 1) != VERDICT_OK)
        log_warnx("database: could not mark the stop as clean");
    abandon(s);
}

sqlite3 *store_db(struct store *s)
{
    return s->db;
}

enum verdict store_begin(struct store *s)
{
    assert(sqlite3_get_autocommit(s->db));
    return store_run(s, store_sql(s, "BEGIN IMMEDIATE"));
}

enum verdict store_commit(struct store *s)
{
    enum verdict v = store_run(s, store_sql(s, "COMMIT"));
    if (v != VERDICT_OK)
        store_rollback(s);
    else
        s->trouble = VERDICT_OK;
    return v;
}

enum verdict store_trouble(const struct store *s)
{
    return s->trouble;
}

void store_rollback(struct store *s)
{
    /* Some failures have rolled back by themselves. */
    if (sqlite3_get_autocommit(s->db))
        return;
    if (store_run(s, store_sql(s, "ROLLBACK")) != VERDICT_OK)
        fatalx("database: cannot roll back");
}

enum verdict store_end(struct store *s, enum verdict v)
{
    if (v == VERDICT_OK)
        return store_commit(s);
    store_rollback(s);
    return v;
}

sqlite3_stmt *store_sql(struct store *s, const char *sql)
{
    for (unsigned i = 0; i < s->statements_n; i++)
        if (s->text[i] == sql)
            return s->statement[i];
    assert(s->statements_n < STATEMENTS_MAX);
    unsigned i = s->statements_n;
    if (sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &s->statement[i], NULL) !=
        SQLITE_OK)
        fatalx("database: %s: %s", sqlite3_errmsg(s->db), sql);
    s->text[i] = sql;
    s->statements_n++;
    return s->statement[i];
}

void store_bind_blob(sqlite3_stmt *st, int at, const void *bytes, size_t len)
{
    int rc = sqlite3_bind_blob64(st, at, bytes, len, SQLITE_STATIC);
    assert(rc == SQLITE_OK);
}

void store_bind_text(sqlite3_stmt *st, int at, const char *text)
{
    int rc = sqlite3_bind_text(st, at, text, -1, SQLITE_STATIC);
    assert(rc == SQLITE_OK);
}

void store_bind_number(sqlite3_stmt *st, int at, uint64_t number)
{
    assert(number <= INT64_MAX);
    int rc = sqlite3_bind_int64(st, at, (sqlite3_int64)number);
    assert(rc == SQLITE_OK);
}

bool store_step(struct store *s, sqlite3_stmt *st, bool *row)
{
    int rc = sqlite3_step(st);
    *row = rc == SQLITE_ROW;
    if (rc == SQLITE_ROW)
        return true;
    if (rc != SQLITE_DONE)
        failed(s, sqlite3_sql(st));
    store_done(st);
    return rc == SQLITE_DONE;
}

void store_done(sqlite3_stmt *st)
{
    sqlite3_reset(st);
    sqlite3_clear_bindings(st);
}

enum verdict store_run(struct store *s, sqlite3_stmt *st)
{
    bool row;
    if (!store_step(s, st, &row))
        return store_verdict(s);
    assert(!row);
    return VERDICT_OK;
}

enum verdict store_run_lazily(struct store *s, sqlite3_stmt *st)
{
    assert(sqlite3_get_autocommit(s->db));
    if (sqlite3_exec(s->db, "PRAGMA synchronous = NORMAL", NULL, NULL, NULL) != SQLITE_OK)
        return failed(s, "synchronous");
    enum verdict v = store_run(s, st);
    /* From here on everything must be synced again, or we must not go on. */
    if (sqlite3_exec(s->db, "PRAGMA synchronous = FULL", NULL, NULL, NULL) != SQLITE_OK ||
        !pragma_is(s->db, "PRAGMA synchronous", "2"))
        fatalx("database: commits are not synced any more");
    return v;
}

void store_blob(sqlite3_stmt *st, int column, void *out, size_t len)
{
    const void *bytes = sqlite3_column_blob(st, column);
    memset(out, 0, len);
    if (bytes != NULL && (size_t)sqlite3_column_bytes(st, column) == len)
        memcpy(out, bytes, len);
}

void store_text(sqlite3_stmt *st, int column, char *out, size_t size)
{
    const unsigned char *text = sqlite3_column_text(st, column);
    snprintf(out, size, "%s", text ? (const char *)text : "");
}

uint64_t store_number(sqlite3_stmt *st, int column)
{
    sqlite3_int64 number = sqlite3_column_int64(st, column);
    return number < 0 ? 0 : (uint64_t)number;
}

enum verdict store_verdict(const struct store *s)
{
    return s->failure;
}

bool store_is_damaged(const struct store *s)
{
    return s->damaged;
}

uint64_t store_meta(struct store *s, const char *name, uint64_t otherwise)
{
    sqlite3_stmt *st = store_sql(s, "SELECT value FROM meta WHERE name = ?1");
    bool row;
    store_bind_text(st, 1, name);
    if (!store_step(s, st, &row) || !row)
        return otherwise;
    uint64_t value = store_number(st, 0);
    store_done(st);
    return value;
}

enum verdict store_set_meta(struct store *s, const char *name, uint64_t value)
{
    sqlite3_stmt *st = store_sql(s, "INSERT INTO meta(name, value) VALUES(?1, ?2)"
                                    " ON CONFLICT(name) DO UPDATE SET value = ?2");
    store_bind_text(st, 1, name);
    store_bind_number(st, 2, value);
    return store_run(s, st);
}
