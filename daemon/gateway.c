/* Any other outer port will do if somebody has ours; the one we had is asked for again. */
#include "daemon/gateway.h"

#include <arpa/inet.h>
#include <miniupnpc/miniupnpc.h>
#include <miniupnpc/upnpcommands.h>
#include <natpmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/select.h>

#include "base/text.h"

enum {
    DISCOVER_MS = 2000,
    NATPMP_TRIES = 4, /* 250 ms, then twice as long each time */
    NATPMP_ANSWER = 12, /* bytes of a request that went */
    PORTS_TRIED = 4,
    ONLY_PERMANENT = 725 /* "OnlyPermanentLeasesSupported": some know no other kind */
};

bool gateway_is_public(const char *ipv4)
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

/* ---- UPnP ---------------------------------------------------------------------------------- */

static int add_one(const struct gateway *g, const struct gateway_wish *wish, const char *lan,
                   unsigned outer_port)
{
    char inner[12], outer[12], lease[12];

    snprintf(inner, sizeof inner, "%u", wish->port);
    snprintf(outer, sizeof outer, "%u", outer_port);
    snprintf(lease, sizeof lease, "%u", wish->lease_s);
    int r = UPNP_AddPortMapping(g->control, g->service, outer, inner, lan, "numbridge", "TCP",
                                NULL, lease);
    if (r == ONLY_PERMANENT) /* it is taken back when we stop, and asked for again till then */
        r = UPNP_AddPortMapping(g->control, g->service, outer, inner, lan, "numbridge", "TCP",
                                NULL, "0");
    return r;
}

static bool add_upnp(struct gateway *g, const struct gateway_wish *wish, const char *lan,
                     char *result)
{
    char external[40] = "";
    unsigned first = g->kind == GATEWAY_UPNP ? g->port : wish->port;

    if (UPNP_GetExternalIPAddress(g->control, g->service, external) != 0
        || !gateway_is_public(external))
        return false;
    for (unsigned i = 0; i < PORTS_TRIED; i++) {
        unsigned port = first + i <= UINT16_MAX ? first + i : first - i;
        if (add_one(g, wish, lan, port) != UPNPCOMMAND_SUCCESS)
            continue;
        g->kind = GATEWAY_UPNP;
        g->port = port;
        snprintf(result, GATEWAY_RESULT_SIZE, "%s:%u", external, port);
        return true;
    }
    return false;
}

static bool try_upnp(struct gateway *g, const struct gateway_wish *wish, char *result)
{
    struct UPNPUrls urls;
    struct IGDdatas data;
    struct UPNPDev *list = NULL;
    char lan[64] = "";
    int error = 0, found;

    memset(&urls, 0, sizeof urls);
    memset(&data, 0, sizeof data);
    if (strncmp(wish->router, "pmp:", 4) == 0)
        return false;
    if (wish->router[0] != '\0') {
        found = UPNP_GetIGDFromUrl(wish->router, &urls, &data, lan, sizeof lan);
    } else {
        list = upnpDiscover(DISCOVER_MS, NULL, NULL, UPNP_LOCAL_PORT_ANY, 0, 2, &error);
        found = list ? UPNP_GetValidIGD(list, &urls, &data, lan, sizeof lan) : 0;
    }
    bool fine = found == 1 && urls.controlURL && strlen(urls.controlURL) < sizeof g->control
        && strlen(data.first.servicetype) < sizeof g->service;
    if (fine) {
        memcpy(g->control, urls.controlURL, strlen(urls.controlURL) + 1);
        memcpy(g->service, data.first.servicetype, strlen(data.first.servicetype) + 1);
        fine = add_upnp(g, wish, lan, result);
    }
    if (found != 0)
        FreeUPNPUrls(&urls);
    freeUPNPDevlist(list);
    return fine;
}

/* ---- NAT-PMP ------------------------------------------------------------------------------- */

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

/* False: there is no router, or it is not to be asked this way.  Closed only if true. */
static bool open_natpmp(natpmp_t *n, const struct gateway_wish *wish)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    uint64_t port = 0;

    if (wish->router[0] == '\0')
        return initnatpmp(n, 0, 0) == 0;
    if (strncmp(wish->router, "pmp:", 4) != 0
        || !text_read_number(span_text(wish->router + 4), UINT16_MAX, &port)
        || initnatpmp(n, 1, at.sin_addr.s_addr) != 0)
        return false;
    at.sin_port = htons((uint16_t)port); /* the library knows the usual one only */
    if (connect(n->s, (struct sockaddr *)&at, sizeof at) == 0)
        return true;
    closenatpmp(n);
    return false;
}

static bool map_natpmp(natpmp_t *n, const struct gateway *g, const struct gateway_wish *wish,
                       natpmpresp_t *answer)
{
    unsigned outer = g->kind == GATEWAY_NATPMP ? g->port : wish->port;
    return sendnewportmappingrequest(n, NATPMP_PROTOCOL_TCP, (uint16_t)wish->port,
                                     (uint16_t)outer, wish->lease_s) == NATPMP_ANSWER
        && await_natpmp(n, answer) && answer->pnu.newportmapping.lifetime > 0;
}

static bool try_natpmp(struct gateway *g, const struct gateway_wish *wish, char *result)
{
    natpmp_t n;
    natpmpresp_t answer;
    char external[INET_ADDRSTRLEN] = "";

    memset(&answer, 0, sizeof answer);
    if (!open_natpmp(&n, wish))
        return false;
    bool fine = sendpublicaddressrequest(&n) == 2 && await_natpmp(&n, &answer)
        && inet_ntop(AF_INET, &answer.pnu.publicaddress.addr, external, sizeof external)
        && gateway_is_public(external) && map_natpmp(&n, g, wish, &answer);
    if (fine) {
        g->kind = GATEWAY_NATPMP;
        g->port = answer.pnu.newportmapping.mappedpublicport;
        snprintf(result, GATEWAY_RESULT_SIZE, "%s:%u", external, g->port);
    }
    closenatpmp(&n);
    return fine;
}

/* A lifetime and an outer port of 0 take the forwarding of this inner port back. */
static void unmap_natpmp(const struct gateway_wish *wish)
{
    natpmp_t n;
    natpmpresp_t answer;

    if (!open_natpmp(&n, wish))
        return;
    if (sendnewportmappingrequest(&n, NATPMP_PROTOCOL_TCP, (uint16_t)wish->port, 0, 0)
        == NATPMP_ANSWER)
        (void)await_natpmp(&n, &answer);
    closenatpmp(&n);
}

/* ---- either -------------------------------------------------------------------------------- */

bool gateway_map(struct gateway *g, const struct gateway_wish *wish,
                 char result[GATEWAY_RESULT_SIZE])
{
    result[0] = '\0';
    if (try_upnp(g, wish, result) || try_natpmp(g, wish, result))
        return true;
    g->kind = GATEWAY_NONE;
    return false;
}

void gateway_unmap(struct gateway *g, const struct gateway_wish *wish)
{
    char outer[12];

    snprintf(outer, sizeof outer, "%u", g->port);
    if (g->kind == GATEWAY_UPNP)
        (void)UPNP_DeletePortMapping(g->control, g->service, outer, "TCP", NULL);
    else if (g->kind == GATEWAY_NATPMP)
        unmap_natpmp(wish);
    g->kind = GATEWAY_NONE;
}
