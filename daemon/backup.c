/* Copies are made by sqlite3_backup: a plain copy of a live file can be torn.  Files appear under
 * their names only when they are complete and durable. */
#include "daemon/backup.h"

#include "daemon/log.h"
#include "daemon/schema.h"
#include "keys/files.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { KEY_FILE_MAX = 4096, COPY_PATH = PATHS_MAX + 64 };

/* --- small steps on databases ----------------------------------------------------------------- */

static enum verdict failed(sqlite3 *db, const char *doing)
{
    int code = sqlite3_errcode(db) & 0xff;
    log_warnx("backup: %s: %s", doing, sqlite3_errmsg(db));
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT)
        return VERDICT_NOT_A_BACKUP;
    return sqlite3_system_errno(db) == EROFS ? VERDICT_READ_ONLY : VERDICT_DISK;
}

static enum verdict run(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ? VERDICT_OK : failed(db, sql);
}

/* The first column of the first row as a number; `otherwise` if there is none. */
static int64_t number_of(sqlite3 *db, const char *sql, int64_t otherwise)
{
    sqlite3_stmt *st = NULL;
    int64_t value = otherwise;
    if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW)
        value = sqlite3_column_int64(st, 0);
    sqlite3_finalize(st);
    return value;
}

static bool says_ok(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *st = NULL;
    bool good = sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK &&
                sqlite3_step(st) == SQLITE_ROW &&
                strcmp((const char *)sqlite3_column_text(st, 0), "ok") == 0;
    sqlite3_finalize(st);
    return good;
}

static enum verdict reason_of(int error)
{
    static const struct { int error; enum verdict verdict; } reasons[] = {
        {EACCES, VERDICT_PERMISSION}, {EROFS, VERDICT_READ_ONLY}, {ENOENT, VERDICT_NO_FOLDER},
        {ENOTDIR, VERDICT_NO_FOLDER}};
    for (unsigned i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (reasons[i].error == error)
            return reasons[i].verdict;
    return VERDICT_DISK;
}

/* A fresh private file, and everything of `from` in it. */
static enum verdict copy_into(sqlite3 *from, const char *path, sqlite3 **out)
{
    unlink(path);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) {
        int error = errno;
        log_warn("backup: %s", path);
        return reason_of(error);
    }
    close(fd);
    if (sqlite3_open_v2(path, out, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW, NULL) !=
        SQLITE_OK)
        return *out != NULL ? failed(*out, "open") : VERDICT_MEMORY;
    sqlite3_backup *copy = sqlite3_backup_init(*out, "main", from, "main");
    if (copy == NULL)
        return failed(*out, "begin to copy");
    int step = sqlite3_backup_step(copy, -1);
    int end = sqlite3_backup_finish(copy);
    if (step != SQLITE_DONE || end != SQLITE_OK)
        return failed(*out, "copy");
    /* One file, synced at every commit. */
    return run(*out, "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL;");
}

static void sync_folder_of(const char *path)
{
    char folder[COPY_PATH];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash == NULL)
        return;
    slash[slash == folder] = '\0';
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 || fsync(fd) != 0)
        log_warn("backup: %s", folder);
    if (fd >= 0)
        close(fd);
}

/* --- out -------------------------------------------------------------------------------------- */

static enum verdict put_key(sqlite3 *db, const char *path)
{
    uint8_t *key = NULL;
    size_t len = 0;
    sqlite3_stmt *st = NULL;
    enum verdict v = file_read_new(path, KEY_FILE_MAX, &key, &len);
    if (v != VERDICT_OK)
        return v == VERDICT_NO_FILE ? VERDICT_NO_KEY : v;
    v = run(db, "CREATE TABLE backup_key(bytes BLOB NOT NULL) STRICT;");
    if (v == VERDICT_OK) {
        bool good = sqlite3_prepare_v2(db, "INSERT INTO backup_key VALUES(?1)", -1, &st, NULL) ==
                        SQLITE_OK &&
                    sqlite3_bind_blob64(st, 1, key, len, SQLITE_STATIC) == SQLITE_OK &&
                    sqlite3_step(st) == SQLITE_DONE;
        sqlite3_finalize(st);
        v = good ? VERDICT_OK : failed(db, "key");
    }
    sodium_memzero(key, len);
    free(key);
    return v;
}

static enum verdict mark(sqlite3 *db, const struct backup_wish *wish)
{
    char sql[256];
    snprintf(sql, sizeof sql,
             "INSERT OR REPLACE INTO meta(name, value) VALUES('moved', %d);"
             "PRAGMA application_id = %d; COMMIT;",
             wish->moves, BACKUP_APPLICATION_ID);
    enum verdict v = run(db, "BEGIN IMMEDIATE");
    if (v == VERDICT_OK)
        v = put_key(db, wish->key);
    return v == VERDICT_OK ? run(db, sql) : v;
}

static enum verdict give_name(const char *from, const struct backup_wish *wish)
{
    /* link refuses a name that is taken, rename would not */
    int rc = wish->replace ? rename(from, wish->path) : link(from, wish->path);
    if (rc != 0)
        return errno == EEXIST ? VERDICT_FILE_EXISTS : VERDICT_DISK;
    if (!wish->replace)
        unlink(from);
    sync_folder_of(wish->path);
    return VERDICT_OK;
}

enum verdict backup_write(struct store *s, const struct backup_wish *wish)
{
    char path[COPY_PATH];
    sqlite3 *copy = NULL;
    int len = snprintf(path, sizeof path, "%s.part-%ld", wish->path, (long)getpid());
    if (wish->path[0] != '/' || len >= (int)sizeof path)
        return VERDICT_PATH_TOO_LONG;
    if (!wish->replace && access(wish->path, F_OK) == 0)
        return VERDICT_FILE_EXISTS;
    mode_t before = umask(077);
    enum verdict v = copy_into(store_db(s), path, &copy);
    if (v == VERDICT_OK)
        v = mark(copy, wish);
    if (sqlite3_close(copy) != SQLITE_OK && v == VERDICT_OK)
        v = VERDICT_DISK;
    umask(before);
    /* Nothing is signed between the copy and this: one thread, one call. */
    if (v == VERDICT_OK)
        v = give_name(path, wish);
    if (v == VERDICT_OK && wish->moves) {
        v = store_set_meta(s, "retired", 1);
        if (v != VERDICT_OK)
            unlink(wish->path);
    }
    if (v != VERDICT_OK)
        unlink(path);
    return v;
}

/* --- in --------------------------------------------------------------------------------------- */

static enum verdict open_backup(const struct restore_wish *wish, sqlite3 **out)
{
    if (access(wish->file, R_OK) != 0)
        return VERDICT_NO_FILE;
    if (sqlite3_open_v2(wish->file, out, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        return *out != NULL ? VERDICT_NO_FILE : VERDICT_MEMORY;
    sqlite3_db_config(*out, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(*out, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    if (number_of(*out, "PRAGMA application_id", 0) != BACKUP_APPLICATION_ID ||
        !says_ok(*out, "PRAGMA quick_check(1)") ||
        number_of(*out, "SELECT count(*) FROM backup_key", 0) != 1)
        return VERDICT_NOT_A_BACKUP;
    if (number_of(*out, "PRAGMA user_version", 0) > schema_version())
        return VERDICT_DATABASE_NEWER;
    if (wish->move && number_of(*out, "SELECT value FROM meta WHERE name = 'moved'", 0) != 1)
        return VERDICT_NOT_A_MOVE;
    return VERDICT_OK;
}

/* Later installations have higher numbers, also if one file is restored twice: the number is the
 * second of restoring, unless that would not be higher. */
static uint32_t next_installation(sqlite3 *db)
{
    int64_t old = number_of(db, "SELECT max(coalesce((SELECT value FROM meta WHERE name ="
                                " 'installation'), 1), coalesce((SELECT max(installation) FROM"
                                " games), 1))", 1);
    int64_t now = (int64_t)time(NULL);
    int64_t next = now > old ? now : old + 1;
    return next < UINT32_MAX ? (uint32_t)next : UINT32_MAX;
}

/* From a backup to the store of a new installation. */
static enum verdict make_store(sqlite3 *db, struct restored *out)
{
    char sql[1024];
    out->installation = next_installation(db);
    snprintf(sql, sizeof sql, "DROP TABLE backup_key; PRAGMA application_id = %d;",
             SCHEMA_APPLICATION_ID);
    enum verdict v = run(db, sql);
    if (v == VERDICT_OK)
        v = schema_migrate(db);
    snprintf(sql, sizeof sql,
             "BEGIN IMMEDIATE;"
             "INSERT OR REPLACE INTO meta(name, value) VALUES('installation', %u);"
             "DELETE FROM meta WHERE name IN ('retired', 'moved');"
             "UPDATE games SET installation = %u, wish = 0 WHERE state NOT IN (7, 8, 9);"
             "DELETE FROM holds;"
             "INSERT INTO holds(game, why, installation) SELECT number, %d, %lld FROM games"
             " WHERE state NOT IN (7, 8, 9);"
             /* which heads were signed after the backup [P-5.14] is not known here */
             "UPDATE witnessed SET number = 8192, head = zeroblob(32);"
             "COMMIT; VACUUM;",
             (unsigned)out->installation, (unsigned)out->installation, VERDICT_CATCHING_UP,
             (long long)time(NULL));
    if (v == VERDICT_OK)
        v = run(db, sql);
    out->games = (unsigned)number_of(db, "SELECT count(*) FROM holds", 0);
    out->witnessed = (unsigned)number_of(db, "SELECT count(*) FROM witnessed", 0);
    return v;
}

static enum verdict get_key(sqlite3 *db, const char *path)
{
    sqlite3_stmt *st = NULL;
    enum verdict v = VERDICT_NOT_A_BACKUP;
    if (sqlite3_prepare_v2(db, "SELECT bytes FROM backup_key", -1, &st, NULL) == SQLITE_OK &&
        sqlite3_step(st) == SQLITE_ROW) {
        struct span key = span_of(sqlite3_column_blob(st, 0), (size_t)sqlite3_column_bytes(st, 0));
        v = file_write(path, key, FILE_NEW, FILE_PRIVATE);
    }
    sqlite3_finalize(st);
    return v;
}

/* What is in the way goes into a folder of its own, all of it together. */
static enum verdict move_aside(const struct paths *p, struct restored *out)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    char from[COPY_PATH], to[COPY_PATH + 64];
    snprintf(out->old, sizeof out->old, "%s/old-%lld", p->data, (long long)time(NULL));
    enum verdict v = folder_private(out->old);
    for (unsigned i = 0; i < 3 && v == VERDICT_OK; i++) {
        snprintf(from, sizeof from, "%s%s", p->database, ends[i]);
        snprintf(to, sizeof to, "%s/numbridge.db%s", out->old, ends[i]);
        v = rename(from, to) == 0 || errno == ENOENT ? VERDICT_OK : VERDICT_DISK;
    }
    snprintf(to, sizeof to, "%s/identity.key", out->old);
    if (v == VERDICT_OK && rename(p->key, to) != 0 && errno != ENOENT)
        v = VERDICT_DISK;
    sync_folder_of(to);
    return v;
}

/* The key first: a store without its key would be given a new one. */
static enum verdict put_in_place(const struct paths *p, sqlite3 *from, const char *made,
                                 struct restored *out)
{
    bool used = access(p->database, F_OK) == 0 || access(p->key, F_OK) == 0;
    enum verdict v = used ? move_aside(p, out) : VERDICT_OK;
    if (v == VERDICT_OK)
        v = get_key(from, p->key);
    if (v == VERDICT_OK && rename(made, p->database) != 0)
        v = VERDICT_DISK;
    sync_folder_of(p->database);
    return v;
}

static enum verdict restore_locked(const struct paths *p, const struct restore_wish *wish,
                                   struct restored *out)
{
    char path[COPY_PATH];
    sqlite3 *from = NULL, *to = NULL;
    bool used = access(p->database, F_OK) == 0 || access(p->key, F_OK) == 0;
    snprintf(path, sizeof path, "%s.part", p->database);
    enum verdict v = open_backup(wish, &from);
    if (v == VERDICT_OK && used && !wish->aside)
        v = VERDICT_HOME_IN_USE;
    if (v == VERDICT_OK)
        v = copy_into(from, path, &to);
    if (v == VERDICT_OK)
        v = make_store(to, out);
    if (sqlite3_close(to) != SQLITE_OK && v == VERDICT_OK)
        v = VERDICT_DISK;
    if (v == VERDICT_OK)
        v = put_in_place(p, from, path, out);
    if (v != VERDICT_OK)
        unlink(path);
    sqlite3_close(from);
    return v;
}

enum verdict backup_restore(const struct paths *p, const struct restore_wish *wish,
                            struct restored *out)
{
    memset(out, 0, sizeof *out);
    enum verdict v = paths_create(p);
    if (v != VERDICT_OK)
        return v;
    int lock = open(p->lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (lock < 0)
        return VERDICT_PERMISSION;
    mode_t before = umask(077);
    v = flock(lock, LOCK_EX | LOCK_NB) == 0 ? restore_locked(p, wish, out) : VERDICT_DAEMON_RUNS;
    umask(before);
    close(lock);
    return v;
}

int backup_restore_run(const struct config *config)
{
    static struct restored done;
    struct restore_wish wish = {config->restore, config->restore_move, config->aside};
    enum verdict v = backup_restore(&config->paths, &wish, &done);
    if (v != VERDICT_OK) {
        fprintf(stderr, "numbridged: %s\n", verdict_text(v));
        return (int)verdict_exit(v);
    }
    if (done.old[0] != '\0')
        fprintf(stderr, "old files: %s\n", done.old);
    if (done.games > 0)
        fprintf(stderr, "waiting games: %u\n", done.games);
    if (done.witnessed > 0)
        fprintf(stderr, "games witnessed no longer: %u\n", done.witnessed);
    return EXIT_DONE;
}
