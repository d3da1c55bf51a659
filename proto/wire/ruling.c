/* One spelling only: what is read writes the same bytes again, so the signature stays good. */
#include "wire/ruling.h"

#include "base/bech32.h"
#include "wire/entry.h"
#include "wire/seek.h"

enum { HEAD_LEN = 36, FIXED_LEN = 43, SIGNED_LEN = 64 };
static const char prefix_text[] = "nbr";

static int compare(const struct ruled_head *a, const struct ruled_head *b)
{
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return memcmp(a->head.b, b->head.b, sizeof a->head.b);
}

void ruling_order(struct ruling *r)
{
    struct ruled_head sorted[RULING_HEADS_MAX] = {0};
    unsigned n = 0;
    for (unsigned i = 0; i < r->heads_n && i < RULING_HEADS_MAX; i++) {
        unsigned at = 0;
        while (at < n && compare(&sorted[at], &r->heads[i]) < 0)
            at++;
        if (at < n && compare(&sorted[at], &r->heads[i]) == 0)
            continue;
        memmove(&sorted[at + 1], &sorted[at], (n++ - at) * sizeof sorted[0]);
        sorted[at] = r->heads[i];
    }
    r->heads_n = n;
    memcpy(r->heads, sorted, n * sizeof sorted[0]);
}

/* [F-10.2] They stand in ascending order of the number, then of the bytes of the hash; none stands
 * there twice. */
static bool is_sound(const struct ruling *r)
{
    if (r->heads_n < 1 || r->heads_n > RULING_HEADS_MAX || r->time_ms > INT64_MAX ||
        (r->winner >= SEATS_MAX && r->winner != NO_SEAT))
        return false;
    for (unsigned i = 0; i < r->heads_n; i++)
        if (r->heads[i].number < 1 || r->heads[i].number > ENTRIES_MAX ||
            (i > 0 && compare(&r->heads[i - 1], &r->heads[i]) >= 0))
            return false;
    return true;
}

bool ruling_write_signed(const struct ruling *r, struct buf *out)
{
    if (!is_sound(r))
        return false;
    buf_add_byte(out, RULING_VERSION);
    buf_add(out, span_of(r->game.b, sizeof r->game.b));
    buf_add_byte(out, r->winner == NO_SEAT ? 0 : (uint8_t)(r->winner + 1));
    buf_add_le(out, r->time_ms, 8);
    buf_add_byte(out, (uint8_t)r->heads_n);
    for (unsigned i = 0; i < r->heads_n; i++) {
        buf_add_le(out, r->heads[i].number, 4);
        buf_add(out, span_of(r->heads[i].head.b, sizeof r->heads[i].head.b));
    }
    return buf_ok(out);
}

bool ruling_write(const struct ruling *r, struct buf *out)
{
    if (!ruling_write_signed(r, out))
        return false;
    buf_add(out, span_of(r->signature.b, sizeof r->signature.b));
    return buf_ok(out);
}

static uint64_t read_le(const uint8_t *at, unsigned width)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < width; i++)
        number |= (uint64_t)at[i] << (8 * i);
    return number;
}

static void read_heads(const uint8_t *at, struct ruling *r)
{
    for (unsigned i = 0; i < r->heads_n; i++, at += HEAD_LEN) {
        r->heads[i].number = (uint32_t)read_le(at, 4);
        memcpy(r->heads[i].head.b, at + 4, sizeof r->heads[i].head.b);
    }
    memcpy(r->signature.b, at, sizeof r->signature.b);
}

enum verdict ruling_read(struct span bytes, struct ruling *out)
{
    const uint8_t *at = bytes.data;
    struct ruling r = {.winner = NO_SEAT};
    if (bytes.len > 0 && at[0] > RULING_VERSION)
        return VERDICT_RULING_VERSION;
    if (bytes.len < FIXED_LEN || at[0] != RULING_VERSION || at[33] > SEATS_MAX ||
        at[42] > RULING_HEADS_MAX ||
        bytes.len != FIXED_LEN + (size_t)HEAD_LEN * at[42] + SIGNED_LEN)
        return VERDICT_RULING_MALFORMED;
    memcpy(r.game.b, at + 1, sizeof r.game.b);
    if (at[33] > 0)
        r.winner = (uint8_t)(at[33] - 1);
    r.time_ms = read_le(at + 34, 8);
    r.heads_n = at[42];
    read_heads(at + FIXED_LEN, &r);
    if (!is_sound(&r))
        return VERDICT_RULING_MALFORMED;
    *out = r;
    return VERDICT_OK;
}

/* --- as text -------------------------------------------------------------------------------- */

bool ruling_text(const struct ruling *r, struct text *out)
{
    uint8_t bytes[RULING_BYTES_MAX];
    struct buf b = buf_over(bytes, sizeof bytes);
    return ruling_write(r, &b) && bech32_write(prefix_text, buf_span(&b), out);
}

static enum verdict take_found(void *context, const char *prefix, struct span bytes)
{
    enum verdict v = strcmp(prefix, prefix_text) == 0 ? ruling_read(bytes, context)
                                                      : VERDICT_RULING_MALFORMED;
    return v == VERDICT_RULING_MALFORMED ? VERDICT_TICKET_MALFORMED : v;
}

enum verdict ruling_find(struct span text, struct ruling *out)
{
    enum verdict v = seek(text, take_found, out);
    return v == VERDICT_TICKET_MALFORMED ? VERDICT_RULING_MALFORMED : v;
}
