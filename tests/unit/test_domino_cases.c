/* Proves: every line of turns.txt (single situations of the draw game, each set up from its own
 * fields) and of odds.txt (sizes, pips, who opens how often).  A line without a test of its own,
 * or a test without its line, fails. */
#include "domino_table.h"
#include "rules/move.h"
#include "vectors.h"

#include <stdlib.h>

/* The tiles of seat `name` in "A: 1-2 2-6 B: 3-5" or "none"; empty if it is not named. */
static void hand_of(const char *hands, char name, char out[128])
{
    const char start[] = {name, ':', '\0'}, *at = strstr(hands, start);
    size_t len = at == NULL ? 0 : strcspn(at + 2, ":");
    out[0] = '\0';
    if (at == NULL || strncmp(at, "A: none", 7) == 0)
        return;
    if (at[2 + len] == ':')
        len--; /* the next name */
    snprintf(out, 128, "%.*s", (int)len, at + 2);
}

/* Two tiles of the set that the line does not name. */
static void unnamed(const struct vectors *v, char out[128])
{
    unsigned found = 0;
    out[0] = '\0';
    for (unsigned value = 1; value <= 28 && found < 2; value++) {
        uint8_t half[2];
        char tile[8];
        assert_true(dominoes_halves(6, value, half));
        snprintf(tile, sizeof tile, "%u-%u", half[0], half[1]);
        if (strstr(v->field[3], tile) || strstr(v->field[4], tile) || strstr(v->field[5], tile))
            continue;
        found++;
        strcat(out, tile);
        strcat(out, " ");
    }
}

/* The table of a line: ends, hands, boneyard; A is seat 0 and to move. */
static void set_up(const struct vectors *v, struct table *t)
{
    char a[128], b[128];
    unsigned left = 0, right = 0;
    assert_int_equal(sscanf(v->field[2], "%u %u", &left, &right), 2);
    hand_of(v->field[3], 'A', a);
    hand_of(v->field[3], 'B', b);
    if (b[0] == '\0')
        unnamed(v, b);
    situation(t, left, right, a, b, v->field[4][0] == '-' ? "" : v->field[4]);
}

static void left_or_right(const struct vectors *v)
{
    struct table t, saved;
    set_up(v, &t);
    saved = t;
    assert_int_equal(lay(&t, 0, "1-2", 1), VERDICT_NO_MATCH);
    assert_int_equal(lay(&t, 0, "2-6", 0), VERDICT_NO_MATCH);
    assert_int_equal(lay(&t, 0, "2-4", 0), VERDICT_NO_MATCH);
    assert_int_equal(lay(&t, 0, "2-4", 1), VERDICT_NO_MATCH);
    assert_int_equal(lay(&t, 0, "1-2", 2), VERDICT_NO_MATCH);
    assert_int_equal(lay(&t, 0, "1-2", 0), VERDICT_OK);
    check_open(&t, 2, 6);
    t = saved;
    assert_int_equal(lay(&t, 0, "2-6", 1), VERDICT_OK);
    check_open(&t, 1, 2);
}

static void both_ends(const struct vectors *v)
{
    struct table t;
    set_up(v, &t);
    struct table saved = t;
    assert_int_equal(lay(&t, 0, "3-5", 0), VERDICT_OK);
    check_open(&t, 5, 5);
    t = saved;
    assert_int_equal(lay(&t, 0, "3-5", 1), VERDICT_OK);
    check_open(&t, 3, 3);
}

static void same_ends(const struct vectors *v)
{
    struct table t;
    set_up(v, &t);
    for (unsigned end = 0; end < 2; end++) {
        struct table other = t;
        assert_int_equal(lay(&other, 0, "4-4", end), VERDICT_OK);
        check_open(&other, 4, 4);
        other = t;
        assert_int_equal(lay(&other, 0, "1-4", end), VERDICT_OK);
        check_open(&other, end == 0 ? 1 : 4, end == 0 ? 4 : 1);
    }
}

static void turned(const struct vectors *v)
{
    struct table t;
    set_up(v, &t);
    for (unsigned end = 0; end < 2; end++)
        assert_int_equal(lay(&t, 0, "3-3", end), VERDICT_NO_MATCH);
    assert_int_equal(lay(&t, 0, "0-1", 1), VERDICT_NO_MATCH);
    assert_int_equal(lay(&t, 0, "0-1", 0), VERDICT_OK);
    check_open(&t, 1, 2);
}

static void double_keeps_end(const struct vectors *v)
{
    struct table t;
    set_up(v, &t);
    assert_int_equal(lay(&t, 0, "5-5", 0), VERDICT_NO_MATCH);
    assert_int_equal(lay(&t, 0, "5-5", 1), VERDICT_OK);
    check_open(&t, 2, 5);
    assert_int_equal(t.game.dom.arms, 2);
}

static void not_held(const struct vectors *v)
{
    struct table t;
    set_up(v, &t);
    for (unsigned value = 1; value <= 28; value++)
        if (value != read_tile(6, "1-2"))
            assert_int_equal(play(&t, 0, laying(&t, 0, value, 0)), VERDICT_TILE_NOT_IN_HAND);
}

static void no_match(const struct vectors *v)
{
    struct table t;
    set_up(v, &t);
    assert_int_equal(lay(&t, 0, "1-2", 0), VERDICT_NO_MATCH);
    assert_int_equal(lay(&t, 0, "1-2", 1), VERDICT_NO_MATCH);
}

static void first_is_forced(const struct vectors *v)
{
    struct table t;
    char hand[128];
    hand_of(v->field[3], 'A', hand);
    start(&t, 6, 2, 1);
    unsigned n = put_hand(&t, 6, hand, 0);
    for (unsigned value = 1; n < 7; value++) /* filled up with tiles that are no doubles */
        if (dominoes_highest(6, &(uint8_t){(uint8_t)value}, 1) == 0 &&
            memchr(t.value, (int)value, n) == NULL)
            t.value[n++] = (uint8_t)value;
    put_rest(&t, n);
    assert_int_equal(lay(&t, 0, "5-5", 0), VERDICT_MUST_OPEN_DOUBLE);
    struct move m = laying(&t, 0, read_tile(6, "5-5"), 0);
    struct choice lower = {MOVE_SHOW, NO_CELL, 0, 1, {m.value}};
    assert_int_equal(move_find(&t.game, 0, t.value, &lower, &m), VERDICT_MUST_OPEN_DOUBLE);
    assert_int_equal(play(&t, 0, showing(&t, 0)), VERDICT_OK);
    assert_int_equal(play(&t, 1, showing(&t, 1)), VERDICT_OK);
    assert_int_equal(t.game.shown[t.game.dom.laid[0].place], read_tile(6, "6-6"));
}

static void out_of_turn(const struct vectors *v)
{
    struct table t;
    set_up(v, &t);
    t.game.turn = 1;
    assert_int_equal(lay(&t, 0, "3-4", 0), VERDICT_NOT_YOUR_TURN);
    assert_int_equal(lay(&t, 1, "3-5", 0), VERDICT_OK);
}

static void after_end(const struct vectors *v)
{
    struct table t;
    set_up(v, &t);
    assert_int_equal(t.game.hand_n[0], 0);
    t.game.dom.out = 0;
    t.game.dom.phase = DOMINO_REVEAL;
    t.game.turn = 1;
    assert_int_equal(lay(&t, 1, "3-5", 0), VERDICT_WRONG_KIND);
    assert_int_equal(game_revealed(&t.game, t.value), VERDICT_OK);
    assert_int_equal(t.game.dom.last.winner, 0);
}

static void only_tile(const struct vectors *v)
{
    struct table t;
    set_up(v, &t);
    assert_int_equal(play(&t, 0, passing), VERDICT_MUST_DRAW);
    assert_int_equal(play(&t, 0, drawing), VERDICT_OK);
    assert_int_equal(t.game.turn, 0);
    assert_int_equal(lay(&t, 0, "1-1", 0), VERDICT_NO_MATCH);
    assert_int_equal(play(&t, 0, drawing), VERDICT_OK);
    assert_int_equal(lay(&t, 0, "3-3", 1), VERDICT_OK);
    assert_int_equal(t.game.turn, 1);
}

static void place_old(const struct vectors *v)
{
    struct table t;
    set_up(v, &t);
    assert_int_equal(play(&t, 0, drawing), VERDICT_OK);
    assert_int_equal(lay(&t, 0, "2-4", 0), VERDICT_OK);
    check_open(&t, 4, 3);
}

static void may_draw(const struct vectors *v)
{
    struct table t;
    set_up(v, &t);
    const unsigned held = t.game.hand_n[0];
    assert_int_equal(play(&t, 0, drawing), VERDICT_OK);
    assert_int_equal(t.game.hand_n[0], held + 1);
    assert_int_equal(t.game.turn, 0);
    assert_int_equal(t.game.dom.phase, DOMINO_PLAY);
}

static void drawn_tile(const struct vectors *v)
{
    struct table t;
    set_up(v, &t);
    assert_int_equal(play(&t, 0, drawing), VERDICT_OK);
    assert_int_equal(play(&t, 0, drawing), VERDICT_OK); /* though 3-3 would fit */
    assert_int_equal(play(&t, 0, drawing), VERDICT_BONEYARD_EMPTY);
    assert_int_equal(lay(&t, 0, "3-3", 1), VERDICT_OK);
}

static void empty_boneyard(const struct vectors *v)
{
    struct table t;
    struct move m;
    const struct choice pass_ = {.kind = MOVE_PASS, .cell = NO_CELL};
    set_up(v, &t);
    assert_int_equal(play(&t, 0, drawing), VERDICT_OK);
    assert_int_equal(play(&t, 0, drawing), VERDICT_BONEYARD_EMPTY);
    assert_int_equal(move_find(&t.game, 0, t.value, &pass_, &m), VERDICT_FALSE_PASS);
    struct table cheat = t;
    assert_int_equal(lay(&t, 0, "2-4", 0), VERDICT_OK);
    /* By the reveal finds it: nobody can see it at the time. */
    assert_int_equal(play(&cheat, 0, passing), VERDICT_OK);
    assert_int_equal(play(&cheat, 1, passing), VERDICT_OK);
    assert_int_equal(game_revealed(&cheat.game, cheat.value), VERDICT_OK);
    assert_int_equal(cheat.game.dom.last.forfeit & 1, 1);
}

static void next_after_start(const struct vectors *v)
{
    static const uint8_t order[] = {3, 0, 1, 2};
    struct table t;
    (void)v;
    start(&t, 6, 4, 1);
    shuffle(&t);
    t.game.dom.phase = DOMINO_PLAY;
    dominoes_open(&t.game, 2, t.game.hand[2][0], t.value[t.game.hand[2][0]]);
    t.game.bag_at = t.game.bag_n; /* so that they may pass */
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(t.game.turn, order[i]);
        if (i < 3)
            assert_int_equal(play(&t, order[i], passing), VERDICT_OK);
    }
}

static void fifth_round(const struct vectors *v)
{
    struct table t;
    (void)v;
    situation(&t, 3, 3, "3-4", "3-5", "");
    t.game.dom.won[0] = 4;
    t.game.dom.won[1] = 4;
    assert_int_equal(lay(&t, 0, "3-4", 0), VERDICT_OK);
    assert_int_equal(t.game.ending, ENDING_NONE);
    assert_int_equal(game_revealed(&t.game, t.value), VERDICT_OK);
    assert_int_equal(t.game.dom.won[0], 5);
    assert_int_equal(t.game.ending, ENDING_ROUNDS);
    assert_int_equal(t.game.winner, 0);
}

static void tie_counts_none(const struct vectors *v)
{
    struct table t;
    (void)v;
    situation(&t, 0, 0, "1-4", "2-3", "");
    assert_int_equal(play(&t, 0, passing), VERDICT_OK);
    assert_int_equal(play(&t, 1, passing), VERDICT_OK);
    assert_int_equal(game_revealed(&t.game, t.value), VERDICT_OK);
    assert_int_equal(t.game.dom.last.winner, NO_SEAT);
    assert_int_equal(t.game.dom.won[0] + t.game.dom.won[1], 0);
    assert_int_equal(t.game.dom.round, 2);
}

static void next_round_opening(const struct vectors *v)
{
    char hand0[] = "6-6 0-1 0-2 0-3 0-4 0-5 0-6", hand1[] = "5-5 1-2 1-3 1-4 1-5 1-6 2-3";
    struct table t;
    (void)v;
    situation(&t, 3, 3, "0-0", "3-5", "");
    t.game.turn = 1;
    assert_int_equal(lay(&t, 1, "3-5", 0), VERDICT_OK);
    assert_int_equal(game_revealed(&t.game, t.value), VERDICT_OK);
    assert_int_equal(t.game.dom.won[1], 1);
    game_dealt(&t.game);
    unsigned n = put_hand(&t, 6, hand0, 0);
    n += put_hand(&t, 6, hand1, n);
    put_rest(&t, n);
    assert_int_equal(play(&t, 0, showing(&t, 0)), VERDICT_OK);
    assert_int_equal(play(&t, 1, showing(&t, 1)), VERDICT_OK);
    assert_int_equal(t.game.dom.laid[0].seat, 0);
    assert_int_equal(t.game.shown[t.game.dom.laid[0].place], read_tile(6, "6-6"));
}

static const struct { const char *id; void (*run)(const struct vectors *v); } turns[] = {
    {"place-left-or-right", left_or_right},   {"place-both-ends", both_ends},
    {"place-same-ends", same_ends},           {"place-turned", turned},
    {"place-double", double_keeps_end},       {"place-not-held", not_held},
    {"place-no-match", no_match},             {"place-first-is-forced", first_is_forced},
    {"place-out-of-turn", out_of_turn},       {"place-after-end", after_end},
    {"hold-only-tile", only_tile},            {"hold-after-draw-place-old", place_old},
    {"hold-two-playable", may_draw},          {"hold-drawn-tile", drawn_tile},
    {"hold-empty-boneyard", empty_boneyard},  {"hold-last-tile-to-win", may_draw},
    {"next-after-start", next_after_start},   {"round-winner-counts-one", fifth_round},
    {"round-tie-counts-none", tie_counts_none}, {"next-round-opening", next_round_opening},
};
enum { TURNS = sizeof turns / sizeof turns[0] };

static void every_turn(void **state)
{
    (void)state;
    struct vectors v;
    unsigned lines = 0, done[TURNS] = {0};
    vectors_open(&v, "tests/vectors/dominoes/turns.txt");
    while (vectors_next(&v, '|')) {
        unsigned i = 0;
        while (i < TURNS && strcmp(turns[i].id, v.field[0]) != 0)
            i++;
        if (i == TURNS)
            print_error("no test for %s\n", v.field[0]);
        assert_true(i < TURNS);
        assert_int_equal(v.fields, 8);
        turns[i].run(&v);
        done[i]++;
        lines++;
    }
    assert_int_equal(lines, TURNS);
    for (unsigned i = 0; i < TURNS; i++)
        assert_int_equal(done[i], 1);
}

/* Is a count of `deals` tries within five deviations of the chance? */
static void check_chance(unsigned count, unsigned deals, double chance)
{
    double mean = deals * chance, off = count - mean;
    assert_true(off * off <= 25 * (mean * (1 - chance) + 1));
}

/* How often each double is the highest that was dealt, against the chances of the line. */
static void check_highest(const struct vectors *v, unsigned set, unsigned players, struct table *t)
{
    enum { DEALS = 10000 };
    const unsigned n = players * dominoes_hand(players);
    unsigned count[PIPS_MAX + 1] = {0}, none = 0, chances = 0;
    char *save = NULL;
    for (unsigned k = 0; k < DEALS; k++) {
        uint8_t half[2];
        shuffle(t);
        uint8_t best = dominoes_highest(set, t->value, n);
        if (dominoes_halves(set, best, half))
            count[half[0]]++;
        else
            none++;
    }
    check_chance(none, DEALS, strtod(v->field[6], NULL));
    for (char *s = strtok_r(v->field[7], " ", &save); s; s = strtok_r(NULL, " ", &save), chances++)
        check_chance(count[set - chances], DEALS, strtod(s, NULL));
    assert_int_equal(chances, set + 1);
}

static void every_odds(void **state)
{
    (void)state;
    struct vectors v;
    unsigned lines = 0;
    vectors_open(&v, "tests/vectors/dominoes/odds.txt");
    while (vectors_next(&v, ';')) {
        const unsigned set = (unsigned)atoi(v.field[0]), players = (unsigned)atoi(v.field[1]);
        unsigned pips = 0;
        struct table t;
        start(&t, set, players, lines);
        assert_int_equal(t.game.tiles, atoi(v.field[2]));
        for (unsigned seat = 0; seat < players; seat++)
            assert_int_equal(t.game.hand_n[seat], atoi(v.field[3]));
        assert_int_equal(t.game.bag_n - t.game.bag_at, atoi(v.field[4]));
        for (unsigned value = 1; value <= t.game.tiles; value++) {
            uint8_t half[2];
            assert_true(dominoes_halves(set, value, half));
            pips += half[0] + half[1];
        }
        assert_int_equal(pips, atoi(v.field[5]));
        assert_int_equal(v.fields, 8);
        check_highest(&v, set, players, &t);
        lines++;
    }
    assert_int_equal(lines, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_turn),
        cmocka_unit_test(every_odds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
