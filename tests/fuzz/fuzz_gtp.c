/* What an engine says: a reply is taken whole or refused, the same whatever pieces it comes in; its
 * text can be shown, and a move in it is read or refused. */
#include "fuzz.h"

#include "cli/bot.h"

#include <string.h>

/* All of it in pieces of `step` bytes. */
static enum gtp_state feed(struct gtp_reader *r, const uint8_t *data, size_t size, size_t step,
                           size_t *used)
{
    enum gtp_state state = GTP_WAITING;

    gtp_begin(r);
    *used = 0;
    while (state == GTP_WAITING && *used < size) {
        size_t now = size - *used < step ? size - *used : step, took = 0;
        state = gtp_take(r, data + *used, now, &took);
        HOLDS(took <= now && took > 0);
        HOLDS(state != GTP_WAITING || took == now);
        *used += took;
    }
    HOLDS(r->len <= GTP_REPLY_MAX);
    return state;
}

static void read_move(const char *words, enum preset preset)
{
    static struct view view;
    struct choice choice;

    memset(&view, 0, sizeof view);
    terms_preset(preset, &view.terms);
    view.n = view.terms.size;
    if (bot_read_move(words, &view, &choice) == VERDICT_OK)
        HOLDS(choice.values_n <= HAND_MAX && choice.kind <= MOVE_PASS);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct gtp_reader whole, parts;
    char line[256];
    struct text shown = text_over(line, sizeof line);
    size_t used, used_too;
    enum gtp_state state = feed(&whole, data, size, size > 0 ? size : 1, &used);

    HOLDS(feed(&parts, data, size, 1, &used_too) == state && used == used_too);
    gtp_showable((const char *)data, size < 200 ? size : 200, &shown);
    HOLDS(text_is_showable(span_text(line)));
    if (state != GTP_DONE && state != GTP_REFUSED)
        return 0;
    HOLDS(data[0] == whole.text[0] || data[0] == '\n' || data[0] == '\r');
    const char *text = gtp_text(&whole);
    HOLDS(text_is_showable(span_text(text)));
    read_move(text, PRESET_BRIDGE);
    read_move(text, PRESET_DOMINOES);
    return 0;
}
