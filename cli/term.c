/* Terminals without 256 colours get their own blue and red; sign comes before colour everywhere,
 * so that nothing is lost where there is none. */
#include "cli/term.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { HEIGHT_USUAL = 24, WIDTH_USUAL = 80, WIDTH_LEAST = 40, WIDTH_MOST = 400 };

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value ? value : "";
}

static enum term_colors colors_of(enum term_when color, bool tty)
{
    const char *kind = variable("TERM");

    if (color == WHEN_NEVER)
        return COLORS_NONE;
    if (color == WHEN_AUTO
        && (!tty || *variable("NO_COLOR") != '\0' || *kind == '\0' || strcmp(kind, "dumb") == 0))
        return COLORS_NONE;
    if (strstr(kind, "256") || *variable("COLORTERM") != '\0')
        return COLORS_MANY;
    return COLORS_FEW;
}

void term_resize(struct term *t)
{
    struct winsize size;

    t->width = WIDTH_USUAL;
    t->height = HEIGHT_USUAL;
    if (!t->out_tty || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        return;
    if (size.ws_col >= WIDTH_LEAST && size.ws_col <= WIDTH_MOST)
        t->width = size.ws_col;
    if (size.ws_row > 0)
        t->height = size.ws_row;
}

void term_detect(struct term *t, enum term_when color, bool ascii, bool reader)
{
    t->out_tty = isatty(STDOUT_FILENO) == 1;
    t->in_tty = isatty(STDIN_FILENO) == 1;
    t->colors = colors_of(color, t->out_tty);
    t->utf8 = !ascii && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    t->reader = reader || (t->out_tty && strcmp(variable("TERM"), "dumb") == 0);
    term_resize(t);
}

void term_style(const struct term *t, unsigned style, struct text *out)
{
    if (t->colors == COLORS_NONE)
        return;
    text_add(out, "\033[0");
    if (style & STYLE_BLUE)
        text_add(out, t->colors == COLORS_MANY ? ";38;5;32" : ";34");
    if (style & STYLE_RED)
        text_add(out, t->colors == COLORS_MANY ? ";38;5;166" : ";31");
    if (style & STYLE_BOLD)
        text_add(out, ";1");
    if (style & STYLE_DIM)
        text_add(out, ";2");
    if (style & STYLE_UNDER)
        text_add(out, ";4");
    if (style & STYLE_REVERSE)
        text_add(out, ";7");
    text_add(out, "m");
}
