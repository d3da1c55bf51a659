/* Tiles are read number by number, so that sets above nine need the dash and others do not. */
#include "rules/domino_move.h"

#include "rules/dominoes.h"

#include <string.h>

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

/* A number at the front of *text, at most two digits; false if there is none. */
static bool take_number(struct span *text, unsigned digits_max, unsigned *out)
{
    unsigned n = 0, value = 0;
    while (n < text->len && n < digits_max && is_digit(text->data[n]))
        value = value * 10 + text->data[n++] - '0';
    *text = span_of(text->data + n, text->len - n);
    *out = value;
    return n > 0;
}

static bool joins_halves(uint8_t c)
{
    return c == '-' || c == '|' || c == ':' || c == '/';
}

static enum verdict read_tile(struct span word, unsigned set, uint8_t *value)
{
    unsigned a = 0, b = 0;
    const bool glued = word.len == 2 && is_digit(word.data[0]) && is_digit(word.data[1]);
    if (!take_number(&word, glued ? 1 : 2, &a))
        return VERDICT_USAGE;
    if (!glued && (word.len < 2 || !joins_halves(word.data[0])))
        return VERDICT_USAGE;
    if (!glued)
        word = span_of(word.data + 1, word.len - 1);
    if (!take_number(&word, 2, &b) || word.len > 0)
        return VERDICT_USAGE;
    if (a > set || b > set)
        return VERDICT_TILE_UNKNOWN;
    *value = dominoes_value(set, a, b);
    return VERDICT_OK;
}

static bool next_word(struct span *rest, struct span *word)
{
    size_t from = 0, to;
    while (from < rest->len && (rest->data[from] == ' ' || rest->data[from] == '\t'))
        from++;
    for (to = from; to < rest->len && rest->data[to] != ' ' && rest->data[to] != '\t';)
        to++;
    *word = span_of(rest->data + from, to - from);
    *rest = span_of(rest->data + to, rest->len - to);
    return word->len > 0;
}

static const char *const end_words[ARMS_MAX] = {"left", "right", "up", "down"};

/* The end of a word: left, right, up, down or their first letters, or its number after "at". */
static bool read_end(struct span word, const struct domino_view *dom, bool by_number, uint8_t *end)
{
    uint64_t number = 0;
    if (by_number && !text_read_number(word, PIPS_MAX, &number))
        return false;
    for (unsigned i = 0; i < dom->arms; i++) {
        struct span name = span_text(end_words[i]);
        bool hit = by_number ? dom->open[i] == number
                             : span_equal(word, name) || span_equal(word, span_of(name.data, 1));
        if (hit) {
            *end = (uint8_t)i;
            return true;
        }
    }
    return false;
}

/* The first end the tile fits, else 0. */
static uint8_t first_end(const struct view *view, unsigned value)
{
    for (unsigned end = 0; end < view->dom.arms; end++)
        if (dominoes_fits(view->terms.set, value, view->dom.open[end]))
            return (uint8_t)end;
    return 0;
}

static enum verdict read_laying(struct span text, const struct view *view, struct choice *c)
{
    struct span word;
    if (!next_word(&text, &word))
        return VERDICT_USAGE;
    enum verdict v = read_tile(word, view->terms.set, &c->values[0]);
    if (v != VERDICT_OK)
        return v;
    c->values_n = 1;
    c->end = first_end(view, c->values[0]);
    if (!next_word(&text, &word))
        return VERDICT_OK;
    bool by_number = span_equal(word, span_text("at"));
    if (by_number && !next_word(&text, &word))
        return VERDICT_USAGE;
    if (!read_end(word, &view->dom, by_number, &c->end))
        return by_number ? VERDICT_NO_MATCH : VERDICT_USAGE;
    return next_word(&text, &word) ? VERDICT_USAGE : VERDICT_OK;
}

static enum verdict read_show(struct span text, const struct view *view, struct choice *c)
{
    struct span word, more;
    if (!next_word(&text, &word) || next_word(&text, &more))
        return VERDICT_USAGE;
    if (span_equal(word, span_text("none")))
        return VERDICT_OK;
    c->values_n = 1;
    return read_tile(word, view->terms.set, &c->values[0]);
}

enum verdict domino_move_read(enum move_kind kind, struct span text, const struct view *view,
                              struct choice *out)
{
    struct choice c = {.kind = (uint8_t)kind, .cell = NO_CELL};
    struct span word;
    enum verdict v = VERDICT_OK;
    if (kind == MOVE_TILE)
        v = read_laying(text, view, &c);
    else if (kind == MOVE_SHOW)
        v = read_show(text, view, &c);
    else if (next_word(&text, &word))
        v = VERDICT_USAGE;
    if (v == VERDICT_OK)
        *out = c;
    return v;
}

void domino_tile_write(unsigned set, unsigned value, struct text *out)
{
    uint8_t half[2];
    if (!dominoes_halves(set, value, half)) {
        text_add(out, "?");
        return;
    }
    text_add_number(out, half[0]);
    text_add(out, "-");
    text_add_number(out, half[1]);
}

void domino_move_write(const struct choice *choice, unsigned set, struct text *out)
{
    static const char *const words[] = {
        [MOVE_SHOW] = "show", [MOVE_TILE] = "place", [MOVE_DRAW] = "draw tile",
        [MOVE_PASS] = "pass",
    };
    if (choice->kind < MOVE_SHOW || choice->kind > MOVE_PASS)
        return;
    text_add(out, words[choice->kind]);
    if (choice->kind == MOVE_SHOW && choice->values_n == 0)
        text_add(out, " none");
    if (choice->values_n > 0) {
        text_add(out, " ");
        domino_tile_write(set, choice->values[0], out);
    }
    if (choice->kind == MOVE_TILE && choice->end < ARMS_MAX) {
        text_add(out, " ");
        text_add(out, end_words[choice->end]);
    }
}

enum verdict domino_move_honest(const struct game *game, const uint8_t *tiles, unsigned n,
                                const struct choice *choice)
{
    const struct dominoes *d = &game->dom;
    const unsigned set = game->terms.set;
    if (choice->kind == MOVE_SHOW && d->phase == DOMINO_SHOW) {
        uint8_t shown = choice->values_n > 0 ? choice->values[0] : 0;
        return shown == dominoes_highest(set, tiles, n) ? VERDICT_OK : VERDICT_MUST_OPEN_DOUBLE;
    }
    if (choice->kind != MOVE_PASS)
        return VERDICT_OK;
    for (unsigned i = 0; i < n; i++)
        for (unsigned end = 0; end < d->arms; end++)
            if (dominoes_fits(set, tiles[i], d->open[end]))
                return VERDICT_FALSE_PASS;
    return VERDICT_OK;
}
