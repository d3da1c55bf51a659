/* Proves, over many seeded games, that two honest peers end with the same chain and no dispute,
 * whatever the network loses, repeats, reorders or parts and wherever their machines crash; that
 * nothing acknowledged is lost, nobody signs twice for one place (assertions in world.c), and
 * that every log is accepted by its proofs and by its seeds.
 * How many games: first argument or SIM_GAMES; from which seed: second argument or SIM_SEED. */
#include "tests/sim/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { HOUR_MS = 3600 * 1000, GAMES_IN_CHECK = 18 };
static unsigned games = GAMES_IN_CHECK, first_seed = 1;
static struct world_counts total;

/* Small games, so that many can be played; the large one now and then. */
struct sort { enum preset preset; uint8_t players; const char *name, *value; };
static const struct sort list[] = {
    {PRESET_BLITZ, 2, "size", "6"},   {PRESET_BRIDGE, 2, "size", "5"},
    {PRESET_DOMINOES, 3, "rounds", "1"}, {PRESET_DOMAINS, 2, "size", "5"},
    {PRESET_BRIDGE, 2, "size", "7"},  {PRESET_DOMINOES, 2, "rounds", "2"},
    {PRESET_BLITZ, 2, "size", "6"},   {PRESET_DOMINOES, 4, "rounds", "1"},
    {PRESET_BRIDGE, 2, "size", "9"},
};
enum { LIST = sizeof list / sizeof list[0] };

static void terms_of(const struct sort *g, struct terms *out)
{
    terms_preset(g->preset, out);
    out->players = g->players;
    assert_int_equal(terms_set(out, span_text(g->name), span_text(g->value)), VERDICT_OK);
    if (out->game != GAME_DOMINOES && out->size % 2 == 1 && out->size < 9)
        out->blocks = BLOCKS_IRREGULAR;
    assert_int_equal(terms_check(out, NULL), VERDICT_OK);
}

static struct weather weather_of(unsigned seed)
{
    struct weather x = {.seed = seed, .loss = seed % 4 * 60, .repeat = seed % 3 * 60,
                        .delay_ms = seed % 5 < 2 ? 40 : 4000, .crash = seed % 2 * 25,
                        .part = seed % 7 == 3 ? 30 : 0, .moves_max = 4 + seed % 29,
                        .talk = seed % 3 == 1 ? 250 : 40, .decline = seed % 6 == 5 ? 150 : 0};
    x.players = list[seed % LIST].players;
    terms_of(&list[seed % LIST], &x.terms);
    /* Half of the games have clocks that count, all but the warnings, which make disputes. */
    if (seed / LIST % 2 == 1) {
        x.terms.clock = CLOCK_CLAIM;
        x.terms.leave = 5;
        x.about_time = 100;
        assert_int_equal(terms_check(&x.terms, NULL), VERDICT_OK);
    }
    return x;
}

static void add_counts(const struct world_counts *c)
{
    total.sent += c->sent;
    total.lost += c->lost;
    total.repeated += c->repeated;
    total.crashes += c->crashes;
    total.parted += c->parted;
    total.gave_way += c->gave_way;
    total.superseded += c->superseded;
    total.gaps += c->gaps;
    total.known += c->known;
    total.wishes += c->wishes;
    total.refused += c->refused;
    total.replayed += c->replayed;
}

static void judge(const struct world *w, unsigned p)
{
    static struct finding f;
    static const unsigned checks[] = {BAG_BY_PROOFS, BAG_BY_SEEDS};
    struct span file = world_export(w, p);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(logfile_judge(file, checks[i], &f), VERDICT_OK);
        assert_int_equal(f.entries, w->peer[p].n);
        assert_true(hash_equal(&f.end.head, &w->peer[p].match.now.head));
    }
    union { const uint8_t *in; void *out; } owned = {file.data};
    free(owned.out);
}

static void one_game(unsigned seed)
{
    struct weather x = weather_of(seed);
    struct world *w = world_new(&x);
    bool done = world_run(w, 24ULL * HOUR_MS);
    if (!done)
        print_message("seed %u: phases %u %u, entries %u %u, messages %u\n", seed,
                      w->peer[0].match.now.phase, w->peer[1].match.now.phase, w->peer[0].n,
                      w->peer[1].n, w->messages);
    assert_true(done);
    for (unsigned p = 0; p < x.players; p++) {
        assert_int_equal(w->peer[p].match.disputed, 0);
        assert_int_equal(w->peer[p].evidence_n, 0);
        assert_int_equal(w->peer[p].n, w->peer[0].n);
    }
    assert_int_equal(w->counts.doubles, 0);
    judge(w, 0);
    add_counts(&w->counts);
    world_free(w);
}

static void chaos(void **state)
{
    (void)state;
    for (unsigned i = 0; i < games; i++)
        one_game(first_seed + i);
    print_message("%u games from seed %u: %u messages, %u lost, %u repeated, %u crashes, "
                  "%u partings, %u gave way, %u superseded, %u gaps, %u wishes, %u refused\n",
                  games, first_seed, total.sent, total.lost, total.repeated, total.crashes,
                  total.parted, total.gave_way, total.superseded, total.gaps, total.wishes,
                  total.refused);
    if (games < GAMES_IN_CHECK)
        return;
    /* A world without weather would prove nothing. */
    assert_true(total.lost > 0 && total.repeated > 0 && total.crashes > 0);
    assert_true(total.gave_way > 0 && total.superseded > 0 && total.gaps > 0);
}

static unsigned number_of(const char *text, unsigned otherwise)
{
    return text != NULL && atoi(text) > 0 ? (unsigned)atoi(text) : otherwise;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(chaos)};
    games = number_of(argc > 1 ? argv[1] : getenv("SIM_GAMES"), GAMES_IN_CHECK);
    first_seed = number_of(argc > 2 ? argv[2] : getenv("SIM_SEED"), 1);
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
