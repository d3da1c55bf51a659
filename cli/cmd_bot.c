/* The daemon is asked what there is to do after each piece of news; one thing is done at a time. */
#include "cli/bot.h"
#include "cli/commands.h"
#include "cli/json.h"
#include "cli/lang.h"
#include "cli/sentence.h"
#include "cli/tick.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_MS = 1000, FIRST_STARTS = 3 };

struct run {
    struct session *session;
    struct bot bot;
    struct game_row rows[ROWS_MAX]; /* the page being worked on */
    unsigned rows_n;
    unsigned heard;     /* pieces of news since the games were last looked through */
    uint32_t under_way; /* games of the bot, when they were last counted */
};

static void on_news(void *context, const struct reply *news)
{
    struct run *r = context;
    r->heard += news->events_n;
}

/* While the engine thinks: what the daemon says is not left lying in the socket. */
static void meanwhile(void *context)
{
    struct run *r = context;
    if (client_wait(&r->session->client, 0) != VERDICT_OK)
        r->heard++;
}

/* --- what it does, for people and programs ---------------------------------------------------- */

static void report(const struct run *r, const char *what, uint32_t game, const char *text)
{
    if (r->session->opt.output != OUTPUT_JSON) {
        printf("%s\t%u\t%s\n", what, (unsigned)game, text);
        fflush(stdout);
        return;
    }
    json_t *o = json_object();
    json_object_set_new(o, "what", json_string(what));
    json_object_set_new(o, "game", game > 0 ? json_integer(game) : json_null());
    json_object_set_new(o, "text", json_string(text));
    json_line(json_under("bot", o));
}

/* --- which games ------------------------------------------------------------------------------ */

/* Everybody who plays must be one of those it plays with. */
static bool fits_people(const struct options *o, const struct game_row *g)
{
    bool fits = strcmp(o->bot.from, "friends") == 0 || options_list_has(o->bot.from, g->opponent);

    for (unsigned i = 0; i < OTHERS_MAX - 1; i++)
        fits = fits && (g->others[i][0] == '\0' || strcmp(o->bot.from, "friends") == 0
                        || options_list_has(o->bot.from, g->others[i]));
    return fits;
}

/* Every key=value of --terms is just so in the game. */
static bool fits_terms(const char *wanted, const struct terms *terms)
{
    for (const char *at = wanted; *at != '\0'; at += *at == ',') {
        char pair[128], value[64];
        size_t len = strcspn(at, ",");
        struct text t = text_over(value, sizeof value);
        if (len >= sizeof pair)
            return false;
        memcpy(pair, at, len);
        pair[len] = '\0';
        char *sign = strchr(pair, '=');
        if (!sign)
            return false;
        *sign = '\0';
        if (!terms_value(terms, pair, &t) || strcmp(value, sign + 1) != 0)
            return false;
        at += len;
    }
    return true;
}

/* [E-4.1] Proposals are accepted, and games played, that fit all. */
static bool fits_row(const struct run *r, const struct game_row *g)
{
    const struct options *o = &r->session->opt;
    const char *preset = terms_preset_name((enum preset)g->preset);

    return preset && options_list_has(o->bot.accept, preset) && fits_people(o, g);
}

/* The position into s->show, if its terms fit. */
static enum verdict look_at(struct run *r, uint32_t number, bool *fits)
{
    struct session *s = r->session;
    enum verdict v = session_look(s, number);

    *fits = v == VERDICT_OK && fits_terms(s->opt.bot.terms, &s->show.view.terms);
    return v;
}

/* --- one thing -------------------------------------------------------------------------------- */

/* [E-4.4] A program says that it is one. */
static enum verdict introduce(struct run *r, uint32_t number)
{
    struct request *q = session_ask(r->session, REQ_SAY);

    q->game = number;
    snprintf(q->text, sizeof q->text, "This player is a program: %s.", r->bot.name);
    return session_call(r->session);
}

static enum verdict accept(struct run *r, uint32_t number)
{
    struct session *s = r->session;
    bool fits;
    enum verdict v = look_at(r, number, &fits);

    if (v != VERDICT_OK || !fits)
        return v == VERDICT_NO_DAEMON ? v : VERDICT_OK;
    struct request *q = session_ask(s, REQ_ACCEPT);
    q->game = number;
    v = session_call(s);
    if (v != VERDICT_OK)
        return v == VERDICT_NO_DAEMON ? v : VERDICT_OK; /* taken back meanwhile, or held */
    r->under_way++;
    report(r, "ACCEPTED", number, "");
    v = introduce(r, number);
    return v == VERDICT_NO_DAEMON ? v : VERDICT_OK;
}

static enum verdict send_move(struct run *r, uint32_t number, const struct choice *choice)
{
    struct session *s = r->session;
    struct request *q = session_ask(s, choice->kind == 0 ? REQ_RESIGN : REQ_MOVE);

    q->game = number;
    q->has_head = 1;
    q->head = s->show.head;
    q->choice = *choice;
    return session_call(s);
}

/* Something else came in between: look again, it is nobody's fault. */
static bool is_late_only(enum verdict v)
{
    return v == VERDICT_HEAD_CHANGED || v == VERDICT_NOT_YOUR_TURN || v == VERDICT_GAME_OVER
        || verdict_exit(v) == EXIT_LOCAL || verdict_exit(v) == EXIT_LOCKED
        || v == VERDICT_CATCHING_UP || v == VERDICT_ELSEWHERE;
}

/* The move of the practice player. */
static enum verdict fall_back(struct run *r, struct bot_game *g)
{
    struct session *s = r->session;

    session_ask(s, REQ_SUGGEST)->game = g->number;
    enum verdict v = session_call(s);
    if (v != VERDICT_OK)
        return v;
    struct choice choice = s->reply.choice;
    session_seen(s);
    v = send_move(r, g->number, &choice);
    if (v == VERDICT_OK) {
        report(r, "FALLBACK", g->number, "");
        bot_moved(&r->bot, g);
    }
    return v;
}

/* [E-3.2] After three failures for one position, refused moves among them, the game is left. */
static enum verdict failed(struct run *r, struct bot_game *g)
{
    if (++g->failures < BOT_TRIES)
        return VERDICT_OK;
    if (r->session->opt.bot.fallback) {
        enum verdict v = fall_back(r, g);
        return v == VERDICT_NO_DAEMON ? v : VERDICT_OK;
    }
    g->left = true;
    report(r, "LEFT", g->number, "");
    return VERDICT_OK;
}

static enum verdict play(struct run *r, struct bot_game *g)
{
    struct session *s = r->session;
    char words[GTP_REPLY_MAX + 1];
    struct choice choice;
    const char *move = bot_move(&r->bot, g, &s->show);

    if (!move) {
        report(r, "FAILED", g->number, r->bot.engine.pid == 0 ? "ended" : "no move");
        return failed(r, g);
    }
    snprintf(words, sizeof words, "%s", move);
    enum verdict v = bot_read_move(words, &s->show.view, &choice);
    if (v == VERDICT_OK)
        v = send_move(r, g->number, &choice);
    if (v == VERDICT_OK) {
        report(r, "MOVE", g->number, words);
        bot_moved(&r->bot, g);
        return v;
    }
    if (v == VERDICT_NO_DAEMON || is_late_only(v))
        return v == VERDICT_NO_DAEMON ? v : VERDICT_OK;
    report(r, "REFUSED", g->number, verdict_name(v));
    bot_refused(&r->bot, g->number, v, words);
    return failed(r, g);
}

static enum verdict take_turn(struct run *r, uint32_t number)
{
    struct session *s = r->session;
    bool fits;
    enum verdict v = look_at(r, number, &fits);

    if (v != VERDICT_OK || !fits || !s->show.started || !s->show.view.may_move)
        return v == VERDICT_NO_DAEMON ? v : VERDICT_OK;
    struct bot_game *g = bot_place(&r->bot, number);
    if (!g)
        return VERDICT_OK;
    if (g->moves != s->show.view.moves) {
        g->moves = s->show.view.moves;
        g->failures = 0;
        g->left = false;
    }
    if (g->left || !bot_ready(&r->bot, tick_ms()))
        return VERDICT_OK;
    return play(r, g);
}

/* --- all of them ------------------------------------------------------------------------------ */

static bool is_over(const struct game_row *g)
{
    return g->state == GAME_FINISHED || g->state == GAME_DECLINED || g->state == GAME_DISPUTED
        || g->state == GAME_CLOSING;
}

static enum verdict do_row(struct run *r, const struct game_row *g)
{
    struct bot_game *known = bot_known(&r->bot, g->number);

    if (known && is_over(g)) {
        bot_result(&r->bot, known, g);
        report(r, "RESULT", g->number, json_ending_name(g->ending));
        return VERDICT_OK;
    }
    if (!fits_row(r, g) || g->hold != 0)
        return VERDICT_OK;
    if (g->state == GAME_MY_TURN)
        return take_turn(r, g->number);
    if (g->state == GAME_OFFERED_TO_ME && r->under_way < r->session->opt.bot.max_games)
        return accept(r, g->number);
    return VERDICT_OK;
}

/* All games, page by page: each is counted (`act` NULL) or acted on. */
typedef enum verdict act_function(struct run *r, const struct game_row *g);

static enum verdict each_game(struct run *r, act_function *act)
{
    struct session *s = r->session;
    uint64_t from = 0;
    bool more = true;

    while (more) {
        session_ask(s, REQ_GAMES)->from = from;
        enum verdict v = session_call(s);
        if (v != VERDICT_OK)
            return v;
        r->rows_n = s->reply.games_n;
        memcpy(r->rows, s->reply.games, r->rows_n * sizeof r->rows[0]);
        from = s->reply.next;
        more = s->reply.more;
        for (unsigned i = 0; i < r->rows_n && v == VERDICT_OK; i++)
            v = act(r, &r->rows[i]);
        if (v != VERDICT_OK)
            return v;
    }
    return VERDICT_OK;
}

static enum verdict count_row(struct run *r, const struct game_row *g)
{
    bool open = g->state == GAME_SETTING_UP || g->state == GAME_MY_TURN
             || g->state == GAME_THEIR_TURN;

    r->under_way += open && fits_row(r, g);
    return VERDICT_OK;
}

/* [E-3.4] An engine that cannot be started ends it at first. */
static bool first_start(struct run *r)
{
    for (unsigned i = 0; i < FIRST_STARTS; i++) {
        r->bot.not_before_ms = 0;
        if (bot_ready(&r->bot, tick_ms())) {
            report(r, "STARTED", 0, r->bot.name);
            return true;
        }
    }
    return false;
}

static enum verdict go_on(struct run *r)
{
    struct session *s = r->session;
    enum verdict v = session_follow(s);

    while (v == VERDICT_OK) {
        r->heard = 0;
        r->under_way = 0;
        v = each_game(r, count_row);
        if (v == VERDICT_OK)
            v = each_game(r, do_row);
        if (v == VERDICT_OK && r->heard == 0)
            v = client_wait(&s->client, LOOK_MS);
        if (s->client.fd < 0)
            v = VERDICT_NO_DAEMON;
    }
    return v;
}

static bool fits_presets(const char *list)
{
    enum preset preset;
    bool good = list[0] != '\0';

    for (const char *at = list; *at != '\0' && good; at += *at == ',') {
        size_t len = strcspn(at, ",");
        good = terms_preset_read(span_of(at, len), &preset);
        at += len;
    }
    return good;
}

int cmd_bot(struct session *s)
{
    static struct run r;
    static char *argv[WORDS_MAX + 1];

    if (s->words.n < 3 || strcmp(s->words.word[1], "run") != 0 || s->prompt)
        return session_usage(s);
    if (!fits_presets(s->opt.bot.accept))
        return session_refuse(s, VERDICT_PRESET_UNKNOWN, s->opt.bot.accept);
    memcpy(argv, s->words.word + 2, (s->words.n - 2) * sizeof argv[0]);
    argv[s->words.n - 2] = NULL;
    memset(&r, 0, sizeof r);
    r.session = s;
    bot_init(&r.bot, argv, s->opt.bot.engine_ms);
    session_ask(s, REQ_STATUS);
    enum verdict v = session_call(s);
    if (v == VERDICT_OK && s->status.state != DAEMON_READY)
        v = s->status.state == DAEMON_LOCKED ? VERDICT_LOCKED : VERDICT_MOVED_OUT;
    if (v == VERDICT_OK && !first_start(&r))
        v = VERDICT_ENGINE_FAILED;
    if (v == VERDICT_OK) {
        s->client.news = on_news;
        s->client.news_context = &r;
        r.bot.engine.meanwhile = meanwhile;
        r.bot.engine.context = &r;
        v = go_on(&r);
        r.bot.engine.meanwhile = NULL;
        s->client.news = NULL;
    }
    bot_end(&r.bot);
    return session_refuse(s, v, v == VERDICT_ENGINE_FAILED ? argv[0] : s->reply.detail);
}
