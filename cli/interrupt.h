/* interrupt.h - Ctrl-C: ends the program, or at the prompt only what is being waited for.
 * Not pure.  Errors: none. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

enum interrupt_does { INTERRUPT_ENDS, INTERRUPT_IS_NOTED };

/* From now on; INTERRUPT_ENDS leaves with EXIT_INTERRUPTED at once. */
void interrupt_install(enum interrupt_does does);

/* It happened since the last time this was asked. */
bool interrupt_taken(void);

/* The window was resized since the last time this was asked. */
bool interrupt_resized(void);

#endif
