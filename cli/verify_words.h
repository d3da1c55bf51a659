/* verify_words.h - what was found in a file, in whole sentences in the language of the reader.
 * Players are called by number: a file has no names.
 * Pure but for the catalogue of cli/lang.h.  Memory: appends to the caller's text.
 * Errors: none. */
#ifndef CLI_VERIFY_WORDS_H
#define CLI_VERIFY_WORDS_H

#include "base/text.h"
#include "chain/logfile.h"

/* All that is known of one file, in several lines. */
void verify_words_long(struct text *out, const struct finding *f, enum verdict v);

/* The same in one line. */
void verify_words_short(struct text *out, const struct finding *f, enum verdict v);

#endif
