/* Proves: replies of engines are taken as docs/bots.md says, and everything else is refused. */
#include "cli/bot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct gtp_reader r;
static size_t used;

static enum gtp_state feed(const char *bytes)
{
    gtp_begin(&r);
    return gtp_take(&r, (const uint8_t *)bytes, strlen(bytes), &used);
}

/* [E-1.2] A reply begins with `=` if the command was done, with `?` if not. */
static void replies_are_taken(void **state)
{
    (void)state;
    assert_int_equal(feed("= place 7 e5\n\n"), GTP_DONE);
    assert_string_equal(gtp_text(&r), "place 7 e5");
    assert_int_equal(feed("=\n\n"), GTP_DONE);
    assert_string_equal(gtp_text(&r), "");
    assert_int_equal(feed("? no idea\n\n"), GTP_REFUSED);
    assert_string_equal(gtp_text(&r), "no idea");
    assert_int_equal(feed("\r\n\n=  pie\r\nand more\r\n\r\n= next"), GTP_DONE);
    assert_string_equal(gtp_text(&r), "pie");
    assert_int_equal(used, strlen("\r\n\n=  pie\r\nand more\r\n\r\n"));
    assert_int_equal(feed("= half"), GTP_WAITING);
    assert_int_equal(feed(""), GTP_WAITING);
}

/* [E-1.3] A reply has at most 4,096 bytes and no control characters. */
static void what_is_none_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"hello\n\n", " = 1\n\n", "= \x1b[2J\n\n", "= \xff\n\n",
                                      "= a\tb\n\n"};
    char *longest = malloc(GTP_REPLY_MAX + 3), *blank = malloc(100001);

    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(feed(bad[i]), GTP_BROKEN);
    gtp_begin(&r);
    assert_int_equal(gtp_take(&r, (const uint8_t *)"= \0x\n\n", 6, &used), GTP_BROKEN);
    memset(longest, '=', GTP_REPLY_MAX + 2);
    strcpy(longest + GTP_REPLY_MAX - 1, "\n\n");
    assert_int_equal(feed(longest), GTP_DONE);
    strcpy(longest + GTP_REPLY_MAX - 1, "==");
    assert_int_equal(feed(longest), GTP_BROKEN);
    memset(blank, '\n', 100000);
    blank[100000] = '\0';
    assert_int_equal(feed(blank), GTP_BROKEN);
    free(longest);
    free(blank);
}

static void noise_is_made_harmless(void **state)
{
    (void)state;
    char line[32];
    struct text t = text_over(line, sizeof line);
    gtp_showable("a\x1b[1mb", 6, &t);
    assert_string_equal(line, "a?[1mb");
}

static void moves_are_read(void **state)
{
    (void)state;
    static struct view view;
    struct choice c;

    terms_preset(PRESET_BRIDGE, &view.terms);
    view.n = view.terms.size;
    assert_int_equal(bot_read_move("place 7 e5", &view, &c), VERDICT_OK);
    assert_int_equal(c.kind, MOVE_PLACE);
    assert_int_equal(bot_read_move("e5=7", &view, &c), VERDICT_OK);
    assert_int_equal(bot_read_move("claim c3 with 4", &view, &c), VERDICT_OK);
    assert_int_equal(c.kind, MOVE_CLAIM);
    assert_int_equal(bot_read_move("pie", &view, &c), VERDICT_OK);
    assert_int_equal(bot_read_move("resign", &view, &c), VERDICT_OK);
    assert_int_equal(c.kind, 0);
    assert_int_not_equal(bot_read_move("resign now", &view, &c), VERDICT_OK);
    assert_int_not_equal(bot_read_move("", &view, &c), VERDICT_OK);
    terms_preset(PRESET_DOMINOES, &view.terms);
    view.n = 0;
    view.dom.arms = 2;
    assert_int_equal(bot_read_move("3-5 left", &view, &c), VERDICT_OK);
    assert_int_equal(c.kind, MOVE_TILE);
    assert_int_equal(bot_read_move("show none", &view, &c), VERDICT_OK);
    assert_int_equal(bot_read_move("draw", &view, &c), VERDICT_OK);
    assert_int_equal(c.kind, MOVE_DRAW);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(replies_are_taken),
        cmocka_unit_test(what_is_none_is_refused),
        cmocka_unit_test(noise_is_made_harmless),
        cmocka_unit_test(moves_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
