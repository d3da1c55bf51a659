/* replay.h - entries in, state of the game out: THE judge.  Daemon, verifier, bots, simulator and
 * fuzzers call the same function on the same bytes.  Rules: docs/protocol.md.
 * Pure.  Memory: struct replay is flat (about 35 kB), copy with =, replay_wipe if it has seen
 * seeds.  Errors: enum verdict; anything but VERDICT_OK leaves the replay as it was. */
#ifndef CHAIN_REPLAY_H
#define CHAIN_REPLAY_H

#include "chain/chain.h"
#include "chain/clock.h"

enum phase {
    PHASE_EMPTY = 0,  /* no entry yet */
    PHASE_OFFERED,    /* proposed, acceptances missing */
    PHASE_SETUP,      /* coin, shuffles, opening hands */
    PHASE_PLAY,
    PHASE_CLOSING,    /* game or round over, seeds still owed */
    PHASE_FINISHED,   /* all seeds opened */
    PHASE_DECLINED
};

/* What is owed next [P-2.6]; on the control socket: append, never renumber. */
enum debt_kind {
    DEBT_NONE = 0, DEBT_PROPOSAL, DEBT_ACCEPTANCE, DEBT_COIN, DEBT_SHUFFLE, DEBT_SHARES,
    DEBT_MOVE, DEBT_SEED
};
struct debt { uint8_t kind, player; };

struct replay {
    uint8_t phase;                /* enum phase */
    struct game_id id;
    uint8_t players;
    struct player_key key[PLAYERS_MAX];
    struct terms terms;
    uint32_t number;              /* entries so far */
    struct hash head;             /* chain hash of the last one; zeros before the first */
    uint8_t last_author, last_kind;
    uint32_t installation[PLAYERS_MAX];
    /* joint coin */
    struct hash coin_commit[PLAYERS_MAX];
    struct coin_part coin_part[PLAYERS_MAX];
    uint8_t coin_open;            /* bit p: contribution of player p is open */
    struct hash coin;             /* once all are */
    /* who sits where, once the coin is known */
    uint8_t seat_of[PLAYERS_MAX], player_of[PLAYERS_MAX];
    /* bag */
    struct bag bag;
    uint8_t shuffles_left;        /* of the deck being shuffled */
    uint8_t next_player;          /* whose shuffle, share or seed is due */
    uint8_t shares_given;         /* bit p: gave (or owes no) shares for the tiles now due */
    uint8_t dealt;                /* 1 = the opening hands are dealt */
    /* game */
    struct game game;
    uint8_t started;              /* 1 = `game` is set up */
    /* clocks as the entries state them */
    uint64_t used_ms[PLAYERS_MAX];
    struct clock_state clock;
    struct player_key witness, arbiter; /* zeros if the game has none */
    struct times last_times;
    /* end */
    uint8_t seeds_open;
    struct seed seed[PLAYERS_MAX];
    struct bag_ticket next_ticket[PLAYERS_MAX]; /* for the bag of the next round */
    /* checking with seeds known beforehand (a finished game) */
    uint8_t check;                /* enum bag_check */
    const struct seed (*given_seed)[PLAYERS_MAX]; /* borrowed: one row a round */
    unsigned given_rounds;
};

/* Nothing yet; shuffles and shares are checked by their proofs. */
void replay_init(struct replay *r);

/* Check by recomputation (or both ways) as many rounds as there are seeds for, known from the same
 * log: one row a round (a game without rounds has one), all players in order.  `seeds` must
 * outlive the replay.  Rounds after those are checked by proofs.  Before the first entry. */
void replay_use_seeds(struct replay *r, const struct seed (*seeds)[PLAYERS_MAX], unsigned rounds,
                      enum bag_check check);
void replay_wipe(struct replay *r);

/* The next entry.  VERDICT_OK, or why it is refused:
 * VERDICT_WRONG_NUMBER, VERDICT_WRONG_PREVIOUS, VERDICT_WRONG_GAME, VERDICT_WRONG_AUTHOR,
 * VERDICT_WRONG_KIND, VERDICT_BAD_SIGNATURE, VERDICT_WRONG_STATE, everything entry_unpack, the
 * rules and the bag refuse. */
enum verdict replay_add(struct replay *r, const struct signed_entry *bytes)
    __attribute__((warn_unused_result));

/* Is this an entry that its author signed and that is refused only for what it says, so that the
 * pair (log up to r, entry) convicts him [P-2.10]?  `why` gets the verdict of replay_add. */
bool replay_convicts(const struct replay *r, const struct signed_entry *e, enum verdict *why);

/* How sure a result is [P-5.16]. */
enum grade replay_grade(const struct replay *r);

/* What is owed next, and by whom. */
struct debt replay_debt(const struct replay *r);

/* The places whose shares `player` owes now, in the order they must be given; returns how many. */
unsigned replay_shares_due(const struct replay *r, unsigned player, uint8_t places[TILES_MAX]);

/* Write the next entry oneself: game, number, prev, author and state digest are filled in, the
 * same judgement as replay_add is passed on it, and only what passes is packed, signed with the
 * author's 64-byte Ed25519 key and becomes the new state.  The caller has filled kind, u, times
 * and installation.  VERDICT_TOO_MANY when a game has all the entries it may have. */
enum verdict replay_write(struct replay *r, unsigned author, const uint8_t secret[64],
                          struct entry *e, struct signed_entry *out)
    __attribute__((warn_unused_result));

/* Digest of the public state: protocol state, bag, game [P-2.7]. */
struct hash replay_state(const struct replay *r);

/* May be written at any time of play by somebody who is not the debtor [P-2.8]. */
bool entry_kind_is_loose(unsigned kind);

/* May `player` write an entry of such a kind now?  Of two players both; of more the debtor and
 * one other at a time; a decline anybody. */
bool replay_may_speak(const struct replay *r, unsigned player, unsigned kind);

#endif
