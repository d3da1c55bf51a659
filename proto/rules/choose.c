/* A move is worth what the position is worth after it.  Bridge: how well my sides conduct against
 * how well the other's do (rules/circuit.h).  Domains: the chance to get most blocks if each is won
 * by chances that follow from the cells still missing.  The strong player also looks at the other's
 * best answer to its own best moves. */
#include "rules/choose.h"

#include "base/hash.h"
#include "base/rng.h"
#include "rules/choose_domino.h"
#include "rules/circuit.h"
#include "rules/solve.h"

#include <assert.h>
#include <string.h>

enum {
    SOLVE_NODES = 50000,
    ONE = 1 << 16,         /* value of a won position */
    EASE_GIVEN = 20,       /* a given can be had by anybody who holds a tile */
    EASE_READY = 19,       /* my hand has the digit */
    SAMPLE = 6,            /* cells a beginner considers at Bridge */
    DEEP = 6,              /* moves whose answers the strong player looks at */
    GAIN_BRIDGE = ONE / 128, /* a move that gains less is worse than a new hand */
    GAIN_DOMAINS = ONE / 1024
};

struct thought {
    const struct view *view;
    unsigned me, cells;
    struct rng rng;
    uint8_t solution[CELLS_MAX]; /* 0 = not known */
    uint8_t ready[CELLS_MAX];    /* 1 = I can take the cell now */
    uint8_t ease[2][CELLS_MAX];  /* for me, for the other */
};

static void solve_board(struct thought *t)
{
    struct solve_map map;
    solve_map_init(&map, t->view->n, t->view->block);
    if (solve_count(&map, t->view->digit, SOLVE_NODES, t->solution) == SOLVE_ONE)
        return;
    for (unsigned cell = 0; cell < t->cells; cell++)
        t->solution[cell] = t->view->digit[cell];
}

static bool in_hand(const struct view *view, unsigned digit)
{
    return digit != 0 && memchr(view->hand, (int)digit, view->hand_n[view->seat]) != NULL;
}

static void look(struct thought *t)
{
    const struct view *view = t->view;
    for (unsigned cell = 0; cell < t->cells; cell++) {
        bool given = view->given[cell] != 0;
        bool can = given ? view->hand_n[t->me] >= view->terms.claim
                         : in_hand(view, t->solution[cell]);
        t->ready[cell] = view->owner[cell] == 0 && can;
        t->ease[0][cell] = given ? EASE_GIVEN : t->ready[cell] ? EASE_READY : CIRCUIT_EASE;
        t->ease[1][cell] = given ? EASE_GIVEN : CIRCUIT_EASE;
    }
}

/* The chance of `me` to win a block of which he lacks a cells and the other lacks b. */
static uint64_t block_chance(unsigned a, unsigned b)
{
    if (a == 0 || b == 0)
        return a == 0 ? ONE : 0;
    return (uint64_t)ONE * b * b * b / (a * a * a + b * b * b);
}

static uint32_t domains_value(const struct thought *t, const uint8_t *owner)
{
    const unsigned n = t->view->n, most = n / 2 + 1;
    unsigned lacks[BOARD_MAX][2];
    uint64_t chance[BOARD_MAX + 1] = {ONE}, sum = 0; /* chance[k]: k blocks are mine */
    for (unsigned b = 0; b < n; b++)
        lacks[b][0] = lacks[b][1] = most;
    for (unsigned cell = 0; cell < t->cells; cell++) {
        if (owner[cell] == 0)
            continue;
        unsigned *lack = &lacks[t->view->block[cell]][owner[cell] == t->me + 1 ? 0 : 1];
        *lack -= *lack > 0;
    }
    for (unsigned b = 0; b < n; b++) {
        uint64_t p = block_chance(lacks[b][0], lacks[b][1]);
        for (unsigned k = b + 1; k > 0; k--)
            chance[k] = (chance[k] * (ONE - p) + chance[k - 1] * p) / ONE;
        chance[0] = chance[0] * (ONE - p) / ONE;
    }
    for (unsigned k = most; k <= n; k++)
        sum += chance[k];
    return (uint32_t)sum;
}

static uint32_t value(const struct thought *t, const uint8_t *owner)
{
    if (t->view->terms.game == GAME_DOMAINS)
        return domains_value(t, owner);
    uint64_t mine = circuit_flow(t->view->n, owner, t->me, t->ease[0]);
    uint64_t other = circuit_flow(t->view->n, owner, 1 - t->me, t->ease[1]);
    if (mine == CIRCUIT_JOINED)
        return ONE;
    if (other == CIRCUIT_JOINED || mine + other == 0)
        return 0;
    return (uint32_t)(mine * ONE / (mine + other));
}

static uint32_t value_with(const struct thought *t, unsigned cell, unsigned seat)
{
    uint8_t owner[CELLS_MAX];
    memcpy(owner, t->view->owner, sizeof owner);
    owner[cell] = (uint8_t)(seat + 1);
    return value(t, owner);
}

/* The worst that the other's next stone can do to me after mine on `cell`. */
static uint32_t value_after_answer(const struct thought *t, unsigned cell)
{
    uint8_t owner[CELLS_MAX];
    uint32_t worst = ONE;
    memcpy(owner, t->view->owner, sizeof owner);
    owner[cell] = (uint8_t)(t->me + 1);
    for (unsigned reply = 0; reply < t->cells && worst > 0; reply++) {
        if (owner[reply] != 0)
            continue;
        owner[reply] = (uint8_t)(2 - t->me);
        uint32_t v = value(t, owner);
        owner[reply] = 0;
        worst = v < worst ? v : worst;
    }
    return worst;
}

/* Cells I can take now, in random order. */
static unsigned ready_cells(const struct thought *t, uint8_t *cells)
{
    unsigned n = 0;
    for (unsigned cell = 0; cell < t->cells; cell++)
        if (t->ready[cell])
            cells[n++] = (uint8_t)cell;
    rng_shuffle(&t->rng, cells, n);
    return n;
}

struct ranked { uint8_t cell; uint32_t value; };

/* The best `keep` of the cells, best first; returns how many. */
static unsigned rank(const struct thought *t, const uint8_t *cells, unsigned n,
                     struct ranked *out, unsigned keep)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < n; i++) {
        struct ranked r = {cells[i], value_with(t, cells[i], t->me)};
        unsigned at = kept < keep ? kept++ : keep;
        for (; at > 0 && out[at - 1].value < r.value; at--)
            if (at < keep)
                out[at] = out[at - 1];
        if (at < keep)
            out[at] = r;
    }
    return kept;
}

/* The best of them once the other has answered; its value before the answer stays. */
static struct ranked look_deeper(const struct thought *t, const struct ranked *list, unsigned n)
{
    struct ranked best = list[0];
    uint32_t most = 0;
    assert(n > 0);
    for (unsigned i = 0; i < n; i++) {
        if (list[i].value == ONE)
            return list[i];
        uint32_t v = value_after_answer(t, list[i].cell);
        if (v > most) {
            most = v;
            best = list[i];
        }
    }
    return best;
}

/* How good the best cell for a digit is to me: what the tile is worth. */
static uint32_t tile_value(const struct thought *t, unsigned digit)
{
    uint32_t best = 0;
    for (unsigned cell = 0; cell < t->cells; cell++) {
        if (t->view->owner[cell] != 0 || t->view->given[cell] || t->solution[cell] != digit)
            continue;
        uint32_t v = value_with(t, cell, t->me);
        best = v > best ? v : best;
    }
    return best;
}

/* The tiles of the hand, the least useful first; a second one of a digit is worth less. */
static unsigned rank_hand(const struct thought *t, struct ranked *out)
{
    const struct view *view = t->view;
    unsigned n = 0;
    for (unsigned i = 0; i < view->hand_n[t->me]; i++) {
        struct ranked r = {view->hand[i], 0};
        if (r.cell == 0)
            continue;
        r.value = tile_value(t, r.cell);
        if (i > 0 && view->hand[i - 1] == r.cell)
            r.value /= 2;
        unsigned at = n++;
        for (; at > 0 && out[at - 1].value > r.value; at--)
            out[at] = out[at - 1];
        out[at] = r;
    }
    return n;
}

static void take_cell(const struct thought *t, unsigned cell, struct choice *out)
{
    struct ranked hand[HAND_MAX] = {{0, 0}};
    *out = (struct choice){.kind = MOVE_PLACE, .cell = (uint8_t)cell, .values_n = 1};
    out->values[0] = t->solution[cell];
    if (!t->view->given[cell])
        return;
    out->kind = MOVE_CLAIM;
    rank_hand(t, hand);
    out->values_n = t->view->terms.claim;
    for (unsigned i = 0; i < HAND_MAX; i++)
        out->values[i] = i < out->values_n ? hand[i].cell : 0;
}

/* Give back the worse part of the hand. */
static void swap_hand(const struct thought *t, struct choice *out)
{
    struct ranked hand[HAND_MAX];
    unsigned n = rank_hand(t, hand), count = n > 1 ? n - 1 : n;
    *out = (struct choice){.kind = MOVE_SWAP, .cell = NO_CELL, .values_n = (uint8_t)count};
    for (unsigned i = 0; i < count; i++)
        out->values[i] = hand[i].cell;
}

/* The only stone on the board, or NO_CELL. */
static unsigned first_stone(const struct view *view)
{
    unsigned found = NO_CELL;
    for (unsigned cell = 0; cell < (unsigned)view->n * view->n; cell++)
        if (view->owner[cell] != 0)
            found = cell;
    return found;
}

/* With the pie in mind: the first stone should be worth the same to both.  What I have left when
 * the other does the better of taking it and leaving it. */
static uint32_t value_with_pie(const struct thought *t, unsigned cell, uint32_t tempo)
{
    uint32_t left = value_with(t, cell, t->me), taken = value_with(t, cell, 1 - t->me);
    left = left > tempo ? left - tempo : 0;
    taken = taken + tempo;
    return left < taken ? left : taken;
}

static unsigned choose_opening(const struct thought *t, const uint8_t *cells, unsigned n)
{
    uint32_t now = value(t, t->view->owner), tempo = 0, most = 0;
    unsigned best = cells[0];
    for (unsigned i = 0; i < n; i++) {
        uint32_t v = value_with(t, cells[i], t->me);
        tempo = v > now + tempo ? v - now : tempo;
    }
    for (unsigned i = 0; i < n; i++) {
        uint32_t v = value_with_pie(t, cells[i], tempo / 2);
        if (v > most) {
            most = v;
            best = cells[i];
        }
    }
    return best;
}

/* The best ready cell, or another hand if none is worth a move; never two such swaps in a row, so
 * that games end. */
static void choose_cell(const struct thought *t, const struct ranked *best, unsigned pick,
                        struct choice *out)
{
    uint32_t least = t->view->terms.game == GAME_DOMAINS ? GAIN_DOMAINS : GAIN_BRIDGE;
    bool swapped = t->view->moves > 0 && t->view->last_cell == NO_CELL;
    if (!swapped && best->value < ONE && best->value < value(t, t->view->owner) + least)
        swap_hand(t, out);
    else
        take_cell(t, pick, out);
}

static void choose_bridge(const struct thought *t, unsigned level, struct choice *out)
{
    static const uint8_t sample[LEVEL_MAX + 1] = {0, SAMPLE, 2 * SAMPLE, CELLS_MAX};
    uint8_t cells[CELLS_MAX];
    struct ranked best[DEEP];
    unsigned n = ready_cells(t, cells), stone = first_stone(t->view);
    if (n > sample[level])
        n = sample[level];
    if (n == 0) {
        swap_hand(t, out);
        return;
    }
    if (level > LEVEL_MIN && stone == NO_CELL) {
        take_cell(t, choose_opening(t, cells, n), out);
        return;
    }
    unsigned kept = rank(t, cells, n, best, DEEP);
    struct ranked pick = level == LEVEL_MAX ? look_deeper(t, best, kept) : best[0];
    if (t->view->may_pie && value_with(t, stone, t->me) > pick.value)
        *out = (struct choice){.kind = MOVE_PIE, .cell = NO_CELL};
    else
        choose_cell(t, &best[0], pick.cell, out);
}

static void choose_domains(const struct thought *t, unsigned level, struct choice *out)
{
    static const uint8_t sample[LEVEL_MAX + 1] = {0, SAMPLE / 2, SAMPLE, CELLS_MAX};
    uint8_t cells[CELLS_MAX];
    struct ranked best[1];
    unsigned n = ready_cells(t, cells);
    if (n > sample[level])
        n = sample[level];
    if (rank(t, cells, n, best, 1) == 0)
        swap_hand(t, out);
    else
        choose_cell(t, best, best[0].cell, out);
}

void choose_move(const struct view *view, const uint8_t seed[32], unsigned level,
                 struct choice *out)
{
    struct thought t = {.view = view, .me = view->seat,
                        .cells = (unsigned)view->n * view->n};
    struct rng_stream stream;
    struct hasher h;
    *out = (struct choice){.cell = NO_CELL};
    assert(level >= LEVEL_MIN && level <= LEVEL_MAX);
    if (!view->may_move)
        return;
    hash_start(&h, TAG_CHOICE);
    hash_bytes(&h, span_of(seed, 32));
    hash_number(&h, view->moves);
    struct hash own = hash_end(&h);
    rng_stream_init(&stream, own.b);
    t.rng = rng_from_stream(&stream);
    if (view->terms.game == GAME_DOMINOES) {
        choose_domino(view, &t.rng, level, out);
    } else {
        solve_board(&t);
        look(&t);
        if (view->terms.game == GAME_DOMAINS)
            choose_domains(&t, level, out);
        else
            choose_bridge(&t, level, out);
    }
    rng_stream_wipe(&stream);
}
