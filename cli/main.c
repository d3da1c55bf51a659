/* numbridge: one command from the arguments, or the prompt. */
#include "base/version.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
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
    if (options_take(&s->words, &s->start, &t)) {
        lang_choose(s->start.lang);
        return true;
    }
    fprintf(stderr, "numbridge: %s\n", problem);
    return false;
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
    return commands_run(s);
}

int main(int argc, char **argv)
{
    static struct session session;

    lang_start();
    if (sodium_init() < 0)
        return EXIT_LOCAL;
    session.client.fd = -1;
    if (!take_arguments(&session, argc, argv))
        return EXIT_USAGE;
    if (session.start.version) {
        printf("numbridge %s\n", NUMBRIDGE_VERSION);
        return EXIT_DONE;
    }
    int code = run(&session);
    session_close(&session);
    return code;
}
