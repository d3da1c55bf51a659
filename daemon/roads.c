/* Letters out and in, and the clock of all roads.  What a letter brings goes frame by frame the way
 * of what links bring; while a game checks a proof in slices the rest waits. */
#include "daemon/roads_part.h"

#include "base/hash.h"
#include "daemon/log.h"
#include "daemon/store_events.h"
#include "daemon/store_people.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define REFUSAL_MS (UINT64_C(45) * 24 * 3600 * 1000)
enum {
    LOOK_MS = 5000,           /* between two looks at folders and relays */
    SOON_MS = 150,
    BUSY_MS = 10,
    RESEND_MS = 30 * 1000,    /* what a link has lost: at first, then doubled up to */
    RESEND_MAX_MS = 15 * 60 * 1000,
    EXPIRE_MS = 60 * 60 * 1000,
    FRAMES_A_TURN = 4
};

/* Up to a quarter more, so that friends do not keep step. */
static uint64_t with_jitter(uint64_t ms)
{
    return ms + randombytes_uniform((uint32_t)(ms / 4 + 1));
}

/* ---- letters out --------------------------------------------------------------------------- */

struct writing {
    struct roads *r;
    const struct player_key *to;
    struct buf *out; /* NULL: only count */
    unsigned part, parts;
    bool failed;
};

static void close_part(struct writing *w)
{
    struct roads *r = w->r;
    struct envelope_keys keys = {r->p.me->secret, w->to};
    struct buf sealed = buf_over(r->sealed, sizeof r->sealed);
    uint8_t fresh[ENVELOPE_FRESH];

    if (r->draft.frames_len == 0 || w->part == LETTERS_MAX)
        return;
    w->part++;
    r->draft.part = (uint8_t)w->part;
    r->draft.parts = (uint8_t)w->parts;
    r->draft.sent_ms = loop_wall_ms(r->p.loop);
    randombytes_buf(fresh, sizeof fresh);
    if (w->out && envelope_seal(&r->draft, &keys, fresh, &sealed)) {
        buf_add_le(w->out, sealed.len, 4);
        buf_add(w->out, buf_span(&sealed));
    } else if (w->out) {
        w->failed = true;
    }
    r->draft.frames_len = 0;
}

static void write_frame(void *context, const struct peer_message *m)
{
    struct writing *w = context;
    struct roads *r = w->r;
    struct buf frame = buf_over(r->frame, sizeof r->frame);

    if (!peer_pack(m, &frame) || envelope_add(&r->draft, buf_span(&frame)))
        return;
    close_part(w);
    if (!envelope_add(&r->draft, buf_span(&frame)))
        log_warnx("a message does not fit into a letter");
}

static void write_all(struct writing *w)
{
    w->r->draft.frames_len = 0;
    people_bundle(w->r->p.people, w->to, write_frame, w);
    games_bundle(w->r->p.games, w->to, write_frame, w);
    close_part(w);
}

enum verdict roads_letters(struct roads *r, const struct player_key *to, struct buf *out,
                           unsigned *parts)
{
    struct writing count = {r, to, NULL, 0, LETTERS_MAX, false};

    write_all(&count);
    struct writing w = {r, to, out, 0, count.part, false};
    write_all(&w);
    if (w.failed || !buf_ok(out))
        return VERDICT_TOO_LONG;
    *parts = w.part;
    return VERDICT_OK;
}

bool roads_next(struct span letters, size_t *at, struct span *sealed)
{
    uint64_t len = 0;

    if (letters.len - *at < 4)
        return false;
    for (unsigned i = 0; i < 4; i++)
        len |= (uint64_t)letters.data[*at + i] << (8 * i);
    if (len > letters.len - *at - 4)
        return false;
    *sealed = span_of(letters.data + *at + 4, (size_t)len);
    *at += 4 + (size_t)len;
    return true;
}

struct printing {
    struct hasher h;
    unsigned things;
};

static void print_message(void *context, const struct peer_message *m)
{
    struct printing *p = context;
    hash_number(&p->h, m->kind);
    hash_bytes(&p->h, span_of(m->token, sizeof m->token));
    p->things++;
}

struct hash roads_print(struct roads *r, const struct player_key *friend)
{
    static const struct hash nothing;
    struct hash games = games_print(r->p.games, friend);
    struct printing p = {.things = !hash_equal(&games, &nothing)};

    hash_start(&p.h, TAG_SEALED);
    hash_bytes(&p.h, span_of(games.b, sizeof games.b));
    people_bundle(r->p.people, friend, print_message, &p);
    struct hash print = hash_end(&p.h);
    return p.things > 0 ? print : nothing;
}

bool roads_all_received(struct roads *r, const struct player_key *friend)
{
    struct outbox_row row;
    uint64_t skip = 0;

    return games_outbox(r->p.games, friend, &skip, &row, 1) == 0;
}

void roads_went(struct roads *r, struct stored_road *road, const struct hash *print)
{
    road->print = *print;
    road->sent_ms = loop_wall_ms(r->p.loop);
    if (store_road_put(r->p.store, road) != VERDICT_OK)
        return; /* it goes once more */
    games_note_sent(r->p.games, &road->friend, road->kind);
}

void roads_sent_by_text(struct roads *r, const struct player_key *to)
{
    struct stored_road road = {.friend = *to, .kind = ROAD_TEXT};
    struct hash print = roads_print(r, to);

    roads_went(r, &road, &print);
}

/* ---- letters in ---------------------------------------------------------------------------- */

static void finish(struct roads *r)
{
    struct inbox_item *item = r->inbox[0];

    /* What it brought, if anything, could not be kept. */
    if (item->report.verdict == VERDICT_OK)
        item->report.verdict = store_trouble(r->p.store);
    r->inbox_n--;
    memmove(r->inbox, r->inbox + 1, r->inbox_n * sizeof r->inbox[0]);
    log_info("a letter was taken: %s", verdict_name(item->report.verdict));
    if (item->done)
        item->done(item->context, &item->report);
    free(item);
    roads_poke(r);
}

/* One frame of the oldest letter. */
static void take_frame(struct roads *r)
{
    struct inbox_item *item = r->inbox[0];
    struct letter_mark mark = {item->e.sender, item->e.sent_ms};
    struct span frame;

    if (!envelope_next(&item->e, &item->at, &frame)) {
        finish(r);
        return;
    }
    enum verdict v = people_deliver(r->p.people, &mark, frame);
    if (v != VERDICT_OK && item->report.verdict == VERDICT_OK)
        item->report.verdict = v;
}

static void pump(void *self)
{
    struct roads *r = self;

    r->pump = 0;
    for (unsigned i = 0; i < FRAMES_A_TURN && r->inbox_n > 0 && !games_busy(r->p.games); i++)
        take_frame(r);
    if (r->inbox_n > 0)
        r->pump = loop_after(r->p.loop, games_busy(r->p.games) ? BUSY_MS : 0, pump, r);
}

enum verdict roads_take(struct roads *r, struct span sealed, const struct player_key *expected,
                        letter_done *done, void *context)
{
    if (r->inbox_n == INBOX_MAX)
        return VERDICT_TOO_MANY_OPEN;
    struct inbox_item *item = calloc(1, sizeof *item);
    if (!item)
        return VERDICT_MEMORY;
    enum verdict v = envelope_open(sealed, r->p.me->secret, &item->e);
    if (v == VERDICT_OK && expected && !player_key_equal(expected, &item->e.sender))
        v = VERDICT_NOT_FOR_US;
    if (v != VERDICT_OK) {
        free(item);
        return v;
    }
    item->report = (struct letter_report){VERDICT_OK, item->e.sender, item->e.part,
                                          item->e.parts};
    item->done = done;
    item->context = context;
    r->inbox[r->inbox_n++] = item;
    if (r->pump == 0)
        r->pump = loop_after(r->p.loop, 0, pump, r);
    return VERDICT_OK;
}

/* ---- the clock ----------------------------------------------------------------------------- */

struct road_state *roads_state(struct roads *r, const struct player_key *friend, uint32_t kind)
{
    unsigned place = ROADS_MAX;

    for (unsigned i = 0; i < ROADS_MAX; i++) {
        struct road_state *s = r->state[i];
        if (!s)
            place = i;
        else if (s->kind == kind && player_key_equal(&s->friend, friend))
            return s;
    }
    if (place == ROADS_MAX) {
        place = 0; /* only memory: whoever is forgotten begins again */
        free(r->state[place]);
    }
    r->state[place] = calloc(1, sizeof *r->state[place]);
    if (r->state[place]) {
        r->state[place]->friend = *friend;
        r->state[place]->kind = kind;
    }
    return r->state[place];
}

/* Links lose things, and friends crash: what has not been acknowledged is said again, ever more
 * rarely. */
static void resend(struct roads *r)
{
    struct friend_info who;
    uint64_t now = loop_tick_ms(r->p.loop);

    if (now < r->resend_tick)
        return;
    r->resend_tick = now + with_jitter(r->resend_ms);
    r->resend_ms = r->resend_ms * 2 > RESEND_MAX_MS ? RESEND_MAX_MS : r->resend_ms * 2;
    for (unsigned i = 0; people_at(r->p.people, i, &who); i++)
        if (who.joined && people_link(r->p.people, &who.key) == LINK_UP
            && !roads_all_received(r, &who.key))
            games_on_link(r->p.games, &who, LINK_UP);
}

/* [P-8.13] and forgotten after 45 days */
static void expire_refusals(struct roads *r)
{
    uint64_t now = loop_wall_ms(r->p.loop);

    if (now > REFUSAL_MS && store_refusals_expire(r->p.store, now - REFUSAL_MS) != VERDICT_OK)
        log_warnx("old refusals could not be tidied up");
}

static void look(void *self)
{
    struct roads *r = self;
    uint64_t now = loop_tick_ms(r->p.loop), pause = with_jitter(LOOK_MS);

    r->due_tick = now + pause;
    r->timer = loop_after(r->p.loop, pause, look, r);
    if (now >= r->expire_tick) {
        r->expire_tick = now + EXPIRE_MS;
        relay_expire(r);
        expire_refusals(r);
    }
    resend(r);
    if (games_busy(r->p.games)) { /* what is being made belongs into the letter */
        roads_poke(r);
        return;
    }
    unsigned n = store_roads(r->p.store, r->roads, ROADS_MAX);
    for (unsigned i = 0; i < n; i++) {
        if (r->roads[i].kind == ROAD_SPOOL)
            spool_look(r, &r->roads[i]);
        else if (r->roads[i].kind == ROAD_RELAY)
            relay_look(r, &r->roads[i]);
    }
}

void roads_look_soon(struct roads *r)
{
    uint64_t now = loop_tick_ms(r->p.loop);

    if (r->due_tick <= now + SOON_MS)
        return;
    loop_cancel(r->p.loop, r->timer);
    r->due_tick = now + SOON_MS;
    r->timer = loop_after(r->p.loop, SOON_MS, look, r);
}

void roads_poke(struct roads *r)
{
    r->resend_ms = RESEND_MS;
    roads_look_soon(r);
}

void roads_on_link(struct roads *r, const struct friend_info *who, enum link_state state)
{
    if (state == LINK_UP && who->joined)
        relay_give(r, &who->key);
    roads_poke(r);
}

struct roads *roads_new(const struct roads_parts *parts)
{
    struct roads *r = calloc(1, sizeof *r);

    if (!r)
        return NULL;
    r->p = *parts;
    watch_start(r);
    r->resend_ms = RESEND_MS;
    r->resend_tick = loop_tick_ms(r->p.loop) + RESEND_MS;
    r->due_tick = loop_tick_ms(r->p.loop) + SOON_MS;
    r->timer = loop_after(r->p.loop, SOON_MS, look, r);
    return r;
}

void roads_free(struct roads *r)
{
    if (!r)
        return;
    loop_cancel(r->p.loop, r->timer);
    loop_cancel(r->p.loop, r->pump);
    watch_stop(r);
    for (unsigned i = 0; i < r->inbox_n; i++) {
        if (r->inbox[i]->done) {
            r->inbox[i]->report.verdict = VERDICT_LOCKED;
            r->inbox[i]->done(r->inbox[i]->context, &r->inbox[i]->report);
        }
        free(r->inbox[i]);
    }
    for (unsigned i = 0; i < ROADS_MAX; i++)
        free(r->state[i]);
    free(r);
}

/* ---- setting up ---------------------------------------------------------------------------- */

static void list_one(struct roads *r, const struct stored_road *road, struct road_row *row)
{
    struct friend_info who;

    memset(row, 0, sizeof *row);
    row->kind = road->kind;
    row->sent_ms = road->sent_ms;
    if (people_by_key(r->p.people, &road->friend, &who))
        memcpy(row->name, who.name, sizeof row->name);
    if (road->kind == ROAD_SPOOL)
        memcpy(row->target, road->target, strlen(road->target) + 1);
    else if (road->kind == ROAD_RELAY && people_by_key(r->p.people, &road->relay, &who))
        memcpy(row->target, who.name, sizeof who.name);
    if (road->kind != ROAD_TEXT) {
        const struct road_state *state = roads_state(r, &road->friend, road->kind);
        row->trouble = state ? state->trouble : 0;
    }
}

unsigned roads_list(struct roads *r, const struct player_key *friend, uint64_t from,
                    struct road_row *rows, uint32_t *more)
{
    unsigned all = store_roads(r->p.store, r->roads, ROADS_MAX), n = 0;

    *more = 0;
    for (unsigned i = 0; i < all; i++) {
        if (friend && !player_key_equal(friend, &r->roads[i].friend))
            continue;
        if (from > 0)
            from--;
        else if (n < ROWS_MAX)
            list_one(r, &r->roads[i], &rows[n++]);
    }
    return n;
}

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static enum verdict set_spool(struct roads *r, struct stored_road *road, const char *path)
{
    if (path[0] != '/')
        return VERDICT_USAGE;
    if (strlen(path) > TARGET_MAX - 200)
        return VERDICT_PATH_TOO_LONG;
    if (!is_folder(path))
        return VERDICT_NO_FILE;
    memcpy(road->target, path, strlen(path) + 1);
    return store_road_put(r->p.store, road);
}

static enum verdict set_relay(struct roads *r, struct stored_road *road, const char *name)
{
    struct friend_info relay;
    enum verdict v = people_find(r->p.people, name, &relay);

    if (v != VERDICT_OK)
        return v;
    if (!relay.joined || player_key_equal(&relay.key, &road->friend))
        return VERDICT_NO_RELAY;
    road->relay = relay.key;
    return store_road_put(r->p.store, road);
}

enum verdict roads_set(struct roads *r, const struct friend_info *friend, const char *wish)
{
    struct stored_road road = {.friend = friend->key};
    size_t word = strcspn(wish, " ");
    const char *rest = wish + word + (wish[word] == ' ');
    bool spool = word == 5 && strncmp(wish, "spool", word) == 0;

    if (spool && *rest == '\0')
        rest = r->p.spool;
    if ((!spool && (word != 5 || strncmp(wish, "relay", word) != 0)) || *rest == '\0')
        return VERDICT_USAGE;
    road.kind = spool ? ROAD_SPOOL : ROAD_RELAY;
    /* What was sent by another folder or relay counts for nothing here. */
    struct road_state *state = roads_state(r, &road.friend, road.kind);
    if (!state)
        return VERDICT_MEMORY;
    memset(state, 0, sizeof *state);
    watch_stop(r); /* the folders that still count are named at the next look */
    watch_start(r);
    state->friend = road.friend;
    state->kind = road.kind;
    roads_poke(r);
    if (strcmp(rest, "off") == 0)
        return store_road_delete(r->p.store, &road.friend, road.kind);
    return spool ? set_spool(r, &road, rest) : set_relay(r, &road, rest);
}
