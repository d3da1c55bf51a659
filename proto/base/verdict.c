/* One table, walked from the front: it is short and only read when something was refused. */
#include "base/verdict.h"

#include <stddef.h>

struct row {
    unsigned number;
    enum exit_code code;
    const char *name, *text;
};

#define VERDICT_ROW(name, number, code, text) {number, code, #name, text},
static const struct row rows[] = {VERDICTS(VERDICT_ROW)};
#undef VERDICT_ROW

static const struct row *find(unsigned number)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].number == number)
            return &rows[i];
    return NULL;
}

const char *verdict_text(enum verdict v)
{
    const struct row *row = find((unsigned)v);
    return row ? row->text : "Refused for a reason that this version does not know.";
}

const char *verdict_name(enum verdict v)
{
    const struct row *row = find((unsigned)v);
    return row ? row->name + sizeof "VERDICT_" - 1 : "UNKNOWN";
}

enum exit_code verdict_exit(enum verdict v)
{
    const struct row *row = find((unsigned)v);
    return row ? row->code : EXIT_NO;
}

int verdict_known(unsigned number)
{
    return find(number) != NULL;
}
