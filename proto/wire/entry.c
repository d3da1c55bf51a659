/* Bodies of signed entries <-> bytes.  Everything about protobuf stays in here.  A body is read
 * strictly: whatever we would not have written ourselves, byte for byte, is refused, so that one
 * meaning has one spelling and no hash can be varied without varying what it says. */
#include "wire/entry.h"

#include "entry.pb-c.h"
#include "wire/alloc.h"
#include "wire/limits.h"

#include <assert.h>

/* ---- to bytes ------------------------------------------------------------------------------ */

/* The generated structs of one body, all in one place so that nothing needs to be allocated. */
struct draft {
    Numbridge__EntryBody body;
    Numbridge__EntryTimes times;
    Numbridge__BagTicket ticket;
    Numbridge__WitnessStatement before, after;
    union {
        Numbridge__Proposal proposal;
        Numbridge__Acceptance acceptance;
        Numbridge__Decline decline;
        Numbridge__CoinOpening coin;
        Numbridge__Shuffle shuffle;
        Numbridge__Shares shares;
        Numbridge__Move move;
        Numbridge__Resign resign;
        Numbridge__OfferDraw offer_draw;
        Numbridge__AcceptDraw accept_draw;
        Numbridge__SeedOpening seed;
        Numbridge__Flag flag;
        Numbridge__Warning warning;
        Numbridge__Claim claim;
        Numbridge__AddTime add_time;
        Numbridge__Pause pause;
        Numbridge__Resume resume;
        Numbridge__Leave leave;
    } step;
    ProtobufCBinaryData players[PLAYERS_MAX];
    uint8_t terms[TERMS_BYTES];
    uint8_t places[HAND_MAX];
};

/* protobuf-c wants a writable pointer although packing only reads: the one place that says so. */
static ProtobufCBinaryData lend(const void *data, size_t len)
{
    union {
        const void *in;
        uint8_t *out;
    } borrowed = {.in = data};
    return (ProtobufCBinaryData){len, len > 0 ? borrowed.out : NULL};
}

static void draft_ticket(struct draft *d, const struct bag_ticket *t)
{
    numbridge__bag_ticket__init(&d->ticket);
    d->ticket.key = lend(t->key.b, sizeof t->key.b);
    d->ticket.possession = lend(t->possession.b, sizeof t->possession.b);
    d->ticket.seed_commit = lend(t->seed_commit.b, sizeof t->seed_commit.b);
}

static void draft_proposal(struct draft *d, const struct entry *e)
{
    const struct proposal *p = &e->u.proposal;
    Numbridge__Proposal *out = &d->step.proposal;
    numbridge__proposal__init(out);
    draft_ticket(d, &p->ticket);
    terms_bytes(&p->terms, d->terms);
    for (unsigned i = 0; i < p->players; i++)
        d->players[i] = lend(p->player[i].b, sizeof p->player[i].b);
    out->protocol = p->protocol;
    out->terms = lend(d->terms, sizeof d->terms);
    out->nonce = lend(p->nonce, sizeof p->nonce);
    out->n_players = p->players;
    out->players = d->players;
    out->ticket = &d->ticket;
    out->coin_commit = lend(p->coin_commit.b, sizeof p->coin_commit.b);
    if (p->has_witness)
        out->witness = lend(p->witness.b, sizeof p->witness.b);
    if (p->has_arbiter)
        out->arbiter = lend(p->arbiter.b, sizeof p->arbiter.b);
    d->body.proposal = out;
}

static void draft_acceptance(struct draft *d, const struct entry *e)
{
    const struct acceptance *a = &e->u.acceptance;
    Numbridge__Acceptance *out = &d->step.acceptance;
    numbridge__acceptance__init(out);
    draft_ticket(d, &a->ticket);
    out->ticket = &d->ticket;
    if (a->opens_coin)
        out->coin = lend(a->coin.b, sizeof a->coin.b);
    else
        out->coin_commit = lend(a->coin_commit.b, sizeof a->coin_commit.b);
    d->body.acceptance = out;
}

static void draft_shuffle(struct draft *d, const struct entry *e)
{
    numbridge__shuffle__init(&d->step.shuffle);
    d->step.shuffle.deck = lend(e->u.shuffle.deck, e->u.shuffle.deck_len);
    d->step.shuffle.proof = lend(e->u.shuffle.proof, e->u.shuffle.proof_len);
    d->body.shuffle = &d->step.shuffle;
}

static void draft_shares(struct draft *d, const struct entry *e)
{
    numbridge__shares__init(&d->step.shares);
    d->step.shares.shares = lend(e->u.shares.share, sizeof(struct point) * e->u.shares.n);
    d->step.shares.proof = lend(e->u.shares.proof.b, PROOF_LEN);
    d->body.shares = &d->step.shares;
}

static void draft_move(struct draft *d, const struct entry *e)
{
    const struct move_step *s = &e->u.move;
    Numbridge__Move *out = &d->step.move;
    numbridge__move__init(out);
    for (unsigned i = 0; i < s->move.places_n; i++)
        d->places[i] = (uint8_t)(s->move.places[i] + 1);
    out->kind = s->move.kind;
    out->cell = s->move.cell == NO_CELL ? 0 : s->move.cell + 1U;
    out->value = s->move.value;
    out->end = s->move.end == NO_CELL ? 0 : s->move.end + 1U;
    out->places = lend(d->places, s->move.places_n);
    if (s->opens) {
        out->share = lend(s->share.b, sizeof s->share.b);
        out->proof = lend(s->proof.b, PROOF_LEN);
    }
    d->body.move = out;
}

static void draft_small(struct draft *d, const struct entry *e)
{
    switch (e->kind) {
    case ENTRY_DECLINE:
        numbridge__decline__init(d->body.decline = &d->step.decline);
        break;
    case ENTRY_COIN:
        numbridge__coin_opening__init(d->body.coin = &d->step.coin);
        d->step.coin.contribution = lend(e->u.coin.b, sizeof e->u.coin.b);
        break;
    case ENTRY_RESIGN:
        numbridge__resign__init(d->body.resign = &d->step.resign);
        break;
    case ENTRY_OFFER_DRAW:
        numbridge__offer_draw__init(d->body.offer_draw = &d->step.offer_draw);
        break;
    case ENTRY_ACCEPT_DRAW:
        numbridge__accept_draw__init(d->body.accept_draw = &d->step.accept_draw);
        break;
    default:
        assert(e->kind == ENTRY_SEED);
        numbridge__seed_opening__init(d->body.seed = &d->step.seed);
        d->step.seed.seed = lend(e->u.seed.seed.b, sizeof e->u.seed.seed.b);
        if (e->u.seed.has_next) {
            draft_ticket(d, &e->u.seed.next);
            d->step.seed.next = &d->ticket;
        }
    }
}

static void draft_statement(Numbridge__WitnessStatement *to, const struct statement *from)
{
    numbridge__witness_statement__init(to);
    to->number = from->number;
    to->time_ms = from->time_ms;
    to->signature = lend(from->signature.b, sizeof from->signature.b);
}

static void draft_claim(struct draft *d, const struct entry *e)
{
    numbridge__claim__init(d->body.claim = &d->step.claim);
    if (!e->u.claim.witnessed)
        return;
    draft_statement(&d->before, &e->u.claim.before);
    draft_statement(&d->after, &e->u.claim.after);
    d->step.claim.before = &d->before;
    d->step.claim.after = &d->after;
}

static void draft_clock(struct draft *d, const struct entry *e)
{
    switch (e->kind) {
    case ENTRY_FLAG:
        numbridge__flag__init(d->body.flag = &d->step.flag);
        break;
    case ENTRY_WARNING:
        numbridge__warning__init(d->body.warning = &d->step.warning);
        break;
    case ENTRY_ADD_TIME:
        numbridge__add_time__init(d->body.add_time = &d->step.add_time);
        d->step.add_time.seconds = e->u.amount;
        break;
    case ENTRY_PAUSE:
        numbridge__pause__init(d->body.pause = &d->step.pause);
        break;
    case ENTRY_RESUME:
        numbridge__resume__init(d->body.resume = &d->step.resume);
        break;
    default:
        assert(e->kind == ENTRY_LEAVE);
        numbridge__leave__init(d->body.leave = &d->step.leave);
        d->step.leave.days = e->u.amount;
    }
}

typedef void draft_function(struct draft *d, const struct entry *e);
static const struct {
    Numbridge__EntryBody__StepCase step;
    draft_function *draft;
} kinds[ENTRY_KIND_COUNT] = {
    [ENTRY_PROPOSAL] = {NUMBRIDGE__ENTRY_BODY__STEP_PROPOSAL, draft_proposal},
    [ENTRY_ACCEPTANCE] = {NUMBRIDGE__ENTRY_BODY__STEP_ACCEPTANCE, draft_acceptance},
    [ENTRY_DECLINE] = {NUMBRIDGE__ENTRY_BODY__STEP_DECLINE, draft_small},
    [ENTRY_COIN] = {NUMBRIDGE__ENTRY_BODY__STEP_COIN, draft_small},
    [ENTRY_SHUFFLE] = {NUMBRIDGE__ENTRY_BODY__STEP_SHUFFLE, draft_shuffle},
    [ENTRY_SHARES] = {NUMBRIDGE__ENTRY_BODY__STEP_SHARES, draft_shares},
    [ENTRY_MOVE] = {NUMBRIDGE__ENTRY_BODY__STEP_MOVE, draft_move},
    [ENTRY_RESIGN] = {NUMBRIDGE__ENTRY_BODY__STEP_RESIGN, draft_small},
    [ENTRY_OFFER_DRAW] = {NUMBRIDGE__ENTRY_BODY__STEP_OFFER_DRAW, draft_small},
    [ENTRY_ACCEPT_DRAW] = {NUMBRIDGE__ENTRY_BODY__STEP_ACCEPT_DRAW, draft_small},
    [ENTRY_SEED] = {NUMBRIDGE__ENTRY_BODY__STEP_SEED, draft_small},
    [ENTRY_FLAG] = {NUMBRIDGE__ENTRY_BODY__STEP_FLAG, draft_clock},
    [ENTRY_WARNING] = {NUMBRIDGE__ENTRY_BODY__STEP_WARNING, draft_clock},
    [ENTRY_CLAIM] = {NUMBRIDGE__ENTRY_BODY__STEP_CLAIM, draft_claim},
    [ENTRY_ADD_TIME] = {NUMBRIDGE__ENTRY_BODY__STEP_ADD_TIME, draft_clock},
    [ENTRY_PAUSE] = {NUMBRIDGE__ENTRY_BODY__STEP_PAUSE, draft_clock},
    [ENTRY_RESUME] = {NUMBRIDGE__ENTRY_BODY__STEP_RESUME, draft_clock},
    [ENTRY_LEAVE] = {NUMBRIDGE__ENTRY_BODY__STEP_LEAVE, draft_clock},
};

static void draft_header(struct draft *d, const struct entry *e)
{
    numbridge__entry_body__init(&d->body);
    numbridge__entry_times__init(&d->times);
    d->times.sent_ms = e->times.sent_ms;
    d->times.seen_ms = e->times.seen_ms;
    d->times.used_ms = e->times.used_ms;
    d->times.bank_ms = e->times.bank_ms;
    d->times.other_ms = e->times.other_ms;
    d->body.game = lend(e->game.b, sizeof e->game.b);
    d->body.number = e->number;
    d->body.prev = lend(e->prev.b, sizeof e->prev.b);
    d->body.author = e->author + 1;
    d->body.installation = e->installation;
    d->body.times = &d->times;
    d->body.state = lend(e->state.b, sizeof e->state.b);
}

bool entry_pack(const struct entry *in, struct buf *out)
{
    struct draft d;
    assert(in->kind >= 1 && in->kind < ENTRY_KIND_COUNT);
    draft_header(&d, in);
    kinds[in->kind].draft(&d, in);
    d.body.step_case = kinds[in->kind].step;
    size_t len = numbridge__entry_body__get_packed_size(&d.body);
    if (len > ENTRY_BODY_MAX || len > out->max - out->len)
        return false;
    numbridge__entry_body__pack(&d.body, out->data + out->len);
    out->len += len;
    return true;
}

/* ---- from bytes ---------------------------------------------------------------------------- */

static bool take(const ProtobufCBinaryData *from, void *to, size_t len)
{
    if (from->len != len)
        return false;
    memcpy(to, from->data, len);
    return true;
}

static enum verdict read_ticket(const Numbridge__BagTicket *t, struct bag_ticket *out)
{
    if (t == NULL)
        return VERDICT_FIELD_RANGE;
    bool right = take(&t->key, out->key.b, sizeof out->key.b) &&
                 take(&t->possession, out->possession.b, sizeof out->possession.b) &&
                 take(&t->seed_commit, out->seed_commit.b, sizeof out->seed_commit.b);
    return right ? VERDICT_OK : VERDICT_FIELD_RANGE;
}

static enum verdict read_proposal(const Numbridge__EntryBody *body, struct entry *out)
{
    const Numbridge__Proposal *p = body->proposal;
    struct proposal *to = &out->u.proposal;
    if (p->n_players < 2 || p->n_players > PLAYERS_MAX)
        return VERDICT_TOO_MANY;
    if (p->protocol != PROTOCOL_VERSION)
        return VERDICT_RULES_VERSION;
    if (p->terms.len != TERMS_BYTES || !take(&p->nonce, to->nonce, sizeof to->nonce) ||
        !take(&p->coin_commit, to->coin_commit.b, sizeof to->coin_commit.b))
        return VERDICT_FIELD_RANGE;
    to->has_witness = p->witness.len > 0;
    to->has_arbiter = p->arbiter.len > 0;
    if ((to->has_witness && !take(&p->witness, to->witness.b, sizeof to->witness.b)) ||
        (to->has_arbiter && !take(&p->arbiter, to->arbiter.b, sizeof to->arbiter.b)))
        return VERDICT_FIELD_RANGE;
    to->protocol = p->protocol;
    to->players = (uint8_t)p->n_players;
    terms_from_bytes(p->terms.data, &to->terms);
    for (size_t i = 0; i < p->n_players; i++)
        if (!take(&p->players[i], to->player[i].b, sizeof to->player[i].b))
            return VERDICT_FIELD_RANGE;
    return read_ticket(p->ticket, &to->ticket);
}

static enum verdict read_acceptance(const Numbridge__EntryBody *body, struct entry *out)
{
    const Numbridge__Acceptance *a = body->acceptance;
    struct acceptance *to = &out->u.acceptance;
    to->opens_coin = a->coin.len > 0;
    bool right = to->opens_coin
                     ? a->coin_commit.len == 0 && take(&a->coin, to->coin.b, sizeof to->coin.b)
                     : take(&a->coin_commit, to->coin_commit.b, sizeof to->coin_commit.b);
    return right ? read_ticket(a->ticket, &to->ticket) : VERDICT_FIELD_RANGE;
}

static enum verdict read_nothing(const Numbridge__EntryBody *body, struct entry *out)
{
    (void)body;
    (void)out;
    return VERDICT_OK;
}

static enum verdict read_coin(const Numbridge__EntryBody *body, struct entry *out)
{
    return take(&body->coin->contribution, out->u.coin.b, sizeof out->u.coin.b)
               ? VERDICT_OK
               : VERDICT_FIELD_RANGE;
}

static enum verdict read_shuffle(const Numbridge__EntryBody *body, struct entry *out)
{
    const Numbridge__Shuffle *s = body->shuffle;
    struct shuffle_step *to = &out->u.shuffle;
    if (s->deck.len == 0 || s->deck.len > sizeof to->deck || s->deck.len % CIPHER_LEN != 0 ||
        s->proof.len == 0 || s->proof.len > sizeof to->proof)
        return VERDICT_FIELD_RANGE;
    to->deck_len = (uint16_t)s->deck.len;
    to->proof_len = (uint16_t)s->proof.len;
    memcpy(to->deck, s->deck.data, s->deck.len);
    memcpy(to->proof, s->proof.data, s->proof.len);
    return VERDICT_OK;
}

static enum verdict read_shares(const Numbridge__EntryBody *body, struct entry *out)
{
    const Numbridge__Shares *s = body->shares;
    struct shares_step *to = &out->u.shares;
    if (s->shares.len == 0 || s->shares.len > sizeof to->share ||
        s->shares.len % sizeof(struct point) != 0 || !take(&s->proof, to->proof.b, PROOF_LEN))
        return VERDICT_FIELD_RANGE;
    to->n = (uint8_t)(s->shares.len / sizeof(struct point));
    memcpy(to->share, s->shares.data, s->shares.len);
    return VERDICT_OK;
}

static enum verdict read_places(const ProtobufCBinaryData *from, struct move *out)
{
    if (from->len > HAND_MAX)
        return VERDICT_TOO_MANY;
    out->places_n = (uint8_t)from->len;
    for (size_t i = 0; i < from->len; i++) {
        if (from->data[i] < 1 || from->data[i] > TILES_MAX)
            return VERDICT_FIELD_RANGE;
        out->places[i] = (uint8_t)(from->data[i] - 1);
    }
    return VERDICT_OK;
}

static enum verdict read_move(const Numbridge__EntryBody *body, struct entry *out)
{
    const Numbridge__Move *m = body->move;
    struct move_step *to = &out->u.move;
    if (m->kind < MOVE_PLACE || m->kind > MOVE_PASS || m->cell > CELLS_MAX ||
        m->value > TILES_MAX || m->end > 4)
        return VERDICT_FIELD_RANGE;
    to->move.kind = (uint8_t)m->kind;
    to->move.cell = m->cell == 0 ? NO_CELL : (uint8_t)(m->cell - 1);
    to->move.value = (uint8_t)m->value;
    to->move.end = m->end == 0 ? NO_CELL : (uint8_t)(m->end - 1);
    to->opens = m->share.len > 0;
    if (to->opens ? !take(&m->share, to->share.b, sizeof to->share.b) ||
                        !take(&m->proof, to->proof.b, PROOF_LEN)
                  : m->proof.len > 0)
        return VERDICT_FIELD_RANGE;
    return read_places(&m->places, &to->move);
}

static enum verdict read_seed(const Numbridge__EntryBody *body, struct entry *out)
{
    struct seed_step *to = &out->u.seed;
    if (!take(&body->seed->seed, to->seed.b, sizeof to->seed.b))
        return VERDICT_FIELD_RANGE;
    to->has_next = body->seed->next != NULL;
    return to->has_next ? read_ticket(body->seed->next, &to->next) : VERDICT_OK;
}

static bool read_statement(const Numbridge__WitnessStatement *from, struct statement *to)
{
    if (from == NULL || from->number < 1 || from->number > ENTRIES_MAX)
        return false;
    to->number = from->number;
    to->time_ms = from->time_ms;
    return take(&from->signature, to->signature.b, sizeof to->signature.b);
}

static enum verdict read_claim(const Numbridge__EntryBody *body, struct entry *out)
{
    const Numbridge__Claim *c = body->claim;
    struct claim_step *to = &out->u.claim;
    to->witnessed = c->before != NULL || c->after != NULL;
    if (!to->witnessed)
        return VERDICT_OK;
    return read_statement(c->before, &to->before) && read_statement(c->after, &to->after)
               ? VERDICT_OK
               : VERDICT_FIELD_RANGE;
}

static enum verdict read_add_time(const Numbridge__EntryBody *body, struct entry *out)
{
    out->u.amount = body->add_time->seconds;
    return out->u.amount > 0 ? VERDICT_OK : VERDICT_FIELD_RANGE;
}

static enum verdict read_leave(const Numbridge__EntryBody *body, struct entry *out)
{
    out->u.amount = body->leave->days;
    return out->u.amount > 0 ? VERDICT_OK : VERDICT_FIELD_RANGE;
}

typedef enum verdict read_function(const Numbridge__EntryBody *body, struct entry *out);
static read_function *const readers[ENTRY_KIND_COUNT] = {
    [ENTRY_PROPOSAL] = read_proposal,   [ENTRY_ACCEPTANCE] = read_acceptance,
    [ENTRY_DECLINE] = read_nothing,     [ENTRY_COIN] = read_coin,
    [ENTRY_SHUFFLE] = read_shuffle,     [ENTRY_SHARES] = read_shares,
    [ENTRY_MOVE] = read_move,           [ENTRY_RESIGN] = read_nothing,
    [ENTRY_OFFER_DRAW] = read_nothing,  [ENTRY_ACCEPT_DRAW] = read_nothing,
    [ENTRY_SEED] = read_seed,           [ENTRY_FLAG] = read_nothing,
    [ENTRY_WARNING] = read_nothing,     [ENTRY_CLAIM] = read_claim,
    [ENTRY_ADD_TIME] = read_add_time,   [ENTRY_PAUSE] = read_nothing,
    [ENTRY_RESUME] = read_nothing,      [ENTRY_LEAVE] = read_leave,
};

static unsigned kind_of(const Numbridge__EntryBody *body)
{
    for (unsigned kind = 1; kind < ENTRY_KIND_COUNT; kind++)
        if (kinds[kind].step == body->step_case)
            return kind;
    return 0;
}

static enum verdict read_header(const Numbridge__EntryBody *body, struct entry *out)
{
    const Numbridge__EntryTimes *t = body->times;
    if (t == NULL || body->number < 1 || body->number > ENTRIES_MAX || body->author < 1 ||
        body->author > PLAYERS_MAX || body->installation < 1)
        return VERDICT_FIELD_RANGE;
    if (!take(&body->game, out->game.b, sizeof out->game.b) ||
        !take(&body->prev, out->prev.b, sizeof out->prev.b) ||
        !take(&body->state, out->state.b, sizeof out->state.b))
        return VERDICT_FIELD_RANGE;
    out->number = body->number;
    out->author = body->author - 1;
    out->installation = body->installation;
    out->times = (struct times){t->sent_ms, t->seen_ms, t->used_ms, t->bank_ms, t->other_ms};
    out->kind = kind_of(body);
    return out->kind == 0 ? VERDICT_NOT_DECODABLE : VERDICT_OK;
}

/* [F-3.2] A body spelled otherwise is refused. */
static enum verdict only_spelling(struct span bytes, const struct entry *e)
{
    uint8_t again[ENTRY_BODY_MAX];
    struct buf b = buf_over(again, sizeof again);
    return entry_pack(e, &b) && span_equal(buf_span(&b), bytes) ? VERDICT_OK
                                                                : VERDICT_UNKNOWN_FIELD;
}

enum verdict entry_unpack(struct span bytes, struct entry *out)
{
    if (bytes.len > ENTRY_BODY_MAX)
        return VERDICT_TOO_LONG;
    struct alloc alloc;
    alloc_init(&alloc, UNPACK_BYTES_FACTOR * bytes.len + UNPACK_BYTES_EXTRA, UNPACK_BLOCKS_MAX);
    Numbridge__EntryBody *body =
        numbridge__entry_body__unpack(&alloc.calls, bytes.len, bytes.data);
    if (body == NULL)
        return alloc.refused ? VERDICT_MEMORY : VERDICT_NOT_DECODABLE;
    struct entry e;
    memset(&e, 0, sizeof e);
    enum verdict v = read_header(body, &e);
    if (v == VERDICT_OK)
        v = readers[e.kind](body, &e);
    numbridge__entry_body__free_unpacked(body, &alloc.calls);
    if (v == VERDICT_OK)
        v = only_spelling(bytes, &e);
    if (v == VERDICT_OK)
        *out = e;
    return v;
}

/* ---- records ------------------------------------------------------------------------------- */

static bool write_record(struct span body, const struct signature *signature, struct buf *out)
{
    Numbridge__SignedEntry m = NUMBRIDGE__SIGNED_ENTRY__INIT;
    m.body = lend(body.data, body.len);
    m.signature = lend(signature->b, sizeof signature->b);
    size_t len = numbridge__signed_entry__get_packed_size(&m);
    if (len > out->max - out->len)
        return false;
    numbridge__signed_entry__pack(&m, out->data + out->len);
    out->len += len;
    return true;
}

bool entry_write(const struct signed_entry *in, struct buf *out)
{
    return write_record(span_of(in->body, in->len), &in->signature, out);
}

enum verdict entry_read(struct span bytes, struct signed_entry *out)
{
    if (bytes.len > ENTRY_RECORD_MAX)
        return VERDICT_TOO_LONG;
    struct alloc alloc;
    alloc_init(&alloc, UNPACK_BYTES_FACTOR * bytes.len + UNPACK_BYTES_EXTRA, UNPACK_BLOCKS_MAX);
    Numbridge__SignedEntry *m =
        numbridge__signed_entry__unpack(&alloc.calls, bytes.len, bytes.data);
    if (m == NULL)
        return alloc.refused ? VERDICT_MEMORY : VERDICT_NOT_DECODABLE;
    struct signature signature;
    uint8_t again[ENTRY_RECORD_MAX];
    struct buf b = buf_over(again, sizeof again);
    enum verdict v = VERDICT_FIELD_RANGE;
    if (m->body.len > 0 && m->body.len <= ENTRY_BODY_MAX &&
        take(&m->signature, signature.b, sizeof signature.b))
        v = write_record(span_of(m->body.data, m->body.len), &signature, &b) &&
                    span_equal(buf_span(&b), bytes)
                ? VERDICT_OK
                : VERDICT_UNKNOWN_FIELD;
    if (v == VERDICT_OK) {
        out->len = (uint16_t)m->body.len;
        memcpy(out->body, m->body.data, m->body.len);
        out->signature = signature;
    }
    numbridge__signed_entry__free_unpacked(m, &alloc.calls);
    return v;
}
