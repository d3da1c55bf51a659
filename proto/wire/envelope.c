/* The sealed box is made by hand from its parts, since libsodium's own function draws the fresh key
 * itself; opening is libsodium's. */
#include "wire/envelope.h"

#include "base/hash.h"

#include <sodium.h>
#include <string.h>

_Static_assert((int)ENVELOPE_SEAL == (int)crypto_box_SEALBYTES, "seal");
_Static_assert((int)ENVELOPE_FRESH == (int)crypto_box_SEEDBYTES, "fresh bytes");

enum { VERSION = 1, PREFIX = 4, PLAIN_MAX = ENVELOPE_SEALED_MAX - ENVELOPE_SEAL };

/* [F-8.4] The whole is as long as the next multiple of a step: a quarter of the greatest power of
 * two that is not above the length, and at least 256. */
static size_t padded(size_t len)
{
    size_t step = ENVELOPE_SEALED_MIN;

    while (step * 8 <= len)
        step *= 2;
    return (len + step - 1) / step * step;
}

size_t envelope_size(size_t frames_len)
{
    return padded(ENVELOPE_SEAL + ENVELOPE_HEAD + ENVELOPE_PAYLOAD_HEAD + frames_len);
}

static uint64_t get_le(const uint8_t *at, unsigned width)
{
    uint64_t number = 0;

    for (unsigned i = 0; i < width; i++)
        number |= (uint64_t)at[i] << (8 * i);
    return number;
}

/* ---- frames -------------------------------------------------------------------------------- */

bool envelope_add(struct envelope *e, struct span frame)
{
    struct buf row = buf_over(e->frames, sizeof e->frames);

    if (frame.len == 0 || e->frames_len > sizeof e->frames
        || frame.len + PREFIX > sizeof e->frames - e->frames_len)
        return false;
    row.len = e->frames_len;
    buf_add_le(&row, frame.len, PREFIX);
    buf_add(&row, frame);
    e->frames_len = row.len;
    return true;
}

bool envelope_next(const struct envelope *e, size_t *at, struct span *frame)
{
    if (*at > e->frames_len || e->frames_len - *at < PREFIX)
        return false;
    uint64_t len = get_le(e->frames + *at, PREFIX);
    if (len == 0 || len > e->frames_len - *at - PREFIX)
        return false;
    *frame = span_of(e->frames + *at + PREFIX, (size_t)len);
    *at += PREFIX + (size_t)len;
    return true;
}

/* [F-8.3] Frames fill the rest of the payload exactly. */
static bool frames_fill(const struct envelope *e)
{
    struct span frame;
    size_t at = 0;

    while (envelope_next(e, &at, &frame))
        ;
    return at == e->frames_len;
}

/* ---- signature ----------------------------------------------------------------------------- */

/* [F-8.2] The signature is Ed25519 over the 64 bytes of the hash under the tag envelope of: the
 * reader's key, the payload. */
static void signed_bytes(const struct player_key *to, struct span payload, uint8_t out[64])
{
    struct hasher h;

    hash_start(&h, TAG_ENVELOPE);
    hash_bytes(&h, span_of(to->b, sizeof to->b));
    hash_bytes(&h, payload);
    hash_end64(&h, out);
}

struct hash envelope_name(struct span sealed)
{
    struct hasher h;

    hash_start(&h, TAG_SEALED);
    hash_bytes(&h, sealed);
    return hash_end(&h);
}

/* ---- sealing ------------------------------------------------------------------------------- */

static void write_plain(const struct envelope *e, const struct envelope_keys *keys,
                        struct buf *plain)
{
    uint8_t bytes[64], signature[64] = {0};
    size_t payload_at = ENVELOPE_HEAD;

    buf_add_byte(plain, VERSION);
    buf_add(plain, span_of(keys->secret + 32, 32));
    buf_add(plain, span_of(signature, sizeof signature));
    buf_add_le(plain, ENVELOPE_PAYLOAD_HEAD + e->frames_len, 4);
    buf_add_byte(plain, e->part);
    buf_add_byte(plain, e->parts);
    buf_add_le(plain, e->sent_ms, 8);
    buf_add(plain, span_of(e->frames, e->frames_len));
    signed_bytes(keys->to, span_of(plain->data + payload_at, plain->len - payload_at), bytes);
    crypto_sign_detached(signature, NULL, bytes, sizeof bytes, keys->secret);
    memcpy(plain->data + 1 + 32, signature, sizeof signature);
}

/* As crypto_box_seal: the fresh public key, then a box under the nonce BLAKE2b-192(fresh public
 * key, reader's key). */
static bool seal(struct span plain, const uint8_t reader[32],
                 const uint8_t fresh[ENVELOPE_FRESH], uint8_t *out)
{
    uint8_t secret[crypto_box_SECRETKEYBYTES], nonce[crypto_box_NONCEBYTES];
    crypto_generichash_state state;

    crypto_box_seed_keypair(out, secret, fresh);
    crypto_generichash_init(&state, NULL, 0, sizeof nonce);
    crypto_generichash_update(&state, out, crypto_box_PUBLICKEYBYTES);
    crypto_generichash_update(&state, reader, crypto_box_PUBLICKEYBYTES);
    crypto_generichash_final(&state, nonce, sizeof nonce);
    int rc = crypto_box_easy(out + crypto_box_PUBLICKEYBYTES, plain.data, plain.len, nonce,
                             reader, secret);
    sodium_memzero(secret, sizeof secret);
    return rc == 0;
}

bool envelope_seal(const struct envelope *e, const struct envelope_keys *keys,
                   const uint8_t fresh[ENVELOPE_FRESH], struct buf *out)
{
    uint8_t reader[32], bytes[PLAIN_MAX] = {0};
    struct buf plain = buf_over(bytes, sizeof bytes);

    if (e->frames_len > sizeof e->frames || e->part == 0 || e->part > e->parts)
        return false;
    size_t size = envelope_size(e->frames_len);
    if (out->full || size > out->max - out->len
        || crypto_sign_ed25519_pk_to_curve25519(reader, keys->to->b) != 0)
        return false;
    write_plain(e, keys, &plain);
    if (!seal(span_of(bytes, size - ENVELOPE_SEAL), reader, fresh, out->data + out->len))
        return false;
    out->len += size;
    sodium_memzero(bytes, sizeof bytes);
    return true;
}

/* ---- opening ------------------------------------------------------------------------------- */

/* What was sealed: `plain` is everything, padding included. */
static enum verdict read_plain(struct span plain, const struct player_key *me,
                               struct envelope *out)
{
    uint8_t bytes[64], signature[64];

    if (plain.data[0] > VERSION)
        return VERDICT_TICKET_VERSION;
    memcpy(out->sender.b, plain.data + 1, 32);
    memcpy(signature, plain.data + 33, sizeof signature);
    uint64_t len = get_le(plain.data + 97, 4);
    if (plain.data[0] != VERSION || len < ENVELOPE_PAYLOAD_HEAD
        || len > plain.len - ENVELOPE_HEAD
        || padded(ENVELOPE_SEAL + ENVELOPE_HEAD + (size_t)len) != plain.len + ENVELOPE_SEAL
        || sodium_is_zero(plain.data + ENVELOPE_HEAD + len, plain.len - ENVELOPE_HEAD - len) != 1)
        return VERDICT_MESSAGE_DAMAGED;
    if (crypto_core_ed25519_is_valid_point(out->sender.b) != 1)
        return VERDICT_BAD_KEY;
    const uint8_t *payload = plain.data + ENVELOPE_HEAD;
    signed_bytes(me, span_of(payload, (size_t)len), bytes);
    if (crypto_sign_verify_detached(signature, bytes, sizeof bytes, out->sender.b) != 0)
        return VERDICT_BAD_SIGNATURE;
    out->part = payload[0];
    out->parts = payload[1];
    out->sent_ms = get_le(payload + 2, 8);
    out->frames_len = (size_t)len - ENVELOPE_PAYLOAD_HEAD;
    memcpy(out->frames, payload + ENVELOPE_PAYLOAD_HEAD, out->frames_len);
    bool good = out->part >= 1 && out->part <= out->parts && out->sent_ms <= INT64_MAX
             && frames_fill(out);
    return good ? VERDICT_OK : VERDICT_MESSAGE_DAMAGED;
}

enum verdict envelope_open(struct span sealed, const uint8_t secret[64], struct envelope *out)
{
    uint8_t bytes[PLAIN_MAX], curve_public[32], curve_secret[32];
    struct player_key me;
    struct envelope fresh;

    if (sealed.len < ENVELOPE_SEALED_MIN || sealed.len > ENVELOPE_SEALED_MAX)
        return VERDICT_NOT_FOR_US;
    memcpy(me.b, secret + 32, sizeof me.b);
    if (crypto_sign_ed25519_pk_to_curve25519(curve_public, me.b) != 0)
        return VERDICT_BAD_KEY;
    crypto_sign_ed25519_sk_to_curve25519(curve_secret, secret);
    int rc = crypto_box_seal_open(bytes, sealed.data, sealed.len, curve_public, curve_secret);
    sodium_memzero(curve_secret, sizeof curve_secret);
    if (rc != 0)
        return VERDICT_NOT_FOR_US;
    enum verdict v = read_plain(span_of(bytes, sealed.len - ENVELOPE_SEAL), &me, &fresh);
    if (v == VERDICT_OK)
        *out = fresh;
    sodium_memzero(bytes, sizeof bytes);
    return v;
}
