/* Proves that slow players, warnings and claims over a network that parts for minutes lead to one
 * of two ends: both hold the same game, finished, and nobody has lost by the clock who was not late
 * by the true time; or a claim was contested by somebody who had been in time but was not heard,
 * and both have stopped and are silent.  Never a double entry, never entries sent back and forth
 * without end, and what is exported convinces the judge. */
#include "tests/sim/world.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { HOUR_MS = 3600 * 1000, GAMES_IN_CHECK = 24 };
static unsigned games = GAMES_IN_CHECK, first_seed = 1;

static struct world *slow_world(unsigned seed)
{
    struct weather x = {.players = 2, .seed = seed, .loss = seed % 3 * 50, .repeat = 50,
                        .delay_ms = seed % 4 * 900 + 50, .crash = seed % 2 * 15, .part = 30,
                        .moves_max = 12, .talk = 30, .about_time = 20, .claims = 900,
                        .act_ms = 25000, .part_ms = 120000};
    terms_preset(PRESET_BLITZ, &x.terms);
    x.terms.clock = CLOCK_CLAIM;
    x.terms.leave = 1;
    x.terms.game_s = seed % 2 * 300;
    assert_int_equal(terms_check(&x.terms, NULL), VERDICT_OK);
    return world_new(&x);
}

static void judge(const struct world *w, unsigned p)
{
    static struct finding f;
    struct span file = world_export(w, p);
    assert_int_equal(logfile_judge(file, 0, &f), VERDICT_OK);
    assert_int_equal(f.evidence, w->peer[p].evidence_n);
    if (f.evidence)
        assert_int_equal(f.evidence_why, VERDICT_CONTESTED);
    union { const uint8_t *in; void *out; } owned = {file.data};
    free(owned.out);
}

static void slow_players(void **state)
{
    unsigned finished = 0, contested = 0, claims = 0, gave_way = 0;
    (void)state;
    for (unsigned seed = first_seed; seed < first_seed + games; seed++) {
        struct world *w = slow_world(seed);
        bool ended = world_run_disputed(w, 20 * 60 * 1000, 24ULL * HOUR_MS);
        bool disputed = w->peer[0].match.disputed || w->peer[1].match.disputed;
        if (!ended || w->counts.doubles > 0)
            print_message("seed %u: phases %u %u, entries %u %u, messages %u, disputed %d\n", seed,
                          w->peer[0].match.now.phase, w->peer[1].match.now.phase, w->peer[0].n,
                          w->peer[1].n, w->counts.sent, disputed);
        assert_true(ended);
        assert_int_equal(w->counts.doubles, 0);
        for (unsigned p = 0; p < 2; p++) {
            if (w->peer[p].match.disputed) {
                assert_int_equal(w->peer[p].match.why, VERDICT_CONTESTED);
                world_assert_contest(w, p);
            }
            judge(w, p);
        }
        if (!disputed)
            world_assert_truth(w);
        contested += disputed;
        finished += !disputed;
        claims += w->counts.claims;
        gave_way += w->counts.gave_way;
        world_free(w);
    }
    print_message("%u games: %u finished, %u contested, %u claims, %u entries gave way\n", games,
                  finished, contested, claims, gave_way);
    assert_true(finished > 0 && claims > 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(slow_players)};
    if (argc > 1 && atoi(argv[1]) > 0)
        games = (unsigned)atoi(argv[1]);
    if (argc > 2 && atoi(argv[2]) > 0)
        first_seed = (unsigned)atoi(argv[2]);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
