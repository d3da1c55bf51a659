/* A body that is taken has exactly one spelling: packing it again gives the same bytes [F-3.2];
 * the same for a signed entry. */
#include "fuzz.h"

#include "wire/entry.h"

static void body(struct span bytes)
{
    static struct entry e;
    static uint8_t storage[ENTRY_BODY_MAX];
    struct buf b = buf_over(storage, sizeof storage);
    if (entry_unpack(bytes, &e) != VERDICT_OK)
        return;
    HOLDS(entry_pack(&e, &b));
    HOLDS(span_equal(buf_span(&b), bytes));
}

static void record(struct span bytes)
{
    static struct signed_entry e;
    static uint8_t storage[ENTRY_RECORD_MAX];
    struct buf b = buf_over(storage, sizeof storage);
    if (entry_read(bytes, &e) != VERDICT_OK)
        return;
    HOLDS(entry_write(&e, &b));
    HOLDS(span_equal(buf_span(&b), bytes));
    body(span_of(e.body, e.len));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    body(span_of(data, size));
    record(span_of(data, size));
    return 0;
}
