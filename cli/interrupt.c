/* Handlers only note; what is done about it is done in the loops. */
#include "cli/interrupt.h"

#include "base/verdict.h"

#include <signal.h>
#include <sys/select.h>
#include <time.h>
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
    action.sa_flags = SA_RESTART; /* another width answers no question */
    sigaction(SIGWINCH, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
}

static void leave_quietly(int number)
{
    (void)number;
    _exit(EXIT_DONE);
}

void interrupt_leave_after(unsigned ms)
{
    struct sigaction action = {.sa_handler = leave_quietly};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    struct itimerspec limit = {.it_value = {ms / 1000, (long)(ms % 1000) * 1000000}};
    timer_t timer;

    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
        timer_settime(timer, 0, &limit, NULL);
}

static void change_mask(int how)
{
    sigset_t ours;

    sigemptyset(&ours);
    sigaddset(&ours, SIGINT);
    sigaddset(&ours, SIGWINCH);
    sigprocmask(how, &ours, NULL);
}

void interrupt_hold(void)
{
    change_mask(SIG_BLOCK);
}

void interrupt_release(void)
{
    change_mask(SIG_UNBLOCK);
}

void interrupt_wait(int a, int b, bool *a_ready, bool *b_ready)
{
    sigset_t none;
    fd_set readable;

    sigemptyset(&none);
    FD_ZERO(&readable);
    FD_SET(a, &readable);
    if (b >= 0 && b < FD_SETSIZE)
        FD_SET(b, &readable);
    int ready = pselect((a > b ? a : b) + 1, &readable, NULL, NULL, NULL, &none);
    *a_ready = ready > 0 && FD_ISSET(a, &readable);
    *b_ready = ready > 0 && b >= 0 && b < FD_SETSIZE && FD_ISSET(b, &readable);
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
