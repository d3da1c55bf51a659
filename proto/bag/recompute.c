/* With y = sum of all x known, a tile of value v hidden with r is (r G, M_v + (r y) G). */
#include "bag/recompute.h"

#include "bag/points.h"
#include "base/hash.h"

struct scalar recompute_secret(const struct game_id *game, unsigned player,
                               const struct seed *seed)
{
    uint8_t wide[64];
    struct hasher h;
    /* [B-3.1] x = H64("bag-key"; game id, number player index, seed) mod q, and X = x G. */
    hash_start(&h, TAG_BAG_KEY);
    hash_bytes(&h, span_of(game->b, sizeof game->b));
    hash_number(&h, player);
    hash_bytes(&h, span_of(seed->b, sizeof seed->b));
    hash_end64(&h, wide);
    struct scalar x = scalar_reduce(wide);
    sodium_memzero(wide, sizeof wide);
    return x;
}

static struct hash deck_hash(const struct bag *bag)
{
    struct hasher h;
    hash_start(&h, TAG_DECK);
    /* [B-5.1] D = H("deck"; the ciphertexts of the deck in order, one field of 64 bytes each). */
    for (unsigned i = 0; i < bag->deck_len; i++)
        hash_bytes(&h, span_of(&bag->cipher[bag->deck[i]], CIPHER_LEN));
    return hash_end(&h);
}

/* The seed of one of the two streams a shuffle derives from. */
static void stream_of(struct rng_stream *out, enum hash_tag tag, const struct bag *bag,
                      unsigned player, const struct seed *seed)
{
    struct hasher h;
    struct hash deck = deck_hash(bag);
    hash_start(&h, tag);
    hash_bytes(&h, span_of(bag->game.b, sizeof bag->game.b));
    hash_number(&h, player);
    hash_bytes(&h, span_of(seed->b, sizeof seed->b));
    hash_number(&h, bag->epoch);
    hash_bytes(&h, span_of(deck.b, sizeof deck.b));
    struct hash key = hash_end(&h);
    rng_stream_init(out, key.b);
    sodium_memzero(&key, sizeof key);
}

void recompute_witness(const struct bag *bag, unsigned player, const struct seed *seed,
                       struct shuffle_witness *out)
{
    struct rng_stream stream;
    struct rng rng = rng_from_stream(&stream);
    /* [B-5.1] The permutation of a shuffle is the list 0 .. N-1 shuffled by the stream of
     * H("permutation"; game id, number player index, seed, number epoch, D) */
    stream_of(&stream, TAG_PERMUTATION, bag, player, seed);
    for (unsigned j = 0; j < bag->deck_len; j++)
        out->from[j] = (uint8_t)j;
    rng_shuffle(&rng, out->from, bag->deck_len);
    /* [B-5.2] The scalars of a shuffle are rho_0 .. rho_(N-1), the random scalars of the stream
     * of H("re-encrypt"; the same fields). */
    stream_of(&stream, TAG_REENCRYPT, bag, player, seed);
    for (unsigned j = 0; j < bag->deck_len; j++)
        out->rho[j] = scalar_random(&rng);
    rng_stream_wipe(&stream);
}

void recompute_begin(struct bag *bag)
{
    for (unsigned place = 0; place < bag->tiles; place++) {
        bag->random[place] = scalar_of(1);
        bag->value[place] = tile_set_value(bag->set, place);
    }
}

static struct scalar joint_secret(const struct bag *bag)
{
    struct scalar y = bag->secret[0];
    for (unsigned p = 1; p < bag->players; p++)
        y = scalar_add(&y, &bag->secret[p]);
    return y;
}

/* [B-7.2] Every shuffle must be, byte for byte, the one of [B-5.1] and [B-5.2], and every share the
 * one of [B-6.1]. */
enum verdict recompute_shuffle(struct bag *bag, unsigned player, const struct cipher *deck)
{
    struct shuffle_witness how;
    struct scalar random[TILES_MAX], y = joint_secret(bag);
    uint8_t value[TILES_MAX];
    recompute_witness(bag, player, &bag->seed[player], &how);
    for (unsigned j = 0; j < bag->deck_len; j++) {
        unsigned place = bag->deck[how.from[j]];
        random[j] = scalar_add(&bag->random[place], &how.rho[j]);
        value[j] = bag->value[place];
        struct cipher again = elgamal_known(&points_tile[value[j]], &random[j], &y);
        if (memcmp(&again, &deck[j], CIPHER_LEN) != 0)
            return VERDICT_BAG_DIFFERS;
    }
    for (unsigned j = 0; j < bag->deck_len; j++) {
        bag->random[bag->deck[j]] = random[j];
        bag->value[bag->deck[j]] = value[j];
    }
    return VERDICT_OK;
}

enum verdict recompute_share(const struct bag *bag, unsigned player, const uint8_t *places,
                             unsigned n, const struct point *shares)
{
    for (unsigned i = 0; i < n; i++) {
        struct scalar xr = scalar_mul(&bag->secret[player], &bag->random[places[i]]);
        struct point again = group_base(&xr);
        if (!point_equal(&again, &shares[i]))
            return VERDICT_BAG_DIFFERS;
    }
    return VERDICT_OK;
}
