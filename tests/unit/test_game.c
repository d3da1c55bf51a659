/* Proves: every refusal of the rules comes with its own verdict and leaves the state as it was;
 * turns lost on the clock, draw offers, resignation and the other ends; who sits where; when the
 * discards become the bag; and that the digest notices a change of any field. */
#include "rules/game.h"

#include "base/buf.h"
#include "random_move.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void start(struct table *t, enum preset preset, uint64_t number)
{
    struct terms terms;
    terms_preset(preset, &terms);
    table_start(t, &terms, number);
}

static uint8_t find_cell(const struct game *g, bool given, unsigned from)
{
    while (g->nb.board.given[from] != given || g->nb.owner[from] != 0)
        from++;
    return (uint8_t)from;
}

static void refuse(const struct game *g, unsigned seat, struct move m, enum verdict expected)
{
    struct game copy = *g;
    assert_int_equal(game_check(&copy, seat, &m), expected);
    assert_memory_equal(&copy, g, sizeof copy);
    assert_int_equal(game_apply(&copy, seat, &m, &copy), expected);
    assert_memory_equal(&copy, g, sizeof copy);
}

static struct move place(const struct table *t, unsigned tile, unsigned cell)
{
    uint8_t p = t->game.hand[t->game.turn][tile];
    return (struct move){MOVE_PLACE, (uint8_t)cell, t->value[p], 0, 1, {p}};
}

static void refusals_change_nothing(void **state)
{
    (void)state;
    struct table t;
    start(&t, PRESET_BRIDGE, 1);
    const struct game *g = &t.game;
    const uint8_t given = find_cell(g, true, 0), open = find_cell(g, false, 0);
    const uint8_t mine = g->hand[0][0], other = g->hand[1][0], bag = g->bag[g->bag_at];
    struct move m = place(&t, 0, open);
    refuse(g, 1, m, VERDICT_NOT_YOUR_TURN);
    refuse(g, 2, m, VERDICT_NOT_YOUR_TURN);
    refuse(g, 255, m, VERDICT_NOT_YOUR_TURN);
    refuse(g, 0, place(&t, 0, given), VERDICT_CELL_IS_GIVEN);
    refuse(g, 0, place(&t, 0, 81), VERDICT_NO_SUCH_CELL);
    refuse(g, 0, place(&t, 0, 255), VERDICT_NO_SUCH_CELL);
    static const uint8_t no_tile[] = {0, 10, 255};
    for (unsigned i = 0; i < 3; i++) {
        m = place(&t, 0, open);
        m.value = no_tile[i];
        refuse(g, 0, m, VERDICT_TILE_UNKNOWN);
    }
    const uint8_t not_held[] = {other, bag, 81, 255};
    for (unsigned i = 0; i < 4; i++) {
        m = place(&t, 0, open);
        m.places[0] = not_held[i];
        refuse(g, 0, m, VERDICT_TILE_NOT_IN_HAND);
        refuse(g, 0, (struct move){MOVE_CLAIM, given, 0, 0, 1, {not_held[i]}},
               VERDICT_TILE_NOT_IN_HAND);
        refuse(g, 0, (struct move){MOVE_SWAP, 0, 0, 0, 2, {mine, not_held[i]}},
               VERDICT_TILE_NOT_IN_HAND);
    }
    m = place(&t, 0, open);
    m.places_n = 0;
    refuse(g, 0, m, VERDICT_FIELD_RANGE);
    m.places_n = 2;
    refuse(g, 0, m, VERDICT_FIELD_RANGE);
    refuse(g, 0, (struct move){MOVE_CLAIM, open, 0, 0, 1, {mine}}, VERDICT_CELL_NOT_GIVEN);
    refuse(g, 0, (struct move){MOVE_CLAIM, 81, 0, 0, 1, {mine}}, VERDICT_NO_SUCH_CELL);
    refuse(g, 0, (struct move){MOVE_CLAIM, given, 0, 0, 0, {0}}, VERDICT_CLAIM_PRICE);
    refuse(g, 0, (struct move){MOVE_CLAIM, given, 0, 0, 2, {mine, g->hand[0][1]}},
           VERDICT_CLAIM_PRICE);
    refuse(g, 0, (struct move){MOVE_CLAIM, given, 0, 0, 255, {mine}}, VERDICT_CLAIM_PRICE);
    refuse(g, 0, (struct move){.kind = MOVE_SWAP}, VERDICT_SWAP_EMPTY);
    refuse(g, 0, (struct move){MOVE_SWAP, 0, 0, 0, 2, {mine, mine}}, VERDICT_TILE_TWICE);
    refuse(g, 0, (struct move){MOVE_SWAP, 0, 0, 0, 8, {0}}, VERDICT_FIELD_RANGE);
    refuse(g, 0, (struct move){MOVE_SWAP, 0, 0, 0, 255, {0}}, VERDICT_FIELD_RANGE);
    refuse(g, 0, (struct move){.kind = MOVE_PIE}, VERDICT_PIE_NOT_ON_OFFER);
    refuse(g, 0, (struct move){.kind = MOVE_LOST, .places_n = 1}, VERDICT_FIELD_RANGE);
    static const uint8_t no_kind[] = {0, MOVE_SHOW, MOVE_TILE, MOVE_DRAW, MOVE_PASS, 10, 255};
    for (unsigned i = 0; i < sizeof no_kind; i++)
        refuse(g, 0, (struct move){.kind = no_kind[i]}, VERDICT_MOVE_UNKNOWN);
}

static void owned_cells_are_refused(void **state)
{
    (void)state;
    struct table t;
    start(&t, PRESET_BRIDGE, 2);
    uint8_t given = find_cell(&t.game, true, 0);
    struct move claim = {MOVE_CLAIM, given, 0, 0, 1, {t.game.hand[0][0]}};
    assert_int_equal(table_play(&t, 0, &claim), VERDICT_OK);
    claim.places[0] = t.game.hand[1][0];
    refuse(&t.game, 1, claim, VERDICT_CELL_OWNED);
    claim.kind = MOVE_PLACE;
    claim.value = t.value[claim.places[0]];
    refuse(&t.game, 1, claim, VERDICT_CELL_OWNED);
}

/* By: a tile whose shares are still owed does not count as held. */
static void undealt_tiles_are_not_held(void **state)
{
    (void)state;
    struct terms terms;
    struct game g;
    struct hash coin = table_coin(1);
    terms_preset(PRESET_BRIDGE, &terms);
    assert_int_equal(game_start(&g, &terms, &coin), VERDICT_OK);
    assert_int_equal(g.due_n, 10);
    for (unsigned i = 0; i < 10; i++) {
        assert_int_equal(g.due[i].place, i);
        assert_int_equal(g.due[i].seat, i / 5);
    }
    refuse(&g, 0, (struct move){MOVE_SWAP, 0, 0, 0, 1, {g.hand[0][0]}}, VERDICT_TILE_NOT_IN_HAND);
    game_dealt(&g);
    struct move swap = {MOVE_SWAP, 0, 0, 0, 1, {g.hand[0][0]}};
    assert_int_equal(game_check(&g, 0, &swap), VERDICT_OK);
}

static void claim_prices(void **state)
{
    (void)state;
    for (unsigned price = 0; price <= 2; price++) {
        struct table t;
        struct terms terms;
        terms_preset(PRESET_BRIDGE, &terms);
        terms.claim = (uint8_t)price;
        table_start(&t, &terms, 3);
        struct move m = {MOVE_CLAIM, find_cell(&t.game, true, 0), 0, 0, 0, {0}};
        memcpy(m.places, t.game.hand[0], 3);
        for (unsigned paid = 0; paid <= 3; paid++) {
            m.places_n = (uint8_t)paid;
            assert_int_equal(game_check(&t.game, 0, &m),
                             paid == price ? VERDICT_OK : VERDICT_CLAIM_PRICE);
        }
        m.places_n = (uint8_t)price;
        assert_int_equal(table_play(&t, 0, &m), VERDICT_OK);
        assert_int_equal(t.game.discards_n, price);
        assert_int_equal(t.game.hand_n[0], 5);
        assert_int_equal(t.game.nb.owner[m.cell], 1);
        assert_int_equal(t.game.nb.last_digit, t.game.nb.board.solution[m.cell]);
        for (unsigned i = 0; i < price; i++)
            assert_int_equal(t.game.shown[t.game.discards[i]], 0);
    }
}

static void wrong_tiles_are_shown(void **state)
{
    (void)state;
    struct table t;
    start(&t, PRESET_BRIDGE, 4);
    struct move m = place(&t, 0, find_cell(&t.game, false, 0));
    while (t.game.nb.board.solution[m.cell] == m.value)
        m.cell = find_cell(&t.game, false, m.cell + 1u);
    assert_int_equal(table_play(&t, 0, &m), VERDICT_OK);
    assert_int_equal(t.game.shown[m.places[0]], m.value);
    assert_int_equal(t.game.discards[0], m.places[0]);
    assert_int_equal(t.game.nb.closed[m.cell], 0);
    assert_int_equal(t.game.nb.owner[m.cell], 0);
    assert_int_equal(t.game.nb.ruled_out[m.cell], 1u << m.value);
    assert_int_equal(t.game.nb.last_cell, m.cell);
    assert_int_equal(t.game.hand_n[0], 5);
    assert_int_equal(t.game.turn, 1);
}

/* Swap whole hands until the bag is empty: the discards become the bag. */
static void discards_become_the_bag(void **state)
{
    (void)state;
    struct table t;
    start(&t, PRESET_BRIDGE, 5);
    for (unsigned i = 0; i < 14; i++) {
        struct move m = {.kind = MOVE_SWAP, .places_n = 5};
        memcpy(m.places, t.game.hand[t.game.turn], 5);
        assert_int_equal(table_play(&t, t.game.turn, &m), VERDICT_OK);
    }
    assert_int_equal(t.game.bag_n - t.game.bag_at, 1);
    struct move m = {.kind = MOVE_SWAP, .places_n = 5};
    memcpy(m.places, t.game.hand[0], 5);
    t.game.shown[m.places[2]] = t.value[m.places[2]];
    assert_int_equal(game_apply(&t.game, 0, &m, &t.game), VERDICT_OK);
    assert_int_equal(t.game.reshuffle, 1);
    assert_int_equal(t.game.refill_seat, 0);
    assert_int_equal(t.game.hand_n[0], 1);
    assert_int_equal(t.game.turn, 1);
    assert_int_equal(t.game.due_n, 1);
    struct move next = {.kind = MOVE_SWAP, .places_n = 1, .places = {t.game.hand[1][0]}};
    refuse(&t.game, 1, next, VERDICT_WRONG_KIND);
    unsigned discards = t.game.discards_n;
    uint8_t first = t.game.discards[0];
    game_reshuffled(&t.game);
    assert_int_equal(t.game.reshuffle, 0);
    assert_int_equal(t.game.discards_n, 0);
    assert_int_equal(t.game.hand_n[0], 5);
    assert_int_equal(t.game.hand[0][1], first);
    assert_int_equal(t.game.due_n, 5);
    assert_int_equal(t.game.bag_n, discards);
    assert_int_equal(t.game.bag_at, 4);
    assert_int_equal(t.game.shown[m.places[2]], 0);
    check_supply(&t);
}

static void three_lost_turns_lose(void **state)
{
    (void)state;
    struct table t;
    struct move lost = {.kind = MOVE_LOST};
    start(&t, PRESET_BRIDGE, 6);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(table_play(&t, 0, &lost), VERDICT_OK);
        struct move swap = {.kind = MOVE_SWAP, .places_n = 1, .places = {t.game.hand[1][0]}};
        assert_int_equal(table_play(&t, 1, &swap), VERDICT_OK);
    }
    struct table saved = t;
    /* A move starts the count again. */
    struct move swap = {.kind = MOVE_SWAP, .places_n = 1, .places = {t.game.hand[0][0]}};
    assert_int_equal(table_play(&t, 0, &swap), VERDICT_OK);
    assert_int_equal(t.game.lost_in_row[0], 0);
    t = saved;
    assert_int_equal(table_play(&t, 0, &lost), VERDICT_OK);
    assert_int_equal(t.game.ending, ENDING_CLOCK);
    assert_int_equal(t.game.winner, 1);
    refuse(&t.game, 1, lost, VERDICT_GAME_OVER);
}

static void draw_offers(void **state)
{
    (void)state;
    struct table t;
    start(&t, PRESET_BRIDGE, 7);
    assert_int_equal(game_accept_draw(&t.game, 0), VERDICT_NO_DRAW_OFFER);
    assert_int_equal(game_offer_draw(&t.game, 0), VERDICT_OK);
    assert_int_equal(game_offer_draw(&t.game, 0), VERDICT_DRAW_ALREADY_OFFERED);
    assert_int_equal(game_accept_draw(&t.game, 0), VERDICT_NO_DRAW_OFFER);
    struct move m = {.kind = MOVE_SWAP, .places_n = 1, .places = {t.game.hand[0][0]}};
    assert_int_equal(table_play(&t, 0, &m), VERDICT_OK);
    assert_int_equal(t.game.draw_by, 0); /* his own move leaves it */
    struct game both = t.game, lost = t.game;
    m.places[0] = t.game.hand[1][0];
    assert_int_equal(table_play(&t, 1, &m), VERDICT_OK);
    assert_int_equal(t.game.draw_by, NO_SEAT); /* the other's ends it */
    m = (struct move){.kind = MOVE_LOST};
    assert_int_equal(game_apply(&lost, 1, &m, &lost), VERDICT_OK);
    assert_int_equal(lost.draw_by, NO_SEAT);
    struct game accepted = both;
    assert_int_equal(game_accept_draw(&accepted, 1), VERDICT_OK);
    assert_int_equal(accepted.ending, ENDING_DRAW);
    assert_int_equal(accepted.winner, NO_SEAT);
    assert_int_equal(game_offer_draw(&both, 1), VERDICT_OK); /* by */
    assert_int_equal(both.ending, ENDING_DRAW);
    assert_int_equal(game_offer_draw(&both, 1), VERDICT_GAME_OVER);
    assert_int_equal(game_accept_draw(&both, 0), VERDICT_GAME_OVER);
    assert_int_equal(game_resign(&both, 0), VERDICT_GAME_OVER);
    assert_int_equal(game_flag(&both, 0), VERDICT_GAME_OVER);
    assert_int_equal(game_abandon(&both), VERDICT_GAME_OVER);
}

static void other_ends(void **state)
{
    (void)state;
    struct table t;
    start(&t, PRESET_BRIDGE, 8);
    struct game g = t.game;
    assert_int_equal(game_resign(&g, 1), VERDICT_OK);
    assert_int_equal(g.ending, ENDING_RESIGNED);
    assert_int_equal(g.winner, 0);
    g = t.game;
    assert_int_equal(game_flag(&g, 0), VERDICT_OK);
    assert_int_equal(g.ending, ENDING_CLOCK);
    assert_int_equal(g.winner, 1);
    g = t.game;
    assert_int_equal(game_abandon(&g), VERDICT_OK);
    assert_int_equal(g.ending, ENDING_ABANDONED);
    assert_int_equal(g.winner, NO_SEAT);
}

static void seats(void **state)
{
    (void)state;
    struct terms terms;
    unsigned first = 0;
    terms_preset(PRESET_BRIDGE, &terms);
    for (uint64_t number = 0; number < 1000; number++) {
        struct hash coin = table_coin(number);
        unsigned a = game_seat_of(&terms, &coin, 0), b = game_seat_of(&terms, &coin, 1);
        assert_int_equal(a + b, 1);
        first += a == 0;
    }
    assert_in_range(first, 420, 580);
    struct hash coin = table_coin(1);
    terms.first = FIRST_PROPOSER;
    assert_int_equal(game_seat_of(&terms, &coin, 0), 0);
    terms.first = FIRST_OTHER;
    assert_int_equal(game_seat_of(&terms, &coin, 0), 1);
    assert_int_equal(game_seat_of(&terms, &coin, 1), 0);
}

static void digest_differs(const struct game *changed, const struct hash *before)
{
    struct hash now = game_digest(changed);
    assert_false(hash_equal(&now, before));
}

/* Every field of the public state changed alone gives another digest. */
static void digest_notices_everything(void **state)
{
    (void)state;
    struct table t;
    start(&t, PRESET_DOMAINS, 9);
    for (unsigned i = 0; i < 12; i++) {
        struct move m = random_move(&t);
        assert_int_equal(table_play(&t, t.game.turn, &m), VERDICT_OK);
    }
    struct game g = t.game;
    assert_int_equal(game_offer_draw(&g, 0), VERDICT_OK);
    g.due[g.due_n++] = (struct draw){1, 40};
    const struct hash before = game_digest(&g);
    struct hash again = game_digest(&g);
    assert_true(hash_equal(&before, &again));
#define CHANGED(field)                                                                           \
    do {                                                                                         \
        struct game c = g;                                                                       \
        c.field ^= 1;                                                                            \
        digest_differs(&c, &before);                                                             \
    } while (0)
    CHANGED(terms.claim);
    CHANGED(terms.game_s);
    CHANGED(turn);
    CHANGED(ending);
    CHANGED(winner);
    CHANGED(draw_by);
    CHANGED(lost_in_row[0]);
    CHANGED(lost_in_row[1]);
    CHANGED(moves);
    CHANGED(hand[0][0]);
    CHANGED(hand[1][1]);
    CHANGED(hand_n[1]);
    CHANGED(bag[g.bag_at]);
    CHANGED(bag[g.bag_n - 1]);
    CHANGED(bag_at);
    CHANGED(discards_n);
    CHANGED(shown[80]);
    CHANGED(due[g.due_n - 1].place);
    CHANGED(due[g.due_n - 1].seat);
    CHANGED(reshuffle);
    CHANGED(nb.board.block[80]);
    CHANGED(nb.board.solution[0]);
    CHANGED(nb.board.given[1]);
    CHANGED(nb.owner[80]);
    CHANGED(nb.closed[0]);
    CHANGED(nb.ruled_out[80]);
    CHANGED(nb.last_cell);
    CHANGED(nb.last_digit);
    CHANGED(nb.first_stone);
    CHANGED(nb.pie_seat);
    CHANGED(nb.pair_left);
    CHANGED(nb.block_owner[8]);
    struct game c = g;
    c.nb.ruled_out[3] ^= 1u << 9;
    digest_differs(&c, &before);
}

/* Pinned: a change here breaks every game that is under way. */
static void digest_is_pinned(void **state)
{
    (void)state;
    struct terms terms;
    struct game g;
    struct hash coin = {{0}};
    char hex[65];
    terms_preset(PRESET_BRIDGE, &terms);
    assert_int_equal(game_start(&g, &terms, &coin), VERDICT_OK);
    struct hash digest = game_digest(&g);
    hex_write(span_of(digest.b, sizeof digest.b), hex);
    assert_string_equal(hex, "f8ba641e9849b8e77cf442bdfde8e1a160186263d0b120ba4e20d75cde941ae4");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refusals_change_nothing), cmocka_unit_test(owned_cells_are_refused),
        cmocka_unit_test(undealt_tiles_are_not_held), cmocka_unit_test(claim_prices),
        cmocka_unit_test(wrong_tiles_are_shown), cmocka_unit_test(discards_become_the_bag),
        cmocka_unit_test(three_lost_turns_lose), cmocka_unit_test(draw_offers),
        cmocka_unit_test(other_ends), cmocka_unit_test(seats),
        cmocka_unit_test(digest_notices_everything), cmocka_unit_test(digest_is_pinned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
