/* Signing and hashing of entries.  The domain text keeps a signature in a game from ever meaning
 * something elsewhere, and the other way round. */
#include "chain/chain.h"

#include "base/hash.h"

#include <assert.h>

/* [P-2.4] The signature is Ed25519 over the text "numbridge/1/entry", one zero byte, and the
 * bytes of the body. */
struct to_sign {
    uint8_t bytes[32 + ENTRY_BODY_MAX];
    size_t len;
};

static void bytes_to_sign(const struct signed_entry *e, struct to_sign *out)
{
    const char *text = hash_tag_text(TAG_ENTRY);
    size_t len = strlen(text) + 1;
    assert(len <= 32 && e->len <= ENTRY_BODY_MAX);
    memcpy(out->bytes, text, len);
    memcpy(out->bytes + len, e->body, e->len);
    out->len = len + e->len;
}

/* A role that a game has only if it is named: its name and the key. */
static void hash_outsider(struct hasher *h, const char *role, bool has,
                          const struct player_key *key)
{
    if (!has)
        return;
    hash_bytes(h, span_text(role));
    hash_bytes(h, span_of(key->b, sizeof key->b));
}

struct game_id chain_game_id(const struct proposal *p)
{
    /* [P-2.2] The game id is the hash under the tag game-id of the nonce, the 27 bytes of the
     * terms, the number of players and every player's key in order. */
    struct hasher h;
    uint8_t terms[TERMS_BYTES];
    struct game_id id;
    terms_bytes(&p->terms, terms);
    hash_start(&h, TAG_GAME_ID);
    hash_bytes(&h, span_of(p->nonce, sizeof p->nonce));
    hash_bytes(&h, span_of(terms, sizeof terms));
    hash_number(&h, p->players);
    for (unsigned i = 0; i < p->players; i++)
        hash_bytes(&h, span_of(p->player[i].b, sizeof p->player[i].b));
    hash_outsider(&h, "witness", p->has_witness, &p->witness);
    hash_outsider(&h, "arbiter", p->has_arbiter, &p->arbiter);
    struct hash full = hash_end(&h);
    memcpy(id.b, full.b, sizeof id.b);
    return id;
}

struct game_id chain_round_id(const struct game_id *game, unsigned round)
{
    /* [P-3.12] The bag of round r > 1 is bound, in place of the game id, to the hash under the
     * tag round of the game id and r. */
    struct hasher h;
    struct game_id id;
    if (round <= 1)
        return *game;
    hash_start(&h, TAG_ROUND);
    hash_bytes(&h, span_of(game->b, sizeof game->b));
    hash_number(&h, round);
    struct hash full = hash_end(&h);
    memcpy(id.b, full.b, sizeof id.b);
    return id;
}

struct seed chain_round_seed(const struct seed *base, unsigned round)
{
    struct hasher h;
    struct seed seed;
    hash_start(&h, TAG_ROUND_SEED);
    hash_bytes(&h, span_of(base->b, sizeof base->b));
    hash_number(&h, round <= 1 ? 1 : round);
    struct hash full = hash_end(&h);
    memcpy(seed.b, full.b, sizeof seed.b);
    sodium_memzero(&full, sizeof full);
    return seed;
}

void chain_sign(struct signed_entry *e, const uint8_t secret[64])
{
    struct to_sign m;
    bytes_to_sign(e, &m);
    int rc = crypto_sign_detached(e->signature.b, NULL, m.bytes, m.len, secret);
    assert(rc == 0);
    (void)rc;
}

enum verdict chain_key_check(const struct player_key *key)
{
    return crypto_core_ed25519_is_valid_point(key->b) == 1 ? VERDICT_OK : VERDICT_BAD_KEY;
}

enum verdict chain_verify(const struct signed_entry *e, const struct player_key *key)
{
    struct to_sign m;
    bytes_to_sign(e, &m);
    return crypto_sign_verify_detached(e->signature.b, m.bytes, m.len, key->b) == 0
               ? VERDICT_OK
               : VERDICT_BAD_SIGNATURE;
}

struct hash chain_hash(const struct signed_entry *e)
{
    /* [P-2.5] The chain hash of an entry is the hash under the tag entry of the bytes of its
     * body and of its signature. */
    struct hasher h;
    hash_start(&h, TAG_ENTRY);
    hash_bytes(&h, span_of(e->body, e->len));
    hash_bytes(&h, span_of(e->signature.b, sizeof e->signature.b));
    return hash_end(&h);
}
