/* term.h - what the terminal can show: colours, UTF-8, width; and the few escape codes we use.
 * term_detect asks the environment; the rest is pure.
 * Colours: Okabe-Ito blue and vermilion, which people with any colour vision can tell apart. */
#ifndef CLI_TERM_H
#define CLI_TERM_H

#include "base/text.h"

#include <stdbool.h>

enum term_colors { COLORS_NONE, COLORS_FEW, COLORS_MANY };
enum term_when { WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER };

/* Styles: at most one of the colours, and any of the others. */
enum {
    STYLE_PLAIN = 0,
    STYLE_BLUE = 1,
    STYLE_RED = 2,
    STYLE_BOLD = 4,
    STYLE_DIM = 8,
    STYLE_REVERSE = 16,
    STYLE_UNDER = 32
};

struct term {
    enum term_colors colors;
    bool utf8;
    bool reader;   /* sentences instead of drawings */
    bool out_tty;  /* stdout is a terminal */
    bool in_tty;   /* stdin is a terminal */
    unsigned width; /* columns, at least 40 */
    unsigned height; /* rows; 24 if nobody knows */
};

/* What stdout is: NO_COLOR, TERM, the locale (setlocale has been called).  `ascii` and `reader`
 * are the wishes of the options. */
void term_detect(struct term *t, enum term_when color, bool ascii, bool reader);

/* The window was resized. */
void term_resize(struct term *t);

/* Append the escape code that turns a style on, or all off; nothing without colours. */
void term_style(const struct term *t, unsigned style, struct text *out);

#endif
