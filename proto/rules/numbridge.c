/* The three kinds of turn.  Every refusal comes before the first change. */
#include "rules/numbridge.h"

#include "rules/generate.h"
#include "rules/tiles.h"

#include <assert.h>

unsigned numbridge_tiles(unsigned n)
{
    /* The set has n tiles of every digit from 1 to n. */
    return n * n;
}

enum verdict numbridge_start(struct game *game, const struct hash *coin, unsigned moves)
{
    struct numbridge *nb = &game->nb;
    enum verdict v = generate_board(&game->terms, coin, &nb->board);
    if (v != VERDICT_OK)
        return v;
    nb->pair_left = (uint8_t)moves;
    /* At the start the bag holds the places from 0 up in order; seat 0 draws its whole
     * hand from the front, then seat 1. */
    tiles_start(game, numbridge_tiles(nb->board.n));
    for (unsigned seat = 0; seat < game->seats; seat++)
        tiles_refill(game, seat);
    return VERDICT_OK;
}

void numbridge_own(struct numbridge *nb, unsigned seat, unsigned cell)
{
    if (nb->owner[cell] == 0)
        nb->stones++;
    nb->owner[cell] = (uint8_t)(seat + 1);
}

static enum verdict check_cell(const struct numbridge *nb, unsigned cell)
{
    if (cell >= (unsigned)nb->board.n * nb->board.n)
        return VERDICT_NO_SUCH_CELL;
    return nb->owner[cell] != 0 ? VERDICT_CELL_OWNED : VERDICT_OK;
}

static enum verdict place(struct game *game, unsigned seat, const struct move *move,
                          uint8_t *stone)
{
    struct numbridge *nb = &game->nb;
    enum verdict v = check_cell(nb, move->cell);
    if (v != VERDICT_OK)
        return v;
    /* A tile cannot be placed on a given, nor on a cell that somebody owns. */
    if (nb->board.given[move->cell])
        return VERDICT_CELL_IS_GIVEN;
    if (move->places_n != 1)
        return VERDICT_FIELD_RANGE;
    if (move->value < 1 || move->value > nb->board.n)
        return VERDICT_TILE_UNKNOWN;
    v = tiles_held(game, seat, move->places, 1);
    if (v != VERDICT_OK)
        return v;
    tiles_take(game, seat, move->places[0]);
    game->shown[move->places[0]] = move->value;
    nb->last_cell = move->cell;
    nb->last_digit = move->value;
    /* If the digit is the right one, the cell is closed, shows the digit and belongs to
     * the player. */
    if (move->value == nb->board.solution[move->cell]) {
        nb->closed[move->cell] = 1;
        numbridge_own(nb, seat, move->cell);
        *stone = move->cell;
        return VERDICT_OK;
    }
    /* If it is not, the tile is shown to both and goes to the discards, the move is spent,
     * the cell stays open, and the board marks that the cell is not this digit. */
    nb->ruled_out[move->cell] = (uint16_t)(nb->ruled_out[move->cell] | 1u << move->value);
    tiles_discard(game, move->places[0]);
    return VERDICT_OK;
}

/* Tiles out of the hand, face down. */
static void give_away(struct game *game, unsigned seat, const struct move *move)
{
    for (unsigned i = 0; i < move->places_n; i++) {
        tiles_take(game, seat, move->places[i]);
        tiles_discard(game, move->places[i]);
    }
}

static enum verdict claim(struct game *game, unsigned seat, const struct move *move,
                          uint8_t *stone)
{
    struct numbridge *nb = &game->nb;
    enum verdict v = check_cell(nb, move->cell);
    if (v != VERDICT_OK)
        return v;
    /* A claim names a given that nobody owns and exactly as many tiles of the hand as the
     * terms ask; the cell becomes the player's, the tiles go to the discards face down. */
    if (!nb->board.given[move->cell])
        return VERDICT_CELL_NOT_GIVEN;
    if (move->places_n != game->terms.claim)
        return VERDICT_CLAIM_PRICE;
    v = tiles_held(game, seat, move->places, move->places_n);
    if (v != VERDICT_OK)
        return v;
    give_away(game, seat, move);
    numbridge_own(nb, seat, move->cell);
    nb->last_cell = *stone = move->cell;
    nb->last_digit = nb->board.solution[move->cell];
    return VERDICT_OK;
}

static enum verdict swap(struct game *game, unsigned seat, const struct move *move)
{
    if (move->places_n == 0)
        return VERDICT_SWAP_EMPTY;
    if (move->places_n > HAND_MAX)
        return VERDICT_FIELD_RANGE;
    enum verdict v = tiles_held(game, seat, move->places, move->places_n);
    if (v != VERDICT_OK)
        return v;
    /* A swap that is not the last move of a turn leaves at least one tile in the hand. */
    if (game->nb.pair_left > 1 && move->places_n == game->hand_n[seat])
        return VERDICT_SWAP_ALL_IN_PAIR;
    give_away(game, seat, move);
    game->nb.last_cell = NO_CELL;
    game->nb.last_digit = 0;
    return VERDICT_OK;
}

static enum verdict lost(struct game *game, const struct move *move)
{
    if (move->places_n != 0)
        return VERDICT_FIELD_RANGE;
    /* A lost turn takes no tile and changes no cell; it costs all moves that were left in
     * the turn. */
    game->nb.pair_left = 1;
    game->nb.last_cell = NO_CELL;
    game->nb.last_digit = 0;
    return VERDICT_OK;
}

enum verdict numbridge_move(struct game *game, unsigned seat, const struct move *move,
                            uint8_t *stone)
{
    *stone = NO_CELL;
    switch (move->kind) {
    case MOVE_PLACE:
        return place(game, seat, move, stone);
    case MOVE_CLAIM:
        return claim(game, seat, move, stone);
    case MOVE_SWAP:
        return swap(game, seat, move);
    case MOVE_LOST:
        return lost(game, move);
    default: /* a number from outside */
        return VERDICT_MOVE_UNKNOWN;
    }
}

void numbridge_pass_on(struct game *game, unsigned seat, unsigned moves)
{
    assert(game->nb.pair_left > 0);
    if (--game->nb.pair_left > 0)
        return;
    /* After each turn that has not ended the game the mover's hand is refilled to its size
     * from the front of the bag. */
    tiles_refill(game, seat);
    game->turn = (uint8_t)(1 - seat);
    game->nb.pair_left = (uint8_t)moves;
}
