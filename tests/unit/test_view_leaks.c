/* Proves: what a seat is shown is byte for byte the same whichever hidden tiles the others hold,
 * and however the bag lies: at every point of thousands of random games of every kind, for every
 * seat and for a watcher.  The view is made from a position in which everything the seat cannot
 * know was exchanged.  The test has teeth: views that leak a little are caught. */
#include "rules/view.h"

#include "random_domino.h"
#include "random_move.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* How a view is made: the real one, or one that leaks. */
typedef void maker(const struct game *game, unsigned seat, const uint8_t *known, struct view *out);

static struct view honest, other; /* static: their padding is zero and stays so */

/* The places whose tiles the seat cannot know; returns how many. */
static unsigned hidden_places(const struct game *g, unsigned seat, uint8_t *places)
{
    unsigned n = 0;
    for (unsigned s = 0; s < g->seats; s++)
        for (unsigned i = 0; s != seat && i < g->hand_n[s]; i++)
            if (g->shown[g->hand[s][i]] == 0)
                places[n++] = g->hand[s][i];
    for (unsigned i = g->bag_at; i < g->bag_n; i++)
        places[n++] = g->bag[i];
    for (unsigned i = 0; i < g->discards_n; i++)
        if (g->shown[g->discards[i]] == 0)
            places[n++] = g->discards[i];
    return n;
}

/* Is the view of this seat the same after everything hidden has been exchanged? */
static bool same_view(struct table *t, unsigned seat, maker *make)
{
    static struct table swapped;
    uint8_t places[TILES_MAX];
    swapped = *t;
    table_shuffle(&swapped, places, hidden_places(&t->game, seat, places));
    t->stream = swapped.stream;
    make(&t->game, seat, t->value, &honest);
    make(&swapped.game, seat, swapped.value, &other);
    return memcmp(&honest, &other, sizeof honest) == 0;
}

static bool all_same(struct table *t, maker *make)
{
    bool same = same_view(t, SEAT_WATCHER, make);
    for (unsigned seat = 0; seat < t->game.seats; seat++)
        same = same_view(t, seat, make) && same;
    return same;
}

struct kind { enum preset preset; uint8_t players, set, abkhaz; uint16_t games; };

/* Many short games make many different positions. */
static const struct kind kinds[] = {
    {PRESET_BRIDGE, 2, 0, 0, 200},    {PRESET_STUDY, 2, 0, 0, 50},
    {PRESET_BLITZ, 2, 0, 0, 250},     {PRESET_DOMAINS, 2, 0, 0, 150},
    {PRESET_DOMINOES, 2, 6, 0, 250},  {PRESET_DOMINOES, 3, 6, 0, 250},
    {PRESET_DOMINOES, 4, 6, 0, 250},  {PRESET_DOMINOES, 2, 9, 0, 150},
    {PRESET_DOMINOES, 3, 9, 1, 150},  {PRESET_DOMINOES, 4, 12, 0, 150},
    {PRESET_DOMINOES, 2, 6, 1, 150},  {PRESET_DOMINOES, 4, 6, 1, 150},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void start(const struct kind *kind, uint64_t number, struct table *t)
{
    struct terms terms;
    terms_preset(kind->preset, &terms);
    terms.players = kind->players;
    if (terms.game == GAME_DOMINOES) {
        terms.set = kind->set;
        terms.abkhaz = kind->abkhaz;
        terms.rounds = (uint8_t)(1 + number % 2);
    } else {
        terms.claim = (uint8_t)(number % 3);
        terms.blocks = number % 2 ? BLOCKS_IRREGULAR : BLOCKS_REGULAR;
    }
    table_start(t, &terms, number);
}

static void step(struct table *t)
{
    struct move m = t->game.terms.game == GAME_DOMINOES ? random_domino(t) : random_move(t);
    assert_int_equal(table_play(t, t->game.turn, &m), VERDICT_OK);
}

static void views_are_the_same(void **state)
{
    (void)state;
    unsigned games = 0, views = 0;
    for (unsigned k = 0; k < KINDS; k++)
        for (unsigned number = 0; number < kinds[k].games * 2u; number++) {
            static struct table t;
            start(&kinds[k], number, &t);
            while (t.game.ending == ENDING_NONE) {
                assert_true(all_same(&t, view_make));
                views += t.game.seats + 1u;
                if (t.game.dom.phase == DOMINO_REVEAL)
                    table_reveal(&t);
                else
                    step(&t);
            }
            assert_true(all_same(&t, view_make));
            games++;
        }
    print_message("%u games, %u views\n", games, views);
    assert_true(games >= 4000 && views > 100000);
}

/* A watcher is shown nobody's tiles, and a seat nothing but its own. */
static void own_tiles_only(void **state)
{
    (void)state;
    for (unsigned k = 0; k < KINDS; k++) {
        static struct table t;
        uint8_t none[TILES_MAX] = {0}, own[TILES_MAX];
        start(&kinds[k], 7, &t);
        for (unsigned i = 0; i < 12 && t.game.ending == ENDING_NONE; i++) {
            view_make(&t.game, SEAT_WATCHER, t.value, &honest);
            view_make(&t.game, SEAT_WATCHER, none, &other);
            assert_memory_equal(&honest, &other, sizeof honest);
            for (unsigned seat = 0; seat < t.game.seats; seat++) {
                memset(own, 0, sizeof own);
                for (unsigned h = 0; h < t.game.hand_n[seat]; h++)
                    own[t.game.hand[seat][h]] = t.value[t.game.hand[seat][h]];
                view_make(&t.game, seat, t.value, &honest);
                view_make(&t.game, seat, own, &other);
                assert_memory_equal(&honest, &other, sizeof honest);
            }
            if (t.game.dom.phase == DOMINO_REVEAL)
                break;
            step(&t);
        }
    }
}

/* --- views that leak ---------------------------------------------------------------------- */

static unsigned next(const struct game *g, unsigned seat)
{
    return seat == SEAT_WATCHER ? 0 : (seat + 1u) % g->seats;
}

/* The first tile of the next seat's hand. */
static void leak_tile(const struct game *g, unsigned seat, const uint8_t *known, struct view *out)
{
    view_make(g, seat, known, out);
    out->last_digit = known[g->hand[next(g, seat)][0]];
}

/* Only whether the next seat holds tile 1. */
static void leak_bit(const struct game *g, unsigned seat, const uint8_t *known, struct view *out)
{
    const unsigned s = next(g, seat);
    view_make(g, seat, known, out);
    for (unsigned i = 0; i < g->hand_n[s]; i++)
        out->may_pie |= known[g->hand[s][i]] == 1;
}

/* Only the tile that will be drawn next. */
static void leak_bag(const struct game *g, unsigned seat, const uint8_t *known, struct view *out)
{
    view_make(g, seat, known, out);
    if (g->bag_at < g->bag_n)
        out->agreed = known[g->bag[g->bag_at]];
}

/* A watcher sees the hand of seat 0. */
static void leak_watcher(const struct game *g, unsigned seat, const uint8_t *known,
                         struct view *out)
{
    view_make(g, seat, known, out);
    for (unsigned i = 0; seat == SEAT_WATCHER && i < g->hand_n[0] && i < HAND_MAX; i++)
        out->hand[i] = known[g->hand[0][i]];
}

/* Dominoes: whether a seat that passed could have laid something; else the sum of its digits. */
static void leak_sum(const struct game *g, unsigned seat, const uint8_t *known, struct view *out)
{
    const unsigned s = next(g, seat);
    unsigned sum = 0;
    view_make(g, seat, known, out);
    for (unsigned i = 0; i < g->hand_n[s]; i++)
        sum += known[g->hand[s][i]];
    out->dom.lacks[s] = (uint16_t)(out->dom.lacks[s] ^ (sum % 2 << 15));
}

/* Each leak is found in every kind of game, within a few games. */
static void leaks_are_caught(void **state)
{
    (void)state;
    static maker *const leaks[] = {leak_tile, leak_bit, leak_bag, leak_watcher, leak_sum};
    for (unsigned l = 0; l < sizeof leaks / sizeof leaks[0]; l++)
        for (unsigned k = 0; k < KINDS; k++) {
            bool caught = false;
            for (unsigned number = 0; number < 3 && !caught; number++) {
                static struct table t;
                start(&kinds[k], number, &t);
                while (!caught && t.game.ending == ENDING_NONE &&
                       t.game.dom.phase != DOMINO_REVEAL) {
                    caught = !all_same(&t, leaks[l]);
                    step(&t);
                }
            }
            if (!caught)
                print_error("leak %u was not found in kind %u\n", l, k);
            assert_true(caught);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_are_the_same),
        cmocka_unit_test(own_tiles_only),
        cmocka_unit_test(leaks_are_caught),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
