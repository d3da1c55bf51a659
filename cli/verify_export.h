/* verify_export.h - a judged game written as something to look at: picture, page, text, record.
 * Rules: docs/formats.md section 11.  Not pure: reads the file, writes a file or stdout.
 * Memory: gives everything back.  Errors: exit codes; a sentence on stderr. */
#ifndef CLI_VERIFY_EXPORT_H
#define CLI_VERIFY_EXPORT_H

#include "base/verdict.h"
#include "rules/terms.h"

#include <stdbool.h>

struct export_form;

struct export_wish {
    const struct export_form *form; /* NULL: nothing is to be exported */
    const char *to;                 /* file, NULL: stdout */
    bool replace;                   /* the file may be there already */
    bool at_set;
    unsigned at;                    /* the position after so many moves, for pictures */
    const char *name[SEATS_MAX];    /* by seat, Blue first */
    unsigned names_n;
};

/* The form of an option, "--svg"; NULL: none. */
const struct export_form *export_form(const char *option);

/* EXIT_DONE; as story_read; EXIT_UNKNOWN: there is no such move; EXIT_NO: this form cannot show
 * this game, or the file is there already; EXIT_LOCAL. */
enum exit_code export_file(const char *path, const struct export_wish *wish);

#endif
