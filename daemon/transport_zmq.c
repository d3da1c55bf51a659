/* The ZeroMQ road: one door for everybody who calls us, one dial for everybody we call.  Two links
 * to the same friend are harmless; sending takes ours first.  Friends are found by their CURVE
 * key, the only name a connection has. */
#include "daemon/transport.h"

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

#include "daemon/dial.h"
#include "daemon/door.h"
#include "daemon/log.h"
#include "daemon/loop.h"
#include "daemon/observe.h"
#include "daemon/resolver.h"
#include "daemon/socks.h"
#include "daemon/zap.h"

enum {
    PEERS_MAX = 256,
    GONE_MAX = 64,        /* keys that are told for good that they are not welcome */
    STRANGERS_MAX = 64,   /* remembered for an answer */
    STRANGER_VISITS = 64, /* connections beyond two for each friend */
    STRANGER_FRAMES = 8,  /* that one may send in a row, then: */
    STRANGER_REFILL_MS = 1000, /* one more after so long */
    SOCKETS_MAX = 4096,
    FRIEND_LINKS = 2,
    FAR_FACTOR = 4 /* through a proxy a trial may take so many times longer */
};

struct peer {
    struct transport *transport;
    struct player_key key;
    char curve[CURVE_HEX_SIZE];
    struct dial *dial;
    struct address told_at[PEER_ADDRESSES_MAX]; /* where he said that he is */
    unsigned told_at_n;
    struct route route;   /* his connection to us */
    enum link_state told;
    bool untold;          /* something to tell at the next turn */
};

struct stranger {
    char curve[CURVE_HEX_SIZE]; /* "" = free */
    struct route route;
    unsigned frames; /* he may still send */
    uint64_t seen_ms;
};

/* One dial that only wants to know; `self` of its outcome is the owner's. */
struct trial {
    struct dial *dial; /* NULL: none is under way */
    struct player_key who;
    transport_tried *tried;
    unsigned timer;
};

struct transport {
    struct loop *loop;
    struct transport_owner owner;
    void *context;
    struct curve_pair me;
    struct resolver *resolver;
    struct socks *socks;
    struct zap *zap;
    struct door *door;
    struct dial_office office;
    struct peer *peers[PEERS_MAX];
    unsigned peers_n;
    uint8_t gone[GONE_MAX][CURVE_KEY_LEN];
    unsigned gone_n; /* ever; the newest GONE_MAX are kept */
    struct stranger strangers[STRANGERS_MAX];
    bool admit;
    unsigned tell_timer;
    struct trial trial;
};

/* ---- who is who ---------------------------------------------------------------------------- */

bool transport_curve_of(const struct player_key *who, char out[65])
{
    uint8_t curve[CURVE_KEY_LEN];

    if (!curve_public_of(who, curve))
        return false;
    hex_write(span_of(curve, sizeof curve), out);
    return true;
}

static struct peer *find(const struct transport *t, const char *curve)
{
    for (unsigned i = 0; i < t->peers_n; i++)
        if (strcmp(t->peers[i]->curve, curve) == 0)
            return t->peers[i];
    return NULL;
}

/* [P-7.9] A friend is looked up by CURVE key and compared by the whole Ed25519 key */
static struct peer *find_key(const struct transport *t, const struct player_key *who)
{
    for (unsigned i = 0; i < t->peers_n; i++)
        if (player_key_equal(&t->peers[i]->key, who))
            return t->peers[i];
    return NULL;
}

static bool is_gone(const struct transport *t, const uint8_t curve[CURVE_KEY_LEN])
{
    unsigned n = t->gone_n < GONE_MAX ? t->gone_n : GONE_MAX;
    for (unsigned i = 0; i < n; i++)
        if (memcmp(t->gone[i], curve, CURVE_KEY_LEN) == 0)
            return true;
    return false;
}

static void set_gone(struct transport *t, const struct player_key *who, bool gone)
{
    uint8_t curve[CURVE_KEY_LEN];

    if (!curve_public_of(who, curve))
        return;
    if (gone && !is_gone(t, curve))
        memcpy(t->gone[t->gone_n++ % GONE_MAX], curve, CURVE_KEY_LEN);
    for (unsigned i = 0; !gone && i < GONE_MAX; i++)
        if (memcmp(t->gone[i], curve, CURVE_KEY_LEN) == 0)
            sodium_memzero(t->gone[i], CURVE_KEY_LEN); /* nobody's key */
}

/* [P-6.6] Let in are the keys of friends, of hosts whose invitation we use, and, while the door is
 * open, those of strangers; a key that is not known is told nothing and may try again; a friend who
 * was removed is refused for good. */
static enum zap_answer judge(void *self, const uint8_t curve[32])
{
    struct transport *t = self;
    char hex[CURVE_HEX_SIZE];

    hex_write(span_of(curve, CURVE_KEY_LEN), hex);
    if (find(t, hex))
        return ZAP_YES;
    if (is_gone(t, curve))
        return ZAP_NEVER;
    if (!t->admit || door_count(t->door) > FRIEND_LINKS * t->peers_n + STRANGER_VISITS)
        return ZAP_LATER;
    return ZAP_YES;
}

/* ---- news of links ------------------------------------------------------------------------- */

static enum link_state state_of(const struct peer *p)
{
    return p->route.open ? LINK_UP : dial_state(p->dial);
}

/* Every link that comes up is told, also a second one: what was under way on the first may be lost,
 * and the owner sends it again. */
static void tell(struct peer *p)
{
    p->untold = false;
    p->told = state_of(p);
    p->transport->owner.on_link(p->transport->owner.self, p->curve, p->told);
}

static void tell_all(void *self)
{
    struct transport *t = self;
    struct peer *due;

    t->tell_timer = 0;
    do { /* the owner may add and remove peers while he is told */
        due = NULL;
        for (unsigned i = 0; i < t->peers_n && !due; i++)
            if (t->peers[i]->untold)
                due = t->peers[i];
        if (due)
            tell(due);
    } while (due);
}

/* For changes that are noticed inside a call of the owner. */
static void tell_later(struct peer *p)
{
    p->untold = true;
    loop_cancel(p->transport->loop, p->transport->tell_timer);
    p->transport->tell_timer = loop_after(p->transport->loop, 0, tell_all, p->transport);
}

static void on_dial_state(void *self)
{
    struct peer *p = self;
    /* Our own trouble is no news while his connection stands. */
    if (!p->route.open || dial_state(p->dial) == LINK_UP)
        tell(p);
}

static void on_gone(void *self, int fd)
{
    struct transport *t = self;

    for (unsigned i = 0; i < STRANGERS_MAX; i++)
        if (fd == -1 || t->strangers[i].route.fd == fd)
            t->strangers[i].route.open = false;
    for (unsigned i = 0; i < t->peers_n; i++) {
        struct peer *p = t->peers[i];
        if (!p->route.open || (fd != -1 && p->route.fd != fd))
            continue;
        p->route.open = false;
        if (state_of(p) != p->told)
            tell_later(p);
    }
}

/* ---- frames -------------------------------------------------------------------------------- */

static void on_dial_frame(void *self, struct span frame)
{
    struct peer *p = self;
    p->transport->owner.on_frame(p->transport->owner.self, p->curve, false, frame);
}

/* His place in the table, taken from whoever has been silent longest. */
static struct stranger *seat_stranger(struct transport *t, const char *curve)
{
    struct stranger *oldest = &t->strangers[0];

    for (unsigned i = 0; i < STRANGERS_MAX; i++) {
        if (strcmp(t->strangers[i].curve, curve) == 0)
            return &t->strangers[i];
        if (t->strangers[i].seen_ms < oldest->seen_ms)
            oldest = &t->strangers[i];
    }
    *oldest = (struct stranger){.frames = STRANGER_FRAMES, .seen_ms = loop_tick_ms(t->loop)};
    memcpy(oldest->curve, curve, CURVE_HEX_SIZE);
    return oldest;
}

static bool stranger_may_speak(struct transport *t, struct stranger *s)
{
    uint64_t earned = (loop_tick_ms(t->loop) - s->seen_ms) / STRANGER_REFILL_MS;

    if (earned > 0) {
        s->frames = earned > STRANGER_FRAMES ? STRANGER_FRAMES : s->frames + (unsigned)earned;
        s->seen_ms = loop_tick_ms(t->loop);
    }
    if (s->frames > STRANGER_FRAMES)
        s->frames = STRANGER_FRAMES;
    if (s->frames == 0)
        return false;
    s->frames--;
    return true;
}

/* [P-9.4] A friend who dials in shows an address of his: */
static void look_where_from(struct peer *p)
{
    struct address seen;

    if (observe_address(p->route.fd, p->told_at, p->told_at_n, &seen))
        dial_guess(p->dial, &seen);
}

static void on_door_frame(void *self, const char curve[65], struct route route,
                          struct span frame)
{
    struct transport *t = self;
    struct peer *p = find(t, curve);

    if (p) {
        bool fresh = !p->route.open || memcmp(p->route.id, route.id, sizeof route.id) != 0;
        if (route.open) {
            door_vouch(t->door, &route, &p->route);
            p->route = route;
        }
        if (fresh && route.open) {
            look_where_from(p);
            dial_wake(p->dial); /* whoever can call us can probably be called */
            tell(p);
        }
    } else {
        struct stranger *s = t->admit ? seat_stranger(t, curve) : NULL;
        if (!s || !stranger_may_speak(t, s))
            return;
        s->route = route;
    }
    t->owner.on_frame(t->owner.self, curve, !p, frame);
}

/* ---- what the owner asks for --------------------------------------------------------------- */

bool transport_send(struct transport *t, const struct player_key *who, struct span frame)
{
    struct peer *p = find_key(t, who);

    if (!p || frame.len > PEER_FRAME_MAX)
        return false;
    /* [P-6.7] A message goes over our own link if it is up, else over his. */
    if (dial_send(p->dial, frame) || door_send(t->door, &p->route, frame))
        return true;
    if (state_of(p) != p->told)
        tell_later(p);
    return false;
}

bool transport_send_stranger(struct transport *t, const char curve[65], struct span frame)
{
    if (frame.len > PEER_FRAME_MAX)
        return false;
    for (unsigned i = 0; i < STRANGERS_MAX; i++)
        if (strcmp(t->strangers[i].curve, curve) == 0)
            return door_send(t->door, &t->strangers[i].route, frame);
    return false;
}

static struct peer *add_peer(struct transport *t, const struct player_key *who)
{
    uint8_t curve[CURVE_KEY_LEN];
    struct peer *p = NULL;

    if (t->peers_n == PEERS_MAX) {
        log_warnx("too many friends");
        return NULL;
    }
    if (!curve_public_of(who, curve) || !(p = calloc(1, sizeof *p)))
        return NULL;
    p->transport = t;
    p->key = *who;
    p->told = LINK_DOWN;
    p->route.fd = -1;
    hex_write(span_of(curve, sizeof curve), p->curve);
    /* The twin of a friend's key would be found by the same name. */
    p->dial = find(t, p->curve) ? NULL
        : dial_new(&t->office, curve, (struct dial_owner){on_dial_state, on_dial_frame, p});
    if (!p->dial) {
        free(p);
        return NULL;
    }
    t->peers[t->peers_n++] = p;
    return p;
}

/* A stranger who has become a friend keeps his connection. */
static void promote(struct transport *t, struct peer *p)
{
    for (unsigned i = 0; i < STRANGERS_MAX; i++) {
        struct stranger *s = &t->strangers[i];
        if (strcmp(s->curve, p->curve) != 0)
            continue;
        p->route = s->route;
        *s = (struct stranger){.route.fd = -1};
        if (p->route.open)
            tell_later(p);
    }
}

bool transport_add(struct transport *t, const struct player_key *who,
                   const char addresses[][PEER_ADDRESS_LEN_MAX + 1], unsigned addresses_n)
{
    struct address parsed[PEER_ADDRESSES_MAX];

    if (addresses_n > PEER_ADDRESSES_MAX)
        return false;
    for (unsigned i = 0; i < addresses_n; i++)
        if (address_read(span_text(addresses[i]), &parsed[i]) != VERDICT_OK)
            return false;
    struct peer *p = find_key(t, who);
    if (!p)
        p = add_peer(t, who);
    if (!p)
        return false;
    set_gone(t, who, false);
    promote(t, p);
    memcpy(p->told_at, parsed, addresses_n * sizeof parsed[0]);
    p->told_at_n = addresses_n;
    dial_to(p->dial, parsed, addresses_n);
    if (p->route.open)
        look_where_from(p);
    return true;
}

static void free_peer(struct peer *p)
{
    dial_free(p->dial);
    free(p);
}

void transport_remove(struct transport *t, const struct player_key *who)
{
    set_gone(t, who, true);
    for (unsigned i = 0; i < t->peers_n; i++) {
        if (!player_key_equal(&t->peers[i]->key, who))
            continue;
        free_peer(t->peers[i]);
        t->peers[i] = t->peers[--t->peers_n];
        return;
    }
}

void transport_admit_strangers(struct transport *t, bool yes)
{
    t->admit = yes;
}

void transport_pardon(struct transport *t)
{
    sodium_memzero(t->gone, sizeof t->gone);
    t->gone_n = 0;
}

void transport_wake(struct transport *t, const struct player_key *who)
{
    struct peer *p = find_key(t, who);
    if (p)
        dial_wake(p->dial);
}

enum link_state transport_link(const struct transport *t, const struct player_key *who)
{
    const struct peer *p = find_key(t, who);
    return p ? state_of(p) : LINK_DOWN;
}

unsigned transport_port(const struct transport *t)
{
    return door_port(t->door);
}

/* ---- trials -------------------------------------------------------------------------------- */

static void end_trial(struct transport *t, enum link_state outcome)
{
    char address[ADDRESS_TEXT_SIZE] = "";
    const struct address *at = dial_address(t->trial.dial);

    if (at && outcome == LINK_UP)
        memcpy(address, at->text, sizeof address);
    loop_cancel(t->loop, t->trial.timer);
    dial_free(t->trial.dial);
    t->trial.dial = NULL;
    t->trial.tried(t->owner.self, &t->trial.who, outcome, address);
}

static void on_trial_state(void *self)
{
    struct transport *t = self;
    enum link_state state = dial_state(t->trial.dial);

    if (state != LINK_FAR) /* else it is not over */
        end_trial(t, state);
}

static void on_trial_frame(void *self, struct span frame)
{
    (void)self;
    (void)frame; /* he answers on the links that he knows */
}

static void on_trial_late(void *self)
{
    end_trial(self, LINK_DOWN);
}

static bool needs_proxy(const struct transport *t, const struct peer *p)
{
    for (unsigned i = 0; i < p->told_at_n; i++)
        if (socks_needed(t->socks, &p->told_at[i]))
            return true;
    return false;
}

bool transport_try(struct transport *t, const struct player_key *who, uint64_t ms,
                   transport_tried *tried)
{
    struct dial_owner owner = {on_trial_state, on_trial_frame, t};
    const struct peer *p = find_key(t, who);
    uint8_t curve[CURVE_KEY_LEN];

    if (!p || p->told_at_n == 0 || t->trial.dial || !curve_public_of(who, curve))
        return false;
    t->trial.dial = dial_new(&t->office, curve, owner);
    if (!t->trial.dial)
        return false;
    t->trial.who = *who;
    t->trial.tried = tried;
    ms = needs_proxy(t, p) ? FAR_FACTOR * ms : ms;
    t->trial.timer = loop_after(t->loop, ms, on_trial_late, t);
    dial_to(t->trial.dial, p->told_at, p->told_at_n);
    return true;
}

/* ---- start and stop ------------------------------------------------------------------------ */

/* libzmq numbers its connections from libc's generator, which it does not seed: whoever can guess
 * a number can make it stumble. */
static void seed_routing_ids(void)
{
    unsigned seed;
    randombytes_buf(&seed, sizeof seed);
    srand(seed);
}

static bool start(struct transport *t, const char *listen)
{
    if (zmq_has("curve") != 1) {
        log_warnx("this libzmq has no encryption");
        return false;
    }
    t->context = zmq_ctx_new();
    if (!t->context || zmq_ctx_set(t->context, ZMQ_MAX_SOCKETS, SOCKETS_MAX) != 0) {
        log_warn("cannot start libzmq");
        return false;
    }
    t->resolver = resolver_new(t->loop);
    t->zap = zap_new(t->loop, t->context, judge, t);
    if (!t->resolver || !t->zap)
        return false;
    t->office = (struct dial_office){t->loop, t->context, t->resolver, &t->me, t->socks};
    t->door = door_open(t->loop, t->context, &t->me, listen,
                        (struct door_owner){on_door_frame, on_gone, t});
    return t->door != NULL;
}

struct transport *transport_start(struct loop *loop, const uint8_t ed25519_secret[64],
                                  const char *listen, struct socks *socks,
                                  struct transport_owner owner)
{
    struct transport *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->loop = loop;
    t->owner = owner;
    t->socks = socks;
    seed_routing_ids();
    if (curve_pair_of(ed25519_secret, &t->me) && start(t, listen))
        return t;
    transport_stop(t);
    return NULL;
}

void transport_stop(struct transport *t)
{
    if (!t)
        return;
    loop_cancel(t->loop, t->tell_timer);
    loop_cancel(t->loop, t->trial.timer);
    dial_free(t->trial.dial);
    for (unsigned i = 0; i < t->peers_n; i++)
        free_peer(t->peers[i]);
    door_close(t->door);
    zap_free(t->zap);
    resolver_free(t->resolver);
    if (t->context)
        while (zmq_ctx_term(t->context) != 0 && errno == EINTR)
            continue;
    sodium_memzero(&t->me, sizeof t->me);
    free(t);
}
