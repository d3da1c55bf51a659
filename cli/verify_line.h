/* verify_line.h - the line of a round of dominoes as a drawing: tiles with their pips in rows from
 * left to right, doubles crosswise, the seat that laid each beside it.
 * Not pure: writes to a stream.  Memory: none.  Errors: those of the stream (ferror). */
#ifndef CLI_VERIFY_LINE_H
#define CLI_VERIFY_LINE_H

#include "cli/verify_svg.h"

/* The line of a position.  Tile number i in the order of laying has the attribute data-laid="i",
 * from 0. */
void line_draw(FILE *out, const struct view *v);
struct svg_size line_size(const struct view *v);

#endif
