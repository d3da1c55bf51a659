/* Proves: the practice player only makes moves that are allowed, gives the same move for the same
 * view and seed, and that the strong level beats the beginner in at least four games of five. */
#include "practice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct tally { unsigned games, wins, moves; };

/* Level 3 against level 1 on alternating seats: four games of five; against more than one beginner
 * at once more than half. */
static void contest(enum preset preset, unsigned players, unsigned games, struct tally *tally)
{
    struct terms terms;
    terms_preset(preset, &terms);
    terms.players = (uint8_t)players;
    for (unsigned number = 0; number < games; number++) {
        const unsigned strong = number % players;
        unsigned level[SEATS_MAX] = {1, 1, 1, 1};
        level[strong] = 3;
        struct practice p = practice_game(&terms, number, level);
        assert_int_not_equal(p.ending, ENDING_NONE);
        tally->games++;
        tally->moves += p.moves;
        tally->wins += p.winner == strong;
    }
    print_message("won %u of %u, %u moves a game\n", tally->wins, tally->games,
                  tally->moves / tally->games);
    assert_true(players > 2 ? tally->wins * 2 > tally->games
                            : tally->wins * 5 >= tally->games * 4);
}

static void strong_beats_beginner_at_bridge(void **state)
{
    (void)state;
    struct tally tally = {0};
    contest(PRESET_BRIDGE, 2, 20, &tally);
}

static void strong_beats_beginner_at_blitz(void **state)
{
    (void)state;
    struct tally tally = {0};
    contest(PRESET_BLITZ, 2, 40, &tally);
}

static void strong_beats_beginner_at_domains(void **state)
{
    (void)state;
    struct tally tally = {0};
    contest(PRESET_DOMAINS, 2, 40, &tally);
}

static void strong_beats_beginner_at_dominoes(void **state)
{
    (void)state;
    struct tally tally = {0};
    contest(PRESET_DOMINOES, 2, 30, &tally);
}

static void strong_beats_three_beginners(void **state)
{
    (void)state;
    struct tally tally = {0};
    contest(PRESET_DOMINOES, 4, 20, &tally);
}

/* Every level, every game: the same view and seed give the same move; the game ends. */
static void same_view_same_move(void **state)
{
    (void)state;
    for (unsigned number = 0; number < 30; number++) {
        struct terms terms;
        struct table t;
        struct practice p = {0};
        terms_preset((enum preset)(number % 5 + 1), &terms);
        if (terms.game == GAME_DOMINOES) {
            terms.players = (uint8_t)(2 + number / 5 % 3);
            terms.set = (uint8_t)(6 + number / 5 % 3 * 3);
            terms.abkhaz = (uint8_t)(number / 15);
        }
        table_start(&t, &terms, number);
        while (t.game.ending == ENDING_NONE && p.moves < 30) {
            struct view view;
            struct choice choice, again;
            struct hash seed = table_coin(number);
            const unsigned level = LEVEL_MIN + p.moves % LEVEL_MAX;
            view_make(&t.game, t.game.turn, t.value, &view);
            choose_move(&view, seed.b, level, &choice);
            choose_move(&view, seed.b, level, &again);
            assert_memory_equal(&choice, &again, sizeof choice);
            assert_true(practice_move(&p, &t, number, level));
        }
    }
}

static void equal_players_end_their_games(void **state)
{
    (void)state;
    static const unsigned level[SEATS_MAX] = {2, 2, 2, 2};
    for (unsigned number = 100; number < 200; number++) {
        struct terms terms;
        terms_preset((enum preset)(number % 5 + 1), &terms);
        struct practice p = practice_game(&terms, number, level);
        assert_int_not_equal(p.ending, ENDING_NONE);
        assert_int_equal(p.errors, 0);
    }
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
        cmocka_unit_test(strong_beats_beginner_at_dominoes),
        cmocka_unit_test(strong_beats_three_beginners),
        cmocka_unit_test(same_view_same_move),
        cmocka_unit_test(equal_players_end_their_games),
        cmocka_unit_test(nothing_to_do_gives_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
