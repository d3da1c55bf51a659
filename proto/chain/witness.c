/* The bytes are short and of fixed lengths, so they are signed as they are. */
#include "chain/witness.h"

#include "base/hash.h"

#include <assert.h>

enum { WITNESSED_MAX = 128 };

/* [P-5.12] A statement is an Ed25519 signature over the text "numbridge/1/witness", one zero byte,
 * the game id, the number (8 bytes LE), the head, and the time in milliseconds (8 bytes LE). */
static struct span bytes_of(const struct witnessed *what, uint8_t out[WITNESSED_MAX])
{
    const char *text = hash_tag_text(TAG_WITNESS);
    struct buf b = buf_over(out, WITNESSED_MAX);
    buf_add(&b, span_of(text, strlen(text) + 1));
    buf_add(&b, span_of(what->game.b, sizeof what->game.b));
    buf_add_le(&b, what->number, 8);
    buf_add(&b, span_of(what->head.b, sizeof what->head.b));
    buf_add_le(&b, what->time_ms, 8);
    assert(buf_ok(&b));
    return buf_span(&b);
}

void witness_sign(const struct witnessed *what, const uint8_t secret[64], struct signature *out)
{
    uint8_t bytes[WITNESSED_MAX];
    struct span m = bytes_of(what, bytes);
    int rc = crypto_sign_detached(out->b, NULL, m.data, m.len, secret);
    assert(rc == 0);
    (void)rc;
}

enum verdict witness_check(const struct witnessed *what, const struct player_key *witness,
                           const struct signature *signature)
{
    uint8_t bytes[WITNESSED_MAX];
    struct span m = bytes_of(what, bytes);
    return crypto_sign_verify_detached(signature->b, m.data, m.len, witness->b) == 0
               ? VERDICT_OK
               : VERDICT_BAD_SIGNATURE;
}
