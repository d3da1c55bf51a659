/* Contacts live in memory, sorted by name, and are written through: the database first, then
 * memory, then whoever wants to know.  Invitations are in people_join.c. */
#include "daemon/people.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "daemon/announce.h"
#include "daemon/log.h"
#include "daemon/people_part.h"
#include "daemon/store_roads.h"
#include "wire/ticket.h"

enum { TICK_MS = 10000, REMOVED_MAX = 64 };

/* ---- who there is -------------------------------------------------------------------------- */

static struct person *mutable(const struct people *p, unsigned i)
{
    return &((struct people *)(uintptr_t)p)->persons[i];
}

struct person *people_person(const struct people *p, const struct player_key *key)
{
    for (unsigned i = 0; i < p->persons_n; i++)
        if (player_key_equal(&p->persons[i].c.key, key))
            return mutable(p, i);
    return NULL;
}

struct person *people_by_curve(struct people *p, const char *curve)
{
    for (unsigned i = 0; i < p->persons_n; i++)
        if (strcmp(p->persons[i].curve, curve) == 0)
            return &p->persons[i];
    return NULL;
}

struct person *people_named(const struct people *p, const char *name)
{
    for (unsigned i = 0; i < p->persons_n; i++)
        if (strcasecmp(p->persons[i].c.name, name) == 0)
            return mutable(p, i);
    return NULL;
}

struct friend_info people_info(const struct person *one)
{
    struct friend_info info = {.key = one->c.key, .joined = one->c.joined,
                               .practice = one->c.practice};
    info.was = one->told;
    info.last_seen_ms = one->c.last_seen_ms;
    memcpy(info.name, one->c.name, sizeof info.name);
    return info;
}

struct person *people_insert(struct people *p, const struct contact *c)
{
    struct person fresh = {.c = *c, .told = LINK_DOWN};
    struct person *old = people_person(p, &c->key);

    assert(transport_curve_of(&c->key, fresh.curve)); /* checked before it was stored */
    if (old) {
        fresh.refused = old->refused;
        fresh.told = old->told;
        fresh.told_ms = old->told_ms;
        fresh.answer_owed = old->answer_owed;
        fresh.spoke = old->spoke;
        fresh.offset_ms = old->offset_ms;
        fresh.protocol = old->protocol;
        memcpy(fresh.version, old->version, sizeof fresh.version);
        memcpy(fresh.answer_token, old->answer_token, sizeof fresh.answer_token);
        people_drop(p, old);
    }
    assert(p->persons_n < CONTACTS_MAX);
    unsigned i = p->persons_n++;
    for (; i > 0 && strcasecmp(p->persons[i - 1].c.name, c->name) > 0; i--)
        p->persons[i] = p->persons[i - 1];
    p->persons[i] = fresh;
    return &p->persons[i];
}

void people_drop(struct people *p, struct person *one)
{
    size_t i = (size_t)(one - p->persons);

    assert(i < p->persons_n);
    p->persons_n--;
    memmove(one, one + 1, (p->persons_n - i) * sizeof *one);
}

/* [P-7.12] a proposed name that is taken gets -2, -3 and so on at its end. */
void people_fresh_name(const struct people *p, const char *proposed, char out[NAME_MAX_LEN + 1])
{
    const char *base = ticket_nick_ok(span_text(proposed)) ? proposed : "friend";
    char ending[8] = "";

    for (unsigned n = 2;; n++) {
        int room = NAME_MAX_LEN - (int)strlen(ending);
        snprintf(out, NAME_MAX_LEN + 1, "%.*s%s", room, base, ending);
        if (!people_named(p, out))
            return;
        snprintf(ending, sizeof ending, "-%u", n);
    }
}

enum verdict people_find(const struct people *p, const char *name, struct friend_info *out)
{
    const struct person *one = people_named(p, name);
    unsigned fits = 0;
    size_t len = strlen(name);

    for (unsigned i = 0; !one && len > 0 && i < p->persons_n; i++)
        fits += strncasecmp(p->persons[i].c.name, name, len) == 0;
    if (fits > 1)
        return VERDICT_NAME_AMBIGUOUS;
    for (unsigned i = 0; !one && fits == 1 && i < p->persons_n; i++)
        if (strncasecmp(p->persons[i].c.name, name, len) == 0)
            one = &p->persons[i];
    if (!one)
        return VERDICT_NO_SUCH_FRIEND;
    *out = people_info(one);
    return VERDICT_OK;
}

bool people_by_key(const struct people *p, const struct player_key *key, struct friend_info *out)
{
    const struct person *one = people_person(p, key);
    if (one)
        *out = people_info(one);
    return one != NULL;
}

static enum link_state link_of(const struct people *p, const struct person *one)
{
    enum link_state link = transport_link(p->transport, &one->c.key);
    return link == LINK_UP && one->refused ? LINK_REFUSED : link;
}

enum link_state people_link(const struct people *p, const struct player_key *key)
{
    const struct person *one = people_person(p, key);
    return one ? link_of(p, one) : LINK_DOWN;
}

/* ---- messages ------------------------------------------------------------------------------ */

bool people_send_frame(struct people *p, const struct player_key *to,
                       const struct peer_message *m)
{
    struct buf frame = buf_over(p->frame, sizeof p->frame);

    if (!peer_pack(m, &frame)) {
        log_warnx("a message does not fit into a frame");
        return false;
    }
    return transport_send(p->transport, to, buf_span(&frame));
}

bool people_send(struct people *p, const struct player_key *to, const struct peer_message *m)
{
    const struct person *one = people_person(p, to);
    return one && one->c.joined && people_send_frame(p, to, m);
}

void people_begin(struct people *p, enum peer_kind kind)
{
    struct address announced[ANNOUNCED_MAX];
    struct peer_message *m = &p->out;

    memset(m, 0, sizeof *m);
    m->kind = kind;
    m->protocol = PROTOCOL_VERSION;
    m->card.identity = p->me->public;
    memcpy(m->card.nick, p->nick, sizeof p->nick);
    m->card.addresses_n = people_announced(p, announced);
    for (unsigned i = 0; i < m->card.addresses_n; i++)
        memcpy(m->card.addresses[i], announced[i].text, sizeof announced[i].text);
}

static bool same_handle(const struct contact *c, const struct peer_card *card)
{
    if (strcmp(c->calls_self, card->nick) != 0 || c->addresses_n != card->addresses_n)
        return false;
    for (unsigned i = 0; i < c->addresses_n; i++)
        if (strcmp(c->addresses[i], card->addresses[i]) != 0)
            return false;
    return true;
}

/* [P-6.8] The addresses of the newest HELLO replace those known before, if there are any. */
static void on_hello(struct people *p, struct person *one, const struct peer_card *card)
{
    struct contact changed = one->c;

    if (same_handle(&one->c, card))
        return;
    memcpy(changed.calls_self, card->nick, sizeof changed.calls_self);
    if (card->addresses_n > 0) {
        memcpy(changed.addresses, card->addresses, sizeof changed.addresses);
        changed.addresses_n = card->addresses_n;
    }
    if (store_contact_put(p->store, &changed) != VERDICT_OK)
        return;
    one->c = changed;
    transport_add(p->transport, &changed.key,
                  (const char(*)[PEER_ADDRESS_LEN_MAX + 1])changed.addresses,
                  changed.addresses_n);
}

uint64_t people_seen_ms(const struct people *p, uint64_t before)
{
    uint64_t now = loop_wall_ms(p->loop);

    if (p->letter_ms == 0 || p->letter_ms > now)
        return p->letter_ms == 0 ? now : before;
    return p->letter_ms > before ? p->letter_ms : before;
}

static enum verdict from_friend(struct people *p, struct person *one)
{
    const struct peer_message *m = &p->in;
    struct friend_info info = people_info(one);

    one->c.last_seen_ms = people_seen_ms(p, one->c.last_seen_ms);
    if (one->answer_owed && m->kind != PEER_REDEEM)
        letter_answered(p, one);
    switch ((enum peer_kind)m->kind) {
    case PEER_HELLO:
        one->refused = false;
        call_on_hello(p, one, m);
        on_hello(p, one, &m->card);
        break;
    case PEER_CALL:
        call_on_call(p, one, m);
        break;
    case PEER_CALLED:
        call_on_called(p, one, m);
        break;
    case PEER_REDEEM:
        return join_on_redeem(p, one->curve, m);
    case PEER_REDEEMED:
        join_on_redeemed(p, one, m);
        break;
    case PEER_HAVE:
    case PEER_ENTRIES:
    case PEER_REFUSE:
    case PEER_NOTE:
    case PEER_NOTE_ACK:
    case PEER_UNKNOWN_GAME:
    case PEER_DEPOSIT:
    case PEER_DEPOSITED:
    case PEER_PARCEL:
    case PEER_PARCEL_TAKEN:
    case PEER_WITNESS:
    case PEER_WITNESSED:
        info.letter_ms = p->letter_ms;
        p->owner.on_message(p->owner.self, &info, m);
        break;
    }
    return VERDICT_OK;
}

enum verdict people_take(struct people *p, struct person *one, const char curve[65])
{
    if (one && one->c.joined)
        return from_friend(p, one);
    /* [P-7.1] A stranger can only redeem an invitation. Everything else he says is dropped. */
    if (p->in.kind == PEER_REDEEM)
        return join_on_redeem(p, curve, &p->in);
    if (!one || p->in.kind != PEER_REDEEMED)
        return VERDICT_STRANGER;
    join_on_redeemed(p, one, &p->in);
    return VERDICT_OK;
}

static void on_frame(void *self, const char curve[65], bool stranger, struct span frame)
{
    struct people *p = self;
    struct person *one = stranger ? NULL : people_by_curve(p, curve);
    enum verdict v = peer_unpack(frame, &p->in);

    if (v != VERDICT_OK) {
        log_debug("peer=%s: a frame is refused: %s", one ? one->c.name : "stranger",
                  verdict_name(v));
        return;
    }
    if (people_take(p, one, curve) == VERDICT_STRANGER && !one)
        join_turn_away(p, curve);
}

static enum verdict trouble_of(enum link_state state)
{
    switch (state) {
    case LINK_UP:
        break;
    case LINK_DOWN:
        return VERDICT_PEER_ABSENT;
    case LINK_WRONG_KEY:
        return VERDICT_PEER_WRONG_KEY;
    case LINK_REFUSED:
        return VERDICT_PEER_REFUSED;
    case LINK_NO_PROXY:
        return VERDICT_NO_PROXY;
    case LINK_FAR:
        return VERDICT_PROXY_FAR;
    }
    return VERDICT_OK;
}

void people_tell_link(struct people *p, struct person *one, enum link_state state)
{
    struct friend_info info = people_info(one);

    if (state == info.was && state != LINK_UP)
        return;
    if (state != info.was)
        one->told_ms = loop_wall_ms(p->loop);
    one->told = state;
    p->owner.on_link(p->owner.self, &info, state);
}

static void on_link(void *self, const char curve[65], enum link_state state)
{
    struct people *p = self;
    struct person *one = people_by_curve(p, curve);

    if (!one)
        return;
    struct friend_info info = people_info(one);
    log_debug("peer=%s: link %s", info.name,
              state == LINK_UP ? "up" : verdict_name(trouble_of(state)));
    if (!info.joined) {
        if (state == LINK_UP)
            join_ask(p, one);
        else if (state != LINK_FAR) /* how it goes is not known yet */
            p->owner.on_friend(p->owner.self, &info, false, trouble_of(state));
        return;
    }
    if (state == LINK_UP) {
        one->c.last_seen_ms = loop_wall_ms(p->loop);
        one->refused = false;
        /* [P-6.8] On every link that comes up each side says HELLO */
        people_send_hello(p, &info.key);
    } else if (one->c.last_seen_ms > 0) {
        store_contact_seen(p->store, &info.key, one->c.last_seen_ms);
    }
    people_tell_link(p, one, state);
}

/* ---- start and stop ------------------------------------------------------------------------ */

static bool load(struct people *p)
{
    struct contact *list = calloc(CONTACTS_MAX, sizeof *list);
    char curve[65];
    unsigned n = 0;

    if (!list || store_contacts(p->store, list, &n) != VERDICT_OK) {
        free(list);
        return false;
    }
    for (unsigned i = 0; i < n; i++) {
        if (!transport_curve_of(&list[i].key, curve)) {
            log_warnx("peer=%s: has no valid key, left out", list[i].name);
            continue;
        }
        people_insert(p, &list[i]);
    }
    free(list);
    return true;
}

static struct transport *start_at(struct people *p, const char *listen)
{
    struct transport_owner owner = {on_frame, on_link, p};
    return transport_start(p->loop, p->me->secret, listen, p->socks, owner);
}

/* [P-6.1] A daemon listens at the address of its setting listen; without one, on all interfaces
 * at a port the system chose the first time and that is kept from then on. */
static bool start_transport(struct people *p, const char *listen)
{
    char usual[32];
    uint64_t port = store_meta(p->store, "port", 0);

    snprintf(usual, sizeof usual, "*:%u", port <= UINT16_MAX ? (unsigned)port : 0u);
    bool chosen = listen && *listen;
    p->transport = start_at(p, chosen ? listen : usual);
    if (!p->transport && !chosen && port != 0) {
        log_warnx("the usual port is taken: choosing another one");
        p->transport = start_at(p, "*:0");
    }
    if (!p->transport)
        return false;
    const char *host = chosen ? listen : "*";
    const char *colon = strrchr(host, ':');
    int host_len = (int)(colon ? colon - host : (ptrdiff_t)strlen(host));
    snprintf(p->listen, sizeof p->listen, "%.*s:%u", host_len, host,
             transport_port(p->transport));
    if (!chosen && transport_port(p->transport) != port)
        return store_set_meta(p->store, "port", transport_port(p->transport)) == VERDICT_OK;
    return true;
}

static void on_tick(void *self)
{
    struct people *p = self;

    p->timer = loop_after(p->loop, TICK_MS, on_tick, p);
    people_announce_tick(p);
    join_tick(p);
}

/* [P-6.6] a friend who was removed is refused for good */
static void bar_removed(struct people *p)
{
    struct player_key list[REMOVED_MAX];
    unsigned n = 0;

    if (store_removed(p->store, REMOVED_MAX, list, &n) != VERDICT_OK)
        log_warnx("who was removed cannot be read");
    for (unsigned i = n; i-- > 0;)
        transport_remove(p->transport, &list[i]);
}

struct people *people_start(struct loop *loop, struct store *store, const struct identity *me,
                            const struct people_terms *terms, struct people_owner owner)
{
    struct people *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->loop = loop;
    p->store = store;
    p->me = me;
    p->owner = owner;
    p->socks = terms->socks;
    snprintf(p->announce, sizeof p->announce, "%s", terms->announce ? terms->announce : "");
    if (terms->nick && ticket_nick_ok(span_text(terms->nick)))
        snprintf(p->nick, sizeof p->nick, "%s", terms->nick);
    if (!load(p) || !start_transport(p, terms->listen)) {
        people_stop(p);
        return NULL;
    }
    bar_removed(p); /* first: who is a friend again is let in */
    for (unsigned i = 0; i < p->persons_n; i++) {
        const struct contact *c = &p->persons[i].c;
        if (!transport_add(p->transport, &c->key,
                           (const char(*)[PEER_ADDRESS_LEN_MAX + 1])c->addresses,
                           c->addresses_n))
            log_warnx("peer=%s: cannot be reached", c->name);
    }
    people_announce_tick(p);
    letter_load(p);
    join_set_door(p);
    p->timer = loop_after(loop, TICK_MS, on_tick, p);
    return p;
}

void people_stop(struct people *p)
{
    if (!p)
        return;
    for (unsigned i = 0; p->transport && i < p->persons_n; i++) {
        const struct contact *c = &p->persons[i].c;
        if (transport_link(p->transport, &c->key) == LINK_UP && c->last_seen_ms > 0)
            store_contact_seen(p->store, &c->key, loop_wall_ms(p->loop));
    }
    loop_cancel(p->loop, p->timer);
    transport_stop(p->transport);
    free(p);
}

/* ---- what people ask for ------------------------------------------------------------------- */

enum verdict people_rename(struct people *p, const char *name, const char *to)
{
    struct friend_info who;
    enum verdict v = people_find(p, name, &who);

    if (v != VERDICT_OK)
        return v;
    if (!ticket_nick_ok(span_text(to)))
        return VERDICT_NAME_MALFORMED;
    const struct person *taken = people_named(p, to);
    if (taken && !player_key_equal(&taken->c.key, &who.key))
        return VERDICT_NAME_TAKEN;
    struct contact changed = people_person(p, &who.key)->c;
    memset(changed.name, 0, sizeof changed.name);
    memcpy(changed.name, to, strlen(to));
    v = store_contact_put(p->store, &changed);
    if (v == VERDICT_OK)
        people_insert(p, &changed);
    return v;
}

static enum verdict forget(struct people *p, const struct player_key *key)
{
    enum verdict v = store_begin(p->store);

    if (v != VERDICT_OK)
        return v;
    v = store_contact_delete(p->store, key);
    /* [P-7.7] Removing a friend withdraws the invitations he used. */
    if (v == VERDICT_OK)
        v = store_invitations_revoke_of(p->store, key);
    if (v == VERDICT_OK)
        v = store_roads_forget(p->store, key);
    if (v == VERDICT_OK)
        v = store_removed_put(p->store, key, loop_wall_ms(p->loop));
    return store_end(p->store, v);
}

enum verdict people_remove(struct people *p, const char *name)
{
    struct friend_info who;
    enum verdict v = people_find(p, name, &who);

    if (v == VERDICT_OK)
        v = forget(p, &who.key);
    if (v != VERDICT_OK)
        return v;
    transport_remove(p->transport, &who.key);
    people_drop(p, people_person(p, &who.key));
    return VERDICT_OK;
}

unsigned people_friends(const struct people *p, uint64_t from, struct friend_row *rows,
                        uint32_t *more)
{
    unsigned n = 0;

    for (uint64_t i = from; i < p->persons_n && n < ROWS_MAX; i++, n++) {
        const struct person *one = &p->persons[i];
        struct friend_row *row = &rows[n];
        memset(row, 0, sizeof *row);
        memcpy(row->name, one->c.name, sizeof row->name);
        memcpy(row->calls_self, one->c.calls_self, sizeof row->calls_self);
        row->key = one->c.key;
        row->link = link_of(p, one);
        row->link_ms = row->link == (uint32_t)one->told ? one->told_ms : 0;
        row->last_seen_ms = one->c.last_seen_ms;
        row->joined = one->c.joined;
        row->practice = one->c.practice;
        row->checked_ms = one->c.checked_ms;
        if (one->c.addresses_n > 0)
            memcpy(row->address, one->c.addresses[0], sizeof row->address);
    }
    *more = from < p->persons_n && p->persons_n - from > n;
    return n;
}

void people_status(const struct people *p, struct status *out)
{
    struct address announced[ANNOUNCED_MAX];
    unsigned n = people_announced(p, announced);

    out->key = p->me->public;
    memcpy(out->nick, p->nick, sizeof out->nick);
    snprintf(out->listen, sizeof out->listen, "%.127s", p->listen);
    for (unsigned i = 0; i < n; i++)
        memcpy(out->announced[i], announced[i].text, sizeof out->announced[i]);
    out->friends = out->friends_online = 0;
    for (unsigned i = 0; i < p->persons_n; i++) {
        out->friends += p->persons[i].c.joined;
        out->friends_online += p->persons[i].c.joined && link_of(p, &p->persons[i]) == LINK_UP;
    }
}

void people_wake(struct people *p, const struct player_key *who)
{
    for (unsigned i = 0; i < p->persons_n; i++)
        if (!who || player_key_equal(&p->persons[i].c.key, who))
            transport_wake(p->transport, &p->persons[i].c.key);
}

enum verdict people_set_practice(struct people *p, const struct player_key *who)
{
    struct person *one = people_person(p, who);
    if (!one)
        return VERDICT_NO_SUCH_FRIEND;
    struct contact changed = one->c;
    changed.practice = true;
    enum verdict v = store_contact_put(p->store, &changed);
    if (v == VERDICT_OK)
        one->c = changed;
    return v;
}
