/* Attack 13: games with commitments - repeating the other's, opening something else, opening with
 * another player's number or in another game, opening too early, opening something short.  Each is
 * refused, at the entry that does it.  Teeth: a commitment that is not bound to its player can be
 * repeated and opened with the other's words, and then the coin is the forger's. */
#include "tests/sim/scenes.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct scenes scenes;
static struct match victim;
static struct effects fx;
static struct entry e;
static struct signed_entry forged;

static void honest(const struct scene *s)
{
    assert_int_equal(entry_unpack(span_of(s->entry.body, s->entry.len), &e), VERDICT_OK);
}

/* Deliver what stands in `e`; refused with nothing changed but the dispute. */
static void assert_refused(const struct scene *s, enum verdict why)
{
    scenes_sign(&e, scenes_secret(&scenes, s->author), &forged);
    victim = s->reader;
    assert_int_equal(match_entry(&victim, &forged, NULL, &s->now, &fx), why);
    assert_memory_equal(&victim.now, &s->reader.now, sizeof victim.now);
}

static struct commit_place place_of(const struct match *m, unsigned player)
{
    return (struct commit_place){m->now.id, player, m->now.key[player]};
}

static void other_seed_than_promised(void **state)
{
    (void)state;
    for (unsigned nth = 0; nth < 2; nth++) {
        const struct scene *s = scenes_find(&scenes, ENTRY_SEED, NO_SEAT, nth);
        for (unsigned bit = 0; bit < 256; bit += 17) {
            honest(s);
            e.u.seed.seed.b[bit / 8] ^= (uint8_t)(1U << bit % 8);
            assert_refused(s, VERDICT_WRONG_OPENING);
        }
        /* the other's seed, which is open already */
        honest(s);
        e.u.seed.seed = s->reader.secret.seed;
        assert_refused(s, VERDICT_WRONG_OPENING);
    }
}

static void other_coin_than_promised(void **state)
{
    const struct scene *s = scenes_find(&scenes, ENTRY_COIN, 0, 0);
    (void)state;
    for (unsigned bit = 0; bit < 256; bit++) {
        honest(s);
        e.u.coin.b[bit / 8] ^= (uint8_t)(1U << bit % 8);
        assert_refused(s, VERDICT_WRONG_OPENING);
    }
    honest(s);
    e.u.coin = s->reader.coin; /* the other's */
    assert_refused(s, VERDICT_WRONG_OPENING);
}

/* Every grain of a commitment: player, game, identity, and what is committed to. */
static void bound_to_its_place(void **state)
{
    const struct scene *s = scenes_find(&scenes, ENTRY_COIN, 0, 0);
    struct commit_place mine = place_of(&s->writer, 0), other;
    struct hash commitment = s->reader.now.coin_commit[0];
    struct coin_part part = s->writer.coin;
    (void)state;
    assert_int_equal(commit_coin_check(&commitment, &mine, &part), VERDICT_OK);
    other = mine;
    other.player = 1;
    assert_int_equal(commit_coin_check(&commitment, &other, &part), VERDICT_WRONG_OPENING);
    other = mine;
    other.game.b[0] ^= 1;
    assert_int_equal(commit_coin_check(&commitment, &other, &part), VERDICT_WRONG_OPENING);
    other = mine;
    other.identity = s->writer.now.key[1];
    assert_int_equal(commit_coin_check(&commitment, &other, &part), VERDICT_WRONG_OPENING);
    /* A seed's commitment is none to a coin, though both are 32 bytes. */
    struct seed seed;
    memcpy(seed.b, part.b, sizeof seed.b);
    assert_int_equal(commit_seed_check(&commitment, &mine, &seed), VERDICT_WRONG_OPENING);
}

static void repeated(void **state)
{
    const struct scene *s = scenes_find(&scenes, ENTRY_ACCEPTANCE, 1, 0);
    (void)state;
    honest(s);
    e.u.acceptance.ticket.seed_commit = s->reader.now.bag.ticket[0].seed_commit;
    assert_refused(s, VERDICT_SAME_COMMITMENT);
    struct hash three[3] = {{{1}}, {{2}}, {{1}}};
    assert_int_equal(commit_distinct(three, 2), VERDICT_OK);
    assert_int_equal(commit_distinct(three, 3), VERDICT_SAME_COMMITMENT);
}

/* Before everybody has committed nothing may be opened. */
static void too_early(void **state)
{
    const struct scene *s = scenes_find(&scenes, ENTRY_ACCEPTANCE, 1, 0);
    (void)state;
    honest(s);
    e.kind = ENTRY_COIN;
    e.u.coin = s->writer.coin;
    assert_refused(s, VERDICT_WRONG_KIND);
    /* by the proposer himself, whose debt it is not yet */
    honest(s);
    e.kind = ENTRY_COIN;
    e.author = 0;
    e.u.coin = s->reader.coin;
    scenes_sign(&e, scenes_secret(&scenes, 0), &forged);
    victim = s->writer;
    assert_int_equal(match_entry(&victim, &forged, NULL, &s->now, &fx), VERDICT_WRONG_AUTHOR);
    /* a seed while the game runs */
    s = scenes_find(&scenes, ENTRY_MOVE, NO_SEAT, 0);
    honest(s);
    e.kind = ENTRY_SEED;
    memset(&e.u.seed, 0, sizeof e.u.seed);
    e.u.seed.seed = s->writer.secret.seed;
    assert_refused(s, VERDICT_WRONG_KIND);
}

/* A field that is shorter than its 32 bytes: by hand, since nothing of ours writes one. */
static void too_short(void **state)
{
    const struct scene *s = scenes_find(&scenes, ENTRY_SEED, NO_SEAT, 0);
    (void)state;
    forged = s->entry;
    uint8_t *step = forged.body + forged.len - 37; /* tag 2, length 1, tag 1, length 1, 32 bytes */
    assert_int_equal(step[1 + 0], 0x01);
    assert_int_equal(step[2], 34);
    assert_int_equal(step[4], 32);
    step[2]--;
    step[4]--;
    forged.len--;
    chain_sign(&forged, scenes_secret(&scenes, s->author));
    victim = s->reader;
    assert_int_equal(match_entry(&victim, &forged, NULL, &s->now, &fx), VERDICT_FIELD_RANGE);
    assert_memory_equal(&victim, &s->reader, sizeof victim);
}

/* ---- teeth --------------------------------------------------------------------------------- */

/* A commitment to the words alone, and a coin that is the XOR of what is opened. */
static struct hash weak_commitment(const struct coin_part *part)
{
    struct hasher h;
    hash_start(&h, TAG_TEST);
    hash_bytes(&h, span_of(part->b, sizeof part->b));
    return hash_end(&h);
}

static void weak_ones_are_repeated(void **state)
{
    struct coin_part honest_part = {{1, 2, 3}}, mirrored;
    struct hash first = weak_commitment(&honest_part), second = first; /* seen, and repeated */
    uint8_t coin[32], zeros[32] = {0};
    (void)state;
    mirrored = honest_part; /* opened after him, with his words */
    struct hash opened = weak_commitment(&mirrored);
    assert_true(hash_equal(&second, &opened));
    for (unsigned i = 0; i < 32; i++)
        coin[i] = honest_part.b[i] ^ mirrored.b[i];
    assert_memory_equal(coin, zeros, 32); /* always the same coin */
    /* The real ones: equal is refused, and the words do not open it for somebody else. */
    struct commit_place a = {{{7}}, 0, {{1}}}, b = {{{7}}, 1, {{2}}};
    first = commit_coin(&a, &honest_part);
    assert_int_equal(commit_coin_check(&first, &b, &mirrored), VERDICT_WRONG_OPENING);
}

static int set_up(void **state)
{
    (void)state;
    scenes_make(&scenes, 8, 2);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    scenes_free(&scenes);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_seed_than_promised),
        cmocka_unit_test(other_coin_than_promised),
        cmocka_unit_test(bound_to_its_place),
        cmocka_unit_test(repeated),
        cmocka_unit_test(too_early),
        cmocka_unit_test(too_short),
        cmocka_unit_test(weak_ones_are_repeated),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down) != 0;
}
