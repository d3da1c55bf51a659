/* Proves what happens after one of two players has restored an old backup in the middle of a game.
 * If his program compares heads before it writes (as the daemon does), he gets back what he lost
 * and the game goes on to its end as if nothing had been.  If it does not, he signs a second entry
 * for a place: the other stops, keeps both and can show them; nobody goes on, nobody crashes. */
#include "tests/sim/world.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { DAY_MS = 24 * 3600 * 1000, GAMES = 12 };

static struct world *running_game(unsigned seed)
{
    struct weather x = {.players = 2, .seed = seed, .repeat = 50, .delay_ms = 300,
                        .moves_max = 20, .talk = 0, .decline = 0};
    terms_preset(PRESET_BLITZ, &x.terms);
    struct world *w = world_new(&x);
    assert_true(world_run_to(w, PHASE_CLOSING, 16 + seed % 10, DAY_MS));
    assert_int_equal(w->peer[0].match.now.phase, PHASE_PLAY);
    return w;
}

/* Whose backup it is: the other holds all that is lost (what nobody else ever got is lost for good,
 * and nobody can hold it against him). */
static unsigned loser(const struct world *w)
{
    return w->peer[0].n <= w->peer[1].n ? 0 : 1;
}

static void who_asks_first_goes_on(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= GAMES; seed++) {
        struct world *w = running_game(seed);
        unsigned p = loser(w), lost = 1 + seed % 9;
        world_restore(w, p, w->peer[p].n - lost, true);
        assert_true(world_run(w, DAY_MS));
        assert_int_equal(w->counts.doubles, 0);
        assert_int_equal(w->peer[0].match.disputed + w->peer[1].match.disputed, 0);
        world_free(w);
    }
}

/* The one who holds both entries shows them. */
static void assert_shown(const struct world *w)
{
    static struct finding f;
    unsigned shown = 0;
    for (unsigned p = 0; p < 2; p++) {
        if (w->peer[p].evidence_n == 0)
            continue;
        struct span file = world_export(w, p);
        assert_int_equal(logfile_judge(file, 0, &f), VERDICT_OK);
        assert_int_equal(f.evidence_why, VERDICT_DOUBLE_ENTRY);
        shown++;
        union { const uint8_t *in; void *out; } owned = {file.data};
        free(owned.out);
    }
    assert_true(shown > 0);
}

static void who_does_not_is_stopped(void **state)
{
    unsigned disputed = 0;
    (void)state;
    for (unsigned seed = 1; seed <= GAMES; seed++) {
        struct world *w = running_game(seed);
        unsigned p = loser(w);
        world_restore(w, p, w->peer[p].n - 3, false);
        bool done = world_run(w, 3600 * 1000);
        if (w->counts.doubles > 0) {
            disputed++;
            assert_false(done);
            assert_shown(w);
        } else {
            assert_true(done); /* he was quick enough to hear of it first */
        }
        world_free(w);
    }
    print_message("%u of %u signed twice\n", disputed, GAMES);
    assert_true(disputed > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(who_asks_first_goes_on),
                                       cmocka_unit_test(who_does_not_is_stopped)};
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
