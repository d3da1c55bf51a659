/* Proves: the JSON of everything has the documented members and types, names in capitals, times in
 * RFC 3339, ids as strings, nobody as null; and sentences of events are whole. */
#include "cli/json.h"
#include "cli/sentence.h"

#include "table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static struct game_show show;

static const char *text_of(json_t *o, const char *name)
{
    const char *text = json_string_value(json_object_get(o, name));
    assert_non_null(text);
    return text;
}

static void set_up_show(void)
{
    static struct table t;
    struct terms terms;

    terms_preset(PRESET_BRIDGE, &terms);
    table_start(&t, &terms, 4);
    memset(&show, 0, sizeof show);
    view_make(&t.game, 1, t.value, &show.view);
    show.started = 1;
    show.row = (struct game_row){.number = 5, .state = GAME_MY_TURN, .preset = PRESET_BRIDGE,
                                 .game = GAME_BRIDGE, .my_seat = 1, .winner = NO_SEAT,
                                 .link = LINK_UP, .changed_ms = 951782400000};
}

static void a_game_has_its_members(void **state)
{
    (void)state;
    set_up_show();
    json_t *o = json_show(&show);

    assert_string_equal(text_of(o, "state"), "MY_TURN");
    assert_string_equal(text_of(o, "game"), "BRIDGE");
    assert_string_equal(text_of(o, "preset"), "bridge");
    assert_string_equal(text_of(o, "changed"), "2000-02-29T00:00:00.000Z");
    assert_int_equal(strlen(text_of(o, "id")), 64);
    assert_int_equal(strlen(text_of(o, "head")), 64);
    assert_true(json_is_null(json_object_get(o, "winner")));
    assert_true(json_is_null(json_object_get(o, "other_seen")));
    json_t *view = json_object_get(o, "view");
    json_t *cells = json_object_get(view, "cells");
    assert_int_equal(json_array_size(cells), 81);
    assert_string_equal(text_of(json_array_get(cells, 40), "cell"), "e5");
    assert_true(json_is_null(json_object_get(json_array_get(cells, 40), "owner")));
    assert_int_equal(json_array_size(json_object_get(view, "hand")), show.view.hand_n[1]);
    assert_string_equal(text_of(json_object_get(o, "terms"), "givens"), "30");
    json_decref(o);
    show.started = 0;
    o = json_show(&show);
    assert_null(json_object_get(o, "view"));
    json_decref(o);
}

static void no_number_of_an_enum_is_without_name(void **state)
{
    (void)state;
    struct event e = {.value = 9};
    struct invitation_row i = {0};
    struct friend_row f = {0};

    for (e.kind = EVENT_FRIEND_JOINED; e.kind <= EVENT_CLOCK; e.kind++) {
        json_t *o = json_event(&e);
        assert_string_not_equal(text_of(o, "kind"), "UNKNOWN");
        json_decref(o);
    }
    set_up_show();
    for (show.row.state = GAME_OFFERED_BY_ME; show.row.state <= GAME_DISPUTED; show.row.state++) {
        json_t *o = json_game(&show.row);
        assert_string_not_equal(text_of(o, "state"), "UNKNOWN");
        json_decref(o);
    }
    for (i.state = INVITATION_OPEN; i.state <= INVITATION_EXPIRED; i.state++) {
        json_t *o = json_invitation(&i);
        assert_string_not_equal(text_of(o, "state"), "UNKNOWN");
        json_decref(o);
    }
    for (f.link = LINK_DOWN; f.link <= LINK_FAR; f.link++) {
        json_t *o = json_friend(&f);
        assert_string_not_equal(text_of(o, "link"), "UNKNOWN");
        json_decref(o);
    }
}

static void a_move_is_told_in_words_too(void **state)
{
    (void)state;
    json_t *o = json_choice(&(struct choice){MOVE_PLACE, 40, 0, 1, {7}}, 9);

    assert_string_equal(text_of(o, "kind"), "PLACE");
    assert_string_equal(text_of(o, "cell"), "e5");
    assert_string_equal(text_of(o, "words"), "place 7 e5");
    json_decref(o);
    o = json_choice(&(struct choice){MOVE_SWAP, NO_CELL, 0, 2, {1, 0}}, 9);
    assert_true(json_is_null(json_object_get(o, "cell")));
    assert_int_equal(json_array_size(json_object_get(o, "tiles")), 2);
    json_decref(o);
}

static void dominoes_have_their_members(void **state)
{
    (void)state;
    json_t *o = json_choice(&(struct choice){MOVE_TILE, NO_CELL, 1, 1, {28}}, 6);

    assert_string_equal(text_of(o, "kind"), "TILE");
    assert_string_equal(text_of(o, "end"), "RIGHT");
    assert_string_equal(text_of(o, "words"), "place 6-6 right");
    json_t *pair = json_array_get(json_object_get(o, "tiles"), 0);
    assert_int_equal(json_integer_value(json_array_get(pair, 1)), 6);
    json_decref(o);
    memset(&show, 0, sizeof show);
    terms_preset(PRESET_DOMINOES, &show.view.terms);
    show.started = 1;
    show.row = (struct game_row){.state = GAME_MY_TURN, .preset = PRESET_DOMINOES,
                                 .game = GAME_DOMINOES, .players = 3, .others = {"cat", ""}};
    show.view.seats = 3;
    show.view.hand_n[0] = 2;
    show.view.bag_n = 9;
    show.view.agreed = 2;
    show.view.dom = (struct domino_view){
        .phase = DOMINO_PLAY, .round = 2, .arms = 2, .open = {3, 4}, .laid_n = 1,
        .laid = {{28, 0, 2}}, .showed = {0, 28, SHOWED_LOST}, .passed = 4, .lacks = {0, 0, 9},
        .youngest = NO_SEAT, .last = {ROUND_OUT, 1, 5, {1, 0, 2}, {3, 0, 300}}, .tiles = {0, 2}};
    o = json_show(&show);
    assert_string_equal(json_string_value(json_array_get(json_object_get(o, "others"), 0)), "cat");
    json_t *view = json_object_get(o, "view");
    assert_int_equal(json_array_size(json_object_get(view, "hand")), 0);
    json_t *d = json_object_get(view, "dominoes");
    char *text = json_dumps(d, JSON_COMPACT | JSON_PRESERVE_ORDER);
    assert_string_equal(
        text,
        "{\"phase\":\"PLAY\",\"round\":2,\"ends\":[3,4],\"line\":[{\"tile\":[6,6],"
        "\"end\":\"LEFT\",\"seat\":2}],\"tiles\":[null,[0,1]],\"boneyard\":9,\"seats\":["
        "{\"tiles\":2,\"won\":0,\"showed\":null,\"passed\":false,\"lacks\":[],"
        "\"would_end\":false},"
        "{\"tiles\":0,\"won\":0,\"showed\":[6,6],\"passed\":false,\"lacks\":[],"
        "\"would_end\":true},"
        "{\"tiles\":0,\"won\":0,\"showed\":null,\"passed\":true,\"lacks\":[0,3],"
        "\"would_end\":false}],\"youngest\":null,\"last_round\":{\"how\":\"OUT\",\"winner\":1,"
        "\"tiles\":[1,0,2],\"pips\":[3,0,300],\"forfeit\":[0,2]}}");
    free(text);
    json_decref(o);
}

static void a_refusal_carries_its_exit_code(void **state)
{
    (void)state;
    json_t *o = json_verdict(VERDICT_NOT_YOUR_TURN, "");
    assert_string_equal(text_of(o, "verdict"), "NOT_YOUR_TURN");
    assert_int_equal(json_integer_value(json_object_get(o, "exit")), EXIT_NOT_NOW);
    json_decref(o);
}

/* Every kind, mine and the other's, every ending: a capital or name first, a full stop or colon
 * part at the end, no brace left over. */
static void events_are_whole_sentences(void **state)
{
    (void)state;
    struct event e = {.game = 3, .name = "ann", .text = "hello", .verdict = VERDICT_DISK};
    char line[2048];

    e.move.choice = (struct choice){MOVE_PLACE, 40, 0, 1, {7}};
    for (unsigned i = 0; i < 2 * EVENT_CLOCK * 8; i++) {
        struct text t = text_over(line, sizeof line);
        e.mine = i & 1;
        e.kind = 1 + i / 2 % EVENT_CLOCK;
        e.value = e.kind == EVENT_MOVE ? 9 : i / 2 / EVENT_CLOCK;
        sentence_event(&e, &t);
        size_t len = strlen(line);
        assert_true(strncmp(line, "Game 3: ", 8) == 0);
        assert_true(len > 10);
        assert_null(strpbrk(line, "{}"));
        assert_true(e.kind == EVENT_NOTE || line[len - 1] == '.');
    }
}

static void moves_are_whole_sentences(void **state)
{
    (void)state;
    static const struct { struct choice choice; unsigned right; const char *text; } rows[] = {
        {{MOVE_PLACE, 40, 0, 1, {7}}, 1, "ann placed 7 on e5."},
        {{MOVE_PLACE, 40, 0, 1, {7}}, 0,
         "ann placed 7 on e5: the wrong digit, the tile is lost."},
        {{MOVE_CLAIM, 0, 0, 0, {0}}, 0, "ann claimed a1."},
        {{MOVE_CLAIM, 80, 0, 2, {0}}, 0, "ann claimed i9 for two tiles."},
        {{MOVE_SWAP, NO_CELL, 0, 1, {0}}, 0, "ann swapped one tile."},
        {{MOVE_SWAP, NO_CELL, 0, 3, {0}}, 0, "ann swapped 3 tiles."},
        {{MOVE_PIE, NO_CELL, 0, 0, {0}}, 0, "ann took the first stone."},
        {{MOVE_LOST, NO_CELL, 0, 0, {0}}, 0, "ann lost a turn on the clock."},
        {{MOVE_SHOW, NO_CELL, 0, 1, {55}}, 0, "ann showed 9-9."},
        {{MOVE_SHOW, NO_CELL, 0, 0, {0}}, 0, "ann showed no double."},
        {{MOVE_TILE, NO_CELL, 0, 1, {2}}, 0, "ann laid 0-1 on the left."},
        {{MOVE_TILE, NO_CELL, 3, 1, {2}}, 0, "ann laid 0-1 below."},
        {{MOVE_DRAW, NO_CELL, 0, 0, {0}}, 0, "ann drew a tile."},
        {{MOVE_PASS, NO_CELL, 0, 0, {0}}, 0, "ann passed."},
    };
    char line[256];

    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct move_row m = {.choice = rows[i].choice, .right = rows[i].right};
        struct text t = text_over(line, sizeof line);
        sentence_move(&m, 9, "ann", &t);
        assert_string_equal(line, rows[i].text);
    }
}

static void spans_count_right(void **state)
{
    (void)state;
    static const struct { uint64_t ms; const char *text; } rows[] = {
        {0, "0 seconds"}, {1999, "1 second"}, {60000, "1 minute"}, {7200000, "2 hours"},
        {86400000, "1 day"}, {604800000, "7 days"},
    };
    char line[64];

    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct text t = text_over(line, sizeof line);
        sentence_span(rows[i].ms, &t);
        assert_string_equal(line, rows[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_has_its_members),
        cmocka_unit_test(no_number_of_an_enum_is_without_name),
        cmocka_unit_test(a_move_is_told_in_words_too),
        cmocka_unit_test(dominoes_have_their_members),
        cmocka_unit_test(a_refusal_carries_its_exit_code),
        cmocka_unit_test(events_are_whole_sentences),
        cmocka_unit_test(moves_are_whole_sentences),
        cmocka_unit_test(spans_count_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
