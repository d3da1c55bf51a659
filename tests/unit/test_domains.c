/* Proves: the order 1-2-2, block owners, the early end (also between the two moves of a turn), what
 * a lost turn costs, when the hand is refilled, the rule for swaps inside a turn; and the
 * invariants of random games on 9x9 and 7x7, regular and irregular. */
#include "rules/domains.h"

#include "random_move.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void start(struct table *t, uint64_t number)
{
    struct terms terms;
    terms_preset(PRESET_DOMAINS, &terms);
    table_start(t, &terms, number);
}

/* A claim of the first free given with the first tile of the hand. */
static struct move first_claim(const struct table *t)
{
    struct move m = {.kind = MOVE_CLAIM, .places_n = 1};
    m.places[0] = t->game.hand[t->game.turn][0];
    while (!t->game.nb.board.given[m.cell] || t->game.nb.owner[m.cell] != 0)
        m.cell++;
    return m;
}

static void turns_go_one_two_two(void **state)
{
    (void)state;
    struct table t;
    static const uint8_t order[] = {0, 1, 1, 0, 0, 1, 1, 0};
    start(&t, 1);
    for (unsigned i = 0; i < sizeof order; i++) {
        struct move m = first_claim(&t);
        assert_int_equal(t.game.turn, order[i]);
        assert_int_equal(t.game.nb.pair_left, i == 0 ? 1 : i % 2 == 1 ? 2 : 1);
        assert_int_equal(table_play(&t, order[i], &m), VERDICT_OK);
        /* By: refilled after the turn only */
        assert_int_equal(t.game.hand_n[order[i]], i % 2 == 1 ? 4 : 5);
    }
}

static void no_pie(void **state)
{
    (void)state;
    struct table t;
    start(&t, 2);
    struct move m = first_claim(&t), pie = {.kind = MOVE_PIE};
    assert_int_equal(table_play(&t, 0, &m), VERDICT_OK);
    assert_int_equal(game_check(&t.game, 1, &pie), VERDICT_MOVE_UNKNOWN);
}

static void lost_turn_costs_the_rest(void **state)
{
    (void)state;
    struct table t;
    start(&t, 3);
    struct move lost = {.kind = MOVE_LOST}, m;
    assert_int_equal(table_play(&t, 0, &lost), VERDICT_OK);
    assert_int_equal(t.game.turn, 1);
    assert_int_equal(t.game.nb.pair_left, 2);
    assert_int_equal(table_play(&t, 1, &lost), VERDICT_OK);
    assert_int_equal(t.game.turn, 0);
    m = first_claim(&t);
    assert_int_equal(table_play(&t, 0, &m), VERDICT_OK);
    assert_int_equal(t.game.turn, 0);
    assert_int_equal(table_play(&t, 0, &lost), VERDICT_OK);
    assert_int_equal(t.game.turn, 1);
    assert_int_equal(t.game.hand_n[0], 5);
}

static void swaps_inside_a_turn(void **state)
{
    (void)state;
    struct table t;
    start(&t, 4);
    struct move all = {.kind = MOVE_SWAP, .places_n = 5};
    memcpy(all.places, t.game.hand[0], 5);
    assert_int_equal(table_play(&t, 0, &all), VERDICT_OK); /* the first turn has one move */
    memcpy(all.places, t.game.hand[1], 5);
    struct game before = t.game;
    assert_int_equal(table_play(&t, 1, &all), VERDICT_SWAP_ALL_IN_PAIR);
    assert_memory_equal(&before, &t.game, sizeof before);
    all.places_n = 4;
    assert_int_equal(table_play(&t, 1, &all), VERDICT_OK);
    assert_int_equal(t.game.hand_n[1], 1);
    struct move last = {.kind = MOVE_SWAP, .places_n = 1, .places = {t.game.hand[1][0]}};
    assert_int_equal(table_play(&t, 1, &last), VERDICT_OK);
    assert_int_equal(t.game.hand_n[1], 5);
}

static void decided_early(void **state)
{
    (void)state;
    assert_true(domains_decided(5, 2, 2));
    assert_false(domains_decided(4, 3, 2));
    assert_false(domains_decided(4, 4, 1));
    assert_true(domains_decided(5, 4, 0));
    for (unsigned mine = 0; mine <= 9; mine++)
        for (unsigned theirs = 0; mine + theirs <= 9; theirs++)
            assert_int_equal(domains_decided(mine, theirs, 9 - mine - theirs), mine >= 5);
}

static unsigned own_cells(const struct numbridge *nb, unsigned block, unsigned seat)
{
    unsigned own = 0;
    for (unsigned cell = 0; cell < (unsigned)nb->board.n * nb->board.n; cell++)
        own += nb->board.block[cell] == block && nb->owner[cell] == seat + 1;
    return own;
}

static void check_blocks(const struct game *g)
{
    const struct numbridge *nb = &g->nb;
    const unsigned n = nb->board.n, a = domains_held(nb, 0), b = domains_held(nb, 1);
    for (unsigned block = 0; block < n; block++)
        for (unsigned seat = 0; seat < 2; seat++)
            assert_int_equal(nb->block_owner[block] == seat + 1,
                             own_cells(nb, block, seat) >= n / 2 + 1);
    assert_int_equal(a + b + domains_undecided(nb), n);
    bool over = a > n / 2 || b > n / 2;
    if (g->ending != ENDING_CLOCK)
        assert_int_equal(over, g->ending == ENDING_BLOCKS);
    if (g->ending == ENDING_BLOCKS)
        assert_true(domains_held(nb, g->winner) > n / 2);
}

static void random_games(unsigned size, unsigned blocks, unsigned games)
{
    struct terms terms;
    unsigned long moves = 0;
    terms_preset(PRESET_DOMAINS, &terms);
    terms.size = (uint8_t)size;
    terms.blocks = (uint8_t)blocks;
    if (size == 7) {
        terms.givens = 18;
        terms.hand = 4;
    }
    for (uint64_t number = 0; number < games; number++) {
        struct table t;
        table_start(&t, &terms, number);
        while (t.game.ending == ENDING_NONE) {
            struct move m = random_move(&t);
            unsigned seat = t.game.turn, left = t.game.nb.pair_left;
            assert_int_equal(table_play(&t, seat, &m), VERDICT_OK);
            check_supply(&t);
            check_blocks(&t.game);
            assert_true(t.game.moves < 5000);
            if (t.game.ending != ENDING_NONE)
                break;
            bool stays = left == 2 && m.kind != MOVE_LOST;
            assert_int_equal(t.game.turn, stays ? seat : 1 - seat);
            if (!stays)
                assert_int_equal(t.game.hand_n[seat], terms.hand);
        }
        moves += t.game.moves;
    }
    print_message("%ux%u: %lu moves a game\n", size, size, moves / games);
}

static void random_games_keep_the_invariants(void **state)
{
    (void)state;
    random_games(9, BLOCKS_REGULAR, 300);
    random_games(9, BLOCKS_IRREGULAR, 150);
    random_games(7, BLOCKS_IRREGULAR, 150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_go_one_two_two),
        cmocka_unit_test(no_pie),
        cmocka_unit_test(lost_turn_costs_the_rest),
        cmocka_unit_test(swaps_inside_a_turn),
        cmocka_unit_test(decided_early),
        cmocka_unit_test(random_games_keep_the_invariants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
