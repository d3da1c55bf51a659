/* Games as files: what convinces somebody who trusts neither player, and what can be looked at.
 * Whole games are judged and shown by numbridge-verify alone; here its command line is made. */
#include "cli/commands.h"
#include "cli/fill.h"
#include "cli/json.h"
#include "cli/lang.h"
#include "cli/start.h"
#include "keys/files.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static enum verdict fetch(struct session *s, uint32_t game)
{
    session_ask(s, REQ_EXPORT)->game = game;
    enum verdict v = session_call(s);
    return v == VERDICT_OK && s->reply.data_len == 0 ? VERDICT_NOT_STARTED : v;
}

/* The game of `word`, or else the one being looked at, or that most needs me. */
static enum verdict game_or_first(struct session *s, const char *word, uint32_t *game)
{
    enum verdict v = session_game(s, word, game);

    if (v == VERDICT_OK && *game == 0) {
        v = session_look(s, 0);
        *game = s->game;
    }
    return v;
}

/* ---- the verifier's command line ----------------------------------------------------------- */

enum { ARGUMENTS_MAX = 24 };
struct verifier {
    char program[PATH_MAX + 64], file[PATH_MAX + 64], at[24];
    const char *argument[ARGUMENTS_MAX + 1];
    unsigned n;
    bool is_ours; /* `file` is to be removed afterwards */
};

static void add(struct verifier *v, const char *argument)
{
    if (v->n < ARGUMENTS_MAX)
        v->argument[v->n++] = argument;
}

static void add_pair(struct verifier *v, const char *option, const char *value)
{
    if (v->n + 2 <= ARGUMENTS_MAX) {
        add(v, option);
        add(v, value);
    }
}

static void verifier_init(const struct session *s, struct verifier *v)
{
    struct text t = text_over(v->program, sizeof v->program);

    memset(v, 0, sizeof *v);
    start_find("numbridge-verify", &t);
    add(v, v->program);
    if (s->opt.lang[0] != '\0')
        add_pair(v, "--lang", s->opt.lang);
    if (s->opt.at_set) {
        snprintf(v->at, sizeof v->at, "%llu", (unsigned long long)s->opt.at);
        add_pair(v, "--at", v->at);
    }
}

/* The log of a game as a file that it can read. */
static enum verdict verifier_take_game(struct session *s, uint32_t game, struct verifier *v)
{
    enum verdict verdict = fetch(s, game);

    if (verdict != VERDICT_OK)
        return verdict;
    snprintf(v->file, sizeof v->file, "%.*s/verify-%ld.nblog", PATH_MAX, s->paths.run,
             (long)getpid());
    v->is_ours = true;
    return file_write(v->file, span_of(s->reply.data, s->reply.data_len), FILE_REPLACE,
                      FILE_PRIVATE);
}

/* What the players of s->show are called here, by seat. */
static void verifier_add_names(const struct session *s, struct verifier *v)
{
    for (unsigned seat = 0; seat < s->show.view.seats && seat < SEATS_MAX; seat++)
        add_pair(v, "--player", s->show.seat_name[seat]);
}

static int verifier_run(struct session *s, struct verifier *v)
{
    char *argv[ARGUMENTS_MAX + 1];

    add_pair(v, "--", v->file);
    for (unsigned i = 0; i <= v->n; i++)
        argv[i] = (char *)(uintptr_t)v->argument[i];
    fflush(stdout);
    int code = start_run(argv);
    if (v->is_ours)
        unlink(v->file);
    return code >= 0 ? code : session_refuse(s, VERDICT_NO_PROGRAM, "numbridge-verify");
}

/* ---- export -------------------------------------------------------------------------------- */

static int exported(struct session *s, uint32_t game, const char *pattern, const char *path)
{
    char sentence[PATH_MAX + 256];
    struct text t = text_over(sentence, sizeof sentence);

    fill_add(&t, pattern, fill_number("game", game), fill_text("file", path));
    return session_done(s, sentence, json_under("file", json_string(path)));
}

static int export_log(struct session *s, uint32_t game, const char *path)
{
    if (path[0] == '\0')
        return session_usage(s);
    enum verdict v = fetch(s, game);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    v = file_write(path, span_of(s->reply.data, s->reply.data_len),
                   s->opt.yes ? FILE_REPLACE : FILE_NEW, FILE_SHARED);
    if (v == VERDICT_KEY_EXISTS)
        v = VERDICT_FILE_EXISTS;
    if (v == VERDICT_NO_FOLDER) {
        char *slash = strrchr(path, '/');
        if (slash)
            slash[slash == path] = '\0';
    }
    if (v != VERDICT_OK)
        return session_refuse(s, v, path);
    return exported(s, game, _("Game {game} is in {file}; 'numbridge-verify' proves it anywhere."),
                    path);
}

/* A picture, page or record; `path` "": to standard output. */
static int export_form(struct session *s, uint32_t game, const char *path)
{
    struct verifier v;

    verifier_init(s, &v);
    enum verdict verdict = session_look(s, game);
    if (verdict == VERDICT_OK)
        verdict = verifier_take_game(s, game, &v);
    if (verdict != VERDICT_OK)
        return session_refuse(s, verdict, s->reply.detail);
    verifier_add_names(s, &v);
    add(&v, s->opt.form);
    if (path[0] != '\0')
        add_pair(&v, "-o", path);
    if (s->opt.yes)
        add(&v, "--yes");
    int code = verifier_run(s, &v);
    if (code != EXIT_DONE || path[0] == '\0')
        return code;
    return exported(s, game, _("Game {game} is in {file}."), path);
}

int cmd_export(struct session *s)
{
    char path[PATH_MAX];
    uint32_t game = 0;
    uint64_t number;
    bool whole = s->words.n > 2 || s->opt.form[0] != '\0' || s->opt.to[0] != '\0';
    bool named = s->words.n > 1 && whole
              && text_read_number(span_text(s->words.word[1]), UINT32_MAX, &number);

    words_rest(&s->words, named ? 2 : 1, path, sizeof path);
    if (s->opt.to[0] != '\0' && path[0] != '\0')
        return session_usage(s);
    if (s->opt.to[0] != '\0')
        snprintf(path, sizeof path, "%s", s->opt.to);
    enum verdict v = game_or_first(s, named ? s->words.word[1] : NULL, &game);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    return s->opt.form[0] != '\0' ? export_form(s, game, path) : export_log(s, game, path);
}

/* ---- verify, replay ------------------------------------------------------------------------ */

/* The game or file that the words name, or the game at hand; *game is 0 for a file. */
static enum verdict take_source(struct session *s, struct verifier *v, uint32_t *game)
{
    uint64_t number;

    *game = 0;
    words_rest(&s->words, 1, v->file, sizeof v->file);
    if (s->words.n >= 2 && !text_read_number(span_text(v->file), UINT32_MAX, &number))
        return VERDICT_OK;
    enum verdict verdict = game_or_first(s, s->words.n == 2 ? v->file : NULL, game);
    return verdict == VERDICT_OK ? verifier_take_game(s, *game, v) : verdict;
}

/* Files have a dot or a stroke in their names, or are there; what is left are friends. */
static bool is_friend(const struct session *s)
{
    const char *word = s->words.n > 1 ? s->words.word[1] : "";
    uint64_t number;

    return *word != '\0' && !strpbrk(word, "./") && access(word, F_OK) != 0
        && !text_read_number(span_text(word), UINT32_MAX, &number);
}

int cmd_verify(struct session *s)
{
    if (is_friend(s))
        return cmd_check(s);
    struct verifier v;
    char name[64];
    uint32_t game;

    verifier_init(s, &v);
    enum verdict verdict = take_source(s, &v, &game);
    if (verdict != VERDICT_OK)
        return session_refuse(s, verdict, s->reply.detail);
    if (s->opt.output == OUTPUT_JSON)
        add(&v, "--json");
    snprintf(name, sizeof name, _("Game %u"), (unsigned)game);
    if (game != 0)
        add_pair(&v, "--name", name);
    return verifier_run(s, &v);
}

/* How the terminal was wished for. */
static void add_output(const struct session *s, struct verifier *v)
{
    static const char *const outputs[] = {
        [OUTPUT_TEXT] = NULL, [OUTPUT_JSON] = "--json", [OUTPUT_PLAIN] = "--plain"};
    static const char *const colors[] = {[WHEN_AUTO] = NULL, [WHEN_ALWAYS] = "--color=always",
                                         [WHEN_NEVER] = "--color=never"};

    add(v, "--replay");
    if (outputs[s->opt.output])
        add(v, outputs[s->opt.output]);
    if (colors[s->opt.color])
        add(v, colors[s->opt.color]);
    if (s->opt.ascii)
        add(v, "--ascii");
    if (s->opt.reader || s->term.reader)
        add(v, "--reader");
}

int cmd_replay(struct session *s)
{
    struct verifier v;
    uint32_t game;

    verifier_init(s, &v);
    enum verdict verdict = take_source(s, &v, &game);
    if (verdict == VERDICT_OK && game != 0)
        verdict = session_look(s, game);
    else if (verdict == VERDICT_OK && access(v.file, R_OK) != 0)
        verdict = VERDICT_NO_FILE; /* which the verifier would say in words only */
    if (verdict != VERDICT_OK) {
        if (v.is_ours)
            unlink(v.file);
        return session_refuse(s, verdict, s->reply.detail);
    }
    if (game != 0)
        verifier_add_names(s, &v);
    add_output(s, &v);
    return verifier_run(s, &v);
}
