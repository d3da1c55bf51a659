/* text.h - bounded text building and strict reading of numbers.
 * Pure.  Errors: text that does not fit is cut at the limit, never past it; readers say no. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/span.h"

#include <stdbool.h>

struct text {
    char *data; /* storage of the caller; always ends with a zero */
    size_t len, max;
};

/* Empty text over the caller's storage of `size` >= 1 bytes. */
struct text text_over(char *storage, size_t size);

/* Append a C string; cut where the storage ends. */
void text_add(struct text *t, const char *s);

/* Append a number in decimal. */
void text_add_number(struct text *t, uint64_t number);

/* Break lines of well-formed UTF-8 that take more than `width` columns at their last blank that
 * fits; words longer than that stay whole.  Every code point counts as one column. */
void text_fold(char *text, unsigned width);

/* Read a decimal number: digits only, no sign, no blanks, no leading zero but "0" itself, at most
 * `max`.  False (and *out untouched) for anything else. */
__attribute__((warn_unused_result)) bool text_read_number(struct span text, uint64_t max,
                                                          uint64_t *out);

/* True if the bytes are well-formed UTF-8 without control characters and without the marks that
 * change the direction of writing: fit to be shown on somebody's terminal. */
__attribute__((warn_unused_result)) bool text_is_showable(struct span text);

#endif
