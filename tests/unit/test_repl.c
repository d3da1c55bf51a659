/* Proves, at a real pseudo terminal: news appears above the line being typed and the line stays
 * whole; a word is completed; Ctrl-C clears the line and ends nothing; Ctrl-D leaves and says that
 * the daemon stays; invitations do not get into the history, which is private; what is too long for
 * an answer does not answer the next question. */
#define _XOPEN_SOURCE 700

#include "fake_daemon.h"

#include "cli/repl.h"

#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cmocka.h>

enum { PATIENCE_MS = 10000, SCREEN_MAX = 1 << 16 };

static char folder[64], run[80], path[96], history[96];
static pid_t daemon_pid, prompt_pid;
static int screen_fd;
static char screen[SCREEN_MAX]; /* everything that was written since the last typing */
static size_t screen_len;
static struct fake *fake;

static void send_note(int number)
{
    static struct reply news;

    (void)number;
    news = (struct reply){.events_n = 1};
    news.events[0] = (struct event){.number = 1, .kind = EVENT_NOTE, .game = FAKE_GAME};
    strcpy(news.events[0].name, "ann");
    strcpy(news.events[0].text, "psst");
    fake_send(fake, &news);
}

static void be_daemon(void)
{
    int listening = fake_listen(path);
    struct sigaction action = {.sa_handler = send_note, .sa_flags = SA_RESTART};

    assert_true(listening >= 0);
    fake = fake_new(3);
    sigaction(SIGUSR1, &action, NULL);
    daemon_pid = fork();
    if (daemon_pid == 0) {
        fake_serve(fake, accept(listening, NULL, NULL));
        _exit(0);
    }
    close(listening);
}

/* In the child: the prompt with the terminal as its only window to the world. */
static void be_prompt(const char *terminal)
{
    static struct session session;

    setsid();
    int fd = open(terminal, O_RDWR);
    dup2(fd, 0);
    dup2(fd, 1);
    dup2(fd, 2);
    setenv("TERM", "linux", 1);
    setenv("INPUTRC", "/dev/null", 1);
    setlocale(LC_CTYPE, "C.UTF-8");
    session.client.fd = -1;
    strcpy(session.start.home, folder);
    if (session_init(&session) != VERDICT_OK)
        _exit(99);
    int code = repl_run(&session);
    _exit(code);
}

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/test_repl.XXXXXX");
    if (!mkdtemp(folder))
        return 1;
    snprintf(run, sizeof run, "%s/run", folder);
    snprintf(path, sizeof path, "%s/control", run);
    snprintf(history, sizeof history, "%s/history", folder);
    mkdir(run, 0700);
    be_daemon();
    screen_fd = posix_openpt(O_RDWR | O_NOCTTY);
    if (screen_fd < 0 || grantpt(screen_fd) != 0 || unlockpt(screen_fd) != 0)
        return 1;
    prompt_pid = fork();
    if (prompt_pid == 0)
        be_prompt(ptsname(screen_fd));
    return 0;
}

static int tear_down(void **state)
{
    char seen[96];

    (void)state;
    kill(daemon_pid, SIGKILL);
    waitpid(daemon_pid, NULL, 0);
    close(screen_fd);
    snprintf(seen, sizeof seen, "%s/seen", folder);
    unlink(seen);
    unlink(history);
    unlink(path);
    rmdir(run);
    free(fake);
    return rmdir(folder);
}

/* What was typed last is answered by `wanted`, and a new prompt stands below it. */
static bool answered(const char *wanted)
{
    const char *at = strstr(screen, wanted);
    return at && strstr(at, "numbridge 7> ");
}

static bool said(const char *wanted)
{
    return strstr(screen, wanted) != NULL;
}

/* Read until the screen is as wanted. */
static bool comes(bool (*is)(const char *), const char *wanted)
{
    struct pollfd p = {screen_fd, POLLIN, 0};

    for (unsigned waited = 0; waited < PATIENCE_MS; waited += 100) {
        if (is(wanted))
            return true;
        if (poll(&p, 1, 100) <= 0)
            continue;
        ssize_t n = read(screen_fd, screen + screen_len, sizeof screen - 1 - screen_len);
        if (n <= 0)
            return is(wanted);
        screen_len += (size_t)n;
        screen[screen_len] = '\0';
        waited = 0;
    }
    fprintf(stderr, "not shown: %s; shown: %s\n", wanted, screen);
    return false;
}

static bool shows(const char *wanted)
{
    return comes(said, wanted);
}

/* The next key goes to the line, not to a terminal that a command has. */
static bool answers(const char *wanted)
{
    return comes(answered, wanted);
}

static void type(const char *keys)
{
    screen_len = 0;
    screen[0] = '\0';
    ssize_t n = write(screen_fd, keys, strlen(keys));
    assert_int_equal(n, (ssize_t)strlen(keys));
}

static void news_comes_above_the_line(void)
{
    type("games and mo");
    assert_true(shows("games and mo"));
    screen_len = 0;
    screen[0] = '\0';
    kill(daemon_pid, SIGUSR1);
    assert_true(shows("Game 7: ann: psst\r\n"));
    assert_true(shows("numbridge 7> games and mo"));
    const char *news = strstr(screen, "psst");
    assert_non_null(strstr(news, "games and mo"));
}

static void history_is_private(void)
{
    static char text[4096];
    struct stat info;
    int fd = open(history, O_RDONLY);

    assert_true(fd >= 0);
    assert_int_equal(fstat(fd, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
    assert_true(read(fd, text, sizeof text - 1) > 0);
    close(fd);
    assert_non_null(strstr(text, "show"));
    assert_null(strstr(text, "nbi1secret"));
}

/* The end of the first answer, from its 16th byte on, would be a yes. */
static void questions_are_answered_one_by_one(void)
{
    type("resign\r");
    assert_true(shows("(y/n) "));
    type("no, not so soony\r");
    assert_true(answers("Nothing was done."));
    type("resign\r");
    assert_true(shows("(y/n) "));
    type("n\r");
    assert_true(answers("Nothing was done."));
}

static void an_evening_at_the_prompt(void **state)
{
    int status;

    (void)state;
    assert_true(shows("numbridge (1)> "));
    type("show\r");
    assert_true(answers("Game 7 Bridge"));
    type("hin\t");
    assert_true(shows("hint "));
    type("--play\r");
    assert_true(answers("Game 7: ann "));
    news_comes_above_the_line();
    type("\003");
    assert_true(answers("^C"));
    type("friends\r"); /* nothing is left of the line before */
    assert_true(answers("online"));
    questions_are_answered_one_by_one();
    type("join nbi1secret\r");
    assert_true(answers("This version cannot do that."));
    type("\004");
    assert_true(shows("The daemon goes on without you"));
    assert_int_equal(waitpid(prompt_pid, &status, 0), prompt_pid);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    history_is_private();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_evening_at_the_prompt, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
