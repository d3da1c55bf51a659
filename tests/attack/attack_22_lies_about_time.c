/* Attack 22: lies about time, in games whose clocks count.  A waiter who says he measured a year
 * of lag, warns or claims early, or whose clock is set forward; a mover who gives himself time or
 * takes more leave than he has; a turn or a game given up for somebody who is not late.  What a
 * cheat's own entry shows to be wrong convicts him; what only his clock says makes nobody lose:
 * the honest program contests, and the game is disputed at worst.
 * Teeth: by the time that is charged, lies included, the victim would have no time left. */
#include "tests/sim/scenes.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct scenes scenes;
static const struct scene *place; /* a move is owed: writer is the mover, reader waits */
static struct match victim;
static struct effects fx;
static struct entry e;
static struct signed_entry forged;

static const uint64_t year_ms = 365ULL * 86400 * 1000;

/* A fresh entry of that kind. */
static void begin(unsigned kind, uint64_t seen_ms, uint64_t sent_ms)
{
    memset(&e, 0, sizeof e);
    e.kind = kind;
    e.installation = 1;
    e.times.seen_ms = seen_ms;
    e.times.sent_ms = sent_ms;
}

/* The author signs it on `r`, right in everything that can be computed; what the judge says. */
static enum verdict write_on(struct replay *r, unsigned author)
{
    return replay_write(r, author, scenes_secret(&scenes, author), &e, &forged);
}

/* It is refused; signed all the same it convicts its author, who is not the victim. */
static void assert_convicts(const struct match *before, unsigned author, enum verdict why)
{
    static struct replay r;
    r = before->now;
    assert_int_equal(write_on(&r, author), why);
    e.game = r.id;
    e.number = r.number + 1;
    e.prev = r.head;
    e.author = author;
    scenes_sign(&e, scenes_secret(&scenes, author), &forged);
    victim = *before;
    assert_int_equal(match_entry(&victim, &forged, NULL, &place->now, &fx), why);
    assert_int_equal(victim.disputed, 1);
    assert_memory_equal(&victim.now, &before->now, sizeof victim.now);
}

static void too_early(void **state)
{
    unsigned mover = place->author, waiter = 1U - mover;
    uint64_t now = place->now.wall_ms;
    (void)state;
    begin(ENTRY_WARNING, now, now + 59999); /* a move has a minute */
    assert_convicts(&place->writer, waiter, VERDICT_NOT_LATE);
    begin(ENTRY_WARNING, now + 100, now); /* seen after it was sent */
    assert_convicts(&place->writer, waiter, VERDICT_NOT_LATE);
    begin(ENTRY_CLAIM, now, now + year_ms);
    assert_convicts(&place->writer, waiter, VERDICT_NOT_WARNED);
    begin(ENTRY_FLAG, now, now);
    assert_convicts(&place->reader, mover, VERDICT_NOT_LATE);
    begin(ENTRY_MOVE, now, now);
    e.u.move.move = (struct move){MOVE_LOST, NO_CELL, 0, NO_CELL, 0, {0}};
    e.times.used_ms = 59999;
    assert_convicts(&place->reader, mover, VERDICT_NOT_LATE);
}

static void not_his_to_say(void **state)
{
    unsigned mover = place->author, waiter = 1U - mover;
    uint64_t now = place->now.wall_ms;
    (void)state;
    begin(ENTRY_WARNING, now, now + year_ms);
    assert_convicts(&place->reader, mover, VERDICT_NOT_YOUR_TURN);
    begin(ENTRY_ADD_TIME, now, now);
    e.u.amount = 60;
    assert_convicts(&place->reader, mover, VERDICT_NOT_YOUR_TURN);
    e.u.amount = 30 * 86400 + 1;
    assert_convicts(&place->writer, waiter, VERDICT_FIELD_RANGE);
    begin(ENTRY_LEAVE, now, now);
    e.u.amount = 4;
    assert_convicts(&place->reader, mover, VERDICT_LEAVE_SPENT);
    e.u.amount = UINT32_MAX;
    assert_convicts(&place->reader, mover, VERDICT_LEAVE_SPENT);
    begin(ENTRY_FLAG, now, now + year_ms);
    e.times.used_ms = year_ms;
    assert_convicts(&place->writer, waiter, VERDICT_WRONG_AUTHOR);
    begin(ENTRY_RESUME, now, now);
    assert_convicts(&place->writer, waiter, VERDICT_NOT_PAUSED);
}

static void leave_adds_up(void **state)
{
    struct replay r = place->writer.now;
    (void)state;
    for (unsigned day = 0; day < 3; day++) {
        begin(ENTRY_LEAVE, 0, 0);
        e.u.amount = 1;
        assert_int_equal(write_on(&r, place->author), VERDICT_OK);
    }
    assert_int_equal(write_on(&r, place->author), VERDICT_LEAVE_SPENT);
    /* at once, or more than a sum can hold */
    r = place->writer.now;
    e.u.amount = UINT32_MAX;
    assert_int_equal(write_on(&r, place->author), VERDICT_LEAVE_SPENT);
}

/* The shares the waiter owes after the victim's move say what he measured: a year. */
static const struct scene *shares_after_move(void)
{
    for (unsigned i = 1; i < scenes.n; i++)
        if (scenes.list[i].kind == ENTRY_SHARES && scenes.list[i - 1].kind == ENTRY_MOVE &&
            scenes.list[i].author != scenes.list[i - 1].author)
            return &scenes.list[i];
    return NULL;
}

static void lie_about_lag(void **state)
{
    const struct scene *s = shares_after_move();
    static struct match liar;
    struct moment later = s->now;
    (void)state;
    assert_non_null(s);
    unsigned mover = 1U - s->author;
    liar = s->writer;
    assert_int_equal(entry_unpack(span_of(s->entry.body, s->entry.len), &e), VERDICT_OK);
    e.times.other_ms = UINT64_MAX;
    assert_int_equal(write_on(&liar.now, s->author), VERDICT_OK);
    victim = s->reader;
    assert_int_equal(match_entry(&victim, &forged, NULL, &s->now, &fx), VERDICT_OK);
    /* Teeth: what is charged leaves him nothing ... */
    assert_int_equal(clock_bank_ms(&victim.now, mover), 0);
    assert_true(victim.now.used_ms[mover] < 2 * 30ULL * 86400 * 1000);
    /* ... but his own program plays on when it is his turn again, until he is late himself. */
    for (unsigned i = 0; i < 40 && replay_debt(&victim.now).player != mover; i++) {
        unsigned kind = replay_debt(&victim.now).kind;
        begin(kind == DEBT_MOVE ? ENTRY_MOVE : ENTRY_SHARES, 0, 0);
        assert_int_equal(kind, DEBT_MOVE);
        e.u.move.move = (struct move){MOVE_SWAP, NO_CELL, 0, NO_CELL, 1, {0}};
        e.u.move.move.places[0] = victim.now.game.hand[victim.now.seat_of[s->author]][0];
        assert_int_equal(write_on(&liar.now, s->author), VERDICT_OK);
        assert_int_equal(match_entry(&victim, &forged, NULL, &later, &fx), VERDICT_OK);
        assert_int_equal(match_go(&victim, &later, &fx), VERDICT_OK);
        if (fx.n > 0)
            assert_int_equal(replay_add(&liar.now, &fx.entry[0]), VERDICT_OK);
    }
    assert_int_equal(replay_debt(&victim.now).kind, DEBT_MOVE);
    later.tick_ms += 5000;
    assert_int_equal(match_go(&victim, &later, &fx), VERDICT_OK);
    assert_int_equal(fx.n, 0); /* no flag */
    assert_true(match_wake_ms(&victim, &later) > 10000);
    later.tick_ms += 60000;
    assert_int_equal(match_go(&victim, &later, &fx), VERDICT_OK);
    assert_int_equal(fx.n, 1); /* the turn, which is lost by his own record */
}

/* A waiter whose clock is set forward: warning and claim, right by it.  The mover's program has
 * moved in time by its own record: it contests, and nobody has lost. */
static void clock_set_forward(void **state)
{
    unsigned mover = place->author, waiter = 1U - mover;
    static struct replay r;
    static struct signed_entry warning, claim;
    struct held held;
    (void)state;
    r = place->reader.now;
    begin(ENTRY_WARNING, place->now.wall_ms, place->now.wall_ms + year_ms);
    assert_int_equal(write_on(&r, waiter), VERDICT_OK);
    warning = forged;
    begin(ENTRY_CLAIM, place->now.wall_ms, place->now.wall_ms + 2 * year_ms);
    assert_int_equal(write_on(&r, waiter), VERDICT_OK);
    claim = forged;
    /* The victim has moved before they come. */
    struct choice c = {MOVE_SWAP, NO_CELL, 0, 1, {0}};
    struct view view;
    victim = place->writer;
    assert_true(match_view(&victim, &view));
    c.values[0] = view.hand[0];
    assert_int_equal(match_wish(&victim, ENTRY_MOVE, &c, &place->now, &fx), VERDICT_OK);
    held = (struct held){chain_hash(&fx.entry[0]), (uint8_t)mover, place->writer.now.head};
    assert_int_equal(match_entry(&victim, &warning, &held, &place->now, &fx), VERDICT_SUPERSEDED);
    enum verdict v = match_entry(&victim, &claim, NULL, &place->now, &fx);
    assert_int_equal(v, VERDICT_CONTESTED);
    assert_int_equal(victim.disputed, 1);
    assert_int_equal(victim.now.game.ending, ENDING_NONE);
}

/* The claim crosses with the victim's move, which he made after the warning.  In time by his own
 * record: contested.  Late: he gives way. */
static void crossing_after_the_warning(void **state)
{
    unsigned mover = place->author, waiter = 1U - mover;
    static struct replay r;
    static struct signed_entry warning, move;
    (void)state;
    for (unsigned late = 0; late < 2; late++) {
        struct moment then = place->now;
        struct choice c = {MOVE_SWAP, NO_CELL, 0, 1, {0}};
        struct view view;
        victim = place->writer;
        r = place->reader.now;
        begin(ENTRY_WARNING, then.wall_ms, then.wall_ms + 70000);
        assert_int_equal(write_on(&r, waiter), VERDICT_OK);
        warning = forged;
        then.tick_ms += late ? 70000 : 1000;
        then.wall_ms += late ? 70000 : 1000;
        assert_int_equal(match_entry(&victim, &warning, NULL, &then, &fx), VERDICT_OK);
        assert_true(match_view(&victim, &view));
        c.values[0] = view.hand[0];
        assert_int_equal(match_wish(&victim, ENTRY_MOVE, &c, &then, &fx), VERDICT_OK);
        move = fx.entry[0];
        struct held held = {chain_hash(&move), (uint8_t)mover, chain_hash(&warning)};
        begin(ENTRY_CLAIM, then.wall_ms, place->now.wall_ms + 90000);
        assert_int_equal(write_on(&r, waiter), VERDICT_OK);
        enum verdict v = match_entry(&victim, &forged, &held, &then, &fx);
        assert_int_equal(v, late ? VERDICT_OK : VERDICT_CONTESTED);
        assert_int_equal(victim.disputed, !late);
        if (late)
            assert_int_equal(fx.drop_from, victim.now.number);
        assert_int_equal(victim.now.game.ending, late ? ENDING_CLOCK : ENDING_NONE);
    }
}

/* What the victim exports: the claim shows what was said, and convicts nobody. */
static void contested_file(void **state)
{
    static struct replay r;
    static struct finding f;
    (void)state;
    r = place->reader.now;
    begin(ENTRY_WARNING, place->now.wall_ms, place->now.wall_ms + year_ms);
    assert_int_equal(write_on(&r, 1U - place->author), VERDICT_OK);
    begin(ENTRY_CLAIM, place->now.wall_ms, place->now.wall_ms + 2 * year_ms);
    assert_int_equal(write_on(&r, 1U - place->author), VERDICT_OK);
    struct span file = scenes_export(&scenes, place->before + 1, &forged);
    assert_int_equal(logfile_judge(file, 0, &f), VERDICT_OK);
    assert_int_equal(f.evidence_why, VERDICT_CONTESTED);
    union { const uint8_t *in; void *out; } owned = {file.data};
    free(owned.out);
}

/* The same while the victim is still thinking, well within his time. */
static void claimed_while_thinking(void **state)
{
    unsigned waiter = 1U - place->author;
    static struct replay r;
    (void)state;
    r = place->reader.now;
    victim = place->writer;
    begin(ENTRY_WARNING, place->now.wall_ms, place->now.wall_ms + year_ms);
    assert_int_equal(write_on(&r, waiter), VERDICT_OK);
    assert_int_equal(match_entry(&victim, &forged, NULL, &place->now, &fx), VERDICT_OK);
    begin(ENTRY_CLAIM, place->now.wall_ms, place->now.wall_ms + 2 * year_ms);
    assert_int_equal(write_on(&r, waiter), VERDICT_OK);
    assert_int_equal(match_entry(&victim, &forged, NULL, &place->now, &fx), VERDICT_CONTESTED);
    assert_int_equal(victim.disputed, 1);
    assert_int_equal(victim.now.game.ending, ENDING_NONE);
    /* ... and when he has really let his time go by, he gives way. */
    struct moment late = place->now;
    late.tick_ms += 200000;
    late.wall_ms += 200000;
    victim = place->writer;
    r = place->reader.now;
    begin(ENTRY_WARNING, place->now.wall_ms, place->now.wall_ms + 100000);
    assert_int_equal(write_on(&r, waiter), VERDICT_OK);
    assert_int_equal(match_entry(&victim, &forged, NULL, &late, &fx), VERDICT_OK);
    begin(ENTRY_CLAIM, place->now.wall_ms, place->now.wall_ms + 200000);
    assert_int_equal(write_on(&r, waiter), VERDICT_OK);
    assert_int_equal(match_entry(&victim, &forged, NULL, &late, &fx), VERDICT_OK);
    assert_int_equal(victim.now.game.ending, ENDING_CLOCK);
}

/* Signed as it stands, for any place. */
static void sign_for(const struct replay *r, uint32_t number, const struct hash *prev,
                     unsigned author)
{
    e.game = r->id;
    e.number = number;
    e.prev = *prev;
    e.author = author;
    scenes_sign(&e, scenes_secret(&scenes, author), &forged);
}

/* The victim has moved and the waiter has gone on from there; now the waiter calls all kinds of
 * things a claim about that move.  None of them stops the game: it would end without anybody being
 * convicted. */
static void claims_out_of_nowhere(void **state)
{
    const struct scene *s = shares_after_move();
    static struct match before;
    static struct replay r;
    struct held held;
    (void)state;
    assert_non_null(s);
    unsigned waiter = s->author;
    before = s->reader;
    assert_int_equal(match_entry(&before, &s->entry, NULL, &s->now, &fx), VERDICT_OK);
    const struct replay *base = &before.mine_base;
    assert_int_equal(base->number + 2, before.now.number);
    for (unsigned built = 0; built < 2; built++) {
        const struct match *start = built ? &before : &s->reader;
        for (uint32_t number = base->number - 1; number <= base->number + 2; number++) {
            /* no warning, any place */
            victim = *start;
            begin(ENTRY_CLAIM, s->now.wall_ms, s->now.wall_ms + year_ms);
            sign_for(base, number, &base->head, waiter);
            held = (struct held){start->now.head, (uint8_t)(1 - waiter), base->head};
            assert_true(match_entry(&victim, &forged, &held, &s->now, &fx) != VERDICT_OK);
            if (number != base->number + 1 || built)
                assert_int_equal(victim.disputed, 0);
            /* on a warning of another place */
            victim = *start;
            begin(ENTRY_WARNING, s->now.wall_ms, s->now.wall_ms + year_ms);
            if (number > start->last_by[waiter])
                continue; /* a lie about time, which the judge must leave open; below */
            sign_for(base, number, &base->head, waiter);
            assert_true(match_entry(&victim, &forged, &held, &s->now, &fx) != VERDICT_OK);
            struct hash rival = chain_hash(&forged);
            begin(ENTRY_CLAIM, s->now.wall_ms, s->now.wall_ms + 2 * year_ms);
            sign_for(base, number + 1, &rival, waiter);
            assert_true(match_entry(&victim, &forged, &held, &s->now, &fx) != VERDICT_OK);
            assert_int_equal(victim.disputed, 0);
        }
        /* A good warning and a good claim: contested, unless their author has built on the move. */
        victim = *start;
        r = *base;
        held = (struct held){start->now.head, (uint8_t)(1 - waiter), base->head};
        begin(ENTRY_WARNING, s->now.wall_ms, s->now.wall_ms + year_ms);
        assert_int_equal(write_on(&r, waiter), VERDICT_OK);
        assert_int_equal(match_entry(&victim, &forged, &held, &s->now, &fx),
                         VERDICT_SUPERSEDED);
        begin(ENTRY_CLAIM, s->now.wall_ms, s->now.wall_ms + 2 * year_ms);
        assert_int_equal(write_on(&r, waiter), VERDICT_OK);
        assert_true(match_entry(&victim, &forged, &held, &s->now, &fx) != VERDICT_OK);
        assert_int_equal(victim.disputed, !built);
    }
}

/* Who is losing must not be able to fill the chain, which has 8192 places, with talk. */
static void talk_without_end(void **state)
{
    unsigned waiter = 1U - place->author;
    static struct replay r;
    unsigned said = 0;
    (void)state;
    r = place->reader.now;
    for (enum verdict v = VERDICT_OK; v == VERDICT_OK; said += v == VERDICT_OK) {
        begin(said % 2 ? ENTRY_RESUME : ENTRY_PAUSE, 0, 0);
        v = write_on(&r, waiter);
        assert_true(v == VERDICT_OK || v == VERDICT_TOO_MANY);
        assert_true(said < 100);
    }
    begin(ENTRY_ADD_TIME, 0, 0);
    e.u.amount = 1;
    assert_int_equal(write_on(&r, waiter), VERDICT_TOO_MANY);
    /* It takes nothing from the other one. */
    begin(ENTRY_LEAVE, 0, 0);
    e.u.amount = 1;
    assert_int_equal(write_on(&r, place->author), VERDICT_OK);
    begin(ENTRY_RESIGN, 0, 0);
    assert_int_equal(write_on(&r, waiter), VERDICT_OK);
}

static int set_up(void **state)
{
    (void)state;
    scenes_make_clock(&scenes, 6, 8);
    place = scenes_find(&scenes, ENTRY_MOVE, NO_SEAT, 2);
    return place == NULL;
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
        cmocka_unit_test(too_early),     cmocka_unit_test(not_his_to_say),
        cmocka_unit_test(leave_adds_up), cmocka_unit_test(lie_about_lag),
        cmocka_unit_test(clock_set_forward), cmocka_unit_test(claimed_while_thinking),
        cmocka_unit_test(crossing_after_the_warning), cmocka_unit_test(contested_file),
        cmocka_unit_test(claims_out_of_nowhere),      cmocka_unit_test(talk_without_end),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down) != 0;
}
