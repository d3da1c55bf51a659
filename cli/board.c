/* Everything is first set on a grid of glyphs with styles, then written line by line: a cell's
 * place on the screen is arithmetic, and nobody has to think of escape codes while drawing.
 *
 *     /a\ /b\        A cell is 4 columns wide and each row stands 2 further right.  Of its six
 *    | . | 7 |       edges only those between blocks and at the rim are drawn.
 *     \ / \ / \
 *      |(3)| . | */
#include "cli/board.h"

#include "cli/panel.h"
#include "cli/train.h"
#include "rules/cell.h"

#include <stdio.h>
#include <string.h>

enum { MARGIN = 2, GRID_ROWS = 2 * BOARD_MAX + 1, GRID_COLUMNS = MARGIN + 6 * BOARD_MAX + 2 };

struct grid {
    unsigned rows;
    char glyph[GRID_ROWS][GRID_COLUMNS]; /* ASCII; 0 = blank */
    uint8_t style[GRID_ROWS][GRID_COLUMNS];
};

/* The six edges of a cell: where they are drawn and who is beyond. */
struct edge {
    int dy, dx;     /* from the left bar of the cell */
    char glyph;
    int drow, dcol; /* the neighbour */
    uint8_t rim;    /* colour of the side of the board it belongs to (Bridge) */
};
static const struct edge edges[6] = {
    {0, 0, '|', 0, -1, STYLE_RED},  {0, 4, '|', 0, 1, STYLE_RED},
    {-1, 1, '/', -1, 0, STYLE_BLUE}, {-1, 3, '\\', -1, 1, STYLE_BLUE},
    {1, 1, '\\', 1, -1, STYLE_BLUE}, {1, 3, '/', 1, 0, STYLE_BLUE},
};

static unsigned side_style(unsigned owner)
{
    return owner == 1 ? STYLE_BLUE : owner == 2 ? STYLE_RED : STYLE_PLAIN;
}

static void set(struct grid *g, unsigned y, unsigned x, char glyph, unsigned style)
{
    if (y >= GRID_ROWS || x >= GRID_COLUMNS)
        return;
    g->glyph[y][x] = glyph;
    g->style[y][x] = (uint8_t)style;
}

/* The rim of a corner belongs to two sides: the rows above the first and below the last are
 * Blue's, what is left of it Red's. */
static unsigned rim_style(const struct view *v, unsigned row, const struct edge *e)
{
    bool beyond_rows = (row == 0 && e->drow < 0) || (row + 1 == v->n && e->drow > 0);
    return beyond_rows ? STYLE_BLUE : STYLE_RED;
}

/* Domains: the outline of a decided block has its owner's colour; of those that decided the game
 * it is heavier. */
static unsigned block_style(const struct view *v, unsigned block)
{
    unsigned owner = v->block_owner[block];
    bool decided_it = v->ending == ENDING_BLOCKS && owner == v->winner + 1u;

    return side_style(owner) | (decided_it ? STYLE_BOLD : 0u);
}

/* Whether an edge is drawn, and how. */
static bool edge_style(const struct view *v, unsigned row, unsigned col, const struct edge *e,
                       unsigned *style)
{
    int row2 = (int)row + e->drow, col2 = (int)col + e->dcol, n = v->n;

    if (row2 < 0 || col2 < 0 || row2 >= n || col2 >= n) {
        *style = v->terms.game == GAME_DOMAINS ? block_style(v, v->block[row * v->n + col])
                                               : rim_style(v, row, e);
        return true;
    }
    unsigned mine = v->block[row * v->n + col], other = v->block[row2 * n + col2];
    *style = STYLE_PLAIN;
    if (mine == other)
        return false;
    if (v->terms.game == GAME_DOMAINS)
        *style = block_style(v, v->block_owner[mine] ? mine : other);
    return true;
}

static void draw_edges(const struct view *v, struct grid *g, unsigned row, unsigned col)
{
    unsigned y = 1 + 2 * row, x = MARGIN + 4 * col + 2 * row, style;

    for (unsigned i = 0; i < 6; i++)
        if (edge_style(v, row, col, &edges[i], &style))
            set(g, y + (unsigned)edges[i].dy, x + (unsigned)edges[i].dx, edges[i].glyph, style);
}

/* The three characters of a cell. */
static const char *cell_form(const struct view *v, unsigned cell, const struct board_marks *marks)
{
    unsigned owner = v->owner[cell];

    if (v->digit[cell] == 0) {
        if (marks->digit != 0)
            return view_candidates(v, cell) >> marks->digit & 1 ? " ? " : " . ";
        return v->ruled_out[cell] != 0 ? " x " : " . ";
    }
    if (owner == 0)
        return "   ";
    if (v->given[cell] != 0)
        return owner == 1 ? "{ }" : "< >";
    return owner == 1 ? "( )" : "[ ]";
}

static bool is_near(unsigned cell, unsigned near, unsigned n)
{
    uint8_t beside[CELL_NEIGHBOURS];

    if (near == NO_CELL)
        return false;
    unsigned count = cell_neighbours(near, n, beside);
    for (unsigned i = 0; i < count; i++)
        if (beside[i] == cell)
            return true;
    return cell == near;
}

static void draw_cell(const struct view *v, const struct board_marks *marks, struct grid *g,
                      unsigned cell)
{
    unsigned row = cell / v->n, col = cell % v->n;
    unsigned y = 1 + 2 * row, x = MARGIN + 4 * col + 2 * row;
    const char *form = cell_form(v, cell, marks);
    unsigned style = side_style(v->owner[cell]);

    if (v->given[cell] != 0)
        style |= STYLE_UNDER;
    if (v->owner[cell] != 0)
        style |= STYLE_BOLD;
    if (cell == v->last_cell || form[1] == '?' || is_near(cell, marks->near, v->n))
        style |= STYLE_REVERSE;
    for (unsigned i = 0; i < 3; i++)
        set(g, y, x + 1 + i, (char)(form[i] == ' ' ? 0 : form[i]), style);
    if (v->digit[cell] != 0)
        set(g, y, x + 2, (char)('0' + v->digit[cell]), style);
    else if (v->owner[cell] == 0 && form[1] != '?')
        g->style[y][x + 2] &= (uint8_t)~(unsigned)STYLE_UNDER;
}

/* Signs of what is marked stand on the bar left of the cell. */
static void draw_signs(const struct view *v, const struct board_marks *marks, struct grid *g)
{
    for (unsigned cell = 0; cell < (unsigned)v->n * v->n; cell++) {
        unsigned y = 1 + 2 * (cell / v->n), x = MARGIN + 4 * (cell % v->n) + 2 * (cell / v->n);
        if (is_near(cell, marks->near, v->n))
            set(g, y, x, cell == marks->near ? '*' : '+', STYLE_BOLD);
        else if (cell == v->last_cell && marks->near == NO_CELL)
            set(g, y, x + (g->glyph[y][x] == 0 || g->glyph[y][x + 4] != 0 ? 0 : 4), '*',
                STYLE_BOLD); /* not over the border of a block, if it has another side */
    }
}

/* Letters stand inside the rim, above and below their column. */
static void draw_names(const struct view *v, struct grid *g)
{
    for (unsigned i = 0; i < v->n; i++) {
        char letter = (char)('a' + i);
        set(g, 0, MARGIN + 4 * i + 2, letter, STYLE_DIM);
        set(g, 2u * v->n, MARGIN + 4 * i + 2u * v->n, letter, STYLE_DIM);
        set(g, 1 + 2 * i, 2 * i, (char)('1' + i), STYLE_DIM);
    }
}

static void draw_all(const struct view *v, const struct board_marks *marks, struct grid *g)
{
    memset(g, 0, sizeof *g);
    g->rows = 2u * v->n + 1;
    for (unsigned cell = 0; cell < (unsigned)v->n * v->n; cell++)
        draw_edges(v, g, cell / v->n, cell % v->n);
    for (unsigned cell = 0; cell < (unsigned)v->n * v->n; cell++)
        draw_cell(v, marks, g, cell);
    draw_signs(v, marks, g);
    draw_names(v, g);
}

/* The nicer form of a glyph; a heavy bar for the outlines of what decided the game. */
static const char *utf8_form(char glyph, bool heavy)
{
    switch (glyph) {
    case '|':
        return heavy ? "\u2503" : "\u2502";
    case '/':
        return "\u2571";
    case '\\':
        return "\u2572";
    case '.':
        return "\u00b7";
    case 'x':
        return "\u00d7";
    default:
        return NULL;
    }
}

static void write_glyph(const struct term *t, char glyph, unsigned style, struct text *out)
{
    const char *nicer = t->utf8 ? utf8_form(glyph, (style & STYLE_BOLD) != 0) : NULL;
    char one[2] = {(char)(glyph != 0 ? glyph : ' '), '\0'};
    text_add(out, nicer ? nicer : one);
}

/* One line of the grid up to its last glyph; returns the columns written. */
static unsigned write_line(const struct grid *g, unsigned y, const struct term *t,
                           struct text *out)
{
    unsigned end = GRID_COLUMNS, style = STYLE_PLAIN;

    while (end > 0 && g->glyph[y][end - 1] == 0)
        end--;
    for (unsigned x = 0; x < end; x++) {
        unsigned wanted = g->glyph[y][x] != 0 ? g->style[y][x] : STYLE_PLAIN;
        if (wanted != style)
            term_style(t, wanted, out);
        style = wanted;
        write_glyph(t, g->glyph[y][x], wanted, out);
    }
    if (style != STYLE_PLAIN)
        term_style(t, STYLE_PLAIN, out);
    return end;
}

static void write_panel(const struct panel *p, unsigned i, const struct term *t, struct text *out)
{
    if (p->line[i].style != STYLE_PLAIN)
        term_style(t, p->line[i].style, out);
    text_add(out, p->line[i].text);
    if (p->line[i].style != STYLE_PLAIN)
        term_style(t, STYLE_PLAIN, out);
}

void board_draw_grid(const struct view *view, const struct term *term, struct text *out)
{
    static const struct board_marks nothing = {0, NO_CELL};
    struct grid grid;

    draw_all(view, &nothing, &grid);
    for (unsigned y = 0; y < grid.rows; y++) {
        write_line(&grid, y, term, out);
        text_add(out, "\n");
    }
}

void board_draw(const struct game_show *show, const struct term *term,
                const struct board_marks *marks, struct text *out)
{
    struct grid grid;
    struct panel panel;
    unsigned column = MARGIN + 6u * show->view.n;

    if (show->view.terms.game == GAME_DOMINOES) {
        train_draw(show, term, out);
        return;
    }
    draw_all(&show->view, marks, &grid);
    panel_make(show, &panel);
    bool beside = column + PANEL_COLUMNS <= term->width;
    for (unsigned y = 0; y < grid.rows || (beside && y < panel.n); y++) {
        unsigned at = y < grid.rows ? write_line(&grid, y, term, out) : 0;
        if (beside && y < panel.n && panel.line[y].text[0] != '\0') {
            for (; at < column; at++)
                text_add(out, " ");
            write_panel(&panel, y, term, out);
        }
        text_add(out, "\n");
    }
    for (unsigned i = 0; !beside && i < panel.n; i++) {
        write_panel(&panel, i, term, out);
        text_add(out, "\n");
    }
    if (marks->digit != 0 || marks->near != NO_CELL)
        return; /* an answer comes below, and all has to fit a screen of 24 rows */
    char *sentences = out->data + out->len;
    panel_sentences(show, out);
    if (term->out_tty)
        text_fold(sentences, term->width);
}
