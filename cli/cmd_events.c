/* Events, past and coming, in the order of their numbers, each once. */
#include "cli/commands.h"
#include "cli/hook.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/lang.h"
#include "cli/sentence.h"
#include "cli/tick.h"
#include "cli/width.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TICK_MS = 30000, LOOK_MS = 1000 };

/* Events that came behind a reply that has not been printed yet. */
struct held {
    struct event *e;
    size_t n, room;
};

struct follow {
    struct session *session;
    uint64_t next;    /* the number that comes next */
    bool hold;
    struct held held;
    struct hook hook; /* program NULL: none */
};

/* --- one event -------------------------------------------------------------------------------- */

void cmd_event_print(struct session *s, const struct event *e)
{
    char line[NOTE_MAX + 256], stamp[40];
    struct text t = text_over(line, sizeof line), u = text_over(stamp, sizeof stamp);

    if (s->opt.output == OUTPUT_JSON) {
        json_line(json_under("event", json_event(e)));
        return;
    }
    sentence_event(e, &t);
    session_fold(s, line);
    sentence_stamp(e->time_ms, &u);
    if (s->opt.output == OUTPUT_PLAIN)
        printf("%llu\t%s\t%s\t%u\t%s\t%s\n", (unsigned long long)e->number, stamp,
               json_event_name(e->kind), (unsigned)e->game, e->name, line);
    else
        width_printf(stdout, "%s\n", line);
    fflush(stdout);
}

/* Events that are stored no longer. */
static void print_gap(struct session *s, uint64_t from, uint64_t to)
{
    if (s->opt.output == OUTPUT_JSON) {
        json_t *gap = json_object();
        json_object_set_new(gap, "from", json_integer((json_int_t)from));
        json_object_set_new(gap, "to", json_integer((json_int_t)to));
        json_line(json_under("gap", gap));
        return;
    }
    fflush(stdout);
    width_printf(stderr, _("Events %llu to %llu are stored no longer.\n"), (unsigned long long)from,
            (unsigned long long)to);
}

static void take(struct follow *f, const struct event *e)
{
    struct session *s = f->session;

    bool stored = e->number != 0; /* or there is no place for it among the others */

    if (stored && e->number < f->next)
        return;
    if (stored && e->number > f->next && f->next > 0)
        print_gap(s, f->next, e->number - 1);
    if (stored)
        f->next = e->number + 1;
    if (s->opt.types[0] != '\0' && !options_list_has(s->opt.types, json_event_name(e->kind)))
        return;
    if (f->hook.program && stored)
        hook_take(&f->hook, e);
    else if (!f->hook.program)
        cmd_event_print(s, e);
}

/* --- what comes by itself --------------------------------------------------------------------- */

static void hold(struct held *h, const struct event *e)
{
    if (h->n == h->room) {
        size_t room = h->room > 0 ? 2 * h->room : ROWS_MAX;
        struct event *more = realloc(h->e, room * sizeof *more);
        if (!more)
            return; /* a gap, and said to be one */
        h->e = more;
        h->room = room;
    }
    h->e[h->n++] = *e;
}

static void on_news(void *context, const struct reply *news)
{
    struct follow *f = context;

    for (unsigned i = 0; i < news->events_n; i++)
        if (f->hold)
            hold(&f->held, &news->events[i]);
        else
            take(f, &news->events[i]);
}

static void release(struct follow *f)
{
    f->hold = false;
    for (size_t i = 0; i < f->held.n; i++)
        take(f, &f->held.e[i]);
    f->held.n = 0;
}

static enum verdict page(struct follow *f, uint64_t follow)
{
    struct session *s = f->session;
    struct request *r = session_ask(s, REQ_EVENTS);

    r->from = f->next > 0 ? f->next : 1;
    r->number = follow;
    f->hold = true;
    enum verdict v = s->opt.program[0] != '\0' ? session_call_running(s) : session_call(s);
    for (unsigned i = 0; v == VERDICT_OK && i < s->reply.events_n; i++)
        take(f, &s->reply.events[i]);
    release(f);
    return v;
}

/* --- the beginning ---------------------------------------------------------------------------- */

static json_t *open_games(struct session *s, enum verdict *v)
{
    json_t *list = json_array();
    uint64_t from = 0;

    do {
        session_ask(s, REQ_GAMES)->from = from;
        *v = session_call(s);
        for (unsigned i = 0; *v == VERDICT_OK && i < s->reply.games_n; i++) {
            uint32_t state = s->reply.games[i].state;
            if (state != GAME_FINISHED && state != GAME_DECLINED)
                json_array_append_new(list, json_game(&s->reply.games[i]));
        }
        from = s->reply.next;
    } while (*v == VERDICT_OK && s->reply.more);
    return list;
}

/* The games as they are after at least all events up to the number in it. */
static enum verdict print_snapshot(struct session *s, uint64_t events)
{
    enum verdict v;
    json_t *o = json_object(), *games = open_games(s, &v);

    json_object_set_new(o, "events", json_integer((json_int_t)events));
    json_object_set_new(o, "games", games);
    if (v == VERDICT_LOCKED) /* then there are none to be told of */
        v = VERDICT_OK;
    if (v == VERDICT_OK)
        json_line(json_under("snapshot", o));
    else
        json_decref(o);
    return v;
}

/* Who speaks, and from which number on.  A number beyond the newest is one of a life before a
 * backup was restored. */
static enum verdict begin(struct follow *f)
{
    struct session *s = f->session;

    session_ask(s, REQ_STATUS);
    enum verdict v = s->opt.program[0] != '\0' ? session_call_running(s) : session_call(s);
    if (v != VERDICT_OK)
        return v;
    uint64_t events = s->status.events;
    bool reset = s->opt.since_set && s->opt.since > events + 1;
    f->next = s->opt.since_set && !reset ? s->opt.since : events + 1;
    if (s->opt.output != OUTPUT_JSON || s->opt.program[0] != '\0')
        return VERDICT_OK;
    json_t *hello = json_status(&s->status);
    json_object_set_new(hello, "control", json_integer(CONTROL_VERSION));
    json_object_set_new(hello, "next", json_integer((json_int_t)f->next));
    json_object_set_new(hello, "reset", json_boolean(reset));
    json_line(json_under("hello", hello));
    return print_snapshot(s, events);
}

static void print_tick(const struct follow *f)
{
    json_t *tick = json_object();
    char stamp[40];
    struct text t = text_over(stamp, sizeof stamp);

    sentence_moment(session_now_ms(), &t);
    json_object_set_new(tick, "time", json_string(stamp));
    json_object_set_new(tick, "next", json_integer((json_int_t)f->next));
    json_line(json_under("tick", tick));
}

/* --- going on --------------------------------------------------------------------------------- */

static enum verdict go_on(struct follow *f)
{
    struct session *s = f->session;
    bool ticks = s->opt.output == OUTPUT_JSON && !f->hook.program;
    uint64_t tick = tick_ms();
    enum verdict v = VERDICT_OK;

    while (v == VERDICT_OK && !interrupt_taken()) {
        bool busy = f->hook.program && hook_is_busy(&f->hook);
        v = client_wait(&s->client, busy ? HOOK_TURN_MS : LOOK_MS);
        if (f->hook.program)
            hook_turn(&f->hook, tick_ms());
        if (ticks && tick_ms() - tick >= TICK_MS) {
            tick += TICK_MS;
            print_tick(f);
        }
    }
    return v;
}

static enum verdict all(struct follow *f)
{
    struct session *s = f->session;
    enum verdict v = VERDICT_OK;

    f->next = s->opt.since; /* 0: from the oldest there is, whatever its number */
    if (s->opt.follow)
        v = begin(f);
    if (v != VERDICT_OK)
        return v;
    do
        v = page(f, 0);
    while (v == VERDICT_OK && s->reply.more);
    if (v == VERDICT_OK && s->opt.follow) {
        v = page(f, 1);
        s->following = s->following || v == VERDICT_OK;
        if (v == VERDICT_OK)
            v = go_on(f);
    }
    return v;
}

/* The first word of --types that is no kind of event; NULL: all are. */
static const char *unknown_type(const char *types)
{
    static char word[40];

    for (const char *at = types; *at != '\0'; at += *at == ',') {
        int len = (int)strcspn(at, ",");
        snprintf(word, sizeof word, "%.*s", len, at);
        if (!json_event_known(word))
            return word;
        at += len;
    }
    return NULL;
}

int cmd_events(struct session *s)
{
    static struct follow f;
    const char *unknown = unknown_type(s->opt.types);

    if (unknown)
        return session_refuse(s, VERDICT_USAGE, unknown);
    if (s->words.n > 1 || (s->opt.program[0] != '\0' && s->opt.program[0] != '/'))
        return session_usage(s);
    memset(&f, 0, sizeof f);
    f.session = s;
    hook_init(&f.hook, s->opt.program[0] != '\0' ? s->opt.program : NULL);
    s->opt.follow = s->opt.follow || f.hook.program;
    client_news *before = s->client.news;
    void *before_context = s->client.news_context;
    s->client.news = on_news;
    s->client.news_context = &f;
    enum verdict v = all(&f);
    s->client.news = before;
    s->client.news_context = before_context;
    hook_end(&f.hook);
    free(f.held.e);
    return v == VERDICT_OK ? EXIT_DONE : session_refuse(s, v, s->reply.detail);
}
