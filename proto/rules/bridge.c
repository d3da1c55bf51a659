/* The chain test is a flood fill from one side; boards are small and it runs once a move. */
#include "rules/bridge.h"

#include "rules/cell.h"
#include "rules/numbridge.h"

#include <assert.h>

enum { SQUARE_MAX = CELL_SIDE_MAX * CELL_SIDE_MAX };

bool bridge_joined(unsigned n, const uint8_t *owner, unsigned seat)
{
    /* Seat 0 (Blue) joins the top row to the bottom row, seat 1 (Red) the left column to
     * the right column, with a chain of own cells, neighbour to neighbour. */
    static const uint8_t from[2] = {CELL_TOP, CELL_LEFT}, to[2] = {CELL_BOTTOM, CELL_RIGHT};
    uint8_t queue[SQUARE_MAX], near[CELL_NEIGHBOURS];
    bool seen[SQUARE_MAX] = {false};
    unsigned head = 0, tail = 0;
    assert(seat < 2 && n <= CELL_SIDE_MAX);
    for (unsigned cell = 0; cell < n * n; cell++)
        if (owner[cell] == seat + 1 && (cell_edges(cell, n) & from[seat])) {
            seen[cell] = true;
            queue[tail++] = (uint8_t)cell;
        }
    while (head < tail) {
        unsigned cell = queue[head++];
        if (cell_edges(cell, n) & to[seat])
            return true;
        unsigned count = cell_neighbours(cell, n, near);
        for (unsigned i = 0; i < count; i++)
            if (owner[near[i]] == seat + 1 && !seen[near[i]]) {
                seen[near[i]] = true;
                queue[tail++] = near[i];
            }
    }
    return false;
}

enum verdict bridge_start(struct game *game, const struct hash *coin)
{
    return numbridge_start(game, coin, 1);
}

static enum verdict take_pie(struct game *game, unsigned seat, const struct move *move)
{
    struct numbridge *nb = &game->nb;
    if (nb->pie_seat != seat)
        return VERDICT_PIE_NOT_ON_OFFER;
    if (move->places_n != 0)
        return VERDICT_FIELD_RANGE;
    /* The cell of the first stone changes owner; nothing else changes, and it is the
     * taker's whole turn. */
    numbridge_own(nb, seat, nb->first_stone);
    nb->last_cell = nb->first_stone;
    nb->last_digit = nb->board.solution[nb->first_stone];
    return VERDICT_OK;
}

enum verdict bridge_play(struct game *game, unsigned seat, const struct move *move)
{
    struct numbridge *nb = &game->nb;
    uint8_t stone = NO_CELL;
    enum verdict v = move->kind == MOVE_PIE ? take_pie(game, seat, move)
                                            : numbridge_move(game, seat, move, &stone);
    if (v != VERDICT_OK)
        return v;
    /* The offer lasts for the very next turn only: any turn of any kind, a lost one too,
     * ends it. */
    nb->pie_seat = NO_SEAT;
    if (stone != NO_CELL && nb->stones == 1) {
        /* As soon as the first stone is on the board, whoever's it is and whether placed
         * or claimed, the pie is on offer to its owner's opponent. */
        nb->first_stone = stone;
        nb->pie_seat = (uint8_t)(1 - seat);
    }
    /* The game ends at once when a move joins the mover's sides; he has won. */
    if (stone != NO_CELL && bridge_joined(nb->board.n, nb->owner, seat)) {
        game->ending = ENDING_CHAIN;
        game->winner = (uint8_t)seat;
        return VERDICT_OK;
    }
    numbridge_pass_on(game, seat, 1);
    return VERDICT_OK;
}
