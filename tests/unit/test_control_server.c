/* Proves that the control socket is private, replaces only a dead daemon's socket, answers
 * requests in order also when they come in pieces or many at once, answers later, brings every
 * event once and in order, and drops clients that send rubbish or never read, without harm to
 * the others.  The server runs in a process of its own, as a daemon does. */
#include "daemon/control.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[64], path[96];
static pid_t server;

/* --- a server: STATUS echoes a number, JOIN is answered in a later turn, SAY makes an event --- */

static struct control *control;
static struct loop *loop;
static struct asker later_for[8];
static unsigned later_n;
static uint64_t events_made;

static void make_event(uint64_t number, struct event *out)
{
    memset(out, 0, sizeof *out);
    out->number = number;
    out->kind = EVENT_NOTE;
    snprintf(out->text, sizeof out->text, "%0900llu", (unsigned long long)number);
}

static unsigned events_from(void *self, uint64_t from, struct event *rows)
{
    unsigned n = 0;
    (void)self;
    for (uint64_t at = from; at <= events_made && n < ROWS_MAX; at++)
        make_event(at, &rows[n++]);
    return n;
}

static void answer_later(void *self)
{
    (void)self;
    struct reply *reply = control_reply(control);
    reply->verdict = VERDICT_PEER_ABSENT;
    control_answer(control, &later_for[--later_n], reply);
}

static void stop_now(void *self)
{
    loop_stop(self);
}

static enum answer on_request(void *self, const struct asker *who, const struct request *in,
                              struct reply *out)
{
    static struct event event;
    static unsigned not_yet = 20;
    (void)self;
    if (in->kind == REQ_SHOW && not_yet > 0) {
        not_yet--;
        return ANSWER_AGAIN;
    } else if (in->kind == REQ_STATUS || in->kind == REQ_SHOW) {
        out->next = in->number;
    } else if (in->kind == REQ_JOIN) {
        later_for[later_n++] = *who;
        loop_soon(loop, answer_later, NULL);
        return ANSWER_LATER;
    } else if (in->kind == REQ_SAY) {
        make_event(++events_made, &event);
        control_publish(control, &event, 1);
    } else if (in->kind == REQ_EVENTS) {
        control_follow(control, who, in->from);
    } else if (in->kind == REQ_EXPORT) {
        out->data_len = EXPORT_MAX;
        memset(out->data, 7, EXPORT_MAX);
    } else if (in->kind == REQ_STOP) {
        loop_soon(loop, stop_now, loop);
    }
    return ANSWER_NOW;
}

static int serve(int ready)
{
    struct control_owner owner = {on_request, events_from, NULL};
    loop = loop_new();
    control = control_start(loop, path, owner);
    if (write(ready, control != NULL ? "y" : "n", 1) != 1 || control == NULL)
        return 3;
    loop_run(loop);
    control_stop(control);
    loop_free(loop);
    return 0;
}

/* 'y' or 'n': whether it came up. */
static char start_server(pid_t *pid)
{
    int ends[2];
    char up = '?';
    assert_int_equal(pipe(ends), 0);
    *pid = fork();
    if (*pid == 0)
        _exit(serve(ends[1]));
    assert_int_equal(read(ends[0], &up, 1), 1);
    close(ends[0]);
    close(ends[1]);
    return up;
}

static int setup(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/nb-control-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/control", folder);
    assert_int_equal(start_server(&server), 'y');
    return 0;
}

static int teardown(void **state)
{
    char command[96];
    (void)state;
    kill(server, SIGTERM);
    waitpid(server, NULL, 0);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

/* --- a client ----------------------------------------------------------------------------- */

static int dial(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct timeval limit = {10, 0};
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_true(fd >= 0);
    memcpy(address.sun_path, path, strlen(path) + 1);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    return fd;
}

static size_t frame_of(const struct request *r, uint8_t *out, size_t size)
{
    struct buf b = buf_over(out + 4, size - 4);
    assert_true(control_pack_request(r, &b));
    for (unsigned i = 0; i < 4; i++)
        out[i] = (uint8_t)(b.len >> (24 - 8 * i));
    return 4 + b.len;
}

static void put(int fd, const void *bytes, size_t len)
{
    assert_int_equal(send(fd, bytes, len, MSG_NOSIGNAL), (ssize_t)len);
}

static void ask(int fd, uint32_t kind, uint32_t id, uint64_t number)
{
    static struct request r;
    static uint8_t frame[8192];
    memset(&r, 0, sizeof r);
    r.kind = kind;
    r.id = id;
    r.number = number;
    r.from = kind == REQ_EVENTS ? number : 0;
    put(fd, frame, frame_of(&r, frame, sizeof frame));
}

static bool get_all(int fd, uint8_t *out, size_t len)
{
    for (size_t at = 0; at < len;) {
        ssize_t n = recv(fd, out + at, len - at, 0);
        if (n <= 0)
            return false;
        at += (size_t)n;
    }
    return true;
}

/* The next reply; false when the server has hung up. */
static bool hear(int fd, struct reply *out)
{
    static uint8_t frame[CONTROL_FRAME_MAX];
    uint8_t head[4];
    if (!get_all(fd, head, 4))
        return false;
    size_t len = (size_t)head[0] << 24 | (size_t)head[1] << 16 | (size_t)head[2] << 8 | head[3];
    assert_true(len <= sizeof frame);
    if (!get_all(fd, frame, len))
        return false;
    assert_int_equal(control_unpack_reply(span_of(frame, len), out), VERDICT_OK);
    return true;
}

static struct reply reply;

static void expect_echo(int fd, uint32_t id, uint64_t number)
{
    assert_true(hear(fd, &reply));
    assert_int_equal(reply.id, id);
    assert_int_equal(reply.verdict, VERDICT_OK);
    assert_int_equal(reply.next, number);
}

/* --- cases ---------------------------------------------------------------------------------- */

static void socket_is_private(void **state)
{
    struct stat st;
    (void)state;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
}

static void live_socket_is_not_stolen(void **state)
{
    pid_t other;
    (void)state;
    assert_int_equal(start_server(&other), 'n');
    waitpid(other, NULL, 0);
    int fd = dial();
    ask(fd, REQ_STATUS, 1, 5);
    expect_echo(fd, 1, 5);
    close(fd);
}

static void dead_socket_is_replaced(void **state)
{
    struct stat st;
    (void)state;
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
    assert_int_equal(stat(path, &st), 0); /* left behind */
    assert_int_equal(start_server(&server), 'y');
    int fd = dial();
    ask(fd, REQ_STATUS, 1, 5);
    expect_echo(fd, 1, 5);
    close(fd);
}

static void in_pieces(void **state)
{
    static struct request r = {.kind = REQ_STATUS, .id = 9, .number = 77};
    uint8_t frame[256];
    (void)state;
    size_t len = frame_of(&r, frame, sizeof frame);
    int fd = dial();
    for (size_t i = 0; i < len; i++)
        put(fd, frame + i, 1);
    expect_echo(fd, 9, 77);
    close(fd);
}

static void many_at_once_in_order(void **state)
{
    (void)state;
    int fd = dial();
    for (uint32_t i = 1; i <= 100; i++)
        ask(fd, REQ_STATUS, i, 1000 + i);
    for (uint32_t i = 1; i <= 100; i++)
        expect_echo(fd, i, 1000 + i);
    close(fd);
}

/* A request that has to wait keeps its place; nobody else waits for it. */
static void asked_again(void **state)
{
    (void)state;
    int fd = dial(), other = dial();
    ask(fd, REQ_SHOW, 1, 11);
    ask(fd, REQ_STATUS, 2, 12);
    ask(other, REQ_STATUS, 3, 13);
    expect_echo(other, 3, 13);
    expect_echo(fd, 1, 11);
    expect_echo(fd, 2, 12);
    close(fd);
    close(other);
}

static void answer_comes_later(void **state)
{
    (void)state;
    int fd = dial(), gone = dial();
    ask(gone, REQ_JOIN, 1, 0);
    close(gone); /* its answer goes nowhere, and nothing happens */
    ask(fd, REQ_JOIN, 4, 0);
    assert_true(hear(fd, &reply));
    assert_int_equal(reply.id, 4);
    assert_int_equal(reply.verdict, VERDICT_PEER_ABSENT);
    ask(fd, REQ_STATUS, 5, 6);
    expect_echo(fd, 5, 6);
    close(fd);
}

/* `n` events, numbered from `from` without gaps, in whatever portions. */
static void expect_events(int fd, uint64_t from, unsigned n)
{
    for (unsigned got = 0; got < n;) {
        assert_true(hear(fd, &reply));
        if (reply.id != 0)
            continue; /* the reply to the request itself */
        assert_true(reply.events_n > 0);
        for (unsigned i = 0; i < reply.events_n; i++, got++)
            assert_int_equal(reply.events[i].number, from + got);
    }
}

static void events_each_once(void **state)
{
    (void)state;
    int fd = dial(), maker = dial();
    ask(fd, REQ_EVENTS, 1, 1);
    assert_true(hear(fd, &reply));
    for (uint32_t i = 1; i <= 5; i++)
        ask(maker, REQ_SAY, i, 0);
    expect_events(fd, 1, 5);
    int late = dial();
    ask(late, REQ_EVENTS, 1, 3);
    expect_events(late, 3, 3);
    ask(maker, REQ_SAY, 6, 0);
    expect_events(fd, 6, 1);
    expect_events(late, 6, 1);
    close(fd);
    close(late);
    close(maker);
}

/* Far more events than any buffer holds: none is lost for one who reads slowly. */
static void slow_reader_gets_all(void **state)
{
    enum { EVENTS = 3000 };
    (void)state;
    int fd = dial(), maker = dial();
    ask(fd, REQ_EVENTS, 1, 1);
    for (uint32_t i = 1; i <= EVENTS; i++) {
        ask(maker, REQ_SAY, i, 0);
        assert_true(hear(maker, &reply));
    }
    expect_events(fd, 1, EVENTS);
    close(fd);
    close(maker);
}

static void rubbish_is_dropped(void **state)
{
    static const struct { uint8_t bytes[8]; size_t len; } rubbish[] = {
        {{0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4}, 8}, /* longer than any request */
        {{0, 0, 0, 0}, 4},                         /* empty */
        {{0, 0, 0, 4, 0xff, 0xff, 0xff, 0xff}, 8}, /* no message */
    };
    (void)state;
    int good = dial();
    for (size_t i = 0; i < sizeof rubbish / sizeof rubbish[0]; i++) {
        int fd = dial();
        put(fd, rubbish[i].bytes, rubbish[i].len);
        while (hear(fd, &reply))
            assert_int_not_equal(reply.verdict, VERDICT_OK);
        close(fd);
        ask(good, REQ_STATUS, 1, i);
        expect_echo(good, 1, i);
    }
    close(good);
}

/* Asks for megabytes again and again and reads nothing: hung up on, the others go on. */
static void never_reading_is_dropped(void **state)
{
    (void)state;
    int fd = dial(), good = dial();
    bool hung_up = false;
    for (uint32_t i = 1; i <= 50 && !hung_up; i++) {
        static struct request r = {.kind = REQ_EXPORT, .id = 1};
        uint8_t frame[256];
        size_t len = frame_of(&r, frame, sizeof frame);
        hung_up = send(fd, frame, len, MSG_NOSIGNAL) != (ssize_t)len;
        ask(good, REQ_STATUS, i, i);
        expect_echo(good, i, i);
    }
    assert_true(hung_up);
    close(fd);
    close(good);
}

static void too_many_clients(void **state)
{
    int fd[40];
    (void)state;
    for (unsigned i = 0; i < 40; i++)
        fd[i] = dial();
    ask(fd[0], REQ_STATUS, 1, 2);
    expect_echo(fd[0], 1, 2);
    uint8_t byte;
    assert_int_equal(recv(fd[39], &byte, 1, 0), 0); /* hung up on */
    for (unsigned i = 0; i < 40; i++)
        close(fd[i]);
    /* As soon as the server has noticed, there is room again. */
    bool answered = false;
    for (unsigned i = 0; i < 100 && !answered; i++) {
        static struct request r = {.kind = REQ_STATUS, .id = 1};
        uint8_t frame[256];
        size_t len = frame_of(&r, frame, sizeof frame);
        int again = dial();
        answered = send(again, frame, len, MSG_NOSIGNAL) == (ssize_t)len && hear(again, &reply);
        close(again);
    }
    assert_true(answered);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(socket_is_private),      CASE(live_socket_is_not_stolen),
        CASE(dead_socket_is_replaced), CASE(in_pieces),
        CASE(many_at_once_in_order),  CASE(answer_comes_later),
        CASE(events_each_once),       CASE(slow_reader_gets_all),
        CASE(rubbish_is_dropped),     CASE(never_reading_is_dropped),
        CASE(too_many_clients),       CASE(asked_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
