/* One shape for both commitments; the tag keeps them apart, and keeps a commitment apart from the
 * coin (a commitment that were the coin would announce it). */
#include "bag/commit.h"

#include <assert.h>

static struct hash commitment_to(enum hash_tag tag, const struct commit_place *place,
                                 const uint8_t secret[32])
{
    struct hasher h;
    hash_start(&h, tag);
    hash_bytes(&h, span_of(place->game.b, sizeof place->game.b));
    hash_number(&h, place->player);
    hash_bytes(&h, span_of(place->identity.b, sizeof place->identity.b));
    hash_bytes(&h, span_of(secret, 32));
    return hash_end(&h);
}

static enum verdict compare(const struct hash *commitment, const struct hash *again)
{
    return hash_equal(commitment, again) ? VERDICT_OK : VERDICT_WRONG_OPENING;
}

struct hash commit_seed(const struct commit_place *place, const struct seed *seed)
{
    /* [B-3.2] The seed commitment is H("seed-commit"; game id, number player index, identity,
     * seed). */
    return commitment_to(TAG_SEED_COMMIT, place, seed->b);
}

enum verdict commit_seed_check(const struct hash *commitment, const struct commit_place *place,
                               const struct seed *seed)
{
    struct hash again = commit_seed(place, seed);
    return compare(commitment, &again);
}

struct hash commit_coin(const struct commit_place *place, const struct coin_part *part)
{
    /* [B-9.1] The commitment to a contribution of 32 random bytes is H("coin-commit"; game id,
     * number player index, identity, contribution). */
    return commitment_to(TAG_COIN_COMMIT, place, part->b);
}

enum verdict commit_coin_check(const struct hash *commitment, const struct commit_place *place,
                               const struct coin_part *part)
{
    struct hash again = commit_coin(place, part);
    return compare(commitment, &again);
}

/* [B-9.3] A commitment that is equal to another player's is refused */
enum verdict commit_distinct(const struct hash *commitments, unsigned n)
{
    for (unsigned i = 1; i < n; i++)
        for (unsigned k = 0; k < i; k++)
            if (hash_equal(&commitments[i], &commitments[k]))
                return VERDICT_SAME_COMMITMENT;
    return VERDICT_OK;
}

struct hash commit_joint_coin(const struct game_id *game, const struct player_key *identities,
                              const struct coin_part *parts, unsigned players)
{
    struct hasher h;
    assert(players >= 1 && players <= PLAYERS_MAX);
    /* [B-9.2] The coin is H("coin"; game id, all identities in player order, all contributions in
     * player order), one field each. */
    hash_start(&h, TAG_COIN);
    hash_bytes(&h, span_of(game->b, sizeof game->b));
    for (unsigned p = 0; p < players; p++)
        hash_bytes(&h, span_of(identities[p].b, sizeof identities[p].b));
    for (unsigned p = 0; p < players; p++)
        hash_bytes(&h, span_of(parts[p].b, sizeof parts[p].b));
    return hash_end(&h);
}
