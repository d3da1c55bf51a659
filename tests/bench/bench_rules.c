/* Measures the rules: making boards, whole random games, the practice player.  One line a figure:
 * bench, name, value, unit, floor, ratio, goal, ok or short; parted by tabs. */
#include "rules/blocks.h"
#include "rules/choose.h"
#include "rules/generate.h"

#include "../unit/random_domino.h"

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

/* Does a block of the map have the very cells of a block of the regular one? */
static bool shares_a_block(unsigned n, const uint8_t *map, const uint8_t *regular)
{
    for (unsigned block = 0; block < n; block++) {
        unsigned in_it = 0, with[BOARD_MAX] = {0}, most = 0;
        for (unsigned cell = 0; cell < n * n; cell++) {
            if (map[cell] != block)
                continue;
            in_it++;
            with[regular[cell]]++;
        }
        for (unsigned i = 0; i < n; i++)
            most = with[i] > most ? with[i] : most;
        if (most == in_it)
            return true;
    }
    return false;
}

/* How irregular irregular blocks are: of 1,000 coins. */
static void bench_blocks(unsigned size)
{
    enum { MANY = 1000 };
    uint8_t regular[CELLS_MAX];
    char name[80], value[4];
    unsigned shared = 0;
    struct terms terms;
    terms_preset(PRESET_BRIDGE, &terms);
    snprintf(value, sizeof value, "%u", size);
    if (terms_set(&terms, span_text("size"), span_text(value)) != VERDICT_OK ||
        !blocks_regular(size, regular))
        return;
    terms.blocks = BLOCKS_IRREGULAR;
    for (unsigned i = 0; i < MANY; i++) {
        struct hash coin = table_coin(i);
        struct board board;
        if (generate_board(&terms, &coin, &board) == VERDICT_OK)
            shared += shares_a_block(size, board.block, regular);
    }
    snprintf(name, sizeof name, "irregular boards %ux%u with a regular block, of 1000", size, size);
    printf("bench\t%s\t%u\tboards\t-\t-\t-\t-\n", name, shared);
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

/* False if a move was refused. */
static bool play_game(struct table *t)
{
    while (t->game.ending == ENDING_NONE) {
        struct move m = t->game.terms.game == GAME_DOMINOES ? random_domino(t) : any_move(t);
        if (table_play(t, t->game.turn, &m) != VERDICT_OK)
            return false;
        if (t->game.dom.phase == DOMINO_REVEAL)
            table_reveal(t);
    }
    return true;
}

/* Always the same board, other tiles each time; at dominoes a whole match. */
static void bench_games(const struct terms *terms, const char *name)
{
    struct table first;
    unsigned games = 0;
    table_start(&first, terms, 1);
    double start = now_ms();
    struct table t = first;
    while (now_ms() - start < 1000) {
        struct rng_stream stream = t.stream;
        t = first;
        t.stream = stream;
        table_deal(&t);
        if (!play_game(&t))
            return;
        games++;
    }
    report(name, games * 60000.0 / (now_ms() - start), "games/min", 100000, true);
}

static void bench_preset(enum preset preset, const char *name)
{
    struct terms terms;
    terms_preset(preset, &terms);
    bench_games(&terms, name);
}

static void bench_dominoes(unsigned players)
{
    struct terms terms;
    char name[64];
    terms_preset(PRESET_DOMINOES, &terms);
    terms.players = (uint8_t)players;
    snprintf(name, sizeof name, "random matches of dominoes, %u players", players);
    bench_games(&terms, name);
}

/* The slowest of the moves of a game at this level; negative if one was refused. */
static double slowest(const struct terms *terms, unsigned level)
{
    struct table t;
    double most = 0;
    table_start(&t, terms, 1);
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
            return -1;
        if (t.game.dom.phase == DOMINO_REVEAL)
            table_reveal(&t);
    }
    return most;
}

static void bench_choice(const struct terms *terms, const char *game, unsigned level, double goal)
{
    char name[96];
    snprintf(name, sizeof name, "practice player, %s, level %u, slowest move", game, level);
    report(name, slowest(terms, level), "ms", goal, false);
}

static void bench_choices(void)
{
    struct terms terms;
    terms_preset(PRESET_BRIDGE, &terms);
    for (unsigned level = LEVEL_MIN; level <= LEVEL_MAX; level++)
        bench_choice(&terms, "Bridge", level, 50);
    terms_preset(PRESET_DOMAINS, &terms);
    bench_choice(&terms, "Domains", LEVEL_MAX, 50);
    terms_preset(PRESET_DOMINOES, &terms);
    bench_choice(&terms, "dominoes", LEVEL_MAX, 50);
    terms.players = 4;
    terms.set = 12;
    terms.abkhaz = 1;
    bench_choice(&terms, "Abkhaz, double-twelve, 4 players", LEVEL_MAX, 50);
}

int main(void)
{
    bench_boards(30, BLOCKS_REGULAR, 2, 20);
    bench_boards(22, BLOCKS_REGULAR, 60, 500);
    bench_boards(30, BLOCKS_IRREGULAR, 60, 500);
    bench_boards(22, BLOCKS_IRREGULAR, 60, 500);
    bench_blocks(9);
    bench_blocks(6);
    bench_preset(PRESET_BRIDGE, "random games of Bridge");
    bench_preset(PRESET_BLITZ, "random games of Blitz");
    bench_preset(PRESET_DOMAINS, "random games of Domains");
    for (unsigned players = 2; players <= SEATS_MAX; players++)
        bench_dominoes(players);
    bench_choices();
    return 0;
}
