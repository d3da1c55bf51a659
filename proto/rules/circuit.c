/* Chains of own cells are joined to one node first; then the voltages of the nodes are relaxed
 * (Gauss-Seidel) a fixed number of times from a linear guess.  Fixed point: the source is at FULL,
 * the sink at 0. */
#include "rules/circuit.h"

#include "rules/cell.h"
#include "rules/terms.h"

#include <assert.h>
#include <string.h>

enum {
    NODES_MAX = CELLS_MAX + 2,
    EDGES_MAX = 2 * (3 * CELLS_MAX + 2 * BOARD_MAX),
    SWEEPS = 20,
    FULL = 1 << 20
};

struct edge { uint8_t a, b; uint32_t g; };

struct network {
    unsigned n, cells;
    const uint8_t *owner, *ease;
    unsigned mine; /* owner value of the seat */
    uint8_t root[NODES_MAX]; /* union-find; cells, then source and sink */
    struct edge edges[EDGES_MAX / 2];
    unsigned edges_n;
    uint16_t from[NODES_MAX + 1]; /* half edges of a node: to[from[i]] .. */
    uint8_t to[EDGES_MAX];
    uint32_t g[EDGES_MAX];
    uint32_t v[NODES_MAX];
};

static uint8_t find(struct network *w, unsigned i)
{
    while (w->root[i] != i)
        i = w->root[i] = w->root[w->root[i]];
    return (uint8_t)i;
}

static bool cut(const struct network *w, unsigned cell)
{
    return w->owner[cell] != 0 && w->owner[cell] != w->mine;
}

/* Conductance of half a free cell; 0 for a wire, which adds no resistance. */
static uint32_t half(const struct network *w, unsigned cell)
{
    if (cell >= w->cells || w->owner[cell] == w->mine)
        return 0;
    return 2u * w->ease[cell];
}

static void connect(struct network *w, unsigned a, unsigned b)
{
    uint32_t x = half(w, a), y = half(w, b);
    if (x == 0 && y == 0)
        w->root[find(w, a)] = find(w, b);
    else
        w->edges[w->edges_n++] =
            (struct edge){(uint8_t)a, (uint8_t)b, x == 0 ? y : y == 0 ? x : x * y / (x + y)};
}

static void wire_up(struct network *w, unsigned seat)
{
    static const uint8_t source[2] = {CELL_TOP, CELL_LEFT}, sink[2] = {CELL_BOTTOM, CELL_RIGHT};
    uint8_t near[CELL_NEIGHBOURS];
    for (unsigned i = 0; i < w->cells + 2; i++)
        w->root[i] = (uint8_t)i;
    for (unsigned cell = 0; cell < w->cells; cell++) {
        if (cut(w, cell))
            continue;
        unsigned edges = cell_edges(cell, w->n), count = cell_neighbours(cell, w->n, near);
        if (edges & source[seat])
            connect(w, cell, w->cells);
        if (edges & sink[seat])
            connect(w, cell, w->cells + 1);
        for (unsigned i = 0; i < count; i++)
            if (near[i] > cell && !cut(w, near[i]))
                connect(w, cell, near[i]);
    }
}

/* Half edges sorted by the node they leave. */
static void sort_edges(struct network *w)
{
    uint16_t at[NODES_MAX];
    memset(w->from, 0, sizeof w->from);
    for (unsigned i = 0; i < w->edges_n; i++) {
        w->edges[i].a = find(w, w->edges[i].a);
        w->edges[i].b = find(w, w->edges[i].b);
        w->from[w->edges[i].a + 1]++;
        w->from[w->edges[i].b + 1]++;
    }
    for (unsigned i = 0; i < w->cells + 2; i++) {
        w->from[i + 1] = (uint16_t)(w->from[i + 1] + w->from[i]);
        at[i] = w->from[i];
    }
    for (unsigned i = 0; i < w->edges_n; i++) {
        const struct edge *e = &w->edges[i];
        w->to[at[e->a]] = e->b;
        w->g[at[e->a]++] = e->g;
        w->to[at[e->b]] = e->a;
        w->g[at[e->b]++] = e->g;
    }
}

static void relax(struct network *w, unsigned node)
{
    uint64_t sum = 0, weight = 0;
    for (unsigned i = w->from[node]; i < w->from[node + 1]; i++) {
        sum += (uint64_t)w->g[i] * w->v[w->to[i]];
        weight += w->g[i];
    }
    if (weight > 0)
        w->v[node] = (uint32_t)(sum / weight);
}

uint32_t circuit_flow(unsigned n, const uint8_t *owner, unsigned seat, const uint8_t *ease)
{
    struct network w = {.n = n, .cells = n * n, .owner = owner, .ease = ease, .mine = seat + 1};
    assert(seat < 2 && n >= 1 && n <= BOARD_MAX);
    wire_up(&w, seat);
    const unsigned source = find(&w, w.cells), sink = find(&w, w.cells + 1);
    if (source == sink)
        return CIRCUIT_JOINED;
    sort_edges(&w);
    for (unsigned cell = 0; cell < w.cells; cell++) {
        unsigned line = seat == 0 ? cell / n : cell % n;
        w.v[cell] = (uint32_t)(FULL / n * (n - 1 - line) + FULL / n / 2);
    }
    w.v[source] = FULL;
    w.v[sink] = 0;
    for (unsigned sweep = 0; sweep < SWEEPS; sweep++)
        for (unsigned i = 0; i < w.cells; i++) {
            unsigned node = sweep % 2 == 0 ? i : w.cells - 1 - i;
            if (node != source && node != sink)
                relax(&w, node);
        }
    uint64_t flow = 0;
    for (unsigned i = w.from[source]; i < w.from[source + 1]; i++)
        flow += (uint64_t)w.g[i] * (FULL - w.v[w.to[i]]);
    return (uint32_t)(flow >> 10);
}
