/* Proves how conditional moves are followed, at Bridge and at Domains: each line is left at every
 * one of the other's moves, or played to its end, through restarts; nothing is played then that
 * was not foretold, whoever left it is told once, and what cannot be a line is refused. */
#include "daemon/store_hold.h"
#include "tests/unit/games_pair.h"

enum { ANN, BEN, LINES_MAX = 32 };

static uint8_t cell[CELLS_MAX]; /* givens that nobody owns, of the newest game */
static unsigned cells;
static struct condition_row row;
static char refused[MOVE_TEXT_MAX + 1];

static void look_for_givens(uint32_t game)
{
    struct view v;
    assert_int_equal(games_view(side[ANN].games, game, &v), VERDICT_OK);
    cells = 0;
    for (unsigned i = 0; i < v.n * v.n; i++)
        if (v.given[i] != 0 && v.owner[i] == 0)
            cell[cells++] = (uint8_t)i;
    assert_true(cells > 12);
}

/* Ann moves first, and claims are free. */
static uint32_t begun(enum preset preset)
{
    struct terms terms;
    terms_preset(preset, &terms);
    terms.claim = 0;
    terms.first = FIRST_PROPOSER;
    uint32_t game = started_with(&terms);
    assert_int_equal(row_of(ANN, game).state, GAME_MY_TURN);
    look_for_givens(game);
    return game;
}

static struct choice claim_of(unsigned at)
{
    return (struct choice){.kind = MOVE_CLAIM, .cell = cell[at], .end = NO_CELL};
}

static enum verdict make(unsigned s, uint32_t game, const struct choice *choice)
{
    struct wish wish = {game, ENTRY_MOVE, choice, NULL, NULL};
    enum verdict v = games_wish(side[s].games, &wish);
    deliver_all();
    return v;
}

static void claim(unsigned s, uint32_t game, unsigned at)
{
    struct choice c = claim_of(at);
    assert_int_equal(make(s, game, &c), VERDICT_OK);
}

/* Claims of the cells from `from` on, joined by a 't'hen or an 'a'nd each. */
static const char *line_of(unsigned from, const char *words)
{
    static char line[1024];
    struct text text = text_over(line, sizeof line);
    for (unsigned i = 0;; i++) {
        struct choice c = claim_of(from + i);
        move_write(&c, 9, &text);
        if (words[i] == '\0')
            return line;
        text_add(&text, words[i] == 't' ? " then " : " and ");
    }
}

static enum verdict foretell(unsigned s, uint32_t game, const char *line)
{
    struct wish wish = {.game = game};
    struct text detail = text_over(refused, sizeof refused);
    unsigned before = post_n;
    enum verdict v = games_if(side[s].games, &wish, line, &row, &detail);
    assert_int_equal(post_n, before); /* it never leaves the machine */
    return v;
}

/* What would be answered, and nothing is kept. */
static void only_asked(void **state)
{
    struct move_row dry;
    struct text detail = text_over(refused, sizeof refused);
    (void)state;
    uint32_t game = begun(PRESET_DOMAINS);
    struct wish wish = {.game = game, .dry = &dry};
    assert_int_equal(games_if(side[BEN].games, &wish, line_of(0, "ta"), &row, &detail),
                     VERDICT_OK);
    assert_int_equal(dry.kind, ENTRY_MOVE);
    assert_int_equal(dry.choice.kind, MOVE_CLAIM);
    assert_int_equal(dry.choice.cell, cell[1]);
    assert_string_equal(row.text, line_of(0, "ta"));
    assert_int_equal(store_line_count(side[BEN].store, game), 0);
    assert_int_equal(games_if(side[ANN].games, &wish, line_of(0, "t"), &row, &detail),
                     VERDICT_CONDITION_TURN);
}

static unsigned lines(uint32_t game)
{
    static struct condition_row rows[ROWS_MAX];
    unsigned n = games_conditions(side[BEN].games, game, 0, rows);
    assert_int_equal(n, store_line_count(side[BEN].store, game));
    if (n > 0)
        row = rows[0];
    return n;
}

static unsigned moves(uint32_t game)
{
    struct view v;
    assert_int_equal(games_view(side[ANN].games, game, &v), VERDICT_OK);
    return v.moves;
}

static bool is_claimed(uint32_t game, unsigned at)
{
    struct view v;
    assert_int_equal(games_view(side[ANN].games, game, &v), VERDICT_OK);
    return v.owner[cell[at]] != 0;
}

static void restart_ben(void)
{
    restart(BEN);
    link_up();
    deliver_all();
}

/* Ann makes her moves of a line that begins with cell 0, up to the `until`-th, where she claims
 * another cell; ben's program is started again after each of them. */
static void follow_and_leave(uint32_t game, const char *hers, unsigned until)
{
    for (unsigned i = 0; hers[i] != '\0' && i <= until; i++) {
        if (hers[i] != 'a')
            continue; /* ben's program makes that one */
        assert_int_equal(moves(game), i);
        assert_int_equal(lines(game), 1);
        claim(ANN, game, i == until ? cells - 1 : i);
        restart_ben();
    }
}

/* hers: 'a' where ann moves; words: what joins the moves.  In one game for each place. */
static void leave_everywhere(enum preset preset, const char *hers, const char *words)
{
    for (unsigned until = 0; until <= strlen(hers); until++) {
        if (hers[until] == 'b')
            continue;
        uint32_t game = begun(preset);
        bool whole = hers[until] == '\0';
        assert_int_equal(foretell(BEN, game, line_of(0, words)), VERDICT_OK);
        follow_and_leave(game, hers, until);
        assert_int_equal(moves(game), whole ? until : until + 1);
        assert_int_equal(lines(game), 0);
        assert_int_equal(told(BEN, game, EVENT_CONDITION, VERDICT_LINE_LEFT), !whole);
        for (unsigned i = 0; i < strlen(hers); i++)
            assert_int_equal(is_claimed(game, i), i < until);
        assert_int_equal(told(ANN, game, EVENT_CONDITION, -1), 0);
        assert_int_equal(want(ANN, game, ENTRY_RESIGN), VERDICT_OK);
        deliver_all();
    }
}

static void bridge_is_left_everywhere(void **state)
{
    (void)state;
    leave_everywhere(PRESET_BRIDGE, "ababababab", "ttttttttt");
}

static void domains_is_left_everywhere(void **state)
{
    (void)state;
    leave_everywhere(PRESET_DOMAINS, "abbaabbaab", "tatatatat");
}

/* At Domains a line may begin before either of ann's two moves. */
static void domains_from_the_middle(void **state)
{
    (void)state;
    for (unsigned made = 0; made < 2; made++) {
        uint32_t game = begun(PRESET_DOMAINS);
        claim(ANN, game, 0);
        claim(BEN, game, 1);
        claim(BEN, game, 2);
        if (made == 1)
            claim(ANN, game, 3);
        assert_int_equal(foretell(BEN, game, line_of(3 + made, made == 0 ? "t" : "at")),
                         VERDICT_CONDITION_LONG);
        assert_int_equal(foretell(BEN, game, line_of(3 + made, made == 0 ? "ata" : "ta")),
                         VERDICT_OK);
        if (made == 0)
            claim(ANN, game, 3);
        assert_int_equal(moves(game), 4);
        claim(ANN, game, 4);
        assert_int_equal(moves(game), 7);
        assert_true(is_claimed(game, 5) && is_claimed(game, 6));
    }
}

/* The last reply of a line at Domains is the first of a turn of two: the other one is ben's. */
static void the_rest_of_a_turn_is_his_own(void **state)
{
    (void)state;
    uint32_t game = begun(PRESET_DOMAINS);
    assert_int_equal(foretell(BEN, game, line_of(0, "t")), VERDICT_OK);
    claim(ANN, game, 0);
    assert_int_equal(moves(game), 2);
    assert_int_equal(row_of(BEN, game).state, GAME_MY_TURN);
    claim(BEN, game, 5);
    assert_int_equal(row_of(ANN, game).state, GAME_MY_TURN);
}

static void what_is_no_line(void **state)
{
    (void)state;
    uint32_t game = begun(PRESET_BRIDGE), domains = begun(PRESET_DOMAINS);
    static const char *const bridge_words[] = {"", "tt", "a", "ttttttttttt", "tat"};
    static const char *const domains_words[] = {"a", "tt", "ta" "a", "taaa", "tatat" "t",
                                                "tatatatatat"};
    look_for_givens(game);
    for (unsigned i = 0; i < sizeof bridge_words / sizeof bridge_words[0]; i++)
        assert_int_equal(foretell(BEN, game, line_of(0, bridge_words[i])), VERDICT_CONDITION_LONG);
    look_for_givens(domains);
    for (unsigned i = 0; i < sizeof domains_words / sizeof domains_words[0]; i++)
        assert_int_equal(foretell(BEN, domains, line_of(0, domains_words[i])),
                         VERDICT_CONDITION_LONG);
    assert_int_equal(foretell(ANN, game, line_of(0, "t")), VERDICT_CONDITION_TURN);
    assert_int_equal(foretell(BEN, 99, line_of(0, "t")), VERDICT_NO_SUCH_GAME);
    assert_int_equal(foretell(BEN, game, "claim z99 then pie"), VERDICT_NO_SUCH_CELL);
    assert_string_equal(refused, "claim z99");
    struct hash other = {{1}};
    struct wish wish = {.game = game, .head = &other};
    struct text detail = text_over(refused, sizeof refused);
    assert_int_equal(games_if(side[BEN].games, &wish, line_of(0, "t"), &row, &detail),
                     VERDICT_HEAD_CHANGED);
    assert_int_equal(lines(0), 0);
}

/* A tile that is not held now, or held once and given twice, cannot be promised. */
static void tiles_that_are_not_held(void **state)
{
    (void)state;
    uint32_t game = begun(PRESET_BRIDGE);
    struct view v;
    char line[128], own[8];
    unsigned absent = 1;
    assert_int_equal(games_view(side[BEN].games, game, &v), VERDICT_OK);
    for (unsigned i = 0; i < v.hand_n[v.seat]; i++)
        absent += v.hand[i] == absent; /* ascending */
    if (absent <= v.n) {
        snprintf(line, sizeof line, "swap 1 then swap %u", absent);
        assert_int_equal(foretell(BEN, game, line), VERDICT_CONDITION_DRAW);
    }
    struct text all = text_over(own, sizeof own);
    for (unsigned i = 0; i < v.hand_n[v.seat]; i++)
        text_add_number(&all, v.hand[i]);
    snprintf(line, sizeof line, "swap 1 then swap %s then swap 1 then swap %u", own, v.hand[0]);
    assert_int_equal(foretell(BEN, game, line), VERDICT_CONDITION_DRAW);
    snprintf(line, sizeof line, "swap 1 then swap %s", own);
    assert_int_equal(foretell(BEN, game, line), VERDICT_OK);
}

/* Lines may share their beginning, and one may go on where another ends; but no move has two
 * answers. */
static void two_lines_say_one_thing(void **state)
{
    char line[160];
    (void)state;
    uint32_t game = begun(PRESET_BRIDGE);
    assert_int_equal(foretell(BEN, game, line_of(0, "t")), VERDICT_OK);
    assert_int_equal(foretell(BEN, game, line_of(0, "t")), VERDICT_CONDITION_TWICE);
    assert_int_equal(foretell(BEN, game, line_of(0, "ttt")), VERDICT_OK);
    *strstr(strcpy(line, line_of(0, "t")), " then ") = '\0';
    strcat(line, " then pie");
    assert_int_equal(foretell(BEN, game, line), VERDICT_CONDITION_TWICE);
    assert_int_equal(foretell(BEN, game, line_of(4, "t")), VERDICT_OK);
    claim(ANN, game, 0);
    assert_int_equal(moves(game), 2);
    assert_int_equal(lines(game), 1);
    assert_int_equal(row.played, 1);
    assert_int_equal(told(BEN, game, EVENT_CONDITION, VERDICT_LINE_LEFT), 1);
    assert_int_equal(told(BEN, game, EVENT_CONDITION, VERDICT_OK), 1);
    claim(ANN, game, 2);
    assert_int_equal(moves(game), 4);
    assert_true(is_claimed(game, 3) && !is_claimed(game, 5));
}

static void no_more_than_there_may_be(void **state)
{
    (void)state;
    uint32_t game = begun(PRESET_BRIDGE);
    struct view v;
    struct choice c = {.kind = MOVE_PLACE, .end = NO_CELL, .values_n = 1};
    unsigned n = 0;
    assert_int_equal(games_view(side[ANN].games, game, &v), VERDICT_OK);
    for (unsigned i = 0; i < v.n * v.n && n <= LINES_MAX; i++) {
        char line[64] = "";
        struct text text = text_over(line, sizeof line);
        if (v.digit[i] != 0)
            continue;
        c.cell = (uint8_t)i;
        c.values[0] = 1;
        move_write(&c, v.n, &text);
        text_add(&text, " then pie");
        assert_int_equal(foretell(BEN, game, line),
                         n < LINES_MAX ? VERDICT_OK : VERDICT_TOO_MANY_OPEN);
        n++;
    }
    assert_int_equal(n, LINES_MAX + 1);
    assert_int_equal(store_line_count(side[BEN].store, game), LINES_MAX);
}

static void cancelled(void **state)
{
    (void)state;
    uint32_t game = begun(PRESET_BRIDGE);
    assert_int_equal(games_if_cancel(side[BEN].games, game, 0), VERDICT_NO_CONDITION);
    assert_int_equal(games_if_cancel(side[BEN].games, 99, 0), VERDICT_NO_SUCH_GAME);
    assert_int_equal(foretell(BEN, game, line_of(0, "t")), VERDICT_OK);
    uint32_t first = row.number;
    assert_int_equal(foretell(BEN, game, line_of(2, "t")), VERDICT_OK);
    assert_int_equal(foretell(BEN, game, line_of(4, "t")), VERDICT_OK);
    assert_int_equal(games_if_cancel(side[BEN].games, game, first), VERDICT_OK);
    assert_int_equal(games_if_cancel(side[BEN].games, game, first), VERDICT_NO_CONDITION);
    assert_int_equal(lines(game), 2);
    restart_ben();
    assert_int_equal(lines(game), 2);
    assert_int_equal(games_if_cancel(side[BEN].games, game, 0), VERDICT_OK);
    assert_int_equal(lines(game), 0);
    assert_int_equal(told(BEN, game, EVENT_CONDITION, VERDICT_LINE_CANCELLED), 3);
    claim(ANN, game, 0);
    assert_int_equal(moves(game), 1);
    assert_int_equal(told(BEN, game, EVENT_CONDITION, -1), 3);
}

/* The entry that a line stood on has given way to another one. */
static void what_it_stood_on_is_gone(void **state)
{
    struct line line;
    (void)state;
    uint32_t game = begun(PRESET_BRIDGE);
    assert_int_equal(foretell(BEN, game, line_of(0, "t")), VERDICT_OK);
    assert_true(store_line_next(side[BEN].store, game, 0, &line));
    line.head.b[0] ^= 1;
    assert_int_equal(store_begin(side[BEN].store), VERDICT_OK);
    assert_int_equal(store_line_follow(side[BEN].store, &line), VERDICT_OK);
    assert_int_equal(store_commit(side[BEN].store), VERDICT_OK);
    claim(ANN, game, 0);
    assert_int_equal(moves(game), 1);
    assert_int_equal(lines(game), 0);
    assert_int_equal(told(BEN, game, EVENT_CONDITION, VERDICT_LINE_LEFT), 1);
}

/* A tile that its holder may think right, and that is not. */
static struct choice wrong_tile_of(unsigned s, uint32_t game)
{
    struct live *l;
    struct view v;
    struct choice c = {.kind = MOVE_PLACE, .cell = NO_CELL, .end = NO_CELL, .values_n = 1};
    assert_int_equal(games_view(side[s].games, game, &v), VERDICT_OK);
    assert_int_equal(games_live(side[s].games, game, &l), VERDICT_OK);
    for (unsigned i = 0; i < v.n * v.n * v.hand_n[v.seat] && c.cell == NO_CELL; i++) {
        unsigned at = i % (v.n * v.n);
        c.values[0] = v.hand[i / (v.n * v.n)];
        if ((view_candidates(&v, at) >> c.values[0] & 1) != 0 &&
            l->m.now.game.nb.board.solution[at] != c.values[0])
            c.cell = (uint8_t)at;
    }
    assert_int_not_equal(c.cell, NO_CELL);
    return c;
}

static enum verdict foretell_reply(uint32_t game, const struct choice *first,
                                   const struct choice *then)
{
    char line[128] = "";
    struct text text = text_over(line, sizeof line);
    move_write(first, 9, &text);
    text_add(&text, " then ");
    move_write(then, 9, &text);
    return foretell(BEN, game, line);
}

/* A tile that turns out to be wrong is another course, though it was laid as foretold. */
static void a_wrong_tile_leaves_the_line(void **state)
{
    (void)state;
    uint32_t game = begun(PRESET_BRIDGE);
    struct choice c = wrong_tile_of(ANN, game), reply = claim_of(0);
    assert_int_equal(foretell_reply(game, &c, &reply), VERDICT_OK);
    assert_int_equal(make(ANN, game, &c), VERDICT_OK);
    assert_int_equal(moves(game), 1);
    assert_int_equal(told(BEN, game, EVENT_CONDITION, VERDICT_LINE_LEFT), 1);
}

/* Where nothing is left of a line nothing is said to be cancelled: its last tile was wrong. */
static void a_wrong_last_reply_ends_the_line(void **state)
{
    (void)state;
    uint32_t game = begun(PRESET_BRIDGE);
    struct choice c = claim_of(0), reply = wrong_tile_of(BEN, game);
    assert_int_equal(foretell_reply(game, &c, &reply), VERDICT_OK);
    claim(ANN, game, 0);
    assert_int_equal(moves(game), 2);
    assert_int_equal(lines(game), 0);
    assert_int_equal(told(BEN, game, EVENT_CONDITION, VERDICT_OK), 1);
    assert_int_equal(told(BEN, game, EVENT_CONDITION, -1), 1);
}

/* A reply that the rules do not allow when it is due is not made, and its reason is told. */
static void a_reply_that_has_become_wrong(void **state)
{
    (void)state;
    uint32_t game = begun(PRESET_BRIDGE);
    char line[128] = "";
    struct text text = text_over(line, sizeof line);
    struct choice c = claim_of(0);
    move_write(&c, 9, &text);
    text_add(&text, " then ");
    move_write(&c, 9, &text); /* the same cell, which is ann's by then */
    assert_int_equal(foretell(BEN, game, line), VERDICT_OK);
    claim(ANN, game, 0);
    assert_int_equal(moves(game), 1);
    assert_int_equal(lines(game), 0);
    assert_int_equal(told(BEN, game, EVENT_CONDITION, -1), 1);
    assert_int_equal(told(BEN, game, EVENT_CONDITION, VERDICT_OK), 0);
    assert_int_equal(row_of(BEN, game).state, GAME_MY_TURN);
}

/* Neither does a line play in a game that waits to hear the friend, nor by itself after that. */
static void nothing_is_played_while_the_game_is_held(void **state)
{
    struct hold hold = {.why = VERDICT_ELSEWHERE};
    (void)state;
    uint32_t game = begun(PRESET_BRIDGE);
    assert_int_equal(foretell(BEN, game, line_of(0, "t")), VERDICT_OK);
    assert_int_equal(store_begin(side[BEN].store), VERDICT_OK);
    assert_int_equal(store_hold_put(side[BEN].store, game, &hold), VERDICT_OK);
    assert_int_equal(store_commit(side[BEN].store), VERDICT_OK);
    restart_ben();
    claim(ANN, game, 0);
    assert_int_equal(moves(game), 1);
    restart_ben();
    assert_int_equal(moves(game), 1);
}

#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(bridge_is_left_everywhere), CASE(domains_is_left_everywhere),
        CASE(domains_from_the_middle), CASE(the_rest_of_a_turn_is_his_own), CASE(what_is_no_line),
        CASE(tiles_that_are_not_held), CASE(two_lines_say_one_thing),
        CASE(no_more_than_there_may_be), CASE(cancelled), CASE(only_asked),
        CASE(what_it_stood_on_is_gone), CASE(a_wrong_tile_leaves_the_line),
        CASE(a_wrong_last_reply_ends_the_line),
        CASE(a_reply_that_has_become_wrong), CASE(nothing_is_played_while_the_game_is_held),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
