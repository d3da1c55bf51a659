/* A hexagon is 52 wide and 60 high; its corners and middle then have whole numbers, and each row
 * lies 26 further right and 45 lower than the one above. */
#include "cli/verify_svg.h"

#include "cli/picture.css.inc"
#include "cli/verify_escape.h"
#include "cli/verify_line.h"
#include "cli/verify_english.h"
#include "rules/cell.h"

#include <assert.h>
#include <string.h>

enum {
    WIDE = 52, HALF = 26, DOWN = 45, LEFT = 80, TOP = 76, RADIUS = 19,
    HEAD = 70, LEGEND_LINE = 24, WIDTH_MIN = 560
};

struct point2 { int x, y; };

/* Corners from the top, clockwise; edge i goes from corner i to corner i + 1. */
static const struct point2 corners[6] = {{0, -30}, {26, -15}, {26, 15},
                                         {0, 30},  {-26, 15}, {-26, -15}};
static const struct { int drow, dcol; } beyond[6] = {{-1, 1}, {0, 1},  {1, 0},
                                                     {1, -1}, {0, -1}, {-1, 0}};

static struct point2 middle(const struct view *v, unsigned cell)
{
    int row = (int)(cell / v->n), col = (int)(cell % v->n);
    return (struct point2){LEFT + WIDE * col + HALF * row, TOP + DOWN * row};
}

struct svg_size svg_board_size(const struct view *v)
{
    return (struct svg_size){2U * LEFT + WIDE * v->n + HALF * (v->n - 1U) - HALF,
                             2U * TOP + DOWN * (v->n - 1U)};
}

/* The cell on the other side of an edge, or NO_CELL. */
static unsigned across(const struct view *v, unsigned cell, unsigned edge)
{
    assert(v->n > 0);
    int row = (int)(cell / v->n) + beyond[edge].drow;
    int col = (int)(cell % v->n) + beyond[edge].dcol;

    if (row < 0 || col < 0 || row >= v->n || col >= v->n)
        return NO_CELL;
    return (unsigned)(row * v->n + col);
}

/* An edge as a piece of a path, drawn `eighths` of the way from the middle. */
static void add_edge(FILE *out, const struct view *v, unsigned cell, unsigned edge, int eighths)
{
    struct point2 m = middle(v, cell), a = corners[edge], b = corners[(edge + 1) % 6];

    fprintf(out, "M%d %dL%d %d", m.x + a.x * eighths / 8, m.y + a.y * eighths / 8,
            m.x + b.x * eighths / 8, m.y + b.y * eighths / 8);
}

/* ---- outlines ------------------------------------------------------------------------------ */

/* A corner of the board belongs to two sides: above the first row and below the last is Blue's. */
static bool is_rim(const struct view *v, unsigned cell, unsigned edge, unsigned side)
{
    int row = (int)(cell / v->n) + beyond[edge].drow;
    bool blue = row < 0 || row >= v->n;

    if (across(v, cell, edge) != NO_CELL)
        return false;
    return v->terms.game != GAME_BRIDGE ? side == 2 : side == (blue ? 0U : 1U);
}

/* The sides that are to be joined, under the cells; where nothing is to be joined, the rim. */
static void draw_sides(FILE *out, const struct view *v)
{
    static const char *const names[] = {"blue", "red", "none"};

    for (unsigned side = 0; side < 3; side++) {
        if ((side == 2) != (v->terms.game != GAME_BRIDGE))
            continue;
        fprintf(out, "<path class=\"side side-%s\" d=\"", names[side]);
        for (unsigned cell = 0; cell < (unsigned)v->n * v->n; cell++)
            for (unsigned edge = 0; edge < 6; edge++)
                if (is_rim(v, cell, edge, side))
                    add_edge(out, v, cell, edge, 8);
        fputs("\"/>\n", out);
    }
}

/* Half of the edges of every cell are enough: the others are its neighbours'. */
static void draw_borders(FILE *out, const struct view *v)
{
    fputs("<path class=\"blocks\" d=\"", out);
    for (unsigned cell = 0; cell < (unsigned)v->n * v->n; cell++)
        for (unsigned edge = 1; edge < 4; edge++) {
            unsigned other = across(v, cell, edge);
            if (other != NO_CELL && v->block[cell] != v->block[other])
                add_edge(out, v, cell, edge, 8);
        }
    fputs("\"/>\n", out);
}

void svg_block_class(const struct view *v, unsigned block, struct text *out)
{
    static const char *const names[] = {"own open", "own blue", "own red"};
    unsigned owner = v->block_owner[block];

    text_add(out, owner < 3 ? names[owner] : names[0]);
    if (owner != 0 && v->ending == ENDING_BLOCKS && owner == v->winner + 1U)
        text_add(out, " won");
}

static void draw_owned(FILE *out, const struct view *v, unsigned block)
{
    char class[32];
    struct text t = text_over(class, sizeof class);

    svg_block_class(v, block, &t);
    fprintf(out, "<path id=\"b-%u\" class=\"%s\" d=\"", block, class);
    for (unsigned cell = 0; cell < (unsigned)v->n * v->n; cell++)
        for (unsigned edge = 0; edge < 6 && v->block[cell] == block; edge++) {
            unsigned other = across(v, cell, edge);
            if (other == NO_CELL || v->block[other] != block)
                add_edge(out, v, cell, edge, 7);
        }
    fputs("\"/>\n", out);
}

/* ---- cells --------------------------------------------------------------------------------- */

void svg_cell_class(const struct view *v, unsigned cell, struct text *out)
{
    static const char *const owners[] = {"", " blue", " red"};

    text_add(out, v->given[cell] ? "cell given" : "cell");
    text_add(out, v->owner[cell] < 3 ? owners[v->owner[cell]] : "");
    text_add(out, v->last_cell == cell ? " last" : "");
}

void svg_cell_not(const struct view *v, unsigned cell, struct text *out)
{
    if (v->digit[cell] != 0 || v->ruled_out[cell] == 0)
        return;
    text_add(out, "not ");
    for (unsigned digit = 1; digit <= v->n; digit++)
        if (v->ruled_out[cell] >> digit & 1)
            text_add_number(out, digit);
}

static void draw_cell(FILE *out, const struct view *v, unsigned cell, enum svg_shapes shapes)
{
    char name[CELL_TEXT], class[40], not[32] = "";
    struct text t = text_over(class, sizeof class), u = text_over(not, sizeof not);
    struct point2 m = middle(v, cell);
    bool all = shapes == SVG_ALL;

    cell_write(cell, v->n, name);
    svg_cell_class(v, cell, &t);
    svg_cell_not(v, cell, &u);
    fprintf(out, "<g id=\"c-%s\" class=\"%s\" transform=\"translate(%d %d)\">", name, class, m.x,
            m.y);
    fputs("<path class=\"hex\" d=\"M0-30L26-15V15L0 30L-26 15V-15Z\"/>", out);
    if (all || v->last_cell == cell)
        fputs("<path class=\"mark\" d=\"M0-26L22-13V13L0 26L-22 13V-13Z\"/>", out);
    if (all || v->owner[cell] == 1)
        fprintf(out, "<circle class=\"disc\" r=\"%d\"/>", RADIUS - 3);
    if (all || v->owner[cell] == 2)
        fputs("<rect class=\"plate\" x=\"-14\" y=\"-14\" width=\"28\" height=\"28\"/>", out);
    fputs("<text class=\"digit\" y=\"8\">", out);
    if (v->digit[cell] != 0)
        fprintf(out, "%u", (unsigned)v->digit[cell]);
    fputs("</text>", out);
    if (all || not[0] != '\0')
        fprintf(out, "<text class=\"not\" y=\"5\">%s</text>", not);
    fputs("</g>\n", out);
}

static void draw_name(FILE *out, int x, int y, char name)
{
    fprintf(out, "<text class=\"name\" x=\"%d\" y=\"%d\">%c</text>", x, y, name);
}

static void draw_names(FILE *out, const struct view *v)
{
    for (unsigned i = 0; i < v->n; i++) {
        struct point2 top = middle(v, i), bottom = middle(v, (v->n - 1U) * v->n + i);
        struct point2 left = middle(v, i * v->n), right = middle(v, i * v->n + v->n - 1U);
        draw_name(out, top.x - HALF / 2, top.y - 40, (char)('a' + i));
        draw_name(out, bottom.x + HALF / 2, bottom.y + 52, (char)('a' + i));
        draw_name(out, left.x - 48, left.y + 6, (char)('1' + i));
        draw_name(out, right.x + 48, right.y + 6, (char)('1' + i));
    }
    fputc('\n', out);
}

void svg_board(FILE *out, const struct view *v, enum svg_shapes shapes)
{
    draw_sides(out, v);
    for (unsigned cell = 0; cell < (unsigned)v->n * v->n; cell++)
        draw_cell(out, v, cell, shapes);
    draw_borders(out, v);
    for (unsigned block = 0; v->terms.game == GAME_DOMAINS && block < v->n; block++)
        if (shapes == SVG_ALL || v->block_owner[block] != 0)
            draw_owned(out, v, block);
    draw_names(out, v);
}

/* ---- the whole document -------------------------------------------------------------------- */

size_t svg_style_lines(const char *const **lines)
{
    *lines = picture_css;
    return sizeof picture_css / sizeof picture_css[0];
}

void svg_style(FILE *out)
{
    for (size_t i = 0; i < sizeof picture_css / sizeof picture_css[0]; i++)
        fputs(picture_css[i], out);
}

static void line_at(FILE *out, unsigned y, const char *class, const char *text)
{
    fprintf(out, "<text class=\"%s\" x=\"20\" y=\"%u\">", class, y);
    escape_xml(out, text);
    fputs("</text>\n", out);
}

/* For whoever does not see the picture. */
static void add_description(const struct scene *scene, struct text *out)
{
    const struct view *v = &scene->view;

    for (unsigned cell = 0; cell < (unsigned)v->n * v->n; cell++) {
        char name[CELL_TEXT];
        cell_write(cell, v->n, name);
        text_add(out, cell % v->n == 0 ? (cell == 0 ? "" : ". ") : ", ");
        text_add(out, name);
        text_add(out, " ");
        english_cell(v, cell, out);
    }
    text_add(out, v->n > 0 ? ". " : "");
}

static void describe(FILE *out, const char *heading, const char *moment, const char *facts,
                     const struct scene *scene)
{
    char words[ENGLISH_TEXT_MAX] = "";
    struct text t = text_over(words, sizeof words);

    add_description(scene, &t);
    fputs("<title id=\"title\">", out);
    escape_xml(out, heading);
    fputs("</title>\n<desc id=\"desc\">", out);
    escape_xml(out, moment);
    fputc(' ', out);
    escape_xml(out, words);
    escape_xml(out, facts);
    fputs("</desc>\n", out);
}

static unsigned count_lines(const char *text)
{
    unsigned n = 0;

    for (; *text != '\0'; text++)
        n += *text == '\n';
    return n;
}

/* One line of text an element; the last shapes of Bridge and Domains are explained. */
static void draw_legend(FILE *out, unsigned y, char *facts, const struct view *v)
{
    static const char *const shapes[] = {
        [GAME_BRIDGE] = "Disc: Blue, joins top and bottom. Square: Red, joins left and right. "
                        "Grey and underlined: given.",
        [GAME_DOMAINS] = "Disc, full outline: Blue. Square, broken outline: Red. "
                         "Grey and underlined: given.",
        [GAME_DOMINOES] = "The number beside a tile is the seat that laid it."};
    char *line = facts;

    for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1, y += LEGEND_LINE) {
        *end = '\0';
        line_at(out, y, "note", line);
    }
    if (v->terms.game <= GAME_DOMINOES)
        line_at(out, y, "note", shapes[v->terms.game]);
}

static struct svg_size drawing_size(const struct view *v)
{
    return v->terms.game == GAME_DOMINOES ? line_size(v) : svg_board_size(v);
}

void svg_picture(FILE *out, const struct story *s, const struct scene *scene)
{
    static char facts[ENGLISH_TEXT_MAX];
    char heading[512], moment[512];
    struct text h = text_over(heading, sizeof heading), m = text_over(moment, sizeof moment);
    struct text f = text_over(facts, sizeof facts);
    struct svg_size size = drawing_size(&scene->view);

    english_heading(s, &h);
    english_moment(s, scene, &m);
    english_facts(s, scene, &f);
    unsigned height = HEAD + size.height + LEGEND_LINE * (count_lines(facts) + 2);
    unsigned width = size.width < WIDTH_MIN ? WIDTH_MIN : size.width;
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
            "viewBox=\"0 0 %u %u\" role=\"img\" aria-labelledby=\"title desc\">\n",
            width, height, width, height);
    describe(out, heading, moment, facts, scene);
    fputs("<style>\n", out);
    svg_style(out);
    fputs("</style>\n", out);
    line_at(out, 32, "head", heading);
    line_at(out, 58, "note", moment);
    fprintf(out, "<g transform=\"translate(0 %d)\">\n", HEAD);
    if (scene->view.terms.game == GAME_DOMINOES)
        line_draw(out, &scene->view);
    else
        svg_board(out, &scene->view, SVG_NEEDED);
    fputs("</g>\n", out);
    draw_legend(out, HEAD + size.height + LEGEND_LINE, facts, &scene->view);
    fputs("</svg>\n", out);
}
