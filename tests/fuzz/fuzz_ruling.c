/* A ruling that is read, from bytes or out of a text, writes the same bytes again, and is found
 * again as the same in the text that it makes. */
#include "fuzz.h"

#include "wire/ruling.h"

#include <string.h>

static void look_again(const struct ruling *r, struct span expected)
{
    uint8_t bytes[RULING_BYTES_MAX], other[RULING_BYTES_MAX];
    char storage[RULING_TEXT_SIZE];
    struct buf b = buf_over(bytes, sizeof bytes), c = buf_over(other, sizeof other);
    struct text out = text_over(storage, sizeof storage);
    struct ruling again;
    HOLDS(ruling_write(r, &b));
    HOLDS(expected.len == 0 || (b.len == expected.len && memcmp(bytes, expected.data, b.len) == 0));
    HOLDS(ruling_text(r, &out));
    HOLDS(ruling_find(span_text(storage), &again) == VERDICT_OK);
    HOLDS(ruling_write(&again, &c) && c.len == b.len && memcmp(bytes, other, b.len) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ruling r;
    if (ruling_read(span_of(data, size), &r) == VERDICT_OK)
        look_again(&r, span_of(data, size));
    if (ruling_find(span_of(data, size), &r) == VERDICT_OK)
        look_again(&r, span_of(NULL, 0));
    return 0;
}
