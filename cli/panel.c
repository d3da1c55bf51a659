/* Facts about the position as short lines, advice as whole sentences below. */
#include "cli/panel.h"

#include "cli/fill.h"
#include "cli/sentence.h"
#include "cli/term.h"
#include "cli/train.h"
#include "cli/width.h"
#include "rules/cell.h"
#include "wire/entry.h"

#include <stdio.h>
#include <string.h>

enum { MS_DAY = 86400000, LINE_MAX_LEN = 256 };

const char *panel_side(const struct game_show *show, unsigned seat)
{
    static const char *const seats[] = {N_("Seat 1"), N_("Seat 2"), N_("Seat 3"), N_("Seat 4")};

    if (show->view.terms.game == GAME_DOMINOES && seat < SEATS_MAX)
        return show->seat_name[seat][0] != '\0' ? show->seat_name[seat] : _(seats[seat]);
    if (show->view.terms.game == GAME_DOMINOES)
        return P_("who", "Nobody");
    return seat == 0 ? _("Blue") : seat == 1 ? _("Red") : P_("who", "Nobody");
}

void panel_time(uint64_t ms, struct text *out)
{
    char part[48];
    unsigned long long days = ms / MS_DAY, s = ms % MS_DAY / 1000;

    if (days > 0)
        snprintf(part, sizeof part, "%llud %02llu:%02llu", days, s / 3600, s / 60 % 60);
    else if (s >= 3600)
        snprintf(part, sizeof part, "%llu:%02llu:%02llu", s / 3600, s / 60 % 60, s % 60);
    else
        snprintf(part, sizeof part, "%llu:%02llu", s / 60, s % 60);
    text_add(out, part);
}

static uint64_t left(uint64_t limit_ms, uint64_t used_ms)
{
    return limit_ms > used_ms ? limit_ms - used_ms : 0;
}

void panel_clock(const struct game_show *show, unsigned seat, struct text *out)
{
    const struct terms *t = &show->view.terms;
    const struct seat_clock *c = &show->clock[seat];

    if (t->game_s > 0)
        panel_time(left(c->bank_ms, c->move_used_ms), out);
    if (c->turn_ms > 0 && (c->running || c->move_used_ms > 0)) {
        text_add(out, t->game_s > 0 ? " (" : "(");
        panel_time(left(c->turn_ms, c->move_used_ms), out);
        text_add(out, ")");
    }
}

void panel_hand(const struct view *view, struct text *out)
{
    unsigned n = view->seat < SEATS_MAX ? view->hand_n[view->seat] : 0;

    for (unsigned i = 0; i < n && i < HAND_MAX; i++) {
        if (i > 0)
            text_add(out, " ");
        if (view->hand[i] == 0)
            text_add(out, "-");
        else
            text_add_number(out, view->hand[i]);
    }
}

static void one_line(struct panel *p, unsigned style, const char *indent, const char *s, size_t len)
{
    if (p->n == PANEL_LINES)
        return;
    p->line[p->n].style = style;
    struct text t = text_over(p->line[p->n].text, PANEL_LINE_MAX);
    text_add(&t, indent);
    if (len < t.max - t.len)
        t.max = t.len + len;
    text_add(&t, s);
    p->n++;
}

/* A line, or what it takes: broken at blanks, what follows stands further in. */
static void add_line(struct panel *p, unsigned style, const char *s)
{
    const char *indent = "";
    unsigned room = PANEL_COLUMNS;

    for (;;) {
        size_t fit = width_fit(s, room), cut = fit;
        while (s[fit] != '\0' && cut > 0 && s[cut] != ' ')
            cut--;
        if (strspn(s, " ") >= cut)
            cut = fit;
        one_line(p, style, indent, s, cut);
        s += cut;
        s += strspn(s, " ");
        if (*s == '\0')
            return;
        indent = "    ";
        room = PANEL_COLUMNS - 4;
    }
}

static const char *turn_text(const struct game_show *show)
{
    const struct view *v = &show->view;

    if (v->ending != ENDING_NONE)
        return _("The game is over.");
    if (v->may_move)
        return v->pair_left == 1 && v->terms.game == GAME_DOMAINS && v->moves > 0
                   ? _("Your turn: second move")
                   : _("Your turn.");
    if (v->turn == v->seat)
        return _("Your turn in a moment.");
    return _("The other's turn.");
}

static void add_seat(const struct game_show *show, unsigned seat, struct panel *p)
{
    static const char *const sides[2] = {N_("{side} (7) top - bottom"),
                                         N_("{side} [7] left - right")};
    static const char *const plain[2] = {"{side} (7)", "{side} [7]"};
    const struct view *v = &show->view;
    char side[LINE_MAX_LEN], name[LINE_MAX_LEN];
    struct text who = text_over(side, sizeof side), called = text_over(name, sizeof name);

    text_add(&who, v->turn == seat && v->ending == ENDING_NONE ? "> " : "  ");
    fill_add(&who, v->terms.game == GAME_BRIDGE ? _(sides[seat % 2]) : plain[seat % 2],
             fill_text("side", panel_side(show, seat)));
    add_line(p, seat == 0 ? STYLE_BLUE : STYLE_RED, side);
    text_add(&called, "  ");
    text_add(&called, seat == v->seat ? P_("who did it", "you") : show->seat_name[seat]);
    text_add(&called, " ");
    panel_clock(show, seat, &called);
    add_line(p, STYLE_PLAIN, name);
}

static unsigned blocks_of(const struct view *v, unsigned owner)
{
    unsigned count = 0;

    for (unsigned i = 0; i < v->n; i++)
        count += v->block_owner[i] == owner;
    return count;
}

/* The first cell of a block in reading order. */
static unsigned first_cell(const struct view *v, unsigned block)
{
    unsigned cell = 0;

    while (cell + 1 < (unsigned)v->n * v->n && v->block[cell] != block)
        cell++;
    return cell;
}

void panel_blocks(const struct view *view, unsigned owner, struct text *out)
{
    bool any = false;

    for (unsigned block = 0; block < view->n; block++) {
        char name[CELL_TEXT];
        if (view->block_owner[block] != owner)
            continue;
        cell_write(first_cell(view, block), view->n, name);
        text_add(out, any ? " " : "");
        text_add(out, name);
        any = true;
    }
}

/* Held by each, and undecided; blocks are named by their first cells as far as there is room. */
static void add_blocks(const struct view *v, struct panel *p)
{
    static const unsigned styles[3] = {STYLE_PLAIN, STYLE_BLUE, STYLE_RED};
    static const unsigned order[3] = {1, 2, 0};
    const char *names[3] = {P_("blocks", "Open"), _("Blue"), _("Red")};
    unsigned wide = 0;

    for (unsigned i = 0; i < 3; i++)
        wide = width_columns(names[i]) > wide ? width_columns(names[i]) : wide;
    add_line(p, STYLE_PLAIN, _("Blocks"));
    for (unsigned i = 0; i < 3; i++) {
        char cells[4 * BOARD_MAX] = "", row[LINE_MAX_LEN];
        struct text list = text_over(cells, sizeof cells), t = text_over(row, sizeof row);
        unsigned owner = order[i];
        bool decided_it = v->ending == ENDING_BLOCKS && owner == v->winner + 1u;
        text_add(&t, decided_it ? "* " : "  ");
        width_pad(&t, names[owner], wide);
        text_add(&t, " ");
        text_add_number(&t, blocks_of(v, owner));
        panel_blocks(v, owner, &list);
        if (width_columns(row) + 1 + list.len <= PANEL_COLUMNS && list.len > 0) {
            text_add(&t, " ");
            text_add(&t, cells);
        }
        add_line(p, styles[owner] | (decided_it ? STYLE_BOLD : 0u), row);
    }
}

static void add_supply(const struct game_show *show, struct panel *p)
{
    const struct view *v = &show->view;
    char tiles[4 * HAND_MAX] = "", row[LINE_MAX_LEN];

    if (v->seat < SEATS_MAX) {
        struct text hand = text_over(tiles, sizeof tiles), t = text_over(row, sizeof row);
        panel_hand(v, &hand);
        fill_add(&t, _("Hand: {tiles}"), fill_text("tiles", tiles));
        add_line(p, STYLE_BOLD, row);
    }
    for (unsigned seat = 0; seat < v->seats; seat++) {
        struct text t = text_over(row, sizeof row);
        if (seat == v->seat)
            continue;
        fill_add(&t, ngettext("{name}: {count} tile", "{name}: {count} tiles", v->hand_n[seat]),
                 fill_text("name", show->seat_name[seat]),
                 fill_number("count", v->hand_n[seat]));
        add_line(p, STYLE_PLAIN, row);
    }
    struct text bag = text_over(row, sizeof row);
    fill_add(&bag, _("Bag {bag}, discards {discards}"), fill_number("bag", v->bag_n),
             fill_number("discards", v->discards_n));
    add_line(p, STYLE_PLAIN, row);
}

static void add_last(const struct view *v, struct panel *p)
{
    char cell[CELL_TEXT], row[LINE_MAX_LEN];
    struct text t = text_over(row, sizeof row);

    if (v->last_cell == NO_CELL || v->n == 0)
        return;
    cell_write(v->last_cell, v->n, cell);
    fill_add(&t, v->last_digit == 0 ? _("Last move: {cell}") : _("Last move: {cell} with {digit}"),
             fill_text("cell", cell), fill_number("digit", v->last_digit));
    add_line(p, STYLE_PLAIN, row);
    if (v->last_digit != 0 && v->digit[v->last_cell] == 0) {
        struct text wrong = text_over(row, sizeof row);
        text_add(&wrong, "  ");
        text_add(&wrong, _("(the wrong digit)"));
        add_line(p, STYLE_PLAIN, row);
    }
}

static void add_title(const struct game_show *show, struct panel *p)
{
    static const char *const games[] = {"Game {game}", N_("Game {game} Bridge"),
                                        N_("Game {game} Domains"), N_("Game {game} Dominoes")};
    unsigned game = show->view.terms.game <= GAME_DOMINOES ? show->view.terms.game : 0;
    char row[LINE_MAX_LEN];
    struct text t = text_over(row, sizeof row);

    fill_add(&t, _(games[game]), fill_number("game", show->row.number));
    add_line(p, STYLE_BOLD, row);
    struct text with = text_over(row, sizeof row);
    fill_add(&with, show->row.link != LINK_UP ? _("with {name} (away)") : _("with {name}"),
             fill_text("name", show->row.opponent));
    add_line(p, STYLE_PLAIN, row);
}

void panel_make(const struct game_show *show, struct panel *out)
{
    memset(out, 0, sizeof *out);
    add_title(show, out);
    add_line(out, STYLE_PLAIN, "");
    add_line(out, STYLE_BOLD, turn_text(show));
    add_line(out, STYLE_PLAIN, "");
    for (unsigned seat = 0; seat < show->view.seats; seat++)
        add_seat(show, seat, out);
    if (show->view.terms.game == GAME_DOMAINS)
        add_blocks(&show->view, out);
    add_supply(show, out);
    add_last(&show->view, out);
    add_line(out, STYLE_DIM, _("{7} <7> claimed given"));
    add_line(out, STYLE_DIM, _("x  a digit ruled out"));
}

static const char *nobody_won(unsigned ending)
{
    switch (ending) {
    case ENDING_DRAW:
        return _("The game is a draw by agreement.\n");
    case ENDING_RESIGNED:
        return _("A player resigned; nobody has won.\n");
    case ENDING_CLOCK:
        return _("A clock ran out; nobody has won.\n");
    case ENDING_RULED:
        return _("Nobody has won.\n");
    default:
        return _("The game was broken off without a result.\n");
    }
}

/* By the other, by me at a board, by me at dominoes. */
static const struct {
    const char *theirs, *mine, *my_round;
} endings[] = {
    [ENDING_NONE] = {N_("{side} won.\n"), N_("{side}, you, won.\n"), N_("You won.\n")},
    [ENDING_CHAIN] = {N_("{side} won: the sides are joined.\n"),
                      N_("{side}, you, won: the sides are joined.\n"),
                      N_("You won.\n")},
    [ENDING_BLOCKS] = {N_("{side} won: the blocks cannot be caught up.\n"),
                       N_("{side}, you, won: the blocks cannot be caught up.\n"),
                       N_("You won.\n")},
    [ENDING_ROUNDS] = {N_("{side} won: enough rounds are won.\n"), N_("{side}, you, won.\n"),
                       N_("You won: enough rounds are won.\n")},
    [ENDING_RESIGNED] = {N_("{side} won by resignation.\n"),
                         N_("{side}, you, won by resignation.\n"),
                         N_("You won by resignation.\n")},
    [ENDING_DRAW] = {"", "", ""},
    [ENDING_CLOCK] = {N_("{side} won on the clock.\n"), N_("{side}, you, won on the clock.\n"),
                      N_("You won on the clock.\n")},
    [ENDING_ABANDONED] = {"", "", ""},
    [ENDING_RULED] = {N_("{side} won.\n"), N_("{side}, you, won.\n"), N_("You won.\n")},
};

static void add_result(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;
    unsigned ending = v->ending < sizeof endings / sizeof endings[0] ? v->ending : ENDING_NONE;
    bool mine = v->winner == v->seat, dominoes = v->terms.game == GAME_DOMINOES;

    if (v->ending == ENDING_NONE)
        return;
    if (v->ending == ENDING_DRAW || v->winner == NO_SEAT) {
        text_add(out, nobody_won(v->ending));
        return;
    }
    fill_add(out, _(mine && dominoes ? endings[ending].my_round
                    : mine           ? endings[ending].mine
                                     : endings[ending].theirs),
             fill_text("side", panel_side(show, v->winner)));
}

/* What a result rests on that not everybody has confirmed yet. */
static void add_grade(const struct game_show *show, struct text *out)
{
    static const char *const words[] = {
        [GRADE_NONE] = "",
        [GRADE_AGREED] = N_("The result is agreed: everybody has signed it.\n"),
        [GRADE_WITNESSED] = N_("The result is claimed, and a witness has confirmed the times.\n"),
        [GRADE_RULED] = N_("The result was ruled by the arbiter.\n"),
        [GRADE_CLAIMED] = N_("The result is claimed, and not confirmed yet.\n"),
        [GRADE_DISPUTED] = N_("The result is contested.\n"),
    };
    if (show->row.grade < sizeof words / sizeof words[0])
        text_add(out, _(words[show->row.grade]));
}

static void add_state(const struct game_show *show, struct text *out)
{
    add_grade(show, out);
    if (show->row.state == GAME_CLOSING)
        text_add(out, show->row.waits_for_me
                          ? _("The last step, opening the bags, is being done.\n")
                          : _("For the final check another program still has to open its bag; "
                            "this happens by itself.\n"));
    if (show->row.state == GAME_FINISHED)
        text_add(out, _("All bags are open and were checked. 'verify' proves the game again, "
                      "'export FILE' keeps it.\n"));
    if (show->row.state == GAME_DISPUTED) {
        fill_add(out, _("The game is disputed and goes no further: {reason} 'export FILE' keeps "
                        "the evidence.\n"),
                 fill_text("reason", sentence_verdict((enum verdict)show->row.refusal)));
    }
}

static void board_advice(const struct view *v, struct text *out)
{
    text_add(out, v->terms.claim == 0
                      ? _("You may: place DIGIT CELL, claim CELL, swap DIGITS, draw, resign.\n")
                  : v->terms.claim == 1
                      ? _("You may: place DIGIT CELL, claim CELL with DIGIT, swap DIGITS, draw, "
                        "resign.\n")
                      : _("You may: place DIGIT CELL, claim CELL with DIGIT DIGIT, swap DIGITS, "
                        "draw, resign.\n"));
}

static void warning_advice(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;

    if (show->warned)
        text_add(out, show->warned_mine
                          ? _("You have warned the other: after the grace 'claim time' takes the "
                            "game.\n")
                          : _("You have been warned: your time is up, and after the grace the game "
                            "can be claimed. Move now.\n"));
    if (show->warned || show->paused || v->turn == v->seat || v->turn >= SEATS_MAX)
        return;
    const struct seat_clock *c = &show->clock[v->turn];
    bool turn_up = c->turn_ms > 0 && c->move_used_ms >= c->turn_ms;
    bool bank_up = v->terms.game_s > 0 && c->move_used_ms >= c->bank_ms;
    if (turn_up || bank_up)
        text_add(out, _("The other's time is up: 'warn' says so.\n"));
}

/* Of games whose clocks count. */
static void time_advice(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;
    bool asked = false;

    if (v->terms.clock < CLOCK_CLAIM)
        return;
    for (unsigned i = 0; i < v->seats; i++)
        asked = asked || (i != v->seat && show->clock[i].wants_pause);
    if (show->paused)
        text_add(out, _("The clocks stand still; 'resume' or a move lets them run.\n"));
    else if (asked && !show->clock[v->seat].wants_pause)
        text_add(out, _("A pause is asked for: 'pause' agrees.\n"));
    warning_advice(show, out);
}

static void add_advice(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;

    time_advice(show, out);

    if (v->draw_by != NO_SEAT && v->draw_by != v->seat)
        text_add(out, _("A draw is offered: 'accept draw' takes it, a move declines it.\n"));
    if (v->draw_by != NO_SEAT && v->draw_by == v->seat)
        text_add(out, _("Your draw offer stands until it is accepted or answered by a move.\n"));
    if (v->may_move && v->may_pie)
        text_add(out, _("You may take the first stone (pie).\n"));
    if (v->may_move && v->terms.game == GAME_DOMAINS && v->pair_left == 1 && v->moves > 0)
        text_add(out, _("One more move in this pair.\n"));
    if (v->terms.game == GAME_DOMINOES)
        train_advice(show, out);
    else if (v->may_move)
        board_advice(v, out);
}

void panel_sentences(const struct game_show *show, struct text *out)
{
    add_result(show, out);
    add_state(show, out);
    if (show->view.ending == ENDING_NONE && show->row.state != GAME_DISPUTED
        && show->view.seat < SEATS_MAX)
        add_advice(show, out);
}
