/* A request or reply that is taken can be packed and taken again, with the same bytes from then
 * on. */
#include "fuzz.h"

#include "wire/control.h"

static uint8_t first[CONTROL_FRAME_MAX], second[CONTROL_FRAME_MAX];

static void as_request(struct span bytes)
{
    static struct request r;
    struct buf a = buf_over(first, sizeof first), b = buf_over(second, sizeof second);
    if (control_unpack_request(bytes, &r) != VERDICT_OK)
        return;
    HOLDS(control_pack_request(&r, &a));
    HOLDS(control_unpack_request(buf_span(&a), &r) == VERDICT_OK);
    HOLDS(control_pack_request(&r, &b));
    HOLDS(span_equal(buf_span(&a), buf_span(&b)));
}

static void as_reply(struct span bytes)
{
    static struct reply r;
    struct buf a = buf_over(first, sizeof first), b = buf_over(second, sizeof second);
    if (control_unpack_reply(bytes, &r) != VERDICT_OK)
        return;
    HOLDS(control_pack_reply(&r, &a));
    HOLDS(control_unpack_reply(buf_span(&a), &r) == VERDICT_OK);
    HOLDS(control_pack_reply(&r, &b));
    HOLDS(span_equal(buf_span(&a), buf_span(&b)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    as_request(span_of(data, size));
    as_reply(span_of(data, size));
    return 0;
}
