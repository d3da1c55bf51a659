/* Proves: timers fire in order and only once, never in the turn that set them; cancelled ones do
 * not; a watched descriptor and a ZeroMQ socket are served and no longer after loop_unwatch, even
 * if that happens in the same turn; a signal stops the loop; a log line has no control
 * characters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zmq.h>

#include "daemon/log.h"
#include "daemon/loop.h"

struct trace {
    struct loop *loop;
    char text[64];
    size_t len;
};

static struct trace trace;

static void note(char c)
{
    if (trace.len < sizeof trace.text - 1)
        trace.text[trace.len++] = c;
    trace.text[trace.len] = '\0';
}

static void fire_a(void *self)
{
    (void)self;
    note('a');
}

static void fire_b(void *self)
{
    (void)self;
    note('b');
}

static void fire_stop(void *self)
{
    (void)self;
    note('.');
    loop_stop(trace.loop);
}

static void fire_again(void *self)
{
    unsigned *left = self;
    note('g');
    if (--*left > 0)
        loop_soon(trace.loop, fire_again, self);
    else
        loop_stop(trace.loop);
}

static void out_of_time(void *self)
{
    (void)self;
    fail_msg("the loop waited for something that did not happen");
}

static int setup(void **state)
{
    (void)state;
    memset(&trace, 0, sizeof trace);
    trace.loop = loop_new();
    assert_non_null(trace.loop);
    loop_after(trace.loop, 20000, out_of_time, NULL);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    loop_free(trace.loop);
    return 0;
}

static void test_timers_in_order(void **state)
{
    (void)state;
    loop_after(trace.loop, 30, fire_stop, NULL);
    loop_after(trace.loop, 20, fire_b, NULL);
    unsigned gone = loop_after(trace.loop, 5, fire_b, NULL);
    loop_after(trace.loop, 10, fire_a, NULL);
    loop_cancel(trace.loop, gone);
    loop_cancel(trace.loop, 0);
    loop_run(trace.loop);
    assert_string_equal(trace.text, "ab.");
    loop_cancel(trace.loop, gone);
}

static void test_same_time_keeps_order(void **state)
{
    (void)state;
    loop_soon(trace.loop, fire_a, NULL);
    loop_soon(trace.loop, fire_b, NULL);
    loop_soon(trace.loop, fire_a, NULL);
    loop_soon(trace.loop, fire_stop, NULL);
    loop_run(trace.loop);
    assert_string_equal(trace.text, "aba.");
}

/* Something that asks for another turn again and again does not keep the sources out. */
struct pipe_source {
    int fds[2];
    unsigned handle, other, reads;
};

static void read_one(void *self)
{
    struct pipe_source *p = self;
    char c;
    assert_int_equal(read(p->fds[0], &c, 1), 1);
    note(c);
    p->reads++;
}

static void test_soon_shares_with_sources(void **state)
{
    (void)state;
    struct pipe_source p = {.reads = 0};
    unsigned left = 3;
    assert_int_equal(pipe(p.fds), 0);
    assert_int_equal(write(p.fds[1], "xyz", 3), 3);
    assert_true(loop_watch_fd(trace.loop, p.fds[0], read_one, NULL, &p) > 0);
    loop_soon(trace.loop, fire_again, &left);
    loop_run(trace.loop);
    assert_string_equal(trace.text, "xgygzg");
    close(p.fds[0]);
    close(p.fds[1]);
}

static void unwatch_other(void *self)
{
    struct pipe_source *p = self;
    note('u');
    loop_unwatch(trace.loop, p->other);
    loop_unwatch(trace.loop, p->handle);
}

static void never(void *self)
{
    (void)self;
    fail_msg("a source was served after it had been unwatched");
}

static void test_unwatch_in_the_same_turn(void **state)
{
    (void)state;
    struct pipe_source p = {.reads = 0};
    assert_int_equal(pipe(p.fds), 0);
    assert_int_equal(write(p.fds[1], "x", 1), 1);
    p.handle = loop_watch_fd(trace.loop, p.fds[0], unwatch_other, NULL, &p);
    p.other = loop_watch_fd(trace.loop, p.fds[0], never, NULL, &p);
    loop_after(trace.loop, 10, fire_stop, NULL);
    loop_run(trace.loop);
    assert_string_equal(trace.text, "u.");
    /* The slots are given away again. */
    p.handle = loop_watch_fd(trace.loop, p.fds[0], read_one, NULL, &p);
    assert_int_equal(p.handle, 2);
    loop_after(trace.loop, 10, fire_stop, NULL);
    loop_run(trace.loop);
    assert_string_equal(trace.text, "u.x.");
    close(p.fds[0]);
    close(p.fds[1]);
}

static void write_and_stop(void *self)
{
    struct pipe_source *p = self;
    note('w');
    loop_want_write(trace.loop, p->handle, false);
    loop_soon(trace.loop, fire_stop, NULL);
}

static void test_write_readiness(void **state)
{
    (void)state;
    struct pipe_source p = {.reads = 0};
    assert_int_equal(pipe(p.fds), 0);
    p.handle = loop_watch_fd(trace.loop, p.fds[1], never, write_and_stop, &p);
    loop_after(trace.loop, 10, fire_a, NULL);
    loop_after(trace.loop, 11, fire_stop, NULL);
    loop_run(trace.loop);
    assert_string_equal(trace.text, "a."); /* not asked for yet */
    loop_want_write(trace.loop, p.handle, true);
    loop_run(trace.loop);
    assert_string_equal(trace.text, "a.w.");
    close(p.fds[0]);
    close(p.fds[1]);
}

static void receive(void *self)
{
    char bytes[8];
    assert_int_equal(zmq_recv(self, bytes, sizeof bytes, ZMQ_DONTWAIT), 2);
    note('z');
    loop_stop(trace.loop);
}

static void test_zmq_socket(void **state)
{
    (void)state;
    void *context = zmq_ctx_new();
    void *a = zmq_socket(context, ZMQ_PAIR), *b = zmq_socket(context, ZMQ_PAIR);
    assert_int_equal(zmq_bind(a, "inproc://loop"), 0);
    assert_int_equal(zmq_connect(b, "inproc://loop"), 0);
    assert_true(loop_watch_socket(trace.loop, a, receive, a) > 0);
    assert_int_equal(zmq_send(b, "hi", 2, 0), 2);
    loop_run(trace.loop);
    assert_string_equal(trace.text, "z");
    zmq_close(a);
    zmq_close(b);
    zmq_ctx_term(context);
}

static void test_signal_stops(void **state)
{
    (void)state;
    assert_int_equal(raise(SIGTERM), 0);
    loop_run(trace.loop);
    assert_int_equal(trace.len, 0);
}

static void test_clocks(void **state)
{
    (void)state;
    uint64_t tick = loop_tick_ms(trace.loop);
    loop_after(trace.loop, 25, fire_stop, NULL);
    loop_run(trace.loop);
    assert_true(loop_tick_ms(trace.loop) >= tick + 25);
    assert_true(loop_wall_ms(trace.loop) > 1600000000000);
}

static void test_log_line(void **state)
{
    (void)state;
    int fds[2];
    char line[4096];
    assert_int_equal(pipe(fds), 0);
    log_to(fds[1], false);
    log_debug("not shown");
    log_warnx("name=%s", "a\033[2J\nfatal: forged");
    log_info("%01500d", 7); /* longer than a line may be */
    log_to(2, false);
    close(fds[1]);
    size_t len = 0;
    for (ssize_t n; (n = read(fds[0], line + len, sizeof line - 1 - len)) > 0;)
        len += (size_t)n;
    line[len] = '\0';
    close(fds[0]);
    assert_non_null(strstr(line, "warning: name=a?[2J?fatal: forged\n"));
    assert_null(strstr(line, "not shown"));
    assert_int_equal(line[len - 1], '\n');
    assert_true(len < 1400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_timers_in_order, setup, teardown),
        cmocka_unit_test_setup_teardown(test_same_time_keeps_order, setup, teardown),
        cmocka_unit_test_setup_teardown(test_soon_shares_with_sources, setup, teardown),
        cmocka_unit_test_setup_teardown(test_unwatch_in_the_same_turn, setup, teardown),
        cmocka_unit_test_setup_teardown(test_write_readiness, setup, teardown),
        cmocka_unit_test_setup_teardown(test_zmq_socket, setup, teardown),
        cmocka_unit_test_setup_teardown(test_signal_stops, setup, teardown),
        cmocka_unit_test_setup_teardown(test_clocks, setup, teardown),
        cmocka_unit_test(test_log_line),
    };
    return cmocka_run_group_tests_name("loop", tests, NULL, NULL) != 0;
}
