/* ids.h - 32- and 64-byte things that must not be mixed up, each a struct of its own so that
 * the compiler remembers which is which.  Plain values: copy with =, compare with the helpers.
 * Pure. */
#ifndef BASE_IDS_H
#define BASE_IDS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { ID_LEN = 32, SIGNATURE_LEN = 64, PLAYERS_MAX = 4, TILES_MAX = 91 };

struct hash { uint8_t b[32]; };        /* a hash: of an entry, a state, a coin, a commitment */
struct game_id { uint8_t b[32]; };     /* names one game for ever [P-2.2] */
struct player_key { uint8_t b[32]; };  /* Ed25519 public key: who somebody is */
struct seed { uint8_t b[32]; };        /* SECRET: everything hidden in one game derives from it */
struct point { uint8_t b[32]; };       /* ristretto255 element, canonical encoding */
struct scalar { uint8_t b[32]; };      /* integer below the group order, little endian */
struct signature { uint8_t b[64]; };   /* Ed25519 signature */

/* Equality of public values (not constant time). */
static inline bool hash_equal(const struct hash *a, const struct hash *b)
{
    return memcmp(a->b, b->b, sizeof a->b) == 0;
}

static inline bool game_id_equal(const struct game_id *a, const struct game_id *b)
{
    return memcmp(a->b, b->b, sizeof a->b) == 0;
}

static inline bool player_key_equal(const struct player_key *a, const struct player_key *b)
{
    return memcmp(a->b, b->b, sizeof a->b) == 0;
}

static inline bool point_equal(const struct point *a, const struct point *b)
{
    return memcmp(a->b, b->b, sizeof a->b) == 0;
}

#endif
