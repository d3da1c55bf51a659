/* bench_answer - how long a person at the prompt waits for an answer while the daemon shuffles,
 * proves and checks: one client asks for the status again and again while another begins practice
 * games: Bridge, and dominoes with four players and the largest set.  All daemons and whatever
 * else runs share this machine; how much of the longest wait is the daemon's own work shows in
 * "work in one answer": the most it computed between a question and its answer.
 * Lines: bench, name, value, unit, floor, ratio, goal (the most the longest may be), ok or
 * short. */
#include "tests/faults/pair.h"

#include <pthread.h>

enum { GOAL_MS = 50, ASKS_MAX = 200000, SETUP_S = 60, ROUNDS = 3 };

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int compare(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* --- the other client ------------------------------------------------------------------------ */

static struct client other;
static struct request wanted;
static struct reply got;

static void *begin_game(void *unused)
{
    (void)unused;
    if (client_call(&other, &wanted, &got, SETUP_S) != VERDICT_OK)
        fprintf(stderr, "no practice game: %s\n", verdict_name((enum verdict)got.verdict));
    return NULL;
}

/* --- asking ---------------------------------------------------------------------------------- */

static double took[ASKS_MAX], most_work;
static unsigned took_n;

/* What the daemon has computed so far. */
static double work_ms(void)
{
    struct timespec t = {0, 0};
    clockid_t its;
    if (clock_getcpuclockid(side[0].pid, &its) == 0)
        clock_gettime(its, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static double ask_status(void)
{
    double start = now_ms(), before = work_ms();
    if (ask_kind(&side[0], REQ_STATUS, 0) != VERDICT_OK)
        exit(1);
    double work = work_ms() - before;
    if (work > most_work)
        most_work = work;
    return now_ms() - start;
}

static bool is_set_up(unsigned games)
{
    unsigned playing = 0;
    if (ask_kind(&side[0], REQ_GAMES, 0) != VERDICT_OK)
        exit(1);
    for (unsigned i = 0; i < reply.games_n; i++)
        playing += reply.games[i].state == GAME_MY_TURN || reply.games[i].state == GAME_THEIR_TURN;
    return playing >= games;
}

/* Ask until there are so many games with hands dealt. */
static void ask_meanwhile(unsigned games)
{
    pthread_t thread;
    double end = now_ms() + SETUP_S * 1e3;
    pthread_create(&thread, NULL, begin_game, NULL);
    for (unsigned i = 1; now_ms() < end; i++) {
        double ms = ask_status();
        if (took_n < ASKS_MAX)
            took[took_n++] = ms;
        if (i % 16 == 0 && is_set_up(games))
            break;
        pause_ms(1);
    }
    pthread_join(thread, NULL);
}

static void want_practice(uint32_t preset, const char *const *settings, unsigned n)
{
    memset(&wanted, 0, sizeof wanted);
    wanted.kind = REQ_PRACTICE;
    wanted.preset = preset;
    wanted.number = 1;
    wanted.settings_n = n;
    for (unsigned i = 0; i < n; i++)
        snprintf(wanted.settings[i], sizeof wanted.settings[i], "%s", settings[i]);
}

static void report(const char *name)
{
    qsort(took, took_n, sizeof took[0], compare);
    double longest = took[took_n - 1];
    printf("bench\t%s, usual\t%.3f\tms\t-\t-\t-\t-\n", name, took[took_n / 2]);
    printf("bench\t%s, 1 of 100\t%.3f\tms\t-\t-\t-\t-\n", name, took[took_n - 1 - took_n / 100]);
    printf("bench\t%s\t%.3f\tms\t-\t-\t%u\t%s\n", name, longest, GOAL_MS,
           longest <= GOAL_MS ? "ok" : "short");
    printf("bench\t%s, work in one answer\t%.3f\tms\t-\t-\t%u\t%s\n", name, most_work, GOAL_MS,
           most_work <= GOAL_MS ? "ok" : "short");
    took_n = 0;
    most_work = 0;
}

int main(int argc, char **argv)
{
    static const char *const four[] = {"players=4", "set=12"};
    char command[96];
    unsigned games = 0;
    (void)argc;
    pair_setup(argv[0]);
    if (!client_init(&other) || client_connect(&other, side[0].socket, &got) != VERDICT_OK)
        return 1;
    for (unsigned i = 0; i < ROUNDS; i++) {
        want_practice(PRESET_BRIDGE, NULL, 0);
        ask_meanwhile(++games);
    }
    report("answer while checking, Bridge");
    for (unsigned i = 0; i < ROUNDS; i++) {
        want_practice(PRESET_DOMINOES, four, 2);
        ask_meanwhile(++games);
    }
    report("answer while checking, 4 players");
    pair_stop();
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) != 0;
}
