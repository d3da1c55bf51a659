/* Proves that a file is believed for what is signed in it and for nothing else: every damage is
 * found; with the checksum put right again by a forger, the chain finds what he did - a last move
 * cut off or taken from elsewhere, records left out, doubled or in another order, seeds and
 * signatures changed; a file cut at a record is good as far as it goes and says how far; evidence
 * holds or is refused.  All of it by proofs and by seeds, with the same outcome. */
#include "tests/sim/scenes.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { RECORDS = SCENES_MAX + 8 };

static struct scenes scenes, elsewhere;
static struct finding f;
static uint8_t *room;
static size_t room_len;

/* A file of any records. */
struct row { enum record_kind kind; const struct signed_entry *e; };

static struct span file_of(const struct row *rows, unsigned n)
{
    struct buf b = buf_over(room, room_len);
    logfile_begin(&b);
    for (unsigned i = 0; i < n; i++)
        logfile_add(&b, rows[i].kind, rows[i].e);
    logfile_end(&b);
    assert_true(buf_ok(&b));
    return buf_span(&b);
}

/* The honest game's records. */
static unsigned honest(struct row rows[RECORDS], const struct scenes *of, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        rows[i] = (struct row){RECORD_ENTRY, &of->list[i].entry};
    return n;
}

/* Both ways must come to the same verdict; the finding is that of the proofs. */
static enum verdict judge(struct span file)
{
    enum verdict a = logfile_judge(file, 0, &f);
    uint32_t entries = f.entries, bad = f.bad_entry;
    enum verdict b = logfile_judge(file, BAG_BY_PROOFS, &f);
    assert_int_equal(a, b);
    assert_int_equal(entries, f.entries);
    assert_int_equal(bad, f.bad_entry);
    return b;
}

static void good(void **state)
{
    struct row rows[RECORDS];
    struct span file = file_of(rows, honest(rows, &scenes, scenes.n));
    (void)state;
    assert_int_equal(judge(file), VERDICT_OK);
    assert_int_equal(f.entries, scenes.n);
    assert_int_equal(f.bad_entry, 0);
    assert_int_equal(f.end.phase, PHASE_FINISHED);
    assert_int_equal(f.by_proofs, 1);
    assert_int_equal(logfile_judge(file, 0, &f), VERDICT_OK);
    assert_int_equal(f.by_seeds, 1);
    assert_int_equal(f.by_proofs, 0);
    assert_int_equal(logfile_judge(file, BAG_BY_BOTH, &f), VERDICT_OK);
    assert_int_equal(f.by_seeds, 1);
    assert_int_equal(f.by_proofs, 1);
}

/* [F-4.7] A file that ends before the game does is good as far as it goes. */
static void as_far_as_it_goes(void **state)
{
    struct row rows[RECORDS];
    (void)state;
    assert_int_equal(judge(file_of(NULL, 0)), VERDICT_FILE_FORMAT);
    for (unsigned n = 1; n < scenes.n; n += 1 + scenes.n / 12) {
        assert_int_equal(judge(file_of(rows, honest(rows, &scenes, n))), VERDICT_OK);
        assert_int_equal(f.entries, n);
        assert_int_equal(f.by_seeds, 0);
        assert_true(f.end.phase < PHASE_FINISHED);
    }
}

/* ---- accidents ----------------------------------------------------------------------------- */

/* Every byte of a small file, in three ways; a sample of a big one. */
static void every_damage(void **state)
{
    struct row rows[RECORDS];
    (void)state;
    for (unsigned n = 2; n <= scenes.n; n += scenes.n - 2) {
        struct span file = file_of(rows, honest(rows, &scenes, n));
        size_t step = file.len > 3000 ? file.len / 700 : 1;
        for (size_t at = 0; at < file.len; at += step)
            for (unsigned way = 0; way < 3; way++) {
                uint8_t was = room[at];
                room[at] = way == 0 ? was ^ 1 : way == 1 ? was ^ 0x80 : (uint8_t)~was;
                assert_int_not_equal(logfile_judge(file, 0, &f), VERDICT_OK);
                assert_int_equal(f.entries, 0);
                room[at] = was;
            }
        assert_int_equal(logfile_judge(file, 0, &f), VERDICT_OK);
    }
}

static void every_cut(void **state)
{
    struct row rows[RECORDS];
    struct span file = file_of(rows, honest(rows, &scenes, 4));
    (void)state;
    for (size_t len = 0; len < file.len; len += len < 3000 ? 1 : 97)
        assert_int_not_equal(logfile_judge(span_of(file.data, len), 0, &f), VERDICT_OK);
    room[file.len] = 0;
    assert_int_equal(logfile_judge(span_of(file.data, file.len + 1), 0, &f),
                     VERDICT_FILE_DAMAGED);
    assert_int_equal(logfile_judge(span_of(NULL, 0), 0, &f), VERDICT_FILE_FORMAT);
}

static void heads(void **state)
{
    struct row rows[RECORDS];
    struct span file = file_of(rows, honest(rows, &scenes, 1));
    struct logfile l;
    (void)state;
    room[14] = '2';
    assert_int_equal(logfile_open(&l, file), VERDICT_FILE_VERSION);
    room[0] = 'N';
    assert_int_equal(logfile_open(&l, file), VERDICT_FILE_FORMAT);
    assert_int_equal(logfile_open(&l, span_of(room, LOGFILE_MAX + 1)), VERDICT_TOO_LONG);
}

/* ---- forgers put the checksum right -------------------------------------------------------- */

static void assert_refused_at(struct span file, unsigned entry, enum verdict why)
{
    enum verdict v = judge(file);
    if (v != why)
        print_message("entry %u: %s\n", entry, verdict_name(v));
    assert_int_equal(v, why);
    assert_int_equal(f.entries, entry - 1);
    assert_int_equal(f.bad_entry, entry);
}

/* The last move of another game, or of another moment of this one, in place of ours. */
static void last_move_exchanged(void **state)
{
    struct row rows[RECORDS];
    unsigned last = 0;
    (void)state;
    for (unsigned i = 0; i < scenes.n; i++)
        if (scenes.list[i].kind == ENTRY_MOVE)
            last = i;
    unsigned n = honest(rows, &scenes, last + 1);
    rows[last].e = &scenes_find(&elsewhere, ENTRY_MOVE, NO_SEAT, 3)->entry;
    assert_refused_at(file_of(rows, n), last + 1, VERDICT_WRONG_GAME);
    rows[last].e = &scenes_find(&scenes, ENTRY_MOVE, NO_SEAT, 0)->entry;
    assert_refused_at(file_of(rows, n), last + 1, VERDICT_WRONG_NUMBER);
    rows[last - 1].e = &elsewhere.list[last - 1].entry;
    assert_refused_at(file_of(rows, n), last, VERDICT_WRONG_GAME);
}

static void one_left_out_or_doubled(void **state)
{
    struct row rows[RECORDS];
    (void)state;
    for (unsigned gone = 0; gone + 1 < scenes.n; gone += 5) {
        unsigned n = honest(rows, &scenes, scenes.n);
        memmove(&rows[gone], &rows[gone + 1], sizeof rows[0] * (n - gone - 1));
        assert_refused_at(file_of(rows, n - 1), gone + 1,
                          gone == 0 ? VERDICT_WRONG_NUMBER : VERDICT_WRONG_NUMBER);
        n = honest(rows, &scenes, scenes.n);
        memmove(&rows[gone + 1], &rows[gone], sizeof rows[0] * (n - gone));
        assert_refused_at(file_of(rows, n + 1), gone + 2, VERDICT_WRONG_NUMBER);
    }
}

static void two_exchanged(void **state)
{
    struct row rows[RECORDS];
    (void)state;
    for (unsigned i = 1; i + 1 < scenes.n; i += 5) {
        unsigned n = honest(rows, &scenes, scenes.n);
        struct row kept = rows[i];
        rows[i] = rows[i + 1];
        rows[i + 1] = kept;
        assert_refused_at(file_of(rows, n), i + 1, VERDICT_WRONG_NUMBER);
    }
}

/* One bit of a signature, or of a body that somebody else then signs. */
static void resigned_by_another(void **state)
{
    static struct signed_entry forged;
    static struct entry e;
    struct row rows[RECORDS];
    (void)state;
    for (unsigned i = 1; i < scenes.n; i += 4) {
        const struct scene *s = &scenes.list[i];
        unsigned n = honest(rows, &scenes, scenes.n);
        forged = s->entry;
        forged.signature.b[5] ^= 4;
        rows[i].e = &forged;
        assert_refused_at(file_of(rows, n), i + 1, VERDICT_BAD_SIGNATURE);
        assert_int_equal(entry_unpack(span_of(s->entry.body, s->entry.len), &e), VERDICT_OK);
        e.times.used_ms += 1;
        scenes_sign(&e, scenes_secret(&scenes, 1 - s->author), &forged);
        assert_refused_at(file_of(rows, n), i + 1, VERDICT_BAD_SIGNATURE);
        /* The author himself, afterwards: then the entries that follow do not. */
        scenes_sign(&e, scenes_secret(&scenes, s->author), &forged);
        if (s->kind == ENTRY_MOVE) /* its thinking time is part of the state */
            assert_refused_at(file_of(rows, n), i + 1, VERDICT_WRONG_STATE);
        else if (i + 1 < scenes.n)
            assert_refused_at(file_of(rows, n), i + 2, VERDICT_WRONG_PREVIOUS);
    }
}

/* A wrong seed is blamed on the entry that opens it, also when the file is judged by seeds. */
static void wrong_seed(void **state)
{
    static struct signed_entry forged;
    static struct entry e;
    struct row rows[RECORDS];
    (void)state;
    for (unsigned k = 0; k < 2; k++) {
        const struct scene *s = scenes_find(&scenes, ENTRY_SEED, NO_SEAT, k);
        unsigned n = honest(rows, &scenes, scenes.n), at = (unsigned)(s - scenes.list);
        assert_int_equal(entry_unpack(span_of(s->entry.body, s->entry.len), &e), VERDICT_OK);
        e.u.seed.seed.b[0] ^= 1;
        scenes_sign(&e, scenes_secret(&scenes, s->author), &forged);
        rows[at].e = &forged;
        assert_refused_at(file_of(rows, n), at + 1, VERDICT_WRONG_OPENING);
        assert_int_equal(f.bad_author, s->author);
    }
}

/* ---- records ------------------------------------------------------------------------------- */

static struct span with_checksum(struct buf *b)
{
    logfile_end(b);
    assert_true(buf_ok(b));
    return buf_span(b);
}

static void odd_records(void **state)
{
    struct row rows[RECORDS];
    struct span file;
    struct buf b;
    (void)state;
    for (unsigned kind = 0; kind < 256; kind++) {
        file = file_of(rows, honest(rows, &scenes, 2));
        b = buf_over(room, room_len);
        b.len = file.len - 37;
        buf_add_byte(&b, (uint8_t)kind);
        buf_add_le(&b, 0, 4);
        assert_int_not_equal(judge(with_checksum(&b)), VERDICT_OK);
    }
    /* A length that reaches past the end, and half a head. */
    static const uint32_t lengths[] = {1, 100, 0x7fffffff, 0xffffffff};
    for (unsigned i = 0; i < 4; i++) {
        b = buf_over(room, room_len);
        b.len = file.len - 37;
        buf_add_byte(&b, RECORD_ENTRY);
        buf_add_le(&b, lengths[i], 4);
        assert_int_equal(judge(with_checksum(&b)), VERDICT_FILE_DAMAGED);
    }
    for (unsigned len = 1; len < 5; len++) {
        b = buf_over(room, room_len);
        b.len = file.len - 37;
        for (unsigned i = 0; i < len; i++)
            buf_add_byte(&b, RECORD_ENTRY);
        assert_int_equal(judge(with_checksum(&b)), VERDICT_FILE_DAMAGED);
    }
    /* An end in the middle. */
    b = buf_over(room, room_len);
    b.len = file.len;
    assert_int_not_equal(judge(with_checksum(&b)), VERDICT_OK);
}

/* ---- evidence ------------------------------------------------------------------------------ */

static void make_second(const struct scene *s, struct signed_entry *out)
{
    static struct entry e;
    assert_int_equal(entry_unpack(span_of(s->entry.body, s->entry.len), &e), VERDICT_OK);
    e.times.sent_ms++;
    scenes_sign(&e, scenes_secret(&scenes, s->author), out);
}

static void evidence(void **state)
{
    static struct signed_entry second[EVIDENCE_MAX + 1];
    struct row rows[RECORDS];
    (void)state;
    unsigned n = honest(rows, &scenes, scenes.n - 1);
    for (unsigned i = 0; i <= EVIDENCE_MAX; i++)
        make_second(&scenes.list[2 + 3 * i], &second[i]);
    for (unsigned i = 0; i < EVIDENCE_MAX; i++) {
        rows[n + i] = (struct row){RECORD_EVIDENCE, &second[i]};
        assert_int_equal(judge(file_of(rows, n + i + 1)), VERDICT_OK);
        assert_int_equal(f.evidence, i + 1);
        assert_int_equal(f.evidence_why, VERDICT_DOUBLE_ENTRY);
        assert_int_equal(f.evidence_author, scenes.list[2 + 3 * i].author);
    }
    rows[n + EVIDENCE_MAX] = (struct row){RECORD_EVIDENCE, &second[EVIDENCE_MAX]};
    assert_int_equal(judge(file_of(rows, n + EVIDENCE_MAX + 1)), VERDICT_TOO_MANY);
    /* [F-4.3] Evidence comes after all entries of the chain. */
    rows[n + 1] = (struct row){RECORD_ENTRY, &scenes.list[n].entry};
    assert_int_equal(judge(file_of(rows, n + 2)), VERDICT_FILE_FORMAT);
    /* It needs a chain. */
    rows[0] = (struct row){RECORD_EVIDENCE, &second[0]};
    assert_int_equal(judge(file_of(rows, 1)), VERDICT_BAD_EVIDENCE);
}

/* Nobody is convicted by what he has not signed, by his honest entry, or by an entry on a chain
 * that the file does not show. */
static void no_evidence(void **state)
{
    static struct signed_entry bad;
    static struct entry e;
    struct row rows[RECORDS];
    unsigned n = honest(rows, &scenes, 9);
    rows[n] = (struct row){RECORD_EVIDENCE, &bad};
    (void)state;
    bad = scenes.list[4].entry; /* in the chain */
    assert_int_equal(judge(file_of(rows, n + 1)), VERDICT_BAD_EVIDENCE);
    bad = scenes.list[n].entry; /* the honest next one */
    assert_int_equal(judge(file_of(rows, n + 1)), VERDICT_BAD_EVIDENCE);
    bad = scenes.list[n + 1].entry; /* further on */
    assert_int_equal(judge(file_of(rows, n + 1)), VERDICT_BAD_EVIDENCE);
    bad = elsewhere.list[4].entry;
    assert_int_equal(judge(file_of(rows, n + 1)), VERDICT_BAD_EVIDENCE);
    make_second(&scenes.list[4], &bad);
    bad.signature.b[1] ^= 1;
    assert_int_equal(judge(file_of(rows, n + 1)), VERDICT_BAD_EVIDENCE);
    assert_int_equal(entry_unpack(span_of(scenes.list[4].entry.body, scenes.list[4].entry.len), &e),
                     VERDICT_OK);
    e.prev.b[0] ^= 1; /* had to give way, perhaps: it stood on something else */
    scenes_sign(&e, scenes_secret(&scenes, scenes.list[4].author), &bad);
    assert_int_equal(judge(file_of(rows, n + 1)), VERDICT_BAD_EVIDENCE);
}

/* An offer out of turn for a place where the debtor has moved: no evidence of anything. */
static void loose_is_no_evidence(void **state)
{
    static struct signed_entry loose;
    static struct entry e;
    static struct replay before;
    const struct scene *s = scenes_move(&scenes, MOVE_PLACE);
    struct row rows[RECORDS];
    unsigned at = (unsigned)(s - scenes.list), n = honest(rows, &scenes, at + 1);
    (void)state;
    memset(&e, 0, sizeof e);
    e.kind = ENTRY_OFFER_DRAW;
    e.installation = 1;
    before = s->reader.now;
    assert_int_equal(replay_write(&before, 1U - s->author, scenes_secret(&scenes, 1U - s->author),
                                  &e, &loose), VERDICT_OK);
    rows[n] = (struct row){RECORD_EVIDENCE, &loose};
    assert_int_equal(judge(file_of(rows, n + 1)), VERDICT_BAD_EVIDENCE);
    /* ... but a wrong one convicts, also for a place in the middle. */
    assert_int_equal(entry_unpack(span_of(loose.body, loose.len), &e), VERDICT_OK);
    e.state.b[0] ^= 1;
    scenes_sign(&e, scenes_secret(&scenes, 1U - s->author), &loose);
    assert_int_equal(judge(file_of(rows, n + 1)), VERDICT_OK);
    assert_int_equal(f.evidence_why, VERDICT_WRONG_STATE);
    assert_int_equal(f.evidence_author, 1 - s->author);
}

static int set_up(void **state)
{
    (void)state;
    scenes_make(&scenes, 5, 6);
    scenes_make(&elsewhere, 6, 6);
    room_len = LOGFILE_MAX + 1024;
    room = malloc(room_len);
    return room == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    scenes_free(&scenes);
    scenes_free(&elsewhere);
    free(room);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good),                    cmocka_unit_test(as_far_as_it_goes),
        cmocka_unit_test(every_damage),            cmocka_unit_test(every_cut),
        cmocka_unit_test(heads),                   cmocka_unit_test(last_move_exchanged),
        cmocka_unit_test(one_left_out_or_doubled), cmocka_unit_test(two_exchanged),
        cmocka_unit_test(resigned_by_another),     cmocka_unit_test(wrong_seed),
        cmocka_unit_test(odd_records),             cmocka_unit_test(evidence),
        cmocka_unit_test(no_evidence),             cmocka_unit_test(loose_is_no_evidence),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down) != 0;
}
