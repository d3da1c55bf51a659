/* A frame that is taken can be packed and taken again, with the same bytes from then on; its
 * entries can be walked to the end. */
#include "fuzz.h"

#include "wire/peer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct peer_message m;
    static struct signed_entry e;
    static uint8_t first[2 * PEER_FRAME_MAX], second[2 * PEER_FRAME_MAX];
    struct buf a = buf_over(first, sizeof first), b = buf_over(second, sizeof second);
    size_t at = 0;
    if (peer_unpack(span_of(data, size), &m) != VERDICT_OK)
        return 0;
    HOLDS(peer_pack(&m, &a));
    HOLDS(peer_unpack(buf_span(&a), &m) == VERDICT_OK);
    HOLDS(peer_pack(&m, &b));
    HOLDS(span_equal(buf_span(&a), buf_span(&b)));
    while (peer_next_entry(&m, &at, &e) == VERDICT_OK)
        HOLDS(at <= m.entries_len);
    return 0;
}
