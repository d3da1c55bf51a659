/* Proves: all vectors of BIP 350 that are about bech32m (tests/vectors/bech32m.txt) come out
 * right; what is written is read again at every length up to 1023 characters and not above; up to
 * three wrong characters are always noticed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/bech32.h"
#include "base/rng.h"

#include <stdio.h>
#include <stdlib.h>

/* A vector's text with \xNN turned into bytes. */
static struct span unescape(char *text)
{
    size_t len = 0;
    for (char *p = text; *p; len++) {
        if (p[0] == '\\' && p[1] == 'x') {
            char hex[3] = {p[2], p[3], '\0'};
            text[len] = (char)strtoul(hex, NULL, 16);
            p += 4;
        } else {
            text[len] = *p++;
        }
    }
    return span_of(text, len);
}

static void check_valid(char *text)
{
    struct bech32_parts parts;
    char again[BECH32_MAX + 1], folded[BECH32_MAX + 1] = "";
    assert_true(bech32_read(unescape(text), &parts));
    for (size_t i = 0; text[i]; i++)
        folded[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] + 32 : text[i]);
    /* The symbols alone give the text again. */
    struct text t = text_over(again, sizeof again);
    text_add(&t, parts.prefix);
    text_add(&t, "1");
    assert_memory_equal(again, folded, t.len);
    for (size_t i = 0; i < parts.symbols_len; i++)
        assert_int_equal(bech32_symbol((uint8_t)folded[t.len + i]), parts.symbols[i]);
}

/* As in a segwit address: a version symbol before the bytes. */
static void check_bytes(char *text, const char *hex)
{
    struct bech32_parts parts;
    uint8_t storage[64], wanted[64];
    struct buf b = buf_over(storage, sizeof storage);
    assert_true(bech32_read(unescape(text), &parts));
    struct span symbols = span_of(parts.symbols + 1, parts.symbols_len - 1);
    assert_int_equal(bech32_bytes(symbols, &b), hex != NULL);
    if (!hex) {
        assert_int_equal(b.len, 0);
        return;
    }
    assert_true(hex_read(span_text(hex), wanted, strlen(hex) / 2));
    assert_int_equal(b.len, strlen(hex) / 2);
    assert_memory_equal(storage, wanted, b.len);
}

static void check_invalid(char *text)
{
    struct bech32_parts parts, before;
    memset(&parts, 0x5a, sizeof parts);
    before = parts;
    assert_false(bech32_read(unescape(text), &parts));
    assert_memory_equal(&parts, &before, sizeof parts);
}

static void vectors(void **state)
{
    (void)state;
    char line[512], kind[16], text[256], hex[256];
    unsigned n = 0;
    FILE *f = fopen("tests/vectors/bech32m.txt", "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        if (line[0] == '#')
            continue;
        int words = sscanf(line, "%15s %255s %255s", kind, text, hex);
        assert_in_range(words, 2, 3);
        if (strcmp(kind, "valid") == 0)
            check_valid(text);
        else if (strcmp(kind, "bytes") == 0)
            check_bytes(text, hex);
        else if (strcmp(kind, "nobytes") == 0)
            check_bytes(text, NULL);
        else
            check_invalid(text);
        n++;
    }
    fclose(f);
    assert_int_equal(n, 34);
}

static void every_length(void **state)
{
    (void)state;
    uint8_t bytes[700], storage[700];
    char text[BECH32_MAX + 1];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 37 + 11);
    /* 3 + 1 + 6 characters around the bytes */
    for (size_t len = 0; len <= 640; len++) {
        struct bech32_parts parts;
        struct text t = text_over(text, sizeof text);
        struct buf b = buf_over(storage, sizeof storage);
        bool fits = 10 + (len * 8 + 4) / 5 <= BECH32_MAX;
        assert_int_equal(bech32_write("nbi", span_of(bytes, len), &t), fits);
        if (!fits) {
            assert_string_equal(text, "");
            continue;
        }
        assert_int_equal(t.len, 10 + (len * 8 + 4) / 5);
        assert_true(bech32_read(span_text(text), &parts));
        assert_string_equal(parts.prefix, "nbi");
        assert_true(bech32_bytes(span_of(parts.symbols, parts.symbols_len), &b));
        assert_true(span_equal(buf_span(&b), span_of(bytes, len)));
    }
}

static void no_room(void **state)
{
    (void)state;
    char text[32];
    struct text t = text_over(text, 15);
    assert_false(bech32_write("nbi", span_text("abc"), &t)); /* 15 characters and the zero */
    assert_string_equal(text, "");
    t = text_over(text, 16);
    assert_true(bech32_write("nbi", span_text("abc"), &t));
    assert_int_equal(t.len, 15);
    uint8_t symbols[8] = {0}, storage[4];
    struct buf b = buf_over(storage, sizeof storage);
    assert_false(bech32_bytes(span_of(symbols, 8), &b));
    assert_true(buf_ok(&b) && b.len == 0);
    assert_true(bech32_bytes(span_of(symbols, 7), &b));
    t = text_over(text, sizeof text);
    assert_false(bech32_write("", span_text("abc"), &t));
}

/* The code guarantees it; 100,000 samples at a length far above that of an address. */
static void three_errors(void **state)
{
    (void)state;
    static const uint8_t seed[32] = {3};
    struct rng_stream stream;
    uint8_t bytes[300];
    char text[BECH32_MAX + 1], changed[BECH32_MAX + 1];
    struct text t = text_over(text, sizeof text);
    struct bech32_parts parts;
    rng_stream_init(&stream, seed);
    struct rng rng = rng_from_stream(&stream);
    rng_fill(&rng, bytes, sizeof bytes);
    assert_true(bech32_write("nbc", span_of(bytes, sizeof bytes), &t));
    for (unsigned i = 0; i < 100000; i++) {
        memcpy(changed, text, sizeof text);
        for (unsigned n = rng_below(&rng, 3) + 1; n > 0; n--) {
            size_t at = 4 + rng_below(&rng, (uint32_t)t.len - 4);
            changed[at] = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"[rng_below(&rng, 32)];
        }
        if (strcmp(changed, text) != 0)
            assert_false(bech32_read(span_text(changed), &parts));
    }
}

static void too_long(void **state)
{
    (void)state;
    char text[BECH32_MAX + 2];
    struct bech32_parts parts;
    memset(text, 'q', sizeof text);
    text[0] = 'a';
    text[1] = '1';
    assert_false(bech32_read(span_of(text, sizeof text), &parts));
    assert_false(bech32_read(span_of(text, 0), &parts));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors), cmocka_unit_test(every_length), cmocka_unit_test(no_room),
        cmocka_unit_test(three_errors), cmocka_unit_test(too_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
