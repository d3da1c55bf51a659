/* Measures the rules: making boards, whole random games, the practice player.  One line a figure:
 * bench, name, value, unit, floor, ratio, goal, ok or short; parted by tabs. */
#include "rules/choose.h"
#include "rules/generate.h"

#include "../unit/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { COINS = 200 };

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Lower is better for times, higher for rates (`up`). */
static void report(const char *name, double value, const char *unit, double goal, bool up)
{
    bool good = up ? value >= goal : value <= goal;
    printf("bench\t%s\t%.3f\t%s\t-\t-\t%.0f\t%s\n", name, value, unit, goal, good ? "ok" : "short");
}

static void bench_boards(unsigned givens, unsigned blocks, double median_goal, double tail_goal)
{
    static double ms[COINS];
    char name[64];
    struct terms terms;
    terms_preset(PRESET_BRIDGE, &terms);
    terms.givens = (uint8_t)givens;
    terms.blocks = (uint8_t)blocks;
    for (unsigned i = 0; i < COINS; i++) {
        struct hash coin = table_coin(i);
        struct board board;
        double start = now_ms();
        if (generate_board(&terms, &coin, &board) != VERDICT_OK)
            printf("no board for coin %u\n", i);
        ms[i] = now_ms() - start;
    }
    qsort(ms, COINS, sizeof ms[0], by_value);
    const char *sort = blocks == BLOCKS_REGULAR ? "regular" : "irregular";
    snprintf(name, sizeof name, "board of %u givens, %s, median", givens, sort);
    report(name, ms[COINS / 2], "ms", median_goal, false);
    snprintf(name, sizeof name, "board of %u givens, %s, 99 of 100", givens, sort);
    report(name, ms[COINS * 99 / 100], "ms", tail_goal, false);
}

/* A random tile to where it belongs, or a claim; all of it through game_apply. */
static struct move any_move(struct table *t)
{
    const struct numbridge *nb = &t->game.nb;
    const unsigned seat = t->game.turn, cells = (unsigned)nb->board.n * nb->board.n;
    struct move m = {.kind = MOVE_SWAP, .places_n = 1};
    m.places[0] = t->game.hand[seat][table_below(t, t->game.hand_n[seat])];
    unsigned from = table_below(t, cells);
    for (unsigned i = 0; i < cells; i++) {
        unsigned cell = (from + i) % cells;
        bool fits = nb->board.given[cell] || nb->board.solution[cell] == t->value[m.places[0]];
        if (nb->owner[cell] != 0 || !fits)
            continue;
        m.kind = nb->board.given[cell] ? MOVE_CLAIM : MOVE_PLACE;
        m.cell = (uint8_t)cell;
        m.value = nb->board.given[cell] ? 0 : t->value[m.places[0]];
        break;
    }
    return m;
}

static void bench_games(enum preset preset, const char *name)
{
    struct terms terms;
    struct table first;
    unsigned games = 0;
    terms_preset(preset, &terms);
    table_start(&first, &terms, 1);
    double start = now_ms();
    struct table t = first;
    while (now_ms() - start < 1000) {
        struct rng_stream stream = t.stream;
        t = first;
        t.stream = stream;
        while (t.game.ending == ENDING_NONE) {
            struct move m = any_move(&t);
            if (table_play(&t, t.game.turn, &m) != VERDICT_OK)
                return;
        }
        games++;
    }
    report(name, games * 60000.0 / (now_ms() - start), "games/min", 100000, true);
}

static void bench_choice(unsigned level, double goal)
{
    struct terms terms;
    struct table t;
    double most = 0;
    char name[64];
    terms_preset(PRESET_BRIDGE, &terms);
    table_start(&t, &terms, 1);
    while (t.game.ending == ENDING_NONE) {
        struct view view;
        struct choice choice;
        struct move move;
        struct hash seed = table_coin(t.game.moves);
        view_make(&t.game, t.game.turn, t.value, &view);
        double start = now_ms();
        choose_move(&view, seed.b, level, &choice);
        double ms = now_ms() - start;
        most = ms > most ? ms : most;
        if (move_find(&t.game, t.game.turn, t.value, &choice, &move) != VERDICT_OK ||
            table_play(&t, t.game.turn, &move) != VERDICT_OK)
            return;
    }
    snprintf(name, sizeof name, "practice player, level %u, slowest move", level);
    report(name, most, "ms", goal, false);
}

int main(void)
{
    bench_boards(30, BLOCKS_REGULAR, 2, 20);
    bench_boards(22, BLOCKS_REGULAR, 60, 500);
    bench_boards(30, BLOCKS_IRREGULAR, 60, 500);
    bench_boards(22, BLOCKS_IRREGULAR, 60, 500);
    bench_games(PRESET_BRIDGE, "random games of Bridge");
    bench_games(PRESET_DOMAINS, "random games of Domains");
    bench_choice(1, 100);
    bench_choice(3, 500);
    return 0;
}
