/* Proves: the line of dominoes is drawn as it lies, whichever arm it grew by, broken before the
 * edge of the screen; tiles that fit are marked, and only these; what everybody knows of the
 * others, whose turn it is and what may be done are said; sentences need no drawing characters. */
#include "cli/board.h"
#include "cli/reader.h"
#include "cli/train.h"
#include "cli/train_facts.h"

#include "rules/dominoes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static struct game_show show;
static char out[BOARD_TEXT_MAX];
static const struct term ascii80 = {.colors = COLORS_NONE, .width = 80};

static uint8_t tile(unsigned a, unsigned b)
{
    return dominoes_value(show.view.terms.set, a, b);
}

static void lay(unsigned a, unsigned b, unsigned end, unsigned seat)
{
    show.view.dom.laid[show.view.dom.laid_n++] =
        (struct laid_view){tile(a, b), (uint8_t)end, (uint8_t)seat};
}

/* Three at the table, I am seat 1 and it is my turn: 1-2 2-2 2-5 5-5. */
static void set_up(void)
{
    struct domino_view *d = &show.view.dom;

    memset(&show, 0, sizeof show);
    terms_preset(PRESET_DOMINOES, &show.view.terms);
    show.view.terms.players = show.view.seats = 3;
    show.view.seat = show.view.turn = 1;
    show.view.draw_by = show.view.winner = NO_SEAT;
    show.view.last_cell = NO_CELL;
    show.view.may_move = 1;
    show.started = 1;
    show.row = (struct game_row){.number = 4, .state = GAME_MY_TURN, .link = LINK_UP,
                                 .game = GAME_DOMINOES, .winner = NO_SEAT, .players = 3};
    strcpy(show.row.opponent, "ann");
    strcpy(show.row.others[0], "cat");
    strcpy(show.seat_name[0], "ann");
    strcpy(show.seat_name[1], "ben");
    strcpy(show.seat_name[2], "cat");
    *d = (struct domino_view){.phase = DOMINO_PLAY, .round = 2, .won = {1, 0, 0}, .arms = 2,
                              .open = {1, 5}, .youngest = NO_SEAT};
    lay(2, 2, 0, 0);
    lay(2, 5, 1, 1);
    lay(1, 2, 0, 2);
    lay(5, 5, 1, 0);
    d->showed[0] = tile(2, 2);
    d->showed[2] = SHOWED_LOST;
    d->tiles[0] = tile(0, 3);
    d->tiles[1] = tile(1, 5);
    d->tiles[2] = tile(4, 5);
    show.view.hand_n[0] = 4;
    show.view.hand_n[1] = 3;
    show.view.hand_n[2] = 1;
    show.view.bag_n = 9;
}

static const char *draw(void)
{
    struct text t = text_over(out, sizeof out);
    board_draw(&show, &ascii80, &(struct board_marks){0, NO_CELL}, &t);
    return out;
}

static const char *read_it(void)
{
    struct text t = text_over(out, sizeof out);
    reader_board(&show, &t);
    return out;
}

#define SAYS(text) assert_non_null(strstr(out, text))
#define SAYS_NOT(text) assert_null(strstr(out, text))

static void the_line_is_drawn_as_it_lies(void **state)
{
    (void)state;
    set_up();
    draw();
    SAYS("\n  [1|2][2|2][2|5](5|5)\n");
    SAYS("The line has 4 tiles; its ends: left 1 and right 5.\nLast laid: 5-5 by ann.");
    lay(1, 1, 0, 1);
    lay(1, 6, 0, 2);
    show.view.dom.open[0] = 6;
    draw();
    SAYS("\n  (6|1)[1|1][1|2][2|2][2|5][5|5]\n");
}

static void arms_grow_from_the_first_double(void **state)
{
    (void)state;
    set_up();
    show.view.terms.abkhaz = 1;
    show.view.dom.arms = 4;
    show.view.dom.open[2] = 2;
    show.view.dom.open[3] = 4;
    lay(2, 3, 3, 1);
    lay(3, 4, 3, 2);
    draw();
    SAYS("Abkhaz");
    SAYS("its ends: left 1, right 5, up 2 and down 4.");
    SAYS("\n  across [1|2][2|2][2|5][5|5]\n");
    SAYS("\n  up     [2|2]\n");
    SAYS("\n  down   [2|2][2|3](3|4)\n");
    read_it();
    SAYS("From the first double up: no tile.\n");
    SAYS("From the first double down: 2-3, 3-4.\n");
}

/* All 91 tiles of the largest set in one line: never past the edge, and none is lost. */
static void long_lines_are_broken(void **state)
{
    (void)state;
    unsigned at = 0, widest = 0, tiles = 0;

    set_up();
    show.view.terms.set = 12;
    show.view.dom.laid_n = 0;
    for (unsigned i = 0; i < TILES_MAX; i++)
        show.view.dom.laid[show.view.dom.laid_n++] =
            (struct laid_view){(uint8_t)(TILES_MAX - i), (uint8_t)(i & 1), (uint8_t)(i % 3)};
    show.view.hand_n[1] = 60;
    for (unsigned i = 0; i < 60; i++)
        show.view.dom.tiles[i] = (uint8_t)(i + 1);
    draw();
    for (const char *c = out; *c != '\0'; c++) {
        assert_true(*c == '\n' || (*c >= ' ' && *c < 0x7f));
        at = *c == '\n' ? 0 : at + 1;
        widest = at > widest ? at : widest;
        tiles += *c == '|';
    }
    assert_int_equal(tiles, TILES_MAX);
    assert_true(widest <= 80);
}

static void what_fits_is_marked(void **state)
{
    (void)state;
    set_up();
    draw();
    SAYS("\n   0-3 *1-5 *4-5 \n");
    read_it();
    SAYS("Your tiles: 0-3, 1-5, 4-5.\nOf these fit: 1-5, 4-5.\n");
    assert_true(train_facts_two_ends(&show.view, tile(1, 5)));
    assert_false(train_facts_two_ends(&show.view, tile(4, 5)));
    show.view.dom.open[0] = 5;
    assert_false(train_facts_two_ends(&show.view, tile(4, 5))); /* twice the same number */
}

static void others_are_known_as_far_as_they_said(void **state)
{
    (void)state;
    set_up();
    show.view.dom.passed = 1u << 2;
    show.view.dom.lacks[2] = 1u << 5 | 1u << 1;
    draw();
    SAYS("with ann, cat.\nDouble-6 set, round 2; 5 rounds win.");
    SAYS("  ann       4 tiles  1 round ");
    SAYS("showed 2-2\n");
    SAYS("showed no double\n");
    SAYS("lost that turn, passed, without 1 5\n");
    SAYS("> you ");
    SAYS("Boneyard: 9 tiles.");
    read_it();
    SAYS("cat holds 1 tile, won 0 rounds, ");
}

static void what_may_be_done_is_named(void **state)
{
    (void)state;
    set_up();
    draw();
    SAYS("It is your turn.\n");
    SAYS("You may: place a tile that fits ('place 2-5 left'), draw tile, end, resign.\n");
    show.view.dom.tiles[1] = tile(1, 4);
    draw();
    SAYS("You may: place 1-4 left, place 4-5 right, draw tile, end, resign.\n");
    show.view.hand_n[1] = 1;
    show.view.bag_n = 0;
    draw();
    SAYS("You may: pass, end, resign.\n");
    show.view.may_move = 0;
    show.view.turn = 2;
    draw();
    SAYS("It is cat's turn.\n");
    SAYS_NOT("You may");
    show.view.agreed = 1u << 0;
    draw();
    SAYS("These would end the game without a result: ann. 'end' agrees");
    show.view.agreed = 1u << 1;
    draw();
    SAYS("result: you. A move takes all of it back.");
}

static void doubles_are_shown_first(void **state)
{
    (void)state;
    set_up();
    show.clock[1].running = 1;
    show.clock[1].bank_ms = 1800000;
    show.clock[1].turn_ms = 60000;
    show.clock[2].bank_ms = 1740000;
    show.view.dom.phase = DOMINO_SHOW;
    show.view.dom.laid_n = show.view.dom.arms = 0;
    show.view.dom.tiles[2] = tile(4, 4);
    draw();
    SAYS("  cat       1 tile   0 rounds  29:00         yet to show a double\n");
    SAYS("> you       3 tiles  0 rounds  30:00 (1:00)  yet to show a double\n");
    SAYS("You may: show 4-4, end, resign.\n");
    SAYS(" 0-3  1-5 *4-4");
    show.view.dom.tiles[2] = tile(4, 5);
    draw();
    SAYS("You may: show none, end, resign.\n");
    read_it();
    SAYS("Your highest double: none.\n");
}

static void rounds_are_told(void **state)
{
    (void)state;
    struct domino_result *last = &show.view.dom.last;

    set_up();
    *last = (struct domino_result){ROUND_OUT, 0, 0, {0, 3, 1}, {0, 14, 1}};
    draw();
    SAYS("Round 1: won by ann; all tiles laid.\n"
         "  Tiles left, with their pips: ann 0 (0), you 3 (14), cat 1 (1).\n");
    last->how = ROUND_BLOCKED;
    last->winner = NO_SEAT;
    last->forfeit = 1u << 2;
    draw();
    SAYS("Round 1: won by nobody; blocked.");
    SAYS("Forfeited, by a false pass or a double not shown: cat.");
    last->how = ROUND_VOID;
    draw();
    SAYS("Round 1: won by nobody; no double shown.\n  Forfeited");
    show.view.ending = ENDING_ROUNDS;
    show.view.winner = 1;
    show.view.may_move = 0;
    draw();
    SAYS("Round 2: ");
    SAYS("You won: enough rounds are won.\n");
    SAYS_NOT("You may");
}

static void sentences_and_lists_need_no_drawing(void **state)
{
    (void)state;
    struct text t = text_over(out, sizeof out);

    set_up();
    read_it();
    assert_null(strpbrk(out, "|[]*>"));
    SAYS("From left to right: 1-2, 2-2, 2-5, 5-5.\n");
    t = text_over(out, sizeof out);
    reader_plain(&show, &t);
    SAYS("hand\t0-3 1-5 4-5\n");
    SAYS("end\tright\t5\n");
    SAYS("laid\t2-2\tfirst\t0\n");
    SAYS("seat\t0\tann\t4\t1\t2-2\t0\t\n");
}

static void colours_and_utf8_only_repeat(void **state)
{
    (void)state;
    struct term nice = {.colors = COLORS_MANY, .utf8 = true, .width = 80};
    static char plain[BOARD_TEXT_MAX];
    size_t len = 0;

    set_up();
    struct text t = text_over(out, sizeof out);
    train_draw(&show, &nice, &t);
    for (const char *c = out; *c != '\0'; c++) {
        if (*c == '\033') {
            c = strchr(c, 'm');
        } else if (strncmp(c, "\u2502", 3) == 0) {
            plain[len++] = '|';
            c += 2;
        } else {
            plain[len++] = *c;
        }
    }
    plain[len] = '\0';
    assert_string_equal(plain, draw());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_line_is_drawn_as_it_lies),
        cmocka_unit_test(arms_grow_from_the_first_double),
        cmocka_unit_test(long_lines_are_broken),
        cmocka_unit_test(what_fits_is_marked),
        cmocka_unit_test(others_are_known_as_far_as_they_said),
        cmocka_unit_test(what_may_be_done_is_named),
        cmocka_unit_test(doubles_are_shown_first),
        cmocka_unit_test(rounds_are_told),
        cmocka_unit_test(sentences_and_lists_need_no_drawing),
        cmocka_unit_test(colours_and_utf8_only_repeat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
