/* Handlers only note; what is done about it is done in the loops. */
#include "cli/interrupt.h"

#include "base/verdict.h"

#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted, resized;

static void note(int number)
{
    if (number == SIGWINCH)
        resized = 1;
    else
        interrupted = 1;
}

static void leave(int number)
{
    (void)number;
    _exit(EXIT_INTERRUPTED);
}

void interrupt_install(enum interrupt_does does)
{
    struct sigaction action = {.sa_handler = does == INTERRUPT_ENDS ? leave : note};

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    action.sa_handler = note;
    sigaction(SIGWINCH, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
}

bool interrupt_taken(void)
{
    bool was = interrupted != 0;
    interrupted = 0;
    return was;
}

bool interrupt_resized(void)
{
    bool was = resized != 0;
    resized = 0;
    return was;
}
