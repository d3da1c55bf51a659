/* The player is a child process of its own session.  It notices by itself when we are gone; we
 * notice that it has gone when we look, and start it again while it owes us something.  What it
 * must know lies in files of its home: the invitation (a secret, so no option of the command
 * line) and how strong to play. */
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

struct practice {
    struct node *node;
    pid_t child;                /* 0 = none of ours runs */
    unsigned look, first;       /* timers */
    struct practice_wish wish;  /* the first game; who.client 0 = none waits */
    char home[PATHS_MAX + 16];
};

/* --- its files -------------------------------------------------------------------------------- */

static enum verdict write_file(const struct practice *p, const char *name, const char *text)
{
    char path[sizeof p->home + 32];
    snprintf(path, sizeof path, "%s/%s", p->home, name);
    return file_write(path, span_text(text), FILE_REPLACE, FILE_PRIVATE);
}

/* Our practice friend: the key in its home, if that is a friend of ours. */
static bool find_friend(const struct practice *p, struct friend_info *out)
{
    char path[sizeof p->home + 32];
    struct player_key key;
    snprintf(path, sizeof path, "%s/identity.key", p->home);
    return keyfile_public(path, &key) == VERDICT_OK &&
           people_by_key(p->node->people, &key, out) && out->joined;
}

/* An invitation that leads to us on this machine, whatever addresses friends are told. */
static enum verdict write_invitation(struct practice *p)
{
    static struct invitation_row row;
    char storage[TICKET_TEXT_SIZE], address[ADDRESS_TEXT_SIZE];
    struct text text = text_over(storage, sizeof storage);
    struct ticket ticket;
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

static bool is_running(struct practice *p)
{
    if (p->child == 0)
        return false;
    if (waitpid(p->child, NULL, WNOHANG) == 0)
        return true;
    p->child = 0;
    return false;
}

static int spawn(struct practice *p, char *const argv[], const posix_spawn_file_actions_t *files)
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

static enum verdict start(struct practice *p)
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
static bool owes_something(struct practice *p)
{
    struct friend_info friend;
    uint32_t number;
    return find_friend(p, &friend) &&
           store_games_with(p->node->store, &friend.key, &number, 1) > 0;
}

static void look(void *self)
{
    struct practice *p = self;
    p->look = 0;
    if (p->wish.who.client == 0 && !owes_something(p)) {
        is_running(p); /* reaps it */
        return;
    }
    (void)start(p);
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

static enum verdict become_friends(struct practice *p, const struct practice_wish *wish)
{
    if (p->wish.who.client != 0)
        return VERDICT_TOO_MANY_OPEN;
    enum verdict v = write_invitation(p);
    if (v != VERDICT_OK)
        return v;
    /* One that runs has read the files of its home already. */
    if (is_running(p)) {
        kill(p->child, SIGTERM);
        waitpid(p->child, NULL, 0);
        p->child = 0;
    }
    v = start(p);
    if (v != VERDICT_OK)
        return v;
    p->wish = *wish;
    p->first = loop_after(p->node->loop, FIRST_MS, first_is_late, p);
    return VERDICT_OK;
}

enum verdict practice_play(struct practice *p, const struct practice_wish *wish,
                           uint32_t *number, bool *later)
{
    struct friend_info friend;
    char level[2] = {(char)('0' + wish->level), '\0'};
    enum verdict v = folder_private(p->home);
    if (v == VERDICT_OK)
        v = write_file(p, "level", level);
    if (v != VERDICT_OK)
        return v;
    *later = !find_friend(p, &friend);
    if (*later) {
        v = become_friends(p, wish);
    } else {
        v = games_propose(p->node->games, &friend, &wish->terms, number);
        if (v == VERDICT_OK)
            v = start(p);
    }
    look_after(p);
    return v;
}

void practice_on_friend(struct practice *p, const struct friend_info *who)
{
    struct friend_info friend;
    uint32_t number = 0;
    if (!find_friend(p, &friend) || !player_key_equal(&friend.key, &who->key))
        return;
    if (people_set_practice(p->node->people, &who->key) != VERDICT_OK)
        log_warnx("practice player cannot be marked");
    if (p->wish.who.client != 0) {
        enum verdict v = games_propose(p->node->games, &friend, &p->wish.terms, &number);
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
    snprintf(p->home, sizeof p->home, "%s/practice", node->config->paths.data);
    if (owes_something(p))
        look(p);
    return p;
}

void practice_free(struct practice *p)
{
    if (p == NULL)
        return;
    loop_cancel(p->node->loop, p->look);
    loop_cancel(p->node->loop, p->first);
    if (is_running(p))
        kill(p->child, SIGTERM);
    free(p);
}
