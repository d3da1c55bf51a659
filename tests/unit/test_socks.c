/* Proves, against a proxy of the test's own: what is said to it byte by byte, with a password or
 * without; names go as names, up to 255 letters, IP addresses as such; credentials differ by
 * friend and are the same again for one; a proxy that is not there, refuses, hangs up, answers
 * with rubbish, half, byte by byte or too much, is told as what it is, and nothing breaks when a
 * tunnel is closed in any state; a mebibyte goes through both ways whole, and the end of one
 * side ends the other; the socket for libzmq is gone after one connection; which addresses need
 * the proxy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "daemon/loop.h"
#include "daemon/socks.h"

enum { DEADLINE_MS = 20000, MUCH = 1 << 20 };

/* What the proxy does: after the n-th message that comes it sends answer[n]. */
struct script {
    const char *answer[3];
    size_t len[3];
    bool one_by_one; /* each answer a byte a turn */
    bool hang_up;    /* when there is nothing more to answer */
    bool echo;       /* after the last answer */
};

static struct loop *loop;
static struct socks *office;
static char folder[256];
static struct script script;
static int listener = -1, caller = -1;
static unsigned listener_watch, caller_watch, answers;
static uint8_t heard[2048];
static size_t heard_n, starts[4];
static struct tunnel *tunnel;
static enum tunnel_news news;
static unsigned told;
static bool late, close_when_told;
static struct address proxy_at;

/* ---- the proxy ----------------------------------------------------------------------------- */

static void answer_with(const char *bytes, size_t len)
{
    for (size_t i = 0; script.one_by_one && i < len; i++)
        assert_int_equal(send(caller, bytes + i, 1, MSG_NOSIGNAL), 1);
    if (!script.one_by_one && len > 0)
        assert_int_equal(send(caller, bytes, len, MSG_NOSIGNAL), (ssize_t)len);
}

static void drop_caller(void)
{
    if (caller < 0)
        return;
    loop_unwatch(loop, caller_watch);
    close(caller);
    caller = -1;
}

static void echo_some(void)
{
    static uint8_t bytes[MUCH];
    ssize_t n = recv(caller, bytes, sizeof bytes, MSG_DONTWAIT);
    if (n == 0)
        drop_caller();
    for (ssize_t at = 0; at < n;) {
        ssize_t more = send(caller, bytes + at, (size_t)(n - at), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (more < 0 && errno != EAGAIN)
            break;
        if (more < 0) { /* its reader is this very thread: give it up, the test is too fast */
            drop_caller();
            return;
        }
        at += more;
    }
}

static void on_caller(void *self)
{
    (void)self;
    if (script.echo && (answers == 3 || script.answer[answers] == NULL)) {
        echo_some();
        return;
    }
    ssize_t n = recv(caller, heard + heard_n, sizeof heard - heard_n, MSG_DONTWAIT);
    if (n <= 0) {
        drop_caller();
        return;
    }
    starts[answers] = heard_n;
    heard_n += (size_t)n;
    if (answers < 3 && script.answer[answers]) {
        answer_with(script.answer[answers], script.len[answers]);
        answers++;
    }
    if (script.hang_up && (answers == 3 || !script.answer[answers]))
        drop_caller();
}

static void on_arrival(void *self)
{
    (void)self;
    int fd = accept(listener, NULL, NULL);
    assert_true(fd >= 0);
    assert_int_equal(caller, -1);
    caller = fd;
    caller_watch = loop_watch_fd(loop, fd, on_caller, NULL, NULL);
    assert_true(caller_watch > 0);
}

static void open_proxy(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof at;
    char text[64];

    listener = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(listener, (struct sockaddr *)&at, len), 0);
    assert_int_equal(listen(listener, 4), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&at, &len), 0);
    listener_watch = loop_watch_fd(loop, listener, on_arrival, NULL, NULL);
    snprintf(text, sizeof text, "127.0.0.1:%u", ntohs(at.sin_port));
    assert_int_equal(address_read(span_text(text), &proxy_at), VERDICT_OK);
}

static void close_proxy(void)
{
    drop_caller();
    if (listener < 0)
        return;
    loop_unwatch(loop, listener_watch);
    close(listener);
    listener = -1;
}

/* ---- the tunnel ---------------------------------------------------------------------------- */

static void on_told(void *self, enum tunnel_news what)
{
    (void)self;
    news = what;
    told++;
    if (close_when_told) {
        tunnel_close(tunnel);
        tunnel = NULL;
    }
    loop_stop(loop);
}

static void on_late(void *self)
{
    (void)self;
    late = true;
    loop_stop(loop);
}

static void turn_until_stopped(uint64_t ms)
{
    late = false;
    unsigned timer = loop_after(loop, ms, on_late, NULL);
    loop_run(loop);
    loop_cancel(loop, timer);
}

static struct address address_of(const char *text)
{
    struct address a;
    assert_int_equal(address_read(span_text(text), &a), VERDICT_OK);
    return a;
}

static void dig(const char *to, const char *friend)
{
    struct address a = address_of(to ? to : "127.0.0.1:1");
    heard_n = answers = told = 0;
    news = 0;
    tunnel = tunnel_open(office, to ? &a : NULL, span_text(friend), on_told, NULL);
    assert_non_null(tunnel);
}

static enum tunnel_news outcome(const char *to)
{
    dig(to, "ann");
    turn_until_stopped(DEADLINE_MS);
    assert_false(late);
    assert_int_equal(told, 1);
    return news;
}

static int setup(void **state)
{
    (void)state;
    loop = loop_new();
    assert_non_null(loop);
    open_proxy();
    office = socks_new(loop, &proxy_at, folder, false);
    assert_non_null(office);
    script = (struct script){.answer = {"\5\0", "\5\0\0\1\0\0\0\0\0\0"}, .len = {2, 10}};
    close_when_told = false;
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    tunnel_close(tunnel);
    tunnel = NULL;
    close_proxy();
    socks_free(office);
    loop_free(loop);
    return 0;
}

static unsigned files_left(void)
{
    DIR *d = opendir(folder);
    unsigned n = 0;
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d)) != NULL;)
        n += e->d_name[0] == 's';
    closedir(d);
    return n;
}

/* ---- what is said -------------------------------------------------------------------------- */

static void without_password(void **state)
{
    static const uint8_t wanted[] = "\5\2\2\0\5\1\0\3\13example.org\x1c\x03";
    (void)state;
    assert_int_equal(outcome("example.org:7171"), TUNNEL_OPEN);
    assert_int_equal(heard_n, sizeof wanted - 1);
    assert_memory_equal(heard, wanted, sizeof wanted - 1);
    assert_memory_equal(tunnel_endpoint(tunnel), "ipc:///", 7);
    assert_int_equal(files_left(), 1);
    tunnel_close(tunnel);
    tunnel = NULL;
    assert_int_equal(files_left(), 0);
}

static void numbers(void **state)
{
    (void)state;
    assert_int_equal(outcome("10.1.2.3:1"), TUNNEL_OPEN);
    assert_memory_equal(heard + 4, "\5\1\0\1\12\1\2\3\0\1", 10);
    tunnel_close(tunnel);
    drop_caller();
    assert_int_equal(outcome("[2001:db8::7]:65535"), TUNNEL_OPEN);
    assert_memory_equal(heard + 4, "\5\1\0\4\x20\1\15\xb8\0\0\0\0\0\0\0\0\0\0\0\7\xff\xff", 22);
}

static void the_longest_name(void **state)
{
    char name[ADDRESS_TEXT_SIZE];
    (void)state;
    memset(name, 'a', 255);
    for (int i = 50; i < 255; i += 50)
        name[i] = '.';
    memcpy(name + 255, ":9", 3);
    assert_int_equal(outcome(name), TUNNEL_OPEN);
    assert_int_equal(heard_n, 4 + 5 + 255 + 2);
    assert_int_equal(heard[8], 255);
    assert_memory_equal(heard + 9, name, 255);
}

static void credentials(const char *friend, uint8_t out[67])
{
    dig("example.org:7171", friend);
    turn_until_stopped(DEADLINE_MS);
    assert_int_equal(news, TUNNEL_OPEN);
    assert_int_equal(heard[4], 1);
    assert_int_equal(heard[5], 32);
    assert_int_equal(heard[4 + 2 + 32], 32);
    memcpy(out, heard + 4, 67);
    tunnel_close(tunnel);
    tunnel = NULL;
    drop_caller();
}

static void a_password_for_each_friend(void **state)
{
    uint8_t ann[67], again[67], ben[67], later[67];
    (void)state;
    script = (struct script){.answer = {"\5\2", "\1\0", "\5\0\0\3\2xy\0\0"}, .len = {2, 2, 9}};
    credentials("ann", ann);
    credentials("ann", again);
    credentials("ben", ben);
    assert_memory_equal(ann, again, 67);
    assert_memory_not_equal(ann + 2, ben + 2, 32);
    assert_memory_not_equal(ann + 35, ben + 35, 32);
    socks_free(office);
    office = socks_new(loop, &proxy_at, folder, false);
    credentials("ann", later);
    assert_memory_not_equal(ann, later, 67);
}

static void only_asked(void **state)
{
    (void)state;
    assert_int_equal(outcome(NULL), TUNNEL_OPEN);
    assert_int_equal(heard_n, 4);
    assert_int_equal(files_left(), 0);
}

/* ---- proxies that are none ----------------------------------------------------------------- */

static void nobody_there(void **state)
{
    (void)state;
    close_proxy();
    close_when_told = true;
    assert_int_equal(outcome("example.org:7171"), TUNNEL_NO_PROXY);
}

static void bad_answers(void **state)
{
    static const struct {
        struct script script;
        enum tunnel_news wanted;
    } cases[] = {
        {{{"HTTP/1.0 400"}, {12}, false, false, false}, TUNNEL_NO_PROXY},
        {{{"\4\0"}, {2}, false, false, false}, TUNNEL_NO_PROXY},
        {{{"\5\xff"}, {2}, false, false, false}, TUNNEL_NO_PROXY},
        {{{"\5\1"}, {2}, false, false, false}, TUNNEL_NO_PROXY},
        {{{"\5"}, {1}, false, true, false}, TUNNEL_NO_PROXY},
        {{{""}, {0}, false, true, false}, TUNNEL_NO_PROXY},
        {{{"\5\2", "\1\1"}, {2, 2}, false, false, false}, TUNNEL_NO_PROXY},
        {{{"\5\2", "\5\0"}, {2, 2}, false, false, false}, TUNNEL_NO_PROXY},
        {{{"\5\0", "\5\5"}, {2, 2}, false, false, false}, TUNNEL_NOT_REACHED},
        {{{"\5\0", "\5\4\0\1\0\0\0\0\0\0"}, {2, 10}, true, true, false}, TUNNEL_NOT_REACHED},
        {{{"\5\0", "\4\0\0\1\0\0\0\0\0\0"}, {2, 10}, false, false, false}, TUNNEL_NO_PROXY},
        {{{"\5\0", "\5\0\0\2\0\0\0\0\0\0"}, {2, 10}, false, false, false}, TUNNEL_NO_PROXY},
        {{{"\5\0", "\5\0\0\1\0\0"}, {2, 6}, false, true, false}, TUNNEL_NOT_REACHED},
        {{{"\5\0", ""}, {2, 0}, false, true, false}, TUNNEL_NOT_REACHED},
        {{{"\5\0", "\5\0\0\3\xff"}, {2, 5}, true, true, false}, TUNNEL_NOT_REACHED},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        script = cases[i].script;
        close_when_told = i % 2 == 0;
        enum tunnel_news got = outcome("example.org:7171");
        if (got != cases[i].wanted)
            fail_msg("case %zu: %d, not %d", i, (int)got, (int)cases[i].wanted);
        tunnel_close(tunnel);
        tunnel = NULL;
        drop_caller();
        assert_int_equal(files_left(), 0);
    }
}

/* A silent one ends by the clock, which is not waited for here: closing has to work meanwhile. */
static void silent(void **state)
{
    (void)state;
    script.answer[0] = NULL;
    dig("example.org:7171", "ann");
    turn_until_stopped(50);
    assert_true(late);
    assert_int_equal(told, 0);
    tunnel_close(tunnel);
    tunnel = NULL;
    drop_caller();
    dig("example.org:7171", "ann"); /* and at once */
    tunnel_close(tunnel);
    tunnel = NULL;
    turn_until_stopped(20);
    assert_int_equal(told, 0);
}

/* ---- bytes --------------------------------------------------------------------------------- */

static int connect_local(void)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    snprintf(at.sun_path, sizeof at.sun_path, "%s", tunnel_endpoint(tunnel) + strlen("ipc://"));
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    return fd;
}

static void a_mebibyte_and_back(void **state)
{
    static uint8_t out[MUCH], in[MUCH];
    size_t sent = 0, got = 0;
    (void)state;
    script.echo = true;
    /* the first words of the friend come with the proxy's answer */
    script.answer[1] = "\5\0\0\1\0\0\0\0\0\0first";
    script.len[1] = 15;
    randombytes_buf(out, sizeof out);
    assert_int_equal(outcome("example.org:7171"), TUNNEL_OPEN);
    int fd = connect_local();
    for (unsigned i = 0; i < 100000 && got < MUCH + 5; i++) {
        /* as much as fits into the echo's way back, so that it need not wait */
        size_t chunk = MUCH - sent < 4096 ? MUCH - sent : 4096;
        ssize_t n = sent - (got > 5 ? got - 5 : 0) < 32768 ? send(fd, out + sent, chunk, 0) : 0;
        sent += n > 0 ? (size_t)n : 0;
        turn_until_stopped(0);
        uint8_t first[5];
        n = got < 5 ? recv(fd, first + got, 5 - got, 0) : recv(fd, in + got - 5, MUCH + 5 - got, 0);
        got += n > 0 ? (size_t)n : 0;
    }
    assert_int_equal(got, MUCH + 5);
    assert_memory_equal(in, out, MUCH);
    assert_int_equal(files_left(), 0); /* one connection, and no more */
    drop_caller();
    ssize_t n = -1;
    for (unsigned i = 0; i < 1000 && n < 0; i++) {
        turn_until_stopped(1);
        n = recv(fd, in, sizeof in, 0);
    }
    assert_int_equal(n, 0);
    close(fd);
}

static void libzmq_goes_first(void **state)
{
    (void)state;
    script.echo = true;
    assert_int_equal(outcome("example.org:7171"), TUNNEL_OPEN);
    int fd = connect_local();
    turn_until_stopped(5);
    close(fd);
    for (unsigned i = 0; i < 1000 && caller >= 0; i++)
        turn_until_stopped(1);
    assert_int_equal(caller, -1);
}

/* ---- which addresses ----------------------------------------------------------------------- */

static bool needed(const char *text)
{
    struct address a = address_of(text);
    return socks_needed(office, &a);
}

static void what_needs_it(void **state)
{
    struct address onion = address_of("x.onion:1"), direct = address_of("example.org:1");
    (void)state;
    assert_true(needed("pg6mmjiyjmcrsslvykfwnntlaru7p5svn6y2ymmju6nubxndf4pscryd.onion:7171"));
    assert_true(needed("www.Example.ONION:7171"));
    assert_true(needed("short.onion:1"));
    assert_false(needed("example.org:7171"));
    assert_false(needed("onion.example.org:7171"));
    assert_false(needed("10.0.0.1:1"));
    assert_true(socks_needed(NULL, &onion));
    assert_false(socks_needed(NULL, &direct));
    socks_free(office);
    office = socks_new(loop, &proxy_at, folder, true);
    assert_true(needed("example.org:7171"));
    assert_true(needed("10.0.0.1:1"));
    assert_true(needed("[2001:db8::1]:1"));
    assert_true(needed("localhost:1")); /* a name: it would have to be looked up */
    assert_true(needed("127.example.org:1"));
    assert_false(needed("127.0.0.1:1"));
    assert_false(needed("[::1]:1"));
}

static void the_proxy_is_no_name(void **state)
{
    struct address name = address_of("proxy.example.org:9050"), local = address_of("localhost:9");
    (void)state;
    assert_null(socks_new(loop, &name, folder, false));
    struct socks *s = socks_new(loop, &local, folder, false);
    assert_non_null(s);
    socks_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
        TEST(without_password), TEST(numbers), TEST(the_longest_name),
        TEST(a_password_for_each_friend), TEST(only_asked), TEST(nobody_there), TEST(bad_answers),
        TEST(silent), TEST(a_mebibyte_and_back), TEST(libzmq_goes_first), TEST(what_needs_it),
        TEST(the_proxy_is_no_name),
#undef TEST
    };
    if (sodium_init() < 0)
        return 1;
    snprintf(folder, sizeof folder, "/tmp/nbsocks.XXXXXX");
    if (!mkdtemp(folder))
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(folder);
    return failed;
}
