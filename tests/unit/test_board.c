/* Proves: the drawing of a board fits 80 columns and 24 lines, says in plain ASCII who owns what,
 * what is given, what moved last and what may be done; colours never carry anything alone; the
 * reader mode tells the same in sentences. */
#include "cli/board.h"
#include "cli/panel.h"
#include "cli/reader.h"

#include "table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static struct table table;
static struct game_show show;
static char out[BOARD_TEXT_MAX];
static const struct term ascii80 = {.colors = COLORS_NONE, .width = 80};
static const struct board_marks no_marks = {0, NO_CELL};

static void set_up(enum preset preset)
{
    struct terms terms;

    terms_preset(preset, &terms);
    table_start(&table, &terms, 11);
    memset(&show, 0, sizeof show);
    view_make(&table.game, 0, table.value, &show.view);
    show.started = 1;
    show.row = (struct game_row){.number = 12, .state = GAME_MY_TURN, .link = LINK_UP,
                                 .game = GAME_BRIDGE, .winner = NO_SEAT};
    strcpy(show.row.opponent, "ann");
    strcpy(show.seat_name[0], "ben");
    strcpy(show.seat_name[1], "ann");
}

static void draw(const struct term *term, const struct board_marks *marks)
{
    struct text t = text_over(out, sizeof out);
    board_draw(&show, term, marks, &t);
}

/* An open cell and a given, to be made into something. */
static unsigned cell_that(bool given)
{
    unsigned cell = 0;
    while ((show.view.given[cell] != 0) != given)
        cell++;
    return cell;
}

static unsigned count(char wanted)
{
    unsigned n = 0;
    for (const char *c = out; *c != '\0'; c++)
        n += *c == wanted;
    return n;
}

static void it_fits_the_screen(void **state)
{
    (void)state;
    unsigned lines = 0, widest = 0, at = 0;

    set_up(PRESET_BRIDGE);
    show.view.may_move = show.view.may_pie = 1;
    show.view.draw_by = 1;
    draw(&ascii80, &no_marks);
    for (const char *c = out; *c != '\0'; c++) {
        assert_true(*c == '\n' || (*c >= ' ' && *c < 0x7f));
        at = *c == '\n' ? 0 : at + 1;
        lines += *c == '\n';
        widest = at > widest ? at : widest;
    }
    assert_true(widest <= 80);
    assert_true(lines <= 23);
}

static void utf8_is_the_same_width(void **state)
{
    (void)state;
    struct term utf8 = {.utf8 = true, .width = 80};
    static char plain[BOARD_TEXT_MAX];

    set_up(PRESET_BRIDGE);
    draw(&ascii80, &no_marks);
    memcpy(plain, out, sizeof plain);
    draw(&utf8, &no_marks);
    assert_true(strstr(out, "\u2502") != NULL);
    size_t columns = 0;
    for (const char *c = out; *c != '\0'; c++)
        columns += ((unsigned char)*c & 0xc0) != 0x80;
    assert_int_equal(columns, strlen(plain));
}

static void signs_tell_owners_and_givens(void **state)
{
    (void)state;
    set_up(PRESET_BRIDGE);
    unsigned open = cell_that(false), given = cell_that(true);
    draw(&ascii80, &no_marks);
    assert_null(strstr(out, "(5)"));
    show.view.digit[open] = 5;
    show.view.owner[open] = 1;
    draw(&ascii80, &no_marks);
    assert_non_null(strstr(out, "(5)"));
    show.view.owner[open] = 2;
    draw(&ascii80, &no_marks);
    assert_non_null(strstr(out, "[5]"));
    char form[4] = "{0}";
    form[1] = (char)('0' + show.view.given[given]);
    show.view.owner[given] = 1;
    draw(&ascii80, &no_marks);
    assert_non_null(strstr(out, form));
    form[0] = '<';
    form[2] = '>';
    show.view.owner[given] = 2;
    draw(&ascii80, &no_marks);
    assert_non_null(strstr(out, form));
    /* Beside the cell, on whichever side it covers no border of a block. */
    unsigned borders = count('|');
    show.view.last_cell = (uint8_t)open;
    draw(&ascii80, &no_marks);
    assert_true(strstr(out, "*[5]") != NULL || strstr(out, "[5]*") != NULL);
    assert_int_equal(count('|'), borders);
}

static void ruled_out_and_candidates_are_marked(void **state)
{
    (void)state;
    unsigned fit = 0;

    set_up(PRESET_BRIDGE);
    for (unsigned cell = 0; cell < 81; cell++)
        fit += view_candidates(&show.view, cell) >> 4 & 1;
    draw(&ascii80, &(struct board_marks){4, NO_CELL});
    assert_true(fit > 0);
    assert_int_equal(count('?'), fit);
    draw(&ascii80, &no_marks);
    unsigned before = count('x');
    show.view.ruled_out[cell_that(false)] = 1u << 3;
    draw(&ascii80, &no_marks);
    assert_int_equal(count('x'), before + 1);
}

static void pie_is_named_exactly_while_possible(void **state)
{
    (void)state;
    static const char sentence[] = "You may take the first stone (pie).";

    set_up(PRESET_BRIDGE);
    show.view.may_move = 1;
    draw(&ascii80, &no_marks);
    assert_null(strstr(out, sentence));
    show.view.may_pie = 1;
    draw(&ascii80, &no_marks);
    assert_non_null(strstr(out, sentence));
    show.view.may_move = 0;
    draw(&ascii80, &no_marks);
    assert_null(strstr(out, sentence));
}

static void colours_only_repeat_the_signs(void **state)
{
    (void)state;
    struct term many = {.colors = COLORS_MANY, .width = 80};
    static char plain[BOARD_TEXT_MAX];
    size_t len = 0;

    set_up(PRESET_BRIDGE);
    show.view.owner[3] = 2;
    draw(&many, &no_marks);
    assert_non_null(strstr(out, "38;5;32"));
    assert_non_null(strstr(out, "38;5;166"));
    for (const char *c = out; *c != '\0'; c++) {
        if (*c == '\033')
            c = strchr(c, 'm');
        else
            plain[len++] = *c;
    }
    plain[len] = '\0';
    draw(&ascii80, &no_marks);
    assert_string_equal(plain, out);
}

static void narrow_terminals_get_the_panel_below(void **state)
{
    (void)state;
    struct term narrow = {.colors = COLORS_NONE, .width = 60};
    set_up(PRESET_BRIDGE);
    draw(&narrow, &no_marks);
    assert_non_null(strstr(out, "\nGame 12 Bridge\n"));
}

/* Domains decided by Blue's five blocks. */
static void set_up_domains(void)
{
    set_up(PRESET_DOMAINS);
    for (unsigned i = 0; i < 5; i++)
        show.view.block_owner[i] = 1;
    show.view.block_owner[5] = 2;
}

static void domains_tell_who_holds_which_blocks(void **state)
{
    (void)state;
    struct text t = text_over(out, sizeof out);

    set_up_domains();
    draw(&ascii80, &no_marks);
    assert_non_null(strstr(out, "  Blue 5 a1 d1 g1 a4 d4\n"));
    assert_non_null(strstr(out, "  Red  1 g4\n"));
    assert_non_null(strstr(out, "  Open 3 a7 d7 g7\n"));
    show.view.ending = ENDING_BLOCKS;
    show.view.winner = 0;
    draw(&ascii80, &no_marks);
    assert_non_null(strstr(out, "* Blue 5 a1 d1 g1 a4 d4\n"));
    reader_board(&show, &t);
    assert_non_null(strstr(out, "Blocks of Blue: a1 d1 g1 a4 d4; these decided the game.\n"));
}

static unsigned count_of(const char *wanted)
{
    unsigned n = 0;
    for (const char *c = strstr(out, wanted); c; c = strstr(c + 1, wanted))
        n++;
    return n;
}

static void decided_blocks_are_outlined(void **state)
{
    (void)state;
    struct term many = {.colors = COLORS_MANY, .utf8 = true, .width = 80};

    set_up_domains();
    memset(show.view.block_owner, 0, sizeof show.view.block_owner);
    draw(&many, &no_marks);
    unsigned red = count_of("38;5;166m");
    show.view.block_owner[8] = 2;
    draw(&many, &no_marks);
    assert_true(count_of("38;5;166m") >= red + 6);
    assert_int_equal(count_of("\u2503"), 0);
    show.view.ending = ENDING_BLOCKS;
    show.view.winner = 1;
    draw(&many, &no_marks);
    assert_int_equal(count_of("\u2503"), 6); /* three rows, left and right of the block */
    show.view.winner = 0;
    draw(&many, &no_marks);
    assert_int_equal(count_of("\u2503"), 0);
}

static void the_second_move_of_a_pair_is_named(void **state)
{
    (void)state;
    static const char sentence[] = "One more move in this pair.";

    set_up(PRESET_DOMAINS);
    show.view.may_move = show.view.pair_left = 1;
    draw(&ascii80, &no_marks);
    assert_null(strstr(out, sentence)); /* the single first move */
    show.view.moves = 2;
    draw(&ascii80, &no_marks);
    assert_non_null(strstr(out, sentence));
    show.view.pair_left = 2;
    draw(&ascii80, &no_marks);
    assert_null(strstr(out, sentence));
}

/* The glyph right of a cell, and the two below it. */
static char glyph(unsigned row, unsigned x)
{
    const char *line = out;
    while (row-- > 0)
        line = strchr(line, '\n') + 1;
    size_t len = strcspn(line, "\n");
    return x < len ? line[x] : ' ';
}

/* On every size and with every sort of blocks: a bar between two cells exactly where the block
 * changes, and a slash where the block below is another. */
static void borders_follow_any_block_map(void **state)
{
    (void)state;
    struct term wide = {.colors = COLORS_NONE, .width = 40};

    for (unsigned n = 5; n <= 9; n++) {
        struct terms terms;
        char size[2] = {(char)('0' + n), '\0'};
        terms_preset(PRESET_BRIDGE, &terms);
        assert_int_equal(terms_set(&terms, span_text("size"), span_text(size)), VERDICT_OK);
        terms.blocks = BLOCKS_IRREGULAR;
        table_start(&table, &terms, n);
        view_make(&table.game, 0, table.value, &show.view);
        draw(&wide, &no_marks);
        for (unsigned cell = 0; cell < n * n; cell++) {
            const uint8_t *block = show.view.block;
            unsigned row = cell / n, col = cell % n, x = 2 + 4 * col + 2 * row, y = 1 + 2 * row;
            bool right = col + 1 == n || block[cell + 1] != block[cell];
            assert_int_equal(glyph(y, x + 4) == '|', right);
            bool below = row + 1 < n && block[cell + n] != block[cell];
            if (row + 1 < n)
                assert_int_equal(glyph(y + 1, x + 3) == '/', below);
            bool left = row + 1 < n && col > 0 && block[cell + n - 1] != block[cell];
            if (row + 1 < n && col > 0)
                assert_int_equal(glyph(y + 1, x + 1) == '\\', left);
        }
    }
}

/* Nothing of the panel is lost beside a small board. */
static void small_boards_have_the_whole_panel(void **state)
{
    (void)state;
    set_up(PRESET_BLITZ);
    draw(&ascii80, &no_marks);
    assert_non_null(strstr(out, "Bag "));
    assert_non_null(strstr(out, "x  a digit ruled out"));
}

static void the_reader_says_it_in_sentences(void **state)
{
    (void)state;
    struct text t = text_over(out, sizeof out);
    unsigned open;

    set_up(PRESET_BRIDGE);
    open = cell_that(false);
    show.view.ruled_out[open] = 1u << 3 | 1u << 8;
    show.view.may_move = 1;
    reader_board(&show, &t);
    assert_non_null(strstr(out, "it is your turn"));
    assert_non_null(strstr(out, "Blue is you and joins top and bottom"));
    assert_non_null(strstr(out, "open not 3 not 8"));
    assert_null(strpbrk(out, "|\\/"));
    t = text_over(out, sizeof out);
    reader_near(&show.view, 0, &t);
    assert_non_null(strstr(out, "b1 "));
    assert_non_null(strstr(out, "a2 "));
    assert_null(strstr(out, "c1 "));
}

static void times_read_like_clocks(void **state)
{
    (void)state;
    static const struct { uint64_t ms; const char *text; } rows[] = {
        {0, "0:00"}, {59999, "0:59"}, {760000, "12:40"}, {3600000, "1:00:00"},
        {259200000, "3d 00:00"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct text t = text_over(out, sizeof out);
        panel_time(rows[i].ms, &t);
        assert_string_equal(out, rows[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_fits_the_screen),
        cmocka_unit_test(utf8_is_the_same_width),
        cmocka_unit_test(signs_tell_owners_and_givens),
        cmocka_unit_test(ruled_out_and_candidates_are_marked),
        cmocka_unit_test(pie_is_named_exactly_while_possible),
        cmocka_unit_test(colours_only_repeat_the_signs),
        cmocka_unit_test(narrow_terminals_get_the_panel_below),
        cmocka_unit_test(domains_tell_who_holds_which_blocks),
        cmocka_unit_test(decided_blocks_are_outlined),
        cmocka_unit_test(the_second_move_of_a_pair_is_named),
        cmocka_unit_test(borders_follow_any_block_map),
        cmocka_unit_test(small_boards_have_the_whole_panel),
        cmocka_unit_test(the_reader_says_it_in_sentences),
        cmocka_unit_test(times_read_like_clocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
