/* Built from the view alone, so that nothing here can know more than the seat. */
#include "rules/options.h"

#include "rules/dominoes.h"

struct list {
    struct choice *out;
    unsigned n, max;
};

static void add(struct list *l, const struct choice *choice)
{
    if (l->n < l->max)
        l->out[l->n++] = *choice;
}

/* The different known tiles of the hand as bits. */
static unsigned hand_set(const struct view *view)
{
    unsigned set = 0;
    for (unsigned i = 0; i < view->hand_n[view->seat] && i < HAND_MAX; i++)
        set |= 1u << view->hand[i];
    return set & ~1u;
}

static void add_places(struct list *l, const struct view *view, unsigned cell)
{
    unsigned fit = view_candidates(view, cell) & hand_set(view);
    for (unsigned d = 1; d <= view->n; d++)
        if (fit & 1u << d)
            add(l, &(struct choice){MOVE_PLACE, (uint8_t)cell, 0, 1, {(uint8_t)d}});
}

/* Every different pair of tiles, both known; the hand is ascending. */
static void add_pairs(struct list *l, const struct view *view, unsigned cell)
{
    const uint8_t *hand = view->hand;
    const unsigned n = view->hand_n[view->seat];
    for (unsigned i = 0; i + 1 < n; i++)
        for (unsigned k = i + 1; k < n; k++) {
            bool again = (i > 0 && hand[i - 1] == hand[i]) || (k > i + 1 && hand[k - 1] == hand[k]);
            if (hand[i] != 0 && !again)
                add(l, &(struct choice){MOVE_CLAIM, (uint8_t)cell, 0, 2, {hand[i], hand[k]}});
        }
}

static void add_claims(struct list *l, const struct view *view, unsigned cell)
{
    if (view->terms.claim == 0)
        add(l, &(struct choice){MOVE_CLAIM, (uint8_t)cell, 0, 0, {0}});
    else if (view->terms.claim == 2)
        add_pairs(l, view, cell);
    else
        for (unsigned d = 1; d <= view->n; d++)
            if (hand_set(view) & 1u << d)
                add(l, &(struct choice){MOVE_CLAIM, (uint8_t)cell, 0, 1, {(uint8_t)d}});
}

/* As many tiles as a swap may take, the smallest first. */
static void add_swap(struct list *l, const struct view *view)
{
    struct choice c = {.kind = MOVE_SWAP, .cell = NO_CELL};
    unsigned n = view->hand_n[view->seat];
    if (view->pair_left > 1 && n > 0)
        n--;
    for (unsigned i = 0; i < n; i++)
        if (view->hand[i] != 0)
            c.values[c.values_n++] = view->hand[i];
    if (c.values_n > 0)
        add(l, &c);
}

/* Dominoes: the honest show; every tile at every end it fits; a draw; a pass if none of these. */
static void add_dominoes(struct list *l, const struct view *view)
{
    const struct domino_view *d = &view->dom;
    const unsigned set = view->terms.set, n = view->hand_n[view->seat], before = l->n;
    if (d->phase == DOMINO_SHOW) {
        uint8_t best = dominoes_highest(set, d->tiles, n);
        add(l, &(struct choice){MOVE_SHOW, NO_CELL, 0, best > 0, {best}});
        return;
    }
    for (unsigned i = 0; i < n; i++)
        for (unsigned end = 0; end < d->arms; end++)
            if (dominoes_fits(set, d->tiles[i], d->open[end]))
                add(l, &(struct choice){MOVE_TILE, NO_CELL, (uint8_t)end, 1, {d->tiles[i]}});
    if (view->bag_n > 0)
        add(l, &(struct choice){.kind = MOVE_DRAW, .cell = NO_CELL});
    else if (l->n == before)
        add(l, &(struct choice){.kind = MOVE_PASS, .cell = NO_CELL});
}

unsigned options_list(const struct view *view, struct choice *out, unsigned max)
{
    struct list l = {out, 0, max};
    if (!view->may_move)
        return 0;
    if (view->terms.game == GAME_DOMINOES) {
        add_dominoes(&l, view);
        return l.n;
    }
    if (view->may_pie)
        add(&l, &(struct choice){.kind = MOVE_PIE, .cell = NO_CELL});
    for (unsigned cell = 0; cell < (unsigned)view->n * view->n; cell++) {
        if (view->owner[cell] == 0 && view->given[cell] == 0)
            add_places(&l, view, cell);
        else if (view->owner[cell] == 0)
            add_claims(&l, view, cell);
    }
    add_swap(&l, view);
    return l.n;
}
