/* The signed bytes are written again from what was read: there is one spelling of them. */
#include "chain/ruling.h"

#include "base/hash.h"

#include <assert.h>

enum { MESSAGE_MAX = RULING_SIGNED_MAX + 64 };

/* [F-10.3] The signature is Ed25519 as in [P-2.4] over the text "numbridge/1/ruling", one zero
 * byte, and all bytes of the ruling before it. */
static bool message_of(const struct ruling *r, struct buf *out)
{
    const char *text = hash_tag_text(TAG_RULING);
    buf_add(out, span_of(text, strlen(text) + 1));
    return ruling_write_signed(r, out);
}

bool ruling_sign(struct ruling *r, const uint8_t secret[64])
{
    uint8_t bytes[MESSAGE_MAX];
    struct buf b = buf_over(bytes, sizeof bytes);
    if (!message_of(r, &b))
        return false;
    int rc = crypto_sign_detached(r->signature.b, NULL, b.data, b.len, secret);
    assert(rc == 0);
    (void)rc;
    return true;
}

static bool signed_by(const struct ruling *r, const struct player_key *arbiter)
{
    uint8_t bytes[MESSAGE_MAX];
    struct buf b = buf_over(bytes, sizeof bytes);
    return message_of(r, &b) &&
           crypto_sign_verify_detached(r->signature.b, b.data, b.len, arbiter->b) == 0;
}

static enum verdict heads_check(const struct ruling *r, ruling_look *look, void *context)
{
    enum verdict v = VERDICT_RULING_ELSEWHERE;
    for (unsigned i = 0; i < r->heads_n; i++) {
        enum ruled_known known = look(context, &r->heads[i]);
        if (known == RULED_HELD)
            return VERDICT_OK;
        if (known == RULED_PASSED)
            v = VERDICT_RULING_PASSED;
    }
    return v;
}

/* [P-5.20] A ruling holds for a chain and the evidence beside it if it has their game id and is
 * rightly signed by the arbiter of the proposal; the opening hands are dealt, and the winner is a
 * seat; the game is neither finished nor declined; and it names an entry that is evidence, or one
 * of the chain after which not all players have written another one. */
enum verdict ruling_check(const struct ruling *r, const struct replay *end, ruling_look *look,
                          void *context)
{
    if (end->phase == PHASE_EMPTY || !game_id_equal(&r->game, &end->id))
        return VERDICT_WRONG_GAME;
    if (sodium_is_zero(end->arbiter.b, sizeof end->arbiter.b))
        return VERDICT_NO_ARBITER;
    if (!signed_by(r, &end->arbiter))
        return VERDICT_RULING_SIGNATURE;
    if (end->phase == PHASE_FINISHED)
        return VERDICT_RULED_AGREED;
    if (end->phase == PHASE_DECLINED)
        return VERDICT_GAME_OVER;
    if (end->phase < PHASE_PLAY)
        return VERDICT_NOT_STARTED;
    if (r->winner != NO_SEAT && r->winner >= end->players)
        return VERDICT_FIELD_RANGE;
    return heads_check(r, look, context);
}
