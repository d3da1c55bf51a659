/* fill.h - whole sentences with {name}s in them: a translator sees each in one piece and may put
 * the names where the language wants them.
 * Pure, but that printing prints.  Memory: appends to the caller's text, cut at its end.
 * Errors: none; a {name} that is not in the list is left out. */
#ifndef CLI_FILL_H
#define CLI_FILL_H

#include "base/text.h"

#include <stdio.h>

/* What stands for one {name}: a text, or a number where that is NULL. */
struct filling {
    const char *name, *text;
    uint64_t number;
};

static inline struct filling fill_text(const char *name, const char *text)
{
    return (struct filling){name, text ? text : "", 0};
}

static inline struct filling fill_number(const char *name, uint64_t number)
{
    return (struct filling){name, NULL, number};
}

/* Append the pattern; `list` ends with a name of NULL. */
void fill_list(struct text *out, const char *pattern, const struct filling *list);

/* Print the pattern; lines fit into a terminal. */
void fill_print_list(FILE *to, const char *pattern, const struct filling *list);

/* fill_add(&t, _("{name} holds {count}."), fill_text("name", n), fill_number("count", c)) */
#define fill_add(out, pattern, ...)                                                              \
    fill_list(out, pattern, (const struct filling[]){__VA_ARGS__, {NULL, NULL, 0}})
#define fill_print(to, pattern, ...)                                                             \
    fill_print_list(to, pattern, (const struct filling[]){__VA_ARGS__, {NULL, NULL, 0}})

#endif
