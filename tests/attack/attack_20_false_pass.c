/* Attack 20: a player of dominoes passes though a tile of his fits, for nobody can see his hand.
 * The forger changes his own program; ours does not sign such a pass.  While the round goes on
 * the pass is a good entry and the proofs hold; the seeds at its end show his hand, and the round
 * goes to the other, whoever laid his last tile first.
 * Teeth: for a judge who forgets what the passes said, the same round is the forger's. */
#include "rules/choose.h"
#include "rules/domino_move.h"
#include "tests/sim/table.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { MOVES_MAX = 200, ROUNDS_TRIED = 40 };

/* One round: the forger passes at the first chance and plays well otherwise. */
struct forged_round {
    struct sim_table *t;
    unsigned forger;       /* player number */
    bool passed;           /* he did */
    uint32_t pass;         /* number of the entry */
    struct game at_end;    /* before the seeds were opened */
    uint8_t value[TILES_MAX]; /* of the tiles in both hands, and on the line, then */
};

static unsigned seat_of(const struct forged_round *f, unsigned player)
{
    return f->t->peer[0].match.now.seat_of[player];
}

static enum verdict wish(struct sim_table *t, unsigned p, unsigned kind)
{
    struct choice c = {.kind = (uint8_t)kind};
    return table_wish(t, p, ENTRY_MOVE, &c);
}

static void pass_falsely(struct forged_round *f, const struct choice *honest)
{
    const struct move pass = {.kind = MOVE_PASS, .cell = NO_CELL, .end = NO_CELL};
    f->passed = true;
    f->pass = table_forge_move(f->t, f->forger, honest, &pass);
}

/* A turn of whoever is due; the honest player empties the boneyard when his first turn comes, as he
 * may, so that passes are possible soon. */
static void turn(struct forged_round *f, unsigned p)
{
    struct view view;
    struct choice c;
    const uint8_t seed[32] = {0};
    const struct game *g = &f->t->peer[p].match.now.game;
    assert_true(match_view(&f->t->peer[p].match, &view));
    choose_move(&view, seed, 2, &c);
    const bool playing = g->dom.phase == DOMINO_PLAY, empty = g->bag_at == g->bag_n;
    if (playing && p != f->forger && !empty)
        assert_int_equal(wish(f->t, p, MOVE_DRAW), VERDICT_OK);
    else if (playing && empty && p == f->forger && !f->passed && c.kind == MOVE_TILE)
        pass_falsely(f, &c);
    else
        assert_int_equal(table_wish(f->t, p, ENTRY_MOVE, &c), VERDICT_OK);
}

static void begin(struct forged_round *f, unsigned seed)
{
    struct terms terms;
    memset(f, 0, sizeof *f);
    f->t = table_new(2, seed);
    f->forger = seed % 2;
    terms_preset(PRESET_DOMINOES, &terms);
    terms.rounds = 1;
    table_begin(f->t, &terms);
}

/* When the round is over: how it stands, and both hands, before the seeds are opened. */
static void keep_end(struct forged_round *f)
{
    for (unsigned p = 0; p < 2; p++)
        if (f->t->peer[p].match.now.game.dom.phase == DOMINO_REVEAL)
            f->at_end = f->t->peer[p].match.now.game;
    for (unsigned place = 0; place < f->at_end.tiles; place++) {
        f->value[place] = f->at_end.shown[place];
        for (unsigned p = 0; p < 2 && f->value[place] == 0; p++)
            f->value[place] = f->t->peer[p].match.known[place];
    }
}

static void play(struct forged_round *f, unsigned seed)
{
    begin(f, seed);
    for (unsigned i = 0; i < MOVES_MAX && table_to_move(f->t) != NO_SEAT; i++) {
        turn(f, table_to_move(f->t));
        keep_end(f);
        table_settle(f->t);
    }
}

/* A judge who forgets what the passes said. */
static unsigned weak_winner(const struct forged_round *f)
{
    struct game g = f->at_end;
    memset(g.dom.lacks, 0, sizeof g.dom.lacks);
    g.dom.broke = 0;
    assert_int_equal(game_revealed(&g, f->value), VERDICT_OK);
    assert_int_equal(g.dom.last.forfeit, 0);
    return g.dom.last.winner;
}

static void judge(const struct forged_round *f, unsigned check)
{
    static struct finding found;
    struct span file = table_export(f->t, 1 - f->forger);
    assert_int_equal(logfile_judge(file, check, &found), VERDICT_OK);
    assert_int_equal(found.end.game.ending, ENDING_ROUNDS);
    assert_int_equal(found.end.game.winner, seat_of(f, 1 - f->forger));
    assert_int_equal(found.forfeited[seat_of(f, f->forger)], 1);
    assert_int_equal(found.forfeited[seat_of(f, 1 - f->forger)], 0);
    union { const uint8_t *in; void *out; } owned = {file.data};
    free(owned.out);
}

static void the_opening_names_him(void **state)
{
    unsigned passes = 0, bites = 0;
    (void)state;
    for (unsigned seed = 0; seed < ROUNDS_TRIED && bites < 3; seed++) {
        struct forged_round f;
        play(&f, 2000 + seed);
        const struct game *g = &f.t->peer[1 - f.forger].match.now.game;
        if (f.passed) {
            passes++;
            assert_int_equal(g->dom.last.forfeit, 1u << seat_of(&f, f.forger));
            assert_int_equal(g->winner, seat_of(&f, 1 - f.forger));
            for (unsigned p = 0; p < 2; p++)
                assert_int_equal(f.t->peer[p].match.now.phase, PHASE_FINISHED);
            bites += weak_winner(&f) == seat_of(&f, f.forger);
            judge(&f, BAG_BY_SEEDS);
            judge(&f, BAG_BY_BOTH);
        }
        table_free(f.t);
    }
    print_message("%u false passes, %u would have won\n", passes, bites);
    assert_int_equal(bites, 3);
}

/* Up to the end of the round nobody can tell: the pass is accepted, and the file holds. */
static void until_then_it_is_a_good_entry(void **state)
{
    static struct finding found;
    struct forged_round f;
    (void)state;
    unsigned seed = 2000;
    for (play(&f, seed); !f.passed; play(&f, ++seed))
        table_free(f.t);
    struct sim_peer *honest = &f.t->peer[1 - f.forger];
    assert_int_equal(honest->evidence_n, 0);
    honest->n = f.pass;
    struct span file = table_export(f.t, 1 - f.forger);
    assert_int_equal(logfile_judge(file, 0, &found), VERDICT_OK);
    assert_int_equal(found.entries, f.pass);
    assert_int_equal(found.forfeited[0] + found.forfeited[1], 0);
    union { const uint8_t *in; void *out; } owned = {file.data};
    free(owned.out);
    table_free(f.t);
}

/* Our own program says why before anything is signed, and nothing changes. */
static void our_program_does_not_sign_it(void **state)
{
    struct forged_round f;
    unsigned refused = 0;
    (void)state;
    for (unsigned seed = 2000; refused == 0; seed++) {
        begin(&f, seed);
        f.passed = true; /* he plays honestly */
        for (unsigned i = 0; i < MOVES_MAX && table_to_move(f.t) != NO_SEAT; i++) {
            unsigned p = table_to_move(f.t);
            static struct match before;
            before = f.t->peer[p].match;
            enum verdict v = wish(f.t, p, MOVE_PASS);
            if (v == VERDICT_FALSE_PASS) {
                refused++;
                assert_memory_equal(&before.now, &f.t->peer[p].match.now, sizeof before.now);
                turn(&f, p);
            } else if (v != VERDICT_OK) {
                turn(&f, p);
            }
            table_settle(f.t);
        }
        assert_int_equal(f.t->peer[0].match.now.game.dom.last.forfeit, 0);
        table_free(f.t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_opening_names_him),
        cmocka_unit_test(until_then_it_is_a_good_entry),
        cmocka_unit_test(our_program_does_not_sign_it),
    };
    return cmocka_run_group_tests_name("attack 20: false pass", tests, NULL, NULL);
}
