/* peer.h - what two daemons say to each other: one message a frame, plain structs and bytes.
 * Rules: docs/peers.md.
 * Who speaks is known from the CURVE key of the connection alone, never from a message.
 * Memory: struct peer_message is flat and large (about 70 kB): keep it static or on the heap.
 * Errors: enum verdict; *out untouched unless VERDICT_OK. */
#ifndef WIRE_PEER_H
#define WIRE_PEER_H

#include "base/buf.h"
#include "base/ids.h"
#include "base/verdict.h"
#include "wire/control.h"
#include "wire/entry.h"
#include "wire/limits.h"
#include "wire/limits.h"

enum {
    PEER_ADDRESSES_MAX = 4,
    PEER_ADDRESS_LEN_MAX = 261
};

/* On the wire: append, never renumber. */
enum peer_kind {
    PEER_HELLO = 1,    /* protocol, nick, addresses: after every connection, both ways */
    PEER_REDEEM = 2,   /* token, card: a stranger uses an invitation */
    PEER_REDEEMED = 3, /* token, verdict, and card if that is VERDICT_OK: the answer */
    PEER_HAVE = 4,     /* game, number, head: what I hold of a game; also the acknowledgement */
    PEER_ENTRIES = 5,  /* game, entries in a row from `number` on */
    PEER_REFUSE = 6,   /* game, number, verdict: I refuse your entry of that number */
    PEER_NOTE = 7,     /* game, number (of the sender's notes), text, sent_ms */
    PEER_NOTE_ACK = 8, /* number: everything up to it is stored */
    PEER_UNKNOWN_GAME = 9, /* game: I know no such game: send it from entry 1 */
    PEER_DEPOSIT = 10,    /* reader, sealed: please keep this for him */
    PEER_DEPOSITED = 11,  /* reader, head (its name), verdict, sent_ms (kept until), receipt */
    PEER_PARCEL = 12,     /* sealed: somebody left this for you */
    PEER_PARCEL_TAKEN = 13, /* head (its name): I have it, let go of it */
    PEER_WITNESS = 14,    /* game, entries in a row from `number` on: say that you have seen them,
                             and pass them on to who was away */
    PEER_WITNESSED = 15, /* game, number, head, verdict, sent_ms (when), receipt: I have seen this
                             head; or, if the verdict is not 0: send entries from `number` on */
    PEER_CALL = 16,  /* token: please dial me and say whether that works */
    PEER_CALLED = 17 /* token, verdict, text (the address, if one worked) */
};

/* Who somebody is, signed by himself [P-7.10]: the CURVE key of a connection does not show the
 * sign of the Ed25519 key, this does. */
struct peer_card {
    struct player_key identity;
    char nick[NAME_MAX_LEN + 1];
    unsigned addresses_n;
    char addresses[PEER_ADDRESSES_MAX][PEER_ADDRESS_LEN_MAX + 1];
    struct signature signature; /* over card_bytes */
};

struct peer_message {
    uint32_t kind;      /* enum peer_kind */
    uint32_t protocol;  /* HELLO */
    uint8_t token[16];  /* REDEEM, REDEEMED, CALL, CALLED */
    struct peer_card card; /* HELLO (unsigned parts only), REDEEM, REDEEMED */
    uint32_t verdict;   /* REDEEMED, REFUSE */
    struct game_id game;
    uint64_t number;
    struct hash head;
    uint64_t sent_ms;
    struct player_key reader;  /* DEPOSIT, DEPOSITED */
    struct signature receipt;  /* DEPOSITED, WITNESSED */
    char text[NOTE_MAX + 1];
    size_t entries_len;           /* ENTRIES: records one after another, each as entry_write */
    uint8_t entries[PEER_FRAME_MAX]; /* made it, with 4 bytes of length (little endian) before;
                                        DEPOSIT, PARCEL: the sealed envelope */
};

/* To one frame.  False if it does not fit. */
__attribute__((warn_unused_result)) bool peer_pack(const struct peer_message *in,
                                                   struct buf *out);

/* From a frame: VERDICT_TOO_LONG, VERDICT_NOT_DECODABLE, VERDICT_FIELD_RANGE, VERDICT_TOO_MANY,
 * VERDICT_TEXT_MALFORMED, VERDICT_MEMORY.  Unknown fields are ignored. */
enum verdict peer_unpack(struct span frame, struct peer_message *out)
    __attribute__((warn_unused_result));

/* Append one entry to an ENTRIES message; false (unchanged) if it does not fit any more. */
__attribute__((warn_unused_result)) bool peer_add_entry(struct peer_message *m,
                                                        const struct signed_entry *e);

/* Take the next entry out of an ENTRIES message; *at starts at 0.  VERDICT_WAITED at the end,
 * otherwise as entry_read. */
enum verdict peer_next_entry(const struct peer_message *m, size_t *at, struct signed_entry *out)
    __attribute__((warn_unused_result));

/* Sign and check a card.  It is bound to the token (zeros if none) and to who it is meant for. */
void peer_card_sign(struct peer_card *card, const uint8_t token[16],
                    const struct player_key *to, const uint8_t secret[64]);
enum verdict peer_card_check(const struct peer_card *card, const uint8_t token[16],
                             const struct player_key *to) __attribute__((warn_unused_result));

/* A relay's receipt in DEPOSITED, over its other fields [P-8.6]. */
void peer_receipt_sign(struct peer_message *m, const uint8_t secret[64]);
enum verdict peer_receipt_check(const struct peer_message *m, const struct player_key *relay)
    __attribute__((warn_unused_result));

#endif
