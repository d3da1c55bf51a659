/* keyfile.h - a player's secret identity on disk, with or without a passphrase.
 * Rules: docs/formats.md [F-7.1] [F-7.2].  Not pure: draws the seed and the salt, reads, writes.
 * Memory: struct identity is a plain value that holds secrets: identity_wipe before it goes away.
 * Errors: enum verdict; anything but VERDICT_OK leaves *out and the file as they were.
 * sodium_init must have been called. */
#ifndef KEYS_KEYFILE_H
#define KEYS_KEYFILE_H

#include "base/ids.h"
#include "base/span.h"
#include "base/verdict.h"

#include <stdbool.h>

struct identity {
    struct player_key public; /* who we are */
    uint8_t seed[32];         /* SECRET: all there is to keep */
    uint8_t secret[64];       /* SECRET: as libsodium's Ed25519 wants it; made from the seed */
};

/* The identity of a seed. */
void identity_from_seed(struct identity *id, const uint8_t seed[32]);

/* Forget the secrets. */
void identity_wipe(struct identity *id);

/* Make a fresh identity and write its file, mode 0600; the folder must be there.  An empty
 * passphrase means none.  VERDICT_KEY_EXISTS: there is a file already, it is never overwritten;
 * VERDICT_MEMORY: the passphrase needs more memory than there is; VERDICT_DISK,
 * VERDICT_PERMISSION: cannot be written. */
__attribute__((warn_unused_result)) enum verdict keyfile_create(const char *path,
                                                                struct span passphrase,
                                                                struct identity *out);

/* Read it.  VERDICT_NO_KEY: no file; VERDICT_KEY_READABLE: others may read it;
 * VERDICT_KEY_DAMAGED; VERDICT_LOCKED: it has a passphrase and none was given;
 * VERDICT_WRONG_PASSPHRASE (takes about half a second to find out); VERDICT_MEMORY.
 * A passphrase given for a file without one is not looked at. */
__attribute__((warn_unused_result)) enum verdict keyfile_load(const char *path,
                                                              struct span passphrase,
                                                              struct identity *out);

/* Give the file another passphrase; an empty one takes it away.  Failures as keyfile_load, and
 * VERDICT_DISK, VERDICT_PERMISSION. */
__attribute__((warn_unused_result)) enum verdict
keyfile_change_passphrase(const char *path, struct span old_one, struct span new_one);

/* Whether it needs a passphrase, and whose it is, without asking for it.  VERDICT_NO_KEY,
 * VERDICT_KEY_READABLE, VERDICT_KEY_DAMAGED. */
__attribute__((warn_unused_result)) enum verdict keyfile_is_locked(const char *path, bool *locked);
__attribute__((warn_unused_result)) enum verdict keyfile_public(const char *path,
                                                                struct player_key *out);

/* The file's text taken apart, without any file: for tests and fuzzing.  Failures as
 * keyfile_load, except those of the file. */
__attribute__((warn_unused_result)) enum verdict keyfile_parse(struct span text,
                                                               struct span passphrase,
                                                               struct identity *out);

#endif
