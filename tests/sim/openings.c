/* See openings.h. */
#include "tests/sim/openings.h"

#include <assert.h>

static bool is_still(const struct world *w)
{
    for (unsigned p = 1; p < w->weather.players; p++)
        if (!hash_equal(&w->peer[p].match.now.head, &w->peer[0].match.now.head))
            return false;
    return w->messages == 0 && w->peer[0].match.now.phase == PHASE_PLAY;
}

static struct world *set_up(unsigned number, const struct weather *weather)
{
    struct weather fair = {.players = weather->players, .terms = weather->terms,
                           .seed = 7000 + number,
                           .delay_ms = 20, .moves_max = 1000};
    struct world *w = world_new(&fair);
    bool begun = world_run_to(w, PHASE_PLAY, UINT32_MAX, 24ULL * 3600 * 1000);
    assert(begun);
    (void)begun;
    world_calm(w);
    assert(is_still(w));
    return w;
}

struct world *openings_take(struct openings *o, unsigned number, const struct weather *weather)
{
    assert(number < OPENINGS_MAX);
    if (o->list[number] == NULL)
        o->list[number] = set_up(number, weather);
    return world_copy(o->list[number], weather);
}

void openings_free(struct openings *o)
{
    for (unsigned i = 0; i < OPENINGS_MAX; i++)
        if (o->list[i] != NULL) {
            world_free(o->list[i]);
            o->list[i] = NULL;
        }
}
