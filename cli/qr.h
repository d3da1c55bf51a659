/* qr.h - a text as a QR code on the terminal, which a phone reads from the screen.
 * With colours it is black on white whatever the terminal's own are; without, the ink is what is
 * light, as on a dark screen, or with QR_INVERTED what is dark, as on a light one.
 * Not pure: asks libqrencode.  Memory: appends to the caller's text.  Errors: false, and nothing
 * was appended, if the text is too long for a code or memory is short. */
#ifndef CLI_QR_H
#define CLI_QR_H

#include "cli/term.h"

enum qr_wish { QR_NO, QR_YES, QR_INVERTED };
enum { QR_TEXT_MAX = 128 * 1024 };

/* Columns and rows it takes on the screen. */
struct qr_size { unsigned columns, rows; };

/* Capital letters, digits and few signs make a smaller code than small letters.  The margin is
 * narrower where the full one would not fit. */
__attribute__((warn_unused_result)) bool qr_draw(const char *text, enum qr_wish wish,
                                                 const struct term *t, struct text *out,
                                                 struct qr_size *size);

#endif
