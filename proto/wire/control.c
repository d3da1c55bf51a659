/* Requests and replies to bytes and back.  The generated structs live only inside one call: the
 * rest of the program sees the flat structs of control.h. */
#include "wire/control.h"

#include "wire/alloc.h"
#include "wire/control_show.h"
#include "wire/limits.h"

#include <stdlib.h>
#include <string.h>

/* The numbers of the schema are those of the header. */
_Static_assert((int)CONTROL__REQUEST_KIND__HELLO == (int)REQ_HELLO, "first request");
_Static_assert((int)CONTROL__REQUEST_KIND__SHOW == (int)REQ_SHOW, "a request in the middle");
_Static_assert((int)CONTROL__REQUEST_KIND__LEAVE == (int)REQ_LEAVE, "a later one");
_Static_assert((int)CONTROL__REQUEST_KIND__CHECK == (int)REQ_CHECK, "last request");

struct reply_parts {
    Control__Reply reply;
    struct status_parts status;
    struct show_parts show;
    Control__Choice choice;
    Control__Invitation invitations[ROWS_MAX];
    Control__Friend friends[ROWS_MAX];
    struct row_parts games[ROWS_MAX];
    struct move_parts moves[ROWS_MAX];
    struct event_parts events[ROWS_MAX];
    Control__Invitation *invitation_list[ROWS_MAX];
    Control__Friend *friend_list[ROWS_MAX];
    Control__GameRow *game_list[ROWS_MAX];
    Control__MoveRow *move_list[ROWS_MAX];
    Control__Event *event_list[ROWS_MAX];
    Control__Road roads[ROWS_MAX];
    Control__Outbox outbox[ROWS_MAX];
    Control__Road *road_list[ROWS_MAX];
    Control__Outbox *outbox_list[ROWS_MAX];
    Control__Condition conditions[ROWS_MAX];
    Control__Condition *condition_list[ROWS_MAX];
    Control__Check checks[ROWS_MAX];
    Control__Check *check_list[ROWS_MAX];
};

static bool pack(const ProtobufCMessage *message, struct buf *out)
{
    size_t size = protobuf_c_message_get_packed_size(message);

    if (out->full || size > out->max - out->len || size > CONTROL_FRAME_MAX)
        return false;
    protobuf_c_message_pack(message, out->data + out->len);
    out->len += size;
    return true;
}

bool control_pack_request(const struct request *in, struct buf *out)
{
    Control__Request m;
    Control__Choice choice;
    char *settings[SETTINGS_MAX], *names[OTHERS_MAX];

    if (in->settings_n > SETTINGS_MAX || in->names_n > OTHERS_MAX || in->data_len > IMPORT_MAX)
        return false;
    control__request__init(&m);
    m.kind = (Control__RequestKind)in->kind;
    m.id = in->id;
    m.name = sieve_lend_text(in->name);
    m.game = in->game;
    m.head = sieve_lend(in->head.b, in->has_head ? sizeof in->head.b : 0);
    m.number = in->number;
    m.dry_run = in->dry_run;
    m.from = in->from;
    m.preset = in->preset;
    m.choice = put_choice(&in->choice, &choice);
    m.n_settings = in->settings_n;
    m.settings = settings;
    for (unsigned i = 0; i < in->settings_n; i++)
        settings[i] = sieve_lend_text(in->settings[i]);
    m.text = sieve_lend_text(in->text);
    m.n_names = in->names_n;
    m.names = names;
    for (unsigned i = 0; i < in->names_n; i++)
        names[i] = sieve_lend_text(in->names[i]);
    m.data = sieve_lend(in->data, in->data_len);
    return pack(&m.base, out);
}

static void put_people(const struct reply *in, struct reply_parts *parts)
{
    Control__Reply *m = &parts->reply;

    m->n_invitations = in->invitations_n;
    m->invitations = parts->invitation_list;
    for (unsigned i = 0; i < in->invitations_n; i++) {
        put_invitation(&in->invitations[i], &parts->invitations[i]);
        parts->invitation_list[i] = &parts->invitations[i];
    }
    m->n_friends = in->friends_n;
    m->friends = parts->friend_list;
    for (unsigned i = 0; i < in->friends_n; i++) {
        put_friend(&in->friends[i], &parts->friends[i]);
        parts->friend_list[i] = &parts->friends[i];
    }
}

static void put_play(const struct reply *in, struct reply_parts *parts)
{
    Control__Reply *m = &parts->reply;

    m->n_games = in->games_n;
    m->games = parts->game_list;
    for (unsigned i = 0; i < in->games_n; i++) {
        put_game_row(&in->games[i], &parts->games[i]);
        parts->game_list[i] = &parts->games[i].row;
    }
    m->n_moves = in->moves_n;
    m->moves = parts->move_list;
    for (unsigned i = 0; i < in->moves_n; i++) {
        put_move_row(&in->moves[i], &parts->moves[i]);
        parts->move_list[i] = &parts->moves[i].row;
    }
    m->n_events = in->events_n;
    m->events = parts->event_list;
    for (unsigned i = 0; i < in->events_n; i++) {
        put_event(&in->events[i], &parts->events[i]);
        parts->event_list[i] = &parts->events[i].event;
    }
}

static void put_roads(const struct reply *in, struct reply_parts *parts)
{
    Control__Reply *m = &parts->reply;

    m->n_roads = in->roads_n;
    m->roads = parts->road_list;
    for (unsigned i = 0; i < in->roads_n; i++) {
        put_road(&in->roads[i], &parts->roads[i]);
        parts->road_list[i] = &parts->roads[i];
    }
    m->n_outbox = in->outbox_n;
    m->outbox = parts->outbox_list;
    for (unsigned i = 0; i < in->outbox_n; i++) {
        put_outbox(&in->outbox[i], &parts->outbox[i]);
        parts->outbox_list[i] = &parts->outbox[i];
    }
    m->n_checks = in->checks_n;
    m->checks = parts->check_list;
    for (unsigned i = 0; i < in->checks_n; i++) {
        put_check(&in->checks[i], &parts->checks[i]);
        parts->check_list[i] = &parts->checks[i];
    }
}

static void put_conditions(const struct reply *in, struct reply_parts *parts)
{
    parts->reply.n_conditions = in->conditions_n;
    parts->reply.conditions = parts->condition_list;
    for (unsigned i = 0; i < in->conditions_n; i++) {
        put_condition(&in->conditions[i], &parts->conditions[i]);
        parts->condition_list[i] = &parts->conditions[i];
    }
}

static bool counts_fit(const struct reply *in)
{
    return in->invitations_n <= ROWS_MAX && in->friends_n <= ROWS_MAX && in->games_n <= ROWS_MAX
        && in->moves_n <= ROWS_MAX && in->events_n <= ROWS_MAX && in->roads_n <= ROWS_MAX
        && in->outbox_n <= ROWS_MAX && in->conditions_n <= ROWS_MAX
        && in->checks_n <= ROWS_MAX
        && in->data_len <= EXPORT_MAX;
}

bool control_pack_reply(const struct reply *in, struct buf *out)
{
    struct reply_parts *parts = counts_fit(in) ? malloc(sizeof *parts) : NULL;
    if (!parts)
        return false;
    Control__Reply *m = &parts->reply;

    control__reply__init(m);
    m->id = in->id;
    m->verdict = in->verdict;
    m->detail = sieve_lend_text(in->detail);
    m->more = in->more;
    m->next = in->next;
    if (in->has_status) {
        put_status(&in->status, &parts->status);
        m->status = &parts->status.status;
    }
    if (in->has_show) {
        put_show(&in->show, &parts->show);
        m->show = &parts->show.show;
    }
    m->choice = put_choice(&in->choice, &parts->choice);
    put_people(in, parts);
    put_play(in, parts);
    put_roads(in, parts);
    put_conditions(in, parts);
    m->data = sieve_lend(in->data, in->data_len);
    bool fits = pack(&m->base, out);
    free(parts);
    return fits;
}

/* The memory one message may take while it is unpacked; a reply with all its lists full has more
 * texts than any message of peers. */
static void quota(struct alloc *a, size_t message_len)
{
    alloc_init(a, message_len * UNPACK_BYTES_FACTOR + UNPACK_BYTES_EXTRA,
               2 * UNPACK_BLOCKS_MAX);
}

static void take_request(struct sieve *s, const Control__Request *in, struct request *out)
{
    out->kind = sieve_number(s, (uint64_t)in->kind, REQ_HELLO, REQ_CHECK);
    out->id = sieve_number(s, in->id, 1, UINT32_MAX);
    sieve_text(s, in->name, out->name, sizeof out->name);
    out->dry_run = (uint8_t)sieve_number(s, in->dry_run, 0, 1);
    out->game = in->game;
    out->has_head = in->head.len > 0;
    if (out->has_head)
        sieve_bytes(s, in->head, out->head.b, sizeof out->head.b);
    out->number = in->number;
    out->from = in->from;
    out->preset = sieve_number(s, in->preset, 0, PRESET_DOMINOES);
    take_choice(s, in->choice, &out->choice);
    out->settings_n = sieve_count(s, in->n_settings, SETTINGS_MAX);
    for (unsigned i = 0; i < out->settings_n; i++)
        sieve_text(s, in->settings[i], out->settings[i], sizeof out->settings[i]);
    sieve_text(s, in->text, out->text, sizeof out->text);
    out->names_n = sieve_count(s, in->n_names, OTHERS_MAX);
    for (unsigned i = 0; i < out->names_n; i++)
        sieve_text(s, in->names[i], out->names[i], sizeof out->names[i]);
    if (in->data.len > IMPORT_MAX)
        sieve_fault(s, VERDICT_TOO_LONG);
    else if (in->data.len > 0)
        memcpy(out->data, in->data.data, out->data_len = in->data.len);
}

enum verdict control_unpack_request(struct span bytes, struct request *out)
{
    struct alloc a;
    struct sieve s = {VERDICT_OK};

    if (bytes.len > CONTROL_FRAME_MAX)
        return VERDICT_TOO_LONG;
    struct request *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return VERDICT_MEMORY;
    quota(&a, bytes.len);
    Control__Request *m = control__request__unpack(&a.calls, bytes.len, bytes.data);
    if (m)
        take_request(&s, m, fresh);
    else
        sieve_fault(&s, a.refused ? VERDICT_MEMORY : VERDICT_NOT_DECODABLE);
    if (s.verdict == VERDICT_OK)
        *out = *fresh;
    control__request__free_unpacked(m, &a.calls);
    free(fresh);
    return s.verdict;
}

static void take_people(struct sieve *s, const Control__Reply *in, struct reply *out)
{
    out->invitations_n = sieve_count(s, in->n_invitations, ROWS_MAX);
    for (unsigned i = 0; i < out->invitations_n; i++)
        take_invitation(s, in->invitations[i], &out->invitations[i]);
    out->friends_n = sieve_count(s, in->n_friends, ROWS_MAX);
    for (unsigned i = 0; i < out->friends_n; i++)
        take_friend(s, in->friends[i], &out->friends[i]);
}

static void take_play(struct sieve *s, const Control__Reply *in, struct reply *out)
{
    out->games_n = sieve_count(s, in->n_games, ROWS_MAX);
    for (unsigned i = 0; i < out->games_n; i++)
        take_game_row(s, in->games[i], &out->games[i]);
    out->moves_n = sieve_count(s, in->n_moves, ROWS_MAX);
    for (unsigned i = 0; i < out->moves_n; i++)
        take_move_row(s, in->moves[i], &out->moves[i]);
    out->events_n = sieve_count(s, in->n_events, ROWS_MAX);
    for (unsigned i = 0; i < out->events_n; i++)
        take_event(s, in->events[i], &out->events[i]);
}

static void take_roads(struct sieve *s, const Control__Reply *in, struct reply *out)
{
    out->roads_n = sieve_count(s, in->n_roads, ROWS_MAX);
    for (unsigned i = 0; i < out->roads_n; i++)
        take_road(s, in->roads[i], &out->roads[i]);
    out->outbox_n = sieve_count(s, in->n_outbox, ROWS_MAX);
    for (unsigned i = 0; i < out->outbox_n; i++)
        take_outbox(s, in->outbox[i], &out->outbox[i]);
    out->checks_n = sieve_count(s, in->n_checks, ROWS_MAX);
    for (unsigned i = 0; i < out->checks_n; i++)
        take_check(s, in->checks[i], &out->checks[i]);
}

static void take_reply(struct sieve *s, const Control__Reply *in, struct reply *out)
{
    out->id = in->id;
    out->verdict = sieve_number(s, in->verdict, 0, UINT16_MAX);
    sieve_text(s, in->detail, out->detail, sizeof out->detail);
    out->more = sieve_number(s, in->more, 0, 1);
    out->next = in->next;
    out->has_status = in->status != NULL;
    if (in->status)
        take_status(s, in->status, &out->status);
    out->has_show = in->show != NULL;
    if (in->show)
        take_show(s, in->show, &out->show);
    take_choice(s, in->choice, &out->choice);
    take_people(s, in, out);
    take_play(s, in, out);
    take_roads(s, in, out);
    out->conditions_n = sieve_count(s, in->n_conditions, ROWS_MAX);
    for (unsigned i = 0; i < out->conditions_n; i++)
        take_condition(s, in->conditions[i], &out->conditions[i]);
    out->data_len = in->data.len;
    if (in->data.len > EXPORT_MAX)
        sieve_fault(s, VERDICT_TOO_LONG);
    else if (in->data.len > 0)
        memcpy(out->data, in->data.data, in->data.len);
}

void control_copy_reply(struct reply *out, const struct reply *in)
{
    memcpy(out, in, offsetof(struct reply, data) + in->data_len);
}

enum verdict control_unpack_reply(struct span bytes, struct reply *out)
{
    struct alloc a;
    struct sieve s = {VERDICT_OK};

    if (bytes.len > CONTROL_FRAME_MAX)
        return VERDICT_TOO_LONG;
    struct reply *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return VERDICT_MEMORY;
    quota(&a, bytes.len);
    Control__Reply *m = control__reply__unpack(&a.calls, bytes.len, bytes.data);
    if (m)
        take_reply(&s, m, fresh);
    else
        sieve_fault(&s, a.refused ? VERDICT_MEMORY : VERDICT_NOT_DECODABLE);
    if (s.verdict == VERDICT_OK)
        control_copy_reply(out, fresh);
    control__reply__free_unpacked(m, &a.calls);
    free(fresh);
    return s.verdict;
}
