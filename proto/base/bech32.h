/* bech32.h - bytes as text that is safe to paste and read aloud: bech32m (BIP 350), at most 1023
 * characters, any number of bytes.
 * Rules: docs/formats.md [F-6.2].  Pure; no memory.  Errors: false, outputs as they were.
 * Source of the algorithm: BIP 173 (checksum polynomial, alphabet) and BIP 350 (final constant). */
#ifndef BASE_BECH32_H
#define BASE_BECH32_H

#include "base/buf.h"
#include "base/text.h"

/* Longest text, longest prefix, length of the checksum. */
enum { BECH32_MAX = 1023, BECH32_PREFIX_MAX = 83, BECH32_SUM_LEN = 6 };

/* A text taken apart: prefix in lower case, and the 5-bit symbols without the checksum. */
struct bech32_parts {
    char prefix[BECH32_PREFIX_MAX + 1];
    uint8_t symbols[BECH32_MAX];
    size_t symbols_len;
};

/* The checksum while symbols arrive one by one: for a reader that does not know the end. */
struct bech32_sum {
    uint32_t state;
};

/* The sum after the prefix (lower-case, printable ASCII). */
struct bech32_sum bech32_sum_start(const char *prefix);

/* Take the next symbol, 0..31. */
void bech32_sum_add(struct bech32_sum *sum, uint8_t symbol);

/* True if the symbols so far end in a right checksum. */
bool bech32_sum_holds(const struct bech32_sum *sum);

/* The symbol 0..31 of a character of either case, or -1. */
int bech32_symbol(uint8_t c);

/* Join 5-bit symbols into bytes and append them to *out.  False (out as it was) if bits are left
 * over that are not zero or are five or more, or if the bytes do not fit. */
__attribute__((warn_unused_result)) bool bech32_bytes(struct span symbols, struct buf *out);

/* Append prefix, "1", the bytes and the checksum to *out, in lower case.  False (out as it was)
 * if that is longer than BECH32_MAX or does not fit. */
__attribute__((warn_unused_result)) bool bech32_write(const char *prefix, struct span bytes,
                                                      struct text *out);

/* Take apart a text that is bech32m from its first to its last character, in one case.  False
 * (*out as it was) for anything else. */
__attribute__((warn_unused_result)) bool bech32_read(struct span text, struct bech32_parts *out);

#endif
