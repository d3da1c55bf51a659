/* Moments as RFC 3339 in UTC: for people to the second, for programs to the millisecond. */
#include "cli/sentence.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

void sentence_stamp(uint64_t ms, struct text *out)
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm parts;
    char stamp[40];

    if (ms == 0 || !gmtime_r(&seconds, &parts)
        || strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        text_add(out, "-");
    else
        text_add(out, stamp);
}

void sentence_moment(uint64_t ms, struct text *out)
{
    char stamp[40], part[16];
    struct text t = text_over(stamp, sizeof stamp);

    sentence_stamp(ms, &t);
    size_t len = strlen(stamp);
    bool whole = len > 1;
    if (whole)
        stamp[len - 1] = '\0';
    text_add(out, stamp);
    snprintf(part, sizeof part, ".%03uZ", (unsigned)(ms % 1000));
    text_add(out, whole ? part : "");
}
