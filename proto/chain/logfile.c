/* Files of exported games.  The checksum finds accidents, the chain finds forgers: a file is
 * believed for what is signed in it and for nothing else. */
#include "chain/logfile.h"

#include "base/hash.h"

#include <assert.h>

/* [F-4.1] A file begins with the 16 bytes "numbridge log 1" and a line feed. */
static const char magic[] = "numbridge log 1\n";
enum { MAGIC_LEN = 16, VERSION_AT = 14, HEAD_LEN = 5, SUM_LEN = 32 };

/* ---- writing ------------------------------------------------------------------------------- */

void logfile_begin(struct buf *out)
{
    buf_add(out, span_of(magic, MAGIC_LEN));
}

/* [F-4.2] A record is one byte with its kind, 4 bytes with the length of its content, little
 * endian, and the content. */
static void add_record(struct buf *out, enum record_kind kind, struct span content)
{
    buf_add_byte(out, (uint8_t)kind);
    buf_add_le(out, content.len, 4);
    buf_add(out, content);
}

void logfile_add(struct buf *out, enum record_kind kind, const struct signed_entry *e)
{
    uint8_t bytes[ENTRY_RECORD_MAX];
    struct buf record = buf_over(bytes, sizeof bytes);
    bool fits = entry_write(e, &record);
    assert(fits);
    (void)fits;
    add_record(out, kind, buf_span(&record));
}

void logfile_add_ruling(struct buf *out, struct span ruling)
{
    add_record(out, RECORD_RULING, ruling);
}

/* [F-4.4] The content of the last record is the hash under the tag log-file of all bytes before
 * that record. */
static struct hash checksum(struct span bytes)
{
    struct hasher h;
    hash_start(&h, TAG_LOG_FILE);
    hash_bytes(&h, bytes);
    return hash_end(&h);
}

void logfile_end(struct buf *out)
{
    struct hash sum = checksum(buf_span(out));
    add_record(out, RECORD_END, span_of(sum.b, sizeof sum.b));
}

/* ---- reading ------------------------------------------------------------------------------- */

static uint32_t read_le32(const uint8_t *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

enum verdict logfile_open(struct logfile *f, struct span bytes)
{
    if (bytes.len > LOGFILE_MAX)
        return VERDICT_TOO_LONG;
    if (bytes.len < MAGIC_LEN || memcmp(bytes.data, magic, VERSION_AT) != 0)
        return VERDICT_FILE_FORMAT;
    if (memcmp(bytes.data, magic, MAGIC_LEN) != 0)
        return VERDICT_FILE_VERSION;
    if (bytes.len < MAGIC_LEN + HEAD_LEN + SUM_LEN)
        return VERDICT_FILE_DAMAGED;
    size_t end = bytes.len - HEAD_LEN - SUM_LEN;
    struct hash sum = checksum(span_of(bytes.data, end));
    if (bytes.data[end] != RECORD_END || read_le32(bytes.data + end + 1) != SUM_LEN ||
        memcmp(bytes.data + end + HEAD_LEN, sum.b, SUM_LEN) != 0)
        return VERDICT_FILE_DAMAGED;
    *f = (struct logfile){bytes, MAGIC_LEN, end, {NULL, 0}};
    return VERDICT_OK;
}

enum verdict logfile_next(struct logfile *f, enum record_kind *kind, struct signed_entry *e)
{
    if (f->at == f->end)
        return VERDICT_WAITED;
    if (f->end - f->at < HEAD_LEN)
        return VERDICT_FILE_DAMAGED;
    const uint8_t *head = f->bytes.data + f->at;
    uint32_t len = read_le32(head + 1);
    if (len > f->end - f->at - HEAD_LEN)
        return VERDICT_FILE_DAMAGED;
    if (head[0] != RECORD_ENTRY && head[0] != RECORD_EVIDENCE && head[0] != RECORD_RULING)
        return VERDICT_FILE_FORMAT;
    struct span content = span_of(head + HEAD_LEN, len);
    f->ruling = head[0] == RECORD_RULING ? content : span_of(NULL, 0);
    enum verdict v = head[0] == RECORD_RULING ? VERDICT_OK : entry_read(content, e);
    if (v == VERDICT_OK) {
        *kind = (enum record_kind)head[0];
        f->at += HEAD_LEN + len;
    }
    return v;
}

/* ---- judging ------------------------------------------------------------------------------- */

/* Seeds by round: more rounds than this are judged by their proofs. */
enum { SEED_ROUNDS_MAX = 64 };
struct seeds {
    struct seed seed[SEED_ROUNDS_MAX][PLAYERS_MAX];
    unsigned opened[PLAYERS_MAX]; /* how many seeds each player opens */
    unsigned players;
};

/* Rounds whose seeds are all there. */
static unsigned rounds_open(const struct seeds *s)
{
    unsigned rounds = s->players > 0 ? SEED_ROUNDS_MAX : 0;
    for (unsigned p = 0; p < s->players; p++)
        if (s->opened[p] < rounds)
            rounds = s->opened[p];
    return rounds;
}

static enum verdict unpack(const struct signed_entry *bytes, struct entry *e)
{
    return entry_unpack(span_of(bytes->body, bytes->len), e);
}

/* The seeds that the entries of a file open; what does not decode is left to the judgement. */
static void collect_seeds(struct logfile f, struct seeds *out)
{
    enum record_kind kind;
    struct signed_entry bytes;
    struct entry e;
    memset(out, 0, sizeof *out);
    while (logfile_next(&f, &kind, &bytes) == VERDICT_OK) {
        if (kind != RECORD_ENTRY || unpack(&bytes, &e) != VERDICT_OK)
            continue;
        if (e.kind == ENTRY_PROPOSAL)
            out->players = e.u.proposal.players;
        if (e.kind != ENTRY_SEED || e.author >= PLAYERS_MAX)
            continue;
        if (out->opened[e.author] < SEED_ROUNDS_MAX)
            out->seed[out->opened[e.author]++][e.author] = e.u.seed.seed;
    }
}

/* The state of the chain before the entry of a number, which the file holds: `all` is judged
 * already, so nothing is refused. */
static void rewind_to(struct logfile all, uint32_t number, struct replay *out)
{
    enum record_kind kind;
    struct signed_entry bytes;
    while (out->number + 1 < number && logfile_next(&all, &kind, &bytes) == VERDICT_OK) {
        enum verdict v = replay_add(out, &bytes);
        assert(v == VERDICT_OK);
        (void)v;
    }
}

/* Has the author of `again` filled the place already?  Both signatures are in the file. */
static bool is_double(struct logfile all, const struct signed_entry *again, const struct entry *e)
{
    enum record_kind kind;
    struct signed_entry bytes;
    struct entry first;
    for (uint32_t n = 0; n < e->number; n++)
        if (logfile_next(&all, &kind, &bytes) != VERDICT_OK)
            return false;
    struct hash a = chain_hash(&bytes), b = chain_hash(again);
    return unpack(&bytes, &first) == VERDICT_OK && first.author == e->author &&
           hash_equal(&first.prev, &e->prev) && !hash_equal(&a, &b);
}

static bool signed_by_author(const struct replay *r, const struct signed_entry *bytes,
                             const struct entry *e)
{
    return e->author < r->players && game_id_equal(&e->game, &r->id) &&
           chain_verify(bytes, &r->key[e->author]) == VERDICT_OK;
}

/* [F-4.8] A claim for a place of the chain or the one after it that stands on an entry that is not
 * in the chain, or that the judge would take there, is evidence of a contested claim: it shows
 * what its author said, and convicts nobody. */
static bool is_contested(const struct replay *before, const struct signed_entry *bytes,
                         const struct entry *e)
{
    struct replay copy = *before;
    if (e->kind != ENTRY_CLAIM)
        return false;
    bool contested = !hash_equal(&e->prev, &before->head) || replay_add(&copy, bytes) == VERDICT_OK;
    sodium_memzero(&copy, sizeof copy);
    return contested;
}

/* Evidence for a place of the chain, or for the one after it. */
static enum verdict judge_evidence(struct logfile all, const struct replay *fresh,
                                   const struct signed_entry *bytes, struct finding *out)
{
    enum verdict why = VERDICT_DOUBLE_ENTRY;
    struct entry e;
    if (out->evidence == EVIDENCE_MAX)
        return VERDICT_TOO_MANY;
    if (out->entries == 0 || unpack(bytes, &e) != VERDICT_OK ||
        !signed_by_author(&out->end, bytes, &e))
        return VERDICT_BAD_EVIDENCE;
    bool in_chain = e.number <= out->end.number;
    if (!in_chain || !is_double(all, bytes, &e)) {
        struct replay before = in_chain ? *fresh : out->end;
        if (in_chain)
            rewind_to(all, e.number, &before);
        if (!replay_convicts(&before, bytes, &why)) {
            if (e.number > out->end.number + 1 || !is_contested(&before, bytes, &e))
                return VERDICT_BAD_EVIDENCE;
            why = VERDICT_CONTESTED;
        }
    }
    out->evidence++;
    out->evidence_author = (uint8_t)e.author;
    out->evidence_why = why;
    return VERDICT_OK;
}

/* ---- rulings --------------------------------------------------------------------------------- */

struct looking {
    struct logfile all;
    const struct finding *found;
};

/* Entries after which not everybody has written. */
static bool somebody_silent_since(const struct finding *f, uint32_t number)
{
    for (unsigned p = 0; p < f->end.players; p++)
        if (f->last_by[p] <= number)
            return true;
    return false;
}

static enum ruled_known look_in_file(void *context, const struct ruled_head *head)
{
    const struct looking *l = context;
    struct logfile f = l->all;
    enum record_kind kind;
    struct signed_entry bytes;
    struct entry e;
    uint32_t number = 0;
    while (logfile_next(&f, &kind, &bytes) == VERDICT_OK && kind != RECORD_RULING) {
        struct hash hash = chain_hash(&bytes);
        number++;
        if (!hash_equal(&hash, &head->head))
            continue;
        if (kind == RECORD_EVIDENCE && unpack(&bytes, &e) == VERDICT_OK &&
            e.number == head->number)
            return RULED_HELD;
        if (kind == RECORD_ENTRY && number == head->number)
            return somebody_silent_since(l->found, number) ? RULED_HELD : RULED_PASSED;
    }
    return RULED_UNKNOWN;
}

/* [F-4.9] Each must hold for the chain and the evidence of the file [P-5.20]; there are at most
 * two, and two only if their results differ. */
static enum verdict judge_ruling(struct logfile all, struct span bytes, struct finding *out)
{
    struct looking l = {all, out};
    struct ruling r;
    enum verdict v = ruling_read(bytes, &r);
    if (v == VERDICT_OK)
        v = ruling_check(&r, &out->end, look_in_file, &l);
    if (v == VERDICT_OK && (out->rulings == RULINGS_MAX ||
                            (out->rulings == 1 && r.winner == out->ruling.winner)))
        v = VERDICT_TOO_MANY;
    if (v != VERDICT_OK)
        return v;
    if (out->rulings++ == 0)
        out->ruling = r;
    return VERDICT_OK;
}

enum grade logfile_grade(const struct finding *f)
{
    /* [P-5.21] A ruling that holds gives the game its result, and the grade ruled, whatever chain
     * and evidence say without it. */
    if (f->rulings > 0)
        return f->rulings == 1 ? GRADE_RULED : GRADE_DISPUTED;
    return f->evidence ? GRADE_DISPUTED : replay_grade(&f->end);
}

unsigned logfile_winner(const struct finding *f)
{
    if (f->rulings > 0)
        return f->rulings == 1 ? f->ruling.winner : NO_SEAT;
    return f->end.started ? f->end.game.winner : NO_SEAT;
}

/* ---- all records ----------------------------------------------------------------------------- */

static void blame(struct finding *out, const struct signed_entry *bytes)
{
    struct entry e;
    out->bad_entry = out->entries + 1;
    out->bad_author = NO_SEAT;
    if (unpack(bytes, &e) == VERDICT_OK && e.author < PLAYERS_MAX)
        out->bad_author = (uint8_t)e.author;
}

/* Who forfeited the round that an entry brought to its end; `round` and `ending` before it. */
static void note_forfeits(struct finding *out, unsigned round, unsigned ending)
{
    const struct game *g = &out->end.game;
    const bool over = g->ending == ENDING_ROUNDS && ending != ENDING_ROUNDS;
    if (round == 0 || (g->dom.round == round && !over))
        return;
    for (unsigned seat = 0; seat < g->seats; seat++)
        if (g->dom.last.forfeit >> seat & 1)
            out->forfeited[seat]++;
}

static void tell(const struct logfile_watcher *w, const struct replay *before,
                 const struct signed_entry *bytes, const struct replay *after)
{
    struct entry e;
    if (w != NULL && unpack(bytes, &e) == VERDICT_OK)
        w->seen(w->arg, &(struct logfile_step){&e, before, after});
}

static enum verdict judge_chain(const struct signed_entry *bytes,
                                const struct logfile_watcher *w, struct finding *out)
{
    const unsigned round = out->end.game.dom.round, ending = out->end.game.ending;
    struct replay before = out->end;
    enum verdict v = replay_add(&out->end, bytes);
    if (v != VERDICT_OK) {
        blame(out, bytes);
        return v;
    }
    out->entries++;
    out->last_by[out->end.last_author] = out->entries;
    note_forfeits(out, round, ending);
    tell(w, &before, bytes, &out->end);
    return VERDICT_OK;
}

/* Entries, then evidence, then rulings. */
static bool in_order(enum record_kind kind, const struct finding *f)
{
    /* [F-4.3] Evidence comes after all entries of the chain. */
    if (kind == RECORD_ENTRY)
        return f->evidence == 0 && f->rulings == 0;
    /* [F-4.9] Rulings come after all entries and all evidence. */
    return kind != RECORD_EVIDENCE || f->rulings == 0;
}

static enum verdict judge_records(struct logfile f, const struct logfile_watcher *w,
                                  struct finding *out)
{
    struct logfile all = f;
    struct replay fresh = out->end;
    enum record_kind kind;
    struct signed_entry bytes;
    enum verdict v;
    while ((v = logfile_next(&f, &kind, &bytes)) == VERDICT_OK) {
        if (!in_order(kind, out))
            v = VERDICT_FILE_FORMAT;
        else if (kind == RECORD_EVIDENCE)
            v = judge_evidence(all, &fresh, &bytes, out);
        else if (kind == RECORD_RULING)
            v = judge_ruling(all, f.ruling, out);
        else
            v = judge_chain(&bytes, w, out);
        if (v != VERDICT_OK)
            return v;
    }
    if (v != VERDICT_WAITED)
        return v;
    return out->entries > 0 ? VERDICT_OK : VERDICT_FILE_FORMAT;
}

static enum verdict judge_once(struct logfile f, const struct seeds *s, enum bag_check check,
                               const struct logfile_watcher *w, struct finding *out)
{
    memset(out, 0, sizeof *out);
    replay_init(&out->end);
    out->bad_author = NO_SEAT;
    if (check != BAG_BY_PROOFS)
        replay_use_seeds(&out->end, s->seed, rounds_open(s), check);
    out->by_seeds = (check & BAG_BY_SEEDS) != 0;
    out->by_proofs = (check & BAG_BY_PROOFS) != 0;
    return judge_records(f, w, out);
}

enum verdict logfile_judge(struct span bytes, unsigned check, struct finding *out)
{
    return logfile_watch(bytes, check, NULL, out);
}

enum verdict logfile_watch(struct span bytes, unsigned check, const struct logfile_watcher *w,
                           struct finding *out)
{
    struct logfile f;
    struct seeds s;
    memset(out, 0, sizeof *out);
    enum verdict v = logfile_open(&f, bytes);
    if (v != VERDICT_OK)
        return v;
    collect_seeds(f, &s);
    bool open = rounds_open(&s) > 0;
    enum bag_check how = check == 0 ? BAG_BY_SEEDS : (enum bag_check)check;
    v = judge_once(f, &s, open ? how : BAG_BY_PROOFS, w, out);
    /* A seed that opens nothing shows as a wrong commitment at the very start when it is used
     * from the start; by proofs the entry that opened it is the one refused. */
    if (v == VERDICT_WRONG_OPENING && out->by_seeds)
        v = judge_once(f, &s, BAG_BY_PROOFS, w, out);
    out->end.given_seed = NULL; /* `s` ends here */
    out->end.given_rounds = 0;
    return v;
}
