/* Proves: moves as people type them are read, in every way the document allows, nonsense is refused
 * with a reason and the output untouched, what is written is read back, and a digit finds the tile
 * that was drawn first. */
#include "rules/move.h"

#include "table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct view view9 = {.n = 9, .seats = 2, .seat = 0, .hand_n = {3, 5},
                                  .hand = {1, 4, 9}};

struct typed { enum move_kind kind; const char *text, *written; };

static void moves_are_read(void **state)
{
    (void)state;
    static const struct typed list[] = {
        {MOVE_PLACE, "7 e5", "place 7 e5"},      {MOVE_PLACE, "e5 7", "place 7 e5"},
        {MOVE_PLACE, "e5=7", "place 7 e5"},      {MOVE_PLACE, " 7  on E5 ", "place 7 e5"},
        {MOVE_PLACE, "7 at i9", "place 7 i9"},   {MOVE_CLAIM, "c3 with 4", "claim c3 with 4"},
        {MOVE_CLAIM, "c3 4", "claim c3 with 4"}, {MOVE_CLAIM, "c3", "claim c3"},
        {MOVE_CLAIM, "c3 with 4 and 5", "claim c3 with 4 5"},
        {MOVE_CLAIM, "c3 45", "claim c3 with 4 5"}, {MOVE_SWAP, "1 1 9", "swap 1 1 9"},
        {MOVE_SWAP, "119", "swap 1 1 9"},       {MOVE_SWAP, "1,1,9", "swap 1 1 9"},
        {MOVE_SWAP, "all", "swap 1 4 9"},       {MOVE_SWAP, "", "swap"},
        {MOVE_PIE, "", "pie"},                  {MOVE_LOST, "", "lost turn"},
    };
    for (unsigned i = 0; i < sizeof list / sizeof list[0]; i++) {
        struct choice c;
        char storage[MOVE_TEXT_MAX];
        struct text out = text_over(storage, sizeof storage);
        assert_int_equal(move_read(list[i].kind, span_text(list[i].text), &view9, &c), VERDICT_OK);
        move_write(&c, 9, &out);
        assert_string_equal(storage, list[i].written);
    }
}

struct nonsense { enum move_kind kind; const char *text; enum verdict verdict; };

static void nonsense_is_refused(void **state)
{
    (void)state;
    static const struct nonsense list[] = {
        {MOVE_PLACE, "", VERDICT_USAGE},          {MOVE_PLACE, "7", VERDICT_USAGE},
        {MOVE_PLACE, "e5", VERDICT_USAGE},        {MOVE_PLACE, "7 8 e5", VERDICT_USAGE},
        {MOVE_PLACE, "7 e5 e6", VERDICT_USAGE},   {MOVE_PLACE, "7 j1", VERDICT_NO_SUCH_CELL},
        {MOVE_PLACE, "7 e10", VERDICT_NO_SUCH_CELL}, {MOVE_PLACE, "7 e0", VERDICT_NO_SUCH_CELL},
        {MOVE_PLACE, "7 e", VERDICT_NO_SUCH_CELL}, {MOVE_PLACE, "0 e5", VERDICT_TILE_UNKNOWN},
        {MOVE_PLACE, "7x e5", VERDICT_USAGE},     {MOVE_PLACE, "all e5", VERDICT_TILE_UNKNOWN},
        {MOVE_CLAIM, "with 4", VERDICT_USAGE},    {MOVE_SWAP, "e5", VERDICT_USAGE},
        {MOVE_SWAP, "1 1 1 1 1 1 1 1", VERDICT_TILE_NOT_IN_HAND},
        {MOVE_SWAP, "1 all", VERDICT_NO_SUCH_CELL}, {MOVE_PIE, "c3", VERDICT_USAGE},
        {MOVE_PIE, "3", VERDICT_USAGE},
    };
    for (unsigned i = 0; i < sizeof list / sizeof list[0]; i++) {
        struct choice c, before;
        memset(&c, 0x5a, sizeof c);
        before = c;
        enum verdict v = move_read(list[i].kind, span_text(list[i].text), &view9, &c);
        if (v != list[i].verdict)
            print_error("'%s'\n", list[i].text);
        assert_int_equal(v, list[i].verdict);
        assert_memory_equal(&c, &before, sizeof c);
    }
    struct view small = view9;
    small.n = 6;
    struct choice c;
    assert_int_equal(move_read(MOVE_PLACE, span_text("7 a1"), &small, &c), VERDICT_TILE_UNKNOWN);
    assert_int_equal(move_read(MOVE_PLACE, span_text("6 g1"), &small, &c), VERDICT_NO_SUCH_CELL);
}

static void digits_find_tiles(void **state)
{
    (void)state;
    struct game g = {.seats = 2, .hand = {{10, 20, 30, 40}}, .hand_n = {4, 0}};
    uint8_t known[TILES_MAX] = {[10] = 5, [20] = 7, [30] = 5};
    struct choice c = {MOVE_SWAP, NO_CELL, 0, 2, {5, 5}};
    struct move m;
    assert_int_equal(move_find(&g, 0, known, &c, &m), VERDICT_OK);
    assert_int_equal(m.places_n, 2);
    assert_int_equal(m.places[0], 10);
    assert_int_equal(m.places[1], 30);
    c.values_n = 3;
    c.values[2] = 5;
    assert_int_equal(move_find(&g, 0, known, &c, &m), VERDICT_TILE_NOT_IN_HAND);
    c.values_n = 1;
    c.values[0] = 0; /* place 40 is not known: nothing to be named */
    assert_int_equal(move_find(&g, 0, known, &c, &m), VERDICT_TILE_NOT_IN_HAND);
    c.values_n = 255;
    assert_int_equal(move_find(&g, 0, known, &c, &m), VERDICT_TILE_NOT_IN_HAND);
    g.due[0] = (struct draw){0, 10};
    g.due_n = 1;
    c = (struct choice){MOVE_PLACE, 3, 0, 1, {5}};
    assert_int_equal(move_find(&g, 0, known, &c, &m), VERDICT_OK);
    assert_int_equal(m.places[0], 30);
    assert_int_equal(m.value, 5);
    assert_int_equal(m.cell, 3);
}

static void others_see_no_hidden_digits(void **state)
{
    (void)state;
    struct move m = {MOVE_CLAIM, 12, 0, 0, 2, {10, 20}};
    struct choice c;
    char storage[MOVE_TEXT_MAX];
    struct text out = text_over(storage, sizeof storage);
    move_public(&m, &c);
    move_write(&c, 9, &out);
    assert_string_equal(storage, "claim d2 with ? ?");
    m = (struct move){MOVE_PLACE, 12, 8, 0, 1, {10}};
    out = text_over(storage, sizeof storage);
    move_public(&m, &c);
    move_write(&c, 9, &out);
    assert_string_equal(storage, "place 8 d2");
    m = (struct move){.kind = MOVE_SWAP, .places_n = 255};
    move_public(&m, &c);
    assert_int_equal(c.values_n, HAND_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_read),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(digits_find_tiles),
        cmocka_unit_test(others_see_no_hidden_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
