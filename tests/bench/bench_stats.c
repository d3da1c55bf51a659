/* Measures what games between two (or more) practice players of level 2 are like: 1,000 games of
 * each kind.  And: how many irregular maps have a block that a regular map has.
 * One line a figure: bench, name, value, unit, floor, ratio, goal, verdict; parted by tabs. */
#include "../unit/practice.h"
#include "rules/generate.h"

#include <stdio.h>
#include <stdlib.h>

enum { COINS = 1000 };

struct kind {
    const char *name;
    enum preset preset;
    uint8_t players, blocks;
    unsigned low, high; /* moves of a game as published, 0 = not */
};

static const struct kind kinds[] = {
    {"Bridge", PRESET_BRIDGE, 2, BLOCKS_REGULAR, 30, 40},
    {"study", PRESET_STUDY, 2, BLOCKS_REGULAR, 30, 40},
    {"Blitz", PRESET_BLITZ, 2, BLOCKS_REGULAR, 0, 0},
    {"Bridge, irregular", PRESET_BRIDGE, 2, BLOCKS_IRREGULAR, 30, 40},
    {"Domains", PRESET_DOMAINS, 2, BLOCKS_REGULAR, 66, 78}, /* "about six dozen" */
    {"dominoes, 2 players", PRESET_DOMINOES, 2, 0, 0, 0},
    {"dominoes, 3 players", PRESET_DOMINOES, 3, 0, 0, 0},
    {"dominoes, 4 players", PRESET_DOMINOES, 4, 0, 0, 0},
};

static const char *name;

static void report(const char *what, double value, const char *unit)
{
    printf("bench\t%s: %s\t%.2f\t%s\t-\t-\t-\t-\n", name, what, value, unit);
}

static int by_number(const void *a, const void *b)
{
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

static void report_length(unsigned *length, unsigned games, const struct kind *kind)
{
    double sum = 0;
    for (unsigned i = 0; i < games; i++)
        sum += length[i];
    double mean = sum / games;
    qsort(length, games, sizeof length[0], by_number);
    printf("bench\t%s: length, mean\t%.1f\tmoves\t-\t-\t", name, mean);
    if (kind->low == 0)
        printf("-\t-\n");
    else
        printf("%u to %u\t%s\n", kind->low, kind->high,
               mean >= kind->low && mean <= kind->high ? "ok" : "short");
    report("length, median", length[games / 2], "moves");
    report("length, 5 of 100", length[games * 5 / 100], "moves");
    report("length, 95 of 100", length[games * 95 / 100], "moves");
}

static void add(struct practice *sum, const struct practice *p)
{
    sum->claims += p->claims;
    sum->swaps += p->swaps;
    sum->errors += p->errors;
    sum->pies += p->pies;
    sum->draws += p->draws;
    sum->passes += p->passes;
    sum->reshuffles += p->reshuffles;
    sum->rounds += p->rounds;
    sum->blocked += p->blocked;
    sum->voids += p->voids;
}

static void report_sums(const struct practice *sum, unsigned games, bool dominoes)
{
    if (dominoes) {
        report("rounds", 1.0 * sum->rounds / games, "a match");
        report("rounds blocked", 100.0 * sum->blocked / sum->rounds, "%");
        report("rounds void", 100.0 * sum->voids / sum->rounds, "%");
        report("tiles drawn", 1.0 * sum->draws / sum->rounds, "a round");
        report("passes", 1.0 * sum->passes / sum->rounds, "a round");
        return;
    }
    report("claims", 1.0 * sum->claims / games, "a game");
    report("swaps", 1.0 * sum->swaps / games, "a game");
    report("errors", 1.0 * sum->errors / games, "a game");
    report("pies taken", 100.0 * sum->pies / games, "%");
    report("reshuffles", 1.0 * sum->reshuffles / games, "a game");
}

static void play_kind(const struct kind *kind, unsigned games)
{
    static const unsigned level[SEATS_MAX] = {2, 2, 2, 2};
    unsigned *length = calloc(games, sizeof *length), wins = 0, ended = 0;
    struct practice sum = {0};
    struct terms terms;
    name = kind->name;
    terms_preset(kind->preset, &terms);
    terms.players = kind->players;
    terms.blocks = kind->blocks;
    for (unsigned number = 0; length != NULL && number < games; number++) {
        struct practice p = practice_game(&terms, number, level);
        length[number] = p.moves;
        ended += p.ending != ENDING_NONE;
        wins += p.winner == 0;
        add(&sum, &p);
    }
    if (length == NULL)
        return;
    report("games that ended", ended, "games");
    report_length(length, games, kind);
    report_sums(&sum, games, terms.game == GAME_DOMINOES);
    report("wins of seat 0", 100.0 * wins / games, "%");
    fflush(stdout);
    free(length);
}

/* Is some block of the map the same set of cells as some block of the other map? */
static bool shares_block(unsigned n, const uint8_t *map, const uint8_t *other)
{
    for (unsigned first = 0; first < n * n; first++) {
        unsigned same = 0;
        for (unsigned cell = 0; cell < n * n; cell++)
            same += map[cell] == map[first] && other[cell] == other[first];
        if (same == n)
            return true;
    }
    return false;
}

static void maps_like_regular(unsigned size)
{
    struct terms terms;
    struct board regular, board;
    unsigned like = 0;
    struct hash coin = table_coin(0);
    terms_preset(size == 6 ? PRESET_BLITZ : PRESET_BRIDGE, &terms);
    if (generate_board(&terms, &coin, &regular) != VERDICT_OK)
        return;
    terms.blocks = BLOCKS_IRREGULAR;
    for (unsigned i = 0; i < COINS; i++) {
        coin = table_coin(i);
        if (generate_board(&terms, &coin, &board) == VERDICT_OK)
            like += shares_block(size, board.block, regular.block);
    }
    printf("bench\tirregular maps of %ux%u with a regular block\t%.1f\t%%\t-\t-\t0\t%s\n", size,
           size, 100.0 * like / COINS, like == 0 ? "ok" : "short");
}

/* Arguments, if any: how many games of each kind, and the number of one kind from 1. */
int main(int argc, char **argv)
{
    const unsigned games = argc > 1 ? (unsigned)atoi(argv[1]) : 1000;
    const unsigned only = argc > 2 ? (unsigned)atoi(argv[2]) : 0;
    for (unsigned i = 0; games > 0 && i < sizeof kinds / sizeof kinds[0]; i++)
        if (only == 0 || only == i + 1)
            play_kind(&kinds[i], games);
    if (only == 0) {
        maps_like_regular(9);
        maps_like_regular(6);
    }
    return 0;
}
