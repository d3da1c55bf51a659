/* Proves: an identity comes back from its file, with and without a passphrase; the file is never
 * overwritten, never read when others can read it; a wrong passphrase and damage are told apart;
 * no change of a single byte and no cut is taken for a key; a failed change of the passphrase
 * leaves the old one in force. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <sodium.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "keys/files.h"
#include "keys/keyfile.h"
#include "tests/unit/scratch.h"

static struct span none(void)
{
    return span_of("", 0);
}

/* RFC 8032, section 7.1, test 1. */
static void known_key(void **state)
{
    (void)state;
    uint8_t seed[32], public[32];
    struct identity id;
    assert_true(hex_read(
        span_text("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"), seed, 32));
    assert_true(hex_read(
        span_text("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"), public, 32));
    identity_from_seed(&id, seed);
    assert_memory_equal(id.public.b, public, 32);
    assert_memory_equal(id.seed, seed, 32);
    identity_wipe(&id);
    static const struct identity zeros;
    assert_memory_equal(&id, &zeros, sizeof id);
}

/* Files that a second program wrote, tests/reference/ticket.py. */
static void second_program(void **state)
{
    (void)state;
    static char line[4096], key[65], seed[65], text[2000];
    unsigned n = 0;
    FILE *f = fopen("tests/vectors/tickets.txt", "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        struct identity id;
        uint8_t wanted[32];
        if (sscanf(line, "keyfile %64s %64s 0 - - %1999s", key, seed, text) != 3)
            continue;
        for (char *c = text; *c; c++)
            *c = (char)(*c == '|' ? '\n' : *c == '~' ? ' ' : *c);
        assert_int_equal(keyfile_parse(span_text(text), none(), &id), VERDICT_OK);
        assert_true(hex_read(span_text(key), wanted, 32));
        assert_memory_equal(id.public.b, wanted, 32);
        assert_true(hex_read(span_text(seed), wanted, 32));
        assert_memory_equal(id.seed, wanted, 32);
        n++;
    }
    fclose(f);
    assert_int_equal(n, 3);
}

static void without_passphrase(void **state)
{
    (void)state;
    struct identity made, loaded;
    struct player_key public;
    bool locked = true;
    const char *path = scratch("key");
    assert_int_equal(keyfile_create(path, none(), &made), VERDICT_OK);
    assert_true(file_is_private(path));
    assert_int_equal(keyfile_load(path, none(), &loaded), VERDICT_OK);
    assert_memory_equal(&made, &loaded, sizeof made);
    assert_int_equal(keyfile_load(path, span_text("any"), &loaded), VERDICT_OK);
    assert_int_equal(keyfile_is_locked(path, &locked), VERDICT_OK);
    assert_false(locked);
    assert_int_equal(keyfile_public(path, &public), VERDICT_OK);
    assert_true(player_key_equal(&public, &made.public));
}

static void with_passphrase(void **state)
{
    (void)state;
    struct identity made, loaded = {0}, zeros = {0};
    struct player_key public;
    bool locked = false;
    const char *path = scratch("key");
    assert_int_equal(keyfile_create(path, span_text("correct horse"), &made), VERDICT_OK);
    assert_int_equal(keyfile_is_locked(path, &locked), VERDICT_OK);
    assert_true(locked);
    assert_int_equal(keyfile_public(path, &public), VERDICT_OK);
    assert_true(player_key_equal(&public, &made.public));
    assert_int_equal(keyfile_load(path, none(), &loaded), VERDICT_LOCKED);
    assert_int_equal(keyfile_load(path, span_text("correct horsf"), &loaded),
                     VERDICT_WRONG_PASSPHRASE);
    assert_memory_equal(&loaded, &zeros, sizeof zeros);
    assert_int_equal(keyfile_load(path, span_text("correct horse"), &loaded), VERDICT_OK);
    assert_memory_equal(&made, &loaded, sizeof made);
}

static void seed_is_not_in_a_locked_file(void **state)
{
    (void)state;
    struct identity made;
    uint8_t *data;
    size_t len;
    char hex[65];
    assert_int_equal(keyfile_create(scratch("key"), span_text("p"), &made), VERDICT_OK);
    assert_int_equal(file_read_new(scratch("key"), 2000, &data, &len), VERDICT_OK);
    hex_write(span_of(made.seed, 32), hex);
    assert_null(strstr((char *)data, hex));
    free(data);
}

static void another_passphrase(void **state)
{
    (void)state;
    struct identity made, loaded;
    const char *path = scratch("key");
    assert_int_equal(keyfile_create(path, none(), &made), VERDICT_OK);
    assert_int_equal(keyfile_change_passphrase(path, none(), span_text("new")), VERDICT_OK);
    assert_int_equal(keyfile_load(path, none(), &loaded), VERDICT_LOCKED);
    assert_int_equal(keyfile_change_passphrase(path, span_text("bad"), none()),
                     VERDICT_WRONG_PASSPHRASE);
    assert_int_equal(keyfile_load(path, span_text("new"), &loaded), VERDICT_OK);
    assert_memory_equal(&made, &loaded, sizeof made);
    assert_int_equal(keyfile_change_passphrase(path, span_text("new"), none()), VERDICT_OK);
    assert_int_equal(keyfile_load(path, none(), &loaded), VERDICT_OK);
    assert_true(file_is_private(path));
}

static void never_overwritten(void **state)
{
    (void)state;
    struct identity made, second = {0}, loaded, zeros = {0};
    assert_int_equal(keyfile_create(scratch("key"), none(), &made), VERDICT_OK);
    assert_int_equal(keyfile_create(scratch("key"), none(), &second), VERDICT_KEY_EXISTS);
    assert_memory_equal(&second, &zeros, sizeof zeros);
    assert_int_equal(keyfile_load(scratch("key"), none(), &loaded), VERDICT_OK);
    assert_memory_equal(&made, &loaded, sizeof made);
}

static void readable_by_others(void **state)
{
    (void)state;
    static const mode_t bad[] = {0640, 0604, 0660, 0644, 0606, 0610};
    struct identity id;
    bool locked;
    assert_int_equal(keyfile_create(scratch("key"), none(), &id), VERDICT_OK);
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(chmod(scratch("key"), bad[i]), 0);
        assert_int_equal(keyfile_load(scratch("key"), none(), &id), VERDICT_KEY_READABLE);
        assert_int_equal(keyfile_is_locked(scratch("key"), &locked), VERDICT_KEY_READABLE);
    }
    assert_int_equal(chmod(scratch("key"), 0400), 0);
    assert_int_equal(keyfile_load(scratch("key"), none(), &id), VERDICT_OK);
}

static void not_there(void **state)
{
    (void)state;
    struct identity id;
    bool locked;
    assert_int_equal(keyfile_load(scratch("key"), none(), &id), VERDICT_NO_KEY);
    assert_int_equal(keyfile_is_locked(scratch("key"), &locked), VERDICT_NO_KEY);
    assert_int_equal(keyfile_create(scratch("none/key"), none(), &id), VERDICT_NO_FOLDER);
}

/* Every byte changed in three ways, every cut, in both forms of the file. */
static void damage(void **state)
{
    (void)state;
    static const char *const passphrases[] = {"", "p"};
    for (unsigned p = 0; p < 2; p++) {
        struct identity id, untouched;
        uint8_t *data;
        size_t len;
        const char *path = scratch(p ? "locked" : "open");
        assert_int_equal(keyfile_create(path, span_text(passphrases[p]), &id), VERDICT_OK);
        assert_int_equal(file_read_new(path, 2000, &data, &len), VERDICT_OK);
        untouched = id;
        for (size_t i = 0; i < len; i++) {
            static const uint8_t masks[] = {1, 2, 0x80};
            for (unsigned m = 0; m < sizeof masks; m++) {
                data[i] ^= masks[m];
                assert_int_equal(keyfile_parse(span_of(data, len), span_text("p"), &id),
                                 VERDICT_KEY_DAMAGED);
                data[i] ^= masks[m];
            }
            assert_int_equal(keyfile_parse(span_of(data, i), span_text("p"), &id),
                             VERDICT_KEY_DAMAGED);
        }
        assert_memory_equal(&id, &untouched, sizeof id);
        assert_int_equal(keyfile_parse(span_of(data, len + 1), span_text("p"), &id),
                         VERDICT_KEY_DAMAGED); /* one byte more, a zero */
        free(data);
    }
}

static void far_too_long(void **state)
{
    (void)state;
    static char text[5000];
    struct identity id;
    memset(text, '7', sizeof text - 1);
    assert_int_equal(file_write(scratch("key"), span_text(text), FILE_NEW, FILE_PRIVATE),
                     VERDICT_OK);
    assert_int_equal(keyfile_load(scratch("key"), none(), &id), VERDICT_KEY_DAMAGED);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, scratch_make, scratch_remove)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(known_key),          TEST(without_passphrase), TEST(with_passphrase),
        TEST(seed_is_not_in_a_locked_file), TEST(another_passphrase),
        TEST(never_overwritten),  TEST(readable_by_others), TEST(not_there),
        TEST(damage),             TEST(far_too_long),       TEST(second_program),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
