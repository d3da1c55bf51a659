#include "cli/rulebook.h"

#include "cli/lang.h"
#include "cli/width.h"

#include <stdio.h>
#include <string.h>

struct row { const char *head, *body; };
enum { ROWS_MOST = 8 };

static const struct row games[ROWS_MOST] = {
    {"bridge", N_("Join your two sides of a Sudoku of hexagons with a chain of cells.")},
    {"study", N_("Bridge with more time, and not rated.")},
    {"blitz", N_("Bridge on a board of 6 rows, with little time.")},
    {"domains", N_("Win most blocks of the same board; two moves a turn.")},
    {"dominoes", N_("For two to four: lay all your tiles first.")},
};

static const struct row bridge[ROWS_MOST] = {
    {N_("aim"),
     N_("A chain of your own cells, neighbour to neighbour, from side to side: Blue joins "
        "the top to the bottom, Red the left to the right. The first chain wins.")},
    {N_("board"),
     N_("A Sudoku: every row, column and block holds each digit once. The digits printed at "
        "the start, the givens, are nobody's. A cell has up to six neighbours.")},
    {N_("turn"),
     N_("You do one thing: place, claim or swap. Then your hand is filled from the bag. "
        "Nobody sees the other's hand.")},
    {"place",
     N_("'place 7 e5': if 7 is the digit that belongs there, the cell is yours. If not, the "
        "tile is lost, and everybody knows that e5 is not 7.")},
    {"claim",
     N_("'claim c3 with 4': a given that nobody owns becomes yours, and you pay with a "
        "tile, whatever its digit.")},
    {"swap", N_("'swap 1 9': give tiles back and draw as many.")},
    {"pie",
     N_("Right after the first stone the other player may take it over in place of a move.")},
};

static const struct row domains[ROWS_MOST] = {
    {N_("aim"),
     N_("A block is yours, for good, when you own more than half of its cells. Who has more "
        "blocks than the other can still reach has won.")},
    {N_("turn"),
     N_("Two moves, only the very first turn has one; then your hand is filled from the "
        "bag. Moves are those of Bridge: 'help bridge'. There is no pie.")},
};

static const struct row dominoes[ROWS_MOST] = {
    {N_("aim"),
     N_("Lay all your tiles before the others do: that wins the round, and some rounds win "
        "the match.")},
    {"show",
     N_("First everybody in turn shows his highest double, 'show 6-6', or says 'show none'. "
        "The highest of all is laid, and the next player goes on.")},
    {"place",
     N_("'3-5 left': a tile goes to an end of the line whose number is one of its halves.")},
    {"draw", N_("Take a tile from the boneyard, as often as you like.")},
    {"pass",
     N_("When nothing fits and the boneyard is empty. When all have passed, fewest tiles "
        "win the round, then fewest pips.")},
    {N_("cheating"),
     N_("After the round all tiles are opened: who hid a double or a tile that did fit has "
        "lost it.")},
    {"abkhaz", N_("With abkhaz=yes the line has four ends, all at the first double.")},
};

static const struct page {
    const char *name;
    const struct row *rows;
} pages[] = {{"rules", games}, {"bridge", bridge}, {"study", bridge}, {"blitz", bridge},
             {"domains", domains}, {"dominoes", dominoes}};
enum { PAGES = sizeof pages / sizeof pages[0] };

const char *rulebook_name(unsigned i)
{
    return i < PAGES ? pages[i].name : NULL;
}

static void print_rows(const struct row *rows, unsigned width)
{
    struct table t;

    table_init(&t, 2);
    for (unsigned i = 0; i < ROWS_MOST && rows[i].head; i++) {
        char head[64] = "  ";
        struct text h = {head, 2, sizeof head - 1};
        text_add(&h, rows == games ? rows[i].head : _(rows[i].head)); /* names are typed */
        table_row(&t, (const char *const[]){head, _(rows[i].body)});
    }
    table_print(&t, width, stdout);
}

bool rulebook_print(const char *name, unsigned width)
{
    for (unsigned i = 0; i < PAGES; i++) {
        if (strcmp(name, pages[i].name) != 0)
            continue;
        print_rows(pages[i].rows, width);
        if (pages[i].rows == games)
            width_printf(stdout, "%s\n", _("'help bridge' tells how Bridge is played, and so on; "
                                           "'practice bridge' plays it."));
        return true;
    }
    return false;
}
