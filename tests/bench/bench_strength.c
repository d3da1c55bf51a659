/* Measures the practice player: how often the strong level beats the beginner, seats alternating.
 * One line a game: bench, name, value, unit, floor, ratio, goal, ok or short; parted by tabs. */
#include "../unit/practice.h"

#include <stdio.h>
#include <stdlib.h>

static const struct { enum preset preset; const char *name; } games[] = {
    {PRESET_BRIDGE, "Bridge"}, {PRESET_BLITZ, "Blitz"}, {PRESET_DOMAINS, "Domains"},
    {PRESET_DOMINOES, "dominoes"},
};

/* The share of `count` games that level 3 wins. */
static double share(enum preset preset, unsigned count)
{
    struct terms terms;
    unsigned wins = 0;
    terms_preset(preset, &terms);
    for (unsigned number = 0; number < count; number++) {
        const unsigned strong = number % 2, level[2] = {strong == 0 ? 3 : 1, strong == 1 ? 3 : 1};
        struct practice p = practice_game(&terms, number, level);
        if (p.ending == ENDING_NONE)
            printf("game %u did not end\n", number);
        wins += p.winner == strong;
    }
    return 100.0 * wins / count;
}

/* An argument measures one game, another one says how many are played. */
int main(int argc, char **argv)
{
    const unsigned only = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
    const unsigned count = argc > 2 ? (unsigned)atoi(argv[2]) : 400;
    for (unsigned i = 0; i < sizeof games / sizeof games[0]; i++) {
        if (only != 0 && only != games[i].preset)
            continue;
        double value = share(games[i].preset, count);
        printf("bench\tlevel 3 beats level 1, %s\t%.1f\t%%\t-\t-\t80\t%s\n", games[i].name, value,
               value >= 80 ? "ok" : "short");
        fflush(stdout);
    }
    return 0;
}
