/* The order is that in which a person would ask: whose turn, who holds what, the line, the hand. */
#include "cli/train_read.h"

#include "cli/fill.h"
#include "cli/lang.h"
#include "cli/panel.h"
#include "cli/train_facts.h"
#include "rules/domino_move.h"
#include "rules/dominoes.h"

#include <stdio.h>

static void read_seat(const struct game_show *show, unsigned seat, struct text *out)
{
    const struct view *v = &show->view;
    unsigned n = v->hand_n[seat], won = v->dom.won[seat];
    char clock[32] = "", facts[160], hold[160], rounds[64];
    struct text left = text_over(clock, sizeof clock), f = text_over(facts, sizeof facts);
    struct text h = text_over(hold, sizeof hold), r = text_over(rounds, sizeof rounds);

    panel_clock(show, seat, &left);
    train_facts_seat(show, seat, &f);
    fill_add(&h, seat == v->seat
                     ? ngettext("You hold {count} tile", "You hold {count} tiles", n)
                     : ngettext("{name} holds {count} tile", "{name} holds {count} tiles", n),
             fill_text("name", panel_side(show, seat)), fill_number("count", n));
    fill_add(&r, ngettext("won {count} round", "won {count} rounds", won),
             fill_number("count", won));
    fill_add(out, clock[0] != '\0' ? _("{hold}, {won}, {facts}; time left {time}.\n")
                                   : "{hold}, {won}, {facts}.\n",
             fill_text("hold", hold), fill_text("won", rounds), fill_text("facts", facts),
             fill_text("time", clock));
}

static void list_pieces(const struct train_piece *p, unsigned n, struct text *out)
{
    for (unsigned i = 0; i < n; i++)
        fill_add(out, i > 0 ? ", {a}-{b}" : "{a}-{b}", fill_number("a", p[i].half[0]),
                 fill_number("b", p[i].half[1]));
    if (n == 0)
        text_add(out, P_("line", "no tile"));
}

void train_read_line(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;
    struct train_piece pieces[TILES_MAX];
    char list[8 * TILES_MAX];

    if (v->dom.laid_n == 0) {
        text_add(out, _("No tile is laid yet.\n"));
        return;
    }
    train_facts_ends(show, out);
    struct text line = text_over(list, sizeof list);
    list_pieces(pieces, train_facts_line(v, pieces), &line);
    fill_add(out, _("From left to right: {tiles}.\n"), fill_text("tiles", list));
    for (unsigned end = 2; end < v->dom.arms && end < ARMS_MAX; end++) {
        struct text arm = text_over(list, sizeof list);
        list_pieces(pieces, train_facts_arm(v, end, pieces), &arm);
        fill_add(out, _("From the first double {end}: {tiles}.\n"),
                 fill_text("end", train_facts_end(end)), fill_text("tiles", list));
    }
}

/* Own tiles, all or those that fit. */
static void list_hand(const struct view *v, bool fitting, struct text *out)
{
    bool any = false;

    for (unsigned i = 0; i < train_facts_own(v); i++) {
        if (fitting && !train_facts_fits(v, v->dom.tiles[i]))
            continue;
        text_add(out, any ? ", " : "");
        train_facts_tile(v, v->dom.tiles[i], out);
        any = true;
    }
    if (!any)
        text_add(out, P_("tiles", "none"));
}

static void read_hand(const struct view *v, struct text *out)
{
    char all[8 * TILES_MAX], fit[8 * TILES_MAX];
    struct text a = text_over(all, sizeof all), f = text_over(fit, sizeof fit);

    if (train_facts_own(v) == 0)
        return;
    list_hand(v, false, &a);
    list_hand(v, true, &f);
    fill_add(out, _("Your tiles: {tiles}.\n"), fill_text("tiles", all));
    fill_add(out, v->dom.phase == DOMINO_SHOW ? _("Your highest double: {tiles}.\n")
                                              : _("Of these fit: {tiles}.\n"),
             fill_text("tiles", fit));
}

void train_read_sentences(const struct game_show *show, struct text *out)
{
    train_facts_title(show, out);
    train_facts_turn(show, out);
    if (show->view.ending != ENDING_NONE)
        text_add(out, _("The game is over.\n"));
    for (unsigned seat = 0; seat < show->view.seats; seat++)
        read_seat(show, seat, out);
    train_read_line(show, out);
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
