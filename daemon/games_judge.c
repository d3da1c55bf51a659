/* [P-3.17] When the seeds of a round, or of the game, are open, a program computes all that was
 * shuffled and shared again; what differs makes the game disputed, in spite of [P-2.13]. */
/* The proofs have been checked long before; this does not depend on them.  It goes through the
 * stored entries with a replay of its own, a few entries a turn, one game at a time. */
#include "daemon/games_part.h"

#include "daemon/log.h"

#include <sodium.h>
#include <string.h>

enum { ENTRIES_A_SLICE = 4 };

static void slice(void *self);

static void go_on(struct games *g)
{
    if (g->judging.timer == 0)
        g->judging.timer = loop_after(g->loop, 0, slice, g);
}

/* --- which game ------------------------------------------------------------------------------- */

void games_judge(struct games *g, uint32_t number)
{
    for (unsigned i = 0; i < g->to_judge_n; i++)
        if (g->to_judge[i] == number)
            return;
    if (g->to_judge_n == LIVE_MAX)
        return; /* at the next start */
    g->to_judge[g->to_judge_n++] = number;
    go_on(g);
}

void games_judge_all(struct games *g)
{
    uint32_t number[LIVE_MAX];
    unsigned n = store_games(g->store, GAMES_TO_JUDGE, 0, number, LIVE_MAX);
    for (unsigned i = 0; i < n; i++)
        games_judge(g, number[i]);
}

void games_judge_stop(struct games *g)
{
    loop_cancel(g->loop, g->judging.timer);
    replay_wipe(&g->judging.r);
}

/* The next game that waits, from the beginning, unless it is the one judged so far. */
static bool take_next(struct games *g)
{
    struct judging *j = &g->judging;
    if (g->to_judge_n == 0)
        return false;
    uint32_t number = g->to_judge[0];
    memmove(&g->to_judge[0], &g->to_judge[1], --g->to_judge_n * sizeof g->to_judge[0]);
    if (j->game == number)
        return true;
    replay_wipe(&j->r);
    memset(j, 0, sizeof *j);
    j->game = number;
    replay_init(&j->r);
    const struct judging *lent = j;
    replay_use_seeds(&j->r, lent->seed, 0, BAG_BY_SEEDS);
    return true;
}

/* --- the seeds -------------------------------------------------------------------------------- */

/* The bag of a round begins with the first seed of the round before: so far the seeds of whole
 * rounds decide. */
static void take_seed(struct judging *j, const struct entry *e)
{
    if (e->author >= PLAYERS_MAX || j->rounds == ROUNDS_TO_JUDGE)
        return;
    if (j->opened++ == 0)
        j->first = e->number;
    j->seed[j->rounds][e->author] = e->u.seed.seed;
    if (j->opened < j->players)
        return;
    j->until = j->first - 1;
    j->opened = 0;
    j->r.given_rounds = ++j->rounds;
}

/* False at the end. */
static bool scan(struct games *g)
{
    struct judging *j = &g->judging;
    if (!store_entry_get(g->store, j->game, j->scanned + 1, &g->entry))
        return false;
    j->scanned++;
    if (entry_unpack(span_of(g->entry.e.body, g->entry.e.len), &g->plain) != VERDICT_OK)
        return true;
    if (g->plain.kind == ENTRY_PROPOSAL)
        j->players = g->plain.u.proposal.players;
    if (g->plain.kind == ENTRY_SEED)
        take_seed(j, &g->plain);
    return true;
}

/* A game that is finished has no further round: the seeds decide to the end. */
static bool to_the_end(struct games *g)
{
    struct judging *j = &g->judging;
    struct stored_game game;
    bool finished = j->until > 0 && j->until < j->scanned &&
                    store_game_get(g->store, j->game, &game) == VERDICT_OK &&
                    game.row.state == GAME_FINISHED;
    if (finished)
        j->until = j->scanned;
    sodium_memzero(&game, sizeof game);
    return finished;
}

/* --- the judgement ---------------------------------------------------------------------------- */

static void differs(struct games *g, enum verdict why)
{
    struct live *l;
    log_warnx("game=%u seq=%u: computed again with the seeds it differs: %s", g->judging.game,
              g->judging.at + 1, verdict_name(why));
    if (games_live(g, g->judging.game, &l) != VERDICT_OK || l->m.disputed)
        return;
    l->m.disputed = 1;
    l->m.why = why;
    games_no_effects(g);
    g->fx.notice[g->fx.notices_n++] = NOTICE_DISPUTED;
    if (games_keep(g, l) != VERDICT_OK)
        games_judge(g, g->judging.game); /* later */
}

/* How far it got, so that a finished game is judged once. */
static void passed(struct games *g)
{
    struct judging *j = &g->judging;
    struct stored_game game;
    if (store_game_get(g->store, j->game, &game) != VERDICT_OK || j->at <= game.judged)
        return;
    game.judged = j->at;
    for (unsigned i = 0; i < LIVE_MAX; i++)
        if (g->live[i] != NULL && g->live[i]->stored.row.number == j->game)
            g->live[i]->stored.judged = j->at;
    if (store_game_judged(g->store, &game) != VERDICT_OK)
        log_warnx("game=%u: judgement not noted", j->game);
    sodium_memzero(&game, sizeof game);
}

/* False: there is nothing more to do about this game, or something was found. */
static bool judge_one(struct games *g)
{
    struct judging *j = &g->judging;
    if ((j->at >= j->until && !to_the_end(g)) ||
        !store_entry_get(g->store, j->game, j->at + 1, &g->entry))
        return false;
    enum verdict v = replay_add(&j->r, &g->entry.e);
    if (v == VERDICT_OK) {
        j->at++;
        return true;
    }
    differs(g, v);
    memset(j->seed, 0, sizeof j->seed);
    j->game = 0;
    return false;
}

static void slice(void *self)
{
    struct games *g = self;
    struct judging *j = &g->judging;
    bool more = true;
    j->timer = 0;
    if (!j->busy) {
        if (!take_next(g))
            return;
        j->busy = true;
    }
    for (unsigned i = 0; i < ENTRIES_A_SLICE && more; i++)
        more = scan(g) || judge_one(g);
    if (!more) {
        j->busy = false;
        if (j->game != 0)
            passed(g);
    }
    go_on(g);
}
