/* Proves, with whole daemons' worth of people in one process on the loopback: an invitation makes
 * two strangers friends on both sides, once, for one key; used, expired, withdrawn and unknown
 * tokens are told apart; the same guest asking again hears the same; what was agreed survives a
 * restart of either side and they find each other again, at other addresses too; nobody there,
 * another key and a refusal reach the guest's owner; names are unique; a removed friend is out;
 * what strangers and forgers send changes nothing in the database. */
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

/* ---- becoming friends ---------------------------------------------------------------------- */

static void test_invite_and_join(void **state)
{
    struct friend_info who;
    struct status status;
    (void)state;
    struct invitation_row row = invite(&ann, 0);
    assert_int_equal(strncmp(row.text, "nbi1", 4), 0);
    assert_int_equal(row.expires_ms / 1000 - row.created_ms / 1000, 7 * 24 * 3600);
    assert_int_equal(join(&ben, row.text, ""), VERDICT_OK);
    assert_false(ben.who.joined);
    assert_string_equal(ben.who.name, "ann");
    WAIT(both_joined);
    WAIT(both_up);
    assert_int_equal(people_find(ann.people, "be", &who), VERDICT_OK);
    assert_true(who.joined);
    assert_true(player_key_equal(&who.key, &ben.me.public));
    assert_true(people_by_key(ben.people, &ann.me.public, &who));
    assert_true(who.joined);
    assert_string_equal(who.name, "ann");
    row = newest(&ann);
    assert_int_equal(row.state, INVITATION_USED);
    assert_string_equal(row.used_by, "ben");
    assert_string_equal(row.text, "");
    say(&ann, &ben, "hello");
    WAIT(ben_heard);
    assert_string_equal(ben.text, "hello");
    assert_string_equal(ben.who.name, "ann");
    say(&ben, &ann, "hi");
    WAIT(ann_heard);
    people_status(ann.people, &status);
    assert_int_equal(status.friends, 1);
    assert_int_equal(status.friends_online, 1);
    assert_int_equal(join(&ben, row.text, ""), VERDICT_TICKET_MALFORMED);
}

/* Only the hash of a token is in the host's database, and no token at the guest's afterwards. */
static void test_token_is_not_kept(void **state)
{
    struct ticket t;
    struct invitation i;
    static struct contact contacts[CONTACTS_MAX];
    unsigned n;
    (void)state;
    struct invitation_row row = invite(&ann, 0);
    assert_int_equal(ticket_read(span_text(row.text), TICKET_INVITATION, &t), VERDICT_OK);
    struct hash hash = invitation_hash(t.token);
    assert_int_equal(store_invitation_by_hash(ann.store, &hash, &i), VERDICT_OK);
    assert_memory_not_equal(i.token_hash.b, t.token, sizeof t.token);
    assert_int_equal(join(&ben, row.text, ""), VERDICT_OK);
    WAIT(both_joined);
    assert_int_equal(store_contacts(ben.store, contacts, &n), VERDICT_OK);
    assert_int_equal(n, 1);
    assert_false(contacts[0].has_token);
}

static void test_used_by_another(void **state)
{
    (void)state;
    struct invitation_row row = invite(&ann, 0);
    assert_int_equal(join(&ben, row.text, ""), VERDICT_OK);
    WAIT(both_joined);
    assert_int_equal(join(&eve, row.text, ""), VERDICT_OK);
    WAIT(eve_trouble);
    assert_int_equal(eve.verdict, VERDICT_TICKET_USED);
    assert_int_equal(count(&eve), 0);
    assert_int_equal(count(&ann), 1);
    assert_int_equal(join(&ben, row.text, ""), VERDICT_ALREADY_FRIENDS);
    assert_string_equal(ben.who.name, "ann");
}

static void test_withdrawn(void **state)
{
    (void)state;
    struct invitation_row row = invite(&ann, 0);
    assert_int_equal(people_revoke(ann.people, row.number), VERDICT_OK);
    assert_int_equal(people_revoke(ann.people, row.number), VERDICT_OK);
    assert_int_equal(people_revoke(ann.people, 77), VERDICT_NO_INVITATION);
    assert_int_equal(people_revoke(ann.people, UINT64_MAX), VERDICT_NO_INVITATION);
    assert_int_equal(newest(&ann).state, INVITATION_REVOKED);
    assert_int_equal(join(&ben, row.text, ""), VERDICT_OK);
    WAIT(ben_trouble);
    assert_int_equal(ben.verdict, VERDICT_TICKET_REVOKED);
    assert_int_equal(count(&ann), 0);
}

/* The host's clock decides: the guest's copy of the ticket is made to live longer. */
static void test_expired_at_the_host(void **state)
{
    struct ticket t;
    char text[TICKET_TEXT_SIZE];
    struct text out = text_over(text, sizeof text);
    (void)state;
    struct invitation_row row = invite(&ann, 0);
    assert_int_equal(ticket_read(span_text(row.text), TICKET_INVITATION, &t), VERDICT_OK);
    assert_int_equal(sqlite3_exec(store_db(ann.store), "UPDATE invitations SET expires_ms = 1000 *"
                                  " (unixepoch() - 5)", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(newest(&ann).state, INVITATION_EXPIRED);
    assert_int_equal(people_revoke(ann.people, row.number), VERDICT_TICKET_EXPIRED);
    assert_int_equal(ticket_write(&t, TICKET_INVITATION, &out), VERDICT_OK);
    assert_int_equal(join(&ben, text, ""), VERDICT_OK);
    WAIT(ben_trouble);
    assert_int_equal(ben.verdict, VERDICT_TICKET_EXPIRED);
    t.expires = 1000000000;
    out = text_over(text, sizeof text);
    assert_int_equal(ticket_write(&t, TICKET_INVITATION, &out), VERDICT_OK);
    assert_int_equal(join(&ben, text, ""), VERDICT_TICKET_EXPIRED);
    assert_int_equal(count(&ben), 0);
}

static void test_unknown_token(void **state)
{
    struct ticket t;
    char text[TICKET_TEXT_SIZE];
    struct text out = text_over(text, sizeof text);
    (void)state;
    struct invitation_row row = invite(&ann, 0);
    assert_int_equal(ticket_read(span_text(row.text), TICKET_INVITATION, &t), VERDICT_OK);
    t.token[3] ^= 1;
    assert_int_equal(ticket_write(&t, TICKET_INVITATION, &out), VERDICT_OK);
    assert_int_equal(join(&ben, text, ""), VERDICT_OK);
    WAIT(ben_trouble);
    assert_int_equal(ben.verdict, VERDICT_TICKET_UNKNOWN);
    assert_int_equal(count(&ann), 0);
    assert_int_equal(newest(&ann).state, INVITATION_OPEN);
}

/* His answer was lost: he asks again, also after the time of the invitation is over. */
static void test_same_guest_asks_again(void **state)
{
    (void)state;
    befriend();
    assert_int_equal(sqlite3_exec(store_db(ann.store), "UPDATE invitations SET expires_ms = 1000 *"
                                  " (unixepoch() - 5)", NULL, NULL, NULL), SQLITE_OK);
    struct contact c = {.key = ann.me.public, .name = "ann", .has_token = true, .added_ms = 1,
                        .addresses_n = 1, .expires_ms = UINT64_C(1) << 42};
    struct status status;
    people_status(ann.people, &status);
    memcpy(c.addresses[0], status.announced[0], sizeof c.addresses[0]);
    struct invitation i;
    assert_int_equal(store_invitation_by_number(ann.store, 1, &i), VERDICT_OK);
    close_home(&ben);
    /* As if Ben had been killed before the answer came. */
    struct invitation_row row = invite(&ann, 0);
    struct ticket t;
    assert_int_equal(ticket_read(span_text(row.text), TICKET_INVITATION, &t), VERDICT_OK);
    assert_int_equal(store_invitation_bind(ann.store, row.number, &ben.me.public, 1), VERDICT_OK);
    memcpy(c.token, t.token, sizeof c.token);
    assert_int_equal(store_open(ben.database, ben.lock, &ben.store), VERDICT_OK);
    assert_int_equal(store_contact_put(ben.store, &c), VERDICT_OK);
    store_close(ben.store);
    open_home(&ben);
    WAIT(ben_joined);
    assert_int_equal(count(&ann), 1);
}

/* Neither is up when the other is: the guest goes on until the host is back. */
static void test_host_comes_later(void **state)
{
    char listen[128];
    struct status status;
    (void)state;
    struct invitation_row row = invite(&ann, 0);
    people_status(ann.people, &status);
    snprintf(listen, sizeof listen, "%s", status.listen);
    close_home(&ann);
    assert_int_equal(join(&ben, row.text, ""), VERDICT_OK);
    WAIT(ben_trouble);
    assert_int_equal(ben.verdict, VERDICT_PEER_ABSENT);
    assert_int_equal(count(&ben), 1);
    close_home(&ben);
    open_home(&ben);
    assert_int_equal(store_open(ann.database, ann.lock, &ann.store), VERDICT_OK);
    struct people_owner owner = {on_message, on_link, on_friend, &ann};
    ann.people = start_people(ann.store, &ann.me, listen, "ann", owner);
    assert_non_null(ann.people);
    WAIT(both_joined);
}

/* A host whose disk is full answers nothing and changes nothing; the guest asks again. */
static void test_full_disk(void **state)
{
    (void)state;
    struct invitation_row row = invite(&ann, 0);
    assert_int_equal(sqlite3_exec(store_db(ann.store), "PRAGMA query_only = ON", NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(join(&ben, row.text, ""), VERDICT_OK);
    WAIT(ann_refused_to_write);
    assert_int_equal(ben.joined + ben.troubles, 0);
    assert_int_equal(count(&ann), 0);
    assert_int_equal(newest(&ann).state, INVITATION_OPEN);
    assert_int_equal(sqlite3_exec(store_db(ann.store), "PRAGMA query_only = OFF", NULL, NULL,
                                  NULL), SQLITE_OK);
    WAIT(both_joined);
}

static void test_invite_each_other(void **state)
{
    (void)state;
    struct invitation_row a = invite(&ann, 0), b = invite(&ben, 0);
    assert_int_equal(join(&ben, a.text, ""), VERDICT_OK);
    assert_int_equal(join(&ann, b.text, ""), VERDICT_OK);
    WAIT(both_joined);
    WAIT(both_up);
    assert_int_equal(count(&ann), 1);
    assert_int_equal(count(&ben), 1);
}

static void test_bad_tickets(void **state)
{
    (void)state;
    struct invitation_row row = invite(&ann, 0);
    assert_int_equal(join(&ann, row.text, ""), VERDICT_TICKET_OWN);
    assert_int_equal(join(&ben, "hello", ""), VERDICT_TICKET_MALFORMED);
    assert_int_equal(join(&ben, row.text, "2nd"), VERDICT_NAME_MALFORMED);
    assert_int_equal(join(&ben, row.text, "a-name-of-17-char"), VERDICT_NAME_MALFORMED);
    assert_int_equal(count(&ben), 0);
    struct invitation_row out;
    assert_int_equal(people_invite(ann.people, 91 * 24 * 3600, &out), VERDICT_FIELD_RANGE);
    for (unsigned i = 1; i < 64; i++)
        assert_int_equal(people_invite(ann.people, 3600, &out), VERDICT_OK);
    assert_int_equal(people_invite(ann.people, 3600, &out), VERDICT_TOO_MANY_OPEN);
}

/* ---- trouble on the way -------------------------------------------------------------------- */

static void test_wrong_key(void **state)
{
    struct ticket t;
    char text[TICKET_TEXT_SIZE];
    struct text out = text_over(text, sizeof text);
    (void)state;
    struct invitation_row row = invite(&ann, 0);
    assert_int_equal(ticket_read(span_text(row.text), TICKET_INVITATION, &t), VERDICT_OK);
    t.identity = eve.me.public; /* Ann's address, Eve's key */
    assert_int_equal(ticket_write(&t, TICKET_INVITATION, &out), VERDICT_OK);
    assert_int_equal(join(&ben, text, ""), VERDICT_OK);
    while (ben.verdict != VERDICT_PEER_WRONG_KEY) {
        ben.troubles = 0;
        WAIT(ben_trouble);
    }
    assert_int_equal(ann.joined + eve.joined, 0);
}

/* Ann has never invited anybody: her door is shut. */
static void test_shut_door(void **state)
{
    struct ticket t = {.identity = ann.me.public, .expires = 4000000000, .addresses_n = 1};
    char text[TICKET_TEXT_SIZE];
    struct text out = text_over(text, sizeof text);
    struct status status;
    (void)state;
    people_status(ann.people, &status);
    snprintf(t.addresses[0].text, sizeof t.addresses[0].text, "%s", status.announced[0]);
    assert_int_equal(ticket_write(&t, TICKET_INVITATION, &out), VERDICT_OK);
    assert_int_equal(join(&ben, text, ""), VERDICT_OK);
    WAIT(ben_trouble);
    assert_int_equal(ben.verdict, VERDICT_PEER_REFUSED);
    assert_int_equal(people_link(ben.people, &ann.me.public), LINK_REFUSED);
}

/* ---- staying friends ----------------------------------------------------------------------- */

static void test_restart_at_another_port(void **state)
{
    (void)state;
    befriend();
    close_home(&ben);
    WAIT(ann_down);
    open_home(&ben); /* the system chooses another port */
    WAIT(both_up);
    say(&ben, &ann, "back");
    WAIT(ann_heard);
    close_home(&ann);
    ben.link = LINK_UP;
    open_home(&ann);
    WAIT(both_up);
    ben.messages = 0;
    say(&ann, &ben, "me too");
    WAIT(ben_heard);
}

static void test_names(void **state)
{
    struct friend_info who;
    (void)state;
    befriend();
    struct invitation_row row = invite(&ann, 0);
    assert_int_equal(join(&eve, row.text, "Annette"), VERDICT_OK);
    WAIT(eve_joined);
    assert_int_equal(people_find(ann.people, "", &who), VERDICT_NO_SUCH_FRIEND);
    assert_int_equal(people_find(ann.people, "zoe", &who), VERDICT_NO_SUCH_FRIEND);
    assert_int_equal(people_rename(ann.people, "eve", "BEN"), VERDICT_NAME_TAKEN);
    assert_int_equal(people_rename(ann.people, "eve", "b n"), VERDICT_NAME_MALFORMED);
    assert_int_equal(people_rename(ann.people, "eve", "bert"), VERDICT_OK);
    assert_int_equal(people_find(ann.people, "be", &who), VERDICT_NAME_AMBIGUOUS);
    assert_int_equal(people_find(ann.people, "BER", &who), VERDICT_OK);
    assert_string_equal(who.name, "bert");
    assert_int_equal(people_rename(ann.people, "ber", "Bert"), VERDICT_OK);
    assert_int_equal(people_set_practice(ann.people, &eve.me.public), VERDICT_OK);
    close_home(&ann);
    open_home(&ann);
    assert_int_equal(people_find(ann.people, "Bert", &who), VERDICT_OK);
    assert_true(who.practice);
    assert_int_equal(people_find(eve.people, "annette", &who), VERDICT_OK);
}

/* Two friends who call themselves the same. */
static void test_same_nick(void **state)
{
    struct friend_info who;
    (void)state;
    eve.nick = "ben";
    close_home(&eve);
    open_home(&eve);
    befriend();
    struct invitation_row row = invite(&ann, 0);
    assert_int_equal(join(&eve, row.text, ""), VERDICT_OK);
    WAIT(eve_joined);
    assert_true(people_by_key(ann.people, &eve.me.public, &who));
    assert_string_equal(who.name, "ben-2");
    eve.nick = "eve";
}

static void test_removed_friend(void **state)
{
    (void)state;
    befriend();
    assert_int_equal(people_remove(ann.people, "ben"), VERDICT_OK);
    assert_int_equal(people_remove(ann.people, "ben"), VERDICT_NO_SUCH_FRIEND);
    assert_int_equal(newest(&ann).state, INVITATION_REVOKED);
    static struct peer_message m;
    memset(&m, 0, sizeof m);
    m.kind = PEER_NOTE;
    m.number = 1;
    strcpy(m.text, "still there?");
    assert_false(people_send(ann.people, &ben.me.public, &m));
    (void)people_send(ben.people, &ann.me.public, &m);
    WAIT(ben_refused);
    assert_int_equal(ann.messages, 0);
    /* A new invitation heals it. */
    assert_int_equal(people_remove(ben.people, "ann"), VERDICT_OK);
    ann.joined = ben.joined = 0;
    befriend();
}

/* ---- forgers ------------------------------------------------------------------------------- */

/* Eve as a bare transport: she may say what she likes. */
struct bare {
    struct transport *t;
    unsigned frames, answers;
    struct peer_message last;
    enum link_state link;
};
static struct bare bare;

static void bare_frame(void *self, const char curve[65], bool stranger, struct span frame)
{
    struct bare *b = self;
    (void)curve;
    (void)stranger;
    if (peer_unpack(frame, &b->last) != VERDICT_OK)
        return;
    b->frames++;
    b->answers += b->last.kind == PEER_REDEEMED && b->last.verdict == VERDICT_OK;
}

static void bare_link(void *self, const char curve[65], enum link_state state)
{
    struct bare *b = self;
    (void)curve;
    b->link = state;
}

static bool bare_up(void) { return bare.link == LINK_UP; }
static bool bare_heard(void) { return bare.frames > 0; }
static bool bare_answered(void) { return bare.answers > 0; }

static void bare_send(const struct peer_message *m)
{
    static uint8_t storage[PEER_FRAME_MAX];
    struct buf frame = buf_over(storage, sizeof storage);
    assert_true(peer_pack(m, &frame));
    assert_true(transport_send(bare.t, &ann.me.public, buf_span(&frame)));
}

static void test_forged_redemptions(void **state)
{
    static struct peer_message m;
    struct ticket t;
    struct status status;
    (void)state;
    struct invitation_row row = invite(&ann, 0);
    assert_int_equal(ticket_read(span_text(row.text), TICKET_INVITATION, &t), VERDICT_OK);
    bare = (struct bare){.link = LINK_DOWN};
    bare.t = transport_start(loop, eve.me.secret, "127.0.0.1:0", NULL,
                             (struct transport_owner){bare_frame, bare_link, &bare});
    people_status(ann.people, &status);
    char address[1][PEER_ADDRESS_LEN_MAX + 1];
    memcpy(address[0], status.announced[0], sizeof address[0]);
    assert_true(transport_add(bare.t, &ann.me.public,
                              (const char(*)[PEER_ADDRESS_LEN_MAX + 1])address, 1));
    WAIT(bare_up);
    /* The right token with Ben's identity; with her own, but signed for another host; not signed
     * at all; the twin of her key. */
    memset(&m, 0, sizeof m);
    m.kind = PEER_REDEEM;
    memcpy(m.token, t.token, sizeof m.token);
    m.card.identity = ben.me.public;
    peer_card_sign(&m.card, m.token, &ann.me.public, ben.me.secret);
    bare_send(&m);
    m.card.identity = eve.me.public;
    bare_send(&m);
    peer_card_sign(&m.card, m.token, &ben.me.public, eve.me.secret);
    bare_send(&m);
    m.card.identity.b[31] ^= 0x80;
    peer_card_sign(&m.card, m.token, &ann.me.public, eve.me.secret);
    bare_send(&m);
    /* What only friends may say is turned away. */
    memset(&m, 0, sizeof m);
    m.kind = PEER_NOTE;
    m.number = 1;
    strcpy(m.text, "let me in");
    bare_send(&m);
    WAIT(bare_heard);
    assert_int_equal(bare.frames, 1);
    assert_int_equal(bare.last.kind, PEER_REDEEMED);
    assert_int_equal(bare.last.verdict, VERDICT_STRANGER);
    assert_int_equal(count(&ann), 0);
    assert_int_equal(ann.messages, 0);
    assert_int_equal(newest(&ann).state, INVITATION_OPEN);
    transport_stop(bare.t);
    /* The invitation is still good. */
    assert_int_equal(join(&ben, row.text, ""), VERDICT_OK);
    WAIT(both_joined);
}

/* A card signed by the twin of Eve's key, whose secret scalar is the negative of hers: the
 * signature is a good one. */
static void sign_as_twin(struct peer_message *m)
{
    uint8_t h[64], wide[64] = {0}, scalar[32], nonce[32], product[32];
    struct hasher card;
    struct peer_card *c = &m->card;
    crypto_hash_sha512(h, eve.me.secret, 32);
    h[0] &= 248;
    h[31] = (uint8_t)((h[31] & 127) | 64);
    memcpy(wide, h, 32);
    crypto_core_ed25519_scalar_reduce(scalar, wide);
    crypto_core_ed25519_scalar_negate(scalar, scalar);
    crypto_scalarmult_ed25519_base_noclamp(c->identity.b, scalar);
    hash_start(&card, TAG_CARD);
    hash_bytes(&card, span_of(c->identity.b, sizeof c->identity.b));
    hash_bytes(&card, span_of(ann.me.public.b, sizeof ann.me.public.b));
    hash_bytes(&card, span_of(m->token, sizeof m->token));
    hash_bytes(&card, span_text(c->nick));
    hash_number(&card, 0);
    hash_end64(&card, wide);
    crypto_core_ed25519_scalar_random(nonce);
    crypto_scalarmult_ed25519_base_noclamp(c->signature.b, nonce);
    crypto_hash_sha512_state hash;
    crypto_hash_sha512_init(&hash);
    crypto_hash_sha512_update(&hash, c->signature.b, 32);
    crypto_hash_sha512_update(&hash, c->identity.b, 32);
    crypto_hash_sha512_update(&hash, wide, sizeof wide);
    crypto_hash_sha512_final(&hash, h);
    crypto_core_ed25519_scalar_reduce(product, h);
    crypto_core_ed25519_scalar_mul(product, product, scalar);
    crypto_core_ed25519_scalar_add(c->signature.b + 32, nonce, product);
}

/* Only one of the two keys of [P-7.9] can be a friend: Eve is one, and comes again as her twin. */
static void test_twin_of_a_friend(void **state)
{
    static struct peer_message m;
    struct ticket t;
    struct status status;
    (void)state;
    struct invitation_row row = invite(&ann, 0);
    assert_int_equal(ticket_read(span_text(row.text), TICKET_INVITATION, &t), VERDICT_OK);
    bare = (struct bare){.link = LINK_DOWN};
    bare.t = transport_start(loop, eve.me.secret, "127.0.0.1:0", NULL,
                             (struct transport_owner){bare_frame, bare_link, &bare});
    people_status(ann.people, &status);
    char address[1][PEER_ADDRESS_LEN_MAX + 1];
    memcpy(address[0], status.announced[0], sizeof address[0]);
    assert_true(transport_add(bare.t, &ann.me.public,
                              (const char(*)[PEER_ADDRESS_LEN_MAX + 1])address, 1));
    WAIT(bare_up);
    for (unsigned twin = 0; twin < 2; twin++) {
        memset(&m, 0, sizeof m);
        m.kind = PEER_REDEEM;
        strcpy(m.card.nick, "eve");
        memcpy(m.token, t.token, sizeof m.token);
        m.card.identity = eve.me.public;
        peer_card_sign(&m.card, m.token, &ann.me.public, eve.me.secret);
        if (twin) {
            sign_as_twin(&m);
            m.card.identity.b[31] ^= 0x80;
            assert_memory_equal(&m.card.identity, &eve.me.public, 32);
            m.card.identity.b[31] ^= 0x80;
            assert_int_equal(peer_card_check(&m.card, m.token, &ann.me.public), VERDICT_OK);
        }
        bare_send(&m);
        if (!twin)
            WAIT(bare_answered);
        m.kind = PEER_NOTE; /* what was said before it has been heard as well */
        m.number = 1;
        strcpy(m.text, "it is me");
        ann.messages = 0;
        bare_send(&m);
        WAIT(ann_heard);
        assert_int_equal(count(&ann), 1);
        assert_int_equal(newest(&ann).state, twin ? INVITATION_OPEN : INVITATION_USED);
        row = invite(&ann, 0);
        assert_int_equal(ticket_read(span_text(row.text), TICKET_INVITATION, &t), VERDICT_OK);
    }
    transport_stop(bare.t);
}

static void test_announced_addresses(void **state)
{
    struct address out[ANNOUNCED_MAX];
    (void)state;
    assert_int_equal(announce_addresses("example.org:1 10.0.0.1:2", "*:5", 5, out), 2);
    assert_string_equal(out[0].text, "example.org:1");
    assert_string_equal(out[1].text, "10.0.0.1:2");
    assert_int_equal(announce_addresses("", "127.0.0.1:0", 4711, out), 1);
    assert_string_equal(out[0].text, "127.0.0.1:4711");
    assert_int_equal(announce_addresses("", "localhost:0", 4711, out), 1);
    assert_string_equal(out[0].text, "127.0.0.1:4711");
    assert_int_equal(announce_addresses("nonsense", "[::1]:0", 4711, out), 1);
    assert_string_equal(out[0].text, "[::1]:4711");
    unsigned n = announce_addresses("", "*:0", 4711, out);
    assert_true(n >= 1 && n <= ANNOUNCED_MAX);
}

/* The usual port is kept over a restart; if it is taken, another one is used. */
static void test_usual_port(void **state)
{
    struct people_owner owner = {on_message, on_link, on_friend, &ann};
    struct status first, second, third;
    (void)state;
    people_stop(ann.people);
    ann.people = start_people(ann.store, &ann.me, NULL, "ann", owner);
    assert_non_null(ann.people);
    people_status(ann.people, &first);
    people_stop(ann.people);
    ann.people = start_people(ann.store, &ann.me, "", "ann", owner);
    assert_non_null(ann.people);
    people_status(ann.people, &second);
    assert_string_equal(first.listen, second.listen);
    uint64_t port = store_meta(ann.store, "port", 0);
    assert_int_equal(store_set_meta(ben.store, "port", port), VERDICT_OK);
    people_stop(ben.people);
    ben.people = start_people(ben.store, &ben.me, NULL, "ben", owner);
    assert_non_null(ben.people);
    people_status(ben.people, &third);
    assert_string_not_equal(first.listen, third.listen);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        T(test_invite_and_join), T(test_token_is_not_kept), T(test_used_by_another),
        T(test_withdrawn), T(test_expired_at_the_host), T(test_unknown_token),
        T(test_same_guest_asks_again), T(test_host_comes_later), T(test_full_disk),
        T(test_invite_each_other),
        T(test_bad_tickets), T(test_wrong_key), T(test_shut_door),
        T(test_restart_at_another_port), T(test_names), T(test_same_nick),
        T(test_removed_friend),
        T(test_forged_redemptions), T(test_twin_of_a_friend),
        T(test_announced_addresses),
        T(test_usual_port),
    };
    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests_name("people", tests, NULL, NULL) != 0;
}
