/* The bag as a machine.  Every check is done on locals and the state is written once, at the end:
 * a refusal changes nothing. */
#include "bag/bag.h"

#include "bag/points.h"
#include "bag/recompute.h"
#include "bag/shuffler.h"
#include "base/hash.h"

#include <assert.h>
#include <limits.h>

enum { BAG_VERSION = 1 };

static unsigned value_count(struct tile_set set)
{
    return set.kind == TILES_DIGITS ? set.size : tile_set_count(set);
}

/* --- the table --- */

static bool by_proofs(const struct bag *bag)
{
    return (bag->check & BAG_BY_PROOFS) != 0;
}

static bool by_seeds(const struct bag *bag)
{
    return (bag->check & BAG_BY_SEEDS) != 0;
}

static uint8_t everybody(const struct bag *bag)
{
    return (uint8_t)((1U << bag->players) - 1);
}

static uint8_t bit_of(unsigned player)
{
    return (uint8_t)(1U << player);
}

void bag_init(struct bag *bag, const struct game_id *game, struct tile_set set, unsigned players)
{
    assert(players >= 1 && players <= PLAYERS_MAX && tile_set_count(set) > 0);
    memset(bag, 0, sizeof *bag);
    bag->game = *game;
    bag->set = set;
    bag->players = (uint8_t)players;
    bag->tiles = (uint8_t)tile_set_count(set);
    bag->check = BAG_BY_PROOFS;
}

void bag_open_seeds(struct bag *bag, const struct seed *seeds, enum bag_check check)
{
    assert(bag->joined == 0);
    bag->check = (uint8_t)check;
    for (unsigned p = 0; p < bag->players; p++) {
        bag->seed[p] = seeds[p];
        bag->secret[p] = recompute_secret(&bag->game, p, &seeds[p]);
    }
}

/* --- tickets --- */

struct hash bag_seed_commit(const struct game_id *game, unsigned player,
                            const struct player_key *identity, const struct seed *seed)
{
    struct commit_place place = {*game, player, *identity};
    return commit_seed(&place, seed);
}

void bag_secret_init(struct bag_secret *secret, const struct game_id *game, unsigned player,
                     const struct seed *seed)
{
    assert(player < PLAYERS_MAX);
    secret->seed = *seed;
    secret->player = (uint8_t)player;
    secret->x = recompute_secret(game, player, seed);
}

void bag_secret_wipe(struct bag_secret *secret)
{
    sodium_memzero(secret, sizeof *secret);
}

/* One nonce for one statement. */
static struct scalar nonce_for(const struct bag_secret *secret, const struct hash *statement,
                               const struct rng *rng)
{
    struct rng_stream stream;
    proof_nonces(&stream, &secret->seed, statement, rng);
    struct rng nonces = rng_from_stream(&stream);
    struct scalar k = scalar_random(&nonces);
    rng_stream_wipe(&stream);
    return k;
}

void bag_make_ticket(const struct game_id *game, const struct bag_secret *secret,
                     const struct player_key *identity, const struct rng *rng,
                     struct bag_ticket *out)
{
    struct commit_place place = {*game, secret->player, *identity};
    out->identity = *identity;
    out->key = group_base(&secret->x);
    out->seed_commit = commit_seed(&place, &secret->seed);
    struct hash statement = proof_possession_statement(&place, &out->key);
    struct scalar k = nonce_for(secret, &statement, rng);
    proof_possession_make(&out->possession, &place, &secret->x, &k);
    sodium_memzero(&k, sizeof k);
}

static enum verdict compare_with_joined(const struct bag *bag, const struct bag_ticket *ticket)
{
    for (unsigned p = 0; p < bag->players; p++) {
        if (!(bag->joined & bit_of(p)))
            continue;
        const struct bag_ticket *other = &bag->ticket[p];
        if (point_equal(&other->key, &ticket->key) ||
            player_key_equal(&other->identity, &ticket->identity))
            return VERDICT_SAME_KEY;
        if (hash_equal(&other->seed_commit, &ticket->seed_commit))
            return VERDICT_SAME_COMMITMENT;
    }
    return VERDICT_OK;
}

/* [B-7.1] When all seeds are open, every ticket must have the key of [B-3.1] and the commitment of
 * [B-3.2] for its seed. */
static enum verdict compare_with_seed(const struct bag *bag, const struct commit_place *place,
                                      const struct bag_ticket *ticket)
{
    struct point key = group_base(&bag->secret[place->player]);
    if (!point_equal(&key, &ticket->key))
        return VERDICT_WRONG_OPENING;
    return commit_seed_check(&ticket->seed_commit, place, &bag->seed[place->player]);
}

enum verdict bag_join(struct bag *bag, unsigned player, const struct bag_ticket *ticket)
{
    struct commit_place place = {bag->game, player, ticket->identity};
    struct point joint;
    enum verdict v;
    assert(player < bag->players && !(bag->joined & bit_of(player)));
    /* [B-3.5] A ticket is refused if its key is no valid point */
    if (!group_point_valid(&ticket->key))
        return VERDICT_BAD_POINT;
    if ((v = compare_with_joined(bag, ticket)) != VERDICT_OK)
        return v;
    if (by_proofs(bag) &&
        (v = proof_possession_check(&ticket->possession, &place, &ticket->key)) != VERDICT_OK)
        return v;
    if (by_seeds(bag) && (v = compare_with_seed(bag, &place, ticket)) != VERDICT_OK)
        return v;
    /* [B-3.6] When all players have joined, the joint key is Y, the sum of all X. */
    if (!group_add(&joint, &bag->joint, &ticket->key))
        return VERDICT_BAD_POINT;
    /* [B-3.7] The ticket that would make Y the identity is refused. */
    uint8_t joined = bag->joined | bit_of(player);
    if (joined == everybody(bag) && group_is_identity(&joint))
        return VERDICT_BAD_POINT;
    bag->joint = joint;
    bag->ticket[player] = *ticket;
    bag->joined = joined;
    return VERDICT_OK;
}

/* --- decks --- */

/* [B-5.12] all shares of these places are void. */
static void cover(struct bag *bag, unsigned place)
{
    bag->rest[place] = bag->cipher[place].b;
    bag->shared[place] = 0;
}

void bag_begin(struct bag *bag)
{
    assert(bag->joined == everybody(bag));
    /* [B-4.1] The epoch is 1 when the bag begins and grows by one whenever tiles are gathered */
    bag->epoch = 1;
    bag->deck_len = bag->tiles;
    for (unsigned place = 0; place < bag->tiles; place++) {
        const struct point *tile = &points_tile[tile_set_value(bag->set, place)];
        bag->deck[place] = (uint8_t)place;
        /* [B-5.0] The ciphertext at the start of place p is (G, M_v + Y) */
        bag->cipher[place] = elgamal_start(tile, &bag->joint);
        cover(bag, place);
    }
    if (by_seeds(bag))
        recompute_begin(bag);
}

/* [B-5.14] To gather tiles, their places become the deck, in the order in which they are gathered;
 * the epoch grows by one; all shares of these places are void. */
void bag_gather(struct bag *bag, const uint8_t *places, unsigned n)
{
    assert(n >= 1 && n <= bag->tiles);
    bag->epoch++;
    bag->deck_len = (uint8_t)n;
    for (unsigned i = 0; i < n; i++) {
        assert(places[i] < bag->tiles);
        bag->deck[i] = places[i];
        cover(bag, places[i]);
    }
}

/* [B-4.2] The context of a proof is H("bag-context"; number 1 (the version), game id, number kind,
 * number size, number of players, then for every player in order identity and X, then number epoch,
 * number index of the player who proves, the places concerned in order (one field, one byte a
 * place), prev) */
static struct hash context_of(const struct bag *bag, unsigned player, const struct hash *prev,
                              struct span places)
{
    struct hasher h;
    hash_start(&h, TAG_BAG_CONTEXT);
    hash_number(&h, BAG_VERSION);
    hash_bytes(&h, span_of(bag->game.b, sizeof bag->game.b));
    hash_number(&h, bag->set.kind);
    hash_number(&h, bag->set.size);
    hash_number(&h, bag->players);
    for (unsigned p = 0; p < bag->players; p++) {
        hash_bytes(&h, span_of(bag->ticket[p].identity.b, sizeof bag->ticket[p].identity.b));
        hash_bytes(&h, span_of(bag->ticket[p].key.b, POINT_LEN));
    }
    hash_number(&h, bag->epoch);
    hash_number(&h, player);
    hash_bytes(&h, places);
    hash_bytes(&h, span_of(prev->b, sizeof prev->b));
    return hash_end(&h);
}

/* --- shuffling --- */

void bag_deck(const struct bag *bag, struct cipher *out)
{
    for (unsigned i = 0; i < bag->deck_len; i++)
        out[i] = bag->cipher[bag->deck[i]];
}

struct shuffle_statement bag_statement(const struct bag *bag, unsigned player,
                                       const struct hash *prev, const struct cipher *in,
                                       const struct cipher *out)
{
    struct hash context = context_of(bag, player, prev, span_of(bag->deck, bag->deck_len));
    return (struct shuffle_statement){context, bag->joint, in, out, bag->deck_len};
}

/* NOLINTNEXTLINE(readability-function-size): two results and what they are bound to */
void bag_make_shuffle(const struct bag *bag, const struct bag_secret *secret,
                      const struct hash *prev, const struct rng *rng, uint8_t *deck,
                      uint8_t *proof)
{
    struct shuffler job;
    shuffler_begin(&job, bag, secret, prev, rng);
    while (!shuffler_step(&job, UINT_MAX / 2))
        continue;
    shuffler_take(&job, deck, proof);
    shuffler_wipe(&job);
}

/* NOLINTNEXTLINE(readability-function-size): the arguments of bag_shuffle and the check */
enum verdict bag_check_begin(const struct bag *bag, struct shuffle_check *check, unsigned player,
                             const struct hash *prev, struct span deck, struct span proof)
{
    struct cipher in[TILES_MAX];
    assert(player < bag->players && bag->deck_len > 0);
    if (deck.len != (size_t)CIPHER_LEN * bag->deck_len ||
        proof.len != shuffle_proof_len(bag->deck_len))
        return VERDICT_FIELD_RANGE;
    bag_deck(bag, in);
    struct shuffle_statement st = bag_statement(bag, player, prev, in, NULL);
    shuffle_check_begin(check, &st, deck, proof);
    return check->phase == CHECK_DONE ? shuffle_check_verdict(check) : VERDICT_OK;
}

void bag_shuffle_memo(struct bag *bag, const struct shuffle_check *check)
{
    if (shuffle_check_verdict(check) == VERDICT_OK)
        bag->proven = check->subject;
}

static enum verdict check_proof(const struct bag *bag, unsigned player, const struct hash *prev,
                                struct span deck, struct span proof)
{
    struct shuffle_check check;
    enum verdict v = bag_check_begin(bag, &check, player, prev, deck, proof);
    if (v != VERDICT_OK || hash_equal(&check.subject, &bag->proven))
        return v;
    while (!shuffle_check_step(&check, UINT32_MAX))
        continue;
    return shuffle_check_verdict(&check);
}

enum verdict bag_shuffle(struct bag *bag, unsigned player, const struct hash *prev,
                         struct span deck, struct span proof)
{
    struct cipher out[TILES_MAX];
    enum verdict v;
    assert(player < bag->players && bag->deck_len > 0);
    /* [B-5.10] A deck or a proof of another length is refused. */
    if (deck.len != (size_t)CIPHER_LEN * bag->deck_len ||
        proof.len != shuffle_proof_len(bag->deck_len))
        return VERDICT_FIELD_RANGE;
    memcpy(out, deck.data, deck.len);
    if (by_proofs(bag) &&
        (v = check_proof(bag, player, prev, deck, proof)) != VERDICT_OK)
        return v;
    /* [B-7.4] The proofs are not looked at in this check, only their lengths. */
    if (by_seeds(bag) && (v = recompute_shuffle(bag, player, out)) != VERDICT_OK)
        return v;
    for (unsigned j = 0; j < bag->deck_len; j++) {
        bag->cipher[bag->deck[j]] = out[j];
        cover(bag, bag->deck[j]);
    }
    return VERDICT_OK;
}

/* --- shares --- */

/* [B-6.2] The label of a proof of shares is the text "numbridge/1/share" followed by the 32 bytes
 * of the context, whose places are those of the shares, in their order. */
struct share_label { uint8_t b[64]; size_t len; };

static struct share_label label_of(const struct bag *bag, unsigned player,
                                   const struct hash *prev, struct span places)
{
    struct share_label label;
    const char *tag = hash_tag_text(TAG_SHARE);
    struct hash context = context_of(bag, player, prev, places);
    size_t len = strlen(tag);
    assert(len + sizeof context.b <= sizeof label.b);
    memcpy(label.b, tag, len);
    memcpy(label.b + len, context.b, sizeof context.b);
    label.len = len + sizeof context.b;
    return label;
}

/* What a proof of shares says, but for the shares themselves.  Points into itself: not copied. */
struct claim {
    struct share_label label;
    struct point a[TILES_MAX];
    struct proof_pairs pairs;
};

static void claim_init(struct claim *out, const struct bag *bag, unsigned player,
                       const struct hash *prev, struct span places)
{
    out->label = label_of(bag, player, prev, places);
    for (size_t i = 0; i < places.len; i++)
        out->a[i] = bag->cipher[places.data[i]].a;
    out->pairs = (struct proof_pairs){span_of(out->label.b, out->label.len),
                                      bag->ticket[player].key, out->a, NULL,
                                      (unsigned)places.len};
}

static struct hash hash_of_pairs(const struct proof_pairs *pairs)
{
    struct hasher h;
    hash_start(&h, TAG_SHARE);
    hash_bytes(&h, pairs->label);
    hash_bytes(&h, span_of(pairs->key.b, sizeof pairs->key.b));
    hash_bytes(&h, span_of(pairs->c, sizeof *pairs->c * pairs->n));
    hash_bytes(&h, span_of(pairs->d, sizeof *pairs->d * pairs->n));
    return hash_end(&h);
}

/* NOLINTNEXTLINE(readability-function-size): two lists and what they are bound to */
void bag_make_shares(const struct bag *bag, const struct bag_secret *secret,
                     const struct hash *prev, const struct rng *rng, const uint8_t *places,
                     unsigned n, struct point *shares, struct proof *proof)
{
    struct claim claim;
    assert(n >= 1 && n <= TILES_MAX);
    for (unsigned i = 0; i < n; i++)
        shares[i] = elgamal_share(&secret->x, &bag->cipher[places[i]]);
    claim_init(&claim, bag, secret->player, prev, span_of(places, n));
    claim.pairs.d = shares;
    struct hash statement = hash_of_pairs(&claim.pairs);
    struct scalar k = nonce_for(secret, &statement, rng);
    proof_pairs_make(proof, &claim.pairs, &secret->x, &k);
    sodium_memzero(&k, sizeof k);
}

/* [B-6.5] Shares are refused if a place is named twice, if the player's share of it is known
 * already */
static enum verdict check_places(const struct bag *bag, unsigned player, const uint8_t *places,
                                 unsigned n)
{
    bool named[TILES_MAX] = {false};
    if (n < 1 || n > bag->tiles)
        return VERDICT_FIELD_RANGE;
    for (unsigned i = 0; i < n; i++) {
        if (places[i] >= bag->tiles)
            return VERDICT_FIELD_RANGE;
        if (named[places[i]] || (bag->shared[places[i]] & bit_of(player)))
            return VERDICT_SHARE_NOT_DUE;
        named[places[i]] = true;
    }
    return VERDICT_OK;
}

/* B minus the shares.  A share that was proven is a point; one that was believed may not be. */
static enum verdict take_off(struct bag *bag, const uint8_t *places, unsigned n,
                     const struct point *shares)
{
    struct point rest[TILES_MAX];
    for (unsigned i = 0; i < n; i++)
        if (!group_sub(&rest[i], &bag->rest[places[i]], &shares[i]))
            return VERDICT_BAD_POINT;
    for (unsigned i = 0; i < n; i++)
        bag->rest[places[i]] = rest[i];
    return VERDICT_OK;
}

/* NOLINTNEXTLINE(readability-function-size): two lists and what they are bound to */
enum verdict bag_share(struct bag *bag, unsigned player, const struct hash *prev,
                       const uint8_t *places, unsigned n, const struct point *shares,
                       const struct proof *proof)
{
    struct claim claim;
    enum verdict v;
    assert(player < bag->players && bag->epoch > 0);
    if ((v = check_places(bag, player, places, n)) != VERDICT_OK)
        return v;
    claim_init(&claim, bag, player, prev, span_of(places, n));
    claim.pairs.d = shares;
    if (by_proofs(bag) && bag->trusted != player + 1 &&
        (v = proof_pairs_check(proof, &claim.pairs)) != VERDICT_OK)
        return v;
    if (by_seeds(bag) && (v = recompute_share(bag, player, places, n, shares)) != VERDICT_OK)
        return v;
    if (by_proofs(bag) && (v = take_off(bag, places, n, shares)) != VERDICT_OK)
        return v;
    for (unsigned i = 0; i < n; i++)
        bag->shared[places[i]] |= bit_of(player);
    return VERDICT_OK;
}

/* --- looking --- */

static enum verdict value_of(const struct bag *bag, const struct point *tile, uint8_t *value)
{
    uint8_t found = points_tile_value(tile, value_count(bag->set));
    if (found == 0)
        return VERDICT_NOT_A_TILE;
    *value = found;
    return VERDICT_OK;
}

enum verdict bag_value(const struct bag *bag, unsigned place, uint8_t *value)
{
    assert(place < bag->tiles);
    /* [B-6.6] When the shares of all players for a place are known, the point there is B minus all
     * shares. */
    if (bag->shared[place] != everybody(bag))
        return VERDICT_SHARE_NOT_DUE;
    if (!by_proofs(bag)) {
        *value = bag->value[place];
        return VERDICT_OK;
    }
    return value_of(bag, &bag->rest[place], value);
}

static enum verdict unveil_place(const struct bag *bag, const struct bag_secret *secrets,
                                 unsigned place, uint8_t *value)
{
    struct point tile = bag->rest[place];
    for (unsigned p = 0; p < bag->players; p++) {
        if (bag->shared[place] & bit_of(p))
            continue;
        struct point share = elgamal_share(&secrets[p].x, &bag->cipher[place]);
        if (!group_sub(&tile, &tile, &share))
            return VERDICT_NOT_A_TILE;
    }
    return value_of(bag, &tile, value);
}

enum verdict bag_unveil(const struct bag *bag, const struct seed *seeds,
                        uint8_t values[TILES_MAX])
{
    struct bag_secret secrets[PLAYERS_MAX];
    enum verdict v = VERDICT_OK;
    if (!by_proofs(bag)) {
        memcpy(values, bag->value, sizeof bag->value);
        return VERDICT_OK;
    }
    for (unsigned p = 0; p < bag->players; p++)
        bag_secret_init(&secrets[p], &bag->game, p, &seeds[p]);
    for (unsigned place = 0; place < bag->tiles && v == VERDICT_OK; place++)
        v = unveil_place(bag, secrets, place, &values[place]);
    sodium_memzero(secrets, sizeof secrets);
    return v;
}

enum verdict bag_peek(const struct bag *bag, const struct bag_secret *secret, unsigned place,
                      uint8_t *value)
{
    struct point tile, own;
    assert(place < bag->tiles);
    /* [B-6.7] A tile is in a player's hand when everybody's share of it is known but his own */
    if (bag->shared[place] == everybody(bag))
        return bag_value(bag, place, value);
    if ((bag->shared[place] | bit_of(secret->player)) != everybody(bag))
        return VERDICT_SHARE_NOT_DUE;
    if (!by_proofs(bag)) {
        *value = bag->value[place];
        return VERDICT_OK;
    }
    own = elgamal_share(&secret->x, &bag->cipher[place]);
    bool ok = group_sub(&tile, &bag->rest[place], &own);
    assert(ok);
    (void)ok;
    enum verdict v = value_of(bag, &tile, value);
    sodium_memzero(&tile, sizeof tile);
    sodium_memzero(&own, sizeof own);
    return v;
}

/* [B-8.1] The digest of a bag is H("bag-state"; game id, number kind, number size, number of
 * players, number joined (bit i: player i has joined), then for every player identity, X and seed
 * commitment (zeros before he has joined), then number epoch, the deck (one field, one byte a
 * place), then for every place its 64 bytes, then one field with a byte for every place (bit i: the
 * share of player i is known)). */
struct hash bag_digest(const struct bag *bag)
{
    struct hasher h;
    hash_start(&h, TAG_BAG_STATE);
    hash_bytes(&h, span_of(bag->game.b, sizeof bag->game.b));
    hash_number(&h, bag->set.kind);
    hash_number(&h, bag->set.size);
    hash_number(&h, bag->players);
    hash_number(&h, bag->joined);
    for (unsigned p = 0; p < bag->players; p++) {
        const struct bag_ticket *t = &bag->ticket[p];
        hash_bytes(&h, span_of(t->identity.b, sizeof t->identity.b));
        hash_bytes(&h, span_of(t->key.b, sizeof t->key.b));
        hash_bytes(&h, span_of(t->seed_commit.b, sizeof t->seed_commit.b));
    }
    hash_number(&h, bag->epoch);
    hash_bytes(&h, span_of(bag->deck, bag->deck_len));
    for (unsigned place = 0; place < bag->tiles; place++)
        hash_bytes(&h, span_of(&bag->cipher[place], CIPHER_LEN));
    hash_bytes(&h, span_of(bag->shared, bag->tiles));
    return hash_end(&h);
}
