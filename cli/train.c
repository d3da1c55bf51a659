/* Width is counted before a tile is written, so that no line is longer than the screen. */
#include "cli/train.h"

#include "cli/panel.h"
#include "cli/train_facts.h"
#include "rules/options.h"

#include <stdio.h>
#include <string.h>

enum { INDENT = 2, MOVES_NAMED = 2, NAME_COLUMN = 8 };

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

static void draw_line(const struct game_show *show, const struct term *t, struct text *out)
{
    const struct view *v = &show->view;
    struct train_piece pieces[TILES_MAX];

    if (v->dom.laid_n == 0)
        return;
    train_facts_ends(show, out);
    unsigned n = train_facts_line(v, pieces);
    draw_pieces(t, v->dom.arms > 2 ? "  across " : "  ", pieces, n, out);
    for (unsigned end = 2; end < v->dom.arms && end < ARMS_MAX; end++) {
        char title[16];
        snprintf(title, sizeof title, "  %-6s ", train_facts_end(end));
        pieces[0] = train_facts_piece(v, 0, 0);
        n = 1 + train_facts_arm(v, end, pieces + 1);
        draw_pieces(t, title, pieces, n, out);
    }
}

static void draw_seats(const struct game_show *show, const struct term *t, struct text *out)
{
    const struct view *v = &show->view;
    unsigned column = NAME_COLUMN;

    for (unsigned seat = 0; seat < v->seats; seat++)
        if (term_columns(train_facts_name(show, seat)) > column)
            column = term_columns(train_facts_name(show, seat));
    for (unsigned seat = 0; seat < v->seats; seat++) {
        char clock[32], count[32];
        struct text left = text_over(clock, sizeof clock);
        bool turn = v->turn == seat && v->ending == ENDING_NONE && v->dom.phase != DOMINO_REVEAL;
        panel_clock(show, seat, &left);
        snprintf(count, sizeof count, "%2u %-5s  %u %s", (unsigned)v->hand_n[seat],
                 v->hand_n[seat] == 1 ? "tile" : "tiles", (unsigned)v->dom.won[seat],
                 v->dom.won[seat] == 1 ? "round " : "rounds");
        text_add(out, turn ? "> " : "  ");
        add_styled(t, seat_style(seat), train_facts_name(show, seat), out);
        for (unsigned at = term_columns(train_facts_name(show, seat)); at < column; at++)
            text_add(out, " ");
        char line[128];
        snprintf(line, sizeof line, " %s  %-13s  ", count, clock);
        text_add(out, line);
        train_facts_seat(show, seat, out);
        text_add(out, "\n");
    }
}

static void draw_hand(const struct game_show *show, const struct term *t, struct text *out)
{
    const struct view *v = &show->view;
    static const char *const titles[] = {
        [0] = "Your tiles:",
        [DOMINO_SHOW] = "Your tiles (* the highest double):",
        [DOMINO_PLAY] = "Your tiles (* fits the line):",
        [DOMINO_REVEAL] = "Your tiles:",
    };
    unsigned at = INDENT;

    if (train_facts_own(v) == 0)
        return;
    text_add(out, titles[v->dom.phase <= DOMINO_REVEAL ? v->dom.phase : 0]);
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
    train_facts_title(show, out);
    term_style(term, STYLE_PLAIN, out);
    draw_seats(show, term, out);
    train_facts_last(show, out);
    draw_line(show, term, out);
    train_facts_boneyard(&show->view, out);
    draw_hand(show, term, out);
    train_facts_turn(show, out);
    panel_sentences(show, out);
}

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
        text_add(out, train_facts_name(show, seat));
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
