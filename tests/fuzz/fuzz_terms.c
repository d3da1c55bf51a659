/* Settings as typed ("key=value", one a line, the first line a preset): what is taken is shown in
 * words that give the same value again; terms that pass the check survive their 26 bytes. */
#include "fuzz.h"

#include "rules/terms.h"

static void shown_is_read(const struct terms *terms)
{
    unsigned n;
    const struct term_row *rows = terms_rows(&n);
    for (unsigned i = 0; i < n; i++) {
        char value[64];
        struct text t = text_over(value, sizeof value);
        struct terms again = *terms;
        uint8_t a[TERMS_BYTES], b[TERMS_BYTES];
        if (!terms_value(terms, rows[i].name, &t))
            continue;
        HOLDS(terms_set(&again, span_text(rows[i].name), span_text(value)) == VERDICT_OK);
        if (strcmp(rows[i].name, "size") == 0 || strcmp(rows[i].name, "board") == 0)
            continue; /* naming a size sets others to its defaults */
        terms_bytes(terms, a);
        terms_bytes(&again, b);
        HOLDS(memcmp(a, b, sizeof a) == 0);
    }
}

static void check(const struct terms *terms)
{
    struct terms again;
    uint8_t bytes[TERMS_BYTES], back[TERMS_BYTES];
    const char *bad = NULL;
    terms_bytes(terms, bytes);
    terms_from_bytes(bytes, &again);
    terms_bytes(&again, back);
    HOLDS(memcmp(bytes, back, sizeof bytes) == 0);
    if (terms_check(terms, &bad) == VERDICT_OK)
        shown_is_read(terms);
    else
        HOLDS(bad != NULL);
}

static void line(struct terms *terms, struct span text)
{
    const uint8_t *equals = text.len ? memchr(text.data, '=', text.len) : NULL;
    enum preset preset;
    if (!equals) {
        if (terms_preset_read(text, &preset))
            terms_preset(preset, terms);
        return;
    }
    size_t name = (size_t)(equals - text.data);
    (void)!terms_set(terms, span_of(text.data, name),
                     span_of(equals + 1, text.len - name - 1));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct terms terms;
    if (size == TERMS_BYTES) {
        terms_from_bytes(data, &terms);
        check(&terms);
    }
    terms_preset(PRESET_BRIDGE, &terms);
    for (size_t at = 0; at < size;) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t len = end ? (size_t)(end - data) - at : size - at;
        line(&terms, span_of(data + at, len));
        at += len + 1;
    }
    check(&terms);
    return 0;
}
