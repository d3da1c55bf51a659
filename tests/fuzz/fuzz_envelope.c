/* Two ways in: the bytes as they come, which almost never open, and the same bytes as what somebody
 * has sealed for us by hand, whatever it is.  What opens is sealed again, and opens as the same. */
#include "fuzz.h"

#include "wire/envelope.h"

#include <sodium.h>

static uint8_t secret[64];
static struct player_key me;

static void open_it(struct span sealed)
{
    static struct envelope e, again;
    static uint8_t storage[ENVELOPE_SEALED_MAX];
    static const uint8_t fresh[ENVELOPE_FRESH] = {9};
    struct buf out = buf_over(storage, sizeof storage);
    struct envelope_keys keys = {secret, &me};
    struct span frame;
    size_t at = 0, frames = 0;
    if (envelope_open(sealed, secret, &e) != VERDICT_OK)
        return;
    while (envelope_next(&e, &at, &frame))
        frames += frame.len + 4;
    HOLDS(frames == e.frames_len);
    HOLDS(envelope_seal(&e, &keys, fresh, &out));
    HOLDS(out.len == sealed.len);
    HOLDS(envelope_open(buf_span(&out), secret, &again) == VERDICT_OK);
    HOLDS(again.frames_len == e.frames_len && again.sent_ms == e.sent_ms);
    HOLDS(memcmp(again.frames, e.frames, e.frames_len) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t box[ENVELOPE_SEALED_MAX + ENVELOPE_SEAL];
    static const uint8_t seed[32] = {1};
    uint8_t curve[32];
    HOLDS(sodium_init() >= 0);
    crypto_sign_seed_keypair(me.b, secret, seed);
    open_it(span_of(data, size));
    if (size > ENVELOPE_SEALED_MAX)
        return 0;
    HOLDS(crypto_sign_ed25519_pk_to_curve25519(curve, me.b) == 0);
    HOLDS(crypto_box_seal(box, data, size, curve) == 0);
    open_it(span_of(box, size + ENVELOPE_SEAL));
    return 0;
}
