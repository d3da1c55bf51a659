/* Proves how friends keep each other reachable: whoever was removed stays out after a restart,
 * until there is a new invitation; a new address of ours is told at once to friends who are
 * there; a friend who is asked dials us and says how it went, and only the answer that was asked
 * for counts; clock and version of a friend are known from what he says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/announce.h"
#include "daemon/loop.h"
#include "daemon/people.h"
#include "daemon/store_people.h"
#include "wire/ticket.h"

#include "homes.h"

/* ---- staying out, and being found ---------------------------------------------------------- */

/* A stranger would be let in, for the invitation that was used may be asked about. */
static void test_removed_for_good(void **state)
{
    (void)state;
    befriend();
    close_home(&ben);
    assert_int_equal(people_remove(ann.people, "ben"), VERDICT_OK);
    unsigned port = transport_port_of(&ann);
    close_home(&ann);
    open_home_at(&ann, port);
    open_home(&ben);
    WAIT(ben_refused);
    assert_int_equal(ben.ups, 0);
    struct invitation_row row = invite(&ann, 0); /* may be for him */
    close_home(&ann);
    open_home_at(&ann, port);
    ben.link = LINK_DOWN;
    people_wake(ben.people, NULL);
    WAIT(ben_came_up);
    assert_int_equal(row.state, INVITATION_OPEN);
}

static bool ben_knows_four(void)
{
    static struct friend_row rows[ROWS_MAX];
    uint32_t more;
    return people_friends(ben.people, 0, rows, &more) == 1
        && strcmp(rows[0].address, "203.0.113.9:7171") == 0;
}

/* Friends who are there learn a new address at once, and a later restart finds it. */
static void test_new_address_is_announced(void **state)
{
    struct status status;
    (void)state;
    befriend();
    WAIT(both_linked);
    people_set_mapped(ann.people, "203.0.113.9:7171");
    people_status(ann.people, &status);
    assert_string_equal(status.announced[0], "203.0.113.9:7171");
    assert_int_not_equal(status.announced[1][0], 0);
    WAIT(ben_knows_four);
    assert_int_equal(ben.link, LINK_UP);
    people_set_mapped(ann.people, "rubbish");
    people_status(ann.people, &status);
    assert_string_not_equal(status.announced[0], "203.0.113.9:7171");
}

/* ---- what friends tell about us ------------------------------------------------------------ */

static enum verdict call_verdict;
static char call_address[PEER_ADDRESS_LEN_MAX + 1];
static unsigned calls;
static void on_called(void *self, enum verdict v, const char *address)
{
    assert_ptr_equal(self, &calls);
    call_verdict = v;
    snprintf(call_address, sizeof call_address, "%s", address);
    calls++;
}
static bool ann_was_called(void) { return calls > 0; }
static bool ann_knows_about(void)
{
    struct friend_about about;
    return people_about(ann.people, 0, &about);
}
static bool ann_finds_him_late(void)
{
    struct friend_about about;
    return people_about(ann.people, 0, &about) && about.offset_ms < -100000;
}

static void test_call_me(void **state)
{
    struct friend_info who;
    struct status status;
    (void)state;
    assert_false(people_call_me(ann.people, on_called, &calls, &who));
    befriend();
    WAIT(both_linked);
    WAIT(ann_knows_about);
    calls = 0;
    assert_true(people_call_me(ann.people, on_called, &calls, &who));
    assert_string_equal(who.name, "ben");
    assert_false(people_call_me(ann.people, on_called, &calls, &who)); /* one at a time */
    WAIT(ann_was_called);
    people_status(ann.people, &status);
    assert_int_equal(call_verdict, VERDICT_OK);
    assert_string_equal(call_address, status.announced[0]);
    /* An answer that was not asked for, or to another question, is no answer. */
    static struct peer_message m;
    memset(&m, 0, sizeof m);
    m.kind = PEER_CALLED;
    calls = 0;
    assert_true(people_call_me(ann.people, on_called, &calls, &who));
    assert_true(people_send(ben.people, &ann.me.public, &m));
    WAIT(ann_was_called);
    assert_int_equal(call_verdict, VERDICT_OK);
    assert_string_equal(call_address, status.announced[0]);
    assert_int_equal(calls, 1);
}

static void test_another_clock(void **state)
{
    struct friend_about about;
    (void)state;
    befriend();
    WAIT(both_linked);
    WAIT(ann_knows_about);
    assert_true(people_about(ann.people, 0, &about));
    assert_true(about.same_version);
    assert_in_range(about.offset_ms + 20000, 0, 40000);
    assert_false(people_about(ann.people, 1, &about));
    static struct peer_message m;
    memset(&m, 0, sizeof m);
    m.kind = PEER_HELLO;
    m.protocol = 1;
    m.sent_ms = loop_wall_ms(loop) - 125000;
    strcpy(m.text, "9.9");
    assert_true(people_send(ben.people, &ann.me.public, &m));
    WAIT(ann_finds_him_late);
    assert_true(people_about(ann.people, 0, &about));
    assert_false(about.same_version);
    assert_string_equal(about.version, "9.9");
    assert_in_range(-about.offset_ms, 115000, 145000);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        T(test_removed_for_good), T(test_new_address_is_announced), T(test_call_me),
        T(test_another_clock),
    };
    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests_name("reach", tests, NULL, NULL) != 0;
}
