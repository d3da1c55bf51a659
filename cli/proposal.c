/* The range of a setting depends on the others; it is found by trying, so that it can never be
 * another than the one the rules use. */
#include "cli/proposal.h"

#include "cli/fill.h"
#include "cli/lang.h"
#include "cli/width.h"
#include "rules/dominoes.h"

#include <stdio.h>
#include <string.h>

#define FIRST_IS_BLUE "first+blue" /* as "first", where sides have colours */
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
        fill_add(out, last == i ? "{from}" : last == i + 1 ? "{from}, {to}" : _("{from} to {to}"),
                 fill_number("from", i), fill_number("to", last));
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
    fill_add(out, _("none, or {least}s to {most}d"), fill_number("least", least),
             fill_number("most", most));
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
    if (add_range(&others, row->name, &r) || add_times(&others, row->name, &r))
        fill_add(out, _("{setting} may be {range} here."), fill_text("setting", row->name),
                 fill_text("range", range));
    else
        fill_add(out, "{setting}: {help}.", fill_text("setting", row->name),
                 fill_text("help", _(row->help)));
}

const struct proposal_helper proposal_helpers[PROPOSAL_HELPERS] = {
    {"witness", N_("a friend of all players whose program keeps the time (clock=witness)")},
    {"arbiter", N_("a friend of all players who may decide a game that is disputed")},
};

/* --- in words --------------------------------------------------------------------------------- */

/* A row with a value is for that value alone and comes first; `many` where there is a number. */
static const struct {
    const char *name, *value, *words, *many;
} phrases[] = {
    {"size", NULL, NN_("the board has {value} row and column",
                       "the board has {value} rows and columns")},
    {"givens", NULL, NN_("{value} digit is printed at the start",
                         "{value} digits are printed at the start")},
    {"blocks", "regular", N_("the blocks are regular"), NULL},
    {"blocks", "irregular", N_("the blocks are irregular"), NULL},
    {"hand", NULL, NN_("each player holds {value} tile", "each player holds {value} tiles")},
    {"claim", "0", N_("claiming a given costs nothing"), NULL},
    {"claim", "1", N_("claiming a given costs one tile"), NULL},
    {"claim", NULL, NN_("claiming a given costs {value} tile",
                        "claiming a given costs {value} tiles")},
    {"candidates", "yes", N_("the cells a digit can still go to may be shown"), NULL},
    {"candidates", "no", N_("the cells a digit can still go to may not be shown"), NULL},
    {"rated", "yes", N_("the game is rated"), NULL},
    {"rated", "no", N_("the game is not rated"), NULL},
    {"per-move", "none", N_("no limit for a move"), NULL},
    {"per-move", NULL, N_("{value} for a move"), NULL},
    {"per-game", "none", N_("no limit for the game"), NULL},
    {"per-game", NULL, N_("{value} for each player's whole game"), NULL},
    {"leave", "0", N_("no days of leave"), NULL},
    {"leave", NULL, NN_("{value} day of leave for each player",
                        "{value} days of leave for each player")},
    {"clock", "none", N_("nobody keeps the time"), NULL},
    {"clock", "honour", N_("each program keeps its own player's time"), NULL},
    {"clock", "claim", N_("a player may claim the other's time"), NULL},
    {"clock", "witness", N_("a witness keeps the time"), NULL},
    {"first", "coin", N_("the joint coin decides who begins"), NULL},
    {"first", "proposer", N_("who proposes begins"), NULL},
    {"first", "other", N_("who is asked begins"), NULL},
    {FIRST_IS_BLUE, "coin", N_("the joint coin decides who begins and is Blue"), NULL},
    {FIRST_IS_BLUE, "proposer", N_("who proposes begins and is Blue"), NULL},
    {FIRST_IS_BLUE, "other", N_("who is asked begins and is Blue"), NULL},
    {"players", NULL, NN_("{value} player", "{value} players")},
    {"set", NULL, N_("a double-{value} set"), NULL},
    {"rounds", "1", N_("one round decides"), NULL},
    {"rounds", NULL, NN_("{value} won round wins the match", "{value} won rounds win the match")},
    {"youngest", "0", N_("the youngest is not named: a tied round counts for nobody"), NULL},
    {"youngest", NULL, N_("player {value} (1 proposed) is the youngest and wins tied rounds"),
     NULL},
    {"abkhaz", "yes", N_("Abkhaz: four arms grow from the first double"), NULL},
    {"abkhaz", "no", N_("the line has two ends"), NULL},
};

static const char *phrase_of(const char *name, const char *value)
{
    uint64_t count = 0;

    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++) {
        if (strcmp(phrases[i].name, name) != 0
            || (phrases[i].value && strcmp(phrases[i].value, value) != 0))
            continue;
        if (phrases[i].many && text_read_number(span_text(value), UINT32_MAX, &count))
            return ngettext(phrases[i].words, phrases[i].many, (unsigned long)count);
        return _(phrases[i].words);
    }
    return "{value}";
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

static void add_phrase(const struct terms *terms, const char *name, const char *value,
                       struct text *out)
{
    bool is_blue = strcmp(name, "first") == 0 && terms->game != GAME_DOMINOES;

    fill_add(out, phrase_of(is_blue ? FIRST_IS_BLUE : name, value), fill_text("value", value));
}

void proposal_words(const struct terms *terms, struct text *out)
{
    unsigned count;
    const struct term_row *rows = terms_rows(&count);

    for (unsigned i = 0; i < count; i++) {
        char value[VALUE_TEXT], usual[VALUE_TEXT], head[32], phrase[256] = "", line[320] = "";
        struct text t = text_over(value, sizeof value), p = text_over(phrase, sizeof phrase);
        struct text l = text_over(line, sizeof line);
        if (!terms_value(terms, rows[i].name, &t))
            continue;
        bool other = differs(terms, rows[i].name, value, usual);
        snprintf(head, sizeof head, "%s %s", other ? "*" : " ", rows[i].name);
        add_phrase(terms, rows[i].name, value, &p);
        fill_add(&l, other ? _("{phrase} (usually {value})") : "{phrase}",
                 fill_text("phrase", phrase), fill_text("value", usual));
        width_row(out, head, PROPOSAL_COLUMN, line);
    }
}
