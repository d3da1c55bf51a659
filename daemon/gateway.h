/* gateway.h - what is said to the router of this network: forward a port, by UPnP or, where that
 * fails, by NAT-PMP; and do so no longer.
 * Not pure: talks to the router and waits for it, which may take seconds: not for the loop.
 * Memory: plain values.  What a router says is a claim: only a public address is believed. */
#ifndef DAEMON_GATEWAY_H
#define DAEMON_GATEWAY_H

#include <netinet/in.h>
#include <stdbool.h>

enum { GATEWAY_RESULT_SIZE = 64, GATEWAY_URL_SIZE = 256, GATEWAY_LEASE_S = 3600 };

/* What we want. */
struct gateway_wish {
    unsigned port;    /* TCP, of this machine */
    unsigned lease_s; /* until the router forgets it */
    /* For tests: "http://..." is the description of a UPnP router, "pmp:PORT" a NAT-PMP router on
     * the loopback; "" looks for one. */
    char router[GATEWAY_URL_SIZE];
};

/* What it does for us; begin with zeros. */
struct gateway {
    enum gateway_kind { GATEWAY_NONE, GATEWAY_UPNP, GATEWAY_NATPMP } kind;
    unsigned port;                   /* the outer one */
    char control[GATEWAY_URL_SIZE];  /* UPnP: where requests go */
    char service[128];
};

/* Ask, for the first time or again before the lease is over.  True: "HOST:PORT" is forwarded. */
bool gateway_map(struct gateway *g, const struct gateway_wish *wish,
                 char result[GATEWAY_RESULT_SIZE]);

/* Say that it is not needed any more, if there is anything. */
void gateway_unmap(struct gateway *g, const struct gateway_wish *wish);

/* Of a numeric IPv4 address: can the whole world reach it?  Not those of private networks, of
 * carriers' networks, of links, loopback, multicast. */
bool gateway_is_public(const char *ipv4);

#endif
