/* What the players of a simulated world do (world.h): propose, accept, move as they please, resign
 * at last, and say all that may be said out of turn. */
#include "tests/sim/world_part.h"

#include "rules/options.h"

#include <assert.h>

enum { ACT_MS = 2500 };
static struct effects fx; /* of one wish */

static void propose(struct world *w, unsigned p)
{
    struct moment now = world_moment(w, p);
    struct proposal proposal;
    memset(&proposal, 0, sizeof proposal);
    proposal.terms = w->weather.terms;
    proposal.players = (uint8_t)w->weather.players;
    proposal.has_witness = proposal.terms.clock == CLOCK_WITNESS;
    if (proposal.has_witness)
        memcpy(proposal.witness.b, w->witness.key, 32);
    rng_fill(&w->now.rng, proposal.nonce, sizeof proposal.nonce);
    for (unsigned i = 0; i < w->weather.players; i++)
        memcpy(proposal.player[i].b, w->peer[i].key, 32);
    enum verdict v = match_propose(&w->peer[p].match, &proposal, &now, &fx);
    assert(v == VERDICT_OK);
    (void)v;
    world_carry_out(w, p, &fx);
}

static void wish(struct world *w, unsigned p, unsigned kind, const struct choice *choice)
{
    struct moment now = world_moment(w, p);
    world_remember(&w->peer[p]);
    enum verdict v = match_wish(&w->peer[p].match, kind, choice, &now, &fx);
    w->counts.wishes++;
    if (v == VERDICT_OK) {
        world_carry_out(w, p, &fx);
        return;
    }
    w->counts.refused++;
    world_assert_unchanged(&w->peer[p]);
}

static void make_move(struct world *w, unsigned p)
{
    static struct choice list[OPTIONS_MAX];
    struct view view;
    if (!match_view(&w->peer[p].match, &view))
        return;
    unsigned n = options_list(&view, list, OPTIONS_MAX);
    if (n > 0)
        wish(w, p, ENTRY_MOVE, &list[world_below(w, n)]);
}

static bool say(struct world *w, unsigned p, const struct said *what)
{
    struct moment now = world_moment(w, p);
    struct world_peer *peer = &w->peer[p];
    world_remember(peer);
    enum verdict v = match_say(&peer->match, what, &now, &fx);
    if (v == VERDICT_OK)
        world_carry_out(w, p, &fx);
    else
        world_assert_unchanged(peer);
    return v == VERDICT_OK;
}

static void say_about_time(struct world *w, unsigned p)
{
    static const uint8_t kinds[] = {ENTRY_PAUSE, ENTRY_RESUME, ENTRY_ADD_TIME, ENTRY_LEAVE};
    struct said what = {kinds[world_below(w, sizeof kinds)], 1, NULL};
    if (what.kind == ENTRY_ADD_TIME)
        what.amount = 1 + world_below(w, 20);
    (void)say(w, p, &what);
}

/* The debtor has had the head for as long as his limit is, by what he has said himself. */
static bool had_his_time(const struct world *w, unsigned p)
{
    const struct world_peer *peer = &w->peer[p];
    unsigned debtor = replay_debt(&peer->match.now).player;
    return hash_equal(&peer->other_head[debtor], &peer->match.now.head) &&
           w->now.tick_ms - peer->heard_ms[debtor] >= clock_limit_ms(&peer->match.now, debtor);
}

static void warn_or_claim(struct world *w, unsigned p)
{
    bool warned = w->peer[p].match.now.clock.warned_by == p + 1;
    struct claim_step words;
    bool has = world_witness_words(w, p, &words);
    struct said what = {warned ? ENTRY_CLAIM : ENTRY_WARNING, 0, has ? &words : NULL};
    if (!warned && w->weather.polite && !had_his_time(w, p))
        return;
    bool said = say(w, p, &what);
    w->counts.claims += said && warned;
    if (warned && !said)
        world_ask_witness(w, p); /* a later word of his may be enough */
}

/* Everybody has all that this player has said; and his clock was not set in this turn, or else it
 * could not tell afterwards how long he was away. */
static bool may_go(const struct world *w, unsigned p)
{
    for (unsigned q = 0; q < w->weather.players; q++)
        if (q != p && !hash_equal(&w->peer[p].other_head[q], &w->peer[p].match.now.head))
            return false;
    return w->peer[p].set_move != w->peer[p].match.now.game.moves + 1U;
}

static unsigned something_to_say(struct world *w)
{
    static const uint8_t kinds[] = {ENTRY_OFFER_DRAW, ENTRY_OFFER_DRAW,  ENTRY_OFFER_DRAW,
                                    ENTRY_OFFER_DRAW, ENTRY_OFFER_DRAW,  ENTRY_OFFER_DRAW,
                                    ENTRY_OFFER_DRAW, ENTRY_ACCEPT_DRAW, ENTRY_RESIGN};
    return kinds[world_below(w, sizeof kinds)];
}

void world_act(struct world *w, unsigned p)
{
    struct world_peer *peer = &w->peer[p];
    const struct match *m = &peer->match;
    struct debt debt = replay_debt(&m->now);
    unsigned within_ms = w->weather.act_ms > 0 ? w->weather.act_ms : ACT_MS;
    peer->act_ms = w->now.tick_ms + 50 + world_below(w, within_ms);
    if (peer->asking || m->disputed || w->quiet)
        return;
    if (m->now.phase == PHASE_EMPTY && p == 0)
        propose(w, p);
    else if (!m->seated || m->now.phase >= PHASE_CLOSING)
        return;
    else if (world_chance(w, w->weather.away) && may_go(w, p))
        world_turn_off(w, p, world_below(w, w->weather.away_ms));
    else if (m->now.phase < PHASE_PLAY && world_chance(w, w->weather.decline))
        wish(w, p, ENTRY_DECLINE, NULL);
    else if (debt.kind == DEBT_ACCEPTANCE && debt.player == p)
        wish(w, p, ENTRY_ACCEPTANCE, NULL);
    else if (m->now.game.moves >= w->weather.moves_max && world_chance(w, 300))
        wish(w, p, ENTRY_RESIGN, NULL);
    else if (debt.player != p && world_chance(w, w->weather.claims))
        warn_or_claim(w, p);
    else if (world_chance(w, w->weather.about_time))
        say_about_time(w, p);
    else if (world_chance(w, w->weather.talk))
        wish(w, p, something_to_say(w), NULL);
    else
        make_move(w, p);
}

