/* A player is a child process of its own session.  It notices by itself when we are gone; we
 * notice that it has gone when we look, and start it again while it owes us something.  What it
 * must know lies in files of its home: the invitation (a secret, so no option of the command
 * line) and how strong to play.  Games with several opponents have as many players, who are no
 * friends of each other: what they say to each other goes through us. */
#define _GNU_SOURCE /* POSIX_SPAWN_SETSID, posix_spawn_file_actions_addclosefrom_np */
#include "daemon/practice.h"

#include "daemon/log.h"
#include "daemon/store_games.h"
#include "keys/files.h"
#include "wire/ticket.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    LOOK_MS = 3000,      /* how often to look after it while it owes us something */
    FIRST_MS = 20000,    /* how long the first game waits for it to become a friend */
    INVITATION_S = 3600,
    FRIENDS_MAX = 4096
};

struct player {
    struct node *node;
    pid_t child;                /* 0 = none of ours runs */
    char home[PATHS_MAX + 16];
};

struct practice {
    struct node *node;
    struct player player[OTHERS_MAX];
    unsigned look, first;       /* timers */
    struct practice_wish wish;  /* the first game; who.client 0 = none waits */
};

/* --- its files -------------------------------------------------------------------------------- */

static enum verdict write_file(const struct player *p, const char *name, const char *text)
{
    char path[sizeof p->home + 32];
    snprintf(path, sizeof path, "%s/%s", p->home, name);
    return file_write(path, span_text(text), FILE_REPLACE, FILE_PRIVATE);
}

/* The friend it is: the key in its home, if that is a friend of ours. */
static bool find_friend(const struct player *p, struct friend_info *out)
{
    char path[sizeof p->home + 32];
    struct player_key key;
    snprintf(path, sizeof path, "%s/identity.key", p->home);
    return keyfile_public(path, &key) == VERDICT_OK &&
           people_by_key(p->node->people, &key, out) && out->joined;
}

/* An invitation that leads to us on this machine, whatever addresses friends are told. */
static enum verdict write_invitation(struct player *p)
{
    static struct invitation_row row;
    char storage[TICKET_TEXT_SIZE], address[ADDRESS_TEXT_SIZE];
    struct text text = text_over(storage, sizeof storage);
    struct ticket ticket = {0};
    enum verdict v = people_invite(p->node->people, INVITATION_S, &row);
    if (v == VERDICT_OK)
        v = ticket_read(span_text(row.text), TICKET_INVITATION, &ticket);
    if (v != VERDICT_OK)
        return v;
    node_local_address(p->node, address);
    ticket.addresses_n = 1;
    v = address_read(span_text(address), &ticket.addresses[0]);
    if (v == VERDICT_OK)
        v = ticket_write(&ticket, TICKET_INVITATION, &text);
    return v == VERDICT_OK ? write_file(p, "invitation", storage) : v;
}

/* --- the process ------------------------------------------------------------------------------ */

static bool is_running(struct player *p)
{
    if (p->child == 0)
        return false;
    if (waitpid(p->child, NULL, WNOHANG) == 0)
        return true;
    p->child = 0;
    return false;
}

static int spawn(struct player *p, char *const argv[], const posix_spawn_file_actions_t *files)
{
    posix_spawnattr_t attr;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int rc = posix_spawnattr_init(&attr);
    if (rc != 0)
        return rc;
    posix_spawnattr_setsigmask(&attr, &none);
    posix_spawnattr_setsigdefault(&attr, &all);
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
                                        POSIX_SPAWN_SETSID);
    rc = posix_spawn(&p->child, "/proc/self/exe", files, &attr, argv, environ);
    posix_spawnattr_destroy(&attr);
    return rc;
}

static enum verdict start(struct player *p)
{
    char address[ADDRESS_TEXT_SIZE], log[sizeof p->home + 32];
    char name[] = "numbridged", home[] = "--home", practice[] = "--practice", debug[] = "--debug";
    char *argv[] = {name, home, p->home, practice, address,
                    p->node->config->debug ? debug : NULL, NULL};
    posix_spawn_file_actions_t files;
    if (is_running(p))
        return VERDICT_OK;
    node_local_address(p->node, address);
    snprintf(log, sizeof log, "%s/numbridged.log", p->home);
    if (posix_spawn_file_actions_init(&files) != 0)
        return VERDICT_MEMORY;
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, 2, log, O_WRONLY | O_CREAT | O_APPEND, 0600);
    posix_spawn_file_actions_addclosefrom_np(&files, 3);
    int rc = spawn(p, argv, &files);
    posix_spawn_file_actions_destroy(&files);
    if (rc == 0)
        return VERDICT_OK;
    p->child = 0;
    log_warnx("practice player cannot be started (%d)", rc);
    return VERDICT_MEMORY;
}

/* Anything that it has not got or not finished? */
static bool owes_something(const struct player *p)
{
    struct friend_info friend;
    uint32_t number;
    return find_friend(p, &friend) &&
           store_games_with(p->node->store, &friend.key, &number, 1) > 0;
}

/* How many opponents the game needs that waits for them. */
static unsigned wanted(const struct practice *p)
{
    return p->wish.who.client != 0 ? p->wish.terms.players - 1U : 0;
}

static void look(void *self)
{
    struct practice *p = self;
    bool any = false;
    p->look = 0;
    for (unsigned i = 0; i < OTHERS_MAX; i++) {
        struct player *one = &p->player[i];
        if (i >= wanted(p) && !owes_something(one)) {
            is_running(one); /* reaps it */
            continue;
        }
        any = true;
        (void)start(one);
    }
    if (any)
        p->look = loop_after(p->node->loop, LOOK_MS, look, p);
}

static void look_after(struct practice *p)
{
    if (p->look == 0)
        p->look = loop_after(p->node->loop, LOOK_MS, look, p);
}

/* --- playing ---------------------------------------------------------------------------------- */

static void answer_first(struct practice *p, enum verdict v, uint32_t number)
{
    struct reply *reply = control_reply(p->node->control);
    reply->verdict = v;
    if (v == VERDICT_OK)
        reply->verdict = games_row(p->node->games, number, &reply->games[0]);
    reply->games_n = reply->verdict == VERDICT_OK;
    struct asker who = p->wish.who;
    p->wish.who.client = 0;
    loop_cancel(p->node->loop, p->first);
    p->first = 0;
    control_answer(p->node->control, &who, reply);
}

static void first_is_late(void *self)
{
    struct practice *p = self;
    p->first = 0;
    log_warnx("practice player does not come up");
    answer_first(p, VERDICT_PEER_ABSENT, 0);
}

static enum verdict become_friends(struct player *p)
{
    enum verdict v = write_invitation(p);
    if (v != VERDICT_OK)
        return v;
    /* One that runs has read the files of its home already. */
    if (is_running(p)) {
        kill(p->child, SIGTERM);
        waitpid(p->child, NULL, 0);
        p->child = 0;
    }
    return start(p);
}

/* Offer the game to the first players of the house, who are all friends. */
static enum verdict propose(struct practice *p, const struct terms *terms, uint32_t *number)
{
    struct friend_info who[OTHERS_MAX] = {0};
    unsigned n = terms->players - 1U;
    for (unsigned i = 0; i < n; i++)
        if (!find_friend(&p->player[i], &who[i]))
            return VERDICT_PEER_ABSENT;
    enum verdict v = games_propose(p->node->games, who, n, terms, number);
    for (unsigned i = 0; i < n && v == VERDICT_OK; i++)
        v = start(&p->player[i]);
    return v;
}

static enum verdict make_ready(struct player *p, unsigned level_wanted)
{
    char level[2] = {(char)('0' + level_wanted), '\0'};
    enum verdict v = folder_private(p->home);
    return v == VERDICT_OK ? write_file(p, "level", level) : v;
}

/* Those of the first `n` who are no friends yet are invited; *missing counts them. */
static enum verdict invite(struct practice *p, unsigned n, unsigned *missing)
{
    struct friend_info friend;
    enum verdict v = VERDICT_OK;
    *missing = 0;
    for (unsigned i = 0; i < n && v == VERDICT_OK; i++) {
        if (find_friend(&p->player[i], &friend))
            continue;
        if (p->wish.who.client != 0)
            return VERDICT_TOO_MANY_OPEN;
        ++*missing;
        v = become_friends(&p->player[i]);
    }
    return v;
}

enum verdict practice_play(struct practice *p, const struct practice_wish *wish,
                           uint32_t *number, bool *later)
{
    unsigned n = wish->terms.players - 1U, missing = 0;
    enum verdict v = n >= 1 && n <= OTHERS_MAX ? VERDICT_OK : VERDICT_TERM_RANGE;
    for (unsigned i = 0; i < n && v == VERDICT_OK; i++)
        v = make_ready(&p->player[i], wish->level);
    if (v == VERDICT_OK)
        v = invite(p, n, &missing);
    *later = v == VERDICT_OK && missing > 0;
    if (*later) {
        p->wish = *wish;
        p->first = loop_after(p->node->loop, FIRST_MS, first_is_late, p);
    } else if (v == VERDICT_OK) {
        v = propose(p, &wish->terms, number);
    }
    look_after(p);
    return v;
}

static bool all_are_friends(const struct practice *p)
{
    struct friend_info friend;
    for (unsigned i = 0; i < wanted(p); i++)
        if (!find_friend(&p->player[i], &friend))
            return false;
    return true;
}

void practice_on_friend(struct practice *p, const struct friend_info *who)
{
    struct friend_info friend;
    uint32_t number = 0;
    bool ours = false;
    for (unsigned i = 0; i < OTHERS_MAX; i++)
        ours = ours || (find_friend(&p->player[i], &friend) &&
                        player_key_equal(&friend.key, &who->key));
    if (!ours)
        return;
    if (people_set_practice(p->node->people, &who->key) != VERDICT_OK)
        log_warnx("practice player cannot be marked");
    if (p->wish.who.client != 0 && all_are_friends(p)) {
        enum verdict v = propose(p, &p->wish.terms, &number);
        answer_first(p, v, number);
    }
    look_after(p);
}

void practice_on_link(struct practice *p, const struct friend_info *who, enum link_state state)
{
    if (who->practice && state == LINK_DOWN)
        look_after(p);
}

struct practice *practice_new(struct node *node)
{
    struct practice *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    p->node = node;
    for (unsigned i = 0; i < OTHERS_MAX; i++) {
        struct player *one = &p->player[i];
        char number[2] = {i > 0 ? "0123456789"[i + 1] : '\0', '\0'}; /* practice, practice2, ... */
        one->node = node;
        snprintf(one->home, sizeof one->home, "%s/practice%s", node->config->paths.data, number);
    }
    look(p);
    return p;
}

void practice_free(struct practice *p)
{
    if (p == NULL)
        return;
    loop_cancel(p->node->loop, p->look);
    loop_cancel(p->node->loop, p->first);
    for (unsigned i = 0; i < OTHERS_MAX; i++)
        if (is_running(&p->player[i]))
            kill(p->player[i].child, SIGTERM);
    free(p);
}
