/* Proves: when the pie is on offer, what it does and when it is refused (public cases and every way
 * a turn can go by); the game ends with the move that joins; random games through the pure rules
 * keep every tile accounted for, never leave a player without tiles, and end with exactly one
 * winner. */
#include "rules/bridge.h"

#include "random_move.h"
#include "rules/cell.h"
#include "table.h"
#include "vectors.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* A board on which every cell is a given that costs nothing: plain Hex. */
static struct game plain(unsigned n)
{
    struct game g = {.seats = 2, .winner = NO_SEAT, .draw_by = NO_SEAT, .refill_seat = NO_SEAT};
    g.terms.game = GAME_BRIDGE;
    g.terms.size = g.nb.board.n = (uint8_t)n;
    g.nb.last_cell = g.nb.first_stone = NO_CELL;
    g.nb.pie_seat = NO_SEAT;
    g.nb.pair_left = 1;
    for (unsigned cell = 0; cell < n * n; cell++) {
        g.nb.board.given[cell] = 1;
        g.nb.board.solution[cell] = (uint8_t)(1 + (cell % n + cell / n) % n);
    }
    return g;
}

static enum verdict event(struct game *g, const char *token)
{
    struct move m = {.kind = MOVE_CLAIM};
    unsigned n = g->nb.board.n;
    if (strcmp(token, "TAKE") == 0)
        m.kind = MOVE_PIE;
    else if (strcmp(token, "PASS") == 0)
        m.kind = MOVE_LOST;
    else {
        assert_int_equal(g->turn, token[0] == 'B' ? 0 : 1);
        assert_true(cell_read(span_text(token + 2), n, &m.cell));
    }
    return game_apply(g, g->turn, &m, g);
}

static void check_stones(const struct game *g, char *text)
{
    uint8_t owner[CELLS_MAX] = {0};
    for (char *token = strtok(text, " "); token != NULL; token = strtok(NULL, " ")) {
        uint8_t cell = 0;
        if (strcmp(token, "stones") == 0)
            continue;
        assert_true(cell_read(span_text(token + 2), g->nb.board.n, &cell));
        owner[cell] = token[0] == 'B' ? 1 : 2;
    }
    assert_memory_equal(owner, g->nb.owner, sizeof owner);
}

static void public_pie_cases(void **state)
{
    (void)state;
    struct vectors v;
    unsigned cases = 0, skipped = 0;
    vectors_open(&v, "tests/vectors/hex/pie_cases.txt");
    while (vectors_next(&v, '|')) {
        /* Other servers' rules: the stone is mirrored; moves are taken back. */
        if (strncmp(v.field[0], "mirror", 6) == 0 || strncmp(v.field[0], "undo", 4) == 0) {
            skipped++;
            continue;
        }
        struct game g = plain((unsigned)atoi(v.field[1])), before = g;
        enum verdict last = VERDICT_OK;
        for (char *token = strtok(v.field[2], " "); token != NULL; token = strtok(NULL, " ")) {
            assert_int_equal(last, VERDICT_OK);
            before = g;
            last = event(&g, token);
        }
        char *mover = strchr(v.field[3], ';');
        assert_non_null(mover);
        *mover++ = '\0';
        assert_int_equal(g.turn, strstr(mover, "BLUE to move") != NULL ? 0 : 1);
        if (strncmp(v.field[3], "refused", 7) == 0) {
            assert_int_equal(last, VERDICT_PIE_NOT_ON_OFFER);
            assert_memory_equal(&before, &g, sizeof g);
        } else {
            assert_int_equal(last, VERDICT_OK);
            check_stones(&g, v.field[3]);
        }
        cases++;
    }
    print_message("%u run, %u skipped\n", cases, skipped);
    assert_int_equal(cases, 5);
    assert_int_equal(skipped, 2);
}

/* By: the offer ends with the next turn of any kind. */
static void offer_lasts_one_turn(void **state)
{
    (void)state;
    static const char *const turns[] = {"R:a1", "PASS", "TAKE"};
    for (unsigned i = 0; i < 3; i++) {
        struct game g = plain(5);
        assert_int_equal(event(&g, "B:c3"), VERDICT_OK);
        assert_int_equal(g.nb.pie_seat, 1);
        assert_int_equal(event(&g, turns[i]), VERDICT_OK);
        assert_int_equal(g.nb.pie_seat, NO_SEAT);
        assert_int_equal(event(&g, "TAKE"), VERDICT_PIE_NOT_ON_OFFER);
        assert_int_equal(event(&g, "B:b2"), VERDICT_OK);
        assert_int_equal(event(&g, "TAKE"), VERDICT_PIE_NOT_ON_OFFER);
    }
}

/* By: a wrong tile and a swap put no stone; whoever puts the first, the other may take it.
 * */
static void pie_waits_for_a_stone(void **state)
{
    (void)state;
    struct terms terms;
    struct table t;
    terms_preset(PRESET_BRIDGE, &terms);
    table_start(&t, &terms, 5);
    struct move swap = {.kind = MOVE_SWAP, .places_n = 1, .places = {t.game.hand[0][0]}};
    assert_int_equal(table_play(&t, 0, &swap), VERDICT_OK);
    assert_int_equal(t.game.nb.pie_seat, NO_SEAT);
    struct move wrong = {.kind = MOVE_PLACE, .places_n = 1, .places = {t.game.hand[1][0]}};
    wrong.value = t.value[wrong.places[0]];
    while (t.game.nb.board.given[wrong.cell] ||
           t.game.nb.board.solution[wrong.cell] == wrong.value)
        wrong.cell++;
    assert_int_equal(table_play(&t, 1, &wrong), VERDICT_OK);
    assert_int_equal(t.game.nb.owner[wrong.cell], 0);
    assert_int_equal(t.game.nb.ruled_out[wrong.cell], 1u << wrong.value);
    assert_int_equal(t.game.nb.pie_seat, NO_SEAT);
    struct move claim = {.kind = MOVE_CLAIM, .places_n = 1, .places = {t.game.hand[0][0]}};
    while (!t.game.nb.board.given[claim.cell])
        claim.cell++;
    assert_int_equal(table_play(&t, 0, &claim), VERDICT_OK);
    assert_int_equal(t.game.nb.pie_seat, 1);
    struct move pie = {.kind = MOVE_PIE};
    uint8_t hand[HAND_MAX];
    memcpy(hand, t.game.hand[1], sizeof hand);
    assert_int_equal(table_play(&t, 1, &pie), VERDICT_OK);
    assert_int_equal(t.game.nb.owner[claim.cell], 2);
    assert_int_equal(t.game.nb.stones, 1);
    assert_int_equal(t.game.turn, 0);
    assert_memory_equal(hand, t.game.hand[1], sizeof hand);
}

static void joining_ends_the_game(void **state)
{
    (void)state;
    static const char *const moves[] = {"B:b1", "R:c1", "B:b2", "R:c2", "B:a3", "R:c3", "B:a4",
                                        "R:c4", "B:a5"};
    struct game g = plain(5);
    for (unsigned i = 0; i < 9; i++) {
        assert_int_equal(g.ending, ENDING_NONE);
        assert_int_equal(event(&g, moves[i]), VERDICT_OK);
    }
    assert_int_equal(g.ending, ENDING_CHAIN);
    assert_int_equal(g.winner, 0);
    struct game before = g;
    g.turn = 1;
    before.turn = 1;
    assert_int_equal(event(&g, "R:d4"), VERDICT_GAME_OVER);
    assert_memory_equal(&g, &before, sizeof g);
}

static void random_games(enum preset preset, unsigned size, unsigned blocks, unsigned games)
{
    struct terms terms;
    terms_preset(preset, &terms);
    if (size == 6)
        terms.givens = 12;
    terms.size = (uint8_t)size;
    terms.blocks = (uint8_t)blocks;
    for (uint64_t number = 0; number < games; number++) {
        struct table t;
        table_start(&t, &terms, number);
        for (unsigned turns = 0; t.game.ending == ENDING_NONE; turns++) {
            struct move m = random_move(&t);
            unsigned seat = t.game.turn;
            assert_true(turns < 5000);
            assert_int_equal(table_play(&t, seat, &m), VERDICT_OK);
            check_supply(&t);
            if (t.game.ending == ENDING_NONE)
                assert_int_equal(t.game.hand_n[seat], terms.hand);
        }
        if (t.game.ending == ENDING_CLOCK)
            continue;
        assert_int_equal(t.game.ending, ENDING_CHAIN);
        assert_true(bridge_joined(size, t.game.nb.owner, t.game.winner));
        assert_false(bridge_joined(size, t.game.nb.owner, 1u - t.game.winner));
    }
}

static void random_games_keep_the_invariants(void **state)
{
    (void)state;
    random_games(PRESET_BRIDGE, 9, BLOCKS_REGULAR, 600);
    random_games(PRESET_BRIDGE, 9, BLOCKS_IRREGULAR, 200);
    random_games(PRESET_BLITZ, 6, BLOCKS_REGULAR, 600);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(public_pie_cases),
        cmocka_unit_test(offer_lasts_one_turn),
        cmocka_unit_test(pie_waits_for_a_stone),
        cmocka_unit_test(joining_ends_the_game),
        cmocka_unit_test(random_games_keep_the_invariants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
