/* files.h - the few things we do with files: read a bounded one, replace one in a single step,
 * make a private folder.
 * Not pure.  Memory: as each function says.  Errors: enum verdict; nothing is logged here, errno
 * is left as the failing call set it. */
#ifndef KEYS_FILES_H
#define KEYS_FILES_H

#include "base/buf.h"
#include "base/span.h"
#include "base/verdict.h"

/* Whether a file of that name may be there already. */
enum file_how { FILE_NEW, FILE_REPLACE };

/* Who may read it. */
enum file_mode { FILE_PRIVATE = 0600, FILE_SHARED = 0644 };

/* Append a whole file to *out.  VERDICT_NO_FILE: not there, not readable, not a regular file;
 * VERDICT_TOO_LONG: it does not fit.  *out is as it was then. */
__attribute__((warn_unused_result)) enum verdict file_read(const char *path, struct buf *out);

/* Read a whole file of at most `max` bytes into fresh memory; the caller frees *data.  *data ends
 * with a zero that *len does not count.  Failures as file_read, and VERDICT_MEMORY; *data is NULL
 * then. */
__attribute__((warn_unused_result)) enum verdict file_read_new(const char *path, size_t max,
                                                               uint8_t **data, size_t *len);

/* Write a file in one step: a temporary file beside it, fsync, rename, fsync of the folder.  At
 * every moment, also after a power cut, there is the old content or the new one.
 * VERDICT_DISK: could not be written; VERDICT_READ_ONLY; VERDICT_NO_FOLDER: it would have to be in
 * one that is not there; VERDICT_PERMISSION: not allowed; VERDICT_KEY_EXISTS: with
 * FILE_NEW, something of that name is there.  Nothing has changed then. */
__attribute__((warn_unused_result)) enum verdict file_write(const char *path, struct span bytes,
                                                            enum file_how how,
                                                            enum file_mode mode);

/* True if the file is there and nobody but its owner, who is us, may read or write it. */
__attribute__((warn_unused_result)) bool file_is_private(const char *path);

/* Make the folder and those above it where they are missing, mode 0700; then check that it is
 * ours and that nobody else may write there.  A folder that others may read is made 0700.
 * VERDICT_PERMISSION: somebody else's, or cannot be made private; VERDICT_READ_ONLY, VERDICT_DISK:
 * cannot be made. */
__attribute__((warn_unused_result)) enum verdict folder_private(const char *path);

#endif
