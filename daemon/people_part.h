/* people_part.h - what the files of people share; for nobody else. */
#ifndef DAEMON_PEOPLE_PART_H
#define DAEMON_PEOPLE_PART_H

#include "daemon/announce.h"
#include "daemon/loop.h"
#include "daemon/people.h"
#include "daemon/store_people.h"
#include "daemon/transport.h"

enum { ANNOUNCE_TEXT_SIZE = 4 * (PEER_ADDRESS_LEN_MAX + 1) + 1, LISTEN_TEXT_SIZE = 288,
       VERSION_MAX = 15 };

struct person {
    struct contact c;
    char curve[65];
    bool answer_owed; /* he redeemed by letter, and may not know yet that he is welcome: */
    uint8_t answer_token[TOKEN_LEN];
    bool refused; /* he says that he does not know us (any more) */
    enum link_state told;
    uint64_t told_ms; /* since when, 0 = not known */
    bool spoke;         /* said HELLO over a link since we started: */
    int64_t offset_ms;  /* his clock less ours */
    uint32_t protocol;
    char version[VERSION_MAX + 1]; /* of his program; may be empty */
};

struct people {
    struct loop *loop;
    struct store *store;
    const struct identity *me;
    struct people_owner owner;
    struct transport *transport;
    struct socks *socks;
    char listen[LISTEN_TEXT_SIZE]; /* as bound: HOST:PORT */
    char announce[ANNOUNCE_TEXT_SIZE];
    struct address mapped; /* what a router forwards to us; text "" = nothing */
    struct address announced[ANNOUNCED_MAX]; /* as told last */
    unsigned announced_n;
    struct call { /* a friend was asked to dial us */
        people_called *called; /* NULL: none was */
        void *self;
        struct player_key who;
        uint8_t token[16];
    } call;
    uint8_t trial_token[16]; /* of the friend who asked us */
    char nick[NAME_MAX_LEN + 1];
    struct person persons[CONTACTS_MAX]; /* by name; pointers into it die with every change */
    unsigned persons_n;
    unsigned timer;
    uint64_t letter_ms; /* when what is being taken was written; 0: it comes over a link */
    struct peer_message in, out;
    uint8_t frame[PEER_FRAME_MAX];
};

/* people.c */
struct person *people_person(const struct people *p, const struct player_key *key);
struct friend_info people_info(const struct person *one);
struct person *people_named(const struct people *p, const char *name);
/* Put somebody into memory at his place by name (new ones too); his new address there. */
struct person *people_insert(struct people *p, const struct contact *c);
void people_drop(struct people *p, struct person *one);
/* Pass on news of a friend's link, if it is any. */
void people_tell_link(struct people *p, struct person *one, enum link_state state);
/* A petname nobody has yet, made from what he proposes. */
void people_fresh_name(const struct people *p, const char *proposed, char out[NAME_MAX_LEN + 1]);
/* Start p->out as an empty message of that kind, with our own card unless it is of another sort. */
void people_begin(struct people *p, enum peer_kind kind);

/* The message in p->in, of this person (NULL: a stranger) with this CURVE key: VERDICT_STRANGER if
 * he may not say that; what became of the redemption, if it is one. */
enum verdict people_take(struct people *p, struct person *one, const char curve[65]);
struct person *people_by_curve(struct people *p, const char *curve);
/* When somebody whose message is being taken was seen: now, or when he wrote it. */
uint64_t people_seen_ms(const struct people *p, uint64_t before);

/* people_letter.c */
/* What he says shows that he knows that he is welcome. */
void letter_answered(struct people *p, struct person *one);
/* Read from the store who does not. */
void letter_load(struct people *p);

/* people_announce.c */
/* Where we tell friends to find us. */
unsigned people_announced(const struct people *p, struct address out[ANNOUNCED_MAX]);
/* Tell those who are there if that has changed. */
void people_announce_tick(struct people *p);
/* On a link that came up. */
void people_send_hello(struct people *p, const struct player_key *to);
bool people_send_frame(struct people *p, const struct player_key *to,
                       const struct peer_message *m);

/* people_call.c */
void call_on_call(struct people *p, const struct person *one, const struct peer_message *m);
void call_on_called(struct people *p, const struct person *one, const struct peer_message *m);
/* From his HELLO: clock and version. */
void call_on_hello(struct people *p, struct person *one, const struct peer_message *m);

/* people_join.c */
/* What came about invitations; `one` is NULL for a stranger. */
enum verdict join_on_redeem(struct people *p, const char curve[65], const struct peer_message *m);
void join_on_redeemed(struct people *p, struct person *one, const struct peer_message *m);
/* To somebody whose invitation we use, if he can be reached. */
void join_ask(struct people *p, const struct person *one);
/* What time does to invitations and waiting guests. */
void join_tick(struct people *p);
/* Open or shut the door to strangers. */
void join_set_door(struct people *p);
/* A stranger said something that only friends may say. */
void join_turn_away(struct people *p, const char curve[65]);

#endif
