/* store_people.h - contacts and invitations in the database.
 * Not pure.  Memory: plain values.  Errors: enum verdict (of the disk), logged by store.c; for
 * several steps that belong together use store_begin and store_commit around them. */
#ifndef DAEMON_STORE_PEOPLE_H
#define DAEMON_STORE_PEOPLE_H

#include "daemon/store.h"
#include "wire/peer.h"

enum { CONTACTS_MAX = 250, TOKEN_LEN = 16 };

struct contact {
    struct player_key key;
    char name[NAME_MAX_LEN + 1];       /* petname, unique without regard to case */
    char calls_self[NAME_MAX_LEN + 1]; /* may be empty */
    char addresses[PEER_ADDRESSES_MAX][PEER_ADDRESS_LEN_MAX + 1];
    unsigned addresses_n;
    bool joined, practice;
    bool has_token; /* we use this invitation of his and wait for the answer: */
    uint8_t token[TOKEN_LEN];
    uint64_t expires_ms;
    uint64_t last_seen_ms, added_ms; /* 0 = never */
    uint64_t checked_ms;             /* his digits were heard and typed; 0 = never */
};

/* Write one, new or changed. */
enum verdict store_contact_put(struct store *s, const struct contact *c)
    __attribute__((warn_unused_result));
/* Nice to have: a failure is logged and no reason to stop anything. */
void store_contact_seen(struct store *s, const struct player_key *key, uint64_t ms);
enum verdict store_contact_delete(struct store *s, const struct player_key *key)
    __attribute__((warn_unused_result));

/* All of them, ordered by name; at most CONTACTS_MAX, *n says how many. */
enum verdict store_contacts(struct store *s, struct contact *out, unsigned *n)
    __attribute__((warn_unused_result));

/* Friends who were removed: put one, forget all, the newest `max` of them. */
enum verdict store_removed_put(struct store *s, const struct player_key *key, uint64_t ms)
    __attribute__((warn_unused_result));
enum verdict store_removed_clear(struct store *s) __attribute__((warn_unused_result));
enum verdict store_removed(struct store *s, unsigned max, struct player_key *out, unsigned *n)
    __attribute__((warn_unused_result));

struct invitation {
    uint64_t number;
    struct hash token_hash;
    uint64_t created_ms, expires_ms, used_ms;
    uint32_t state; /* enum invitation_state; INVITATION_OPEN also if it expired meanwhile */
    bool bound;     /* somebody has used it: */
    struct player_key bound_key;
};

/* What is stored of a token [P-7.2]. */
struct hash invitation_hash(const uint8_t token[TOKEN_LEN]);

/* A new one; *number is what it is called from now on. */
enum verdict store_invitation_add(struct store *s, const struct invitation *i, uint64_t *number)
    __attribute__((warn_unused_result));
/* VERDICT_TICKET_UNKNOWN: there is none of that hash or number. */
enum verdict store_invitation_by_hash(struct store *s, const struct hash *token_hash,
                                      struct invitation *out) __attribute__((warn_unused_result));
enum verdict store_invitation_by_number(struct store *s, uint64_t number,
                                        struct invitation *out)
    __attribute__((warn_unused_result));
enum verdict store_invitation_revoke(struct store *s, uint64_t number)
    __attribute__((warn_unused_result));
enum verdict store_invitation_bind(struct store *s, uint64_t number,
                                   const struct player_key *who, uint64_t now_ms)
    __attribute__((warn_unused_result));
/* Those that this friend used work for nobody any more. */
enum verdict store_invitations_revoke_of(struct store *s, const struct player_key *who)
    __attribute__((warn_unused_result));

/* At most `max` of them, the newest first, without the first `from`; *n says how many. */
enum verdict store_invitations(struct store *s, uint64_t from, unsigned max,
                               struct invitation *out, unsigned *n)
    __attribute__((warn_unused_result));

/* How many expire after that moment; with `only_open` those that can still be used. */
unsigned store_invitations_after(struct store *s, uint64_t ms, bool only_open);

#endif
