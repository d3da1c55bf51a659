/* Blocks that are found in a text can be written, and are found again with the same bytes; the
 * search always comes to an end. */
#include "fuzz.h"

#include "wire/armour.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t bytes[1 << 16], again[1 << 16];
    static char storage[1 << 18];
    struct armour_found found = {0}, second;
    enum verdict v = VERDICT_OK;
    for (unsigned i = 0; v != VERDICT_NO_MESSAGE && v != VERDICT_TOO_LONG; i++) {
        struct buf out = buf_over(bytes, sizeof bytes), copy = buf_over(again, sizeof again);
        struct text text = text_over(storage, sizeof storage);
        size_t before = found.at;
        v = armour_read(span_of(data, size), &found, &out);
        HOLDS(found.at > before || v == VERDICT_NO_MESSAGE || v == VERDICT_TOO_LONG);
        HOLDS(v == VERDICT_OK || out.len == 0);
        HOLDS(v != VERDICT_MESSAGE_DAMAGED || found.line > 0);
        if (v != VERDICT_OK)
            continue;
        HOLDS(armour_write(buf_span(&out), &text));
        second = (struct armour_found){0};
        HOLDS(armour_read(span_text(storage), &second, &copy) == VERDICT_OK);
        HOLDS(span_equal(buf_span(&out), buf_span(&copy)));
    }
    return 0;
}
