/* Width is counted before a tile is written, so that no line is longer than the screen. */
#include "cli/train.h"

#include "cli/fill.h"
#include "cli/lang.h"
#include "cli/panel.h"
#include "cli/train_facts.h"
#include "cli/width.h"
#include "rules/options.h"

#include <stdio.h>
#include <string.h>

enum { INDENT = 2, MOVES_NAMED = 2, NAME_COLUMN = 8, ARM_COLUMN = 6, CLOCK_COLUMN = 12,
       CELL_MAX = 64 };

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
static void draw_pieces(const struct term *t, const char *title, const struct train_piece *p,
                        unsigned n, struct text *out)
{
    unsigned start = width_columns(title), at = start;

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

/* Sentences since `from` fit into the screen. */
static void fold_since(const struct term *t, struct text *out, size_t from)
{
    if (t->out_tty)
        text_fold(out->data + from, t->width);
}

static void arm_title(const char *name, unsigned column, char *out, size_t size)
{
    struct text t = text_over(out, size);

    text_add(&t, "  ");
    width_pad(&t, name, column);
    text_add(&t, " ");
}

void train_draw_line(const struct game_show *show, const struct term *t, struct text *out)
{
    const struct view *v = &show->view;
    struct train_piece pieces[TILES_MAX];

    if (v->dom.laid_n == 0)
        return;
    size_t from = out->len;
    train_facts_ends(show, out);
    fold_since(t, out, from);
    unsigned n = train_facts_line(v, pieces);
    const char *across = P_("tiles side by side", "across");
    unsigned column = width_columns(across) > ARM_COLUMN ? width_columns(across) : ARM_COLUMN;
    char title[64];
    arm_title(across, column, title, sizeof title);
    draw_pieces(t, v->dom.arms > 2 ? title : "  ", pieces, n, out);
    for (unsigned end = 2; end < v->dom.arms && end < ARMS_MAX; end++) {
        arm_title(train_facts_end(end), column, title, sizeof title);
        pieces[0] = train_facts_piece(v, 0, 0);
        n = 1 + train_facts_arm(v, end, pieces + 1);
        draw_pieces(t, title, pieces, n, out);
    }
}

/* What stands in the columns of a seat. */
struct seat_row {
    char hand[CELL_MAX], rounds[CELL_MAX], clock[CELL_MAX];
};

static void fill_seat(const struct game_show *show, unsigned seat, struct seat_row *row)
{
    const struct view *v = &show->view;
    unsigned n = v->hand_n[seat], won = v->dom.won[seat];
    struct text hand = text_over(row->hand, CELL_MAX), rounds = text_over(row->rounds, CELL_MAX);
    struct text clock = text_over(row->clock, CELL_MAX);

    text_add(&hand, n < 10 ? " " : "");
    fill_add(&hand, ngettext("{count} tile", "{count} tiles", n), fill_number("count", n));
    fill_add(&rounds, ngettext("{count} round", "{count} rounds", won),
             fill_number("count", won));
    panel_clock(show, seat, &clock);
}

static void widen(unsigned *column, const char *text)
{
    unsigned columns = width_columns(text);
    *column = columns > *column ? columns : *column;
}

static void draw_seats(const struct game_show *show, const struct term *t, struct text *out)
{
    const struct view *v = &show->view;
    struct seat_row rows[SEATS_MAX];
    unsigned name = NAME_COLUMN, hand = 0, rounds = 0;

    for (unsigned seat = 0; seat < v->seats; seat++) {
        fill_seat(show, seat, &rows[seat]);
        widen(&name, train_facts_name(show, seat));
        widen(&hand, rows[seat].hand);
        widen(&rounds, rows[seat].rounds);
    }
    for (unsigned seat = 0; seat < v->seats; seat++) {
        bool turn = v->turn == seat && v->ending == ENDING_NONE && v->dom.phase != DOMINO_REVEAL;
        const char *who = train_facts_name(show, seat);
        char facts[160];
        struct text f = text_over(facts, sizeof facts);
        text_add(out, turn ? "> " : "  ");
        add_styled(t, seat_style(seat), who, out);
        width_pad(out, "", name - width_columns(who) + 1);
        width_pad(out, rows[seat].hand, hand + 2);
        width_pad(out, rows[seat].rounds, rounds + 2);
        width_pad(out, rows[seat].clock, CLOCK_COLUMN + 2);
        train_facts_seat(show, seat, &f);
        width_body(out, INDENT + name + 1 + hand + 2 + rounds + 2 + CLOCK_COLUMN + 2, facts);
    }
}

static void draw_hand(const struct game_show *show, const struct term *t, struct text *out)
{
    const struct view *v = &show->view;
    static const char *const titles[] = {
        [0] = N_("Your tiles:"),
        [DOMINO_SHOW] = N_("Your tiles (* the highest double):"),
        [DOMINO_PLAY] = N_("Your tiles (* fits the line):"),
        [DOMINO_REVEAL] = N_("Your tiles:"),
    };
    unsigned at = INDENT;

    if (train_facts_own(v) == 0)
        return;
    text_add(out, _(titles[v->dom.phase <= DOMINO_REVEAL ? v->dom.phase : 0]));
    text_add(out, "\n  ");
    for (unsigned i = 0; i < train_facts_own(v); i++) {
        char tile[24];
        struct text one = text_over(tile, sizeof tile);
        bool fits = train_facts_fits(v, v->dom.tiles[i]);
        text_add(&one, fits ? "*" : " ");
        train_facts_tile(v, v->dom.tiles[i], &one);
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

void train_draw(const struct game_show *show, const struct term *term, struct text *out)
{
    term_style(term, STYLE_BOLD, out);
    size_t from = out->len;
    train_facts_title(show, out);
    fold_since(term, out, from);
    term_style(term, STYLE_PLAIN, out);
    draw_seats(show, term, out);
    from = out->len;
    train_facts_last(show, out);
    fold_since(term, out, from);
    train_draw_line(show, term, out);
    train_facts_boneyard(&show->view, out);
    draw_hand(show, term, out);
    from = out->len;
    train_facts_turn(show, out);
    panel_sentences(show, out);
    fold_since(term, out, from);
}

/* With more than two players: who has said that the game should end. */
static void add_wishes(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;
    char names[4 * NAME_MAX_LEN + 16] = "";
    struct text n = text_over(names, sizeof names);

    if (v->seats <= 2 || v->agreed == 0)
        return;
    for (unsigned seat = 0; seat < v->seats; seat++) {
        if (!(v->agreed >> seat & 1))
            continue;
        text_add(&n, n.len > 0 ? ", " : "");
        text_add(&n, train_facts_name(show, seat));
    }
    fill_add(out, v->agreed >> v->seat & 1
                      ? _("These would end the game without a result: {names}. A move takes all of "
                          "it back.\n")
                      : _("These would end the game without a result: {names}. 'end' agrees, a "
                          "move takes all of it back.\n"),
             fill_text("names", names));
}

/* Tiles to be laid by name if they are few. */
static void add_moves(const struct view *v, struct text *out)
{
    static struct choice options[OPTIONS_MAX];
    unsigned n = options_list(v, options, OPTIONS_MAX), laying = 0;
    char list[512] = "";
    struct text l = text_over(list, sizeof list);

    for (unsigned i = 0; i < n; i++)
        laying += options[i].kind == MOVE_TILE;
    if (laying > MOVES_NAMED)
        fill_add(&l, _("place a tile that fits ({example}), "),
                 fill_text("example", "'place 2-5 left'"));
    for (unsigned i = 0; i < n; i++) {
        if (options[i].kind == MOVE_TILE && laying > MOVES_NAMED)
            continue;
        move_write(&options[i], v->terms.set, &l);
        text_add(&l, ", ");
    }
    fill_add(out, _("You may: {moves}end, resign.\n"), fill_text("moves", list));
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
