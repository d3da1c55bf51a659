/* Proves: every field of every control message survives packing and unpacking; damage, excess and
 * numbers out of range are refused by the right verdict and leave the output untouched. */
#include "wire/control.h"

#include "table.h"

#include "control.pb-c.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { ROOM = 5 * 1024 * 1024 };
static uint8_t bytes[ROOM];
static struct request asked, asked_back;
static struct reply said, said_back;

static void fill_request(void)
{
    memset(&asked, 0, sizeof asked);
    asked.kind = REQ_MOVE;
    asked.id = 4000000000u;
    strcpy(asked.name, "ann-of-the-hills");
    asked.names_n = OTHERS_MAX;
    for (unsigned i = 0; i < OTHERS_MAX; i++)
        snprintf(asked.names[i], sizeof asked.names[i], "friend-%u", i);
    asked.game = 12;
    asked.has_head = 1;
    memset(asked.head.b, 0xab, sizeof asked.head.b);
    asked.number = UINT64_MAX;
    asked.from = 77;
    asked.preset = PRESET_BLITZ;
    asked.choice = (struct choice){MOVE_SWAP, NO_CELL, 2, 3, {1, 1, 9}};
    asked.settings_n = SETTINGS_MAX;
    for (unsigned i = 0; i < SETTINGS_MAX; i++)
        memset(asked.settings[i], 'a' + (int)(i % 26), SETTING_LEN_MAX);
    memset(asked.text, 'x', PASTE_MAX);
}

static void request_there_and_back(void **state)
{
    (void)state;
    struct buf b = buf_over(bytes, ROOM);

    fill_request();
    assert_true(control_pack_request(&asked, &b));
    assert_int_equal(control_unpack_request(buf_span(&b), &asked_back), VERDICT_OK);
    assert_memory_equal(&asked, &asked_back, sizeof asked);
}

static void no_room_is_no(void **state)
{
    (void)state;
    struct buf b = buf_over(bytes, 100);

    fill_request();
    assert_false(control_pack_request(&asked, &b));
    memset(&said, 0, sizeof said);
    said.data_len = 200;
    assert_false(control_pack_reply(&said, &b));
    said.data_len = 0;
    said.events_n = ROWS_MAX + 1;
    assert_false(control_pack_reply(&said, &b));
}

static void fill_show(struct game_show *show)
{
    static struct table t;
    struct terms terms;

    terms_preset(PRESET_BRIDGE, &terms);
    table_start(&t, &terms, 5);
    view_make(&t.game, 1, t.value, &show->view);
    show->view.owner[7] = 2;
    show->view.ruled_out[80] = 1u << 9 | 1u << 1;
    show->view.last_cell = 80;
    show->started = 1;
    show->row = (struct game_row){.number = 3, .state = GAME_DISPUTED, .preset = PRESET_STUDY,
                                  .game = GAME_BRIDGE, .moves = 9, .entries = 20, .my_seat = 1,
                                  .ending = ENDING_CLOCK, .winner = NO_SEAT, .waits_for = 6,
                                  .waits_for_me = 1, .unsent = 2, .link = LINK_WRONG_KEY,
                                  .changed_ms = 5, .other_seen_ms = 6,
                                  .refusal = VERDICT_BAD_SHARE, .players = 4,
                                  .others = {"cat", "dan"}, .accepted = 3};
    memset(show->row.id.b, 3, 32);
    strcpy(show->row.opponent, "ben");
    memset(show->head.b, 9, 32);
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        snprintf(show->seat_name[i], NAME_MAX_LEN + 1, "seat-%u", i);
        show->clock[i] = (struct seat_clock){i * 1000, i * 7, i & 1, i * 11, i * 13,
                                                i, i >> 1 & 1};
    }
    strcpy(show->preset_diff, "givens=26 blocks=irregular");
}

/* A view of dominoes with a different value in every field. */
static void fill_dominoes(struct view *v)
{
    struct domino_view *d = &v->dom;

    memset(v, 0, sizeof *v);
    terms_preset(PRESET_DOMINOES, &v->terms);
    *v = (struct view){.terms = v->terms, .seat = 1, .turn = 2, .winner = NO_SEAT,
                       .draw_by = NO_SEAT, .seats = 4, .moves = 12, .last_cell = NO_CELL,
                       .hand_n = {5, 12, 1, 91}, .bag_n = 14, .agreed = 9};
    *d = (struct domino_view){.phase = DOMINO_PLAY, .round = 65535, .won = {1, 2, 3, 4},
                              .showed = {28, 0, SHOWED_LOST, 1}, .arms = 4, .open = {6, 5, 4, 3},
                              .laid_n = 3, .laid = {{28, 0, 0}, {27, 1, 1}, {26, 3, 2}},
                              .passed = 5, .lacks = {1, 1u << 12, 0, 65535}, .youngest = 3};
    d->last = (struct domino_result){ROUND_BLOCKED, 2, 8, {1, 2, 3, 4}, {300, 20, 1, 65535}};
    for (unsigned i = 0; i < 12; i++)
        d->tiles[i] = (uint8_t)(i * 2);
}

static void fill_status(struct status *s)
{
    *s = (struct status){.state = DAEMON_LOCKED, .version = "0.1", .pid = 4, .nick = "me",
                         .listen = "127.0.0.1:5", .announced = {"a:1", "b:2", "c:3", "d:4"},
                         .friends = 1, .friends_online = 2, .games_open = 3, .games_my_turn = 4,
                         .unsent = 5, .started_ms = 6, .events = 7, .folder = "/home/me"};
    memset(s->key.b, 1, 32);
}

static void fill_reply(void)
{
    memset(&said, 0, sizeof said);
    said.id = 1;
    said.verdict = VERDICT_HEAD_CHANGED;
    strcpy(said.detail, "h\xc3\xa9 is fine");
    said.more = 1;
    said.next = 65;
    said.has_status = said.has_show = 1;
    fill_status(&said.status);
    fill_show(&said.show);
    said.choice = (struct choice){MOVE_PLACE, 40, 0, 1, {7}};
    said.invitations_n = said.friends_n = said.games_n = said.moves_n = said.events_n = ROWS_MAX;
    for (unsigned i = 0; i < ROWS_MAX; i++) {
        said.invitations[i] = (struct invitation_row){i, 1 + i % 4, i, i * 2, "ann", ""};
        memset(said.invitations[i].text, 'q', TICKET_TEXT_MAX);
        said.friends[i] = (struct friend_row){.name = "ann", .calls_self = "Ann",
                                              .link = 1 + i % 4, .last_seen_ms = i, .joined = i & 1,
                                              .practice = 1, .unsent = i, .games_open = 2,
                                              .checked_ms = 7 * i, .address = "x.onion:1",
                                              .link_ms = i * 3};
        said.games[i] = said.show.row;
        said.moves[i] = (struct move_row){i, NO_SEAT, 7, i & 1, said.choice, i, 3 * i};
        said.events[i] = (struct event){i, i, 1 + i % EVENT_LOCAL, i, i & 1, i % 4, i,
                                        VERDICT_DISK, said.moves[i], "ben", ""};
        memset(said.events[i].text, 'n', NOTE_MAX);
    }
    said.checks_n = said.outbox_n = ROWS_MAX;
    for (unsigned i = 0; i < ROWS_MAX; i++) {
        said.outbox[i] = (struct outbox_row){.name = "ann", .game = i, .number = i, .kind = 7,
                                             .written_ms = i, .road = i % (ROAD_RELAY + 1),
                                             .link = 1 + i % LINK_FAR, .note = i * 5};
        said.checks[i] = (struct check_row){"disk", 1 + i % CHECK_BAD, "", {"a", "", "c"}, "chmod"};
        memset(said.checks[i].sentence, 's', CHECK_SENTENCE_MAX);
    }
    said.data_len = EXPORT_MAX;
    memset(said.data, 0x5a, EXPORT_MAX);
}

static void reply_there_and_back(void **state)
{
    (void)state;
    struct buf b = buf_over(bytes, ROOM);

    fill_reply();
    assert_true(control_pack_reply(&said, &b));
    assert_int_equal(control_unpack_reply(buf_span(&b), &said_back), VERDICT_OK);
    assert_memory_equal(&said.show, &said_back.show, sizeof said.show);
    assert_memory_equal(&said, &said_back, sizeof said);
}

static void dominoes_there_and_back(void **state)
{
    (void)state;
    struct buf b = buf_over(bytes, ROOM);

    memset(&said, 0, sizeof said);
    said.has_show = 1;
    fill_show(&said.show);
    fill_dominoes(&said.show.view);
    assert_true(control_pack_reply(&said, &b));
    assert_int_equal(control_unpack_reply(buf_span(&b), &said_back), VERDICT_OK);
    assert_memory_equal(&said.show, &said_back.show, sizeof said.show);
}

static void every_cut_is_refused_or_shorter(void **state)
{
    (void)state;
    struct buf b = buf_over(bytes, ROOM);

    fill_reply();
    said.data_len = 10;
    said.events_n = said.moves_n = said.games_n = said.friends_n = said.invitations_n = 2;
    assert_true(control_pack_reply(&said, &b));
    for (size_t len = 1; len < b.len; len += 7) {
        said_back.id = 99;
        enum verdict v = control_unpack_reply(span_of(bytes, len), &said_back);
        if (v != VERDICT_OK)
            assert_int_equal(said_back.id, 99);
    }
}

/* Change one thing in a packed message and see it refused. */
static enum verdict refuse_request(void (*spoil)(Control__Request *))
{
    struct buf b = buf_over(bytes, ROOM);

    fill_request();
    assert_true(control_pack_request(&asked, &b));
    Control__Request *m = control__request__unpack(NULL, b.len, bytes);
    assert_non_null(m);
    spoil(m);
    size_t len = protobuf_c_message_pack(&m->base, bytes);
    control__request__free_unpacked(m, NULL);
    asked_back.id = 5;
    enum verdict v = control_unpack_request(span_of(bytes, len), &asked_back);
    assert_int_equal(asked_back.id, 5);
    return v;
}

static void kind_0(Control__Request *m) { m->kind = 0; }
static void kind_28(Control__Request *m) { m->kind = (Control__RequestKind)(REQ_CHECK + 1); }
static void kind_negative(Control__Request *m) { m->kind = (Control__RequestKind)-1; }
static void id_0(Control__Request *m) { m->id = 0; }
static void head_short(Control__Request *m) { m->head.len = 31; }
static void preset_6(Control__Request *m) { m->preset = PRESET_DOMINOES + 1; }
static void choice_kind(Control__Request *m) { m->choice->kind = MOVE_PASS + 1; }
static void choice_cell(Control__Request *m) { m->choice->cell = CELLS_MAX; }
static void text_bad(Control__Request *m) { m->text[5] = '\x80'; }
static void text_control(Control__Request *m) { m->text[5] = '\n'; }
static void setting_bad(Control__Request *m) { m->settings[3][0] = 0x1b; }

static void name_long(Control__Request *m)
{
    free(m->name);
    m->name = strdup("seventeen-letters");
}

static void names_many(Control__Request *m)
{
    m->names = realloc(m->names, (OTHERS_MAX + 1) * sizeof *m->names);
    m->names[m->n_names++] = strdup("eve");
}

static void settings_many(Control__Request *m)
{
    m->settings = realloc(m->settings, (SETTINGS_MAX + 1) * sizeof *m->settings);
    m->settings[m->n_settings++] = strdup("a=b");
}

static void requests_out_of_range_are_refused(void **state)
{
    (void)state;
    assert_int_equal(refuse_request(kind_0), VERDICT_FIELD_RANGE);
    assert_int_equal(refuse_request(kind_28), VERDICT_FIELD_RANGE);
    assert_int_equal(refuse_request(kind_negative), VERDICT_FIELD_RANGE);
    assert_int_equal(refuse_request(id_0), VERDICT_FIELD_RANGE);
    assert_int_equal(refuse_request(head_short), VERDICT_FIELD_RANGE);
    assert_int_equal(refuse_request(preset_6), VERDICT_FIELD_RANGE);
    assert_int_equal(refuse_request(choice_kind), VERDICT_FIELD_RANGE);
    assert_int_equal(refuse_request(choice_cell), VERDICT_FIELD_RANGE);
    assert_int_equal(refuse_request(text_bad), VERDICT_TEXT_MALFORMED);
    assert_int_equal(refuse_request(text_control), VERDICT_TEXT_MALFORMED);
    assert_int_equal(refuse_request(setting_bad), VERDICT_TEXT_MALFORMED);
    assert_int_equal(refuse_request(name_long), VERDICT_TEXT_MALFORMED);
    assert_int_equal(refuse_request(settings_many), VERDICT_TOO_MANY);
    assert_int_equal(refuse_request(names_many), VERDICT_TOO_MANY);
}

static enum verdict refuse_view(void (*spoil)(Control__Show *), void (*fill)(struct view *))
{
    struct buf b = buf_over(bytes, ROOM);

    memset(&said, 0, sizeof said);
    said.has_show = 1;
    fill_show(&said.show);
    if (fill)
        fill(&said.show.view);
    assert_true(control_pack_reply(&said, &b));
    Control__Reply *m = control__reply__unpack(NULL, b.len, bytes);
    assert_non_null(m);
    spoil(m->show);
    size_t len = protobuf_c_message_pack(&m->base, bytes);
    control__reply__free_unpacked(m, NULL);
    return control_unpack_reply(span_of(bytes, len), &said_back);
}

static enum verdict refuse_show(void (*spoil)(Control__Show *))
{
    return refuse_view(spoil, NULL);
}

static void n_10(Control__Show *m) { m->view->n = 10; }
static void n_8(Control__Show *m) { m->view->n = 8; }
static void block_9(Control__Show *m) { m->view->block.data[3] = 9; }
static void digit_10(Control__Show *m) { m->view->digit.data[80] = 10; }
static void owner_5(Control__Show *m) { m->view->owner.data[0] = 5; }
static void ruled_10(Control__Show *m) { m->view->ruled_out.data[1] = 4; }
static void last_81(Control__Show *m) { m->view->last_cell = 81; }
static void seat_4(Control__Show *m) { m->view->seat = 4; }
static void hand_8(Control__Show *m) { m->view->hand_n.data[1] = HAND_MAX + 1; }
static void hand_digit(Control__Show *m) { m->view->hand.data[0] = 10; }
static void terms_short(Control__Show *m) { m->view->terms.len = TERMS_BYTES - 1; }
static void row_state(Control__Show *m) { m->row->state = GAME_DISPUTED + 1; }
static void row_ending(Control__Show *m) { m->row->ending = ENDING_RULED + 1; }
static void row_id(Control__Show *m) { m->row->id.len = 0; }
static void clocks_3(Control__Show *m)
{
    control__seat_clock__free_unpacked(m->clock[--m->n_clock], NULL);
}
static void fine(Control__Show *m) { (void)m; }

static void shows_out_of_range_are_refused(void **state)
{
    (void)state;
    void (*const spoils[])(Control__Show *) = {
        n_10,   n_8,        block_9,     digit_10, owner_5,   ruled_10,   last_81, seat_4,
        hand_8, hand_digit, terms_short, clocks_3, row_state, row_ending, row_id,
    };
    assert_int_equal(refuse_show(fine), VERDICT_OK);
    for (unsigned i = 0; i < sizeof spoils / sizeof spoils[0]; i++)
        assert_int_equal(refuse_show(spoils[i]), VERDICT_FIELD_RANGE);
}

static void set_phase(Control__Show *m) { m->view->dominoes->phase = DOMINO_REVEAL + 1; }
static void won_short(Control__Show *m) { m->view->dominoes->won.len = 3; }
static void showed_92(Control__Show *m) { m->view->dominoes->showed.data[0] = 92; }
static void arms_5(Control__Show *m) { m->view->dominoes->arms = 5; }
static void open_13(Control__Show *m) { m->view->dominoes->open.data[3] = 13; }
static void laid_92(Control__Show *m) { m->view->dominoes->laid.data[0] = 92; }
static void laid_end(Control__Show *m) { m->view->dominoes->laid.data[1] = ARMS_MAX; }
static void laid_seat(Control__Show *m) { m->view->dominoes->laid.data[2] = SEATS_MAX; }
static void laid_odd(Control__Show *m) { m->view->dominoes->laid.len = 8; }
static void passed_16(Control__Show *m) { m->view->dominoes->passed = 16; }
static void lacks_short(Control__Show *m) { m->view->dominoes->lacks.len = 7; }
static void youngest_4(Control__Show *m) { m->view->dominoes->youngest = 4; }
static void how_4(Control__Show *m) { m->view->dominoes->last_how = ROUND_VOID + 1; }
static void last_seat(Control__Show *m) { m->view->dominoes->last_winner = 4; }
static void tiles_fewer(Control__Show *m) { m->view->dominoes->tiles.len = 11; }
static void tile_92(Control__Show *m) { m->view->dominoes->tiles.data[11] = 92; }
static void agreed_16(Control__Show *m) { m->view->agreed = 16; }
static void no_line(Control__Show *m)
{
    control__dominoes__free_unpacked(m->view->dominoes, NULL);
    m->view->dominoes = NULL;
}

static void dominoes_out_of_range_are_refused(void **state)
{
    (void)state;
    void (*const spoils[])(Control__Show *) = {
        set_phase, won_short, showed_92, arms_5,      open_13,    laid_92,  laid_end,
        laid_seat, laid_odd,  passed_16, lacks_short, youngest_4, how_4,    last_seat,
        tile_92,   agreed_16, no_line,   tiles_fewer,
    };
    for (unsigned i = 0; i <= sizeof spoils / sizeof spoils[0]; i++) {
        bool fine_one = i == sizeof spoils / sizeof spoils[0];
        assert_int_equal(refuse_view(fine_one ? fine : spoils[i], fill_dominoes),
                         fine_one ? VERDICT_OK : VERDICT_FIELD_RANGE);
    }
}

/* Two bytes a row would grow to a hundred in memory: refused before that. */
static void a_blown_up_message_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < 200000; i += 2) {
        bytes[i] = 13 << 3 | 2; /* events, empty */
        bytes[i + 1] = 0;
    }
    assert_int_equal(control_unpack_reply(span_of(bytes, 200000), &said_back), VERDICT_MEMORY);
    assert_int_equal(control_unpack_reply(span_of(bytes, 2 * (ROWS_MAX + 1)), &said_back),
                     VERDICT_TOO_MANY);
    assert_int_equal(control_unpack_reply(span_of(bytes, CONTROL_FRAME_MAX + 1), &said_back),
                     VERDICT_TOO_LONG);
    assert_int_equal(control_unpack_request(span_of(bytes, CONTROL_FRAME_MAX + 1), &asked_back),
                     VERDICT_TOO_LONG);
    memset(bytes, 0xff, 100);
    assert_int_equal(control_unpack_request(span_of(bytes, 100), &asked_back),
                     VERDICT_NOT_DECODABLE);
}

/* No message contains itself, directly or through others: unpacking never recurses deeper than
 * the schema. */
static void walk(const ProtobufCMessageDescriptor *d, unsigned depth)
{
    assert_true(depth < 6);
    for (unsigned i = 0; i < d->n_fields; i++)
        if (d->fields[i].type == PROTOBUF_C_TYPE_MESSAGE)
            walk(d->fields[i].descriptor, depth + 1);
}

static void no_message_contains_itself(void **state)
{
    (void)state;
    walk(&control__request__descriptor, 0);
    walk(&control__reply__descriptor, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(request_there_and_back),
        cmocka_unit_test(no_room_is_no),
        cmocka_unit_test(reply_there_and_back),
        cmocka_unit_test(dominoes_there_and_back),
        cmocka_unit_test(dominoes_out_of_range_are_refused),
        cmocka_unit_test(every_cut_is_refused_or_shorter),
        cmocka_unit_test(requests_out_of_range_are_refused),
        cmocka_unit_test(shows_out_of_range_are_refused),
        cmocka_unit_test(a_blown_up_message_is_refused),
        cmocka_unit_test(no_message_contains_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
