/* The version of a database is the number of migrations it has seen (user_version), which takes
 * part in the transaction of each: a crash leaves the version before or after, never between. */
#include "daemon/schema.h"

#include "daemon/log.h"

#include <stdio.h>

/* Lengths are checked by the tables as well: a second line behind the code above them. */
static const char *const migrations[] = {
    /* 1: everything */
    "CREATE TABLE meta("
    " name TEXT PRIMARY KEY NOT NULL CHECK(length(name) BETWEEN 1 AND 32),"
    " value INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"

    "CREATE TABLE contacts("
    " key BLOB PRIMARY KEY NOT NULL CHECK(length(key) = 32),"
    " name TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK(length(name) BETWEEN 1 AND 16),"
    " calls_self TEXT NOT NULL DEFAULT '' CHECK(length(calls_self) <= 16),"
    " addresses TEXT NOT NULL DEFAULT '' CHECK(length(addresses) <= 1100)," /* one a line */
    " joined INTEGER NOT NULL DEFAULT 0 CHECK(joined IN (0, 1)),"
    " practice INTEGER NOT NULL DEFAULT 0 CHECK(practice IN (0, 1)),"
    " token BLOB CHECK(token IS NULL OR length(token) = 16)," /* of the invitation we redeem */
    " expires_ms INTEGER NOT NULL DEFAULT 0,"
    " last_seen_ms INTEGER NOT NULL DEFAULT 0,"
    " added_ms INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"

    "CREATE TABLE invitations("
    " number INTEGER PRIMARY KEY,"
    " token_hash BLOB NOT NULL UNIQUE CHECK(length(token_hash) = 32),"
    " created_ms INTEGER NOT NULL,"
    " expires_ms INTEGER NOT NULL,"
    " state INTEGER NOT NULL CHECK(state BETWEEN 1 AND 4)," /* enum invitation_state */
    " bound_key BLOB CHECK(bound_key IS NULL OR length(bound_key) = 32),"
    " used_ms INTEGER NOT NULL DEFAULT 0"
    ") STRICT;"

    /* The columns from `state` on repeat what the entries say, to list games without replaying. */
    "CREATE TABLE games("
    " number INTEGER PRIMARY KEY CHECK(number BETWEEN 1 AND 4294967295),"
    " id BLOB NOT NULL UNIQUE CHECK(length(id) = 32),"
    " opponent BLOB NOT NULL CHECK(length(opponent) = 32),"
    " name TEXT NOT NULL CHECK(length(name) BETWEEN 1 AND 16)," /* should he be removed */
    " me INTEGER NOT NULL CHECK(me BETWEEN 0 AND 3),"
    " seed BLOB NOT NULL CHECK(length(seed) = 32),"
    " coin BLOB NOT NULL CHECK(length(coin) = 32),"
    " installation INTEGER NOT NULL CHECK(installation >= 1),"
    " entries INTEGER NOT NULL DEFAULT 0,"
    " peer_number INTEGER NOT NULL DEFAULT 0," /* entries the other has stored */
    " state INTEGER NOT NULL CHECK(state BETWEEN 1 AND 9)," /* enum game_state */
    " preset INTEGER NOT NULL, kind INTEGER NOT NULL,"
    " moves INTEGER NOT NULL, seat INTEGER NOT NULL,"
    " ending INTEGER NOT NULL, winner INTEGER NOT NULL,"
    " waits_for INTEGER NOT NULL, waits_for_me INTEGER NOT NULL,"
    " changed_ms INTEGER NOT NULL, other_seen_ms INTEGER NOT NULL,"
    " refusal INTEGER NOT NULL DEFAULT 0,"
    " wish INTEGER NOT NULL DEFAULT 0" /* enum entry_kind still to be said again */
    ") STRICT;"
    /* No index on what changes at every move: each is a page more to sync. */
    "CREATE INDEX games_by_opponent ON games(opponent, number);"

    /* The bytes as they were signed: never packed again, never changed. */
    "CREATE TABLE entries("
    " game INTEGER NOT NULL REFERENCES games(number),"
    " number INTEGER NOT NULL CHECK(number BETWEEN 1 AND 8192),"
    " body BLOB NOT NULL CHECK(length(body) BETWEEN 1 AND 20480),"
    " signature BLOB NOT NULL CHECK(length(signature) = 64),"
    " hash BLOB NOT NULL CHECK(length(hash) = 32),"
    " author INTEGER NOT NULL CHECK(author BETWEEN 0 AND 3),"
    " seen_ms INTEGER NOT NULL,"
    " PRIMARY KEY(game, number)"
    ") STRICT, WITHOUT ROWID;"

    "CREATE TABLE evidence("
    " number INTEGER PRIMARY KEY,"
    " game INTEGER NOT NULL REFERENCES games(number),"
    " place INTEGER NOT NULL,"
    " body BLOB NOT NULL CHECK(length(body) BETWEEN 1 AND 20480),"
    " signature BLOB NOT NULL CHECK(length(signature) = 64),"
    " verdict INTEGER NOT NULL,"
    " time_ms INTEGER NOT NULL,"
    " UNIQUE(game, place, signature)"
    ") STRICT;"

    "CREATE TABLE events("
    " number INTEGER PRIMARY KEY,"
    " time_ms INTEGER NOT NULL,"
    " kind INTEGER NOT NULL CHECK(kind BETWEEN 1 AND 255),"
    " game INTEGER NOT NULL DEFAULT 0,"
    " mine INTEGER NOT NULL DEFAULT 0,"
    " seat INTEGER NOT NULL DEFAULT 0,"
    " value INTEGER NOT NULL DEFAULT 0,"
    " verdict INTEGER NOT NULL DEFAULT 0,"
    " name TEXT NOT NULL DEFAULT '' CHECK(length(name) <= 16),"
    " text TEXT NOT NULL DEFAULT '' CHECK(length(text) <= 1024),"
    " move BLOB CHECK(move IS NULL OR length(move) BETWEEN 16 AND 64)"
    ") STRICT;"

    /* Notes of mine are numbered per friend from 1; his by his own numbers. */
    "CREATE TABLE notes("
    " friend BLOB NOT NULL CHECK(length(friend) = 32),"
    " mine INTEGER NOT NULL CHECK(mine IN (0, 1)),"
    " number INTEGER NOT NULL CHECK(number >= 1),"
    " game INTEGER NOT NULL DEFAULT 0,"
    " text TEXT NOT NULL CHECK(length(text) BETWEEN 1 AND 1024),"
    " sent_ms INTEGER NOT NULL,"
    " stored INTEGER NOT NULL DEFAULT 0," /* the friend has it */
    " PRIMARY KEY(friend, mine, number)"
    ") STRICT, WITHOUT ROWID;",

    /* 2: several opponents, and the seeds' judgement over what was played.  Opponent, name and
     * peer_number of a game stay in its row for the first opponent: one page at a move between
     * two players. */
    "CREATE TABLE further_players("
    " game INTEGER NOT NULL REFERENCES games(number),"
    " player INTEGER NOT NULL CHECK(player BETWEEN 0 AND 3),"
    " key BLOB NOT NULL CHECK(length(key) = 32),"
    " name TEXT NOT NULL CHECK(length(name) BETWEEN 1 AND 16),"
    " direct INTEGER NOT NULL CHECK(direct IN (0, 1)),"
    " peer_number INTEGER NOT NULL DEFAULT 0,"
    " PRIMARY KEY(game, player)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX further_players_by_key ON further_players(key, game);"
    "ALTER TABLE games ADD COLUMN players INTEGER NOT NULL DEFAULT 2;"
    /* 1: he speaks with us himself */
    "ALTER TABLE games ADD COLUMN direct INTEGER NOT NULL DEFAULT 1;"
    /* 1: the user has said yes, perhaps before it is his turn to */
    "ALTER TABLE games ADD COLUMN agreed INTEGER NOT NULL DEFAULT 0;"
    /* entries that have been computed again with the seeds */
    "ALTER TABLE games ADD COLUMN judged INTEGER NOT NULL DEFAULT 0;",

    /* 3: roads for friends who are never up together */
    "CREATE TABLE roads("
    " friend BLOB NOT NULL CHECK(length(friend) = 32),"
    " kind INTEGER NOT NULL CHECK(kind BETWEEN 1 AND 15)," /* enum road_kind */
    " target TEXT NOT NULL CHECK(length(target) <= 1024),"
    " relay BLOB NOT NULL CHECK(length(relay) = 32),"
    " print BLOB NOT NULL CHECK(length(print) = 32)," /* of what went last */
    " sent_ms INTEGER NOT NULL,"
    " PRIMARY KEY(friend, kind)"
    ") STRICT, WITHOUT ROWID;"
    /* Up to which entry a game has gone to a friend by a road. */
    "CREATE TABLE sent("
    " friend BLOB NOT NULL CHECK(length(friend) = 32),"
    " game INTEGER NOT NULL,"
    " kind INTEGER NOT NULL CHECK(kind BETWEEN 1 AND 15),"
    " number INTEGER NOT NULL,"
    " time_ms INTEGER NOT NULL,"
    " PRIMARY KEY(friend, game, kind)"
    ") STRICT, WITHOUT ROWID;"
    /* Who redeemed an invitation by letter and may not know yet that he is welcome. */
    "CREATE TABLE answers("
    " friend BLOB PRIMARY KEY NOT NULL CHECK(length(friend) = 32),"
    " token BLOB NOT NULL CHECK(length(token) = 16)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE spool_files("
    " friend BLOB NOT NULL CHECK(length(friend) = 32),"
    " name BLOB NOT NULL CHECK(length(name) = 32),"
    " batch INTEGER NOT NULL," /* files written together */
    " PRIMARY KEY(friend, name)"
    ") STRICT, WITHOUT ROWID;"
    /* Sealed envelopes that we keep for friends. */
    "CREATE TABLE parcels("
    " number INTEGER PRIMARY KEY,"
    " name BLOB NOT NULL UNIQUE CHECK(length(name) = 32),"
    " sender BLOB NOT NULL CHECK(length(sender) = 32),"
    " reader BLOB NOT NULL CHECK(length(reader) = 32),"
    " until_ms INTEGER NOT NULL,"
    " sealed BLOB NOT NULL CHECK(length(sealed) BETWEEN 256 AND 57344)"
    ") STRICT;"
    "CREATE INDEX parcels_by_reader ON parcels(reader, number);"
    /* Receipts of those who keep ours. */
    "CREATE TABLE deposits("
    " name BLOB PRIMARY KEY NOT NULL CHECK(length(name) = 32),"
    " relay BLOB NOT NULL CHECK(length(relay) = 32),"
    " reader BLOB NOT NULL CHECK(length(reader) = 32),"
    " until_ms INTEGER NOT NULL,"
    " signature BLOB NOT NULL CHECK(length(signature) = 64)"
    ") STRICT, WITHOUT ROWID;",

    /* 4: clocks that count: enum grade of the result; the reminders that were given */
    "ALTER TABLE games ADD COLUMN grade INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE games ADD COLUMN reminded INTEGER NOT NULL DEFAULT 0;"
    "UPDATE games SET grade = CASE state WHEN 7 THEN 1 WHEN 9 THEN 5 ELSE 0 END;",

    /* 5: whom we removed: refused for good, also after a restart */
    "CREATE TABLE removed("
    " key BLOB PRIMARY KEY NOT NULL CHECK(length(key) = 32),"
    " time_ms INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;",

    /* 6: restored backups and other machines: games in which nothing is signed now. */
    "CREATE TABLE holds("
    " game INTEGER PRIMARY KEY REFERENCES games(number),"
    " why INTEGER NOT NULL,"                    /* enum verdict */
    " place INTEGER NOT NULL DEFAULT 0,"        /* my entries give way from here on, 0 = none */
    " installation INTEGER NOT NULL DEFAULT 0," /* of the other machine */
    " told INTEGER NOT NULL DEFAULT 0,"         /* entries of a friend that we do not hold yet */
    " told_head BLOB CHECK(told_head IS NULL OR length(told_head) = 32)"
    ") STRICT;"
    /* Conditional moves, of this machine only.  `at` and `head` say up to which entry the line was
     * followed; `moves`: one struct choice of 11 bytes a move, theirs and mine in turn. */
    "CREATE TABLE conditions("
    " number INTEGER PRIMARY KEY,"
    " game INTEGER NOT NULL REFERENCES games(number),"
    " at INTEGER NOT NULL,"
    " head BLOB NOT NULL CHECK(length(head) = 32),"
    " done INTEGER NOT NULL DEFAULT 0," /* moves of the line that were made */
    " moves BLOB NOT NULL CHECK(length(moves) BETWEEN 2 AND 200)"
    ") STRICT;",

    /* 7: games of others that we witness: the last head that no entry can take the place of, and
     * the last that was signed */
    "CREATE TABLE witnessed("
    " game BLOB PRIMARY KEY NOT NULL CHECK(length(game) = 32),"
    " players BLOB NOT NULL CHECK(length(players) BETWEEN 64 AND 128),"
    " base INTEGER NOT NULL, base_head BLOB NOT NULL CHECK(length(base_head) = 32),"
    " number INTEGER NOT NULL, head BLOB NOT NULL CHECK(length(head) = 32),"
    " time_ms INTEGER NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    /* The last entries of theirs, for who was away. */
    "CREATE TABLE postmarks("
    " game BLOB NOT NULL CHECK(length(game) = 32),"
    " number INTEGER NOT NULL,"
    " body BLOB NOT NULL CHECK(length(body) BETWEEN 1 AND 20480),"
    " signature BLOB NOT NULL CHECK(length(signature) = 64),"
    " PRIMARY KEY(game, number)"
    ") STRICT, WITHOUT ROWID;"
    /* What a witness has signed for us about the newest head: his first and his last word. */
    "CREATE TABLE statements("
    " game INTEGER PRIMARY KEY,"
    " number INTEGER NOT NULL, head BLOB NOT NULL CHECK(length(head) = 32),"
    " first_ms INTEGER NOT NULL, first_signature BLOB NOT NULL CHECK(length(first_signature) = 64),"
    " last_ms INTEGER NOT NULL, last_signature BLOB NOT NULL CHECK(length(last_signature) = 64)"
    ") STRICT;",

    /* 8: rulings of arbiters about games of ours, and ours as an arbiter; the bytes as they came */
    "CREATE TABLE rulings("
    " game BLOB NOT NULL CHECK(length(game) = 32),"
    " result INTEGER NOT NULL CHECK(result BETWEEN 0 AND 4)," /* seat + 1, or nobody */
    " came_ms INTEGER NOT NULL,"
    " bytes BLOB NOT NULL CHECK(length(bytes) BETWEEN 107 AND 251),"
    " PRIMARY KEY(game, result)"
    ") STRICT, WITHOUT ROWID;",

    /* 9: what was refused of what friends say, for the next letter to them */
    "CREATE TABLE refusals("
    " friend BLOB NOT NULL CHECK(length(friend) = 32),"
    " game BLOB NOT NULL CHECK(length(game) = 32),"
    " number INTEGER NOT NULL," /* of the entry; 0 with verdict 0: the game is not known */
    " verdict INTEGER NOT NULL,"
    " time_ms INTEGER NOT NULL,"
    " PRIMARY KEY(friend, game)"
    ") STRICT, WITHOUT ROWID;",

    /* 10: friends whose digits were compared by voice */
    "ALTER TABLE contacts ADD COLUMN checked_ms INTEGER NOT NULL DEFAULT 0;",
};
enum { MIGRATIONS = sizeof migrations / sizeof migrations[0] };

int schema_version(void)
{
    return MIGRATIONS;
}

/* A pragma that is a number; -1 if it cannot be read. */
static int pragma(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *st = NULL;
    int value = -1;
    if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK &&
        sqlite3_step(st) == SQLITE_ROW)
        value = sqlite3_column_int(st, 0);
    sqlite3_finalize(st);
    return value;
}

static enum verdict failed(sqlite3 *db, int version)
{
    int code = sqlite3_errcode(db);
    log_warnx("database: migration %d failed: %s", version, sqlite3_errmsg(db));
    if (!sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB ? VERDICT_DATABASE_DAMAGED
                                                           : VERDICT_DISK;
}

static enum verdict migrate_one(sqlite3 *db, int version)
{
    char stamp[96];
    snprintf(stamp, sizeof stamp, "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT;",
             SCHEMA_APPLICATION_ID, version);
    if (sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(db, migrations[version - 1], NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(db, stamp, NULL, NULL, NULL) != SQLITE_OK)
        return failed(db, version);
    return VERDICT_OK;
}

enum verdict schema_migrate(sqlite3 *db)
{
    int version = pragma(db, "PRAGMA user_version");
    int owner = pragma(db, "PRAGMA application_id");
    if (version < 0)
        return VERDICT_DATABASE_DAMAGED;
    if (version > MIGRATIONS && owner == SCHEMA_APPLICATION_ID)
        return VERDICT_DATABASE_NEWER;
    int tables = pragma(db, "SELECT count(*) FROM sqlite_schema");
    /* Somebody else's database, or ours with its marks lost: leave it alone. */
    if (version == 0 ? tables != 0 : owner != SCHEMA_APPLICATION_ID)
        return VERDICT_DATABASE_DAMAGED;
    for (int v = version + 1; v <= MIGRATIONS; v++) {
        enum verdict verdict = migrate_one(db, v);
        if (verdict != VERDICT_OK)
            return verdict;
    }
    return VERDICT_OK;
}
