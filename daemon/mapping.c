/* The thread can hang in a library for a while, so it is never waited for: what both use is freed
 * by whichever leaves last. */
#include "daemon/mapping.h"

#include <arpa/inet.h>
#include <errno.h>
#include <miniupnpc/miniupnpc.h>
#include <miniupnpc/upnpcommands.h>
#include <natpmp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#include "daemon/log.h"
#include "daemon/loop.h"

enum {
    LEASE_S = 3600,
    RENEW_S = 1500, /* twice within a lease */
    AGAIN_S = 600,  /* there may be a router some time */
    DISCOVER_MS = 2000,
    NATPMP_TRIES = 4, /* 250 ms, then twice as long each time */
    RESULT_SIZE = 64
};

struct shared {
    pthread_mutex_t mutex;
    pthread_cond_t wake;
    int event_fd;
    unsigned users; /* loop and thread */
    bool leaving;
    unsigned port;
    char router[256]; /* "" = look for one */
    char result[RESULT_SIZE];
};

struct mapping {
    struct loop *loop;
    struct shared *shared;
    unsigned watch;
    mapping_told *told;
    void *self;
    char last[RESULT_SIZE];
};

bool mapping_is_public(const char *ipv4)
{
    static const struct { uint32_t net; unsigned bits; } closed[] = {
        {0x00000000, 8},  {0x0a000000, 8},  {0x64400000, 10}, {0x7f000000, 8},
        {0xa9fe0000, 16}, {0xac100000, 12}, {0xc0a80000, 16}, {0xe0000000, 3},
    };
    struct in_addr a;

    if (inet_pton(AF_INET, ipv4, &a) != 1)
        return false;
    for (unsigned i = 0; i < sizeof closed / sizeof closed[0]; i++)
        if ((ntohl(a.s_addr) ^ closed[i].net) >> (32 - closed[i].bits) == 0)
            return false;
    return true;
}

/* ---- the thread: UPnP ---------------------------------------------------------------------- */

/* Any other port will do if somebody has ours. */
static bool add_upnp(const struct UPNPUrls *urls, const struct IGDdatas *data, const char *lan,
                     const struct shared *s, char *result)
{
    char external[40] = "", inner[8], outer[8], lease[8];

    if (UPNP_GetExternalIPAddress(urls->controlURL, data->first.servicetype, external) != 0
        || !mapping_is_public(external))
        return false;
    snprintf(inner, sizeof inner, "%u", s->port);
    snprintf(lease, sizeof lease, "%d", (int)LEASE_S);
    for (unsigned i = 0; i < 4; i++) {
        unsigned port = s->port + i <= UINT16_MAX ? s->port + i : s->port - i;
        snprintf(outer, sizeof outer, "%u", port);
        if (UPNP_AddPortMapping(urls->controlURL, data->first.servicetype, outer, inner, lan,
                                "numbridge", "TCP", NULL, lease) != UPNPCOMMAND_SUCCESS)
            continue;
        snprintf(result, RESULT_SIZE, "%s:%u", external, port);
        return true;
    }
    return false;
}

static bool try_upnp(const struct shared *s, char *result)
{
    struct UPNPUrls urls;
    struct IGDdatas data;
    struct UPNPDev *list = NULL;
    char lan[64] = "";
    int error = 0, found;

    memset(&urls, 0, sizeof urls);
    memset(&data, 0, sizeof data);
    if (s->router[0] != '\0') {
        found = UPNP_GetIGDFromUrl(s->router, &urls, &data, lan, sizeof lan);
    } else {
        list = upnpDiscover(DISCOVER_MS, NULL, NULL, UPNP_LOCAL_PORT_ANY, 0, 2, &error);
        found = list ? UPNP_GetValidIGD(list, &urls, &data, lan, sizeof lan) : 0;
    }
    bool fine = found == 1 && add_upnp(&urls, &data, lan, s, result);
    if (found != 0)
        FreeUPNPUrls(&urls);
    freeUPNPDevlist(list);
    return fine;
}

/* ---- the thread: NAT-PMP ------------------------------------------------------------------- */

static bool await_natpmp(natpmp_t *n, natpmpresp_t *answer)
{
    for (unsigned i = 0; i < NATPMP_TRIES; i++) {
        struct timeval left;
        fd_set fds;
        if (n->s < 0 || n->s >= FD_SETSIZE)
            return false;
        FD_ZERO(&fds);
        FD_SET(n->s, &fds);
        getnatpmprequesttimeout(n, &left);
        select(n->s + 1, &fds, NULL, NULL, &left);
        int r = readnatpmpresponseorretry(n, answer);
        if (r != NATPMP_TRYAGAIN)
            return r == 0;
    }
    return false;
}

static bool try_natpmp(const struct shared *s, char *result)
{
    natpmp_t n;
    natpmpresp_t answer;
    char external[INET_ADDRSTRLEN] = "";

    memset(&answer, 0, sizeof answer);
    if (s->router[0] != '\0' || initnatpmp(&n, 0, 0) != 0)
        return false;
    bool fine = sendpublicaddressrequest(&n) == 2 && await_natpmp(&n, &answer)
        && inet_ntop(AF_INET, &answer.pnu.publicaddress.addr, external, sizeof external)
        && mapping_is_public(external)
        && sendnewportmappingrequest(&n, NATPMP_PROTOCOL_TCP, (uint16_t)s->port,
                                     (uint16_t)s->port, LEASE_S) == 12
        && await_natpmp(&n, &answer);
    if (fine)
        snprintf(result, RESULT_SIZE, "%s:%u", external,
                 (unsigned)answer.pnu.newportmapping.mappedpublicport);
    closenatpmp(&n);
    return fine;
}

/* ---- the thread ---------------------------------------------------------------------------- */

/* Called with the mutex held, which is gone afterwards. */
static void leave(struct shared *s)
{
    bool last = --s->users == 0;

    pthread_mutex_unlock(&s->mutex);
    if (!last)
        return;
    close(s->event_fd);
    pthread_cond_destroy(&s->wake);
    pthread_mutex_destroy(&s->mutex);
    free(s);
}

static void *work(void *context)
{
    struct shared *s = context;
    const uint64_t one = 1;

    pthread_mutex_lock(&s->mutex);
    while (!s->leaving) {
        char result[RESULT_SIZE] = "";
        struct timespec until;
        pthread_mutex_unlock(&s->mutex);
        bool fine = try_upnp(s, result) || try_natpmp(s, result);
        pthread_mutex_lock(&s->mutex);
        memcpy(s->result, result, sizeof result);
        if (write(s->event_fd, &one, sizeof one) != (ssize_t)sizeof one)
            break; /* cannot be: an eventfd takes that */
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += fine ? RENEW_S : AGAIN_S;
        for (int r = 0; !s->leaving && r != ETIMEDOUT;)
            r = pthread_cond_timedwait(&s->wake, &s->mutex, &until);
    }
    leave(s);
    return NULL;
}

/* ---- the loop ------------------------------------------------------------------------------ */

static void on_result(void *self)
{
    struct mapping *m = self;
    uint64_t count;
    char now[RESULT_SIZE];

    if (read(m->shared->event_fd, &count, sizeof count) != (ssize_t)sizeof count)
        return;
    pthread_mutex_lock(&m->shared->mutex);
    memcpy(now, m->shared->result, sizeof now);
    pthread_mutex_unlock(&m->shared->mutex);
    if (strcmp(now, m->last) == 0)
        return;
    memcpy(m->last, now, sizeof now);
    log_info("the router forwards %s", now[0] != '\0' ? now : "nothing any more");
    m->told(m->self, now);
}

static struct shared *share(unsigned port, const char *router)
{
    struct shared *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    s->port = port;
    snprintf(s->router, sizeof s->router, "%s", router ? router : "");
    s->event_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    s->users = 1;
    pthread_mutex_init(&s->mutex, NULL);
    pthread_cond_init(&s->wake, NULL);
    return s;
}

static bool start_thread(struct shared *s)
{
    pthread_t thread;

    s->users = 2;
    if (pthread_create(&thread, NULL, work, s) != 0) {
        s->users = 1;
        return false;
    }
    pthread_detach(thread);
    return true;
}

struct mapping *mapping_start(struct loop *loop, unsigned port, const char *router,
                              mapping_told *told, void *self)
{
    struct mapping *m = calloc(1, sizeof *m);

    if (!m)
        return NULL;
    *m = (struct mapping){.loop = loop, .told = told, .self = self,
                          .shared = share(port, router)};
    if (m->shared && m->shared->event_fd >= 0)
        m->watch = loop_watch_fd(loop, m->shared->event_fd, on_result, NULL, m);
    if (m->watch != 0 && start_thread(m->shared))
        return m;
    log_warn("the router cannot be asked");
    mapping_stop(m);
    return NULL;
}

void mapping_stop(struct mapping *m)
{
    if (!m)
        return;
    loop_unwatch(m->loop, m->watch);
    if (m->shared) {
        pthread_mutex_lock(&m->shared->mutex);
        m->shared->leaving = true;
        pthread_cond_signal(&m->shared->wake);
        leave(m->shared);
    }
    free(m);
}
