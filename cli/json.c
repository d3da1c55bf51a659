/* One function per struct, field by field; the names of enums are tables in the order of their
 * numbers. */
#include "cli/json.h"

#include "cli/sentence.h"
#include "rules/cell.h"
#include "rules/dominoes.h"
#include "wire/entry.h"

#include <stdio.h>
#include <string.h>

#define NAME_OF(table, number) name_of(table, sizeof(table) / sizeof(table)[0], number)

static const char *name_of(const char *const *table, size_t count, uint32_t number)
{
    return number < count && table[number] ? table[number] : "UNKNOWN";
}

static const char *const state_names[] = {
    [GAME_OFFERED_BY_ME] = "OFFERED_BY_ME", [GAME_OFFERED_TO_ME] = "OFFERED_TO_ME",
    [GAME_SETTING_UP] = "SETTING_UP",       [GAME_MY_TURN] = "MY_TURN",
    [GAME_THEIR_TURN] = "THEIR_TURN",       [GAME_CLOSING] = "CLOSING",
    [GAME_FINISHED] = "FINISHED",           [GAME_DECLINED] = "DECLINED",
    [GAME_DISPUTED] = "DISPUTED"};
static const char *const link_names[] = {[LINK_DOWN] = "DOWN", [LINK_UP] = "UP",
                                         [LINK_WRONG_KEY] = "WRONG_KEY",
                                         [LINK_REFUSED] = "REFUSED",
                                         [LINK_NO_PROXY] = "NO_PROXY", [LINK_FAR] = "FAR"};
static const char *const game_names[] = {[GAME_BRIDGE] = "BRIDGE", [GAME_DOMAINS] = "DOMAINS",
                                         [GAME_DOMINOES] = "DOMINOES"};
static const char *const ending_names[] = {
    [ENDING_NONE] = "NONE",       [ENDING_CHAIN] = "CHAIN",
    [ENDING_BLOCKS] = "BLOCKS",   [ENDING_ROUNDS] = "ROUNDS",
    [ENDING_RESIGNED] = "RESIGNED", [ENDING_DRAW] = "DRAW",
    [ENDING_CLOCK] = "CLOCK",     [ENDING_ABANDONED] = "ABANDONED",
    [ENDING_RULED] = "RULED"};
static const char *const move_names[] = {
    [MOVE_PLACE] = "PLACE", [MOVE_CLAIM] = "CLAIM", [MOVE_SWAP] = "SWAP", [MOVE_PIE] = "PIE",
    [MOVE_LOST] = "LOST",   [MOVE_SHOW] = "SHOW",   [MOVE_TILE] = "TILE", [MOVE_DRAW] = "DRAW",
    [MOVE_PASS] = "PASS"};
static const char *const entry_names[] = {
    [ENTRY_PROPOSAL] = "PROPOSAL", [ENTRY_ACCEPTANCE] = "ACCEPTANCE",
    [ENTRY_DECLINE] = "DECLINE",   [ENTRY_COIN] = "COIN",
    [ENTRY_SHUFFLE] = "SHUFFLE",   [ENTRY_SHARES] = "SHARES",
    [ENTRY_MOVE] = "MOVE",         [ENTRY_RESIGN] = "RESIGN",
    [ENTRY_OFFER_DRAW] = "OFFER_DRAW", [ENTRY_ACCEPT_DRAW] = "ACCEPT_DRAW",
    [ENTRY_SEED] = "SEED",         [ENTRY_FLAG] = "FLAG",
    [ENTRY_WARNING] = "WARNING",   [ENTRY_CLAIM] = "CLAIM",
    [ENTRY_ADD_TIME] = "ADD_TIME", [ENTRY_PAUSE] = "PAUSE",
    [ENTRY_RESUME] = "RESUME",     [ENTRY_LEAVE] = "LEAVE"};
static const char *const event_names[] = {
    [EVENT_FRIEND_JOINED] = "FRIEND_JOINED", [EVENT_FRIEND_UP] = "FRIEND_UP",
    [EVENT_FRIEND_DOWN] = "FRIEND_DOWN",     [EVENT_OFFER] = "OFFER",
    [EVENT_ACCEPTED] = "ACCEPTED",           [EVENT_DECLINED] = "DECLINED",
    [EVENT_STARTED] = "STARTED",             [EVENT_MOVE] = "MOVE",
    [EVENT_YOUR_TURN] = "YOUR_TURN",         [EVENT_DRAW_OFFERED] = "DRAW_OFFERED",
    [EVENT_OVER] = "OVER",                   [EVENT_FINISHED] = "FINISHED",
    [EVENT_DISPUTED] = "DISPUTED",           [EVENT_NOTE] = "NOTE",
    [EVENT_LINK] = "LINK",                   [EVENT_LOCAL] = "LOCAL",
    [EVENT_ROUND] = "ROUND",                 [EVENT_REMINDER] = "REMINDER",
    [EVENT_WARNED] = "WARNED",               [EVENT_TIME_ADDED] = "TIME_ADDED",
    [EVENT_PAUSE] = "PAUSE",                 [EVENT_RESUMED] = "RESUMED",
    [EVENT_LEAVE] = "LEAVE",                 [EVENT_HOLD] = "HOLD",
    [EVENT_CONDITION] = "CONDITION",         [EVENT_CLOCK] = "CLOCK",
    [EVENT_RULED] = "RULED"};
static const char *const grade_names[] = {
    [GRADE_NONE] = "NONE",   [GRADE_AGREED] = "AGREED",   [GRADE_WITNESSED] = "WITNESSED",
    [GRADE_RULED] = "RULED", [GRADE_CLAIMED] = "CLAIMED", [GRADE_DISPUTED] = "CONTESTED"};
static const char *const phase_names[] = {
    [DOMINO_SHOW] = "SHOW", [DOMINO_PLAY] = "PLAY", [DOMINO_REVEAL] = "REVEAL"};
static const char *const how_names[] = {[ROUND_NONE] = "NONE", [ROUND_OUT] = "OUT",
                                        [ROUND_BLOCKED] = "BLOCKED", [ROUND_VOID] = "VOID"};
static const char *const arm_names[] = {"LEFT", "RIGHT", "UP", "DOWN"};
static const char *const invitation_names[] = {
    [INVITATION_OPEN] = "OPEN", [INVITATION_USED] = "USED", [INVITATION_REVOKED] = "REVOKED",
    [INVITATION_EXPIRED] = "EXPIRED"};
static const char *const daemon_names[] = {[DAEMON_READY] = "READY", [DAEMON_LOCKED] = "LOCKED",
                                           [DAEMON_MOVED_OUT] = "MOVED_OUT"};

const char *json_event_name(uint32_t kind)
{
    return NAME_OF(event_names, kind);
}

bool json_event_known(const char *name)
{
    for (size_t i = 0; i < sizeof event_names / sizeof event_names[0]; i++)
        if (event_names[i] && strcmp(event_names[i], name) == 0)
            return true;
    return false;
}

static void set_text(json_t *o, const char *name, const char *value)
{
    json_object_set_new(o, name, json_string(value));
}

static void set_number(json_t *o, const char *name, uint64_t value)
{
    json_object_set_new(o, name, json_integer((json_int_t)value));
}

static void set_bool(json_t *o, const char *name, uint32_t value)
{
    json_object_set_new(o, name, json_boolean(value != 0));
}

static void set_id(json_t *o, const char *name, const uint8_t *bytes)
{
    char hex[2 * ID_LEN + 1];
    hex_write(span_of(bytes, ID_LEN), hex);
    set_text(o, name, hex);
}

static void set_time(json_t *o, const char *name, uint64_t ms)
{
    char stamp[40];
    struct text t = text_over(stamp, sizeof stamp);

    if (ms == 0) {
        json_object_set_new(o, name, json_null());
        return;
    }
    sentence_moment(ms, &t);
    set_text(o, name, stamp);
}

/* Seats are numbers from 0; nobody is null. */
static void set_seat(json_t *o, const char *name, uint32_t seat)
{
    json_object_set_new(o, name, seat < SEATS_MAX ? json_integer(seat) : json_null());
}

static void set_cell(json_t *o, const char *name, unsigned cell, unsigned n)
{
    char text[CELL_TEXT];

    if (n == 0 || cell >= n * n) {
        json_object_set_new(o, name, json_null());
        return;
    }
    cell_write(cell, n, text);
    set_text(o, name, text);
}

static json_t *numbers(const uint8_t *values, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_integer(values[i]));
    return list;
}

/* [2, 5] of a set of dominoes; null while it is not known. */
static json_t *tile_pair(unsigned value, unsigned set)
{
    uint8_t half[2];

    return dominoes_halves(set, value, half) ? numbers(half, 2) : json_null();
}

static json_t *tile_pairs(const uint8_t *values, size_t count, unsigned set)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, tile_pair(values[i], set));
    return list;
}

json_t *json_status(const struct status *s)
{
    json_t *o = json_object(), *announced = json_array();

    set_text(o, "state", NAME_OF(daemon_names, s->state));
    set_text(o, "version", s->version);
    set_number(o, "pid", s->pid);
    set_id(o, "key", s->key.b);
    set_text(o, "nick", s->nick);
    set_text(o, "listen", s->listen);
    for (unsigned i = 0; i < 4; i++)
        if (s->announced[i][0] != '\0')
            json_array_append_new(announced, json_string(s->announced[i]));
    json_object_set_new(o, "announced", announced);
    set_number(o, "friends", s->friends);
    set_number(o, "friends_online", s->friends_online);
    set_number(o, "games_open", s->games_open);
    set_number(o, "games_my_turn", s->games_my_turn);
    set_number(o, "unsent", s->unsent);
    set_time(o, "started", s->started_ms);
    set_number(o, "events", s->events);
    set_text(o, "folder", s->folder);
    return o;
}

json_t *json_invitation(const struct invitation_row *i)
{
    json_t *o = json_object();

    set_number(o, "number", i->number);
    set_text(o, "state", NAME_OF(invitation_names, i->state));
    set_time(o, "created", i->created_ms);
    set_time(o, "expires", i->expires_ms);
    set_text(o, "used_by", i->used_by);
    if (i->text[0] != '\0')
        set_text(o, "text", i->text);
    return o;
}

json_t *json_friend(const struct friend_row *f)
{
    json_t *o = json_object();

    set_text(o, "name", f->name);
    set_text(o, "calls_self", f->calls_self);
    set_id(o, "key", f->key.b);
    set_text(o, "link", NAME_OF(link_names, f->link));
    set_time(o, "link_since", f->link_ms);
    set_time(o, "last_seen", f->last_seen_ms);
    set_bool(o, "joined", f->joined);
    set_bool(o, "practice", f->practice);
    set_time(o, "checked", f->checked_ms);
    set_number(o, "unsent", f->unsent);
    set_number(o, "games_open", f->games_open);
    set_text(o, "address", f->address);
    return o;
}

json_t *json_game(const struct game_row *g)
{
    json_t *o = json_object();

    set_number(o, "number", g->number);
    set_id(o, "id", g->id.b);
    set_text(o, "opponent", g->opponent);
    json_t *others = json_array();
    for (unsigned i = 0; i < OTHERS_MAX - 1; i++)
        if (g->others[i][0] != '\0')
            json_array_append_new(others, json_string(g->others[i]));
    json_object_set_new(o, "others", others);
    set_number(o, "players", g->players > 0 ? g->players : 2);
    set_text(o, "state", NAME_OF(state_names, g->state));
    const char *preset = terms_preset_name((enum preset)g->preset);
    set_text(o, "preset", preset ? preset : "");
    set_text(o, "game", NAME_OF(game_names, g->game));
    set_number(o, "moves", g->moves);
    set_number(o, "entries", g->entries);
    set_seat(o, "my_seat", g->my_seat);
    set_text(o, "ending", NAME_OF(ending_names, g->ending));
    set_seat(o, "winner", g->ending == ENDING_NONE ? NO_SEAT : g->winner);
    set_text(o, "grade", NAME_OF(grade_names, g->grade));
    set_bool(o, "waits_for_me", g->waits_for_me);
    set_number(o, "unsent", g->unsent);
    set_text(o, "link", NAME_OF(link_names, g->link));
    set_time(o, "changed", g->changed_ms);
    set_time(o, "other_seen", g->other_seen_ms);
    if (g->refusal != 0)
        set_text(o, "refusal", verdict_name((enum verdict)g->refusal));
    if (g->hold != 0)
        set_text(o, "hold", verdict_name((enum verdict)g->hold));
    set_number(o, "conditions", g->conditions);
    return o;
}

json_t *json_choice(const struct choice *c, unsigned n)
{
    json_t *o = json_object();
    char words[MOVE_TEXT_MAX];
    struct text t = text_over(words, sizeof words);

    set_text(o, "kind", NAME_OF(move_names, c->kind));
    set_cell(o, "cell", c->cell, c->kind >= MOVE_SHOW ? 0 : n);
    if (c->kind == MOVE_TILE)
        set_text(o, "end", NAME_OF(arm_names, c->end));
    json_object_set_new(o, "tiles", c->kind >= MOVE_SHOW ? tile_pairs(c->values, c->values_n, n)
                                                         : numbers(c->values, c->values_n));
    move_write(c, n, &t);
    set_text(o, "words", words);
    return o;
}

json_t *json_move(const struct move_row *m, unsigned n)
{
    json_t *o = json_object();

    set_number(o, "number", m->number);
    set_seat(o, "seat", m->seat);
    set_text(o, "entry", NAME_OF(entry_names, m->kind));
    if (m->choice.kind != 0) {
        json_object_set_new(o, "move", json_choice(&m->choice, n));
        set_bool(o, "right", m->right);
    }
    set_time(o, "sent", m->sent_ms);
    set_number(o, "used_ms", m->used_ms);
    return o;
}

/* What `value` counts in an event about time. */
static void set_amount(json_t *o, const struct event *e)
{
    static const struct { const char *name; uint32_t kind; unsigned times; } rows[] = {
        {"left_ms", EVENT_REMINDER, 1000}, {"grace_ms", EVENT_WARNED, 1000},
        {"added_ms", EVENT_TIME_ADDED, 1000}, {"days", EVENT_LEAVE, 1}};

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].kind == e->kind)
            set_number(o, rows[i].name, (uint64_t)e->value * rows[i].times);
    if (e->kind == EVENT_PAUSE)
        set_bool(o, "paused", e->value);
}

json_t *json_event(const struct event *e)
{
    json_t *o = json_object();

    set_number(o, "number", e->number);
    set_time(o, "time", e->time_ms);
    set_text(o, "kind", NAME_OF(event_names, e->kind));
    set_number(o, "game", e->game);
    set_bool(o, "mine", e->mine);
    set_text(o, "name", e->name);
    if (e->kind == EVENT_MOVE)
        json_object_set_new(o, "move", json_move(&e->move, e->value));
    if (e->kind == EVENT_OVER) {
        set_text(o, "ending", NAME_OF(ending_names, e->value));
        set_seat(o, "winner", e->seat);
    }
    if (e->kind == EVENT_ROUND) {
        set_text(o, "how", NAME_OF(how_names, e->value));
        set_seat(o, "winner", e->seat);
    }
    if (e->kind == EVENT_RULED)
        set_seat(o, "winner", e->seat);
    if (e->kind == EVENT_NOTE || e->kind == EVENT_CONDITION)
        set_text(o, "text", e->text);
    set_amount(o, e);
    if (e->verdict != VERDICT_OK)
        set_text(o, "verdict", verdict_name((enum verdict)e->verdict));
    return o;
}

static json_t *cell_object(const struct view *v, unsigned cell)
{
    json_t *o = json_object(), *out = json_array();

    set_cell(o, "cell", cell, v->n);
    set_number(o, "block", v->block[cell]);
    set_number(o, "digit", v->digit[cell]);
    set_bool(o, "given", v->given[cell] != 0);
    set_seat(o, "owner", v->owner[cell] == 0 ? NO_SEAT : v->owner[cell] - 1u);
    for (unsigned digit = 1; digit <= v->n; digit++)
        if (v->ruled_out[cell] >> digit & 1)
            json_array_append_new(out, json_integer(digit));
    json_object_set_new(o, "ruled_out", out);
    return o;
}

static json_t *terms_object(const struct terms *terms)
{
    json_t *o = json_object();
    unsigned count;
    const struct term_row *rows = terms_rows(&count);

    for (unsigned i = 0; i < count; i++) {
        char value[64];
        struct text t = text_over(value, sizeof value);
        if (terms_value(terms, rows[i].name, &t))
            set_text(o, rows[i].name, value);
    }
    return o;
}

static json_t *line_list(const struct view *v)
{
    json_t *list = json_array();

    for (unsigned i = 0; i < v->dom.laid_n; i++) {
        json_t *o = json_object();
        json_object_set_new(o, "tile", tile_pair(v->dom.laid[i].value, v->terms.set));
        set_text(o, "end", NAME_OF(arm_names, v->dom.laid[i].end));
        set_seat(o, "seat", v->dom.laid[i].seat);
        json_array_append_new(list, o);
    }
    return list;
}

/* What the table knows of each seat, in order of seats. */
static json_t *domino_seats(const struct view *v)
{
    json_t *list = json_array();

    for (unsigned seat = 0; seat < v->seats; seat++) {
        json_t *o = json_object(), *lacks = json_array();
        set_number(o, "tiles", v->hand_n[seat]);
        set_number(o, "won", v->dom.won[seat]);
        json_object_set_new(o, "showed", tile_pair(v->dom.showed[seat], v->terms.set));
        set_bool(o, "passed", v->dom.passed >> seat & 1u);
        for (unsigned pips = 0; pips <= PIPS_MAX; pips++)
            if (v->dom.lacks[seat] >> pips & 1)
                json_array_append_new(lacks, json_integer(pips));
        json_object_set_new(o, "lacks", lacks);
        set_bool(o, "would_end", v->agreed >> seat & 1u);
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *last_round(const struct view *v)
{
    const struct domino_result *r = &v->dom.last;
    json_t *o = json_object(), *pips = json_array(), *forfeit = json_array();

    set_text(o, "how", NAME_OF(how_names, r->how));
    set_seat(o, "winner", r->how == ROUND_NONE ? NO_SEAT : r->winner);
    json_object_set_new(o, "tiles", numbers(r->tiles, v->seats));
    for (unsigned seat = 0; seat < v->seats; seat++) {
        json_array_append_new(pips, json_integer(r->pips[seat]));
        if (r->forfeit >> seat & 1)
            json_array_append_new(forfeit, json_integer(seat));
    }
    json_object_set_new(o, "pips", pips);
    json_object_set_new(o, "forfeit", forfeit);
    return o;
}

static json_t *dominoes_object(const struct view *v)
{
    json_t *o = json_object();
    unsigned own = v->seat < SEATS_MAX ? v->hand_n[v->seat] : 0;

    set_text(o, "phase", NAME_OF(phase_names, v->dom.phase));
    set_number(o, "round", v->dom.round);
    json_object_set_new(o, "ends", numbers(v->dom.open, v->dom.arms));
    json_object_set_new(o, "line", line_list(v));
    own = own < TILES_MAX ? own : TILES_MAX;
    json_object_set_new(o, "tiles", tile_pairs(v->dom.tiles, own, v->terms.set));
    set_number(o, "boneyard", v->bag_n);
    json_object_set_new(o, "seats", domino_seats(v));
    set_seat(o, "youngest", v->dom.youngest);
    json_object_set_new(o, "last_round", last_round(v));
    return o;
}

static json_t *view_object(const struct view *v)
{
    json_t *o = json_object(), *cells = json_array();

    set_seat(o, "seat", v->seat);
    set_seat(o, "turn", v->turn);
    set_number(o, "moves", v->moves);
    set_seat(o, "draw_by", v->draw_by);
    set_bool(o, "may_move", v->may_move);
    set_bool(o, "may_pie", v->may_pie);
    set_number(o, "pair_left", v->pair_left);
    set_number(o, "size", v->n);
    for (unsigned cell = 0; cell < (unsigned)v->n * v->n; cell++)
        json_array_append_new(cells, cell_object(v, cell));
    json_object_set_new(o, "cells", cells);
    set_cell(o, "last_cell", v->last_cell, v->n);
    set_number(o, "last_digit", v->last_digit);
    json_object_set_new(o, "block_owner", numbers(v->block_owner, v->n));
    bool dominoes = v->terms.game == GAME_DOMINOES;
    unsigned hand_n = v->seat < SEATS_MAX && !dominoes ? v->hand_n[v->seat] : 0;
    json_object_set_new(o, "hand", numbers(v->hand, hand_n < HAND_MAX ? hand_n : HAND_MAX));
    if (dominoes)
        json_object_set_new(o, "dominoes", dominoes_object(v));
    json_object_set_new(o, "hand_counts", numbers(v->hand_n, v->seats));
    set_number(o, "bag", v->bag_n);
    set_number(o, "discards", v->discards_n);
    return o;
}

static void set_clock(json_t *seat, const struct seat_clock *c)
{
    set_number(seat, "used_ms", c->used_ms);
    set_number(seat, "move_used_ms", c->move_used_ms);
    set_bool(seat, "running", c->running);
    set_number(seat, "bank_ms", c->bank_ms);
    set_number(seat, "turn_ms", c->turn_ms);
    set_number(seat, "leave_left", c->leave_left);
    set_bool(seat, "wants_pause", c->wants_pause);
}

/* [E-2.1] The engine is told nothing that its seat may not know. */
json_t *json_seat(const struct game_show *show)
{
    json_t *o = json_object(), *seats = json_array();

    set_text(o, "game", NAME_OF(game_names, show->view.terms.game));
    json_object_set_new(o, "terms", terms_object(&show->view.terms));
    for (unsigned i = 0; i < show->view.seats; i++) {
        json_t *seat = json_object();
        set_clock(seat, &show->clock[i]);
        json_array_append_new(seats, seat);
    }
    json_object_set_new(o, "seats", seats);
    json_object_set_new(o, "view", view_object(&show->view));
    return o;
}

const char *json_ending_name(uint32_t ending)
{
    return NAME_OF(ending_names, ending);
}

json_t *json_show(const struct game_show *show)
{
    json_t *o = json_game(&show->row), *seats = json_array();

    set_bool(o, "started", show->started);
    set_id(o, "head", show->head.b);
    json_object_set_new(o, "terms", terms_object(&show->view.terms));
    set_text(o, "preset_diff", show->preset_diff);
    for (unsigned i = 0; show->started && i < show->view.seats; i++) {
        json_t *seat = json_object();
        set_text(seat, "name", show->seat_name[i]);
        set_clock(seat, &show->clock[i]);
        json_array_append_new(seats, seat);
    }
    json_object_set_new(o, "seats", seats);
    set_bool(o, "paused", show->paused);
    set_bool(o, "warned", show->warned);
    set_bool(o, "warned_mine", show->warned_mine);
    set_time(o, "grace_until", show->warned ? show->grace_ms : 0);
    set_text(o, "witness", show->witness);
    set_text(o, "arbiter", show->arbiter);
    if (show->started)
        json_object_set_new(o, "view", view_object(&show->view));
    return o;
}
