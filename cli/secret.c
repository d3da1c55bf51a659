/* Signals that would leave the terminal without echo are held back until it is restored. */
#include "cli/secret.h"

#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static void write_all(int fd, const char *s)
{
    ssize_t ignored = write(fd, s, strlen(s));
    (void)ignored;
}

/* One line without its end; false at the end of the input or when it is too long. */
static bool read_line(int fd, char *out, size_t size)
{
    size_t len = 0;
    char c;

    for (;;) {
        if (read(fd, &c, 1) != 1)
            return false;
        if (c == '\n')
            break;
        if (len < size)
            out[len] = c;
        len++;
    }
    if (len >= size) {
        sodium_memzero(out, size);
        return false;
    }
    out[len] = '\0';
    return true;
}

bool secret_ask(const char *question, char *out, size_t size)
{
    int fd = open("/dev/tty", O_RDWR | O_CLOEXEC);
    struct termios usual, silent;
    sigset_t held, before;

    if (fd < 0)
        return false;
    if (tcgetattr(fd, &usual) != 0) {
        close(fd);
        return false;
    }
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTSTP);
    sigaddset(&held, SIGTERM);
    sigprocmask(SIG_BLOCK, &held, &before);
    silent = usual;
    silent.c_lflag &= ~(tcflag_t)(ECHO | ISIG);
    tcsetattr(fd, TCSAFLUSH, &silent);
    write_all(fd, question);
    bool typed = read_line(fd, out, size);
    tcsetattr(fd, TCSAFLUSH, &usual);
    write_all(fd, "\n");
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(fd);
    return typed;
}
