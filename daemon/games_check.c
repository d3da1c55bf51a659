/* A shuffle takes tens of milliseconds to make and to prove, and its proof as many to check.  The
 * daemon does both a little every turn, so that other games, friends and the person at the prompt
 * do not notice.  One of each at a time; what comes about the same game while a proof is checked
 * is forgotten and asked for again afterwards. */
#include "daemon/games_part.h"

#include "daemon/log.h"

#include <sodium.h>
#include <string.h>

enum { SLICE = 16 /* multiplications, about a millisecond */ };

/* What came about other games meanwhile comes again. */
static void ask_again(struct games *g)
{
    struct parked *p = &g->parked;
    struct stored_game game;
    while (p->later_n > 0)
        if (store_game_get(g->store, p->later[--p->later_n], &game) == VERDICT_OK)
            games_send_have(g, &game, NULL);
    sodium_memzero(&game, sizeof game);
}

static void slice(void *self)
{
    struct games *g = self;
    struct parked *p = &g->parked;
    struct live *l;
    p->timer = 0;
    if (!shuffle_check_step(&p->check, SLICE)) {
        p->timer = loop_after(g->loop, 0, slice, g);
        return;
    }
    p->busy = false;
    if (games_live(g, p->game, &l) == VERDICT_OK) {
        match_checked(&l->m, &p->check);
        games_take_entries(g, l, &p->from, &p->message, p->at);
    }
    if (!p->busy)
        ask_again(g);
}

static void note_later(struct parked *p, uint32_t game)
{
    for (unsigned i = 0; i < p->later_n; i++)
        if (p->later[i] == game)
            return;
    if (p->later_n < LIVE_MAX) /* else the next HAVE brings it */
        p->later[p->later_n++] = game;
}

static bool is_shuffle(struct games *g)
{
    return entry_unpack(span_of(g->incoming.body, g->incoming.len), &g->plain) == VERDICT_OK &&
           g->plain.kind == ENTRY_SHUFFLE;
}

bool games_park(struct games *g, const struct live *l, const struct player_key *from,
                const struct peer_message *m, size_t at)
{
    struct parked *p = &g->parked;
    uint32_t game = l->stored.row.number;
    if (p->busy && p->game == game)
        return true;
    if (p->busy && is_shuffle(g)) {
        note_later(p, game);
        return true;
    }
    /* Right after its check the entry comes by again: then it is for the machine. */
    if (p->busy || (m == &p->message && at == p->at) ||
        !match_check_begin(&l->m, &g->incoming, &p->check))
        return false;
    if (m != &p->message)
        p->message = *m;
    p->from = *from;
    p->busy = true;
    p->game = game;
    p->at = at;
    p->timer = loop_after(g->loop, 0, slice, g);
    return true;
}

void games_unpark(struct games *g)
{
    loop_cancel(g->loop, g->parked.timer);
    g->parked.busy = false;
}

/* --- my own ----------------------------------------------------------------------------------- */

static void make_slice(void *self)
{
    struct games *g = self;
    struct making *k = &g->making;
    struct live *l;
    k->timer = 0;
    if (!shuffler_step(&k->job, SLICE)) {
        k->timer = loop_after(g->loop, 0, make_slice, g);
        return;
    }
    k->busy = false;
    if (games_live(g, k->game, &l) == VERDICT_OK) {
        struct moment now = games_moment(g);
        enum verdict v = match_shuffled(&l->m, &k->job, &now, &g->fx);
        if (v != VERDICT_OK)
            log_warnx("game=%u: cannot shuffle: %s", k->game, verdict_name(v));
        else if (g->fx.n == 0 || games_keep(g, l) == VERDICT_OK)
            (void)games_go(g, l);
    }
    shuffler_wipe(&k->job);
    games_go_all(g); /* others may have waited */
}

bool games_shuffle(struct games *g, const struct live *l)
{
    struct making *k = &g->making;
    struct moment now = games_moment(g);
    struct debt debt = replay_debt(&l->m.now);
    if (k->busy)
        return debt.kind == DEBT_SHUFFLE && debt.player == l->m.me && l->m.wish.kind == 0;
    if (!match_shuffle_begin(&l->m, &now, &k->job))
        return false;
    k->busy = true;
    k->game = l->stored.row.number;
    k->timer = loop_after(g->loop, 0, make_slice, g);
    return true;
}

void games_shuffle_stop(struct games *g)
{
    loop_cancel(g->loop, g->making.timer);
    g->making.busy = false;
    shuffler_wipe(&g->making.job);
}
