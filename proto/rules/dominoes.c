/* Phases of a round: everybody shows his highest double, the highest opens, play, reveal.  A pass
 * says which numbers a hand lacks; as nothing is drawn after it, one set of numbers a seat is all
 * that has to be remembered to find a false one. */
#include "rules/dominoes.h"

#include "rules/tiles.h"

#include <assert.h>
#include <string.h>

unsigned dominoes_tiles(unsigned set)
{
    return (set + 1) * (set + 2) / 2;
}

bool dominoes_halves(unsigned set, unsigned value, uint8_t half[2])
{
    /* The values are 1 for 0-0, 2 for 0-1, and so on in the order 0-0, 0-1, .. 0-s, 1-1,
     * .. s-s. */
    if (value < 1 || value > dominoes_tiles(set))
        return false;
    unsigned a = 0, left = value - 1;
    for (; left > set - a; a++)
        left -= set - a + 1;
    half[0] = (uint8_t)a;
    half[1] = (uint8_t)(a + left);
    return true;
}

uint8_t dominoes_value(unsigned set, unsigned a, unsigned b)
{
    unsigned low = a < b ? a : b, high = a < b ? b : a, value = 1;
    assert(high <= set);
    for (unsigned i = 0; i < low; i++)
        value += set - i + 1;
    return (uint8_t)(value + high - low);
}

unsigned dominoes_hand(unsigned players)
{
    /* Two players are dealt 7 tiles each, three 6, four 5. */
    return 9 - players;
}

bool dominoes_fits(unsigned set, unsigned value, unsigned open)
{
    uint8_t half[2];
    return dominoes_halves(set, value, half) && (half[0] == open || half[1] == open);
}

static bool is_double(unsigned set, unsigned value)
{
    uint8_t half[2];
    return dominoes_halves(set, value, half) && half[0] == half[1];
}

uint8_t dominoes_highest(unsigned set, const uint8_t *values, unsigned n)
{
    uint8_t best = 0;
    for (unsigned i = 0; i < n; i++)
        if (is_double(set, values[i]) && values[i] > best)
            best = values[i]; /* doubles with more pips have higher values */
    return best;
}

static void deal(struct game *game)
{
    struct dominoes *d = &game->dom;
    const unsigned each = dominoes_hand(game->seats);
    memset(game->hand, 0, sizeof game->hand);
    memset(game->shown, 0, sizeof game->shown);
    memset(d->showed, 0, sizeof d->showed);
    memset(d->open, 0, sizeof d->open);
    memset(d->laid, 0, sizeof d->laid);
    memset(d->lacks, 0, sizeof d->lacks);
    d->laid_n = d->passed = d->broke = d->arms = 0;
    d->out = NO_SEAT;
    d->phase = DOMINO_SHOW;
    d->round++;
    game->turn = 0;
    game->due_n = game->bag_at = 0;
    /* At the start of a round the bag holds all places in order; seat 0 draws its whole
     * hand from the front, then seat 1, and so on. */
    tiles_start(game, dominoes_tiles(game->terms.set));
    for (unsigned seat = 0; seat < game->seats; seat++)
        for (unsigned i = 0; i < each; i++) {
            uint8_t place = game->bag[game->bag_at++];
            game->hand[seat][i] = place;
            game->hand_n[seat] = (uint8_t)(i + 1);
            game->due[game->due_n++] = (struct draw){(uint8_t)seat, place};
        }
}

enum verdict dominoes_start(struct game *game, const struct hash *coin)
{
    struct dominoes *d = &game->dom;
    d->last.winner = d->youngest = NO_SEAT;
    if (game->terms.youngest > 0)
        d->youngest = game_seat_of(&game->terms, coin, game->terms.youngest - 1u);
    deal(game);
    return VERDICT_OK;
}

static uint8_t next_seat(const struct game *game, unsigned seat)
{
    return (uint8_t)((seat + 1) % game->seats);
}

void dominoes_open(struct game *game, unsigned seat, unsigned place, unsigned value)
{
    struct dominoes *d = &game->dom;
    uint8_t half[2];
    bool known = dominoes_halves(game->terms.set, value, half);
    assert(known);
    (void)known;
    tiles_take(game, seat, place);
    game->shown[place] = (uint8_t)value;
    d->laid[d->laid_n++] = (struct laid){(uint8_t)place, 0, (uint8_t)seat};
    /* The line has two ends, 0 and 1; in Abkhaz it has four, 0 to 3, all at the first
     * double. */
    d->arms = game->terms.abkhaz ? ARMS_MAX : 2;
    for (unsigned end = 0; end < d->arms; end++)
        d->open[end] = half[end % 2];
    d->phase = DOMINO_PLAY;
    game->turn = next_seat(game, seat);
}

/* All have shown: the highest double opens. */
static void begin_play(struct game *game)
{
    const struct dominoes *d = &game->dom;
    unsigned best = 0, opener = NO_SEAT;
    for (unsigned seat = 0; seat < game->seats; seat++)
        if (d->showed[seat] != SHOWED_LOST && d->showed[seat] > best) {
            best = d->showed[seat];
            opener = seat;
        }
    /* If nobody has shown a double, the round is void. */
    if (opener == NO_SEAT) {
        game->dom.phase = DOMINO_REVEAL;
        return;
    }
    for (unsigned i = 0; i < game->hand_n[opener]; i++)
        if (game->shown[game->hand[opener][i]] == best) {
            dominoes_open(game, opener, game->hand[opener][i], best);
            return;
        }
    assert(!"a shown double is in its owner's hand");
}

/* A tile named by a move: of the set, in the hand, and not seen by everybody as another one. */
static enum verdict check_tile(const struct game *game, unsigned seat, const struct move *move)
{
    uint8_t half[2];
    if (move->places_n != 1)
        return VERDICT_FIELD_RANGE;
    if (!dominoes_halves(game->terms.set, move->value, half))
        return VERDICT_TILE_UNKNOWN;
    enum verdict v = tiles_held(game, seat, move->places, 1);
    if (v != VERDICT_OK)
        return v;
    uint8_t seen = game->shown[move->places[0]];
    return seen != 0 && seen != move->value ? VERDICT_WRONG_TILE : VERDICT_OK;
}

/* Before the first tile every player in order of seats, from seat 0, shows the highest
 * double of his hand, or says that he has none. The highest of all is laid as the first tile of
 * its owner; the next seat goes on. */
static enum verdict show(struct game *game, unsigned seat, const struct move *move)
{
    struct dominoes *d = &game->dom;
    if (move->kind == MOVE_TILE)
        return VERDICT_MUST_OPEN_DOUBLE;
    if (move->kind != MOVE_SHOW && move->kind != MOVE_LOST)
        return VERDICT_NOT_STARTED;
    if (move->kind == MOVE_SHOW && (move->value != 0 || move->places_n != 0)) {
        enum verdict v = check_tile(game, seat, move);
        if (v != VERDICT_OK)
            return v;
        if (!is_double(game->terms.set, move->value))
            return VERDICT_SHOW_DOUBLE;
        game->shown[move->places[0]] = move->value;
        d->showed[seat] = move->value;
    } else if (move->places_n != 0) {
        return VERDICT_FIELD_RANGE;
    } else if (move->kind == MOVE_LOST) {
        d->showed[seat] = SHOWED_LOST;
    }
    game->turn = next_seat(game, seat);
    if (game->turn == 0)
        begin_play(game);
    return VERDICT_OK;
}

static enum verdict lay(struct game *game, unsigned seat, const struct move *move)
{
    struct dominoes *d = &game->dom;
    uint8_t half[2];
    enum verdict v = check_tile(game, seat, move);
    if (v != VERDICT_OK)
        return v;
    /* A tile is laid at an end whose number equals one of its halves; the other half is
     * the new number of that end. */
    if (move->end >= d->arms || !dominoes_fits(game->terms.set, move->value, d->open[move->end]))
        return VERDICT_NO_MATCH;
    bool known = dominoes_halves(game->terms.set, move->value, half);
    assert(known);
    (void)known;
    if (d->lacks[seat] & (1u << half[0] | 1u << half[1]))
        d->broke = (uint8_t)(d->broke | 1u << seat);
    tiles_take(game, seat, move->places[0]);
    game->shown[move->places[0]] = move->value;
    d->laid[d->laid_n++] = (struct laid){move->places[0], move->end, (uint8_t)seat};
    d->open[move->end] = half[0] == d->open[move->end] ? half[1] : half[0];
    d->passed = 0;
    game->turn = next_seat(game, seat);
    /* The first to lay his last tile ends the round. */
    if (game->hand_n[seat] == 0) {
        d->out = (uint8_t)seat;
        d->phase = DOMINO_REVEAL;
    }
    return VERDICT_OK;
}

static enum verdict draw(struct game *game, unsigned seat, const struct move *move)
{
    if (move->places_n != 0)
        return VERDICT_FIELD_RANGE;
    /* While the boneyard has tiles, the player whose turn it is may draw one, as often as
     * he likes, whether or not he could lay a tile; it stays his turn. */
    if (game->bag_at == game->bag_n)
        return VERDICT_BONEYARD_EMPTY;
    if (game->due_n == DRAWS_MAX)
        return VERDICT_WRONG_KIND; /* the tiles drawn before are still owed */
    uint8_t place = game->bag[game->bag_at++];
    game->hand[seat][game->hand_n[seat]++] = place;
    game->due[game->due_n++] = (struct draw){(uint8_t)seat, place};
    return VERDICT_OK;
}

static enum verdict pass(struct game *game, unsigned seat, const struct move *move)
{
    struct dominoes *d = &game->dom;
    if (move->places_n != 0)
        return VERDICT_FIELD_RANGE;
    /* A player may pass only when the boneyard is empty; by passing he says that none of
     * his tiles has the number of an end. */
    if (game->bag_at < game->bag_n)
        return VERDICT_MUST_DRAW;
    for (unsigned end = 0; end < d->arms; end++)
        d->lacks[seat] = (uint16_t)(d->lacks[seat] | 1u << d->open[end]);
    d->passed = (uint8_t)(d->passed | 1u << seat);
    game->turn = next_seat(game, seat);
    /* The round is blocked when every player has passed since the last tile was laid. */
    if (d->passed == (1u << game->seats) - 1)
        d->phase = DOMINO_REVEAL;
    return VERDICT_OK;
}

enum verdict dominoes_play(struct game *game, unsigned seat, const struct move *move)
{
    if (game->dom.phase == DOMINO_REVEAL)
        return VERDICT_WRONG_KIND;
    if (game->dom.phase == DOMINO_SHOW)
        return show(game, seat, move);
    switch (move->kind) {
    case MOVE_TILE:
        return lay(game, seat, move);
    case MOVE_DRAW:
        return draw(game, seat, move);
    case MOVE_PASS:
        return pass(game, seat, move);
    case MOVE_LOST:
        if (move->places_n != 0)
            return VERDICT_FIELD_RANGE;
        game->turn = next_seat(game, seat);
        return VERDICT_OK;
    default: /* a number from outside */
        return VERDICT_MOVE_UNKNOWN;
    }
}

/* A player has forfeited the round if he showed a double that was not the highest he was
 * dealt, or none though he was dealt one, or if at one of his passes he held a tile with the number
 * of an end. A show lost on the clock says nothing. */
static bool forfeits(const struct game *game, unsigned seat, const uint8_t *value)
{
    const struct dominoes *d = &game->dom;
    const unsigned set = game->terms.set, each = dominoes_hand(game->seats);
    uint8_t dealt[HAND_MAX], half[2];
    if (d->broke & 1u << seat)
        return true;
    for (unsigned i = 0; i < each; i++)
        dealt[i] = value[game->bag[seat * each + i]];
    if (d->showed[seat] != SHOWED_LOST && d->showed[seat] != dominoes_highest(set, dealt, each))
        return true;
    for (unsigned i = 0; i < game->hand_n[seat]; i++)
        if (dominoes_halves(set, value[game->hand[seat][i]], half) &&
            (d->lacks[seat] & (1u << half[0] | 1u << half[1])))
            return true;
    return false;
}

static void count_hands(const struct game *game, const uint8_t *value, struct domino_result *r)
{
    for (unsigned seat = 0; seat < game->seats; seat++) {
        r->tiles[seat] = game->hand_n[seat];
        for (unsigned i = 0; i < game->hand_n[seat]; i++) {
            uint8_t half[2];
            if (dominoes_halves(game->terms.set, value[game->hand[seat][i]], half))
                r->pips[seat] = (uint16_t)(r->pips[seat] + half[0] + half[1]);
        }
    }
}

/* Fewest tiles, then fewest pips, then the youngest, of those who have not forfeited. */
static uint8_t least_hand(const struct game *game, const struct domino_result *r)
{
    uint8_t best = NO_SEAT;
    bool tied = false;
    for (unsigned seat = 0; seat < game->seats; seat++) {
        if (r->forfeit & 1u << seat)
            continue;
        int diff = best == NO_SEAT ? -1 : (int)r->tiles[seat] - r->tiles[best];
        if (diff == 0)
            diff = (int)r->pips[seat] - r->pips[best];
        if (diff < 0) {
            best = (uint8_t)seat;
            tied = false;
        } else if (diff == 0) {
            tied = true;
            if (seat == game->dom.youngest)
                best = (uint8_t)seat;
        }
    }
    return tied && best != game->dom.youngest ? NO_SEAT : best;
}

/* The round goes to the player who laid his last tile, if he has not forfeited it; else,
 * of those who have not forfeited, to the one with the fewest tiles, of these the fewest pips, of
 * these the youngest if the terms name him; else to nobody. A void round goes to nobody, but of
 * two players to the other one if exactly one has forfeited. */
static struct domino_result judge(const struct game *game, const uint8_t *value)
{
    const struct dominoes *d = &game->dom;
    struct domino_result r = {.winner = NO_SEAT, .how = ROUND_BLOCKED};
    for (unsigned seat = 0; seat < game->seats; seat++)
        if (forfeits(game, seat, value))
            r.forfeit = (uint8_t)(r.forfeit | 1u << seat);
    count_hands(game, value, &r);
    if (d->laid_n == 0) {
        r.how = ROUND_VOID;
        if (game->seats == 2 && (r.forfeit == 1 || r.forfeit == 2))
            r.winner = r.forfeit == 1 ? 1 : 0;
        return r;
    }
    if (d->out != NO_SEAT)
        r.how = ROUND_OUT;
    r.winner = d->out != NO_SEAT && !(r.forfeit & 1u << d->out) ? d->out : least_hand(game, &r);
    return r;
}

void dominoes_reveal(struct game *game, const uint8_t value[TILES_MAX])
{
    struct dominoes *d = &game->dom;
    assert(d->phase == DOMINO_REVEAL);
    d->last = judge(game, value);
    /* Who has won as many rounds as the terms ask has won the match; else all tiles go
     * back and a new round begins. */
    if (d->last.winner != NO_SEAT && ++d->won[d->last.winner] == game->terms.rounds) {
        game->ending = ENDING_ROUNDS;
        game->winner = d->last.winner;
        return;
    }
    if (d->round < UINT16_MAX)
        deal(game);
}
