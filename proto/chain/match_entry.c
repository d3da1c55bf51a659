/* What comes: which of two entries for one place stands, and what is done about a wrong one. */
#include "chain/match_part.h"

#include "chain/match_clock.h"

#include <assert.h>

static void stop_disputed(struct match *m, const struct signed_entry *e, enum verdict why,
                          struct effects *out)
{
    m->disputed = 1;
    m->why = why;
    match_give_entry(out, e, 0);
    out->evidence = 1;
    match_notice(out, NOTICE_DISPUTED);
}

static void accept_entry(struct match *m, const struct replay *before,
                         const struct signed_entry *e, const struct moment *now,
                         struct effects *out)
{
    match_give_entry(out, e, m->now.number);
    match_clock_settle(m, before, now);
    m->other_ms = m->sent_tick_ms > 0 ? clock_since(m->sent_tick_ms, now->tick_ms) : 0;
    m->seen_ms = now->wall_ms;
    m->turn_tick_ms = now->tick_ms;
    match_settle(m, before, e);
    match_notice_all(m, before, out);
}

/* [P-2.13] A proposal that is refused starts no game, and a game that is finished or declined
 * stays so: neither is ever disputed. */
static bool may_be_disputed(const struct match *m)
{
    return m->now.phase != PHASE_EMPTY && m->now.phase < PHASE_FINISHED;
}

/* What gives way to what. */
struct giving {
    const struct replay *base, *after; /* before the first entry that goes, after the one taken */
    const struct signed_entry *taken;
};

/* What I wrote after the base gives way to the claim: to the warning under it first, if it took
 * that one's place (the claim then comes again as the next entry), else to the claim itself. */
static enum verdict give_in(struct match *m, const struct giving *g, const struct moment *now,
                            struct effects *out)
{
    struct replay before = *g->base;
    uint64_t limit = clock_own_limit_ms(&before, m->me);
    out->drop_from = before.number + 1;
    m->now = *g->after;
    accept_entry(m, &before, g->taken, now, out);
    if (m->spent_ms < limit)
        m->spent_ms = limit; /* decided already: I was late */
    m->rival.len = 0;
    m->run_late = 0;
    sodium_memzero(&before, sizeof before);
    return VERDICT_OK;
}

static enum verdict contest(struct match *m, const struct signed_entry *claim,
                            struct effects *out)
{
    stop_disputed(m, claim, VERDICT_CONTESTED, out);
    return VERDICT_CONTESTED;
}

/* What of mine somebody calls late: the place of an entry that he claims to have been waiting for,
 * beside what I wrote after `base`, or over a warning that one of mine superseded.  0: he says no
 * such thing, or has built on it, and so has taken it in time. */
static uint32_t called_late(const struct match *m, const struct replay *base,
                            const struct entry *claim, bool *over)
{
    struct hash rival = chain_hash(&m->rival);
    struct entry warning;
    uint32_t place = 0;
    *over = m->rival.len > 0 && hash_equal(&claim->prev, &rival) &&
            entry_unpack(span_of(m->rival.body, m->rival.len), &warning) == VERDICT_OK &&
            warning.author == claim->author && claim->number == warning.number + 1;
    if (*over)
        place = warning.number;
    else if (base->number > 0 && hash_equal(&claim->prev, &base->head) &&
             claim->number == base->number + 1)
        place = claim->number;
    return place > m->last_by[claim->author] ? place : 0;
}

/* [P-5.9] The debtor's program gives way to it if by its own record the move was late; otherwise
 * it contests, and the game is disputed. */
/* Here: a claim that does not fit on our head.  VERDICT_GAP if it is about nothing of mine, or
 * could be judged and the judge would not take it. */
static enum verdict answer_claim(struct match *m, const struct entry *e,
                                 const struct signed_entry *claim, const struct moment *now,
                                 struct effects *out)
{
    const struct replay *base = &m->mine_base;
    struct replay warned, claimed;
    bool over, late = m->mine_late;
    if (e->kind != ENTRY_CLAIM || e->author >= m->now.players || e->author == m->me ||
        !clock_counts(&m->now.terms) || !may_be_disputed(m) ||
        chain_verify(claim, &m->now.key[e->author]) != VERDICT_OK)
        return VERDICT_GAP;
    uint32_t place = called_late(m, base, e, &over);
    /* An earlier entry of mine was late already, and what came after it is mine as well: all of
     * that gives way together. */
    bool run = m->run_late && place != m->now.number &&
               called_late(m, &m->run_base, e, &over) == m->run_base.number + 1;
    if (run) {
        base = &m->run_base;
        place = base->number + 1;
        late = true;
    }
    if (place == 0)
        return VERDICT_GAP;
    /* Others have built on what I wrote, or I have myself on what was in time: too late for it. */
    if (m->now.last_author != m->me || place != base->number + 1 ||
        (!run && place != m->now.number))
        return contest(m, claim, out);
    warned = *base;
    if (over && replay_add(&warned, &m->rival) != VERDICT_OK)
        return VERDICT_GAP;
    claimed = warned;
    if (replay_add(&claimed, claim) != VERDICT_OK)
        return VERDICT_GAP;
    if (!late)
        return contest(m, claim, out);
    struct signed_entry taken = over ? m->rival : *claim;
    const struct giving g = {base, over ? &warned : &claimed, &taken};
    return give_in(m, &g, now, out);
}

/* m->now was reached from `before` by a claim against me while by my own record I have time.  A
 * witness is believed against it. */
static bool claims_too_early(const struct match *m, const struct replay *before,
                             const struct moment *now)
{
    return m->now.last_kind == ENTRY_CLAIM && before->terms.clock != CLOCK_WITNESS &&
           replay_debt(before).player == m->me && !match_clock_am_late(m, before, now);
}

/* The next entry of the chain. */
static enum verdict add_next(struct match *m, const struct entry *body,
                             const struct signed_entry *e, const struct moment *now,
                             struct effects *out)
{
    struct replay before = m->now;
    enum verdict why, v = replay_add(&m->now, e);
    if (v == VERDICT_OK && !m->seated && !match_take_seat(m, &m->now)) {
        m->now = before;
        v = VERDICT_WRONG_GAME;
    } else if (v == VERDICT_OK && claims_too_early(m, &before, now)) {
        m->now = before;
        v = contest(m, e, out);
    } else if (v == VERDICT_OK) {
        accept_entry(m, &before, e, now, out);
    } else if (v == VERDICT_WRONG_PREVIOUS) {
        /* It stands on another entry than ours: let the heads be compared. */
        v = answer_claim(m, body, e, now, out);
    } else if (may_be_disputed(m) && replay_convicts(&m->now, e, &why)) {
        stop_disputed(m, e, why, out);
        v = why;
    }
    sodium_memzero(&before, sizeof before);
    return v;
}

/* `e` is for the place of a loose entry of ours.  VERDICT_SUPERSEDED if ours stays. */
static enum verdict give_way(struct match *m, const struct entry *e,
                             const struct signed_entry *bytes, const struct moment *now,
                             struct effects *out)
{
    struct replay before, copy;
    enum verdict v = VERDICT_SUPERSEDED, why;
    loose_before(&m->loose, e->number, &before);
    copy = before;
    if (loose_yields(&m->loose, &before, e))
        v = replay_add(&copy, bytes);
    if (v == VERDICT_OK) {
        m->wish = loose_wish(&m->loose, e->number, m->me);
        loose_drop(&m->loose, e->number);
        out->drop_from = e->number;
        m->now = copy;
        accept_entry(m, &before, bytes, now, out);
    } else if (v != VERDICT_SUPERSEDED && may_be_disputed(m) &&
               replay_convicts(&before, bytes, &why)) {
        stop_disputed(m, bytes, why, out);
    }
    sodium_memzero(&before, sizeof before);
    sodium_memzero(&copy, sizeof copy);
    return v;
}

/* An entry for a place that is taken, with another hash than ours. */
static enum verdict conflict(struct match *m, const struct entry *e,
                             const struct signed_entry *bytes, const struct held *ours,
                             const struct moment *now, struct effects *out)
{
    if (e->author >= m->now.players || chain_verify(bytes, &m->now.key[e->author]) != VERDICT_OK)
        return VERDICT_BAD_SIGNATURE;
    /* [P-2.11] Two different entries of one author with the same number and the same previous
     * entry are a double entry. */
    if (may_be_disputed(m) && e->author == ours->author && hash_equal(&e->prev, &ours->prev)) {
        stop_disputed(m, bytes, VERDICT_DOUBLE_ENTRY, out);
        return VERDICT_DOUBLE_ENTRY;
    }
    enum verdict claim = answer_claim(m, e, bytes, now, out);
    if (claim != VERDICT_GAP)
        return claim;
    if (loose_holds(&m->loose, e->number)) {
        enum verdict v = give_way(m, e, bytes, now, out);
        if (v != VERDICT_SUPERSEDED)
            return v;
    }
    if (e->kind == ENTRY_WARNING && ours->author == m->me)
        m->rival = *bytes;
    out->resend_from = 1;
    out->from = e->number;
    return VERDICT_SUPERSEDED;
}

enum verdict match_entry(struct match *m, const struct signed_entry *bytes,
                         const struct held *ours, const struct moment *now, struct effects *out)
{
    struct entry e;
    match_clear(out);
    if (m->disputed)
        return VERDICT_DISPUTED;
    enum verdict v = entry_unpack(span_of(bytes->body, bytes->len), &e);
    if (v != VERDICT_OK)
        return v;
    if (m->now.phase != PHASE_EMPTY && !game_id_equal(&e.game, &m->now.id))
        return VERDICT_WRONG_GAME;
    if (e.number > m->now.number + 1)
        return VERDICT_GAP;
    if (e.number == m->now.number + 1)
        return add_next(m, &e, bytes, now, out);
    struct hash hash = chain_hash(bytes);
    if (ours == NULL || hash_equal(&hash, &ours->hash))
        return VERDICT_KNOWN;
    return conflict(m, &e, bytes, ours, now, out);
}

bool match_check_begin(const struct match *m, const struct signed_entry *bytes,
                       struct shuffle_check *check)
{
    struct entry e;
    struct debt debt = replay_debt(&m->now);
    if (m->disputed || debt.kind != DEBT_SHUFFLE ||
        entry_unpack(span_of(bytes->body, bytes->len), &e) != VERDICT_OK ||
        e.kind != ENTRY_SHUFFLE || e.author != debt.player || e.number != m->now.number + 1 ||
        !hash_equal(&e.prev, &m->now.head) ||
        chain_verify(bytes, &m->now.key[e.author]) != VERDICT_OK)
        return false;
    const struct shuffle_step *s = &e.u.shuffle;
    return bag_check_begin(&m->now.bag, check, e.author, &e.prev, span_of(s->deck, s->deck_len),
                           span_of(s->proof, s->proof_len)) == VERDICT_OK;
}

void match_checked(struct match *m, const struct shuffle_check *check)
{
    bag_shuffle_memo(&m->now.bag, check);
}

enum verdict match_load(struct match *m, const struct signed_entry *e, uint64_t seen_ms)
{
    struct replay before = m->now;
    struct entry body = {0};
    if (entry_unpack(span_of(e->body, e->len), &body) == VERDICT_OK)
        match_vouch(&m->now, &body);
    m->now.bag.trusted = body.author < PLAYERS_MAX ? (uint8_t)(body.author + 1) : 0;
    enum verdict v = replay_add(&m->now, e);
    m->now.bag.trusted = 0;
    if (v == VERDICT_OK && !m->seated && !match_take_seat(m, &m->now)) {
        m->now = before;
        v = VERDICT_WRONG_GAME;
    }
    if (v == VERDICT_OK) {
        struct moment then = {.wall_ms = seen_ms};
        match_remember_mine(m, &before, &body, &then);
        match_clock_settle(m, &before, &then);
        m->seen_ms = seen_ms;
        m->turn_tick_ms = m->sent_tick_ms = 0;
        match_settle(m, &before, e);
    }
    sodium_memzero(&before, sizeof before);
    return v;
}
