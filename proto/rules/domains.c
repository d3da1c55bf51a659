/* A block is decided at more than half of its cells and never changes hands again, since no cell
 * does. */
#include "rules/domains.h"

#include "rules/numbridge.h"

#include <assert.h>

/* Seat 0 begins with a turn of one move; after that every turn has two moves. */
enum { FIRST_TURN = 1, TURN = 2 };

static unsigned count_blocks(const struct numbridge *nb, unsigned owner)
{
    unsigned count = 0;
    for (unsigned b = 0; b < nb->board.n; b++)
        count += nb->block_owner[b] == owner;
    return count;
}

unsigned domains_held(const struct numbridge *nb, unsigned seat)
{
    return count_blocks(nb, seat + 1);
}

unsigned domains_undecided(const struct numbridge *nb)
{
    return count_blocks(nb, 0);
}

bool domains_decided(unsigned mine, unsigned theirs, unsigned undecided)
{
    /* The game ends at once, also between the two moves of a turn, when one player holds
     * more blocks than the other could hold by taking every undecided block; he has won. */
    return mine > theirs + undecided;
}

enum verdict domains_start(struct game *game, const struct hash *coin)
{
    return numbridge_start(game, coin, FIRST_TURN);
}

/* The block of a cell that has just become the seat's. */
static void settle_block(struct numbridge *nb, unsigned seat, unsigned cell)
{
    const unsigned n = nb->board.n, block = nb->board.block[cell];
    unsigned own = 0;
    for (unsigned i = 0; i < n * n; i++)
        own += nb->board.block[i] == block && nb->owner[i] == seat + 1;
    /* A block belongs, for good, to the player who owns more than half of its cells. */
    if (2 * own > n)
        nb->block_owner[block] = (uint8_t)(seat + 1);
}

enum verdict domains_play(struct game *game, unsigned seat, const struct move *move)
{
    struct numbridge *nb = &game->nb;
    uint8_t stone = NO_CELL;
    enum verdict v = numbridge_move(game, seat, move, &stone);
    if (v != VERDICT_OK)
        return v;
    if (stone != NO_CELL)
        settle_block(nb, seat, stone);
    if (domains_decided(domains_held(nb, seat), domains_held(nb, 1 - seat),
                        domains_undecided(nb))) {
        game->ending = ENDING_BLOCKS;
        game->winner = (uint8_t)seat;
        return VERDICT_OK;
    }
    numbridge_pass_on(game, seat, TURN);
    return VERDICT_OK;
}
