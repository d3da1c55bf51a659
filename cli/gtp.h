/* gtp.h - the replies of an engine, taken from its output byte by byte.
 * Rules: docs/bots.md section 1.  Pure.  Memory: plain value.
 * Errors: GTP_BROKEN for anything that is no reply; the reader is then of no more use. */
#ifndef CLI_GTP_H
#define CLI_GTP_H

#include "base/text.h"

#include <stdbool.h>

enum { GTP_REPLY_MAX = 4096 };

enum gtp_state {
    GTP_WAITING, /* not all of it is there */
    GTP_DONE,    /* it began with '=' */
    GTP_REFUSED, /* it began with '?' */
    GTP_BROKEN   /* it is none */
};

struct gtp_reader {
    char text[GTP_REPLY_MAX + 1]; /* all of it, without carriage returns */
    size_t len;
    size_t skipped; /* bytes that stand for nothing */
    size_t line;    /* where the present line begins */
};

void gtp_begin(struct gtp_reader *r);

/* Take bytes; *used says how many, fewer than there are when the reply ends before. */
enum gtp_state gtp_take(struct gtp_reader *r, const uint8_t *bytes, size_t len, size_t *used);

/* After GTP_DONE and GTP_REFUSED: the text of the first line without its sign. */
const char *gtp_text(struct gtp_reader *r);

/* A line of an engine's standard error, made fit to be shown: what is no text becomes '?'. */
void gtp_showable(const char *line, size_t len, struct text *out);

#endif
