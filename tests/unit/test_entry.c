/* Proves that a body of an entry has exactly one spelling [F-3.2] and that every field is held to
 * its range: every field of every kind of entry, at every depth, is left out, doubled, moved,
 * lengthened, shortened, written in more bytes than needed or written although it is empty, and
 * an unknown one is put at every place.  Whatever is refused leaves the result untouched, and
 * whatever is taken packs to the bytes it came from. */
#include "tests/sim/scenes.h"

#include <assert.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* ---- protobuf by hand ---------------------------------------------------------------------- */

enum { FIELDS_MAX = 64, FIELD_INSERT_MAX = 31, BODY_ROOM = 2 * ENTRY_BODY_MAX + 1024 };
enum wire_type { VARINT = 0, BYTES = 2 };

struct field {
    unsigned number, type;
    uint64_t value;     /* VARINT */
    struct span bytes;  /* BYTES */
};

static uint64_t read_varint(struct span s, size_t *at)
{
    uint64_t v = 0;
    for (unsigned shift = 0;; shift += 7) {
        uint8_t b = s.data[(*at)++];
        v |= (uint64_t)(b & 0x7f) << shift;
        if (b < 0x80)
            return v;
    }
}

/* `longer` bytes more than needed. */
static void add_varint(struct buf *out, uint64_t v, unsigned longer)
{
    for (; v >= 0x80; v >>= 7)
        buf_add_byte(out, (uint8_t)(v | 0x80));
    if (longer == 0) {
        buf_add_byte(out, (uint8_t)v);
        return;
    }
    buf_add_byte(out, (uint8_t)(v | 0x80));
    while (--longer > 0)
        buf_add_byte(out, 0x80);
    buf_add_byte(out, 0);
}

static unsigned read_fields(struct span message, struct field out[FIELDS_MAX])
{
    unsigned n = 0;
    for (size_t at = 0; at < message.len; n++) {
        assert_true(n < FIELDS_MAX);
        uint64_t tag = read_varint(message, &at);
        out[n] = (struct field){(unsigned)(tag >> 3), (unsigned)(tag & 7), 0, {0}};
        uint64_t v = read_varint(message, &at);
        out[n].value = v;
        if (out[n].type == BYTES) {
            out[n].bytes = span_of(message.data + at, (size_t)v);
            at += (size_t)v;
        }
    }
    return n;
}

/* ---- one change at one field --------------------------------------------------------------- */

/* What is done to the field that the walk reaches as number `target`. */
enum change {
    DROP, TWICE, AFTER_NEXT, LONG_TAG, LONG_VALUE, SHORTER, LONGER, EMPTY, HUGE, OTHER_TYPE,
    CHANGE_COUNT
};
struct edit {
    enum change change;
    unsigned target, seen; /* fields passed so far */
    bool done;             /* the field was reached and the change means something there */
    /* a field that is not there, put into message number `in` (from 0) of the walk */
    unsigned insert, insert_type, in, messages;
};

/* Which fields of a message are messages. */
enum message {
    BODY, TIMES, TICKET, PROPOSAL, ACCEPTANCE, SEED, CLAIM, STATEMENT, FLAT, NO_MESSAGE
};
static enum message inside(enum message m, unsigned number)
{
    if (m == BODY)
        return number == 6    ? TIMES
               : number == 10 ? PROPOSAL
               : number == 11 ? ACCEPTANCE
               : number == 20 ? SEED
               : number == 23 ? CLAIM
               : number > 11  ? FLAT
                              : NO_MESSAGE;
    bool ticket = (m == PROPOSAL && number == 5) || (m == ACCEPTANCE && number == 1) ||
                  (m == SEED && number == 2);
    if (m == CLAIM)
        return STATEMENT;
    return ticket ? TICKET : NO_MESSAGE;
}

static void write_field(struct buf *out, const struct field *f, unsigned long_tag,
                        unsigned long_value)
{
    add_varint(out, (uint64_t)f->number << 3 | f->type, long_tag);
    add_varint(out, f->type == BYTES ? f->bytes.len : f->value, long_value);
    if (f->type == BYTES)
        buf_add(out, f->bytes);
}

static bool change_bytes(struct field *f, enum change change)
{
    static uint8_t room[BODY_ROOM];
    if (f->type != BYTES || (change != LONGER && f->bytes.len == 0))
        return false;
    memcpy(room, f->bytes.data, f->bytes.len);
    room[f->bytes.len] = 1;
    size_t len = change == LONGER ? f->bytes.len + 1 : change == EMPTY ? 0 : f->bytes.len - 1;
    f->bytes = span_of(room, len);
    return true;
}

/* Write the field with the change done to it; false if it means nothing here. */
static bool write_changed(struct buf *out, struct field *f, enum change change)
{
    switch (change) {
    case DROP:
        return true;
    case TWICE:
        write_field(out, f, 0, 0);
        write_field(out, f, 0, 0);
        return true;
    case LONG_TAG:
        write_field(out, f, 1, 0);
        return true;
    case LONG_VALUE:
        write_field(out, f, 0, 2);
        return true;
    case HUGE:
        f->value += 1ULL << 32;
        write_field(out, f, 0, 0);
        return f->type == VARINT;
    case OTHER_TYPE:
        *f = f->type == VARINT ? (struct field){f->number, BYTES, 0, span_of("x", 1)}
                               : (struct field){f->number, VARINT, 1, {0}};
        write_field(out, f, 0, 0);
        return true;
    case SHORTER:
    case LONGER:
    case EMPTY:
        if (!change_bytes(f, change))
            return false;
        write_field(out, f, 0, 0);
        return true;
    case AFTER_NEXT:
    case CHANGE_COUNT:
        break;
    }
    return false;
}

static void insert_before(struct edit *e, struct buf *out, unsigned number, unsigned *last)
{
    if (e->insert > *last && e->insert < number) {
        struct field f = {e->insert, e->insert_type, 0, {0}};
        write_field(out, &f, 0, 0);
        e->done = true;
    }
    *last = number;
}

static void copy_message(struct edit *e, enum message m, struct span in, struct buf *out);

/* A field as it is, its own fields as the walk goes on. */
static void copy_field(struct edit *e, enum message m, const struct field *f, struct buf *out)
{
    enum message child = f->type == BYTES ? inside(m, f->number) : NO_MESSAGE;
    uint8_t *room = malloc(BODY_ROOM);
    struct buf b = buf_over(room, BODY_ROOM);
    struct field changed = *f;
    if (child != NO_MESSAGE) {
        copy_message(e, child, f->bytes, &b);
        assert_true(buf_ok(&b));
        changed.bytes = buf_span(&b);
    }
    write_field(out, &changed, 0, 0);
    free(room);
}

static void copy_message(struct edit *e, enum message m, struct span in, struct buf *out)
{
    struct field f[FIELDS_MAX];
    unsigned n = read_fields(in, f), last = 0;
    bool here = e->messages++ == e->in;
    for (unsigned i = 0; i < n; i++) {
        if (here)
            insert_before(e, out, f[i].number, &last);
        bool hit = e->seen++ == e->target;
        if (hit && e->change == AFTER_NEXT && i + 1 < n) {
            write_field(out, &f[i + 1], 0, 0);
            write_field(out, &f[i], 0, 0);
            e->done = f[i].number != f[i + 1].number;
            e->seen++;
            i++;
        } else if (hit) {
            e->done = write_changed(out, &f[i], e->change);
        } else {
            copy_field(e, m, &f[i], out);
        }
    }
    if (here)
        insert_before(e, out, FIELD_INSERT_MAX + 1, &last);
}

enum { NOWHERE = 10000 };

/* The body with an edit done; false if the walk ended before it was reached. */
static bool edited(struct edit *e, struct span body, struct buf *out)
{
    out->len = 0;
    out->full = false;
    copy_message(e, BODY, body, out);
    assert_true(buf_ok(out));
    return e->done;
}

/* ---- what is held against it --------------------------------------------------------------- */

static struct scenes scenes;
static uint8_t room[BODY_ROOM], again[BODY_ROOM];
static struct entry result, before;
static unsigned tried;

/* Refused with nothing changed, or taken with the same bytes on the way back. */
static enum verdict unpack_strictly(struct span bytes)
{
    struct buf b = buf_over(again, sizeof again);
    memset(&result, 0xa5, sizeof result);
    memset(&before, 0xa5, sizeof before);
    enum verdict v = entry_unpack(bytes, &result);
    tried++;
    if (v != VERDICT_OK) {
        assert_memory_equal(&result, &before, sizeof result);
        return v;
    }
    assert_true(entry_pack(&result, &b));
    assert_true(span_equal(buf_span(&b), bytes));
    before = result;
    assert_int_equal(entry_unpack(buf_span(&b), &result), VERDICT_OK);
    assert_memory_equal(&result, &before, sizeof result);
    return v;
}

static struct span body_of(const struct scene *scene)
{
    return span_of(scene->entry.body, scene->entry.len);
}

struct sample { unsigned kind; struct span body; };
enum { SAMPLES_MAX = ENTRY_KIND_COUNT + MOVE_PASS + 3 };
static struct signed_entry made[SAMPLES_MAX];

typedef void set_function(struct entry *e);

/* A body that no scene has: the header of one, and what is set. */
static void make(struct sample *out, unsigned at, unsigned kind, set_function *set)
{
    static struct entry e;
    bool proposal = kind == ENTRY_PROPOSAL, seed = kind == ENTRY_SEED;
    const struct scene *like =
        scenes_find(&scenes, proposal || seed ? kind : ENTRY_COIN, NO_SEAT, 0);
    assert_int_equal(entry_unpack(body_of(like), &e), VERDICT_OK);
    e.kind = kind;
    if (!proposal && !seed)
        memset(&e.u, 0, sizeof e.u);
    if (set != NULL)
        set(&e);
    scenes_sign(&e, scenes_secret(&scenes, 0), &made[at]);
    *out = (struct sample){kind, span_of(made[at].body, made[at].len)};
}

static void with_witness(struct entry *e)
{
    e->u.proposal.has_witness = e->u.proposal.has_arbiter = 1;
    memset(e->u.proposal.witness.b, 3, 32);
    memset(e->u.proposal.arbiter.b, 4, 32);
}
static void with_ticket(struct entry *e)
{
    e->u.seed.has_next = 1;
    memset(&e->u.seed.next, 6, sizeof e->u.seed.next);
}
static void with_statements(struct entry *e)
{
    e->u.claim.witnessed = 1;
    e->u.claim.before = (struct statement){7, 1000, {{1}}};
    e->u.claim.after = (struct statement){7, 300000, {{2}}};
}
static void with_amount(struct entry *e) { e->u.amount = 300; }

/* One body of every kind, a move of every kind there is, and those with optional parts. */
static unsigned samples(struct sample out[SAMPLES_MAX])
{
    unsigned n = 0;
    for (unsigned kind = 1; kind < ENTRY_KIND_COUNT; kind++) {
        const struct scene *s = scenes_find(&scenes, kind, NO_SEAT, 0);
        bool amount = kind == ENTRY_ADD_TIME || kind == ENTRY_LEAVE;
        if (s == NULL)
            make(&out[n], n, kind, amount ? with_amount : NULL);
        else
            out[n] = (struct sample){kind, body_of(s)};
        n++;
    }
    for (unsigned move = MOVE_CLAIM; move <= MOVE_PASS; move++)
        if (scenes_move(&scenes, move) != NULL)
            out[n++] = (struct sample){ENTRY_MOVE, body_of(scenes_move(&scenes, move))};
    make(&out[n], n, ENTRY_PROPOSAL, with_witness);
    make(&out[n + 1], n + 1, ENTRY_SEED, with_ticket);
    make(&out[n + 2], n + 2, ENTRY_CLAIM, with_statements);
    return n + 3;
}

/* Changes that always make a body somebody else's spelling, or no body at all.  (A further player
 * is one, times may all be 0, and a claim may be without statements.) */
static bool never_right(unsigned kind, enum change change, unsigned target)
{
    /* in the order of the walk */
    enum { TIMES_AT = 5, CLAIM_AT = 11, PLAYER_1_AT = 12, PLAYER_2_AT = 13 };
    if (kind == ENTRY_PROPOSAL && (target == PLAYER_1_AT || target == PLAYER_2_AT))
        return change != TWICE;
    if (change == EMPTY)
        return target != TIMES_AT && (kind != ENTRY_CLAIM || target != CLAIM_AT);
    return change == TWICE || change == AFTER_NEXT || change == LONG_TAG ||
           change == LONG_VALUE || change == OTHER_TYPE;
}

static void every_field(void **state)
{
    struct sample list[SAMPLES_MAX];
    unsigned n = samples(list), taken = 0;
    (void)state;
    tried = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned change = 0; change < CHANGE_COUNT; change++)
            for (unsigned target = 0; target < FIELDS_MAX; target++) {
                struct buf out = buf_over(room, sizeof room);
                struct edit e = {.change = (enum change)change, .target = target, .in = NOWHERE};
                if (!edited(&e, list[i].body, &out))
                    continue;
                enum verdict v = unpack_strictly(buf_span(&out));
                if (v == VERDICT_OK)
                    taken++;
                if (never_right(list[i].kind, (enum change)change, target))
                    assert_int_not_equal(v, VERDICT_OK);
            }
    print_message("%u kinds, %u bodies, %u of them taken\n", n, tried, taken);
    assert_true(n > ENTRY_KIND_COUNT && tried > 2000 && taken < tried / 4);
}

static void every_field_more(void **state)
{
    struct sample list[SAMPLES_MAX];
    unsigned n = samples(list), inserted = 0;
    (void)state;
    for (unsigned i = 0; i < n; i++)
        for (unsigned in = 0; in < 4; in++)
            for (unsigned number = 1; number <= FIELD_INSERT_MAX; number++)
                for (unsigned type = VARINT; type <= BYTES; type += 2) {
                    struct buf out = buf_over(room, sizeof room);
                    struct edit e = {.target = NOWHERE, .in = in, .insert = number,
                                     .insert_type = type};
                    if (!edited(&e, list[i].body, &out))
                        continue;
                    assert_int_not_equal(unpack_strictly(buf_span(&out)), VERDICT_OK);
                    inserted++;
                }
    assert_true(inserted > 1000);
}

/* The walk itself copies faithfully: or the tests above prove nothing. */
static void walk_is_faithful(void **state)
{
    (void)state;
    for (unsigned i = 0; i < scenes.n; i++) {
        struct buf out = buf_over(room, sizeof room);
        struct edit e = {.target = NOWHERE, .in = NOWHERE};
        assert_false(edited(&e, body_of(&scenes.list[i]), &out));
        assert_true(span_equal(buf_span(&out), body_of(&scenes.list[i])));
        assert_int_equal(unpack_strictly(body_of(&scenes.list[i])), VERDICT_OK);
    }
}

/* ---- ranges -------------------------------------------------------------------------------- */

static void number_0(struct entry *e) { e->number = 0; }
static void amount_0(struct entry *e) { e->u.amount = 0; }
static void amount_max(struct entry *e) { e->u.amount = UINT32_MAX; }
static void one_statement_0(struct entry *e)
{
    with_statements(e);
    e->u.claim.after.number = 0;
}
static void one_statement_over(struct entry *e)
{
    with_statements(e);
    e->u.claim.before.number = ENTRIES_MAX + 1;
}
static void number_max(struct entry *e) { e->number = ENTRIES_MAX; }
static void number_over(struct entry *e) { e->number = ENTRIES_MAX + 1; }
static void author_none(struct entry *e) { e->author = UINT32_MAX; } /* 0 on the wire */
static void author_last(struct entry *e) { e->author = PLAYERS_MAX - 1; }
static void author_over(struct entry *e) { e->author = PLAYERS_MAX; }
static void installation_0(struct entry *e) { e->installation = 0; }
static void installation_max(struct entry *e) { e->installation = UINT32_MAX; }
static void times_max(struct entry *e)
{
    e->times = (struct times){UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};
}
static void times_0(struct entry *e) { e->times = (struct times){0}; }
static void protocol_0(struct entry *e) { e->u.proposal.protocol = 0; }
static void protocol_2(struct entry *e) { e->u.proposal.protocol = 2; }
static void players_1(struct entry *e) { e->u.proposal.players = 1; }
static void players_4(struct entry *e) { e->u.proposal.players = 4; }
static void move_0(struct entry *e) { e->u.move.move.kind = 0; }
static void move_last(struct entry *e) { e->u.move.move.kind = MOVE_PASS; }
static void move_over(struct entry *e) { e->u.move.move.kind = MOVE_PASS + 1; }
static void cell_last(struct entry *e) { e->u.move.move.cell = CELLS_MAX - 1; }
static void cell_over(struct entry *e) { e->u.move.move.cell = CELLS_MAX; }
static void value_last(struct entry *e) { e->u.move.move.value = TILES_MAX; }
static void value_over(struct entry *e) { e->u.move.move.value = TILES_MAX + 1; }
static void end_last(struct entry *e) { e->u.move.move.end = 3; }
static void end_over(struct entry *e) { e->u.move.move.end = 4; }
static void place_last(struct entry *e) { e->u.move.move.places[0] = TILES_MAX - 1; }
static void place_over(struct entry *e) { e->u.move.move.places[0] = TILES_MAX; }
static void place_zero(struct entry *e) { e->u.move.move.places[0] = 255; } /* 0 on the wire */
static void places_7(struct entry *e) { e->u.move.move.places_n = HAND_MAX; }
static void deck_0(struct entry *e) { e->u.shuffle.deck_len = 0; }
static void deck_odd(struct entry *e) { e->u.shuffle.deck_len--; }
static void deck_max(struct entry *e) { e->u.shuffle.deck_len = DECK_LEN_MAX; }
static void proof_0(struct entry *e) { e->u.shuffle.proof_len = 0; }
static void shares_0(struct entry *e) { e->u.shares.n = 0; }
static void shares_max(struct entry *e) { e->u.shares.n = TILES_MAX; }

static const struct range {
    const char *name;
    uint8_t kind;
    set_function *set;
    enum verdict expect;
} ranges[] = {
    {"number 0", ENTRY_SHARES, number_0, VERDICT_FIELD_RANGE},
    {"largest number", ENTRY_SHARES, number_max, VERDICT_OK},
    {"number above", ENTRY_SHARES, number_over, VERDICT_FIELD_RANGE},
    {"author 0", ENTRY_SHARES, author_none, VERDICT_FIELD_RANGE},
    {"last author", ENTRY_SHARES, author_last, VERDICT_OK},
    {"author above", ENTRY_SHARES, author_over, VERDICT_FIELD_RANGE},
    {"installation 0", ENTRY_SHARES, installation_0, VERDICT_FIELD_RANGE},
    {"largest installation", ENTRY_SHARES, installation_max, VERDICT_OK},
    {"greatest times", ENTRY_SHARES, times_max, VERDICT_OK},
    {"no times", ENTRY_SHARES, times_0, VERDICT_OK},
    {"protocol 0", ENTRY_PROPOSAL, protocol_0, VERDICT_RULES_VERSION},
    {"protocol 2", ENTRY_PROPOSAL, protocol_2, VERDICT_RULES_VERSION},
    {"one player", ENTRY_PROPOSAL, players_1, VERDICT_TOO_MANY},
    {"four players", ENTRY_PROPOSAL, players_4, VERDICT_OK},
    {"move 0", ENTRY_MOVE, move_0, VERDICT_FIELD_RANGE},
    {"last move", ENTRY_MOVE, move_last, VERDICT_OK},
    {"move above", ENTRY_MOVE, move_over, VERDICT_FIELD_RANGE},
    {"last cell", ENTRY_MOVE, cell_last, VERDICT_OK},
    {"cell above", ENTRY_MOVE, cell_over, VERDICT_FIELD_RANGE},
    {"last value", ENTRY_MOVE, value_last, VERDICT_OK},
    {"value above", ENTRY_MOVE, value_over, VERDICT_FIELD_RANGE},
    {"last end", ENTRY_MOVE, end_last, VERDICT_OK},
    {"end above", ENTRY_MOVE, end_over, VERDICT_FIELD_RANGE},
    {"last place", ENTRY_MOVE, place_last, VERDICT_OK},
    {"place above", ENTRY_MOVE, place_over, VERDICT_FIELD_RANGE},
    {"place 0", ENTRY_MOVE, place_zero, VERDICT_FIELD_RANGE},
    {"seven places", ENTRY_MOVE, places_7, VERDICT_OK},
    {"no deck", ENTRY_SHUFFLE, deck_0, VERDICT_FIELD_RANGE},
    {"deck of no whole tiles", ENTRY_SHUFFLE, deck_odd, VERDICT_FIELD_RANGE},
    {"largest deck", ENTRY_SHUFFLE, deck_max, VERDICT_OK},
    {"no proof", ENTRY_SHUFFLE, proof_0, VERDICT_FIELD_RANGE},
    {"no shares", ENTRY_SHARES, shares_0, VERDICT_FIELD_RANGE},
    {"no seconds", ENTRY_ADD_TIME, amount_0, VERDICT_FIELD_RANGE},
    {"most seconds", ENTRY_ADD_TIME, amount_max, VERDICT_OK},
    {"no days", ENTRY_LEAVE, amount_0, VERDICT_FIELD_RANGE},
    {"statement about no entry", ENTRY_CLAIM, one_statement_0, VERDICT_FIELD_RANGE},
    {"statement about an entry above", ENTRY_CLAIM, one_statement_over, VERDICT_FIELD_RANGE},
    {"both statements", ENTRY_CLAIM, with_statements, VERDICT_OK},
    {"most shares", ENTRY_SHARES, shares_max, VERDICT_OK},
};

static void every_range(void **state)
{
    static struct entry e;
    (void)state;
    for (unsigned i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        struct buf b = buf_over(room, sizeof room);
        const struct scene *scene = ranges[i].kind == ENTRY_MOVE
                                        ? scenes_move(&scenes, MOVE_PLACE)
                                        : scenes_find(&scenes, ranges[i].kind, NO_SEAT, 0);
        bool by_hand = scene == NULL; /* nobody wrote one in this game */
        if (by_hand)
            scene = scenes_find(&scenes, ENTRY_COIN, NO_SEAT, 0);
        assert_int_equal(entry_unpack(body_of(scene), &e), VERDICT_OK);
        e.kind = ranges[i].kind;
        if (by_hand)
            memset(&e.u, 0, sizeof e.u);
        ranges[i].set(&e);
        assert_true(entry_pack(&e, &b));
        enum verdict v = unpack_strictly(buf_span(&b));
        if (v != ranges[i].expect)
            print_message("%s: %s\n", ranges[i].name, verdict_name(v));
        assert_int_equal(v, ranges[i].expect);
    }
}

static void lengths(void **state)
{
    const struct scene *scene = scenes_find(&scenes, ENTRY_SHUFFLE, NO_SEAT, 0);
    static uint8_t large[ENTRY_BODY_MAX + 1];
    (void)state;
    assert_int_equal(unpack_strictly(span_of(large, sizeof large)), VERDICT_TOO_LONG);
    assert_int_not_equal(unpack_strictly(span_of(large, 0)), VERDICT_OK);
    for (size_t len = 0; len < scene->entry.len; len += 1 + scene->entry.len / 500)
        assert_int_not_equal(unpack_strictly(span_of(scene->entry.body, len)), VERDICT_OK);
    const struct scene *small = scenes_find(&scenes, ENTRY_COIN, NO_SEAT, 0);
    for (size_t len = 0; len < small->entry.len; len++)
        assert_int_not_equal(unpack_strictly(span_of(small->entry.body, len)), VERDICT_OK);
}

/* A pack that does not fit says so and changes nothing. */
static void no_room(void **state)
{
    static struct entry e;
    const struct scene *scene = scenes_find(&scenes, ENTRY_COIN, NO_SEAT, 0);
    (void)state;
    assert_int_equal(entry_unpack(body_of(scene), &e), VERDICT_OK);
    for (size_t max = 0; max < scene->entry.len; max++) {
        struct buf b = buf_over(room, max);
        assert_false(entry_pack(&e, &b));
        assert_int_equal(b.len, 0);
    }
}

/* ---- signed entries ------------------------------------------------------------------------ */

static enum verdict read_strictly(struct span bytes)
{
    static struct signed_entry out, untouched;
    struct buf b = buf_over(again, sizeof again);
    memset(&out, 0xa5, sizeof out);
    memset(&untouched, 0xa5, sizeof untouched);
    enum verdict v = entry_read(bytes, &out);
    if (v != VERDICT_OK) {
        assert_memory_equal(&out, &untouched, sizeof out);
        return v;
    }
    assert_true(entry_write(&out, &b));
    assert_true(span_equal(buf_span(&b), bytes));
    return v;
}

static void records(void **state)
{
    const struct scene *scene = scenes_find(&scenes, ENTRY_COIN, NO_SEAT, 0);
    struct buf b = buf_over(room, sizeof room);
    struct field f[FIELDS_MAX];
    static uint8_t record[2048];
    (void)state;
    assert_true(entry_write(&scene->entry, &b));
    assert_int_equal(read_strictly(buf_span(&b)), VERDICT_OK);
    assert_int_equal(read_fields(buf_span(&b), f), 2);
    for (unsigned change = 0; change < CHANGE_COUNT; change++)
        for (unsigned target = 0; target < 2; target++) {
            struct buf out = buf_over(record, sizeof record);
            struct field g[2] = {f[0], f[1]};
            for (unsigned i = 0; i < 2; i++) {
                if (i != target)
                    write_field(&out, &g[i], 0, 0);
                else if (!write_changed(&out, &g[i], (enum change)change))
                    goto next; /* means nothing here */
            }
            /* A body may have any bytes and any length: it is judged by what it says. */
            bool body = target == 0 && (change == SHORTER || change == LONGER);
            assert_int_equal(read_strictly(buf_span(&out)) == VERDICT_OK, body);
        next:;
        }
    struct buf out = buf_over(record, sizeof record);
    write_field(&out, &f[1], 0, 0);
    write_field(&out, &f[0], 0, 0);
    assert_int_equal(read_strictly(buf_span(&out)), VERDICT_UNKNOWN_FIELD);
    for (size_t len = 0; len < b.len; len++)
        assert_int_not_equal(read_strictly(span_of(room, len)), VERDICT_OK);
    assert_int_equal(read_strictly(span_of(room, ENTRY_RECORD_MAX + 1)), VERDICT_TOO_LONG);
}

static int set_up(void **state)
{
    (void)state;
    scenes_make(&scenes, 5, 24);
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
        cmocka_unit_test(walk_is_faithful), cmocka_unit_test(every_field),
        cmocka_unit_test(every_field_more), cmocka_unit_test(every_range),
        cmocka_unit_test(lengths),          cmocka_unit_test(no_room),
        cmocka_unit_test(records),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down) != 0;
}
