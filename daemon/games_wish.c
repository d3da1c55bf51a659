/* What a player wants, against the head that he has seen. */
#include "daemon/games_part.h"

/* Entries that programs write without being asked. */
bool games_is_automatic(unsigned kind)
{
    return kind == ENTRY_SHARES || kind == ENTRY_SHUFFLE || kind == ENTRY_COIN;
}

/* Have only programs written anything since that head? */
static bool only_programs_since(struct games *g, const struct live *l, const struct hash *head)
{
    struct hash hash;
    for (uint32_t n = l->m.now.number; n > 0; n--) {
        if (!store_entry_get(g->store, l->stored.row.number, n, &g->entry))
            return false;
        hash = g->entry.hash;
        if (hash_equal(&hash, head))
            return true;
        if (entry_unpack(span_of(g->entry.e.body, g->entry.e.len), &g->plain) != VERDICT_OK ||
            !games_is_automatic(g->plain.kind))
            return false;
    }
    return false;
}

/* Giving up means the same whichever tiles have come meanwhile. */
static bool is_for_this_head(struct games *g, const struct live *l, const struct wish *wish)
{
    return wish->head == NULL || hash_equal(wish->head, &l->m.now.head) ||
           (wish->kind == ENTRY_RESIGN && only_programs_since(g, l, wish->head));
}

/* A witness whom I do not know can neither be asked nor bring me anything. */
static bool is_without_witness(const struct games *g, const struct live *l)
{
    struct friend_info who;
    const struct replay *r = &l->m.now;
    return r->terms.clock == CLOCK_WITNESS && g->people != NULL &&
           !(people_by_key(g->people, &r->witness, &who) && who.joined);
}

enum verdict games_wished(struct games *g, const struct wish *wish, struct live **out)
{
    enum verdict v = games_live(g, wish->game, out);
    if (v == VERDICT_OK)
        v = games_ruling_again(g, *out);
    return v != VERDICT_OK || is_for_this_head(g, *out, wish) ? v : VERDICT_HEAD_CHANGED;
}

bool games_is_early_yes(const struct live *l, unsigned kind)
{
    const struct replay *r = &l->m.now;
    return kind == ENTRY_ACCEPTANCE && r->phase == PHASE_OFFERED && !l->m.disputed &&
           l->m.me > r->next_player && !l->stored.agreed;
}

enum verdict games_wish(struct games *g, const struct wish *wish)
{
    struct live *l;
    struct moment now = games_moment(g);
    enum verdict v = games_wished(g, wish, &l);
    if (v != VERDICT_OK)
        return v;
    if (l->m.held != VERDICT_OK)
        return (enum verdict)l->m.held;
    if (wish->kind == ENTRY_ACCEPTANCE && is_without_witness(g, l))
        return VERDICT_WITNESS_STRANGER;
    if (wish->dry != NULL)
        return games_wish_dry(g, l, wish);
    if (games_is_early_yes(l, wish->kind)) {
        l->stored.agreed = 1;
        games_no_effects(g);
    } else {
        v = match_wish(&l->m, wish->kind, wish->choice, &now, &g->fx);
    }
    if (v == VERDICT_OK)
        v = games_keep(g, l);
    /* The wish stands now; what is owed after it is tried again if it fails. */
    if (v == VERDICT_OK)
        (void)games_go(g, l);
    return v;
}
