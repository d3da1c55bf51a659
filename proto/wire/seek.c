/* Such texts travel through mail programs, chats and people's hands, so the reader hunts for them:
 * from every place where a prefix may begin it walks over the symbols, skipping what such roads
 * insert, and takes the first place where the checksum holds and the taker is content with the
 * bytes.  The end needs no mark that way. */
#include "wire/seek.h"

#include "base/bech32.h"
#include "base/buf.h"
#include "wire/paste.h"

enum {
    BYTES_MAX = 640, /* more than 1023 characters can hold */
    LEAST_SYMBOLS = 8 + BECH32_SUM_LEN
};

/* One walk from a possible beginning. */
struct walk {
    struct span text;
    size_t at;
    bool small, capital; /* cases seen so far */
    char prefix[8];
    struct bech32_sum sum;
    uint8_t symbols[BECH32_MAX];
    size_t symbols_len;
};

/* The next character that counts, in lower case; PASTE_FOREIGN at the end, or once cases are
 * mixed. */
static int walk_next(struct walk *w)
{
    while (w->at < w->text.len) {
        int c = paste_next(w->text, &w->at);
        if (c == PASTE_SKIPPED)
            continue;
        /* [F-6.6] All letters of the ticket are small or all are capitals. */
        w->small |= c >= 'a' && c <= 'z';
        w->capital |= c >= 'A' && c <= 'Z';
        if (c == PASTE_FOREIGN || (w->small && w->capital))
            return PASTE_FOREIGN;
        return c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c;
    }
    return PASTE_FOREIGN;
}

/* "nb", one or two letters, "1". */
static bool walk_prefix(struct walk *w)
{
    for (size_t len = 0; len < 5; len++) {
        int c = walk_next(w);
        if (c == '1' && len >= 3) {
            w->sum = bech32_sum_start(w->prefix);
            return true;
        }
        if (c < 'a' || c > 'z' || (len < 2 && c != "nb"[len]))
            return false;
        w->prefix[len] = (char)c;
    }
    return false;
}

/* On to the next place where the checksum holds; false where the symbols end. */
static bool walk_on(struct walk *w)
{
    while (w->symbols_len < BECH32_MAX - strlen(w->prefix) - 1) {
        int c = walk_next(w);
        int symbol = c < 0 ? -1 : bech32_symbol((uint8_t)c);
        if (symbol < 0)
            return false;
        w->symbols[w->symbols_len++] = (uint8_t)symbol;
        bech32_sum_add(&w->sum, (uint8_t)symbol);
        if (w->symbols_len >= LEAST_SYMBOLS && bech32_sum_holds(&w->sum))
            return true;
    }
    return false;
}

/* What stands at the walk's place, where a checksum holds. */
static enum verdict walk_take(const struct walk *w, seek_take *take, void *context)
{
    uint8_t bytes[BYTES_MAX];
    struct buf b = buf_over(bytes, sizeof bytes);
    bool whole = bech32_bytes(span_of(w->symbols, w->symbols_len - BECH32_SUM_LEN), &b);
    return take(context, w->prefix, whole ? buf_span(&b) : span_of(bytes, 0));
}

static enum verdict seek_at(struct span text, size_t at, seek_take *take, void *context)
{
    struct walk w = {.text = text, .at = at};
    enum verdict best = VERDICT_TICKET_MALFORMED;
    if (!walk_prefix(&w))
        return best;
    while (walk_on(&w)) {
        enum verdict v = walk_take(&w, take, context);
        if (v == VERDICT_OK)
            return v;
        if (v != VERDICT_TICKET_MALFORMED)
            best = v;
    }
    return best;
}

enum verdict seek(struct span text, seek_take *take, void *context)
{
    enum verdict best = VERDICT_TICKET_MALFORMED;
    if (text.len > SEEK_TEXT_MAX)
        return best;
    for (size_t at = 0; at < text.len; at++) {
        if (text.data[at] != 'n' && text.data[at] != 'N')
            continue;
        enum verdict v = seek_at(text, at, take, context);
        if (v == VERDICT_OK)
            return v;
        if (v != VERDICT_TICKET_MALFORMED && best != VERDICT_TICKET_VERSION)
            best = v;
    }
    return best;
}
