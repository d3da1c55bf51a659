/* Proves, with whole transports in one process on the loopback, that whoever has no business here
 * takes no room from friends: crowds that say nothing, from anywhere or from the very address that
 * a friend has too; crowds of strangers; one friend who comes a thousand times; and that a
 * connection which has ended is not taken for one that stands because its last words are read
 * afterwards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <time.h>

#include "daemon/door.h"
#include "nodes.h"

static int one_visitor;
static bool one_is_cut(void)
{
    char bytes[64];
    return recv(one_visitor, bytes, sizeof bytes, MSG_DONTWAIT) == 0;
}

/* More visitors than there may be: the first are cut, a friend who is there stays. */
static void test_crowd_of_silent_visitors(void **state)
{
    enum { VISITS = VISITORS_MAX + 50 };
    static int fds[VISITS];
    (void)state;
    start(&ben);
    assert_true(transport_add(ann.t, &ben.key, NULL, 0));
    assert_true(know(&ben, &ann));
    WAIT(ben_up);
    for (unsigned i = 0; i < VISITS; i++) {
        fds[i] = raw_tcp();
        if (i % 50 == 0) { /* let them in while they come */
            ann.frames = 0;
            assert_true(send_text(&ben, &ann, "still there?"));
            WAIT(ann_heard);
        }
    }
    one_visitor = fds[0];
    WAIT(one_is_cut);
    ann.frames = ben.links = 0;
    assert_true(send_text(&ben, &ann, "still there?"));
    WAIT(ann_heard);
    assert_int_equal(ben.links, 0);
    for (unsigned i = 0; i < VISITS; i++)
        close(fds[i]);
}

static int raw_tcp_from(const char *host)
{
    struct sockaddr_in from = {.sin_family = AF_INET}, to = {.sin_family = AF_INET};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(inet_pton(AF_INET, host, &from.sin_addr), 1);
    assert_int_equal(inet_pton(AF_INET, "127.0.0.1", &to.sin_addr), 1);
    to.sin_port = htons((uint16_t)transport_port(ann.t));
    assert_int_equal(bind(fd, (struct sockaddr *)&from, sizeof from), 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
    return fd;
}

/* However many come from one address, there is room for a friend from there or elsewhere: all who
 * come through an onion service have one address. */
static void crowd_from(const char *host)
{
    enum { VISITS = VISITORS_MAX + 50 };
    static int fds[VISITS];
    start(&ben);
    assert_true(transport_add(ann.t, &ben.key, NULL, 0));
    for (unsigned i = 0; i < VISITS; i++) {
        fds[i] = raw_tcp_from(host);
        if (i % 50 == 0)
            (void)until(ann_heard, 1); /* let them in while they come */
    }
    one_visitor = fds[0];
    WAIT(one_is_cut);
    assert_true(know(&ben, &ann));
    assert_true(until(ben_up, 3000));
    assert_true(send_text(&ben, &ann, "a friend"));
    WAIT(ann_heard);
    for (unsigned i = 0; i < VISITS; i++) /* those who came before him have gone, he has not */
        close(fds[i]);
    for (unsigned i = 0; i < VISITS; i++) {
        fds[i] = raw_tcp_from(host);
        if (i % 50 == 0)
            (void)until(ann_down, 1);
    }
    ann.frames = ben.links = 0;
    assert_true(send_text(&ben, &ann, "still there"));
    WAIT(ann_heard);
    assert_int_equal(ben.links, 0);
    for (unsigned i = 0; i < VISITS; i++)
        close(fds[i]);
}

static void test_crowd_from_one_address(void **state)
{
    (void)state;
    crowd_from("127.0.0.9");
}

static void test_crowd_from_a_friends_address(void **state)
{
    (void)state;
    crowd_from("127.0.0.1");
}

/* What he said last is read after his connection has ended, and must not make it look alive. */
static void test_last_words(void **state)
{
    struct timespec while_ = {0, 300 * 1000 * 1000};
    (void)state;
    assert_true(transport_add(ann.t, &eve.key, NULL, 0));
    struct raw r = raw_open(&eve);
    raw_send(&r, "here", 4, 0);
    WAIT(ann_heard);
    assert_int_equal(transport_link(ann.t, &eve.key), LINK_UP);
    ann.frames = 0;
    raw_send(&r, "bye", 3, 0);
    nanosleep(&while_, NULL); /* both go on in threads of libzmq while Ann does nothing */
    raw_close(&r);
    nanosleep(&while_, NULL);
    WAIT(ann_heard);
    assert_string_equal(ann.last, "bye");
    assert_int_equal(transport_link(ann.t, &eve.key), LINK_DOWN);
}

static struct raw *one_of_many;
static bool one_is_lost(void)
{
    return zmq_send(one_of_many->socket, "", 0, ZMQ_DONTWAIT) < 0;
}

/* A friend who comes again and again, and speaks each time, is vouched for once. */
static void test_crowd_of_one_friend(void **state)
{
    enum { VISITS = VISITORS_MAX / 4 + 20 };
    static struct raw raws[VISITS];
    void *context = zmq_ctx_new();
    (void)state;
    assert_true(transport_add(ann.t, &eve.key, NULL, 0));
    for (unsigned i = 0; i < VISITS; i++) {
        ann.frames = 0;
        raws[i] = raw_open_in(context, &eve, NULL, RAW_ONCE);
        raw_send(&raws[i], "again", 5, 0);
        WAIT(ann_heard);
    }
    one_of_many = &raws[0];
    WAIT(one_is_lost);
    ann.frames = 0;
    raw_send(&raws[VISITS - 1], "last", 4, 0);
    WAIT(ann_heard);
    assert_int_equal(transport_link(ann.t, &eve.key), LINK_UP);
    for (unsigned i = 0; i < VISITS; i++)
        zmq_close(raws[i].socket);
    zmq_ctx_term(context);
}

/* Strangers beyond a number are kept waiting; friends come in. */
static void test_crowd_of_strangers(void **state)
{
    enum { STRANGERS = 100 };
    static struct node crowd[STRANGERS];
    static struct raw raws[STRANGERS];
    (void)state;
    start(&ben);
    transport_admit_strangers(ann.t, true);
    assert_true(transport_add(ann.t, &ben.key, NULL, 0));
    for (unsigned i = 0; i < STRANGERS; i++) {
        make(&crowd[i]);
        raws[i] = raw_open(&crowd[i]);
        raw_send(&raws[i], "x", 1, 0);
    }
    assert_true(know(&ben, &ann));
    WAIT(ben_up);
    assert_true(send_text(&ben, &ann, "a friend"));
    WAIT(ann_up);
    assert_true(ann.strangers < STRANGERS - 20);
    for (unsigned i = 0; i < STRANGERS; i++)
        raw_close(&raws[i]);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        T(test_crowd_of_silent_visitors), T(test_crowd_from_one_address),
        T(test_crowd_from_a_friends_address), T(test_last_words),
        T(test_crowd_of_strangers), T(test_crowd_of_one_friend),
    };
    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests_name("door", tests, NULL, NULL) != 0;
}
