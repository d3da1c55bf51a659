/* ruling.h - an arbiter's word about a game: signing it, and whether it holds.
 * Rules: docs/protocol.md [P-5.19] to [P-5.23], docs/formats.md section 10.
 * Pure.  Errors: enum verdict. */
#ifndef CHAIN_RULING_H
#define CHAIN_RULING_H

#include "chain/replay.h"
#include "wire/ruling.h"

/* Fill in the signature with the arbiter's 64-byte Ed25519 key; he has stored before that he
 * will.  False if ruling_read would refuse it. */
__attribute__((warn_unused_result)) bool ruling_sign(struct ruling *r, const uint8_t secret[64]);

/* What a reader of a game has of a head that a ruling names. */
enum ruled_known {
    RULED_UNKNOWN, /* neither in the chain nor evidence */
    RULED_PASSED,  /* in the chain, and all players have written another entry since */
    RULED_HELD     /* in the chain with somebody silent since then, or evidence */
};
typedef enum ruled_known ruling_look(void *context, const struct ruled_head *head);

/* Does it hold for the game whose chain led to `end`?
 * VERDICT_WRONG_GAME, VERDICT_NO_ARBITER (the game has none), VERDICT_RULING_SIGNATURE (not his),
 * VERDICT_NOT_STARTED, VERDICT_FIELD_RANGE (no such seat), VERDICT_RULED_AGREED (finished),
 * VERDICT_GAME_OVER (declined), VERDICT_RULING_ELSEWHERE, VERDICT_RULING_PASSED. */
__attribute__((warn_unused_result)) enum verdict ruling_check(const struct ruling *r,
                                                              const struct replay *end,
                                                              ruling_look *look, void *context);

#endif
