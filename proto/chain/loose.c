/* Kept as entries and not as states: the few there are replay in no time. */
#include "chain/loose.h"

#include <assert.h>

static bool was_owed(const struct replay *before, const struct replay *now)
{
    return !entry_kind_is_loose(now->last_kind) ||
           replay_debt(before).player == now->last_author;
}

void loose_note(struct loose *l, const struct replay *before, const struct replay *now,
                const struct signed_entry *e)
{
    if (was_owed(before, now) || l->n == LOOSE_MAX) {
        l->n = 0;
        return;
    }
    if (l->n == 0)
        l->base = *before;
    assert(e->len <= LOOSE_BODY_MAX);
    struct loose_entry *to = &l->entry[l->n++];
    to->author = now->last_author;
    to->kind = now->last_kind;
    to->len = e->len;
    memcpy(to->body, e->body, e->len);
    to->signature = e->signature;
}

bool loose_holds(const struct loose *l, uint32_t number)
{
    return l->n > 0 && number > l->base.number && number <= l->base.number + l->n;
}

static unsigned place_of(const struct loose *l, uint32_t number)
{
    assert(loose_holds(l, number));
    return number - l->base.number - 1;
}

void loose_before(const struct loose *l, uint32_t number, struct replay *out)
{
    struct signed_entry e;
    unsigned n = place_of(l, number);
    *out = l->base;
    for (unsigned i = 0; i < n; i++) {
        e.len = l->entry[i].len;
        memcpy(e.body, l->entry[i].body, e.len);
        e.signature = l->entry[i].signature;
        enum verdict v = replay_add(out, &e);
        assert(v == VERDICT_OK);
        (void)v;
    }
}

/* Once signed, a claim stands on its author's side [P-5.9]: nothing before it gives way either. */
static bool stands_for_good(const struct loose *l)
{
    return l->n > 0 && l->entry[l->n - 1].kind == ENTRY_CLAIM;
}

/* Worth saying again on another head: not what was about a moment that has gone. */
static bool is_worth_saying(unsigned kind)
{
    return kind == ENTRY_RESIGN || kind == ENTRY_OFFER_DRAW || kind == ENTRY_ACCEPT_DRAW ||
           kind == ENTRY_DECLINE || kind == ENTRY_PAUSE || kind == ENTRY_ADD_TIME ||
           kind == ENTRY_LEAVE;
}

bool loose_yields(const struct loose *l, const struct replay *before, const struct entry *e)
{
    /* [P-2.9] The debtor's own entry takes the place of what somebody said out of turn; who spoke
     * out of turn signs again on the new head.  Of two entries out of turn for one place the one
     * of the player with the lower number stays. */
    unsigned ours = l->entry[place_of(l, e->number)].author;
    if (!hash_equal(&e->prev, &before->head) || stands_for_good(l))
        return false;
    return e->author == replay_debt(before).player ||
           (entry_kind_is_loose(e->kind) && e->author < ours);
}

static uint32_t amount_of(const struct loose_entry *from)
{
    struct entry e;
    if (from->kind != ENTRY_ADD_TIME && from->kind != ENTRY_LEAVE)
        return 0;
    enum verdict v = entry_unpack(span_of(from->body, from->len), &e);
    assert(v == VERDICT_OK); /* it was in the chain */
    (void)v;
    return e.u.amount;
}

/* What is said out of turn changes neither who owes nor how many moves there are. */
struct again loose_wish(const struct loose *l, uint32_t number, unsigned author)
{
    struct again again = {.debtor = replay_debt(&l->base).player, .moves = l->base.game.moves};
    for (unsigned i = place_of(l, number); i < l->n; i++) {
        const struct loose_entry *e = &l->entry[i];
        if (e->author != author || !is_worth_saying(e->kind))
            continue;
        again.amount = amount_of(e) + (again.kind == e->kind ? again.amount : 0);
        again.kind = e->kind;
    }
    return again;
}

uint64_t again_pack(const struct again *a)
{
    return a->kind | (uint64_t)a->debtor << 8 | (uint64_t)(a->moves & 0x7fff) << 16 |
           (uint64_t)(a->amount & 0x7fffffff) << 31;
}

struct again again_unpack(uint64_t packed)
{
    return (struct again){(uint8_t)packed, (uint8_t)(packed >> 8),
                          (uint16_t)(packed >> 16 & 0x7fff), (uint32_t)(packed >> 31 & 0x7fffffff)};
}

void loose_drop(struct loose *l, uint32_t number)
{
    l->n = place_of(l, number);
}
