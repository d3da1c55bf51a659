/* One poll loop for keyboard and daemon.  readline is fed a character at a time; what the daemon
 * says meanwhile is kept in a list and printed when the line can be cleared and drawn again. */
#include "cli/repl.h"

#include "cli/commands.h"
#include "cli/complete.h"
#include "cli/fill.h"
#include "cli/interrupt.h"
#include "cli/lang.h"
#include "cli/news.h"
#include "cli/typed.h"
#include "cli/width.h"
#include "wire/armour.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include <readline/history.h>
#include <readline/readline.h>

enum { HISTORY_LINES = 1000, GATHER_MS = 100, GATHER_ROUNDS = 8, TICKET_WORDS = 100,
       TICKET_BYTES = 1500 };

/* readline's callbacks have no context of their own. */
static struct session *session;
static struct completions found;

static void set_prompt(void)
{
    char prompt[48];

    news_prompt(prompt);
    rl_set_prompt(prompt);
}

/* Where a line takes several rows, terminals may have broken it anew, so that nobody knows where it
 * begins: it is written again below, and nothing above it is touched. */
static void resize(void)
{
    unsigned least = session->term.width;
    unsigned taken = width_columns(rl_display_prompt) + width_columns(rl_line_buffer);

    term_resize(&session->term);
    if (session->term.width < least)
        least = session->term.width;
    if (taken < least) {
        rl_resize_terminal();
        return;
    }
    rl_reset_screen_size();
    rl_crlf();
    if (!session->term.reader)
        fputs("\033[J", rl_outstream);
    rl_on_new_line();
    rl_redisplay();
}

/* News may be heard of before the signal of another width. */
static void see_width(void)
{
    struct term now = session->term;

    term_resize(&now);
    if (now.width != session->term.width)
        resize();
}

/* Between two keys: only when the line is an ordinary one, and a board only above an empty one.
 * Readers are told when the line has been entered. */
static void print_news_above(void)
{
    bool busy = RL_ISSTATE(RL_STATE_ISEARCH | RL_STATE_NSEARCH | RL_STATE_NUMERICARG
                           | RL_STATE_COMPLETING);

    if (!news_wait() || busy || session->term.reader)
        return;
    see_width();
    rl_clear_visible_line();
    do { /* what comes while the daemon is asked wakes nobody any more */
        news_print(rl_end > 0);
        set_prompt();
    } while (news_wait());
    rl_on_new_line();
    rl_redisplay();
}

/* A block that is being pasted, line by line. */
static struct {
    char *text;
    size_t len;
} pasted;

static void forget_paste(void)
{
    free(pasted.text);
    pasted.text = NULL;
    pasted.len = 0;
}

/* True: the line belongs to a pasted block, which is taken once it is whole. */
static bool take_pasted(struct session *s, const char *line, int *code)
{
    size_t len = strlen(line);

    if (!pasted.text && !armour_begins(span_of(line, len)))
        return false;
    bool fits = pasted.len + len + 1 <= ARMOUR_TEXT_MAX;
    char *text = fits ? realloc(pasted.text, pasted.len + len + 1) : NULL;
    if (!text) {
        forget_paste();
        width_printf(stderr, "%s\n", _("That is too long."));
        *code = EXIT_USAGE;
        return true;
    }
    memcpy(text + pasted.len, line, len);
    pasted.text = text;
    pasted.len += len + 1;
    text[pasted.len - 1] = '\n';
    if (armour_ends(span_of(text, pasted.len))) {
        s->opt = s->start;
        *code = cmd_import_text(s, (const uint8_t *)text, pasted.len);
        forget_paste();
    }
    return true;
}

/* Where an invitation begins; NULL: there is none. */
static const char *find_ticket(const char *text)
{
    for (; *text != '\0'; text++)
        if (strncasecmp(text, "nbi1", 4) == 0)
            return text;
    return NULL;
}

/* Lines with secrets are not kept, however they are written. */
static bool is_kept(const char *line)
{
    while (*line == ' ')
        line++;
    return *line != '\0' && !find_ticket(line) && strncmp(line, "jo", 2) != 0
        && !strchr(line, '\n');
}

static void do_line(const char *line)
{
    session->opt = session->start;
    if (!words_split(line, &session->words))
        width_printf(stderr, "%s\n", _("That line is too long."));
    else if (session->words.n > 0)
        commands_run(session);
    /* Follow what happens next, now that there may be a daemon. */
    if (!session->leave && session->client.fd >= 0 && !session->following
        && session_follow(session) != VERDICT_OK)
        session->following = false;
}

static void on_line(char *line)
{
    if (!line) {
        session->leave = true;
        printf("\n");
        rl_callback_handler_remove();
        return;
    }
    interrupt_release();
    int code;
    if (!take_pasted(session, line, &code)) {
        if (is_kept(line))
            add_history(line);
        do_line(line);
    }
    interrupt_hold();
    free(line);
    if (session->leave) {
        rl_callback_handler_remove();
    } else {
        news_print(false);
        set_prompt();
    }
}

static void join_pasted(const char *ticket)
{
    static char line[TICKET_BYTES + 8];
    struct text t = text_over(line, sizeof line);

    text_add(&t, "join ");
    for (unsigned words = 0; *ticket != '\0' && words < TICKET_WORDS; ticket++) {
        words += *ticket == ' ' || *ticket == '\n';
        text_add(&t, (const char[]){*ticket, '\0'});
    }
    session->opt = session->start;
    if (session_sure(session, _("There is an invitation in it. Use it?")))
        do_line(line);
}

/* Several lines came at once: a letter, an invitation, or something that was not meant for us. */
static void on_paste(const char *text, size_t len)
{
    const char *ticket = find_ticket(text);
    unsigned lines = 0;
    int code;

    for (size_t i = 0; i < len; i++)
        lines += text[i] == '\n' || i + 1 == len;
    rl_deprep_terminal();
    interrupt_release();
    session->opt = session->start;
    if (armour_begins(span_of(text, len)))
        cmd_import_text(session, (const uint8_t *)text, len);
    else if (ticket)
        join_pasted(ticket);
    else if (!cmd_ruling_text(session, (const uint8_t *)text, len, &code))
        fill_print(stderr, ngettext("{count} line was pasted; it was not taken for a command.\n",
                                    "{count} lines were pasted; none was taken for a command.\n",
                                    lines),
                   fill_number("count", lines));
    interrupt_hold();
    rl_prep_terminal(1);
    news_print(rl_end > 0);
    set_prompt();
}

static char *next_match(const char *text, int state)
{
    static unsigned at;

    (void)text;
    if (state == 0)
        at = 0;
    return at < found.n ? strdup(found.word[at++]) : NULL;
}

static char **complete_word(const char *text, int start, int end)
{
    char line[512];

    (void)end;
    rl_attempted_completion_over = 1;
    if (start < 0 || (size_t)start >= sizeof line)
        return NULL;
    memcpy(line, rl_line_buffer, (size_t)start);
    line[start] = '\0';
    complete_list(session, line, text, &found);
    rl_completion_append_character = found.open ? '\0' : ' ';
    return rl_completion_matches(text, next_match);
}

static void set_up_readline(void)
{
    static char breaks[] = " \t\n";
    char prompt[48];

    rl_readline_name = "numbridge";
    rl_catch_signals = 0;
    rl_catch_sigwinch = 0;
    rl_attempted_completion_function = complete_word;
    rl_completer_word_break_characters = breaks;
    using_history();
    stifle_history(HISTORY_LINES);
    read_history(session->paths.history);
    news_prompt(prompt); /* written once: readers hear everything that is corrected */
    rl_callback_handler_install(prompt, on_line);
    typed_install(on_paste);
}

static void clear_line(void)
{
    forget_paste();
    rl_free_line_state();
    rl_callback_sigcleanup();
    using_history(); /* or a line that the arrows brought back would be written over */
    rl_replace_line("", 0);
    printf("^C\n");
    rl_on_new_line();
    rl_redisplay();
}

static void serve_signals(void)
{
    if (interrupt_taken())
        clear_line();
    if (interrupt_resized())
        resize();
}

static void daemon_gone(void)
{
    session->following = false;
    if (session->leave)
        return;
    news_say(_("The daemon has ended; the next command starts it again."));
}

/* Gather what comes in one burst, so that it is printed in one go. */
static void hear_daemon(void)
{
    struct pollfd p = {session->client.fd, POLLIN, 0};
    unsigned rounds = 0;

    do {
        if (client_read(&session->client) != VERDICT_OK) {
            daemon_gone();
            return;
        }
    } while (++rounds < GATHER_ROUNDS && poll(&p, 1, GATHER_MS) > 0);
}

static void turn(void)
{
    bool typed, said, idle = !typed_waits();

    interrupt_wait(STDIN_FILENO, session->client.fd, &typed, &said);
    serve_signals();
    if (typed)
        typed_take(idle);
    if (session->leave)
        return;
    if (said && session->client.fd >= 0)
        hear_daemon();
    print_news_above();
}

static void greet(void)
{
    session_ask(session, REQ_STATUS);
    enum verdict v = session_call(session);
    const struct status *st = &session->status;

    if (v != VERDICT_OK) {
        session_refuse(session, v, session->reply.detail);
        return;
    }
    width_printf(stdout, "%s\n",
                 _("Numbridge. 'help' lists the commands, 'practice bridge' plays at once."));
    if (st->state == DAEMON_LOCKED)
        width_printf(stdout, "%s\n", _("Your key is locked: type 'unlock' first."));
    else if (st->games_my_turn > 0)
        fill_print(stdout, ngettext("It is your turn in {count} game: 'show'.\n",
                                    "It is your turn in {count} games: 'show', then 'next'.\n",
                                    st->games_my_turn),
                   fill_number("count", st->games_my_turn));
    if (session_follow(session) != VERDICT_OK)
        session->following = false;
    fflush(stdout);
}

static int run_terminal(void)
{
    interrupt_install(INTERRUPT_IS_NOTED);
    session->client.news = news_take;
    greet();
    interrupt_hold();
    set_up_readline();
    while (!session->leave)
        turn();
    mode_t before = umask(077);
    write_history(session->paths.history);
    umask(before);
    chmod(session->paths.history, 0600); /* also one that was there before */
    if (session->client.fd >= 0)
        width_printf(stderr, "%s\n",
                     _("The daemon goes on without you, games stay open; 'stop' at the prompt "
                       "stops it."));
    return EXIT_DONE;
}

static int run_lines(void)
{
    char *line = NULL;
    size_t size = 0;
    int code = EXIT_DONE;

    while (!session->leave && getline(&line, &size, stdin) >= 0) {
        if (line[0] == '#')
            continue;
        int now = EXIT_DONE;
        if (take_pasted(session, line, &now)) {
            code = code == EXIT_DONE ? now : code;
            continue;
        }
        now = EXIT_USAGE;
        if (words_split(line, &session->words))
            now = session->words.n > 0 ? commands_run(session) : EXIT_DONE;
        else
            width_printf(stderr, "%s\n", _("That line is too long."));
        if (code == EXIT_DONE)
            code = now;
    }
    free(line);
    return code;
}

int repl_run(struct session *s)
{
    session = s;
    news_start(s);
    s->prompt = true;
    return s->term.in_tty && s->term.out_tty ? run_terminal() : run_lines();
}
