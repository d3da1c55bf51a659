/* Commands that last: they follow the events of the daemon and never ask again and again. */
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/tick.h"

#include <stdio.h>
#include <string.h>

enum { SECOND_MS = 1000, PATIENCE_MS = 1000 };

/* Where the news goes while a command lasts. */
struct watch {
    struct session *session;
    uint32_t game;   /* print only what concerns this game, 0 = everything */
    bool print;      /* for people without the turns: the moves tell whose it is */
    unsigned heard;  /* events that came */
    client_news *before;
    void *before_context;
};

static void watch_news(void *context, const struct reply *news)
{
    struct watch *w = context;

    for (unsigned i = 0; i < news->events_n; i++) {
        const struct event *e = &news->events[i];
        if (w->game != 0 && e->game != w->game)
            continue;
        w->heard++;
        if (w->print && (e->kind != EVENT_YOUR_TURN || w->session->opt.output != OUTPUT_TEXT))
            cmd_event_print(w->session, e);
    }
}

static void watch_begin(struct watch *w, struct session *s, uint32_t game, bool print)
{
    *w = (struct watch){s, game, print, 0, s->client.news, s->client.news_context};
    s->client.news = watch_news;
    s->client.news_context = w;
}

static void watch_end(struct watch *w)
{
    w->session->client.news = w->before;
    w->session->client.news_context = w->before_context;
}

static bool is_ready(const struct game_show *show)
{
    uint32_t state = show->row.state;

    return (state == GAME_MY_TURN && show->view.may_move) || state == GAME_OFFERED_TO_ME
        || state == GAME_FINISHED || state == GAME_DECLINED || state == GAME_DISPUTED
        || state == GAME_CLOSING;
}

/* Look again after each piece of news until it is my turn, or the time is over. */
static enum verdict wait_until_ready(struct session *s, struct watch *w, uint32_t game,
                                     uint64_t seconds)
{
    uint64_t end = seconds > 0 ? tick_ms() + seconds * SECOND_MS : UINT64_MAX;
    enum verdict v = session_follow(s);

    while (v == VERDICT_OK) {
        w->heard = 0;
        v = session_look(s, game);
        if (v != VERDICT_OK || is_ready(&s->show))
            break;
        game = s->game;
        while (v == VERDICT_OK && w->heard == 0) {
            uint64_t now = tick_ms();
            if (now >= end || interrupt_taken())
                return VERDICT_WAITED;
            uint64_t left = end - now;
            v = client_wait(&s->client, left > PATIENCE_MS ? PATIENCE_MS : (int)left);
        }
    }
    return v;
}

int cmd_wait_for(struct session *s, uint32_t game, uint64_t seconds)
{
    struct watch w;

    watch_begin(&w, s, 0, false);
    enum verdict v = wait_until_ready(s, &w, game, seconds);
    watch_end(&w);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    session_show(s);
    return EXIT_DONE;
}

int cmd_wait(struct session *s)
{
    uint32_t game = 0;

    if (s->words.n > 2)
        return session_usage(s);
    enum verdict v = session_game(s, s->words.n == 2 ? s->words.word[1] : NULL, &game);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    return cmd_wait_for(s, game, s->opt.wait_s);
}

/* My move, as the practice player would do it. */
static enum verdict play_one(struct session *s)
{
    session_ask(s, REQ_SUGGEST)->game = s->game;
    enum verdict v = session_call(s);
    if (v != VERDICT_OK)
        return v;
    struct choice choice = s->reply.choice;
    struct request *r = session_ask(s, REQ_MOVE);
    session_seen(s);
    r->game = s->game;
    r->has_head = 1;
    r->head = s->show.head;
    r->choice = choice;
    r->dry_run = s->opt.dry_run;
    return session_call(s);
}

/* The move that would be made now. */
static int auto_dry(struct session *s)
{
    enum verdict v = play_one(s);
    return v == VERDICT_OK ? session_dry(s) : session_refuse(s, v, s->reply.detail);
}

static bool is_over(const struct game_show *show)
{
    return show->row.state == GAME_FINISHED || show->row.state == GAME_DECLINED
        || show->row.state == GAME_DISPUTED;
}

/* Until both bags are open; what is refused because something came in between is tried again. */
static enum verdict play_to_the_end(struct session *s, struct watch *w)
{
    enum verdict v = session_follow(s);

    while (v == VERDICT_OK) {
        w->heard = 0;
        v = session_look(s, s->game);
        if (v != VERDICT_OK || is_over(&s->show))
            break;
        if (s->show.row.state == GAME_MY_TURN && s->show.view.may_move) {
            v = play_one(s);
            if (v == VERDICT_HEAD_CHANGED || v == VERDICT_NOT_YOUR_TURN || v == VERDICT_GAME_OVER)
                v = VERDICT_OK;
        } else if (w->heard == 0) {
            v = client_wait(&s->client, PATIENCE_MS);
        }
        if (interrupt_taken())
            return VERDICT_WAITED;
    }
    return v;
}

int cmd_auto(struct session *s)
{
    struct watch w;
    uint32_t game = 0;

    if (s->words.n > 2)
        return session_usage(s);
    enum verdict v = session_game(s, s->words.n == 2 ? s->words.word[1] : NULL, &game);
    if (v == VERDICT_OK)
        v = session_look(s, game);
    if (v == VERDICT_OK && s->opt.dry_run)
        return auto_dry(s);
    if (v == VERDICT_OK) {
        watch_begin(&w, s, s->game, true);
        v = play_to_the_end(s, &w);
        watch_end(&w);
    }
    if (v == VERDICT_OK && s->show.row.state == GAME_DISPUTED)
        v = VERDICT_DISPUTED;
    if (v == VERDICT_OK && s->show.row.state == GAME_DECLINED)
        v = VERDICT_DECLINED;
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    session_show(s);
    return EXIT_DONE;
}
