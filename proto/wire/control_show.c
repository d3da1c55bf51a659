/* Lists of cells travel as one byte a cell, n * n of them: no list has a length of its own. */
#include "wire/control_show.h"

#include "rules/dominoes.h"

#include <string.h>

/* All bits of seats. */
enum { SEATS_BITS = (1 << SEATS_MAX) - 1 };

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

static void put_pairs(const uint16_t in[SEATS_MAX], uint8_t out[2 * SEATS_MAX])
{
    for (size_t i = 0; i < SEATS_MAX; i++) {
        out[2 * i] = (uint8_t)in[i];
        out[2 * i + 1] = (uint8_t)(in[i] >> 8);
    }
}

/* How many own tiles the view shows. */
static size_t own_tiles(const struct view *in)
{
    return in->seat < SEATS_MAX && in->hand_n[in->seat] <= TILES_MAX ? in->hand_n[in->seat] : 0;
}

static void put_last(const struct domino_result *in, struct show_parts *parts)
{
    Control__Dominoes *m = &parts->dominoes;

    m->last_how = in->how;
    m->last_winner = in->winner;
    m->last_forfeit = in->forfeit;
    m->last_tiles = sieve_lend(in->tiles, sizeof in->tiles);
    put_pairs(in->pips, parts->pips);
    m->last_pips = sieve_lend(parts->pips, sizeof parts->pips);
}

static void put_dominoes(const struct view *view, struct show_parts *parts)
{
    const struct domino_view *in = &view->dom;
    Control__Dominoes *m = &parts->dominoes;

    control__dominoes__init(m);
    m->phase = in->phase;
    m->round = in->round;
    m->won = sieve_lend(in->won, sizeof in->won);
    m->showed = sieve_lend(in->showed, sizeof in->showed);
    m->arms = in->arms;
    m->open = sieve_lend(in->open, sizeof in->open);
    for (size_t i = 0; i < in->laid_n; i++) {
        parts->laid[3 * i] = in->laid[i].value;
        parts->laid[3 * i + 1] = in->laid[i].end;
        parts->laid[3 * i + 2] = in->laid[i].seat;
    }
    m->laid = sieve_lend(parts->laid, (size_t)3 * in->laid_n);
    m->passed = in->passed;
    put_pairs(in->lacks, parts->lacks);
    m->lacks = sieve_lend(parts->lacks, sizeof parts->lacks);
    m->youngest = in->youngest;
    put_last(&in->last, parts);
    m->tiles = sieve_lend(in->tiles, own_tiles(view));
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
    m->agreed = in->agreed;
    if (in->terms.game == GAME_DOMINOES) {
        put_dominoes(in, parts);
        m->dominoes = &parts->dominoes;
    }
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
        c->bank_ms = in->clock[i].bank_ms;
        c->turn_ms = in->clock[i].turn_ms;
        c->leave_left = in->clock[i].leave_left;
        c->wants_pause = in->clock[i].wants_pause;
        parts->clock_list[i] = c;
        parts->names[i] = sieve_lend_text(in->seat_name[i]);
    }
}

void put_show(const struct game_show *in, struct show_parts *out)
{
    Control__Show *m = &out->show;

    control__show__init(m);
    put_game_row(&in->row, &out->row);
    m->row = &out->row.row;
    put_view(&in->view, out);
    m->view = &out->view;
    m->started = in->started;
    m->head = sieve_lend(in->head.b, sizeof in->head.b);
    put_seats(in, out);
    m->preset_diff = sieve_lend_text(in->preset_diff);
    m->paused = in->paused;
    m->warned = in->warned;
    m->warned_mine = in->warned_mine;
    m->grace_ms = in->grace_ms;
    m->witness = sieve_lend_text(in->witness);
    m->arbiter = sieve_lend_text(in->arbiter);
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

static void take_pairs(struct sieve *s, ProtobufCBinaryData in, uint16_t out[SEATS_MAX])
{
    uint8_t bytes[2 * SEATS_MAX] = {0};

    sieve_bytes(s, in, bytes, sizeof bytes);
    for (size_t i = 0; i < SEATS_MAX; i++)
        out[i] = (uint16_t)(bytes[2 * i] | bytes[2 * i + 1] << 8);
}

static void take_laid(struct sieve *s, ProtobufCBinaryData in, struct domino_view *out)
{
    uint8_t laid[3 * TILES_MAX] = {0};

    out->laid_n = (uint8_t)sieve_count(s, in.len / 3, TILES_MAX);
    sieve_bytes(s, in, laid, (size_t)3 * out->laid_n);
    for (size_t i = 0; i < out->laid_n; i++) {
        out->laid[i].value = (uint8_t)sieve_number(s, laid[3 * i], 0, TILES_MAX);
        out->laid[i].end = (uint8_t)sieve_number(s, laid[3 * i + 1], 0, ARMS_MAX - 1);
        out->laid[i].seat = (uint8_t)sieve_number(s, laid[3 * i + 2], 0, SEATS_MAX - 1);
    }
}

static void take_last(struct sieve *s, const Control__Dominoes *in, struct domino_result *out)
{
    out->how = (uint8_t)sieve_number(s, in->last_how, ROUND_NONE, ROUND_VOID);
    out->winner = sieve_or_none(s, in->last_winner, SEATS_MAX - 1);
    out->forfeit = (uint8_t)sieve_number(s, in->last_forfeit, 0, SEATS_BITS);
    sieve_bytes(s, in->last_tiles, out->tiles, sizeof out->tiles);
    sieve_small(s, out->tiles, sizeof out->tiles, TILES_MAX);
    take_pairs(s, in->last_pips, out->pips);
}

static void take_dominoes(struct sieve *s, const Control__Dominoes *in, struct view *view)
{
    struct domino_view *out = &view->dom;

    out->phase = (uint8_t)sieve_number(s, in->phase, 0, DOMINO_REVEAL);
    out->round = (uint16_t)sieve_number(s, in->round, 0, UINT16_MAX);
    sieve_bytes(s, in->won, out->won, sizeof out->won);
    sieve_bytes(s, in->showed, out->showed, sizeof out->showed);
    for (size_t i = 0; i < sizeof out->showed; i++)
        sieve_or_none(s, out->showed[i], TILES_MAX); /* SHOWED_LOST is 255 */
    out->arms = (uint8_t)sieve_number(s, in->arms, 0, ARMS_MAX);
    sieve_bytes(s, in->open, out->open, sizeof out->open);
    sieve_small(s, out->open, sizeof out->open, PIPS_MAX);
    take_laid(s, in->laid, out);
    out->passed = (uint8_t)sieve_number(s, in->passed, 0, SEATS_BITS);
    take_pairs(s, in->lacks, out->lacks);
    out->youngest = sieve_or_none(s, in->youngest, SEATS_MAX - 1);
    take_last(s, in, &out->last);
    sieve_bytes(s, in->tiles, out->tiles, own_tiles(view));
    sieve_small(s, out->tiles, sizeof out->tiles, TILES_MAX);
}

static void take_view(struct sieve *s, const Control__View *in, struct view *out)
{
    uint8_t terms[TERMS_BYTES] = {0};

    sieve_bytes(s, in->terms, terms, sizeof terms);
    terms_from_bytes(terms, &out->terms);
    out->seat = (uint8_t)sieve_number(s, in->seat, 0, NO_SEAT);
    out->turn = sieve_or_none(s, in->turn, SEATS_MAX - 1);
    out->ending = (uint8_t)sieve_number(s, in->ending, ENDING_NONE, ENDING_RULED);
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
    out->agreed = (uint8_t)sieve_number(s, in->agreed, 0, SEATS_BITS);
    if (out->terms.game == GAME_DOMINOES && in->dominoes)
        take_dominoes(s, in->dominoes, out);
    else if (out->terms.game == GAME_DOMINOES || in->dominoes)
        sieve_fault(s, VERDICT_FIELD_RANGE);
}

/* What the display relies on beyond the single fields. */
static void check_together(struct sieve *s, const struct game_show *show)
{
    const struct view *v = &show->view;
    unsigned cells = (unsigned)v->n * v->n;

    if (v->last_cell != NO_CELL && v->last_cell >= cells)
        sieve_fault(s, VERDICT_FIELD_RANGE);
    bool digits = v->terms.game != GAME_DOMINOES;
    if (digits && v->seat < SEATS_MAX && v->hand_n[v->seat] > HAND_MAX)
        sieve_fault(s, VERDICT_FIELD_RANGE);
    if (v->seat >= SEATS_MAX && v->seat < SEAT_WATCHER)
        sieve_fault(s, VERDICT_FIELD_RANGE);
}

static void take_clock(struct sieve *s, const Control__SeatClock *in, struct seat_clock *out)
{
    out->used_ms = in->used_ms;
    out->move_used_ms = in->move_used_ms;
    out->running = sieve_number(s, in->running, 0, 1);
    out->bank_ms = in->bank_ms;
    out->turn_ms = in->turn_ms;
    out->leave_left = sieve_number(s, in->leave_left, 0, UINT8_MAX);
    out->wants_pause = sieve_number(s, in->wants_pause, 0, 1);
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
        take_clock(s, in->clock[i], &out->clock[i]);
    }
    sieve_text(s, in->preset_diff, out->preset_diff, sizeof out->preset_diff);
    out->paused = sieve_number(s, in->paused, 0, 1);
    out->warned = sieve_number(s, in->warned, 0, 1);
    out->warned_mine = sieve_number(s, in->warned_mine, 0, 1);
    out->grace_ms = in->grace_ms;
    sieve_text(s, in->witness, out->witness, sizeof out->witness);
    sieve_text(s, in->arbiter, out->arbiter, sizeof out->arbiter);
    check_together(s, out);
}
