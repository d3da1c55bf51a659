/* Depth-first search on sets of candidates, one bit per digit.  Forced moves first: a cell with one
 * candidate, then a digit with one place in a row, column or block; a choice only when nothing is
 * forced.  The position is copied at every choice: flat and small, so nothing has to be undone. */
#include "rules/solve.h"

#include <assert.h>
#include <string.h>

struct position {
    uint16_t open[CELLS_MAX];  /* candidates of an open cell; 0 when it is filled */
    uint16_t taken[CELLS_MAX]; /* bit of the digit of a filled cell, else 0 */
    uint64_t single[2];        /* cells with exactly one candidate, as bits */
    unsigned left;             /* open cells */
};

struct search {
    const struct solve_map *map;
    const struct rng *rng; /* NULL: digits in ascending order */
    uint32_t nodes;        /* tries left */
    unsigned limit, found;
    bool gave_up;
    uint8_t *solution; /* first one found, or NULL */
};

static void add_peers(struct solve_map *map, unsigned cell, const uint8_t *unit)
{
    for (unsigned i = 0; i < map->n; i++) {
        bool known = unit[i] == cell;
        for (unsigned k = 0; k < map->peers_n[cell] && !known; k++)
            known = map->peers[cell][k] == unit[i];
        if (!known)
            map->peers[cell][map->peers_n[cell]++] = unit[i];
    }
}

void solve_map_init(struct solve_map *map, unsigned n, const uint8_t *block)
{
    unsigned filled[BOARD_MAX] = {0};
    assert(n >= 1 && n <= BOARD_MAX);
    memset(map, 0, sizeof *map);
    map->n = (uint8_t)n;
    map->cells = (uint8_t)(n * n);
    map->units = (uint8_t)(3 * n);
    for (unsigned cell = 0; cell < n * n; cell++) {
        unsigned b = block[cell];
        assert(b < n && filled[b] < n);
        map->unit[cell / n][cell % n] = (uint8_t)cell;
        map->unit[n + cell % n][cell / n] = (uint8_t)cell;
        map->unit[2 * n + b][filled[b]++] = (uint8_t)cell;
    }
    for (unsigned cell = 0; cell < n * n; cell++) {
        add_peers(map, cell, map->unit[cell / n]);
        add_peers(map, cell, map->unit[n + cell % n]);
        add_peers(map, cell, map->unit[2 * n + block[cell]]);
    }
}

static bool is_single(uint16_t set)
{
    return (set & (set - 1)) == 0;
}

/* Put a digit (as a bit) on an open cell.  False if another open cell is left without any. */
static bool put(const struct solve_map *map, struct position *p, unsigned cell, uint16_t bit)
{
    bool alive = true;
    p->open[cell] = 0;
    p->taken[cell] = bit;
    p->left--;
    p->single[cell / 64] &= ~(UINT64_C(1) << cell % 64);
    for (unsigned i = 0; i < map->peers_n[cell]; i++) {
        unsigned peer = map->peers[cell][i];
        if ((p->open[peer] & bit) == 0)
            continue;
        p->open[peer] = (uint16_t)(p->open[peer] & ~bit);
        alive = alive && p->open[peer] != 0;
        if (is_single(p->open[peer]))
            p->single[peer / 64] |= UINT64_C(1) << peer % 64;
    }
    return alive;
}

static void start(const struct solve_map *map, struct position *p)
{
    memset(p, 0, sizeof *p);
    p->left = map->cells;
    for (unsigned cell = 0; cell < map->cells; cell++)
        p->open[cell] = (uint16_t)((1u << (map->n + 1)) - 2);
    if (map->n == 1)
        p->single[0] = 1;
}

/* The printed digits; false if they contradict each other. */
static bool load(const struct solve_map *map, struct position *p, const uint8_t *digits)
{
    start(map, p);
    for (unsigned cell = 0; cell < map->cells; cell++) {
        assert(digits[cell] <= map->n);
        uint16_t bit = (uint16_t)(1u << digits[cell]);
        if (digits[cell] == 0)
            continue;
        if ((p->open[cell] & bit) == 0 || !put(map, p, cell, bit))
            return false;
    }
    return true;
}

static unsigned lowest(uint64_t bits)
{
    return (unsigned)__builtin_ctzll(bits);
}

/* A digit that has one place left in some unit.  False if a digit has none; *cell stays NO when
 * every digit has two or more. */
static bool find_place(const struct solve_map *map, const struct position *p, unsigned *cell,
                       uint16_t *bit)
{
    const unsigned all = (1u << (map->n + 1)) - 2;
    for (unsigned u = 0; u < map->units; u++) {
        unsigned once = 0, twice = 0, taken = 0;
        for (unsigned i = 0; i < map->n; i++) {
            unsigned set = p->open[map->unit[u][i]];
            twice |= once & set;
            once |= set;
            taken |= p->taken[map->unit[u][i]];
        }
        if ((once | taken) != all)
            return false;
        unsigned lone = once & ~twice;
        if (lone == 0 || *bit != 0)
            continue;
        *bit = (uint16_t)(lone & (~lone + 1));
        for (unsigned i = 0; i < map->n; i++)
            if (p->open[map->unit[u][i]] & *bit)
                *cell = map->unit[u][i];
    }
    return true;
}

/* Where to choose: the open cell with the fewest candidates, the first of equals. */
static unsigned narrowest(const struct solve_map *map, const struct position *p)
{
    unsigned best = 0, least = BOARD_MAX + 1;
    for (unsigned cell = 0; cell < map->cells; cell++) {
        unsigned count = (unsigned)__builtin_popcount(p->open[cell]);
        if (count > 0 && count < least) {
            least = count;
            best = cell;
        }
    }
    return best;
}

static void report(struct search *s, const struct position *p)
{
    if (s->found == 0 && s->solution != NULL)
        for (unsigned cell = 0; cell < s->map->cells; cell++)
            s->solution[cell] = (uint8_t)lowest(p->taken[cell]);
    s->found++;
}

/* Every digit put by, [R-4.5] or is one node. A search that is allowed N
 * nodes gives up when it would put a digit for the (N+1)-th time. */
static bool spend(struct search *s)
{
    if (s->nodes == 0)
        s->gave_up = true;
    else
        s->nodes--;
    return !s->gave_up;
}

/* Everything that is forced.  True if a choice is left to make. */
static bool force(struct search *s, struct position *p)
{
    while (p->left > 0) {
        unsigned cell = 0;
        uint16_t bit = 0;
        /* Otherwise, if an open cell has exactly one candidate, put it there, the first
         * such cell first. */
        if (p->single[0] | p->single[1]) {
            cell = p->single[0] ? lowest(p->single[0]) : 64 + lowest(p->single[1]);
            bit = p->open[cell];
        } else if (!find_place(s->map, p, &cell, &bit)) {
            return false;
        }
        if (bit == 0)
            return true;
        if (!spend(s) || !put(s->map, p, cell, bit))
            return false;
    }
    report(s, p);
    return false;
}

/* Calls itself at most once for every cell of the board. */
static void run(struct search *s, struct position *p) /* NOLINT(misc-no-recursion) */
{
    uint8_t digit[BOARD_MAX];
    unsigned count = 0;
    if (!force(s, p))
        return;
    /* Otherwise take the open cell with the fewest candidates, the first of equals, and
     * try its candidates one after the other in ascending order, each from the same position,
     * going on from after each. */
    unsigned cell = narrowest(s->map, p);
    for (unsigned d = 1; d <= s->map->n; d++)
        if (p->open[cell] & 1u << d)
            digit[count++] = (uint8_t)d;
    if (s->rng != NULL)
        rng_shuffle(s->rng, digit, count);
    for (unsigned i = 0; i < count && s->found < s->limit; i++) {
        struct position next = *p;
        if (!spend(s))
            return;
        if (put(s->map, &next, cell, (uint16_t)(1u << digit[i])))
            run(s, &next);
        if (s->gave_up)
            return;
    }
}

static enum solve_result outcome(const struct search *s)
{
    if (s->found >= s->limit)
        return s->limit == 1 ? SOLVE_ONE : SOLVE_MANY;
    if (s->gave_up)
        return SOLVE_GAVE_UP;
    return s->found == 1 ? SOLVE_ONE : SOLVE_NONE;
}

enum solve_result solve_count(const struct solve_map *map, const uint8_t *digits, uint32_t nodes,
                              uint8_t *solution)
{
    struct position p;
    uint8_t first[CELLS_MAX];
    struct search s = {map, NULL, nodes, 2, 0, false, first};
    if (!load(map, &p, digits))
        return SOLVE_NONE;
    run(&s, &p);
    if (s.found > 0 && solution != NULL)
        memcpy(solution, first, map->cells);
    return outcome(&s);
}

enum solve_result solve_other(const struct solve_map *map, const uint8_t *digits, unsigned cell,
                              unsigned digit, uint32_t nodes)
{
    struct position p;
    struct search s = {map, NULL, nodes, 1, 0, false, NULL};
    assert(digits[cell] == 0 && digit >= 1 && digit <= map->n);
    if (!load(map, &p, digits))
        return SOLVE_NONE;
    p.open[cell] = (uint16_t)(p.open[cell] & ~(1u << digit));
    p.single[cell / 64] &= ~(UINT64_C(1) << cell % 64);
    if (p.open[cell] == 0)
        return SOLVE_NONE;
    if (is_single(p.open[cell]))
        p.single[cell / 64] |= UINT64_C(1) << cell % 64;
    run(&s, &p);
    return outcome(&s);
}

enum solve_result solve_fill(const struct solve_map *map, const struct rng *rng, uint32_t nodes,
                             uint8_t *grid)
{
    struct position p;
    uint8_t first[CELLS_MAX];
    struct search s = {map, rng, nodes, 1, 0, false, first};
    start(map, &p);
    run(&s, &p);
    if (s.found > 0)
        memcpy(grid, first, map->cells);
    return outcome(&s);
}
