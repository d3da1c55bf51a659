/* numbridge: one command from the arguments, or the prompt. */
#include "base/version.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/repl.h"

#include <locale.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* readline and the board need a UTF-8 locale where there is one, unless somebody asks for C by its
 * name: that is plain ASCII.  Numbers stay as they are. */
static void set_locale(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *asked = "";

    for (unsigned i = 0; i < 3 && *asked == '\0'; i++) {
        const char *value = getenv(names[i]);
        asked = value ? value : "";
    }
    bool ascii = strcmp(asked, "C") == 0 || strcmp(asked, "POSIX") == 0;
    if ((!setlocale(LC_CTYPE, "") || strcmp(setlocale(LC_CTYPE, NULL), "C") == 0) && !ascii)
        setlocale(LC_CTYPE, "C.UTF-8");
}

/* Arguments as words; "--help" and the like are taken out.  False: a problem was printed. */
static bool take_arguments(struct session *s, int argc, char **argv)
{
    char problem[512];
    struct text t = text_over(problem, sizeof problem);

    for (int i = 1; i < argc; i++)
        if (!words_add(&s->words, argv[i])) {
            fprintf(stderr, "numbridge: the arguments are too long.\n");
            return false;
        }
    if (options_take(&s->words, &s->start, &t))
        return true;
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

    set_locale();
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
