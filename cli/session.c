/* The middle between commands and connection: no command opens sockets, no command words a
 * refusal. */
#include "cli/session.h"

#include "cli/board.h"
#include "cli/commands.h"
#include "cli/fill.h"
#include "cli/json.h"
#include "cli/lang.h"
#include "cli/reader.h"
#include "cli/seen.h"
#include "cli/sentence.h"
#include "cli/start.h"
#include "cli/width.h"
#include "keys/settings.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CALL_SECONDS = 60, SHOW_TEXT_MAX = 32 * 1024 };

/* What the settings file says about the screen; options say more. */
static void apply_settings(struct session *s)
{
    static const enum term_when whens[] = {[SETTINGS_COLOR_AUTO] = WHEN_AUTO,
                                           [SETTINGS_COLOR_ALWAYS] = WHEN_ALWAYS,
                                           [SETTINGS_COLOR_NEVER] = WHEN_NEVER};
    struct settings settings;
    int line = 0;

    settings_init(&settings);
    enum verdict v = settings_load(&settings, s->paths.settings, &line);
    if (v != VERDICT_OK)
        width_printf(stderr, _("%s, line %d: %s The file is not used.\n"), s->paths.settings, line,
                sentence_verdict(v));
    if (s->start.color == WHEN_AUTO)
        s->start.color = whens[settings.color];
    s->start.reader = s->start.reader || settings.reader;
    s->notify = settings.notify;
    s->bell = settings.bell;
}

enum verdict session_init(struct session *s)
{
    const char *home = s->start.home[0] != '\0' ? s->start.home : NULL;
    enum verdict v = paths_find(home, &s->paths);

    if (v != VERDICT_OK)
        return v;
    snprintf(s->seen_path, sizeof s->seen_path, "%s/seen", s->paths.state);
    apply_settings(s);
    term_detect(&s->term, s->start.color, s->start.ascii, s->start.reader);
    return client_init(&s->client) ? VERDICT_OK : VERDICT_MEMORY;
}

void session_close(struct session *s)
{
    client_close(&s->client);
}

uint64_t session_now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

struct request *session_ask(struct session *s, enum request_kind kind)
{
    s->request = (struct request){.kind = kind};
    return &s->request;
}

static enum verdict connect_now(struct session *s, bool start)
{
    struct text said = text_over(s->said, sizeof s->said);
    enum verdict v;

    if (s->client.fd >= 0)
        return VERDICT_OK;
    s->following = false;
    if (start)
        v = start_connect(&s->client, s->start.home, &s->paths, &s->reply, &said);
    else
        v = client_connect(&s->client, s->paths.control, &s->reply);
    if (v == VERDICT_OK && s->reply.has_status)
        s->status = s->reply.status;
    return v;
}

static enum verdict call(struct session *s, bool start)
{
    enum verdict v = connect_now(s, start);

    if (v != VERDICT_OK)
        return v;
    v = client_call(&s->client, &s->request, &s->reply, CALL_SECONDS);
    if (v == VERDICT_OK && s->reply.has_status)
        s->status = s->reply.status;
    return v;
}

enum verdict session_call(struct session *s)
{
    return call(s, true);
}

enum verdict session_call_running(struct session *s)
{
    return call(s, false);
}

enum verdict session_follow(struct session *s)
{
    if (s->following && s->client.fd >= 0)
        return VERDICT_OK;
    session_ask(s, REQ_EVENTS)->number = 1;
    enum verdict v = session_call(s);
    s->following = v == VERDICT_OK;
    return v;
}

static bool is_with(const struct game_row *g, const char *name)
{
    bool with = strncmp(g->opponent, name, strlen(name)) == 0;

    for (unsigned i = 0; i < OTHERS_MAX - 1; i++)
        with = with || (g->others[i][0] != '\0'
                        && strncmp(g->others[i], name, strlen(name)) == 0);
    return with;
}

/* The open game with the friend whose name begins so; games come those that need me first. */
static enum verdict find_game_with(struct session *s, const char *name, uint32_t *game)
{
    uint64_t from = 0;

    do {
        session_ask(s, REQ_GAMES)->from = from;
        enum verdict v = session_call(s);
        if (v != VERDICT_OK)
            return v;
        for (unsigned i = 0; i < s->reply.games_n; i++)
            if (is_with(&s->reply.games[i], name)) {
                *game = s->reply.games[i].number;
                return VERDICT_OK;
            }
        from = s->reply.next;
    } while (s->reply.more);
    return VERDICT_NO_SUCH_GAME;
}

enum verdict session_game(struct session *s, const char *word, uint32_t *game)
{
    uint64_t number;

    if (!word) {
        *game = s->opt.game != 0 ? s->opt.game : s->game;
        return VERDICT_OK;
    }
    if (text_read_number(span_text(word), UINT32_MAX, &number) && number > 0) {
        *game = (uint32_t)number;
        return VERDICT_OK;
    }
    return find_game_with(s, word, game);
}

void session_seen(struct session *s)
{
    if (!s->reply.has_show)
        return;
    s->show = s->reply.show;
    s->has_show = true;
    s->game = s->show.row.number;
}

enum verdict session_look(struct session *s, uint32_t game)
{
    session_ask(s, REQ_SHOW)->game = game;
    enum verdict v = session_call(s);
    if (v == VERDICT_OK && !s->reply.has_show)
        return VERDICT_NOT_DECODABLE;
    if (v == VERDICT_OK)
        session_seen(s);
    return v;
}

void session_show(struct session *s)
{
    static char text[SHOW_TEXT_MAX];
    struct text out = text_over(text, sizeof text);
    char *sentences = text;

    if (s->show.started && s->seen_path[0] != '\0')
        seen_store(s->seen_path, &s->show);
    if (s->opt.output == OUTPUT_JSON) {
        json_line(json_under("show", json_show(&s->show)));
        return;
    }
    if (!s->show.started)
        reader_terms(&s->show, &out);
    else if (s->opt.output == OUTPUT_PLAIN)
        reader_plain(&s->show, &out);
    else if (s->term.reader || s->opt.reader)
        reader_board(&s->show, &out);
    else {
        board_draw(&s->show, &s->term, &(struct board_marks){0, NO_CELL}, &out);
        sentences = text + out.len;
    }
    if (s->opt.output == OUTPUT_TEXT && s->show.row.unsent > 0 && s->show.row.link != LINK_UP) {
        char queued[128];
        struct text q = text_over(queued, sizeof queued);
        sentence_queued(&s->show.row, session_now_ms(), &q);
        fill_add(&out, _("What you did is {queued}.\n"), fill_text("queued", queued));
    }
    if (s->show.row.hold != 0 && s->opt.output == OUTPUT_TEXT) {
        text_add(&out, "\n");
        text_add(&out, sentence_verdict((enum verdict)s->show.row.hold));
        text_add(&out, "\n");
    }
    session_fold(s, sentences);
    fputs(text, stdout);
    fflush(stdout);
}

unsigned session_columns(const struct session *s)
{
    return s->term.out_tty ? s->term.width : UINT_MAX / 2;
}

void session_fold(const struct session *s, char *text)
{
    if (s->term.out_tty && s->opt.output == OUTPUT_TEXT)
        text_fold(text, s->term.width);
}

int session_refuse(struct session *s, enum verdict v, const char *detail)
{
    char sentence[1024];
    struct text t = text_over(sentence, sizeof sentence);

    fflush(stdout);
    if (s->said[0] != '\0') {
        fill_add(&t, _("The daemon could not start: {reason}"), fill_text("reason", _(s->said)));
        detail = s->said;
    } else {
        sentence_refusal(v, detail, &t);
    }
    session_fold(s, sentence);
    fprintf(stderr, "%s\n", sentence);
    if (s->opt.output == OUTPUT_JSON)
        json_line(json_verdict(v, detail));
    s->said[0] = '\0';
    return (int)verdict_exit(v);
}

int session_usage(struct session *s)
{
    const struct command *c = s->words.n > 0 ? commands_find(s->words.word[0]) : NULL;

    fflush(stdout);
    if (c)
        width_printf(stderr, _("It is written: %s %s\n%s\n"), c->name, _(c->arguments), _(c->help));
    else
        fprintf(stderr, "%s\n", sentence_verdict(VERDICT_USAGE));
    if (s->opt.output == OUTPUT_JSON)
        json_line(json_verdict(VERDICT_USAGE, ""));
    return EXIT_USAGE;
}

int session_done(struct session *s, const char *sentence, json_t *more)
{
    if (s->opt.output == OUTPUT_JSON) {
        json_t *o = json_verdict(VERDICT_OK, "");
        if (more)
            json_object_update(o, more);
        json_line(o);
    } else {
        char folded[PATH_MAX + 256]; /* a sentence may name a file */
        struct text t = text_over(folded, sizeof folded);
        text_add(&t, sentence);
        session_fold(s, folded);
        printf("%s\n", folded);
        fflush(stdout);
    }
    json_decref(more);
    return EXIT_DONE;
}

/* The entry in words: a move as it is typed, everything else by what it is. */
static void dry_words(const struct session *s, const struct move_row *m, struct text *out)
{
    if (m->choice.kind != 0)
        move_write(&m->choice, sentence_scale(&s->show.view), out);
    else
        sentence_move(m, 0, NULL, out);
}

int session_would(struct session *s, const char *words, json_t *json)
{
    char line[CONDITION_TEXT_MAX + 512];

    snprintf(line, sizeof line, _("Nothing was signed. It would be: %s"), words);
    json_object_set_new(json, "dry_run", json_true());
    return session_done(s, line, json);
}

int session_dry(struct session *s)
{
    const struct move_row *m = &s->reply.moves[0];
    char words[MOVE_TEXT_MAX + 256];
    struct text t = text_over(words, sizeof words);

    if (s->reply.moves_n != 1)
        return session_refuse(s, VERDICT_NOT_DECODABLE, "");
    dry_words(s, m, &t);
    return session_would(s, words,
                         json_under("would_sign", json_move(m, sentence_scale(&s->show.view))));
}

/* A line of the terminal; what does not fit is dropped, so that it answers no later question. */
static bool read_answer(char *out, size_t size)
{
    if (!fgets(out, (int)size, stdin)) {
        clearerr(stdin);
        return false;
    }
    if (!strchr(out, '\n')) {
        int c;
        do
            c = getchar();
        while (c != '\n' && c != EOF);
        clearerr(stdin);
    }
    return true;
}

bool session_answer(struct session *s, const char *question, char *out, size_t size)
{
    if (!s->term.in_tty)
        return false;
    fputs(question, stderr);
    fflush(stderr);
    return read_answer(out, size);
}

/* `answer` is one of `words`, which are parted by slashes. */
static bool is_one_of(const char *answer, const char *words)
{
    size_t len = strlen(answer);

    for (const char *word = words; word; word = strchr(word, '/')) {
        word += word[0] == '/';
        if (len > 0 && strncmp(word, answer, len) == 0 && (word[len] == '/' || word[len] == '\0'))
            return true;
    }
    return false;
}

/* "y" and "yes" always, and their like in the player's language; also in capitals. */
static bool is_yes(char *answer)
{
    answer[strcspn(answer, "\n")] = '\0';
    for (char *c = answer; *c != '\0'; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
    return is_one_of(answer, "y/yes") || is_one_of(answer, P_("answer", "y"))
        || is_one_of(answer, P_("answer", "yes"));
}

static bool unsure(const struct session *s)
{
    if (s->opt.output == OUTPUT_JSON)
        json_line(json_verdict(VERDICT_NOT_CONFIRMED, ""));
    return false;
}

bool session_sure(struct session *s, const char *question)
{
    char answer[16] = "";

    if (s->opt.yes || s->opt.dry_run)
        return true;
    if (!s->term.in_tty) {
        width_printf(stderr, _("%s Nothing was done: add --yes to do it without being asked.\n"),
                question);
        return unsure(s);
    }
    width_printf(stderr, _("%s (y/n) "), question);
    fflush(stderr);
    if (!read_answer(answer, sizeof answer)) {
        fprintf(stderr, "\n%s\n", _("Nothing was done."));
        return unsure(s);
    }
    bool yes = is_yes(answer);
    if (!yes)
        width_printf(stderr, "%s\n", _("Nothing was done."));
    return yes || unsure(s);
}
