/* Refusals, and how an object becomes a line. */
#include "cli/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What to type after some refusals; NULL: nothing in particular. */
static const char *hint_of(enum verdict v)
{
    static const struct { enum verdict v; const char *hint; } rows[] = {
        {VERDICT_USAGE, "numbridge help"},           {VERDICT_LOCKED, "numbridge unlock"},
        {VERDICT_HEAD_CHANGED, "numbridge show"},    {VERDICT_NO_SUCH_GAME, "numbridge games"},
        {VERDICT_NO_SUCH_FRIEND, "numbridge friends"}, {VERDICT_NO_DAEMON, "numbridge doctor"},
        {VERDICT_DAEMON_RUNS, "numbridge stop"},     {VERDICT_ELSEWHERE, "numbridge adopt"},
        {VERDICT_CATCHING_UP, "numbridge catch-up"}, {VERDICT_NO_CONDITION, "numbridge conditions"},
        {VERDICT_NOT_CONFIRMED, "--yes"},            {VERDICT_FILE_EXISTS, "--yes"},
        {VERDICT_HOME_IN_USE, "--yes"},
        {VERDICT_PRESET_UNKNOWN, "numbridge help play"},
        {VERDICT_TERM_RANGE, "numbridge help settings"}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].v == v)
            return rows[i].hint;
    return NULL;
}

json_t *json_failed(enum verdict v, int code)
{
    json_t *o = json_object(), *error = json_object();
    const char *hint = hint_of(v);

    json_object_set_new(o, "verdict", json_string(verdict_name(v)));
    json_object_set_new(o, "sentence", json_string(verdict_text(v)));
    json_object_set_new(o, "detail", json_string(""));
    json_object_set_new(o, "exit", json_integer(code));
    json_object_set_new(error, "code", json_integer(code));
    json_object_set_new(error, "name", json_string(verdict_name(v)));
    json_object_set_new(error, "message", json_string(verdict_text(v)));
    json_object_set_new(error, "hint", hint ? json_string(hint) : json_null());
    if (code != EXIT_DONE)
        json_object_set(o, "error", error);
    json_decref(error);
    return o;
}

json_t *json_verdict(enum verdict v, const char *detail)
{
    json_t *o = json_failed(v, (int)verdict_exit(v));

    json_object_set_new(o, "detail", json_string(detail ? detail : ""));
    return o;
}

json_t *json_under(const char *name, json_t *what)
{
    json_t *o = json_object();
    json_object_set_new(o, name, what);
    return o;
}

char *json_text(json_t *object)
{
    json_object_set_new(object, "v", json_integer(1));
    char *line = json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER);
    size_t len = line ? strlen(line) : 0;
    char *whole = line ? realloc(line, len + 2) : NULL;

    if (!whole) {
        free(line);
        return NULL;
    }
    memcpy(whole + len, "\n", 2);
    return whole;
}

void json_line(json_t *object)
{
    json_object_set_new(object, "v", json_integer(1));
    json_dumpf(object, stdout, JSON_COMPACT | JSON_PRESERVE_ORDER);
    fputc('\n', stdout);
    fflush(stdout);
    json_decref(object);
}
