/* Bounded buffers: the limit is there from birth, so no caller can forget it. */
#include "base/buf.h"

#include <assert.h>

struct buf buf_over(uint8_t *storage, size_t max)
{
    return (struct buf){storage, 0, max, false};
}

void buf_add(struct buf *b, struct span bytes)
{
    if (b->full || bytes.len > b->max - b->len) {
        b->full = true;
        return;
    }
    if (bytes.len > 0)
        memcpy(b->data + b->len, bytes.data, bytes.len);
    b->len += bytes.len;
}

void buf_add_byte(struct buf *b, uint8_t byte)
{
    buf_add(b, span_of(&byte, 1));
}

void buf_add_le(struct buf *b, uint64_t number, unsigned width)
{
    uint8_t bytes[8];
    assert(width >= 1 && width <= 8);
    for (unsigned i = 0; i < width; i++)
        bytes[i] = (uint8_t)(number >> (8 * i));
    buf_add(b, span_of(bytes, width));
}

bool buf_ok(const struct buf *b)
{
    return !b->full;
}

struct span buf_span(const struct buf *b)
{
    return span_of(b->data, b->len);
}

void hex_write(struct span bytes, char *out)
{
    static const char digit[] = "0123456789abcdef";
    for (size_t i = 0; i < bytes.len; i++) {
        out[2 * i] = digit[bytes.data[i] >> 4];
        out[2 * i + 1] = digit[bytes.data[i] & 15];
    }
    out[2 * bytes.len] = '\0';
}

static int hex_value(uint8_t c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool hex_read(struct span text, uint8_t *out, size_t out_len)
{
    if (text.len != 2 * out_len)
        return false;
    for (size_t i = 0; i < text.len; i++)
        if (hex_value(text.data[i]) < 0)
            return false;
    for (size_t i = 0; i < out_len; i++)
        out[i] = (uint8_t)(hex_value(text.data[2 * i]) * 16 + hex_value(text.data[2 * i + 1]));
    return true;
}
