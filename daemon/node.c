/* Order of start: folders, database (and with it the lock), key, control socket; then, once the
 * key is open, games, people, practice.  Stop is the same backwards.  A daemon whose key is
 * locked answers at the control socket and does nothing else. */
#include "daemon/node.h"

#include "daemon/bot.h"
#include "daemon/doctor.h"
#include "daemon/handlers.h"
#include "daemon/log.h"
#include "daemon/mapping.h"
#include "daemon/practice.h"
#include "daemon/socks.h"
#include "daemon/store_events.h"
#include "daemon/watcher.h"

#include <pwd.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { JOIN_WAIT_MS = 6000 };

/* --- news from one part to the others --------------------------------------------------------- */

static void on_events(void *self, const struct event *events, unsigned n)
{
    struct node *node = self;
    control_publish(node->control, events, n);
    if (node->roads != NULL)
        roads_poke(node->roads);
    if (node->bot != NULL)
        bot_wake(node->bot);
}

static void on_message(void *self, const struct friend_info *from, const struct peer_message *m)
{
    struct node *n = self;
    if (m->kind >= PEER_DEPOSIT && m->kind <= PEER_PARCEL_TAKEN) {
        if (n->roads != NULL)
            roads_on_message(n->roads, from, m);
        return;
    }
    games_on_message(n->games, from, m);
    if (n->roads != NULL)
        roads_poke(n->roads);
}

static void tell(struct node *n, uint32_t kind, const struct friend_info *who, uint32_t verdict)
{
    struct event event = {.kind = kind, .verdict = verdict};
    memcpy(event.name, who->name, sizeof event.name);
    games_event(n->games, &event);
}

static void on_link(void *self, const struct friend_info *who, enum link_state state)
{
    struct node *n = self;
    games_on_link(n->games, who, state);
    if (n->roads != NULL)
        roads_on_link(n->roads, who, state);
    if (n->practice != NULL)
        practice_on_link(n->practice, who, state);
    if (who->practice || !who->joined || who->was == state)
        return; /* its coming and going is no news, nor is a second link */
    switch (state) {
    case LINK_UP:
        tell(n, EVENT_FRIEND_UP, who, VERDICT_OK);
        break;
    case LINK_DOWN:
        if (who->was != LINK_FAR) /* else nothing has changed for who looks on */
            tell(n, EVENT_FRIEND_DOWN, who, VERDICT_OK);
        break;
    case LINK_FAR:
        if (who->was == LINK_NO_PROXY)
            tell(n, EVENT_LINK, who, VERDICT_PROXY_FAR);
        break;
    case LINK_WRONG_KEY:
        tell(n, EVENT_LINK, who, VERDICT_PEER_WRONG_KEY);
        break;
    case LINK_REFUSED:
        tell(n, EVENT_LINK, who, VERDICT_PEER_REFUSED);
        break;
    case LINK_NO_PROXY:
        tell(n, EVENT_LINK, who, VERDICT_NO_PROXY);
        break;
    }
}

void node_letters(struct node *n, const struct player_key *to, struct reply *out)
{
    struct buf data = buf_over(out->data, sizeof out->data);
    unsigned parts = 0;
    enum verdict v = roads_letters(n->roads, to, &data, &parts);
    if (v != VERDICT_OK)
        out->verdict = v;
    else
        out->data_len = data.len;
}

static void answer_waiting(struct waiting *w, uint32_t verdict)
{
    struct node *n = w->node;
    struct asker who = w->who;
    loop_cancel(n->loop, w->timer);
    w->who.client = 0;
    struct reply *reply = control_reply(n->control);
    reply->verdict = verdict;
    reply->friends_n = node_friend_row(n, &w->key, &reply->friends[0]);
    if (verdict != VERDICT_OK)
        node_letters(n, &w->key, reply);
    control_answer(n->control, &who, reply);
}

static void waited_too_long(void *self)
{
    struct waiting *w = self;
    w->timer = 0;
    answer_waiting(w, VERDICT_PEER_ABSENT);
}

static void on_friend(void *self, const struct friend_info *who, bool joined, uint32_t verdict)
{
    struct node *n = self;
    for (unsigned i = 0; i < WAITING_MAX; i++)
        if (n->waiting[i].who.client != 0 && player_key_equal(&n->waiting[i].key, &who->key))
            answer_waiting(&n->waiting[i], verdict);
    if (joined && n->practice != NULL)
        practice_on_friend(n->practice, who);
    if (n->bot != NULL)
        bot_on_friend(n->bot, joined);
    if (joined)
        tell(n, EVENT_FRIEND_JOINED, who, VERDICT_OK);
    else
        tell(n, EVENT_LINK, who, verdict);
}

bool node_wait_for(struct node *n, const struct asker *who, const struct player_key *key)
{
    for (unsigned i = 0; i < WAITING_MAX; i++) {
        struct waiting *w = &n->waiting[i];
        if (w->who.client != 0)
            continue;
        *w = (struct waiting){n, *who, *key, 0};
        w->timer = loop_after(n->loop, JOIN_WAIT_MS, waited_too_long, w);
        return true;
    }
    return false;
}

/* --- requests --------------------------------------------------------------------------------- */

static const struct handler *find_handler(uint32_t request)
{
    const struct handler *const tables[] = {handlers_people, handlers_games, handlers_roads,
                                            handlers_safety, handlers_rulings};
    for (unsigned t = 0; t < sizeof tables / sizeof tables[0]; t++)
        for (const struct handler *h = tables[t]; h->request != 0; h++)
            if (h->request == request)
                return h;
    return NULL;
}

/* Whoever plays, or looks who is there, wants his friends dialled now, not at the next turn of a
 * pause that may have grown long. */
static bool wants_friends(uint32_t request)
{
    return request == REQ_FRIENDS || (request >= REQ_PLAY && request <= REQ_DECLINE)
        || (request >= REQ_MOVE && request <= REQ_SAY);
}

/* These need the whole game in memory. */
static bool wants_game(uint32_t request)
{
    return (request >= REQ_SHOW && request <= REQ_ACCEPT_DRAW) || request == REQ_SUGGEST ||
           request == REQ_LOG;
}

/* What is left of a damaged database is not shown as if it were all. */
static bool tells_of_games(uint32_t request)
{
    return request != REQ_HELLO && request != REQ_STATUS && request != REQ_UNLOCK
        && request != REQ_STOP && request != REQ_EVENTS;
}

/* These can say what they would sign; everything else must not be done when only that is asked. */
static bool can_be_dry(uint32_t request)
{
    static const uint8_t requests[] = {REQ_PLAY, REQ_PRACTICE, REQ_ACCEPT, REQ_DECLINE, REQ_MOVE,
                                       REQ_RESIGN, REQ_OFFER_DRAW, REQ_ACCEPT_DRAW, REQ_WARN,
                                       REQ_CLAIM_TIME, REQ_ADD_TIME, REQ_PAUSE, REQ_RESUME,
                                       REQ_LEAVE, REQ_IF, REQ_RULE, REQ_CATCH_UP, REQ_ADOPT};
    return memchr(requests, (int)request, sizeof requests) != NULL;
}

static enum answer on_request(void *self, const struct asker *who, const struct request *in,
                              struct reply *out)
{
    struct node *n = self;
    const struct handler *h = find_handler(in->kind);
    if (h == NULL || (in->dry_run && !can_be_dry(in->kind)))
        out->verdict = VERDICT_NOT_IMPLEMENTED;
    else if (h->needs == NEEDS_KEY && !n->unlocked)
        out->verdict = n->moved_out ? VERDICT_MOVED_OUT : VERDICT_LOCKED;
    else {
        if (n->people != NULL && wants_friends(in->kind))
            people_wake(n->people, NULL);
        if (wants_game(in->kind) && n->games != NULL && !games_ready(n->games, in->game))
            return ANSWER_AGAIN;
        enum answer answer = h->handle(n, who, in, out);
        if (in->dry_run && out->verdict != VERDICT_OK)
            out->moves_n = 0;
        if (answer == ANSWER_NOW && out->verdict == VERDICT_OK && tells_of_games(in->kind)
            && store_is_damaged(n->store))
            out->verdict = VERDICT_DATABASE_DAMAGED;
        return answer;
    }
    return ANSWER_NOW;
}

static unsigned events_from(void *self, uint64_t from, struct event *rows)
{
    struct node *n = self;
    struct event_filter filter = {.from = from};
    return store_events(n->store, &filter, rows);
}

bool node_friend_row(struct node *n, const struct player_key *key, struct friend_row *out)
{
    static struct friend_row rows[ROWS_MAX];
    uint32_t more = 1;
    for (uint64_t from = 0; more != 0; from += ROWS_MAX) {
        unsigned got = people_friends(n->people, from, rows, &more);
        for (unsigned i = 0; i < got; i++) {
            if (player_key_equal(&rows[i].key, key)) {
                *out = rows[i];
                return true;
            }
        }
        if (got == 0)
            return false;
    }
    return false;
}

/* --- who and where we are --------------------------------------------------------------------- */

/* The user's name as far as it makes a legal one. */
static void default_nick(char nick[NAME_MAX_LEN + 1])
{
    const struct passwd *user = getpwuid(getuid());
    const char *name = user != NULL ? user->pw_name : "";
    size_t n = 0;
    for (; *name != '\0' && n < NAME_MAX_LEN; name++) {
        bool letter = (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z');
        if (letter || (n > 0 && ((*name >= '0' && *name <= '9') || *name == '-')))
            nick[n++] = *name;
    }
    nick[n] = '\0';
    if (n == 0)
        snprintf(nick, NAME_MAX_LEN + 1, "player");
}

static void choose_nick(struct node *n)
{
    if (n->config->practice)
        snprintf(n->nick, sizeof n->nick, "practice");
    else if (n->config->settings.nick[0] != '\0')
        snprintf(n->nick, sizeof n->nick, "%s", n->config->settings.nick);
    else
        default_nick(n->nick);
}

/* The key, made at the first start.  A locked one is no failure here. */
static enum verdict find_key(struct node *n)
{
    const char *path = n->config->paths.key;
    enum verdict v = keyfile_public(path, &n->identity.public);
    if (v != VERDICT_NO_KEY)
        return v;
    log_info("making an identity");
    v = keyfile_create(path, span_of(NULL, 0), &n->identity);
    struct player_key public = n->identity.public;
    identity_wipe(&n->identity);
    n->identity.public = public;
    return v;
}

/* The port in "HOST:PORT"; 0 if there is none. */
static unsigned port_of(const char *address)
{
    const char *colon = strrchr(address, ':');
    uint64_t port = 0;
    if (colon != NULL && !text_read_number(span_text(colon + 1), 65535, &port))
        port = 0;
    return (unsigned)port;
}

static unsigned bound_port(const struct node *n)
{
    static struct status status;
    people_status(n->people, &status);
    return port_of(status.listen);
}

void node_local_address(struct node *n, char out[ADDRESS_TEXT_SIZE])
{
    const char *listen = n->config->settings.listen;
    const char *colon = strrchr(listen, ':');
    size_t host = colon != NULL ? (size_t)(colon - listen) : 0;
    bool any = host == 0 || strncmp(listen, "*", host) == 0 ||
               strncmp(listen, "0.0.0.0", host) == 0 || strncmp(listen, "[::]", host) == 0;
    if (any)
        snprintf(out, ADDRESS_TEXT_SIZE, "127.0.0.1:%u", bound_port(n));
    else
        snprintf(out, ADDRESS_TEXT_SIZE, "%.*s:%u", (int)host, listen, bound_port(n));
}

/* --- start and stop --------------------------------------------------------------------------- */

/* True also if none is set. */
static bool start_socks(struct node *n)
{
    const struct settings *s = &n->config->settings;
    struct address proxy;
    if (s->socks[0] == '\0' || n->config->practice)
        return true;
    if (address_read(span_text(s->socks), &proxy) == VERDICT_OK)
        n->socks = socks_new(n->loop, &proxy, n->config->paths.run, s->socks_only);
    return n->socks != NULL;
}

/* Without an address of our own choice people takes the port it had before. */
static struct people *start_people(struct node *n)
{
    struct people_owner owner = {on_message, on_link, on_friend, n};
    const struct settings *s = &n->config->settings;
    char announce[SETTINGS_ANNOUNCE_MAX * (ADDRESS_TEXT_SIZE + 1) + 1];
    struct text all = text_over(announce, sizeof announce);
    for (unsigned i = 0; i < s->announce_n; i++) {
        text_add(&all, i > 0 ? " " : "");
        text_add(&all, s->announce[i].text);
    }
    struct people_terms terms = {.listen = s->listen, .announce = announce, .nick = n->nick,
                                 .socks = n->socks};
    if (n->config->practice || (s->socks_only && s->listen[0] == '\0'))
        terms.listen = "127.0.0.1:0";
    return people_start(n->loop, n->store, &n->identity, &terms, owner);
}

static void on_mapped(void *self, const char *address)
{
    struct node *n = self;
    snprintf(n->mapped, sizeof n->mapped, "%s", address);
    people_set_mapped(n->people, address);
}

/* Tests have a router of their own, which forgets soon: docs/testing.md. */
static void test_gateway(struct gateway_wish *wish)
{
    const char *router = getenv("NUMBRIDGE_TEST_ROUTER"), *lease = getenv("NUMBRIDGE_TEST_LEASE");
    uint64_t lease_s = 0;
    if (router != NULL && strlen(router) < sizeof wish->router)
        memcpy(wish->router, router, strlen(router) + 1);
    if (lease != NULL && text_read_number(span_text(lease), GATEWAY_LEASE_S, &lease_s))
        wish->lease_s = (unsigned)lease_s;
}

/* Not if the user has said himself where he is, waits on some addresses only, or wants to be
 * behind the proxy.  Without it all goes on. */
static void start_mapping(struct node *n)
{
    const struct settings *s = &n->config->settings;
    bool everywhere = s->listen[0] == '\0' || s->listen[0] == '*'
        || strncmp(s->listen, "0.0.0.0:", 8) == 0;
    if (n->config->practice || s->no_map || s->socks_only || s->announce_n > 0 || !everywhere)
        return;
    struct gateway_wish wish = {.port = bound_port(n), .lease_s = GATEWAY_LEASE_S};
    test_gateway(&wish);
    n->mapping = mapping_start(n->loop, &wish, on_mapped, n);
}

/* --- the machine ------------------------------------------------------------------------------ */

static void on_told(void *self, const struct event *event)
{
    struct node *n = self;
    if (event->number == 0)
        control_tell(n->control, event);
    else
        on_events(n, event, 1);
}

static void on_jumped(void *self, int64_t by_ms)
{
    struct node *n = self;
    if (n->games != NULL)
        games_clock_jumped(n->games, by_ms);
}

static void on_room(void *self)
{
    struct node *n = self;
    if (n->games != NULL)
        games_retry_now(n->games);
}

static enum verdict start_players(struct node *n)
{
    struct games_owner owner = {on_events, n};
    n->games = games_new(n->loop, n->store, &n->identity, n->nick, owner);
    if (n->games == NULL)
        return VERDICT_MEMORY;
    if (n->config->practice)
        bot_set_parent(n->store, n->config->parent);
    if (!start_socks(n))
        return VERDICT_SETTING_MALFORMED;
    n->people = start_people(n);
    if (n->people == NULL)
        return VERDICT_CANNOT_LISTEN;
    games_set_people(n->games, n->people);
    start_mapping(n);
    n->doctor = doctor_new(n);
    if (n->doctor == NULL)
        return VERDICT_MEMORY;
    struct roads_parts parts = {n->loop, n->store, &n->identity, n->games, n->people,
                                n->config->settings.relay, n->config->settings.spool};
    n->roads = roads_new(&parts);
    if (n->roads == NULL)
        return VERDICT_MEMORY;
    if (n->config->practice)
        n->bot = bot_new(n);
    else
        n->practice = practice_new(n);
    return n->bot != NULL || n->practice != NULL ? VERDICT_OK : VERDICT_MEMORY;
}

static void stop_players(struct node *n)
{
    practice_free(n->practice);
    bot_free(n->bot);
    mapping_stop(n->mapping);
    n->mapping = NULL;
    doctor_free(n->doctor);
    n->doctor = NULL;
    roads_free(n->roads);
    n->roads = NULL;
    if (n->games != NULL)
        games_set_people(n->games, NULL);
    people_stop(n->people);
    socks_free(n->socks);
    n->socks = NULL;
    games_free(n->games);
    n->practice = NULL;
    n->bot = NULL;
    n->people = NULL;
    n->games = NULL;
    n->unlocked = false;
    identity_wipe(&n->identity);
}

void node_retire(struct node *n)
{
    struct player_key public = n->identity.public;
    n->moved_out = true;
    stop_players(n);
    n->identity.public = public;
}

enum verdict node_unlock(struct node *n, struct span passphrase)
{
    struct identity opened;
    n->moved_out = store_meta(n->store, "retired", 0) != 0;
    if (n->moved_out)
        return VERDICT_MOVED_OUT;
    enum verdict v = keyfile_load(n->config->paths.key, passphrase, &opened);
    if (v != VERDICT_OK)
        return v;
    n->identity = opened;
    identity_wipe(&opened);
    n->unlocked = true;
    v = start_players(n);
    if (v != VERDICT_OK) {
        struct player_key public = n->identity.public;
        stop_players(n);
        n->identity.public = public;
    }
    return v;
}

static enum verdict start(struct node *n)
{
    struct control_owner owner = {on_request, events_from, n};
    enum verdict v = paths_create(&n->config->paths);
    if (v == VERDICT_OK)
        v = store_open(n->config->paths.database, n->config->paths.lock, &n->store);
    if (v == VERDICT_OK)
        v = find_key(n);
    if (v != VERDICT_OK)
        return v;
    n->loop = loop_new();
    if (n->loop == NULL)
        return VERDICT_MEMORY;
    n->started_ms = loop_wall_ms(n->loop);
    n->control = control_start(n->loop, n->config->paths.control, owner);
    if (n->control == NULL)
        return VERDICT_PERMISSION;
    struct machine_owner look = {on_told, on_jumped, on_room, n};
    n->machine = machine_start(n->loop, n->store, look);
    if (n->machine == NULL)
        return VERDICT_MEMORY;
    uint64_t since = store_events_newest(n->store) + 1;
    v = node_unlock(n, span_of(NULL, 0));
    bool stands = v == VERDICT_OK || v == VERDICT_LOCKED || v == VERDICT_MOVED_OUT;
    if (stands && n->config->settings.on_event[0] != '\0' && !n->config->practice)
        n->watcher = watcher_start(n->loop, n->config, since);
    return v == VERDICT_LOCKED || v == VERDICT_MOVED_OUT ? VERDICT_OK : v;
}

static void stop(struct node *n)
{
    for (unsigned i = 0; i < WAITING_MAX; i++)
        if (n->waiting[i].who.client != 0)
            loop_cancel(n->loop, n->waiting[i].timer);
    for (unsigned i = 0; i < WAITING_MAX; i++)
        if (n->posting[i].who.client != 0)
            loop_cancel(n->loop, n->posting[i].timer);
    stop_players(n);
    machine_stop(n->machine);
    watcher_stop(n->watcher);
    control_stop(n->control);
    loop_free(n->loop);
    store_close(n->store);
}

static void say_ready(int fd, enum verdict v)
{
    int number = (int)v;
    if (fd >= 0 && write(fd, &number, sizeof number) != sizeof number)
        log_warn("start");
}

int node_run(const struct config *config, int ready_fd)
{
    static struct node node;
    memset(&node, 0, sizeof node);
    node.config = config;
    choose_nick(&node);
    enum verdict v = start(&node);
    say_ready(ready_fd, v);
    if (v == VERDICT_OK) {
        log_info("ready: %s", config->paths.data);
        loop_run(node.loop);
        log_info("stopping");
    } else {
        log_warnx("cannot start: %s", verdict_text(v));
    }
    stop(&node);
    return (int)verdict_exit(v);
}
