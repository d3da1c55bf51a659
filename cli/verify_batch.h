/* verify_batch.h - many files judged at once, by as many processes as the machine has cores.
 * Not pure: forks, prints the reports to stdout in the order of the list and, if stderr is a
 * terminal, how far it is.
 * Errors: exit codes; a process that dies takes only the file it was at with it. */
#ifndef CLI_VERIFY_BATCH_H
#define CLI_VERIFY_BATCH_H

#include "cli/verify_list.h"
#include "cli/verify_report.h"

struct batch {
    const struct verify_list *list;
    unsigned check;         /* as report_file wants it */
    enum report_form form;  /* REPORT_SHORT or REPORT_JSON */
    bool quiet;             /* only files that are refused, no summary */
};

/* EXIT_DONE if all hold, EXIT_NOT_VERIFIED if one is refused; else EXIT_UNKNOWN if one could not
 * be read, EXIT_LOCAL for trouble of this machine. */
enum exit_code verify_batch(const struct batch *b);

#endif
