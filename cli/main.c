/* numbridge: one command from the arguments, or the prompt. */
#include "base/version.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/lang.h"
#include "cli/repl.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* Arguments as words; "--help" and the like are taken out.  False: a problem was printed. */
static bool take_arguments(struct session *s, int argc, char **argv)
{
    char problem[512];
    struct text t = text_over(problem, sizeof problem);

    for (int i = 1; i < argc; i++)
        if (!words_add(&s->words, argv[i])) {
            fprintf(stderr, "numbridge: %s\n", _("the arguments are too long."));
            return false;
        }
    if (options_take(&s->words, &s->start, &t)
        && (s->words.n > 0 || options_fit(&s->start, NULL, &t))) {
        lang_choose(s->start.lang);
        if (s->start.ascii)
            lang_ascii();
        return true;
    }
    fprintf(stderr, "numbridge: %s\n", problem);
    return false;
}

/* Programs get every refusal as JSON, also that of an option behind which nothing was read. */
static bool wants_json(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--json") == 0 || strcmp(argv[i], "--json=1") == 0)
            return true;
    return false;
}

static int print_version(const struct session *s)
{
    if (s->start.output == OUTPUT_JSON)
        json_line(json_under("version", json_string(NUMBRIDGE_VERSION)));
    else
        printf("numbridge %s\n", NUMBRIDGE_VERSION);
    return EXIT_DONE;
}

static int run(struct session *s)
{
    enum verdict v = session_init(s);

    if (v != VERDICT_OK)
        return session_refuse(s, v, s->start.home);
    if (s->words.n == 0 && s->start.help) {
        s->start.help = false;
        static const char help[] = "help";
        if (!words_add(&s->words, help))
            return EXIT_LOCAL;
    }
    if (s->words.n == 0)
        return repl_run(s);
    interrupt_install(INTERRUPT_ENDS);
    s->opt = s->start;
    return commands_do(s);
}

int main(int argc, char **argv)
{
    static struct session session;

    lang_start();
    if (sodium_init() < 0)
        return EXIT_LOCAL;
    session.client.fd = -1;
    options_init(&session.start);
    if (!take_arguments(&session, argc, argv)) {
        if (wants_json(argc, argv))
            json_line(json_verdict(VERDICT_USAGE, ""));
        return EXIT_USAGE;
    }
    if (session.start.version)
        return print_version(&session);
    int code = run(&session);
    session_close(&session);
    return code;
}
