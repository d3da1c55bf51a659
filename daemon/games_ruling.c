/* Rulings: as an arbiter, of games of others, stored before they are given away; as a player, taken
 * whichever way they came, for nothing but the signature counts.  A game that was ruled is over:
 * its machine writes nothing, and what the ruling says is put over what the chain says, as long as
 * it holds for that. */
#include "daemon/games_part.h"

#include "chain/ruling.h"
#include "daemon/log.h"
#include "daemon/store_rulings.h"

/* To those who are friends, as a note: it goes whichever way notes go. */
static void send_to(struct games *g, const struct ruling *r, const struct player_key *key,
                    unsigned n)
{
    char line[RULING_TEXT_SIZE];
    struct text text = text_over(line, sizeof line);
    struct friend_info who;
    if (!ruling_text(r, &text) || g->people == NULL)
        return;
    for (unsigned i = 0; i < n; i++)
        if (people_by_key(g->people, &key[i], &who) && who.joined &&
            games_say(g, &key[i], 0, line) != VERDICT_OK)
            log_info("a ruling could not be sent as a note");
}

/* --- as an arbiter ---------------------------------------------------------------------------- */

/* Does this entry 1 make me the arbiter of the game? */
static enum verdict am_arbiter(struct games *g, const struct signed_entry *first,
                               const struct ruling *wanted)
{
    const struct proposal *p = &g->plain.u.proposal;
    if (entry_unpack(span_of(first->body, first->len), &g->plain) != VERDICT_OK ||
        g->plain.kind != ENTRY_PROPOSAL || g->plain.number != 1 ||
        chain_verify(first, &p->player[0]) != VERDICT_OK)
        return VERDICT_NOT_DECODABLE;
    struct game_id id = chain_game_id(p);
    if (!game_id_equal(&id, &wanted->game))
        return VERDICT_WRONG_GAME;
    if (!p->has_arbiter)
        return VERDICT_NO_ARBITER;
    if (!player_key_equal(&p->arbiter, &g->me->public))
        return VERDICT_NOT_ARBITER;
    return wanted->winner == NO_SEAT || wanted->winner < p->players ? VERDICT_OK
                                                                    : VERDICT_FIELD_RANGE;
}

static bool same_heads(const struct ruling *a, const struct ruling *b)
{
    if (a->heads_n != b->heads_n)
        return false;
    for (unsigned i = 0; i < a->heads_n; i++)
        if (a->heads[i].number != b->heads[i].number ||
            !hash_equal(&a->heads[i].head, &b->heads[i].head))
            return false;
    return true;
}

static bool has_ruled_otherwise(struct games *g, const struct ruling *wanted)
{
    struct ruling kept[RULINGS_KEPT_MAX];
    unsigned n = store_rulings_get(g->store, &wanted->game, kept);
    return n > 0 && (n > 1 || kept[0].winner != wanted->winner);
}

/* [P-5.23] An arbiter's program stores a ruling before it gives it away, gives the same one for the
 * same game, result and heads again if it is asked to, and signs no other result. */
static enum verdict sign_and_store(struct games *g, const struct ruling *wanted,
                                   struct ruling *out)
{
    struct ruling kept[RULINGS_KEPT_MAX];
    if (has_ruled_otherwise(g, wanted))
        return VERDICT_RULED_ALREADY;
    if (store_rulings_get(g->store, &wanted->game, kept) > 0 && same_heads(&kept[0], wanted)) {
        *out = kept[0];
        return VERDICT_OK;
    }
    *out = *wanted;
    out->time_ms = loop_wall_ms(g->loop);
    if (!ruling_sign(out, g->me->secret))
        return VERDICT_FIELD_RANGE;
    enum verdict v = store_begin(g->store);
    if (v != VERDICT_OK)
        return v;
    v = store_ruling_put(g->store, out, out->time_ms);
    return store_end(g->store, v);
}

enum verdict games_may_rule(struct games *g, const struct ruling *wanted,
                            const struct signed_entry *first)
{
    enum verdict v = am_arbiter(g, first, wanted);
    return v == VERDICT_OK && has_ruled_otherwise(g, wanted) ? VERDICT_RULED_ALREADY : v;
}

enum verdict games_rule(struct games *g, const struct ruling *wanted,
                        const struct signed_entry *first, struct ruling *out)
{
    enum verdict v = am_arbiter(g, first, wanted);
    const struct proposal p = g->plain.u.proposal;
    if (v == VERDICT_OK)
        v = sign_and_store(g, wanted, out);
    if (v == VERDICT_OK)
        send_to(g, out, p.player, p.players);
    return v;
}

/* --- as a player ------------------------------------------------------------------------------ */

struct looking {
    struct games *g;
    const struct live *l;
};

static bool is_evidence(struct games *g, uint32_t game, const struct ruled_head *head)
{
    for (unsigned i = 0; store_evidence_get(g->store, game, i, &g->entry.e); i++) {
        struct hash hash = chain_hash(&g->entry.e);
        if (hash_equal(&hash, &head->head) &&
            entry_unpack(span_of(g->entry.e.body, g->entry.e.len), &g->plain) == VERDICT_OK &&
            g->plain.number == head->number)
            return true;
    }
    return false;
}

/* As the machine has it; what g->fx brings is not stored yet. */
static bool is_in_chain(const struct looking *at, const struct ruled_head *head)
{
    const struct replay *r = &at->l->m.now;
    uint32_t dropped = at->g->fx.drop_from;
    struct hash ours = r->head;
    if (head->number > r->number)
        return false;
    if (head->number < r->number &&
        ((dropped != 0 && head->number >= dropped) ||
         !store_entry_hash(at->g->store, at->l->stored.row.number, head->number, &ours)))
        return false;
    return hash_equal(&ours, &head->head);
}

static enum ruled_known look(void *context, const struct ruled_head *head)
{
    const struct looking *at = context;
    const struct match *m = &at->l->m;
    if (is_evidence(at->g, at->l->stored.row.number, head))
        return RULED_HELD;
    if (!is_in_chain(at, head))
        return RULED_UNKNOWN;
    for (unsigned p = 0; p < m->now.players; p++)
        if (m->last_by[p] <= head->number)
            return RULED_HELD;
    return RULED_PASSED;
}

/* Of those that are kept, the ones that hold for the machine as it is now. */
static unsigned that_hold(struct games *g, const struct live *l,
                          struct ruling out[RULINGS_KEPT_MAX])
{
    struct looking at = {g, l};
    unsigned n = store_rulings_get(g->store, &l->m.now.id, out), good = 0;
    for (unsigned i = 0; i < n; i++)
        if (ruling_check(&out[i], &l->m.now, look, &at) == VERDICT_OK)
            out[good++] = out[i];
    return good;
}

static void apply(struct live *l, const struct ruling *held, unsigned n)
{
    l->rulings = (uint8_t)n;
    l->m.ruled = n == 1;
    if (n == 0)
        return;
    l->ruling = held[0];
    l->m.disputed = 1;
    l->m.wish = (struct again){0};
    l->m.why = n == 1 ? VERDICT_OK : VERDICT_RULINGS_DIFFER;
}

static void count(struct games *g, struct live *l, struct ruling room[RULINGS_KEPT_MAX])
{
    unsigned all = store_rulings_get(g->store, &l->m.now.id, room);
    unsigned n = that_hold(g, l, room);
    l->rulings_wait = n < all;
    apply(l, room, n);
}

/* One that waited, and was not taken any more before the program ended, is taken yet. */
static bool is_taken(const struct game_row *row)
{
    return row->grade == GRADE_RULED || row->refusal == VERDICT_RULINGS_DIFFER;
}

/* What stopped the machine before is not stored of a game that is ruled; but it left evidence. */
void games_ruling_load(struct games *g, struct live *l)
{
    struct ruling kept[RULINGS_KEPT_MAX];
    if (store_rulings_get(g->store, &l->m.now.id, kept) == 0)
        return;
    games_no_effects(g);
    l->rulings_wait = !is_taken(&l->stored.row);
    if (l->rulings_wait)
        return;
    if (store_evidence_get(g->store, l->stored.row.number, 0, &g->entry.e))
        l->stopped = VERDICT_DISPUTED;
    else if (l->stored.row.refusal == VERDICT_RULINGS_DIFFER)
        l->m.disputed = 0;
    count(g, l, kept);
}

void games_ruling_lift(struct live *l)
{
    if (l->rulings == 0)
        return;
    l->m.disputed = l->stopped != VERDICT_OK;
    l->m.ruled = 0;
    l->m.why = l->stopped;
}

/* [P-5.22] Entries of others are taken all the same, for it may be that with one of them the ruling
 * does not hold any more; then the game is what it is without it. */
void games_ruling_lay(struct games *g, struct live *l)
{
    struct ruling kept[RULINGS_KEPT_MAX];
    if (l->rulings == 0)
        return;
    l->stopped = l->m.disputed ? l->m.why : VERDICT_OK;
    count(g, l, kept);
    if (l->rulings > 0)
        g->fx.notices_n = 0;
}

void games_ruling_row(const struct live *l, struct game_row *row)
{
    if (l->rulings != 1)
        return;
    row->state = GAME_FINISHED;
    row->grade = GRADE_RULED;
    row->ending = ENDING_RULED;
    row->winner = l->ruling.winner;
    row->refusal = VERDICT_OK;
}

void games_ruling_show(const struct live *l, struct game_show *out)
{
    if (l->rulings != 1)
        return;
    out->view.ending = ENDING_RULED;
    out->view.winner = l->ruling.winner;
    out->view.draw_by = NO_SEAT;
}

static void tell(const struct games *g, const struct live *l, struct event *out)
{
    const struct replay *r = &l->m.now;
    memset(out, 0, sizeof *out);
    out->kind = EVENT_RULED;
    out->time_ms = loop_wall_ms(g->loop);
    out->game = l->stored.row.number;
    out->seat = l->rulings == 1 ? l->ruling.winner : NO_SEAT;
    out->mine = out->seat == match_seat(&l->m);
    out->verdict = l->rulings == 1 ? VERDICT_OK : VERDICT_RULINGS_DIFFER;
    games_name_key(g, &r->arbiter, out->name);
    if (out->seat < r->players && !out->mine) {
        char winner[NAME_MAX_LEN + 1];
        struct text text = text_over(out->text, sizeof out->text);
        games_name_key(g, &r->key[r->player_of[out->seat]], winner);
        text_add(&text, winner);
    }
}

static enum verdict store_all(struct games *g, struct live *l, const struct ruling *r,
                              struct event *event)
{
    enum verdict v = store_begin(g->store);
    if (v != VERDICT_OK)
        return v;
    l->stored.row.changed_ms = event->time_ms;
    v = store_ruling_put(g->store, r, event->time_ms);
    if (v == VERDICT_OK)
        v = store_game_save(g->store, &l->stored);
    if (v == VERDICT_OK)
        v = store_event_add(g->store, event);
    return store_end(g->store, v);
}

/* So that the others need not wait for the arbiter: who knows it already drops it. */
static void pass_on(struct games *g, const struct live *l, const struct ruling *r)
{
    struct player_key others[OTHERS_MAX];
    for (unsigned i = 0; i < l->stored.others_n; i++)
        others[i] = l->stored.other[i].key;
    send_to(g, r, others, l->stored.others_n);
}

static enum verdict take(struct games *g, struct live *l, const struct ruling *r)
{
    const struct ruling first = l->rulings == 0 ? *r : l->ruling;
    struct event event;
    if (l->rulings > 1 || (l->rulings == 1 && first.winner == r->winner))
        return VERDICT_OK; /* it is known, or that they differ */
    if (l->rulings == 0)
        l->stopped = l->m.disputed ? l->m.why : VERDICT_OK;
    apply(l, &first, l->rulings + 1U);
    games_summary(g, l);
    tell(g, l, &event);
    enum verdict v = store_all(g, l, r, &event);
    if (v != VERDICT_OK) {
        games_forget(g, l);
        return v;
    }
    games_clock_arm(g, l);
    g->owner.on_events(g->owner.self, &event, 1);
    pass_on(g, l, r);
    v = games_if_cancel(g, event.game, 0);
    return v == VERDICT_NO_CONDITION ? VERDICT_OK : v;
}

/* It may have come before what it is about. */
static void keep_waiting(struct games *g, struct live *l, const struct ruling *r)
{
    struct ruling held[RULINGS_KEPT_MAX];
    unsigned n = that_hold(g, l, held);
    for (unsigned i = 0; i < n; i++)
        if (held[i].winner == r->winner)
            return;
    enum verdict v = store_begin(g->store);
    if (v == VERDICT_OK)
        v = store_end(g->store, store_ruling_put(g->store, r, loop_wall_ms(g->loop)));
    if (v == VERDICT_OK)
        l->rulings_wait = true;
    else
        log_warnx("a ruling could not be kept");
}

/* [P-5.22] One that names what he does not have is kept, and looked at again when entries come. */
enum verdict games_ruling_again(struct games *g, struct live *l)
{
    struct looking at = {g, l};
    struct ruling kept[RULINGS_KEPT_MAX];
    enum verdict v = VERDICT_OK;
    unsigned n = l->rulings_wait ? store_rulings_get(g->store, &l->m.now.id, kept) : 0;
    if (n > 0)
        games_no_effects(g);
    for (unsigned i = 0; i < n && v == VERDICT_OK; i++)
        if (ruling_check(&kept[i], &l->m.now, look, &at) == VERDICT_OK)
            v = take(g, l, &kept[i]);
    return v;
}

enum verdict games_take_ruling(struct games *g, const struct ruling *r, uint32_t *number)
{
    struct live *l;
    enum verdict v = store_game_find(g->store, &r->game, number);
    if (v == VERDICT_OK)
        v = games_live(g, *number, &l);
    if (v != VERDICT_OK)
        return v;
    struct looking at = {g, l};
    games_no_effects(g);
    v = ruling_check(r, &l->m.now, look, &at);
    if (v == VERDICT_RULING_ELSEWHERE)
        keep_waiting(g, l, r);
    return v == VERDICT_OK ? take(g, l, r) : v;
}

unsigned games_rulings(struct games *g, uint32_t number, struct ruling out[RULINGS_KEPT_MAX])
{
    struct live *l;
    if (games_live(g, number, &l) != VERDICT_OK || l->rulings == 0)
        return 0;
    games_no_effects(g);
    return that_hold(g, l, out);
}

void games_ruling_in_note(struct games *g, const char *text)
{
    struct ruling r;
    uint32_t number;
    if (ruling_find(span_text(text), &r) != VERDICT_OK)
        return;
    enum verdict v = games_take_ruling(g, &r, &number);
    if (v != VERDICT_OK)
        log_info("a ruling in a note: %s", verdict_name(v));
}
