/* width.h - how much room a text takes on the screen, and tables that hold in every language.
 * Not pure: asks the C library how wide a character is; printing prints.
 * Memory: a table copies its cells and owns them.  Errors: rows for which there is no memory are
 * left out. */
#ifndef CLI_WIDTH_H
#define CLI_WIDTH_H

#include "base/text.h"

#include <stdio.h>

/* Columns of well-formed UTF-8; characters nobody knows count as one. */
unsigned width_columns(const char *text);

/* Append a text and blanks up to `columns`; a longer text stays whole. */
void width_pad(struct text *out, const char *text, unsigned columns);

/* Append `body` and a line end where the line has reached `column`; as width_row does. */
void width_body(struct text *out, unsigned column, const char *body);

/* Append a line: `head`, blanks to `column`, and `body`, broken at blanks before the 80th column;
 * what follows stands below the body. */
void width_row(struct text *out, const char *head, unsigned column, const char *body);

/* As fprintf; where `to` is a terminal, lines are broken at blanks to fit into it. */
__attribute__((format(printf, 2, 3))) void width_printf(FILE *to, const char *format, ...);

/* Print a text, broken in the same way. */
void width_print(FILE *to, char *text);

/* The number of bytes of `text` that take at most `columns`. */
size_t width_fit(const char *text, unsigned columns);

enum { TABLE_COLUMNS = 8, TABLE_WIDTH = 80 };

/* Rows of cells.  Columns are as wide as their widest cell and two blanks apart; what does not fit
 * into a line begins the next one, further in, and the last column is broken at blanks. */
struct table {
    unsigned columns, rows, max;
    char *(*row)[TABLE_COLUMNS];
};

/* An empty table of `columns` (at most TABLE_COLUMNS). */
void table_init(struct table *t, unsigned columns);

/* Add a row of t->columns cells; NULL is an empty one. */
void table_row(struct table *t, const char *const cells[]);

/* Print all rows in at most `width` columns, and forget them. */
void table_print(struct table *t, unsigned width, FILE *to);

#endif
