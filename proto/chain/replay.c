/* The judge.  An entry is unpacked, its place in the chain and its signature are checked, then
 * its step is carried out on a copy; only when the state reached is the one the author signed
 * does the copy become the state.  So a refusal can never leave half a step behind. */
#include "chain/replay.h"

#include "base/hash.h"
#include "chain/steps.h"

#include <assert.h>

void replay_init(struct replay *r)
{
    memset(r, 0, sizeof *r);
    r->check = BAG_BY_PROOFS;
}

void replay_use_seeds(struct replay *r, const struct seed (*seeds)[PLAYERS_MAX], unsigned rounds,
                      enum bag_check check)
{
    assert(r->phase == PHASE_EMPTY);
    r->given_seed = seeds;
    r->given_rounds = rounds;
    r->check = (uint8_t)check;
}

void replay_wipe(struct replay *r)
{
    sodium_memzero(r, sizeof *r);
}

bool entry_kind_is_loose(unsigned kind)
{
    /* [P-2.8] Resigning, offering a draw, accepting one, breaking off before the first move, a
     * warning, a claim, adding time, pausing, resuming and taking leave may be written by a player
     * who is not the debtor. */
    return kind == ENTRY_RESIGN || kind == ENTRY_OFFER_DRAW || kind == ENTRY_ACCEPT_DRAW ||
           kind == ENTRY_DECLINE || (kind >= ENTRY_WARNING && kind <= ENTRY_LEAVE);
}

bool replay_may_speak(const struct replay *r, unsigned player, unsigned kind)
{
    unsigned debtor = replay_debt(r).player;
    if (r->players <= 2 || kind == ENTRY_DECLINE || player == debtor || r->phase != PHASE_PLAY)
        return player < r->players;
    /* [P-2.14] Of more than two players only one may speak out of turn at a time: the first after
     * the debtor, in player order, who has not said yet that he wants to end the game. */
    unsigned first = (debtor + 1) % r->players;
    while (first != debtor && (r->game.agreed >> r->seat_of[first] & 1))
        first = (first + 1) % r->players;
    return player == first;
}

static unsigned debt_answered_by(unsigned kind)
{
    static const uint8_t answers[ENTRY_KIND_COUNT] = {
        [ENTRY_PROPOSAL] = DEBT_PROPOSAL, [ENTRY_ACCEPTANCE] = DEBT_ACCEPTANCE,
        [ENTRY_COIN] = DEBT_COIN,         [ENTRY_SHUFFLE] = DEBT_SHUFFLE,
        [ENTRY_SHARES] = DEBT_SHARES,     [ENTRY_MOVE] = DEBT_MOVE,
        [ENTRY_SEED] = DEBT_SEED,         [ENTRY_FLAG] = DEBT_MOVE,
    };
    return answers[kind];
}

/* Who gives shares next: in player order from `next_player` on, whoever has not given yet. */
static struct debt share_debt(const struct replay *r)
{
    for (unsigned i = 0; i < r->players; i++) {
        unsigned player = (r->next_player + i) % r->players;
        if (!(r->shares_given >> player & 1))
            return (struct debt){DEBT_SHARES, (uint8_t)player};
    }
    assert(!"shares are due, yet nobody owes one");
    return (struct debt){DEBT_NONE, 0};
}

static struct debt table_debt(const struct replay *r)
{
    if (r->shuffles_left > 0) {
        bool coin_first = !r->started && !(r->coin_open >> r->next_player & 1);
        return (struct debt){coin_first ? DEBT_COIN : DEBT_SHUFFLE, r->next_player};
    }
    if (r->game.due_n > 0)
        return share_debt(r);
    return (struct debt){DEBT_MOVE, r->player_of[r->game.turn]};
}

/* Who ended the game may have spoken out of turn; then the debtor's seed confirms it before any
 * other is out [P-3.9]. */
static struct debt seed_debt(const struct replay *r)
{
    unsigned player = r->next_player;
    while (r->seeds_open >> player & 1)
        player = (player + 1) % r->players;
    return (struct debt){DEBT_SEED, (uint8_t)player};
}

struct debt replay_debt(const struct replay *r)
{
    switch ((enum phase)r->phase) {
    case PHASE_EMPTY:
        return (struct debt){DEBT_PROPOSAL, 0};
    case PHASE_OFFERED:
        return (struct debt){DEBT_ACCEPTANCE, r->next_player};
    case PHASE_SETUP:
    case PHASE_PLAY:
        return table_debt(r);
    case PHASE_CLOSING:
        return seed_debt(r);
    case PHASE_FINISHED:
    case PHASE_DECLINED:
        break;
    }
    return (struct debt){DEBT_NONE, 0};
}

unsigned replay_shares_due(const struct replay *r, unsigned player, uint8_t places[TILES_MAX])
{
    unsigned n = 0;
    if (!r->started)
        return 0;
    for (unsigned i = 0; i < r->game.due_n; i++)
        if (r->game.due[i].seat != r->seat_of[player])
            places[n++] = r->game.due[i].place;
    return n;
}

/* Is it this author's place and is this kind due?  [P-2.6] There is always exactly one debtor:
 * the state says whose entry comes next and of which kind. */
static enum verdict due_check(const struct replay *r, const struct entry *e)
{
    struct debt debt = replay_debt(r);
    if (debt.kind == DEBT_NONE)
        return VERDICT_GAME_OVER;
    bool loose = entry_kind_is_loose(e->kind);
    if (loose)
        return replay_may_speak(r, e->author, e->kind) ? VERDICT_OK : VERDICT_WRONG_AUTHOR;
    if (e->author != debt.player)
        return VERDICT_WRONG_AUTHOR;
    return debt_answered_by(e->kind) == debt.kind ? VERDICT_OK : VERDICT_WRONG_KIND;
}

/* Everything about an entry that does not depend on who signed it. */
static enum verdict place_check(const struct replay *r, const struct entry *e)
{
    if (r->phase != PHASE_EMPTY && !game_id_equal(&e->game, &r->id))
        return VERDICT_WRONG_GAME;
    if (e->number != r->number + 1)
        return VERDICT_WRONG_NUMBER;
    if (!hash_equal(&e->prev, &r->head))
        return VERDICT_WRONG_PREVIOUS;
    return VERDICT_OK;
}

static const struct player_key *author_key(const struct replay *r, const struct entry *e)
{
    if (r->phase != PHASE_EMPTY)
        return e->author < r->players ? &r->key[e->author] : NULL;
    return e->kind == ENTRY_PROPOSAL && e->author == 0 ? &e->u.proposal.player[0] : NULL;
}

static enum verdict signature_check(const struct replay *r, const struct entry *e,
                                    const struct signed_entry *bytes)
{
    const struct player_key *key = author_key(r, e);
    if (key == NULL)
        return VERDICT_WRONG_AUTHOR;
    enum verdict v = r->phase == PHASE_EMPTY ? chain_key_check(key) : VERDICT_OK;
    return v == VERDICT_OK ? chain_verify(bytes, key) : v;
}

/* Carry out the step of an entry whose place is right, on *r itself. */
static enum verdict carry_out(struct replay *r, const struct entry *e)
{
    enum verdict v = due_check(r, e);
    if (v == VERDICT_OK && e->installation < r->installation[e->author])
        v = VERDICT_FIELD_RANGE;
    if (v == VERDICT_OK)
        v = steps_apply(r, e);
    if (v != VERDICT_OK)
        return v;
    clock_note(r, e);
    r->installation[e->author] = e->installation;
    r->number = e->number;
    r->last_author = (uint8_t)e->author;
    r->last_kind = (uint8_t)e->kind;
    r->last_times = e->times;
    return VERDICT_OK;
}

enum verdict replay_add(struct replay *r, const struct signed_entry *bytes)
{
    struct entry e;
    enum verdict v = entry_unpack(span_of(bytes->body, bytes->len), &e);
    if (v == VERDICT_OK)
        v = place_check(r, &e);
    if (v == VERDICT_OK)
        v = signature_check(r, &e, bytes);
    if (v != VERDICT_OK)
        return v;
    struct replay next = *r;
    v = carry_out(&next, &e);
    if (v == VERDICT_OK) {
        struct hash state = replay_state(&next);
        v = hash_equal(&state, &e.state) ? VERDICT_OK : VERDICT_WRONG_STATE;
    }
    if (v == VERDICT_OK) {
        next.head = chain_hash(bytes);
        *r = next;
    }
    sodium_memzero(&next, sizeof next);
    return v;
}

bool replay_convicts(const struct replay *r, const struct signed_entry *bytes, enum verdict *why)
{
    struct entry e;
    *why = entry_unpack(span_of(bytes->body, bytes->len), &e);
    if (*why != VERDICT_OK)
        return false;
    if (place_check(r, &e) != VERDICT_OK || signature_check(r, &e, bytes) != VERDICT_OK)
        return false;
    struct replay copy = *r;
    *why = replay_add(&copy, bytes);
    sodium_memzero(&copy, sizeof copy);
    return *why != VERDICT_OK;
}

static void fill_place(const struct replay *r, unsigned author, struct entry *e)
{
    e->game = e->kind == ENTRY_PROPOSAL ? chain_game_id(&e->u.proposal) : r->id;
    e->number = r->number + 1;
    e->prev = r->head;
    e->author = author;
}

static void pack_and_sign(const struct entry *e, const uint8_t secret[64],
                          struct signed_entry *out)
{
    struct buf b = buf_over(out->body, sizeof out->body);
    bool fits = entry_pack(e, &b);
    assert(fits);
    (void)fits;
    out->len = (uint16_t)b.len;
    chain_sign(out, secret);
}

enum verdict replay_write(struct replay *r, unsigned author, const uint8_t secret[64],
                          struct entry *e, struct signed_entry *out)
{
    struct replay next = *r;
    fill_place(r, author, e);
    enum verdict v = e->number > ENTRIES_MAX ? VERDICT_TOO_MANY : carry_out(&next, e);
    if (v == VERDICT_OK) {
        e->state = replay_state(&next);
        pack_and_sign(e, secret, out);
        next.head = chain_hash(out);
        *r = next;
    }
    sodium_memzero(&next, sizeof next);
    return v;
}

static void hash_table(struct hasher *h, const struct replay *r)
{
    for (unsigned i = 0; i < r->players; i++) {
        hash_bytes(h, span_of(r->coin_commit[i].b, sizeof r->coin_commit[i].b));
        hash_bytes(h, span_of(r->coin_part[i].b, sizeof r->coin_part[i].b));
        hash_number(h, r->used_ms[i]);
        hash_bytes(h, span_of(r->seed[i].b, sizeof r->seed[i].b));
    }
    hash_number(h, r->coin_open);
    hash_number(h, r->shuffles_left);
    hash_number(h, r->next_player);
    hash_number(h, r->shares_given);
    hash_number(h, r->dealt);
    hash_number(h, r->seeds_open);
}

/* [P-5.17] In games whose clocks count, the digest goes on after the open seeds with these. */
static void hash_clocks(struct hasher *h, const struct replay *r)
{
    const struct clock_state *c = &r->clock;
    for (unsigned i = 0; i < r->players; i++) {
        hash_number(h, c->lag_ms[i]);
        hash_number(h, c->extra_ms[i]);
        hash_number(h, c->extra_game_ms[i]);
        hash_number(h, c->leave_days[i]);
    }
    hash_number(h, c->want_pause);
    hash_number(h, c->paused);
    hash_number(h, c->warned_by);
    hash_number(h, c->unmeasured);
    hash_number(h, c->claimed);
}

struct hash replay_state(const struct replay *r)
{
    /* [P-2.7] The state digest is the hash under the tag state of the fields listed here, in
     * this order. */
    struct hasher h;
    struct hash bag = bag_digest(&r->bag);
    struct hash game = {{0}};
    if (r->started)
        game = game_digest(&r->game);
    hash_start(&h, TAG_STATE);
    hash_number(&h, r->phase);
    hash_bytes(&h, span_of(r->id.b, sizeof r->id.b));
    hash_table(&h, r);
    if (clock_counts(&r->terms))
        hash_clocks(&h, r);
    hash_bytes(&h, span_of(bag.b, sizeof bag.b));
    hash_bytes(&h, span_of(game.b, sizeof game.b));
    return hash_end(&h);
}

/* Who has lost may hide what he should show; who has won may not gain by that. */
static bool a_loser_owes(const struct replay *r)
{
    unsigned winner = r->game.winner;
    return r->game.ending != ENDING_NONE && winner < r->game.seats &&
           r->seat_of[seed_debt(r).player] != winner;
}

enum grade replay_grade(const struct replay *r)
{
    /* [P-5.16] A finished game is agreed, because everybody has signed its final head by opening
     * his seed; one that was ended by a claim is claimed, or witnessed, until then, and one that is
     * over in another way is claimed as long as it is a loser who owes his seed. */
    if (r->phase == PHASE_FINISHED)
        return GRADE_AGREED;
    if (r->phase != PHASE_CLOSING)
        return GRADE_NONE;
    if (r->clock.claimed > 0)
        return r->clock.claimed == 2 ? GRADE_WITNESSED : GRADE_CLAIMED;
    return a_loser_owes(r) ? GRADE_CLAIMED : GRADE_NONE;
}
