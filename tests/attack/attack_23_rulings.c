/* Attack 23: a result that the arbiter did not give, or not for this.  His ruling carried over to
 * another game of the same players and the same arbiter; a ruling got by showing him an old part of
 * a game that both have played on since; by showing him a course that the other player never
 * signed; signed by a player; a second, other ruling to win after all.
 * Teeth: all but the player's are rulings that the right arbiter has signed. */
#include "chain/logfile.h"
#include "chain/ruling.h"
#include "tests/sim/table.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <stdlib.h>

static struct sim_table *table[2];
static uint8_t arbiter[64];
static struct finding found;
static uint32_t half; /* entries after some moves of game 0 */

static void play(struct sim_table *t, unsigned moves)
{
    for (unsigned i = 0; i < moves; i++) {
        unsigned p = table_to_move(t);
        struct choice c = table_choice(t, p);
        assert_int_equal(table_wish(t, p, ENTRY_MOVE, &c), VERDICT_OK);
        table_settle(t);
    }
}

/* The same two players and the same arbiter; another nonce makes it another game. */
static struct sim_table *begin(uint8_t nonce)
{
    static struct effects out;
    uint8_t seed[32] = {7};
    struct sim_table *t = table_new(2, 71);
    struct proposal p = {.players = 2, .has_arbiter = 1, .nonce = {nonce}};
    terms_preset(PRESET_BRIDGE, &p.terms);
    assert_int_equal(terms_set(&p.terms, span_text("size"), span_text("5")), VERDICT_OK);
    assert_int_equal(terms_set(&p.terms, span_text("blocks"), span_text("irregular")), VERDICT_OK);
    for (unsigned i = 0; i < 2; i++)
        memcpy(p.player[i].b, t->peer[i].key, 32);
    crypto_sign_seed_keypair(p.arbiter.b, arbiter, seed);
    assert_int_equal(match_propose(&t->peer[0].match, &p, &t->now, &out), VERDICT_OK);
    table_effects(t, 0, &out);
    table_settle(t);
    assert_int_equal(table_wish(t, 1, ENTRY_ACCEPTANCE, NULL), VERDICT_OK);
    table_settle(t);
    return t;
}

static int set_up(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        table[i] = begin((uint8_t)(i + 1));
        play(table[i], 2);
        half = table[0]->peer[0].n;
    }
    play(table[0], 4);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    table_free(table[0]);
    table_free(table[1]);
    return 0;
}

/* About the course of a table up to an entry. */
static struct ruling ruling_of(const struct sim_table *t, uint32_t number)
{
    struct ruling r = {.game = t->peer[0].match.now.id, .winner = 1, .heads_n = 1};
    r.heads[0].number = number;
    r.heads[0].head = chain_hash(&t->peer[0].stored[number - 1]);
    return r;
}

static void add_ruling(struct buf *out, const struct ruling *r)
{
    uint8_t bytes[RULING_BYTES_MAX];
    struct buf b = buf_over(bytes, sizeof bytes);
    assert_true(ruling_write(r, &b));
    logfile_add_ruling(out, buf_span(&b));
}

/* A file of the whole of game 0 with these. */
static enum verdict judge(const struct ruling *first, const struct ruling *second)
{
    const struct sim_peer *p = &table[0]->peer[0];
    size_t max = 1024 + (size_t)p->n * (ENTRY_RECORD_MAX + 5);
    struct buf out = buf_over(malloc(max), max);
    assert_non_null(out.data);
    logfile_begin(&out);
    for (uint32_t i = 0; i < p->n; i++)
        logfile_add(&out, RECORD_ENTRY, &p->stored[i]);
    add_ruling(&out, first);
    if (second != NULL)
        add_ruling(&out, second);
    logfile_end(&out);
    assert_true(buf_ok(&out));
    enum verdict v = logfile_judge(buf_span(&out), 0, &found);
    free(out.data);
    return v;
}

static struct ruling signed_as(struct ruling r, const uint8_t secret[64])
{
    assert_true(ruling_sign(&r, secret));
    return r;
}

static void honest(void **state)
{
    struct ruling r = signed_as(ruling_of(table[0], table[0]->peer[0].n), arbiter);
    (void)state;
    assert_int_equal(judge(&r, NULL), VERDICT_OK);
    assert_int_equal(logfile_grade(&found), GRADE_RULED);
    assert_int_equal(logfile_winner(&found), 1);
}

static void of_another_game(void **state)
{
    struct ruling r = signed_as(ruling_of(table[1], half), arbiter);
    (void)state;
    assert_int_equal(judge(&r, NULL), VERDICT_WRONG_GAME);
    r.game = table[0]->peer[0].match.now.id;
    assert_int_equal(judge(&r, NULL), VERDICT_RULING_SIGNATURE);
}

static void of_an_old_part(void **state)
{
    struct ruling r = signed_as(ruling_of(table[0], half), arbiter);
    (void)state;
    assert_int_equal(judge(&r, NULL), VERDICT_RULING_PASSED);
}

/* A course that somebody made up: right game, right arbiter, an entry that is not there. */
static void of_a_course_nobody_signed(void **state)
{
    struct ruling r = ruling_of(table[0], table[0]->peer[0].n);
    (void)state;
    r.heads[0].head.b[0] ^= 1;
    r = signed_as(r, arbiter);
    assert_int_equal(judge(&r, NULL), VERDICT_RULING_ELSEWHERE);
}

static void by_a_player(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct ruling r = signed_as(ruling_of(table[0], table[0]->peer[0].n),
                                    table[0]->peer[i].secret);
        assert_int_equal(judge(&r, NULL), VERDICT_RULING_SIGNATURE);
    }
}

/* Whichever comes first: neither wins, and who looks at the file sees it. */
static void a_second_one(void **state)
{
    struct ruling a = signed_as(ruling_of(table[0], table[0]->peer[0].n), arbiter), b = a, c = a;
    (void)state;
    b.winner = 0;
    c.time_ms++;
    b = signed_as(b, arbiter);
    c = signed_as(c, arbiter);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(judge(i ? &b : &a, i ? &a : &b), VERDICT_OK);
        assert_int_equal(logfile_grade(&found), GRADE_DISPUTED);
        assert_int_equal(logfile_winner(&found), NO_SEAT);
    }
    assert_int_equal(judge(&a, &c), VERDICT_TOO_MANY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(honest),          cmocka_unit_test(of_another_game),
        cmocka_unit_test(of_an_old_part),  cmocka_unit_test(of_a_course_nobody_signed),
        cmocka_unit_test(by_a_player),     cmocka_unit_test(a_second_one),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, set_up, tear_down);
}
