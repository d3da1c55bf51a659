/* help.h - the lists of help for programs: commands, options, settings, as JSON or with tabs.
 * Not pure: prints.  Memory: none.  Errors: none. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "cli/commands.h"

/* `about`: NULL for the commands, "options", "settings".  False: it is none of these, or people
 * read it. */
bool help_for_programs(const struct session *s, const char *about);

#endif
