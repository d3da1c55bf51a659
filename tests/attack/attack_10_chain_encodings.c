/* Attacks 10 and 11 in entries: every point of every kind of entry in bad encodings - RFC 9496's,
 * the identity, a second spelling - and every scalar at or above the order or in a second
 * spelling; shares proven for another player, game or epoch, and one bad share hidden among good
 * ones.  All refused, with nothing changed but the dispute. */
#include "tests/sim/scenes.h"

#include "bag/group.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct scenes scenes, elsewhere;
static struct match victim;
static struct effects fx;
static struct entry e;
static struct signed_entry forged;
static unsigned tried;

/* From RFC 9496, appendix A.3: non-canonical, negative, and not on the curve. */
static const char *const bad_points[] = {
    "0000000000000000000000000000000000000000000000000000000000000000", /* the identity */
    "00ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "ed57ffd8c914fb201471d1c3d245ce3c746fcbe63a3679d51b6a516ebebe0e20",
    "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
};
static const char *const bad_scalars[] = {
    "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010", /* the order */
    "eed3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1f",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
};

static void honest(const struct scene *s)
{
    assert_int_equal(entry_unpack(span_of(s->entry.body, s->entry.len), &e), VERDICT_OK);
}

static enum verdict deliver(const struct scene *s)
{
    scenes_sign(&e, scenes_secret(&scenes, s->author), &forged);
    victim = s->reader;
    enum verdict v = match_entry(&victim, &forged, NULL, &s->now, &fx);
    assert_int_equal(victim.disputed, 1);
    assert_int_equal(fx.evidence, 1);
    assert_memory_equal(&victim.now, &s->reader.now, sizeof victim.now);
    tried++;
    return v;
}

/* Every bad point at a place of the entry, and the second spelling of the good one. */
static void spoil_point(const struct scene *s, uint8_t *at)
{
    size_t offset = (size_t)(at - (uint8_t *)&e);
    for (unsigned i = 0; i <= sizeof bad_points / sizeof bad_points[0]; i++) {
        honest(s);
        uint8_t *to = (uint8_t *)&e + offset;
        if (i == sizeof bad_points / sizeof bad_points[0])
            to[31] |= 0x80;
        else
            assert_true(hex_read(span_text(bad_points[i]), to, 32));
        enum verdict v = deliver(s);
        if (v != VERDICT_BAD_POINT)
            print_message("kind %u, point %u at %zu: %s\n", s->kind, i, offset, verdict_name(v));
        assert_int_equal(v, VERDICT_BAD_POINT);
    }
}

static void spoil_scalar(const struct scene *s, uint8_t *at)
{
    size_t offset = (size_t)(at - (uint8_t *)&e);
    for (unsigned i = 0; i < sizeof bad_scalars / sizeof bad_scalars[0]; i++) {
        honest(s);
        assert_true(hex_read(span_text(bad_scalars[i]), (uint8_t *)&e + offset, 32));
        assert_int_equal(deliver(s), VERDICT_BAD_SCALAR);
    }
}

static void tickets(void **state)
{
    const struct scene *s = scenes_find(&scenes, ENTRY_ACCEPTANCE, 1, 0);
    (void)state;
    spoil_point(s, e.u.acceptance.ticket.key.b);
    spoil_scalar(s, e.u.acceptance.ticket.possession.b);
    spoil_scalar(s, e.u.acceptance.ticket.possession.b + 32);
}

static void shuffles(void **state)
{
    const struct scene *s = scenes_find(&scenes, ENTRY_SHUFFLE, 0, 0);
    unsigned n = s->reader.now.bag.deck_len;
    (void)state;
    for (unsigned i = 0; i < 2 * n; i += n - 1) /* first, an inner half, last */
        spoil_point(s, e.u.shuffle.deck + 32 * i);
    for (unsigned i = 0; i < 5 + 2 * n; i += i < 5 ? 1 : n - 1)
        spoil_scalar(s, e.u.shuffle.proof + 32 * i);
    for (unsigned i = 5 + 2 * n; i < 5 + 4 * n; i += n - 1)
        spoil_point(s, e.u.shuffle.proof + 32 * i);
}

static void shares(void **state)
{
    const struct scene *s = scenes_find(&scenes, ENTRY_SHARES, NO_SEAT, 0);
    (void)state;
    honest(s);
    for (unsigned i = 0, n = e.u.shares.n; i < n; i++)
        spoil_point(s, e.u.shares.share[i].b);
    spoil_scalar(s, e.u.shares.proof.b);
    spoil_scalar(s, e.u.shares.proof.b + 32);
}

static void moves(void **state)
{
    const struct scene *s = scenes_move(&scenes, MOVE_PLACE);
    (void)state;
    spoil_point(s, e.u.move.share.b);
    spoil_scalar(s, e.u.move.proof.b);
    spoil_scalar(s, e.u.move.proof.b + 32);
    print_message("%u entries with bad encodings\n", tried);
}

/* ---- wrong shares -------------------------------------------------------------------------- */

static void one_bad_among_good(void **state)
{
    const struct scene *s = scenes_find(&scenes, ENTRY_SHARES, NO_SEAT, 0);
    (void)state;
    honest(s);
    for (unsigned i = 0, n = e.u.shares.n; i < n; i++) {
        honest(s);
        assert_true(group_add(&e.u.shares.share[i], &e.u.shares.share[i], &group_generator));
        assert_int_equal(deliver(s), VERDICT_BAD_SHARE);
    }
    /* two that cancel: the sum is right, the weights find it */
    honest(s);
    assert_true(group_add(&e.u.shares.share[0], &e.u.shares.share[0], &group_generator));
    assert_true(group_sub(&e.u.shares.share[1], &e.u.shares.share[1], &group_generator));
    assert_int_equal(deliver(s), VERDICT_BAD_SHARE);
}

/* Made with the right secret for another game, by another player, with another head. */
static void shares_of_elsewhere(void **state)
{
    const struct scene *s = scenes_find(&scenes, ENTRY_SHARES, NO_SEAT, 0);
    const struct scene *other = scenes_find(&elsewhere, ENTRY_SHARES, s->author, 0);
    struct rng rng = s->now.rng;
    struct bag bag = s->writer.now.bag;
    uint8_t places[TILES_MAX];
    unsigned n = replay_shares_due(&s->writer.now, s->author, places);
    (void)state;
    honest(s);
    bag_make_shares(&bag, &s->reader.secret, &s->writer.now.head, &rng, places, n,
                    e.u.shares.share, &e.u.shares.proof);
    assert_int_equal(deliver(s), VERDICT_BAD_SHARE);
    honest(s);
    bag.game.b[0] ^= 1;
    bag_make_shares(&bag, &s->writer.secret, &s->writer.now.head, &rng, places, n,
                    e.u.shares.share, &e.u.shares.proof);
    assert_int_equal(deliver(s), VERDICT_BAD_SHARE);
    honest(s);
    bag = s->writer.now.bag;
    bag.epoch++;
    bag_make_shares(&bag, &s->writer.secret, &s->writer.now.head, &rng, places, n,
                    e.u.shares.share, &e.u.shares.proof);
    assert_int_equal(deliver(s), VERDICT_BAD_SHARE);
    honest(s);
    static struct entry theirs;
    assert_int_equal(entry_unpack(span_of(other->entry.body, other->entry.len), &theirs), 0);
    e.u.shares = theirs.u.shares;
    assert_int_equal(deliver(s), VERDICT_BAD_SHARE);
}

static int set_up(void **state)
{
    (void)state;
    scenes_make(&scenes, 13, 4);
    scenes_make(&elsewhere, 14, 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    scenes_free(&scenes);
    scenes_free(&elsewhere);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tickets), cmocka_unit_test(shuffles), cmocka_unit_test(shares),
        cmocka_unit_test(moves),   cmocka_unit_test(one_bad_among_good),
        cmocka_unit_test(shares_of_elsewhere),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down) != 0;
}
