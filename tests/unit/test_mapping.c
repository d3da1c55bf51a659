/* Proves, against a UPnP router of the test's own on the loopback: the address that the router says
 * it forwards comes out; a port that somebody has is passed over; a router that knows no leases is
 * asked without one; the lease is renewed at the same outer port, and news of the address is told;
 * what is forwarded is taken back at the end, which takes 2 s at most also if the router is silent
 * by then; an address that the world cannot reach, a refusal, rubbish and silence are no mapping,
 * and stopping does not wait for any of them; which addresses the world can reach. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "daemon/loop.h"
#include "daemon/mapping.h"

#define SERVICE "urn:schemas-upnp-org:service:WANIPConnection:1"
static const char description[] =
    "<?xml version=\"1.0\"?><root xmlns=\"urn:schemas-upnp-org:device-1-0\"><device>"
    "<deviceType>urn:schemas-upnp-org:device:InternetGatewayDevice:1</deviceType><deviceList>"
    "<device><deviceType>urn:schemas-upnp-org:device:WANDevice:1</deviceType><deviceList><device>"
    "<deviceType>urn:schemas-upnp-org:device:WANConnectionDevice:1</deviceType><serviceList>"
    "<service><serviceType>" SERVICE "</serviceType><serviceId>x</serviceId>"
    "<controlURL>/control</controlURL><eventSubURL>/e</eventSubURL><SCPDURL>/s</SCPDURL></service>"
    "</serviceList></device></deviceList></device></deviceList></device></root>";

enum router_kind { ROUTER_FINE, ROUTER_PORT_TAKEN, ROUTER_PRIVATE, ROUTER_REFUSES, ROUTER_RUBBISH,
                   ROUTER_SILENT, ROUTER_PERMANENT, ROUTER_MOVES, ROUTER_DIES };

/* Shared with the router's thread; written before that starts, and by it alone afterwards. */
static enum router_kind kind;
static int router_fd;
static char url[64], asked[8192], taken_back[8192];
static unsigned added_n; /* forwardings that were asked for */
static pthread_t router;

static struct loop *loop;
static unsigned lease_s = GATEWAY_LEASE_S, news_wanted = 1; /* told so often */
static char news[64];
static unsigned told;
static long stop_ms; /* what mapping_stop took */

/* ---- the router ---------------------------------------------------------------------------- */

static void respond(int fd, int code, const char *body)
{
    char out[4096];
    int n = snprintf(out, sizeof out, "HTTP/1.1 %d x\r\nContent-Type: text/xml\r\n"
                     "Content-Length: %zu\r\nConnection: close\r\n\r\n%s",
                     code, strlen(body), body);
    if (send(fd, out, (size_t)n, MSG_NOSIGNAL) != n)
        return; /* he has gone: his affair */
}

/* Headers and as much of the body as they announce. */
static void hear(int fd, char *in, size_t size)
{
    size_t n = 0, wanted = 0;
    while (n < size - 1) {
        ssize_t got = recv(fd, in + n, size - 1 - n, 0);
        if (got <= 0)
            break;
        n += (size_t)got;
        in[n] = '\0';
        const char *end = strstr(in, "\r\n\r\n"), *length = strstr(in, "Content-Length: ");
        if (end && length)
            wanted = (size_t)(end - in) + 4 + strtoul(length + 16, NULL, 10);
        if (end && n >= wanted)
            break;
    }
    in[n] = '\0';
}

static void answer(int fd, const char *in)
{
    static const char ip[] = "<s:Envelope><s:Body>"
                             "<u:GetExternalIPAddressResponse xmlns:u=\"" SERVICE "\">"
                             "<NewExternalIPAddress>%s</NewExternalIPAddress>"
                             "</u:GetExternalIPAddressResponse></s:Body></s:Envelope>";
    static const char error[] = "<s:Envelope><s:Body><s:Fault><detail><UPnPError><errorCode>%s"
                                "</errorCode></UPnPError></detail></s:Fault></s:Body></s:Envelope>";
    static const char added[] = "<s:Envelope><s:Body><u:AddPortMappingResponse xmlns:u=\"" SERVICE
                                "\"></u:AddPortMappingResponse></s:Body></s:Envelope>";
    char body[512];

    if (kind == ROUTER_RUBBISH) {
        respond(fd, 200, "<<<<\x01 no xml <root><device>");
    } else if (strncmp(in, "GET", 3) == 0) {
        respond(fd, 200, description);
    } else if (strstr(in, "GetExternalIPAddress")) {
        bool moved = kind == ROUTER_MOVES && added_n > 0;
        snprintf(body, sizeof body, ip, kind == ROUTER_PRIVATE ? "100.64.1.2"
                 : moved ? "203.0.113.77" : "203.0.113.9");
        respond(fd, 200, body);
    } else if (strstr(in, "DeletePortMapping")) {
        snprintf(taken_back, sizeof taken_back, "%s", in);
        respond(fd, 200, added);
    } else {
        bool taken = (kind == ROUTER_PORT_TAKEN || kind == ROUTER_MOVES)
            && strstr(in, "<NewExternalPort>7171<") && added_n == 0;
        bool no = kind == ROUTER_REFUSES || taken;
        bool leased = kind == ROUTER_PERMANENT && !strstr(in, "<NewLeaseDuration>0<");
        snprintf(asked, sizeof asked, "%s", in);
        added_n += !no && !leased;
        snprintf(body, sizeof body, error, leased ? "725" : "718");
        respond(fd, no || leased ? 500 : 200, no || leased ? body : added);
    }
}

static void *serve(void *self)
{
    char in[8192];
    (void)self;
    for (int fd; (fd = accept(router_fd, NULL, NULL)) >= 0;) {
        if (kind == ROUTER_SILENT || (kind == ROUTER_DIES && added_n > 0)) {
            recv(fd, in, sizeof in, 0);
            pause(); /* until the process ends: its thread is left */
        }
        hear(fd, in, sizeof in);
        answer(fd, in);
        close(fd);
    }
    return NULL;
}

static void open_router(enum router_kind what)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof at;

    kind = what;
    asked[0] = taken_back[0] = '\0';
    added_n = 0;
    router_fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(router_fd, (struct sockaddr *)&at, len), 0);
    assert_int_equal(listen(router_fd, 4), 0);
    assert_int_equal(getsockname(router_fd, (struct sockaddr *)&at, &len), 0);
    snprintf(url, sizeof url, "http://127.0.0.1:%u/root.xml", ntohs(at.sin_port));
    assert_int_equal(pthread_create(&router, NULL, serve, NULL), 0);
}

static void close_router(void)
{
    shutdown(router_fd, SHUT_RDWR);
    pthread_join(router, NULL);
    close(router_fd);
}

/* ---- what comes of it ---------------------------------------------------------------------- */

static void on_told(void *self, const char *address)
{
    (void)self;
    snprintf(news, sizeof news, "%s", address);
    if (++told == news_wanted)
        loop_stop(loop);
}

static void out_of_time(void *self)
{
    (void)self;
    loop_stop(loop);
}

static void ask(enum router_kind what, uint64_t ms)
{
    news[0] = '\0';
    told = 0;
    loop = loop_new();
    assert_non_null(loop);
    bool silent = what == ROUTER_SILENT || what == ROUTER_DIES;
    open_router(what);
    if (silent)
        pthread_detach(router);
    struct gateway_wish wish = {.port = 7171, .lease_s = lease_s};
    snprintf(wish.router, sizeof wish.router, "%s", url);
    struct mapping *m = mapping_start(loop, &wish, on_told, NULL);
    assert_non_null(m);
    unsigned timer = loop_after(loop, ms, out_of_time, NULL);
    loop_run(loop);
    loop_cancel(loop, timer);
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    mapping_stop(m);
    clock_gettime(CLOCK_MONOTONIC, &after);
    stop_ms = (after.tv_sec - before.tv_sec) * 1000 + (after.tv_nsec - before.tv_nsec) / 1000000;
    loop_free(loop);
    if (!silent)
        close_router();
}

static void forwarded(void **state)
{
    (void)state;
    ask(ROUTER_FINE, 20000);
    assert_string_equal(news, "203.0.113.9:7171");
    assert_int_equal(told, 1);
    assert_non_null(strstr(asked, "<NewInternalPort>7171<"));
    assert_non_null(strstr(asked, "<NewInternalClient>127.0.0.1<"));
    assert_non_null(strstr(asked, "<NewLeaseDuration>3600<"));
    assert_non_null(strstr(asked, "<NewProtocol>TCP<"));
    assert_non_null(strstr(taken_back, "<NewExternalPort>7171<"));
    assert_non_null(strstr(taken_back, "<NewProtocol>TCP<"));
    assert_int_equal(added_n, 1);
}

static void no_leases(void **state)
{
    (void)state;
    ask(ROUTER_PERMANENT, 20000);
    assert_string_equal(news, "203.0.113.9:7171");
    assert_non_null(strstr(asked, "<NewLeaseDuration>0<"));
    assert_non_null(strstr(taken_back, "<NewExternalPort>7171<"));
}

/* With a lease of a second the router is asked again before half of it is over. */
static void renewed(void **state)
{
    (void)state;
    lease_s = 1;
    news_wanted = 2;
    ask(ROUTER_MOVES, 20000);
    lease_s = GATEWAY_LEASE_S;
    news_wanted = 1;
    assert_string_equal(news, "203.0.113.77:7172");
    assert_true(added_n >= 2);
    assert_non_null(strstr(taken_back, "<NewExternalPort>7172<"));
}

static void dies(void **state)
{
    (void)state;
    ask(ROUTER_DIES, 20000);
    assert_string_equal(news, "203.0.113.9:7171");
    assert_true(stop_ms >= 1000 && stop_ms < 2000);
}

static void port_taken(void **state)
{
    (void)state;
    ask(ROUTER_PORT_TAKEN, 20000);
    assert_string_equal(news, "203.0.113.9:7172");
}

/* No news is what is expected: half a second is much on a loopback. */
static void no_mapping(void **state)
{
    static const enum router_kind kinds[] = {ROUTER_PRIVATE, ROUTER_REFUSES, ROUTER_RUBBISH,
                                             ROUTER_SILENT};
    (void)state;
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        ask(kinds[i], 500);
        assert_int_equal(told, 0);
        assert_true(stop_ms < 500);
        assert_string_equal(taken_back, "");
    }
}

static void what_the_world_reaches(void **state)
{
    static const char *const closed[] = {"10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1",
                                         "169.254.1.1", "172.16.0.1", "172.31.9.9", "192.168.1.1",
                                         "224.0.0.1", "255.255.255.255", "0.0.0.0", "", "x",
                                         "1.2.3", "203.0.113.9:7"};
    static const char *const open[] = {"203.0.113.9", "100.63.255.255", "100.128.0.1",
                                       "172.32.0.1", "192.169.0.1", "8.8.8.8", "11.0.0.1"};
    (void)state;
    for (unsigned i = 0; i < sizeof closed / sizeof closed[0]; i++)
        assert_false(gateway_is_public(closed[i]));
    for (unsigned i = 0; i < sizeof open / sizeof open[0]; i++)
        assert_true(gateway_is_public(open[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_world_reaches), cmocka_unit_test(forwarded),
        cmocka_unit_test(port_taken), cmocka_unit_test(no_mapping),
        cmocka_unit_test(no_leases), cmocka_unit_test(renewed), cmocka_unit_test(dies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
