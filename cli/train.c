/* The line is kept in the order in which it was laid; here it is put in the order in which it
 * lies: the left arm backwards, the first tile, the right arm.  Arms grow outwards, so that a
 * tile's half towards the middle is always the number the arm showed before. */
#include "cli/train.h"

#include "cli/panel.h"
#include "rules/domino_move.h"
#include "rules/dominoes.h"
#include "rules/options.h"

#include <stdio.h>
#include <string.h>

enum { INDENT = 2, MOVES_NAMED = 2, NAME_COLUMN = 8, LEFT = 0, RIGHT = 1 };
static const char *const end_names[ARMS_MAX] = {"left", "right", "up", "down"};

/* A tile as it lies. */
struct piece { uint8_t half[2], seat, last; };

/* --- the line --------------------------------------------------------------------------------- */

static struct piece piece_at(const struct view *v, unsigned i, unsigned inner)
{
    const struct laid_view *laid = &v->dom.laid[i];
    struct piece p = {.seat = laid->seat, .last = i + 1 == v->dom.laid_n};
    uint8_t half[2] = {0, 0};
    bool known = dominoes_halves(v->terms.set, laid->value, half);

    (void)known;
    bool turned = half[0] != inner;
    p.half[0] = half[turned];
    p.half[1] = half[!turned];
    return p;
}

/* The tiles of one arm from the middle outwards, the first tile not among them. */
static unsigned arm_pieces(const struct view *v, unsigned end, struct piece *out)
{
    uint8_t first[2] = {0, 0};
    unsigned n = 0;

    if (v->dom.laid_n == 0 || !dominoes_halves(v->terms.set, v->dom.laid[0].value, first))
        return 0;
    unsigned inner = first[end % 2];
    for (unsigned i = 1; i < v->dom.laid_n; i++) {
        if (v->dom.laid[i].end != end)
            continue;
        out[n] = piece_at(v, i, inner);
        inner = out[n++].half[1];
    }
    return n;
}

/* From the left end to the right one. */
static unsigned line_pieces(const struct view *v, struct piece out[TILES_MAX])
{
    struct piece arm[TILES_MAX];
    unsigned n = arm_pieces(v, LEFT, arm), count = 0;

    if (v->dom.laid_n == 0)
        return 0;
    while (n-- > 0)
        out[count++] = (struct piece){{arm[n].half[1], arm[n].half[0]}, arm[n].seat, arm[n].last};
    out[count++] = piece_at(v, 0, 0);
    n = arm_pieces(v, RIGHT, arm);
    memcpy(out + count, arm, n * sizeof arm[0]);
    return count + n;
}

static unsigned seat_style(unsigned seat)
{
    static const uint8_t styles[SEATS_MAX] = {STYLE_BLUE, STYLE_RED, STYLE_PLAIN, STYLE_BOLD};
    return styles[seat % SEATS_MAX];
}

static void add_styled(const struct term *t, unsigned style, const char *s, struct text *out)
{
    if (style != STYLE_PLAIN)
        term_style(t, style, out);
    text_add(out, s);
    if (style != STYLE_PLAIN)
        term_style(t, STYLE_PLAIN, out);
}

/* Tiles side by side after `title`, broken where the line is full. */
static void draw_pieces(const struct term *t, const char *title, const struct piece *p, unsigned n,
                        struct text *out)
{
    unsigned start = (unsigned)strlen(title), at = start;

    text_add(out, title);
    for (unsigned i = 0; i < n; i++) {
        char tile[24];
        int width = snprintf(NULL, 0, "[%u|%u]", (unsigned)p[i].half[0], (unsigned)p[i].half[1]);
        snprintf(tile, sizeof tile, "%c%u%s%u%c", p[i].last ? '(' : '[', (unsigned)p[i].half[0],
                 t->utf8 ? "\u2502" : "|", (unsigned)p[i].half[1], p[i].last ? ')' : ']');
        if (at + (unsigned)width > t->width && at > start) {
            text_add(out, "\n");
            for (at = 0; at < start; at++)
                text_add(out, " ");
        }
        add_styled(t, seat_style(p[i].seat), tile, out);
        at += (unsigned)width;
    }
    text_add(out, "\n");
}

/* "5 on the left and 6 on the right" */
static void add_ends(const struct view *v, struct text *out)
{
    for (unsigned end = 0; end < v->dom.arms && end < ARMS_MAX; end++) {
        text_add(out, end == 0 ? "" : end + 1 == v->dom.arms ? " and " : ", ");
        text_add(out, end_names[end]);
        text_add(out, " ");
        text_add_number(out, v->dom.open[end]);
    }
}

static const char *name_of(const struct game_show *show, unsigned seat)
{
    return seat == show->view.seat ? "you" : panel_side(show, seat);
}

/* "The line has 9 tiles; its ends: left 5 and right 6.  Last laid: 3-5 by ann." */
static void add_line(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;
    unsigned n = v->dom.laid_n;

    if (n == 0)
        return;
    text_add(out, "The line has ");
    text_add_number(out, n);
    text_add(out, n == 1 ? " tile; its ends: " : " tiles; its ends: ");
    add_ends(v, out);
    text_add(out, v->dom.arms > 2 ? ".\nLast laid: " : ". Last laid: ");
    domino_tile_write(v->terms.set, v->dom.laid[n - 1].value, out);
    text_add(out, " by ");
    text_add(out, name_of(show, v->dom.laid[n - 1].seat));
    text_add(out, ".\n");
}

static void draw_line(const struct game_show *show, const struct term *t, struct text *out)
{
    const struct view *v = &show->view;
    struct piece pieces[TILES_MAX];

    if (v->dom.laid_n == 0)
        return;
    add_line(show, out);
    unsigned n = line_pieces(v, pieces);
    draw_pieces(t, v->dom.arms > 2 ? "  across " : "  ", pieces, n, out);
    for (unsigned end = 2; end < v->dom.arms && end < ARMS_MAX; end++) {
        char title[16];
        snprintf(title, sizeof title, "  %-6s ", end_names[end]);
        pieces[0] = piece_at(v, 0, 0);
        n = 1 + arm_pieces(v, end, pieces + 1);
        draw_pieces(t, title, pieces, n, out);
    }
}

/* --- the players ------------------------------------------------------------------------------ */

static void add_shown(const struct game_show *show, unsigned seat, struct text *out)
{
    const struct view *v = &show->view;
    unsigned value = v->dom.showed[seat];

    if (v->dom.phase == DOMINO_SHOW && seat >= v->turn) {
        text_add(out, "yet to show a double");
    } else if (value == SHOWED_LOST) {
        text_add(out, "lost that turn");
    } else if (value == 0) {
        text_add(out, "showed no double");
    } else {
        text_add(out, "showed ");
        domino_tile_write(v->terms.set, value, out);
    }
}

/* What the table knows of a seat: the double, passes and what they said. */
static void add_facts(const struct game_show *show, unsigned seat, struct text *out)
{
    const struct domino_view *d = &show->view.dom;
    bool any = false;

    add_shown(show, seat, out);
    if (d->passed >> seat & 1)
        text_add(out, ", passed");
    for (unsigned pips = 0; pips <= PIPS_MAX; pips++) {
        if (!(d->lacks[seat] >> pips & 1))
            continue;
        text_add(out, any ? " " : ", without ");
        text_add_number(out, pips);
        any = true;
    }
}

static void draw_seats(const struct game_show *show, const struct term *t, struct text *out)
{
    const struct view *v = &show->view;
    unsigned column = NAME_COLUMN;

    for (unsigned seat = 0; seat < v->seats; seat++)
        if (term_columns(name_of(show, seat)) > column)
            column = term_columns(name_of(show, seat));
    for (unsigned seat = 0; seat < v->seats; seat++) {
        char clock[32], count[32];
        struct text left = text_over(clock, sizeof clock);
        bool turn = v->turn == seat && v->ending == ENDING_NONE && v->dom.phase != DOMINO_REVEAL;
        panel_clock(show, seat, &left);
        snprintf(count, sizeof count, "%2u %-5s  %u %s", (unsigned)v->hand_n[seat],
                 v->hand_n[seat] == 1 ? "tile" : "tiles", (unsigned)v->dom.won[seat],
                 v->dom.won[seat] == 1 ? "round " : "rounds");
        text_add(out, turn ? "> " : "  ");
        add_styled(t, seat_style(seat), name_of(show, seat), out);
        for (unsigned at = term_columns(name_of(show, seat)); at < column; at++)
            text_add(out, " ");
        char line[128];
        snprintf(line, sizeof line, " %s  %-13s  ", count, clock);
        text_add(out, line);
        add_facts(show, seat, out);
        text_add(out, "\n");
    }
}

/* --- rounds ----------------------------------------------------------------------------------- */

static void add_left(const struct game_show *show, struct text *out)
{
    const struct domino_result *r = &show->view.dom.last;

    text_add(out, "  Tiles left, with their pips: ");
    for (unsigned seat = 0; seat < show->view.seats; seat++) {
        text_add(out, seat > 0 ? ", " : "");
        text_add(out, name_of(show, seat));
        text_add(out, " ");
        text_add_number(out, r->tiles[seat]);
        text_add(out, " (");
        text_add_number(out, r->pips[seat]);
        text_add(out, ")");
    }
    text_add(out, ".\n");
}

static void add_forfeits(const struct game_show *show, struct text *out)
{
    for (unsigned seat = 0; seat < show->view.seats; seat++)
        if (show->view.dom.last.forfeit >> seat & 1) {
            text_add(out, "  Forfeited, by a false pass or a double not shown: ");
            text_add(out, name_of(show, seat));
            text_add(out, ".\n");
        }
}

/* How the round before ended. */
static void add_last_round(const struct game_show *show, struct text *out)
{
    static const char *const hows[] = {"", "; all tiles laid", "; blocked", "; no double shown"};
    const struct domino_view *d = &show->view.dom;
    const struct domino_result *r = &d->last;

    if (r->how == ROUND_NONE || r->how > ROUND_VOID)
        return;
    text_add(out, "Round ");
    text_add_number(out, show->view.ending == ENDING_ROUNDS ? d->round : d->round - 1u);
    text_add(out, ": won by ");
    text_add(out, r->winner < SEATS_MAX ? name_of(show, r->winner) : "nobody");
    text_add(out, hows[r->how]);
    text_add(out, ".\n");
    if (r->how != ROUND_VOID)
        add_left(show, out);
    add_forfeits(show, out);
}

static void add_title(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;

    text_add(out, "Game ");
    text_add_number(out, show->row.number);
    text_add(out, v->terms.abkhaz ? ", Abkhaz dominoes" : ", dominoes");
    text_add(out, " with ");
    text_add(out, show->row.opponent);
    for (unsigned i = 0; i < OTHERS_MAX - 1; i++) {
        text_add(out, show->row.others[i][0] != '\0' ? ", " : "");
        text_add(out, show->row.others[i]);
    }
    text_add(out, show->row.link != LINK_UP ? " (away)" : "");
    text_add(out, ": double-");
    text_add_number(out, v->terms.set);
    text_add(out, " set, round ");
    text_add_number(out, v->dom.round);
    text_add(out, "; ");
    text_add_number(out, v->terms.rounds);
    text_add(out, v->terms.rounds == 1 ? " round wins.\n" : " rounds win.\n");
}

/* --- own tiles -------------------------------------------------------------------------------- */

static unsigned tiles_n(const struct view *v)
{
    unsigned n = v->seat < SEATS_MAX ? v->hand_n[v->seat] : 0;
    return n < TILES_MAX ? n : TILES_MAX;
}

static bool fits_somewhere(const struct view *v, unsigned value)
{
    if (v->dom.phase == DOMINO_SHOW)
        return value != 0 && value == dominoes_highest(v->terms.set, v->dom.tiles, tiles_n(v));
    for (unsigned end = 0; end < v->dom.arms && end < ARMS_MAX; end++)
        if (v->dom.phase == DOMINO_PLAY && dominoes_fits(v->terms.set, value, v->dom.open[end]))
            return true;
    return false;
}

bool train_two_ends(const struct view *v, unsigned value)
{
    unsigned found = PIPS_MAX + 1;

    for (unsigned end = 0; end < v->dom.arms && end < ARMS_MAX; end++) {
        if (!dominoes_fits(v->terms.set, value, v->dom.open[end]))
            continue;
        if (found <= PIPS_MAX && found != v->dom.open[end])
            return true;
        found = v->dom.open[end];
    }
    return false;
}

/* "2-5"; "-" while it is not yet known. */
static void add_tile(const struct view *v, unsigned value, struct text *out)
{
    if (value == 0)
        text_add(out, "-");
    else
        domino_tile_write(v->terms.set, value, out);
}

static void draw_hand(const struct game_show *show, const struct term *t, struct text *out)
{
    const struct view *v = &show->view;
    unsigned at = INDENT;

    if (tiles_n(v) == 0)
        return;
    text_add(out, v->dom.phase == DOMINO_SHOW ? "Your tiles (* the highest double):\n  "
                                              : "Your tiles (* fits the line):\n  ");
    for (unsigned i = 0; i < tiles_n(v); i++) {
        char tile[24];
        struct text one = text_over(tile, sizeof tile);
        bool fits = fits_somewhere(v, v->dom.tiles[i]);
        text_add(&one, fits ? "*" : " ");
        add_tile(v, v->dom.tiles[i], &one);
        if (at + one.len + 1 > t->width) {
            text_add(out, "\n  ");
            at = INDENT;
        }
        add_styled(t, fits ? STYLE_BOLD : STYLE_PLAIN, tile, out);
        text_add(out, " ");
        at += (unsigned)one.len + 1;
    }
    text_add(out, "\n");
}

static void add_turn(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;

    if (v->ending != ENDING_NONE)
        return;
    if (v->dom.phase == DOMINO_REVEAL) {
        text_add(out, "The round is over: all its tiles are being opened.\n");
        return;
    }
    if (v->turn == v->seat) {
        text_add(out, v->may_move ? "It is your turn.\n" : "It is your turn in a moment.\n");
        return;
    }
    text_add(out, "It is ");
    text_add(out, panel_side(show, v->turn));
    text_add(out, "'s turn.\n");
}

static void add_boneyard(const struct view *v, struct text *out)
{
    text_add(out, "Boneyard: ");
    text_add_number(out, v->bag_n);
    text_add(out, v->bag_n == 1 ? " tile.\n" : " tiles.\n");
}

void train_draw(const struct game_show *show, const struct term *term, struct text *out)
{
    term_style(term, STYLE_BOLD, out);
    add_title(show, out);
    term_style(term, STYLE_PLAIN, out);
    draw_seats(show, term, out);
    add_last_round(show, out);
    draw_line(show, term, out);
    add_boneyard(&show->view, out);
    draw_hand(show, term, out);
    add_turn(show, out);
    panel_sentences(show, out);
}

/* --- in sentences ----------------------------------------------------------------------------- */

static void read_seat(const struct game_show *show, unsigned seat, struct text *out)
{
    const struct view *v = &show->view;
    char clock[32];
    struct text left = text_over(clock, sizeof clock);

    panel_clock(show, seat, &left);
    text_add(out, seat == v->seat ? "You hold " : panel_side(show, seat));
    text_add(out, seat == v->seat ? "" : " holds ");
    text_add_number(out, v->hand_n[seat]);
    text_add(out, v->hand_n[seat] == 1 ? " tile, won " : " tiles, won ");
    text_add_number(out, v->dom.won[seat]);
    text_add(out, v->dom.won[seat] == 1 ? " round, " : " rounds, ");
    add_facts(show, seat, out);
    text_add(out, clock[0] != '\0' ? "; time left " : "");
    text_add(out, clock);
    text_add(out, ".\n");
}

static void read_pieces(const struct piece *p, unsigned n, struct text *out)
{
    for (unsigned i = 0; i < n; i++) {
        text_add(out, i > 0 ? ", " : "");
        text_add_number(out, p[i].half[0]);
        text_add(out, "-");
        text_add_number(out, p[i].half[1]);
    }
    text_add(out, n > 0 ? ".\n" : "no tile.\n");
}

static void read_line(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;
    struct piece pieces[TILES_MAX];

    if (v->dom.laid_n == 0) {
        text_add(out, "No tile is laid yet.\n");
        return;
    }
    add_line(show, out);
    text_add(out, "From left to right: ");
    read_pieces(pieces, line_pieces(v, pieces), out);
    for (unsigned end = 2; end < v->dom.arms && end < ARMS_MAX; end++) {
        text_add(out, "From the first double ");
        text_add(out, end_names[end]);
        text_add(out, ": ");
        read_pieces(pieces, arm_pieces(v, end, pieces), out);
    }
}

static void read_hand(const struct view *v, struct text *out)
{
    bool any = false;

    if (tiles_n(v) == 0)
        return;
    text_add(out, "Your tiles: ");
    for (unsigned i = 0; i < tiles_n(v); i++) {
        text_add(out, i > 0 ? ", " : "");
        add_tile(v, v->dom.tiles[i], out);
    }
    text_add(out, v->dom.phase == DOMINO_SHOW ? ".\nYour highest double: " : ".\nOf these fit: ");
    for (unsigned i = 0; i < tiles_n(v); i++) {
        if (!fits_somewhere(v, v->dom.tiles[i]))
            continue;
        text_add(out, any ? ", " : "");
        add_tile(v, v->dom.tiles[i], out);
        any = true;
    }
    text_add(out, any ? ".\n" : "none.\n");
}

void train_read(const struct game_show *show, struct text *out)
{
    add_title(show, out);
    add_turn(show, out);
    for (unsigned seat = 0; seat < show->view.seats; seat++)
        read_seat(show, seat, out);
    read_line(show, out);
    add_boneyard(&show->view, out);
    read_hand(&show->view, out);
    add_last_round(show, out);
    panel_sentences(show, out);
}

/* --- in lists --------------------------------------------------------------------------------- */

static void plain_text(const char *name, const char *value, struct text *out)
{
    text_add(out, name);
    text_add(out, "\t");
    text_add(out, value);
    text_add(out, "\n");
}

static void plain_number(const char *name, unsigned value, struct text *out)
{
    text_add(out, name);
    text_add(out, "\t");
    text_add_number(out, value);
    text_add(out, "\n");
}

/* seat, name, tiles, rounds won, double shown ("-": none), 1 if passed, numbers it lacks */
static void plain_seat(const struct game_show *show, unsigned seat, struct text *out)
{
    const struct view *v = &show->view;
    char double_text[16] = "-", lacks[64] = "";
    struct text d = text_over(double_text, sizeof double_text), l = text_over(lacks, sizeof lacks);
    char line[160];

    if (v->dom.showed[seat] != 0 && v->dom.showed[seat] != SHOWED_LOST)
        domino_tile_write(v->terms.set, v->dom.showed[seat], &d);
    for (unsigned pips = 0; pips <= PIPS_MAX; pips++)
        if (v->dom.lacks[seat] >> pips & 1) {
            text_add(&l, l.len > 0 ? " " : "");
            text_add_number(&l, pips);
        }
    snprintf(line, sizeof line, "seat\t%u\t%s\t%u\t%u\t%s\t%u\t%s\n", seat, show->seat_name[seat],
             (unsigned)v->hand_n[seat], (unsigned)v->dom.won[seat], d.len > 0 ? double_text : "-",
             v->dom.passed >> seat & 1u, lacks);
    text_add(out, line);
}

static void plain_tiles(const struct view *v, struct text *out)
{
    text_add(out, "hand\t");
    for (unsigned i = 0; i < tiles_n(v); i++) {
        text_add(out, i > 0 ? " " : "");
        add_tile(v, v->dom.tiles[i], out);
    }
    text_add(out, "\n");
    for (unsigned end = 0; end < v->dom.arms && end < ARMS_MAX; end++) {
        text_add(out, "end\t");
        plain_number(end_names[end], v->dom.open[end], out);
    }
    for (unsigned i = 0; i < v->dom.laid_n; i++) {
        text_add(out, "laid\t");
        domino_tile_write(v->terms.set, v->dom.laid[i].value, out);
        text_add(out, "\t");
        plain_number(i == 0 ? "first" : end_names[v->dom.laid[i].end % ARMS_MAX],
                     v->dom.laid[i].seat, out);
    }
}

void train_plain(const struct game_show *show, struct text *out)
{
    static const char *const phases[] = {"-", "show", "play", "reveal"};
    const struct view *v = &show->view;

    plain_number("game", show->row.number, out);
    plain_text("opponent", show->row.opponent, out);
    plain_text("phase", v->dom.phase <= DOMINO_REVEAL ? phases[v->dom.phase] : "-", out);
    plain_number("round", v->dom.round, out);
    if (v->seat < SEATS_MAX)
        plain_number("my_seat", v->seat, out);
    plain_number("turn", v->turn, out);
    plain_number("may_move", v->may_move, out);
    plain_number("ending", v->ending, out);
    plain_number("boneyard", v->bag_n, out);
    for (unsigned seat = 0; seat < v->seats; seat++)
        plain_seat(show, seat, out);
    plain_tiles(v, out);
}

/* --- what may be done ------------------------------------------------------------------------- */

/* With more than two players: who has said that the game should end. */
static void add_wishes(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;
    bool any = false;

    if (v->seats <= 2 || v->agreed == 0)
        return;
    for (unsigned seat = 0; seat < v->seats; seat++) {
        if (!(v->agreed >> seat & 1))
            continue;
        text_add(out, any ? ", " : "These would end the game without a result: ");
        text_add(out, name_of(show, seat));
        any = true;
    }
    text_add(out, v->agreed >> v->seat & 1 ? ". A move takes all of it back.\n"
                                           : ". 'end' agrees, a move takes all of it back.\n");
}

/* Tiles to be laid by name if they are few. */
static void add_moves(const struct view *v, struct text *out)
{
    static struct choice options[OPTIONS_MAX];
    unsigned n = options_list(v, options, OPTIONS_MAX), laying = 0;

    for (unsigned i = 0; i < n; i++)
        laying += options[i].kind == MOVE_TILE;
    text_add(out, "You may: ");
    if (laying > MOVES_NAMED)
        text_add(out, "place a tile that fits ('place 2-5 left'), ");
    for (unsigned i = 0; i < n; i++) {
        if (options[i].kind == MOVE_TILE && laying > MOVES_NAMED)
            continue;
        move_write(&options[i], v->terms.set, out);
        text_add(out, ", ");
    }
    text_add(out, "end, resign.\n");
}

void train_advice(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;

    if (v->ending != ENDING_NONE || v->seat >= SEATS_MAX)
        return;
    add_wishes(show, out);
    if (v->may_move)
        add_moves(v, out);
}
