/* pair.h - two real daemons on this machine and a control connection to each, for tests that
 * start them, kill them, and let them play.  Whoever cannot go on leaves with exit code 1. */
#ifndef FAULTS_PAIR_H
#define FAULTS_PAIR_H

#include "cli/client.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <limits.h>
#include <netinet/in.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SIDES = 2, CALL_S = 10 };

struct side {
    pid_t pid;
    char home[64], socket[96], listen[32];
    struct client client;
};

static struct side side[SIDES];
static char folder[48], program[PATH_MAX + 16];
static struct request request;
static struct reply reply;

static void pause_ms(long ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&t, NULL);
}

/* --- daemons ------------------------------------------------------------------------------ */

static unsigned free_port(void)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof a;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&a, sizeof a) != 0 ||
        getsockname(fd, (struct sockaddr *)&a, &len) != 0)
        exit(1);
    close(fd);
    return ntohs(a.sin_port);
}

static void connect_to(struct side *s)
{
    for (unsigned i = 0; i < 2000; i++) {
        if (client_connect(&s->client, s->socket, &reply) == VERDICT_OK)
            return;
        pause_ms(5);
    }
    fprintf(stderr, "the daemon of %s does not come up\n", s->home);
    exit(1);
}

static void start(struct side *s)
{
    const char *nick = s == side ? "ann" : "ben";
    char log[96];
    snprintf(log, sizeof log, "%s.log", s->home);
    s->pid = fork();
    if (s->pid == 0) {
        int fd = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
        dup2(fd, 2);
        execl(program, "numbridged", "--home", s->home, "--listen", s->listen, "--nick", nick,
              (char *)NULL);
        _exit(127);
    }
    connect_to(s);
}

/* A request; while the daemon is being killed there is no answer. */
static enum verdict ask(struct side *s, struct request *r)
{
    return client_call(&s->client, r, &reply, CALL_S);
}

static enum verdict ask_kind(struct side *s, uint32_t kind, uint32_t game)
{
    memset(&request, 0, sizeof request);
    request.kind = kind;
    request.game = game;
    return ask(s, &request);
}

static void become_friends(void)
{
    static char ticket[TICKET_TEXT_MAX + 1];
    if (ask_kind(&side[0], REQ_INVITE, 0) != VERDICT_OK)
        exit(1);
    memcpy(ticket, reply.invitations[0].text, sizeof ticket);
    memset(&request, 0, sizeof request);
    request.kind = REQ_JOIN;
    memcpy(request.text, ticket, sizeof ticket);
    if (ask(&side[1], &request) != VERDICT_OK) {
        fprintf(stderr, "the guest cannot join\n");
        exit(1);
    }
}

/* `self` is argv[0]; BIN in the environment says where the programs are, else beside us. */
static void pair_setup(const char *self)
{
    const char *bin = getenv("BIN");
    char own[256];
    snprintf(own, sizeof own, "%s", self);
    for (unsigned i = 0; i < 3 && strrchr(own, '/') != NULL; i++)
        *strrchr(own, '/') = '\0';
    snprintf(program, sizeof program, "%s/numbridged", bin != NULL ? bin : own);
    snprintf(folder, sizeof folder, "/tmp/nb-kill-XXXXXX");
    if (mkdtemp(folder) == NULL || sodium_init() < 0)
        exit(1);
    for (unsigned s = 0; s < SIDES; s++) {
        snprintf(side[s].home, sizeof side[s].home, "%s/%u", folder, s);
        snprintf(side[s].socket, sizeof side[s].socket, "%s/run/control", side[s].home);
        snprintf(side[s].listen, sizeof side[s].listen, "127.0.0.1:%u", free_port());
        if (!client_init(&side[s].client))
            exit(1);
        start(&side[s]);
    }
    become_friends();
}

static void pair_stop(void)
{
    for (unsigned s = 0; s < SIDES; s++) {
        kill(side[s].pid, SIGTERM);
        waitpid(side[s].pid, NULL, 0);
    }
}

#endif
