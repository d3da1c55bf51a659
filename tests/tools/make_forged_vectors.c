/* make_forged_vectors - writes tests/vectors/bag/forged.txt: a small bag in which every shuffle is
 * preceded by forgeries, each as good as its forger can make it (tests/attack tells how); the
 * format is that of make_bag_vectors.c.  Link it with libproto.a, tests/attack/kit.c,
 * tests/attack/trapdoor.c and cmocka. */
#include "base/buf.h"
#include "bag/recompute.h"
#include "tests/attack/trapdoor.h"

static struct table t;
static struct world w; /* the shuffle being forged: statement, witness, proof */
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

/* The statement and the witness of player 0 at this table, honest so far. */
static void begin(void)
{
    static struct shuffle_check check;
    bag_make_shuffle(&t.bag, &t.secret[0], &t.prev, &t.rng, t.deck, t.proof);
    table_must(bag_check_begin(&t.bag, &check, 0, &t.prev, table_deck(&t), table_proof(&t)));
    recompute_witness(&t.bag, 0, &t.seed[0], &w.how);
    memcpy(w.in, check.in, sizeof w.in);
    memcpy(w.out, check.out, sizeof w.out);
    w.st = (struct shuffle_statement){check.context, check.joint, w.in, w.out, check.n};
    w.stream = t.stream;
    w.rng = rng_from_stream(&w.stream);
}

static void put_forgery(const char *what)
{
    shuffle_proof_write(&w.proof, w.st.n, t.proof);
    printf("# %s\nrefuse shuffle 0", what);
    put(" ", w.out, sizeof w.out[0] * w.st.n);
    put_line(" ", t.proof, shuffle_proof_len(w.st.n));
}

static void prove(const struct scheme *scheme)
{
    kit_prove(scheme, &w.st, &w.how, &w.rng, &w.proof);
}

static void move(struct point *p, const struct scalar *k, const struct point *by)
{
    struct point product;
    if (!group_mul(&product, k, by) || !group_add(p, p, &product))
        abort();
}

static void outputs_moved_after_the_weights(void)
{
    struct scheme weak = scheme_sound();
    struct rng_stream saved = w.stream;
    uint8_t hash[SHUFFLE_HASH_LEN];
    struct scalar u[TILES_MAX];
    weak.forget_outputs = true;
    prove(&weak);
    w.stream = saved;
    kit_weights(&weak, &w.st, w.proof.c, hash, u);
    struct scalar minus = scalar_negate(&u[w.how.from[0]]);
    move(&w.out[0].b, &u[w.how.from[1]], &points_tile[5]);
    move(&w.out[1].b, &minus, &points_tile[5]);
    prove(&weak);
}

static void forge_all(void)
{
    static struct trapdoor door;
    struct scheme sound = scheme_sound(), his = scheme_sound();
    struct scalar one = scalar_of(1);
    trapdoor_make(&door);
    his.generator = door.generator;
    begin();
    move(&w.out[2].b, &one, &points_tile[1]);
    prove(&sound);
    put_forgery("a tile moved by another one");
    begin();
    w.how.from[1] = w.how.from[0];
    w.out[1] = elgamal_renew(&w.in[w.how.from[1]], &w.how.rho[1], &w.st.joint);
    prove(&sound);
    put_forgery("one input used twice");
    begin();
    outputs_moved_after_the_weights();
    put_forgery("outputs moved after weights that do not depend on them");
    begin();
    trapdoor_mix(&w);
    trapdoor_prove(&door, &his, &w);
    put_forgery("generators with known logarithms");
    begin();
    w.st.context.b[0] ^= 1;
    prove(&sound);
    put_forgery("an honest proof in another context");
    begin();
    w.how.rho[3] = scalar_of(0);
    w.out[3] = w.in[w.how.from[3]];
    prove(&sound);
    put_forgery("an honest proof of a shuffle that leaves one tile as it was");
    begin();
    w.out[1].b.b[31] |= 0x80;
    prove(&sound);
    put_forgery("the second spelling of a point, proven over these bytes");
}

/* s1 plus the group order: the same scalar to whoever reduces. */
static void put_large_scalar(void)
{
    static const uint8_t order[32] = {0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58,
                                      0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
                                      [31] = 0x10};
    struct scheme sound = scheme_sound();
    unsigned carry = 0;
    begin();
    prove(&sound);
    table_must(kit_verdict(&w.st, &w.proof)); /* honest until here: so the others fail by forging */
    for (unsigned i = 0; i < 32; i++) {
        carry += (unsigned)w.proof.s1.b[i] + order[i];
        w.proof.s1.b[i] = (uint8_t)carry;
        carry >>= 8;
    }
    put_forgery("a response above the group order");
}

static void honest(unsigned player)
{
    bag_make_shuffle(&t.bag, &t.secret[player], &t.prev, &t.rng, t.deck, t.proof);
    printf("# honest\nshuffle %u", player);
    put(" ", t.deck, table_deck(&t).len);
    put_line(" ", t.proof, table_proof(&t).len);
    table_must(bag_shuffle(&t.bag, player, &t.prev, table_deck(&t), table_proof(&t)));
    digest();
}

static void put_shares(const char *what, const struct point *shares, const struct proof *proof)
{
    printf("# %s\nrefuse share 0 000102", what);
    put(" ", shares, 3 * sizeof *shares);
    put_line(" ", proof->b, sizeof proof->b);
}

static void forge_shares(void)
{
    static const uint8_t places[3] = {0, 1, 2};
    struct scalar one = scalar_of(1), minus = scalar_negate(&one);
    struct point shares[3], kept[3];
    struct proof proof;
    struct bag_secret other = t.secret[0];
    bag_make_shares(&t.bag, &t.secret[0], &t.prev, &t.rng, places, 3, shares, &proof);
    memcpy(kept, shares, sizeof kept);
    move(&shares[0], &one, &points_tile[7]);
    move(&shares[2], &minus, &points_tile[7]);
    put_shares("two shares moved against each other", shares, &proof);
    shares[0] = kept[1];
    shares[1] = kept[0];
    shares[2] = kept[2];
    put_shares("two shares exchanged", shares, &proof);
    other.x = scalar_of(12345);
    bag_make_shares(&t.bag, &other, &t.prev, &t.rng, places, 3, shares, &proof);
    put_shares("shares by another secret", shares, &proof);
    bag_make_shares(&t.bag, &t.secret[1], &t.prev, &t.rng, places, 3, shares, &proof);
    put_shares("shares of another player", shares, &proof);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    table_lay(&t, 2000, (struct tile_set){TILES_DIGITS, 3}, 2);
    printf("# Forgeries; the format stands in tests/tools/make_bag_vectors.c.\nset 1 3 2\n");
    put_line("game ", t.game.b, sizeof t.game.b);
    put_line("prev ", t.prev.b, sizeof t.prev.b);
    for (unsigned p = 0; p < 2; p++) {
        printf("player %u", p);
        put(" ", t.identity[p].b, 32);
        put(" ", t.seed[p].b, 32);
        put(" ", t.ticket[p].key.b, 32);
        put(" ", t.ticket[p].possession.b, 64);
        put_line(" ", t.ticket[p].seed_commit.b, 32);
    }
    table_begin(&t);
    digest();
    forge_all();
    put_large_scalar();
    honest(0);
    honest(1);
    forge_shares();
    return 0;
}
