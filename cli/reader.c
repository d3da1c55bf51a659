/* Sentences in the order in which a person would ask: whose turn, what hand, then the board. */
#include "cli/reader.h"

#include "cli/fill.h"
#include "cli/lang.h"
#include "cli/panel.h"
#include "cli/proposal.h"
#include "cli/sentence.h"
#include "cli/train_read.h"
#include "cli/width.h"
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

/* How a cell is told: in a sentence of its own, or shorter while a row is read. */
struct cell_words {
    const char *owned, *open, *without, *between, *given, *given_of, *digit, *digit_of;
};
static const struct cell_words in_full = {
    N_("{cell} is owned"), N_("{cell} is open"), N_("{cell} is open, not {digits}"), N_(", not "),
    N_("{cell} is a given {digit}"), N_("{cell} is a given {digit} of {side}"),
    N_("{cell} is {digit}"), N_("{cell} is {digit} of {side}"),
};
static const struct cell_words in_row = {
    N_("{cell} owned"), N_("{cell} open"), N_("{cell} open not {digits}"), N_(" not "),
    N_("{cell} given {digit}"), N_("{cell} given {digit} {side}"),
    "{cell} {digit}", N_("{cell} {digit} {side}"),
};

static const char *cell_pattern(const struct view *v, unsigned cell, const struct cell_words *w)
{
    bool owned = v->owner[cell] != 0;

    if (v->digit[cell] == 0)
        return v->ruled_out[cell] != 0 ? w->without : owned ? w->owned : w->open;
    if (v->given[cell])
        return owned ? w->given_of : w->given;
    return owned ? w->digit_of : w->digit;
}

static void add_cell(const struct view *v, unsigned cell, const struct cell_words *w,
                     struct text *out)
{
    char name[CELL_TEXT], digits[BOARD_MAX * 16] = "";
    struct text list = text_over(digits, sizeof digits);

    cell_write(cell, v->n, name);
    add_digits(v->ruled_out[cell], _(w->between), &list);
    fill_add(out, _(cell_pattern(v, cell, w)), fill_text("cell", name),
             fill_text("digits", digits), fill_number("digit", v->digit[cell]),
             fill_text("side", v->owner[cell] == 1 ? _("Blue") : _("Red")));
}

void reader_cell(const struct view *view, unsigned cell, struct text *out)
{
    add_cell(view, cell, &in_full, out);
}

void reader_rows(const struct view *v, struct text *out)
{
    for (unsigned row = 0; row < v->n; row++) {
        fill_add(out, _("Row {row}: "), fill_number("row", row + 1));
        for (unsigned col = 0; col < v->n; col++) {
            if (col > 0)
                text_add(out, v->block[row * v->n + col] != v->block[row * v->n + col - 1]
                                  ? "; "
                                  : ", ");
            add_cell(v, row * v->n + col, &in_row, out);
        }
        text_add(out, ".\n");
    }
}

static void add_seat(const struct game_show *show, unsigned seat, struct text *out)
{
    static const char *const mine[] = {N_("{side} is you"),
                                       N_("{side} is you and joins top and bottom"),
                                       N_("{side} is you and joins left and right")};
    static const char *const theirs[] = {N_("{side} is {name}"),
                                         N_("{side} is {name} and joins top and bottom"),
                                         N_("{side} is {name} and joins left and right")};
    unsigned joins = show->view.terms.game == GAME_BRIDGE ? 1 + seat % 2 : 0;
    char clock[64] = "", who[256];
    struct text t = text_over(clock, sizeof clock), w = text_over(who, sizeof who);

    panel_clock(show, seat, &t);
    fill_add(&w, _(seat == show->view.seat ? mine[joins] : theirs[joins]),
             fill_text("side", panel_side(show, seat)), fill_text("name", show->seat_name[seat]));
    fill_add(out, clock[0] != '\0' ? _("{who}; time left {time}.\n") : "{who}.\n",
             fill_text("who", who), fill_text("time", clock));
}

static void add_turn(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;

    fill_add(out, v->ending != ENDING_NONE ? _("Game {game} with {name} is over.\n")
                  : v->may_move ? _("Game {game} with {name}: it is your turn.\n")
                                : _("Game {game} with {name}: it is the other's turn.\n"),
             fill_number("game", show->row.number), fill_text("name", show->row.opponent));
}

static void add_supply(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;
    char tiles[4 * HAND_MAX] = "", cell[128] = "";
    struct text hand = text_over(tiles, sizeof tiles), last = text_over(cell, sizeof cell);

    panel_hand(v, &hand);
    if (v->seat < SEATS_MAX)
        fill_add(out, _("Your hand: {tiles}.\n"), fill_text("tiles", tiles));
    for (unsigned seat = 0; seat < v->seats; seat++)
        if (seat != v->seat)
            fill_add(out, ngettext("{name} holds {count} tile.\n", "{name} holds {count} tiles.\n",
                                   v->hand_n[seat]),
                     fill_text("name", show->seat_name[seat]),
                     fill_number("count", v->hand_n[seat]));
    fill_add(out, _("In the bag: {bag}. Discards: {discards}.\n"), fill_number("bag", v->bag_n),
             fill_number("discards", v->discards_n));
    if (v->last_cell == NO_CELL || v->n == 0)
        return;
    reader_cell(v, v->last_cell, &last);
    fill_add(out, _("Last move: {cell}.\n"), fill_text("cell", cell));
}

/* Domains: who holds which blocks, named by their first cells. */
static void add_blocks(const struct view *v, struct text *out)
{
    static const char *const held[3] = {N_("Undecided blocks: {cells}.\n"),
                                        N_("Blocks of Blue: {cells}.\n"),
                                        N_("Blocks of Red: {cells}.\n")};
    static const char *const decisive[3] = {
        N_("Undecided blocks: {cells}.\n"),
        N_("Blocks of Blue: {cells}; these decided the game.\n"),
        N_("Blocks of Red: {cells}; these decided the game.\n")};
    static const unsigned order[3] = {1, 2, 0};

    for (unsigned i = 0; v->terms.game == GAME_DOMAINS && i < 3; i++) {
        char cells[4 * BOARD_MAX] = "";
        struct text list = text_over(cells, sizeof cells);
        unsigned owner = order[i];
        bool decided_it = v->ending == ENDING_BLOCKS && owner == v->winner + 1u;
        panel_blocks(v, owner, &list);
        fill_add(out, _(decided_it ? decisive[owner] : held[owner]),
                 fill_text("cells", list.len > 0 ? cells : P_("blocks", "none")));
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
    reader_rows(&show->view, out);
    panel_sentences(show, out);
}

static void add_parties(const struct game_show *show, struct text *out)
{
    char line[512];
    struct text witness = text_over(line, sizeof line);

    if (show->witness[0] != '\0') {
        fill_add(&witness, _("{name} signs when entries were made; sees neither hands nor notes"),
                 fill_text("name", show->witness));
        width_row(out, "* witness", PROPOSAL_COLUMN, line);
    }
    struct text arbiter = text_over(line, sizeof line);
    if (show->arbiter[0] != '\0') {
        fill_add(&arbiter, _("{name} may rule over a contested game"),
                 fill_text("name", show->arbiter));
        width_row(out, "* arbiter", PROPOSAL_COLUMN, line);
    }
}

void reader_terms(const struct game_show *show, struct text *out)
{
    unsigned preset = show->view.terms.preset;
    bool known = preset >= PRESET_BRIDGE && preset <= PRESET_DOMINOES;
    char names[4 * NAME_MAX_LEN], state[192];
    struct text n = text_over(names, sizeof names), t = text_over(state, sizeof state);

    sentence_opponents(&show->row, &n);
    sentence_state(&show->row, &t);
    fill_add(out, _("Game {game}, {preset} with {names}: {state}.\n"),
             fill_number("game", show->row.number),
             fill_text("preset", known ? terms_preset_name((enum preset)preset) : "?"),
             fill_text("names", names), fill_text("state", state));
    if (show->row.players > 2 && show->row.accepted > 0)
        fill_add(out, _("{count} of {players} players have agreed so far.\n"),
                 fill_number("count", show->row.accepted),
                 fill_number("players", show->row.players));
    proposal_words(&show->view.terms, out);
    add_parties(show, out);
    if (show->preset_diff[0] != '\0')
        fill_add(out, _("Marked *, different from the preset: {settings}.\n"),
                 fill_text("settings", show->preset_diff));
    if (show->row.state == GAME_OFFERED_TO_ME)
        text_add(out, _("'accept' starts the game, 'decline' refuses it.\n"));
    if (show->row.state == GAME_OFFERED_BY_ME)
        text_add(out, _("'decline' takes the proposal back.\n"));
}

static void add_rest(const struct view *view, unsigned cell, struct text *out)
{
    char name[CELL_TEXT], digits[4 * BOARD_MAX];
    struct text list = text_over(digits, sizeof digits);
    unsigned rest = view_candidates(view, cell);

    if (rest == 0 || !view->terms.candidates)
        return;
    cell_write(cell, view->n, name);
    add_digits(rest, ", ", &list);
    fill_add(out, _("Row, column and block leave {digits} for {cell}.\n"),
             fill_text("digits", digits), fill_text("cell", name));
}

void reader_near(const struct view *view, unsigned cell, struct text *out)
{
    uint8_t beside[CELL_NEIGHBOURS];
    unsigned count = cell_neighbours(cell, view->n, beside);

    reader_cell(view, cell, out);
    fill_add(out, _(".\nBlock {block}. Its neighbours:\n"),
             fill_number("block", view->block[cell] + 1u));
    for (unsigned i = 0; i < count; i++) {
        bool same = view->block[beside[i]] == view->block[cell];
        text_add(out, "  ");
        reader_cell(view, beside[i], out);
        text_add(out, same ? ".\n" : _(" (another block).\n"));
    }
    add_rest(view, cell, out);
}

void reader_candidates(const struct view *view, unsigned digit, struct text *out)
{
    char cells[4 * BOARD_MAX * BOARD_MAX] = "";
    struct text list = text_over(cells, sizeof cells);

    for (unsigned cell = 0; cell < (unsigned)view->n * view->n; cell++) {
        char name[CELL_TEXT];
        if (!(view_candidates(view, cell) >> digit & 1))
            continue;
        cell_write(cell, view->n, name);
        text_add(&list, list.len > 0 ? ", " : "");
        text_add(&list, name);
    }
    fill_add(out, list.len > 0 ? _("{digit} can still go to {cells}.\n")
                               : _("{digit} can go nowhere any more.\n"),
             fill_number("digit", digit), fill_text("cells", cells));
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
        text_add(out, _("No wrong tile has ruled out a digit so far.\n"));
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
