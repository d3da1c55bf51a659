/* span.h - borrowed bytes: a pointer and a length, never owned, never kept past the call.
 * Pure. */
#ifndef BASE_SPAN_H
#define BASE_SPAN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct span {
    const uint8_t *data;
    size_t len;
};

/* The bytes at `data`, `len` of them; `data` may be NULL only when len is 0. */
static inline struct span span_of(const void *data, size_t len)
{
    return (struct span){data, len};
}

/* A C string without its final zero. */
static inline struct span span_text(const char *text)
{
    return (struct span){(const uint8_t *)text, strlen(text)};
}

/* Same length and same bytes.  Not constant time: never for secrets. */
static inline int span_equal(struct span a, struct span b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

#endif
