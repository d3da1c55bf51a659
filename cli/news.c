/* The current game is shown again when it has changed, so that its news need no lines. */
#include "cli/news.h"

#include "cli/commands.h"
#include "cli/lang.h"
#include "cli/seen.h"
#include "cli/sentence.h"

#include <stdio.h>
#include <string.h>

enum { NEWS_MAX = 16 * 1024 };

static struct session *session;
static struct {
    char storage[NEWS_MAX];
    struct text text;
    bool look;  /* the current game should be shown again */
    bool stale; /* other games may wait than before */
} news;

void news_start(struct session *s)
{
    session = s;
    news.text = text_over(news.storage, sizeof news.storage);
}

/* What is not worth a line: my own moves, unless a tile was the wrong one; what I just did; my
 * turn, when the board comes anyway. */
static bool is_told(const struct event *e)
{
    if (e->kind == EVENT_MOVE && e->mine && e->game == session->game)
        return e->move.choice.kind == MOVE_PLACE && !e->move.right;
    if (e->mine && (e->kind == EVENT_OFFER || e->kind == EVENT_ACCEPTED
                    || e->kind == EVENT_DECLINED))
        return false;
    return e->kind != EVENT_YOUR_TURN || e->game != session->game;
}

/* What asks me to do something, or ends a game. */
static bool is_urgent(const struct event *e)
{
    static const uint8_t kinds[] = {EVENT_OFFER, EVENT_STARTED, EVENT_YOUR_TURN, EVENT_OVER,
                                    EVENT_DRAW_OFFERED, EVENT_REMINDER, EVENT_WARNED,
                                    EVENT_DISPUTED, EVENT_LOCAL, EVENT_HOLD};

    return memchr(kinds, (int)e->kind, sizeof kinds) != NULL;
}

static bool is_wanted(const struct event *e)
{
    if (session->notify == SETTINGS_NOTIFY_OFF)
        return false;
    return is_told(e) && (session->notify == SETTINGS_NOTIFY_ALL || is_urgent(e));
}

static bool asks_for_board(const struct event *e)
{
    if (e->game == 0 || e->game != session->game || session->notify == SETTINGS_NOTIFY_OFF)
        return false;
    return e->kind == EVENT_STARTED || e->kind == EVENT_YOUR_TURN || e->kind == EVENT_OVER
        || (e->kind == EVENT_MOVE && !e->mine && e->value != 0);
}

void news_take(void *context, const struct reply *reply)
{
    (void)context;
    for (unsigned i = 0; i < reply->events_n; i++) {
        const struct event *e = &reply->events[i];
        news.look = news.look || asks_for_board(e);
        news.stale = true;
        if (!is_wanted(e) || news.text.len + NOTE_MAX + 256 > NEWS_MAX)
            continue;
        sentence_event(e, &news.text);
        text_add(&news.text, "\n");
    }
}

void news_say(const char *sentence)
{
    text_add(&news.text, sentence);
    text_add(&news.text, "\n");
}

bool news_wait(void)
{
    return news.text.len > 0 || news.look || news.stale;
}

/* The board, if it is another than the one last seen. */
static void show_again(void)
{
    static struct game_show before;

    before = session->show;
    if (session_look(session, session->game) == VERDICT_OK
        && (!seen_same(&before, &session->show)
            || before.view.may_move != session->show.view.may_move))
        session_show(session);
}

void news_print(bool typing)
{
    if (news.text.len > 0 && session->bell)
        fputs("\a", stdout);
    session_fold(session, news.storage);
    fputs(news.storage, stdout);
    news.text = text_over(news.storage, sizeof news.storage);
    if (news.look && !typing)
        show_again();
    news.look = false;
    fflush(stdout);
}

/* How many games wait for me besides the one at hand. */
static unsigned waiting(void)
{
    unsigned count = session->status.games_my_turn;
    bool here = session->game != 0 && session->has_show
             && session->show.row.number == session->game
             && (session->show.row.state == GAME_MY_TURN
                 || session->show.row.state == GAME_OFFERED_TO_ME);

    return count > 0 && here ? count - 1 : count;
}

void news_prompt(char out[48])
{
    char count[16] = "", game[16] = "";

    news.stale = false;
    if (session->client.fd >= 0) {
        session_ask(session, REQ_STATUS);
        if (session_call_running(session) != VERDICT_OK)
            session->status.games_my_turn = 0;
    }
    if (waiting() > 0)
        snprintf(count, sizeof count, " (%u)", waiting());
    if (session->game != 0)
        snprintf(game, sizeof game, " %u", (unsigned)session->game);
    snprintf(out, 48, "numbridge%s%s> ", game, count);
}

static const char *const notify_words[] = {"all", "turns", "off"};

static const char *notify_state(const struct session *s)
{
    static const char *const states[] = {
        N_("All news are shown."),
        N_("Only what needs you is shown."),
        N_("No news are shown; the prompt counts the games that wait."),
    };
    return _(states[s->notify]);
}

static bool take_notify(struct session *s, const char *word)
{
    for (unsigned i = 0; i < 3; i++)
        if (strcmp(word, notify_words[i]) == 0) {
            s->notify = (enum settings_notify)i;
            return true;
        }
    bool bell = strcmp(word, "bell") == 0;
    if (!bell && strcmp(word, "quiet") != 0)
        return false;
    s->bell = bell;
    return true;
}

int cmd_notify(struct session *s)
{
    for (unsigned i = 1; i < s->words.n; i++)
        if (!take_notify(s, s->words.word[i]))
            return session_usage(s);
    return session_done(s, notify_state(s), NULL);
}
