/* schema.h - the tables of the database as an append-only list of migrations.
 * A migration that was released is never changed: the next one goes below it. */
#ifndef DAEMON_SCHEMA_H
#define DAEMON_SCHEMA_H

#include "base/verdict.h"

#include <sqlite3.h>

/* Marks the file as ours: "nbrd". */
enum { SCHEMA_APPLICATION_ID = 0x6e627264 };

/* The version this program writes: number of migrations. */
int schema_version(void);

/* Bring an open database up to date, one transaction a migration.  VERDICT_DATABASE_NEWER: of a
 * later program; VERDICT_DATABASE_DAMAGED: somebody else's file; VERDICT_DISK.  Unchanged then. */
enum verdict schema_migrate(sqlite3 *db) __attribute__((warn_unused_result));

#endif
