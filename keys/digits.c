/* Digits, because people speak five languages and type them without looking. */
#include "keys/digits.h"

#include "base/hash.h"

#include <string.h>

enum { TEN = 10, ALL = 100000 };

/* [P-7.14] What a friend reads aloud to be checked is the hash, all 64 bytes, under the tag digits
 * of: the reader's identity, the listener's identity. */
void digits_write(const struct player_key *reader, const struct player_key *listener,
                  char out[DIGITS_SIZE])
{
    uint8_t full[64];
    struct hasher h;

    hash_start(&h, TAG_DIGITS);
    hash_bytes(&h, span_of(reader->b, sizeof reader->b));
    hash_bytes(&h, span_of(listener->b, sizeof listener->b));
    hash_end64(&h, full);
    for (unsigned group = 0; group < DIGITS_GROUPS; group++) {
        uint64_t number = 0;
        char *at = out + group * (DIGITS_GROUP + 1);
        for (unsigned i = 0; i < DIGITS_GROUP; i++)
            number = number << 8 | full[group * DIGITS_GROUP + i];
        number %= ALL;
        for (unsigned i = DIGITS_GROUP; i-- > 0; number /= TEN)
            at[i] = (char)('0' + number % TEN);
        at[DIGITS_GROUP] = group + 1 < DIGITS_GROUPS ? ' ' : '\0';
    }
}

bool digits_read(struct span text, char out[DIGITS_SIZE])
{
    char found[DIGITS_SIZE];
    unsigned n = 0;

    for (size_t i = 0; i < text.len; i++) {
        uint8_t c = text.data[i];
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c >= 0x80)
            return false;
        if (c < '0' || c > '9')
            continue;
        if (n == DIGITS_COUNT)
            return false;
        found[n + n / DIGITS_GROUP] = (char)c;
        n++;
    }
    if (n != DIGITS_COUNT)
        return false;
    for (unsigned group = 1; group < DIGITS_GROUPS; group++)
        found[group * (DIGITS_GROUP + 1) - 1] = ' ';
    found[DIGITS_SIZE - 1] = '\0';
    memcpy(out, found, DIGITS_SIZE);
    return true;
}

unsigned digits_differ(const char *a, const char *b)
{
    for (unsigned i = 0; i + 1 < DIGITS_SIZE; i++)
        if (a[i] != b[i])
            return i / (DIGITS_GROUP + 1) + 1;
    return 0;
}
