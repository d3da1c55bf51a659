/* bag.h - a bag of tiles nobody can look into and everybody can check: ElGamal over ristretto255
 * under the joint key of all players, re-encrypted and permuted by each of them in turn.
 * Rules: docs/bag.md.  Pure: randomness comes in through struct rng.  Knows no game: a tile is a
 * value from 1 at a place from 0; who may draw what and when is decided by chain/replay.
 * Memory: plain values, copy with =; bag_secret_wipe before a secret goes away.
 * Errors: enum verdict; anything but VERDICT_OK leaves *bag as it was. */
#ifndef BAG_BAG_H
#define BAG_BAG_H

#include "bag/proof.h"
#include "bag/shuffle_check.h"
#include "bag/tile_set.h"

enum {
    CIPHER_LEN = 64,                                     /* A, B */
    DECK_LEN_MAX = CIPHER_LEN * TILES_MAX,               /* bytes of a shuffled deck */
    SHUFFLE_PROOF_LEN_MAX = 32 * (4 * TILES_MAX + 5)     /* bytes of its proof */
};

/* How a bag checks what it is given.  Proofs need no secrets; recomputation needs all seeds and
 * compares byte for byte [B-7]; both does both. */
enum bag_check { BAG_BY_PROOFS = 1, BAG_BY_SEEDS = 2, BAG_BY_BOTH = 3 };

/* What a player brings to the table [B-3]. */
struct bag_ticket {
    struct player_key identity;
    struct point key;          /* X = x G */
    struct proof possession;   /* he knows x */
    struct hash seed_commit;   /* commitment to the seed x derives from */
};

/* Everything public about a bag, plus what recomputation needs.  Flat, about 25 kB. */
struct bag {
    struct game_id game;
    struct tile_set set;
    uint8_t players, tiles;
    uint8_t joined;                     /* bit p: player p has brought his ticket */
    struct bag_ticket ticket[PLAYERS_MAX];
    struct point joint;                 /* Y = sum of all keys */
    uint32_t epoch;                     /* 1 = start deck; one more at every gathering */
    uint8_t deck[TILES_MAX], deck_len;  /* places of the deck being shuffled, in order */
    struct cipher cipher[TILES_MAX];    /* what lies at each place */
    struct point rest[TILES_MAX];       /* its B minus all shares known (not kept by seeds) */
    uint8_t shared[TILES_MAX];          /* bit p: player p's share of it is known */
    uint8_t trusted;                    /* player + 1 whose shares are our own work, or 0: they
                                           are taken off without checking their proof */
    struct hash proven;                 /* a shuffle checked before (bag_shuffle_memo), or zeros */
    /* recomputation only */
    uint8_t check;                      /* enum bag_check */
    struct scalar secret[PLAYERS_MAX];  /* x of everybody */
    struct seed seed[PLAYERS_MAX];
    struct scalar random[TILES_MAX];    /* A = random G at each place */
    uint8_t value[TILES_MAX];           /* tile value at each place */
};

/* What one player keeps to himself. */
struct bag_secret {
    struct seed seed;
    struct scalar x;
    uint8_t player; /* index from 0 */
};

/* An empty table for 1 <= players <= PLAYERS_MAX and an existing set, checking by proofs. */
void bag_init(struct bag *bag, const struct game_id *game, struct tile_set set, unsigned players);

/* Check by recomputation from now on: `seeds` of all players, in order.  Call after bag_init and
 * before the first bag_join.  Joins then refuse keys and commitments the seeds do not give. */
void bag_open_seeds(struct bag *bag, const struct seed *seeds, enum bag_check check);

/* A player's commitment to his seed [B-3.2] and his secret derived from it [B-3.1]. */
struct hash bag_seed_commit(const struct game_id *game, unsigned player,
                            const struct player_key *identity, const struct seed *seed);
void bag_secret_init(struct bag_secret *secret, const struct game_id *game, unsigned player,
                     const struct seed *seed);
void bag_secret_wipe(struct bag_secret *secret);

/* The ticket of the player `secret` belongs to; `rng` gives fresh bytes for the nonce. */
void bag_make_ticket(const struct game_id *game, const struct bag_secret *secret,
                     const struct player_key *identity, const struct rng *rng,
                     struct bag_ticket *out);

/* Player `player` (< players, not joined yet) takes his place.  Refuses bad points, the identity,
 * a key or identity of somebody already joined, a proof of possession that does not hold, an
 * equal seed commitment, a last key that makes the joint one the identity (VERDICT_BAD_POINT,
 * VERDICT_SAME_KEY, VERDICT_BAD_POSSESSION, VERDICT_SAME_COMMITMENT, VERDICT_BAD_SCALAR; by
 * seeds: VERDICT_WRONG_OPENING). */
enum verdict bag_join(struct bag *bag, unsigned player, const struct bag_ticket *ticket)
    __attribute__((warn_unused_result));

/* When all have joined: the joint key, and the start deck at all places as the deck to shuffle
 * (epoch 1). */
void bag_begin(struct bag *bag);

/* Put the `n` tiles at `places` together again as the deck to shuffle: next epoch; every share of
 * them given so far is void.  The caller knows the places are distinct and belong to the table. */
void bag_gather(struct bag *bag, const uint8_t *places, unsigned n);

/* Shuffle the deck: 64 bytes per tile into `deck`, 32 * (4 n + 5) bytes into `proof` [B-5].
 * `prev` is the hash of the entry before the one that will carry it. */
void bag_make_shuffle(const struct bag *bag, const struct bag_secret *secret,
                      const struct hash *prev, const struct rng *rng, uint8_t *deck,
                      uint8_t *proof);

/* A player's shuffle of the deck, as it stands in an entry.  VERDICT_FIELD_RANGE for wrong
 * lengths, VERDICT_BAD_POINT, VERDICT_BAD_SCALAR, VERDICT_LAZY_SHUFFLE, VERDICT_BAD_SHUFFLE;
 * by seeds VERDICT_BAG_DIFFERS. */
enum verdict bag_shuffle(struct bag *bag, unsigned player, const struct hash *prev,
                         struct span deck, struct span proof) __attribute__((warn_unused_result));

/* Shares of the tiles at `places` (1 <= n <= TILES_MAX) and the one proof for all of them [B-6].
 * The caller knows that they are due: a share is a decryption, and nothing here asks why. */
void bag_make_shares(const struct bag *bag, const struct bag_secret *secret,
                     const struct hash *prev, const struct rng *rng, const uint8_t *places,
                     unsigned n, struct point *shares, struct proof *proof);

/* A player's shares for the tiles at `places`, as they stand in an entry: checked, then taken
 * off.  VERDICT_FIELD_RANGE for no place, too many, or one that is not on the table;
 * VERDICT_SHARE_NOT_DUE if one of them is known already or named twice; VERDICT_BAD_POINT,
 * VERDICT_BAD_SCALAR, VERDICT_BAD_SHARE; by seeds VERDICT_BAG_DIFFERS. */
enum verdict bag_share(struct bag *bag, unsigned player, const struct hash *prev,
                       const uint8_t *places, unsigned n, const struct point *shares,
                       const struct proof *proof) __attribute__((warn_unused_result));

/* The value at a place once every player's share of it is known (the owner's included):
 * VERDICT_NOT_A_TILE if it is none; VERDICT_SHARE_NOT_DUE if a share is missing. */
enum verdict bag_value(const struct bag *bag, unsigned place, uint8_t *value)
    __attribute__((warn_unused_result));

/* The value at a place for the player whose share alone is missing.  Errors as bag_value. */
enum verdict bag_peek(const struct bag *bag, const struct bag_secret *secret, unsigned place,
                      uint8_t *value) __attribute__((warn_unused_result));

/* The values at all places once every player's seed is known (the seeds were checked against
 * their commitments): `values` holds one for each place of the set.  VERDICT_NOT_A_TILE. */
enum verdict bag_unveil(const struct bag *bag, const struct seed *seeds,
                        uint8_t values[TILES_MAX]) __attribute__((warn_unused_result));

/* Hash of the public state of the bag, part of the digest in every entry [B-8]. */
struct hash bag_digest(const struct bag *bag);

/* The deck as it lies, and what is proven of a shuffle of it by `player` [B-4.2]; `in` and `out`
 * are lent to the statement.  For bag/shuffler.h and the check. */
void bag_deck(const struct bag *bag, struct cipher *out);
struct shuffle_statement bag_statement(const struct bag *bag, unsigned player,
                                       const struct hash *prev, const struct cipher *in,
                                       const struct cipher *out);

/* Checking a shuffle in slices, so that nobody waits for it: begin, shuffle_check_step until it
 * says done, and hand the finding to the bag, which then does not repeat the work.  Same
 * arguments and verdicts as bag_shuffle by proofs; anything but VERDICT_OK from the first says
 * that there is nothing to step through.  The bag remembers one finding; it is bound to the whole
 * statement and proof, so it is of no use for any other shuffle. */
enum verdict bag_check_begin(const struct bag *bag, struct shuffle_check *check, unsigned player,
                             const struct hash *prev, struct span deck, struct span proof)
    __attribute__((warn_unused_result));
void bag_shuffle_memo(struct bag *bag, const struct shuffle_check *check);

#endif
