/* Proves that an envelope opens for its reader alone, that its length tells little, that no byte of
 * it can be changed, and that nothing its writer puts into it by mistake or malice gets through. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/hash.h"
#include "wire/envelope.h"

#include <sodium.h>

static struct player_key ann, ben, eve;
static uint8_t ann_secret[64], ben_secret[64], eve_secret[64];
static struct envelope letter, opened;
static uint8_t storage[ENVELOPE_SEALED_MAX + 8];
static const uint8_t fresh[ENVELOPE_FRESH] = {1, 2, 3};

static int make_keys(void **state)
{
    uint8_t seed[32] = {1};
    (void)state;
    crypto_sign_seed_keypair(ann.b, ann_secret, seed);
    seed[0] = 2;
    crypto_sign_seed_keypair(ben.b, ben_secret, seed);
    seed[0] = 3;
    crypto_sign_seed_keypair(eve.b, eve_secret, seed);
    return 0;
}

static struct span sealed(void)
{
    struct envelope_keys keys = {ann_secret, &ben};
    struct buf out = buf_over(storage, sizeof storage);
    assert_true(envelope_seal(&letter, &keys, fresh, &out));
    return buf_span(&out);
}

static void write_letter(size_t frame_len)
{
    static uint8_t frame[ENVELOPE_FRAMES_MAX];
    memset(&letter, 0, sizeof letter);
    letter.part = letter.parts = 1;
    letter.sent_ms = 1700000000000;
    memset(frame, 0xab, sizeof frame);
    if (frame_len > 0)
        assert_true(envelope_add(&letter, span_of(frame, frame_len)));
}

static void for_its_reader(void **state)
{
    struct span frame;
    size_t at = 0;
    (void)state;
    write_letter(100);
    assert_true(envelope_add(&letter, span_text("second")));
    letter.part = 2;
    letter.parts = 3;
    struct span s = sealed();
    assert_int_equal(envelope_open(s, ben_secret, &opened), VERDICT_OK);
    assert_true(player_key_equal(&opened.sender, &ann));
    assert_int_equal(opened.part, 2);
    assert_int_equal(opened.parts, 3);
    assert_int_equal(opened.sent_ms, letter.sent_ms);
    assert_true(envelope_next(&opened, &at, &frame));
    assert_int_equal(frame.len, 100);
    assert_true(envelope_next(&opened, &at, &frame));
    assert_true(span_equal(frame, span_text("second")));
    assert_false(envelope_next(&opened, &at, &frame));
    assert_int_equal(envelope_open(s, ann_secret, &opened), VERDICT_NOT_FOR_US);
    assert_int_equal(envelope_open(s, eve_secret, &opened), VERDICT_NOT_FOR_US);
}

static void sizes(void **state)
{
    unsigned classes = 0;
    size_t before = 0;
    (void)state;
    for (size_t len = 0; len <= ENVELOPE_FRAMES_MAX; len++) {
        size_t size = envelope_size(len);
        assert_true(size >= len + 150 && size <= ENVELOPE_SEALED_MAX && size % 256 == 0);
        assert_true(size - len <= 160 + 256 + len / 4);
        classes += size != before;
        before = size;
    }
    assert_true(classes <= 32);
    write_letter(ENVELOPE_FRAMES_MAX - 4);
    assert_int_equal(sealed().len, ENVELOPE_SEALED_MAX);
    assert_false(envelope_add(&letter, span_text("x")));
    assert_int_equal(envelope_open(sealed(), ben_secret, &opened), VERDICT_OK);
    write_letter(0);
    assert_int_equal(sealed().len, ENVELOPE_SEALED_MIN);
    assert_int_equal(envelope_open(sealed(), ben_secret, &opened), VERDICT_OK);
}

/* The name is that of formats.md, and libsodium's own function makes the same kind of box. */
static void names_and_boxes(void **state)
{
    uint8_t bytes[300], box[300 + ENVELOPE_SEAL], curve[32], curve_secret[32], plain[300];
    (void)state;
    write_letter(10);
    struct span s = sealed();
    struct hash name = envelope_name(s);
    struct hasher h;
    hash_start(&h, TAG_SEALED);
    hash_bytes(&h, s);
    struct hash want = hash_end(&h);
    assert_true(hash_equal(&name, &want));
    memset(bytes, 5, sizeof bytes);
    assert_int_equal(crypto_sign_ed25519_pk_to_curve25519(curve, ben.b), 0);
    assert_int_equal(crypto_sign_ed25519_sk_to_curve25519(curve_secret, ben_secret), 0);
    assert_int_equal(crypto_box_seal(box, bytes, sizeof bytes, curve), 0);
    assert_int_equal(crypto_box_seal_open(plain, box, sizeof box, curve, curve_secret), 0);
    assert_int_equal(envelope_open(span_of(box, sizeof box), ben_secret, &opened),
                     VERDICT_TICKET_VERSION);
}

static void no_byte_can_be_changed(void **state)
{
    (void)state;
    write_letter(60);
    size_t len = sealed().len;
    for (size_t i = 0; i < len; i++) {
        storage[i] ^= 1;
        assert_int_equal(envelope_open(span_of(storage, len), ben_secret, &opened),
                         VERDICT_NOT_FOR_US);
        storage[i] ^= 1;
    }
    for (size_t cut = 0; cut < len; cut += 13)
        assert_int_equal(envelope_open(span_of(storage, cut), ben_secret, &opened),
                         VERDICT_NOT_FOR_US);
}

/* What a writer who seals by hand can put in: `plain` is changed at one place and sealed again. */
static enum verdict with(size_t at, uint8_t value)
{
    static uint8_t plain[ENVELOPE_SEALED_MAX], box[ENVELOPE_SEALED_MAX];
    uint8_t curve[32], curve_secret[32];
    write_letter(60);
    struct span s = sealed();
    assert_int_equal(crypto_sign_ed25519_pk_to_curve25519(curve, ben.b), 0);
    assert_int_equal(crypto_sign_ed25519_sk_to_curve25519(curve_secret, ben_secret), 0);
    assert_int_equal(crypto_box_seal_open(plain, s.data, s.len, curve, curve_secret), 0);
    assert_int_not_equal(plain[at], value);
    plain[at] = value;
    assert_int_equal(crypto_box_seal(box, plain, s.len - ENVELOPE_SEAL, curve), 0);
    return envelope_open(span_of(box, s.len), ben_secret, &opened);
}

static void nothing_forged(void **state)
{
    (void)state;
    assert_int_equal(with(0, 2), VERDICT_TICKET_VERSION);
    assert_int_equal(with(0, 0), VERDICT_MESSAGE_DAMAGED);
    assert_int_equal(with(40, 0xee), VERDICT_BAD_SIGNATURE);
    assert_int_equal(with(98, 0xff), VERDICT_MESSAGE_DAMAGED); /* longer than all there is */
    assert_int_equal(with(97, 1), VERDICT_MESSAGE_DAMAGED);    /* too short for its head */
    assert_int_equal(with(101, 2), VERDICT_BAD_SIGNATURE);     /* part */
    assert_int_equal(with(115, 9), VERDICT_BAD_SIGNATURE);     /* a frame */
    assert_int_equal(with(200, 1), VERDICT_MESSAGE_DAMAGED);   /* padding */
    /* Another sender's key over it. */
    write_letter(60);
    struct envelope_keys keys = {ann_secret, &eve};
    struct buf out = buf_over(storage, sizeof storage);
    assert_true(envelope_seal(&letter, &keys, fresh, &out));
    assert_int_equal(envelope_open(buf_span(&out), ben_secret, &opened), VERDICT_NOT_FOR_US);
}

/* Rightly signed, but the writer's program is wrong. */
static void mistakes(void **state)
{
    (void)state;
    write_letter(60);
    letter.frames[0] = 61;
    assert_int_equal(envelope_open(sealed(), ben_secret, &opened), VERDICT_MESSAGE_DAMAGED);
    write_letter(60);
    letter.frames[3] = 0x80;
    assert_int_equal(envelope_open(sealed(), ben_secret, &opened), VERDICT_MESSAGE_DAMAGED);
    write_letter(60);
    letter.sent_ms = UINT64_MAX;
    assert_int_equal(envelope_open(sealed(), ben_secret, &opened), VERDICT_MESSAGE_DAMAGED);
    struct envelope_keys keys = {ann_secret, &ben};
    struct buf out = buf_over(storage, sizeof storage);
    letter.part = 0;
    assert_false(envelope_seal(&letter, &keys, fresh, &out));
    letter.part = 2;
    assert_false(envelope_seal(&letter, &keys, fresh, &out));
    struct player_key none = {{0}};
    keys.to = &none;
    letter.part = 1;
    assert_false(envelope_seal(&letter, &keys, fresh, &out));
    assert_int_equal(out.len, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(for_its_reader), cmocka_unit_test(sizes),
        cmocka_unit_test(names_and_boxes), cmocka_unit_test(no_byte_can_be_changed),
        cmocka_unit_test(nothing_forged), cmocka_unit_test(mistakes),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, make_keys, NULL);
}
