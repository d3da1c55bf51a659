/* Proves that a daemon whose disk is full refuses what it cannot keep, sends nothing of it, goes
 * on answering, and goes on playing once there is room: the limit of file sizes of the process
 * plays the full disk, and is lifted again from outside. */
#define _GNU_SOURCE /* prlimit */
#include "rules/choose.h"
#include "tests/faults/pair.h"

#include <sys/resource.h>

static unsigned passed, failures;

static void check(bool good, const char *what)
{
    if (good)
        passed++;
    else
        failures++;
    if (!good)
        fprintf(stderr, "FAILED: %s\n", what);
}

/* No file of this daemon may be written beyond its first page. */
static void limit_files(const struct side *s, bool limited)
{
    struct rlimit limit = {limited ? 4096 : RLIM_INFINITY, RLIM_INFINITY};
    if (prlimit(s->pid, RLIMIT_FSIZE, &limit, NULL) != 0)
        exit(1);
}

static enum verdict show(unsigned s)
{
    return ask_kind(&side[s], REQ_SHOW, 0);
}

static enum verdict move(unsigned s)
{
    uint8_t seed[32] = {0};
    memset(&request, 0, sizeof request);
    request.kind = REQ_MOVE;
    request.game = reply.show.row.number;
    choose_move(&reply.show.view, seed, 1, &request.choice);
    return ask(&side[s], &request);
}

/* Whose turn it is, with the show of that side in `reply`. */
static unsigned mover(void)
{
    for (unsigned i = 0; i < 500; i++) {
        for (unsigned s = 0; s < SIDES; s++)
            if (show(s) == VERDICT_OK && reply.show.row.state == GAME_MY_TURN)
                return s;
        pause_ms(10);
    }
    exit(1);
}

static void start_game(void)
{
    memset(&request, 0, sizeof request);
    request.kind = REQ_PLAY;
    request.preset = PRESET_BRIDGE;
    memcpy(request.name, "ben", 4);
    if (ask(&side[0], &request) != VERDICT_OK)
        exit(1);
    for (unsigned i = 0; i < 500 && ask_kind(&side[1], REQ_ACCEPT, 0) != VERDICT_OK; i++)
        pause_ms(10);
}

static void wait_for_entries(unsigned s, uint32_t least)
{
    for (unsigned i = 0; i < 2000; i++) {
        if (show(s) == VERDICT_OK && reply.show.row.entries >= least)
            return;
        pause_ms(10);
    }
}

int main(int argc, char **argv)
{
    char command[96];
    (void)argc;
    pair_setup(argv[0]);
    start_game();
    unsigned s = mover();
    uint32_t before = reply.show.row.entries;
    wait_for_entries(1 - s, before);
    limit_files(&side[s], true);
    check(show(s) == VERDICT_OK && move(s) == VERDICT_DISK, "a move on a full disk is refused");
    check(show(s) == VERDICT_OK && reply.show.row.entries == before &&
              reply.show.row.state == GAME_MY_TURN, "nothing has changed, and it answers");
    check(show(1 - s) == VERDICT_OK && reply.show.row.entries == before, "nothing was sent");
    limit_files(&side[s], false);
    check(show(s) == VERDICT_OK && move(s) == VERDICT_OK, "with room again the move is made");

    /* The other way round: what comes from the friend cannot be kept, so it is not receipted. */
    s = mover();
    before = reply.show.row.entries;
    wait_for_entries(1 - s, before);
    limit_files(&side[1 - s], true);
    check(show(s) == VERDICT_OK && move(s) == VERDICT_OK, "the friend moves");
    pause_ms(300);
    check(show(1 - s) == VERDICT_OK && reply.show.row.entries == before, "it cannot be kept");
    check(show(s) == VERDICT_OK && reply.show.row.unsent > 0, "it is not receipted");
    limit_files(&side[1 - s], false);
    wait_for_entries(1 - s, before + 1);
    check(reply.show.row.entries > before, "with room again it comes by itself");
    pair_stop();
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    check(system(command) == 0, "tidied up");
    printf("%u passed, %u failed\n", passed, failures);
    return failures != 0;
}
