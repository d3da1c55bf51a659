/* Games as files: what convinces somebody who trusts neither player. */
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

int cmd_export(struct session *s)
{
    char path[PATH_MAX], sentence[PATH_MAX + 256];
    uint32_t game = 0;
    uint64_t number;
    bool named = s->words.n > 2
              && text_read_number(span_text(s->words.word[1]), UINT32_MAX, &number);

    if (s->words.n < 2)
        return session_usage(s);
    words_rest(&s->words, named ? 2 : 1, path, sizeof path);
    enum verdict v = game_or_first(s, named ? s->words.word[1] : NULL, &game);
    if (v == VERDICT_OK)
        v = fetch(s, game);
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
    struct text t = text_over(sentence, sizeof sentence);
    fill_add(&t, _("Game {game} is in {file}; 'numbridge-verify' proves it anywhere."),
             fill_number("game", game), fill_text("file", path));
    return session_done(s, sentence, json_under("file", json_string(path)));
}

/* `name`: what the file is called in the answer, NULL: its path. */
static int run_verifier(struct session *s, char *path, char *name)
{
    static char json[] = "--json", named[] = "--name";
    char program[PATH_MAX + 64];
    struct text t = text_over(program, sizeof program);
    char *argv[6] = {program, path, NULL};
    unsigned n = 1;

    start_find("numbridge-verify", &t);
    if (s->opt.output == OUTPUT_JSON)
        argv[n++] = json;
    if (name) {
        argv[n++] = named;
        argv[n++] = name;
    }
    argv[n] = path;
    fflush(stdout);
    int code = start_run(argv);
    if (code >= 0)
        return code;
    return session_refuse(s, VERDICT_NO_PROGRAM, "numbridge-verify");
}

int cmd_verify(struct session *s)
{
    char path[PATH_MAX + 64], name[64];
    uint32_t game = 0;
    uint64_t number;

    words_rest(&s->words, 1, path, sizeof path);
    if (s->words.n >= 2 && !text_read_number(span_text(path), UINT32_MAX, &number))
        return run_verifier(s, path, NULL);
    enum verdict v = game_or_first(s, s->words.n == 2 ? path : NULL, &game);
    if (v == VERDICT_OK)
        v = fetch(s, game);
    if (v == VERDICT_OK) {
        snprintf(path, sizeof path, "%.*s/verify-%ld.nblog", PATH_MAX, s->paths.run,
                 (long)getpid());
        v = file_write(path, span_of(s->reply.data, s->reply.data_len), FILE_REPLACE,
                       FILE_PRIVATE);
    }
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    snprintf(name, sizeof name, _("Game %u"), (unsigned)game);
    int code = run_verifier(s, path, name);
    unlink(path);
    return code;
}
