/* Proves: every preset passes its own check (but those not offered yet), texts of all settings go
 * both ways, ranges are refused one step outside, combinations that do not go together are named,
 * and the 27 bytes are those of the document and go both ways. */
#include "rules/terms.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static enum verdict set(struct terms *t, const char *name, const char *value)
{
    return terms_set(t, span_text(name), span_text(value));
}

static void presets_pass(void **state)
{
    (void)state;
    static const char *const names[] = {"bridge", "study", "blitz", "domains", "dominoes"};
    for (unsigned i = 0; i < 5; i++) {
        struct terms t;
        enum preset preset;
        const char *bad = NULL;
        assert_true(terms_preset_read(span_text(names[i]), &preset));
        assert_int_equal(preset, i + 1);
        assert_string_equal(terms_preset_name(preset), names[i]);
        terms_preset(preset, &t);
        enum verdict v = terms_check(&t, &bad);
        assert_true(v == VERDICT_OK || v == VERDICT_NOT_IMPLEMENTED);
        terms_correspondence(&t);
        assert_int_equal(t.move_s, 3 * 86400);
        assert_int_equal(t.game_s, 0);
        assert_int_equal(terms_check(&t, NULL), v);
    }
    enum preset preset = PRESET_STUDY;
    assert_false(terms_preset_read(span_text("chess"), &preset));
    assert_false(terms_preset_read(span_text(""), &preset));
    assert_int_equal(preset, PRESET_STUDY);
}

static void values_go_both_ways(void **state)
{
    (void)state;
    unsigned count, seen = 0;
    const struct term_row *rows = terms_rows(&count);
    for (unsigned preset = PRESET_BRIDGE; preset <= PRESET_DOMINOES; preset++)
        for (unsigned i = 0; i < count; i++) {
            struct terms t, again;
            char storage[32];
            struct text text = text_over(storage, sizeof storage);
            terms_preset(preset, &t);
            again = t;
            if (!terms_value(&t, rows[i].name, &text))
                continue;
            assert_int_equal(set(&again, rows[i].name, storage), VERDICT_OK);
            assert_memory_equal(&t, &again, sizeof t);
            seen++;
        }
    assert_true(seen >= 40);
}

struct attempt { const char *name, *value; enum verdict verdict; };

static void ranges_are_kept(void **state)
{
    (void)state;
    static const struct attempt list[] = {
        {"size", "4", VERDICT_TERM_RANGE},        {"size", "5", VERDICT_OK},
        {"size", "9", VERDICT_OK},                {"size", "10", VERDICT_TERM_RANGE},
        {"hand", "2", VERDICT_TERM_RANGE},        {"hand", "3", VERDICT_OK},
        {"hand", "7", VERDICT_OK},                {"hand", "8", VERDICT_TERM_RANGE},
        {"claim", "0", VERDICT_OK},               {"claim", "3", VERDICT_TERM_RANGE},
        {"claim", "-1", VERDICT_TERM_RANGE},      {"claim", "01", VERDICT_TERM_RANGE},
        {"claim", "", VERDICT_TERM_RANGE},        {"claim", "one", VERDICT_TERM_RANGE},
        {"blocks", "irregular", VERDICT_OK},      {"blocks", "odd", VERDICT_TERM_RANGE},
        {"blocks", "1", VERDICT_TERM_RANGE},      {"rated", "yes", VERDICT_OK},
        {"rated", "maybe", VERDICT_TERM_RANGE},   {"candidates", "no", VERDICT_OK},
        {"clock", "witness", VERDICT_OK},         {"first", "proposer", VERDICT_OK},
        {"per-move", "90s", VERDICT_OK},          {"per-move", "15m", VERDICT_OK},
        {"per-move", "3d", VERDICT_OK},           {"per-move", "none", VERDICT_OK},
        {"per-move", "2h", VERDICT_OK},           {"per-move", "4s", VERDICT_TERM_RANGE},
        {"per-move", "0s", VERDICT_TERM_RANGE},   {"per-move", "30d", VERDICT_OK},
        {"per-move", "31d", VERDICT_TERM_RANGE},  {"per-move", "60", VERDICT_TERM_RANGE},
        {"per-move", "s", VERDICT_TERM_RANGE},    {"per-move", "1.5m", VERDICT_TERM_RANGE},
        {"per-move", "99999999999999999999s", VERDICT_TERM_RANGE},
        {"per-game", "29s", VERDICT_TERM_RANGE},  {"per-game", "30s", VERDICT_OK},
        {"players", "3", VERDICT_TERM_UNKNOWN},   {"set", "9", VERDICT_TERM_UNKNOWN},
        {"colour", "red", VERDICT_TERM_UNKNOWN},  {"", "1", VERDICT_TERM_UNKNOWN},
    };
    for (unsigned i = 0; i < sizeof list / sizeof list[0]; i++) {
        struct terms t, before;
        terms_preset(PRESET_BRIDGE, &t);
        before = t;
        enum verdict v = set(&t, list[i].name, list[i].value);
        if (v != list[i].verdict)
            print_error("%s=%s\n", list[i].name, list[i].value);
        assert_int_equal(v, list[i].verdict);
        if (v != VERDICT_OK)
            assert_memory_equal(&t, &before, sizeof t);
    }
    struct terms t;
    terms_preset(PRESET_DOMINOES, &t);
    assert_int_equal(set(&t, "set", "9"), VERDICT_OK);
    assert_int_equal(set(&t, "set", "7"), VERDICT_TERM_RANGE);
    assert_int_equal(set(&t, "size", "9"), VERDICT_TERM_UNKNOWN);
}

static void combinations(void **state)
{
    (void)state;
    struct terms t;
    const char *bad = NULL;
    terms_preset(PRESET_BRIDGE, &t);
    for (unsigned givens = 0; givens <= 255; givens++) {
        t.givens = (uint8_t)givens;
        assert_int_equal(terms_check(&t, &bad) == VERDICT_OK, givens >= 22 && givens <= 34);
    }
    assert_string_equal(bad, "givens");
    terms_preset(PRESET_BLITZ, &t);
    assert_int_equal(t.size, 6);
    t.hand = 5;
    t.givens = 9;
    assert_int_equal(terms_check(&t, &bad), VERDICT_TERMS_CONFLICT);
    assert_string_equal(bad, "hand");
    terms_preset(PRESET_BRIDGE, &t);
    assert_int_equal(set(&t, "size", "7"), VERDICT_OK);
    assert_int_equal(t.givens, 18);
    assert_int_equal(t.hand, 4);
    assert_int_equal(t.blocks, BLOCKS_IRREGULAR);
    assert_int_equal(terms_check(&t, &bad), VERDICT_OK);
    t.blocks = BLOCKS_REGULAR;
    assert_int_equal(terms_check(&t, &bad), VERDICT_TERMS_CONFLICT);
    assert_string_equal(bad, "blocks");
    terms_preset(PRESET_DOMAINS, &t);
    assert_int_equal(set(&t, "size", "8"), VERDICT_OK);
    assert_int_equal(terms_check(&t, &bad), VERDICT_TERMS_CONFLICT);
    assert_string_equal(bad, "size");
}

/* One byte of every field changed at a time, as somebody hostile would. */
static void hostile_terms_are_refused(void **state)
{
    (void)state;
    uint8_t bytes[TERMS_BYTES];
    struct terms t;
    unsigned passed = 0;
    terms_preset(PRESET_BRIDGE, &t);
    terms_bytes(&t, bytes);
    for (unsigned at = 0; at < TERMS_BYTES - 8; at++) {
        uint8_t kept = bytes[at];
        bytes[at] = 255;
        terms_from_bytes(bytes, &t);
        passed += terms_check(&t, NULL) == VERDICT_OK;
        bytes[at] = kept;
    }
    assert_int_equal(passed, 0);
    terms_preset(PRESET_BRIDGE, &t);
    t.rules = RULES_VERSION + 1;
    assert_int_equal(terms_check(&t, NULL), VERDICT_RULES_VERSION);
    terms_preset(PRESET_BRIDGE, &t);
    t.game = GAME_DOMAINS;
    assert_int_equal(terms_check(&t, NULL), VERDICT_PRESET_UNKNOWN);
    terms_preset(PRESET_BRIDGE, &t);
    t.set = 6;
    assert_int_equal(terms_check(&t, NULL), VERDICT_TERMS_CONFLICT);
    terms_preset(PRESET_BRIDGE, &t);
    t.players = 3;
    assert_int_equal(terms_check(&t, NULL), VERDICT_TERM_RANGE);
}

static void bytes_go_both_ways(void **state)
{
    (void)state;
    static const uint8_t bridge[TERMS_BYTES] = {1, 0, 1, 1, 2, 9, 30, 1, 5, 1, 1, 1,  2,
                                                1, 0, 0, 0, 0, 0, 60, 0, 0, 0, 132, 3, 0, 0};
    uint8_t bytes[TERMS_BYTES];
    struct terms t, again;
    terms_preset(PRESET_BRIDGE, &t);
    terms_bytes(&t, bytes);
    assert_memory_equal(bytes, bridge, TERMS_BYTES);
    for (unsigned i = 0; i < TERMS_BYTES; i++)
        bytes[i] = (uint8_t)(i * 37 + 11);
    terms_from_bytes(bytes, &t);
    uint8_t back[TERMS_BYTES];
    terms_bytes(&t, back);
    assert_memory_equal(bytes, back, TERMS_BYTES);
    terms_from_bytes(back, &again);
    assert_memory_equal(&t, &again, sizeof t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(presets_pass),   cmocka_unit_test(values_go_both_ways),
        cmocka_unit_test(ranges_are_kept), cmocka_unit_test(combinations),
        cmocka_unit_test(hostile_terms_are_refused), cmocka_unit_test(bytes_go_both_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
