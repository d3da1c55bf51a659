/* hash.h - BLAKE2b-512 over a domain tag and length-prefixed fields; the one list of all tags.
 * Rules: docs/formats.md section 1.  Pure.  Memory: plain value, wiped by the final call.
 * Errors: none.
 *
 * What is hashed, byte for byte [F-1.1]: one byte with the length of the tag, the tag in ASCII,
 * then for every field its length as 4 bytes little endian and its bytes.  A number is a field of
 * 8 bytes, little endian.  A 32-byte hash is the first half of the 64-byte one. */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include "base/ids.h"
#include "base/span.h"

#include <sodium.h>

/* Every tag of the project: TAG_X is the text "numbridge/1/x" given in the second column. */
#define HASH_TAGS(X)                                                                             \
    X(TAG_GAME_ID, "game-id")             /* name of a game */                                   \
    X(TAG_TERMS, "terms")                 /* settings of a game */                               \
    X(TAG_ENTRY, "entry")                 /* chain hash: body, signature */                      \
    X(TAG_STATE, "state")                 /* digest of the public state */                       \
    X(TAG_COIN_COMMIT, "coin-commit")     /* commitment to a coin contribution */                \
    X(TAG_COIN, "coin")                   /* the joint coin */                                   \
    X(TAG_SEED_COMMIT, "seed-commit")     /* commitment to a player's seed of the bag */         \
    X(TAG_BAG_KEY, "bag-key")             /* seed -> ElGamal secret */                           \
    X(TAG_BAG_CONTEXT, "bag-context")     /* what every proof of a bag is bound to */            \
    X(TAG_DECK, "deck")                   /* hash of a deck of ciphertexts */                    \
    X(TAG_PERMUTATION, "permutation")     /* seed, epoch, input deck -> permutation stream */    \
    X(TAG_REENCRYPT, "re-encrypt")        /* seed, epoch, input deck -> scalars */               \
    X(TAG_NONCE, "nonce")                 /* proof nonces: secret, statement, fresh bytes */     \
    X(TAG_POP, "possession")              /* proof of possession of a bag key */                 \
    X(TAG_SHARE, "share")                 /* DLEQ proof of shares */                             \
    X(TAG_BAG_STATE, "bag-state")         /* digest of the public state of a bag */              \
    X(TAG_SHUFFLE_1, "shuffle-1")         /* shuffle proof: statement */                         \
    X(TAG_SHUFFLE_2, "shuffle-2")         /* shuffle proof: weights */                           \
    X(TAG_SHUFFLE_3, "shuffle-3")         /* shuffle proof: challenge */                         \
    X(TAG_BOARD, "board")                 /* coin -> stream of the board generator */            \
    X(TAG_BLOCKS, "blocks")               /* coin -> stream of the irregular blocks */           \
    X(TAG_SEATS, "seats")                 /* coin -> who sits where */                           \
    X(TAG_TOKEN, "token")                 /* invitation token as it is stored */                 \
    X(TAG_LOG_FILE, "log-file")           /* checksum of an exported game */                     \
    X(TAG_CARD, "card")                   /* a contact card that a player signs */               \
    X(TAG_CHOICE, "choice")               /* practice player: seed and view -> tie-breaks */     \
    X(TAG_KEY_FILE, "key-file")           /* checksum of a key file */                           \
    X(TAG_ROUND, "round")                 /* bag of a later round of a game of rounds */         \
    X(TAG_ROUND_SEED, "round-seed")       /* a player's own secret -> seed of one round */       \
    X(TAG_WITNESS, "witness")             /* what a witness signs */                             \
    X(TAG_RULING, "ruling")               /* what an arbiter signs */                            \
    X(TAG_ENVELOPE, "envelope")           /* what the sender of an envelope signs */             \
    X(TAG_SEALED, "sealed")               /* name of a sealed envelope */                        \
    X(TAG_ARMOUR, "armour")               /* check of a line of armoured text */                 \
    X(TAG_DEPOSIT, "deposit")             /* a relay's receipt for a sealed envelope */          \
    X(TAG_DIGITS, "digits")               /* what friends read to each other */                  \
    X(TAG_TEST, "test")                   /* for tests only */

#define HASH_TAG_ENUM(name, text) name,
enum hash_tag { HASH_TAGS(HASH_TAG_ENUM) HASH_TAG_COUNT };
#undef HASH_TAG_ENUM

struct hasher {
    crypto_generichash_state state;
};

/* The full text of a tag, for documents and tests; a constant. */
const char *hash_tag_text(enum hash_tag tag);

/* Begin hashing under a tag. */
void hash_start(struct hasher *h, enum hash_tag tag);

/* Add one field of bytes (at most 2^32-1 of them). */
void hash_bytes(struct hasher *h, struct span field);

/* Add one number, as a field of 8 bytes little endian. */
void hash_number(struct hasher *h, uint64_t number);

/* End: 64 bytes.  The hasher is wiped and must be started again before further use. */
void hash_end64(struct hasher *h, uint8_t out[64]);

/* End: the first 32 of the 64 bytes. */
struct hash hash_end(struct hasher *h);

#endif
