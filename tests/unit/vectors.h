/* vectors.h - for tests: text files of cases, line by line, fields parted by a character.
 * Tests are run from the top folder of the project. */
#ifndef TESTS_VECTORS_H
#define TESTS_VECTORS_H

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct vectors {
    FILE *file;
    char line[8192];
    char *field[16];
    unsigned fields;
};

static inline void vectors_open(struct vectors *v, const char *path)
{
    v->file = fopen(path, "r");
    if (v->file == NULL)
        fprintf(stderr, "cannot open %s: run the tests from the top folder\n", path);
    assert(v->file != NULL);
}

static inline char *vectors_trim(char *s)
{
    while (*s == ' ')
        s++;
    size_t len = strlen(s);
    while (len > 0 && (s[len - 1] == ' ' || s[len - 1] == '\n'))
        s[--len] = '\0';
    return s;
}

/* The next line that is neither empty nor a comment, cut into trimmed fields; false (and the file
 * closed) at the end. */
static inline bool vectors_next(struct vectors *v, char separator)
{
    do {
        if (fgets(v->line, sizeof v->line, v->file) == NULL) {
            fclose(v->file);
            return false;
        }
    } while (v->line[0] == '#' || *vectors_trim(v->line) == '\0');
    v->fields = 0;
    for (char *at = v->line; at != NULL && v->fields < 16;) {
        char *end = strchr(at, separator);
        if (end != NULL)
            *end++ = '\0';
        v->field[v->fields++] = vectors_trim(at);
        at = end;
    }
    return true;
}

#endif
