/* typed.h - what comes from the keyboard: keys for readline, or a paste of several lines, which is
 * taken in one piece, so that none of its lines runs as a command.
 * Terminals say where a paste begins and ends (bracketed paste); where one does not, text that goes
 * on behind the end of a line and came while nobody was typing is a paste.
 * Not pure: standard input and readline.  Memory: static.  Errors: none; of a paste too long to be
 * a letter only the beginning is handed on. */
#ifndef CLI_TYPED_H
#define CLI_TYPED_H

#include <stdbool.h>
#include <stddef.h>

/* A paste of several lines, each ended by '\n', and a zero behind the last; what stands in the line
 * being typed is on the screen no longer, and is drawn again afterwards. */
typedef void typed_paste(const char *text, size_t len);

/* Once readline has been set up. */
void typed_install(typed_paste *taken);

/* Is there something to be read at once? */
__attribute__((warn_unused_result)) bool typed_waits(void);

/* Read what is there and give it to readline, or to `taken`.  `idle`: we had to wait for it. */
void typed_take(bool idle);

#endif
