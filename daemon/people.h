/* people.h - contacts and invitations of this daemon: who they are, how a token is spent, what a
 * connection means.  Sits between the transport (frames, links) and everybody else.
 * Rules: docs/peers.md.  Everything is durable before it is answered.
 * Not pure.  Memory: heap object.  Errors: enum verdict; nothing has changed unless VERDICT_OK. */
#ifndef DAEMON_PEOPLE_H
#define DAEMON_PEOPLE_H

#include "daemon/transport.h"
#include "keys/digits.h"
#include "keys/keyfile.h"

struct people;
struct store;

struct friend_info {
    struct player_key key;
    char name[NAME_MAX_LEN + 1];
    bool joined, practice;
    uint64_t last_seen_ms; /* 0 = never */
    enum link_state was; /* in on_link: what was told before, LINK_DOWN at first */
    uint64_t letter_ms;  /* in on_message: when he wrote it, if it came by letter; 0: by a link */
};

/* Who wants to hear what came from a friend (games do).  Called from the loop, never from inside a
 * call.  on_link tells changes, and every link that comes up, also a second one to the same
 * friend: what was under way may be lost.  on_friend: somebody is a friend now (joined,
 * VERDICT_OK), on either side; or, not joined, how using his invitation goes: VERDICT_PEER_ABSENT,
 * _WRONG_KEY, _REFUSED (it will be tried again), or VERDICT_TICKET_EXPIRED, _USED, _REVOKED,
 * _UNKNOWN (he is forgotten). */
struct people_owner {
    void (*on_message)(void *self, const struct friend_info *from, const struct peer_message *m);
    void (*on_link)(void *self, const struct friend_info *who, enum link_state state);
    void (*on_friend)(void *self, const struct friend_info *who, bool joined, uint32_t verdict);
    void *self;
};

/* How we are to be reached and reach others; the texts may be NULL. */
struct people_terms {
    const char *listen;   /* empty: the usual port, on all interfaces */
    const char *announce; /* at most four addresses with blanks between; empty: of this machine */
    const char *nick;
    struct socks *socks;  /* outlives people; NULL: no proxy */
};

/* Load contacts and invitations from the store, start the transport, dial.  NULL: logged. */
struct people *people_start(struct loop *loop, struct store *store, const struct identity *me,
                            const struct people_terms *terms, struct people_owner owner);
void people_stop(struct people *p);

/* A message to a friend; false: no link now (games keep their own state and send again on
 * LINK_UP). */
bool people_send(struct people *p, const struct player_key *to, const struct peer_message *m);

/* Look up: by petname or unique prefix (VERDICT_NO_SUCH_FRIEND, VERDICT_NAME_AMBIGUOUS), by key. */
enum verdict people_find(const struct people *p, const char *name, struct friend_info *out);
bool people_by_key(const struct people *p, const struct player_key *key, struct friend_info *out);
enum link_state people_link(const struct people *p, const struct player_key *key);

/* Make an invitation; 0 seconds = 7 days, at most 90 days.  Its text is in *out and nowhere else.
 * VERDICT_FIELD_RANGE, VERDICT_TOO_MANY_OPEN, VERDICT_NO_ADDRESS, VERDICT_DISK. */
enum verdict people_invite(struct people *p, uint64_t seconds, struct invitation_row *out);
/* VERDICT_TICKET_UNKNOWN, _USED, _EXPIRED; withdrawing twice is fine. */
enum verdict people_revoke(struct people *p, uint64_t number);
/* Begin to join: remembers the contact as not joined and redeems when the link is up; the answer
 * comes through on_friend.  VERDICT_TICKET_*, VERDICT_ALREADY_FRIENDS (*out is he; if he is
 * away, he is looked for where the invitation says). */
enum verdict people_join(struct people *p, struct span text, const char *petname,
                         struct friend_info *out);
/* The digits to read to him; with what he is said to have read: he is marked as checked, or
 * VERDICT_DIGITS_MALFORMED, _OWN (they are the ones to read), _DIFFER (*group is the first). */
enum verdict people_check(struct people *p, const char *name, struct span typed,
                          char mine[DIGITS_SIZE], unsigned *group)
    __attribute__((warn_unused_result));
enum verdict people_rename(struct people *p, const char *name, const char *to);
enum verdict people_remove(struct people *p, const char *name);
/* Rows for display from row `from` on; returns how many, *more if there are further ones. */
unsigned people_friends(const struct people *p, uint64_t from, struct friend_row *rows,
                        uint32_t *more);
unsigned people_invitations(const struct people *p, uint64_t from, struct invitation_row *rows,
                            uint32_t *more);
void people_status(const struct people *p, struct status *out);
/* The user wants something of him (NULL: of everybody): dial at once if he is not there. */
void people_wake(struct people *p, const struct player_key *who);
/* --- letters: what goes by roads that are no link --------------------------------------------- */

/* What has to be said to him about invitations in every letter: ours to be redeemed, or that his
 * redemption was taken.  `take` is called for each message and must not call back. */
typedef void people_tell(void *context, const struct peer_message *m);
void people_bundle(struct people *p, const struct player_key *who, people_tell *take,
                   void *context);
/* A frame out of a letter that its writer has signed: goes the way of those that come over a link.
 * VERDICT_STRANGER: a stranger may only redeem; those of peer_unpack; with what redeems an
 * invitation, VERDICT_TICKET_*, VERDICT_BAD_KEY, VERDICT_BAD_SIGNATURE. */
struct letter_mark {
    struct player_key sender;
    uint64_t sent_ms; /* by his clock */
};
enum verdict people_deliver(struct people *p, const struct letter_mark *mark, struct span frame)
    __attribute__((warn_unused_result));
/* Friends by their place in the order of names; false: there are not so many. */
bool people_at(const struct people *p, unsigned i, struct friend_info *out);

/* A router forwards that address to our port; "" = it does no longer.  Announced at once. */
void people_set_mapped(struct people *p, const char *address);

/* --- for the doctor --------------------------------------------------------------------------- */

/* What the friend at place `i` said in his HELLO; false: there is none, or he has said nothing over
 * a link since we started. */
struct friend_about {
    int64_t offset_ms; /* his clock less ours */
    bool same_version;
    char version[16]; /* may be empty: an old one */
};
bool people_about(const struct people *p, unsigned i, struct friend_about *out);

/* Ask a friend to dial us where we announce.  The outcome comes from the loop: VERDICT_OK and
 * the address, or why not.  False: nobody is up who could, or somebody was asked already; *who is
 * who was asked. */
typedef void people_called(void *self, enum verdict v, const char *address);
bool people_call_me(struct people *p, people_called *called, void *self, struct friend_info *who);
/* Do not wait for it any longer. */
void people_call_forget(struct people *p);

/* Mark a friend as this machine's practice player. */
enum verdict people_set_practice(struct people *p, const struct player_key *who);

#endif
