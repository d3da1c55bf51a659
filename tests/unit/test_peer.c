/* Proves: every kind of peer message survives packing and unpacking; nothing else is taken: too
 * long, cut, unknown kinds, missing or mis-sized fields, names and addresses that are none, too
 * many addresses, memory bombs; a refusal leaves the output as it was; cards are bound to token,
 * receiver and contents; entries in a row are found again, and broken rows refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "wire/limits.h"
#include "wire/envelope.h"
#include "wire/peer.h"

static struct peer_message in, out, before;
static uint8_t storage[PEER_FRAME_MAX + 1];
static struct buf frame;

static int setup(void **state)
{
    (void)state;
    memset(&in, 0, sizeof in);
    memset(&out, 0x5a, sizeof out);
    before = out;
    frame = buf_over(storage, sizeof storage);
    return 0;
}

static void fill_card(struct peer_card *card)
{
    memset(card->identity.b, 7, sizeof card->identity.b);
    memset(card->signature.b, 9, sizeof card->signature.b);
    strcpy(card->nick, "ann-2");
    card->addresses_n = 2;
    strcpy(card->addresses[0], "192.0.2.1:4711");
    strcpy(card->addresses[1], "[2001:db8::1]:4711");
}

static const bool has_token[32] = {[PEER_REDEEM] = true, [PEER_REDEEMED] = true,
                                   [PEER_CALL] = true, [PEER_CALLED] = true};
static const bool has_game[32] = {[PEER_HAVE] = true, [PEER_ENTRIES] = true,
                                  [PEER_REFUSE] = true, [PEER_NOTE] = true,
                                  [PEER_UNKNOWN_GAME] = true, [PEER_WITNESS] = true,
                                  [PEER_WITNESSED] = true};
static const bool has_number[32] = {[PEER_HAVE] = true, [PEER_ENTRIES] = true,
                                    [PEER_REFUSE] = true, [PEER_NOTE] = true,
                                    [PEER_NOTE_ACK] = true, [PEER_WITNESS] = true,
                                    [PEER_WITNESSED] = true};
static const bool has_head[32] = {[PEER_HAVE] = true, [PEER_DEPOSITED] = true,
                                  [PEER_PARCEL_TAKEN] = true, [PEER_WITNESSED] = true};
static const bool has_receipt[32] = {[PEER_DEPOSITED] = true, [PEER_WITNESSED] = true};
static const bool has_reader[32] = {[PEER_DEPOSIT] = true, [PEER_DEPOSITED] = true};
static const size_t has_bytes[32] = {[PEER_ENTRIES] = 3, [PEER_WITNESS] = 3,
                                     [PEER_DEPOSIT] = 256, [PEER_PARCEL] = 256};

/* A good message of that kind. */
static void fill(uint32_t kind)
{
    memset(&in, 0, sizeof in);
    in.kind = kind;
    in.protocol = kind == PEER_HELLO ? 1 : 0;
    memset(in.token, has_token[kind] ? 3 : 0, sizeof in.token);
    if (kind <= PEER_REDEEMED)
        fill_card(&in.card);
    if (kind == PEER_HELLO) {
        memset(&in.card.identity, 0, sizeof in.card.identity);
        memset(&in.card.signature, 0, sizeof in.card.signature);
    }
    memset(in.game.b, has_game[kind] ? 4 : 0, sizeof in.game.b);
    in.number = has_number[kind] ? 12 : 0;
    memset(in.head.b, has_head[kind] ? 5 : 0, sizeof in.head.b);
    memset(in.reader.b, has_reader[kind] ? 6 : 0, sizeof in.reader.b);
    memset(in.receipt.b, has_receipt[kind] ? 8 : 0, sizeof in.receipt.b);
    if (kind == PEER_REFUSE)
        in.verdict = VERDICT_BAD_SIGNATURE;
    if (kind == PEER_NOTE || has_receipt[kind])
        in.sent_ms = 1700000000000;
    if (kind == PEER_NOTE)
        strcpy(in.text, "gr\xc3\xbc\xc3\x9f dich");
    in.entries_len = has_bytes[kind];
    memset(in.entries, 'x', in.entries_len);
}

static enum verdict again(void)
{
    frame.len = 0;
    assert_true(peer_pack(&in, &frame));
    return peer_unpack(buf_span(&frame), &out);
}

static void refused(enum verdict why)
{
    assert_int_equal(again(), why);
    assert_memory_equal(&out, &before, sizeof out);
}

static void test_round_trip(void **state)
{
    (void)state;
    for (uint32_t kind = PEER_HELLO; kind <= PEER_CALLED; kind++) {
        fill(kind);
        assert_int_equal(again(), VERDICT_OK);
        assert_memory_equal(&in, &out, sizeof in);
    }
}

/* What a HELLO says of clock and version may be missing; so may the address of a failed call. */
static void test_calls_and_about(void **state)
{
    (void)state;
    fill(PEER_HELLO);
    in.sent_ms = 1700000000000;
    strcpy(in.text, "0.1.0");
    assert_int_equal(again(), VERDICT_OK);
    assert_memory_equal(&in, &out, sizeof in);
    fill(PEER_CALL);
    assert_int_equal(again(), VERDICT_OK);
    assert_memory_equal(&in, &out, sizeof in);
    fill(PEER_CALLED);
    in.verdict = VERDICT_PEER_ABSENT;
    assert_int_equal(again(), VERDICT_OK);
    assert_memory_equal(&in, &out, sizeof in);
    strcpy(in.text, "[::1]:7171");
    assert_int_equal(again(), VERDICT_OK);
    assert_memory_equal(&in, &out, sizeof in);
    before = out;
    strcpy(in.text, "\x1b[2J");
    refused(VERDICT_TEXT_MALFORMED);
    uint8_t bare[] = {8, PEER_CALL};
    assert_int_equal(peer_unpack(span_of(bare, sizeof bare), &out), VERDICT_FIELD_RANGE);
}

/* A redemption that failed carries no card; a note may belong to no game. */
static void test_optional_parts(void **state)
{
    (void)state;
    fill(PEER_REDEEMED);
    in.verdict = VERDICT_TICKET_USED;
    assert_int_equal(again(), VERDICT_OK);
    memset(&in.card, 0, sizeof in.card);
    assert_memory_equal(&in, &out, sizeof in);
    fill(PEER_NOTE);
    memset(&in.game, 0, sizeof in.game);
    assert_int_equal(again(), VERDICT_OK);
    assert_memory_equal(&in, &out, sizeof in);
    fill(PEER_HELLO);
    memset(&in.card, 0, sizeof in.card);
    assert_int_equal(again(), VERDICT_OK);
    assert_memory_equal(&in, &out, sizeof in);
}

static void test_ranges(void **state)
{
    (void)state;
    fill(PEER_HELLO);
    in.protocol = 0;
    refused(VERDICT_FIELD_RANGE);
    fill(PEER_ENTRIES);
    in.number = 0;
    refused(VERDICT_FIELD_RANGE);
    fill(PEER_HAVE);
    in.number = ENTRIES_MAX + 1;
    refused(VERDICT_FIELD_RANGE);
    fill(PEER_NOTE);
    in.number = UINT64_MAX;
    refused(VERDICT_FIELD_RANGE);
    fill(PEER_NOTE);
    in.sent_ms = UINT64_MAX;
    refused(VERDICT_FIELD_RANGE);
    fill(PEER_REFUSE);
    in.verdict = 0;
    refused(VERDICT_FIELD_RANGE);
    fill(PEER_REFUSE);
    in.verdict = 10000;
    refused(VERDICT_FIELD_RANGE);
    fill(PEER_ENTRIES);
    in.entries_len = 0;
    refused(VERDICT_FIELD_RANGE);
}

/* What a witness is told, and what he says. */
static void test_witness(void **state)
{
    (void)state;
    fill(PEER_WITNESS);
    in.number = 0;
    refused(VERDICT_FIELD_RANGE);
    fill(PEER_WITNESS);
    in.number = ENTRIES_MAX + 1;
    refused(VERDICT_FIELD_RANGE);
    fill(PEER_WITNESS);
    in.entries_len = 0;
    refused(VERDICT_FIELD_RANGE);
    fill(PEER_WITNESSED);
    in.number = 0;
    refused(VERDICT_FIELD_RANGE);
    fill(PEER_WITNESSED);
    in.sent_ms = UINT64_MAX;
    refused(VERDICT_FIELD_RANGE);
    fill(PEER_WITNESSED);
    in.verdict = 10000;
    refused(VERDICT_FIELD_RANGE);
    fill(PEER_WITNESSED); /* he asks for the entries from there on */
    in.verdict = VERDICT_GAP;
    in.sent_ms = 0;
    assert_int_equal(again(), VERDICT_OK);
    assert_memory_equal(&in, &out, sizeof in);
    fill(PEER_WITNESSED); /* 63 bytes are no receipt */
    frame.len = 0;
    assert_true(peer_pack(&in, &frame));
    before = out;
    uint8_t *length = memchr(storage, 64, frame.len);
    while (length && length[1] != 8)
        length = memchr(length + 1, 64, (size_t)(storage + frame.len - length - 1));
    assert_non_null(length);
    *length = 63;
    memmove(length + 63, length + 64, (size_t)(storage + frame.len - length - 64));
    frame.len--;
    assert_int_equal(peer_unpack(buf_span(&frame), &out), VERDICT_FIELD_RANGE);
    assert_memory_equal(&out, &before, sizeof out);
}

static void test_texts(void **state)
{
    static const char *const nicks[] = {"2ann", "a b", "ann\n", "\xc3\xa4nn", "a\x1b[2J", "-a"};
    static const char *const addresses[] = {"", "ipc:///tmp/x", "tcp://192.0.2.1:1", "a:0",
                                            "a:70001", "192.0.2.1", "EXAMPLE.org:1", "a:1 b:2"};
    static const char *const texts[] = {"", "a\nb", "\xff", "\xe2\x80\xae" "abc", "\x1b]0;x\x07"};
    (void)state;
    for (size_t i = 0; i < sizeof nicks / sizeof nicks[0]; i++) {
        fill(PEER_REDEEM);
        strcpy(in.card.nick, nicks[i]);
        refused(VERDICT_TEXT_MALFORMED);
    }
    for (size_t i = 0; i < sizeof addresses / sizeof addresses[0]; i++) {
        fill(PEER_HELLO);
        strcpy(in.card.addresses[1], addresses[i]);
        refused(VERDICT_TEXT_MALFORMED);
    }
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        fill(PEER_NOTE);
        strcpy(in.text, texts[i]);
        refused(VERDICT_TEXT_MALFORMED);
    }
}

static void test_bytes_that_are_none(void **state)
{
    (void)state;
    memset(storage, 0, sizeof storage);
    assert_int_equal(peer_unpack(span_of(storage, PEER_FRAME_MAX + 1), &out), VERDICT_TOO_LONG);
    assert_int_equal(peer_unpack(span_of(NULL, 0), &out), VERDICT_FIELD_RANGE);
    assert_int_equal(peer_unpack(span_text("\x08\x63"), &out), VERDICT_FIELD_RANGE); /* kind 99 */
    assert_int_equal(peer_unpack(span_text("\x08\x01\x22\x7f"), &out), VERDICT_NOT_DECODABLE);
    assert_int_equal(peer_unpack(span_text("\xff\xff\xff"), &out), VERDICT_NOT_DECODABLE);
    assert_memory_equal(&out, &before, sizeof out);
}

/* Every shortened frame, and every frame with one byte changed, is refused or read; it never
 * crashes (the sanitizers watch) and never touches the output when refused. */
static void test_damaged_frames(void **state)
{
    (void)state;
    for (uint32_t kind = PEER_HELLO; kind <= PEER_CALLED; kind++) {
        fill(kind);
        frame.len = 0;
        assert_true(peer_pack(&in, &frame));
        for (size_t len = 0; len < frame.len; len++) {
            out = before;
            if (peer_unpack(span_of(storage, len), &out) != VERDICT_OK)
                assert_memory_equal(&out, &before, sizeof out);
        }
        for (size_t i = 0; i < frame.len; i++)
            for (unsigned bit = 0; bit < 8; bit++) {
                storage[i] ^= (uint8_t)(1u << bit);
                enum verdict v = peer_unpack(buf_span(&frame), &out);
                assert_true(v == VERDICT_OK || verdict_known(v));
                storage[i] ^= (uint8_t)(1u << bit);
            }
    }
}

static void test_missing_fields(void **state)
{
    (void)state;
    for (uint32_t kind = PEER_HELLO; kind <= PEER_CALLED; kind++) {
        uint8_t bytes[2] = {8, (uint8_t)kind};
        enum verdict v = peer_unpack(span_of(bytes, sizeof bytes), &out);
        assert_int_equal(v, kind == PEER_NOTE_ACK ? VERDICT_OK : VERDICT_FIELD_RANGE);
    }
}

/* 2 bytes of an empty address each: refused before they have become megabytes. */
static void test_memory_bomb(void **state)
{
    (void)state;
    frame.len = 0;
    buf_add(&frame, span_text("\x08\x01\x10\x01"));
    for (unsigned part = 0; part < 3; part++) {
        uint8_t head[4] = {0x22, 0x80, 0x80, 0x01}; /* a card of 16384 bytes */
        buf_add(&frame, span_of(head, sizeof head));
        for (unsigned i = 0; i < 8192; i++)
            buf_add(&frame, span_of("\x1a", 2));
    }
    assert_true(buf_ok(&frame));
    assert_int_equal(peer_unpack(buf_span(&frame), &out), VERDICT_MEMORY);
    fill(PEER_HELLO);
    frame.len = 0;
    buf_add(&frame, span_text("\x08\x01\x10\x01\x22\x46"));
    for (unsigned i = 0; i < 7; i++)
        buf_add(&frame, span_of("\x1a\x08" "a.com:12", 10));
    assert_int_equal(peer_unpack(buf_span(&frame), &out), VERDICT_TOO_MANY);
    assert_memory_equal(&out, &before, sizeof out);
}

static void test_unknown_fields_are_ignored(void **state)
{
    (void)state;
    fill(PEER_NOTE_ACK);
    frame.len = 0;
    assert_true(peer_pack(&in, &frame));
    buf_add(&frame, span_of("\xa2\x06\x03" "new", 6)); /* field 100 */
    assert_int_equal(peer_unpack(buf_span(&frame), &out), VERDICT_OK);
    assert_memory_equal(&in, &out, sizeof in);
}

static void test_pack_limits(void **state)
{
    (void)state;
    fill(PEER_ENTRIES);
    in.entries_len = PEER_FRAME_MAX;
    assert_false(peer_pack(&in, &frame));
    assert_int_equal(frame.len, 0);
    fill(PEER_NOTE);
    struct buf small = buf_over(storage, 10);
    assert_false(peer_pack(&in, &small));
    in.kind = 77;
    assert_false(peer_pack(&in, &frame));
}

static void test_entries_in_a_row(void **state)
{
    static struct signed_entry e, got;
    (void)state;
    in.kind = PEER_ENTRIES;
    in.number = 1;
    memset(in.game.b, 1, sizeof in.game.b);
    unsigned n = 0;
    for (e.len = 17000; n < 10; n++) {
        memset(e.body, (int)n + 1, e.len);
        memset(e.signature.b, (int)n + 65, sizeof e.signature.b);
        if (!peer_add_entry(&in, &e))
            break;
    }
    assert_int_equal(n, 3);
    assert_int_equal(again(), VERDICT_OK);
    size_t at = 0;
    for (unsigned i = 0; i < n; i++) {
        assert_int_equal(peer_next_entry(&out, &at, &got), VERDICT_OK);
        assert_int_equal(got.len, 17000);
        assert_int_equal(got.body[16999], i + 1);
        assert_int_equal(got.signature.b[63], i + 65);
    }
    assert_int_equal(peer_next_entry(&out, &at, &got), VERDICT_WAITED);
    out.entries_len -= 1;
    at = 0;
    assert_int_equal(peer_next_entry(&out, &at, &got), VERDICT_OK);
    assert_int_equal(peer_next_entry(&out, &at, &got), VERDICT_OK);
    size_t third = at;
    assert_int_equal(peer_next_entry(&out, &at, &got), VERDICT_NOT_DECODABLE);
    assert_int_equal(at, third);
    out.entries_len = 3;
    at = 0;
    assert_int_equal(peer_next_entry(&out, &at, &got), VERDICT_NOT_DECODABLE);
    memset(out.entries, 0xff, sizeof out.entries);
    out.entries_len = sizeof out.entries;
    assert_int_equal(peer_next_entry(&out, &at, &got), VERDICT_NOT_DECODABLE);
}

static void test_cards(void **state)
{
    uint8_t secret[64], token[16] = {1}, other_token[16] = {2};
    struct player_key to = {{3}}, other = {{4}};
    struct peer_card card = {0}, changed;
    (void)state;
    fill_card(&card);
    crypto_sign_keypair(card.identity.b, secret);
    peer_card_sign(&card, token, &to, secret);
    assert_int_equal(peer_card_check(&card, token, &to), VERDICT_OK);
    assert_int_equal(peer_card_check(&card, other_token, &to), VERDICT_BAD_SIGNATURE);
    assert_int_equal(peer_card_check(&card, token, &other), VERDICT_BAD_SIGNATURE);
    changed = card;
    changed.nick[0] = 'b';
    assert_int_equal(peer_card_check(&changed, token, &to), VERDICT_BAD_SIGNATURE);
    changed = card;
    changed.addresses_n = 1;
    assert_int_equal(peer_card_check(&changed, token, &to), VERDICT_BAD_SIGNATURE);
    changed = card;
    changed.addresses[1][1] = '3';
    assert_int_equal(peer_card_check(&changed, token, &to), VERDICT_BAD_SIGNATURE);
    changed = card;
    changed.identity.b[31] ^= 0x80; /* the twin with the same CURVE key */
    assert_int_not_equal(peer_card_check(&changed, token, &to), VERDICT_OK);
    memset(&changed.identity, 0, sizeof changed.identity);
    assert_int_equal(peer_card_check(&changed, token, &to), VERDICT_BAD_KEY);
}

/* Of an empty message: what the four kinds for relays carry. */
static void fill_post(uint32_t kind)
{
    memset(&in, 0, sizeof in);
    in.kind = kind;
    if (kind == PEER_DEPOSIT || kind == PEER_DEPOSITED)
        memset(in.reader.b, 3, sizeof in.reader.b);
    if (kind == PEER_DEPOSITED || kind == PEER_PARCEL_TAKEN)
        memset(in.head.b, 4, sizeof in.head.b);
    if (kind == PEER_DEPOSIT || kind == PEER_PARCEL) {
        in.entries_len = ENVELOPE_SEALED_MAX;
        memset(in.entries, 7, in.entries_len);
    }
    if (kind == PEER_DEPOSITED) {
        in.verdict = VERDICT_RELAY_FULL;
        in.sent_ms = 1700000000000;
        memset(in.receipt.b, 9, sizeof in.receipt.b);
    }
}

static void test_relays(void **state)
{
    (void)state;
    for (uint32_t kind = PEER_DEPOSIT; kind <= PEER_PARCEL_TAKEN; kind++) {
        fill_post(kind);
        assert_int_equal(again(), VERDICT_OK);
        assert_memory_equal(&in, &out, sizeof in);
    }
    before = out;
    fill_post(PEER_PARCEL);
    in.entries_len = ENVELOPE_SEALED_MIN - 1;
    refused(VERDICT_FIELD_RANGE);
    in.entries_len = ENVELOPE_SEALED_MAX + 1;
    refused(VERDICT_FIELD_RANGE);
}

/* A receipt holds for its relay, envelope, reader, verdict and time, and for no other. */
static void test_receipts(void **state)
{
    (void)state;
    struct player_key relay, other;
    uint8_t seed[32] = {1}, secret[64], none[64];
    crypto_sign_seed_keypair(relay.b, secret, seed);
    seed[0] = 2;
    crypto_sign_seed_keypair(other.b, none, seed);
    fill_post(PEER_DEPOSITED);
    peer_receipt_sign(&in, secret);
    assert_int_equal(peer_receipt_check(&in, &relay), VERDICT_OK);
    assert_int_equal(peer_receipt_check(&in, &other), VERDICT_BAD_SIGNATURE);
    struct peer_message *m = &in;
    uint8_t *const places[] = {m->reader.b, m->head.b + 31, (uint8_t *)&m->verdict,
                               (uint8_t *)&m->sent_ms, m->receipt.b};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        *places[i] ^= 1;
        assert_int_equal(peer_receipt_check(&in, &relay), VERDICT_BAD_SIGNATURE);
        *places[i] ^= 1;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_round_trip, setup),
        cmocka_unit_test_setup(test_calls_and_about, setup),
        cmocka_unit_test_setup(test_optional_parts, setup),
        cmocka_unit_test_setup(test_ranges, setup), cmocka_unit_test_setup(test_witness, setup),
        cmocka_unit_test_setup(test_texts, setup),
        cmocka_unit_test_setup(test_bytes_that_are_none, setup),
        cmocka_unit_test_setup(test_damaged_frames, setup),
        cmocka_unit_test_setup(test_missing_fields, setup),
        cmocka_unit_test_setup(test_memory_bomb, setup),
        cmocka_unit_test_setup(test_unknown_fields_are_ignored, setup),
        cmocka_unit_test_setup(test_pack_limits, setup),
        cmocka_unit_test_setup(test_entries_in_a_row, setup),
        cmocka_unit_test_setup(test_cards, setup),
        cmocka_unit_test_setup(test_relays, setup),
        cmocka_unit_test_setup(test_receipts, setup),
    };
    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests_name("peer", tests, NULL, NULL) != 0;
}
