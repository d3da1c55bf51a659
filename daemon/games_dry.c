/* What would be signed, for who only asks: the machine does it on itself and is put back. */
#include "daemon/games_part.h"

#include <string.h>

void games_would_sign(struct games *g, const struct live *l, struct move_row *out)
{
    const struct signed_entry *e = &g->fx.entry[0];
    memset(out, 0, sizeof *out);
    if (g->fx.n == 0 || entry_unpack(span_of(e->body, e->len), &g->plain) != VERDICT_OK)
        return;
    out->number = g->fx.number[0];
    out->kind = g->plain.kind;
    out->seat = l->m.now.started ? match_seat(&l->m) : NO_SEAT;
    out->sent_ms = g->plain.times.sent_ms;
}

static void put_back(struct games *g, struct live *l, struct match *before)
{
    l->m = *before;
    match_wipe(before);
    games_no_effects(g);
}

enum verdict games_wish_dry(struct games *g, struct live *l, const struct wish *wish)
{
    static struct match before;
    struct moment now = games_moment(g);
    enum verdict v = VERDICT_OK;
    memset(wish->dry, 0, sizeof *wish->dry);
    wish->dry->kind = wish->kind;
    wish->dry->seat = NO_SEAT;
    if (games_is_early_yes(l, wish->kind))
        return VERDICT_OK;
    before = l->m;
    v = match_wish(&l->m, wish->kind, wish->choice, &now, &g->fx);
    if (v == VERDICT_OK)
        games_would_sign(g, l, wish->dry);
    if (v == VERDICT_OK && wish->kind == ENTRY_MOVE)
        wish->dry->choice = *wish->choice;
    put_back(g, l, &before);
    return v;
}

enum verdict games_say_dry(struct games *g, struct live *l, const struct said *what,
                           struct move_row *dry)
{
    static struct match before;
    struct moment now = games_moment(g);
    before = l->m;
    enum verdict v = match_say(&l->m, what, &now, &g->fx);
    if (v == VERDICT_OK)
        games_would_sign(g, l, dry);
    put_back(g, l, &before);
    return v;
}
