/* Only what a seat may know is copied; the solution and the hands of others never are. */
#include "rules/view.h"

#include <assert.h>
#include <string.h>

/* Own tiles, ascending; unknown ones (0) come first. */
static void copy_hand(const struct game *game, unsigned seat, const uint8_t *known,
                      struct view *out)
{
    bool dominoes = game->terms.game == GAME_DOMINOES;
    uint8_t *hand = dominoes ? out->dom.tiles : out->hand;
    unsigned max = dominoes ? TILES_MAX : HAND_MAX;
    for (unsigned i = 0; i < game->hand_n[seat] && i < max; i++) {
        uint8_t value = known[game->hand[seat][i]];
        unsigned at = i;
        for (; at > 0 && hand[at - 1] > value; at--)
            hand[at] = hand[at - 1];
        hand[at] = value;
    }
}

static void copy_line(const struct game *game, struct domino_view *out)
{
    const struct dominoes *d = &game->dom;
    out->phase = d->phase;
    out->round = d->round;
    memcpy(out->won, d->won, sizeof out->won);
    memcpy(out->showed, d->showed, sizeof out->showed);
    out->arms = d->arms;
    memcpy(out->open, d->open, sizeof out->open);
    out->laid_n = d->laid_n;
    for (unsigned i = 0; i < d->laid_n; i++)
        out->laid[i] = (struct laid_view){game->shown[d->laid[i].place], d->laid[i].end,
                                          d->laid[i].seat};
    out->passed = d->passed;
    memcpy(out->lacks, d->lacks, sizeof out->lacks);
    out->youngest = d->youngest;
    out->last = d->last;
}

static void copy_board(const struct numbridge *nb, struct view *out)
{
    const unsigned cells = (unsigned)nb->board.n * nb->board.n;
    out->n = nb->board.n;
    for (unsigned cell = 0; cell < cells; cell++) {
        out->block[cell] = nb->board.block[cell];
        out->given[cell] = nb->board.given[cell] ? nb->board.solution[cell] : 0;
        out->digit[cell] = nb->closed[cell] ? nb->board.solution[cell] : out->given[cell];
        out->owner[cell] = nb->owner[cell];
        out->ruled_out[cell] = nb->ruled_out[cell];
    }
    out->last_cell = nb->last_cell;
    out->last_digit = nb->last_digit;
    out->pair_left = nb->pair_left;
    memcpy(out->block_owner, nb->block_owner, sizeof out->block_owner);
}

static bool waits_for_tiles(const struct game *game, unsigned seat)
{
    for (unsigned i = 0; i < game->due_n; i++)
        if (game->due[i].seat == seat)
            return true;
    return game->reshuffle != 0 || game->dom.phase == DOMINO_REVEAL;
}

void view_make(const struct game *game, unsigned seat, const uint8_t known[TILES_MAX],
               struct view *out)
{
    assert(seat < game->seats || seat == SEAT_WATCHER);
    memset(out, 0, sizeof *out);
    out->terms = game->terms;
    out->seat = (uint8_t)seat;
    out->turn = game->turn;
    out->ending = game->ending;
    out->winner = game->winner;
    out->draw_by = game->draw_by;
    out->agreed = game->agreed;
    out->seats = game->seats;
    out->moves = game->moves;
    memcpy(out->hand_n, game->hand_n, sizeof out->hand_n);
    out->bag_n = (uint8_t)(game->bag_n - game->bag_at);
    out->discards_n = game->discards_n;
    copy_board(&game->nb, out);
    copy_line(game, &out->dom);
    if (seat == SEAT_WATCHER)
        return;
    copy_hand(game, seat, known, out);
    bool turn = game->ending == ENDING_NONE && game->turn == seat;
    out->may_move = turn && !waits_for_tiles(game, seat);
    out->may_pie = turn && game->nb.pie_seat == seat;
}

uint16_t view_candidates(const struct view *view, unsigned cell)
{
    const unsigned n = view->n;
    unsigned out = 0;
    assert(cell < n * n);
    if (view->digit[cell] != 0)
        return 0;
    for (unsigned other = 0; other < n * n; other++)
        if (other / n == cell / n || other % n == cell % n ||
            view->block[other] == view->block[cell])
            out |= 1u << view->digit[other];
    out |= view->ruled_out[cell];
    return (uint16_t)(((1u << (n + 1)) - 2) & ~out);
}
