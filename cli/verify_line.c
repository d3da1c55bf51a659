/* A tile is drawn upright around its middle and turned where it lies along the line. */
#include "cli/verify_line.h"

#include "cli/train_facts.h"
#include "rules/dominoes.h"

enum {
    SHORT = 36, LONG = 72, GAP = 4, ROW = 100, LINE_LEFT = 20, TITLE_WIDTH = 100,
    LINE_WIDTH = 1000, FIRST_Y = 50
};

/* A tile where it lies; halves from left to right, or from the middle outwards. */
struct lying {
    struct train_piece piece;
    unsigned laid;
};

/* ---- the order ----------------------------------------------------------------------------- */

/* From the middle outwards, the first tile not among them. */
static unsigned arm_of(const struct view *v, unsigned end, struct lying *out)
{
    uint8_t first[2] = {0, 0};
    unsigned n = 0;

    if (v->dom.laid_n == 0 || !dominoes_halves(v->terms.set, v->dom.laid[0].value, first))
        return 0;
    unsigned inner = first[end % 2];
    for (unsigned i = 1; i < v->dom.laid_n; i++) {
        if (v->dom.laid[i].end != end)
            continue;
        out[n] = (struct lying){train_facts_piece(v, i, inner), i};
        inner = out[n++].piece.half[1];
    }
    return n;
}

static unsigned across(const struct view *v, struct lying out[TILES_MAX])
{
    struct lying left[TILES_MAX];
    unsigned n = arm_of(v, 0, left), count = 0;

    if (v->dom.laid_n == 0)
        return 0;
    while (n-- > 0) {
        out[count] = left[n];
        out[count].piece.half[0] = left[n].piece.half[1];
        out[count++].piece.half[1] = left[n].piece.half[0];
    }
    out[count++] = (struct lying){train_facts_piece(v, 0, 0), 0};
    return count + arm_of(v, 1, out + count);
}

/* ---- the drawing --------------------------------------------------------------------------- */

/* Pips of one half around (0, y). */
static void draw_pips(FILE *out, unsigned number, int y)
{
    /* bit 3 * row + column of a square of nine */
    static const uint16_t squares[] = {0x000, 0x010, 0x101, 0x111, 0x145,
                                       0x155, 0x16d, 0x17d, 0x1ef, 0x1ff};
    static const int fours[] = {-13, -4, 4, 13}, threes[] = {-9, 0, 9};

    if (number < sizeof squares / sizeof squares[0]) {
        for (int i = 0; i < 9; i++)
            if (squares[number] >> i & 1)
                fprintf(out, "<circle class=\"pip\" cx=\"%d\" cy=\"%d\" r=\"3.6\"/>",
                        (i % 3 - 1) * 10, y + (i / 3 - 1) * 10);
        return;
    }
    for (int i = 0; i < 4; i++)
        for (int x = -11; x <= 11; x += 22)
            fprintf(out, "<circle class=\"pip\" cx=\"%d\" cy=\"%d\" r=\"3\"/>", x, y + fours[i]);
    for (unsigned i = 0; i < number - 8; i++)
        fprintf(out, "<circle class=\"pip\" cx=\"0\" cy=\"%d\" r=\"3\"/>",
                y + (number == 10 ? fours[i + 1] : number == 11 ? threes[i] : fours[i]));
}

static unsigned width_of(const struct lying *t)
{
    return t->piece.half[0] == t->piece.half[1] ? SHORT : LONG;
}

static void draw_tile(FILE *out, const struct lying *t, unsigned left, unsigned y)
{
    unsigned width = width_of(t), x = left + width / 2;

    fprintf(out,
            "<g class=\"tile s%u%s\" data-laid=\"%u\" transform=\"translate(%u %u)\">"
            "<title>%u-%u, laid by seat %u</title><g transform=\"rotate(%d)\">"
            "<rect x=\"-18\" y=\"-36\" width=\"36\" height=\"72\" rx=\"5\"/>"
            "<line x1=\"-14\" x2=\"14\" y1=\"0\" y2=\"0\"/>",
            t->piece.seat + 1U, t->piece.last ? " last" : "", t->laid, x, y,
            (unsigned)t->piece.half[0], (unsigned)t->piece.half[1], t->piece.seat + 1U,
            width == LONG ? -90 : 0);
    draw_pips(out, t->piece.half[0], -18);
    draw_pips(out, t->piece.half[1], 18);
    fprintf(out, "</g><text class=\"seat\" y=\"%d\">%u</text></g>\n", width == LONG ? 34 : 50,
            t->piece.seat + 1U);
}

struct row {
    struct lying tiles[TILES_MAX];
    unsigned n, left;
};

/* A row, and as many more as it takes; the y of the row after it.  Without `out` nothing is
 * drawn. */
static unsigned draw_row(FILE *out, const struct row *row, unsigned y)
{
    const struct lying *tiles = row->tiles;
    unsigned x = row->left;

    for (unsigned i = 0; i < row->n; i++) {
        if (x + width_of(&tiles[i]) > LINE_WIDTH) {
            x = row->left;
            y += ROW;
        }
        if (out)
            draw_tile(out, &tiles[i], x, y);
        x += width_of(&tiles[i]) + GAP;
    }
    return y + ROW;
}

static unsigned draw_all(FILE *out, const struct view *v)
{
    static const char *const titles[] = {"across", "", "upwards", "downwards"};
    struct row row = {.left = v->dom.arms > 2 ? LINE_LEFT + TITLE_WIDTH : LINE_LEFT};
    unsigned y = FIRST_Y;

    for (unsigned end = 0; end < ARMS_MAX; end++) {
        if (end == 1 || end >= v->dom.arms)
            continue;
        row.n = end == 0 ? across(v, row.tiles) : arm_of(v, end, row.tiles);
        if (out && v->dom.arms > 2)
            fprintf(out, "<text class=\"note\" x=\"20\" y=\"%u\">%s</text>\n", y + 6, titles[end]);
        y = draw_row(out, &row, y);
    }
    return y;
}

void line_draw(FILE *out, const struct view *v)
{
    draw_all(out, v);
}

struct svg_size line_size(const struct view *v)
{
    return (struct svg_size){LINE_WIDTH + 20, draw_all(NULL, v) - FIRST_Y};
}
