/* The table of games, and what is the same in all of them: whose turn it is, lost turns, offers,
 * resignation, the digest. */
#include "rules/game.h"

#include "base/hash.h"
#include "base/rng.h"
#include "rules/bridge.h"
#include "rules/domains.h"
#include "rules/dominoes.h"
#include "rules/tiles.h"

#include <assert.h>

enum { LOST_MAX = 3 };

struct game_row {
    uint8_t kind; /* enum game_kind */
    enum verdict (*start)(struct game *game, const struct hash *coin);
    /* A move of the seat whose turn it is; changes *game only if it returns VERDICT_OK. */
    enum verdict (*play)(struct game *game, unsigned seat, const struct move *move);
    void (*digest)(const struct game *game, struct hasher *h);
};

static void numbridge_digest(const struct game *game, struct hasher *h);
static void dominoes_digest(const struct game *game, struct hasher *h);

static const struct game_row games[] = {
    {GAME_BRIDGE, bridge_start, bridge_play, numbridge_digest},
    {GAME_DOMAINS, domains_start, domains_play, numbridge_digest},
    {GAME_DOMINOES, dominoes_start, dominoes_play, dominoes_digest},
};

static const struct game_row *row_of(const struct game *game)
{
    for (unsigned i = 0; i < sizeof games / sizeof games[0]; i++)
        if (games[i].kind == game->terms.game)
            return &games[i];
    return NULL;
}

enum verdict game_start(struct game *game, const struct terms *terms, const struct hash *coin)
{
    struct game fresh = {.terms = *terms, .seats = terms->players};
    const struct game_row *row = row_of(&fresh);
    if (row == NULL)
        return VERDICT_NOT_IMPLEMENTED;
    fresh.winner = fresh.draw_by = fresh.refill_seat = fresh.nb.pie_seat = NO_SEAT;
    fresh.nb.last_cell = fresh.nb.first_stone = NO_CELL;
    enum verdict v = row->start(&fresh, coin);
    if (v == VERDICT_OK)
        *game = fresh;
    return v;
}

uint8_t game_seat_of(const struct terms *terms, const struct hash *coin, unsigned player)
{
    uint8_t seat[SEATS_MAX] = {0, 1, 2, 3};
    struct rng_stream stream;
    struct hasher h;
    assert(player < terms->players && terms->players <= SEATS_MAX);
    /* If the terms say proposer, player p has seat p; if they say other, player p has seat
     * (p + players - 1) mod players. */
    if (terms->first == FIRST_PROPOSER)
        return (uint8_t)player;
    if (terms->first == FIRST_OTHER)
        return (uint8_t)((player + terms->players - 1u) % terms->players);
    /* If they say coin, the list of seats 0, 1, ... is shuffled by the stream of
     * hash("seats", coin), and player p has the p-th of them. */
    hash_start(&h, TAG_SEATS);
    hash_bytes(&h, span_of(coin->b, sizeof coin->b));
    struct hash seed = hash_end(&h);
    rng_stream_init(&stream, seed.b);
    struct rng rng = rng_from_stream(&stream);
    rng_shuffle(&rng, seat, terms->players);
    return seat[player];
}

/* Who wins when `loser` is out: of two the other one; of more the one who has won the
 * most rounds, if he is alone in that. */
static uint8_t winner_without(const struct game *game, unsigned loser)
{
    uint8_t best = NO_SEAT;
    bool tied = false;
    for (unsigned seat = 0; seat < game->seats; seat++) {
        if (seat == loser)
            continue;
        if (best == NO_SEAT || game->dom.won[seat] > game->dom.won[best]) {
            best = (uint8_t)seat;
            tied = false;
        } else if (game->dom.won[seat] == game->dom.won[best]) {
            tied = true;
        }
    }
    return tied ? NO_SEAT : best;
}

/* The end by something else than a move. */
static void lose(struct game *game, unsigned seat, enum ending ending)
{
    game->ending = (uint8_t)ending;
    game->winner = winner_without(game, seat);
    game->draw_by = NO_SEAT;
}

/* True if the game ended with this turn lost. */
static bool count_lost(struct game *game, unsigned seat, unsigned kind)
{
    if (kind != MOVE_LOST) {
        game->lost_in_row[seat] = 0;
        return false;
    }
    game->lost_in_row[seat]++;
    if (game->lost_in_row[seat] < LOST_MAX)
        return false;
    /* A player who loses three turns in a row on the clock loses the game. */
    lose(game, seat, ENDING_CLOCK);
    return true;
}

enum verdict game_apply(const struct game *old, unsigned seat, const struct move *move,
                        struct game *now)
{
    struct game next = *old;
    const struct game_row *row = row_of(old);
    if (row == NULL)
        return VERDICT_NOT_IMPLEMENTED;
    if (old->ending != ENDING_NONE)
        return VERDICT_GAME_OVER;
    if (seat >= old->seats || seat != old->turn)
        return VERDICT_NOT_YOUR_TURN;
    if (old->reshuffle)
        return VERDICT_WRONG_KIND;
    if (!count_lost(&next, seat, move->kind)) {
        enum verdict v = row->play(&next, seat, move);
        if (v != VERDICT_OK)
            return v;
    }
    if (next.moves < UINT16_MAX)
        next.moves++;
    /* A draw offer stands until the opponent accepts it or makes a move. */
    if (next.draw_by != seat)
        next.draw_by = NO_SEAT;
    if (next.ending != ENDING_NONE)
        next.draw_by = NO_SEAT;
    *now = next;
    return VERDICT_OK;
}

enum verdict game_check(const struct game *game, unsigned seat, const struct move *move)
{
    struct game ignored;
    return game_apply(game, seat, move, &ignored);
}

void game_dealt(struct game *game)
{
    game->due_n = 0;
    for (unsigned i = 0; i < DRAWS_MAX; i++)
        game->due[i] = (struct draw){0, 0};
}

enum verdict game_revealed(struct game *game, const uint8_t value[TILES_MAX])
{
    if (game->ending != ENDING_NONE)
        return VERDICT_GAME_OVER;
    if (game->terms.game != GAME_DOMINOES || game->dom.phase != DOMINO_REVEAL)
        return VERDICT_WRONG_KIND;
    dominoes_reveal(game, value);
    return VERDICT_OK;
}

void game_reshuffled(struct game *game)
{
    tiles_reshuffled(game);
}

enum verdict game_resign(struct game *game, unsigned seat)
{
    if (game->ending != ENDING_NONE)
        return VERDICT_GAME_OVER;
    lose(game, seat, ENDING_RESIGNED);
    return VERDICT_OK;
}

enum verdict game_flag(struct game *game, unsigned seat)
{
    if (game->ending != ENDING_NONE)
        return VERDICT_GAME_OVER;
    lose(game, seat, ENDING_CLOCK);
    return VERDICT_OK;
}

enum verdict game_abandon(struct game *game)
{
    if (game->ending != ENDING_NONE)
        return VERDICT_GAME_OVER;
    game->ending = ENDING_ABANDONED;
    game->winner = game->draw_by = NO_SEAT;
    return VERDICT_OK;
}

enum verdict game_offer_draw(struct game *game, unsigned seat)
{
    if (game->ending != ENDING_NONE)
        return VERDICT_GAME_OVER;
    /* A draw can be agreed on in games of two players only. */
    if (game->seats != 2)
        return VERDICT_NOT_IMPLEMENTED;
    if (game->draw_by == seat)
        return VERDICT_DRAW_ALREADY_OFFERED;
    /* An offer made while the other side's offer stands accepts it. */
    if (game->draw_by != NO_SEAT)
        return game_accept_draw(game, seat);
    game->draw_by = (uint8_t)seat;
    return VERDICT_OK;
}

enum verdict game_accept_draw(struct game *game, unsigned seat)
{
    if (game->ending != ENDING_NONE)
        return VERDICT_GAME_OVER;
    if (game->draw_by == NO_SEAT || game->draw_by == seat)
        return VERDICT_NO_DRAW_OFFER;
    game->ending = ENDING_DRAW;
    game->winner = game->draw_by = NO_SEAT;
    return VERDICT_OK;
}

static void digest_supply(const struct game *game, struct hasher *h)
{
    uint8_t due[2 * DRAWS_MAX];
    for (unsigned seat = 0; seat < game->seats; seat++)
        hash_bytes(h, span_of(game->hand[seat], game->hand_n[seat]));
    hash_bytes(h, span_of(game->bag + game->bag_at, (size_t)(game->bag_n - game->bag_at)));
    hash_bytes(h, span_of(game->discards, game->discards_n));
    hash_bytes(h, span_of(game->shown, game->tiles));
    for (size_t i = 0; i < game->due_n; i++) {
        due[2 * i] = game->due[i].seat;
        due[2 * i + 1] = game->due[i].place;
    }
    hash_bytes(h, span_of(due, (size_t)2 * game->due_n));
    hash_number(h, game->reshuffle);
    hash_number(h, game->reshuffle ? game->refill_seat : NO_SEAT);
}

static void numbridge_digest(const struct game *game, struct hasher *h)
{
    const struct numbridge *nb = &game->nb;
    const size_t cells = (size_t)nb->board.n * nb->board.n;
    uint8_t ruled_out[2 * CELLS_MAX];
    for (size_t cell = 0; cell < cells; cell++) {
        ruled_out[2 * cell] = (uint8_t)nb->ruled_out[cell];
        ruled_out[2 * cell + 1] = (uint8_t)(nb->ruled_out[cell] >> 8);
    }
    hash_bytes(h, span_of(nb->board.block, cells));
    hash_bytes(h, span_of(nb->board.solution, cells));
    hash_bytes(h, span_of(nb->board.given, cells));
    hash_bytes(h, span_of(nb->owner, cells));
    hash_bytes(h, span_of(nb->closed, cells));
    hash_bytes(h, span_of(ruled_out, 2 * cells));
    hash_number(h, nb->last_cell);
    hash_number(h, nb->last_digit);
    hash_number(h, nb->first_stone);
    hash_number(h, nb->pie_seat);
    hash_number(h, nb->pair_left);
    hash_bytes(h, span_of(nb->block_owner, nb->board.n));
}

static void dominoes_digest(const struct game *game, struct hasher *h)
{
    const struct dominoes *d = &game->dom;
    uint8_t laid[3 * TILES_MAX], lacks[2 * SEATS_MAX];
    for (size_t i = 0; i < d->laid_n; i++) {
        laid[3 * i] = d->laid[i].place;
        laid[3 * i + 1] = d->laid[i].end;
        laid[3 * i + 2] = d->laid[i].seat;
    }
    for (size_t seat = 0; seat < game->seats; seat++) {
        lacks[2 * seat] = (uint8_t)d->lacks[seat];
        lacks[2 * seat + 1] = (uint8_t)(d->lacks[seat] >> 8);
    }
    hash_number(h, d->phase);
    hash_number(h, d->round);
    hash_bytes(h, span_of(d->won, game->seats));
    hash_bytes(h, span_of(d->showed, game->seats));
    hash_bytes(h, span_of(d->open, d->arms));
    hash_bytes(h, span_of(laid, (size_t)3 * d->laid_n));
    hash_number(h, d->passed);
    hash_bytes(h, span_of(lacks, (size_t)2 * game->seats));
    hash_number(h, d->broke);
    hash_number(h, d->out);
    hash_number(h, d->youngest);
    hash_number(h, game->agreed);
}

struct hash game_digest(const struct game *game)
{
    uint8_t terms[TERMS_BYTES];
    struct hasher h;
    const struct game_row *row = row_of(game);
    assert(row != NULL);
    terms_bytes(&game->terms, terms);
    hash_start(&h, TAG_STATE);
    hash_bytes(&h, span_of(terms, sizeof terms));
    hash_number(&h, game->turn);
    hash_number(&h, game->ending);
    hash_number(&h, game->winner);
    hash_number(&h, game->draw_by);
    hash_bytes(&h, span_of(game->lost_in_row, game->seats));
    hash_number(&h, game->moves);
    digest_supply(game, &h);
    row->digest(game, &h);
    return hash_end(&h);
}

unsigned game_round(const struct game *game)
{
    return game->terms.game == GAME_DOMINOES ? game->dom.round : 0;
}

bool game_round_over(const struct game *game)
{
    return game->terms.game == GAME_DOMINOES && game->dom.phase == DOMINO_REVEAL;
}
