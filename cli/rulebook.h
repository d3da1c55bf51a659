/* rulebook.h - the games told in a few sentences each, for people who have never played them.  What
 * binds stands in docs/rules.md.  Not pure: prints.  Memory: none.  Errors: none. */
#ifndef CLI_RULEBOOK_H
#define CLI_RULEBOOK_H

#include <stdbool.h>

/* The words with which a page is asked for, from 0 up; NULL behind the last one. */
const char *rulebook_name(unsigned i);

/* Print the page of that name in at most `width` columns; false: there is none. */
bool rulebook_print(const char *name, unsigned width);

#endif
