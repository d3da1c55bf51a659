/* Facts about the position as short lines, advice as whole sentences below. */
#include "cli/panel.h"

#include "cli/term.h"
#include "cli/train.h"
#include "rules/cell.h"
#include "wire/entry.h"

#include <stdio.h>
#include <string.h>

enum { MS_DAY = 86400000 };

const char *panel_side(const struct game_show *show, unsigned seat)
{
    static const char *const seats[] = {"Seat 1", "Seat 2", "Seat 3", "Seat 4"};

    if (show->view.terms.game == GAME_DOMINOES && seat < SEATS_MAX)
        return show->seat_name[seat][0] != '\0' ? show->seat_name[seat] : seats[seat];
    if (show->view.terms.game == GAME_DOMINOES)
        return "Nobody";
    return seat == 0 ? "Blue" : seat == 1 ? "Red" : "Nobody";
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

/* The next line, to be filled through the text that is returned. */
static struct text line(struct panel *p, unsigned style)
{
    static char nowhere[PANEL_LINE_MAX];

    if (p->n == PANEL_LINES)
        return text_over(nowhere, sizeof nowhere);
    p->line[p->n].style = style;
    p->n++;
    return text_over(p->line[p->n - 1].text, PANEL_COLUMNS + 1);
}

static void add_line(struct panel *p, unsigned style, const char *s)
{
    struct text t = line(p, style);
    text_add(&t, s);
}

static const char *turn_text(const struct game_show *show)
{
    const struct view *v = &show->view;

    if (v->ending != ENDING_NONE)
        return "The game is over.";
    if (v->may_move)
        return v->pair_left == 1 && v->terms.game == GAME_DOMAINS && v->moves > 0
                   ? "Your turn: second move"
                   : "Your turn.";
    if (v->turn == v->seat)
        return "Your turn in a moment.";
    return "The other's turn.";
}

static void add_seat(const struct game_show *show, unsigned seat, struct panel *p)
{
    static const char *const sides[2] = {" top - bottom", " left - right"};
    const struct view *v = &show->view;
    struct text who = line(p, seat == 0 ? STYLE_BLUE : STYLE_RED);

    text_add(&who, v->turn == seat && v->ending == ENDING_NONE ? "> " : "  ");
    text_add(&who, panel_side(show, seat));
    text_add(&who, seat == 0 ? " (7)" : " [7]");
    if (v->terms.game == GAME_BRIDGE)
        text_add(&who, sides[seat]);

    struct text name = line(p, STYLE_PLAIN);
    text_add(&name, "  ");
    text_add(&name, seat == v->seat ? "you" : show->seat_name[seat]);
    text_add(&name, " ");
    panel_clock(show, seat, &name);
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
    static const char *const names[3] = {"Open", "Blue", "Red "};
    static const unsigned styles[3] = {STYLE_PLAIN, STYLE_BLUE, STYLE_RED};
    static const unsigned order[3] = {1, 2, 0};

    add_line(p, STYLE_PLAIN, "Blocks");
    for (unsigned i = 0; i < 3; i++) {
        char cells[4 * BOARD_MAX] = "";
        struct text list = text_over(cells, sizeof cells);
        unsigned owner = order[i];
        bool decided_it = v->ending == ENDING_BLOCKS && owner == v->winner + 1u;
        struct text t = line(p, styles[owner] | (decided_it ? STYLE_BOLD : 0u));
        text_add(&t, decided_it ? "* " : "  ");
        text_add(&t, names[owner]);
        text_add(&t, " ");
        text_add_number(&t, blocks_of(v, owner));
        panel_blocks(v, owner, &list);
        if (t.len + 1 + list.len <= PANEL_COLUMNS && list.len > 0) {
            text_add(&t, " ");
            text_add(&t, cells);
        }
    }
}

static void add_supply(const struct game_show *show, struct panel *p)
{
    const struct view *v = &show->view;

    if (v->seat < SEATS_MAX) {
        struct text hand = line(p, STYLE_BOLD);
        text_add(&hand, "Hand: ");
        panel_hand(v, &hand);
    }
    for (unsigned seat = 0; seat < v->seats; seat++) {
        if (seat == v->seat)
            continue;
        struct text other = line(p, STYLE_PLAIN);
        text_add(&other, show->seat_name[seat]);
        text_add(&other, ": ");
        text_add_number(&other, v->hand_n[seat]);
        text_add(&other, " tiles");
    }
    struct text bag = line(p, STYLE_PLAIN);
    text_add(&bag, "Bag ");
    text_add_number(&bag, v->bag_n);
    text_add(&bag, ", discards ");
    text_add_number(&bag, v->discards_n);
}

static void add_last(const struct view *v, struct panel *p)
{
    char cell[CELL_TEXT];

    if (v->last_cell == NO_CELL || v->n == 0)
        return;
    struct text t = line(p, STYLE_PLAIN);
    cell_write(v->last_cell, v->n, cell);
    text_add(&t, "Last move: ");
    text_add(&t, cell);
    if (v->last_digit == 0)
        return;
    text_add(&t, " with ");
    text_add_number(&t, v->last_digit);
    if (v->digit[v->last_cell] == 0)
        add_line(p, STYLE_PLAIN, "  (the wrong digit)");
}

static void add_title(const struct game_show *show, struct panel *p)
{
    static const char *const games[] = {"", "Bridge", "Domains", "Dominoes"};
    struct text t = line(p, STYLE_BOLD);

    text_add(&t, "Game ");
    text_add_number(&t, show->row.number);
    text_add(&t, show->view.terms.game <= GAME_DOMINOES ? " " : "");
    text_add(&t, show->view.terms.game <= GAME_DOMINOES ? games[show->view.terms.game] : "");
    struct text with = line(p, STYLE_PLAIN);
    text_add(&with, "with ");
    text_add(&with, show->row.opponent);
    if (show->row.link != LINK_UP)
        text_add(&with, " (away)");
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
    add_line(out, STYLE_DIM, "{7} <7> claimed given");
    add_line(out, STYLE_DIM, "x  a digit ruled out");
}

static void add_result(const struct game_show *show, struct text *out)
{
    static const char *const how[] = {"",
                                      " won: the sides are joined.",
                                      " won: the blocks cannot be caught up.",
                                      " won: enough rounds are won.",
                                      " won by resignation.",
                                      "",
                                      " won on the clock.",
                                      ""};
    const struct view *v = &show->view;

    if (v->ending == ENDING_NONE)
        return;
    if (v->ending == ENDING_DRAW || v->winner == NO_SEAT) {
        text_add(out, v->ending == ENDING_DRAW       ? "The game is a draw by agreement.\n"
                      : v->ending == ENDING_RESIGNED ? "A player resigned; nobody has won.\n"
                      : v->ending == ENDING_CLOCK    ? "A clock ran out; nobody has won.\n"
                                                     : "The game was broken off without a "
                                                       "result.\n");
        return;
    }
    bool mine = v->winner == v->seat;
    text_add(out, mine && v->terms.game == GAME_DOMINOES ? "You" : panel_side(show, v->winner));
    text_add(out, mine && v->terms.game != GAME_DOMINOES ? ", you," : "");
    text_add(out, v->ending < sizeof how / sizeof how[0] ? how[v->ending] : " won.");
    text_add(out, "\n");
}

/* What a result rests on that not everybody has confirmed yet. */
static void add_grade(const struct game_show *show, struct text *out)
{
    static const char *const words[] = {
        [GRADE_NONE] = "",
        [GRADE_AGREED] = "The result is agreed: everybody has signed it.\n",
        [GRADE_WITNESSED] = "The result is claimed, and a witness has confirmed the times.\n",
        [GRADE_RULED] = "The result was ruled by the arbiter.\n",
        [GRADE_CLAIMED] = "The result is claimed, and not confirmed yet.\n",
        [GRADE_DISPUTED] = "The result is contested.\n",
    };
    if (show->row.grade < sizeof words / sizeof words[0])
        text_add(out, words[show->row.grade]);
}

static void add_state(const struct game_show *show, struct text *out)
{
    add_grade(show, out);
    if (show->row.state == GAME_CLOSING)
        text_add(out, show->row.waits_for_me
                          ? "The last step, opening the bags, is being done.\n"
                          : "For the final check another program still has to open its bag; "
                            "this happens by itself.\n");
    if (show->row.state == GAME_FINISHED)
        text_add(out, "All bags are open and were checked. 'verify' proves the game again, "
                      "'export FILE' keeps it.\n");
    if (show->row.state == GAME_DISPUTED) {
        text_add(out, "The game is disputed and goes no further: ");
        text_add(out, verdict_text((enum verdict)show->row.refusal));
        text_add(out, " 'export FILE' keeps the evidence.\n");
    }
}

static void board_advice(const struct view *v, struct text *out)
{
    text_add(out, v->terms.claim == 0
                      ? "You may: place DIGIT CELL, claim CELL, swap DIGITS, draw, resign.\n"
                  : v->terms.claim == 1
                      ? "You may: place DIGIT CELL, claim CELL with DIGIT, swap DIGITS, draw, "
                        "resign.\n"
                      : "You may: place DIGIT CELL, claim CELL with DIGIT DIGIT, swap DIGITS, "
                        "draw, resign.\n");
}

static void warning_advice(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;

    if (show->warned)
        text_add(out, show->warned_mine
                          ? "You have warned the other: after the grace 'claim time' takes the "
                            "game.\n"
                          : "You have been warned: your time is up, and after the grace the game "
                            "can be claimed. Move now.\n");
    if (show->warned || show->paused || v->turn == v->seat || v->turn >= SEATS_MAX)
        return;
    const struct seat_clock *c = &show->clock[v->turn];
    bool turn_up = c->turn_ms > 0 && c->move_used_ms >= c->turn_ms;
    bool bank_up = v->terms.game_s > 0 && c->move_used_ms >= c->bank_ms;
    if (turn_up || bank_up)
        text_add(out, "The other's time is up: 'warn' says so.\n");
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
        text_add(out, "The clocks stand still; 'resume' or a move lets them run.\n");
    else if (asked && !show->clock[v->seat].wants_pause)
        text_add(out, "A pause is asked for: 'pause' agrees.\n");
    warning_advice(show, out);
}

static void add_advice(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;

    time_advice(show, out);

    if (v->draw_by != NO_SEAT && v->draw_by != v->seat)
        text_add(out, "A draw is offered: 'accept draw' takes it, a move declines it.\n");
    if (v->draw_by != NO_SEAT && v->draw_by == v->seat)
        text_add(out, "Your draw offer stands until it is accepted or answered by a move.\n");
    if (v->may_move && v->may_pie)
        text_add(out, "You may take the first stone (pie).\n");
    if (v->may_move && v->terms.game == GAME_DOMAINS && v->pair_left == 1 && v->moves > 0)
        text_add(out, "One more move in this pair.\n");
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
