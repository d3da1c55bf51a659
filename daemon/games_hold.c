/* Games in which nothing is signed: after a restored backup until a friend has been heard, and
 * when another machine signs with the same key.  The reason is in the database and, for a game in
 * memory, in its machine, which refuses to write as long as it is there. */
#include "daemon/games_part.h"

#include "daemon/log.h"
#include "daemon/store_hold.h"

#include <sodium.h>

static struct live *in_memory(struct games *g, uint32_t number)
{
    for (unsigned i = 0; i < LIVE_MAX; i++)
        if (g->live[i] != NULL && g->live[i]->stored.row.number == number)
            return g->live[i];
    return NULL;
}

uint32_t games_hold_of(struct games *g, uint32_t number)
{
    struct hold hold;
    store_hold_get(g->store, number, &hold);
    return hold.why;
}

/* Store it with the news of it; then the machine follows. */
static enum verdict put(struct games *g, uint32_t number, const struct hold *hold)
{
    struct event event = {.kind = EVENT_HOLD, .game = number, .verdict = hold->why,
                          .time_ms = loop_wall_ms(g->loop)};
    enum verdict v = store_begin(g->store);
    if (v != VERDICT_OK)
        return v;
    v = store_hold_put(g->store, number, hold);
    if (v == VERDICT_OK)
        v = store_event_add(g->store, &event);
    v = store_end(g->store, v);
    if (v != VERDICT_OK)
        return v;
    struct live *l = in_memory(g, number);
    if (l != NULL)
        l->m.held = hold->why;
    log_info("game=%u: %s", number,
             hold->why == 0 ? "goes on" : verdict_name((enum verdict)hold->why));
    g->owner.on_events(g->owner.self, &event, 1);
    return VERDICT_OK;
}

/* Without news; should it fail, it is learnt again. */
static void save(struct games *g, uint32_t number, const struct hold *hold)
{
    enum verdict v = store_begin(g->store);
    if (v != VERDICT_OK)
        return;
    v = store_hold_put(g->store, number, hold);
    v = store_end(g->store, v);
    if (v != VERDICT_OK)
        log_warnx("game=%u: a note about it could not be stored", number);
}

static enum verdict release(struct games *g, uint32_t number)
{
    return put(g, number, &(struct hold){0});
}

/* --- catching up ------------------------------------------------------------------------------ */

void games_hold_have(struct games *g, const struct stored_game *game,
                     const struct peer_message *m, uint64_t letter_ms)
{
    struct hold hold;
    struct hash ours;
    uint64_t theirs = m->number;
    store_hold_get(g->store, game->row.number, &hold);
    bool stale = letter_ms != 0 && letter_ms / 1000 <= hold.since_s;
    if (hold.why != VERDICT_CATCHING_UP || stale)
        return;
    bool same = theirs == game->row.entries &&
                store_entry_hash(g->store, game->row.number, game->row.entries, &ours) &&
                hash_equal(&ours, &m->head);
    if (same) {
        (void)release(g, game->row.number); /* fails: the next HAVE tries again */
        return;
    }
    if (theirs <= game->row.entries || theirs >= ENTRIES_MAX)
        return; /* a question, or he gets ours and says so */
    hold.told = (uint32_t)theirs;
    hold.told_head = m->head;
    save(g, game->row.number, &hold);
}

void games_hold_taken(struct games *g, const struct live *l)
{
    struct hold hold;
    struct hash ours;
    uint32_t number = l->stored.row.number;
    if (l->m.held != VERDICT_CATCHING_UP)
        return;
    store_hold_get(g->store, number, &hold);
    bool whole = hold.told != 0 && hold.told <= l->m.now.number &&
                 store_entry_hash(g->store, number, hold.told, &ours) &&
                 hash_equal(&ours, &hold.told_head);
    if (whole || l->m.now.phase >= PHASE_FINISHED)
        (void)release(g, number);
}

/* Is the game held, and for that reason? */
static enum verdict is_held_by(struct games *g, uint32_t number, enum verdict why,
                               struct live **out)
{
    enum verdict v = games_live(g, number, out);
    if (v != VERDICT_OK || (*out)->m.held == (uint32_t)why)
        return v;
    return (*out)->m.held == VERDICT_OK ? VERDICT_NOT_HELD : (enum verdict)(*out)->m.held;
}

enum verdict games_may_catch_up(struct games *g, uint32_t number)
{
    struct live *l;
    return is_held_by(g, number, VERDICT_CATCHING_UP, &l);
}

enum verdict games_may_adopt(struct games *g, uint32_t number)
{
    struct live *l;
    return is_held_by(g, number, VERDICT_ELSEWHERE, &l);
}

enum verdict games_catch_up(struct games *g, uint32_t number)
{
    struct live *l;
    enum verdict v = is_held_by(g, number, VERDICT_CATCHING_UP, &l);
    if (v == VERDICT_OK)
        v = release(g, number);
    if (v == VERDICT_OK)
        (void)games_go(g, l);
    return v;
}

/* --- another machine -------------------------------------------------------------------------- */

/* Is the entry in g->incoming mine, and written by a later installation than this?  g->plain holds
 * it then. */
static bool is_from_later(struct games *g, const struct live *l)
{
    const struct signed_entry *e = &g->incoming;
    return l->m.seated && l->m.now.phase != PHASE_EMPTY &&
           entry_unpack(span_of(e->body, e->len), &g->plain) == VERDICT_OK &&
           g->plain.author == l->m.me && game_id_equal(&g->plain.game, &l->m.now.id) &&
           g->plain.installation > l->stored.installation &&
           chain_verify(e, &l->m.now.key[l->m.me]) == VERDICT_OK;
}

bool games_hold_peek(struct games *g, const struct live *l, struct elsewhere *out)
{
    struct hash held, hash = chain_hash(&g->incoming);
    *out = (struct elsewhere){0, 0};
    if (l->m.now.phase >= PHASE_FINISHED || l->m.disputed || !is_from_later(g, l))
        return false;
    if (g->plain.number > l->m.now.number + 1)
        return false; /* the entries before it come first */
    out->installation = g->plain.installation;
    if (g->plain.number > l->m.now.number)
        return hash_equal(&g->plain.prev, &l->m.now.head);
    out->place = g->plain.number;
    return !store_entry_hash(g->store, l->stored.row.number, out->place, &held) ||
           !hash_equal(&held, &hash);
}

void games_hold_elsewhere(struct games *g, struct live *l, const struct elsewhere *where)
{
    struct hold hold;
    uint32_t number = l->stored.row.number;
    store_hold_get(g->store, number, &hold);
    bool news = hold.why != VERDICT_ELSEWHERE;
    if (news)
        hold = (struct hold){.why = VERDICT_ELSEWHERE};
    bool same = !news && where->installation <= hold.installation &&
                (where->place == 0 || (hold.place != 0 && hold.place <= where->place));
    if (same)
        return;
    if (where->installation > hold.installation)
        hold.installation = where->installation;
    if (where->place != 0 && (hold.place == 0 || where->place < hold.place))
        hold.place = where->place;
    l->m.held = VERDICT_ELSEWHERE; /* whatever becomes of the database */
    if (news) {
        (void)put(g, number, &hold);
        return;
    }
    save(g, number, &hold);
}

/* My own acceptance came back, of a game that this database does not know from before: its secrets
 * are those of a machine that is lost. */
void games_hold_secrets(struct games *g, struct live *l)
{
    const struct match *m = &l->m;
    if (g->plain.author != m->me || g->plain.kind != ENTRY_ACCEPTANCE || m->held != VERDICT_OK)
        return;
    struct player_key me = m->now.key[m->me];
    struct seed seed = chain_round_seed(&m->base_seed, 1);
    struct hash mine = bag_seed_commit(&m->now.id, m->me, &me, &seed);
    sodium_memzero(&seed, sizeof seed);
    if (!hash_equal(&mine, &g->plain.u.acceptance.ticket.seed_commit))
        (void)put(g, l->stored.row.number, &(struct hold){.why = VERDICT_SECRETS_LOST});
}

/* In one transaction: the number goes above the other machine's, what differs is dropped, and the
 * friend must be heard before anything is signed. */
static enum verdict take_over(struct games *g, uint32_t number, const struct hold *old)
{
    uint32_t mine = old->installation + (old->installation < UINT32_MAX);
    const struct hold next = {.why = VERDICT_CATCHING_UP,
                              .since_s = loop_wall_ms(g->loop) / 1000};
    enum verdict v = store_begin(g->store);
    if (v != VERDICT_OK)
        return v;
    v = store_hold_installation(g->store, number, mine);
    if (v == VERDICT_OK && old->place != 0)
        v = store_hold_cut(g->store, number, old->place - 1);
    if (v == VERDICT_OK && store_meta(g->store, "installation", 1) < mine)
        v = store_set_meta(g->store, "installation", mine);
    if (v == VERDICT_OK)
        v = store_hold_put(g->store, number, &next);
    return store_end(g->store, v);
}

enum verdict games_adopt(struct games *g, uint32_t number)
{
    struct hold hold;
    struct live *l;
    enum verdict v = is_held_by(g, number, VERDICT_ELSEWHERE, &l);
    if (v != VERDICT_OK)
        return v;
    store_hold_get(g->store, number, &hold);
    v = take_over(g, number, &hold);
    if (v != VERDICT_OK)
        return v;
    games_forget(g, l);
    v = games_live(g, number, &l);
    if (v != VERDICT_OK)
        return v;
    games_no_effects(g);
    v = games_keep(g, l);
    if (v == VERDICT_OK)
        games_ask_have(g, &l->stored);
    return v;
}
