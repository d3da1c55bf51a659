/* Typed moves are split into words; which word is the cell and which a tile shows by itself. */
#include "rules/move.h"

#include "rules/cell.h"
#include "rules/domino_move.h"

#include <assert.h>
#include <string.h>

/* Blanks, commas and equals signs part words. */
static bool parts_words(uint8_t c)
{
    return c == ' ' || c == '\t' || c == ',' || c == '=';
}

/* The next word; false at the end. */
static bool next_word(struct span *rest, struct span *word)
{
    size_t from = 0, to;
    while (from < rest->len && parts_words(rest->data[from]))
        from++;
    for (to = from; to < rest->len && !parts_words(rest->data[to]);)
        to++;
    *word = span_of(rest->data + from, to - from);
    *rest = span_of(rest->data + to, rest->len - to);
    return word->len > 0;
}

static bool is_filler(struct span word)
{
    static const char *const fillers[] = {"with", "for", "on", "at", "and", "tiles", "tile"};
    for (unsigned i = 0; i < sizeof fillers / sizeof fillers[0]; i++)
        if (span_equal(word, span_text(fillers[i])))
            return true;
    return false;
}

static bool is_digit(uint8_t c)
{
    return c >= '0' && c <= '9';
}

static bool has_digit(struct span word)
{
    for (size_t i = 0; i < word.len; i++)
        if (is_digit(word.data[i]))
            return true;
    return false;
}

/* Digits, one or several without a gap. */
static enum verdict add_digits(struct span word, unsigned n, struct choice *c)
{
    for (size_t i = 0; i < word.len; i++) {
        if (!is_digit(word.data[i]))
            return VERDICT_USAGE;
        unsigned value = (unsigned)(word.data[i] - '0');
        if (value < 1 || value > n)
            return VERDICT_TILE_UNKNOWN;
        if (c->values_n == HAND_MAX)
            return VERDICT_TILE_NOT_IN_HAND;
        c->values[c->values_n++] = (uint8_t)value;
    }
    return VERDICT_OK;
}

static enum verdict add_word(struct span word, const struct view *view, struct choice *c)
{
    if (is_filler(word))
        return VERDICT_OK;
    if (is_digit(word.data[0]))
        return add_digits(word, view->n, c);
    if (span_equal(word, span_text("all")) && c->kind == MOVE_SWAP && c->values_n == 0) {
        for (unsigned i = 0; view->seat < view->seats && i < view->hand_n[view->seat]; i++)
            c->values[c->values_n++] = view->hand[i];
        return VERDICT_OK;
    }
    if (c->cell != NO_CELL)
        return VERDICT_USAGE;
    if (cell_read(word, view->n, &c->cell))
        return VERDICT_OK;
    bool for_digit = c->kind == MOVE_PLACE && c->values_n == 0 && !has_digit(word);
    return for_digit ? VERDICT_TILE_UNKNOWN : VERDICT_NO_SUCH_CELL;
}

enum verdict move_read(enum move_kind kind, struct span text, const struct view *view,
                       struct choice *out)
{
    struct choice c = {.kind = (uint8_t)kind, .cell = NO_CELL};
    struct span word;
    if (view->terms.game == GAME_DOMINOES)
        return domino_move_read(kind, text, view, out);
    while (next_word(&text, &word)) {
        enum verdict v = add_word(word, view, &c);
        if (v != VERDICT_OK)
            return v;
    }
    bool wants_cell = kind == MOVE_PLACE || kind == MOVE_CLAIM;
    if (wants_cell != (c.cell != NO_CELL))
        return VERDICT_USAGE;
    if ((kind == MOVE_PLACE && c.values_n != 1) || (kind == MOVE_PIE && c.values_n != 0))
        return VERDICT_USAGE;
    *out = c;
    return VERDICT_OK;
}

static void write_values(const struct choice *c, struct text *out)
{
    for (unsigned i = 0; i < c->values_n; i++) {
        text_add(out, " ");
        if (c->values[i] == 0)
            text_add(out, "?");
        else
            text_add_number(out, c->values[i]);
    }
}

void move_write(const struct choice *choice, unsigned n, struct text *out)
{
    static const char *const words[] = {
        [MOVE_PLACE] = "place", [MOVE_CLAIM] = "claim", [MOVE_SWAP] = "swap",
        [MOVE_PIE] = "pie",    [MOVE_LOST] = "lost turn",
    };
    char cell[CELL_TEXT] = "";
    domino_move_write(choice, n, out);
    if (choice->kind < MOVE_PLACE || choice->kind > MOVE_LOST)
        return;
    if (choice->cell != NO_CELL && n > 0 && choice->cell < n * n)
        cell_write(choice->cell, n, cell);
    text_add(out, words[choice->kind]);
    if (choice->kind == MOVE_CLAIM) {
        text_add(out, " ");
        text_add(out, cell);
        text_add(out, choice->values_n > 0 ? " with" : "");
    }
    write_values(choice, out);
    if (choice->kind == MOVE_PLACE) {
        text_add(out, " ");
        text_add(out, cell);
    }
}

static bool is_due(const struct game *game, unsigned place)
{
    for (unsigned i = 0; i < game->due_n; i++)
        if (game->due[i].place == place)
            return true;
    return false;
}

/* The first tile of that value which is free to be used, or NO_PLACE. */
static uint8_t find_tile(const struct game *game, unsigned seat, const uint8_t *known,
                         unsigned value, const struct move *used)
{
    for (unsigned i = 0; i < game->hand_n[seat]; i++) {
        uint8_t place = game->hand[seat][i];
        if (known[place] == value && value != 0 && !is_due(game, place) &&
            memchr(used->places, place, used->places_n) == NULL)
            return place;
    }
    return NO_PLACE;
}

/* Dominoes: what the own tiles contradict is refused here, since nobody else could. */
static enum verdict check_honest(const struct game *game, unsigned seat, const uint8_t *known,
                                 const struct choice *choice)
{
    uint8_t tiles[TILES_MAX];
    for (unsigned i = 0; i < game->hand_n[seat]; i++)
        tiles[i] = known[game->hand[seat][i]];
    if (game->terms.game != GAME_DOMINOES)
        return VERDICT_OK;
    return domino_move_honest(game, tiles, game->hand_n[seat], choice);
}

enum verdict move_find(const struct game *game, unsigned seat, const uint8_t known[TILES_MAX],
                       const struct choice *choice, struct move *out)
{
    struct move m = {.kind = choice->kind, .end = choice->end};
    if (seat >= game->seats || choice->values_n > HAND_MAX)
        return VERDICT_TILE_NOT_IN_HAND;
    if (choice->kind == MOVE_PLACE || choice->kind == MOVE_CLAIM)
        m.cell = choice->cell;
    bool opens = choice->kind == MOVE_PLACE || choice->kind == MOVE_TILE ||
                 choice->kind == MOVE_SHOW;
    if (opens && choice->values_n == 1)
        m.value = choice->values[0];
    for (unsigned i = 0; i < choice->values_n; i++) {
        uint8_t place = find_tile(game, seat, known, choice->values[i], &m);
        if (place == NO_PLACE)
            return VERDICT_TILE_NOT_IN_HAND;
        m.places[m.places_n++] = place;
    }
    enum verdict v = check_honest(game, seat, known, choice);
    if (v == VERDICT_OK)
        *out = m;
    return v;
}

void move_public(const struct move *move, struct choice *out)
{
    *out = (struct choice){.kind = move->kind, .cell = NO_CELL, .end = move->end};
    if (move->kind == MOVE_PLACE || move->kind == MOVE_CLAIM)
        out->cell = move->cell;
    out->values_n = move->places_n <= HAND_MAX ? move->places_n : HAND_MAX;
    if (move->value != 0 && out->values_n == 1)
        out->values[0] = move->value;
}
