/* Where columns stand is decided once for all rows, so that they stand below each other whatever
 * the language. */
#define _XOPEN_SOURCE 700 /* wcwidth */
#include "cli/width.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

enum { GAP = 2, INDENT = 6, LAST_LEAST = 24, TERMINAL_LEAST = 40, TEXT_MAX = 8192 };

/* One code point of well-formed UTF-8. */
static size_t read_point(const char *at, wchar_t *point)
{
    unsigned char first = (unsigned char)*at;
    size_t len = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    unsigned long value = len == 1 ? first : first & (0x7fu >> len);

    for (size_t i = 1; i < len; i++) {
        if (((unsigned char)at[i] & 0xc0) != 0x80)
            return 1;
        value = value << 6 | ((unsigned char)at[i] & 0x3f);
    }
    *point = (wchar_t)value;
    return len;
}

static unsigned point_columns(wchar_t point)
{
    int columns = wcwidth(point);
    return columns < 0 ? 1 : (unsigned)columns;
}

size_t width_fit(const char *text, unsigned columns)
{
    size_t at = 0;

    while (text[at] != '\0') {
        wchar_t point = L'?';
        size_t len = read_point(text + at, &point);
        unsigned wide = point_columns(point);
        if (wide > columns)
            break;
        columns -= wide;
        at += len;
    }
    return at;
}

unsigned width_columns(const char *text)
{
    unsigned columns = 0;

    while (*text != '\0') {
        wchar_t point = L'?';
        text += read_point(text, &point);
        columns += point_columns(point);
    }
    return columns;
}

void width_pad(struct text *out, const char *text, unsigned columns)
{
    text_add(out, text);
    for (unsigned at = width_columns(text); at < columns; at++)
        text_add(out, " ");
}

static unsigned terminal_columns(FILE *to)
{
    struct winsize size;

    if (isatty(fileno(to)) != 1)
        return 0;
    bool known = ioctl(fileno(to), TIOCGWINSZ, &size) == 0 && size.ws_col >= TERMINAL_LEAST;
    return known ? size.ws_col : TABLE_WIDTH;
}

void width_print(FILE *to, char *text)
{
    unsigned columns = terminal_columns(to);

    if (columns > 0)
        text_fold(text, columns);
    fputs(text, to);
}

void width_printf(FILE *to, const char *format, ...)
{
    char text[TEXT_MAX];
    va_list values;

    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    width_print(to, text);
}

/* How many bytes of `text` go into a line of `room` columns: broken at a blank if there is one. */
static size_t line_of(const char *text, unsigned room)
{
    size_t fit = width_fit(text, room), cut = fit;

    while (text[fit] != '\0' && cut > 0 && text[cut] != ' ')
        cut--;
    return cut > 0 ? cut : fit > 0 ? fit : strlen(text);
}

void width_body(struct text *out, unsigned column, const char *body)
{
    unsigned room = column < TABLE_WIDTH ? TABLE_WIDTH - column : 1;

    for (;;) {
        size_t len = line_of(body, room);
        struct text part = {out->data, out->len, out->max};
        if (len < part.max - part.len)
            part.max = part.len + len;
        text_add(&part, body);
        out->len = part.len;
        text_add(out, "\n");
        body += len;
        body += strspn(body, " ");
        if (*body == '\0')
            return;
        width_pad(out, "", column);
    }
}

void width_row(struct text *out, const char *head, unsigned column, const char *body)
{
    width_pad(out, head, column);
    width_body(out, column, body);
}

void table_init(struct table *t, unsigned columns)
{
    *t = (struct table){.columns = columns};
}

static bool grow(struct table *t)
{
    if (t->rows < t->max)
        return true;
    unsigned max = t->max > 0 ? 2 * t->max : 16;
    void *row = realloc(t->row, max * sizeof *t->row);
    if (!row)
        return false;
    t->row = row;
    t->max = max;
    return true;
}

void table_row(struct table *t, const char *const cells[])
{
    if (!grow(t))
        return;
    for (unsigned i = 0; i < t->columns; i++)
        t->row[t->rows][i] = strdup(cells[i] ? cells[i] : "");
    t->rows++;
}

static const char *cell(const struct table *t, unsigned row, unsigned column)
{
    const char *text = t->row[row][column];
    return text ? text : "";
}

/* Where a column stands, and whether a new line begins with it. */
struct place {
    unsigned start, width;
    bool below;
};

static void find_places(const struct table *t, unsigned width, struct place *place)
{
    unsigned at = 0;

    for (unsigned i = 0; i < t->columns; i++) {
        bool last = i + 1 == t->columns;
        place[i] = (struct place){0, 0, false};
        for (unsigned row = 0; row < t->rows; row++) {
            unsigned columns = width_columns(cell(t, row, i));
            place[i].width = columns > place[i].width ? columns : place[i].width;
        }
        unsigned needs = place[i].width;
        if (last && needs > LAST_LEAST)
            needs = LAST_LEAST;
        if (i > 0 && at + needs > width) {
            place[i].below = true;
            at = INDENT;
        }
        place[i].start = at;
        at += place[i].width + GAP;
    }
}

static void blanks(FILE *to, unsigned *at, unsigned column)
{
    for (; *at < column; ++*at)
        putc(' ', to);
}

/* A cell, broken at blanks where the line is full. */
static void print_folded(FILE *to, const char *text, unsigned start, unsigned width)
{
    unsigned room = width > start ? width - start : 1;

    for (;;) {
        size_t len = line_of(text, room);
        fwrite(text, 1, len, to);
        text += len;
        text += strspn(text, " ");
        if (*text == '\0')
            return;
        fprintf(to, "\n%*s", (int)start, "");
    }
}

static void print_row(const struct table *t, unsigned row, const struct place *place,
                      unsigned width, FILE *to)
{
    unsigned at = 0, last = t->columns;

    while (last > 1 && *cell(t, row, last - 1) == '\0')
        last--;
    for (unsigned i = 0; i < last; i++) {
        const char *text = cell(t, row, i);
        if (place[i].below) {
            putc('\n', to);
            at = 0;
        }
        if (*text == '\0')
            continue;
        blanks(to, &at, place[i].start);
        if (i + 1 == t->columns)
            print_folded(to, text, place[i].start, width);
        else
            fputs(text, to);
        at += width_columns(text);
    }
    putc('\n', to);
}

void table_print(struct table *t, unsigned width, FILE *to)
{
    struct place place[TABLE_COLUMNS];

    find_places(t, width, place);
    for (unsigned row = 0; row < t->rows; row++) {
        print_row(t, row, place, width, to);
        for (unsigned i = 0; i < t->columns; i++)
            free(t->row[row][i]);
    }
    free(t->row);
    table_init(t, t->columns);
}
