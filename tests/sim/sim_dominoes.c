/* Proves that 2, 3 and 4 honest peers play whole matches of dominoes: a new bag for every round,
 * seeds opened after each, and a log that convinces the judge by proofs, by seeds and both ways;
 * and that all others can end a game that waits for somebody who has gone. */
#include "rules/choose.h"
#include "tests/sim/table.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { MOVES_MAX = 900 };

static struct sim_table *begin(unsigned players, unsigned seed, unsigned rounds)
{
    struct terms terms;
    struct sim_table *t = table_new(players, seed);
    terms_preset(PRESET_DOMINOES, &terms);
    terms.players = (uint8_t)players;
    terms.rounds = (uint8_t)rounds;
    assert_int_equal(terms_check(&terms, NULL), VERDICT_OK);
    table_begin(t, &terms);
    return t;
}

static void move_once(struct sim_table *t, unsigned p)
{
    struct view view;
    struct choice c;
    uint8_t seed[32] = {0};
    assert_true(match_view(&t->peer[p].match, &view));
    choose_move(&view, seed, 2, &c);
    assert_int_equal(table_wish(t, p, ENTRY_MOVE, &c), VERDICT_OK);
    table_settle(t);
}

static void judge_all(const struct sim_table *t)
{
    static struct finding f;
    static const unsigned checks[] = {0, BAG_BY_PROOFS, BAG_BY_BOTH};
    struct span file = table_export(t, t->players - 1);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(logfile_judge(file, checks[i], &f), VERDICT_OK);
        assert_int_equal(f.entries, t->peer[0].n);
    }
    union { const uint8_t *in; void *out; } owned = {file.data};
    free(owned.out);
}

static void whole_matches(void **state)
{
    (void)state;
    for (unsigned players = 2; players <= 4; players++) {
        struct sim_table *t = begin(players, players, 2);
        for (unsigned i = 0; i < MOVES_MAX && table_to_move(t) != NO_SEAT; i++)
            move_once(t, table_to_move(t));
        const struct replay *r = &t->peer[0].match.now;
        for (unsigned p = 0; p < players; p++) {
            assert_int_equal(t->peer[p].match.now.phase, PHASE_FINISHED);
            assert_true(hash_equal(&t->peer[p].match.now.head, &r->head));
            assert_true(t->peer[p].notices[NOTICE_ROUND] >= 2);
        }
        assert_int_equal(r->game.ending, ENDING_ROUNDS);
        print_message("%u players: %u rounds, %u moves, %u entries\n", players, r->game.dom.round,
                      r->game.moves, t->peer[0].n);
        judge_all(t);
        table_free(t);
    }
}

static void the_others_end_it(void **state)
{
    (void)state;
    struct sim_table *t = begin(3, 9, 1);
    unsigned gone = table_to_move(t), a = (gone + 1) % 3, b = (gone + 2) % 3;
    assert_int_equal(table_wish(t, a, ENTRY_ACCEPT_DRAW, NULL), VERDICT_NO_DRAW_OFFER);
    assert_int_equal(table_wish(t, a, ENTRY_OFFER_DRAW, NULL), VERDICT_OK);
    table_settle(t);
    assert_int_equal(t->peer[b].match.now.game.ending, ENDING_NONE);
    assert_int_equal(table_wish(t, b, ENTRY_ACCEPT_DRAW, NULL), VERDICT_OK);
    table_settle(t);
    assert_int_equal(t->peer[a].match.now.game.ending, ENDING_ABANDONED);
    table_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(whole_matches),
                                       cmocka_unit_test(the_others_end_it)};
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
