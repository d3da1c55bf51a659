/* Guessing is what invitations need when nobody has set anything: the addresses of the interfaces
 * are right on one machine and in one house; for the rest there is the setting. */
#include "daemon/announce.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "daemon/log.h"

static unsigned add(struct address *out, unsigned n, const char *text)
{
    struct address a;

    if (n == ANNOUNCED_MAX || address_read(span_text(text), &a) != VERDICT_OK)
        return n;
    for (unsigned i = 0; i < n; i++)
        if (strcmp(out[i].text, a.text) == 0)
            return n;
    out[n] = a;
    return n + 1;
}

static unsigned from_setting(const char *announce, struct address *out)
{
    unsigned n = 0;

    while (*announce != '\0') {
        char word[ADDRESS_TEXT_SIZE];
        size_t len = strcspn(announce, " ");
        if (len > 0 && len < sizeof word) {
            memcpy(word, announce, len);
            word[len] = '\0';
            n = add(out, n, word);
        }
        announce += len + (announce[len] == ' ');
    }
    return n;
}

static bool useful_ipv4(const struct in_addr *a)
{
    uint32_t address = ntohl(a->s_addr);
    return address >> 24 != 127 && address >> 16 != 0xa9fe && address != 0;
}

static bool useful_ipv6(const struct in6_addr *a)
{
    return !IN6_IS_ADDR_LOOPBACK(a) && !IN6_IS_ADDR_LINKLOCAL(a) && !IN6_IS_ADDR_UNSPECIFIED(a);
}

/* The address of one interface as text, if it is of this family and useful to others. */
static bool spell(const struct sockaddr *at, int family, unsigned port, char *out, size_t size)
{
    char host[INET6_ADDRSTRLEN];

    if (!at || at->sa_family != family)
        return false;
    if (family == AF_INET) {
        struct sockaddr_in v4;
        memcpy(&v4, at, sizeof v4);
        if (!useful_ipv4(&v4.sin_addr) || !inet_ntop(family, &v4.sin_addr, host, sizeof host))
            return false;
        snprintf(out, size, "%s:%u", host, port);
        return true;
    }
    struct sockaddr_in6 v6;
    memcpy(&v6, at, sizeof v6);
    if (!useful_ipv6(&v6.sin6_addr) || !inet_ntop(family, &v6.sin6_addr, host, sizeof host))
        return false;
    snprintf(out, size, "[%s]:%u", host, port);
    return true;
}

static unsigned from_interfaces(unsigned port, struct address *out)
{
    static const int families[] = {AF_INET, AF_INET6};
    struct ifaddrs *list = NULL;
    unsigned n = 0;

    if (getifaddrs(&list) != 0) {
        log_warn("cannot list the addresses of this machine");
        return 0;
    }
    for (unsigned f = 0; f < 2; f++)
        for (const struct ifaddrs *i = list; i; i = i->ifa_next) {
            char text[ADDRESS_TEXT_SIZE];
            if (spell(i->ifa_addr, families[f], port, text, sizeof text))
                n = add(out, n, text);
        }
    freeifaddrs(list);
    return n;
}

unsigned announce_addresses(const char *announce, const char *listen, unsigned port,
                            struct address out[ANNOUNCED_MAX])
{
    char text[ADDRESS_TEXT_SIZE];
    unsigned n = from_setting(announce, out);
    const char *colon = strrchr(listen, ':');
    int host_len = colon ? (int)(colon - listen) : 0;

    if (n > 0)
        return n;
    if ((host_len == 1 && *listen == '*') || strncmp(listen, "0.0.0.0:", 8) == 0 ||
        strncmp(listen, "[::]:", 5) == 0)
        n = from_interfaces(port, out);
    else if (host_len > 0 && host_len <= ADDRESS_HOST_MAX &&
             strncmp(listen, "localhost:", 10) != 0) {
        snprintf(text, sizeof text, "%.*s:%u", host_len, listen, port);
        n = add(out, n, text);
    }
    if (n > 0)
        return n;
    snprintf(text, sizeof text, "127.0.0.1:%u", port);
    return add(out, n, text);
}
