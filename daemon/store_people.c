/* SQL of people.  Nothing here decides anything. */
#include "daemon/store_people.h"

#include <string.h>

#include "base/hash.h"
#include "daemon/log.h"

enum { ADDRESSES_TEXT_SIZE = PEER_ADDRESSES_MAX * (PEER_ADDRESS_LEN_MAX + 1) + 1 };

#define CONTACT_COLUMNS                                                                          \
    "key, name, calls_self, addresses, joined, practice, token, expires_ms, last_seen_ms, "      \
    "added_ms, checked_ms"
#define INVITATION_COLUMNS                                                                       \
    "number, token_hash, created_ms, expires_ms, state, bound_key, used_ms"

/* ---- contacts ------------------------------------------------------------------------------ */

static void join_lines(const struct contact *c, char out[ADDRESSES_TEXT_SIZE])
{
    size_t len = 0;

    for (unsigned i = 0; i < c->addresses_n; i++) {
        size_t more = strlen(c->addresses[i]);
        memcpy(out + len, c->addresses[i], more);
        len += more;
        out[len++] = '\n';
    }
    out[len] = '\0';
}

static void split_lines(const char *text, struct contact *c)
{
    c->addresses_n = 0;
    while (*text != '\0' && c->addresses_n < PEER_ADDRESSES_MAX) {
        size_t len = strcspn(text, "\n");
        if (len > 0 && len <= PEER_ADDRESS_LEN_MAX) {
            char *address = c->addresses[c->addresses_n++];
            memcpy(address, text, len);
            address[len] = '\0';
        }
        text += len + (text[len] == '\n');
    }
}

enum verdict store_contact_put(struct store *s, const struct contact *c)
{
    char addresses[ADDRESSES_TEXT_SIZE];
    sqlite3_stmt *st = store_sql(s,
        "INSERT INTO contacts(" CONTACT_COLUMNS ") VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, "
        "?11)"
        " ON CONFLICT(key) DO UPDATE SET name = ?2, calls_self = ?3, addresses = ?4, joined = ?5,"
        " practice = ?6, token = ?7, expires_ms = ?8, last_seen_ms = ?9, added_ms = ?10,"
        " checked_ms = ?11");

    join_lines(c, addresses);
    store_bind_blob(st, 1, c->key.b, sizeof c->key.b);
    store_bind_text(st, 2, c->name);
    store_bind_text(st, 3, c->calls_self);
    store_bind_text(st, 4, addresses);
    store_bind_number(st, 5, c->joined);
    store_bind_number(st, 6, c->practice);
    if (c->has_token)
        store_bind_blob(st, 7, c->token, sizeof c->token);
    store_bind_number(st, 8, c->expires_ms);
    store_bind_number(st, 9, c->last_seen_ms);
    store_bind_number(st, 10, c->added_ms);
    store_bind_number(st, 11, c->checked_ms);
    return store_run(s, st);
}

void store_contact_seen(struct store *s, const struct player_key *key, uint64_t ms)
{
    sqlite3_stmt *st = store_sql(s, "UPDATE contacts SET last_seen_ms = ?2 WHERE key = ?1");
    store_bind_blob(st, 1, key->b, sizeof key->b);
    store_bind_number(st, 2, ms);
    if (store_run(s, st) != VERDICT_OK)
        log_warnx("when a friend was last seen could not be stored");
}

enum verdict store_contact_delete(struct store *s, const struct player_key *key)
{
    sqlite3_stmt *st = store_sql(s, "DELETE FROM contacts WHERE key = ?1");
    store_bind_blob(st, 1, key->b, sizeof key->b);
    return store_run(s, st);
}

static void read_contact(sqlite3_stmt *st, struct contact *c)
{
    char addresses[ADDRESSES_TEXT_SIZE];

    *c = (struct contact){.addresses_n = 0};
    store_blob(st, 0, c->key.b, sizeof c->key.b);
    store_text(st, 1, c->name, sizeof c->name);
    store_text(st, 2, c->calls_self, sizeof c->calls_self);
    store_text(st, 3, addresses, sizeof addresses);
    split_lines(addresses, c);
    c->joined = store_number(st, 4) != 0;
    c->practice = store_number(st, 5) != 0;
    c->has_token = sqlite3_column_type(st, 6) != SQLITE_NULL;
    store_blob(st, 6, c->token, sizeof c->token);
    c->expires_ms = store_number(st, 7);
    c->last_seen_ms = store_number(st, 8);
    c->added_ms = store_number(st, 9);
    c->checked_ms = store_number(st, 10);
}

enum verdict store_contacts(struct store *s, struct contact *out, unsigned *n)
{
    sqlite3_stmt *st = store_sql(s, "SELECT " CONTACT_COLUMNS " FROM contacts"
                                    " ORDER BY name COLLATE NOCASE LIMIT ?1");
    bool row;

    *n = 0;
    store_bind_number(st, 1, CONTACTS_MAX);
    for (;;) {
        if (!store_step(s, st, &row))
            return store_verdict(s);
        if (!row)
            return VERDICT_OK;
        read_contact(st, &out[(*n)++]);
    }
}

/* ---- removed friends ----------------------------------------------------------------------- */

enum verdict store_removed_put(struct store *s, const struct player_key *key, uint64_t ms)
{
    sqlite3_stmt *st = store_sql(s, "INSERT OR REPLACE INTO removed(key, time_ms) VALUES(?1, ?2)");
    store_bind_blob(st, 1, key->b, sizeof key->b);
    store_bind_number(st, 2, ms);
    return store_run(s, st);
}

enum verdict store_removed_clear(struct store *s)
{
    return store_run(s, store_sql(s, "DELETE FROM removed"));
}

enum verdict store_removed(struct store *s, unsigned max, struct player_key *out, unsigned *n)
{
    sqlite3_stmt *st = store_sql(s, "SELECT key FROM removed ORDER BY time_ms DESC LIMIT ?1");
    bool row;

    *n = 0;
    store_bind_number(st, 1, max);
    for (;;) {
        if (!store_step(s, st, &row))
            return store_verdict(s);
        if (!row)
            return VERDICT_OK;
        store_blob(st, 0, out[*n].b, sizeof out[*n].b);
        ++*n;
    }
}

/* ---- invitations --------------------------------------------------------------------------- */

/* [P-7.2] The host stores its hash under the tag token, never the token. */
struct hash invitation_hash(const uint8_t token[TOKEN_LEN])
{
    struct hasher h;

    hash_start(&h, TAG_TOKEN);
    hash_bytes(&h, span_of(token, TOKEN_LEN));
    return hash_end(&h);
}

enum verdict store_invitation_add(struct store *s, const struct invitation *i, uint64_t *number)
{
    sqlite3_stmt *st = store_sql(s,
        "INSERT INTO invitations(token_hash, created_ms, expires_ms, state)"
        " VALUES(?1, ?2, ?3, ?4)");

    store_bind_blob(st, 1, i->token_hash.b, sizeof i->token_hash.b);
    store_bind_number(st, 2, i->created_ms);
    store_bind_number(st, 3, i->expires_ms);
    store_bind_number(st, 4, INVITATION_OPEN);
    enum verdict v = store_run(s, st);
    if (v == VERDICT_OK)
        *number = (uint64_t)sqlite3_last_insert_rowid(store_db(s));
    return v;
}

static void read_invitation(sqlite3_stmt *st, struct invitation *i)
{
    *i = (struct invitation){.number = store_number(st, 0)};
    store_blob(st, 1, i->token_hash.b, sizeof i->token_hash.b);
    i->created_ms = store_number(st, 2);
    i->expires_ms = store_number(st, 3);
    i->state = (uint32_t)store_number(st, 4);
    i->bound = sqlite3_column_type(st, 5) != SQLITE_NULL;
    store_blob(st, 5, i->bound_key.b, sizeof i->bound_key.b);
    i->used_ms = store_number(st, 6);
}

static enum verdict read_one(struct store *s, sqlite3_stmt *st, struct invitation *out)
{
    bool row;

    if (!store_step(s, st, &row))
        return store_verdict(s);
    if (!row)
        return VERDICT_TICKET_UNKNOWN;
    read_invitation(st, out);
    store_done(st);
    return VERDICT_OK;
}

enum verdict store_invitation_by_hash(struct store *s, const struct hash *token_hash,
                                      struct invitation *out)
{
    sqlite3_stmt *st = store_sql(s, "SELECT " INVITATION_COLUMNS " FROM invitations"
                                    " WHERE token_hash = ?1");
    store_bind_blob(st, 1, token_hash->b, sizeof token_hash->b);
    return read_one(s, st, out);
}

enum verdict store_invitation_by_number(struct store *s, uint64_t number, struct invitation *out)
{
    if (number > INT64_MAX)
        return VERDICT_TICKET_UNKNOWN;
    sqlite3_stmt *st = store_sql(s, "SELECT " INVITATION_COLUMNS " FROM invitations"
                                    " WHERE number = ?1");
    store_bind_number(st, 1, number);
    return read_one(s, st, out);
}

enum verdict store_invitation_revoke(struct store *s, uint64_t number)
{
    sqlite3_stmt *st = store_sql(s, "UPDATE invitations SET state = ?2 WHERE number = ?1");
    store_bind_number(st, 1, number);
    store_bind_number(st, 2, INVITATION_REVOKED);
    return store_run(s, st);
}

enum verdict store_invitation_bind(struct store *s, uint64_t number,
                                   const struct player_key *who, uint64_t now_ms)
{
    sqlite3_stmt *st = store_sql(s,
        "UPDATE invitations SET state = ?2, bound_key = ?3, used_ms = ?4 WHERE number = ?1");
    store_bind_number(st, 1, number);
    store_bind_number(st, 2, INVITATION_USED);
    store_bind_blob(st, 3, who->b, sizeof who->b);
    store_bind_number(st, 4, now_ms);
    return store_run(s, st);
}

enum verdict store_invitations_revoke_of(struct store *s, const struct player_key *who)
{
    sqlite3_stmt *st = store_sql(s, "UPDATE invitations SET state = ?2 WHERE bound_key = ?1");
    store_bind_blob(st, 1, who->b, sizeof who->b);
    store_bind_number(st, 2, INVITATION_REVOKED);
    return store_run(s, st);
}

enum verdict store_invitations(struct store *s, uint64_t from, unsigned max,
                               struct invitation *out, unsigned *n)
{
    sqlite3_stmt *st = store_sql(s, "SELECT " INVITATION_COLUMNS " FROM invitations"
                                    " ORDER BY number DESC LIMIT ?1 OFFSET ?2");
    bool row;

    *n = 0;
    store_bind_number(st, 1, max);
    store_bind_number(st, 2, from <= INT64_MAX ? from : INT64_MAX);
    for (;;) {
        if (!store_step(s, st, &row))
            return store_verdict(s);
        if (!row)
            return VERDICT_OK;
        read_invitation(st, &out[(*n)++]);
    }
}

unsigned store_invitations_after(struct store *s, uint64_t ms, bool only_open)
{
    sqlite3_stmt *st = store_sql(s, "SELECT count(*) FROM invitations"
                                    " WHERE expires_ms > ?1 AND state <= ?2");
    bool row;

    store_bind_number(st, 1, ms);
    store_bind_number(st, 2, only_open ? INVITATION_OPEN : INVITATION_EXPIRED);
    if (!store_step(s, st, &row) || !row)
        return 0;
    unsigned n = (unsigned)store_number(st, 0);
    store_done(st);
    return n;
}
