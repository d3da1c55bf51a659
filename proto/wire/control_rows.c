/* Field by field in the order of the structs; a new field is one line in put and one in take. */
#include "wire/control_rows.h"

#include <string.h>

/* Numbers of lists of which control.h includes no header: entry kinds, debts, grades. */
enum { KIND_MAX = 255, GRADE_MAX = 255 };

void put_status(const struct status *in, struct status_parts *out)
{
    Control__Status *m = &out->status;

    control__status__init(m);
    m->state = in->state;
    m->version = sieve_lend_text(in->version);
    m->pid = in->pid;
    m->key = sieve_lend(in->key.b, sizeof in->key.b);
    m->nick = sieve_lend_text(in->nick);
    m->listen = sieve_lend_text(in->listen);
    m->announced = out->announced;
    for (unsigned i = 0; i < ANNOUNCED_MAX; i++)
        if (in->announced[i][0] != '\0')
            out->announced[m->n_announced++] = sieve_lend_text(in->announced[i]);
    m->friends = in->friends;
    m->friends_online = in->friends_online;
    m->games_open = in->games_open;
    m->games_my_turn = in->games_my_turn;
    m->unsent = in->unsent;
    m->started_ms = in->started_ms;
    m->events = in->events;
    m->folder = sieve_lend_text(in->folder);
}

void put_invitation(const struct invitation_row *in, Control__Invitation *out)
{
    control__invitation__init(out);
    out->number = in->number;
    out->state = in->state;
    out->created_ms = in->created_ms;
    out->expires_ms = in->expires_ms;
    out->used_by = sieve_lend_text(in->used_by);
    out->text = sieve_lend_text(in->text);
}

void put_friend(const struct friend_row *in, Control__Friend *out)
{
    control__friend__init(out);
    out->name = sieve_lend_text(in->name);
    out->calls_self = sieve_lend_text(in->calls_self);
    out->key = sieve_lend(in->key.b, sizeof in->key.b);
    out->link = in->link;
    out->last_seen_ms = in->last_seen_ms;
    out->joined = in->joined;
    out->practice = in->practice;
    out->checked_ms = in->checked_ms;
    out->unsent = in->unsent;
    out->games_open = in->games_open;
    out->address = sieve_lend_text(in->address);
    out->link_ms = in->link_ms;
}

void put_game_row(const struct game_row *in, struct row_parts *parts)
{
    Control__GameRow *out = &parts->row;

    control__game_row__init(out);
    out->number = in->number;
    out->id = sieve_lend(in->id.b, sizeof in->id.b);
    out->opponent = sieve_lend_text(in->opponent);
    out->state = in->state;
    out->preset = in->preset;
    out->game = in->game;
    out->moves = in->moves;
    out->entries = in->entries;
    out->my_seat = in->my_seat;
    out->ending = in->ending;
    out->winner = in->winner;
    out->waits_for = in->waits_for;
    out->waits_for_me = in->waits_for_me;
    out->unsent = in->unsent;
    out->link = in->link;
    out->changed_ms = in->changed_ms;
    out->other_seen_ms = in->other_seen_ms;
    out->refusal = in->refusal;
    out->players = in->players;
    out->others = parts->others;
    for (unsigned i = 0; i < OTHERS_MAX - 1; i++)
        if (in->others[i][0] != '\0')
            parts->others[out->n_others++] = sieve_lend_text(in->others[i]);
    out->accepted = in->accepted;
    out->grade = in->grade;
    out->hold = in->hold;
    out->conditions = in->conditions;
}

Control__Choice *put_choice(const struct choice *in, Control__Choice *out)
{
    if (in->kind == 0)
        return NULL;
    control__choice__init(out);
    out->kind = in->kind;
    out->cell = in->cell;
    out->end = in->end;
    out->values = sieve_lend(in->values, in->values_n);
    return out;
}

void put_move_row(const struct move_row *in, struct move_parts *out)
{
    control__move_row__init(&out->row);
    out->row.number = in->number;
    out->row.seat = in->seat;
    out->row.kind = in->kind;
    out->row.right = in->right;
    out->row.choice = put_choice(&in->choice, &out->choice);
    out->row.sent_ms = in->sent_ms;
    out->row.used_ms = in->used_ms;
}

void put_event(const struct event *in, struct event_parts *out)
{
    Control__Event *m = &out->event;

    control__event__init(m);
    m->number = in->number;
    m->time_ms = in->time_ms;
    m->kind = in->kind;
    m->game = in->game;
    m->mine = in->mine;
    m->seat = in->seat;
    m->value = in->value;
    m->verdict = in->verdict;
    put_move_row(&in->move, &out->move);
    m->move = &out->move.row;
    m->name = sieve_lend_text(in->name);
    m->text = sieve_lend_text(in->text);
}

void take_status(struct sieve *s, const Control__Status *in, struct status *out)
{
    *out = (struct status){0};
    out->state = sieve_number(s, in->state, DAEMON_READY, DAEMON_MOVED_OUT);
    sieve_text(s, in->version, out->version, sizeof out->version);
    out->pid = in->pid;
    sieve_bytes(s, in->key, out->key.b, sizeof out->key.b);
    sieve_text(s, in->nick, out->nick, sizeof out->nick);
    sieve_text(s, in->listen, out->listen, sizeof out->listen);
    unsigned announced = sieve_count(s, in->n_announced, ANNOUNCED_MAX);
    for (unsigned i = 0; i < announced; i++)
        sieve_text(s, in->announced[i], out->announced[i], sizeof out->announced[i]);
    out->friends = in->friends;
    out->friends_online = in->friends_online;
    out->games_open = in->games_open;
    out->games_my_turn = in->games_my_turn;
    out->unsent = in->unsent;
    out->started_ms = in->started_ms;
    out->events = in->events;
    sieve_text(s, in->folder, out->folder, sizeof out->folder);
}

void take_invitation(struct sieve *s, const Control__Invitation *in, struct invitation_row *out)
{
    *out = (struct invitation_row){0};
    out->number = in->number;
    out->state = sieve_number(s, in->state, INVITATION_OPEN, INVITATION_EXPIRED);
    out->created_ms = in->created_ms;
    out->expires_ms = in->expires_ms;
    sieve_text(s, in->used_by, out->used_by, sizeof out->used_by);
    sieve_text(s, in->text, out->text, sizeof out->text);
}

void take_friend(struct sieve *s, const Control__Friend *in, struct friend_row *out)
{
    *out = (struct friend_row){0};
    sieve_text(s, in->name, out->name, sizeof out->name);
    sieve_text(s, in->calls_self, out->calls_self, sizeof out->calls_self);
    sieve_bytes(s, in->key, out->key.b, sizeof out->key.b);
    out->link = sieve_number(s, in->link, LINK_DOWN, LINK_FAR);
    out->last_seen_ms = in->last_seen_ms;
    out->joined = sieve_number(s, in->joined, 0, 1);
    out->practice = sieve_number(s, in->practice, 0, 1);
    out->checked_ms = in->checked_ms;
    out->unsent = in->unsent;
    out->games_open = in->games_open;
    sieve_text(s, in->address, out->address, sizeof out->address);
    out->link_ms = in->link_ms;
}

void take_game_row(struct sieve *s, const Control__GameRow *in, struct game_row *out)
{
    *out = (struct game_row){0};
    out->number = in->number;
    sieve_bytes(s, in->id, out->id.b, sizeof out->id.b);
    sieve_text(s, in->opponent, out->opponent, sizeof out->opponent);
    out->state = sieve_number(s, in->state, GAME_OFFERED_BY_ME, GAME_DISPUTED);
    out->preset = sieve_number(s, in->preset, PRESET_BRIDGE, PRESET_DOMINOES);
    out->game = sieve_number(s, in->game, GAME_BRIDGE, GAME_DOMINOES);
    out->moves = in->moves;
    out->entries = in->entries;
    out->my_seat = sieve_or_none(s, in->my_seat, SEATS_MAX - 1);
    out->ending = sieve_number(s, in->ending, ENDING_NONE, ENDING_RULED);
    out->winner = sieve_or_none(s, in->winner, SEATS_MAX - 1);
    out->waits_for = sieve_number(s, in->waits_for, 0, KIND_MAX);
    out->waits_for_me = sieve_number(s, in->waits_for_me, 0, 1);
    out->unsent = in->unsent;
    out->link = sieve_number(s, in->link, LINK_DOWN, LINK_FAR);
    out->changed_ms = in->changed_ms;
    out->other_seen_ms = in->other_seen_ms;
    out->refusal = sieve_number(s, in->refusal, 0, UINT16_MAX);
    out->players = sieve_number(s, in->players, 0, SEATS_MAX);
    unsigned others = sieve_count(s, in->n_others, OTHERS_MAX - 1);
    for (unsigned i = 0; i < others; i++)
        sieve_text(s, in->others[i], out->others[i], sizeof out->others[i]);
    out->accepted = sieve_number(s, in->accepted, 0, SEATS_MAX);
    out->grade = sieve_number(s, in->grade, 0, GRADE_MAX);
    out->hold = sieve_number(s, in->hold, 0, UINT16_MAX);
    out->conditions = in->conditions;
}

void take_choice(struct sieve *s, const Control__Choice *in, struct choice *out)
{
    *out = (struct choice){0};
    if (!in)
        return;
    out->kind = (uint8_t)sieve_number(s, in->kind, MOVE_PLACE, MOVE_PASS);
    out->cell = sieve_or_none(s, in->cell, CELLS_MAX - 1);
    out->end = (uint8_t)sieve_number(s, in->end, 0, UINT8_MAX);
    out->values_n = (uint8_t)sieve_count(s, in->values.len, HAND_MAX);
    if (out->values_n > 0)
        memcpy(out->values, in->values.data, out->values_n);
}

void take_move_row(struct sieve *s, const Control__MoveRow *in, struct move_row *out)
{
    *out = (struct move_row){0};
    if (!in)
        return;
    out->number = in->number;
    out->seat = sieve_or_none(s, in->seat, SEATS_MAX - 1);
    out->kind = sieve_number(s, in->kind, 0, KIND_MAX);
    out->right = sieve_number(s, in->right, 0, 1);
    take_choice(s, in->choice, &out->choice);
    out->sent_ms = in->sent_ms;
    out->used_ms = in->used_ms;
}

void take_event(struct sieve *s, const Control__Event *in, struct event *out)
{
    *out = (struct event){0};
    out->number = in->number;
    out->time_ms = in->time_ms;
    out->kind = sieve_number(s, in->kind, EVENT_FRIEND_JOINED, EVENT_RULED);
    out->game = in->game;
    out->mine = sieve_number(s, in->mine, 0, 1);
    out->seat = sieve_or_none(s, in->seat, SEATS_MAX - 1);
    out->value = in->value;
    out->verdict = sieve_number(s, in->verdict, 0, UINT16_MAX);
    take_move_row(s, in->move, &out->move);
    sieve_text(s, in->name, out->name, sizeof out->name);
    sieve_text(s, in->text, out->text, sizeof out->text);
}

void put_road(const struct road_row *in, Control__Road *out)
{
    control__road__init(out);
    out->name = sieve_lend_text(in->name);
    out->kind = in->kind;
    out->target = sieve_lend_text(in->target);
    out->sent_ms = in->sent_ms;
    out->trouble = in->trouble;
}

void take_road(struct sieve *s, const Control__Road *in, struct road_row *out)
{
    *out = (struct road_row){0};
    sieve_text(s, in->name, out->name, sizeof out->name);
    out->kind = sieve_number(s, in->kind, ROAD_DIRECT, ROAD_RELAY);
    sieve_text(s, in->target, out->target, sizeof out->target);
    out->sent_ms = in->sent_ms;
    out->trouble = sieve_number(s, in->trouble, 0, UINT16_MAX);
}

void put_outbox(const struct outbox_row *in, Control__Outbox *out)
{
    control__outbox__init(out);
    out->name = sieve_lend_text(in->name);
    out->game = in->game;
    out->number = in->number;
    out->kind = in->kind;
    out->written_ms = in->written_ms;
    out->road = in->road;
    out->sent_ms = in->sent_ms;
    out->last_seen_ms = in->last_seen_ms;
    out->link = in->link;
    out->note = in->note;
}

void take_outbox(struct sieve *s, const Control__Outbox *in, struct outbox_row *out)
{
    *out = (struct outbox_row){0};
    sieve_text(s, in->name, out->name, sizeof out->name);
    out->game = in->game;
    out->number = in->number;
    out->kind = sieve_number(s, in->kind, 0, KIND_MAX);
    out->written_ms = in->written_ms;
    out->road = sieve_number(s, in->road, ROAD_NONE, ROAD_RELAY);
    out->sent_ms = in->sent_ms;
    out->last_seen_ms = in->last_seen_ms;
    out->link = sieve_number(s, in->link, LINK_DOWN, LINK_FAR);
    out->note = in->note;
}

void put_condition(const struct condition_row *in, Control__Condition *out)
{
    control__condition__init(out);
    out->number = in->number;
    out->game = in->game;
    out->played = in->played;
    out->text = sieve_lend_text(in->text);
}

void take_condition(struct sieve *s, const Control__Condition *in, struct condition_row *out)
{
    *out = (struct condition_row){0};
    out->number = in->number;
    out->game = in->game;
    out->played = sieve_number(s, in->played, 0, CONDITION_REPLIES_MAX);
    sieve_text(s, in->text, out->text, sizeof out->text);
}

void put_check(const struct check_row *in, Control__Check *out)
{
    control__check__init(out);
    out->check = sieve_lend_text(in->check);
    out->state = in->state;
    out->sentence = sieve_lend_text(in->sentence);
    out->command = sieve_lend_text(in->command);
    out->first = sieve_lend_text(in->value[0]);
    out->second = sieve_lend_text(in->value[1]);
    out->third = sieve_lend_text(in->value[2]);
}

void take_check(struct sieve *s, const Control__Check *in, struct check_row *out)
{
    *out = (struct check_row){0};
    sieve_text(s, in->check, out->check, sizeof out->check);
    out->state = sieve_number(s, in->state, CHECK_FINE, CHECK_BAD);
    sieve_text(s, in->sentence, out->sentence, sizeof out->sentence);
    sieve_text(s, in->command, out->command, sizeof out->command);
    sieve_text(s, in->first, out->value[0], sizeof out->value[0]);
    sieve_text(s, in->second, out->value[1], sizeof out->value[1]);
    sieve_text(s, in->third, out->value[2], sizeof out->value[2]);
}
