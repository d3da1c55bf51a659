/* Proves: a ticket comes back as it was written, with every kind of address; its bytes are those
 * of docs/formats.md (fixed text); 70 ways in which mail programs, chats and people mangle it are
 * read; 100,000 random changes of one to three characters are never taken; other kinds, newer
 * versions and damage get the right refusal and change nothing; the texts that a second program
 * wrote (tests/reference/ticket.py) come out the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/bech32.h"
#include "base/rng.h"
#include "wire/ticket.h"

#include <ctype.h>
#include <stdio.h>

#define ONION "abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrstuvwx.onion"

static struct ticket sample(void)
{
    struct ticket t = {.expires = 1800000000, .addresses_n = 4, .nick = "Ann-9"};
    for (unsigned i = 0; i < 32; i++)
        t.identity.b[i] = (uint8_t)(i * 7 + 1);
    for (unsigned i = 0; i < TICKET_TOKEN_LEN; i++)
        t.token[i] = (uint8_t)(200 + i);
    strcpy(t.addresses[0].text, "192.0.2.1:4000");
    strcpy(t.addresses[1].text, "[2001:db8::1]:65535");
    strcpy(t.addresses[2].text, ONION ":9");
    strcpy(t.addresses[3].text, "games.example.org:7");
    return t;
}

static const char *written(const struct ticket *t, enum ticket_kind kind)
{
    static char storage[TICKET_TEXT_SIZE];
    struct text out = text_over(storage, sizeof storage);
    assert_int_equal(ticket_write(t, kind, &out), VERDICT_OK);
    return storage;
}

static void expect_same(const struct ticket *a, const struct ticket *b)
{
    assert_memory_equal(a->identity.b, b->identity.b, 32);
    assert_memory_equal(a->token, b->token, sizeof a->token);
    assert_true(a->expires == b->expires);
    assert_int_equal(a->addresses_n, b->addresses_n);
    for (unsigned i = 0; i < a->addresses_n; i++)
        assert_string_equal(a->addresses[i].text, b->addresses[i].text);
    assert_string_equal(a->nick, b->nick);
}

static void round_trip(void **state)
{
    (void)state;
    for (unsigned n = 0; n <= TICKET_ADDRESSES_MAX; n++)
        for (unsigned with_nick = 0; with_nick < 2; with_nick++) {
            struct ticket t = sample(), back;
            t.addresses_n = n;
            if (!with_nick)
                t.nick[0] = '\0';
            const char *text = written(&t, TICKET_INVITATION);
            assert_memory_equal(text, "nbi1", 4);
            assert_int_equal(ticket_read(span_text(text), TICKET_INVITATION, &back), VERDICT_OK);
            expect_same(&t, &back);
            text = written(&t, TICKET_CARD);
            assert_memory_equal(text, "nbc1", 4);
            assert_int_equal(ticket_read(span_text(text), TICKET_CARD, &back), VERDICT_OK);
            memset(t.token, 0, sizeof t.token);
            t.expires = 0;
            expect_same(&t, &back);
        }
}

/* Built by hand from docs/formats.md. */
static void fixed_bytes(void **state)
{
    (void)state;
    struct ticket t = sample();
    t.addresses_n = 1;
    uint8_t bytes[128], wanted[128];
    struct buf b = buf_over(bytes, sizeof bytes), w = buf_over(wanted, sizeof wanted);
    struct bech32_parts parts;
    assert_true(bech32_read(span_text(written(&t, TICKET_INVITATION)), &parts));
    assert_true(bech32_bytes(span_of(parts.symbols, parts.symbols_len), &b));
    buf_add(&w, span_of("\x11\0", 2));
    buf_add(&w, span_of(t.identity.b, 32));
    buf_add(&w, span_of(t.token, 16));
    buf_add(&w, span_of("\x00\xd2\x49\x6b", 4)); /* 1800000000 */
    buf_add(&w, span_of("\1\1\xc0\0\2\1\xa0\x0f", 8)); /* one address: IPv4, 4000 */
    buf_add(&w, span_of("\5Ann-9", 6));
    assert_int_equal(b.len, w.len);
    assert_memory_equal(bytes, wanted, w.len);
}

/* --- texts of a second program ---------------------------------------------------------------- */

/* "a:1,b:2" or "-" */
static void fill_addresses(struct ticket *t, char *list)
{
    for (char *a = strtok(list, ","); a && strcmp(a, "-") != 0; a = strtok(NULL, ","))
        strcpy(t->addresses[t->addresses_n++].text, a);
}

static void second_program(void **state)
{
    (void)state;
    static char line[4096], kind[16], key[65], token[65], nick[32], list[1024], text[1100];
    unsigned n = 0;
    FILE *f = fopen("tests/vectors/tickets.txt", "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        struct ticket t = {0}, back;
        unsigned long expires;
        if (sscanf(line, "%15s %64s %64s %lu %31s %1023s %1099s", kind, key, token, &expires, nick,
                   list, text) != 7 ||
            line[0] == '#' || strcmp(kind, "keyfile") == 0)
            continue;
        enum ticket_kind k = strcmp(kind, "card") == 0 ? TICKET_CARD : TICKET_INVITATION;
        assert_true(hex_read(span_text(key), t.identity.b, 32));
        if (k == TICKET_INVITATION)
            assert_true(hex_read(span_text(token), t.token, sizeof t.token));
        t.expires = expires;
        if (strcmp(nick, "-") != 0)
            strcpy(t.nick, nick);
        fill_addresses(&t, list);
        assert_string_equal(written(&t, k), text);
        assert_int_equal(ticket_read(span_text(text), k, &back), VERDICT_OK);
        expect_same(&t, &back);
        n++;
    }
    fclose(f);
    assert_int_equal(n, 36);
}

/* --- mangled forms ---------------------------------------------------------------------------- */

/* Put `what` in after every `every` characters. */
static void insert(char *out, const char *text, size_t every, const char *what)
{
    for (size_t i = 0; text[i]; i++) {
        if (i > 0 && i % every == 0) {
            strcpy(out, what);
            out += strlen(what);
        }
        *out++ = text[i];
    }
    *out = '\0';
}

/* before, text, after; to upper case if asked. */
static void wrap(char *out, const char *before, const char *text, const char *after, int capitals)
{
    strcpy(out, before);
    char *p = out + strlen(out);
    for (; *text; text++)
        *p++ = (char)(capitals ? toupper((unsigned char)*text) : *text);
    strcpy(p, after);
}

static unsigned forms;

static void expect_read(const char *text)
{
    struct ticket wanted = sample(), back;
    if (ticket_read(span_text(text), TICKET_INVITATION, &back) != VERDICT_OK)
        fail_msg("not read: %s", text);
    expect_same(&wanted, &back);
    forms++;
}

static const char *const inserted[] = {
    "\n",           "\r\n",          " ",            "\t",           "\n> ",
    "\r\n> > ",     "\n>> ",         "\n | ",        "-",            "-\n",
    "=\n",          "=\r\n",         "\\\n",        "\n    ",       "_",
    "\302\240",     "\302\255",      "\342\200\213", "\342\200\213\n", "\342\200\214",
    "\342\200\215", "\342\201\240",  "\357\273\277", "\342\200\220", "\342\200\221",
    "\342\200\223", "\342\200\224",  "\342\200\216", "\342\200\252", "\342\200\250",
    "\342\200\257", "><",            "\"\n\"",       "*",
};

static const struct {
    const char *before, *after;
} around[] = {
    {"", "\n"},
    {"", "."},
    {"", ", see you"},
    {"<", ">"},
    {"\"", "\""},
    {"'", "'"},
    {"(", ")"},
    {"[", "]"},
    {"`", "`"},
    {"**", "**"},
    {"\302\253\302\240", "\302\240\302\273"},
    {"\342\200\234", "\342\200\235"},
    {"numbridge:", ""},
    {"NUMBRIDGE:", ""},
    {"<numbridge:", ">"},
    {"numbridge join ", ""},
    {"$ numbridge join '", "'\n"},
    {"> ", "\n"},
    {"Ann wrote:\n> Hi Ben, nice to play!\n> ", "\n> Ann\n\nThanks!\n"},
    {"Hello Ben, here is an nbi1: no, this one: ", "\n-- \nAnn"},
    {"nbi1qqqqqq is wrong, take ", " please"},
    {"<a href=\"numbridge:", "\">join</a>"},
    {"My card and ticket\n", " cheers"},
    {"\357\273\277", ""},
    {"\342\200\213", "\342\200\213"},
    {"\303\211t\303\251 \360\237\216\262 ", " \360\237\216\262"},
    {"nnnbnbinbi", ""},
    {"on nb", ""},
};

static void mangled(void **state)
{
    (void)state;
    static char text[TICKET_TEXT_SIZE], form[8 * TICKET_TEXT_SIZE];
    struct ticket t = sample();
    strcpy(text, written(&t, TICKET_INVITATION));
    forms = 0;
    for (unsigned i = 0; i < sizeof inserted / sizeof inserted[0]; i++) {
        insert(form, text, 1 + i % 3 * 30, inserted[i]);
        expect_read(form);
    }
    for (unsigned i = 0; i < sizeof around / sizeof around[0]; i++)
        for (int capitals = 0; capitals < 2; capitals++) {
            wrap(form, around[i].before, text, around[i].after, capitals);
            expect_read(form);
        }
    assert_true(forms >= 60);
}

static void in_a_mail_in_capitals(void **state)
{
    (void)state;
    static char text[TICKET_TEXT_SIZE], capitals[TICKET_TEXT_SIZE], form[8 * TICKET_TEXT_SIZE];
    struct ticket t = sample();
    wrap(text, "", written(&t, TICKET_INVITATION), "", 1);
    insert(form, text, 64, "\r\n> \302\255");
    expect_read(form);
    wrap(capitals, "NUMBRIDGE:", text, "", 0);
    expect_read(capitals);
}

/* --- refusals --------------------------------------------------------------------------------- */

static void expect_refused(struct span text, enum ticket_kind kind, enum verdict wanted)
{
    struct ticket t, before;
    memset(&t, 0x5a, sizeof t);
    before = t;
    enum verdict v = ticket_read(text, kind, &t);
    if (v != wanted)
        fail_msg("%s, not %s: %.*s", verdict_name(v), verdict_name(wanted), (int)text.len,
                 (const char *)text.data);
    assert_memory_equal(&t, &before, sizeof t);
}

static void random_changes(void **state)
{
    (void)state;
    static const char any[] = "qpzry9x8gf2tvdw0s3jn54khce6mua7l1bioNBIQ .";
    static const uint8_t seed[32] = {1};
    struct rng_stream stream;
    rng_stream_init(&stream, seed);
    struct rng rng = rng_from_stream(&stream);
    char text[TICKET_TEXT_SIZE], changed[TICKET_TEXT_SIZE];
    struct ticket t = sample(), back;
    strcpy(text, written(&t, TICKET_INVITATION));
    uint32_t len = (uint32_t)strlen(text);
    for (unsigned i = 0; i < 100000; i++) {
        memcpy(changed, text, sizeof text);
        for (unsigned n = 1 + rng_below(&rng, 3); n > 0; n--)
            changed[rng_below(&rng, len)] = any[rng_below(&rng, sizeof any - 1)];
        if (strcmp(changed, text) != 0)
            assert_int_not_equal(ticket_read(span_text(changed), TICKET_INVITATION, &back),
                                 VERDICT_OK);
    }
}

static void lost_and_doubled_characters(void **state)
{
    (void)state;
    char text[TICKET_TEXT_SIZE], changed[TICKET_TEXT_SIZE + 1];
    struct ticket t = sample();
    strcpy(text, written(&t, TICKET_INVITATION));
    size_t len = strlen(text);
    for (size_t i = 4; i < len; i++) {
        memcpy(changed, text, i);
        strcpy(changed + i, text + i + 1);
        expect_refused(span_text(changed), TICKET_INVITATION, VERDICT_TICKET_MALFORMED);
        memcpy(changed, text, i + 1);
        strcpy(changed + i + 1, text + i);
        if (i + 1 < len)
            expect_refused(span_text(changed), TICKET_INVITATION, VERDICT_TICKET_MALFORMED);
        expect_refused(span_of(text, i), TICKET_INVITATION, VERDICT_TICKET_MALFORMED);
    }
}

static void mixed_case(void **state)
{
    (void)state;
    char text[TICKET_TEXT_SIZE];
    struct ticket t = sample();
    strcpy(text, written(&t, TICKET_INVITATION));
    text[40] = 'q';
    text[0] = 'N';
    expect_refused(span_text(text), TICKET_INVITATION, VERDICT_TICKET_MALFORMED);
}

static void other_kinds(void **state)
{
    (void)state;
    char text[TICKET_TEXT_SIZE] = "";
    struct ticket t = sample(), back;
    expect_refused(span_text(written(&t, TICKET_CARD)), TICKET_INVITATION, VERDICT_TICKET_KIND);
    expect_refused(span_text(written(&t, TICKET_INVITATION)), TICKET_CARD, VERDICT_TICKET_KIND);
    struct text out = text_over(text, sizeof text);
    assert_true(bech32_write("nbg", span_text("a game offer"), &out));
    expect_refused(span_text(text), TICKET_INVITATION, VERDICT_TICKET_KIND);
    /* The right kind wins, wherever it stands. */
    text_add(&out, " ");
    text_add(&out, written(&t, TICKET_INVITATION));
    assert_int_equal(ticket_read(span_text(text), TICKET_INVITATION, &back), VERDICT_OK);
}

/* A ticket of these bytes behind version, flags and 52 bytes of key, token and expiry. */
static void expect_bytes(const char *head, struct span tail, enum verdict wanted)
{
    char storage[TICKET_TEXT_SIZE];
    uint8_t bytes[512];
    struct ticket back;
    struct buf b = buf_over(bytes, sizeof bytes);
    buf_add(&b, span_of(head, 2));
    for (unsigned i = 0; i < 52; i++)
        buf_add_byte(&b, 3);
    buf_add(&b, tail);
    struct text out = text_over(storage, sizeof storage);
    assert_true(buf_ok(&b) && bech32_write("nbi", buf_span(&b), &out));
    if (wanted == VERDICT_OK)
        assert_int_equal(ticket_read(span_text(storage), TICKET_INVITATION, &back), VERDICT_OK);
    else
        expect_refused(span_text(storage), TICKET_INVITATION, wanted);
}

static void bytes_checked(void **state)
{
    (void)state;
    static const struct {
        const char *tail;
        size_t len;
        enum verdict wanted;
    } rows[] = {
        {"\0\0", 2, VERDICT_OK},
        {"\0\1A", 3, VERDICT_OK},
        {"\0\0\0", 3, VERDICT_TICKET_MALFORMED},           /* one byte too many */
        {"\0", 1, VERDICT_TICKET_MALFORMED},               /* one too few */
        {"\5\0", 2, VERDICT_TICKET_MALFORMED},             /* five addresses */
        {"\0\2A\n", 4, VERDICT_TICKET_MALFORMED},          /* name with a line break */
        {"\0\0219bcdefghijklmnopq", 19, VERDICT_TICKET_MALFORMED}, /* 17 characters */
        {"\1\1\1\2\3\4\5\0\0", 9, VERDICT_OK},             /* 1.2.3.4:5 */
        {"\1\1\1\2\3\4\0\0\0", 9, VERDICT_TICKET_MALFORMED}, /* port 0 */
        {"\1\4\7""1.2.3.4\5\0\0", 12, VERDICT_TICKET_MALFORMED}, /* IPv4 as a name */
        {"\1\4\1A\5\0\0", 7, VERDICT_TICKET_MALFORMED}, /* name not in lower case */
        {"\1\4\1a\5\0\0", 7, VERDICT_OK},
        {"\1\4\3a:1\5\0\0", 9, VERDICT_TICKET_MALFORMED},
        {"\1\4\3a\0b\5\0\0", 9, VERDICT_TICKET_MALFORMED},
        {"\1\4\0\5\0\0", 6, VERDICT_TICKET_MALFORMED},
        {"\1\5\1a\5\0\0", 7, VERDICT_TICKET_MALFORMED}, /* unknown kind of address */
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_bytes("\x11\0", span_of(rows[i].tail, rows[i].len), rows[i].wanted);
    expect_bytes("\x21\0", span_text("whatever a later version adds"), VERDICT_TICKET_VERSION);
    expect_bytes("\x11\1", span_text("whatever a flag may mean"), VERDICT_TICKET_VERSION);
    expect_bytes("\x01\0", span_of("\0\0", 2), VERDICT_TICKET_MALFORMED);
    expect_bytes("\x12\0", span_of("\0\0", 2), VERDICT_TICKET_MALFORMED);
}

static void nothing_there(void **state)
{
    (void)state;
    static char big[TICKET_PASTE_MAX + 1];
    expect_refused(span_text(""), TICKET_INVITATION, VERDICT_TICKET_MALFORMED);
    expect_refused(span_text("nbi1"), TICKET_INVITATION, VERDICT_TICKET_MALFORMED);
    expect_refused(span_text("hello numbridge nobody"), TICKET_INVITATION,
                   VERDICT_TICKET_MALFORMED);
    memset(big, 'n', sizeof big);
    expect_refused(span_of(big, sizeof big - 1), TICKET_INVITATION, VERDICT_TICKET_MALFORMED);
    expect_refused(span_of(big, sizeof big), TICKET_INVITATION, VERDICT_TICKET_MALFORMED);
    for (size_t i = 0; i < sizeof big; i++)
        big[i] = "nbi1"[i % 4];
    expect_refused(span_of(big, sizeof big - 1), TICKET_INVITATION, VERDICT_TICKET_MALFORMED);
    expect_refused(span_of("nbi1\0qqqqqqqqqqqqqqqqqqqqqq", 26), TICKET_INVITATION,
                   VERDICT_TICKET_MALFORMED);
}

static void not_written(void **state)
{
    (void)state;
    char storage[TICKET_TEXT_SIZE];
    struct text out = text_over(storage, sizeof storage);
    struct ticket t = sample();
    strcpy(t.nick, "9lives");
    assert_int_equal(ticket_write(&t, TICKET_INVITATION, &out), VERDICT_NAME_MALFORMED);
    t = sample();
    t.addresses_n = 5;
    assert_int_equal(ticket_write(&t, TICKET_INVITATION, &out), VERDICT_FIELD_RANGE);
    t = sample();
    t.expires = UINT64_C(1) << 32;
    assert_int_equal(ticket_write(&t, TICKET_INVITATION, &out), VERDICT_FIELD_RANGE);
    t = sample();
    strcpy(t.addresses[1].text, "tcp://a:5");
    assert_int_equal(ticket_write(&t, TICKET_INVITATION, &out), VERDICT_ADDRESS_MALFORMED);
    t = sample();
    for (unsigned i = 0; i < 4; i++) {
        memset(t.addresses[i].text, 'a', 255);
        strcpy(t.addresses[i].text + 255, ":5");
    }
    assert_int_equal(ticket_write(&t, TICKET_INVITATION, &out), VERDICT_TOO_LONG);
    assert_string_equal(storage, "");
    t = sample();
    out = text_over(storage, 100);
    assert_int_equal(ticket_write(&t, TICKET_INVITATION, &out), VERDICT_TOO_LONG);
    assert_string_equal(storage, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),     cmocka_unit_test(fixed_bytes),
        cmocka_unit_test(mangled),        cmocka_unit_test(in_a_mail_in_capitals),
        cmocka_unit_test(random_changes), cmocka_unit_test(lost_and_doubled_characters),
        cmocka_unit_test(mixed_case),     cmocka_unit_test(other_kinds),
        cmocka_unit_test(bytes_checked),  cmocka_unit_test(nothing_there),
        cmocka_unit_test(not_written),    cmocka_unit_test(second_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
