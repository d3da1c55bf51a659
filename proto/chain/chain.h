/* chain.h - the signed, hash-chained log: signing, hashing, and what of an entry can be checked
 * without knowing any rules.  Rules: docs/protocol.md section 2.
 * Pure.  Memory: plain values.  Errors: enum verdict. */
#ifndef CHAIN_CHAIN_H
#define CHAIN_CHAIN_H

#include "wire/entry.h"

/* Name of a game from its proposal [P-2.2]. */
struct game_id chain_game_id(const struct proposal *p);

/* The id a bag goes by in round `round` (from 1) of a game [P-3.12]: the game's own in the first,
 * and in games without rounds (0). */
struct game_id chain_round_id(const struct game_id *game, unsigned round);

/* A player's seed for the bag of a round, from the 32 random bytes he keeps for the whole game.
 * His own business: nobody else can or need compute it. */
struct seed chain_round_seed(const struct seed *base, unsigned round);

/* Sign a packed body with the 64-byte Ed25519 secret key [P-2.4]. */
void chain_sign(struct signed_entry *e, const uint8_t secret[64]);

/* Does the signature hold for this key?  VERDICT_BAD_SIGNATURE, VERDICT_BAD_KEY. */
enum verdict chain_verify(const struct signed_entry *e, const struct player_key *key)
    __attribute__((warn_unused_result));

/* A key that may play: a valid point of the curve's prime-order group.  VERDICT_BAD_KEY. */
enum verdict chain_key_check(const struct player_key *key) __attribute__((warn_unused_result));

/* The hash that the next entry names as `prev` [P-2.5]: body and signature. */
struct hash chain_hash(const struct signed_entry *e);

#endif
