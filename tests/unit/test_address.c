/* Proves: only HOST:PORT with a host that a TCP connection may go to is taken, in one normal
 * form; what is no address (other schemes, short IPv4 forms, ports out of range) is refused and
 * changes nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/address.h"

#include <string.h>

static void normal_forms(void **state)
{
    (void)state;
    static const struct {
        const char *text, *normal, *host;
        uint16_t port;
        enum address_kind kind;
    } rows[] = {
        {"192.0.2.1:4000", "192.0.2.1:4000", "192.0.2.1", 4000, ADDRESS_IPV4},
        {"0.0.0.0:1", "0.0.0.0:1", "0.0.0.0", 1, ADDRESS_IPV4},
        {"[2001:DB8:0:0::1]:65535", "[2001:db8::1]:65535", "2001:db8::1", 65535, ADDRESS_IPV6},
        {"[::1]:80", "[::1]:80", "::1", 80, ADDRESS_IPV6},
        {"[::ffff:192.0.2.1]:80", "[::ffff:192.0.2.1]:80", "::ffff:192.0.2.1", 80, ADDRESS_IPV6},
        {"Games.Example.ORG:7", "games.example.org:7", "games.example.org", 7, ADDRESS_NAME},
        {"a_b-c.9x:7", "a_b-c.9x:7", "a_b-c.9x", 7, ADDRESS_NAME},
        {"localhost:5", "localhost:5", "localhost", 5, ADDRESS_NAME},
        {"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567abcdefghijklmnopqrstuvwx.onion:9",
         "abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrstuvwx.onion:9",
         "abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrstuvwx.onion", 9, ADDRESS_ONION},
        {"abc.onion:9", "abc.onion:9", "abc.onion", 9, ADDRESS_NAME},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct address a, again;
        char host[ADDRESS_HOST_MAX + 1];
        uint16_t port;
        assert_int_equal(address_read(span_text(rows[i].text), &a), VERDICT_OK);
        assert_string_equal(a.text, rows[i].normal);
        assert_int_equal(address_read(span_text(a.text), &again), VERDICT_OK);
        assert_string_equal(again.text, a.text);
        assert_int_equal(address_kind(&a), rows[i].kind);
        address_split(&a, host, &port);
        assert_string_equal(host, rows[i].host);
        assert_int_equal(port, rows[i].port);
    }
}

static void refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "", ":", "a", "a:", ":5", "a:0", "a:65536", "a:70001", "a:05", "a:+5", "a:5 ", " a:5",
        "a: 5", "a:5:6", "a b:5", "tcp://a:5", "ipc:///tmp/x:5", "//a:5", "a/b:5", "a@b:5",
        "a%b:5", "*:5", "127.1:5", "1:5", "2130706433:5", "0x7f.1:5", "1.2.3.256:5", "1.2.3.4.5:5",
        "01.2.3.4:5", "a.1:5", "-a:5", ".a:5", "a.:5", "a..b:5", "::1:5", "[::1]", "[::1]5",
        "[::1:5", "::1]:5", "[]:5", "[1.2.3.4]:5", "[a]:5", "[fe80::1%eth0]:5", "[::1]x:5",
        "\303\251.org:5", "a;b:5", "eth0;192.0.2.1:5"};
    struct address a, before;
    memset(&a, 0x5a, sizeof a);
    before = a;
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (address_check(span_text(bad[i])) == VERDICT_OK)
            fail_msg("taken: %s", bad[i]);
        assert_int_equal(address_read(span_text(bad[i]), &a), VERDICT_ADDRESS_MALFORMED);
    }
    assert_int_equal(address_check(span_of("a\0b:5", 5)), VERDICT_ADDRESS_MALFORMED);
    assert_memory_equal(&a, &before, sizeof a);
}

static void longest(void **state)
{
    (void)state;
    char text[300];
    struct address a;
    memset(text, 'a', sizeof text);
    strcpy(text + 255, ":65535");
    assert_int_equal(address_read(span_text(text), &a), VERDICT_OK);
    assert_string_equal(a.text, text);
    memset(text, 'a', sizeof text);
    strcpy(text + 256, ":65535");
    assert_int_equal(address_read(span_text(text), &a), VERDICT_ADDRESS_MALFORMED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normal_forms),
        cmocka_unit_test(refused),
        cmocka_unit_test(longest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
