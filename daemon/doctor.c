/* One examination at a time: rows are collected, those that need somebody else's answer last, and
 * the reply goes when the last has come or time is up. */
#include "daemon/doctor.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "base/version.h"
#include "daemon/log.h"
#include "daemon/node.h"
#include "daemon/socks.h"

enum {
    WAIT_MS = 14000, /* longer than a friend takes for a trial, */
    FAR_WAIT_MS = 52000, /* also through his proxy */
    CLOCK_MS = 60000, /* a difference worth a word */
    DAY_MS = 24 * 3600 * 1000,
    DISK_LOW_MB = 200,
    DISK_BAD_MB = 20,
    MIB = 1024 * 1024,
    ASKERS_MAX = 4
};

struct doctor {
    struct node *node;
    struct asker who[ASKERS_MAX]; /* all get the same answer */
    unsigned who_n;
    struct check_row rows[ROWS_MAX];
    unsigned rows_n;
    bool proxy_due, friend_due;
    struct tunnel *tunnel;
    char friend[NAME_MAX_LEN + 1];
    unsigned timer;
};

struct doctor *doctor_new(struct node *n)
{
    struct doctor *d = calloc(1, sizeof *d);
    if (d)
        d->node = n;
    return d;
}

static void drop_questions(struct doctor *d)
{
    tunnel_close(d->tunnel);
    d->tunnel = NULL;
    if (d->friend_due)
        people_call_forget(d->node->people);
    loop_cancel(d->node->loop, d->timer);
    d->timer = 0;
    d->proxy_due = d->friend_due = false;
}

void doctor_free(struct doctor *d)
{
    if (!d)
        return;
    drop_questions(d);
    free(d);
}

/* ---- rows ---------------------------------------------------------------------------------- */

/* said[0] is the sentence, with {1} {2} {3} for what follows; NULL is the end. */
static struct check_row *add_row(struct doctor *d, const char *check, enum check_state state,
                                 const char *const said[])
{
    struct check_row *row = &d->rows[d->rows_n < ROWS_MAX ? d->rows_n++ : ROWS_MAX - 1];

    memset(row, 0, sizeof *row);
    snprintf(row->check, sizeof row->check, "%s", check);
    row->state = state;
    snprintf(row->sentence, sizeof row->sentence, "%s", said[0]);
    for (unsigned i = 0; i < CHECK_VALUES && said[i + 1]; i++)
        snprintf(row->value[i], sizeof row->value[i], "%s", said[i + 1]);
    return row;
}

/* The sentence and its values; whoever reads them translates the one and puts in the others. */
#define say(d, check, state, ...) add_row(d, check, state, (const char *const[]){__VA_ARGS__, NULL})

/* A number in words that live as long as the struct. */
struct digits {
    char text[24];
};

static const char *number(uint64_t value, struct digits *d)
{
    snprintf(d->text, sizeof d->text, "%" PRIu64, value);
    return d->text;
}

static void type(struct check_row *row, const char *command)
{
    snprintf(row->command, sizeof row->command, "%s", command);
}

/* ---- what is known at once ----------------------------------------------------------------- */

static void look_at_sockets(struct doctor *d)
{
    static struct status status;

    memset(&status, 0, sizeof status);
    people_status(d->node->people, &status);
    say(d, "listening", CHECK_FINE, "The daemon waits for friends at {1}.", status.listen);
    if (strncmp(status.announced[0], "127.", 4) == 0)
        type(say(d, "announced", CHECK_NOTE,
                 "Invitations name {1}, which is good on this machine only.", status.announced[0]),
             "announce = HOST:PORT in the settings");
    else if (status.announced[1][0] == '\0')
        say(d, "announced", CHECK_FINE, "Invitations name {1}.", status.announced[0]);
    else
        say(d, "announced", CHECK_FINE, "Invitations name {1} and {2}.", status.announced[0],
            status.announced[1]);
}

static void look_at_router(struct doctor *d)
{
    if (!d->node->mapping)
        say(d, "router", CHECK_FINE, "The router is not asked to forward a port.");
    else if (d->node->mapped[0] != '\0')
        say(d, "router", CHECK_FINE, "The router forwards {1} to this machine.", d->node->mapped);
    else
        type(say(d, "router", CHECK_NOTE, "No router forwards a port by itself; friends outside "
                 "may not be able to dial this daemon."), "announce = HOST:PORT in the settings");
}

static void look_at_mode(struct doctor *d, const char *path, bool *fine)
{
    struct stat st;
    char command[CHECK_COMMAND_MAX + 1];

    if (stat(path, &st) != 0 || (st.st_mode & (S_IRWXG | S_IRWXO)) == 0)
        return;
    *fine = false;
    snprintf(command, sizeof command, "chmod go-rwx '%.100s'", path);
    type(say(d, "permissions", CHECK_BAD, "Others on this machine can get at {1}.", path),
         command);
}

static void look_at_files(struct doctor *d)
{
    const struct paths *paths = &d->node->config->paths;
    bool fine = true;

    look_at_mode(d, paths->data, &fine);
    look_at_mode(d, paths->run, &fine);
    look_at_mode(d, paths->key, &fine);
    look_at_mode(d, paths->database, &fine);
    if (fine)
        say(d, "permissions", CHECK_FINE, "Key, games and sockets are yours alone.");
}

static void look_at_disk(struct doctor *d)
{
    struct statvfs disk;

    if (statvfs(d->node->config->paths.data, &disk) != 0) {
        say(d, "disk", CHECK_BAD, "The folder of the games cannot be looked at.");
        return;
    }
    uint64_t mib = (uint64_t)disk.f_bavail * disk.f_frsize / MIB;
    enum check_state state = mib < DISK_BAD_MB ? CHECK_BAD
        : mib < DISK_LOW_MB                    ? CHECK_NOTE
                                               : CHECK_FINE;
    struct digits room = {""};
    say(d, "disk", state, "{1} MiB are free where the games are.", number(mib, &room));
}

/* Whether it takes anything is only seen by writing. */
static void try_the_disk(struct doctor *d)
{
    struct store *s = d->node->store;
    enum verdict v = store_begin(s);
    if (v == VERDICT_OK)
        v = store_set_meta(s, "tried", loop_wall_ms(d->node->loop));
    v = store_end(s, v);
    if (v != VERDICT_OK)
        say(d, "disk", CHECK_BAD, verdict_text(v));
}

static void look_at_jumps(struct doctor *d)
{
    struct clock_jump jump = machine_jump(d->node->machine);
    bool ahead = jump.after_ms > jump.before_ms;
    uint64_t ms = ahead ? jump.after_ms - jump.before_ms : jump.before_ms - jump.after_ms;
    if (!machine_clock_is_doubtful(d->node->machine))
        return;
    bool days = ms >= 2 * (uint64_t)DAY_MS;
    struct digits span = {""};
    const char *by = number(days ? ms / DAY_MS : ms / 60000, &span);
    struct check_row *row;
    if (ahead && days)
        row = say(d, "clock", CHECK_BAD, "This computer's clock jumped ahead by {1} days.", by);
    else if (ahead)
        row = say(d, "clock", CHECK_BAD, "This computer's clock jumped ahead by {1} min.", by);
    else if (days)
        row = say(d, "clock", CHECK_BAD, "This computer's clock jumped back by {1} days.", by);
    else
        row = say(d, "clock", CHECK_BAD, "This computer's clock jumped back by {1} min.", by);
    type(row, "timedatectl set-ntp true");
}

static void look_at_database(struct doctor *d)
{
    sqlite3_stmt *st = NULL;
    char result[80] = "cannot be read";

    if (sqlite3_prepare_v2(store_db(d->node->store), "PRAGMA quick_check(1)", -1, &st, NULL)
            == SQLITE_OK
        && sqlite3_step(st) == SQLITE_ROW)
        snprintf(result, sizeof result, "%.70s", (const char *)sqlite3_column_text(st, 0));
    sqlite3_finalize(st);
    if (strcmp(result, "ok") == 0)
        say(d, "database", CHECK_FINE, "The database is whole.");
    else
        say(d, "database", CHECK_BAD, "The database is damaged ({1}).", result);
}

static void look_at_clocks(struct doctor *d)
{
    struct friend_info friend;
    struct friend_about about;
    unsigned compared = 0, far = 0;

    for (unsigned i = 0; people_at(d->node->people, i, &friend); i++) {
        if (!people_about(d->node->people, i, &about))
            continue;
        compared++;
        int64_t off = about.offset_ms < 0 ? -about.offset_ms : about.offset_ms;
        if (off <= CLOCK_MS)
            continue;
        far++;
        struct digits minutes = {""};
        number((uint64_t)(off + 30000) / 60000, &minutes);
        type(about.offset_ms < 0
                 ? say(d, "clock", CHECK_BAD, "The clock of {1} is behind this one by {2} min.",
                       friend.name, minutes.text)
                 : say(d, "clock", CHECK_BAD, "The clock of {1} is ahead of this one by {2} min.",
                       friend.name, minutes.text),
             "timedatectl set-ntp true");
    }
    if (compared == 0)
        say(d, "clock", CHECK_NOTE, "No friend has been here to compare clocks with.");
    else if (far == 0 && compared == 1)
        say(d, "clock", CHECK_FINE, "The clock agrees with that of a friend.");
    else if (far == 0)
        say(d, "clock", CHECK_FINE, "The clock agrees with those of friends.");
}

static void look_at_versions(struct doctor *d)
{
    struct friend_info friend;
    struct friend_about about;
    unsigned others = 0;

    for (unsigned i = 0; people_at(d->node->people, i, &friend); i++) {
        if (!people_about(d->node->people, i, &about) || about.same_version)
            continue;
        others++;
        if (about.version[0] == '\0')
            say(d, "version", CHECK_NOTE, "{1} has an old version of Numbridge.", friend.name);
        else
            say(d, "version", CHECK_NOTE, "{1} has another version of Numbridge: {2}.", friend.name,
                about.version);
    }
    if (others == 0)
        say(d, "version", CHECK_FINE, "No friend who was here has another version than {1}.",
            NUMBRIDGE_VERSION);
}

static void look_at_outbox(struct doctor *d)
{
    static struct outbox_row rows[ROWS_MAX];
    struct friend_info friend;
    uint64_t now = loop_wall_ms(d->node->loop);
    unsigned late = 0;

    for (unsigned i = 0; people_at(d->node->people, i, &friend); i++) {
        uint64_t skip = 0;
        unsigned old = 0, n = games_outbox(d->node->games, &friend.key, &skip, rows, ROWS_MAX);
        for (unsigned j = 0; j < n; j++)
            old += rows[j].written_ms + DAY_MS < now;
        late += old;
        char command[CHECK_COMMAND_MAX + 1];
        struct digits waiting = {""};
        snprintf(command, sizeof command, "mail %s", friend.name);
        if (old > 0)
            type(say(d, "outbox", CHECK_NOTE, "{1} has not received {2} of your entries and notes "
                     "for more than a day.", friend.name, number(old, &waiting)), command);
    }
    if (late == 0)
        say(d, "outbox", CHECK_FINE, "Nothing has waited for a friend for more than a day.");
}

/* ---- what others have to say --------------------------------------------------------------- */

static void finish(struct doctor *d)
{
    if (d->proxy_due || d->friend_due)
        return;
    drop_questions(d);
    struct reply *reply = control_reply(d->node->control);
    reply->checks_n = d->rows_n;
    memcpy(reply->checks, d->rows, d->rows_n * sizeof d->rows[0]);
    for (unsigned i = 0; i < d->who_n; i++)
        control_answer(d->node->control, &d->who[i], reply);
    d->who_n = 0;
}

static void on_tunnel(void *self, enum tunnel_news news)
{
    struct doctor *d = self;

    d->proxy_due = false;
    if (news == TUNNEL_OPEN)
        say(d, "proxy", CHECK_FINE, "The SOCKS proxy answers at {1}.",
            d->node->config->settings.socks);
    else
        type(say(d, "proxy", CHECK_BAD, "The SOCKS proxy does not answer at {1}, or is none: "
                 "nothing goes through it.", d->node->config->settings.socks),
             "socks = HOST:PORT in the settings");
    finish(d);
}

static void ask_proxy(struct doctor *d)
{
    if (!d->node->socks) {
        say(d, "proxy", CHECK_FINE, "No SOCKS proxy is set: onion addresses cannot be reached.");
        return;
    }
    d->tunnel = tunnel_open(d->node->socks, NULL, span_of(NULL, 0), on_tunnel, d);
    d->proxy_due = d->tunnel != NULL;
}

static void on_called(void *self, enum verdict v, const char *address)
{
    struct doctor *d = self;

    d->friend_due = false;
    if (v == VERDICT_OK)
        say(d, "reachable", CHECK_FINE, "{1} reaches this daemon at {2}.", d->friend, address);
    else
        type(say(d, "reachable", CHECK_BAD, "{1} cannot reach this daemon where it says to be; you "
                 "can only dial friends, not be dialled.", d->friend),
             "announce = HOST:PORT in the settings");
    finish(d);
}

static void ask_friend(struct doctor *d)
{
    struct friend_info who;

    d->friend_due = people_call_me(d->node->people, on_called, d, &who);
    if (d->friend_due)
        memcpy(d->friend, who.name, sizeof d->friend);
    else
        say(d, "reachable", CHECK_NOTE, "No friend is here who could try to reach this daemon.");
}

static void on_late(void *self)
{
    struct doctor *d = self;

    d->timer = 0;
    if (d->friend_due)
        say(d, "reachable", CHECK_NOTE, "{1} was asked to dial this daemon and has not said how it "
            "went.", d->friend);
    if (d->proxy_due)
        on_tunnel(d, TUNNEL_NO_PROXY);
    drop_questions(d);
    if (d->who_n > 0)
        finish(d);
}

static bool announces_onion(const struct doctor *d)
{
    const struct settings *s = &d->node->config->settings;

    for (unsigned i = 0; i < s->announce_n; i++)
        if (socks_needed(NULL, &s->announce[i]))
            return true;
    return false;
}

static void begin(void *self)
{
    struct doctor *d = self;

    d->timer = loop_after(d->node->loop, announces_onion(d) ? FAR_WAIT_MS : WAIT_MS, on_late, d);
    ask_proxy(d);
    ask_friend(d);
    finish(d);
}

bool doctor_examine(struct doctor *d, const struct asker *who)
{
    if (d->who_n == ASKERS_MAX)
        return false;
    d->who[d->who_n++] = *who;
    if (d->who_n > 1)
        return true;
    d->rows_n = 0;
    look_at_sockets(d);
    look_at_router(d);
    look_at_files(d);
    look_at_disk(d);
    try_the_disk(d);
    look_at_database(d);
    look_at_jumps(d);
    look_at_clocks(d);
    look_at_versions(d);
    look_at_outbox(d);
    d->timer = loop_after(d->node->loop, 0, begin, d); /* control_answer is for later turns */
    return true;
}
