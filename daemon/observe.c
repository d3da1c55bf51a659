/* The port that somebody dials from is none that he listens at: only the host says something. */
#include "daemon/observe.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

/* Dual-stack sockets show IPv4 as IPv6. */
static bool spell_v6(const struct sockaddr_storage *from, char *host, size_t size)
{
    struct sockaddr_in6 v6;

    memcpy(&v6, from, sizeof v6);
    if (IN6_IS_ADDR_LOOPBACK(&v6.sin6_addr) || IN6_IS_ADDR_LINKLOCAL(&v6.sin6_addr))
        return false;
    if (IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr))
        return v6.sin6_addr.s6_addr[12] != 127
            && inet_ntop(AF_INET, &v6.sin6_addr.s6_addr[12], host, (socklen_t)size) != NULL;
    host[0] = '[';
    if (!inet_ntop(AF_INET6, &v6.sin6_addr, host + 1, (socklen_t)size - 2))
        return false;
    memcpy(host + strlen(host), "]", 2);
    return true;
}

static bool spell_v4(const struct sockaddr_storage *from, char *host, size_t size)
{
    struct sockaddr_in v4;

    memcpy(&v4, from, sizeof v4);
    return ntohl(v4.sin_addr.s_addr) >> 24 != 127
        && inet_ntop(AF_INET, &v4.sin_addr, host, (socklen_t)size) != NULL;
}

bool observe_address(int fd, const struct address *told, unsigned n, struct address *out)
{
    struct sockaddr_storage from;
    socklen_t len = sizeof from;
    char host[INET6_ADDRSTRLEN + 2] = "", text[ADDRESS_TEXT_SIZE], ignored[ADDRESS_HOST_MAX + 1];
    uint16_t port;
    struct address seen;

    memset(&from, 0, sizeof from);
    if (n == 0 || getpeername(fd, (struct sockaddr *)&from, &len) != 0
        || (from.ss_family != AF_INET && from.ss_family != AF_INET6)
        || !(from.ss_family == AF_INET ? spell_v4 : spell_v6)(&from, host, sizeof host))
        return false;
    address_split(&told[0], ignored, &port);
    snprintf(text, sizeof text, "%s:%u", host, (unsigned)port);
    if (address_read(span_text(text), &seen) != VERDICT_OK)
        return false;
    for (unsigned i = 0; i < n; i++)
        if (strcmp(told[i].text, seen.text) == 0)
            return false;
    *out = seen;
    return true;
}
