/* The order is that in which a person would ask: whose turn, who holds what, the line, the hand. */
#include "cli/train_read.h"

#include "cli/lang.h"
#include "cli/panel.h"
#include "cli/train_facts.h"
#include "rules/domino_move.h"
#include "rules/dominoes.h"

#include <stdio.h>

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
    train_facts_seat(show, seat, out);
    text_add(out, clock[0] != '\0' ? "; time left " : "");
    text_add(out, clock);
    text_add(out, ".\n");
}

static void read_pieces(const struct train_piece *p, unsigned n, struct text *out)
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
    struct train_piece pieces[TILES_MAX];

    if (v->dom.laid_n == 0) {
        text_add(out, "No tile is laid yet.\n");
        return;
    }
    train_facts_ends(show, out);
    text_add(out, "From left to right: ");
    read_pieces(pieces, train_facts_line(v, pieces), out);
    for (unsigned end = 2; end < v->dom.arms && end < ARMS_MAX; end++) {
        text_add(out, "From the first double ");
        text_add(out, train_facts_end(end));
        text_add(out, ": ");
        read_pieces(pieces, train_facts_arm(v, end, pieces), out);
    }
}

static void read_hand(const struct view *v, struct text *out)
{
    bool any = false;

    if (train_facts_own(v) == 0)
        return;
    text_add(out, "Your tiles: ");
    for (unsigned i = 0; i < train_facts_own(v); i++) {
        text_add(out, i > 0 ? ", " : "");
        train_facts_tile(v, v->dom.tiles[i], out);
    }
    text_add(out, v->dom.phase == DOMINO_SHOW ? ".\nYour highest double: " : ".\nOf these fit: ");
    for (unsigned i = 0; i < train_facts_own(v); i++) {
        if (!train_facts_fits(v, v->dom.tiles[i]))
            continue;
        text_add(out, any ? ", " : "");
        train_facts_tile(v, v->dom.tiles[i], out);
        any = true;
    }
    text_add(out, any ? ".\n" : "none.\n");
}

void train_read_sentences(const struct game_show *show, struct text *out)
{
    train_facts_title(show, out);
    train_facts_turn(show, out);
    if (show->view.ending != ENDING_NONE)
        text_add(out, _("The game is over.\n"));
    for (unsigned seat = 0; seat < show->view.seats; seat++)
        read_seat(show, seat, out);
    read_line(show, out);
    train_facts_boneyard(&show->view, out);
    read_hand(&show->view, out);
    train_facts_last(show, out);
    panel_sentences(show, out);
}

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
    for (unsigned i = 0; i < train_facts_own(v); i++) {
        text_add(out, i > 0 ? " " : "");
        train_facts_tile(v, v->dom.tiles[i], out);
    }
    text_add(out, "\n");
    for (unsigned end = 0; end < v->dom.arms && end < ARMS_MAX; end++) {
        text_add(out, "end\t");
        plain_number(train_facts_end(end), v->dom.open[end], out);
    }
    for (unsigned i = 0; i < v->dom.laid_n; i++) {
        text_add(out, "laid\t");
        domino_tile_write(v->terms.set, v->dom.laid[i].value, out);
        text_add(out, "\t");
        plain_number(i == 0 ? "first" : train_facts_end(v->dom.laid[i].end),
                     v->dom.laid[i].seat, out);
    }
}

void train_read_list(const struct game_show *show, struct text *out)
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
