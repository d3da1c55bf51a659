/* The daemon itself, the key, help. */
#include "cli/commands.h"
#include "cli/json.h"
#include "cli/secret.h"
#include "cli/sentence.h"
#include "keys/keyfile.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { PASSPHRASE_MAX = 1024 };

static void print_addresses(const struct status *st)
{
    unsigned count = 0;

    for (unsigned i = 0; i < 4; i++)
        if (st->announced[i][0] != '\0') {
            printf("%-16s %s\n", count == 0 ? "invitations say" : "", st->announced[i]);
            count++;
        }
    if (count == 0)
        printf("%-16s nothing: friends cannot reach this machine\n", "invitations say");
}

static const char *key_state(uint32_t state)
{
    if (state == DAEMON_MOVED_OUT)
        return "moved out: nothing is signed here any more";
    return state == DAEMON_LOCKED ? "locked: type 'unlock'" : "ready";
}

static void print_status(const struct status *st)
{
    char started[40];
    struct text t = text_over(started, sizeof started);

    sentence_stamp(st->started_ms, &t);
    printf("%-16s %s\n", "you are", st->nick[0] != '\0' ? st->nick : "(no name yet)");
    printf("%-16s %s\n", "key", key_state(st->state));
    printf("%-16s %s, process %u, since %s\n", "daemon", st->version, (unsigned)st->pid, started);
    printf("%-16s %s\n", "listens at", st->listen[0] != '\0' ? st->listen : "nowhere");
    print_addresses(st);
    printf("%-16s %u, %u of them here\n", "friends", (unsigned)st->friends,
           (unsigned)st->friends_online);
    printf("%-16s %u, your turn in %u\n", "open games", (unsigned)st->games_open,
           (unsigned)st->games_my_turn);
    printf("%-16s %u\n", "not delivered", (unsigned)st->unsent);
    printf("%-16s %s\n", "folder", st->folder);
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
    else
        print_status(&s->reply.status);
    return EXIT_DONE;
}

static int no_terminal(struct session *s)
{
    return session_refuse(s, VERDICT_LOCKED, "a passphrase is typed at a terminal; there is none");
}

int cmd_unlock(struct session *s)
{
    session_ask(s, REQ_STATUS);
    enum verdict v = session_call(s);

    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    if (s->status.state == DAEMON_READY)
        return session_done(s, "The key is not locked.", NULL);
    struct request *r = session_ask(s, REQ_UNLOCK);
    if (!secret_ask("Passphrase: ", r->text, PASSPHRASE_MAX))
        return no_terminal(s);
    v = session_call(s);
    sodium_memzero(r->text, PASSPHRASE_MAX);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    return session_done(s, "Unlocked.", NULL);
}

/* The new one twice; an empty one means none. */
static bool ask_new(char out[PASSPHRASE_MAX])
{
    static char again[PASSPHRASE_MAX];
    bool same = secret_ask("New passphrase (empty for none): ", out, PASSPHRASE_MAX)
             && secret_ask("The same again: ", again, PASSPHRASE_MAX)
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
    if (locked && !secret_ask("Present passphrase: ", old_one, sizeof old_one))
        return no_terminal(s);
    bool typed = ask_new(new_one);
    if (typed)
        v = keyfile_change_passphrase(s->paths.key, span_text(old_one), span_text(new_one));
    bool taken_away = new_one[0] == '\0';
    sodium_memzero(old_one, sizeof old_one);
    sodium_memzero(new_one, sizeof new_one);
    if (!typed) {
        fprintf(stderr, "The two were not the same, or there is no terminal; nothing was "
                        "changed.\n");
        return EXIT_NO;
    }
    if (v != VERDICT_OK)
        return session_refuse(s, v, "");
    return session_done(s, taken_away ? "The key has no passphrase now."
                                      : "The daemon will ask for it when it starts next time.",
                        NULL);
}

int cmd_stop(struct session *s)
{
    session_ask(s, REQ_STOP);
    enum verdict v = session_call_running(s);

    if (v == VERDICT_NO_DAEMON && s->client.last_id == 0)
        return session_done(s, "The daemon is not running.", NULL);
    if (v != VERDICT_OK)
        return session_refuse(s, v, s->reply.detail);
    return session_done(s, "The daemon stops.", NULL);
}

int cmd_quit(struct session *s)
{
    s->leave = true;
    return EXIT_DONE;
}

static void help_options(void)
{
    printf("These may stand anywhere in a command:\n"
           "  --home DIR          another player's folder\n"
           "  --json, --json=1    results as JSON, one object a line\n"
           "  --plain             results as lines with tabs\n"
           "  --color=WHEN        auto, always, never\n"
           "  --ascii             no characters beyond ASCII\n"
           "  --reader            sentences instead of drawings\n"
           "  --game N            the game meant, instead of the current one\n"
           "  --wait[=SECONDS]    afterwards wait until it is your turn\n"
           "  --yes               do not ask\n"
           "  --correspondence    propose with 3 days a move and no clock for the game\n"
           "  --help, --version\n");
}

static void help_settings(void)
{
    unsigned count;
    const struct term_row *rows = terms_rows(&count);

    printf("Settings of a proposal, as in: play ann bridge givens=26 blocks=irregular\n");
    for (unsigned i = 0; i < count; i++)
        printf("  %-12s %s\n", rows[i].name, rows[i].help);
    printf("  %-12s %s\n", "correspondence", "a word alone: 3 days a move, no clock for the game");
    printf("Dominoes with several friends: play ann,ben dominoes set=9 rounds=3\n");
}

static void help_all(void)
{
    unsigned count;
    const struct command *table = commands_table(&count);

    for (unsigned i = 0; i < count; i++)
        if (table[i].help[0] != '\0')
            printf("  %-11s %s\n", table[i].name, _(table[i].help));
    printf("'help COMMAND' tells more; a command may be cut short: 'fr' for 'friends'.\n");
}

int cmd_help(struct session *s)
{
    const char *about = s->words.n > 1 ? s->words.word[1] : NULL;

    if (!about)
        help_all();
    else if (strcmp(about, "options") == 0)
        help_options();
    else if (strcmp(about, "settings") == 0)
        help_settings();
    else {
        const struct command *c = commands_find(about);
        if (!c)
            return session_usage(s);
        printf("%s %s\n%s\n", c->name, _(c->arguments), _(c->help));
    }
    fflush(stdout);
    return EXIT_DONE;
}
