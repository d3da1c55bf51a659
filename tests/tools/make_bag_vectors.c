/* make_bag_vectors - writes one transcript of a bag to standard output: arguments kind, size and
 * players.  The files in tests/vectors/bag were written with it, once; tests/unit/
 * test_bag_vectors.c and the reference verifier read them.  One step a line, bytes in hex:
 *   set KIND SIZE PLAYERS | game ID | prev HASH (of every proof in this file)
 *   player I IDENTITY SEED KEY POSSESSION SEED_COMMITMENT
 *   shuffle I DECK PROOF | share I PLACES SHARES PROOF | gather PLACES
 *   refuse shuffle .. or refuse share .. : a verifier refuses the step and goes on
 *   value PLACE VALUE (all shares are known) | digest HASH (of the bag, here) */
#include "base/buf.h"
#include "tests/unit/bag_table.h"

static struct table t;
static char hex[2 * SHUFFLE_PROOF_LEN_MAX + 1];

static void put(const char *before, const void *bytes, size_t len)
{
    hex_write(span_of(bytes, len), hex);
    printf("%s%s", before, hex);
}

static void put_line(const char *before, const void *bytes, size_t len)
{
    put(before, bytes, len);
    printf("\n");
}

static void digest(void)
{
    struct hash h = bag_digest(&t.bag);
    put_line("digest ", h.b, sizeof h.b);
}

static void put_shuffle(const char *before, unsigned player)
{
    printf("%sshuffle %u", before, player);
    put(" ", t.deck, table_deck(&t).len);
    put_line(" ", t.proof, table_proof(&t).len);
}

/* Two forgeries, then the shuffle itself. */
static void shuffle(unsigned player)
{
    struct cipher first, second;
    bag_make_shuffle(&t.bag, &t.secret[player], &t.prev, &t.rng, t.deck, t.proof);
    if (t.bag.deck_len <= 16) {
        t.proof[32 * 5] ^= 1; /* sh_1 */
        put_shuffle("refuse ", player);
        t.proof[32 * 5] ^= 1;
        memcpy(&first, t.deck, sizeof first);
        memcpy(&second, t.deck + CIPHER_LEN, sizeof second);
        memcpy(t.deck, &second, sizeof first);
        memcpy(t.deck + CIPHER_LEN, &first, sizeof first);
        put_shuffle("refuse ", player);
        memcpy(t.deck, &first, sizeof first);
        memcpy(t.deck + CIPHER_LEN, &second, sizeof first);
    }
    put_shuffle("", player);
    table_must(bag_shuffle(&t.bag, player, &t.prev, table_deck(&t), table_proof(&t)));
    digest();
}

static void put_share(const char *before, unsigned player, const uint8_t *places, unsigned n,
                      const struct point *shares, const struct proof *proof)
{
    printf("%sshare %u", before, player);
    put(" ", places, n);
    put(" ", shares, sizeof *shares * n);
    put_line(" ", proof->b, sizeof proof->b);
}

static void share(unsigned player, const uint8_t *places, unsigned n)
{
    struct point shares[TILES_MAX], kept;
    struct proof proof;
    bag_make_shares(&t.bag, &t.secret[player], &t.prev, &t.rng, places, n, shares, &proof);
    kept = shares[n - 1];
    if (!group_add(&shares[n - 1], &kept, &group_generator))
        abort();
    put_share("refuse ", player, places, n, shares, &proof);
    shares[n - 1] = kept;
    put_share("", player, places, n, shares, &proof);
    table_must(bag_share(&t.bag, player, &t.prev, places, n, shares, &proof));
}

static void open_all(const uint8_t *places, unsigned n)
{
    for (unsigned p = 0; p < t.bag.players; p++)
        share(p, places, n);
    for (unsigned i = 0; i < n; i++) {
        uint8_t value;
        table_must(bag_value(&t.bag, places[i], &value));
        printf("value %u %u\n", places[i], value);
    }
    digest();
}

int main(int argc, char **argv)
{
    static const uint8_t hand[] = {3, 0, 5, 1}, more[] = {2, 7}, back[] = {5, 3, 2, 8, 6, 0};
    if (argc != 4 || sodium_init() < 0)
        return 2;
    struct tile_set set = {(uint8_t)atoi(argv[1]), (uint8_t)atoi(argv[2])};
    table_lay(&t, 1000 + set.size, set, (unsigned)atoi(argv[3]));
    printf("# A transcript of the bag; the format stands in tests/tools/make_bag_vectors.c.\n");
    printf("set %u %u %u\n", set.kind, set.size, t.bag.players);
    put_line("game ", t.game.b, sizeof t.game.b);
    put_line("prev ", t.prev.b, sizeof t.prev.b);
    for (unsigned p = 0; p < t.bag.players; p++) {
        printf("player %u", p);
        put(" ", t.identity[p].b, 32);
        put(" ", t.seed[p].b, 32);
        put(" ", t.ticket[p].key.b, 32);
        put(" ", t.ticket[p].possession.b, 64);
        put_line(" ", t.ticket[p].seed_commit.b, 32);
    }
    table_begin(&t);
    digest();
    for (unsigned p = 0; p < t.bag.players; p++)
        shuffle(p);
    open_all(hand, sizeof hand);
    bag_gather(&t.bag, back, sizeof back);
    put_line("gather ", back, sizeof back);
    digest();
    for (unsigned p = 0; p < t.bag.players; p++)
        shuffle(p);
    open_all(more, sizeof more);
    return 0;
}
