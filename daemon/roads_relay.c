/* A friend's daemon that keeps letters: both ends of it, and the middle.  The one who keeps them
 * sees from whom and for whom, how long and when; he can lose them, and nothing else. */
#include "daemon/roads_part.h"

#include "daemon/log.h"

#include <stdlib.h>
#include <string.h>

#define DAY_MS (UINT64_C(24) * 3600 * 1000)
enum {
    KEPT_DAYS = 45,
    AGAIN_DAYS = 30,        /* what is still not received then is handed over again */
    RETRY_MS = 60 * 1000,
    REFUSED_MS = 10 * 60 * 1000
};

static void begin(struct roads *r, enum peer_kind kind)
{
    memset(&r->out, 0, offsetof(struct peer_message, entries));
    r->out.kind = kind;
}

/* ---- the one who writes -------------------------------------------------------------------- */

static void hand_over(struct roads *r, struct road_state *s, const struct stored_road *road)
{
    struct buf letters = buf_over(r->letters, sizeof r->letters);
    struct span sealed;
    unsigned parts;
    size_t at = 0;

    s->waiting_n = 0;
    s->print = roads_print(r, &road->friend);
    s->retry_tick = loop_tick_ms(r->p.loop) + RETRY_MS;
    if (roads_letters(r, &road->friend, &letters, &parts) != VERDICT_OK)
        return;
    while (s->waiting_n < LETTERS_MAX && roads_next(buf_span(&letters), &at, &sealed)) {
        begin(r, PEER_DEPOSIT);
        r->out.reader = road->friend;
        memcpy(r->out.entries, sealed.data, sealed.len);
        r->out.entries_len = sealed.len;
        s->waiting[s->waiting_n++] = envelope_name(sealed);
        (void)people_send(r->p.people, &road->relay, &r->out); /* else again in a minute */
    }
}

static bool is_due(struct roads *r, const struct stored_road *road)
{
    static const struct hash nothing;
    struct hash print = roads_print(r, &road->friend);
    uint64_t now = loop_wall_ms(r->p.loop);

    if (hash_equal(&print, &nothing))
        return false;
    if (!hash_equal(&print, &road->print))
        return true;
    return now > road->sent_ms && now - road->sent_ms > AGAIN_DAYS * DAY_MS
        && !roads_all_received(r, &road->friend);
}

void relay_look(struct roads *r, const struct stored_road *road)
{
    struct road_state *s = roads_state(r, &road->friend, ROAD_RELAY);
    struct hash print;

    if (!s || people_link(r->p.people, &road->friend) == LINK_UP || !is_due(r, road))
        return;
    if (people_link(r->p.people, &road->relay) != LINK_UP) {
        s->trouble = VERDICT_PEER_ABSENT;
        return;
    }
    print = roads_print(r, &road->friend);
    if (loop_tick_ms(r->p.loop) < s->retry_tick && hash_equal(&print, &s->print))
        return;
    hand_over(r, s, road);
}

/* All parts are in safe hands; unless something has been written meanwhile, that is everything. */
static void handed_over(struct roads *r, struct road_state *s)
{
    struct stored_road road;
    struct hash now = roads_print(r, &s->friend);

    s->trouble = VERDICT_OK;
    s->retry_tick = 0;
    if (hash_equal(&now, &s->print)
        && store_road_get(r->p.store, &s->friend, ROAD_RELAY, &road))
        roads_went(r, &road, &s->print);
    else
        roads_poke(r);
}

static void take_receipt(struct roads *r, const struct friend_info *from,
                         const struct peer_message *m)
{
    struct stored_road road;
    struct road_state *s = roads_state(r, &m->reader, ROAD_RELAY);
    struct deposit d = {from->key, m->reader, m->head, m->sent_ms, m->receipt};
    unsigned i = 0;

    if (!s || peer_receipt_check(m, &from->key) != VERDICT_OK
        || !store_road_get(r->p.store, &m->reader, ROAD_RELAY, &road)
        || !player_key_equal(&road.relay, &from->key))
        return;
    while (i < s->waiting_n && !hash_equal(&s->waiting[i], &m->head))
        i++;
    if (i == s->waiting_n)
        return;
    if (m->verdict != VERDICT_OK) {
        s->trouble = verdict_known(m->verdict) ? m->verdict : VERDICT_NO_RELAY;
        s->retry_tick = loop_tick_ms(r->p.loop) + REFUSED_MS;
        s->waiting_n = 0;
        return;
    }
    if (store_deposit_add(r->p.store, &d) != VERDICT_OK)
        return;
    s->waiting[i] = s->waiting[--s->waiting_n];
    if (s->waiting_n == 0)
        handed_over(r, s);
}

/* ---- the one who keeps --------------------------------------------------------------------- */

/* [P-8.5] */
static enum verdict keep(struct roads *r, const struct friend_info *from,
                         const struct peer_message *m, struct parcel *parcel)
{
    struct friend_info reader;
    struct span sealed = span_of(m->entries, m->entries_len);

    *parcel = (struct parcel){.from = from->key, .to = m->reader, .name = envelope_name(sealed)};
    parcel->until_ms = loop_wall_ms(r->p.loop) + KEPT_DAYS * DAY_MS;
    if (!r->p.relay || !people_by_key(r->p.people, &m->reader, &reader) || !reader.joined)
        return VERDICT_NO_RELAY;
    enum verdict v = store_parcel_add(r->p.store, parcel, sealed);
    return v == VERDICT_KNOWN ? VERDICT_OK : v;
}

static void take_deposit(struct roads *r, const struct friend_info *from,
                         const struct peer_message *m)
{
    struct parcel parcel;
    enum verdict v = keep(r, from, m, &parcel);

    if (v != VERDICT_OK && v != VERDICT_NO_RELAY && v != VERDICT_RELAY_FULL)
        return; /* our disk: he will ask again */
    begin(r, PEER_DEPOSITED);
    r->out.reader = parcel.to;
    r->out.head = parcel.name;
    r->out.verdict = v;
    r->out.sent_ms = v == VERDICT_OK ? parcel.until_ms : 0;
    peer_receipt_sign(&r->out, r->p.me->secret);
    (void)people_send(r->p.people, &from->key, &r->out);
    log_info("a letter for a friend: %s", verdict_name(v));
    if (v == VERDICT_OK)
        relay_give(r, &parcel.to);
}

void relay_give(struct roads *r, const struct player_key *to)
{
    struct parcel parcel;

    if (people_link(r->p.people, to) != LINK_UP)
        return;
    begin(r, PEER_PARCEL);
    struct buf sealed = buf_over(r->out.entries, sizeof r->out.entries);
    if (!store_parcel_next(r->p.store, to, &parcel, &sealed))
        return;
    r->out.entries_len = sealed.len;
    (void)people_send(r->p.people, to, &r->out);
}

void relay_expire(struct roads *r)
{
    if (store_parcels_expire(r->p.store, loop_cautious_ms(r->p.loop)) != VERDICT_OK)
        log_warnx("letters kept for friends could not be tidied up");
}

/* ---- the one who reads --------------------------------------------------------------------- */

/* Whom to tell when a letter has been taken. */
struct taken {
    struct roads *r;
    struct player_key relay;
    struct hash name;
};

static void let_go(const struct taken *t)
{
    begin(t->r, PEER_PARCEL_TAKEN);
    t->r->out.head = t->name;
    (void)people_send(t->r->p.people, &t->relay, &t->r->out);
}

/* [P-8.7] when what it brought is stored */
static void taken(void *context, const struct letter_report *report)
{
    bool kept = report->verdict != VERDICT_LOCKED && report->verdict != VERDICT_DISK
             && report->verdict != VERDICT_READ_ONLY;

    if (kept)
        let_go(context);
    free(context);
}

static void take_parcel(struct roads *r, const struct friend_info *from,
                        const struct peer_message *m)
{
    struct span sealed = span_of(m->entries, m->entries_len);
    struct taken *t = malloc(sizeof *t);

    if (!t)
        return;
    *t = (struct taken){r, from->key, envelope_name(sealed)};
    enum verdict v = roads_take(r, sealed, NULL, taken, t);
    if (v == VERDICT_OK)
        return;
    if (v != VERDICT_TOO_MANY_OPEN && v != VERDICT_MEMORY)
        let_go(t); /* nobody has to keep it any longer */
    free(t);
}

void roads_on_message(struct roads *r, const struct friend_info *from,
                      const struct peer_message *m)
{
    if (m->kind == PEER_DEPOSIT) {
        take_deposit(r, from, m);
    } else if (m->kind == PEER_DEPOSITED) {
        take_receipt(r, from, m);
    } else if (m->kind == PEER_PARCEL) {
        take_parcel(r, from, m);
    } else if (m->kind == PEER_PARCEL_TAKEN
               && store_parcel_delete(r->p.store, &from->key, &m->head) == VERDICT_OK) {
        relay_give(r, &from->key);
    }
}
