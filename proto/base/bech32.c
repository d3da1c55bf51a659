/* bech32m: a BCH code over 5-bit symbols whose generator was chosen by its authors so that any
 * three wrong characters are noticed at every length up to 1023. */
#include "base/bech32.h"

#include <assert.h>

static const char alphabet[] = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
static const uint32_t final_constant = 0x2bc830a3; /* BIP 350; BIP 173 had 1 */

/* One step of the division by the generator polynomial. */
static uint32_t polymod_step(uint32_t state, uint8_t symbol)
{
    static const uint32_t generator[5] = {0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd,
                                          0x2a1462b3};
    uint32_t top = state >> 25;
    state = (state & 0x1ffffff) << 5 ^ symbol;
    for (unsigned i = 0; i < 5; i++)
        if (top >> i & 1)
            state ^= generator[i];
    return state;
}

struct bech32_sum bech32_sum_start(const char *prefix)
{
    struct bech32_sum sum = {1};
    for (const char *p = prefix; *p; p++)
        sum.state = polymod_step(sum.state, (uint8_t)*p >> 5);
    sum.state = polymod_step(sum.state, 0);
    for (const char *p = prefix; *p; p++)
        sum.state = polymod_step(sum.state, *p & 31);
    return sum;
}

void bech32_sum_add(struct bech32_sum *sum, uint8_t symbol)
{
    assert(symbol < 32);
    sum->state = polymod_step(sum->state, symbol);
}

bool bech32_sum_holds(const struct bech32_sum *sum)
{
    return sum->state == final_constant;
}

static uint8_t lower(uint8_t c)
{
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c + 'a' - 'A') : c;
}

int bech32_symbol(uint8_t c)
{
    c = lower(c);
    const char *at = c ? strchr(alphabet, c) : NULL;
    return at ? (int)(at - alphabet) : -1;
}

/* Let `count` symbols' bits flow into bytes; returns what is left over: its number of bits, or
 * -1 if those are not all zero.  With out == NULL only that. */
static int regroup(struct span symbols, struct buf *out)
{
    uint32_t bits = 0;
    int bits_n = 0;
    for (size_t i = 0; i < symbols.len; i++) {
        bits = (bits << 5 | symbols.data[i]) & 0xfff;
        bits_n += 5;
        if (bits_n < 8)
            continue;
        bits_n -= 8;
        if (out)
            buf_add_byte(out, (uint8_t)(bits >> bits_n));
    }
    return (bits & ((1U << bits_n) - 1)) == 0 ? bits_n : -1;
}

bool bech32_bytes(struct span symbols, struct buf *out)
{
    int left = regroup(symbols, NULL);
    if (left < 0 || left >= 5 || !buf_ok(out) || symbols.len * 5 / 8 > out->max - out->len)
        return false;
    regroup(symbols, out);
    return true;
}

static void put(struct text *out, struct bech32_sum *sum, uint32_t symbol)
{
    char c[2] = {alphabet[symbol & 31], '\0'};
    bech32_sum_add(sum, symbol & 31);
    text_add(out, c);
}

static void put_bytes(struct text *out, struct bech32_sum *sum, struct span bytes)
{
    uint32_t bits = 0;
    unsigned bits_n = 0;
    for (size_t i = 0; i < bytes.len; i++) {
        bits = (bits << 8 | bytes.data[i]) & 0xfff;
        for (bits_n += 8; bits_n >= 5; bits_n -= 5)
            put(out, sum, bits >> (bits_n - 5));
    }
    if (bits_n > 0)
        put(out, sum, bits << (5 - bits_n));
}

bool bech32_write(const char *prefix, struct span bytes, struct text *out)
{
    size_t prefix_len = strlen(prefix);
    if (prefix_len == 0 || prefix_len > BECH32_PREFIX_MAX || bytes.len > BECH32_MAX)
        return false;
    size_t len = prefix_len + 1 + (bytes.len * 8 + 4) / 5 + BECH32_SUM_LEN;
    if (len > BECH32_MAX || len > out->max - out->len)
        return false;
    struct bech32_sum sum = bech32_sum_start(prefix);
    text_add(out, prefix);
    text_add(out, "1");
    put_bytes(out, &sum, bytes);
    struct bech32_sum end = sum;
    for (unsigned i = 0; i < BECH32_SUM_LEN; i++)
        end.state = polymod_step(end.state, 0);
    uint32_t check = end.state ^ final_constant;
    for (unsigned i = 0; i < BECH32_SUM_LEN; i++)
        put(out, &sum, check >> (5 * (BECH32_SUM_LEN - 1 - i)));
    return true;
}

/* All printable ASCII, and not both upper and lower case. */
static bool one_case(struct span text)
{
    bool small = false, capital = false;
    for (size_t i = 0; i < text.len; i++) {
        uint8_t c = text.data[i];
        if (c < 33 || c > 126)
            return false;
        small |= c >= 'a' && c <= 'z';
        capital |= c >= 'A' && c <= 'Z';
    }
    return !(small && capital);
}

/* Where the last "1" stands, or 0. */
static size_t separator(struct span text)
{
    size_t at = text.len;
    while (at > 0 && text.data[at - 1] != '1')
        at--;
    return at == 0 ? 0 : at - 1;
}

bool bech32_read(struct span text, struct bech32_parts *out)
{
    if (text.len > BECH32_MAX || !one_case(text))
        return false;
    size_t at = separator(text);
    if (at == 0 || at > BECH32_PREFIX_MAX || text.len - at - 1 < BECH32_SUM_LEN)
        return false;
    struct bech32_parts parts = {.symbols_len = text.len - at - 1 - BECH32_SUM_LEN};
    for (size_t i = 0; i < at; i++)
        parts.prefix[i] = (char)lower(text.data[i]);
    struct bech32_sum sum = bech32_sum_start(parts.prefix);
    for (size_t i = at + 1; i < text.len; i++) {
        int symbol = bech32_symbol(text.data[i]);
        if (symbol < 0)
            return false;
        bech32_sum_add(&sum, (uint8_t)symbol);
        if (i - at - 1 < parts.symbols_len)
            parts.symbols[i - at - 1] = (uint8_t)symbol;
    }
    if (!bech32_sum_holds(&sum))
        return false;
    *out = parts;
    return true;
}
