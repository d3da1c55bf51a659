/* Quotas instead of a depth limit: protobuf-c turns two bytes of input into a hundred bytes of
 * memory (an empty sub-message), before anybody has seen a single field. */
#include "wire/alloc.h"

#include <stdlib.h>

static void *take(void *data, size_t size)
{
    struct alloc *a = data;
    void *block = NULL;

    if (a->blocks_left > 0 && size <= a->bytes_left)
        block = malloc(size > 0 ? size : 1);
    if (!block) {
        a->refused = true;
        return NULL;
    }
    a->blocks_left--;
    a->bytes_left -= size;
    return block;
}

static void give_back(void *data, void *block)
{
    (void)data;
    free(block);
}

void alloc_init(struct alloc *a, size_t bytes_max, unsigned blocks_max)
{
    *a = (struct alloc){{take, give_back, a}, bytes_max, blocks_max, false};
}
