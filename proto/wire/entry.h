/* entry.h - the bodies of signed entries: plain structs, and the bytes that are signed.
 * Rules: docs/formats.md section 3 (every field), docs/protocol.md section 2 (what they mean).
 * Memory: struct entry is flat and large (about 20 kB): keep it static or on the heap.
 * Errors: enum verdict; *out untouched unless VERDICT_OK.  Pure but for protobuf-c's allocator. */
#ifndef WIRE_ENTRY_H
#define WIRE_ENTRY_H

#include "bag/bag.h"
#include "bag/commit.h"
#include "base/buf.h"
#include "base/ids.h"
#include "base/verdict.h"
#include "rules/game.h"

enum {
    ENTRY_BODY_MAX = 20 * 1024, /* bytes of one body: a shuffle of 91 tiles takes 17.7 kB */
    ENTRIES_MAX = 8192,         /* entries of one game */
    ENTRIES_FOR_THE_END = 64,   /* of these, the last: no more moves */
    PROTOCOL_VERSION = 1
};

/* On the wire and in the log: append, never renumber. */
enum entry_kind {
    ENTRY_PROPOSAL = 1,
    ENTRY_ACCEPTANCE = 2,
    ENTRY_DECLINE = 3, /* of a proposal, by who was asked, or taken back by the proposer */
    ENTRY_COIN = 4,    /* a committed contribution to the joint coin, opened */
    ENTRY_SHUFFLE = 5,
    ENTRY_SHARES = 6,
    ENTRY_MOVE = 7,
    ENTRY_RESIGN = 8,
    ENTRY_OFFER_DRAW = 9,
    ENTRY_ACCEPT_DRAW = 10,
    ENTRY_SEED = 11,   /* the author's seed of the bag, opened; signs the final head */
    ENTRY_FLAG = 12,   /* the author's own game clock has run out */
    ENTRY_WARNING = 13, /* the debtor's time is up */
    ENTRY_CLAIM = 14,  /* it is still up after the grace: the game is mine */
    ENTRY_ADD_TIME = 15, /* for the debtor */
    ENTRY_PAUSE = 16,  /* wanted; when all want it the clocks stand still */
    ENTRY_RESUME = 17,
    ENTRY_LEAVE = 18,  /* days of leave for oneself */
    ENTRY_KIND_COUNT = 19
};

/* How sure the result of a game is [P-5.16]; on the control socket: append, never renumber. */
enum grade { GRADE_NONE = 0, GRADE_AGREED, GRADE_WITNESSED, GRADE_RULED, GRADE_CLAIMED,
             GRADE_DISPUTED };

/* What the author says about time [P-5.1]: wall clocks inform, durations decide. */
struct times {
    uint64_t sent_ms;  /* wall clock of writing, Unix milliseconds */
    uint64_t seen_ms;  /* wall clock at which the previous entry reached him; 0 in entry 1 */
    uint64_t used_ms;  /* thinking time of this move; 0 for what programs do by themselves */
    uint64_t bank_ms;  /* his own game clock after it, 0 = none */
    uint64_t other_ms; /* what he measured for the other's last entry */
};

struct proposal {
    uint32_t protocol;                          /* PROTOCOL_VERSION */
    struct terms terms;
    uint8_t nonce[32];                          /* makes the game id unlike any other */
    uint8_t players;
    struct player_key player[PLAYERS_MAX];      /* proposer first: the player numbers */
    struct bag_ticket ticket;                   /* identity filled from player[author] */
    struct hash coin_commit;
    uint8_t has_witness, has_arbiter;
    struct player_key witness, arbiter;
};
struct acceptance {
    struct bag_ticket ticket;                   /* identity filled by the reader of the chain */
    uint8_t opens_coin;                         /* 1: `coin` is open (last player), 0: commitment */
    struct coin_part coin;
    struct hash coin_commit;
};
struct shuffle_step {
    uint16_t deck_len, proof_len;
    uint8_t deck[DECK_LEN_MAX], proof[SHUFFLE_PROOF_LEN_MAX];
};
struct shares_step {
    uint8_t n;
    struct point share[TILES_MAX];
    struct proof proof;
};
struct move_step {
    struct move move;
    uint8_t opens;       /* 1: the tile move.places[0] is opened by `share` and `proof` */
    struct point share;
    struct proof proof;
};
struct seed_step {
    struct seed seed;
    uint8_t has_next;       /* 1: `next` is there (a round is over, the game is not) */
    struct bag_ticket next; /* identity filled by the reader of the chain */
};
/* What a witness signed about a chain (chain/witness.h). */
struct statement {
    uint32_t number;
    uint64_t time_ms;
    struct signature signature;
};
struct claim_step {
    uint8_t witnessed;              /* 1: the statements are there */
    struct statement before, after; /* of the head that is still the last but for the warning */
};

struct entry {
    struct game_id game;
    uint32_t number;        /* from 1 */
    struct hash prev;       /* chain hash of the entry before; zeros in entry 1 */
    uint32_t author;        /* player number from 0 (on the wire from 1) */
    uint32_t installation;  /* which installation of the author's program wrote it, from 1 */
    struct times times;
    struct hash state;      /* digest of the state after this entry [P-2.7] */
    uint32_t kind;          /* enum entry_kind */
    union {
        struct proposal proposal;
        struct acceptance acceptance;
        struct coin_part coin;
        struct shuffle_step shuffle;
        struct shares_step shares;
        struct move_step move;
        struct seed_step seed;
        struct claim_step claim;
        uint32_t amount;    /* ADD_TIME: seconds, LEAVE: days */
    } u;
};

/* An entry as it travels and is kept: the exact bytes and the signature over them. */
struct signed_entry {
    uint16_t len;
    uint8_t body[ENTRY_BODY_MAX];
    struct signature signature;
};

/* The bytes to sign.  False if they do not fit. */
__attribute__((warn_unused_result)) bool entry_pack(const struct entry *in, struct buf *out);

/* From bytes that came: VERDICT_TOO_LONG, VERDICT_NOT_DECODABLE, VERDICT_UNKNOWN_FIELD,
 * VERDICT_FIELD_RANGE, VERDICT_TOO_MANY, VERDICT_MEMORY.  Ranges that need no context are
 * checked here (versions, lengths, cell and place numbers), points and terms later. */
enum verdict entry_unpack(struct span bytes, struct entry *out)
    __attribute__((warn_unused_result));

/* One signed entry as a protobuf message (in files and envelopes), and back.  Reading refuses
 * unknown fields and anything that writing would not have written byte for byte [F-3.2]. */
__attribute__((warn_unused_result)) bool entry_write(const struct signed_entry *in,
                                                     struct buf *out);
enum verdict entry_read(struct span bytes, struct signed_entry *out)
    __attribute__((warn_unused_result));
enum { ENTRY_RECORD_MAX = ENTRY_BODY_MAX + 128 };

#endif
