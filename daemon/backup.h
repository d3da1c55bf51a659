/* backup.h - a player in one file, and back: see docs/numbridge.1.
 * Not pure.  Memory: plain values.  Errors: enum verdict; what went wrong with files is logged.
 *
 * The file is a database: a consistent copy of the live one, made by SQLite itself, and the key
 * file as it is (with its passphrase, if it has one).  It holds secrets.  It is marked so that no
 * daemon can use it as its own: only restoring makes a store of it, one with a higher installation
 * number in which nothing is signed in a game before a friend in it has been heard. */
#ifndef DAEMON_BACKUP_H
#define DAEMON_BACKUP_H

#include "daemon/config.h"
#include "daemon/store.h"

/* Marks the file: "nbrb". */
enum { BACKUP_APPLICATION_ID = 0x6e627262 };

/* What to write, and where. */
struct backup_wish {
    const char *path; /* absolute */
    const char *key;  /* path of the key file */
    bool replace;     /* a file of that name may be replaced */
    bool moves;       /* the player moves: on success the store is retired */
};

/* Written in one step, mode 0600, durable when this returns.  VERDICT_FILE_EXISTS,
 * VERDICT_NO_FOLDER, VERDICT_PERMISSION, VERDICT_READ_ONLY, VERDICT_DISK, VERDICT_NO_KEY; nothing
 * has changed then. */
enum verdict backup_write(struct store *s, const struct backup_wish *wish)
    __attribute__((warn_unused_result));

/* Make the home of `paths` out of a file.  VERDICT_DAEMON_RUNS, VERDICT_NO_FILE,
 * VERDICT_NOT_A_BACKUP, VERDICT_NOT_A_MOVE (with `move`), VERDICT_DATABASE_NEWER,
 * VERDICT_HOME_IN_USE (unless `aside`: then the old files go into a folder beside, out->old),
 * VERDICT_DISK, ...  Nothing has changed then; only if the disk fails in the very last step the old
 * files are in that folder already, whole. */
struct restore_wish {
    const char *file;
    bool move, aside;
};
struct restored {
    char old[PATHS_MAX + 32]; /* where the old files are now; "" = there were none */
    unsigned games;           /* that catch up now */
    unsigned witnessed;       /* of others, in which nothing is signed as their witness any more */
    uint32_t installation;
};
enum verdict backup_restore(const struct paths *paths, const struct restore_wish *wish,
                            struct restored *out) __attribute__((warn_unused_result));

/* numbridged --restore: the same; returns the exit code.  On stderr the sentence of the verdict, or
 * a line each: "old files: FOLDER" if there were some, "waiting games: N" and
 * "games witnessed no longer: N" if there are some. */
int backup_restore_run(const struct config *config);

#endif
