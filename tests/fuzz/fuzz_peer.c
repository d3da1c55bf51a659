/* Frames from strangers: whatever is read can be packed again and reads the same; entries in a row
 * are walked to their end. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "wire/limits.h"
#include "wire/peer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct peer_message first, second;
static struct signed_entry entry;
static uint8_t storage[PEER_FRAME_MAX];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf frame = buf_over(storage, sizeof storage);

    if (peer_unpack(span_of(data, size), &first) != VERDICT_OK)
        return 0;
    if (first.kind == PEER_ENTRIES)
        for (size_t at = 0; peer_next_entry(&first, &at, &entry) == VERDICT_OK;)
            assert(at <= first.entries_len);
    /* Fields nobody uses may have made the frame longer than what we would write, never shorter. */
    assert(peer_pack(&first, &frame));
    assert(peer_unpack(buf_span(&frame), &second) == VERDICT_OK);
    assert(memcmp(&first, &second, sizeof first) == 0);
    return 0;
}
