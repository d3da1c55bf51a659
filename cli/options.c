/* One table of options; --name VALUE and --name=VALUE mean the same where a value is needed. */
#include "cli/options.h"

#include "cli/fill.h"
#include "cli/lang.h"

#include <string.h>

enum { GAMES_AT_ONCE = 8, GAMES_AT_ONCE_MAX = 64, ENGINE_SECONDS = 30, ENGINE_SECONDS_MAX = 3600 };

static bool is_blank(char c)
{
    return (unsigned char)c <= ' ' || c == 0x7f;
}

bool words_add(struct words *w, const char *word)
{
    size_t len = strlen(word);

    if (w->n == WORDS_MAX || len >= sizeof w->storage - w->used)
        return false;
    w->word[w->n++] = memcpy(w->storage + w->used, word, len + 1);
    w->used += len + 1;
    return true;
}

bool words_split(const char *line, struct words *out)
{
    size_t len = strlen(line);

    out->n = 0;
    out->used = 0;
    if (len >= sizeof out->storage)
        return false;
    memcpy(out->storage, line, len + 1);
    out->used = len + 1;
    for (char *at = out->storage; *at != '\0';) {
        if (is_blank(*at)) {
            *at++ = '\0';
            continue;
        }
        if (out->n == WORDS_MAX) {
            out->n = 0;
            return false;
        }
        out->word[out->n++] = at;
        while (*at != '\0' && !is_blank(*at))
            at++;
    }
    return true;
}

void words_rest(const struct words *w, unsigned from, char *out, size_t size)
{
    struct text t = text_over(out, size);

    for (unsigned i = from; i < w->n; i++) {
        if (i > from)
            text_add(&t, " ");
        text_add(&t, w->word[i]);
    }
}

/* Every option: how it reads its value, or that it has none. */
typedef bool take_value(struct options *o, const char *value);

static bool take_home(struct options *o, const char *value)
{
    if (*value == '\0' || strlen(value) >= sizeof o->home)
        return false;
    memcpy(o->home, value, strlen(value) + 1);
    return true;
}

static bool take_lang(struct options *o, const char *value)
{
    if (*value == '\0' || strlen(value) >= sizeof o->lang)
        return false;
    memcpy(o->lang, value, strlen(value) + 1);
    return true;
}

static bool take_json(struct options *o, const char *value)
{
    o->output = OUTPUT_JSON;
    return *value == '\0' || strcmp(value, "1") == 0;
}

static bool take_plain(struct options *o, const char *value)
{
    o->output = OUTPUT_PLAIN;
    return *value == '\0';
}

static bool take_color(struct options *o, const char *value)
{
    static const char *const names[] = {"auto", "always", "never"};
    static const enum term_when whens[] = {WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER};

    for (unsigned i = 0; i < 3; i++)
        if (strcmp(value, names[i]) == 0) {
            o->color = whens[i];
            return true;
        }
    return false;
}

static bool take_wait(struct options *o, const char *value)
{
    o->wait = true;
    o->wait_s = 0;
    return *value == '\0' || text_read_number(span_text(value), 1u << 30, &o->wait_s);
}

static bool take_qr(struct options *o, const char *value)
{
    o->qr = *value == '\0' ? QR_YES : QR_INVERTED;
    return *value == '\0' || strcmp(value, "invert") == 0;
}

static bool take_since(struct options *o, const char *value)
{
    o->since_set = true;
    return text_read_number(span_text(value), INT64_MAX, &o->since);
}

static bool take_game(struct options *o, const char *value)
{
    uint64_t number;

    if (!text_read_number(span_text(value), UINT32_MAX, &number) || number == 0)
        return false;
    o->game = (uint32_t)number;
    return true;
}

#define TEXT(field, where)                                                                       \
    static bool take_##field(struct options *o, const char *value)                               \
    {                                                                                            \
        return copy_text(value, o->where, sizeof o->where);                                      \
    }
static bool copy_text(const char *value, char *out, size_t size)
{
    if (*value == '\0' || strlen(value) >= size)
        return false;
    memcpy(out, value, strlen(value) + 1);
    return true;
}
TEXT(types, types)
TEXT(to, to)
TEXT(program, program)
TEXT(accept, bot.accept)
TEXT(from, bot.from)
TEXT(terms, bot.terms)
#undef TEXT

static bool take_at(struct options *o, const char *value)
{
    o->at_set = true;
    return text_read_number(span_text(value), UINT16_MAX, &o->at);
}

#define FORM(word)                                                                               \
    static bool take_##word(struct options *o, const char *value)                                \
    {                                                                                            \
        memcpy(o->form, "--" #word, sizeof "--" #word);                                          \
        return *value == '\0';                                                                   \
    }
FORM(svg)
FORM(html)
FORM(text)
FORM(sgf)
#undef FORM

static bool take_max_games(struct options *o, const char *value)
{
    uint64_t number;

    if (!text_read_number(span_text(value), GAMES_AT_ONCE_MAX, &number) || number == 0)
        return false;
    o->bot.max_games = (uint32_t)number;
    return true;
}

static bool take_engine_time(struct options *o, const char *value)
{
    uint64_t number;

    if (!text_read_number(span_text(value), ENGINE_SECONDS_MAX, &number) || number == 0)
        return false;
    o->bot.engine_ms = number * 1000;
    return true;
}

static bool take_stuck(struct options *o, const char *value)
{
    o->bot.fallback = strcmp(value, "move") == 0;
    return o->bot.fallback || strcmp(value, "leave") == 0;
}

#define SWITCH(field)                                                                            \
    static bool take_##field(struct options *o, const char *value)                               \
    {                                                                                            \
        o->field = true;                                                                         \
        return *value == '\0';                                                                   \
    }
SWITCH(ascii)
SWITCH(all)
SWITCH(reader)
SWITCH(yes)
SWITCH(follow)
SWITCH(play)
SWITCH(help)
SWITCH(version)
SWITCH(correspondence)
SWITCH(dry_run)
#undef SWITCH

/* The commands that an option is meant for; NULL: every one. */
#define MOVES " place claim swap pie draw pass show "
#define SAID " accept end resign warn add-time pause resume leave "
#define SIGNING " play practice decline hint if auto rule catch-up adopt" MOVES SAID
#define OF_A_GAME                                                                                \
    MOVES SAID " decline hint candidates near ruled if conditions say notes log export "    \
    "verify auto wait catch-up adopt replay read "
#define ASKING                                                                                   \
    " remove resign accept end claim export backup restore move-out move-in catch-up adopt "     \
    "passphrase import rule "

enum value_need { VALUE_OWN_WORD, VALUE_ATTACHED };
static const struct option_row {
    const char *name;
    take_value *take;
    enum value_need need; /* VALUE_OWN_WORD: also takes the next word as its value */
    const char *commands; /* a blank before and behind each */
} rows[] = {
    {"--home", take_home, VALUE_OWN_WORD, NULL},
    {"--lang", take_lang, VALUE_OWN_WORD, NULL},
    {"--json", take_json, VALUE_ATTACHED, NULL},
    {"--plain", take_plain, VALUE_ATTACHED, NULL},
    {"--color", take_color, VALUE_ATTACHED, NULL},
    {"--ascii", take_ascii, VALUE_ATTACHED, NULL},
    {"--reader", take_reader, VALUE_ATTACHED, NULL},
    {"--help", take_help, VALUE_ATTACHED, NULL},
    {"--version", take_version, VALUE_ATTACHED, NULL},
    {"--game", take_game, VALUE_OWN_WORD, OF_A_GAME},
    {"--wait", take_wait, VALUE_ATTACHED, " play practice hint wait outbox " MOVES SAID},
    {"--yes", take_yes, VALUE_ATTACHED, ASKING},
    {"--dry-run", take_dry_run, VALUE_ATTACHED, SIGNING},
    {"--play", take_play, VALUE_ATTACHED, " hint "},
    {"--correspondence", take_correspondence, VALUE_ATTACHED, " play practice "},
    {"--qr", take_qr, VALUE_ATTACHED, " invite "},
    {"--follow", take_follow, VALUE_ATTACHED, " events "},
    {"--since", take_since, VALUE_OWN_WORD, " events "},
    {"--types", take_types, VALUE_OWN_WORD, " events "},
    {"--run", take_program, VALUE_OWN_WORD, " events "},
    {"--all", take_all, VALUE_ATTACHED, " log "},
    {"--svg", take_svg, VALUE_ATTACHED, " export "},
    {"--html", take_html, VALUE_ATTACHED, " export "},
    {"--text", take_text, VALUE_ATTACHED, " export "},
    {"--sgf", take_sgf, VALUE_ATTACHED, " export "},
    {"-o", take_to, VALUE_OWN_WORD, " export "},
    {"--at", take_at, VALUE_OWN_WORD, " export replay "},
    {"--max-games", take_max_games, VALUE_OWN_WORD, " bot "},
    {"--accept", take_accept, VALUE_OWN_WORD, " bot "},
    {"--from", take_from, VALUE_OWN_WORD, " bot "},
    {"--terms", take_terms, VALUE_OWN_WORD, " bot "},
    {"--engine-time", take_engine_time, VALUE_OWN_WORD, " bot "},
    {"--stuck", take_stuck, VALUE_OWN_WORD, " bot "},
};
enum { ROW_COUNT = sizeof rows / sizeof rows[0] };
_Static_assert(ROW_COUNT <= 64, "a bit for each option");

void options_init(struct options *o)
{
    static const char games[] = "bridge,study,blitz,domains,dominoes", friends[] = "friends";

    memset(o, 0, sizeof *o);
    o->bot.max_games = GAMES_AT_ONCE;
    o->bot.engine_ms = ENGINE_SECONDS * 1000;
    memcpy(o->bot.accept, games, sizeof games);
    memcpy(o->bot.from, friends, sizeof friends);
}

/* Does the word stand in a list with blanks around each? */
static bool is_listed(const char *list, const char *word)
{
    size_t len = strlen(word);

    for (const char *at = strstr(list, word); at; at = strstr(at + 1, word))
        if (at > list && at[-1] == ' ' && at[len] == ' ')
            return true;
    return false;
}

bool options_is_for(unsigned i, const char *command)
{
    return i < ROW_COUNT && rows[i].commands && is_listed(rows[i].commands, command);
}

bool options_is_for_all(unsigned i)
{
    return i < ROW_COUNT && !rows[i].commands;
}

const char *options_name(unsigned i)
{
    return i < sizeof rows / sizeof rows[0] ? rows[i].name : NULL;
}

static const struct option_row *find(const char *word, size_t len)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strlen(rows[i].name) == len && memcmp(rows[i].name, word, len) == 0)
            return &rows[i];
    return NULL;
}

static bool complain(struct text *problem, const char *word, const char *pattern)
{
    fill_add(problem, pattern, fill_text("option", word));
    return false;
}

/* One option at w->word[at]; *next is where the following word stands. */
static bool take_one(const struct words *w, unsigned at, unsigned *next, struct options *o,
                     struct text *problem)
{
    const char *word = w->word[at], *sign = strchr(word, '=');
    size_t len = sign ? (size_t)(sign - word) : strlen(word);
    const struct option_row *row = find(word, len);
    const char *value = sign ? sign + 1 : "";

    *next = at + 1;
    if (!row)
        return complain(problem, word,
                        _("{option}: there is no such option; 'help options' lists them."));
    if (row->need == VALUE_OWN_WORD && !sign) {
        if (at + 1 >= w->n)
            return complain(problem, word, _("{option} needs a value after it."));
        value = w->word[at + 1];
        *next = at + 2;
    }
    o->given |= UINT64_C(1) << (row - rows);
    if (!row->take(o, value))
        return complain(problem, word,
                        _("{option}: that value does not fit; see 'help options'."));
    return true;
}

bool options_fit(const struct options *o, const char *command, struct text *problem)
{
    for (unsigned i = 0; i < ROW_COUNT; i++) {
        bool fits = !rows[i].commands || (command && is_listed(rows[i].commands, command));
        if ((o->given >> i & 1) && !fits)
            return complain(problem, rows[i].name,
                            _("{option}: that option is not for this command."));
    }
    return true;
}

static bool takes_free_text(const char *word)
{
    return strcmp(word, "say") == 0 || strcmp(word, "join") == 0
        || strcmp(word, "complete") == 0;
}

bool options_take(struct words *w, struct options *o, struct text *problem)
{
    unsigned kept = 0, at = 0;
    bool open = true;

    while (at < w->n) {
        char *word = w->word[at];
        if (open && strcmp(word, "--") == 0) {
            open = false;
            at++;
        } else if (open && word[0] == '-' && (word[1] == '-' || strcmp(word, "-o") == 0)) {
            if (!take_one(w, at, &at, o, problem))
                return false;
        } else {
            open = open && !takes_free_text(word);
            w->word[kept++] = word;
            at++;
        }
    }
    w->n = kept;
    return true;
}

bool options_list_has(const char *list, const char *word)
{
    size_t len = strlen(word);

    for (const char *at = list; *at != '\0'; at += *at == ',') {
        size_t here = strcspn(at, ",");
        if (here == len && memcmp(at, word, len) == 0)
            return true;
        at += here;
    }
    return false;
}
