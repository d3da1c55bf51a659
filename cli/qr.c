/* Two modules share a character of UTF-8, one above the other; in ASCII one module takes two. */
#include "cli/qr.h"

#include <qrencode.h>

enum { MARGIN_FULL = 4, MARGIN_LEAST = 2 };

struct code {
    const QRcode *qr;
    const struct term *t;
    unsigned margin, side; /* modules, the margins included */
    bool ink_is_light;
};

/* The margin is light. */
static bool is_dark(const struct code *c, unsigned y, unsigned x)
{
    unsigned width = (unsigned)c->qr->width;

    if (y < c->margin || x < c->margin || y >= c->margin + width || x >= c->margin + width)
        return false;
    return c->qr->data[(y - c->margin) * width + x - c->margin] & 1;
}

static bool is_ink(const struct code *c, unsigned y, unsigned x)
{
    return y < c->side && is_dark(c, y, x) != c->ink_is_light;
}

static void begin_line(const struct code *c, struct text *out)
{
    if (c->t->colors == COLORS_MANY)
        text_add(out, "\033[38;5;16;48;5;231m");
    else if (c->t->colors == COLORS_FEW)
        text_add(out, "\033[30;107m");
}

static void end_line(const struct code *c, struct text *out)
{
    text_add(out, c->t->colors == COLORS_NONE ? "\n" : "\033[0m\n");
}

static void draw_utf8(const struct code *c, struct text *out)
{
    static const char *const halves[] = {" ", "\u2580", "\u2584", "\u2588"};

    for (unsigned y = 0; y < c->side; y += 2) {
        begin_line(c, out);
        for (unsigned x = 0; x < c->side; x++)
            text_add(out, halves[is_ink(c, y, x) + 2 * is_ink(c, y + 1, x)]);
        end_line(c, out);
    }
}

/* With colours the ink is the background of two blanks: there is no block in ASCII. */
static void draw_ascii(const struct code *c, struct text *out)
{
    for (unsigned y = 0; y < c->side; y++) {
        begin_line(c, out);
        for (unsigned x = 0; x < c->side; x++)
            if (c->t->colors == COLORS_NONE)
                text_add(out, is_ink(c, y, x) ? "##" : "  ");
            else
                text_add(out, is_ink(c, y, x) ? "\033[40m  " : "\033[107m  ");
        end_line(c, out);
    }
}

static unsigned rows_of(const struct term *t, unsigned side)
{
    return t->utf8 ? (side + 1) / 2 : side;
}

bool qr_draw(const char *text, enum qr_wish wish, const struct term *t, struct text *out,
             struct qr_size *size)
{
    QRcode *qr = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1);

    if (!qr)
        return false;
    struct code c = {qr, t, MARGIN_FULL, (unsigned)qr->width + 2 * MARGIN_FULL,
                     t->colors == COLORS_NONE && wish != QR_INVERTED};
    if (rows_of(t, c.side) >= t->height) {
        c.margin = MARGIN_LEAST;
        c.side = (unsigned)qr->width + 2 * MARGIN_LEAST;
    }
    *size = (struct qr_size){t->utf8 ? c.side : 2 * c.side, rows_of(t, c.side)};
    if (t->utf8)
        draw_utf8(&c, out);
    else
        draw_ascii(&c, out);
    QRcode_free(qr);
    return true;
}
