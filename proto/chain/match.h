/* match.h - one player's live side of a game as a machine: events in, effects out.
 * Rules: docs/protocol.md section 4 (table of states and events).  Pure: time and randomness come
 * in.  Memory: struct match is flat (about 80 kB); match_wipe before it goes away (secrets).
 *
 * How to drive it: call a match_* event; if it says VERDICT_OK and out->n > 0, store all entries
 * of out->entry in ONE transaction (deleting own stored entries from out->drop_from on, if that
 * is not 0), and only when that is durable send them, show the notices, and call match_go until
 * it has nothing more to do.  A refusal changes nothing. */
#ifndef CHAIN_MATCH_H
#define CHAIN_MATCH_H

#include "bag/shuffle_check.h"
#include "bag/shuffler.h"
#include "chain/loose.h"
#include "wire/control.h"

struct match {
    struct replay now;            /* everything in the chain */
    struct loose loose;           /* its end, as far as it may have to give way */
    uint8_t me;                   /* my player number */
    struct again wish;            /* what gave way and is to be said again; the caller keeps it */
    uint8_t seated;               /* 1 = me and secret are set */
    struct replay mine_base;      /* the state before the last entry of mine */
    uint8_t mine_late;            /* 1 = by my own record that entry came too late */
    uint8_t run_late;             /* 1 = so did an earlier one, and all since are mine */
    struct replay run_base;       /* then: the state before the first such one */
    struct signed_entry rival;    /* a warning that it superseded (len 0: none) */
    uint32_t last_by[PLAYERS_MAX]; /* number of the last entry of each player */
    uint8_t disputed;             /* 1 = stopped */
    uint8_t ruled;                /* 1 = stopped because an arbiter has ended the game */
    uint32_t why;                 /* enum verdict of the dispute; OK if it was ruled */
    uint32_t held;                /* enum verdict why I write nothing now, or 0; the caller's */
    uint8_t secret_key[64];       /* Ed25519; SECRET */
    struct bag_secret secret;     /* SECRET, once seated */
    struct seed base_seed;        /* SECRET for ever: the seeds of the rounds derive from it */
    uint16_t secret_round;        /* round that `secret` belongs to */
    struct coin_part coin;        /* my contribution; SECRET until opened */
    uint8_t known[TILES_MAX];     /* values of tiles I know; SECRET */
    uint32_t installation;
    uint64_t seen_ms;             /* wall clock at which the last entry reached me */
    uint64_t turn_tick_ms;        /* tick at which the last entry came; 0 = before this start */
    uint64_t start_tick_ms;       /* tick at which the first event after loading came ... */
    uint64_t start_gap_ms;        /* ... and since the last entry then, by the wall clock */
    uint64_t spent_ms;            /* of my turn, before the last entry came */
    uint64_t spent_here_ms;       /* the same, as far as this program was running */
    uint64_t sent_tick_ms;        /* tick at which I last wrote, 0 = before this start */
    uint64_t other_ms;            /* measured for the other's last entry */
};

/* What the caller knows at the moment of an event. */
struct moment {
    uint64_t wall_ms;  /* Unix time in milliseconds */
    uint64_t tick_ms;  /* a clock that never jumps and runs through suspend */
    struct rng rng;    /* fresh randomness */
};

enum notice_kind {
    NOTICE_NONE = 0, NOTICE_OFFER, NOTICE_ACCEPTED, NOTICE_DECLINED, NOTICE_STARTED, NOTICE_MOVE,
    NOTICE_YOUR_TURN, NOTICE_DRAW_OFFERED, NOTICE_OVER, NOTICE_FINISHED, NOTICE_DISPUTED,
    NOTICE_ROUND, /* a round is over, its seeds are open, and it has been judged */
    NOTICE_WARNED, NOTICE_TIME_ADDED, NOTICE_PAUSE, NOTICE_RESUMED, NOTICE_LEAVE
};
enum { EFFECT_ENTRIES_MAX = 1, EFFECT_NOTICES_MAX = 6 };
struct effects {
    unsigned n;                                 /* entries to store, at most one a step */
    struct signed_entry entry[EFFECT_ENTRIES_MAX];
    uint32_t number[EFFECT_ENTRIES_MAX];        /* their numbers */
    uint8_t mine;                               /* 1 = to be sent (I wrote it) */
    uint32_t drop_from;                         /* superseded: delete stored entries from here */
    unsigned notices_n;
    uint8_t notice[EFFECT_NOTICES_MAX];         /* enum notice_kind, in order */
    uint8_t evidence;                           /* 1 = entry[0] is refused evidence, not chain */
    uint8_t resend_from;                        /* 1 = the other lacks ours: send from `from` */
    uint32_t from;
};

/* A game of mine: my key pair, my seed and coin contribution of this game (32 random bytes each,
 * stored before use), my installation number from 1. */
struct match_secrets {
    const uint8_t *secret_key; /* 64 bytes, Ed25519 */
    struct seed seed;
    struct coin_part coin;
    uint32_t installation;
};
void match_init(struct match *m, const struct match_secrets *s);
void match_wipe(struct match *m);

/* Feed a stored entry at start-up (no effects).  Same refusals as replay_add, but proofs of
 * shuffles and shares are believed: only what was judged before is in our own store, and
 * signatures, chain and digests would show damage.  `seen_ms` is the wall clock at which it was
 * stored. */
enum verdict match_load(struct match *m, const struct signed_entry *e, uint64_t seen_ms)
    __attribute__((warn_unused_result));

/* I propose a game: terms (checked), nonce, all players' keys with mine first. */
enum verdict match_propose(struct match *m, const struct proposal *p, const struct moment *now,
                           struct effects *out) __attribute__((warn_unused_result));

/* An entry came.  `ours` is what we hold at its number, or NULL.
 * VERDICT_KNOWN (nothing to do), VERDICT_GAP (ask for what is missing: send HAVE),
 * VERDICT_SUPERSEDED (out->from: send ours from there, if both stand on the same entry; see
 * sync.h), VERDICT_DOUBLE_ENTRY (one author, one number, one `prev`) and every refusal of
 * replay_add that convicts: out->evidence with the entry, the match is disputed; any other
 * refusal: a stranger's or damaged bytes, or a proposal that cannot be one: ignored. */
struct held {
    struct hash hash; /* chain hash */
    uint8_t author;   /* player number from 0 */
    struct hash prev; /* chain hash of the entry before it, as it names it */
};
enum verdict match_entry(struct match *m, const struct signed_entry *bytes,
                         const struct held *ours, const struct moment *now, struct effects *out)
    __attribute__((warn_unused_result));

/* The proof of a shuffle takes tens of milliseconds to check.  If `e` is the shuffle that is due,
 * rightly signed, this begins to check it and says true: go on with shuffle_check_step in slices,
 * hand the finding to match_checked, and then call match_entry, which will not repeat the work
 * (whatever the finding was).  False: call match_entry at once. */
bool match_check_begin(const struct match *m, const struct signed_entry *e,
                       struct shuffle_check *check);
void match_checked(struct match *m, const struct shuffle_check *check);

/* What I want: kind is ENTRY_ACCEPTANCE, ENTRY_DECLINE, ENTRY_MOVE (with choice), ENTRY_RESIGN,
 * ENTRY_OFFER_DRAW, ENTRY_ACCEPT_DRAW.  Refusals of the rules; VERDICT_NOT_YOUR_TURN while
 * somebody else owes something first; VERDICT_OFFER_GONE. */
enum verdict match_wish(struct match *m, unsigned kind, const struct choice *choice,
                        const struct moment *now, struct effects *out)
    __attribute__((warn_unused_result));

/* Say something about time: kind is ENTRY_WARNING, ENTRY_CLAIM, ENTRY_ADD_TIME (amount: seconds),
 * ENTRY_PAUSE, ENTRY_RESUME, ENTRY_LEAVE (amount: days).  `claim` carries the witness's statements
 * in games that need them, else NULL.  Refusals of chain/clock.h. */
struct said {
    unsigned kind;
    uint32_t amount;
    const struct claim_step *claim;
};
enum verdict match_say(struct match *m, const struct said *what, const struct moment *now,
                       struct effects *out) __attribute__((warn_unused_result));

/* Milliseconds until my own clock needs match_go again; 0 = it does not. */
uint64_t match_wake_ms(const struct match *m, const struct moment *now);

/* Do what I owe and need not be asked for: a wish to say again (m->wish, which
 * is to be stored with the other effects), coin, shuffle, shares, seed.
 * VERDICT_OK with out->n == 0 when there is nothing. */
enum verdict match_go(struct match *m, const struct moment *now, struct effects *out)
    __attribute__((warn_unused_result));

/* The same in slices where it takes tens of milliseconds, a shuffle and its proof.  If that is what
 * I owe, match_shuffle_begin begins it and says true: go on with shuffler_step, and when it is
 * done match_shuffled writes the entry (VERDICT_OK and out->n == 0 if it is no longer wanted: the
 * head is another one).  Either way the job is wiped.  False: call match_go at once. */
bool match_shuffle_begin(const struct match *m, const struct moment *now,
                         struct shuffler *job);
enum verdict match_shuffled(struct match *m, struct shuffler *job, const struct moment *now,
                            struct effects *out) __attribute__((warn_unused_result));

/* My seat, or NO_SEAT before the coin is open. */
uint8_t match_seat(const struct match *m);

/* What I may see; false before the board exists. */
bool match_view(const struct match *m, struct view *out);

#endif
