/* Level 1 lays any tile that fits and now and then draws although it need not; level 2 lays the
 * tile that looks best; level 3 tries its moves on deals as they may be. */
#include "rules/choose_domino.h"

#include "rules/choose.h"
#include "rules/dominoes.h"
#include "rules/options.h"

#include <assert.h>
#include <string.h>

enum {
    CHOICES_MAX = ARMS_MAX * TILES_MAX + 2,
    NEEDLESS = 8,     /* a beginner draws needlessly once in so many turns */
    ROUNDS_PLAYED = 900, /* rounds played to the end in thought, all moves together */
    DEALS_MAX = 200,  /* deals tried at most */
    TRIES = 20        /* deals thrown away because they contradict a pass */
};

/* A round as it may be: every tile known. */
struct deal {
    unsigned set, seats, arms;
    uint8_t half[TILES_MAX + 1][2];
    uint8_t hand[SEATS_MAX][TILES_MAX], hand_n[SEATS_MAX];
    uint8_t count[SEATS_MAX][PIPS_MAX + 1]; /* tiles of the hand with this number */
    uint8_t bone[TILES_MAX], bone_n;
    uint8_t open[ARMS_MAX];
    uint8_t turn, passed;
};

/* --- level 2: a look at the own hand ---------------------------------------------------------- */

/* What laying a tile at an end is worth: pips and doubles are hard to lay later; an end I can go on
 * with is good, one that the others said they lack is better. */
static unsigned laying_value(const struct view *view, const struct choice *c)
{
    const struct domino_view *d = &view->dom;
    uint8_t half[2];
    if (!dominoes_halves(view->terms.set, c->values[0], half))
        return 0;
    unsigned open = half[0] == d->open[c->end] ? half[1] : half[0];
    unsigned worth = 2u + half[0] + half[1] + (half[0] == half[1] ? 5 : 0);
    for (unsigned i = 0; i < view->hand_n[view->seat]; i++)
        if (d->tiles[i] != c->values[0] && dominoes_fits(view->terms.set, d->tiles[i], open))
            worth += 4;
    for (unsigned seat = 0; seat < view->seats; seat++)
        if (seat != view->seat && (d->lacks[seat] & 1u << open))
            worth += 6;
    return worth;
}

static unsigned best_looking(const struct view *view, const struct choice *list, unsigned n)
{
    unsigned best = 0, most = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned worth = list[i].kind == MOVE_TILE ? laying_value(view, &list[i]) : 1;
        if (worth > most) {
            most = worth;
            best = i;
        }
    }
    return best;
}

/* --- level 1 ---------------------------------------------------------------------------------- */

/* Tiles come first in the list, a draw or a pass last. */
static unsigned any_of(const struct choice *list, unsigned n, const struct rng *rng)
{
    unsigned tiles = 0;
    while (tiles < n && list[tiles].kind == MOVE_TILE)
        tiles++;
    if (tiles == 0 || (tiles < n && rng_below(rng, NEEDLESS) == 0))
        return n - 1;
    return rng_below(rng, tiles);
}

/* --- level 3: deals as they may be ------------------------------------------------------------ */

static bool has(const struct deal *d, unsigned value, unsigned number)
{
    return d->half[value][0] == number || d->half[value][1] == number;
}

static void give(struct deal *d, unsigned seat, uint8_t value)
{
    const uint8_t *half = d->half[value];
    d->hand[seat][d->hand_n[seat]++] = value;
    d->count[seat][half[0]]++;
    if (half[0] != half[1])
        d->count[seat][half[1]]++;
}

static uint8_t take(struct deal *d, unsigned seat, unsigned at)
{
    uint8_t value = d->hand[seat][at];
    const uint8_t *half = d->half[value];
    d->hand[seat][at] = d->hand[seat][--d->hand_n[seat]];
    d->count[seat][half[0]]--;
    if (half[0] != half[1])
        d->count[seat][half[1]]--;
    return value;
}

/* The position without the tiles that the seat does not know. */
static void set_up(const struct view *view, struct deal *d)
{
    const struct domino_view *v = &view->dom;
    *d = (struct deal){.set = view->terms.set, .seats = view->seats, .arms = v->arms,
                       .turn = view->seat, .passed = v->passed};
    for (unsigned value = 1; value <= dominoes_tiles(d->set); value++) {
        bool known = dominoes_halves(d->set, value, d->half[value]);
        assert(known);
        (void)known;
    }
    memcpy(d->open, v->open, sizeof d->open);
    for (unsigned i = 0; i < view->hand_n[view->seat]; i++)
        give(d, view->seat, v->tiles[i]);
}

/* Doubles that others showed and have not laid are theirs; all other tiles that were never seen go
 * into `hidden`; returns how many. */
static unsigned sort_tiles(const struct view *view, struct deal *d, uint8_t *hidden)
{
    const struct domino_view *v = &view->dom;
    uint8_t seen[TILES_MAX + 1] = {0};
    unsigned n = 0;
    for (unsigned i = 0; i < v->laid_n; i++)
        seen[v->laid[i].value] = 1;
    for (unsigned i = 0; i < view->hand_n[view->seat]; i++)
        seen[v->tiles[i]] = 1;
    for (unsigned seat = 0; seat < view->seats; seat++) {
        unsigned value = v->showed[seat] == SHOWED_LOST ? 0 : v->showed[seat];
        if (value == 0 || seen[value])
            continue;
        seen[value] = 1;
        give(d, seat, (uint8_t)value);
    }
    for (unsigned value = 1; value <= dominoes_tiles(d->set); value++)
        if (!seen[value])
            hidden[n++] = (uint8_t)value;
    return n;
}

static bool denied(const struct view *view, const struct deal *d, unsigned seat, unsigned value)
{
    return view->dom.lacks[seat] & (1u << d->half[value][0] | 1u << d->half[value][1]);
}

/* Deal the hidden tiles in this order; each seat skips what its passes deny, unless `anyhow`.
 * False if a hand cannot be filled so. */
static bool deal_in_order(const struct view *view, struct deal *d, uint8_t *hidden, unsigned n,
                          bool anyhow)
{
    for (unsigned seat = 0; seat < view->seats; seat++) {
        unsigned at = 0;
        while (d->hand_n[seat] < view->hand_n[seat] && at < n) {
            if (!anyhow && denied(view, d, seat, hidden[at])) {
                at++;
                continue;
            }
            give(d, seat, hidden[at]);
            memmove(hidden + at, hidden + at + 1, --n - at);
        }
        if (d->hand_n[seat] < view->hand_n[seat])
            return false;
    }
    memcpy(d->bone, hidden, n);
    d->bone_n = (uint8_t)n;
    return true;
}

/* One deal that agrees with everything seen; after some tries one that need not agree with the
 * passes. */
static void deal_hidden(const struct view *view, const struct deal *known, const uint8_t *hidden,
                        unsigned n, const struct rng *rng, struct deal *out)
{
    uint8_t order[TILES_MAX];
    bool done = false;
    for (unsigned i = 0; i <= TRIES && !done; i++) {
        memcpy(order, hidden, n);
        rng_shuffle(rng, order, n);
        *out = *known;
        done = deal_in_order(view, out, order, n, i == TRIES);
    }
}

static void lay(struct deal *d, unsigned at, unsigned end)
{
    const uint8_t *half = d->half[take(d, d->turn, at)];
    d->open[end] = half[0] == d->open[end] ? half[1] : half[0];
    d->passed = 0;
    d->turn = (uint8_t)((d->turn + 1u) % d->seats);
}

/* As best_looking, but quick.  False if nothing fits. */
static bool lay_best(struct deal *d)
{
    const unsigned seat = d->turn;
    unsigned most = 0, best_at = 0, best_end = 0;
    for (unsigned end = 0; end < d->arms; end++) {
        const unsigned open = d->open[end];
        for (unsigned at = 0; d->count[seat][open] > 0 && at < d->hand_n[seat]; at++) {
            const uint8_t value = d->hand[seat][at], *half = d->half[value];
            if (!has(d, value, open))
                continue;
            unsigned after = half[0] == open ? half[1] : half[0];
            unsigned worth = 1u + half[0] + half[1] + (half[0] == half[1] ? 5u : 0u) +
                             4u * d->count[seat][after];
            if (worth > most) {
                most = worth;
                best_at = at;
                best_end = end;
            }
        }
    }
    if (most > 0)
        lay(d, best_at, best_end);
    return most > 0;
}

static unsigned pips(const struct deal *d, unsigned seat)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < d->hand_n[seat]; i++)
        sum += d->half[d->hand[seat][i]][0] + d->half[d->hand[seat][i]][1];
    return sum;
}

/* Of a blocked round; NO_SEAT if it is tied. */
static unsigned least_hand(const struct deal *d)
{
    unsigned best = 0, least = UINT32_MAX;
    for (unsigned seat = 0; seat < d->seats; seat++) {
        unsigned hand = d->hand_n[seat] * 4096u + pips(d, seat);
        if (hand <= least) {
            best = hand == least ? (unsigned)NO_SEAT : seat;
            least = hand;
        }
    }
    return best;
}

/* Who wins the round if everybody goes on with what looks best. */
static unsigned play_out(struct deal *d)
{
    while (d->passed != (1u << d->seats) - 1) {
        const unsigned seat = d->turn;
        if (lay_best(d)) {
            if (d->hand_n[seat] == 0)
                return seat;
        } else if (d->bone_n > 0) {
            give(d, seat, d->bone[--d->bone_n]);
        } else {
            d->passed = (uint8_t)(d->passed | 1u << seat);
            d->turn = (uint8_t)((seat + 1) % d->seats);
        }
    }
    return least_hand(d);
}

/* 2 for a round won after this choice, 1 for one that nobody wins. */
static unsigned try_choice(const struct deal *deal, unsigned me, const struct choice *c)
{
    struct deal d = *deal;
    if (c->kind == MOVE_DRAW) {
        give(&d, me, d.bone[--d.bone_n]);
    } else {
        const uint8_t *at = memchr(d.hand[me], c->values[0], d.hand_n[me]);
        assert(at != NULL);
        lay(&d, (unsigned)(at - d.hand[me]), c->end);
        if (d.hand_n[me] == 0)
            return 2;
    }
    unsigned winner = play_out(&d);
    return winner == me ? 2 : winner == NO_SEAT ? 1 : 0;
}

static unsigned most_wins(const struct view *view, const struct choice *list, unsigned n,
                          const struct rng *rng)
{
    struct deal known, deal;
    uint8_t hidden[TILES_MAX];
    unsigned won[CHOICES_MAX] = {0}, best = best_looking(view, list, n);
    set_up(view, &known);
    const unsigned hidden_n = sort_tiles(view, &known, hidden);
    unsigned deals = ROUNDS_PLAYED / n < DEALS_MAX ? ROUNDS_PLAYED / n : DEALS_MAX;
    for (unsigned k = 0; k < deals; k++) {
        deal_hidden(view, &known, hidden, hidden_n, rng, &deal);
        for (unsigned i = 0; i < n; i++)
            won[i] += try_choice(&deal, view->seat, &list[i]);
    }
    for (unsigned i = 0; i < n; i++)
        if (won[i] > won[best])
            best = i;
    return best;
}

void choose_domino(const struct view *view, const struct rng *rng, unsigned level,
                   struct choice *out)
{
    struct choice list[CHOICES_MAX];
    const unsigned n = options_list(view, list, CHOICES_MAX);
    assert(n > 0);
    unsigned pick = 0;
    if (n > 1 && level == LEVEL_MIN)
        pick = any_of(list, n, rng);
    else if (n > 1)
        pick = level == LEVEL_MAX ? most_wins(view, list, n, rng) : best_looking(view, list, n);
    *out = list[pick];
}
