/* Proves what docs/threat.md says under "What becomes of it": every row of its table is done to an
 * honest player under clocks of all four modes, and ends as the table says, for him and for a third
 * person who is shown his file.  The table is read from the document: a row without a test, and a
 * test without a row, fail. */
#include "chain/witness.h"
#include "tests/sim/scenes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { MOVE_S = 60, GRACE_MS = 10000, MODES = 4, CELL = 24 };
static const uint64_t TEN_YEARS = 315360000000;

/* A game of an honest player and another one, two moves old, and who is who. */
struct arena {
    struct sim_table *t;
    unsigned mode, bad, good;
    bool goes_on; /* the other plays on honestly afterwards */
    struct claim_step words; /* of the witness about the present head, if he was asked */
};
typedef void deed_function(struct arena *a);

static struct effects fx;

static void pass(struct arena *a, uint64_t ms)
{
    a->t->now.wall_ms += ms;
    a->t->now.tick_ms += ms;
}

static struct match *honest(struct arena *a) { return &a->t->peer[a->good].match; }
static struct match *hostile(struct arena *a) { return &a->t->peer[a->bad].match; }

static void move(struct sim_table *t)
{
    unsigned p = table_to_move(t);
    struct choice c = table_choice(t, p);
    assert_int_equal(table_wish(t, p, ENTRY_MOVE, &c), VERDICT_OK);
}

enum { HE_MOVES = 1, WE_MOVE = 0 };
static void begin(struct arena *a, unsigned mode, unsigned mover)
{
    struct terms terms;
    memset(a, 0, sizeof *a);
    a->mode = mode;
    a->t = table_new(2, 40 + mode);
    terms_preset(PRESET_BRIDGE, &terms);
    terms.clock = (uint8_t)(CLOCK_NONE + mode);
    terms.rated = 0;
    terms.move_s = MOVE_S;
    terms.game_s = 600;
    assert_int_equal(terms_check(&terms, NULL), VERDICT_OK);
    table_begin(a->t, &terms);
    for (unsigned i = 0; i < 2; i++) {
        move(a->t);
        table_settle(a->t);
    }
    a->bad = mover == HE_MOVES ? table_to_move(a->t) : 1 - table_to_move(a->t);
    a->good = 1 - a->bad;
}

/* ---- the honest side ------------------------------------------------------------------------ */

static void witness_says(struct arena *a, struct statement *out)
{
    const struct replay *r = &honest(a)->now;
    struct witnessed what = {r->id, r->number, r->head, a->t->now.wall_ms};
    *out = (struct statement){r->number, what.time_ms, {{0}}};
    witness_sign(&what, a->t->witness_secret, &out->signature);
}

static enum verdict say(struct arena *a, unsigned p, unsigned kind, const struct claim_step *claim)
{
    struct said what = {kind, 0, claim};
    enum verdict v = match_say(&a->t->peer[p].match, &what, &a->t->now, &fx);
    if (v == VERDICT_OK)
        table_effects(a->t, p, &fx);
    return v;
}

/* He waits, warns, waits again and claims, as far as the clocks of this game let him. */
static void honest_claims(struct arena *a)
{
    bool counts = a->mode + CLOCK_NONE >= CLOCK_CLAIM;
    struct claim_step *c = a->mode + CLOCK_NONE == CLOCK_WITNESS ? &a->words : NULL;
    witness_says(a, &a->words.before);
    pass(a, MOVE_S * 1000 + 1000);
    enum verdict v = say(a, a->good, ENTRY_WARNING, NULL);
    assert_int_equal(v, counts ? VERDICT_OK : VERDICT_CLOCK_NONE);
    pass(a, GRACE_MS);
    if (c != NULL) {
        struct witnessed what = {honest(a)->now.id, c->before.number,
                                 honest(a)->now.clock.warned_head, a->t->now.wall_ms};
        c->witnessed = 1;
        c->after = (struct statement){c->before.number, what.time_ms, {{0}}};
        witness_sign(&what, a->t->witness_secret, &c->after.signature);
    }
    v = say(a, a->good, ENTRY_CLAIM, c);
    assert_int_equal(v, counts ? VERDICT_OK : VERDICT_CLOCK_NONE);
}

/* ---- the other side ------------------------------------------------------------------------- */

/* What his program would write, by his own key, with other words in it. */
static void his_move(struct arena *a, struct entry *e)
{
    static struct match copy;
    copy = *hostile(a);
    struct choice c = table_choice(a->t, a->bad);
    enum verdict v = match_wish(&copy, ENTRY_MOVE, &c, &a->t->now, &fx);
    assert_int_equal(v, VERDICT_OK);
    assert_int_equal(entry_unpack(span_of(fx.entry[0].body, fx.entry[0].len), e), VERDICT_OK);
}

/* Signed by him on the honest player's head; what the judge would refuse is signed all the same. */
static enum verdict sends(struct arena *a, struct entry *e)
{
    static struct signed_entry out;
    struct replay r = honest(a)->now;
    e->installation = 1;
    e->author = a->bad;
    r.bag.trusted = (uint8_t)(a->bad + 1);
    if (replay_write(&r, a->bad, a->t->peer[a->bad].secret, e, &out) != VERDICT_OK)
        scenes_sign(e, a->t->peer[a->bad].secret, &out);
    enum verdict v = table_deliver(a->t, a->good, &out);
    if (v != VERDICT_OK)
        return v;
    assert_int_equal(match_load(hostile(a), &out, a->t->now.wall_ms), VERDICT_OK);
    fx = (struct effects){.n = 1, .number = {hostile(a)->now.number}};
    fx.entry[0] = out;
    table_effects(a->t, a->bad, &fx);
    return v;
}

/* A warning or a claim with whatever times make it look right. */
static enum verdict sends_about_time(struct arena *a, unsigned kind, const struct claim_step *c)
{
    static struct entry e;
    memset(&e, 0, sizeof e);
    e.kind = kind;
    e.times.sent_ms = a->t->now.wall_ms + TEN_YEARS;
    e.times.seen_ms = a->t->now.wall_ms;
    if (c != NULL)
        e.u.claim = *c;
    return sends(a, &e);
}

static void stalls_shares(struct arena *a)
{
    for (unsigned i = 0; replay_debt(&honest(a)->now).kind != DEBT_SHARES; i++) {
        assert_true(i < 60); /* until a tile was drawn by the honest player */
        bool ours = table_to_move(a->t) == a->good;
        move(a->t);
        if (!ours)
            table_settle(a->t);
    }
    assert_int_equal(replay_debt(&honest(a)->now).player, a->bad);
    honest_claims(a);
}

static void withholds_receipts(struct arena *a) { honest_claims(a); }

static void stays_silent(struct arena *a)
{
    honest_claims(a);
    pass(a, 30 * UINT64_C(86400000));
}

static void replays(struct arena *a)
{
    for (unsigned from = 0; from < 2; from++)
        for (uint32_t i = 0; i < a->t->peer[a->bad].n; i++) {
            struct signed_entry e = a->t->peer[from].stored[i];
            assert_int_equal(table_deliver(a->t, a->good, &e), VERDICT_KNOWN);
        }
    a->goes_on = true;
}

static void forks(struct arena *a)
{
    static struct entry first, second;
    static struct signed_entry out;
    his_move(a, &first);
    second = first;
    second.times.used_ms++;
    struct replay r = honest(a)->now;
    r.bag.trusted = (uint8_t)(a->bad + 1);
    enum verdict v = replay_write(&r, a->bad, a->t->peer[a->bad].secret, &second, &out);
    assert_int_equal(v, VERDICT_OK);
    assert_int_equal(sends(a, &first), VERDICT_OK);
    assert_int_equal(table_deliver(a->t, a->good, &out), VERDICT_DOUBLE_ENTRY);
}

static void claims_early(struct arena *a)
{
    (void)sends_about_time(a, ENTRY_WARNING, NULL);
    if (!honest(a)->disputed)
        (void)sends_about_time(a, ENTRY_CLAIM, NULL);
}

/* With two statements of the witness that lie too close together. */
static void claims_with_words(struct arena *a)
{
    struct claim_step c = {.witnessed = 1};
    witness_says(a, &c.before);
    pass(a, GRACE_MS + 1000);
    witness_says(a, &c.after);
    (void)sends_about_time(a, ENTRY_WARNING, NULL);
    if (!honest(a)->disputed)
        (void)sends_about_time(a, ENTRY_CLAIM, &c);
}

static void moves_with(struct arena *a, const struct times *times)
{
    static struct entry e;
    his_move(a, &e);
    e.times = *times;
    assert_int_equal(sends(a, &e), VERDICT_OK);
    a->goes_on = true;
}

static void uses_too_little(struct arena *a)
{
    struct times lie = {.sent_ms = a->t->now.wall_ms, .seen_ms = a->t->now.wall_ms};
    uint64_t used = honest(a)->now.used_ms[a->bad];
    pass(a, 50000);
    moves_with(a, &lie);
    table_settle(a->t);
    bool counts = a->mode + CLOCK_NONE >= CLOCK_CLAIM;
    if (counts) /* all but two seconds of it is charged to him */
        assert_in_range(honest(a)->now.used_ms[a->bad], used + 47000, used + 60000);
}

static void uses_too_much(struct arena *a)
{
    struct times lie = {.sent_ms = a->t->now.wall_ms, .used_ms = (UINT64_C(1) << 40) - 1};
    uint64_t ours = honest(a)->now.used_ms[a->good];
    moves_with(a, &lie);
    table_settle(a->t);
    assert_int_equal(honest(a)->now.used_ms[a->good], ours);
    assert_int_equal(table_to_move(a->t), a->good);
    move(a->t);
    table_settle(a->t); /* his own game clock is used up, and his own program says so */
    a->goes_on = a->mode + CLOCK_NONE < CLOCK_CLAIM;
}

static void uses_without_end(struct arena *a)
{
    static struct entry e;
    his_move(a, &e);
    e.times.used_ms = UINT64_MAX;
    assert_int_equal(sends(a, &e), VERDICT_FIELD_RANGE);
}

/* The first thing he writes after our move says how long he has waited for it. */
static void he_waited(struct arena *a, uint64_t ms)
{
    static struct match copy;
    static struct entry e;
    struct signed_entry ours = a->t->peer[a->good].stored[a->t->peer[a->good].n - 1];
    assert_int_equal(table_deliver(a->t, a->bad, &ours), VERDICT_OK);
    copy = *hostile(a);
    assert_int_equal(match_go(&copy, &a->t->now, &fx), VERDICT_OK);
    if (fx.n == 0)
        his_move(a, &e);
    else
        assert_int_equal(entry_unpack(span_of(fx.entry[0].body, fx.entry[0].len), &e), VERDICT_OK);
    e.times.other_ms = ms;
    assert_int_equal(sends(a, &e), VERDICT_OK);
    table_settle(a->t);
}

static void measures_too_much(struct arena *a)
{
    struct claim_step c = {.witnessed = 1};
    move(a->t);
    he_waited(a, UINT64_MAX);
    if (table_to_move(a->t) == a->bad)
        move(a->t);
    table_settle(a->t);
    assert_int_equal(table_to_move(a->t), a->good);
    a->goes_on = a->mode + CLOCK_NONE < CLOCK_CLAIM;
    if (a->goes_on)
        return;
    assert_int_equal(clock_bank_ms(&honest(a)->now, a->good), 0);
    assert_true(clock_own_bank_ms(&honest(a)->now, a->good) > 0);
    witness_says(a, &c.before);
    pass(a, GRACE_MS + 1000);
    witness_says(a, &c.after);
    (void)sends_about_time(a, ENTRY_WARNING, NULL);
    if (!honest(a)->disputed)
        (void)sends_about_time(a, ENTRY_CLAIM, a->mode + CLOCK_NONE == CLOCK_WITNESS ? &c : NULL);
}

static void lies_about_the_date(struct arena *a)
{
    struct times lie = {.sent_ms = 0, .seen_ms = TEN_YEARS * 100, .used_ms = 1000};
    moves_with(a, &lie);
}

static void hides_his_seed(struct arena *a)
{
    struct signed_entry e;
    assert_int_equal(table_wish(a->t, a->bad, ENTRY_RESIGN, NULL), VERDICT_OK);
    e = a->t->peer[a->bad].stored[a->t->peer[a->bad].n - 1];
    assert_int_equal(table_deliver(a->t, a->good, &e), VERDICT_OK);
    assert_int_equal(match_go(honest(a), &a->t->now, &fx), VERDICT_OK);
    table_effects(a->t, a->good, &fx);
    assert_int_equal(replay_debt(&honest(a)->now).kind, DEBT_SEED);
    assert_int_equal(replay_debt(&honest(a)->now).player, a->bad);
}

/* His move comes after the claim, if there could be one, and says that it was made at once. */
static void contests(struct arena *a)
{
    static struct entry e;
    static struct signed_entry out;
    his_move(a, &e);
    struct replay r = honest(a)->now;
    e.times.used_ms = 1;
    e.installation = 1;
    r.bag.trusted = (uint8_t)(a->bad + 1);
    assert_int_equal(replay_write(&r, a->bad, a->t->peer[a->bad].secret, &e, &out), VERDICT_OK);
    honest_claims(a);
    if (a->mode + CLOCK_NONE >= CLOCK_CLAIM)
        assert_int_equal(table_deliver(a->t, a->good, &out), VERDICT_SUPERSEDED);
    else
        moves_with(a, &e.times);
}

/* ---- the table ------------------------------------------------------------------------------ */

static const struct deed {
    const char *name; /* as in the document */
    unsigned mover;
    deed_function *act;
} deeds[] = {
    {"gives no shares", WE_MOVE, stalls_shares},
    {"acknowledges nothing and does not move", HE_MOVES, withholds_receipts},
    {"does not confirm a right claim", HE_MOVES, stays_silent},
    {"answers a right claim with his late move", HE_MOVES, contests},
    {"sends old entries again", HE_MOVES, replays},
    {"signs two entries for one place", HE_MOVES, forks},
    {"warns and claims at once", WE_MOVE, claims_early},
    {"claims with words of the witness that lie too close", WE_MOVE, claims_with_words},
    {"says he used less time than he did", HE_MOVES, uses_too_little},
    {"says he used more", HE_MOVES, uses_too_much},
    {"says he used more than there is", HE_MOVES, uses_without_end},
    {"says he waited for weeks, and claims by it", WE_MOVE, measures_too_much},
    {"lies about the date", HE_MOVES, lies_about_the_date},
    {"hides his seed after he has lost", HE_MOVES, hides_his_seed},
};
enum { DEEDS = sizeof deeds / sizeof deeds[0] };

static void plays_on(struct arena *a)
{
    for (unsigned i = 0; i < 3; i++) {
        table_settle(a->t);
        if (table_to_move(a->t) == NO_SEAT)
            break;
        move(a->t);
    }
    table_settle(a->t);
    assert_int_equal(a->t->peer[0].match.disputed + a->t->peer[1].match.disputed, 0);
    assert_true(hash_equal(&hostile(a)->now.head, &honest(a)->now.head));
}

static const char *outcome(struct arena *a)
{
    static const char *const grades[] = {"open", "agreed", "witnessed", "ruled", "claimed"};
    const struct replay *r = &honest(a)->now;
    if (honest(a)->disputed)
        return "disputed";
    if (a->goes_on)
        plays_on(a);
    enum grade grade = replay_grade(r);
    if (grade == GRADE_NONE && a->goes_on)
        return "goes on";
    if (grade != GRADE_NONE) /* the honest player never loses by any of this */
        assert_int_equal(r->game.winner, r->seat_of[a->good]);
    else if (replay_debt(r).player != a->bad && table_to_move(a->t) != a->good)
        return "stuck";
    return grades[grade];
}

/* What the honest player can show convinces the judge, and names the other one. */
static void judged(struct arena *a)
{
    static struct finding f;
    struct span file = table_export(a->t, a->good);
    assert_int_equal(logfile_judge(file, 0, &f), VERDICT_OK);
    assert_int_equal(f.evidence > 0, honest(a)->disputed);
    if (f.evidence > 0)
        assert_int_equal(f.evidence_author, a->bad);
    else
        assert_int_equal(replay_grade(&f.end), replay_grade(&honest(a)->now));
    union { const uint8_t *in; void *out; } owned = {file.data};
    free(owned.out);
}

static char expected[DEEDS][MODES][CELL];
static unsigned rows_read;

static void read_row(char *line)
{
    char *save = NULL, *cell = strtok_r(line, "|", &save);
    unsigned row = 0;
    if (cell == NULL)
        return;
    while (row < DEEDS && (strlen(cell) != strlen(deeds[row].name) + 2 ||
                           strncmp(cell + 1, deeds[row].name, strlen(deeds[row].name)) != 0))
        row++;
    if (row == DEEDS)
        fail_msg("no test for this row of docs/threat.md: %s", cell);
    for (unsigned mode = 0; mode < MODES && (cell = strtok_r(NULL, "|", &save)) != NULL; mode++)
        (void)sscanf(cell, " %23[a-z ]", expected[row][mode]);
    for (unsigned mode = 0; mode < MODES; mode++) {
        char *end = expected[row][mode] + strlen(expected[row][mode]);
        while (end > expected[row][mode] && end[-1] == ' ')
            *--end = 0;
    }
    rows_read++;
}

static int read_table(void **state)
{
    char line[512];
    bool inside = false;
    FILE *f = fopen("docs/threat.md", "r");
    (void)state;
    assert_non_null(f);
    while (fgets(line, sizeof line, f) != NULL) {
        if (line[0] == '#')
            inside = strstr(line, "What becomes of it") != NULL;
        else if (inside && line[0] == '|' && strstr(line, "the other side") == NULL &&
                 strstr(line, "---") == NULL)
            read_row(line);
    }
    (void)fclose(f);
    return 0;
}

static void as_the_document_says(void **state)
{
    unsigned wrong = 0;
    (void)state;
    assert_int_equal(rows_read, DEEDS);
    for (unsigned i = 0; i < DEEDS; i++)
        for (unsigned mode = 0; mode < MODES; mode++) {
            struct arena a;
            begin(&a, mode, deeds[i].mover);
            deeds[i].act(&a);
            const char *found = outcome(&a);
            judged(&a);
            if (strcmp(found, expected[i][mode]) != 0) {
                print_message("%s, clock %u: %s, not %s\n", deeds[i].name, mode + CLOCK_NONE,
                              found, expected[i][mode]);
                wrong++;
            }
            table_free(a.t);
        }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_the_document_says)};
    return cmocka_run_group_tests(tests, read_table, NULL) != 0;
}
