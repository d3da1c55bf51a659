/* One table of options; --name VALUE and --name=VALUE mean the same where a value is needed. */
#include "cli/options.h"

#include "cli/fill.h"
#include "cli/lang.h"

#include <string.h>

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

#define SWITCH(field)                                                                            \
    static bool take_##field(struct options *o, const char *value)                               \
    {                                                                                            \
        o->field = true;                                                                         \
        return *value == '\0';                                                                   \
    }
SWITCH(ascii)
SWITCH(reader)
SWITCH(yes)
SWITCH(follow)
SWITCH(play)
SWITCH(help)
SWITCH(version)
SWITCH(correspondence)
#undef SWITCH

enum value_need { VALUE_OWN_WORD, VALUE_ATTACHED };
static const struct option_row {
    const char *name;
    take_value *take;
    enum value_need need; /* VALUE_OWN_WORD: also takes the next word as its value */
} rows[] = {
    {"--home", take_home, VALUE_OWN_WORD},    {"--lang", take_lang, VALUE_OWN_WORD},
    {"--json", take_json, VALUE_ATTACHED},
    {"--plain", take_plain, VALUE_ATTACHED},  {"--color", take_color, VALUE_ATTACHED},
    {"--ascii", take_ascii, VALUE_ATTACHED},  {"--reader", take_reader, VALUE_ATTACHED},
    {"--wait", take_wait, VALUE_ATTACHED},    {"--yes", take_yes, VALUE_ATTACHED},
    {"--follow", take_follow, VALUE_ATTACHED}, {"--since", take_since, VALUE_OWN_WORD},
    {"--play", take_play, VALUE_ATTACHED},    {"--game", take_game, VALUE_OWN_WORD},
    {"--help", take_help, VALUE_ATTACHED},    {"--version", take_version, VALUE_ATTACHED},
    {"--correspondence", take_correspondence, VALUE_ATTACHED},
};

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
    if (!row->take(o, value))
        return complain(problem, word,
                        _("{option}: that value does not fit; see 'help options'."));
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
        } else if (open && word[0] == '-' && word[1] == '-') {
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
