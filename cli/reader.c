/* Sentences in the order in which a person would ask: whose turn, what hand, then the board. */
#include "cli/reader.h"

#include "cli/panel.h"
#include "cli/proposal.h"
#include "cli/sentence.h"
#include "cli/train_read.h"
#include "rules/cell.h"

#include <stdio.h>
#include <string.h>

static void add_digits(unsigned bits, const char *between, struct text *out)
{
    bool first = true;

    for (unsigned digit = 1; digit <= BOARD_MAX; digit++) {
        if (!(bits >> digit & 1))
            continue;
        if (!first)
            text_add(out, between);
        text_add_number(out, digit);
        first = false;
    }
}

static const char *owner_name(unsigned owner)
{
    return owner == 1 ? "Blue" : "Red";
}

void reader_cell(const struct view *view, unsigned cell, struct text *out)
{
    char name[CELL_TEXT];

    cell_write(cell, view->n, name);
    text_add(out, name);
    if (view->digit[cell] == 0) {
        text_add(out, view->owner[cell] ? " is owned" : " is open");
        if (view->ruled_out[cell] != 0) {
            text_add(out, ", not ");
            add_digits(view->ruled_out[cell], ", not ", out);
        }
        return;
    }
    text_add(out, view->given[cell] ? " is a given " : " is ");
    text_add_number(out, view->digit[cell]);
    if (view->owner[cell] != 0) {
        text_add(out, " of ");
        text_add(out, owner_name(view->owner[cell]));
    }
}

/* A cell in a row being read: shorter. */
static void add_in_row(const struct view *v, unsigned cell, struct text *out)
{
    char name[CELL_TEXT];

    cell_write(cell, v->n, name);
    text_add(out, name);
    text_add(out, " ");
    if (v->digit[cell] == 0) {
        text_add(out, "open");
        if (v->ruled_out[cell] != 0) {
            text_add(out, " not ");
            add_digits(v->ruled_out[cell], " not ", out);
        }
        return;
    }
    if (v->given[cell] != 0)
        text_add(out, "given ");
    text_add_number(out, v->digit[cell]);
    if (v->owner[cell] != 0) {
        text_add(out, " ");
        text_add(out, owner_name(v->owner[cell]));
    }
}

static void add_rows(const struct view *v, struct text *out)
{
    for (unsigned row = 0; row < v->n; row++) {
        text_add(out, "Row ");
        text_add_number(out, row + 1);
        text_add(out, ": ");
        for (unsigned col = 0; col < v->n; col++) {
            if (col > 0)
                text_add(out, v->block[row * v->n + col] != v->block[row * v->n + col - 1]
                                  ? "; "
                                  : ", ");
            add_in_row(v, row * v->n + col, out);
        }
        text_add(out, ".\n");
    }
}

static void add_seat(const struct game_show *show, unsigned seat, struct text *out)
{
    char clock[64];
    struct text t = text_over(clock, sizeof clock);

    panel_clock(show, seat, &t);
    text_add(out, panel_side(show, seat));
    text_add(out, seat == show->view.seat ? " is you" : " is ");
    text_add(out, seat == show->view.seat ? "" : show->seat_name[seat]);
    if (show->view.terms.game == GAME_BRIDGE)
        text_add(out, seat == 0 ? " and joins top and bottom" : " and joins left and right");
    text_add(out, clock[0] != '\0' ? "; time left " : "");
    text_add(out, clock);
    text_add(out, ".\n");
}

static void add_turn(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;

    text_add(out, "Game ");
    text_add_number(out, show->row.number);
    text_add(out, " with ");
    text_add(out, show->row.opponent);
    text_add(out, v->ending != ENDING_NONE ? " is over.\n"
                  : v->may_move            ? ": it is your turn.\n"
                                           : ": it is the other's turn.\n");
}

static void add_supply(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;

    if (v->seat < SEATS_MAX) {
        text_add(out, "Your hand: ");
        panel_hand(v, out);
        text_add(out, ".\n");
    }
    for (unsigned seat = 0; seat < v->seats; seat++) {
        if (seat == v->seat)
            continue;
        text_add(out, show->seat_name[seat]);
        text_add(out, " holds ");
        text_add_number(out, v->hand_n[seat]);
        text_add(out, " tiles.\n");
    }
    text_add(out, "In the bag: ");
    text_add_number(out, v->bag_n);
    text_add(out, ". Discards: ");
    text_add_number(out, v->discards_n);
    text_add(out, ".\n");
    if (v->last_cell != NO_CELL && v->n > 0) {
        text_add(out, "Last move: ");
        reader_cell(v, v->last_cell, out);
        text_add(out, ".\n");
    }
}

/* Domains: who holds which blocks, named by their first cells. */
static void add_blocks(const struct view *v, struct text *out)
{
    static const char *const names[3] = {"Undecided blocks: ", "Blocks of Blue: ",
                                         "Blocks of Red: "};
    static const unsigned order[3] = {1, 2, 0};

    for (unsigned i = 0; v->terms.game == GAME_DOMAINS && i < 3; i++) {
        char cells[4 * BOARD_MAX] = "";
        struct text list = text_over(cells, sizeof cells);
        bool decided_it = v->ending == ENDING_BLOCKS && order[i] == v->winner + 1u;
        panel_blocks(v, order[i], &list);
        text_add(out, names[order[i]]);
        text_add(out, list.len > 0 ? cells : "none");
        text_add(out, decided_it ? "; these decided the game.\n" : ".\n");
    }
}

void reader_board(const struct game_show *show, struct text *out)
{
    if (show->view.terms.game == GAME_DOMINOES) {
        train_read_sentences(show, out);
        return;
    }
    add_turn(show, out);
    for (unsigned seat = 0; seat < show->view.seats; seat++)
        add_seat(show, seat, out);
    add_supply(show, out);
    add_blocks(&show->view, out);
    add_rows(&show->view, out);
    panel_sentences(show, out);
}

void reader_terms(const struct game_show *show, struct text *out)
{
    unsigned preset = show->view.terms.preset;
    bool known = preset >= PRESET_BRIDGE && preset <= PRESET_DOMINOES;

    text_add(out, "Game ");
    text_add_number(out, show->row.number);
    text_add(out, ", ");
    text_add(out, known ? terms_preset_name((enum preset)preset) : "?");
    text_add(out, " with ");
    sentence_opponents(&show->row, out);
    text_add(out, ": ");
    sentence_state(&show->row, out);
    text_add(out, ".\n");
    if (show->row.players > 2 && show->row.accepted > 0) {
        text_add_number(out, show->row.accepted);
        text_add(out, " of ");
        text_add_number(out, show->row.players);
        text_add(out, " players have agreed so far.\n");
    }
    proposal_words(&show->view.terms, out);
    if (show->witness[0] != '\0') {
        text_add(out, "* witness     ");
        text_add(out, show->witness);
        text_add(out, " signs when entries were made; sees neither hands nor notes\n");
    }
    if (show->arbiter[0] != '\0') {
        text_add(out, "* arbiter     ");
        text_add(out, show->arbiter);
        text_add(out, " may rule over a contested game\n");
    }
    if (show->preset_diff[0] != '\0') {
        text_add(out, "Marked *, different from the preset: ");
        text_add(out, show->preset_diff);
        text_add(out, ".\n");
    }
    if (show->row.state == GAME_OFFERED_TO_ME)
        text_add(out, "'accept' starts the game, 'decline' refuses it.\n");
    if (show->row.state == GAME_OFFERED_BY_ME)
        text_add(out, "'decline' takes the proposal back.\n");
}

void reader_near(const struct view *view, unsigned cell, struct text *out)
{
    uint8_t beside[CELL_NEIGHBOURS];
    unsigned count = cell_neighbours(cell, view->n, beside);
    char name[CELL_TEXT];

    reader_cell(view, cell, out);
    text_add(out, ".\nBlock ");
    text_add_number(out, view->block[cell] + 1u);
    text_add(out, ". Its neighbours:\n");
    for (unsigned i = 0; i < count; i++) {
        text_add(out, "  ");
        reader_cell(view, beside[i], out);
        text_add(out, view->block[beside[i]] == view->block[cell] ? ".\n"
                                                                  : " (another block).\n");
    }
    unsigned rest = view_candidates(view, cell);
    if (rest == 0 || !view->terms.candidates)
        return;
    cell_write(cell, view->n, name);
    text_add(out, "Row, column and block leave ");
    add_digits(rest, ", ", out);
    text_add(out, " for ");
    text_add(out, name);
    text_add(out, ".\n");
}

void reader_candidates(const struct view *view, unsigned digit, struct text *out)
{
    bool any = false;

    text_add_number(out, digit);
    for (unsigned cell = 0; cell < (unsigned)view->n * view->n; cell++) {
        char name[CELL_TEXT];
        if (!(view_candidates(view, cell) >> digit & 1))
            continue;
        cell_write(cell, view->n, name);
        text_add(out, any ? ", " : " can still go to ");
        text_add(out, name);
        any = true;
    }
    text_add(out, any ? ".\n" : " can go nowhere any more.\n");
}

void reader_ruled_out(const struct view *view, struct text *out)
{
    bool any = false;

    for (unsigned cell = 0; cell < (unsigned)view->n * view->n; cell++) {
        if (view->ruled_out[cell] == 0 || view->digit[cell] != 0)
            continue;
        reader_cell(view, cell, out);
        text_add(out, ".\n");
        any = true;
    }
    if (!any)
        text_add(out, "No wrong tile has ruled out a digit so far.\n");
}

static void plain_number(const char *name, uint64_t value, struct text *out)
{
    text_add(out, name);
    text_add(out, "\t");
    text_add_number(out, value);
    text_add(out, "\n");
}

static void plain_cells(const struct view *v, struct text *out)
{
    for (unsigned cell = 0; cell < (unsigned)v->n * v->n; cell++) {
        char name[CELL_TEXT], line[64];
        cell_write(cell, v->n, name);
        snprintf(line, sizeof line, "cell\t%s\t%u\t%u\t%s\t%s\n", name, v->block[cell] + 1u,
                 (unsigned)v->digit[cell], v->given[cell] ? "given" : "-",
                 v->owner[cell] == 1 ? "blue" : v->owner[cell] == 2 ? "red" : "-");
        text_add(out, line);
    }
}

void reader_plain(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;

    if (v->terms.game == GAME_DOMINOES) {
        train_read_list(show, out);
        return;
    }
    plain_number("game", show->row.number, out);
    text_add(out, "opponent\t");
    text_add(out, show->row.opponent);
    text_add(out, "\nseat\t");
    text_add(out, v->seat == 0 ? "blue" : v->seat == 1 ? "red" : "-");
    text_add(out, "\nturn\t");
    text_add(out, v->turn == 0 ? "blue" : "red");
    text_add(out, "\nhand\t");
    panel_hand(v, out);
    text_add(out, "\n");
    plain_number("may_move", v->may_move, out);
    plain_number("may_pie", v->may_pie, out);
    plain_number("ending", v->ending, out);
    plain_number("bag", v->bag_n, out);
    plain_number("discards", v->discards_n, out);
    for (unsigned i = 0; v->terms.game == GAME_DOMAINS && i < v->n; i++) {
        char line[32];
        snprintf(line, sizeof line, "block\t%u\t%s\n", i + 1u,
                 v->block_owner[i] == 1 ? "blue" : v->block_owner[i] == 2 ? "red" : "-");
        text_add(out, line);
    }
    plain_cells(v, out);
}
