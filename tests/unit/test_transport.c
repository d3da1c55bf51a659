/* Proves, with whole transports in one process on the loopback: friends exchange frames both ways
 * over whichever link there is; nobody there, another key, and a refusal are told apart; a key
 * nobody knows gets no further than the stranger's door, and not even there while no invitation is
 * open; frames too long, in several parts, and bytes that are no ZeroMQ do no harm; a friend who
 * comes back is reached again; a name is looked up outside the loop; a frame not taken is said
 * so. */
#define _GNU_SOURCE /* IFF_LOOPBACK */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

#include "daemon/curve.h"
#include "daemon/door.h"
#include "daemon/flood.h"
#include "daemon/loop.h"
#include "daemon/transport.h"
#include "nodes.h"

/* A free port of this machine with nobody at it. */
static unsigned empty_port(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&at, len), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &len), 0);
    close(fd);
    return ntohs(at.sin_port);
}

/* ---- friends ------------------------------------------------------------------------------- */

static void test_frames_both_ways(void **state)
{
    (void)state;
    start(&ben);
    assert_true(know(&ann, &ben));
    assert_true(know(&ben, &ann));
    assert_false(send_text(&ann, &ben, "too early"));
    WAIT(both_up);
    assert_true(send_text(&ann, &ben, "hello"));
    WAIT(ben_heard);
    assert_string_equal(ben.last, "hello");
    assert_string_equal(ben.from, ann.curve);
    assert_int_equal(ben.strangers, 0);
    assert_true(send_text(&ben, &ann, "hello too"));
    WAIT(ann_heard);
    assert_string_equal(ann.last, "hello too");
    assert_string_equal(ann.from, ben.curve);
    assert_int_equal(transport_link(ann.t, &ben.key), LINK_UP);
    assert_int_equal(transport_link(ann.t, &eve.key), LINK_DOWN);
    assert_false(send_text(&ann, &eve, "nobody"));
}

/* Ann has no address of Ben: she answers over the link that he made. */
static void test_answer_over_his_link(void **state)
{
    (void)state;
    start(&ben);
    assert_true(transport_add(ann.t, &ben.key, NULL, 0));
    assert_true(know(&ben, &ann));
    WAIT(ben_up);
    assert_int_equal(transport_link(ann.t, &ben.key), LINK_DOWN); /* he has not said anything */
    assert_true(send_text(&ben, &ann, "are you there?"));
    WAIT(ann_heard);
    assert_int_equal(ann.link, LINK_UP);
    assert_true(send_text(&ann, &ben, "yes"));
    WAIT(ben_heard);
    assert_string_equal(ben.last, "yes");
    stop(&ben);
    WAIT(ann_down);
    assert_false(send_text(&ann, &ben, "gone"));
}

static void test_second_address(void **state)
{
    char addresses[2][PEER_ADDRESS_LEN_MAX + 1];
    (void)state;
    start(&ben);
    assert_true(transport_add(ann.t, &ben.key, NULL, 0));
    snprintf(addresses[0], sizeof addresses[0], "127.0.0.1:%u", empty_port());
    snprintf(addresses[1], sizeof addresses[1], "127.0.0.1:%u", transport_port(ann.t));
    assert_true(transport_add(ben.t, &ann.key,
                              (const char(*)[PEER_ADDRESS_LEN_MAX + 1])addresses, 2));
    WAIT(ben_up);
}

/* "localhost" is asked of the system, in another thread. */
static void test_name(void **state)
{
    (void)state;
    start(&ben);
    assert_true(transport_add(ann.t, &ben.key, NULL, 0));
    assert_true(know_at(&ben, &ann, "localhost", transport_port(ann.t)));
    WAIT(ben_up);
    ben.links = 0;
    assert_true(know_at(&ben, &eve, "does-not-exist.invalid", 4711));
    stop(&ben); /* while the thread may still be asking */
}

static void test_ipv6(void **state)
{
    (void)state;
    int fd = socket(AF_INET6, SOCK_STREAM, 0);
    struct sockaddr_in6 at = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    bool has = fd >= 0 && bind(fd, (struct sockaddr *)&at, sizeof at) == 0;
    if (fd >= 0)
        close(fd);
    if (!has) {
        print_message("this machine has no IPv6\n");
        skip();
    }
    start_at(&ben, "[::1]:0");
    assert_true(transport_add(ben.t, &ann.key, NULL, 0));
    assert_true(know_at(&ann, &ben, "[::1]", transport_port(ben.t)));
    WAIT(ann_up);
    assert_true(send_text(&ann, &ben, "six"));
    WAIT(ben_heard);
    assert_string_equal(ben.last, "six");
}

static bool ann_twice(void) { return ann.links >= 2 && ann.link == LINK_UP; }

/* Ann knows a name that leads nowhere.  Ben dials her from an address of this machine that is not
 * of the loopback: she finds him there, at the port he told. */
static void test_where_he_dials_from(void **state)
{
    char host[INET_ADDRSTRLEN] = "";
    struct ifaddrs *list = NULL;
    (void)state;
    assert_int_equal(getifaddrs(&list), 0);
    for (struct ifaddrs *i = list; i; i = i->ifa_next) {
        struct sockaddr_in v4;
        if (!i->ifa_addr || i->ifa_addr->sa_family != AF_INET || (i->ifa_flags & IFF_LOOPBACK))
            continue;
        memcpy(&v4, i->ifa_addr, sizeof v4);
        inet_ntop(AF_INET, &v4.sin_addr, host, sizeof host);
    }
    freeifaddrs(list);
    if (!host[0]) {
        print_message("this machine has nothing but its loopback\n");
        skip();
    }
    stop(&ann);
    start_at(&ann, "*:0");
    start_at(&ben, "*:0");
    assert_true(know_at(&ann, &ben, "nowhere.invalid", transport_port(ben.t)));
    assert_true(know_at(&ben, &ann, host, transport_port(ann.t)));
    WAIT(ben_up);
    ann.links = 0;
    assert_true(send_text(&ben, &ann, "here"));
    WAIT(ann_twice); /* his link, and her own */
    stop(&ben);
}

static void test_malformed_addresses(void **state)
{
    static const char *const bad[] = {"", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:70001",
                                      "ipc:///tmp/x", "tcp://127.0.0.1:1", "inproc://x:1"};
    char address[1][PEER_ADDRESS_LEN_MAX + 1];
    struct player_key zero = {{0}}, twin = ben.key;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        snprintf(address[0], sizeof address[0], "%s", bad[i]);
        assert_false(transport_add(ann.t, &ben.key,
                                   (const char(*)[PEER_ADDRESS_LEN_MAX + 1])address, 1));
    }
    assert_false(transport_add(ann.t, &zero, NULL, 0));
    assert_true(transport_add(ann.t, &ben.key, NULL, 0));
    twin.b[31] ^= 0x80; /* the same CURVE key */
    assert_false(transport_add(ann.t, &twin, NULL, 0));
}

static void test_listen(void **state)
{
    static const char *const bad[] = {"", "4711", "*:", "*:70000", "*:-1", "ipc:///tmp/x:1",
                                      "nowhere.invalid:0", ":0"};
    struct transport_owner nobody = {on_frame, on_link, &eve};
    char taken[64];
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_null(transport_start(loop, eve.secret, bad[i], NULL, nobody));
    snprintf(taken, sizeof taken, "127.0.0.1:%u", transport_port(ann.t));
    assert_null(transport_start(loop, eve.secret, taken, NULL, nobody));
    start_at(&eve, "*:0");
    stop(&eve);
    start_at(&eve, "localhost:0");
}

/* ---- what went wrong ----------------------------------------------------------------------- */

static void test_nobody_there(void **state)
{
    (void)state;
    start(&ben);
    assert_true(know_at(&ben, &ann, "127.0.0.1", empty_port()));
    WAIT(ben_told);
    assert_int_equal(ben.link, LINK_DOWN);
}

static void test_wrong_key(void **state)
{
    (void)state;
    start(&ben);
    assert_true(know_at(&ben, &eve, "127.0.0.1", transport_port(ann.t)));
    WAIT(ben_wrong);
    assert_int_equal(transport_link(ben.t, &eve.key), LINK_WRONG_KEY);
}

/* Not known yet: he is told nothing, notices it, and gets in as soon as he is known. */
static void test_not_known_yet(void **state)
{
    (void)state;
    start(&ben);
    assert_true(know(&ben, &ann));
    WAIT(ben_refused);
    assert_false(send_text(&ben, &ann, "let me in"));
    assert_int_equal(ann.frames, 0);
    assert_true(transport_add(ann.t, &ben.key, NULL, 0));
    transport_wake(ben.t, &ann.key);
    WAIT(ben_up);
}

static void test_removed(void **state)
{
    (void)state;
    start(&ben);
    assert_true(transport_add(ann.t, &ben.key, NULL, 0));
    transport_remove(ann.t, &ben.key);
    assert_true(know(&ben, &ann));
    WAIT(ben_refused);
    transport_pardon(ann.t);
    transport_admit_strangers(ann.t, true);
    transport_wake(ben.t, &ann.key);
    WAIT(ben_up);
}

/* ---- strangers ----------------------------------------------------------------------------- */

static void test_stranger(void **state)
{
    (void)state;
    start(&eve);
    transport_admit_strangers(ann.t, true);
    assert_true(know(&eve, &ann));
    WAIT(eve_up);
    assert_false(transport_send_stranger(ann.t, eve.curve, span_text("who?")));
    assert_true(send_text(&eve, &ann, "redeem"));
    WAIT(ann_heard);
    assert_int_equal(ann.strangers, 1);
    assert_string_equal(ann.from, eve.curve);
    assert_int_equal(ann.links, 0);
    assert_true(transport_send_stranger(ann.t, eve.curve, span_text("welcome")));
    WAIT(eve_heard);
    /* A friend from now on, over the same connection. */
    assert_true(transport_add(ann.t, &eve.key, NULL, 0));
    WAIT(ann_up);
    assert_true(send_text(&ann, &eve, "friend"));
    assert_true(send_text(&eve, &ann, "friend"));
    WAIT(ann_heard_two);
    assert_int_equal(ann.strangers, 1);
}

/* More than a few frames in a row are not even looked at, and none when the door is shut. */
static void test_stranger_talks_too_much(void **state)
{
    (void)state;
    start(&eve);
    start(&ben);
    transport_admit_strangers(ann.t, true);
    assert_true(transport_add(ann.t, &ben.key, NULL, 0));
    assert_true(know(&eve, &ann));
    WAIT(eve_up);
    for (unsigned i = 0; i < 60; i++)
        assert_true(send_text(&eve, &ann, "x"));
    assert_true(know(&ben, &ann));
    WAIT(ben_up);
    assert_true(send_text(&ben, &ann, "from a friend"));
    WAIT(ann_up);
    assert_true(ann.strangers >= 1 && ann.strangers < 20);
    transport_admit_strangers(ann.t, false);
    unsigned before = ann.strangers;
    assert_true(send_text(&eve, &ann, "x"));
    ann.frames = 0;
    assert_true(send_text(&ben, &ann, "again"));
    WAIT(ann_heard);
    assert_int_equal(ann.strangers, before);
}

/* ---- hostile bytes ------------------------------------------------------------------------- */

static void test_several_parts(void **state)
{
    (void)state;
    assert_true(transport_add(ann.t, &ben.key, NULL, 0));
    struct raw r = raw_open(&ben);
    raw_send(&r, "two", 3, ZMQ_SNDMORE);
    raw_send(&r, "parts", 5, 0);
    for (unsigned i = 0; i < 1000; i++)
        raw_send(&r, "many", 4, ZMQ_SNDMORE);
    raw_send(&r, "parts", 5, 0);
    raw_send(&r, "one", 3, 0);
    WAIT(ann_heard);
    assert_string_equal(ann.last, "one");
    assert_int_equal(ann.frames, 1);
    raw_close(&r);
}

/* Two ends of one TCP connection on the loopback. */
static void tcp_pair(int *ours, int *theirs)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof at;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(listener, (struct sockaddr *)&at, len), 0);
    assert_int_equal(listen(listener, 1), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&at, &len), 0);
    *theirs = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(*theirs, (struct sockaddr *)&at, len), 0);
    *ours = accept(listener, NULL, NULL);
    assert_true(*ours >= 0);
    close(listener);
}

static void pass(int ours, int theirs, size_t total)
{
    static uint8_t bytes[65536];
    for (size_t n = 0; n < total; n += sizeof bytes) {
        assert_int_equal(send(theirs, bytes, sizeof bytes, 0), sizeof bytes);
        for (size_t got = 0; got < sizeof bytes;) {
            ssize_t some = read(ours, bytes, sizeof bytes - got);
            assert_true(some > 0);
            got += (size_t)some;
        }
    }
}

/* Bytes without a whole message are counted by the kernel, and the connection is cut. */
static void test_endless_message(void **state)
{
    struct flood flood = {.fd = -1};
    int ours, theirs;
    char c;
    (void)state;
    assert_false(flood_over(&flood));
    tcp_pair(&ours, &theirs);
    flood_start(&flood, ours);
    for (unsigned i = 0; i < 4; i++) { /* much, but in whole messages */
        pass(ours, theirs, FLOOD_MAX / 2);
        flood_heard(&flood);
        assert_false(flood_over(&flood));
    }
    pass(ours, theirs, FLOOD_MAX);
    assert_false(flood_over(&flood));
    pass(ours, theirs, 65536);
    assert_true(flood_over(&flood));
    assert_int_equal(read(ours, &c, 1), 0);
    close(ours);
    close(theirs);
    assert_false(flood_over(&flood)); /* no connection any more */
}

static void test_longest_frame(void **state)
{
    static uint8_t bytes[PEER_FRAME_MAX + 1];
    (void)state;
    assert_true(transport_add(ann.t, &ben.key, NULL, 0));
    struct raw r = raw_open(&ben);
    raw_send(&r, bytes, PEER_FRAME_MAX, 0);
    WAIT(ann_heard);
    assert_int_equal(ann.last_len, PEER_FRAME_MAX);
    ann.frames = 0;
    raw_send(&r, bytes, sizeof bytes, 0);
    WAIT(ann_down);
    /* His library connects again by itself. */
    raw_send(&r, "short", 5, 0);
    WAIT(ann_heard);
    assert_string_equal(ann.last, "short");
    raw_close(&r);
    start(&ben);
    assert_false(transport_send(ben.t, &ann.key, span_of(bytes, sizeof bytes)));
}

/* Whoever chooses his own routing id is not heard: libzmq sends what is for the owner of an id to
 * whoever took it first. */
static void test_own_routing_id(void **state)
{
    (void)state;
    assert_true(transport_add(ann.t, &ben.key, NULL, 0));
    assert_true(transport_add(ann.t, &eve.key, NULL, 0));
    struct raw named = raw_open_named(&eve, "ann's friend"), plain = raw_open(&ben);
    raw_send(&named, "heard?", 6, 0);
    for (unsigned i = 0; i < 20; i++) {
        ann.frames = 0;
        raw_send(&plain, "not named", 9, 0);
        WAIT(ann_heard);
        assert_string_equal(ann.last, "not named");
    }
    assert_int_equal(transport_link(ann.t, &eve.key), LINK_DOWN);
    raw_close(&named);
    raw_close(&plain);
}

/* Bytes of all kinds, and clients without encryption, while a friend is talking. */
static void test_no_zeromq(void **state)
{
    static const char *const greetings[] = {
        "GET / HTTP/1.0\r\n\r\n", "\x16\x03\x01", "SSH-2.0-x\r\n",
        "\xff\x01\x01\x01\x01\x01\x01\x01\x01\x7f\x03\x01NULL", "\xff\x7f\x7f\x7f"};
    enum { VISITS = 100 };
    int fds[VISITS];
    (void)state;
    start(&ben);
    assert_true(transport_add(ann.t, &ben.key, NULL, 0));
    assert_true(know(&ben, &ann));
    WAIT(ben_up);
    for (unsigned i = 0; i < VISITS; i++) {
        uint8_t noise[200];
        fds[i] = raw_tcp();
        const char *text = greetings[i % 5];
        randombytes_buf(noise, sizeof noise);
        if (i % 2)
            (void)!send(fds[i], text, strlen(text), MSG_NOSIGNAL);
        if (i % 3)
            (void)!send(fds[i], noise, sizeof noise, MSG_NOSIGNAL);
    }
    struct raw plain = raw_open(NULL), unknown = raw_open(&eve);
    (void)zmq_send(plain.socket, "x", 1, ZMQ_DONTWAIT);
    (void)zmq_send(unknown.socket, "x", 1, ZMQ_DONTWAIT);
    assert_true(send_text(&ben, &ann, "still there?"));
    WAIT(ann_up);
    WAIT(ann_heard);
    assert_true(send_text(&ann, &ben, "yes"));
    WAIT(ben_heard);
    assert_int_equal(ann.frames, 1);
    assert_int_equal(ann.strangers, 0);
    for (unsigned i = 0; i < VISITS; i++)
        close(fds[i]);
    raw_close(&plain);
    raw_close(&unknown);
}

/* A friend who does not read: in the end a frame is not taken, and nothing waits. */
static void test_full_queue(void **state)
{
    static uint8_t bytes[PEER_FRAME_MAX];
    unsigned taken = 0;
    (void)state;
    assert_true(transport_add(ann.t, &ben.key, NULL, 0));
    struct raw r = raw_open(&ben);
    raw_send(&r, "hi", 2, 0);
    WAIT(ann_heard);
    while (taken < 100000 && transport_send(ann.t, &ben.key, span_of(bytes, sizeof bytes)))
        taken++;
    assert_true(taken > 0 && taken < 100000);
    assert_int_equal(transport_link(ann.t, &ben.key), LINK_UP);
    raw_close(&r);
    WAIT(ann_down);
}

/* ---- a friend in a hurry ------------------------------------------------------------------- */

static unsigned turns;

static void count_turn(void *self)
{
    turns++;
    loop_after(loop, 0, count_turn, self);
}

/* What a frame asks for takes its time, as a sync of the disk does. */
static void on_dear_frame(void *self, const char curve[65], bool stranger, struct span frame)
{
    struct timespec work = {0, 30000000};
    on_frame(self, curve, stranger, frame);
    nanosleep(&work, NULL);
}

static bool ann_heard_all(void)
{
    return ann.frames >= 40;
}

/* However fast they come, the others (and the user) have their turn in between. */
static void frames_of_one_friend(struct node *dialling, struct node *waiting)
{
    assert_true(transport_add(waiting->t, &dialling->key, NULL, 0));
    assert_true(know(dialling, waiting));
    WAIT(dialling == &ann ? ann_up : ben_up);
    assert_true(send_text(dialling, waiting, "here I am"));
    WAIT(both_up);
    for (unsigned i = 0; i < 40; i++)
        assert_true(send_text(&ben, &ann, "now"));
    turns = 0;
    count_turn(NULL);
    WAIT(ann_heard_all);
    assert_true(turns >= 20);
}

static void make_ann_slow(void)
{
    stop(&ann);
    ann.t = transport_start(loop, ann.secret, "127.0.0.1:*", NULL,
                            (struct transport_owner){on_dear_frame, on_link, &ann});
    assert_non_null(ann.t);
    start(&ben);
}

static void test_hurry_at_the_door(void **state)
{
    (void)state;
    make_ann_slow();
    frames_of_one_friend(&ben, &ann);
}

static void test_hurry_on_our_own_call(void **state)
{
    (void)state;
    make_ann_slow();
    frames_of_one_friend(&ann, &ben);
}

/* ---- coming back --------------------------------------------------------------------------- */

static void test_back_after_restart(void **state)
{
    char same[64];
    (void)state;
    start(&ben);
    assert_true(know(&ann, &ben));
    assert_true(transport_add(ben.t, &ann.key, NULL, 0)); /* only Ann dials */
    WAIT(ann_up);
    snprintf(same, sizeof same, "127.0.0.1:%u", transport_port(ben.t));
    stop(&ben);
    WAIT(ann_down);
    start_at(&ben, same);
    assert_true(transport_add(ben.t, &ann.key, NULL, 0));
    assert_true(until(ann_up, 3000));
    assert_true(send_text(&ann, &ben, "welcome back"));
    WAIT(ben_heard);
}

/* He has moved: Ann cannot find him, he finds Ann. */
static void test_back_at_another_port(void **state)
{
    (void)state;
    start(&ben);
    assert_true(know(&ann, &ben));
    assert_true(know(&ben, &ann));
    WAIT(both_up);
    stop(&ben);
    WAIT(ann_down);
    ben.link = LINK_DOWN;
    start(&ben);
    assert_true(know(&ben, &ann));
    assert_true(until(ben_up, 3000));
    assert_true(send_text(&ben, &ann, "I moved"));
    WAIT(ann_up);
    assert_true(send_text(&ann, &ben, "I see"));
    WAIT(ben_heard);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        T(test_frames_both_ways), T(test_answer_over_his_link), T(test_second_address),
        T(test_name), T(test_ipv6), T(test_where_he_dials_from),
        T(test_malformed_addresses), T(test_listen), T(test_nobody_there),
        T(test_wrong_key), T(test_not_known_yet), T(test_removed), T(test_stranger),
        T(test_stranger_talks_too_much), T(test_several_parts), T(test_endless_message),
        T(test_longest_frame), T(test_own_routing_id), T(test_no_zeromq),
        T(test_full_queue), T(test_hurry_at_the_door), T(test_hurry_on_our_own_call),
        T(test_back_after_restart), T(test_back_at_another_port),
    };
    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests_name("transport", tests, NULL, NULL) != 0;
}
