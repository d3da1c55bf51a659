/* Lists of cells travel as one byte a cell, n * n of them: no list has a length of its own. */
#include "wire/control_show.h"

#include <string.h>

static void put_cells(const struct view *in, struct show_parts *parts)
{
    Control__View *m = &parts->view;
    size_t cells = (size_t)in->n * in->n;

    m->block = sieve_lend(in->block, cells);
    m->given = sieve_lend(in->given, cells);
    m->digit = sieve_lend(in->digit, cells);
    m->owner = sieve_lend(in->owner, cells);
    for (size_t i = 0; i < cells; i++) {
        parts->ruled_out[2 * i] = (uint8_t)in->ruled_out[i];
        parts->ruled_out[2 * i + 1] = (uint8_t)(in->ruled_out[i] >> 8);
    }
    m->ruled_out = sieve_lend(parts->ruled_out, 2 * cells);
    m->block_owner = sieve_lend(in->block_owner, in->n);
}

static void put_view(const struct view *in, struct show_parts *parts)
{
    Control__View *m = &parts->view;

    control__view__init(m);
    terms_bytes(&in->terms, parts->terms);
    m->terms = sieve_lend(parts->terms, sizeof parts->terms);
    m->seat = in->seat;
    m->turn = in->turn;
    m->ending = in->ending;
    m->winner = in->winner;
    m->draw_by = in->draw_by;
    m->seats = in->seats;
    m->moves = in->moves;
    m->n = in->n;
    put_cells(in, parts);
    m->last_cell = in->last_cell;
    m->last_digit = in->last_digit;
    m->may_pie = in->may_pie;
    m->may_move = in->may_move;
    m->pair_left = in->pair_left;
    m->hand = sieve_lend(in->hand, sizeof in->hand);
    m->hand_n = sieve_lend(in->hand_n, sizeof in->hand_n);
    m->bag_n = in->bag_n;
    m->discards_n = in->discards_n;
}

static void put_seats(const struct game_show *in, struct show_parts *parts)
{
    Control__Show *m = &parts->show;

    m->n_clock = m->n_seat_name = SEATS_MAX;
    m->clock = parts->clock_list;
    m->seat_name = parts->names;
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        Control__SeatClock *c = &parts->clocks[i];
        control__seat_clock__init(c);
        c->used_ms = in->clock[i].used_ms;
        c->move_used_ms = in->clock[i].move_used_ms;
        c->running = in->clock[i].running;
        parts->clock_list[i] = c;
        parts->names[i] = sieve_lend_text(in->seat_name[i]);
    }
}

void put_show(const struct game_show *in, struct show_parts *out)
{
    Control__Show *m = &out->show;

    control__show__init(m);
    put_game_row(&in->row, &out->row);
    m->row = &out->row;
    put_view(&in->view, out);
    m->view = &out->view;
    m->started = in->started;
    m->head = sieve_lend(in->head.b, sizeof in->head.b);
    put_seats(in, out);
    m->preset_diff = sieve_lend_text(in->preset_diff);
}

static void take_cells(struct sieve *s, const Control__View *in, struct view *out)
{
    size_t cells = (size_t)out->n * out->n;
    uint8_t ruled[2 * CELLS_MAX] = {0};
    uint8_t block_most = out->n > 0 ? (uint8_t)(out->n - 1) : 0;

    sieve_bytes(s, in->block, out->block, cells);
    sieve_small(s, out->block, cells, block_most);
    sieve_bytes(s, in->given, out->given, cells);
    sieve_small(s, out->given, cells, out->n);
    sieve_bytes(s, in->digit, out->digit, cells);
    sieve_small(s, out->digit, cells, out->n);
    sieve_bytes(s, in->owner, out->owner, cells);
    sieve_small(s, out->owner, cells, SEATS_MAX);
    sieve_bytes(s, in->ruled_out, ruled, 2 * cells);
    for (size_t i = 0; i < cells; i++)
        out->ruled_out[i] = (uint16_t)sieve_number(s, ruled[2 * i] | ruled[2 * i + 1] * 256u, 0,
                                                   (2u << out->n) - 1);
    sieve_bytes(s, in->block_owner, out->block_owner, out->n);
    sieve_small(s, out->block_owner, out->n, SEATS_MAX);
}

static void take_view(struct sieve *s, const Control__View *in, struct view *out)
{
    uint8_t terms[TERMS_BYTES] = {0};

    sieve_bytes(s, in->terms, terms, sizeof terms);
    terms_from_bytes(terms, &out->terms);
    out->seat = (uint8_t)sieve_number(s, in->seat, 0, NO_SEAT);
    out->turn = sieve_or_none(s, in->turn, SEATS_MAX - 1);
    out->ending = (uint8_t)sieve_number(s, in->ending, ENDING_NONE, ENDING_ABANDONED);
    out->winner = sieve_or_none(s, in->winner, SEATS_MAX - 1);
    out->draw_by = sieve_or_none(s, in->draw_by, SEATS_MAX - 1);
    out->seats = (uint8_t)sieve_number(s, in->seats, 0, SEATS_MAX);
    out->moves = (uint16_t)sieve_number(s, in->moves, 0, UINT16_MAX);
    out->n = (uint8_t)sieve_number(s, in->n, 0, BOARD_MAX);
    take_cells(s, in, out);
    out->last_cell = sieve_or_none(s, in->last_cell, CELLS_MAX - 1);
    out->last_digit = (uint8_t)sieve_number(s, in->last_digit, 0, BOARD_MAX);
    out->may_pie = (uint8_t)sieve_number(s, in->may_pie, 0, 1);
    out->may_move = (uint8_t)sieve_number(s, in->may_move, 0, 1);
    out->pair_left = (uint8_t)sieve_number(s, in->pair_left, 0, 2);
    sieve_bytes(s, in->hand, out->hand, sizeof out->hand);
    sieve_small(s, out->hand, sizeof out->hand, BOARD_MAX);
    sieve_bytes(s, in->hand_n, out->hand_n, sizeof out->hand_n);
    sieve_small(s, out->hand_n, sizeof out->hand_n, TILES_MAX);
    out->bag_n = (uint8_t)sieve_number(s, in->bag_n, 0, TILES_MAX);
    out->discards_n = (uint8_t)sieve_number(s, in->discards_n, 0, TILES_MAX);
}

/* What the display relies on beyond the single fields. */
static void check_together(struct sieve *s, const struct game_show *show)
{
    const struct view *v = &show->view;
    unsigned cells = (unsigned)v->n * v->n;

    if (v->last_cell != NO_CELL && v->last_cell >= cells)
        sieve_fault(s, VERDICT_FIELD_RANGE);
    if (v->seat < SEATS_MAX && v->hand_n[v->seat] > HAND_MAX)
        sieve_fault(s, VERDICT_FIELD_RANGE);
    if (v->seat >= SEATS_MAX && v->seat < SEAT_WATCHER)
        sieve_fault(s, VERDICT_FIELD_RANGE);
}

void take_show(struct sieve *s, const Control__Show *in, struct game_show *out)
{
    *out = (struct game_show){0};
    if (!in->row || !in->view || in->n_clock != SEATS_MAX || in->n_seat_name != SEATS_MAX) {
        sieve_fault(s, VERDICT_FIELD_RANGE);
        return;
    }
    take_game_row(s, in->row, &out->row);
    take_view(s, in->view, &out->view);
    out->started = sieve_number(s, in->started, 0, 1);
    sieve_bytes(s, in->head, out->head.b, sizeof out->head.b);
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        sieve_text(s, in->seat_name[i], out->seat_name[i], sizeof out->seat_name[i]);
        out->clock[i].used_ms = in->clock[i]->used_ms;
        out->clock[i].move_used_ms = in->clock[i]->move_used_ms;
        out->clock[i].running = sieve_number(s, in->clock[i]->running, 0, 1);
    }
    sieve_text(s, in->preset_diff, out->preset_diff, sizeof out->preset_diff);
    check_together(s, out);
}
