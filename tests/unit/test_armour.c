/* Proves that armoured text comes back whole through everything that mail programs, chats and
 * people do to it, that several blocks are found inside a mail, and that each kind of damage is
 * named with its line; and that every change of one letter is noticed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "wire/armour.h"

#include <sodium.h>
#include <stdio.h>

static uint8_t bytes[5000];
static char block[20000], mangled[60000];

static struct span make(size_t len)
{
    uint8_t seed[randombytes_SEEDBYTES] = {7};
    struct text t = text_over(block, sizeof block);
    randombytes_buf_deterministic(bytes, len, seed);
    assert_true(armour_write(span_of(bytes, len), &t));
    assert_true(strlen(block) < armour_size(len));
    return span_of(bytes, len);
}

static enum verdict read_text(const char *text, struct armour_found *found, struct buf *out)
{
    static uint8_t storage[ARMOUR_TEXT_MAX];
    *out = buf_over(storage, sizeof storage);
    return armour_read(span_text(text), found, out);
}

static void same(const char *text, struct span want)
{
    struct armour_found found = {0};
    struct buf out;
    enum verdict v = read_text(text, &found, &out);
    if (v != VERDICT_OK)
        print_error("line %u of: %.600s\n", found.line, text);
    assert_int_equal(v, VERDICT_OK);
    assert_true(span_equal(buf_span(&out), want));
}

static void damaged(const char *text, unsigned line, bool missing)
{
    struct armour_found found = {0};
    struct buf out;
    assert_int_equal(read_text(text, &found, &out), VERDICT_MESSAGE_DAMAGED);
    assert_int_equal(found.line, line);
    assert_int_equal(found.missing, missing);
    assert_int_equal(out.len, 0);
}

/* Replace every `what` by `with` (both given as texts). */
static const char *mangle(const char *what, const char *with)
{
    struct text t = text_over(mangled, sizeof mangled);
    size_t len = strlen(what);
    for (const char *at = block; *at != '\0';) {
        if (strncmp(at, what, len) == 0) {
            text_add(&t, with);
            at += len;
        } else {
            text_add(&t, (char[2]){*at++, '\0'});
        }
    }
    return mangled;
}

static void all_lengths(void **state)
{
    (void)state;
    for (size_t len = 1; len <= 130; len++)
        same((make(len), block), span_of(bytes, len));
    same((make(5000), block), span_of(bytes, 5000));
}

static void what_mail_does(void **state)
{
    (void)state;
    struct span want = make(400);
    same(mangle("\n", "\r\n"), want);
    same(mangle("\n", "\n> "), want);
    same(mangle("\n", "\n> > |  "), want);
    same(mangle("\n", "\n\t    "), want);
    same(mangle("\n", " \n\n"), want);
    same(mangle("\n", " "), want);
    same(mangle("A", "A\xc2\xad"), want);         /* soft hyphens */
    same(mangle("B", "\xe2\x80\x8b" "B"), want);  /* zero width */
    same(mangle("C", "C\r\n> "), want);           /* broken anywhere */
    same(mangle(":", " : "), want);
    same(mangle("[", "**["), want);
    same(mangle("\n", "*\n*"), want);
    same(mangle("[Numbridge message", "Numbridge\n> message"), want);
    for (char *c = block; *c != '\0'; c++)
        *c = (char)(*c >= 'A' && *c <= 'Z' ? *c + 'a' - 'A' : *c);
    same(block, want);
}

static void inside_a_mail(void **state)
{
    struct armour_found found = {0};
    struct buf out;
    static char mail[60000];
    (void)state;
    make(90);
    snprintf(mail, sizeof mail,
             "Hi Ben,\nhere is my move: it is from Numbridge, message me!\n\n%s\nand another\n%s"
             "bye\nAnn\n", block, block);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(read_text(mail, &found, &out), VERDICT_OK);
        assert_true(span_equal(buf_span(&out), span_of(bytes, 90)));
    }
    assert_int_equal(read_text(mail, &found, &out), VERDICT_NO_MESSAGE);
    assert_true(armour_begins(span_text(mail)));
    assert_false(armour_begins(span_text("Numbridge message me")));
    assert_true(armour_ends(span_text(mail)));
    assert_true(armour_ends(span_text("> [Numbridge Message Ends]")));
    assert_false(armour_ends(span_text("[Numbridge message begins]")));
}

/* The start of a line, from 1, of the block. */
static char *line_of(unsigned line)
{
    char *at = strchr(block, '\n') + 1;
    while (--line > 0)
        at = strchr(at, '\n') + 1;
    return at;
}

static void damage_is_named(void **state)
{
    (void)state;
    make(200); /* five lines */
    line_of(3)[10] = line_of(3)[10] == 'A' ? 'B' : 'A';
    damaged(block, 3, false);
    make(200);
    line_of(2)[5] = ' '; /* a letter is lost */
    damaged(block, 2, false);
    make(200);
    *strchr(line_of(4), ':') = ' ';
    damaged(block, 4, false);
    make(200);
    line_of(1)[0] = '1'; /* no letter of ours */
    damaged(block, 1, false);
    make(200);
    memmove(line_of(3), line_of(4), strlen(line_of(4)) + 1);
    damaged(block, 3, true);
    make(200);
    memmove(line_of(5), strchr(line_of(5), '\n'), strlen(strchr(line_of(5), '\n')) + 1);
    damaged(block, 5, true);
    make(200);
    *line_of(4) = '\0'; /* cut off */
    damaged(block, 4, true);
}

static void every_letter_counts(void **state)
{
    struct armour_found found;
    struct buf out;
    (void)state;
    make(100);
    for (char *at = line_of(1); *at != '['; at++) {
        char was = *at;
        if (was == '\n')
            continue;
        *at = was == 'Q' ? 'R' : 'Q';
        found = (struct armour_found){0};
        assert_int_equal(read_text(block, &found, &out), VERDICT_MESSAGE_DAMAGED);
        *at = was;
    }
}

static void limits(void **state)
{
    struct armour_found found = {0};
    uint8_t small[50];
    char few[100];
    (void)state;
    make(100);
    struct buf out = buf_over(small, sizeof small);
    assert_int_equal(armour_read(span_text(block), &found, &out), VERDICT_TOO_LONG);
    assert_int_equal(out.len, 0);
    struct text t = text_over(few, sizeof few);
    assert_false(armour_write(span_of(bytes, 100), &t));
    assert_int_equal(t.len, 0);
    assert_false(armour_write(span_of(bytes, 0), &t));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_lengths),     cmocka_unit_test(what_mail_does),
        cmocka_unit_test(inside_a_mail),   cmocka_unit_test(damage_is_named),
        cmocka_unit_test(every_letter_counts), cmocka_unit_test(limits),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
