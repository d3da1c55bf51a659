/* What shells ask while a command is being typed: candidates for its last word, one a line.  A
 * shell must never wait for us, nor hear of anything that is wrong. */
#include "cli/commands.h"
#include "cli/complete.h"
#include "cli/interrupt.h"

#include <stdio.h>
#include <string.h>

enum { LIMIT_MS = 200 };

/* Those that are for all commands, or for the one that stands before. */
static void print_options(const struct words *before, const char *begins)
{
    const struct command *c = before->n > 0 ? commands_find(before->word[0]) : NULL;

    for (unsigned i = 0; options_name(i); i++) {
        bool fits = options_is_for_all(i) || (c && options_is_for(i, c->name));
        if (fits && strncmp(options_name(i), begins, strlen(begins)) == 0)
            printf("%s\n", options_name(i));
    }
}

/* The position that cells and tiles are taken from; without a daemon there is none. */
static void look(struct session *s)
{
    session_ask(s, REQ_SHOW)->game = s->opt.game;
    if (session_call_running(s) == VERDICT_OK)
        session_seen(s);
}

int cmd_complete(struct session *s)
{
    static struct completions found;
    static char line[4096];
    static struct words before;
    char problem[256];
    struct text t = text_over(problem, sizeof problem);
    struct words *w = &s->words;
    const char *begins = w->n > 1 ? w->word[--w->n] : "";

    interrupt_leave_after(LIMIT_MS);
    words_rest(w, 1, line, sizeof line);
    if (!words_split(line, &before) || !options_take(&before, &s->opt, &t))
        return EXIT_DONE;
    if (strncmp(begins, "--", 2) == 0) {
        print_options(&before, begins);
        return EXIT_DONE;
    }
    if (before.n > 0)
        look(s);
    words_rest(&before, 0, line, sizeof line);
    complete_list(s, line, begins, &found);
    for (unsigned i = 0; i < found.n; i++)
        printf("%s\n", found.word[i]);
    return EXIT_DONE;
}
