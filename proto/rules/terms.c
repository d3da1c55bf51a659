/* One table of settings: range, field and words stand in the row, so that reading, checking,
 * writing and help never disagree. */
#include "rules/terms.h"

#include <assert.h>
#include <string.h>

enum { HOUR_S = 3600, DAY_S = 86400, MOVE_MAX_S = 30 * DAY_S, WORDS_MAX = 4, LEAVE_MAX = 60 };

/* Games a setting belongs to, as bits. */
enum {
    IN_BRIDGE = 1 << GAME_BRIDGE,
    IN_DOMAINS = 1 << GAME_DOMAINS,
    IN_DOMINOES = 1 << GAME_DOMINOES,
    IN_NUMBRIDGE = IN_BRIDGE | IN_DOMAINS,
    IN_ALL = IN_NUMBRIDGE | IN_DOMINOES
};

enum value_kind { VALUE_NUMBER, VALUE_WORD, VALUE_TIME, VALUE_SET };

struct setting {
    enum value_kind kind;
    unsigned games;         /* where it is used */
    size_t offset, width;   /* of its field in struct terms */
    uint32_t least, most;   /* range; for a time 0 is allowed too and means "none" */
    const char *words[WORDS_MAX]; /* word i stands for the value least + i */
};

#define FIELD(name) offsetof(struct terms, name), sizeof(((struct terms *)0)->name)

/* The rows for people and the rows for the machine go by the same index. */
static const struct term_row rows[] = {
    {"size", "rows and columns of the board, 5 to 9; sets 'givens' and 'hand' to its defaults"},
    {"givens", "digits printed at the start, on 9x9 22 to 34"},
    {"blocks", "regular or irregular"},
    {"hand", "tiles held, 3 to 7"},
    {"claim", "tiles a claim costs, 0 to 2"},
    {"candidates", "may candidates be shown: yes or no"},
    {"rated", "yes or no"},
    {"per-move", "time for a move: 60s, 15m, 3d or none"},
    {"per-game", "time for each player's whole game: 15m, 2h or none"},
    {"clock", "none, honour, claim or witness"},
    {"first", "who begins: coin, proposer or other"},
    {"players", "dominoes: 2 to 4"},
    {"set", "dominoes: double 6, 9 or 12"},
    {"rounds", "dominoes: rounds that win the match, 1 to 9"},
    {"youngest", "dominoes: number of the youngest player, 0 if not named"},
    {"abkhaz", "dominoes: four arms at the first double, yes or no"},
    {"leave", "days of leave each player may take in the game, 0 to 60"},
};

static const struct setting settings[] = {
    {VALUE_NUMBER, IN_NUMBRIDGE, FIELD(size), 5, BOARD_MAX, {NULL}},
    {VALUE_NUMBER, IN_NUMBRIDGE, FIELD(givens), 6, 34, {NULL}},
    {VALUE_WORD, IN_NUMBRIDGE, FIELD(blocks), 1, 2, {"regular", "irregular"}},
    {VALUE_NUMBER, IN_NUMBRIDGE, FIELD(hand), 3, HAND_MAX, {NULL}},
    {VALUE_NUMBER, IN_NUMBRIDGE, FIELD(claim), 0, 2, {NULL}},
    {VALUE_WORD, IN_NUMBRIDGE, FIELD(candidates), 0, 1, {"no", "yes"}},
    {VALUE_WORD, IN_ALL, FIELD(rated), 0, 1, {"no", "yes"}},
    {VALUE_TIME, IN_ALL, FIELD(move_s), 5, MOVE_MAX_S, {NULL}},
    {VALUE_TIME, IN_ALL, FIELD(game_s), 30, MOVE_MAX_S, {NULL}},
    {VALUE_WORD, IN_ALL, FIELD(clock), 1, 4, {"none", "honour", "claim", "witness"}},
    {VALUE_WORD, IN_ALL, FIELD(first), 1, 3, {"coin", "proposer", "other"}},
    {VALUE_NUMBER, IN_DOMINOES, FIELD(players), 2, SEATS_MAX, {NULL}},
    {VALUE_SET, IN_DOMINOES, FIELD(set), 6, 12, {NULL}},
    {VALUE_NUMBER, IN_DOMINOES, FIELD(rounds), 1, 9, {NULL}},
    {VALUE_NUMBER, IN_DOMINOES, FIELD(youngest), 0, SEATS_MAX, {NULL}},
    {VALUE_WORD, IN_DOMINOES, FIELD(abkhaz), 0, 1, {"no", "yes"}},
    {VALUE_NUMBER, IN_ALL, FIELD(leave), 0, LEAVE_MAX, {NULL}},
};

enum { ROWS = sizeof rows / sizeof rows[0] };
_Static_assert(sizeof settings / sizeof settings[0] == ROWS, "one setting for every row");

/* What a board size brings with it; 0 = no such size. */
struct size_row { uint8_t least, most, givens, hand, regular; };
static const struct size_row sizes[BOARD_MAX + 1] = {
    [5] = {6, 11, 9, 4, 0},    [6] = {8, 14, 12, 4, 1},  [7] = {12, 21, 18, 4, 0},
    [8] = {17, 28, 24, 4, 1},  [9] = {22, 34, 30, 5, 1},
};

/* The presets of. */
struct preset_row { const char *name; struct terms terms; };
#define BOARD_OF(n, count, tiles)                                                                \
    .rules = RULES_VERSION, .players = 2, .size = (n), .givens = (count), .hand = (tiles),        \
    .claim = 1, .blocks = BLOCKS_REGULAR, .candidates = 1, .clock = CLOCK_HONOUR,                 \
    .first = FIRST_COIN
static const struct preset_row presets[] = {
    {"bridge", {BOARD_OF(9, 30, 5), .preset = PRESET_BRIDGE, .game = GAME_BRIDGE, .rated = 1,
                .move_s = 60, .game_s = 900}},
    {"study", {BOARD_OF(9, 30, 5), .preset = PRESET_STUDY, .game = GAME_BRIDGE, .rated = 0,
               .move_s = 120, .game_s = 1800}},
    {"blitz", {BOARD_OF(6, 12, 4), .preset = PRESET_BLITZ, .game = GAME_BRIDGE, .rated = 1,
               .move_s = 20, .game_s = 300}},
    {"domains", {BOARD_OF(9, 30, 5), .preset = PRESET_DOMAINS, .game = GAME_DOMAINS, .rated = 1,
                 .move_s = 45, .game_s = 1200}},
    {"dominoes", {.rules = RULES_VERSION, .preset = PRESET_DOMINOES, .game = GAME_DOMINOES,
                  .players = 2, .rated = 0, .clock = CLOCK_HONOUR, .first = FIRST_COIN, .set = 6,
                  .rounds = 5, .move_s = 60, .game_s = 1800}},
};
enum { PRESETS = sizeof presets / sizeof presets[0] };

static uint32_t field_get(const struct terms *terms, const struct setting *s)
{
    const uint8_t *at = (const uint8_t *)terms + s->offset;
    uint32_t wide;
    if (s->width == 1)
        return *at;
    memcpy(&wide, at, sizeof wide);
    return wide;
}

static void field_set(struct terms *terms, const struct setting *s, uint32_t value)
{
    uint8_t *at = (uint8_t *)terms + s->offset;
    if (s->width == 1)
        *at = (uint8_t)value;
    else
        memcpy(at, &value, sizeof value);
}

static bool in_range(const struct setting *s, uint32_t value)
{
    if (s->kind == VALUE_TIME && value == 0)
        return true;
    if (s->kind == VALUE_SET && value != 6 && value != 9 && value != 12)
        return false;
    return value >= s->least && value <= s->most;
}

void terms_preset(enum preset preset, struct terms *out)
{
    assert(preset >= 1 && preset <= (int)PRESETS);
    *out = presets[preset - 1].terms;
}

bool terms_preset_read(struct span name, enum preset *out)
{
    for (unsigned i = 0; i < PRESETS; i++)
        if (span_equal(name, span_text(presets[i].name))) {
            *out = (enum preset)(i + 1);
            return true;
        }
    return false;
}

const char *terms_preset_name(enum preset preset)
{
    assert(preset >= 1 && preset <= (int)PRESETS);
    return presets[preset - 1].name;
}

/* The units of a time, the largest first. */
struct unit { char letter; uint32_t seconds; };
static const struct unit units[] = {{'d', DAY_S}, {'h', HOUR_S}, {'m', 60}, {'s', 1}};
enum { UNITS = sizeof units / sizeof units[0] };

static bool read_time(struct span text, uint32_t *out)
{
    uint64_t count = 0;
    if (span_equal(text, span_text("none"))) {
        *out = 0;
        return true;
    }
    for (unsigned i = 0; i < UNITS && text.len > 0; i++) {
        if (text.data[text.len - 1] != (uint8_t)units[i].letter)
            continue;
        if (!text_read_number(span_of(text.data, text.len - 1), MOVE_MAX_S / units[i].seconds,
                              &count) || count == 0)
            return false;
        *out = (uint32_t)(count * units[i].seconds);
        return true;
    }
    return false;
}

static bool read_value(const struct setting *s, struct span text, uint32_t *out)
{
    uint64_t number = 0;
    if (s->kind == VALUE_TIME)
        return read_time(text, out);
    for (unsigned i = 0; i < WORDS_MAX && s->words[i] != NULL; i++)
        if (span_equal(text, span_text(s->words[i]))) {
            *out = s->least + i;
            return true;
        }
    if (s->kind == VALUE_WORD || !text_read_number(text, UINT8_MAX, &number))
        return false;
    *out = (uint32_t)number;
    return true;
}

static unsigned find_row(const char *name, size_t len)
{
    unsigned i = 0;
    while (i < ROWS && !span_equal(span_of(name, len), span_text(rows[i].name)))
        i++;
    return i;
}

static bool applies(const struct terms *terms, const struct setting *s)
{
    return terms->game <= GAME_DOMINOES && (s->games & 1u << terms->game) != 0;
}

enum verdict terms_set(struct terms *terms, struct span name, struct span value)
{
    unsigned row = find_row((const char *)name.data, name.len);
    uint32_t number = 0;
    if (row == ROWS || !applies(terms, &settings[row]))
        return VERDICT_TERM_UNKNOWN;
    if (!read_value(&settings[row], value, &number) || !in_range(&settings[row], number))
        return VERDICT_TERM_RANGE;
    field_set(terms, &settings[row], number);
    /* Naming a size also sets givens and hand to the defaults of that size, and blocks to
     * irregular where it has no regular ones; settings named after it change them again. */
    if (settings[row].offset == offsetof(struct terms, size)) {
        terms->givens = sizes[number].givens;
        terms->hand = sizes[number].hand;
        if (!sizes[number].regular)
            terms->blocks = BLOCKS_IRREGULAR;
    }
    return VERDICT_OK;
}

void terms_correspondence(struct terms *terms)
{
    terms->move_s = 3 * DAY_S;
    terms->game_s = 0;
}

/* A setting is in its own range, or 0 where the game has none. */
static enum verdict check_row(const struct terms *terms, unsigned row)
{
    uint32_t value = field_get(terms, &settings[row]);
    if (settings[row].offset == offsetof(struct terms, players) && terms->game != GAME_DOMINOES)
        return value == 2 ? VERDICT_OK : VERDICT_TERM_RANGE;
    if (!applies(terms, &settings[row]))
        return value == 0 ? VERDICT_OK : VERDICT_TERMS_CONFLICT;
    return in_range(&settings[row], value) ? VERDICT_OK : VERDICT_TERM_RANGE;
}

/* What Numbridge games ask of several settings together. */
static enum verdict check_board(const struct terms *terms, const char **bad)
{
    const struct size_row *size = &sizes[terms->size];
    *bad = "givens";
    if (terms->givens < size->least || terms->givens > size->most)
        return VERDICT_TERM_RANGE;
    *bad = "blocks";
    if (terms->blocks == BLOCKS_REGULAR && !size->regular)
        return VERDICT_TERMS_CONFLICT;
    /* There are at least twice as many givens as tiles in a hand. */
    *bad = "hand";
    if (2 * terms->hand > terms->givens)
        return VERDICT_TERMS_CONFLICT;
    /* Domains is played on boards of odd size only. */
    *bad = "size";
    if (terms->game == GAME_DOMAINS && terms->size % 2 == 0)
        return VERDICT_TERMS_CONFLICT;
    return VERDICT_OK;
}

/* Games and sorts of board that the whole program can play; a row added here switches one on. */
struct offered { uint8_t game, size_least, size_most, blocks; };
static const struct offered offered[] = {
    {GAME_DOMINOES, 0, 0, 0},
    {GAME_BRIDGE, 5, 9, BLOCKS_REGULAR},
    {GAME_BRIDGE, 5, 9, BLOCKS_IRREGULAR},
    {GAME_DOMAINS, 5, 9, BLOCKS_REGULAR},
    {GAME_DOMAINS, 5, 9, BLOCKS_IRREGULAR},
};

static enum verdict check_offered(const struct terms *terms, const char **bad)
{
    *bad = "game";
    for (unsigned i = 0; i < sizeof offered / sizeof offered[0]; i++)
        if (terms->game == offered[i].game && terms->size >= offered[i].size_least &&
            terms->size <= offered[i].size_most && terms->blocks == offered[i].blocks)
            return VERDICT_OK;
    return VERDICT_NOT_IMPLEMENTED;
}

static enum verdict check_all(const struct terms *terms, const char **bad)
{
    *bad = "rules";
    if (terms->rules != RULES_VERSION)
        return VERDICT_RULES_VERSION;
    /* The preset named in the terms is one of the table and of the same game; every value
     * may differ from the preset's. */
    *bad = "preset";
    if (terms->preset < 1 || terms->preset > PRESETS ||
        presets[terms->preset - 1].terms.game != terms->game)
        return VERDICT_PRESET_UNKNOWN;
    for (unsigned row = 0; row < ROWS; row++) {
        enum verdict v = check_row(terms, row);
        *bad = rows[row].name;
        if (v != VERDICT_OK)
            return v;
    }
    if (terms->game != GAME_DOMINOES) {
        enum verdict v = check_board(terms, bad);
        if (v != VERDICT_OK)
            return v;
    } else if (terms->youngest > terms->players) {
        *bad = "youngest";
        return VERDICT_TERMS_CONFLICT;
    }
    return check_offered(terms, bad);
}

enum verdict terms_check(const struct terms *terms, const char **bad)
{
    const char *name = NULL;
    enum verdict v = check_all(terms, &name);
    if (v != VERDICT_OK && bad != NULL)
        *bad = name;
    return v;
}

const struct term_row *terms_rows(unsigned *count)
{
    *count = ROWS;
    return rows;
}

static void write_time(uint32_t seconds, struct text *out)
{
    unsigned i = 0;
    if (seconds == 0) {
        text_add(out, "none");
        return;
    }
    while (seconds % units[i].seconds != 0)
        i++;
    char letter[2] = {units[i].letter, '\0'};
    text_add_number(out, seconds / units[i].seconds);
    text_add(out, letter);
}

bool terms_value(const struct terms *terms, const char *name, struct text *out)
{
    unsigned row = find_row(name, strlen(name));
    if (row == ROWS || !applies(terms, &settings[row]))
        return false;
    const struct setting *s = &settings[row];
    uint32_t value = field_get(terms, s);
    if (s->kind == VALUE_TIME)
        write_time(value, out);
    else if (s->kind == VALUE_WORD && in_range(s, value))
        text_add(out, s->words[value - s->least]);
    else
        text_add_number(out, value);
    return true;
}

/* Every field in the order of the struct [F-2.1], for both directions. */
struct packed { uint16_t offset, width; };
#define PACKED(name) {offsetof(struct terms, name), sizeof(((struct terms *)0)->name)}
static const struct packed packed[] = {
    PACKED(rules), PACKED(preset), PACKED(game), PACKED(players), PACKED(size), PACKED(givens),
    PACKED(blocks), PACKED(hand), PACKED(claim), PACKED(candidates), PACKED(rated),
    PACKED(clock), PACKED(first), PACKED(set), PACKED(rounds), PACKED(youngest),
    PACKED(abkhaz), PACKED(leave), PACKED(move_s), PACKED(game_s),
};
enum { PACKED_N = sizeof packed / sizeof packed[0] };

void terms_bytes(const struct terms *terms, uint8_t out[TERMS_BYTES])
{
    size_t at = 0;
    for (unsigned i = 0; i < PACKED_N; i++) {
        const uint8_t *field = (const uint8_t *)terms + packed[i].offset;
        uint16_t two;
        uint32_t four;
        uint32_t value = *field;
        if (packed[i].width == sizeof two) {
            memcpy(&two, field, sizeof two);
            value = two;
        } else if (packed[i].width == sizeof four) {
            memcpy(&four, field, sizeof four);
            value = four;
        }
        for (unsigned b = 0; b < packed[i].width; b++)
            out[at++] = (uint8_t)(value >> 8 * b);
    }
    assert(at == TERMS_BYTES);
}

void terms_from_bytes(const uint8_t bytes[TERMS_BYTES], struct terms *out)
{
    size_t at = 0;
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < PACKED_N; i++) {
        uint8_t *field = (uint8_t *)out + packed[i].offset;
        uint32_t four = 0;
        for (unsigned b = 0; b < packed[i].width; b++)
            four |= (uint32_t)bytes[at++] << 8 * b;
        uint16_t two = (uint16_t)four;
        if (packed[i].width == sizeof four)
            memcpy(field, &four, sizeof four);
        else if (packed[i].width == sizeof two)
            memcpy(field, &two, sizeof two);
        else
            *field = (uint8_t)four;
    }
    assert(at == TERMS_BYTES);
}
