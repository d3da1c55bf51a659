#include "cli/fill.h"

#include "cli/width.h"

#include <string.h>

enum { LINE_MAX_LEN = 8192 };

static void add_one(struct text *out, const char *name, size_t len, const struct filling *list)
{
    for (; list->name; list++)
        if (strlen(list->name) == len && memcmp(list->name, name, len) == 0) {
            if (list->text)
                text_add(out, list->text);
            else
                text_add_number(out, list->number);
            return;
        }
}

void fill_list(struct text *out, const char *pattern, const struct filling *list)
{
    for (const char *at = pattern; *at != '\0'; at++) {
        const char *end = *at == '{' ? strchr(at, '}') : NULL;
        char one[2] = {*at, '\0'};
        if (!end) {
            text_add(out, one);
            continue;
        }
        add_one(out, at + 1, (size_t)(end - at - 1), list);
        at = end;
    }
}

void fill_print_list(FILE *to, const char *pattern, const struct filling *list)
{
    char line[LINE_MAX_LEN];
    struct text t = text_over(line, sizeof line);

    fill_list(&t, pattern, list);
    width_print(to, line);
}
