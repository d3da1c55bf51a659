/* The file's lines are split by inih; each value is checked as strictly as one from a peer. */
#include "keys/settings.h"

#include "base/text.h"
#include "keys/files.h"
#include "wire/ticket.h"

#include <errno.h>
#include <ini.h>
#include <stdlib.h>

enum { FILE_MAX = 1 << 16 };

void settings_init(struct settings *s)
{
    memset(s, 0, sizeof *s);
}

static enum verdict set_text(char *out, size_t size, const char *value)
{
    if (strlen(value) >= size || !text_is_showable(span_text(value)))
        return VERDICT_SETTING_MALFORMED;
    memcpy(out, value, strlen(value) + 1);
    return VERDICT_OK;
}

/* HOST:PORT, where HOST may be * and PORT may be 0: both are only of use for listening. */
static enum verdict set_listen(struct settings *s, const char *value)
{
    char probe[ADDRESS_TEXT_SIZE + 8];
    struct address normal;
    const char *colon = strrchr(value, ':');
    bool any = colon == value + 1 && value[0] == '*';
    bool zero = colon && strcmp(colon, ":0") == 0;
    if (!colon || strlen(value) >= ADDRESS_TEXT_SIZE)
        return VERDICT_ADDRESS_MALFORMED;
    struct text t = text_over(probe, sizeof probe);
    text_add(&t, any ? "0.0.0.0" : value);
    if (!any)
        t.data[t.len = (size_t)(colon - value)] = '\0';
    text_add(&t, zero ? ":1" : colon);
    enum verdict v = address_read(span_text(probe), &normal);
    return v == VERDICT_OK ? set_text(s->listen, sizeof s->listen, value) : v;
}

static enum verdict set_announce(struct settings *s, const char *value)
{
    struct address normal;
    enum verdict v = address_read(span_text(value), &normal);
    if (v != VERDICT_OK)
        return v;
    if (s->announce_n == SETTINGS_ANNOUNCE_MAX)
        return VERDICT_TOO_MANY;
    s->announce[s->announce_n++] = normal;
    return VERDICT_OK;
}

static enum verdict set_nick(struct settings *s, const char *value)
{
    if (!ticket_nick_ok(span_text(value)))
        return VERDICT_NAME_MALFORMED;
    return set_text(s->nick, sizeof s->nick, value);
}

static enum verdict set_socks(struct settings *s, const char *value)
{
    struct address normal;
    enum verdict v = address_read(span_text(value), &normal);
    return v == VERDICT_OK ? set_text(s->socks, sizeof s->socks, normal.text) : v;
}

static enum verdict set_spool(struct settings *s, const char *value)
{
    if (value[0] != '/')
        return VERDICT_SETTING_MALFORMED;
    return set_text(s->spool, sizeof s->spool, value);
}

static enum verdict set_on_event(struct settings *s, const char *value)
{
    if (value[0] != '/')
        return VERDICT_SETTING_MALFORMED;
    return set_text(s->on_event, sizeof s->on_event, value);
}

static enum verdict set_yes(bool *out, const char *value)
{
    bool yes = strcmp(value, "yes") == 0;
    if (!yes && strcmp(value, "no") != 0)
        return VERDICT_SETTING_MALFORMED;
    *out = yes;
    return VERDICT_OK;
}

static enum verdict set_reader(struct settings *s, const char *value)
{
    return set_yes(&s->reader, value);
}

static enum verdict set_relay(struct settings *s, const char *value)
{
    return set_yes(&s->relay, value);
}

static enum verdict set_socks_only(struct settings *s, const char *value)
{
    return set_yes(&s->socks_only, value);
}

static enum verdict set_map(struct settings *s, const char *value)
{
    bool yes = !s->no_map;
    enum verdict v = set_yes(&yes, value);
    s->no_map = !yes;
    return v;
}

/* Which of three words it is. */
static enum verdict set_word(unsigned *out, const char *const words[3], const char *value)
{
    for (unsigned i = 0; i < 3; i++)
        if (strcmp(value, words[i]) == 0) {
            *out = i;
            return VERDICT_OK;
        }
    return VERDICT_SETTING_MALFORMED;
}

static enum verdict set_color(struct settings *s, const char *value)
{
    static const char *const words[] = {"auto", "always", "never"};
    unsigned color = s->color;
    enum verdict v = set_word(&color, words, value);
    s->color = (enum settings_color)color;
    return v;
}

static enum verdict set_notify(struct settings *s, const char *value)
{
    static const char *const words[] = {"all", "turns", "off"};
    unsigned notify = s->notify;
    enum verdict v = set_word(&notify, words, value);
    s->notify = (enum settings_notify)notify;
    return v;
}

static enum verdict set_bell(struct settings *s, const char *value)
{
    return set_yes(&s->bell, value);
}

static const struct {
    const char *name;
    enum verdict (*set)(struct settings *s, const char *value);
} table[] = {
    {"listen", set_listen}, {"announce", set_announce}, {"nick", set_nick},   {"socks", set_socks},
    {"spool", set_spool},   {"reader", set_reader},     {"color", set_color},
    {"relay", set_relay},   {"socks-only", set_socks_only},
    {"map", set_map},       {"on_event", set_on_event},
    {"notify", set_notify}, {"bell", set_bell},
};

enum verdict settings_set(struct settings *s, const char *name, const char *value)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].set(s, value);
    return VERDICT_SETTING_MALFORMED;
}

/* What inih's callback adds to. */
struct load {
    struct settings s;
    enum verdict v;
};

static int take_line(void *context, const char *section, const char *name, const char *value)
{
    struct load *l = context;
    enum verdict v = section[0] ? VERDICT_SETTING_MALFORMED : settings_set(&l->s, name, value);
    if (l->v == VERDICT_OK)
        l->v = v;
    return v == VERDICT_OK;
}

enum verdict settings_load(struct settings *s, const char *path, int *line)
{
    uint8_t *text;
    size_t len;
    *line = 0;
    enum verdict v = file_read_new(path, FILE_MAX, &text, &len);
    if (v == VERDICT_NO_FILE && errno == ENOENT)
        return VERDICT_OK;
    if (v != VERDICT_OK)
        return v;
    struct load l = {*s, VERDICT_OK};
    *line = ini_parse_string((const char *)text, take_line, &l);
    free(text);
    if (*line != 0)
        return l.v != VERDICT_OK ? l.v : VERDICT_SETTING_MALFORMED;
    *s = l.s;
    return VERDICT_OK;
}
