/* BLAKE2b through libsodium, with tags and lengths so that no two different lists of fields give
 * the same input [F-1.1]. */
#include "base/hash.h"

#include <assert.h>

#define HASH_TAG_TEXT(name, text) "numbridge/1/" text,
static const char *const tag_text[HASH_TAG_COUNT] = {HASH_TAGS(HASH_TAG_TEXT)};
#undef HASH_TAG_TEXT

static void put_le(uint8_t *out, uint64_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        out[i] = (uint8_t)(number >> (8 * i));
}

static void add_raw(struct hasher *h, const void *data, size_t len)
{
    int rc = crypto_generichash_update(&h->state, data, len);
    assert(rc == 0);
    (void)rc;
}

const char *hash_tag_text(enum hash_tag tag)
{
    assert(tag < HASH_TAG_COUNT);
    return tag_text[tag];
}

void hash_start(struct hasher *h, enum hash_tag tag)
{
    const char *text = hash_tag_text(tag);
    uint8_t len = (uint8_t)strlen(text);
    int rc = crypto_generichash_init(&h->state, NULL, 0, 64);
    assert(rc == 0);
    (void)rc;
    add_raw(h, &len, 1);
    add_raw(h, text, len);
}

void hash_bytes(struct hasher *h, struct span field)
{
    uint8_t len[4];
    assert(field.len <= UINT32_MAX);
    put_le(len, field.len, sizeof len);
    add_raw(h, len, sizeof len);
    if (field.len > 0)
        add_raw(h, field.data, field.len);
}

void hash_number(struct hasher *h, uint64_t number)
{
    uint8_t bytes[8];
    put_le(bytes, number, sizeof bytes);
    hash_bytes(h, span_of(bytes, sizeof bytes));
}

void hash_end64(struct hasher *h, uint8_t out[64])
{
    int rc = crypto_generichash_final(&h->state, out, 64);
    assert(rc == 0);
    (void)rc;
    sodium_memzero(h, sizeof *h);
}

struct hash hash_end(struct hasher *h)
{
    uint8_t full[64];
    struct hash out;
    hash_end64(h, full);
    memcpy(out.b, full, sizeof out.b);
    sodium_memzero(full, sizeof full);
    return out;
}
