/* Attack 19: two signed entries for one place, with different draws - to see what each would have
 * brought, to show other people another game, or to take a move back.  Whoever gets both stops;
 * both are kept and shown, in whichever order they came; a file that holds both convicts.
 * Teeth: each of the two branches alone is a good file, so that without the second entry nobody
 * could tell - the comparison of heads is what brings them together. */
#include "tests/sim/scenes.h"

#include "chain/sync.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static struct scenes scenes;
static struct match victim, kept;
static struct effects fx;
static struct entry e;
static struct signed_entry first, second;
static struct finding f;
static const struct scene *place;

/* Two swaps for one place, that give back, and so draw, different numbers of tiles. */
static void make_both(void)
{
    struct replay r;
    place = scenes_move(&scenes, MOVE_SWAP);
    first = place->entry;
    assert_int_equal(entry_unpack(span_of(first.body, first.len), &e), VERDICT_OK);
    assert_true(e.u.move.move.places_n > 1);
    e.u.move.move.places_n = 1;
    r = place->writer.now;
    assert_int_equal(replay_write(&r, place->author, scenes_secret(&scenes, place->author), &e,
                                  &second), VERDICT_OK);
}

static struct held held_as(const struct signed_entry *s)
{
    static struct entry body;
    assert_int_equal(entry_unpack(span_of(s->body, s->len), &body), VERDICT_OK);
    return (struct held){chain_hash(s), (uint8_t)body.author, body.prev};
}

static struct span file_of(const struct signed_entry *last, const struct signed_entry *evidence)
{
    size_t max = (size_t)(place->before + 3) * (ENTRY_RECORD_MAX + 8);
    uint8_t *bytes = malloc(max);
    assert_non_null(bytes);
    struct buf out = buf_over(bytes, max);
    logfile_begin(&out);
    for (uint32_t i = 0; i < place->before; i++)
        logfile_add(&out, RECORD_ENTRY, &scenes.list[i].entry);
    logfile_add(&out, RECORD_ENTRY, last);
    if (evidence != NULL)
        logfile_add(&out, RECORD_EVIDENCE, evidence);
    logfile_end(&out);
    return buf_span(&out);
}

static enum verdict judge_and_free(struct span file)
{
    enum verdict v = logfile_judge(file, 0, &f);
    union { const uint8_t *in; void *out; } owned = {file.data};
    free(owned.out);
    return v;
}

/* In both orders; the second is kept as evidence, the game stays where it was, and the file with
 * both says who and why. */
static void both_come(void **state)
{
    const struct signed_entry *order[2][2] = {{&first, &second}, {&second, &first}};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        struct held held = held_as(order[i][0]);
        victim = place->reader;
        assert_int_equal(match_entry(&victim, order[i][0], NULL, &place->now, &fx), VERDICT_OK);
        kept = victim;
        assert_int_equal(match_entry(&victim, order[i][1], &held, &place->now, &fx),
                         VERDICT_DOUBLE_ENTRY);
        assert_int_equal(victim.disputed, 1);
        assert_int_equal(fx.evidence, 1);
        assert_memory_equal(fx.entry[0].body, order[i][1]->body, order[i][1]->len);
        assert_memory_equal(&victim.now, &kept.now, sizeof kept.now);
        /* nothing more is answered: no share for either draw */
        assert_int_equal(match_go(&victim, &place->now, &fx), VERDICT_OK);
        assert_int_equal(fx.n, 0);
        assert_int_equal(judge_and_free(file_of(order[i][0], order[i][1])), VERDICT_OK);
        assert_int_equal(f.evidence, 1);
        assert_int_equal(f.evidence_why, VERDICT_DOUBLE_ENTRY);
        assert_int_equal(f.evidence_author, place->author);
    }
}

/* Each branch alone is good: two people who were shown one each have nothing to complain about
 * until they compare. */
static void alone_they_are_good(void **state)
{
    (void)state;
    assert_int_equal(judge_and_free(file_of(&first, NULL)), VERDICT_OK);
    struct hash one = f.end.head;
    assert_int_equal(judge_and_free(file_of(&second, NULL)), VERDICT_OK);
    assert_false(hash_equal(&one, &f.end.head));
}

struct log { struct held held[SCENES_MAX]; uint32_t n; };

static bool log_held(void *context, uint32_t number, struct held *out)
{
    struct log *log = context;
    if (number < 1 || number > log->n)
        return false;
    *out = log->held[number - 1];
    return true;
}

/* Comparing heads leads to the place where the branches part, and there both entries meet. */
static void heads_bring_them_together(void **state)
{
    static struct log log;
    struct sync_log view = {log_held, &log};
    (void)state;
    for (uint32_t i = 0; i < place->before; i++)
        log.held[i] = held_as(&scenes.list[i].entry);
    log.held[place->before] = held_as(&first);
    log.n = place->before + 1;
    victim = place->reader;
    assert_int_equal(match_entry(&victim, &first, NULL, &place->now, &fx), VERDICT_OK);
    struct hash other = chain_hash(&second);
    struct sync_answer a = sync_have(&victim, &view, log.n, &other);
    assert_int_equal(a.act, SYNC_HAVE);
    assert_int_equal(a.number, place->before);
    assert_true(hash_equal(&a.head, &log.held[place->before - 1].hash));
    /* the other side, who holds `second`, sends what follows that entry */
    assert_int_equal(sync_entry(&victim, &second, &view, &place->now, &fx), VERDICT_DOUBLE_ENTRY);
    assert_int_equal(fx.evidence, 1);
}

/* He resigns, so that the other opens his seed, and then would rather have moved. */
static void resigned_and_moved(void **state)
{
    struct replay r = place->writer.now;
    (void)state;
    memset(&e, 0, sizeof e);
    e.kind = ENTRY_RESIGN;
    e.installation = 1;
    assert_int_equal(replay_write(&r, place->author, scenes_secret(&scenes, place->author), &e,
                                  &second), VERDICT_OK);
    victim = place->reader;
    assert_int_equal(match_entry(&victim, &second, NULL, &place->now, &fx), VERDICT_OK);
    assert_int_equal(match_go(&victim, &place->now, &fx), VERDICT_OK);
    assert_int_equal(victim.now.last_kind, ENTRY_SEED);
    struct held held = held_as(&second);
    assert_int_equal(match_entry(&victim, &first, &held, &place->now, &fx), VERDICT_DOUBLE_ENTRY);
    assert_int_equal(victim.now.game.ending, ENDING_RESIGNED);
    assert_int_equal(judge_and_free(file_of(&second, &first)), VERDICT_OK);
    assert_int_equal(f.evidence_author, place->author);
}

static int set_up(void **state)
{
    (void)state;
    scenes_make_swaps(&scenes, 11, 3);
    make_both();
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
        cmocka_unit_test(both_come), cmocka_unit_test(alone_they_are_good),
        cmocka_unit_test(heads_bring_them_together), cmocka_unit_test(resigned_and_moved),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down) != 0;
}
