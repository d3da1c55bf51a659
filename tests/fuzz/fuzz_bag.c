/* An honest ticket, shuffle or batch of shares with some bytes changed (the input: pairs of a place
 * and a change) is refused and leaves the bag as it was; only the honest bytes are accepted, so no
 * proof can be turned into another one. */
#include "fuzz.h"
#include "tests/unit/bag_table.h"

static struct table t;
static struct bag before_join, before_shuffle, before_share;
static struct point shares[3];
static struct proof share_proof;
static const uint8_t places[3] = {2, 0, 3};

static void prepare(void)
{
    table_lay(&t, 77, (struct tile_set){TILES_DIGITS, 2}, 2);
    table_must(bag_join(&t.bag, 1, &t.ticket[1]));
    before_join = t.bag;
    table_must(bag_join(&t.bag, 0, &t.ticket[0]));
    bag_begin(&t.bag);
    before_shuffle = t.bag;
    table_must(table_shuffle(&t, 0));
    before_share = t.bag;
    bag_make_shares(&t.bag, &t.secret[0], &t.prev, &t.rng, places, 3, shares, &share_proof);
}

/* Three bytes a change: where (little endian, modulo the length), and what to exclusive-or. */
static bool change(uint8_t *bytes, size_t len, struct span input)
{
    static uint8_t honest[DECK_LEN_MAX + SHUFFLE_PROOF_LEN_MAX];
    memcpy(honest, bytes, len);
    for (size_t i = 0; i + 3 <= input.len; i += 3)
        bytes[(input.data[i] | (size_t)input.data[i + 1] << 8) % len] ^= input.data[i + 2];
    return memcmp(honest, bytes, len) != 0;
}

static void judge(const struct bag *before, enum verdict v, bool changed)
{
    HOLDS((v != VERDICT_OK) == changed);
    HOLDS(v == VERDICT_OK || memcmp(&t.bag, before, sizeof t.bag) == 0);
}

static void fuzz_join(struct span input)
{
    struct bag_ticket ticket = t.ticket[0];
    uint8_t bytes[POINT_LEN + PROOF_LEN];
    memcpy(bytes, ticket.key.b, POINT_LEN);
    memcpy(bytes + POINT_LEN, ticket.possession.b, PROOF_LEN);
    bool changed = change(bytes, sizeof bytes, input);
    memcpy(ticket.key.b, bytes, POINT_LEN);
    memcpy(ticket.possession.b, bytes + POINT_LEN, PROOF_LEN);
    t.bag = before_join;
    judge(&before_join, bag_join(&t.bag, 0, &ticket), changed);
}

static void fuzz_shuffle(struct span input)
{
    uint8_t bytes[4 * CIPHER_LEN + 32 * (4 * 4 + 5)];
    memcpy(bytes, t.deck, 4 * CIPHER_LEN);
    memcpy(bytes + 4 * CIPHER_LEN, t.proof, sizeof bytes - 4 * CIPHER_LEN);
    bool changed = change(bytes, sizeof bytes, input);
    t.bag = before_shuffle;
    enum verdict v = bag_shuffle(&t.bag, 0, &t.prev, span_of(bytes, 4 * CIPHER_LEN),
                                 span_of(bytes + 4 * CIPHER_LEN, shuffle_proof_len(4)));
    judge(&before_shuffle, v, changed);
}

static void fuzz_share(struct span input)
{
    uint8_t bytes[3 * (1 + POINT_LEN) + PROOF_LEN];
    struct point points[3];
    struct proof proof;
    memcpy(bytes, places, 3);
    memcpy(bytes + 3, shares, sizeof shares);
    memcpy(bytes + 3 + sizeof shares, share_proof.b, PROOF_LEN);
    bool changed = change(bytes, sizeof bytes, input);
    memcpy(points, bytes + 3, sizeof points);
    memcpy(proof.b, bytes + 3 + sizeof points, PROOF_LEN);
    t.bag = before_share;
    judge(&before_share, bag_share(&t.bag, 0, &t.prev, bytes, 3, points, &proof), changed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool ready;
    static void (*const fuzz[3])(struct span) = {fuzz_join, fuzz_shuffle, fuzz_share};
    if (!ready)
        prepare();
    ready = true;
    if (size > 0)
        fuzz[data[0] % 3](span_of(data + 1, size - 1));
    return 0;
}
