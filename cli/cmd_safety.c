/* A player as one file; games that are held up; conditional moves. */
#include "cli/commands.h"
#include "cli/fill.h"
#include "cli/json.h"
#include "cli/lang.h"
#include "cli/sentence.h"
#include "cli/start.h"
#include "cli/width.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- backups and moving ----------------------------------------------------------------------- */

/* The rest of the words as an absolute path: the daemon works in another folder. */
static bool whole_path(struct session *s, char out[PATH_MAX])
{
    char name[PATH_MAX], here[PATH_MAX];

    if (s->words.n < 2)
        return false;
    words_rest(&s->words, 1, name, sizeof name);
    if (name[0] == '/')
        here[0] = '\0';
    else if (!getcwd(here, sizeof here))
        return false;
    int len = snprintf(out, PATH_MAX, "%s%s%s", here, name[0] == '/' ? "" : "/", name);
    return len > 0 && len < PATH_MAX;
}

static int write_file(struct session *s, enum request_kind kind, const char *sentence)
{
    char path[PATH_MAX], line[PATH_MAX + 512];
    struct text t = text_over(line, sizeof line);

    if (!whole_path(s, path))
        return session_usage(s);
    struct request *r = session_ask(s, kind);
    memcpy(r->text, path, strlen(path) + 1);
    r->number = s->opt.yes;
    enum verdict v = session_call(s);
    if (v != VERDICT_OK)
        return session_refuse(s, v, path);
    fill_add(&t, sentence, fill_text("file", path));
    return session_done(s, line, json_under("file", json_string(path)));
}

int cmd_backup(struct session *s)
{
    return write_file(s, REQ_BACKUP,
                      _("{file} holds all games, friends and the secret key: who has it can play "
                        "as you. Keep it like the key."));
}

int cmd_move_out(struct session *s)
{
    if (s->words.n >= 2 &&
        !session_sure(s, _("Nothing can be signed on this machine afterwards. Move out?")))
        return EXIT_NO;
    s->opt.yes = false; /* that was no leave to replace a file */
    return write_file(s, REQ_MOVE_OUT,
                      _("{file} is the player now: 'move-in' takes it over on the other machine. "
                        "It holds the secret key; nothing is signed here any more."));
}

/* What a daemon that restores prints (daemon/backup.h), in the language of whoever typed. */
static void tell_fact(const struct session *s, const char *fact)
{
    static const char old[] = "old files: ", waiting[] = "waiting games: ";
    static const char witnessed[] = "games witnessed no longer: ";
    char line[PATH_MAX + 256];
    struct text t = text_over(line, sizeof line);

    if (strncmp(fact, old, sizeof old - 1) == 0) {
        fill_add(&t, _("What was there before is in {folder} now."),
                 fill_text("folder", fact + sizeof old - 1));
    } else if (strncmp(fact, waiting, sizeof waiting - 1) == 0) {
        unsigned long n = strtoul(fact + sizeof waiting - 1, NULL, 10);
        fill_add(&t, ngettext("In {count} game nothing is signed before a friend has been heard.",
                              "In {count} games nothing is signed before a friend has been heard.",
                              n),
                 fill_number("count", n));
    } else if (strncmp(fact, witnessed, sizeof witnessed - 1) == 0) {
        unsigned long n = strtoul(fact + sizeof witnessed - 1, NULL, 10);
        fill_add(&t, ngettext("In {count} game you were the witness; you sign nothing more in it.",
                              "In {count} games you were the witness; you sign nothing more in "
                              "them.", n),
                 fill_number("count", n));
    } else {
        text_add(&t, fact);
    }
    session_fold(s, line);
    fprintf(stderr, "%s\n", line);
}

/* What the daemon said when it was done, or why not. */
static int taken(struct session *s, int code, char *said)
{
    enum verdict v = start_verdict(code, said);

    if (code < 0)
        return session_refuse(s, VERDICT_NO_PROGRAM, "numbridged");
    if (code != EXIT_DONE && v != VERDICT_NO_DAEMON)
        return session_refuse(s, v, "");
    for (char *line = said, *end; line[0] != '\0'; line = end) {
        end = line + strcspn(line, "\n");
        if (end[0] != '\0')
            *end++ = '\0';
        tell_fact(s, line);
    }
    if (code != EXIT_DONE && s->opt.output == OUTPUT_JSON)
        json_line(json_failed(VERDICT_PROGRAM_FAILED, code));
    if (code != EXIT_DONE)
        return code;
    return session_done(s, _("The player is on this machine now."), NULL);
}

static int take_file(struct session *s, const char *option)
{
    static char aside[] = "--aside", home_option[] = "--home", file[PATH_MAX], way[16];
    char program[PATH_MAX + 64], said[PATH_MAX + 512] = "";
    struct text t = text_over(program, sizeof program), w = text_over(way, sizeof way);
    struct text u = text_over(said, sizeof said);
    char *argv[7] = {program, way, file};
    unsigned n = 3;

    if (!whole_path(s, file))
        return session_usage(s);
    text_add(&w, option);
    start_find("numbridged", &t);
    if (s->opt.yes)
        argv[n++] = aside;
    if (s->start.home[0] != '\0') {
        argv[n++] = home_option;
        argv[n++] = s->start.home;
    }
    fflush(stdout);
    int code = start_run_said(argv, &u);
    said[u.len > 0 && said[u.len - 1] == '\n' ? u.len - 1 : u.len] = '\0';
    return taken(s, code, said);
}

int cmd_restore(struct session *s)
{
    return take_file(s, "--restore");
}

int cmd_move_in(struct session *s)
{
    return take_file(s, "--move-in");
}

/* --- games that are held ---------------------------------------------------------------------- */

static int let_go(struct session *s, enum request_kind kind, const char *question)
{
    char asked[512];
    struct text t = text_over(asked, sizeof asked);
    uint32_t game = 0;

    if (s->words.n > 2)
        return session_usage(s);
    enum verdict v = session_game(s, s->words.n == 2 ? s->words.word[1] : NULL, &game);
    if (v == VERDICT_OK)
        v = session_look(s, game);
    if (v == VERDICT_OK && s->show.row.hold == 0)
        v = VERDICT_NOT_HELD;
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    fill_add(&t, question, fill_number("game", s->show.row.number));
    if (!session_sure(s, asked))
        return EXIT_NO;
    struct request *r = session_ask(s, kind);
    r->game = s->show.row.number;
    r->dry_run = s->opt.dry_run;
    v = session_call(s);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    if (s->opt.dry_run) /* it signs nothing itself, but lets others */
        return session_done(s, _("Nothing was done."), json_under("dry_run", json_true()));
    session_seen(s);
    session_show(s);
    return EXIT_DONE;
}

int cmd_catch_up(struct session *s)
{
    return let_go(s, REQ_CATCH_UP,
                  _("Game {game}: what you signed after the backup is not known here. If you sign "
                    "for the same place again, the game is disputed for ever. Go on without a "
                    "friend?"));
}

int cmd_adopt(struct session *s)
{
    return let_go(s, REQ_ADOPT,
                  _("Game {game}: it goes on here as soon as a friend has been heard, and no "
                    "longer on the other machine, which must not run. Go on here?"));
}

/* --- conditional moves ------------------------------------------------------------------------ */

static json_t *json_condition(const struct condition_row *c)
{
    json_t *o = json_object();

    json_object_set_new(o, "number", json_integer(c->number));
    json_object_set_new(o, "game", json_integer(c->game));
    json_object_set_new(o, "played", json_integer(c->played));
    json_object_set_new(o, "moves", json_string(c->text));
    return o;
}

static void print_condition(struct session *s, const struct condition_row *c, bool game)
{
    char line[CONDITION_TEXT_MAX + 128];
    struct text t = text_over(line, sizeof line);

    if (s->opt.output == OUTPUT_PLAIN) {
        printf("%u\t%u\t%u\t%s\n", (unsigned)c->number, (unsigned)c->game, (unsigned)c->played,
               c->text);
        return;
    }
    fill_add(&t, game ? _("Condition {number}, game {game}: if {moves}.")
                      : _("Condition {number}: if {moves}."),
             fill_number("number", c->number), fill_number("game", c->game),
             fill_text("moves", c->text));
    session_fold(s, line);
    printf("%s\n", line);
}

/* All of the line in words; programs get the first reply. */
static int dry_if(struct session *s)
{
    if (s->reply.moves_n != 1)
        return session_refuse(s, VERDICT_NOT_DECODABLE, "");
    return session_would(s, s->reply.conditions[0].text,
                         json_under("would_sign", json_move(&s->reply.moves[0],
                                                            sentence_scale(&s->show.view))));
}

/* The moves of the words from `from` on; the game being looked at. */
int cmd_if(struct session *s)
{
    static char text[CONDITION_TEXT_MAX + 128];
    enum verdict v = VERDICT_HEAD_CHANGED;

    if (s->words.n < 4)
        return session_usage(s);
    words_rest(&s->words, 1, text, sizeof text);
    for (unsigned tries = 0; tries < 3 && v == VERDICT_HEAD_CHANGED; tries++) {
        v = session_look(s, s->opt.game != 0 ? s->opt.game : s->game);
        if (v != VERDICT_OK)
            break;
        struct request *r = session_ask(s, REQ_IF);
        r->game = s->show.row.number;
        r->has_head = 1;
        r->head = s->show.head;
        r->dry_run = s->opt.dry_run;
        memcpy(r->text, text, strlen(text) + 1);
        v = session_call(s);
    }
    if (v != VERDICT_OK || s->reply.conditions_n != 1)
        return session_refuse(s, v, s->reply.detail);
    if (s->opt.dry_run)
        return dry_if(s);
    char line[CONDITION_TEXT_MAX + 128];
    struct text t = text_over(line, sizeof line);
    fill_add(&t, _("Condition {number} of game {game}: if {moves}."),
             fill_number("number", s->reply.conditions[0].number),
             fill_number("game", s->reply.conditions[0].game),
             fill_text("moves", s->reply.conditions[0].text));
    return session_done(s, line, json_under("condition", json_condition(&s->reply.conditions[0])));
}

/* Into `list`, or printed if that is NULL; *count says how many. */
static enum verdict each_condition(struct session *s, uint32_t game, json_t *list,
                                   unsigned *count)
{
    uint64_t from = 0;

    *count = 0;
    do {
        struct request *r = session_ask(s, REQ_CONDITIONS);
        r->game = game;
        r->from = from;
        enum verdict v = session_call(s);
        if (v != VERDICT_OK)
            return v;
        for (unsigned i = 0; i < s->reply.conditions_n; i++, ++*count)
            if (list)
                json_array_append_new(list, json_condition(&s->reply.conditions[i]));
            else
                print_condition(s, &s->reply.conditions[i], game == 0);
        from = s->reply.next;
    } while (s->reply.more);
    return VERDICT_OK;
}

void cmd_conditions_below(struct session *s, uint32_t game)
{
    unsigned count;

    if (s->opt.output == OUTPUT_TEXT)
        (void)each_condition(s, game, NULL, &count);
    fflush(stdout);
}

static int cancel(struct session *s)
{
    uint64_t number = 0;

    if (s->words.n > 3
        || (s->words.n == 3
            && (!text_read_number(span_text(s->words.word[2]), UINT32_MAX, &number)
                || number == 0)))
        return session_usage(s);
    enum verdict v = session_look(s, s->opt.game != 0 ? s->opt.game : s->game);
    if (v == VERDICT_OK) {
        struct request *r = session_ask(s, REQ_CANCEL);
        r->game = s->show.row.number;
        r->number = number;
        v = session_call(s);
    }
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    return session_done(s, P_("conditional move", "Cancelled."), NULL);
}

int cmd_conditions(struct session *s)
{
    uint32_t game = 0;
    unsigned count;

    if (s->words.n >= 2 && strcmp(s->words.word[1], "cancel") == 0)
        return cancel(s);
    if (s->words.n > 2)
        return session_usage(s);
    enum verdict v = VERDICT_OK;
    if (s->words.n == 2 || s->opt.game != 0)
        v = session_game(s, s->words.n == 2 ? s->words.word[1] : NULL, &game);
    json_t *list = s->opt.output == OUTPUT_JSON ? json_array() : NULL;
    if (v == VERDICT_OK)
        v = each_condition(s, game, list, &count);
    if (v != VERDICT_OK) {
        json_decref(list);
        return session_refuse(s, v, s->reply.detail);
    }
    if (list)
        json_line(json_under("conditions", list));
    else if (count == 0 && s->opt.output == OUTPUT_TEXT)
        width_printf(stderr, "%s\n", _("No conditional moves: 'if MOVE then MOVE' stores some."));
    fflush(stdout);
    return EXIT_DONE;
}
