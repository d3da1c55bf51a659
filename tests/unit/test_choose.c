/* Proves: the practice player only makes moves that are allowed, gives the same move for the same
 * view and seed, and that the strong level beats the beginner in at least four games of five. */
#include "rules/choose.h"

#include "table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

struct tally { unsigned games, wins, moves, longest, pies, swaps, claims; };

static void play_game(const struct terms *terms, uint64_t number, const unsigned level[2],
                      struct table *t, struct tally *tally)
{
    table_start(t, terms, number);
    while (t->game.ending == ENDING_NONE) {
        struct view view;
        struct choice choice, again;
        struct move move;
        unsigned seat = t->game.turn;
        struct hash seed = table_coin(number + 1000 + seat);
        view_make(&t->game, seat, t->value, &view);
        choose_move(&view, seed.b, level[seat], &choice);
        choose_move(&view, seed.b, level[seat], &again);
        assert_memory_equal(&choice, &again, sizeof choice);
        assert_int_equal(move_find(&t->game, seat, t->value, &choice, &move), VERDICT_OK);
        assert_int_equal(table_play(t, seat, &move), VERDICT_OK);
        tally->pies += move.kind == MOVE_PIE;
        tally->swaps += move.kind == MOVE_SWAP;
        tally->claims += move.kind == MOVE_CLAIM;
        assert_true(t->game.moves < 400);
    }
    tally->games++;
    tally->moves += t->game.moves;
}

static void contest(enum preset preset, unsigned size, unsigned games, struct tally *tally)
{
    struct terms terms;
    terms_preset(preset, &terms);
    if (size == 6)
        assert_int_equal(terms.size, 6);
    for (unsigned number = 0; number < games; number++) {
        struct table t;
        unsigned strong = number % 2;
        unsigned level[2] = {strong == 0 ? 3 : 1, strong == 1 ? 3 : 1};
        play_game(&terms, number, level, &t, tally);
        tally->wins += t.game.winner == strong;
    }
    print_message("won %u of %u, %u moves a game, pies %u swaps %u claims %u\n", tally->wins,
                  tally->games, tally->moves / tally->games, tally->pies, tally->swaps,
                  tally->claims);
    assert_true(tally->wins * 5 >= tally->games * 4);
}

static void strong_beats_beginner_at_bridge(void **state)
{
    (void)state;
    struct tally tally = {0};
    contest(PRESET_BRIDGE, 9, 20, &tally);
}

static void strong_beats_beginner_at_blitz(void **state)
{
    (void)state;
    struct tally tally = {0};
    contest(PRESET_BLITZ, 6, 40, &tally);
}

static void strong_beats_beginner_at_domains(void **state)
{
    (void)state;
    struct tally tally = {0};
    contest(PRESET_DOMAINS, 9, 40, &tally);
}

static void equal_players(enum preset preset)
{
    struct terms terms;
    struct tally tally = {0};
    unsigned level[2] = {2, 2};
    terms_preset(preset, &terms);
    for (unsigned number = 100; number < 120; number++) {
        struct table t;
        play_game(&terms, number, level, &t, &tally);
        tally.wins += t.game.winner == 0;
    }
    print_message("seat 0 won %u of %u, %u moves a game, pies %u swaps %u claims %u\n", tally.wins,
                  tally.games, tally.moves / tally.games, tally.pies, tally.swaps, tally.claims);
}

static void equal_players_end_their_games(void **state)
{
    (void)state;
    equal_players(PRESET_BRIDGE);
    equal_players(PRESET_BLITZ);
    equal_players(PRESET_DOMAINS);
}

static void nothing_to_do_gives_nothing(void **state)
{
    (void)state;
    struct terms terms;
    struct table t;
    struct view view;
    struct choice choice = {.kind = 9};
    struct hash seed = table_coin(1);
    terms_preset(PRESET_BRIDGE, &terms);
    table_start(&t, &terms, 1);
    view_make(&t.game, 1, t.value, &view);
    choose_move(&view, seed.b, 3, &choice);
    assert_int_equal(choice.kind, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strong_beats_beginner_at_bridge),
        cmocka_unit_test(strong_beats_beginner_at_blitz),
        cmocka_unit_test(strong_beats_beginner_at_domains),
        cmocka_unit_test(equal_players_end_their_games),
        cmocka_unit_test(nothing_to_do_gives_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
