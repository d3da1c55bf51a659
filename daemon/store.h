/* store.h - the one database of a daemon: opening it safely, transactions, prepared statements.
 * Knows no games: what is in the tables is asked by store_games.c and people's own SQL.
 * Not pure.  Memory: heap object.  Errors: enum verdict; what went wrong is logged here, once.
 *
 * WAL with synchronous FULL: what was committed survives kill -9 and loss of power.  One process,
 * one connection; a lock file keeps a second daemon out.  When the disk is full or broken every
 * step is refused with VERDICT_DISK, nothing has changed, and reading goes on. */
#ifndef DAEMON_STORE_H
#define DAEMON_STORE_H

#include "base/span.h"
#include "base/verdict.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

/* Open or make the database at `path`, holding `lock` (a file made for that) until store_close.
 * Brings an older schema up to date.  VERDICT_DATABASE_LOCKED: another process holds the lock;
 * VERDICT_DATABASE_NEWER, VERDICT_DATABASE_DAMAGED, VERDICT_DISK, VERDICT_MEMORY.
 * *out is untouched unless VERDICT_OK. */
enum verdict store_open(const char *path, const char *lock, struct store **out)
    __attribute__((warn_unused_result));

/* Marks the stop as a clean one and lets go of everything; NULL is fine. */
void store_close(struct store *s);

sqlite3 *store_db(struct store *s);

/* One transaction at a time, BEGIN IMMEDIATE.  A failed commit has been rolled back. */
enum verdict store_begin(struct store *s) __attribute__((warn_unused_result));
enum verdict store_commit(struct store *s) __attribute__((warn_unused_result));
void store_rollback(struct store *s);
/* Commit if all went well so far, store_begin included, that is, if `v` is VERDICT_OK; else roll
 * back.  Returns `v`, or what store_commit says. */
enum verdict store_end(struct store *s, enum verdict v) __attribute__((warn_unused_result));

/* Why something could not be written, VERDICT_DISK or VERDICT_READ_ONLY; VERDICT_OK again as soon
 * as a transaction has been committed. */
enum verdict store_trouble(const struct store *s);

/* The statement of this text, prepared once and kept: `sql` must be a string literal (it is
 * known by its address) and a correct one (else the process stops: our mistake).  Bind, step,
 * then store_done at once: a statement left open pins the log. */
sqlite3_stmt *store_sql(struct store *s, const char *sql);

/* Bind by position from 1; the bytes must live until store_done. */
void store_bind_blob(sqlite3_stmt *st, int at, const void *bytes, size_t len);
void store_bind_text(sqlite3_stmt *st, int at, const char *text);
void store_bind_number(sqlite3_stmt *st, int at, uint64_t number);

/* True and *row = true: a row is there; true and false: no more rows; false: it failed (logged;
 * store_verdict says how).  After the last row or a failure the statement has been reset. */
bool store_step(struct store *s, sqlite3_stmt *st, bool *row) __attribute__((warn_unused_result));

/* Reset and forget the bindings. */
void store_done(sqlite3_stmt *st);

/* Run a statement that brings no rows, and reset it. */
enum verdict store_run(struct store *s, sqlite3_stmt *st) __attribute__((warn_unused_result));

/* The same for what may be lost with the power (not by kill -9) because it is learnt again: not
 * synced, outside a transaction only. */
enum verdict store_run_lazily(struct store *s, sqlite3_stmt *st)
    __attribute__((warn_unused_result));

/* Columns from 0.  A blob or text of another length than `len`, or longer than `size` - 1, is
 * read as zeros or cut: the tables' checks do not let that happen. */
void store_blob(sqlite3_stmt *st, int column, void *out, size_t len);
void store_text(sqlite3_stmt *st, int column, char *out, size_t size);
uint64_t store_number(sqlite3_stmt *st, int column);

/* What the last failure means: VERDICT_DISK, VERDICT_DATABASE_DAMAGED, VERDICT_MEMORY. */
enum verdict store_verdict(const struct store *s);
/* Has anything been found damaged since the start?  Lists end there, and are not complete. */
bool store_is_damaged(const struct store *s);

/* Small values by name in the table meta; `otherwise` if it is not there. */
uint64_t store_meta(struct store *s, const char *name, uint64_t otherwise);
enum verdict store_set_meta(struct store *s, const char *name, uint64_t value)
    __attribute__((warn_unused_result));

#endif
