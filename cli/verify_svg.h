/* verify_svg.h - a position of Bridge or Domains as a picture: the rhombus of hexagons, blocks,
 * givens, owners by shape first and colour second (Okabe-Ito blue and vermilion), the last move.
 * Rules: docs/formats.md section 11.
 * Not pure: writes to a stream.  Memory: none.  Errors: those of the stream (ferror). */
#ifndef CLI_VERIFY_SVG_H
#define CLI_VERIFY_SVG_H

#include "cli/verify_story.h"

#include <stdio.h>

/* A whole document, of dominoes too, with heading, legend and a description in words. */
void svg_picture(FILE *out, const struct story *s, const struct scene *scene);

/* The drawing alone.  SVG_ALL: with all that another position could need (hidden by the style),
 * named: cell e5 is "c-e5", block 0 is "b-0". */
enum svg_shapes { SVG_NEEDED, SVG_ALL };
void svg_board(FILE *out, const struct view *v, enum svg_shapes shapes);

/* Its size. */
struct svg_size { unsigned width, height; };
struct svg_size svg_board_size(const struct view *v);

/* What a cell looks like: "cell given blue last", and the small text below ("not 35"). */
void svg_cell_class(const struct view *v, unsigned cell, struct text *out);
void svg_cell_not(const struct view *v, unsigned cell, struct text *out);

/* The same for the outline of a block of Domains: "own blue won". */
void svg_block_class(const struct view *v, unsigned block, struct text *out);

/* The style of pictures, also for pages. */
void svg_style(FILE *out);
size_t svg_style_lines(const char *const **lines); /* line by line; how many */

#endif
