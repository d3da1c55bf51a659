/* Reading goes by what cannot be changed on the way without somebody noticing: the letters, the
 * digits, and the colon before the check of each line.  Where lines were broken, what stands at
 * their beginnings, and whether letters are small does not count. */
#include "wire/armour.h"

#include "base/hash.h"
#include "wire/paste.h"

#include <string.h>

enum {
    COLON = ':',
    LINE_TEXT = ARMOUR_LINE_SYMBOLS + 1 + ARMOUR_CHECK_SYMBOLS + 1,
    LOOK_AHEAD = 64 /* lines that may be missing in a row and still be told from damage */
};

static const char begin_words[] = "[Numbridge message begins]";
static const char end_words[] = "[Numbridge message ends]";
static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/* ---- one line ------------------------------------------------------------------------------ */

/* [F-9.3] The check is the first 20 bits of the hash under the tag armour of: the number of the
 * line (from 1), 1 if it is the last and 0 otherwise, its bytes. */
static uint32_t check_of(unsigned line, bool last, struct span bytes)
{
    struct hasher h;

    hash_start(&h, TAG_ARMOUR);
    hash_number(&h, line);
    hash_number(&h, last);
    hash_bytes(&h, bytes);
    struct hash sum = hash_end(&h);
    return (uint32_t)sum.b[0] << 12 | (uint32_t)sum.b[1] << 4 | sum.b[2] >> 4;
}

static void add_symbol(struct text *out, unsigned symbol)
{
    char c[2] = {alphabet[symbol & 31], '\0'};
    text_add(out, c);
}

static void add_base32(struct span bytes, struct text *out)
{
    uint32_t bits = 0;
    unsigned bits_n = 0;

    for (size_t i = 0; i < bytes.len; i++) {
        bits = (bits << 8 | bytes.data[i]) & 0xfff;
        for (bits_n += 8; bits_n >= 5; bits_n -= 5)
            add_symbol(out, bits >> (bits_n - 5));
    }
    if (bits_n > 0)
        add_symbol(out, bits << (5 - bits_n));
}

static int symbol_of(int c)
{
    if (c >= 'a' && c <= 'z')
        return c - 'a';
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    return c >= '2' && c <= '7' ? c - '2' + 26 : -1;
}

/* Bytes of at most ARMOUR_LINE_SYMBOLS symbols; 0 for a number that no bytes have, or if the bits
 * left over are not zero. */
static size_t bytes_of(const uint8_t *symbols, size_t n, uint8_t out[ARMOUR_LINE_BYTES])
{
    uint32_t bits = 0;
    unsigned bits_n = 0;
    size_t len = 0;

    for (size_t i = 0; i < n; i++) {
        bits = (bits << 5 | symbols[i]) & 0xfff;
        bits_n += 5;
        if (bits_n >= 8) {
            bits_n -= 8;
            out[len++] = (uint8_t)(bits >> bits_n);
        }
    }
    return bits_n < 5 && (bits & ((1u << bits_n) - 1)) == 0 ? len : 0;
}

/* ---- writing ------------------------------------------------------------------------------- */

size_t armour_size(size_t len)
{
    size_t lines = (len + ARMOUR_LINE_BYTES - 1) / ARMOUR_LINE_BYTES;
    return sizeof begin_words + sizeof end_words + 1 + lines * LINE_TEXT;
}

bool armour_write(struct span bytes, struct text *out)
{
    unsigned line = 0;

    if (bytes.len == 0 || out->max - out->len < armour_size(bytes.len))
        return false;
    text_add(out, begin_words);
    text_add(out, "\n");
    for (size_t at = 0; at < bytes.len; at += ARMOUR_LINE_BYTES) {
        size_t left = bytes.len - at;
        bool last = left <= ARMOUR_LINE_BYTES;
        struct span row = span_of(bytes.data + at, last ? left : ARMOUR_LINE_BYTES);
        uint32_t check = check_of(++line, last, row);
        add_base32(row, out);
        text_add(out, ":");
        for (int shift = 15; shift >= 0; shift -= 5)
            add_symbol(out, check >> shift);
        text_add(out, "\n");
    }
    text_add(out, end_words);
    text_add(out, "\n");
    return true;
}

/* ---- finding ------------------------------------------------------------------------------- */

/* The next character of a block: a letter or digit, COLON, or anything else as PASTE_FOREIGN;
 * *at moves behind it.  False at the end. */
static bool next(struct span text, size_t *at, int *c)
{
    while (*at < text.len) {
        bool colon = text.data[*at] == COLON;
        bool bracket = text.data[*at] == '[' || text.data[*at] == ']';
        *c = paste_next(text, at);
        if (colon)
            *c = COLON;
        if (*c != PASTE_SKIPPED && !bracket)
            return true;
    }
    return false;
}

static int small(int c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* The words stand here, with whatever is passed over between their letters; *at moves behind. */
static bool words_here(struct span text, size_t *at, const char *words)
{
    size_t here = *at;
    int c;

    for (const char *w = words; *w != '\0'; w++) {
        if (small(*w) < 'a' || small(*w) > 'z')
            continue;
        if (!next(text, &here, &c) || small(c) != small(*w))
            return false;
    }
    *at = here;
    return true;
}

/* The first place at or after *at where the words stand; *at moves behind them, *from is where
 * they begin. */
static bool find_words(struct span text, size_t *at, const char *words, size_t *from)
{
    for (size_t here = *at; here < text.len; here++) {
        size_t behind = here;
        if ((text.data[here] | 0x20) != 'n' || !words_here(text, &behind, words))
            continue;
        *from = here;
        *at = behind;
        return true;
    }
    return false;
}

bool armour_begins(struct span text)
{
    size_t at = 0, from;
    return find_words(text, &at, begin_words, &from);
}

bool armour_ends(struct span text)
{
    size_t at = 0, from;
    return find_words(text, &at, end_words, &from);
}

/* ---- the lines of a block ------------------------------------------------------------------ */

struct reading {
    struct span text; /* between the words */
    size_t at;
    unsigned line;    /* the one expected next */
    bool last;        /* the last line has been read */
    uint8_t bytes[ARMOUR_LINE_BYTES];
    size_t bytes_n;
    uint32_t check;
};

/* Symbols up to the colon, then those of the check.  False at the end of the text; *whole says
 * whether it can be a line at all. */
static bool read_line(struct reading *r, bool *whole)
{
    uint8_t symbols[ARMOUR_LINE_SYMBOLS];
    size_t n = 0, check_n = 0;
    int c = 0;
    bool any = false;

    *whole = true;
    while (next(r->text, &r->at, &c) && c != COLON) {
        any = true;
        int symbol = symbol_of(c);
        if (symbol < 0 || n == sizeof symbols)
            *whole = false;
        else
            symbols[n++] = (uint8_t)symbol;
    }
    if (c != COLON) {
        *whole = false;
        return any;
    }
    r->bytes_n = bytes_of(symbols, n, r->bytes);
    for (r->check = 0; check_n < ARMOUR_CHECK_SYMBOLS && next(r->text, &r->at, &c); check_n++) {
        *whole = *whole && symbol_of(c) >= 0;
        r->check = r->check << 5 | (uint32_t)(symbol_of(c) & 31);
    }
    *whole = *whole && r->bytes_n > 0 && check_n == ARMOUR_CHECK_SYMBOLS;
    return true;
}

static bool is_line(const struct reading *r, unsigned line, bool last)
{
    bool length = last || r->bytes_n == ARMOUR_LINE_BYTES;
    return length && check_of(line, last, span_of(r->bytes, r->bytes_n)) == r->check;
}

/* A good line that belongs further on: those before it are missing. */
static bool is_later(const struct reading *r)
{
    for (unsigned ahead = 1; ahead <= LOOK_AHEAD; ahead++)
        if (is_line(r, r->line + ahead, false) || is_line(r, r->line + ahead, true))
            return true;
    return false;
}

static enum verdict read_lines(struct reading *r, struct armour_found *found, struct buf *out)
{
    bool whole;

    for (r->line = 1; read_line(r, &whole); r->line++) {
        found->line = r->line;
        if (r->last || !whole)
            return VERDICT_MESSAGE_DAMAGED;
        r->last = is_line(r, r->line, true);
        if (!r->last && !is_line(r, r->line, false)) {
            found->missing = is_later(r);
            return VERDICT_MESSAGE_DAMAGED;
        }
        buf_add(out, span_of(r->bytes, r->bytes_n));
    }
    if (!r->last) {
        found->line = r->line;
        found->missing = true;
        return VERDICT_MESSAGE_DAMAGED;
    }
    return VERDICT_OK;
}

enum verdict armour_read(struct span text, struct armour_found *found, struct buf *out)
{
    size_t begin = found->at, end, from, stop;
    size_t out_len = out->len;

    found->line = 0;
    found->missing = false;
    if (text.len > ARMOUR_TEXT_MAX)
        return VERDICT_TOO_LONG;
    if (!find_words(text, &begin, begin_words, &from)) {
        found->at = text.len;
        return VERDICT_NO_MESSAGE;
    }
    end = begin;
    /* Without its end the block goes on to the next beginning, or to the end of the text. */
    size_t other = begin;
    bool another = find_words(text, &other, begin_words, &from);
    size_t limit = another ? from : text.len;
    struct span rest = span_of(text.data, limit);
    bool ended = find_words(rest, &end, end_words, &stop);
    found->at = ended ? end : limit;
    struct reading r = {.text = span_of(text.data, ended ? stop : limit), .at = begin};
    enum verdict v = read_lines(&r, found, out);
    if (v == VERDICT_OK && !buf_ok(out))
        v = VERDICT_TOO_LONG;
    if (v != VERDICT_OK)
        out->len = out_len;
    return v;
}
