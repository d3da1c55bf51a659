/* witness.h - what somebody who sees neither hands nor chat can sign about a game: that its chain
 * had so many entries and this head at this time.  Rules: docs/protocol.md [P-5.12] to [P-5.14].
 * Pure.  Errors: enum verdict. */
#ifndef CHAIN_WITNESS_H
#define CHAIN_WITNESS_H

#include "chain/chain.h"

/* What a statement is about. */
struct witnessed {
    struct game_id game;
    uint32_t number;
    struct hash head;   /* chain hash of the entry of that number */
    uint64_t time_ms;   /* the witness's wall clock */
};

/* Sign with the witness's 64-byte Ed25519 key; he has stored before that he will. */
void witness_sign(const struct witnessed *what, const uint8_t secret[64], struct signature *out);

/* VERDICT_BAD_SIGNATURE. */
enum verdict witness_check(const struct witnessed *what, const struct player_key *witness,
                           const struct signature *signature) __attribute__((warn_unused_result));

#endif
