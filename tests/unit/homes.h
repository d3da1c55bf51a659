/* homes.h - for tests of people: three players in one process, each with a database and a transport
 * on the loopback, and a loop that turns until something holds. */
#ifndef TESTS_HOMES_H
#define TESTS_HOMES_H

#include "until.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daemon/announce.h"
#include "daemon/people.h"
#include "daemon/store_people.h"
#include "wire/ticket.h"

enum { DEADLINE_MS = 40000 };

struct home {
    const char *nick;
    char folder[64], database[96], lock[96];
    struct identity me;
    struct store *store;
    struct people *people;
    unsigned joined, troubles, ups, messages;
    uint32_t verdict;
    enum link_state link;
    struct friend_info who;
    char text[NOTE_MAX + 1];
};

static struct home ann = {.nick = "ann"}, ben = {.nick = "ben"}, eve = {.nick = "eve"};

/* ---- homes --------------------------------------------------------------------------------- */

static inline void on_message(void *self, const struct friend_info *from,
                              const struct peer_message *m)
{
    struct home *h = self;
    h->messages++;
    h->who = *from;
    memcpy(h->text, m->text, sizeof h->text);
}

static inline void on_link(void *self, const struct friend_info *who, enum link_state state)
{
    struct home *h = self;
    assert_true(who->joined);
    h->who = *who;
    h->link = state;
    h->ups += state == LINK_UP;
}

static inline void on_friend(void *self, const struct friend_info *who, bool joined,
                             uint32_t verdict)
{
    struct home *h = self;
    h->who = *who;
    h->verdict = verdict;
    h->joined += joined;
    h->troubles += !joined;
    assert_int_equal(joined, verdict == VERDICT_OK);
}

static inline struct people *start_people(struct store *store, const struct identity *me,
                                   const char *listen, const char *nick,
                                   struct people_owner owner)
{
    struct people_terms terms = {.listen = listen, .nick = nick};
    return people_start(loop, store, me, &terms, owner);
}

static inline void open_home_at(struct home *h, unsigned port)
{
    char listen[32];
    struct people_owner owner = {on_message, on_link, on_friend, h};
    h->joined = h->troubles = h->ups = h->messages = 0;
    h->link = LINK_DOWN;
    h->verdict = VERDICT_WAITED;
    snprintf(listen, sizeof listen, "127.0.0.1:%u", port);
    assert_int_equal(store_open(h->database, h->lock, &h->store), VERDICT_OK);
    h->people = start_people(h->store, &h->me, listen, h->nick, owner);
    assert_non_null(h->people);
}

static inline void open_home(struct home *h)
{
    open_home_at(h, 0);
}

static inline unsigned transport_port_of(const struct home *h)
{
    struct status status;
    people_status(h->people, &status);
    return (unsigned)strtoul(strrchr(status.listen, ':') + 1, NULL, 10);
}

static inline void close_home(struct home *h)
{
    people_stop(h->people);
    store_close(h->store);
    h->people = NULL;
    h->store = NULL;
}

static inline void make_home(struct home *h)
{
    uint8_t seed[32];
    snprintf(h->folder, sizeof h->folder, "/tmp/numbridge-people-XXXXXX");
    assert_non_null(mkdtemp(h->folder));
    snprintf(h->database, sizeof h->database, "%s/db", h->folder);
    snprintf(h->lock, sizeof h->lock, "%s/lock", h->folder);
    randombytes_buf(seed, sizeof seed);
    crypto_sign_seed_keypair(h->me.public.b, h->me.secret, seed);
    open_home(h);
}

static inline void remove_home(struct home *h)
{
    static const char *const files[] = {"db", "db-wal", "db-shm", "lock"};
    char path[128];
    close_home(h);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", h->folder, files[i]);
        unlink(path);
    }
    rmdir(h->folder);
}

static inline int setup(void **state)
{
    (void)state;
    loop = loop_new();
    assert_non_null(loop);
    make_home(&ann);
    make_home(&ben);
    make_home(&eve);
    return 0;
}

static inline int teardown(void **state)
{
    (void)state;
    remove_home(&ann);
    remove_home(&ben);
    remove_home(&eve);
    loop_free(loop);
    return 0;
}

static inline bool ben_joined(void) { return ben.joined > 0; }
static inline bool both_joined(void) { return ann.joined > 0 && ben.joined > 0; }
static inline bool both_up(void) { return ann.link == LINK_UP && ben.link == LINK_UP; }
static inline bool ann_down(void) { return ann.link == LINK_DOWN; }
static inline bool eve_joined(void) { return eve.joined > 0; }
static inline bool ben_trouble(void) { return ben.troubles > 0; }
static inline bool eve_trouble(void) { return eve.troubles > 0; }
static inline bool ben_came_up(void) { return ben.ups > 0; }
static inline bool both_linked(void) { return ann.link == LINK_UP && ben.link == LINK_UP; }
static inline bool ben_refused(void) { return ben.link == LINK_REFUSED; }
static inline bool ann_refused_to_write(void)
{
    return sqlite3_errcode(store_db(ann.store)) == SQLITE_READONLY;
}
static inline bool ann_heard(void) { return ann.messages > 0; }
static inline bool ben_heard(void) { return ben.messages > 0; }

static inline struct invitation_row invite(struct home *host, uint64_t seconds)
{
    struct invitation_row row;
    assert_int_equal(people_invite(host->people, seconds, &row), VERDICT_OK);
    assert_int_equal(row.state, INVITATION_OPEN);
    return row;
}

static inline enum verdict join(struct home *guest, const char *text, const char *petname)
{
    return people_join(guest->people, span_text(text), petname, &guest->who);
}

static inline unsigned count(const struct home *h)
{
    static struct friend_row rows[ROWS_MAX];
    uint32_t more;
    return people_friends(h->people, 0, rows, &more);
}

static inline struct invitation_row newest(const struct home *h)
{
    static struct invitation_row rows[ROWS_MAX];
    uint32_t more;
    assert_true(people_invitations(h->people, 0, rows, &more) > 0);
    return rows[0];
}

static inline void befriend(void)
{
    struct invitation_row row = invite(&ann, 0);
    assert_int_equal(join(&ben, row.text, ""), VERDICT_OK);
    WAIT(both_joined);
    WAIT(both_up);
}

static inline void say(struct home *from, const struct home *to, const char *text)
{
    static struct peer_message m;
    memset(&m, 0, sizeof m);
    m.kind = PEER_NOTE;
    m.number = 1;
    m.sent_ms = 1;
    snprintf(m.text, sizeof m.text, "%s", text);
    assert_true(people_send(from->people, &to->me.public, &m));
}

#endif
