/* alloc.h - memory for unpacking one message, with a quota of bytes and one of blocks: a short
 * message that would blow up into much memory is refused while it is still being scanned.
 * Used by all files of wire/, nobody else.
 * Memory: plain value; lives until everything unpacked with it has been freed.
 * Errors: over the quota the allocator returns NULL and protobuf-c gives up the whole message. */
#ifndef WIRE_ALLOC_H
#define WIRE_ALLOC_H

#include <protobuf-c/protobuf-c.h>

#include <stdbool.h>
#include <stddef.h>

struct alloc {
    ProtobufCAllocator calls; /* hand &a->calls to x__unpack and x__free_unpacked */
    size_t bytes_left;
    unsigned blocks_left;
    bool refused; /* a quota, or the machine, said no: VERDICT_MEMORY rather than malformed */
};

/* Quotas over the whole life of *a: what is freed does not come back.  *a must not move
 * afterwards (it points to itself). */
void alloc_init(struct alloc *a, size_t bytes_max, unsigned blocks_max);

#endif
