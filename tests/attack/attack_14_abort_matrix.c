/* Attack 14: going away at the worst moment.  After every entry of a whole game one of the two
 * dies for good, before or after having written his next.  Each time the log of the other names
 * who owes what; the survivor does what he owes himself and nothing more; no contribution, shuffle
 * or share can be made again in another way; the log verifies as far as it goes.
 * Teeth: a judge that lets a coin be opened anew lets the one who goes away choose. */
#include "tests/sim/scenes.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct scenes scenes;
static struct match survivor;
static struct effects fx;
static struct finding f;

static void assert_verifies(uint32_t entries, struct debt debt)
{
    struct span file = scenes_export(&scenes, entries, NULL);
    assert_int_equal(logfile_judge(file, 0, &f), VERDICT_OK);
    assert_int_equal(f.entries, entries);
    struct debt named = replay_debt(&f.end);
    assert_int_equal(named.kind, debt.kind);
    assert_int_equal(named.player, debt.player);
    union { const uint8_t *in; void *out; } owned = {file.data};
    free(owned.out);
}

/* The other never answers again: how far does the survivor get by himself? */
static unsigned alone(unsigned me, const struct moment *now)
{
    unsigned wrote = 0;
    for (;;) {
        assert_int_equal(match_go(&survivor, now, &fx), VERDICT_OK);
        if (fx.n == 0)
            return wrote;
        assert_int_equal(survivor.now.last_author, me);
        wrote++;
        assert_true(wrote <= 3);
    }
}

/* What the author of the next entry owes is what stands in the log; and if he dies, the survivor
 * is stuck there, with his name on it. */
static void before_every_entry(void **state)
{
    unsigned names[DEBT_SEED + 1] = {0};
    (void)state;
    for (unsigned i = 1; i < scenes.n; i++) {
        const struct scene *s = &scenes.list[i];
        if (entry_kind_is_loose(s->kind))
            continue;
        survivor = s->reader;
        struct debt debt = replay_debt(&survivor.now);
        assert_int_equal(debt.player, s->author);
        assert_int_equal(alone(1U - s->author, &s->now), 0);
        assert_memory_equal(&survivor.now, &s->reader.now, sizeof survivor.now);
        if (i % 4 == 0 || i < 8)
            assert_verifies(s->before, debt);
        names[debt.kind]++;
    }
    for (unsigned kind = DEBT_ACCEPTANCE; kind <= DEBT_SEED; kind++)
        assert_true(names[kind] > 0);
}

/* The reader dies after having got the entry: its author goes on until the other's debt. */
static void after_every_entry(void **state)
{
    (void)state;
    for (unsigned i = 1; i + 1 < scenes.n; i++) {
        const struct scene *s = &scenes.list[i];
        const struct scene *next = &scenes.list[i + 1];
        survivor = next->author == s->author ? next->writer : next->reader;
        (void)alone(s->author, &s->now);
        struct debt debt = replay_debt(&survivor.now);
        if (debt.kind == DEBT_NONE)
            continue;
        bool human = debt.kind == DEBT_MOVE || debt.kind == DEBT_ACCEPTANCE;
        assert_true(debt.player != s->author || human);
    }
}

/* Who comes back does not get to draw again: the same coin, the same order of the deck, the same
 * shares, byte for byte, whatever fresh randomness he has. */
static void no_second_draw(void **state)
{
    static struct entry first, second;
    (void)state;
    for (unsigned i = 1; i < scenes.n; i++) {
        const struct scene *s = &scenes.list[i];
        if (s->kind != ENTRY_COIN && s->kind != ENTRY_SHUFFLE && s->kind != ENTRY_SHARES &&
            s->kind != ENTRY_SEED)
            continue;
        survivor = s->writer;
        assert_int_equal(match_go(&survivor, &scenes.table->now, &fx), VERDICT_OK);
        assert_int_equal(entry_unpack(span_of(s->entry.body, s->entry.len), &first), 0);
        assert_int_equal(entry_unpack(span_of(fx.entry[0].body, fx.entry[0].len), &second), 0);
        assert_int_equal(first.kind, second.kind);
        if (s->kind == ENTRY_SHUFFLE)
            assert_memory_equal(first.u.shuffle.deck, second.u.shuffle.deck,
                                first.u.shuffle.deck_len);
        else if (s->kind == ENTRY_SHARES)
            assert_memory_equal(first.u.shares.share, second.u.shares.share,
                                sizeof(struct point) * first.u.shares.n);
        else
            assert_memory_equal(&first.u, &second.u, 32);
    }
}

/* The last to open knows the coin before the other does.  If he goes away he is named; if he
 * comes back with another contribution, he is refused; what he may do is decline, in the open. */
static void coin_is_not_tossed_again(void **state)
{
    static struct entry e;
    static struct signed_entry forged;
    const struct scene *s = scenes_find(&scenes, ENTRY_COIN, 0, 0);
    (void)state;
    assert_verifies(s->before, (struct debt){DEBT_COIN, 0});
    for (unsigned i = 0; i < 50; i++) {
        assert_int_equal(entry_unpack(span_of(s->entry.body, s->entry.len), &e), VERDICT_OK);
        e.u.coin.b[0] ^= (uint8_t)(i + 1);
        scenes_sign(&e, scenes_secret(&scenes, 0), &forged);
        survivor = s->reader;
        assert_int_equal(match_entry(&survivor, &forged, NULL, &s->now, &fx),
                         VERDICT_WRONG_OPENING);
    }
    survivor = s->writer;
    assert_int_equal(match_wish(&survivor, ENTRY_DECLINE, NULL, &s->now, &fx), VERDICT_OK);
    assert_int_equal(survivor.now.phase, PHASE_DECLINED);
    assert_int_equal(survivor.now.last_author, 0);
}

/* Teeth: where the opening is not compared with the promise, one in so many tries seats the forger
 * where he wants. */
static void chosen_coin_without_the_check(void **state)
{
    const struct scene *s = scenes_find(&scenes, ENTRY_COIN, 0, 0);
    struct coin_part parts[PLAYERS_MAX];
    unsigned tries = 0;
    (void)state;
    memcpy(parts, s->reader.now.coin_part, sizeof parts);
    parts[0] = s->writer.coin;
    uint8_t seat, honest = scenes.table->peer[0].match.now.seat_of[0];
    do {
        parts[0].b[1]++;
        struct hash coin = commit_joint_coin(&s->reader.now.id, s->reader.now.key, parts, 2);
        seat = game_seat_of(&s->reader.now.terms, &coin, 0);
        tries++;
    } while (seat == honest && tries < 200);
    assert_int_not_equal(seat, honest);
}

static int set_up(void **state)
{
    (void)state;
    scenes_make_swaps(&scenes, 9, 17);
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
        cmocka_unit_test(before_every_entry),       cmocka_unit_test(after_every_entry),
        cmocka_unit_test(no_second_draw),           cmocka_unit_test(coin_is_not_tossed_again),
        cmocka_unit_test(chosen_coin_without_the_check),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down) != 0;
}
