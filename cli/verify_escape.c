/* One table a format: which bytes are written as something else. */
#include "cli/verify_escape.h"

#include <stddef.h>

struct escape {
    char byte;
    const char *as;
};

static void escape(FILE *out, const char *text, const struct escape *table)
{
    for (; *text != '\0'; text++) {
        const struct escape *e = table;
        while (e->byte != '\0' && e->byte != *text)
            e++;
        if (e->byte != '\0')
            fputs(e->as, out);
        else
            fputc(*text, out);
    }
}

void escape_xml(FILE *out, const char *text)
{
    static const struct escape table[] = {{'&', "&amp;"},  {'<', "&lt;"},   {'>', "&gt;"},
                                          {'"', "&quot;"}, {'\'', "&#39;"}, {'\0', NULL}};
    escape(out, text, table);
}

/* The end of a script element and of a comment cannot come about without these three. */
void escape_json(FILE *out, const char *text)
{
    static const struct escape table[] = {{'"', "\\\""},    {'\\', "\\\\"},   {'<', "\\u003c"},
                                          {'>', "\\u003e"}, {'&', "\\u0026"}, {'\0', NULL}};
    fputc('"', out);
    escape(out, text, table);
    fputc('"', out);
}

void escape_tag(FILE *out, const char *text)
{
    static const struct escape table[] = {{'"', "\\\""}, {'\\', "\\\\"}, {'\0', NULL}};
    fputc('"', out);
    escape(out, text, table);
    fputc('"', out);
}

/* A comment knows no escape: its own signs become round ones. */
void escape_comment(FILE *out, const char *text)
{
    static const struct escape table[] = {{'{', "("}, {'}', ")"}, {'\0', NULL}};
    escape(out, text, table);
}

void escape_sgf(FILE *out, const char *text)
{
    static const struct escape table[] = {
        {']', "\\]"}, {'\\', "\\\\"}, {':', "\\:"}, {'\0', NULL}};
    escape(out, text, table);
}
