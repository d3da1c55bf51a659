/* buf.h - bytes of our own with a limit: the caller lends the storage, the limit is its size.
 * Pure; allocates nothing.  Errors: a write that does not fit sets `full` and changes nothing
 * else; ask buf_ok once at the end. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/span.h"

#include <stdbool.h>

struct buf {
    uint8_t *data; /* storage of the caller, at least `max` bytes, outlives the buf */
    size_t len, max;
    bool full; /* something did not fit */
};

/* An empty buf over the caller's storage. */
struct buf buf_over(uint8_t *storage, size_t max);

/* Append bytes, one byte, or a number as `width` (1..8) bytes little endian. */
void buf_add(struct buf *b, struct span bytes);
void buf_add_byte(struct buf *b, uint8_t byte);
void buf_add_le(struct buf *b, uint64_t number, unsigned width);

/* Everything fitted so far. */
bool buf_ok(const struct buf *b);

/* Look at the bytes; valid until the next write. */
struct span buf_span(const struct buf *b);

/* Bytes as lower-case hex with a final zero; `out` holds 2 * len + 1 characters. */
void hex_write(struct span bytes, char *out);

/* Exactly out_len bytes from 2 * out_len hex digits of either case; false (and `out`
 * untouched) for anything else. */
__attribute__((warn_unused_result)) bool hex_read(struct span text, uint8_t *out, size_t out_len);

#endif
