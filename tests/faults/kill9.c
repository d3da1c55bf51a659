/* Proves that kill -9 at random instants costs nothing that was acknowledged: two real daemons
 * play each other by control requests, one or the other is killed again and again at a random
 * moment and started anew.  For every move that was answered with OK the entry is there afterwards
 * on both sides; no place of a game ever has two entries; both sides hold the same chain, byte for
 * byte, and the judge accepts it; no game is disputed.
 * Argument: how many times to kill (default 12). */
#include "chain/logfile.h"
#include "rules/choose.h"
#include "tests/faults/pair.h"

enum { GAMES_MAX = 400, CYCLE_MS = 60 };

static struct hash seen[GAMES_MAX][ENTRIES_MAX + 1]; /* of every entry that a daemon ever named */
static uint32_t acknowledged[SIDES][GAMES_MAX];      /* entries after the last answered move */
static unsigned kills, moves, failures;

static void fail(const char *what, uint32_t game, uint32_t number)
{
    fprintf(stderr, "FAILED: %s (game %u, entry %u)\n", what, game, number);
    failures++;
}

static void restart(struct side *s)
{
    kill(s->pid, SIGKILL);
    waitpid(s->pid, NULL, 0);
    start(s);
}

/* --- what must hold ------------------------------------------------------------------------- */

static void note_head(uint32_t game, uint32_t number, const struct hash *head)
{
    static const struct hash none;
    if (game >= GAMES_MAX || number == 0 || number > ENTRIES_MAX)
        return;
    struct hash *known = &seen[game][number];
    if (hash_equal(known, &none))
        *known = *head;
    else if (!hash_equal(known, head))
        fail("two entries for one place", game, number);
}

static void note_show(unsigned s, const struct game_show *show, bool answered)
{
    uint32_t game = show->row.number;
    note_head(game, show->row.entries, &show->head);
    if (game >= GAMES_MAX)
        return;
    if (show->row.entries < acknowledged[s][game])
        fail("an acknowledged entry is lost", game, acknowledged[s][game]);
    if (show->row.state == GAME_DISPUTED)
        fail("disputed", game, show->row.entries);
    if (answered)
        acknowledged[s][game] = show->row.entries;
}

static size_t export_of(struct side *s, uint32_t game, uint8_t *out)
{
    if (ask_kind(s, REQ_EXPORT, game) != VERDICT_OK) {
        fail("no export", game, 0);
        return 0;
    }
    memcpy(out, reply.data, reply.data_len);
    return reply.data_len;
}

static void check_game(uint32_t game)
{
    static uint8_t file[SIDES][EXPORT_MAX];
    static struct finding finding;
    static struct signed_entry e;
    size_t len[SIDES];
    enum record_kind kind;
    struct logfile log;
    for (unsigned s = 0; s < SIDES; s++)
        len[s] = export_of(&side[s], game, file[s]);
    if (len[0] != len[1] || memcmp(file[0], file[1], len[0]) != 0)
        fail("the sides hold different chains", game, 0);
    if (logfile_judge(span_of(file[0], len[0]), 0, &finding) != VERDICT_OK)
        fail("the judge refuses the game", game, finding.bad_entry);
    uint32_t number = 0;
    if (logfile_open(&log, span_of(file[0], len[0])) != VERDICT_OK)
        return;
    while (logfile_next(&log, &kind, &e) == VERDICT_OK) {
        if (kind == RECORD_EVIDENCE)
            fail("evidence", game, number);
        struct hash hash = chain_hash(&e);
        note_head(game, ++number, &hash);
    }
    for (unsigned s = 0; s < SIDES; s++)
        if (number < acknowledged[s][game])
            fail("an acknowledged entry is not in the file", game, acknowledged[s][game]);
}

/* --- playing -------------------------------------------------------------------------------- */

/* Is there a game that goes on, or an offer to take?  Otherwise one is offered. */
static void see_to_a_game(void)
{
    for (unsigned s = 0; s < SIDES; s++) {
        if (ask_kind(&side[s], REQ_GAMES, 0) != VERDICT_OK || reply.games_n == 0)
            continue;
        uint32_t state = reply.games[0].state, number = reply.games[0].number;
        if (state == GAME_OFFERED_TO_ME)
            (void)ask_kind(&side[s], REQ_ACCEPT, number);
        if (state != GAME_FINISHED)
            return;
    }
    memset(&request, 0, sizeof request);
    request.kind = REQ_PLAY;
    request.preset = PRESET_BRIDGE;
    memcpy(request.name, "ben", 4);
    (void)ask(&side[0], &request);
}

static void move_if_due(unsigned s)
{
    uint8_t seed[32];
    if (ask_kind(&side[s], REQ_SHOW, 0) != VERDICT_OK)
        return;
    note_show(s, &reply.show, false);
    if (reply.show.row.state == GAME_OFFERED_TO_ME) {
        (void)ask_kind(&side[s], REQ_ACCEPT, reply.show.row.number);
        return;
    }
    if (reply.show.row.state != GAME_MY_TURN)
        return;
    randombytes_buf(seed, sizeof seed);
    memset(&request, 0, sizeof request);
    request.kind = REQ_MOVE;
    request.game = reply.show.row.number;
    request.has_head = 1;
    request.head = reply.show.head;
    choose_move(&reply.show.view, seed, 3, &request.choice);
    if (ask(&side[s], &request) == VERDICT_OK) {
        note_show(s, &reply.show, true);
        moves++;
    }
}

/* Somebody else kills at a moment of his own, in the middle of whatever is going on. */
static pid_t killer_of(pid_t victim, long after_us)
{
    pid_t killer = fork();
    if (killer == 0) {
        struct timespec t = {0, after_us * 1000};
        nanosleep(&t, NULL);
        kill(victim, SIGKILL);
        _exit(0);
    }
    return killer;
}

static long long now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void one_cycle(void)
{
    struct side *victim = &side[randombytes_uniform(SIDES)];
    pid_t killer = killer_of(victim->pid, (long)randombytes_uniform(CYCLE_MS * 1000));
    long long end = now_ms() + CYCLE_MS;
    while (now_ms() < end && waitpid(victim->pid, NULL, WNOHANG) == 0) {
        see_to_a_game();
        move_if_due(0);
        move_if_due(1);
    }
    waitpid(killer, NULL, 0);
    restart(victim);
    kills++;
    /* Now and then both rest until they have found each other again, or nothing would be played. */
    for (unsigned i = 0; i < 40 && kills % 2 == 0; i++) {
        see_to_a_game();
        move_if_due(i % 2);
        pause_ms(10);
    }
}

/* Those that need somebody are listed first, so the first page is enough. */
static bool all_finished(void)
{
    for (unsigned s = 0; s < SIDES; s++) {
        if (ask_kind(&side[s], REQ_GAMES, 0) != VERDICT_OK)
            return false;
        for (unsigned i = 0; i < reply.games_n; i++)
            if (reply.games[i].state != GAME_FINISHED || reply.games[i].unsent > 0)
                return false;
    }
    return true;
}

static void finish(void)
{
    for (unsigned i = 0; i < 6000 && !all_finished(); i++) {
        move_if_due(0);
        move_if_due(1);
        pause_ms(2);
    }
    if (!all_finished())
        fail("the games do not come to an end", 0, 0);
}

int main(int argc, char **argv)
{
    unsigned wanted = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 12;
    char command[96];
    pair_setup(argv[0]);
    while (kills < wanted && failures == 0)
        one_cycle();
    finish();
    uint32_t games = 0;
    while (games + 1 < GAMES_MAX && ask_kind(&side[0], REQ_EXPORT, games + 1) == VERDICT_OK)
        check_game(++games);
    pair_stop();
    printf("%u kills, %u games, %u acknowledged moves\n", kills, games, moves);
    if (failures == 0 && moves > 0) {
        snprintf(command, sizeof command, "rm -rf '%s'", folder);
        if (system(command) != 0)
            failures++;
    } else {
        printf("kept for looking at: %s\n", folder);
    }
    printf("%u passed, %u failed\n", failures == 0 && moves > 0, failures + (moves == 0));
    return failures != 0 || moves == 0;
}
