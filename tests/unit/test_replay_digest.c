/* Proves that the state digest [P-2.7] notices a change of any one field that docs/protocol.md
 * names, in games without and with clocks that count [P-5.17], and of nothing that only the one
 * who checks knows. */
#include "tests/sim/scenes.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct replay base, changed;

static void same(void)
{
    struct hash a = replay_state(&base), b = replay_state(&changed);
    assert_true(hash_equal(&a, &b));
}

static void differs(const char *field, size_t at)
{
    struct hash a = replay_state(&base), b = replay_state(&changed);
    if (hash_equal(&a, &b))
        fail_msg("%s, byte %zu: the digest does not notice it", field, at);
}

/* One bit of every byte of the field in turn. */
static void every_byte(const char *name, size_t offset, size_t len)
{
    for (size_t at = 0; at < len; at++) {
        changed = base;
        ((uint8_t *)&changed)[offset + at] ^= 4;
        differs(name, at);
    }
}

#define NOTICED(field) every_byte(#field, offsetof(struct replay, field), sizeof base.field)

/* Of a list with one element a player, as far as there are players. */
#define NOTICED_OF_EACH(field)                                                                   \
    every_byte(#field, offsetof(struct replay, field), sizeof base.field[0] * base.players)

static void take(const struct scenes *s)
{
    const struct scene *at = scenes_find(s, ENTRY_MOVE, NO_SEAT, 5);
    assert_non_null(at);
    base = at->reader.now;
    assert_int_equal(base.started, 1);
}

static void what_all_games_share(void)
{
    NOTICED(phase);
    NOTICED(id);
    NOTICED_OF_EACH(coin_commit);
    NOTICED_OF_EACH(coin_part);
    NOTICED_OF_EACH(used_ms);
    NOTICED_OF_EACH(seed);
    NOTICED(coin_open);
    NOTICED(shuffles_left);
    NOTICED(next_player);
    NOTICED(shares_given);
    NOTICED(dealt);
    NOTICED(seeds_open);
    NOTICED(bag.epoch);
    NOTICED(game.turn);
    changed = base;
    changed.started = 0; /* no game in it */
    differs("started", 0);
}

static void without_clocks(void **state)
{
    static struct scenes s;
    (void)state;
    scenes_make(&s, 31, 12);
    take(&s);
    what_all_games_share();
    changed = base;
    changed.clock.paused = 1;
    changed.clock.lag_ms[0] = 77;
    same();
    scenes_free(&s);
}

static void with_clocks(void **state)
{
    static struct scenes s;
    (void)state;
    scenes_make_clock(&s, 32, 12);
    take(&s);
    what_all_games_share();
    NOTICED_OF_EACH(clock.lag_ms);
    NOTICED_OF_EACH(clock.extra_ms);
    NOTICED_OF_EACH(clock.extra_game_ms);
    NOTICED_OF_EACH(clock.leave_days);
    NOTICED(clock.want_pause);
    NOTICED(clock.paused);
    NOTICED(clock.warned_by);
    NOTICED(clock.unmeasured);
    NOTICED(clock.claimed);
    scenes_free(&s);
}

/* How somebody checks is his own affair. */
static void not_how_it_is_checked(void **state)
{
    static struct scenes s;
    (void)state;
    scenes_make(&s, 33, 12);
    take(&s);
    changed = base;
    changed.check = BAG_BY_BOTH;
    changed.given_rounds = 3;
    same();
    scenes_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_clocks),
        cmocka_unit_test(with_clocks),
        cmocka_unit_test(not_how_it_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
