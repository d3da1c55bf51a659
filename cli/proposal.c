/* The range of a setting depends on the others; it is found by trying, so that it can never be
 * another than the one the rules use. */
#include "cli/proposal.h"

#include "rules/dominoes.h"

#include <stdio.h>
#include <string.h>

enum { VALUE_TEXT = 64, NUMBERS = 256, SECONDS_TRIED = 3600, DAYS_TRIED = 366 };

/* --- reading ---------------------------------------------------------------------------------- */

static enum verdict take_friend(const char *name, size_t len, struct request *out)
{
    char *to = out->name;

    if (len == 0)
        return VERDICT_OK;
    if (len > NAME_MAX_LEN)
        return VERDICT_NO_SUCH_FRIEND;
    if (out->name[0] != '\0') {
        if (out->names_n == OTHERS_MAX - 1)
            return VERDICT_TOO_MANY;
        to = out->names[out->names_n++];
    }
    memcpy(to, name, len);
    to[len] = '\0';
    return VERDICT_OK;
}

enum verdict proposal_friends(const struct words *w, unsigned *at, struct request *out)
{
    bool goes_on = true;

    for (; goes_on && *at < w->n; (*at)++) {
        const char *word = w->word[*at];
        goes_on = word[strlen(word) - 1] == ',';
        while (*word != '\0') {
            size_t len = strcspn(word, ",");
            enum verdict v = take_friend(word, len, out);
            if (v != VERDICT_OK)
                return v;
            word += len + (word[len] == ',');
        }
    }
    return out->name[0] != '\0' ? VERDICT_OK : VERDICT_NO_SUCH_FRIEND;
}

static bool add_setting(struct request *out, const char *setting)
{
    size_t len = strlen(setting);

    if (out->settings_n == SETTINGS_MAX || len > SETTING_LEN_MAX)
        return false;
    memcpy(out->settings[out->settings_n++], setting, len + 1);
    return true;
}

static bool is_correspondence(const char *word)
{
    return strcmp(word, "correspondence") == 0 || strcmp(word, "correspondence=yes") == 0;
}

/* What goes before the settings that were typed, so that these have the last word. */
static bool add_first(const struct words *w, unsigned from, bool correspondence,
                      struct request *out)
{
    char players[16];

    for (unsigned i = from; i < w->n; i++)
        correspondence = correspondence || is_correspondence(w->word[i]);
    if (correspondence && !add_setting(out, "correspondence=yes"))
        return false;
    snprintf(players, sizeof players, "players=%u", out->names_n + 2);
    return out->names_n == 0 || out->preset != PRESET_DOMINOES || add_setting(out, players);
}

enum verdict proposal_terms(const struct words *w, unsigned from, bool correspondence,
                            struct request *out)
{
    enum preset preset = PRESET_BRIDGE;

    if (from < w->n && !strchr(w->word[from], '=') && !is_correspondence(w->word[from])) {
        if (!terms_preset_read(span_text(w->word[from]), &preset))
            return VERDICT_PRESET_UNKNOWN;
        from++;
    }
    out->preset = preset;
    if (!add_first(w, from, correspondence, out))
        return VERDICT_TOO_MANY;
    for (; from < w->n; from++) {
        if (is_correspondence(w->word[from]))
            continue;
        if (!strchr(w->word[from], '='))
            return VERDICT_TERM_SYNTAX;
        if (!add_setting(out, w->word[from]))
            return VERDICT_TOO_MANY;
    }
    return VERDICT_OK;
}

/* --- ranges ----------------------------------------------------------------------------------- */

static bool has_name(const char *setting, const char *name)
{
    size_t len = strlen(name);
    return strncmp(setting, name, len) == 0 && (setting[len] == '=' || setting[len] == '\0');
}

static enum verdict set(struct terms *terms, const char *setting)
{
    size_t len = strcspn(setting, "=");
    const char *value = setting[len] == '=' ? setting + len + 1 : "";

    return terms_set(terms, span_of(setting, len), span_text(value));
}

/* The terms asked for, with `name` as it is in the preset. */
static void terms_but(const struct request *asked, const char *name, struct terms *out)
{
    terms_preset((enum preset)asked->preset, out);
    for (unsigned i = 0; i < asked->settings_n; i++) {
        if (strcmp(asked->settings[i], "correspondence=yes") == 0)
            terms_correspondence(out);
        else if (!has_name(asked->settings[i], name) && set(out, asked->settings[i]) != VERDICT_OK)
            continue;
    }
}

/* May the setting be this number together with the others? */
static bool allowed(const struct terms *others, const char *name, unsigned number)
{
    struct terms t = *others;
    char value[8];
    enum verdict v;

    snprintf(value, sizeof value, "%u", number);
    v = terms_set(&t, span_text(name), span_text(value));
    if (v == VERDICT_OK)
        v = terms_check(&t, NULL);
    return v == VERDICT_OK || v == VERDICT_NOT_IMPLEMENTED;
}

/* "22 to 34", "6, 9, 12"; false if no number is allowed, as for words and times. */
static bool add_range(const struct terms *others, const char *name, struct text *out)
{
    bool any = false;

    for (unsigned i = 0; i < NUMBERS; i++) {
        unsigned last = i;
        if (!allowed(others, name, i))
            continue;
        while (last + 1 < NUMBERS && allowed(others, name, last + 1))
            last++;
        text_add(out, any ? ", " : "");
        text_add_number(out, i);
        if (last > i) {
            text_add(out, last == i + 1 ? ", " : " to ");
            text_add_number(out, last);
        }
        any = true;
        i = last;
    }
    return any;
}

static bool allowed_time(const struct terms *others, const char *name, unsigned count, char unit)
{
    struct terms t = *others;
    char value[16];

    snprintf(value, sizeof value, "%u%c", count, unit);
    return terms_set(&t, span_text(name), span_text(value)) == VERDICT_OK;
}

/* "none, or 5s to 30d"; false if it is no time. */
static bool add_times(const struct terms *others, const char *name, struct text *out)
{
    struct terms t = *others;
    unsigned least = 1, most = DAYS_TRIED;

    if (terms_set(&t, span_text(name), span_text("none")) != VERDICT_OK)
        return false;
    while (least < SECONDS_TRIED && !allowed_time(others, name, least, 's'))
        least++;
    while (most > 1 && !allowed_time(others, name, most, 'd'))
        most--;
    if (!allowed_time(others, name, least, 's') || !allowed_time(others, name, most, 'd'))
        return false;
    text_add(out, "none, or ");
    text_add_number(out, least);
    text_add(out, "s to ");
    text_add_number(out, most);
    text_add(out, "d");
    return true;
}

static const struct term_row *find_row(const char *setting)
{
    unsigned count;
    const struct term_row *rows = terms_rows(&count);

    for (unsigned i = 0; i < count; i++)
        if (has_name(setting, rows[i].name))
            return &rows[i];
    return NULL;
}

void proposal_explain(const struct request *asked, const char *detail, struct text *out)
{
    const struct term_row *row = find_row(detail);
    struct terms others;
    char range[256];
    struct text r = text_over(range, sizeof range);

    if (!row || asked->preset < PRESET_BRIDGE || asked->preset > PRESET_DOMINOES)
        return;
    terms_but(asked, row->name, &others);
    text_add(out, row->name);
    if (add_range(&others, row->name, &r) || add_times(&others, row->name, &r)) {
        text_add(out, " may be ");
        text_add(out, range);
        text_add(out, " here.");
    } else {
        text_add(out, ": ");
        text_add(out, row->help);
        text_add(out, ".");
    }
}

/* --- in words --------------------------------------------------------------------------------- */

/* "#" is the value; a row with a value is for that value alone and comes first. */
static const struct {
    const char *name, *value, *words;
} phrases[] = {
    {"size", NULL, "the board has # rows and columns"},
    {"givens", NULL, "# digits are printed at the start"},
    {"blocks", NULL, "the blocks are #"},
    {"hand", NULL, "each player holds # tiles"},
    {"claim", "0", "claiming a given costs nothing"},
    {"claim", "1", "claiming a given costs one tile"},
    {"claim", NULL, "claiming a given costs # tiles"},
    {"candidates", "yes", "the cells a digit can still go to may be shown"},
    {"candidates", "no", "the cells a digit can still go to may not be shown"},
    {"rated", "yes", "the game is rated"},
    {"rated", "no", "the game is not rated"},
    {"per-move", "none", "no limit for a move"},
    {"per-move", NULL, "# for a move"},
    {"per-game", "none", "no limit for the game"},
    {"per-game", NULL, "# for each player's whole game"},
    {"leave", "0", "no days of leave"},
    {"leave", NULL, "# days of leave for each player"},
    {"clock", "none", "nobody keeps the time"},
    {"clock", "honour", "each program keeps its own player's time"},
    {"clock", "claim", "a player may claim the other's time"},
    {"clock", "witness", "a witness keeps the time"},
    {"first", "coin", "the joint coin decides who begins"},
    {"first", "proposer", "who proposes begins"},
    {"first", "other", "who is asked begins"},
    {"players", NULL, "# players"},
    {"set", NULL, "a double-# set"},
    {"rounds", "1", "one round decides"},
    {"rounds", NULL, "# won rounds win the match"},
    {"youngest", "0", "the youngest is not named: a tied round counts for nobody"},
    {"youngest", NULL, "player # (1 proposed) is the youngest and wins tied rounds"},
    {"abkhaz", "yes", "Abkhaz: four arms grow from the first double"},
    {"abkhaz", "no", "the line has two ends"},
};

static const char *phrase_of(const char *name, const char *value)
{
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++)
        if (strcmp(phrases[i].name, name) == 0
            && (!phrases[i].value || strcmp(phrases[i].value, value) == 0))
            return phrases[i].words;
    return "#";
}

static void add_phrase(const char *name, const char *value, struct text *out)
{
    for (const char *at = phrase_of(name, value); *at != '\0'; at++) {
        char one[2] = {*at, '\0'};
        text_add(out, *at == '#' ? value : one);
    }
}

/* The usual value in the preset; false where it is the same. */
static bool differs(const struct terms *terms, const char *name, const char *value,
                    char usual[VALUE_TEXT])
{
    struct terms preset;
    struct text t = text_over(usual, VALUE_TEXT);

    if (terms->preset < PRESET_BRIDGE || terms->preset > PRESET_DOMINOES)
        return false;
    terms_preset((enum preset)terms->preset, &preset);
    return terms_value(&preset, name, &t) && strcmp(usual, value) != 0;
}

void proposal_words(const struct terms *terms, struct text *out)
{
    unsigned count;
    const struct term_row *rows = terms_rows(&count);

    for (unsigned i = 0; i < count; i++) {
        char value[VALUE_TEXT], usual[VALUE_TEXT], head[32];
        struct text t = text_over(value, sizeof value);
        if (!terms_value(terms, rows[i].name, &t))
            continue;
        bool other = differs(terms, rows[i].name, value, usual);
        snprintf(head, sizeof head, "%s %-11s ", other ? "*" : " ", rows[i].name);
        text_add(out, head);
        add_phrase(rows[i].name, value, out);
        if (strcmp(rows[i].name, "first") == 0 && terms->game != GAME_DOMINOES)
            text_add(out, " and is Blue");
        if (other) {
            text_add(out, " (usually ");
            text_add(out, usual);
            text_add(out, ")");
        }
        text_add(out, "\n");
    }
}
