/* people.h - contacts and invitations of this daemon: who they are, how a token is spent, what a
 * connection means.  Sits between the transport (frames, links) and everybody else.
 * Rules: docs/protocol.md section 7.  Everything is durable before it is answered. */
#ifndef DAEMON_PEOPLE_H
#define DAEMON_PEOPLE_H

#include "daemon/transport.h"
#include "keys/keyfile.h"

struct people;
struct store;

struct friend_info {
    struct player_key key;
    char name[NAME_MAX_LEN + 1];
    bool joined, practice;
};

/* Who wants to hear what came from a friend (games do). */
struct people_owner {
    void (*on_message)(void *self, const struct friend_info *from, const struct peer_message *m);
    void (*on_link)(void *self, const struct friend_info *who, enum link_state state);
    void (*on_friend)(void *self, const struct friend_info *who, bool joined, uint32_t verdict);
    void *self;
};

/* Load contacts and invitations from the store, start the transport, dial.  NULL: logged. */
struct people *people_start(struct loop *loop, struct store *store, const struct identity *me,
                            const char *listen, const char *announce, const char *nick,
                            struct people_owner owner);
void people_stop(struct people *p);

/* A message to a friend; false: no link now (games keep their own state and send again on
 * LINK_UP). */
bool people_send(struct people *p, const struct player_key *to, const struct peer_message *m);

/* Look up: by petname or unique prefix (VERDICT_NO_SUCH_FRIEND, VERDICT_NAME_AMBIGUOUS), by key. */
enum verdict people_find(const struct people *p, const char *name, struct friend_info *out);
bool people_by_key(const struct people *p, const struct player_key *key, struct friend_info *out);
enum link_state people_link(const struct people *p, const struct player_key *key);

/* Control requests. */
enum verdict people_invite(struct people *p, uint64_t seconds, struct invitation_row *out);
enum verdict people_revoke(struct people *p, uint64_t number);
/* Begin to join: remembers the contact as not joined and redeems when the link is up; the answer
 * comes through on_friend.  VERDICT_TICKET_*, VERDICT_ALREADY_FRIENDS (*out is he). */
enum verdict people_join(struct people *p, struct span text, const char *petname,
                         struct friend_info *out);
enum verdict people_rename(struct people *p, const char *name, const char *to);
enum verdict people_remove(struct people *p, const char *name);
/* Rows for display from row `from` on; returns how many, *more if there are further ones. */
unsigned people_friends(const struct people *p, uint64_t from, struct friend_row *rows,
                        uint32_t *more);
unsigned people_invitations(const struct people *p, uint64_t from, struct invitation_row *rows,
                            uint32_t *more);
void people_status(const struct people *p, struct status *out);
void people_wake(struct people *p, const struct player_key *who);
/* Mark a friend as this machine's practice player. */
enum verdict people_set_practice(struct people *p, const struct player_key *who);

#endif
