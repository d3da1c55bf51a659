/* Each answer is a few lines that make sense when they are heard alone. */
#include "cli/questions.h"

#include "cli/lang.h"
#include "cli/panel.h"
#include "cli/reader.h"
#include "cli/train_facts.h"
#include "rules/cell.h"

#include <stdarg.h>
#include <stdio.h>

__attribute__((format(printf, 2, 3))) static void say(struct text *out, const char *form, ...)
{
    char line[512];
    va_list values;

    va_start(values, form);
    vsnprintf(line, sizeof line, form, values);
    va_end(values);
    text_add(out, line);
}

/* Cells one after the other, as a list in one sentence. */
struct listing { const struct view *v; struct text *out; unsigned n; };

static void list_cell(struct listing *l, unsigned cell)
{
    if (l->n++ > 0)
        text_add(l->out, "; ");
    reader_cell(l->v, cell, l->out);
}

void questions_row(const struct view *v, unsigned row, struct text *out)
{
    struct listing l = {v, out, 0};

    say(out, _("Row %u: "), row + 1);
    for (unsigned column = 0; column < v->n; column++)
        list_cell(&l, row * v->n + column);
    text_add(out, ".\n");
}

void questions_column(const struct view *v, unsigned column, struct text *out)
{
    struct listing l = {v, out, 0};

    say(out, _("Column %c: "), (int)('a' + column));
    for (unsigned row = 0; row < v->n; row++)
        list_cell(&l, row * v->n + column);
    text_add(out, ".\n");
}

static const char *holder(const struct view *v, unsigned block)
{
    static const char *const names[] = {N_("undecided"), N_("held by Blue"), N_("held by Red")};
    return _(names[v->block_owner[block] % 3]);
}

void questions_block(const struct view *v, unsigned block, struct text *out)
{
    struct listing l = {v, out, 0};

    say(out, v->terms.game == GAME_DOMAINS ? _("Block %u, %s: ") : _("Block %u: "), block + 1,
        holder(v, block));
    for (unsigned cell = 0; cell < (unsigned)v->n * v->n; cell++)
        if (v->block[cell] == block)
            list_cell(&l, cell);
    text_add(out, ".\n");
}

/* "Block 3, undecided: cells a1 b1 c1; Blue has 2, Red has 1." */
static void block_line(const struct view *v, unsigned block, struct text *out)
{
    char cells[4 * BOARD_MAX + 1] = "";
    struct text list = text_over(cells, sizeof cells);
    unsigned of[3] = {0, 0, 0};

    for (unsigned cell = 0; cell < (unsigned)v->n * v->n; cell++) {
        char name[CELL_TEXT];
        if (v->block[cell] != block)
            continue;
        cell_write(cell, v->n, name);
        text_add(&list, list.len > 0 ? " " : "");
        text_add(&list, name);
        of[v->owner[cell] % 3]++;
    }
    if (v->terms.game == GAME_DOMAINS)
        say(out, _("Block %u, %s: cells %s; Blue has %u, Red has %u.\n"), block + 1,
            holder(v, block), cells, of[1], of[2]);
    else
        say(out, _("Block %u: cells %s.\n"), block + 1, cells);
}

bool questions_blocks(const struct view *v, struct text *out)
{
    if (v->terms.game == GAME_DOMINOES)
        return false;
    for (unsigned block = 0; block < v->n; block++)
        block_line(v, block, out);
    return true;
}

bool questions_givens(const struct view *v, struct text *out)
{
    struct listing l = {v, out, 0};

    if (v->terms.game == GAME_DOMINOES)
        return false;
    for (unsigned cell = 0; cell < (unsigned)v->n * v->n; cell++)
        if (v->given[cell] != 0 && v->owner[cell] == 0)
            list_cell(&l, cell);
    text_add(out, l.n > 0 ? ".\n" : _("Every given has been claimed.\n"));
    return true;
}

static void own_tiles(const struct view *v, struct text *out)
{
    char tiles[8 * TILES_MAX] = "";
    struct text t = text_over(tiles, sizeof tiles);

    if (v->terms.game != GAME_DOMINOES)
        panel_hand(v, &t);
    for (unsigned i = 0; v->terms.game == GAME_DOMINOES && i < train_facts_own(v); i++) {
        text_add(&t, i > 0 ? ", " : "");
        train_facts_tile(v, v->dom.tiles[i], &t);
    }
    if (t.len > 0)
        say(out, _("Your hand: %s.\n"), tiles);
    else
        text_add(out, _("You hold no tiles.\n"));
}

void questions_hand(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;

    if (v->seat < SEATS_MAX)
        own_tiles(v, out);
    for (unsigned seat = 0; seat < v->seats && seat < SEATS_MAX; seat++)
        if (seat != v->seat)
            say(out, ngettext("%s holds %u tile.\n", "%s holds %u tiles.\n", v->hand_n[seat]),
                show->seat_name[seat], (unsigned)v->hand_n[seat]);
    if (v->terms.game == GAME_DOMINOES)
        train_facts_boneyard(v, out);
    else
        say(out, _("In the bag: %u. Discards: %u.\n"), (unsigned)v->bag_n,
            (unsigned)v->discards_n);
}

static void turn_line(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;

    if (v->ending != ENDING_NONE)
        text_add(out, _("The game is over.\n"));
    else if (v->turn == v->seat)
        text_add(out, _("It is your turn.\n"));
    else if (v->turn < SEATS_MAX)
        say(out, _("It is the turn of %s.\n"), show->seat_name[v->turn]);
}

void questions_clocks(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;

    turn_line(show, out);
    if (show->paused)
        text_add(out, _("The clocks stand still.\n"));
    for (unsigned seat = 0; seat < v->seats && seat < SEATS_MAX; seat++) {
        char clock[64] = "";
        struct text t = text_over(clock, sizeof clock);
        panel_clock(show, seat, &t);
        const char *left = clock[0] != '\0' ? clock : _("no limit");
        if (seat == v->seat)
            say(out, _("Time left, you: %s.\n"), left);
        else
            say(out, _("Time left, %s: %s.\n"), show->seat_name[seat], left);
    }
}

/* Wishes of more than two to end the game. */
static void wishes(const struct game_show *show, struct text *out)
{
    for (unsigned seat = 0; seat < show->view.seats && seat < SEATS_MAX; seat++)
        if (show->view.agreed >> seat & 1)
            say(out, _("%s would end the game without a winner: 'end' agrees.\n"),
                show->seat_name[seat]);
}

static void draw_offer(const struct game_show *show, struct text *out)
{
    const struct view *v = &show->view;

    if (v->draw_by >= SEATS_MAX) /* NO_SEAT is */
        return;
    if (v->draw_by == v->seat)
        text_add(out, _("You have offered a draw; it stands until it is answered.\n"));
    else
        say(out, v->terms.game == GAME_DOMINOES
                     ? _("%s offers to end without a winner: 'end' agrees, a move says no.\n")
                     : _("%s offers a draw: 'accept draw' takes it, a move declines it.\n"),
            show->seat_name[v->draw_by]);
}

static void pauses(const struct game_show *show, struct text *out)
{
    for (unsigned seat = 0; seat < show->view.seats && seat < SEATS_MAX; seat++)
        if (show->clock[seat].wants_pause && !show->paused)
            say(out, _("%s asks for a pause: 'pause' agrees.\n"), show->seat_name[seat]);
}

void questions_offers(const struct game_show *show, struct text *out)
{
    size_t before = out->len;

    if (show->view.ending == ENDING_NONE) {
        draw_offer(show, out);
        wishes(show, out);
        pauses(show, out);
        if (show->view.may_move && show->view.may_pie)
            text_add(out, _("You may take the first stone: 'pie'.\n"));
    }
    if (out->len == before)
        text_add(out, _("No offer stands.\n"));
}
