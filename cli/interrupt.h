/* interrupt.h - Ctrl-C: ends the program, or at the prompt only what is being waited for.
 * Not pure.  Errors: none. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

enum interrupt_does { INTERRUPT_ENDS, INTERRUPT_IS_NOTED };

/* From now on; INTERRUPT_ENDS leaves with EXIT_INTERRUPTED at once. */
void interrupt_install(enum interrupt_does does);

/* Leave with EXIT_DONE and nothing more written once so many milliseconds have passed. */
void interrupt_leave_after(unsigned ms);

/* Keep signals for interrupt_wait, or let them come at any time (while a command is being done): a
 * signal that comes between looking and waiting would be slept over. */
void interrupt_hold(void);
void interrupt_release(void);

/* Wait until one of two descriptors (the second may be -1) can be read, or a held signal comes. */
void interrupt_wait(int a, int b, bool *a_ready, bool *b_ready);

/* It happened since the last time this was asked. */
bool interrupt_taken(void);

/* The window was resized since the last time this was asked. */
bool interrupt_resized(void);

#endif
