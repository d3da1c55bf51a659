/* Nothing of the game is judged: a wrong move that was rightly signed is followed as well, and
 * convicts its author elsewhere. */
#include "chain/follow.h"

#include "chain/replay.h"

void follow_begin(struct following *f, const struct witnessed_game *kept)
{
    memset(f, 0, sizeof *f);
    f->game = *kept;
    f->at = f->sign = kept->base;
    f->at_head = f->sign_head = kept->base_head;
}

bool follow_is_about_time_up(unsigned kind)
{
    return kind == ENTRY_WARNING || kind == ENTRY_CLAIM;
}

bool follow_plays(const struct witnessed_game *w, const struct player_key *key)
{
    for (unsigned i = 0; i < w->players; i++)
        if (player_key_equal(&w->player[i], key))
            return true;
    return false;
}

/* Entry 1 of a game that names him. */
static bool take_first(struct following *f, const struct player_key *witness,
                       const struct entry *e)
{
    const struct proposal *p = &e->u.proposal;
    if (e->kind != ENTRY_PROPOSAL || e->number != 1 || p->players > PLAYERS_MAX ||
        !p->has_witness || !player_key_equal(&p->witness, witness))
        return false;
    struct game_id id = chain_game_id(p);
    if (!game_id_equal(&id, &f->game.game))
        return false;
    f->game.players = p->players;
    memcpy(f->game.player, p->player, p->players * sizeof p->player[0]);
    return true;
}

static bool fits(struct following *f, const struct player_key *witness, const struct entry *e,
                 const struct signed_entry *bytes)
{
    if (f->game.players == 0 && !take_first(f, witness, e))
        return false;
    return e->number == f->at + 1 && game_id_equal(&e->game, &f->game.game) &&
           hash_equal(&e->prev, &f->at_head) && e->author < f->game.players &&
           chain_verify(bytes, &f->game.player[e->author]) == VERDICT_OK;
}

enum verdict follow_entry(struct following *f, const struct player_key *witness,
                          const struct signed_entry *bytes)
{
    struct entry e;
    if (entry_unpack(span_of(bytes->body, bytes->len), &e) != VERDICT_OK)
        return VERDICT_NOT_DECODABLE;
    if (f->game.players > 0 && e.number <= f->at)
        return VERDICT_KNOWN;
    if (!fits(f, witness, &e, bytes))
        return VERDICT_GAP;
    f->at = e.number;
    f->at_head = chain_hash(bytes);
    if (f->fresh == 0)
        f->fresh = f->at;
    if (!entry_kind_is_loose(e.kind)) {
        f->game.base = f->at;
        f->game.base_head = f->at_head;
    }
    if (!follow_is_about_time_up(e.kind)) {
        f->sign = f->at;
        f->sign_head = f->at_head;
    }
    return VERDICT_OK;
}

/* [P-5.14] A witness keeps one number and head for each game, stores before he signs, and never
 * signs a lower number, nor another head for the same number. */
bool follow_may_sign(const struct following *f)
{
    const struct witnessed_game *w = &f->game;
    return f->game.players > 0 && f->sign > 0 &&
           (f->sign > w->number || (f->sign == w->number && hash_equal(&f->sign_head, &w->head)));
}

void follow_sign(struct following *f)
{
    f->game.number = f->sign;
    f->game.head = f->sign_head;
}
