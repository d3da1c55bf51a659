/* A move that is read is written in words that are read as the same move.  First byte: kind and
 * size of the board; the rest is what somebody typed. */
#include "fuzz.h"

#include "rules/cell.h"
#include "rules/move.h"

static void typed(enum move_kind kind, unsigned n, struct span text)
{
    static struct view view;
    char words[MOVE_TEXT_MAX];
    struct text t = text_over(words, sizeof words);
    struct choice c = {0}, again = {0};
    memset(&view, 0, sizeof view);
    view.n = (uint8_t)n;
    if (move_read(kind, text, &view, &c) != VERDICT_OK)
        return;
    HOLDS(c.kind == kind && c.values_n <= HAND_MAX);
    move_write(&c, n, &t);
    char *rest = strchr(words, ' ');
    enum verdict v = move_read(kind, span_text(rest ? rest + 1 : ""), &view, &again);
    HOLDS(v == VERDICT_OK);
    HOLDS(again.kind == c.kind && again.cell == c.cell && again.values_n == c.values_n);
    HOLDS(memcmp(again.values, c.values, c.values_n) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum move_kind kinds[] = {MOVE_PLACE, MOVE_CLAIM, MOVE_SWAP, MOVE_PIE};
    uint8_t cell;
    if (size < 1)
        return 0;
    unsigned n = 5 + (data[0] >> 2) % 5u;
    struct span text = span_of(data + 1, size - 1);
    typed(kinds[data[0] & 3], n, text);
    if (cell_read(text, n, &cell))
        HOLDS(cell < n * n);
    return 0;
}
