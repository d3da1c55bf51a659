/* The key file is text, so that somebody who looks into it sees what it is:
 *
 *   numbridge-key 1
 *   public <64 hex digits>
 *   lock none                                   or   lock argon2id13 OPERATIONS MEMORY SALT NONCE
 *   seed <64 hex digits>                        or   seed <96 hex digits: secretbox>
 *   check <64 hex digits>
 *
 * The check tells damage from a wrong passphrase.  The parameters of the passphrase stand in the
 * file, so that later versions may raise them. */
#include "keys/keyfile.h"

#include "base/buf.h"
#include "base/hash.h"
#include "base/text.h"
#include "keys/files.h"

#include <assert.h>
#include <errno.h>
#include <sodium.h>

enum {
    FILE_MAX = 1024,
    BOX_LEN = 32 + crypto_secretbox_MACBYTES,
    OPERATIONS_MAX = 16,
    MEMORY_MAX = 1 << 30 /* a file must not make us take all memory there is */
};

/* A key file taken apart; `box` holds the seed in the clear if it is not locked. */
struct content {
    struct player_key public;
    bool locked;
    uint64_t operations, memory;
    uint8_t salt[crypto_pwhash_SALTBYTES];
    uint8_t nonce[crypto_secretbox_NONCEBYTES];
    uint8_t box[BOX_LEN];
};

void identity_from_seed(struct identity *id, const uint8_t seed[32])
{
    memcpy(id->seed, seed, sizeof id->seed);
    int rc = crypto_sign_seed_keypair(id->public.b, id->secret, id->seed);
    assert(rc == 0);
    (void)rc;
}

void identity_wipe(struct identity *id)
{
    sodium_memzero(id, sizeof *id);
}

/* --- text ------------------------------------------------------------------------------------- */

/* [F-7.3] The check is the hash under the tag key-file of all text before that line. */
static struct hash check_of(struct span text)
{
    struct hasher h;
    hash_start(&h, TAG_KEY_FILE);
    hash_bytes(&h, text);
    return hash_end(&h);
}

static void add_hex(struct text *t, const char *before, const uint8_t *bytes, size_t len)
{
    char hex[2 * 64 + 1];
    assert(len <= 64);
    hex_write(span_of(bytes, len), hex);
    text_add(t, before);
    text_add(t, hex);
    sodium_memzero(hex, sizeof hex);
}

static void format(const struct content *c, struct text *t)
{
    text_add(t, "numbridge-key 1\n");
    add_hex(t, "public ", c->public.b, sizeof c->public.b);
    if (c->locked) {
        text_add(t, "\nlock argon2id13 ");
        text_add_number(t, c->operations);
        text_add(t, " ");
        text_add_number(t, c->memory);
        add_hex(t, " ", c->salt, sizeof c->salt);
        add_hex(t, " ", c->nonce, sizeof c->nonce);
    } else {
        text_add(t, "\nlock none");
    }
    add_hex(t, "\nseed ", c->box, c->locked ? BOX_LEN : 32);
    text_add(t, "\n");
    struct hash check = check_of(span_of(t->data, t->len));
    add_hex(t, "check ", check.b, sizeof check.b);
    text_add(t, "\n");
}

/* What the reader still has to read; a word that is not there sets `failed`. */
struct reader {
    struct span rest;
    bool failed;
};

/* Step over exactly these characters. */
static bool expect(struct reader *r, const char *literal)
{
    size_t len = strlen(literal);
    if (r->failed || r->rest.len < len || memcmp(r->rest.data, literal, len) != 0)
        return false;
    r->rest = span_of(r->rest.data + len, r->rest.len - len);
    return true;
}

static void need(struct reader *r, const char *literal)
{
    if (!expect(r, literal))
        r->failed = true;
}

static void need_hex(struct reader *r, uint8_t *out, size_t len)
{
    if (r->failed || r->rest.len < 2 * len || !hex_read(span_of(r->rest.data, 2 * len), out, len)) {
        r->failed = true;
        return;
    }
    r->rest = span_of(r->rest.data + 2 * len, r->rest.len - 2 * len);
}

static uint64_t need_number(struct reader *r, uint64_t max)
{
    uint64_t number = 0;
    size_t len = 0;
    while (len < r->rest.len && r->rest.data[len] >= '0' && r->rest.data[len] <= '9')
        len++;
    if (r->failed || !text_read_number(span_of(r->rest.data, len), max, &number)) {
        r->failed = true;
        return 0;
    }
    r->rest = span_of(r->rest.data + len, r->rest.len - len);
    return number;
}

static void read_lock(struct reader *r, struct content *c)
{
    need(r, "\nlock ");
    c->locked = !expect(r, "none");
    if (!c->locked)
        return;
    need(r, "argon2id13 ");
    c->operations = need_number(r, OPERATIONS_MAX);
    need(r, " ");
    c->memory = need_number(r, MEMORY_MAX);
    need(r, " ");
    need_hex(r, c->salt, sizeof c->salt);
    need(r, " ");
    need_hex(r, c->nonce, sizeof c->nonce);
}

static enum verdict parse_content(struct span text, struct content *c)
{
    struct reader r = {text, false};
    struct hash check = {{0}};
    memset(c, 0, sizeof *c);
    need(&r, "numbridge-key 1\npublic ");
    need_hex(&r, c->public.b, sizeof c->public.b);
    read_lock(&r, c);
    need(&r, "\nseed ");
    need_hex(&r, c->box, c->locked ? BOX_LEN : 32);
    need(&r, "\n");
    size_t checked = text.len - r.rest.len;
    need(&r, "check ");
    need_hex(&r, check.b, sizeof check.b);
    need(&r, "\n");
    if (r.failed || r.rest.len != 0)
        return VERDICT_KEY_DAMAGED;
    struct hash right = check_of(span_of(text.data, checked));
    return hash_equal(&right, &check) ? VERDICT_OK : VERDICT_KEY_DAMAGED;
}

/* --- locking ---------------------------------------------------------------------------------- */

/* Passphrase to key; false if there is not enough memory. */
static bool stretch(const struct content *c, struct span passphrase, uint8_t key[32])
{
    return crypto_pwhash(key, 32, (const char *)passphrase.data, passphrase.len, c->salt,
                         c->operations, (size_t)c->memory, crypto_pwhash_ALG_ARGON2ID13) == 0;
}

static enum verdict lock(struct content *c, const uint8_t seed[32], struct span passphrase)
{
    uint8_t key[32];
    c->locked = passphrase.len > 0;
    if (!c->locked) {
        memcpy(c->box, seed, 32);
        return VERDICT_OK;
    }
    c->operations = crypto_pwhash_OPSLIMIT_MODERATE;
    c->memory = crypto_pwhash_MEMLIMIT_MODERATE;
    randombytes_buf(c->salt, sizeof c->salt);
    randombytes_buf(c->nonce, sizeof c->nonce);
    if (!stretch(c, passphrase, key))
        return VERDICT_MEMORY;
    crypto_secretbox_easy(c->box, seed, 32, c->nonce, key);
    sodium_memzero(key, sizeof key);
    return VERDICT_OK;
}

static enum verdict unlock(const struct content *c, struct span passphrase, uint8_t seed[32])
{
    uint8_t key[32];
    if (!c->locked) {
        memcpy(seed, c->box, 32);
        return VERDICT_OK;
    }
    if (passphrase.len == 0)
        return VERDICT_LOCKED;
    if (c->operations < crypto_pwhash_OPSLIMIT_MIN || c->memory < crypto_pwhash_MEMLIMIT_MIN)
        return VERDICT_KEY_DAMAGED;
    if (!stretch(c, passphrase, key))
        return VERDICT_MEMORY;
    int rc = crypto_secretbox_open_easy(seed, c->box, BOX_LEN, c->nonce, key);
    sodium_memzero(key, sizeof key);
    return rc == 0 ? VERDICT_OK : VERDICT_WRONG_PASSPHRASE;
}

/* --- the whole -------------------------------------------------------------------------------- */

static enum verdict open_content(const struct content *c, struct span passphrase,
                                 struct identity *out)
{
    uint8_t seed[32];
    struct identity id;
    enum verdict v = unlock(c, passphrase, seed);
    if (v != VERDICT_OK)
        return v;
    identity_from_seed(&id, seed);
    sodium_memzero(seed, sizeof seed);
    if (player_key_equal(&id.public, &c->public))
        *out = id;
    else
        v = VERDICT_KEY_DAMAGED;
    identity_wipe(&id);
    return v;
}

enum verdict keyfile_parse(struct span text, struct span passphrase, struct identity *out)
{
    struct content c;
    enum verdict v = parse_content(text, &c);
    if (v == VERDICT_OK)
        v = open_content(&c, passphrase, out);
    sodium_memzero(&c, sizeof c);
    return v;
}

static enum verdict read_content(const char *path, struct content *c)
{
    uint8_t storage[FILE_MAX];
    struct buf b = buf_over(storage, sizeof storage);
    enum verdict v = file_read(path, &b);
    if (v == VERDICT_NO_FILE)
        return errno == EACCES ? VERDICT_PERMISSION : VERDICT_NO_KEY;
    if (!file_is_private(path))
        v = VERDICT_KEY_READABLE;
    else
        v = v == VERDICT_TOO_LONG ? VERDICT_KEY_DAMAGED : parse_content(buf_span(&b), c);
    sodium_memzero(storage, sizeof storage);
    return v;
}

static enum verdict write_content(const char *path, const struct content *c, enum file_how how)
{
    char storage[FILE_MAX];
    struct text t = text_over(storage, sizeof storage);
    format(c, &t);
    enum verdict v = file_write(path, span_of(t.data, t.len), how, FILE_PRIVATE);
    sodium_memzero(storage, sizeof storage);
    return v;
}

enum verdict keyfile_create(const char *path, struct span passphrase, struct identity *out)
{
    uint8_t seed[32];
    struct identity id;
    struct content c = {0};
    randombytes_buf(seed, sizeof seed);
    identity_from_seed(&id, seed);
    c.public = id.public;
    enum verdict v = lock(&c, seed, passphrase);
    if (v == VERDICT_OK)
        v = write_content(path, &c, FILE_NEW);
    if (v == VERDICT_OK)
        *out = id;
    sodium_memzero(&c, sizeof c);
    sodium_memzero(seed, sizeof seed);
    identity_wipe(&id);
    return v;
}

enum verdict keyfile_load(const char *path, struct span passphrase, struct identity *out)
{
    struct content c;
    enum verdict v = read_content(path, &c);
    if (v == VERDICT_OK)
        v = open_content(&c, passphrase, out);
    sodium_memzero(&c, sizeof c);
    return v;
}

enum verdict keyfile_change_passphrase(const char *path, struct span old_one, struct span new_one)
{
    struct identity id;
    struct content c = {0};
    enum verdict v = keyfile_load(path, old_one, &id);
    if (v != VERDICT_OK)
        return v;
    c.public = id.public;
    v = lock(&c, id.seed, new_one);
    if (v == VERDICT_OK)
        v = write_content(path, &c, FILE_REPLACE);
    sodium_memzero(&c, sizeof c);
    identity_wipe(&id);
    return v;
}

enum verdict keyfile_is_locked(const char *path, bool *locked)
{
    struct content c;
    enum verdict v = read_content(path, &c);
    if (v == VERDICT_OK)
        *locked = c.locked;
    sodium_memzero(&c, sizeof c);
    return v;
}

enum verdict keyfile_public(const char *path, struct player_key *out)
{
    struct content c;
    enum verdict v = read_content(path, &c);
    if (v == VERDICT_OK)
        *out = c.public;
    sodium_memzero(&c, sizeof c);
    return v;
}
