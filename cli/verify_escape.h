/* verify_escape.h - text from outside put where it can do no harm: names go into pictures, pages,
 * scripts and records as text and as nothing else.
 * Not pure: writes to a stream.  Memory: none.  Errors: those of the stream (ferror).
 * The text is well-formed UTF-8 without control characters (report_name makes it so). */
#ifndef CLI_VERIFY_ESCAPE_H
#define CLI_VERIFY_ESCAPE_H

#include <stdio.h>

/* Content and attributes of XML and HTML. */
void escape_xml(FILE *out, const char *text);

/* A string of JSON with its quotes, also good inside a script element of HTML. */
void escape_json(FILE *out, const char *text);

/* The value of a tag with its quotes, in the manner of PGN. */
void escape_tag(FILE *out, const char *text);

/* A comment in braces, in the manner of PGN, without the braces. */
void escape_comment(FILE *out, const char *text);

/* The value of a property of SGF, without its brackets. */
void escape_sgf(FILE *out, const char *text);

#endif
