/* Frames between daemons.  A table says which fields a kind of message has; the reader takes
 * those, checks each, and leaves everything else alone: zero, whatever the frame says. */
#include "wire/peer.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/address.h"
#include "base/hash.h"
#include "peer.pb-c.h"
#include "wire/alloc.h"
#include "wire/envelope.h"
#include "wire/sieve.h"
#include "wire/ticket.h"

_Static_assert((int)PEER__KIND__HELLO == (int)PEER_HELLO, "first kind");
_Static_assert((int)PEER__KIND__ENTRIES == (int)PEER_ENTRIES, "a kind in the middle");
_Static_assert((int)PEER__KIND__CALLED == (int)PEER_CALLED, "last kind");
_Static_assert((int)TICKET_NICK_MAX == (int)NAME_MAX_LEN, "a nick is a name");
_Static_assert((int)PEER_ADDRESS_LEN_MAX + 1 == (int)ADDRESS_TEXT_SIZE, "addresses fit");

enum {
    VERDICT_NUMBER_MAX = 9999,
    ENTRY_PREFIX = 4,
    /* An ENTRIES frame without its entries: kind, game, number, the head of the field. */
    ENTRIES_OVERHEAD = 64
};

enum field {
    HAS_PROTOCOL = 1,
    HAS_TOKEN = 2,
    HAS_HANDLE = 4, /* of the card: nick and addresses */
    HAS_PROOF = 8,  /* of the card: identity and signature */
    HAS_VERDICT = 16,
    HAS_GAME = 32,
    HAS_NUMBER = 64,
    HAS_HEAD = 128,
    HAS_TEXT = 256, /* and sent_ms */
    HAS_ENTRIES = 512,
    GAME_OPTIONAL = 1024,
    HAS_READER = 2048,
    HAS_SEALED = 4096,
    HAS_RECEIPT = 8192, /* and sent_ms */
    HAS_ABOUT = 16384   /* sent_ms and text, either may be missing */
};

/* [P-6.4] Each kind has exactly the fields of the table below; other fields are not looked at. */
static const unsigned fields_of[] = {
    [PEER_HELLO] = HAS_PROTOCOL | HAS_HANDLE | HAS_ABOUT,
    [PEER_REDEEM] = HAS_TOKEN | HAS_HANDLE | HAS_PROOF,
    [PEER_REDEEMED] = HAS_TOKEN | HAS_HANDLE | HAS_PROOF | HAS_VERDICT,
    [PEER_HAVE] = HAS_GAME | HAS_NUMBER | HAS_HEAD,
    [PEER_ENTRIES] = HAS_GAME | HAS_NUMBER | HAS_ENTRIES,
    [PEER_REFUSE] = HAS_GAME | HAS_NUMBER | HAS_VERDICT,
    [PEER_NOTE] = HAS_GAME | GAME_OPTIONAL | HAS_NUMBER | HAS_TEXT,
    [PEER_NOTE_ACK] = HAS_NUMBER,
    [PEER_UNKNOWN_GAME] = HAS_GAME,
    [PEER_DEPOSIT] = HAS_READER | HAS_SEALED,
    [PEER_DEPOSITED] = HAS_READER | HAS_HEAD | HAS_VERDICT | HAS_RECEIPT,
    [PEER_PARCEL] = HAS_SEALED,
    [PEER_PARCEL_TAKEN] = HAS_HEAD,
    [PEER_WITNESS] = HAS_GAME | HAS_NUMBER | HAS_ENTRIES,
    [PEER_WITNESSED] = HAS_GAME | HAS_NUMBER | HAS_HEAD | HAS_VERDICT | HAS_RECEIPT,
    [PEER_CALL] = HAS_TOKEN,
    [PEER_CALLED] = HAS_TOKEN | HAS_VERDICT | HAS_ABOUT,
};
enum { KINDS = sizeof fields_of / sizeof fields_of[0] };

/* The answer to a redemption that failed has no card: who asks in vain learns nothing. */
static unsigned fields_used(uint32_t kind, uint32_t verdict)
{
    unsigned fields = fields_of[kind];
    if (kind == PEER_REDEEMED && verdict != VERDICT_OK)
        fields &= ~(unsigned)(HAS_HANDLE | HAS_PROOF);
    return fields;
}

/* ---- to a frame ---------------------------------------------------------------------------- */

struct draft {
    Peer__Message m;
    Peer__Card card;
    char *addresses[PEER_ADDRESSES_MAX];
};

static bool all_zero(const uint8_t *bytes, size_t len)
{
    return sodium_is_zero(bytes, len) == 1;
}

static void draft_card(struct draft *d, const struct peer_card *card, unsigned fields)
{
    peer__card__init(&d->card);
    d->m.card = &d->card;
    d->card.nick = sieve_lend_text(card->nick);
    d->card.n_addresses = card->addresses_n;
    d->card.addresses = d->addresses;
    for (unsigned i = 0; i < card->addresses_n; i++)
        d->addresses[i] = sieve_lend_text(card->addresses[i]);
    if (fields & HAS_PROOF) {
        d->card.identity = sieve_lend(card->identity.b, sizeof card->identity.b);
        d->card.signature = sieve_lend(card->signature.b, sizeof card->signature.b);
    }
}

static void draft_rest(struct draft *d, const struct peer_message *in, unsigned fields)
{
    if (fields & HAS_PROTOCOL)
        d->m.protocol = in->protocol;
    if (fields & HAS_TOKEN)
        d->m.token = sieve_lend(in->token, sizeof in->token);
    if (fields & HAS_VERDICT)
        d->m.verdict = in->verdict;
    if ((fields & HAS_GAME) && !((fields & GAME_OPTIONAL) && all_zero(in->game.b, ID_LEN)))
        d->m.game = sieve_lend(in->game.b, sizeof in->game.b);
    if (fields & HAS_NUMBER)
        d->m.number = in->number;
    if (fields & HAS_HEAD)
        d->m.head = sieve_lend(in->head.b, sizeof in->head.b);
    if (fields & (HAS_TEXT | HAS_ABOUT)) {
        d->m.sent_ms = in->sent_ms;
        d->m.text = sieve_lend_text(in->text);
    }
    if (fields & HAS_ENTRIES)
        d->m.entries = sieve_lend(in->entries, in->entries_len);
    if (fields & HAS_READER)
        d->m.reader = sieve_lend(in->reader.b, sizeof in->reader.b);
    if (fields & HAS_SEALED)
        d->m.sealed = sieve_lend(in->entries, in->entries_len);
    if (fields & HAS_RECEIPT) {
        d->m.sent_ms = in->sent_ms;
        d->m.receipt = sieve_lend(in->receipt.b, sizeof in->receipt.b);
    }
}

bool peer_pack(const struct peer_message *in, struct buf *out)
{
    struct draft d;

    if (in->kind < PEER_HELLO || in->kind >= KINDS || in->entries_len > sizeof in->entries
        || in->card.addresses_n > PEER_ADDRESSES_MAX)
        return false;
    unsigned fields = fields_used(in->kind, in->verdict);
    peer__message__init(&d.m);
    d.m.kind = (Peer__Kind)in->kind;
    if (fields & HAS_HANDLE)
        draft_card(&d, &in->card, fields);
    draft_rest(&d, in, fields);
    size_t size = peer__message__get_packed_size(&d.m);
    if (out->full || size > out->max - out->len || size > PEER_FRAME_MAX)
        return false;
    peer__message__pack(&d.m, out->data + out->len);
    out->len += size;
    return true;
}

/* ---- from a frame -------------------------------------------------------------------------- */

/* A name is empty or one that we would propose ourselves. */
static void take_nick(struct sieve *s, const char *in, char *out)
{
    size_t len = in ? strlen(in) : 0;

    out[0] = '\0';
    if (len == 0)
        return;
    if (!ticket_nick_ok(span_of(in, len))) {
        sieve_fault(s, VERDICT_TEXT_MALFORMED);
        return;
    }
    memcpy(out, in, len + 1);
}

/* Only in the normal form: the signature of a card covers the text. */
static void take_address(struct sieve *s, const char *in, char *out)
{
    struct address normal;

    if (address_read(span_text(in), &normal) == VERDICT_OK && strcmp(normal.text, in) == 0)
        memcpy(out, in, strlen(in) + 1);
    else
        sieve_fault(s, VERDICT_TEXT_MALFORMED);
}

static void take_card(struct sieve *s, const Peer__Card *in, unsigned fields,
                      struct peer_card *out)
{
    if (!in) {
        sieve_fault(s, VERDICT_FIELD_RANGE);
        return;
    }
    take_nick(s, in->nick, out->nick);
    out->addresses_n = sieve_count(s, in->n_addresses, PEER_ADDRESSES_MAX);
    for (unsigned i = 0; i < out->addresses_n; i++)
        take_address(s, in->addresses[i], out->addresses[i]);
    if (fields & HAS_PROOF) {
        sieve_bytes(s, in->identity, out->identity.b, sizeof out->identity.b);
        sieve_bytes(s, in->signature, out->signature.b, sizeof out->signature.b);
    }
}

/* Numbers go into a database that has signed ones. */
static uint64_t take_long(struct sieve *s, uint64_t number)
{
    if (number <= INT64_MAX)
        return number;
    sieve_fault(s, VERDICT_FIELD_RANGE);
    return 0;
}

static void take_number(struct sieve *s, const Peer__Message *in, struct peer_message *out)
{
    out->number = take_long(s, in->number);
    if (out->number == 0 && out->kind != PEER_HAVE && out->kind != PEER_NOTE_ACK)
        sieve_fault(s, VERDICT_FIELD_RANGE);
    if ((fields_of[out->kind] & GAME_OPTIONAL) || out->kind == PEER_NOTE_ACK)
        return;
    sieve_number(s, in->number, 0, ENTRIES_MAX);
}

static void take_entries(struct sieve *s, ProtobufCBinaryData in, struct peer_message *out)
{
    if (in.len == 0 || in.len > sizeof out->entries) {
        sieve_fault(s, VERDICT_FIELD_RANGE);
        return;
    }
    memcpy(out->entries, in.data, in.len);
    out->entries_len = in.len;
}

static void take_sealed(struct sieve *s, ProtobufCBinaryData in, struct peer_message *out)
{
    if (in.len < ENVELOPE_SEALED_MIN || in.len > ENVELOPE_SEALED_MAX) {
        sieve_fault(s, VERDICT_FIELD_RANGE);
        return;
    }
    memcpy(out->entries, in.data, in.len);
    out->entries_len = in.len;
}

static void take_post(struct sieve *s, const Peer__Message *in, struct peer_message *out)
{
    unsigned fields = fields_of[out->kind];

    if (fields & HAS_READER)
        sieve_bytes(s, in->reader, out->reader.b, sizeof out->reader.b);
    if (fields & HAS_SEALED)
        take_sealed(s, in->sealed, out);
    if (fields & HAS_RECEIPT) {
        out->sent_ms = take_long(s, in->sent_ms);
        sieve_bytes(s, in->receipt, out->receipt.b, sizeof out->receipt.b);
    }
}

static void take_rest(struct sieve *s, const Peer__Message *in, struct peer_message *out)
{
    unsigned fields = fields_of[out->kind];

    if (fields & HAS_PROTOCOL)
        out->protocol = sieve_number(s, in->protocol, 1, UINT32_MAX);
    if (fields & HAS_TOKEN)
        sieve_bytes(s, in->token, out->token, sizeof out->token);
    if ((fields & HAS_GAME) && !((fields & GAME_OPTIONAL) && in->game.len == 0))
        sieve_bytes(s, in->game, out->game.b, sizeof out->game.b);
    if (fields & HAS_NUMBER)
        take_number(s, in, out);
    if (fields & HAS_HEAD)
        sieve_bytes(s, in->head, out->head.b, sizeof out->head.b);
    if (fields & (HAS_TEXT | HAS_ABOUT)) {
        out->sent_ms = take_long(s, in->sent_ms);
        sieve_text(s, in->text, out->text, sizeof out->text);
        if ((fields & HAS_TEXT) && out->text[0] == '\0')
            sieve_fault(s, VERDICT_TEXT_MALFORMED);
    }
    if (fields & HAS_ENTRIES)
        take_entries(s, in->entries, out);
}

static enum verdict take_message(const Peer__Message *in, struct peer_message *out)
{
    struct sieve s = {VERDICT_OK};

    out->kind = sieve_number(&s, (uint64_t)in->kind, PEER_HELLO, KINDS - 1);
    if (s.verdict != VERDICT_OK)
        return s.verdict;
    if (fields_of[out->kind] & HAS_VERDICT)
        out->verdict = sieve_number(&s, in->verdict, out->kind == PEER_REFUSE ? 1 : 0,
                                    VERDICT_NUMBER_MAX);
    if (s.verdict != VERDICT_OK)
        return s.verdict;
    unsigned fields = fields_used(out->kind, out->verdict);
    if (fields & HAS_HANDLE)
        take_card(&s, in->card, fields, &out->card);
    take_rest(&s, in, out);
    take_post(&s, in, out);
    return s.verdict;
}

enum verdict peer_unpack(struct span frame, struct peer_message *out)
{
    struct alloc alloc;

    if (frame.len > PEER_FRAME_MAX)
        return VERDICT_TOO_LONG;
    alloc_init(&alloc, frame.len * UNPACK_BYTES_FACTOR + UNPACK_BYTES_EXTRA, UNPACK_BLOCKS_MAX);
    struct peer_message *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return VERDICT_MEMORY;
    Peer__Message *m = peer__message__unpack(&alloc.calls, frame.len, frame.data);
    enum verdict verdict = alloc.refused ? VERDICT_MEMORY : VERDICT_NOT_DECODABLE;
    if (m) {
        verdict = take_message(m, fresh);
        peer__message__free_unpacked(m, &alloc.calls);
    }
    if (verdict == VERDICT_OK)
        *out = *fresh;
    free(fresh);
    return verdict;
}

/* ---- entries in a row ---------------------------------------------------------------------- */

bool peer_add_entry(struct peer_message *m, const struct signed_entry *e)
{
    struct buf row = buf_over(m->entries, PEER_FRAME_MAX - ENTRIES_OVERHEAD);
    row.len = m->entries_len;

    buf_add_le(&row, 0, ENTRY_PREFIX); /* room for the length, known afterwards */
    size_t start = row.len;
    if (!buf_ok(&row) || !entry_write(e, &row) || !buf_ok(&row))
        return false;
    struct buf prefix = buf_over(m->entries + m->entries_len, ENTRY_PREFIX);
    buf_add_le(&prefix, row.len - start, ENTRY_PREFIX);
    m->entries_len = row.len;
    return true;
}

enum verdict peer_next_entry(const struct peer_message *m, size_t *at, struct signed_entry *out)
{
    if (*at >= m->entries_len)
        return VERDICT_WAITED;
    size_t left = m->entries_len - *at;
    if (left < ENTRY_PREFIX)
        return VERDICT_NOT_DECODABLE;
    const uint8_t *p = m->entries + *at;
    uint32_t len = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    if (len > left - ENTRY_PREFIX)
        return VERDICT_NOT_DECODABLE;
    enum verdict verdict = entry_read(span_of(p + ENTRY_PREFIX, len), out);
    if (verdict == VERDICT_OK)
        *at += ENTRY_PREFIX + len;
    return verdict;
}

/* ---- cards --------------------------------------------------------------------------------- */

/* [P-7.10] The signature of a card is Ed25519 over the 64 bytes of the hash under the tag card of:
 * identity, the key of the one it is meant for, token, nick, the number of addresses (as a number),
 * and every address as text. */
static void card_bytes(const struct peer_card *card, const uint8_t token[16],
                       const struct player_key *to, uint8_t out[64])
{
    struct hasher h;

    hash_start(&h, TAG_CARD);
    hash_bytes(&h, span_of(card->identity.b, sizeof card->identity.b));
    hash_bytes(&h, span_of(to->b, sizeof to->b));
    hash_bytes(&h, span_of(token, 16));
    hash_bytes(&h, span_text(card->nick));
    hash_number(&h, card->addresses_n);
    for (unsigned i = 0; i < card->addresses_n; i++)
        hash_bytes(&h, span_text(card->addresses[i]));
    hash_end64(&h, out);
}

void peer_card_sign(struct peer_card *card, const uint8_t token[16], const struct player_key *to,
                    const uint8_t secret[64])
{
    uint8_t bytes[64];

    card_bytes(card, token, to, bytes);
    crypto_sign_detached(card->signature.b, NULL, bytes, sizeof bytes, secret);
}

enum verdict peer_card_check(const struct peer_card *card, const uint8_t token[16],
                             const struct player_key *to)
{
    uint8_t bytes[64];

    if (crypto_core_ed25519_is_valid_point(card->identity.b) != 1)
        return VERDICT_BAD_KEY;
    card_bytes(card, token, to, bytes);
    if (crypto_sign_verify_detached(card->signature.b, bytes, sizeof bytes, card->identity.b) != 0)
        return VERDICT_BAD_SIGNATURE;
    return VERDICT_OK;
}

/* [P-8.6] The receipt is Ed25519 over the 64 bytes of the hash under the tag deposit of: the
 * reader's key, the name of the envelope, the verdict (as a number), until when it is kept (as a
 * number). */
static void receipt_bytes(const struct peer_message *m, uint8_t out[64])
{
    struct hasher h;

    hash_start(&h, TAG_DEPOSIT);
    hash_bytes(&h, span_of(m->reader.b, sizeof m->reader.b));
    hash_bytes(&h, span_of(m->head.b, sizeof m->head.b));
    hash_number(&h, m->verdict);
    hash_number(&h, m->sent_ms);
    hash_end64(&h, out);
}

void peer_receipt_sign(struct peer_message *m, const uint8_t secret[64])
{
    uint8_t bytes[64];

    receipt_bytes(m, bytes);
    crypto_sign_detached(m->receipt.b, NULL, bytes, sizeof bytes, secret);
}

enum verdict peer_receipt_check(const struct peer_message *m, const struct player_key *relay)
{
    uint8_t bytes[64];

    receipt_bytes(m, bytes);
    if (crypto_sign_verify_detached(m->receipt.b, bytes, sizeof bytes, relay->b) != 0)
        return VERDICT_BAD_SIGNATURE;
    return VERDICT_OK;
}
