/* Steps of entries: where the bag (tiles as places) and the rules (tiles as digits) are joined. */
#include "chain/steps.h"

#include "bag/commit.h"
#include "bag/recompute.h"

#include <assert.h>

/* Some 34 years: more than any limit of a turn, and no sum of a game's moves runs over. */
static const uint64_t USED_MS_MAX = (UINT64_C(1) << 40) - 1;

/* ---- proposal and acceptance --------------------------------------------------------------- */

static struct commit_place place_of(const struct replay *r, unsigned player)
{
    struct commit_place place = {r->id, player, r->key[player]};
    return place;
}

static enum verdict keys_check(const struct proposal *p)
{
    for (unsigned i = 0; i < p->players; i++) {
        enum verdict v = chain_key_check(&p->player[i]);
        if (v != VERDICT_OK)
            return v;
        for (unsigned j = 0; j < i; j++)
            if (player_key_equal(&p->player[i], &p->player[j]))
                return VERDICT_SAME_KEY;
    }
    return VERDICT_OK;
}

/* A witness or arbiter is nobody who plays. */
static enum verdict outsider_check(const struct proposal *p, const struct player_key *key)
{
    for (unsigned i = 0; i < p->players; i++)
        if (player_key_equal(&p->player[i], key))
            return VERDICT_SAME_KEY;
    return chain_key_check(key);
}

static enum verdict proposal_check(const struct entry *e)
{
    const struct proposal *p = &e->u.proposal;
    struct game_id id = chain_game_id(p);
    enum verdict v = terms_check(&p->terms, NULL);
    if (v == VERDICT_OK && (p->terms.rules != RULES_VERSION || p->protocol != PROTOCOL_VERSION))
        v = VERDICT_RULES_VERSION;
    if (v == VERDICT_OK && p->players != p->terms.players)
        v = VERDICT_FIELD_RANGE;
    if (v == VERDICT_OK && !game_id_equal(&id, &e->game))
        v = VERDICT_WRONG_GAME;
    if (v == VERDICT_OK && p->terms.clock == CLOCK_WITNESS && !p->has_witness)
        v = VERDICT_NOT_WITNESSED;
    if (v == VERDICT_OK && p->has_witness)
        v = outsider_check(p, &p->witness);
    if (v == VERDICT_OK && p->has_arbiter)
        v = outsider_check(p, &p->arbiter);
    return v == VERDICT_OK ? keys_check(p) : v;
}

static struct tile_set set_of(const struct terms *terms)
{
    bool dominoes = terms->game == GAME_DOMINOES;
    return (struct tile_set){dominoes ? TILES_DOMINOES : TILES_DIGITS,
                             dominoes ? terms->set : terms->size};
}

static enum verdict join(const struct replay *r, struct bag *bag, unsigned player,
                         const struct bag_ticket *ticket)
{
    struct bag_ticket full = *ticket;
    full.identity = r->key[player];
    return bag_join(bag, player, &full);
}

/* The bag of a round, checked by its seeds where they are known beforehand. */
static void new_bag(const struct replay *r, unsigned round, struct bag *bag)
{
    struct game_id id = chain_round_id(&r->id, round);
    bag_init(bag, &id, set_of(&r->terms), r->players);
    if (r->check != BAG_BY_PROOFS && round <= r->given_rounds)
        bag_open_seeds(bag, r->given_seed[round - 1], (enum bag_check)r->check);
}

/* The deck is laid out: the last player shuffles first. */
static void begin_shuffles(struct replay *r)
{
    bag_begin(&r->bag);
    r->shuffles_left = r->players;
    r->next_player = (uint8_t)(r->players - 1);
}

static enum verdict step_proposal(struct replay *r, const struct entry *e)
{
    const struct proposal *p = &e->u.proposal;
    enum verdict v = proposal_check(e);
    if (v != VERDICT_OK)
        return v;
    r->id = e->game;
    r->players = p->players;
    r->terms = p->terms;
    if (p->has_witness)
        r->witness = p->witness;
    if (p->has_arbiter)
        r->arbiter = p->arbiter;
    memcpy(r->key, p->player, sizeof r->key[0] * p->players);
    r->coin_commit[0] = p->coin_commit;
    new_bag(r, 1, &r->bag);
    r->phase = PHASE_OFFERED;
    r->next_player = 1;
    return join(r, &r->bag, 0, &p->ticket);
}

/* [P-3.3] The last player opens his contribution in his acceptance; all others commit to theirs
 * first and open it later. */
static enum verdict take_coin(struct replay *r, const struct entry *e)
{
    const struct acceptance *a = &e->u.acceptance;
    bool last = e->author + 1 == r->players;
    if (last != (a->opens_coin == 1))
        return VERDICT_FIELD_RANGE;
    if (last) {
        r->coin_part[e->author] = a->coin;
        r->coin_open |= (uint8_t)(1U << e->author);
        return VERDICT_OK;
    }
    r->coin_commit[e->author] = a->coin_commit;
    return commit_distinct(r->coin_commit, e->author + 1);
}

static enum verdict step_acceptance(struct replay *r, const struct entry *e)
{
    enum verdict v = take_coin(r, e);
    if (v == VERDICT_OK)
        v = join(r, &r->bag, e->author, &e->u.acceptance.ticket);
    if (v != VERDICT_OK)
        return v;
    r->next_player = (uint8_t)(e->author + 1);
    if (r->next_player < r->players)
        return VERDICT_OK;
    /* [P-3.4] When all have accepted, the last player shuffles first, then all others in player
     * order, each opening his contribution to the coin before he shuffles. */
    begin_shuffles(r);
    r->phase = PHASE_SETUP;
    return VERDICT_OK;
}

static enum verdict step_decline(struct replay *r, const struct entry *e)
{
    (void)e;
    if (r->phase != PHASE_OFFERED && r->phase != PHASE_SETUP)
        return VERDICT_OFFER_GONE;
    r->phase = PHASE_DECLINED;
    return VERDICT_OK;
}

/* ---- coin, shuffles, shares ---------------------------------------------------------------- */

static enum verdict step_coin(struct replay *r, const struct entry *e)
{
    struct commit_place place = place_of(r, e->author);
    enum verdict v = commit_coin_check(&r->coin_commit[e->author], &place, &e->u.coin);
    if (v != VERDICT_OK)
        return v;
    r->coin_part[e->author] = e->u.coin;
    r->coin_open |= (uint8_t)(1U << e->author);
    if (r->coin_open == (1U << r->players) - 1)
        r->coin = commit_joint_coin(&r->id, r->key, r->coin_part, r->players);
    return VERDICT_OK;
}

/* Who owes nothing for the tiles now due counts as having given. */
static void begin_shares(struct replay *r, unsigned first)
{
    uint8_t places[TILES_MAX];
    r->shares_given = 0;
    r->next_player = (uint8_t)first;
    for (unsigned p = 0; p < r->players; p++)
        if (replay_shares_due(r, p, places) == 0)
            r->shares_given |= (uint8_t)(1U << p);
}

/* The game after a move or a shuffle: over, or a reshuffle, or shares, or the next move.
 * [P-3.6] After a move the next player in order gives the first shares; a reshuffle comes before
 * them and is begun by the mover. */
static void go_on(struct replay *r, unsigned mover)
{
    if (r->game.ending != ENDING_NONE || game_round_over(&r->game)) {
        r->phase = PHASE_CLOSING;
        r->shuffles_left = 0;
        r->next_player = (uint8_t)((mover + 1) % r->players);
        return;
    }
    if (r->game.reshuffle) {
        bag_gather(&r->bag, r->game.discards, r->game.discards_n);
        r->shuffles_left = r->players;
        r->next_player = (uint8_t)mover;
        return;
    }
    if (r->game.due_n > 0)
        begin_shares(r, (mover + 1) % r->players);
}

static void seat_everybody(struct replay *r)
{
    for (unsigned p = 0; p < r->players; p++) {
        r->seat_of[p] = game_seat_of(&r->terms, &r->coin, p);
        r->player_of[r->seat_of[p]] = (uint8_t)p;
    }
}

/* The last shuffle before a deal: the first of all sets up the game; later rounds drew their
 * hands when the round before was closed. */
static enum verdict deal(struct replay *r, unsigned shuffler)
{
    enum verdict v = VERDICT_OK;
    if (!r->started) {
        seat_everybody(r);
        v = game_start(&r->game, &r->terms, &r->coin);
        r->started = 1;
    }
    begin_shares(r, shuffler);
    return v;
}

static enum verdict step_shuffle(struct replay *r, const struct entry *e)
{
    const struct shuffle_step *s = &e->u.shuffle;
    enum verdict v = bag_shuffle(&r->bag, e->author, &e->prev, span_of(s->deck, s->deck_len),
                                 span_of(s->proof, s->proof_len));
    if (v != VERDICT_OK)
        return v;
    r->next_player = (uint8_t)((e->author + 1) % r->players);
    if (--r->shuffles_left > 0)
        return VERDICT_OK;
    if (!r->dealt)
        return deal(r, e->author);
    unsigned mover = r->player_of[r->game.refill_seat];
    game_reshuffled(&r->game);
    go_on(r, mover);
    return VERDICT_OK;
}

static enum verdict step_shares(struct replay *r, const struct entry *e)
{
    const struct shares_step *s = &e->u.shares;
    uint8_t places[TILES_MAX];
    unsigned n = replay_shares_due(r, e->author, places);
    if (s->n != n)
        return VERDICT_SHARE_NOT_DUE;
    enum verdict v = bag_share(&r->bag, e->author, &e->prev, places, n, s->share, &s->proof);
    if (v != VERDICT_OK)
        return v;
    r->shares_given |= (uint8_t)(1U << e->author);
    if (r->shares_given != (1U << r->players) - 1)
        return VERDICT_OK;
    game_dealt(&r->game);
    r->shares_given = 0;
    r->dealt = 1;
    r->phase = PHASE_PLAY;
    return VERDICT_OK;
}

/* ---- play ---------------------------------------------------------------------------------- */

static bool opens_a_tile(const struct move *m)
{
    return m->kind == MOVE_PLACE || m->kind == MOVE_TILE ||
           (m->kind == MOVE_SHOW && m->places_n > 0);
}

/* [P-3.16] A tile that everybody has seen in this round already is played without a share. */
static enum verdict shown_before(const struct replay *r, const struct move *m)
{
    return r->game.shown[m->places[0]] == m->value ? VERDICT_OK : VERDICT_WRONG_TILE;
}

/* [P-3.7] A move that shows a tile carries its owner's share of it; with it everybody finds the
 * tile's value, and it must be the one the move names. */
static enum verdict open_tile(struct replay *r, const struct entry *e)
{
    const struct move_step *s = &e->u.move;
    uint8_t value;
    if (!opens_a_tile(&s->move))
        return s->opens ? VERDICT_SHARE_NOT_DUE : VERDICT_OK;
    if (r->game.shown[s->move.places[0]] != 0)
        return s->opens ? VERDICT_SHARE_NOT_DUE : shown_before(r, &s->move);
    if (!s->opens)
        return VERDICT_PROOF_MISSING;
    enum verdict v = bag_share(&r->bag, e->author, &e->prev, s->move.places, 1, &s->share,
                               &s->proof);
    if (v == VERDICT_OK)
        v = bag_value(&r->bag, s->move.places[0], &value);
    if (v == VERDICT_OK && value != s->move.value)
        v = VERDICT_WRONG_TILE;
    return v;
}

/* [P-3.15] A field of a move that its kind does not use is left out. */
static bool has_only_its_fields(const struct move *m)
{
    bool on_a_cell = m->kind == MOVE_PLACE || m->kind == MOVE_CLAIM;
    return (m->cell != NO_CELL) == on_a_cell && (m->end != NO_CELL) == (m->kind == MOVE_TILE) &&
           (m->value != 0) == opens_a_tile(m);
}

static enum verdict step_move(struct replay *r, const struct entry *e)
{
    const struct move *move = &e->u.move.move;
    uint8_t seat = r->seat_of[e->author];
    /* [P-3.18] The last 64 entries a game may have are kept for its end: a move is refused
     * there. */
    if (e->number > ENTRIES_MAX - ENTRIES_FOR_THE_END)
        return VERDICT_GAME_TOO_LONG;
    if (e->times.used_ms > USED_MS_MAX || !has_only_its_fields(move))
        return VERDICT_FIELD_RANGE;
    enum verdict v = move->kind == MOVE_LOST ? clock_lost_turn(r, e) : VERDICT_OK;
    if (v == VERDICT_OK)
        v = game_check(&r->game, seat, move);
    if (v == VERDICT_OK)
        v = open_tile(r, e);
    if (v == VERDICT_OK)
        v = game_apply(&r->game, seat, move, &r->game);
    if (v != VERDICT_OK)
        return v;
    r->used_ms[e->author] += e->times.used_ms;
    r->game.agreed = 0;
    go_on(r, e->author);
    return VERDICT_OK;
}

/* The game was ended by what `author` said while `debtor` owed something: the seeds begin with the
 * debtor, so that he confirms that he has written nothing else. */
static void end_by_word(struct replay *r, unsigned author, unsigned debtor)
{
    go_on(r, author);
    if (author != debtor)
        r->next_player = (uint8_t)debtor;
}

static enum verdict said(struct replay *r, const struct entry *e,
                         enum verdict (*say)(struct game *game, unsigned seat))
{
    unsigned debtor = replay_debt(r).player;
    if (r->phase != PHASE_PLAY)
        return r->phase < PHASE_PLAY ? VERDICT_NOT_STARTED : VERDICT_GAME_OVER;
    enum verdict v = say(&r->game, r->seat_of[e->author]);
    if (v == VERDICT_OK && r->game.ending != ENDING_NONE)
        end_by_word(r, e->author, debtor);
    return v;
}

static enum verdict step_resign(struct replay *r, const struct entry *e)
{
    return said(r, e, game_resign);
}

/* [P-3.13] With more than two players an offer of a draw, and its acceptance, say that the author
 * wants to end the game without a result; it ends when everybody but the debtor has said so, and a
 * move by anybody takes all of it back. */
static enum verdict want_to_end(struct replay *r, const struct entry *e)
{
    unsigned mine = 1U << r->seat_of[e->author];
    if (r->phase != PHASE_PLAY)
        return r->phase < PHASE_PLAY ? VERDICT_NOT_STARTED : VERDICT_GAME_OVER;
    if (r->game.agreed & mine)
        return VERDICT_DRAW_ALREADY_OFFERED;
    if (e->kind == ENTRY_ACCEPT_DRAW && r->game.agreed == 0)
        return VERDICT_NO_DRAW_OFFER;
    unsigned debtor = replay_debt(r).player;
    unsigned waited_for = 1U << r->seat_of[debtor];
    unsigned everybody = (1U << r->players) - 1;
    r->game.agreed |= (uint8_t)mine;
    if ((r->game.agreed | waited_for) != everybody)
        return VERDICT_OK;
    enum verdict v = game_abandon(&r->game);
    end_by_word(r, e->author, debtor);
    return v;
}

static enum verdict step_offer_draw(struct replay *r, const struct entry *e)
{
    return r->players > 2 ? want_to_end(r, e) : said(r, e, game_offer_draw);
}

static enum verdict step_accept_draw(struct replay *r, const struct entry *e)
{
    return r->players > 2 ? want_to_end(r, e) : said(r, e, game_accept_draw);
}

/* ---- seeds --------------------------------------------------------------------------------- */

static unsigned round_of(const struct replay *r)
{
    return game_round(&r->game) > 1 ? game_round(&r->game) : 1;
}

/* Take a ticket for the next round, beside those of the players before; checked at once, so that
 * the author of a bad one is the one who is refused. */
static enum verdict take_next_ticket(struct replay *r, const struct entry *e, struct bag *next)
{
    enum verdict v = VERDICT_OK;
    r->next_ticket[e->author] = e->u.seed.next;
    new_bag(r, round_of(r) + 1, next);
    unsigned here = r->seeds_open | 1U << e->author;
    for (unsigned p = 0; p < r->players && v == VERDICT_OK; p++)
        if (here >> p & 1)
            v = join(r, next, p, &r->next_ticket[p]);
    return v;
}

/* [P-3.14] When a round is over and all its seeds are open, every tile is known and the round is
 * judged; if the game goes on, the next round begins with the shuffles of a new bag, in the order
 * of the first one. */
static enum verdict close_round(struct replay *r, const struct bag *next)
{
    uint8_t values[TILES_MAX];
    enum verdict v = bag_unveil(&r->bag, r->seed, values);
    if (v == VERDICT_OK)
        v = game_revealed(&r->game, values);
    if (v != VERDICT_OK)
        return v;
    if (r->game.ending != ENDING_NONE) {
        r->phase = PHASE_FINISHED;
        return VERDICT_OK;
    }
    r->bag = *next;
    memset(r->seed, 0, sizeof r->seed);
    memset(r->next_ticket, 0, sizeof r->next_ticket);
    r->seeds_open = 0;
    r->dealt = 0;
    r->phase = PHASE_PLAY;
    begin_shuffles(r);
    return VERDICT_OK;
}

/* A seed that opens its commitment and does not give the key would leave the tiles closed, and the
 * blame with whoever opens his seed last. */
static bool gives_key(const struct replay *r, unsigned player, const struct seed *seed)
{
    struct scalar x = recompute_secret(&r->bag.game, player, seed);
    struct point key = group_base(&x);
    return point_equal(&key, &r->bag.ticket[player].key);
}

/* [P-3.9] When the game is over, every player opens the seed of his bag secrets, in player order
 * from the debtor at its end, or if he ended it himself, from the player after him; it must be
 * the one he committed to, and give the key of his ticket. */
static enum verdict step_seed(struct replay *r, const struct entry *e)
{
    const struct seed_step *s = &e->u.seed;
    struct commit_place place = {r->bag.game, e->author, r->key[e->author]};
    struct bag next;
    bool goes_on = r->game.ending == ENDING_NONE;
    enum verdict v =
        commit_seed_check(&r->bag.ticket[e->author].seed_commit, &place, &s->seed);
    if (v == VERDICT_OK && !gives_key(r, e->author, &s->seed))
        v = VERDICT_WRONG_OPENING;
    if (v == VERDICT_OK && goes_on != (s->has_next == 1))
        v = VERDICT_FIELD_RANGE;
    if (v == VERDICT_OK && goes_on)
        v = take_next_ticket(r, e, &next);
    if (v != VERDICT_OK)
        return v;
    r->seed[e->author] = s->seed;
    r->seeds_open |= (uint8_t)(1U << e->author);
    if (r->seeds_open != (1U << r->players) - 1)
        return VERDICT_OK;
    if (goes_on)
        return close_round(r, &next);
    r->phase = PHASE_FINISHED;
    return VERDICT_OK;
}

/* Steps of the clock that may end the game. */
static enum verdict step_flag(struct replay *r, const struct entry *e)
{
    enum verdict v = e->times.used_ms > USED_MS_MAX ? VERDICT_FIELD_RANGE : clock_flag(r, e);
    if (v == VERDICT_OK) {
        r->used_ms[e->author] += e->times.used_ms;
        go_on(r, e->author);
    }
    return v;
}

static enum verdict step_claim(struct replay *r, const struct entry *e)
{
    unsigned debtor = replay_debt(r).player;
    enum verdict v = clock_claim(r, e);
    if (v == VERDICT_OK)
        end_by_word(r, e->author, debtor);
    return v;
}

typedef enum verdict step_function(struct replay *r, const struct entry *e);
static step_function *const steps[ENTRY_KIND_COUNT] = {
    [ENTRY_PROPOSAL] = step_proposal,       [ENTRY_ACCEPTANCE] = step_acceptance,
    [ENTRY_DECLINE] = step_decline,         [ENTRY_COIN] = step_coin,
    [ENTRY_SHUFFLE] = step_shuffle,         [ENTRY_SHARES] = step_shares,
    [ENTRY_MOVE] = step_move,               [ENTRY_RESIGN] = step_resign,
    [ENTRY_OFFER_DRAW] = step_offer_draw,   [ENTRY_ACCEPT_DRAW] = step_accept_draw,
    [ENTRY_SEED] = step_seed,               [ENTRY_FLAG] = step_flag,
    [ENTRY_WARNING] = clock_warning,        [ENTRY_CLAIM] = step_claim,
    [ENTRY_ADD_TIME] = clock_add_time,      [ENTRY_PAUSE] = clock_pause,
    [ENTRY_RESUME] = clock_resume,          [ENTRY_LEAVE] = clock_leave,
};

enum verdict steps_apply(struct replay *r, const struct entry *e)
{
    assert(e->kind >= 1 && e->kind < ENTRY_KIND_COUNT);
    return steps[e->kind](r, e);
}
