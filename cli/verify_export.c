/* A form is a row: its option and the function that writes it.  Everything is written to memory
 * first, so that a file is there whole or not at all. */
#include "cli/verify_export.h"

#include "cli/lang.h"
#include "cli/verify_page.h"
#include "cli/verify_record.h"
#include "cli/verify_svg.h"
#include "keys/files.h"

#include <stdlib.h>
#include <string.h>

struct export_form {
    const char *option;
    void (*write)(FILE *out, const struct story *s, const struct scene *scene);
    unsigned games;    /* bit g: can show game g */
    const char *limit; /* what is said of the others */
};

enum {
    BRIDGE_ONLY = 1 << GAME_BRIDGE,
    ALL_GAMES = 1 << GAME_BRIDGE | 1 << GAME_DOMAINS | 1 << GAME_DOMINOES
};

static void write_page(FILE *out, const struct story *s, const struct scene *scene)
{
    page_write(out, s, (unsigned)(scene - s->scene));
}

static void write_record(FILE *out, const struct story *s, const struct scene *scene)
{
    (void)scene;
    record_write(out, s);
}

static void write_sgf(FILE *out, const struct story *s, const struct scene *scene)
{
    (void)scene;
    record_write_sgf(out, s);
}

static const struct export_form forms[] = {
    {"--svg", svg_picture, ALL_GAMES, ""},
    {"--html", write_page, ALL_GAMES, ""},
    {"--text", write_record, ALL_GAMES, ""},
    {"--sgf", write_sgf, BRIDGE_ONLY,
     N_("SGF knows Hex, and so Bridge, but neither Domains nor dominoes: --text and --html show "
        "every game.")},
};

const struct export_form *export_form(const char *option)
{
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if (strcmp(forms[i].option, option) == 0)
            return &forms[i];
    return NULL;
}

static enum exit_code complain(enum exit_code code, const char *sentence)
{
    fprintf(stderr, "numbridge-verify: %s\n", sentence);
    return code;
}

static enum exit_code deliver(const char *bytes, size_t len, const struct export_wish *wish)
{
    if (!wish->to) {
        bool good = fwrite(bytes, 1, len, stdout) == len && fflush(stdout) == 0;
        return good ? EXIT_DONE : complain(EXIT_LOCAL, _("The output could not be written."));
    }
    enum verdict v = file_write(wish->to, span_of(bytes, len),
                                wish->replace ? FILE_REPLACE : FILE_NEW, FILE_SHARED);
    if (v == VERDICT_KEY_EXISTS)
        return complain(EXIT_NO, _("That file is there already: name another one, or add --yes to "
                                   "replace it."));
    return v == VERDICT_OK ? EXIT_DONE : complain(verdict_exit(v), _(verdict_text(v)));
}

static enum exit_code write_form(const struct story *s, const struct scene *scene,
                                 const struct export_wish *wish)
{
    char *bytes = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&bytes, &len);

    if (!out)
        return complain(EXIT_LOCAL, _(verdict_text(VERDICT_MEMORY)));
    lang_for(LANG_PROGRAMS);
    wish->form->write(out, s, scene);
    lang_for(LANG_PEOPLE);
    bool good = ferror(out) == 0;
    good = fclose(out) == 0 && good;
    enum exit_code code = good ? deliver(bytes, len, wish)
                               : complain(EXIT_LOCAL, _(verdict_text(VERDICT_MEMORY)));
    free(bytes);
    return code;
}

static enum exit_code write_story(const struct story *s, const struct export_wish *wish)
{
    const struct scene *scene = wish->at_set ? story_at(s, wish->at) : &s->scene[s->n - 1];

    if (!(wish->form->games >> s->end.end.terms.game & 1))
        return complain(EXIT_NO, _(wish->form->limit));
    if (!scene)
        return complain(EXIT_UNKNOWN, _("The game has fewer moves than that."));
    return write_form(s, scene, wish);
}

enum exit_code export_file(const char *path, const struct export_wish *wish)
{
    static struct story story;
    char sentence[512];
    struct text problem = text_over(sentence, sizeof sentence);
    enum exit_code code = story_read(&story, path, wish->name, wish->names_n, &problem);

    code = code == EXIT_DONE ? write_story(&story, wish) : complain(code, sentence);
    story_free(&story);
    return code;
}
