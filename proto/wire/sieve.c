/* One small function per kind of field, so that the readers of messages are lists of lines. */
#include "wire/sieve.h"

#include "base/text.h"

#include <string.h>

void sieve_fault(struct sieve *s, enum verdict verdict)
{
    if (s->verdict == VERDICT_OK)
        s->verdict = verdict;
}

uint32_t sieve_number(struct sieve *s, uint64_t number, uint32_t least, uint32_t most)
{
    if (number >= least && number <= most)
        return (uint32_t)number;
    sieve_fault(s, VERDICT_FIELD_RANGE);
    return 0;
}

uint8_t sieve_or_none(struct sieve *s, uint64_t number, uint32_t most)
{
    return number == 255 ? 255 : (uint8_t)sieve_number(s, number, 0, most);
}

void sieve_text(struct sieve *s, const char *in, char *out, size_t size)
{
    size_t len = in ? strlen(in) : 0;

    out[0] = '\0';
    if (len == 0)
        return;
    if (len >= size || !text_is_showable(span_of(in, len))) {
        sieve_fault(s, VERDICT_TEXT_MALFORMED);
        return;
    }
    memcpy(out, in, len + 1);
}

void sieve_bytes(struct sieve *s, ProtobufCBinaryData in, uint8_t *out, size_t len)
{
    if (in.len != len) {
        sieve_fault(s, VERDICT_FIELD_RANGE);
        return;
    }
    if (len > 0)
        memcpy(out, in.data, len);
}

void sieve_small(struct sieve *s, const uint8_t *bytes, size_t len, uint8_t most)
{
    for (size_t i = 0; i < len; i++)
        if (bytes[i] > most)
            sieve_fault(s, VERDICT_FIELD_RANGE);
}

unsigned sieve_count(struct sieve *s, size_t count, unsigned most)
{
    if (count <= most)
        return (unsigned)count;
    sieve_fault(s, VERDICT_TOO_MANY);
    return 0;
}

char *sieve_lend_text(const char *text)
{
    char *lent;
    memcpy(&lent, &text, sizeof lent);
    return lent;
}

ProtobufCBinaryData sieve_lend(const uint8_t *bytes, size_t len)
{
    ProtobufCBinaryData lent = {.len = len};
    memcpy(&lent.data, &bytes, sizeof lent.data);
    return lent;
}
