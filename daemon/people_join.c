/* Invitations from both ends.  The host gives a token to somebody by any other way; the guest
 * brings it back over the wire, again and again until he has an answer.  Whatever the host answers
 * is in his database first, so that the same guest asking again hears the same. */
#include "daemon/people.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "daemon/announce.h"
#include "daemon/log.h"
#include "daemon/people_part.h"
#include "wire/ticket.h"

_Static_assert((int)TICKET_TOKEN_LEN == (int)TOKEN_LEN, "one length of tokens");
_Static_assert((int)ANNOUNCED_MAX <= (int)TICKET_ADDRESSES_MAX, "all addresses fit");

#define DAY_MS (UINT64_C(24) * 3600 * 1000)
enum {
    SECONDS_USUAL = 7 * 24 * 3600,
    SECONDS_MAX = 90 * 24 * 3600,
    OPEN_MAX = 64,
    /* So long after its end an invitation still gets an answer that says what became of it. */
    ANSWER_DAYS = 30
};

/* [P-7.5] The door is open to strangers as long as there is an invitation that has not been expired
 * for more than 30 days */
void join_set_door(struct people *p)
{
    uint64_t now = loop_cautious_ms(p->loop), back = ANSWER_DAYS * DAY_MS;
    uint64_t since = now > back ? now - back : 0;

    transport_admit_strangers(p->transport, store_invitations_after(p->store, since, false) > 0);
}

/* ---- the host: invitations ----------------------------------------------------------------- */

static uint32_t state_now(const struct people *p, const struct invitation *i)
{
    if (i->state == INVITATION_OPEN && i->expires_ms <= loop_cautious_ms(p->loop))
        return INVITATION_EXPIRED;
    return i->state;
}

static enum verdict write_ticket(struct people *p, struct ticket *t, char *out, size_t size)
{
    struct text text = text_over(out, size);

    t->identity = p->me->public;
    memcpy(t->nick, p->nick, sizeof p->nick);
    t->addresses_n = people_announced(p, t->addresses);
    return t->addresses_n == 0 ? VERDICT_NO_ADDRESS : ticket_write(t, TICKET_INVITATION, &text);
}

enum verdict people_invite(struct people *p, uint64_t seconds, struct invitation_row *out)
{
    uint64_t now = loop_wall_ms(p->loop);
    struct invitation_row row = {.state = INVITATION_OPEN, .created_ms = now};
    struct ticket t = {.addresses_n = 0};
    struct invitation i = {.created_ms = now};

    if (seconds > SECONDS_MAX)
        return VERDICT_FIELD_RANGE;
    if (store_invitations_after(p->store, now, true) >= OPEN_MAX)
        return VERDICT_TOO_MANY_OPEN;
    randombytes_buf(t.token, sizeof t.token);
    t.expires = now / 1000 + (seconds > 0 ? seconds : SECONDS_USUAL);
    row.expires_ms = i.expires_ms = t.expires * 1000;
    i.token_hash = invitation_hash(t.token);
    enum verdict v = write_ticket(p, &t, row.text, sizeof row.text);
    sodium_memzero(t.token, sizeof t.token);
    if (v == VERDICT_OK)
        v = store_invitation_add(p->store, &i, &i.number);
    if (v != VERDICT_OK)
        return v;
    row.number = (uint32_t)i.number;
    if (store_removed_clear(p->store) != VERDICT_OK)
        log_warnx("who was removed stays so after a restart");
    transport_pardon(p->transport); /* it may be for somebody whom we once removed */
    join_set_door(p);
    *out = row;
    return VERDICT_OK;
}

enum verdict people_revoke(struct people *p, uint64_t number)
{
    struct invitation i;
    enum verdict v = store_invitation_by_number(p->store, number, &i);

    if (v != VERDICT_OK)
        return v == VERDICT_TICKET_UNKNOWN ? VERDICT_NO_INVITATION : v;
    switch ((enum invitation_state)state_now(p, &i)) {
    case INVITATION_OPEN:
        return store_invitation_revoke(p->store, number);
    case INVITATION_USED:
        return VERDICT_TICKET_USED;
    case INVITATION_EXPIRED:
        return VERDICT_TICKET_EXPIRED;
    case INVITATION_REVOKED:
        break;
    }
    return VERDICT_OK;
}

unsigned people_invitations(const struct people *p, uint64_t from, struct invitation_row *rows,
                            uint32_t *more)
{
    struct invitation list[ROWS_MAX + 1];
    unsigned n = 0;

    *more = 0;
    if (store_invitations(p->store, from, ROWS_MAX + 1, list, &n) != VERDICT_OK)
        return 0;
    *more = n > ROWS_MAX;
    n = n > ROWS_MAX ? ROWS_MAX : n;
    for (unsigned i = 0; i < n; i++) {
        const struct person *by = list[i].bound ? people_person(p, &list[i].bound_key) : NULL;
        memset(&rows[i], 0, sizeof rows[i]);
        rows[i].number = (uint32_t)list[i].number;
        rows[i].state = state_now(p, &list[i]);
        rows[i].created_ms = list[i].created_ms;
        rows[i].expires_ms = list[i].expires_ms;
        if (by)
            memcpy(rows[i].used_by, by->c.name, sizeof rows[i].used_by);
    }
    return n;
}

/* ---- the host: redemption ------------------------------------------------------------------ */

static void take_handle(struct contact *c, const struct peer_card *card)
{
    memcpy(c->calls_self, card->nick, sizeof c->calls_self);
    memcpy(c->addresses, card->addresses, sizeof c->addresses);
    c->addresses_n = card->addresses_n;
}

/* [P-7.4] An invitation goes from open to used by key K in the same database transaction that makes
 * K a friend; the answer is sent after it. */
static enum verdict bind(struct people *p, const struct invitation *i, const struct contact *c)
{
    enum verdict v = store_begin(p->store);

    if (v != VERDICT_OK)
        return v;
    v = store_invitation_bind(p->store, i->number, &c->key, loop_wall_ms(p->loop));
    if (v == VERDICT_OK)
        v = store_contact_put(p->store, c);
    return store_end(p->store, v);
}

/* [P-7.9] the two keys that differ only in their sign bit have one CURVE key, and only one of them
 * can be a friend. */
static bool has_twin(const struct people *p, const struct player_key *key)
{
    char curve[65];

    if (!transport_curve_of(key, curve))
        return false;
    for (unsigned i = 0; i < p->persons_n; i++)
        if (strcmp(p->persons[i].curve, curve) == 0
            && !player_key_equal(&p->persons[i].c.key, key))
            return true;
    return false;
}

/* Whoever he was before, he is a friend now. */
static enum verdict befriend(struct people *p, const struct invitation *i,
                             const struct peer_card *card)
{
    const struct person *known = people_person(p, &card->identity);
    struct contact c = {.key = card->identity, .added_ms = loop_wall_ms(p->loop)};

    if (has_twin(p, &card->identity))
        return VERDICT_BAD_KEY;
    if (known)
        c = known->c;
    else if (p->persons_n == CONTACTS_MAX)
        return VERDICT_TOO_MANY_OPEN;
    else
        people_fresh_name(p, card->nick, c.name);
    take_handle(&c, card);
    c.joined = true;
    c.has_token = false;
    sodium_memzero(c.token, sizeof c.token);
    c.last_seen_ms = people_seen_ms(p, c.last_seen_ms);
    enum verdict v = bind(p, i, &c);
    if (v != VERDICT_OK)
        return v;
    people_insert(p, &c);
    if (!transport_add(p->transport, &c.key,
                       (const char(*)[PEER_ADDRESS_LEN_MAX + 1])c.addresses, c.addresses_n))
        log_warnx("peer=%s: cannot be reached", c.name);
    return VERDICT_OK;
}

/* [P-7.4] K asking again hears yes again; every other key hears that it was used. */
static enum verdict spend(struct people *p, const struct peer_message *m)
{
    struct hash hash = invitation_hash(m->token);
    const struct person *known = people_person(p, &m->card.identity);
    struct invitation i;
    enum verdict v = store_invitation_by_hash(p->store, &hash, &i);

    if (v != VERDICT_OK)
        return v;
    bool his = i.bound && player_key_equal(&i.bound_key, &m->card.identity);
    switch ((enum invitation_state)state_now(p, &i)) {
    case INVITATION_OPEN:
        return befriend(p, &i, &m->card);
    case INVITATION_USED:
        return his && known && known->c.joined ? VERDICT_OK : VERDICT_TICKET_USED;
    case INVITATION_EXPIRED:
        return VERDICT_TICKET_EXPIRED;
    case INVITATION_REVOKED:
        break;
    }
    return VERDICT_TICKET_REVOKED;
}

static void send_out(struct people *p, const char curve[65], const struct player_key *to)
{
    struct buf frame = buf_over(p->frame, sizeof p->frame);

    if (!peer_pack(&p->out, &frame))
        return;
    if (!people_person(p, to) || !transport_send(p->transport, to, buf_span(&frame)))
        (void)transport_send_stranger(p->transport, curve, buf_span(&frame));
}

static void answer(struct people *p, const char curve[65], const struct peer_message *m,
                   enum verdict verdict)
{
    people_begin(p, PEER_REDEEMED);
    p->out.verdict = verdict;
    memcpy(p->out.token, m->token, sizeof p->out.token);
    peer_card_sign(&p->out.card, m->token, &m->card.identity, p->me->secret);
    send_out(p, curve, &m->card.identity);
}

/* [P-7.3] Its identity must convert to the CURVE key of the connection, and its signature must hold
 * for this token and this host; else there is no answer. */
static bool card_is_his(const struct people *p, const char curve[65],
                        const struct peer_message *m)
{
    char its_curve[65];

    return transport_curve_of(&m->card.identity, its_curve) && strcmp(curve, its_curve) == 0
        && !player_key_equal(&m->card.identity, &p->me->public)
        && peer_card_check(&m->card, m->token, &p->me->public) == VERDICT_OK;
}

enum verdict join_on_redeem(struct people *p, const char curve[65], const struct peer_message *m)
{
    if (!card_is_his(p, curve, m)) {
        log_info("an invitation was brought with a card that is not its bearer's");
        return VERDICT_BAD_SIGNATURE;
    }
    const struct person *before = people_person(p, &m->card.identity);
    bool was_friend = before && before->c.joined, was_host = before && !before->c.joined;
    enum verdict v = spend(p, m);
    if (v == VERDICT_DISK || v == VERDICT_DATABASE_DAMAGED || v == VERDICT_MEMORY)
        return v; /* nothing has been decided: he will ask again */
    log_info("an invitation was brought: %s", verdict_name(v));
    answer(p, curve, m, v);
    struct person *now = people_person(p, &m->card.identity);
    if (v != VERDICT_OK || was_friend || !now)
        return v;
    struct friend_info info = people_info(now);
    p->owner.on_friend(p->owner.self, &info, true, VERDICT_OK);
    /* We used an invitation of his at the same time: a link that is up has not been told. */
    now = people_person(p, &info.key);
    if (was_host && now && people_link(p, &info.key) == LINK_UP)
        people_tell_link(p, now, LINK_UP);
    return v;
}

/* [P-7.8] A stranger who says something that only friends may say is told REDEEMED with the verdict
 * STRANGER, so that a friend whom we have removed learns it. */
void join_turn_away(struct people *p, const char curve[65])
{
    struct buf frame = buf_over(p->frame, sizeof p->frame);

    memset(&p->out, 0, sizeof p->out);
    p->out.kind = PEER_REDEEMED;
    p->out.verdict = VERDICT_STRANGER;
    if (peer_pack(&p->out, &frame))
        (void)transport_send_stranger(p->transport, curve, buf_span(&frame));
}

/* ---- the guest ----------------------------------------------------------------------------- */

/* What the ticket says, over what we may know of him already. */
static enum verdict draft_contact(const struct people *p, const struct ticket *t,
                                  const char *petname, struct contact *c)
{
    const struct person *known = people_person(p, &t->identity);

    *c = (struct contact){.key = t->identity, .added_ms = loop_wall_ms(p->loop)};
    if (known)
        *c = known->c;
    else if (p->persons_n == CONTACTS_MAX)
        return VERDICT_TOO_MANY_OPEN;
    if (petname && *petname) {
        if (!ticket_nick_ok(span_text(petname)))
            return VERDICT_NAME_MALFORMED;
        const struct person *taken = people_named(p, petname);
        if (taken && taken != known)
            return VERDICT_NAME_TAKEN;
        memset(c->name, 0, sizeof c->name);
        memcpy(c->name, petname, strlen(petname));
    } else if (!known) {
        people_fresh_name(p, t->nick, c->name);
    }
    memcpy(c->calls_self, t->nick, sizeof c->calls_self);
    c->addresses_n = t->addresses_n;
    for (unsigned i = 0; i < t->addresses_n; i++)
        memcpy(c->addresses[i], t->addresses[i].text, sizeof c->addresses[i]);
    c->has_token = true;
    memcpy(c->token, t->token, sizeof c->token);
    c->expires_ms = t->expires * 1000;
    return VERDICT_OK;
}

static enum verdict check_ticket(const struct people *p, const struct ticket *t,
                                 struct friend_info *out)
{
    const struct person *known = people_person(p, &t->identity);
    char curve[65];

    if (player_key_equal(&t->identity, &p->me->public))
        return VERDICT_TICKET_OWN;
    if (known && known->c.joined) {
        *out = people_info(known);
        return VERDICT_ALREADY_FRIENDS;
    }
    if (!transport_curve_of(&t->identity, curve) || has_twin(p, &t->identity))
        return VERDICT_BAD_KEY;
    if (t->expires * 1000 <= loop_wall_ms(p->loop))
        return VERDICT_TICKET_EXPIRED;
    return VERDICT_OK;
}

/* [P-7.13] An invitation of somebody who is a friend already tells where he is now: if there is no
 * link, its addresses are tried first, and those known before after them. */
static void find_again(struct people *p, struct person *one, const struct ticket *t)
{
    struct contact c = one->c;
    unsigned n = 0;

    if (people_link(p, &c.key) == LINK_UP)
        return;
    for (; n < t->addresses_n && n < PEER_ADDRESSES_MAX; n++)
        memcpy(c.addresses[n], t->addresses[n].text, sizeof c.addresses[n]);
    for (unsigned i = 0; i < one->c.addresses_n && n < PEER_ADDRESSES_MAX; i++) {
        bool again = false;
        for (unsigned k = 0; k < t->addresses_n; k++)
            again = again || strcmp(t->addresses[k].text, one->c.addresses[i]) == 0;
        if (!again)
            memcpy(c.addresses[n++], one->c.addresses[i], sizeof c.addresses[0]);
    }
    c.addresses_n = n;
    if (store_contact_put(p->store, &c) != VERDICT_OK)
        return;
    one->c = c;
    transport_add(p->transport, &c.key, (const char(*)[PEER_ADDRESS_LEN_MAX + 1])c.addresses, n);
}

enum verdict people_join(struct people *p, struct span text, const char *petname,
                         struct friend_info *out)
{
    struct ticket t = {0};
    struct contact c;
    enum verdict v = ticket_read(text, TICKET_INVITATION, &t);

    if (v == VERDICT_OK)
        v = check_ticket(p, &t, out);
    if (v == VERDICT_ALREADY_FRIENDS)
        find_again(p, people_person(p, &t.identity), &t);
    if (v == VERDICT_OK)
        v = draft_contact(p, &t, petname, &c);
    if (v == VERDICT_OK)
        v = store_contact_put(p->store, &c);
    sodium_memzero(t.token, sizeof t.token);
    if (v != VERDICT_OK)
        return v;
    struct person *one = people_insert(p, &c);
    *out = people_info(one);
    if (!transport_add(p->transport, &c.key,
                       (const char(*)[PEER_ADDRESS_LEN_MAX + 1])c.addresses, c.addresses_n))
        log_warnx("peer=%s: cannot be reached", c.name);
    join_ask(p, one); /* in case a link is up already */
    return VERDICT_OK;
}

void join_ask(struct people *p, const struct person *one)
{
    struct buf frame = buf_over(p->frame, sizeof p->frame);

    people_begin(p, PEER_REDEEM);
    memcpy(p->out.token, one->c.token, sizeof p->out.token);
    peer_card_sign(&p->out.card, one->c.token, &one->c.key, p->me->secret);
    if (peer_pack(&p->out, &frame))
        (void)transport_send(p->transport, &one->c.key, buf_span(&frame));
}

/* The invitation is of no use: forget it, and him. */
static void give_up(struct people *p, struct person *one, enum verdict why)
{
    struct friend_info info = people_info(one);

    if (store_contact_delete(p->store, &info.key) != VERDICT_OK)
        return; /* the next tick or answer will do */
    transport_remove(p->transport, &info.key);
    people_drop(p, one);
    p->owner.on_friend(p->owner.self, &info, false, why);
}

static void joined(struct people *p, struct person *one, const struct peer_card *card)
{
    struct contact c = one->c;

    if (card->addresses_n > 0)
        take_handle(&c, card);
    c.joined = true;
    c.has_token = false;
    sodium_memzero(c.token, sizeof c.token);
    c.last_seen_ms = people_seen_ms(p, c.last_seen_ms);
    if (store_contact_put(p->store, &c) != VERDICT_OK)
        return; /* asked again at the next tick */
    one->c = c;
    struct friend_info info = people_info(one);
    transport_add(p->transport, &c.key, (const char(*)[PEER_ADDRESS_LEN_MAX + 1])c.addresses,
                  c.addresses_n);
    p->owner.on_friend(p->owner.self, &info, true, VERDICT_OK);
    one = people_person(p, &c.key);
    if (one)
        people_tell_link(p, one, people_link(p, &c.key));
}

/* [P-7.11] the guest takes it only with the identity of the ticket and a signature that holds for
 * the token. */
static bool answers_us(const struct people *p, const struct person *one,
                       const struct peer_message *m)
{
    return one->c.has_token && sodium_memcmp(m->token, one->c.token, sizeof m->token) == 0
        && (m->verdict != VERDICT_OK
            || (player_key_equal(&m->card.identity, &one->c.key)
                && peer_card_check(&m->card, m->token, &p->me->public) == VERDICT_OK));
}

void join_on_redeemed(struct people *p, struct person *one, const struct peer_message *m)
{
    if (one->c.joined) {
        if (m->verdict == VERDICT_STRANGER && !one->refused) {
            one->refused = true;
            people_tell_link(p, one, LINK_REFUSED);
        }
        return;
    }
    if (!answers_us(p, one, m))
        return;
    switch (m->verdict) {
    case VERDICT_OK:
        joined(p, one, &m->card);
        break;
    case VERDICT_TICKET_EXPIRED:
    case VERDICT_TICKET_USED:
    case VERDICT_TICKET_REVOKED:
    case VERDICT_TICKET_UNKNOWN:
        give_up(p, one, (enum verdict)m->verdict);
        break;
    default: /* a reason that may go away, or that we do not know: ask again until it expires */
        log_info("peer=%s: the invitation is not taken now", one->c.name);
        break;
    }
}

/* [P-7.6] The guest keeps the token and asks again on every new link, and every 10 s while one is
 * up, until he has one of these answers or the invitation has expired by his own clock. */
void join_tick(struct people *p)
{
    unsigned i = 0;

    while (i < p->persons_n) {
        struct person *one = &p->persons[i];
        unsigned before = p->persons_n;
        if (!one->c.joined && one->c.expires_ms <= loop_cautious_ms(p->loop))
            give_up(p, one, VERDICT_TICKET_EXPIRED);
        else if (!one->c.joined && transport_link(p->transport, &one->c.key) == LINK_UP)
            join_ask(p, one);
        i += p->persons_n == before;
    }
    join_set_door(p);
}
