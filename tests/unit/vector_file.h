/* vector_file.h - reads tests/vectors/...: one vector a line, words parted by blanks, # comments.
 * Tests run in the root of the tree. */
#ifndef TESTS_VECTOR_FILE_H
#define TESTS_VECTOR_FILE_H

#include "base/buf.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VECTOR_WORDS_MAX = 16, VECTOR_LINE_MAX = 65536 };

struct vector_line {
    char text[VECTOR_LINE_MAX];
    char *word[VECTOR_WORDS_MAX];
    unsigned words;
};

static inline FILE *vector_open(const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f)
        fail_msg("%s is missing (tests run in the root of the tree)", path);
    return f;
}

/* The next line that is no comment, cut into words; false at the end. */
static inline bool vector_next(FILE *f, struct vector_line *line)
{
    do {
        if (!fgets(line->text, sizeof line->text, f))
            return false;
    } while (line->text[0] == '#' || line->text[0] == '\n');
    line->words = 0;
    for (char *w = strtok(line->text, " \n"); w && line->words < VECTOR_WORDS_MAX;
         w = strtok(NULL, " \n"))
        line->word[line->words++] = w;
    return true;
}

/* Exactly `len` bytes in hex. */
static inline void vector_hex(const char *word, void *out, size_t len)
{
    if (!hex_read(span_text(word), out, len))
        fail_msg("not %zu bytes in hex: %.80s", len, word);
}

#endif
