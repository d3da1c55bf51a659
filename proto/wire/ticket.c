/* The fields of a ticket as bytes, and strictly back: a reader takes only what fills the bytes
 * exactly. */
#include "wire/ticket.h"

#include "base/bech32.h"
#include "base/buf.h"

#include <arpa/inet.h>
#include <assert.h>

enum {
    VERSION = 1,
    BYTES_MAX = 640,       /* more than 1023 characters can hold */
    ONION_BYTES = 35       /* key, checksum and version behind the 56 characters */
};

/* --- writing ----------------------------------------------------------------------------------*/

static const char *prefix_of(enum ticket_kind kind)
{
    return kind == TICKET_INVITATION ? "nbi" : "nbc";
}

static int base32_value(char c)
{
    return c >= 'a' && c <= 'z' ? c - 'a' : c - '2' + 26;
}

static void add_onion(struct buf *b, const char *host)
{
    uint8_t symbols[56];
    for (size_t i = 0; i < sizeof symbols; i++)
        symbols[i] = (uint8_t)base32_value(host[i]);
    bool whole = bech32_bytes(span_of(symbols, sizeof symbols), b);
    assert(whole);
    (void)whole;
}

static void add_host(struct buf *b, enum address_kind kind, const char *host)
{
    uint8_t raw[16];
    switch (kind) {
    case ADDRESS_IPV4:
        inet_pton(AF_INET, host, raw);
        buf_add(b, span_of(raw, 4));
        return;
    case ADDRESS_IPV6:
        inet_pton(AF_INET6, host, raw);
        buf_add(b, span_of(raw, 16));
        return;
    case ADDRESS_ONION:
        add_onion(b, host);
        return;
    case ADDRESS_NAME:
        buf_add_byte(b, (uint8_t)strlen(host));
        buf_add(b, span_text(host));
        return;
    }
}

static bool add_address(struct buf *b, const struct address *a)
{
    char host[ADDRESS_HOST_MAX + 1];
    uint16_t port;
    if (address_check(span_text(a->text)) != VERDICT_OK)
        return false;
    enum address_kind kind = address_kind(a);
    address_split(a, host, &port);
    if (b->max - b->len < 1 + 1 + strlen(host) + 2)
        return false;
    buf_add_byte(b, (uint8_t)kind);
    add_host(b, kind, host);
    buf_add_le(b, port, 2);
    return true;
}

bool ticket_nick_ok(struct span nick)
{
    if (nick.len < 1 || nick.len > TICKET_NICK_MAX)
        return false;
    for (size_t i = 0; i < nick.len; i++) {
        uint8_t c = nick.data[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        bool other = (c >= '0' && c <= '9') || c == '-';
        if (!letter && (!other || i == 0))
            return false;
    }
    return true;
}

static enum verdict ticket_check(const struct ticket *t)
{
    if (t->addresses_n > TICKET_ADDRESSES_MAX || t->expires > UINT32_MAX)
        return VERDICT_FIELD_RANGE;
    for (unsigned i = 0; i < t->addresses_n; i++)
        if (address_check(span_text(t->addresses[i].text)) != VERDICT_OK)
            return VERDICT_ADDRESS_MALFORMED;
    if (t->nick[0] != '\0' && !ticket_nick_ok(span_text(t->nick)))
        return VERDICT_NAME_MALFORMED;
    return VERDICT_OK;
}

enum verdict ticket_write(const struct ticket *t, enum ticket_kind kind, struct text *out)
{
    uint8_t bytes[BYTES_MAX];
    struct buf b = buf_over(bytes, sizeof bytes);
    enum verdict v = ticket_check(t);
    if (v != VERDICT_OK)
        return v;
    buf_add_byte(&b, (uint8_t)(VERSION << 4 | kind));
    buf_add_byte(&b, 0);
    buf_add(&b, span_of(t->identity.b, sizeof t->identity.b));
    if (kind == TICKET_INVITATION) {
        buf_add(&b, span_of(t->token, sizeof t->token));
        buf_add_le(&b, t->expires, 4);
    }
    buf_add_byte(&b, (uint8_t)t->addresses_n);
    for (unsigned i = 0; i < t->addresses_n; i++)
        if (!add_address(&b, &t->addresses[i]))
            return VERDICT_TOO_LONG;
    buf_add_byte(&b, (uint8_t)strlen(t->nick));
    buf_add(&b, span_text(t->nick));
    if (!buf_ok(&b) || !bech32_write(prefix_of(kind), buf_span(&b), out))
        return VERDICT_TOO_LONG;
    return VERDICT_OK;
}

/* --- the bytes of one ticket ------------------------------------------------------------------*/

struct reader {
    struct span rest;
    bool failed;
};

/* The next `len` bytes; after the end, zeros and `failed`. */
static const uint8_t *take(struct reader *r, size_t len)
{
    static const uint8_t zeros[BYTES_MAX];
    if (r->failed || r->rest.len < len) {
        r->failed = true;
        return zeros;
    }
    const uint8_t *at = r->rest.data;
    r->rest = span_of(at + len, r->rest.len - len);
    return at;
}

static uint64_t take_le(struct reader *r, unsigned width)
{
    const uint8_t *at = take(r, width);
    uint64_t number = 0;
    for (unsigned i = 0; i < width; i++)
        number |= (uint64_t)at[i] << (8 * i);
    return number;
}

static void onion_text(const uint8_t bytes[ONION_BYTES], struct text *host)
{
    uint32_t bits = 0;
    unsigned bits_n = 0;
    for (size_t i = 0; i < ONION_BYTES; i++) {
        bits = (bits << 8 | bytes[i]) & 0xfff;
        for (bits_n += 8; bits_n >= 5; bits_n -= 5) {
            char c[2] = {"abcdefghijklmnopqrstuvwxyz234567"[bits >> (bits_n - 5) & 31], '\0'};
            text_add(host, c);
        }
    }
    text_add(host, ".onion");
}

static void name_text(struct reader *r, struct text *host)
{
    size_t len = (size_t)take_le(r, 1);
    const uint8_t *at = take(r, len);
    if (r->failed || memchr(at, '\0', len)) {
        r->failed = true;
        return;
    }
    char name[ADDRESS_HOST_MAX + 1] = {0};
    memcpy(name, at, len);
    text_add(host, name);
}

/* The text form of a host as it stands in the bytes. */
static void take_host(struct reader *r, uint64_t kind, struct text *host)
{
    char numeric[INET6_ADDRSTRLEN];
    if (kind == ADDRESS_IPV4) {
        text_add(host, inet_ntop(AF_INET, take(r, 4), numeric, sizeof numeric));
    } else if (kind == ADDRESS_IPV6) {
        text_add(host, "[");
        text_add(host, inet_ntop(AF_INET6, take(r, 16), numeric, sizeof numeric));
        text_add(host, "]");
    } else if (kind == ADDRESS_ONION) {
        onion_text(take(r, ONION_BYTES), host);
    } else if (kind == ADDRESS_NAME) {
        name_text(r, host);
    } else {
        r->failed = true;
    }
}

/* [F-6.4] A host is always written with the lowest kind that can hold it. */
static void take_address(struct reader *r, struct address *out)
{
    char storage[ADDRESS_TEXT_SIZE];
    struct text t = text_over(storage, sizeof storage);
    uint64_t kind = take_le(r, 1);
    take_host(r, kind, &t);
    text_add(&t, ":");
    text_add_number(&t, take_le(r, 2));
    if (r->failed || address_read(span_text(storage), out) != VERDICT_OK ||
        strcmp(storage, out->text) != 0 || address_kind(out) != kind)
        r->failed = true;
}

static void take_nick(struct reader *r, char nick[TICKET_NICK_MAX + 1])
{
    size_t len = (size_t)take_le(r, 1);
    struct span name = span_of(take(r, len), len);
    if (r->failed || (len > 0 && !ticket_nick_ok(name))) {
        r->failed = true;
        return;
    }
    memcpy(nick, name.data, len);
}

/* The bytes of [F-6.3]. */
static enum verdict parse(struct span bytes, enum ticket_kind kind, struct ticket *out)
{
    struct reader r = {bytes, false};
    struct ticket t = {0};
    uint64_t head = take_le(&r, 1), flags = take_le(&r, 1);
    if (r.failed)
        return VERDICT_TICKET_MALFORMED;
    /* [F-6.5] A higher version, or flags other than 0, mean that a newer program wrote the
     * ticket. */
    if (head >> 4 > VERSION || (head >> 4 == VERSION && flags != 0))
        return VERDICT_TICKET_VERSION;
    if (head != (VERSION << 4 | kind))
        return VERDICT_TICKET_MALFORMED;
    memcpy(t.identity.b, take(&r, sizeof t.identity.b), sizeof t.identity.b);
    if (kind == TICKET_INVITATION) {
        memcpy(t.token, take(&r, sizeof t.token), sizeof t.token);
        t.expires = take_le(&r, 4);
    }
    uint64_t addresses_n = take_le(&r, 1);
    if (addresses_n > TICKET_ADDRESSES_MAX)
        return VERDICT_TICKET_MALFORMED;
    for (t.addresses_n = 0; t.addresses_n < addresses_n; t.addresses_n++)
        take_address(&r, &t.addresses[t.addresses_n]);
    take_nick(&r, t.nick);
    if (r.failed || r.rest.len != 0)
        return VERDICT_TICKET_MALFORMED;
    *out = t;
    return VERDICT_OK;
}

/* --- finding one in a pasted text -------------------------------------------------------------*/

struct wanted {
    enum ticket_kind kind;
    struct ticket *out;
};

static enum verdict take_found(void *context, const char *prefix, struct span bytes)
{
    const struct wanted *wanted = context;
    if (strcmp(prefix, prefix_of(wanted->kind)) != 0)
        return VERDICT_TICKET_KIND;
    return parse(bytes, wanted->kind, wanted->out);
}

enum verdict ticket_read(struct span text, enum ticket_kind kind, struct ticket *out)
{
    struct wanted wanted = {kind, out};
    return seek(text, take_found, &wanted);
}
