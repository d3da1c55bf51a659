/* The proof of a shuffle takes tens of milliseconds to check.  The daemon does it a little every
 * turn, so that other games, friends and the person at the prompt do not notice.  One at a time;
 * what comes about the same game meanwhile is forgotten and asked for again afterwards. */
#include "daemon/games_part.h"

#include <string.h>

enum { SLICE = 16 /* multiplications, about a millisecond */ };

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
    if (games_live(g, p->game, &l) != VERDICT_OK)
        return;
    match_checked(&l->m, &p->check);
    games_take_entries(g, l, &p->message, p->at);
}

bool games_park(struct games *g, const struct live *l, const struct peer_message *m, size_t at)
{
    struct parked *p = &g->parked;
    uint32_t game = l->stored.row.number;
    if (p->busy && p->game == game)
        return true;
    /* Right after its check the entry comes by again: then it is for the machine. */
    if (p->busy || (m == &p->message && at == p->at) ||
        !match_check_begin(&l->m, &g->incoming, &p->check))
        return false;
    if (m != &p->message)
        p->message = *m;
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
