/* The daemon itself, the key, help. */
#include "cli/commands.h"
#include "cli/fill.h"
#include "cli/json.h"
#include "cli/secret.h"
#include "cli/sentence.h"
#include "cli/width.h"
#include "keys/keyfile.h"

#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum { PASSPHRASE_MAX = 1024, STOP_TRIES = 1000, STOP_TRY_MS = 10 };

static void add_row(struct table *t, const char *what, const char *value)
{
    const char *const cells[] = {what, value};
    table_row(t, cells);
}

static void add_addresses(struct table *t, const struct status *st)
{
    unsigned count = 0;

    for (unsigned i = 0; i < 4; i++)
        if (st->announced[i][0] != '\0')
            add_row(t, count++ == 0 ? _("invitations say") : "", st->announced[i]);
    if (count == 0)
        add_row(t, _("invitations say"), _("nothing: friends cannot reach this machine"));
}

static const char *key_state(uint32_t state)
{
    if (state == DAEMON_MOVED_OUT)
        return _("moved out: nothing is signed here any more");
    return state == DAEMON_LOCKED ? _("locked: type 'unlock'") : P_("key", "ready");
}

static void plain_status(const struct status *st)
{
    char started[40];
    struct text t = text_over(started, sizeof started);

    sentence_stamp(st->started_ms, &t);
    printf("nick\t%s\nversion\t%s\npid\t%u\nstarted\t%s\nlisten\t%s\n", st->nick, st->version,
           (unsigned)st->pid, started, st->listen);
    for (unsigned i = 0; i < 4; i++)
        if (st->announced[i][0] != '\0')
            printf("announced\t%s\n", st->announced[i]);
    printf("friends\t%u\nfriends_online\t%u\ngames_open\t%u\ngames_my_turn\t%u\nunsent\t%u\n",
           (unsigned)st->friends, (unsigned)st->friends_online, (unsigned)st->games_open,
           (unsigned)st->games_my_turn, (unsigned)st->unsent);
    printf("events\t%llu\nfolder\t%s\n", (unsigned long long)st->events, st->folder);
    fflush(stdout);
}

static void add_counts(struct table *t, const struct status *st)
{
    char line[256];
    struct text friends = text_over(line, sizeof line);

    fill_add(&friends, ngettext("{count}, {here} of them here", "{count}, {here} of them here",
                                st->friends_online),
             fill_number("count", st->friends), fill_number("here", st->friends_online));
    add_row(t, _("friends"), line);
    struct text games = text_over(line, sizeof line);
    fill_add(&games, ngettext("{count}, your turn in {mine}", "{count}, your turn in {mine}",
                              st->games_my_turn),
             fill_number("count", st->games_open), fill_number("mine", st->games_my_turn));
    add_row(t, _("open games"), line);
    struct text unsent = text_over(line, sizeof line);
    text_add_number(&unsent, st->unsent);
    add_row(t, _("not delivered"), line);
}

static void print_status(const struct session *s, const struct status *st)
{
    char started[80], line[256];
    struct text when = text_over(started, sizeof started), daemon = text_over(line, sizeof line);
    struct table t;

    table_init(&t, 2);
    sentence_day(st->started_ms, session_now_ms(), &when);
    add_row(&t, _("you are"), st->nick[0] != '\0' ? st->nick : _("(no name yet)"));
    add_row(&t, P_("status", "key"), key_state(st->state));
    fill_add(&daemon, _("{version}, process {number}, started {time}"),
             fill_text("version", st->version), fill_number("number", st->pid),
             fill_text("time", started));
    add_row(&t, _("daemon"), line);
    add_row(&t, _("listens at"), st->listen[0] != '\0' ? st->listen : _("nowhere"));
    add_addresses(&t, st);
    add_counts(&t, st);
    add_row(&t, _("folder"), st->folder);
    table_print(&t, session_columns(s), stdout);
    fflush(stdout);
}

int cmd_status(struct session *s)
{
    session_ask(s, REQ_STATUS);
    enum verdict v = session_call(s);

    if (v == VERDICT_OK && !s->reply.has_status)
        v = VERDICT_NOT_DECODABLE;
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    if (s->opt.output == OUTPUT_JSON)
        json_line(json_under("status", json_status(&s->reply.status)));
    else if (s->opt.output == OUTPUT_PLAIN)
        plain_status(&s->reply.status);
    else
        print_status(s, &s->reply.status);
    return EXIT_DONE;
}

static int no_terminal(struct session *s)
{
    return session_refuse(s, VERDICT_LOCKED,
                          _("a passphrase is typed at a terminal; there is none"));
}

int cmd_unlock(struct session *s)
{
    session_ask(s, REQ_STATUS);
    enum verdict v = session_call(s);

    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    if (s->status.state == DAEMON_READY)
        return session_done(s, _("The key is not locked."), NULL);
    struct request *r = session_ask(s, REQ_UNLOCK);
    if (!secret_ask(_("Passphrase: "), r->text, PASSPHRASE_MAX))
        return no_terminal(s);
    v = session_call(s);
    sodium_memzero(r->text, PASSPHRASE_MAX);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    return session_done(s, _("Unlocked."), NULL);
}

/* The new one twice; an empty one means none. */
static bool ask_new(char out[PASSPHRASE_MAX])
{
    static char again[PASSPHRASE_MAX];
    bool same = secret_ask(_("New passphrase (empty for none): "), out, PASSPHRASE_MAX)
             && secret_ask(_("The same again: "), again, PASSPHRASE_MAX)
             && strcmp(out, again) == 0;
    sodium_memzero(again, sizeof again);
    return same;
}

int cmd_passphrase(struct session *s)
{
    static char old_one[PASSPHRASE_MAX], new_one[PASSPHRASE_MAX];
    bool locked = false;
    enum verdict v = keyfile_is_locked(s->paths.key, &locked);

    if (v != VERDICT_OK)
        return session_refuse(s, v, "");
    old_one[0] = new_one[0] = '\0';
    if (locked && !secret_ask(_("Present passphrase: "), old_one, sizeof old_one))
        return no_terminal(s);
    bool typed = ask_new(new_one);
    if (typed)
        v = keyfile_change_passphrase(s->paths.key, span_text(old_one), span_text(new_one));
    bool taken_away = new_one[0] == '\0';
    sodium_memzero(old_one, sizeof old_one);
    sodium_memzero(new_one, sizeof new_one);
    if (!typed)
        return session_refuse(s, VERDICT_PASSPHRASE_DIFFERS, "");
    if (v != VERDICT_OK)
        return session_refuse(s, v, "");
    return session_done(s, taken_away ? _("The key has no passphrase now.")
                                      : _("The daemon will ask for it when it starts next time."),
                        NULL);
}

/* It has stopped when it has let go of the folder: then a backup can be restored, and the daemon
 * started again. */
static bool has_let_go(const char *lock)
{
    int fd = open(lock, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    bool free = fd < 0 || flock(fd, LOCK_SH | LOCK_NB) == 0;

    if (fd >= 0)
        close(fd);
    return free;
}

static void wait_for_end(const char *lock)
{
    for (unsigned i = 0; i < STOP_TRIES && !has_let_go(lock); i++)
        nanosleep(&(struct timespec){0, STOP_TRY_MS * 1000000L}, NULL);
}

int cmd_stop(struct session *s)
{
    session_ask(s, REQ_STOP);
    enum verdict v = session_call_running(s);

    if (v == VERDICT_NO_DAEMON && s->client.last_id == 0)
        return session_done(s, _("The daemon is not running."), NULL);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    wait_for_end(s->paths.lock);
    return session_done(s, _("The daemon stops."), NULL);
}

int cmd_quit(struct session *s)
{
    s->leave = true;
    return s->opt.output == OUTPUT_JSON ? session_done(s, "", NULL) : EXIT_DONE;
}
