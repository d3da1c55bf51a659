/* Proves that two honest peers play whole Bridge games to their end, that both hold the same
 * chain, and that the exported log convinces the judge by proofs, by seeds, and both ways. */
#include "tests/sim/table.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void play_on(struct sim_table *t, unsigned moves_max)
{
    for (unsigned i = 0; i < moves_max; i++) {
        unsigned p = table_to_move(t);
        if (p == NO_SEAT)
            return;
        struct choice c = table_choice(t, p);
        assert_int_equal(table_wish(t, p, ENTRY_MOVE, &c), VERDICT_OK);
        table_settle(t);
    }
}

static void judge_both(const struct sim_table *t)
{
    static struct finding f;
    static const unsigned checks[] = {0, BAG_BY_PROOFS, BAG_BY_BOTH};
    for (unsigned p = 0; p < t->players; p++) {
        struct span file = table_export(t, p);
        for (unsigned i = 0; i < 3; i++) {
            assert_int_equal(logfile_judge(file, checks[i], &f), VERDICT_OK);
            assert_int_equal(f.entries, t->peer[p].n);
        }
        union { const uint8_t *in; void *out; } owned = {file.data};
        free(owned.out);
    }
}

static void whole_games(void **state)
{
    struct terms terms;
    (void)state;
    terms_preset(PRESET_BRIDGE, &terms);
    for (unsigned seed = 1; seed <= 2; seed++) {
        struct sim_table *t = table_new(2, seed);
        table_begin(t, &terms);
        assert_int_equal(t->peer[0].notices[NOTICE_STARTED], 1);
        play_on(t, 200);
        assert_int_equal(t->peer[0].match.now.phase, PHASE_FINISHED);
        assert_int_equal(t->peer[1].match.now.phase, PHASE_FINISHED);
        assert_true(hash_equal(&t->peer[0].match.now.head, &t->peer[1].match.now.head));
        judge_both(t);
        print_message("%u moves, %u entries\n", t->peer[0].match.now.game.moves, t->peer[0].n);
        table_free(t);
    }
}

/* A game that is as long as it may be takes no more moves, but it can still be ended. */
static void too_long(void **state)
{
    struct terms terms;
    struct sim_table *t = table_new(2, 3);
    (void)state;
    terms_preset(PRESET_BRIDGE, &terms);
    table_begin(t, &terms);
    unsigned p = table_to_move(t);
    struct match *m = &t->peer[p].match;
    struct choice c = table_choice(t, p);
    static struct effects out;
    m->now.number = ENTRIES_MAX - ENTRIES_FOR_THE_END;
    assert_int_equal(match_wish(m, ENTRY_MOVE, &c, &t->now, &out), VERDICT_GAME_TOO_LONG);
    m->now.number--;
    struct match before = *m;
    assert_int_equal(match_wish(m, ENTRY_MOVE, &c, &t->now, &out), VERDICT_OK);
    *m = before;
    m->now.number++;
    assert_int_equal(match_wish(m, ENTRY_RESIGN, NULL, &t->now, &out), VERDICT_OK);
    table_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(too_long), cmocka_unit_test(whole_games)};
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
