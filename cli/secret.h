/* secret.h - passphrases, typed at the terminal itself and shown nowhere.
 * Not pure.  Memory: the caller's, to be wiped with sodium_memzero. */
#ifndef CLI_SECRET_H
#define CLI_SECRET_H

#include <stdbool.h>
#include <stddef.h>

/* Ask on /dev/tty with the echo off.  False: there is no terminal, nothing was typed at all, or it
 * is longer than size - 1 bytes. */
__attribute__((warn_unused_result)) bool secret_ask(const char *question, char *out, size_t size);

#endif
