/* Proves what docs/protocol.md section 5 says of games whose clocks count: the late player's own
 * program gives up the turn and the game, a warning and a claim need their times, a move before
 * the claim stands, a late one gives way and one in time contests, pauses, added time and leave
 * count, a witness is needed where the terms say so; and both sides compute the same. */
#include "chain/witness.h"
#include "tests/sim/table.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { MOVE_S = 60, GAME_S = 600, GRACE_MS = 10000 };

static struct sim_table *begin(unsigned seed, unsigned move_s, unsigned game_s)
{
    struct terms terms;
    struct sim_table *t = table_new(2, seed);
    terms_preset(PRESET_BRIDGE, &terms);
    terms.clock = CLOCK_CLAIM;
    terms.move_s = move_s;
    terms.game_s = game_s;
    terms.leave = 3;
    assert_int_equal(terms_check(&terms, NULL), VERDICT_OK);
    table_begin(t, &terms);
    return t;
}

static void pass_time(struct sim_table *t, uint64_t ms)
{
    t->now.wall_ms += ms;
    t->now.tick_ms += ms;
}

static enum verdict say(struct sim_table *t, unsigned p, unsigned kind, uint32_t amount)
{
    static struct effects out;
    struct said what = {kind, amount, NULL};
    enum verdict v = match_say(&t->peer[p].match, &what, &t->now, &out);
    if (v == VERDICT_OK)
        table_effects(t, p, &out);
    return v;
}

static void both_agree(const struct sim_table *t)
{
    assert_true(hash_equal(&t->peer[0].match.now.head, &t->peer[1].match.now.head));
}

static const struct replay *state(const struct sim_table *t)
{
    return &t->peer[0].match.now;
}

static void move(struct sim_table *t)
{
    unsigned p = table_to_move(t);
    struct choice c = table_choice(t, p);
    assert_int_equal(table_wish(t, p, ENTRY_MOVE, &c), VERDICT_OK);
}

static void own_program_loses_turns_and_game(void **s)
{
    (void)s;
    struct sim_table *t = begin(1, MOVE_S, 0);
    unsigned slow = table_to_move(t);
    uint16_t moves = state(t)->game.moves;
    assert_in_range(match_wake_ms(&t->peer[slow].match, &t->now), 1, MOVE_S * 1000);
    pass_time(t, MOVE_S * 1000 - 2000);
    table_settle(t);
    assert_int_equal(state(t)->game.moves, moves);
    pass_time(t, 3000);
    table_settle(t);
    assert_int_equal(state(t)->game.moves, moves + 1);
    assert_int_equal(state(t)->game.lost_in_row[state(t)->seat_of[slow]], 1);
    for (unsigned i = 0; i < 2; i++) {
        move(t);
        table_settle(t);
        pass_time(t, MOVE_S * 1000);
        table_settle(t);
    }
    assert_int_equal(state(t)->game.ending, ENDING_CLOCK);
    assert_int_equal(state(t)->phase, PHASE_FINISHED);
    assert_int_equal(replay_grade(state(t)), GRADE_AGREED);
    both_agree(t);
    table_free(t);

    t = begin(2, 0, GAME_S);
    slow = table_to_move(t);
    pass_time(t, GAME_S * 1000);
    table_settle(t);
    assert_int_equal(state(t)->game.ending, ENDING_CLOCK);
    assert_int_equal(state(t)->game.winner, 1 - state(t)->seat_of[slow]);
    both_agree(t);
    table_free(t);
}

static void claim_needs_warning_and_grace(void **s)
{
    (void)s;
    struct sim_table *t = begin(3, MOVE_S, GAME_S);
    unsigned late = table_to_move(t), other = 1 - late;
    assert_int_equal(say(t, other, ENTRY_WARNING, 0), VERDICT_NOT_LATE);
    assert_int_equal(say(t, other, ENTRY_CLAIM, 0), VERDICT_NOT_WARNED);
    pass_time(t, MOVE_S * 1000 + 1000);
    assert_int_equal(say(t, late, ENTRY_WARNING, 0), VERDICT_NOT_YOUR_TURN);
    assert_int_equal(say(t, other, ENTRY_WARNING, 0), VERDICT_OK);
    assert_int_equal(say(t, other, ENTRY_WARNING, 0), VERDICT_ALREADY_SAID);
    assert_int_equal(say(t, other, ENTRY_CLAIM, 0), VERDICT_NOT_LATE);
    pass_time(t, GRACE_MS);
    assert_int_equal(say(t, other, ENTRY_CLAIM, 0), VERDICT_OK);
    const struct replay *r = &t->peer[other].match.now;
    assert_int_equal(r->game.ending, ENDING_CLOCK);
    assert_int_equal(replay_grade(r), GRADE_CLAIMED);
    /* The late side, which had been away, confirms it by opening its seed. */
    struct span file = table_export(t, other);
    static struct finding f;
    assert_int_equal(logfile_judge(file, 0, &f), VERDICT_OK);
    assert_int_equal(replay_grade(&f.end), GRADE_CLAIMED);
    table_free(t);
}

static void late_side_confirms(void **s)
{
    (void)s;
    struct sim_table *t = begin(4, MOVE_S, GAME_S);
    unsigned late = table_to_move(t), other = 1 - late;
    pass_time(t, MOVE_S * 1000 + 1000);
    assert_int_equal(say(t, other, ENTRY_WARNING, 0), VERDICT_OK);
    pass_time(t, GRACE_MS);
    assert_int_equal(say(t, other, ENTRY_CLAIM, 0), VERDICT_OK);
    for (uint32_t i = t->peer[late].n; i < t->peer[other].n; i++)
        assert_int_equal(table_deliver(t, late, &t->peer[other].stored[i]), VERDICT_OK);
    table_settle(t);
    assert_int_equal(state(t)->phase, PHASE_FINISHED);
    assert_int_equal(replay_grade(state(t)), GRADE_AGREED);
    both_agree(t);
    table_free(t);
}

static void move_before_the_claim_stands(void **s)
{
    (void)s;
    struct sim_table *t = begin(5, MOVE_S, GAME_S);
    unsigned late = table_to_move(t), other = 1 - late;
    pass_time(t, MOVE_S * 1000 + 1000);
    assert_int_equal(say(t, other, ENTRY_WARNING, 0), VERDICT_OK);
    move(t);
    table_settle(t);
    assert_int_equal(state(t)->game.ending, ENDING_NONE);
    assert_int_equal(say(t, other, ENTRY_CLAIM, 0), VERDICT_NOT_WARNED);
    assert_int_equal(t->peer[late].dropped, 0);
    assert_int_equal(t->peer[other].dropped, 1);
    both_agree(t);
    table_free(t);
}

/* The move was made, but reached the other side only after it had signed its claim. */
static void crossing(unsigned seed, uint64_t thought_ms, enum verdict expected)
{
    struct sim_table *t = begin(seed, MOVE_S, GAME_S);
    unsigned late = table_to_move(t), other = 1 - late;
    pass_time(t, thought_ms);
    move(t);
    pass_time(t, MOVE_S * 1000 + 1000);
    assert_int_equal(say(t, other, ENTRY_WARNING, 0), VERDICT_OK);
    pass_time(t, GRACE_MS);
    assert_int_equal(say(t, other, ENTRY_CLAIM, 0), VERDICT_OK);
    uint32_t n = t->peer[other].n;
    assert_int_equal(table_deliver(t, late, &t->peer[other].stored[n - 2]), VERDICT_SUPERSEDED);
    assert_int_equal(table_deliver(t, late, &t->peer[other].stored[n - 1]), expected);
    assert_int_equal(table_deliver(t, other, &t->peer[late].stored[n - 2]),
                     expected == VERDICT_OK ? VERDICT_KNOWN : VERDICT_SUPERSEDED);
    if (expected == VERDICT_OK) {
        table_settle(t);
        assert_int_equal(state(t)->phase, PHASE_FINISHED);
        both_agree(t);
    } else {
        static struct finding f;
        assert_true(t->peer[late].match.disputed);
        assert_int_equal(logfile_judge(table_export(t, late), 0, &f), VERDICT_OK);
        assert_int_equal(f.evidence_why, VERDICT_CONTESTED);
    }
    table_free(t);
}

static void late_move_gives_way_and_timely_one_contests(void **s)
{
    (void)s;
    crossing(6, MOVE_S * 1000 + 500, VERDICT_OK);
    crossing(7, 5000, VERDICT_CONTESTED);
}

/* His machine was off until after the warning; what he then moves at once is late all the same. */
static void who_was_away_is_late(void **s)
{
    (void)s;
    for (unsigned again = 0; again < 2; again++) {
        struct sim_table *t = begin(12, MOVE_S, GAME_S);
        unsigned late = table_to_move(t), other = 1 - late;
        struct match *m = &t->peer[late].match;
        pass_time(t, MOVE_S * 1000 + 1000);
        m->turn_tick_ms = m->start_tick_ms = 0;
        assert_int_equal(say(t, other, ENTRY_WARNING, 0), VERDICT_OK);
        uint32_t n = t->peer[other].n;
        assert_int_equal(table_deliver(t, late, &t->peer[other].stored[n - 1]), VERDICT_OK);
        move(t);
        pass_time(t, GRACE_MS);
        assert_int_equal(say(t, other, ENTRY_CLAIM, 0), VERDICT_OK);
        if (again)
            table_restart(t, late);
        assert_int_equal(table_deliver(t, late, &t->peer[other].stored[n]), VERDICT_OK);
        table_settle(t);
        assert_int_equal(state(t)->phase, PHASE_FINISHED);
        both_agree(t);
        table_free(t);
    }
}

/* His clock is set back by a day after he has come back: he was away all the same. */
static void a_clock_set_afterwards_excuses_nobody(void **s)
{
    (void)s;
    struct sim_table *t = begin(13, MOVE_S, GAME_S);
    unsigned late = table_to_move(t), other = 1 - late;
    pass_time(t, MOVE_S * 1000 + 1000);
    table_restart(t, late);
    table_settle(t);
    t->now.wall_ms -= 86400000;
    assert_int_equal(say(t, other, ENTRY_WARNING, 0), VERDICT_OK);
    pass_time(t, GRACE_MS);
    assert_int_equal(say(t, other, ENTRY_CLAIM, 0), VERDICT_OK);
    for (uint32_t i = t->peer[late].n; i < t->peer[other].n; i++)
        assert_int_equal(table_deliver(t, late, &t->peer[other].stored[i]), VERDICT_OK);
    table_settle(t);
    assert_int_equal(replay_grade(state(t)), GRADE_AGREED);
    table_free(t);
}

static void pause_leave_and_added_time(void **s)
{
    (void)s;
    struct sim_table *t = begin(8, MOVE_S, GAME_S);
    unsigned mover = table_to_move(t), other = 1 - mover;
    pass_time(t, 30000);
    assert_int_equal(say(t, mover, ENTRY_PAUSE, 0), VERDICT_OK);
    table_settle(t);
    assert_int_equal(say(t, other, ENTRY_PAUSE, 0), VERDICT_OK);
    table_settle(t);
    assert_true(state(t)->clock.paused);
    assert_int_equal(match_wake_ms(&t->peer[mover].match, &t->now), 0);
    pass_time(t, 1000 * 3600);
    table_settle(t);
    assert_int_equal(say(t, other, ENTRY_WARNING, 0), VERDICT_PAUSED);
    assert_int_equal(say(t, other, ENTRY_RESUME, 0), VERDICT_OK);
    table_settle(t);
    assert_in_range(match_wake_ms(&t->peer[mover].match, &t->now), 25000, 31000);
    assert_int_equal(say(t, mover, ENTRY_ADD_TIME, 60), VERDICT_NOT_YOUR_TURN);
    assert_int_equal(say(t, other, ENTRY_ADD_TIME, 60), VERDICT_OK);
    assert_int_equal(say(t, mover, ENTRY_LEAVE, 4), VERDICT_LEAVE_SPENT);
    table_settle(t);
    assert_int_equal(say(t, mover, ENTRY_LEAVE, 2), VERDICT_OK);
    table_settle(t);
    pass_time(t, 80000);
    table_settle(t);
    assert_int_equal(table_to_move(t), mover);
    move(t);
    table_settle(t);
    assert_in_range(state(t)->used_ms[mover], 110000, 114000);
    assert_int_equal(state(t)->clock.extra_ms[mover], 0);
    both_agree(t);
    table_free(t);
}

/* As if the program had died and begun again. */
static void remember_wish(struct match *m)
{
    uint64_t kept = again_pack(&m->wish);
    assert_true(kept <= INT64_MAX);
    memset(&m->wish, 0xff, sizeof m->wish);
    m->wish = again_unpack(kept);
}

/* The newest entry of `from` comes for a place that `to` has taken: it gives way. */
static void give_way(struct sim_table *t, unsigned to, unsigned from)
{
    const struct sim_peer *p = &t->peer[from];
    assert_int_equal(table_deliver(t, to, &p->stored[p->n - 1]), VERDICT_OK);
    remember_wish(&t->peer[to].match);
}

/* Leave and added time that had to give way are said again, with their amounts, once, also
 * after a crash; time for a turn that is over is not given to another one. */
static void what_gave_way_is_said_again(void **s)
{
    (void)s;
    struct sim_table *t = begin(31, MOVE_S, GAME_S);
    unsigned turn = table_to_move(t), other = 1 - turn;
    assert_int_equal(say(t, other, ENTRY_LEAVE, 1), VERDICT_OK);
    assert_int_equal(say(t, other, ENTRY_LEAVE, 1), VERDICT_OK);
    move(t);
    give_way(t, other, turn);
    assert_int_equal(t->peer[other].match.now.clock.leave_days[other], 0);
    table_settle(t);
    both_agree(t);
    assert_int_equal(state(t)->clock.leave_days[other], 2);

    assert_int_equal(table_to_move(t), other);
    assert_int_equal(say(t, turn, ENTRY_ADD_TIME, 40), VERDICT_OK);
    move(t);
    give_way(t, turn, other);
    table_settle(t);
    both_agree(t);
    assert_int_equal(state(t)->clock.extra_game_ms[turn], 0);
    assert_int_equal(state(t)->clock.extra_game_ms[other], 0);

    assert_int_equal(table_to_move(t), turn);
    assert_int_equal(say(t, other, ENTRY_ADD_TIME, 40), VERDICT_OK);
    assert_int_equal(say(t, turn, ENTRY_PAUSE, 0), VERDICT_OK);
    give_way(t, other, turn);
    assert_int_equal(t->peer[other].match.now.clock.extra_game_ms[turn], 0);
    table_settle(t);
    table_settle(t);
    both_agree(t);
    assert_int_equal(state(t)->clock.extra_game_ms[turn], 40000);
    table_free(t);
}

static void restart_and_jumps_lose_nothing(void **s)
{
    (void)s;
    struct sim_table *t = begin(9, MOVE_S, GAME_S);
    unsigned mover = table_to_move(t);
    t->peer[mover].match.turn_tick_ms = t->peer[mover].match.start_tick_ms = 0; /* restarted */
    t->now.wall_ms += UINT64_C(315360000000);                                    /* ten years */
    table_settle(t);
    assert_int_equal(table_to_move(t), mover);
    assert_int_equal(state(t)->game.ending, ENDING_NONE);
    table_free(t);
}

/* Ten years forward, or back, on the clock of whoever waits: he can warn and claim neither earlier
 * nor later for it. */
static void who_waits_gains_nothing_by_a_jump(void **s)
{
    static const int64_t ten_years = 315360000000;
    (void)s;
    for (unsigned i = 0; i < 4; i++) {
        struct sim_table *t = begin(20 + i, MOVE_S, GAME_S);
        int64_t jump = i % 2 == 0 ? ten_years : -ten_years;
        unsigned other = 1 - table_to_move(t);
        t->now.wall_ms = (uint64_t)((int64_t)t->now.wall_ms + jump);
        assert_int_equal(say(t, other, ENTRY_WARNING, 0), VERDICT_NOT_LATE);
        pass_time(t, MOVE_S * 1000 + 100);
        assert_int_equal(say(t, other, ENTRY_WARNING, 0), VERDICT_OK);
        t->now.wall_ms = (uint64_t)((int64_t)t->now.wall_ms - (i < 2 ? jump : -jump));
        assert_int_equal(say(t, other, ENTRY_CLAIM, 0), VERDICT_NOT_LATE);
        pass_time(t, GRACE_MS);
        assert_int_equal(say(t, other, ENTRY_CLAIM, 0), VERDICT_OK);
        table_free(t);
    }
}

/* A clock that was ten years ahead when his program was started again does not use up his game
 * clock, nor does it let the other warn him at once. */
static void restart_in_the_future_costs_nothing(void **s)
{
    (void)s;
    struct sim_table *t = begin(24, MOVE_S, GAME_S);
    unsigned mover = table_to_move(t), other = 1 - mover;
    struct match *m = &t->peer[mover].match;
    m->turn_tick_ms = m->start_tick_ms = 0;
    t->now.wall_ms += UINT64_C(315360000000);
    table_settle(t);
    move(t);
    table_settle(t);
    assert_in_range(state(t)->used_ms[mover], 0, 5000);
    t->peer[other].match.turn_tick_ms = t->peer[other].match.start_tick_ms = 0;
    move(t);
    table_settle(t);
    assert_int_equal(state(t)->game.ending, ENDING_NONE);
    table_free(t);
}

static void witness_decides_where_named(void **s)
{
    (void)s;
    static struct effects out;
    uint8_t seed[32] = {5}, secret[64];
    struct proposal p;
    struct sim_table *t = table_new(2, 10);
    memset(&p, 0, sizeof p);
    terms_preset(PRESET_BRIDGE, &p.terms);
    p.terms.clock = CLOCK_WITNESS;
    p.players = 2;
    memcpy(p.player[0].b, t->peer[0].key, 32);
    memcpy(p.player[1].b, t->peer[1].key, 32);
    assert_int_equal(match_propose(&t->peer[0].match, &p, &t->now, &out), VERDICT_NOT_WITNESSED);
    p.has_witness = 1;
    crypto_sign_seed_keypair(p.witness.b, secret, seed);
    assert_int_equal(match_propose(&t->peer[0].match, &p, &t->now, &out), VERDICT_OK);
    table_effects(t, 0, &out);
    table_settle(t);
    assert_int_equal(table_wish(t, 1, ENTRY_ACCEPTANCE, NULL), VERDICT_OK);
    table_settle(t);
    unsigned late = table_to_move(t), other = 1 - late;
    struct replay *r = &t->peer[other].match.now;
    struct witnessed what = {r->id, r->number, r->head, 1000};
    struct claim_step c = {.witnessed = 1, .before = {r->number, 1000, {{0}}},
                           .after = {r->number, 1000 + 60000 + GRACE_MS, {{0}}}};
    witness_sign(&what, secret, &c.before.signature);
    what.time_ms = c.after.time_ms;
    witness_sign(&what, secret, &c.after.signature);
    pass_time(t, 61000);
    assert_int_equal(say(t, other, ENTRY_WARNING, 0), VERDICT_OK);
    pass_time(t, GRACE_MS);
    assert_int_equal(say(t, other, ENTRY_CLAIM, 0), VERDICT_NOT_WITNESSED);
    struct said claim = {ENTRY_CLAIM, 0, &c};
    c.after.time_ms--;
    assert_int_equal(match_say(&t->peer[other].match, &claim, &t->now, &out), VERDICT_NOT_LATE);
    c.after.time_ms += 2;
    assert_int_equal(match_say(&t->peer[other].match, &claim, &t->now, &out),
                     VERDICT_BAD_SIGNATURE);
    c.after.time_ms--;
    assert_int_equal(match_say(&t->peer[other].match, &claim, &t->now, &out), VERDICT_OK);
    assert_int_equal(replay_grade(r), GRADE_WITNESSED);
    table_free(t);
}

static void clocks_that_do_not_count_refuse_all_this(void **s)
{
    (void)s;
    struct terms terms;
    struct sim_table *t = table_new(2, 11);
    terms_preset(PRESET_BRIDGE, &terms);
    table_begin(t, &terms);
    for (unsigned kind = ENTRY_WARNING; kind <= ENTRY_LEAVE; kind++)
        assert_int_equal(say(t, 1 - table_to_move(t), kind, 1), VERDICT_CLOCK_NONE);
    pass_time(t, UINT64_C(1000) * 86400);
    table_settle(t);
    assert_int_equal(state(t)->game.ending, ENDING_NONE);
    table_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_program_loses_turns_and_game),
        cmocka_unit_test(claim_needs_warning_and_grace),
        cmocka_unit_test(late_side_confirms),
        cmocka_unit_test(move_before_the_claim_stands),
        cmocka_unit_test(late_move_gives_way_and_timely_one_contests),
        cmocka_unit_test(who_was_away_is_late),
        cmocka_unit_test(a_clock_set_afterwards_excuses_nobody),
        cmocka_unit_test(pause_leave_and_added_time),
        cmocka_unit_test(what_gave_way_is_said_again),
        cmocka_unit_test(restart_and_jumps_lose_nothing),
        cmocka_unit_test(who_waits_gains_nothing_by_a_jump),
        cmocka_unit_test(restart_in_the_future_costs_nothing),
        cmocka_unit_test(witness_decides_where_named),
        cmocka_unit_test(clocks_that_do_not_count_refuse_all_this),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
