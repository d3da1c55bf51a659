/* verify_report.h - one game file judged, and what was found said in sentences or as JSON.
 * Rules: docs/formats.md section 4, docs/protocol.md.  Not pure: reads the file.
 * Memory: plain values; judging takes the size of the file on the heap for the call.
 * Errors: none of its own; what is wrong with the file is in the report. */
#ifndef CLI_VERIFY_REPORT_H
#define CLI_VERIFY_REPORT_H

#include "base/text.h"
#include "base/verdict.h"

#include <stdbool.h>

enum report_form {
    REPORT_LONG = 1, /* several lines: game, players, result, how it was checked */
    REPORT_SHORT,    /* one sentence */
    REPORT_JSON      /* one object on one line */
};

enum { REPORT_TEXT_MAX = 2000 };

struct report {
    enum exit_code code; /* EXIT_DONE, EXIT_NOT_VERIFIED, EXIT_UNKNOWN, EXIT_LOCAL */
    char text[REPORT_TEXT_MAX + 1]; /* without the name of the file and without a last newline */
};

/* Judge the file at `path`.  `check` is a set of BAG_BY_PROOFS and BAG_BY_SEEDS of bag/bag.h, or
 * 0: by seeds when the file opens them all, else by proofs. */
void report_file(const char *path, unsigned check, enum report_form form, struct report *out);

/* The same for a file that has been judged and is good. */
struct finding;
void report_finding(const struct finding *f, enum report_form form, struct report *out);

/* How sure the result is, in one word: "agreed", "contested" ... */
const char *report_grade(const struct finding *f);

/* The name of a file as it can be shown: what a terminal might obey becomes '?'. */
void report_name(const char *path, struct text *out);

/* A line for a file: its name and the report as `form` wants them put together; no newline. */
void report_line(const char *path, const struct report *report, enum report_form form,
                 struct text *out);

#endif
